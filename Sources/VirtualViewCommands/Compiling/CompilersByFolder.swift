import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// Makes the compiler of each input: the nearest project file completes the options, and folders may have their own
/// configuration.
struct CompilersByFolder {
    private let options: CompilerOptions
    private let files: OptionFiles
    private let reporter: DiagnosticReporter
    /// The exit code of the command as far as its compilers are concerned.
    private(set) var result = ExitCode.success
    /// The project files by the folders that they are for.
    private var projects: [ExactText: String?] = [:]
    /// The configurations in the folders that are inputs.
    private var configs: [ExactText: String?] = [:]
    /// The options by the path of the project file.
    private var completed: [ExactText?: CompilerOptions]
    /// The compilers without a configuration by the path of the project file; `nil` if a file has errors.
    private var bases: [ExactText?: TemplateCompiler?] = [:]
    /// The compilers by the paths of the project file and the configuration; `nil` if one has errors.
    private var compilers: [[ExactText?]: TemplateCompiler?] = [:]
    /// What project files give those who show templates, by their paths and the names of the slots that compilers know.
    private var samples: [[ExactText?]: ProjectSamples] = [:]
    /// What the latest inputs had in common: those of a folder come one after another.
    private var latest: (folder: ExactText, root: ExactText?, compiler: TemplateCompiler?, paths: [String])?

    /// The name of the configuration that belongs to a folder.
    static let configName = "config.properties"

    /// Prepares to make compilers.
    ///
    /// - Parameters:
    ///   - options: The options for compiling sources.
    ///   - reporter: Receives what is wrong with the files that they name, once.
    ///   - files: Reads these.
    init(_ options: CompilerOptions, _ reporter: DiagnosticReporter, _ files: OptionFiles = OptionFiles()) {
        self.options = options
        self.files = files
        self.reporter = reporter
        completed = [nil: options]
    }

    /// Returns the compiler for an input; `nil` if what it is made from has errors, which are reported once.
    ///
    /// - Throws: `UsageError` when the options do not go together.
    mutating func compiler(for input: CompileInput) throws(UsageError) -> TemplateCompiler? {
        try compilerAndPaths(for: input).compiler
    }

    /// Returns the compiler for an input, and the files that it is made from.
    ///
    /// - Throws: `UsageError` when the options do not go together.
    mutating func compilerAndPaths(
        for input: CompileInput
    ) throws(UsageError) -> (compiler: TemplateCompiler?, paths: [String]) {
        let folder = Path.folder(of: input.path)
        let (key, root) = (ExactText(folder), input.root.map(ExactText.init))
        if let latest, latest.folder == key, latest.root == root { return (latest.compiler, latest.paths) }
        let compiler = try compiler(in: folder, config: config(for: input))
        let paths = paths(for: input)
        latest = (key, root, compiler, paths)
        return (compiler, paths)
    }

    /// Returns the compiler for the sources of a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - config: The configuration where nothing names another.
    /// - Returns: `nil` if something has errors, which are reported once.
    /// - Throws: `UsageError` when the options do not go together.
    mutating func compiler(in folder: String, config: String? = nil) throws(UsageError) -> TemplateCompiler? {
        let options = completedOptions(in: folder)
        guard options.language.project?.isBroken != true else { return nil }
        try options.language.check()
        let config = options.language.config ?? config.map { NamedFile(path: $0) }
        let key = [options.language.project?.path, config?.path].map { $0.map(ExactText.init) }
        if let known = compilers[key] { return known }
        let compiler = makeCompiler(options, config: config)
        compilers[key] = .some(compiler)
        if compiler == nil { result = max(result, .inputErrors) }
        return compiler
    }

    /// Returns what the project file of a folder gives those who show templates without the app; what is wrong with that is
    /// reported once.
    mutating func samples(in folder: String, for compiler: TemplateCompiler) -> ProjectSamples {
        let project = project(in: folder)
        let path = (project?.path).map(ExactText.init)
        let key = [path] + compiler.configuration.ownComponents.filter(\.isSlot).map { ExactText($0.name) }
        if let known = samples[key] { return known }
        let made = ProjectSamples(project, for: compiler, reporter)
        samples[key] = made
        return made
    }

    /// Returns the project file of a folder; `nil` if there is none.
    mutating func project(in folder: String) -> Project? {
        completedOptions(in: folder).language.project
    }

    /// Returns what the project file of a folder lets bindings read as `env`.
    mutating func values(in folder: String) -> BindingObject {
        project(in: folder)?.file?.env ?? [:]
    }

    /// Checks whether the options for the sources of a folder go together.
    mutating func check(in folder: String) throws(UsageError) {
        try completedOptions(in: folder).language.check()
    }

    /// Returns the files that the compiler of an input is made from.
    mutating func paths(for input: CompileInput) -> [String] {
        let options = completedOptions(in: Path.folder(of: input.path))
        let config = options.language.config == nil ? config(for: input) : nil
        return options.paths + (config.map { [$0] } ?? [])
    }

    /// The project files of the folders so far, and what they name.
    var projectPaths: [String] {
        completed.values.flatMap { $0.language.project?.paths ?? [] }.sorted(by: String.inByteOrder)
    }

    /// Returns the files that the compiler of a folder is made from.
    mutating func paths(in folder: String) -> [String] {
        completedOptions(in: folder).paths
    }

    /// Returns the configuration of an input: the one that options name, or else the one in its folder.
    mutating func configuration(of input: CompileInput) -> String? {
        let options = completedOptions(in: Path.folder(of: input.path))
        if let named = options.language.config { return named.path }
        return config(for: input)
    }

    /// Returns the configuration that is in the folder of an input.
    private mutating func config(for input: CompileInput) -> String? {
        guard let root = input.root else { return nil }
        let key = ExactText(root)
        if let known = configs[key] { return known }
        let path = Path.join(root, Self.configName)
        let config = FileSystem.isFileOrDeadLink(path) ? path : nil
        configs[key] = .some(config)
        return config
    }
}

// MARK: - Making

extension CompilersByFolder {
    private mutating func completedOptions(in folder: String) -> CompilerOptions {
        let key = Project.path(above: folder, &projects).map(ExactText.init)
        if let known = completed[key] { return known }
        var options = options
        if let key { options.complete(with: Project(key.text, files, reporter, &result)) }
        completed[key] = options
        return options
    }

    private mutating func makeCompiler(_ options: CompilerOptions, config: NamedFile?) -> TemplateCompiler? {
        let project = (options.language.project?.path).map(ExactText.init)
        let base = bases[project] ?? options.makeCompiler(files, reporter, &result)
        bases[project] = .some(base)
        guard let config else { return base }
        // That it is missing is told with what else is.
        guard let file = config.read(files, reporter, &result), let base else { return nil }
        let warningsAreErrors = base.options.warningsAreErrors
        let configuration = base.configuration.applying(file, warningsAreErrors: warningsAreErrors, reporter)
        return configuration.map { TemplateCompiler(configuration: $0, options: base.options) }
    }
}

extension TemplateCompiler {
    /// The same compiler, whose files say which nodes are the parts of an assemble source.
    var embeddingPartNames: TemplateCompiler {
        var options = options
        options.embedsPartNames = true
        return TemplateCompiler(configuration: configuration, options: options)
    }
}
