import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewRelease

/// One side of a comparison: the templates of a file, a folder, a release or a state of a repository.
struct DiffSide {
    /// The templates by their names.
    private(set) var templates: [String: ComparedTemplate] = [:]
    /// The files that the templates come from, by their names; a release has none.
    private var files: [String: String] = [:]
    /// The files that were read, or would be if they were there.
    private var read: [String] = []
    /// The images beside templates, by the folders of these.
    private var images: [String: ImageFolder] = [:]
    /// What the side is called in messages.
    let name: String
    private var compilers: CompilersByFolder
    private var registries = NodeRegistries()
    /// Whether it is a single file.
    var isFile: Bool { root == nil && !files.isEmpty }
    /// The folder that was given, whose configuration applies to what is in it.
    private var root: String?
    private let reporter: DiagnosticReporter
    /// The exit code as far as the side is concerned.
    private(set) var result = ExitCode.success
    /// The files that were read, or would be if they were there, and what belongs to them.
    var paths: [String] { read + compilers.projectPaths + images.values.flatMap(\.paths) }

    /// What a path is called in messages.
    private let shown: (String) -> String

    /// Reads a side.
    ///
    /// - Parameters:
    ///   - path: A source, a compiled file, a folder of either, or a folder of releases, `FOLDER#NUMBER` for one of
    ///     them.
    ///   - options: The options for compiling sources.
    ///   - reporter: Receives what is wrong with any of them.
    ///   - shown: Returns what a path is called in messages.
    /// - Throws: `FileError` or `UsageError` if there is nothing to compare.
    init(
        _ path: String,
        _ options: CompilerOptions,
        _ reporter: DiagnosticReporter,
        shown: @escaping (String) -> String = { $0 }
    ) throws {
        name = shown(path)
        self.shown = shown
        self.reporter = reporter
        compilers = CompilersByFolder(options, reporter, OptionFiles(shown: shown))
        let (folder, number) = Self.release(path)
        if FileSystem.kind(of: Path.join(folder, RootFile.path(1))) == .file {
            try readRelease(folder, number)
        } else {
            if FileSystem.kind(of: path) == .folder { root = path }
            for path in try files(path) {
                do {
                    try read(path)
                } catch let error as FileError where root != nil {
                    reporter.report(error, &result)
                }
            }
        }
        result = max(result, compilers.result)
    }

    /// Takes `FOLDER#NUMBER` apart; the whole path and `nil` if it is something else.
    private static func release(_ path: String) -> (folder: String, number: Int?) {
        guard FileSystem.kind(of: path) == nil, let mark = path.utf8.lastIndex(of: UInt8(ascii: "#")) else {
            return (path, nil)
        }
        let digits = path[path.utf8.index(after: mark)...]
        guard digits.utf8.allSatisfy({ $0.decimalDigit != nil }), let number = Int(digits) else { return (path, nil) }
        return (String(path[..<mark]), number)
    }

    /// Returns the sources of a folder, or its compiled files if it has none.
    private mutating func files(_ path: String) throws(FileError) -> [String] {
        guard let kind = FileSystem.kind(of: path) else { throw FileError(reading: path, "no such file or folder") }
        guard kind == .folder else { return [path] }
        for extensions in [CompileInput.extensions, ["out"]] {
            var problems: [FileError] = []
            let found = try FileSystem.search(path, for: extensions) { problems.append($0) }
            for problem in problems { reporter.report(problem, &result) }
            if !found.isEmpty || !problems.isEmpty { return found.map(\.path) }
        }
        throw FileError(reading: path, "the folder has no templates: no .xml, .asv or .out file")
    }

    // MARK: - Reading

    private mutating func read(_ path: String) throws {
        guard let template = try compared(path) else {
            result = max(result, .inputErrors)
            return
        }
        let type = template.template.type
        if let first = files[type] {
            reporter.report(.sameType([shown(first), shown(path)], type), path: shown(path))
            result = max(result, .inputErrors)
            return
        }
        templates[type] = template
        files[type] = path
    }

    /// Reads a file; `nil` if it has errors, which were reported.
    private mutating func compared(_ path: String) throws -> ComparedTemplate? {
        let bytes = try FileSystem.read(path)
        let input = CompileInput(path: path, subfolder: "", root: root)
        read += [path, SampleFile.path(beside: path)] + compilers.paths(for: input)
        guard let compiler = try compilers.compiler(for: input) else { return nil }
        guard CompileInput.isSource(path) else {
            let reason: String
            do throws(FormatError) {
                let template = try Template(decoding: bytes)
                guard let excess = template.excess else {
                    return ComparedTemplate(path: shown(path), template, compiler: compiler)
                }
                reason = excess
            } catch {
                reason = Problem(error, shown(path)).text
            }
            reporter.report(.error, id: FileMessageID.cannotLoad.rawValue, reason, path: shown(path))
            return nil
        }
        let file = SourceFile(path: shown(path), bytes: bytes)
        var compiled = compiler.compile(file)
        if compiled.type == Path.stem(of: file.path), file.path != path {
            // What the path is called says nothing about the template's name.
            compiled = compiler.compile(file, name: Path.stem(of: path))
        }
        var errors = DiagnosticList()
        for diagnostic in compiled.diagnostics.ordered where diagnostic.severity == .error { errors.add(diagnostic) }
        reporter.report(errors)
        guard let output = compiled.bytes, let template = try? Template(decoding: output) else { return nil }
        return ComparedTemplate(path: shown(path), template, source: compiled, compiler: compiler)
    }

    private mutating func readRelease(_ path: String, _ number: Int?) throws(FileError) {
        do {
            let folder = try ReleaseFolder(path, isWritten: false)
            read += folder.paths
            let latest = folder.latest.map { $0.candidate?.release.number ?? $0.stable.number }
            guard let number = number ?? latest else { throw ReleaseProblem("the folder has no release") }
            for entry in try folder.release(number).manifest.entries {
                templates[entry.type] = ComparedTemplate(path: "\(name)/\(entry.type)", try folder.template(entry))
            }
        } catch let error as FileError {
            throw error
        } catch let error as ReleaseProblem {
            throw FileError(reading: path, error.message)
        } catch let error as DeliveryError {
            throw FileError(reading: error.place ?? path, error.message)
        } catch {
            throw FileError(reading: path, "\(error)")
        }
    }

    // MARK: - Showing

    /// Returns the sample data beside a template; `nil` also for data with errors, which are reported.
    mutating func sample(of type: String) throws(FileError) -> DataFile? {
        guard let path = files[type].map(SampleFile.path), FileSystem.kind(of: path) == .file else { return nil }
        let data = DataFile.read(SourceFile(path: shown(path), bytes: try FileSystem.read(path)), reporter)
        if data == nil { result = max(result, .inputErrors) }
        return data
    }

    /// Returns the images beside a template.
    ///
    /// - Parameters:
    ///   - type: The template.
    ///   - sizes: The sizes that the project gives images.
    /// - Returns: The images, `nil` for a template that comes from no file.
    mutating func images(beside type: String, _ sizes: [String: AssembleAssetSize]) -> ImageFolder? {
        guard let folder = files[type].map(Path.folder) else { return nil }
        let found = images[folder] ?? ImageFolder(templates: folder, slots: [:], sizes: sizes)
        images[folder] = found
        return found
    }

    /// Returns the project file of a template's folder.
    func project(of type: String) -> Project? {
        files[type].flatMap { Self.project(above: Path.folder(of: $0)) }
    }

    /// Returns the severities that count for a template which the newer side does not have: those of its project file there.
    ///
    /// - Parameters:
    ///   - type: A template of this side.
    ///   - newer: The newer side.
    /// - Returns: The severities; those of this side where the newer one has no folders.
    func severities(of type: String, goneFrom newer: DiffSide) -> [String: RuleSeverity] {
        guard let place = newer.root else { return templates[type]?.compiler.options.severities ?? [:] }
        // A release and a file have no folders that the newer side could have too.
        guard let root, let path = files[type] else { return Self.project(above: place)?.file?.lint ?? [:] }
        let folder = Path.way(from: FileSystem.place(ofFolder: root), to: FileSystem.place(ofFile: path))
        return Self.project(above: Path.folder(of: Path.join(place, folder)))?.file?.lint ?? [:]
    }

    private static func project(above folder: String) -> Project? {
        guard let place = Project.path(above: folder) else { return nil }
        var result = ExitCode.success
        return Project(place, OptionFiles(), DiagnosticReporter { _ in }, &result)
    }

    /// Returns a template that is ready to be shown, and those that its data or what stands for the app name.
    ///
    /// - Parameters:
    ///   - type: The template.
    ///   - data: Its data.
    ///   - project: The project file, with what stands for the app; `nil` for none.
    /// - Returns: `nil` for a template that is not there or cannot be shown.
    /// - Throws: `FileError` or `UsageError` if a template that is named cannot be read.
    mutating func prepared(
        _ type: String,
        _ data: JSONValue?,
        _ project: ProjectFile?
    ) throws -> (PreparedTemplate, PreparedTemplates)? {
        guard let template = templates[type] else { return nil }
        let functions = project?.functions ?? [:]
        guard let main = prepare(template, functions) else { return nil }
        var all = [type: main]
        let folder = files[type].map(Path.folder)
        let values = [data].compactMap(\.self) + JSONValue.ofApp(project?.env ?? [:], functions)
        for name in values.flatMap(\.namedTypes) where all[name] == nil {
            if let known = templates[name] {
                all[name] = prepare(known, functions)
            } else if let folder, let path = TemplateInput.neighbour(name, in: folder) {
                guard let other = try compared(path) else {
                    result = max(result, .inputErrors)
                    continue
                }
                all[name] = prepare(other, functions)
            }
        }
        return (main, PreparedTemplates(all, absence: "no template of that name was given"))
    }

    private mutating func prepare(
        _ template: ComparedTemplate,
        _ functions: [String: SampleFunction]
    ) -> PreparedTemplate? {
        try? PreparedTemplate(
            template.template,
            registry: registries.registry(for: template.compiler, functions),
            client: template.compiler.options.client
        )
    }
}
