import VirtualViewCompiler
import VirtualViewFormat

/// Makes the compiler of a served folder from the command line's options and the folder's configuration.
struct ServedCompiler {
    private let arguments: ParsedArguments
    private let assemble: AssembleOptions
    /// The client that templates are compiled and drawn for.
    let target: Target

    /// The name of the configuration that a folder brings along.
    static let configName = "config.properties"

    init(_ arguments: ParsedArguments) throws {
        self.arguments = arguments
        assemble = try AssembleOptions(arguments)
        target = try LayoutRequest.target(arguments.value("--target"))
    }

    /// The files that options name.
    var optionFiles: [String] {
        arguments.allValues("--config") + arguments.allValues("--components") + arguments.allValues("--blocks")
    }

    /// Makes the compiler.
    ///
    /// - Parameter config: The folder's own configuration; an option overrides it.
    /// - Returns: The compiler, `nil` when something has errors, and what was found, as text.
    func make(config: String?) -> (compiler: TemplateCompiler?, problem: String?) {
        var text = ""
        let reporter = DiagnosticReporter(
            Terminal(out: { _ in true }, error: { text += String(decoding: $0, as: UTF8.self) }),
            isJSON: false
        )
        let compiler = make(config, reporter)
        return (compiler, compiler == nil ? text : nil)
    }

    private func make(_ config: String?, _ reporter: DiagnosticReporter) -> TemplateCompiler? {
        var options = TemplateCompiler.Options(target: target)
        options.assemble = assemble
        var found = DiagnosticList()
        var result = ExitCode.success
        guard let components = ComponentFiles.read(arguments, options, reporter, &result) else { return nil }
        do throws(FileError) {
            for path in arguments.allValues("--blocks") {
                options.blocks.read(
                    SourceFile(path: path, bytes: try FileSystem.read(path)),
                    isLenient: false,
                    into: &found
                )
            }
            reporter.report(found)
            guard !found.hasErrors else { return nil }
            let path = arguments.value("--config") ?? config
            var compilers = CompilerCache(options: options, components: components, configPath: path)
            return try compilers.compiler(for: CompileInput(path: "", subfolder: "", root: nil), reporter)
        } catch {
            reporter.report(error)
            return nil
        }
    }
}
