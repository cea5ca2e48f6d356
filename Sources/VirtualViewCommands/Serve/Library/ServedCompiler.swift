import VirtualViewCompiler
import VirtualViewFormat

/// Makes the compiler of a served folder from the command line's options and the folder's configuration.
struct ServedCompiler {
    private let arguments: ParsedArguments
    private let files = OptionFiles()
    /// The client that templates are compiled and drawn for.
    let target: Client

    /// The name of the configuration that a folder brings along.
    static let configName = "config.properties"

    init(_ arguments: ParsedArguments) throws {
        self.arguments = arguments
        target = try LayoutRequest.target(arguments.value("--target"))
        files.waiting = .forAWriter
        // A wrong command line is told before the server starts; files may come later.
        _ = try CompilerArguments(arguments, target: target, files: files)
    }

    /// The files that options name.
    var optionFiles: [String] {
        CompilerArguments.files(of: arguments)
    }

    /// Makes the compiler.
    ///
    /// Only the first time waits for pipes: those after it are between two requests.
    ///
    /// - Parameter config: The folder's own configuration; an option overrides it.
    /// - Returns: The compiler, `nil` when something has errors, and what was found, as text.
    func make(config: String?) -> (compiler: TemplateCompiler?, problem: String?) {
        var text = ""
        let reporter = DiagnosticReporter(
            Terminal(out: { _ in true }, error: { text += String(decoding: $0, as: UTF8.self) }),
            isJSON: false
        )
        defer { files.waiting = .never }
        do {
            var result = ExitCode.success
            let compiler = try CompilerArguments(arguments, target: target, files: files)
                .makeCompiler(reporter, &result, config: config)
            return (compiler, compiler == nil ? text : nil)
        } catch let error as UsageError {
            return (nil, "vvc: error: \(error.message)\n")
        } catch {
            return (nil, "vvc: error: \(error)\n")
        }
    }
}
