import VirtualViewCompiler
import VirtualViewFormat

/// The options of all commands that compile sources, whatever they do with the files.
struct CompilerOptions {
    private(set) var language: LanguageOptions
    /// The files with named event programs.
    private(set) var blocks: [String]
    let assemble: AssembleArguments
    /// The client that templates are for, if one is named.
    var client: Client?
    /// Whether templates are drawn, as some clients alone do.
    private let areDrawn: Bool
    /// The other options of the compiler; a command adds its own.
    var others = TemplateCompiler.Options()

    /// Reads the options; `--target` and `--werror` stand elsewhere in the help of each command.
    ///
    /// - Parameters:
    ///   - line: The command line.
    ///   - client: The client that was named.
    ///   - areDrawn: Whether templates are drawn as that client does.
    /// - Throws: `UsageError` for values that are none.
    init(_ line: inout ArgumentReader, client: Client? = nil, areDrawn: Bool = false) throws(UsageError) {
        self.client = client
        self.areDrawn = areDrawn
        language = LanguageOptions(&line)
        blocks = line.texts(
            Option("--blocks", "FILE", help: "Reads named event programs that handlers may refer to")
        )
        assemble = try AssembleArguments(&line)
        others.isLenient = line.flag(
            Option("--lenient", help: "Turns some errors into warnings, with the reference compiler's bytes")
        )
    }

    /// Adds the settings of a project file; the command line wins.
    mutating func complete(with project: Project) {
        language.complete(with: project)
        if blocks.isEmpty { blocks = project.file?.blocks.map(project.path) ?? [] }
        client = client ?? project.client(isSimulated: areDrawn)
    }

    /// The files that the options, or the project file, name, and that file itself.
    var paths: [String] { language.paths + blocks + assemble.fragments.map(\.path) }

    /// Reads the files, apart from the configuration.
    ///
    /// - Parameters:
    ///   - files: Reads the files; a command that reads them again has one for all times.
    ///   - reporter: Receives what is wrong with any of them.
    ///   - result: The exit code of the command, which is raised to that of the files.
    /// - Returns: A compiler without a configuration; `nil` if a file is not right.
    func makeCompiler(
        _ files: OptionFiles,
        _ reporter: DiagnosticReporter,
        _ result: inout ExitCode
    ) -> TemplateCompiler? {
        var options = others
        options.client = client ?? .swift
        var diagnostics = DiagnosticList(warningsAreErrors: options.warningsAreErrors)
        var isRight = true
        do throws(FileError) {
            options.assemble = try assemble.read(files)
            for path in blocks {
                let file = SourceFile(path: path, bytes: try files.read(path))
                options.blocks.read(file, isLenient: options.isLenient, into: &diagnostics)
            }
        } catch {
            reporter.report(error)
            result = max(result, error.exitCode)
            isRight = false
        }
        reporter.report(diagnostics)
        let configuration = language.read(
            files,
            warningsAreErrors: options.warningsAreErrors,
            reporter,
            &result
        )
        guard let configuration, isRight, !diagnostics.hasErrors else {
            result = max(result, .inputErrors)
            return nil
        }
        return TemplateCompiler(configuration: configuration, options: options)
    }
}
