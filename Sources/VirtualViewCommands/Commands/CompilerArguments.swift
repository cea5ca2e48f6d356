import VirtualViewCompiler
import VirtualViewFormat

/// What a command line says of how sources are compiled: the same options for every command that compiles some.
struct CompilerArguments {
    /// How sources are compiled, apart from components and configurations.
    var options: TemplateCompiler.Options
    private let arguments: ParsedArguments
    private let files: OptionFiles
    /// Why a file that an option names cannot be read; then nothing is compiled.
    private var problem: FileError?
    /// What is to be said about files that options name.
    private var diagnostics: DiagnosticList

    /// Reads the options, and the files of `--arg` and `--blocks`.
    ///
    /// A file that cannot be read is told later, by ``makeCache(_:_:config:)``.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - target: The client that files are for.
    ///   - files: Reads the files; a command that reads them again has one for all times.
    /// - Throws: `UsageError` for values that are none.
    init(_ arguments: ParsedArguments, target: Client = .swift, files: OptionFiles = OptionFiles()) throws {
        try Self.checkLanguage(arguments)
        self.arguments = arguments
        self.files = files
        options = TemplateCompiler.Options(
            target: target,
            isLenient: arguments.isSet("--lenient"),
            warningsAreErrors: arguments.isSet("--werror")
        )
        diagnostics = DiagnosticList(warningsAreErrors: options.warningsAreErrors)
        do {
            options.assemble = try AssembleOptions(arguments, files)
            for path in arguments.allValues("--blocks") {
                let file = SourceFile(path: path, bytes: try files.read(path))
                options.blocks.read(file, isLenient: options.isLenient, into: &diagnostics)
            }
        } catch let error as FileError {
            problem = error
        }
    }

    /// Reads the components, and tells everything that is wrong with the files that options name.
    ///
    /// - Parameters:
    ///   - reporter: Is told what is wrong.
    ///   - result: What the command ends with, which becomes that of the files.
    ///   - config: The configuration that applies where no option names another.
    /// - Returns: What makes the compilers; `nil` when a file has errors.
    func makeCache(_ reporter: DiagnosticReporter, _ result: inout ExitCode, config: String? = nil) -> CompilerCache? {
        if let problem {
            reporter.report(problem)
            result = max(result, problem.exitCode)
        }
        reporter.report(diagnostics)
        let components = ComponentFiles.read(arguments, files, options, reporter, &result)
        guard let components, problem == nil, !diagnostics.hasErrors else {
            result = max(result, .inputErrors)
            return nil
        }
        return CompilerCache(
            options: options,
            base: Self.language(arguments, components),
            files: files,
            configPath: arguments.value("--config") ?? config
        )
    }

    /// Makes the compiler of a command that shows one template.
    ///
    /// - Parameters:
    ///   - reporter: Is told what is wrong.
    ///   - result: What the command ends with.
    ///   - config: The configuration that applies where no option names another.
    /// - Returns: The compiler; `nil` when something has errors, which were reported.
    func makeCompiler(
        _ reporter: DiagnosticReporter,
        _ result: inout ExitCode,
        config: String? = nil
    ) -> TemplateCompiler? {
        guard var cache = makeCache(reporter, &result, config: config) else { return nil }
        let compiler = cache.compilers(for: [CompileInput(path: "", subfolder: "", root: nil)], reporter, &result)[0]
        if compiler == nil { result = max(result, .inputErrors) }
        return compiler
    }
}

// MARK: - The options

extension CompilerArguments {
    /// The options that say which components and attributes there are.
    static let languageOptions: [CommandSpecification.Option] = [
        .init("--config", "FILE", help: "Reads components and value kinds from a config.properties"),
        .init("--config-only", help: "Takes the file of --config as the whole language"),
        .init("--components", "FILE", isRepeatable: true, help: "Reads an app's own components from a JSON file"),
    ]

    /// The options of the commands that compile sources, whatever they do with the files.
    static let options: [CommandSpecification.Option] =
        languageOptions + [
            .init(
                "--blocks",
                "FILE",
                isRepeatable: true,
                help: "Reads named event programs that handlers may refer to"
            )
        ] + AssembleOptions.commandLineOptions + [
            .init("--lenient", help: "Turns some errors into warnings, with the reference compiler's bytes")
        ]

    /// What the configuration starts from: the built-in language or, with `--config-only`, nothing; and own components.
    static func language(_ arguments: ParsedArguments, _ components: [ComponentSchema]) -> Configuration {
        let schema = arguments.isSet("--config-only") ? Schema(components: [], properties: []) : .standard
        return Configuration(schema: schema, components: components)
    }

    /// Refuses `--config-only` where no option names a file that the language could be.
    ///
    /// - Parameter arguments: The command line.
    /// - Throws: `UsageError` for it.
    static func checkLanguage(_ arguments: ParsedArguments) throws(UsageError) {
        guard arguments.isSet("--config-only"), arguments.value("--config") == nil else { return }
        throw UsageError("'--config-only' needs '--config FILE'")
    }

    /// The files that the options name, for a command that looks whether they change.
    static func files(of arguments: ParsedArguments) -> [String] {
        arguments.allValues("--config") + arguments.allValues("--components") + arguments.allValues("--blocks")
            + AssembleOptions.argumentPaths(arguments)
    }
}
