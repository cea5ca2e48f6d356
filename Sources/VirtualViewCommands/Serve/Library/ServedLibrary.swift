import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions

/// The templates of a served folder: compiles changed sources, and knows which templates show them.
final class ServedLibrary {
    /// The result of compiling a change.
    struct Outcome {
        /// The names whose picture, data or problem changed, and new names.
        var changed: Set<String> = []
        /// The names that no longer exist.
        var gone: Set<String> = []
    }

    private let folder: ServedFolder
    private let compilers: ServedCompiler
    private let terminal: Terminal
    /// The templates by the path of their source.
    private var templates: [String: ServedTemplate] = [:]
    /// The path of the source that is served under a name.
    private var paths: [String: String] = [:]
    /// The names that no address can have, by the path of their source.
    private(set) var unreachable: [String: String] = [:]
    /// The other sources with the name of one that is served.
    private var clashes: [String: [String]] = [:]
    private var hasConfig = false
    private var compiler: TemplateCompiler?
    /// What stands for the app's functions and views.
    private(set) var samples: ProjectSamples?
    /// What bindings read as `env`.
    private(set) var values: BindingObject = [:]
    private(set) var configProblem: String?
    /// The warnings about what stands for the app's views.
    private var notes = ""
    /// The files elsewhere that the compiler is made from, or would be if they were there.
    private(set) var optionFiles: [String] = []
    /// The number that was given last; numbers are never used again.
    private var lastNumber = 0

    init(_ folder: ServedFolder, _ compilers: ServedCompiler, _ terminal: Terminal) {
        self.folder = folder
        self.compilers = compilers
        self.terminal = terminal
        makeCompiler()
    }

    /// The names that are served, in byte order.
    var names: [String] {
        paths.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the template that is served under a name.
    func template(named name: String) -> ServedTemplate? {
        paths[name].flatMap { templates[$0] }
    }

    /// Returns the problem with a template or with what it is compiled with, as text; `nil` if nothing is.
    func problem(of template: ServedTemplate) -> String? {
        let clash = clashes[template.path].map { others in
            "vvc: error: '\(template.path)' is shown, but the same name has \(MessageText.alternatives(others))\n"
        }
        let problems = [configProblem, template.problem, clash].compactMap { $0 }
        return problems.isEmpty ? nil : ServedText.cut(problems.joined(separator: "\n"))
    }

    /// Returns the templates that a template's data names, itself first; each once.
    func family(of template: ServedTemplate) -> [ServedTemplate] {
        [template]
            + (template.data.file?.value.namedTypes ?? []).filter { $0 != template.type }
            .compactMap { self.template(named: $0) }
    }
}

// MARK: - Changes

extension ServedLibrary {
    /// Updates the templates after changes in the folder.
    ///
    /// - Parameter files: The paths of files that came, changed or went; it does no harm when one did not.
    /// - Returns: The names that are affected.
    func update(_ files: Set<String>) -> Outcome {
        let before = state()
        let isForced = updateConfig(files)
        var touched: Set<String> = []
        var hasImages = false
        for file in files.sorted() {
            switch Path.fileExtension(of: file) {
            case "xml", "asv": touched.insert(file)
            case "json":
                let stem = String(file.dropLast(5))
                touched.formUnion(["\(stem).xml", "\(stem).asv"].filter { templates[$0] != nil })
            case "properties": break
            default: hasImages = true
            }
        }
        if isForced { touched.formUnion(templates.keys) }
        var changed: Set<String> = []
        for path in touched.sorted() {
            let old = templates[path]
            read(path, isForced: isForced)
            guard templates[path]?.shownCount != old?.shownCount else { continue }
            changed.formUnion([old?.type, templates[path]?.type].compactMap { $0 })
        }
        name()
        renumber(changed, everything: hasImages)
        return compare(before)
    }

    /// Reads a source and its data.
    private func read(_ path: String, isForced: Bool) {
        guard folder.hasFile(path) else {
            templates[path] = nil
            return
        }
        var template = templates[path] ?? ServedTemplate(path: path)
        defer { templates[path] = template }
        do throws(FileError) {
            let bytes = try folder.read(path)
            if let compiler {
                let name = Path.join(folder.path, path)
                let functions = samples?.functions ?? [:]
                let isCompiled = template.compile(bytes, named: name, compiler, functions, isForced: isForced)
                if isCompiled, let warnings = template.warnings { terminal.report(warnings) }
            }
        } catch {
            template.fail(error)
        }
        let data = Path.join(Path.folder(of: path), Path.stem(of: path) + ".json")
        do throws(FileError) {
            let bytes = folder.hasFile(data) ? try folder.read(data) : nil
            template.data.take(bytes, named: Path.join(folder.path, data))
        } catch {
            template.data.fail(error)
        }
    }

    /// Assigns each name to the first of the sources that have it.
    private func name() {
        let known = unreachable
        paths = [:]
        clashes = [:]
        unreachable = [:]
        let order = templates.keys.sorted { lhs, rhs in
            let (left, right) = (lhs.split(separator: "/").count, rhs.split(separator: "/").count)
            return left != right ? left < right : lhs.utf8.lexicographicallyPrecedes(rhs.utf8)
        }
        for path in order {
            guard let type = templates[path]?.type else { continue }
            guard RequestTarget.canName(type) else {
                unreachable[path] = type
                if known[path] != type { terminal.report(line: Self.note(path, type)) }
                continue
            }
            if let first = paths[type] { clashes[first, default: []].append(path) } else { paths[type] = path }
        }
    }

    /// Returns the note that says why a source is not served.
    static func note(_ path: String, _ type: String) -> String {
        "vvc: warning: '\(path)' is not served: no address can have its name, '\(type)'"
    }

    /// Assigns new numbers to the pictures that show templates of some names.
    private func renumber(_ changed: Set<String>, everything: Bool) {
        guard everything || !changed.isEmpty else { return }
        lastNumber += 1
        for (path, template) in templates {
            let showsChange =
                changed.contains(template.type)
                || template.data.file?.value.namedTypes.contains(where: changed.contains) == true
            if everything || showsChange { templates[path]?.pictureNumber = lastNumber }
        }
    }

    /// Makes the compiler again if one of its files changed; returns whether it did.
    private func updateConfig(_ files: Set<String>) -> Bool {
        guard files.contains(ServedCompiler.configName) || files.contains(where: { $0.hasPrefix("/") }) else {
            return false
        }
        hasConfig = folder.hasFile(ServedCompiler.configName)
        makeCompiler()
        return true
    }

    private func makeCompiler() {
        let config = hasConfig ? Path.join(folder.path, ServedCompiler.configName) : nil
        let made = compilers.make(config: config)
        optionFiles = made.files
        // If the new compiler has errors, the earlier one stays.
        if let compiler = made.compiler {
            self.compiler = compiler
            samples = made.samples
            values = made.values
            if made.notes != notes, !made.notes.isEmpty { terminal.report(made.notes) }
            notes = made.notes
        }
        if let problem = made.problem, problem != configProblem { terminal.report(problem) }
        configProblem = made.problem.map { ServedText.cut($0) }
    }

    private struct State: Equatable {
        let number: Int
        let problem: String?
    }

    private func state() -> [String: State] {
        var states: [String: State] = [:]
        for name in paths.keys {
            guard let template = template(named: name) else { continue }
            states[name] = State(number: template.pictureNumber, problem: problem(of: template))
        }
        return states
    }

    private func compare(_ before: [String: State]) -> Outcome {
        var outcome = Outcome()
        let after = state()
        for (name, state) in after where before[name] != state {
            outcome.changed.insert(name)
            if let problem = state.problem, problem != before[name]?.problem, problem != configProblem {
                terminal.report(problem)
            }
        }
        outcome.gone = Set(before.keys).subtracting(after.keys)
        return outcome
    }
}

/// Makes the compiler of a served folder from the command line's options and the folder's configuration.
struct ServedCompiler {
    private let options: CompilerOptions
    private let folder: String
    /// The file with what bindings read as `env`.
    private let valuesPath: String?
    private let files = OptionFiles()

    /// What a served folder is compiled and shown with.
    struct Made {
        /// The compiler; `nil` if something has errors.
        var compiler: TemplateCompiler?
        /// What stands for the app's functions and views.
        var samples: ProjectSamples?
        /// What bindings read as `env`.
        var values: BindingObject = [:]
        /// The errors, as text; `nil` if there are none.
        var problem: String?
        /// The warnings about what stands for the app's views, as text.
        var notes = ""
        /// The files that all this is made from, with those that would be if they were there.
        let files: [String]
    }

    /// The name of the configuration in a folder.
    static let configName = "config.properties"

    init(_ options: CompilerOptions, folder: String, valuesPath: String? = nil) throws(UsageError) {
        self.options = options
        self.folder = folder
        self.valuesPath = valuesPath
        files.waiting = .forAWriter
        // A wrong command line is reported before the server starts; files may be added later.
        var cache = CompilersByFolder(
            options,
            DiagnosticReporter(Terminal(out: { _ in true }, error: { _ in }), isJSON: false)
        )
        try cache.check(in: folder)
    }

    /// Creates the compiler, and what templates are shown with.
    ///
    /// Only the first call waits for pipes, because later calls happen between two requests.
    ///
    /// - Parameter config: The folder's own configuration; an option overrides it.
    /// - Returns: What was made.
    func make(config: String?) -> Made {
        var text = ""
        let reporter = DiagnosticReporter(
            Terminal(out: { _ in true }, error: { text += String(decoding: $0, as: UTF8.self) }),
            isJSON: false
        )
        defer { files.waiting = .never }
        var cache = CompilersByFolder(options, reporter, files)
        let paths = cache.paths(in: folder) + Project.places(above: folder) + [valuesPath].compactMap(\.self)
        let compiler: TemplateCompiler?
        do throws(UsageError) {
            compiler = try cache.compiler(in: folder, config: config)
        } catch {
            return Made(problem: "vvc: error: \(error.message)\n", files: paths)
        }
        var values: BindingObject?
        do throws(FileError) {
            values = try DataFile.environmentValues(valuesPath, reporter, files)
        } catch {
            reporter.report(error)
        }
        guard let compiler, let values else { return Made(problem: text, files: paths) }
        text = ""
        let samples = cache.samples(in: folder, for: compiler)
        return Made(compiler: compiler, samples: samples, values: values, notes: text, files: paths + samples.paths)
    }
}
