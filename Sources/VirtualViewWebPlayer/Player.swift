import VirtualViewCore
import VirtualViewExpressions
import VirtualViewFormat

/// What the module of the runtime does for a page: templates and views, with JSON as arguments and results.
///
/// All of it runs in any program; `Exports.swift` makes it the exports of a WebAssembly module. A failure is an object
/// with an `error`; nothing traps, whatever a page passes in.
package final class Player {
    private var registry = NodeRegistry.standard
    private let templates = PlayerTemplates()
    let texts: SystemTextMetrics?
    private var views: [Int32: PlayerView] = [:]
    private var lastView: Int32 = 0
    private let functions: (any PageFunctions)?

    /// Makes a player without templates.
    ///
    /// - Parameters:
    ///   - fonts: The fonts of the page; `nil` if all views have the built-in metrics.
    ///   - functions: What calls the functions of the page; `nil` if it has none.
    package init(fonts: (any FontMeasuring)? = nil, functions: (any PageFunctions)? = nil) {
        texts = fonts.map { SystemTextMetrics($0) }
        self.functions = functions
    }

    /// Returns an open view.
    package func view(_ number: Int32) -> PlayerView? { views[number] }

    /// Registers components of the page, whose places it fills, before templates that have them are added.
    ///
    /// - Parameter json: The file that `vvc compile --components` takes; what it does not name has its default.
    /// - Returns: An empty object, or an error.
    package func registerComponents(_ json: [UInt8]) -> String {
        reply { () throws(PlayerError) in
            guard case .array(let list)? = try PlayerError.read(json)["components"] else {
                throw PlayerError("expected an object with components")
            }
            // All of them, or none.
            var new = registry
            for row in list {
                let component = try ComponentSchema(row)
                // A page may declare again what it has declared.
                if new.schema.component(named: component.name) == component { continue }
                do throws(SchemaError) { try new.register(for: component) } catch {
                    throw PlayerError(error.description)
                }
            }
            registry = new
        }
    }

    /// Registers functions of the page, which bindings call as `app.name(…)`, before templates that call them are added.
    ///
    /// - Parameter json: The names.
    /// - Returns: An empty object, or an error.
    package func registerFunctions(_ json: [UInt8]) -> String {
        reply { () throws(PlayerError) in
            guard case .array(let names)? = try PlayerError.read(json)["functions"], let functions else {
                throw PlayerError("expected an object with functions")
            }
            var new = registry
            for name in names {
                guard case .string(let name) = name else { throw PlayerError("the name of a function is a text") }
                new.register(
                    BindingFunction(name) { arguments in
                        // An array of data around them could be deeper than data may be.
                        functions.call(name, "[\(arguments.map { $0.json }.joined(separator: ","))]")
                    }
                )
            }
            registry = new
        }
    }

    /// Adds the template in a file, or replaces the one of its type for views that are opened from now on.
    package func add(_ file: [UInt8]) -> String {
        do throws(TemplateError) {
            let template = try TemplateBinaryLoader().load(file)
            let prepared = try PreparedTemplate(template, registry: registry)
            templates.add(prepared, as: template.type)
            return JSONWriter.object { json in
                json.value("type", template.type)
                json.value("version", template.version.description)
                json.value("nodes", prepared.nodeCount)
                json.array("issues", prepared.issues.map { $0.description })
            }
        } catch {
            return JSONWriter.failure(error.code.rawValue, error.message, at: error.offset)
        }
    }

    /// Opens a view of a template; see ``PlayerView/configure(_:)`` for the options.
    package func open(_ json: [UInt8]) -> String {
        var number: Int32 = 0
        let failure = reply { () throws(PlayerError) in
            let options = try PlayerError.read(json)
            guard case .string(let name)? = options["template"] else { throw PlayerError("expected a template") }
            let template: PreparedTemplate
            do throws(TemplateError) { template = try templates.preparedTemplate(for: name) } catch {
                throw PlayerError(error.message, code: error.code.rawValue)
            }
            let view = try PlayerView(template, templates, in: self, options)
            try view.configure(options)
            lastView += 1
            number = lastView
            views[number] = view
        }
        return number == 0 ? failure : JSONWriter.object { $0.value("view", Int(number)) }
    }

    /// Forgets a view.
    package func close(_ number: Int32) {
        views[number] = nil
    }

    /// Runs a command for an open view; returns the error if there is none.
    package func withView(_ number: Int32, _ body: (PlayerView) -> String) -> String {
        views[number].map(body) ?? PlayerError("there is no view \(number)").json
    }

    /// Lets a view keep the size of an image that has arrived in it, or forget that of one without a size.
    package func imageDidArrive(_ json: [UInt8], in number: Int32) {
        guard let view = views[number], let image = try? JSONValue(json: json),
            case .string(let source)? = image["source"]
        else { return }
        var size: LayoutSize?
        if let width = image["width"]?.decimal, let height = image["height"]?.decimal, width >= 0, height >= 0 {
            size = LayoutSize(width: width, height: height)
        }
        view.images.sizes.withLock { $0[ExactText(source)] = size }
        // What is laid out keeps its size until it is measured again.
        if size != nil { view.container.imageDidArrive(source) }
    }

    /// Measures everything of a view again, because fonts have arrived.
    package func fontsDidArrive(in number: Int32) {
        texts?.forgetFonts()
        views[number]?.container.textMetricsDidChange()
    }
}

/// Calls the functions of a page.
package protocol PageFunctions: AnyObject, Sendable {
    /// Returns the result of a function; `nil` for null, and if the function fails.
    ///
    /// - Parameters:
    ///   - name: The name of the function.
    ///   - arguments: The arguments as a JSON array.
    /// - Returns: The result.
    func call(_ name: String, _ arguments: String) -> JSONValue?
}

/// Templates by their types: those that were added, or those of one view.
///
/// What is added again counts for views that are opened later, or follow. So each view has the templates of the time when
/// it was opened, and looks among all only for what it does not have.
final class PlayerTemplates: TemplateSource {
    private let ready: Locked<[String: PreparedTemplate]>
    private let all: PlayerTemplates?

    /// Makes a source that has what another one has now.
    init(of all: PlayerTemplates? = nil) {
        self.all = all
        ready = Locked(all?.known ?? [:])
    }

    /// The templates that the source has itself.
    var known: [String: PreparedTemplate] {
        get { ready.withLock { $0 } }
        set { ready.withLock { $0 = newValue } }
    }

    func add(_ template: PreparedTemplate, as type: String) {
        ready.withLock { $0[type] = template }
    }

    func preparedTemplate(for type: String) throws(TemplateError) -> PreparedTemplate {
        if let template = ready.withLock({ $0[type] }) { return template }
        guard let all else { throw TemplateError(.notFound, "there is no template '\(type)'") }
        let template = try all.preparedTemplate(for: type)
        add(template, as: type)
        return template
    }
}

/// The sizes of the images that have arrived in a view, which need not be those of another view.
final class KnownImages: ImageMeasuring {
    let sizes = Locked<[ExactText: LayoutSize]>([:])

    func size(ofImage source: String) -> LayoutSize? { sizes.withLock { $0[ExactText(source)] } }
}

/// What a page did wrong.
struct PlayerError: Error {
    let message: String
    let code: String

    init(_ message: String, code: String = "invalid-argument") {
        self.message = message
        self.code = code
    }

    var json: String { JSONWriter.failure(code, message) }

    /// Reads JSON.
    static func read(_ json: [UInt8]) throws(PlayerError) -> JSONValue {
        do throws(BindingDataError) { return try JSONValue(json: json) } catch {
            throw PlayerError(error.description, code: "invalid-json")
        }
    }
}

/// Returns an empty object, or the error of a closure.
func reply(_ body: () throws(PlayerError) -> Void) -> String {
    do throws(PlayerError) {
        try body()
        return "{}"
    } catch {
        return error.json
    }
}
