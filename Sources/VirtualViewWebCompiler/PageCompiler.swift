import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// What the module of the compiler does for a page, with JSON as arguments and results; see ``Player`` of the other module.
package final class PageCompiler {
    private var configuration = Configuration()
    /// The bytes of the last file; empty if its source has errors.
    package private(set) var file: [UInt8] = []

    package init() {}

    /// Reads the file with the page's own components that `vvc compile --components` takes.
    package func configure(_ json: [UInt8]) -> String {
        let own = ComponentsReader.read(SourceFile(path: "components.json", bytes: json))
        if !own.diagnostics.contains(where: { $0.severity == .error }) {
            configuration = Configuration(components: own.components)
        }
        return JSONWriter.object { Self.write(own.diagnostics, to: &$0) }
    }

    /// Compiles a source.
    ///
    /// - Parameter json: An object with the `path`, which ends with `.xml` or `.asv`, and the `text`; `lenient` and
    ///   `maps` may be true.
    /// - Returns: The type and the size of the file, unless there are errors, and the diagnostics.
    package func compile(_ json: [UInt8]) -> String {
        file = []
        guard let request = try? JSONValue(json: json), case .string(let path)? = request["path"],
            case .string(let text)? = request["text"]
        else { return JSONWriter.failure("invalid-argument", "expected an object with a path and a text") }
        let options = TemplateCompiler.Options(
            isLenient: request["lenient"] == true,
            embedsSourceMap: request["maps"] == true
        )
        let compiled = TemplateCompiler(configuration: configuration, options: options)
            .compile(SourceFile(path: path, bytes: Array(text.utf8)))
        file = compiled.bytes ?? []
        return JSONWriter.object { json in
            if compiled.bytes != nil {
                json.value("type", compiled.type)
                json.value("size", file.count)
            }
            Self.write(compiled.diagnostics.ordered, to: &json)
        }
    }

    /// Describes a file: every byte with its meaning, and the tree as text.
    package func dump(_ file: [UInt8]) -> String {
        do throws(FormatError) {
            let dump = TemplateDump(try Template(decoding: file))
            return JSONWriter.object { json in
                json.value("hex", dump.hex())
                json.value("tree", dump.text())
            }
        } catch {
            return JSONWriter.failure(error.code.rawValue, error.description)
        }
    }

    private static func write(_ diagnostics: [Diagnostic], to json: inout JSONWriter) {
        var formatter = DiagnosticFormatter(style: .json)
        json.array("diagnostics") { json in
            // Each ends with a line break, for terminals.
            for diagnostic in diagnostics { json.value(nil, written: String(formatter.format(diagnostic).dropLast())) }
        }
    }
}
