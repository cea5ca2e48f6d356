import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// `vvc unused`: lists what nothing names.
struct UnusedCommand: Command {
    static let specification = CommandSpecification(
        name: "unused",
        summary: "Lists templates, parts, blocks, images and more that nothing names",
        operands: "[INPUT…]",
        operandCount: 0...Int.max,
        example: (
            "vvc unused Templates --sources App --usage seen.txt",
            "lists what neither templates, sample data, the app's Swift files nor that list name; removes nothing"
        )
    )

    private var operands: [String]
    /// Whether no template of the project is left out.
    private var isWhole = true
    private let sources: [String]
    private let namesPath: String?
    private let usagePath: String?
    private let writesJSON: Bool
    private let compiler: CompilerOptions

    init(_ line: inout ArgumentReader) throws(UsageError) {
        operands = line.operands
        sources = line.texts(Option("--sources", "DIR", help: "Looks for names in the Swift files below this folder"))
        namesPath = line.text(
            Option("--names", "FILE", help: "Knows the constants of a Swift file that 'vvc compile --names' wrote")
        )
        usagePath = line.text(
            Option("--usage", "FILE", help: "Counts as named what this list of template names has, a name a line")
        )
        writesJSON = line.flag(Option("--json", help: "Writes a JSON object a line"))
        let client = line.client(help: "Compiles for this client")
        compiler = try CompilerOptions(&line, client: client)
    }

    func run(_ terminal: Terminal) throws -> ExitCode {
        let reporter = DiagnosticReporter(terminal, isJSON: false)
        var result = ExitCode.success
        var command = self
        command.operands = try Project.inputs(operands, orElse: "'vvc unused' needs INPUT…", reporter, &result)
        command.isWhole = operands.isEmpty || coversProjects()
        return max(result, try command.search(terminal, reporter))
    }

    /// Whether the inputs are folders, with everything in them that their project files call templates.
    private func coversProjects() -> Bool {
        guard operands.allSatisfy({ FileSystem.kind(of: $0) == .folder }) else { return false }
        let folders = operands.compactMap(FileSystem.resolved)
        let silent = DiagnosticReporter { _ in }
        var result = ExitCode.success
        return Set(operands.compactMap(Project.path(above:))).allSatisfy { path in
            let project = Project(path, OptionFiles(), silent, &result)
            let templates = (project.file?.templates ?? []).map { project.path(of: $0.text) }
            return templates.compactMap(FileSystem.resolved).allSatisfy { place in
                folders.contains { place == $0 || Path.isIn($0, place) }
            }
        }
    }

    private func search(_ terminal: Terminal, _ reporter: DiagnosticReporter) throws -> ExitCode {
        var result = ExitCode.success
        var told: Set<String> = []
        func report(_ error: FileError) {
            // Folders are searched for sources, and then for what else there is.
            if told.insert(error.message.text).inserted { reporter.report(error, &result) }
        }
        var search = UnusedSearch()
        search.seesProject = isWhole
        if compiler.language.isConfigOnly {
            search.language = Configuration(schema: LanguageSchema(components: [], properties: []))
        }
        let slots = try readTemplates(into: &search, reporter, report)
        readOthers(into: &search, without: slots, report)
        try readCode(into: &search, report)
        if let usagePath { search.usage = try Self.names(try FileSystem.read(usagePath), usagePath) }
        // Nobody knows what a file that cannot be read was to name.
        if result != .success { search.isComplete = false }
        if !search.isComplete { result = max(result, .inputErrors) }
        var formatter = DiagnosticFormatter()
        var text = ""
        for finding in search.findings() {
            text += writesJSON ? finding.json(&formatter) : VisibleText.line(finding.text(&formatter)) + "\n"
        }
        guard !text.isEmpty else { return result }
        let isWritten = writesJSON ? terminal.print(json: text) : terminal.print(text)
        return isWritten ? result : .cannotWrite
    }

    /// Compiles the templates, and reports those with errors: what they name is not known.
    ///
    /// - Returns: The pictures of slots that project files name.
    private func readTemplates(
        into search: inout UnusedSearch,
        _ reporter: DiagnosticReporter,
        _ report: (FileError) -> Void
    ) throws(UsageError) -> Set<String> {
        let files = OptionFiles()
        files.startRun()
        var cache = CompilersByFolder(compiler, reporter, files)
        var seen = SeenFiles()
        let inputs = CompileInput.find(operands, report: report).filter { seen.insert($0.path) }
        let compilers = try inputs.map { input throws(UsageError) in
            // Code names parts by constants.
            try cache.compiler(for: input)?.embeddingPartNames
        }
        let batch = CompileBatch(name: nil, version: nil, jobCount: nil)
        search.isComplete = cache.result == .success
        search.fragments = self.compiler.assemble.fragments
        var optionPaths: Set<String> = []
        var slots: Set<String> = []
        var projects: Set<String> = []
        for (index, outcome) in batch.compile(inputs, compilers, progress: { _, _ in }).enumerated() {
            if let problem = outcome.problem { report(problem) }
            guard let compiler = compilers[index], let compiled = outcome.template else {
                search.isComplete = false
                continue
            }
            let errors = compiled.diagnostics.ordered.filter { $0.severity == .error }
            if reporter.report(errors) { search.isComplete = false }
            let paths = cache.paths(for: inputs[index])
            let configuration = cache.configuration(of: inputs[index])
            search.templates.append(
                UnusedSearch.Template(
                    input: inputs[index],
                    compiler: compiler,
                    compiled: compiled,
                    optionPaths: paths
                )
            )
            for path in paths where optionPaths.insert(path).inserted {
                guard let bytes = try? files.read(path) else { continue }
                let file = SourceFile(path: path, bytes: bytes)
                if path == configuration {
                    search.configurations.append(file)
                } else {
                    let own = ComponentsReader.read(file, extending: .standard).components
                    search.components[path] = Set(own.map(\.name))
                }
            }
            if let project = cache.project(in: Path.folder(of: inputs[index].path)) {
                slots.formUnion((project.file?.slots ?? []).map { project.path(of: $0.path.text) })
                if let file = project.file, projects.insert(project.path).inserted {
                    search.samples += JSONValue.ofApp(file.env, file.functions).map { ("", $0) }
                    if self.compiler.assemble.fragments.isEmpty { search.fragments += project.fragments }
                }
            }
        }
        return slots
    }

    /// Reads sample data and lists, and finds images.
    private func readOthers(
        into search: inout UnusedSearch,
        without slots: Set<String>,
        _ report: (FileError) -> Void
    ) {
        var seen = SeenFiles()
        for path in slots.union(search.templates.flatMap(\.optionPaths)) { seen.insert(path) }
        for path in otherFiles(["json", "properties"] + ImageFolder.extensions, report).sorted() {
            let (name, ending) = (Path.name(of: path), Path.fileExtension(of: path))
            if name == ProjectFile.name || !seen.insert(path) { continue }
            if ImageFolder.extensions.contains(ending) {
                search.images.append(path)
                continue
            }
            guard ending == "json" || name == "templatelist.properties" else { continue }
            do throws(FileError) {
                let bytes = try FileSystem.read(path)
                if ending == "properties" {
                    let list = TemplateList.read(SourceFile(path: path, bytes: bytes), isLenient: true).list
                    search.listed.formUnion(list.entries.map(\.type))
                } else if let value = try? JSONValue(json: bytes) {
                    search.samples.append((name, value))
                    if name.hasSuffix(TestScript.ending) { search.tests.append(value) }
                } else {
                    throw FileError(reading: path, "this is not JSON")
                }
            } catch {
                report(error)
            }
        }
    }

    /// Returns the files with certain endings in the folders that are given, and beside the sources.
    private func otherFiles(_ endings: [String], _ report: (FileError) -> Void) -> Set<String> {
        var files: Set<String> = []
        var sources: [String: [String]] = [:]
        for operand in operands {
            if FileSystem.kind(of: operand) == .folder {
                files.formUnion(Self.files(operand, endings, report))
            } else {
                sources[Path.folder(of: operand), default: []].append(operand)
            }
        }
        for (folder, sources) in sources { files.formUnion(Self.samples(in: folder, of: sources, report)) }
        return files
    }

    /// Returns the files with data and tests of some sources of a folder.
    private static func samples(
        in folder: String,
        of sources: [String],
        _ report: (FileError) -> Void
    ) -> [String] {
        do throws(FileError) {
            let stems = Set(sources.map(Path.stem))
            let names = try FileSystem.list(folder.isEmpty ? "." : folder).filter(\.isText).map(\.name)
            let samples = names.filter { SampleFile.belongs($0, toOneOf: stems) }
            return samples.map { Path.join(folder, $0) }.filter(FileSystem.isFileOrDeadLink)
        } catch {
            report(error)
            return []
        }
    }

    private static func files(_ folder: String, _ endings: [String], _ report: (FileError) -> Void) -> [String] {
        do throws(FileError) {
            return try FileSystem.search(folder, for: Set(endings), report: report).map(\.path)
        } catch {
            report(error)
            return []
        }
    }

    private func readCode(into search: inout UnusedSearch, _ report: (FileError) -> Void) throws(FileError) {
        let bytes = search.templates.compactMap { $0.compiled.bytes }
        var text = SwiftSource.names(of: bytes.compactMap { try? VirtualViewFormat.Template(decoding: $0) })
        if let namesPath {
            let bytes = try FileSystem.read(namesPath)
            guard SwiftNames.isGenerated(bytes) else {
                throw FileError(reading: namesPath, "this is no file that 'vvc compile --names' wrote")
            }
            text = String(decoding: bytes, as: UTF8.self)
        }
        search.constants = SwiftNames.constants(in: text)
        guard !sources.isEmpty else { return }
        var names = SwiftNames()
        for folder in sources {
            var paths = [folder]
            if FileSystem.kind(of: folder) == .folder {
                var hasProblem = false
                paths = Self.files(folder, ["swift"]) { error in
                    hasProblem = true
                    report(error)
                }
                // Nobody has shown the code.
                if paths.isEmpty, !hasProblem {
                    report(FileError(reading: folder, "the folder has no .swift file"))
                }
            }
            for path in paths {
                do throws(FileError) {
                    names.add(try FileSystem.read(path))
                } catch {
                    report(error)
                }
            }
        }
        search.code = names
    }

    /// Reads a list of names: one a line, or a JSON array.
    private static func names(_ bytes: [UInt8], _ path: String) throws(FileError) -> Set<String> {
        let text = bytes.withoutByteOrderMark
        let first = text.firstThatIsNotBlank
        if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
            guard case .array(let elements)? = try? JSONValue(json: bytes) else {
                throw FileError(reading: path, "this is not a JSON array")
            }
            // What is not understood could be a name.
            return Set(
                try elements.map { element throws(FileError) in
                    guard let name = element.textValue else {
                        throw FileError(reading: path, "this is not a JSON array of names")
                    }
                    return name
                }
            )
        }
        let decoded = String(decoding: text, as: UTF8.self)
        // Decoding replaces wrong bytes.
        guard decoded.utf8.elementsEqual(text) else { throw FileError(reading: path, "this is not UTF-8") }
        let lines = decoded.split { $0.isNewline }
        return Set(lines.map { String($0.drop(while: Self.isBlank).reversed().drop(while: Self.isBlank).reversed()) })
    }

    private static func isBlank(_ character: Character) -> Bool {
        character == " " || character == "\t"
    }
}
