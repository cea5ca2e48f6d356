import VirtualView
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewRelease

/// The templates of a new release, compiled as `vvc compile` does, or read where they are compiled already.
struct ReleaseSources {
    /// The options about compiling.
    struct Options {
        let compiler: CompilerOptions
        let version: UInt16?
        let jobCount: Int?
        let diagnosticsAreJSON: Bool

        /// The names of the options that only sources need.
        static let names: Set<String> = {
            var line = ArgumentReader()
            _ = try? Options(&line)
            return Set(line.options.map(\.name)).subtracting(["--diagnostics"])
        }()

        init(_ line: inout ArgumentReader) throws(UsageError) {
            var compiler = try CompilerOptions(&line)
            version = try line.number(CompileCommand.version, in: 0...65_535).map { UInt16(clamping: $0) }
            compiler.client = line.client(help: CompileCommand.targetHelp)
            compiler.others.warningsAreErrors = line.warningsAreErrors()
            compiler.others.embed(try line.embeddedRecords())
            self.compiler = compiler
            jobCount = try line.jobCount(help: CompileCommand.jobsHelp)
            diagnosticsAreJSON = line.diagnosticsAreJSON(help: CompileCommand.diagnosticsHelp)
        }
    }

    /// A template with the place that it comes from.
    private struct Source {
        let path: String
        let template: Template
    }

    /// The templates in the order of their types, which is that of the manifest.
    let templates: [Template]
    /// The hash of what they were made of.
    let hash: String
    /// The files that were read, and what belongs to them: data, and what project files name.
    let paths: [String]

    /// The ending of compiled files.
    private static let compiled = "out"

    /// Compiles sources and reads compiled files.
    ///
    /// - Parameters:
    ///   - operands: Files and folders. A folder without sources stands for the compiled files below it.
    ///   - options: The options about compiling.
    ///   - terminal: Shows progress.
    ///   - reporter: Receives everything that is wrong with any of them.
    ///   - result: The exit code of the command, which is raised.
    /// - Returns: `nil` if anything is wrong.
    /// - Throws: `UsageError` when options do not go together.
    static func read(
        _ operands: [String],
        _ options: Options,
        _ terminal: Terminal,
        _ reporter: DiagnosticReporter,
        _ result: inout ExitCode
    ) throws(UsageError) -> ReleaseSources? {
        var found: [Source] = []
        var hashes = SourceHashes()
        var paths: [String] = []
        func report(_ error: FileError) { reporter.report(error, &result) }
        let inputs = CompileInput.find(operands.filter { !isCompiled($0) }, report: report)
        var cache = CompilersByFolder(options.compiler, reporter)
        let batch = CompileBatch(name: nil, version: options.version, jobCount: options.jobCount)
        let outcomes = try batch.compile(inputs, &cache) { CompileProgress(terminal, reporter).show($0, of: $1) }
        result = max(result, cache.result)
        for (input, outcome) in zip(inputs, outcomes) {
            if let problem = outcome.problem { report(problem) }
            guard let compiled = outcome.template else { continue }
            reporter.report(compiled.diagnostics)
            guard let bytes = compiled.bytes, let template = try? Template(decoding: bytes) else {
                result = max(result, .inputErrors)
                continue
            }
            found.append(Source(path: input.path, template: template))
            hashes.add(Path.join(input.subfolder, Path.name(of: input.path)), compiled.source.file.bytes)
            let optionPaths = cache.paths(for: input)
            for path in optionPaths { hashes.add(path, report) }
            paths += [input.path, SampleFile.path(beside: input.path)] + optionPaths
            for file in compiled.source.tree?.files.dropFirst() ?? [] {
                hashes.add(Path.name(of: file.path), file.bytes)
            }
        }
        for path in operands.filter(isCompiled).flatMap({ compiledFiles($0, report) }) {
            guard let source = read(path, reporter, &result) else { continue }
            found.append(source)
            hashes.add(Path.name(of: path), source.template.bytes)
            paths.append(path)
        }
        guard result == .success, check(found, reporter) else {
            result = max(result, .inputErrors)
            return nil
        }
        let templates = found.map(\.template).sorted { String.inByteOrder($0.type, $1.type) }
        return ReleaseSources(templates: templates, hash: hashes.text, paths: paths + cache.projectPaths)
    }
}

// MARK: - Compiled files

extension ReleaseSources {
    /// Whether an operand is a compiled file, or a folder with such files and no sources.
    static func isCompiled(_ operand: String) -> Bool {
        guard FileSystem.kind(of: operand) == .folder else { return Path.fileExtension(of: operand) == compiled }
        func has(_ extensions: Set<String>) -> Bool {
            (try? FileSystem.search(operand, for: extensions, report: { _ in }))?.isEmpty == false
        }
        return !has(CompileInput.extensions) && has([compiled])
    }

    private static func compiledFiles(_ operand: String, _ report: (FileError) -> Void) -> [String] {
        guard FileSystem.kind(of: operand) == .folder else { return [operand] }
        do throws(FileError) {
            return try FileSystem.search(operand, for: [compiled], report: report).map(\.path)
        } catch {
            report(error)
            return []
        }
    }

    private static func read(
        _ path: String,
        _ reporter: DiagnosticReporter,
        _ result: inout ExitCode
    ) -> Source? {
        do {
            return Source(path: path, template: try Template(decoding: FileSystem.read(path)))
        } catch let error as FileError {
            reporter.report(error, &result)
        } catch {
            let reason = (error as? FormatError).map { Problem($0, path).text } ?? "\(error)"
            reporter.report(.error, id: FileMessageID.cannotLoad.rawValue, reason, path: path)
            result = max(result, .inputErrors)
        }
        return nil
    }

    /// Checks that no two of them are templates of one type.
    private static func check(_ found: [Source], _ reporter: DiagnosticReporter) -> Bool {
        var paths: [String: String] = [:]
        var isRight = true
        for source in found {
            guard let other = paths.updateValue(source.path, forKey: source.template.type) else { continue }
            reporter.report(.sameType([other, source.path], source.template.type), path: source.path)
            isRight = false
        }
        return isRight
    }
}

// MARK: - Making a release

extension ReleaseSources {
    /// Makes the release file and the files that it names.
    ///
    /// - Parameters:
    ///   - number: The number of the release.
    ///   - date: The time at which it is made.
    /// - Returns: The release file, and the blobs and the pack with their paths.
    /// - Throws: `TemplateError` or `ReleaseProblem` for what no release can have.
    func makeRelease(_ number: Int, date: ReleaseTime) throws -> (file: ReleaseFile, blobs: [ReleaseFolder.File]) {
        if let type = templates.map(\.type).first(where: { !ReleaseCommand.canDisable($0) }) {
            throw ReleaseProblem(
                "the template '\(type)' cannot be released: '\(ReleaseCommand.disable)' could not name it"
            )
        }
        let manifest = try TemplateManifest(templates.map(TemplateManifest.Entry.init))
        var blobs: [ReleaseFolder.File] = []
        var pack: [UInt8] = []
        var seen: Set<String> = []
        for (entry, template) in zip(manifest.entries, templates) where seen.insert(entry.sha256).inserted {
            blobs.append(ReleaseFolder.File(path: ReleaseFile.Blob.path(entry.sha256), bytes: template.bytes))
            pack += template.bytes
        }
        guard pack.count <= ReleaseFile.maximumPackSize else {
            throw ReleaseProblem("the templates have \(pack.count) bytes; the limit is \(ReleaseFile.maximumPackSize)")
        }
        let file = ReleaseFile(
            number: number,
            issued: date,
            expires: Self.expiry(date),
            minimumFormat: templates.map { FormatRevision(of: $0) }.max() ?? .current,
            sources: hash,
            manifest: manifest,
            pack: ReleaseFile.Pack(sha256: ContentHash.of(pack), size: pack.count)
        )
        blobs.append(ReleaseFolder.File(path: file.pack.path, bytes: pack))
        return (file, blobs)
    }

    /// Returns the time until which a release or root file is valid: longer than an app is in use without an update.
    static func expiry(_ date: ReleaseTime) -> ReleaseTime {
        ReleaseTime(seconds: date.seconds + 3650 * 86400)
    }
}

extension FormatRevision {
    fileprivate init(of template: Template) {
        self.init(major: Int(template.version.major), minor: Int(template.version.minor))
    }
}

/// The hashes of files that a release is made of, as `sha256sum` prints them, in the order of the lines.
private struct SourceHashes {
    private var lines: Set<String> = []
    private var paths: Set<String> = []

    /// Adds a file that was read.
    mutating func add(_ name: String, _ bytes: [UInt8]) {
        lines.insert("\(ContentHash.of(bytes))  \(name)\n")
    }

    /// Adds a file that options or folders name, once.
    mutating func add(_ path: String, _ report: (FileError) -> Void) {
        // What is no regular file, such as a shell's pipe, can be read only once.
        guard paths.insert(path).inserted, FileSystem.kind(of: path) == .file else { return }
        do throws(FileError) {
            add(Path.name(of: path), try FileSystem.read(path))
        } catch {
            report(error)
        }
    }

    /// The hash of all lines.
    var text: String {
        let sorted = lines.sorted(by: String.inByteOrder)
        return ContentHash.of(Array(sorted.joined().utf8))
    }
}
