import VirtualViewCompiler
import VirtualViewFormat

/// The options that determine the known components and attributes.
struct LanguageOptions {
    /// The configuration; `nil` for the one in the input's folder.
    private(set) var config: NamedFile?
    /// Whether that file is the whole language.
    let isConfigOnly: Bool
    /// The files with an app's own components.
    private(set) var components: [NamedFile]
    /// The project file that the options were completed with.
    private(set) var project: Project?

    private static let config = Option(
        "--config",
        "FILE",
        help: "Reads components and value kinds from a config.properties"
    )
    private static let configOnly = Option("--config-only", help: "Takes the file of --config as the whole language")
    private static let components = Option(
        "--components",
        "FILE",
        help: "Reads an app's own components from a JSON file"
    )

    /// Reads the options.
    init(_ line: inout ArgumentReader) {
        config = line.text(Self.config).map { NamedFile(path: $0) }
        isConfigOnly = line.flag(Self.configOnly)
        components = line.texts(Self.components).map { NamedFile(path: $0) }
    }

    /// Refuses `--config-only` where nothing names a file that the language could be.
    func check() throws(UsageError) {
        guard isConfigOnly, config == nil, project?.isBroken != true else { return }
        throw UsageError("'\(Self.configOnly)' needs '\(Self.config) FILE'")
    }

    /// Adds the settings of a project file; the command line wins.
    mutating func complete(with project: Project) {
        self.project = project
        config = config ?? project.file?.config.map(project.named)
        if components.isEmpty { components = project.file?.components.map(project.named) ?? [] }
    }

    /// Makes the paths absolute.
    mutating func makeAbsolute() {
        config = config?.absolute
        components = components.map(\.absolute)
    }

    /// The files that the options, or the project file, name, and that file itself.
    var paths: [String] { [project?.path, config?.path].compactMap { $0 } + components.map(\.path) }

    /// Reads what the configuration is added to: the built-in language or, with `--config-only`, nothing; and the
    /// components.
    ///
    /// - Parameters:
    ///   - files: Reads the files.
    ///   - warningsAreErrors: Whether warnings about them are errors.
    ///   - reporter: Receives what is wrong.
    ///   - result: The exit code of the command, which is raised to that of the files.
    /// - Returns: `nil` if one of the files is not right.
    func read(
        _ files: OptionFiles,
        warningsAreErrors: Bool = false,
        _ reporter: DiagnosticReporter,
        _ result: inout ExitCode
    ) -> Configuration? {
        var own: [ComponentSchema] = []
        var schema = LanguageSchema.standard
        var isRight = true
        for component in components {
            guard let file = component.read(files, reporter, &result) else {
                isRight = false
                continue
            }
            let read = ComponentsReader.read(file, extending: schema)
            if reporter.report(read.diagnostics, warningsAreErrors: warningsAreErrors) { isRight = false }
            own += read.components
            schema = LanguageSchema(components: schema.components + read.components, properties: schema.properties)
        }
        guard isRight else {
            result = max(result, .inputErrors)
            return nil
        }
        let base = isConfigOnly ? LanguageSchema(components: [], properties: []) : .standard
        return Configuration(schema: base, components: own)
    }
}
