import VirtualViewCompiler
import VirtualViewFormat

/// The options of all commands that compile sources, whatever they do with the files.
struct CompilerOptions {
    private(set) var language: LanguageOptions
    /// The files with named event programs.
    private(set) var blocks: [NamedFile]
    private(set) var assemble: AssembleArguments
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
            Option("--blocks", "FILE", help: "Reads blocks: event programs with names, which handlers may use")
        ).map { NamedFile(path: $0) }
        assemble = try AssembleArguments(&line)
        others.isLenient = line.flag(
            Option("--lenient", help: "Turns some errors into warnings, with the reference compiler's bytes")
        )
    }

    /// Adds the settings of a project file; the command line wins.
    mutating func complete(with project: Project) {
        language.complete(with: project)
        if blocks.isEmpty { blocks = project.file?.blocks.map(project.named) ?? [] }
        client = client ?? project.client(isSimulated: areDrawn)
        assemble.complete(with: project)
        others.severities = project.file?.lint ?? [:]
    }

    /// Makes the paths absolute, for those who tell others where files are.
    mutating func makeAbsolute() {
        language.makeAbsolute()
        blocks = blocks.map(\.absolute)
        assemble.makeAbsolute()
    }

    /// The files that the options, or the project file, name, and that file itself.
    var paths: [String] { language.paths + blocks.map(\.path) + assemble.fragments.map(\.file.path) }

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
        if let assemble = assemble.read(files, reporter, &result) {
            options.assemble = assemble
        } else {
            isRight = false
        }
        for block in blocks {
            guard let file = block.read(files, reporter, &result) else {
                isRight = false
                continue
            }
            options.blocks.read(file, isLenient: options.isLenient, client: options.client, into: &diagnostics)
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

/// A file that an option or the project file names.
struct NamedFile {
    let path: String
    /// Where the project file names it; `nil` for one of the command line.
    var place: SourceRange?

    /// The same file by an absolute path.
    var absolute: NamedFile { NamedFile(path: FileSystem.absolute(path), place: place) }

    /// Reads the file.
    ///
    /// - Returns: `nil` if it cannot be read, which is reported where the project file names it.
    func read(_ files: OptionFiles, _ reporter: DiagnosticReporter, _ result: inout ExitCode) -> SourceFile? {
        do throws(FileError) {
            return try files.source(path)
        } catch {
            if let place {
                _ = reporter.report([Diagnostic(error.message, at: place)])
            } else {
                reporter.report(error)
            }
            result = max(result, error.exitCode)
            return nil
        }
    }
}

extension Configuration {
    /// Adds a configuration file.
    ///
    /// - Returns: `nil` if it has errors, which are reported.
    func applying(
        _ file: SourceFile,
        warningsAreErrors: Bool = false,
        _ reporter: DiagnosticReporter
    ) -> Configuration? {
        let (configuration, problems) = applying(file)
        return reporter.report(problems, warningsAreErrors: warningsAreErrors) ? nil : configuration
    }
}

/// The options of the commands that read assemble sources.
struct AssembleArguments {
    /// The sizes of images, by their names.
    private(set) var assets: [String: AssembleAssetSize] = [:]
    /// The files of fragments, each with the name that a source uses.
    private(set) var fragments: [(name: String, file: NamedFile)] = []

    private static let asset = Option(
        "--asset",
        "NAME=WxH",
        help: "Gives the size of an image that a .asv source shows"
    )
    private static let argument = Option("--arg", "NAME=FILE", help: "Defines a name that a .asv source uses")

    /// Reads `--asset` and `--arg`.
    init(_ line: inout ArgumentReader) throws(UsageError) {
        let sizes = line.texts(Self.asset)
        for text in line.texts(Self.argument) {
            let (name, path) = try Self.split(text, Self.argument)
            guard !fragments.contains(where: { $0.name == name }) else {
                throw UsageError("'\(Self.argument)' defines '\(name)' twice")
            }
            fragments.append((name, NamedFile(path: path)))
        }
        for text in sizes {
            let (name, size) = try Self.split(text, Self.asset)
            guard let size = AssembleAssetSize(size) else {
                throw UsageError("'\(size)' is not a size: expected WxH, such as 24x24 or 40rpx40rp")
            }
            guard assets[name] == nil else { throw UsageError("'\(Self.asset)' gives the size of '\(name)' twice") }
            assets[name] = size
        }
    }

    /// Adds the sizes and the fragments of a project file, unless the command line gives some.
    mutating func complete(with project: Project) {
        if fragments.isEmpty { fragments = project.fragments }
        if assets.isEmpty { assets = project.file?.images ?? [:] }
    }

    /// Makes the paths absolute.
    mutating func makeAbsolute() {
        fragments = fragments.map { ($0.name, $0.file.absolute) }
    }

    /// Reads the files.
    ///
    /// - Returns: `nil` if one cannot be read, which is reported.
    func read(_ files: OptionFiles, _ reporter: DiagnosticReporter, _ result: inout ExitCode) -> AssembleOptions? {
        var options = AssembleOptions(assets: assets)
        var isRight = true
        for (name, named) in fragments {
            if let file = named.read(files, reporter, &result) {
                options.arguments[name] = file
            } else {
                isRight = false
            }
        }
        return isRight ? options : nil
    }

    private static func split(_ text: String, _ option: Option) throws(UsageError) -> (String, String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw UsageError("'\(text)' is not a value of '\(option)': expected \(option.value ?? "")")
        }
        return (parts[0], parts[1])
    }
}
