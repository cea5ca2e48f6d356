import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// What a language server knows of the world: the open documents, and the files around them.
///
/// Files are read again when the system says that they changed. An open document counts instead of its file, except for
/// those that compilers are made from: a half-written project file would put every template in error.
final class ServerWorkspace {
    /// The folders that the client has open.
    var folders: [String] = []
    /// The open documents by their addresses.
    private(set) var documents: [String: OpenDocument] = [:]
    /// Those that are files, by their paths: of two addresses of one file, the one that was opened last.
    private var openFiles: [String: OpenDocument] = [:]
    var work = LanguageServer.Work()

    private let options: CompilerOptions
    /// The folder of documents that are no files while no other is open.
    private let workingFolder = FileSystem.place(ofFolder: "")
    private var files: [String: CachedFile] = [:]
    private var projects: [String: ServerProject] = [:]
    private var lastNumber = 0

    /// A file that was read.
    private struct CachedFile {
        /// What the system said about it; `nil` if it is to be read again.
        var stamp: FileStamp?
        let file: SourceFile
        /// The number of the content.
        let number: Int
        /// The JSON in it, or the last that there was.
        var json: JSONNode?
        var isJSONRead = false
    }

    init(_ options: CompilerOptions) {
        // An address has a whole path.
        var options = options
        options.makeAbsolute()
        self.options = options
    }

    // MARK: - Documents

    func open(_ document: OpenDocument) {
        if let old = documents[document.uri] { closedReports.formUnion(old.reports.keys) }
        documents[document.uri] = document
        if document.isFile { openFiles[document.path] = document }
        noteChange(of: document)
    }

    func close(_ document: OpenDocument) {
        documents[document.uri] = nil
        if openFiles[document.path] === document {
            let others = documents.values.filter { $0.isFile && $0.path == document.path }
            openFiles[document.path] = others.min { $0.uri < $1.uri }
        }
        closedReports.formUnion(document.reports.keys)
        // Nobody asks for its files any more.
        files[document.path] = nil
        numbersOfOpen[document.path] = nil
    }

    /// The addresses that closed documents told something about.
    var closedReports: Set<String> = []
    /// What was published, by the address.
    var published: [String: JSONValue] = [:]

    func noteChange(of document: OpenDocument) {
        if document.kind == .data { numbersOfOpen[document.path] = nextNumber() }
    }

    private var numbersOfOpen: [String: Int] = [:]

    /// Returns the document that counts instead of a file; `nil` if the file is not open.
    func openDocument(at path: String) -> OpenDocument? { openFiles[path] }

    private func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}

// MARK: - Files

extension ServerWorkspace {
    /// Forgets what was read; the next look reads again.
    func forgetFiles() {
        for path in files.keys { files[path]?.stamp = nil }
        for folder in projects.keys { projects[folder]?.isCurrent = false }
    }

    /// Returns the content of a file, from the document where it is open; `nil` if it cannot be read.
    func source(at path: String) -> SourceFile? {
        if let document = openDocument(at: path) { return document.source }
        return read(path)?.file
    }

    /// Returns the number of a file's content; 0 if there is no file.
    ///
    /// Another number means another content.
    func number(of path: String) -> Int {
        if openDocument(at: path) != nil {
            if let number = numbersOfOpen[path] { return number }
            let number = nextNumber()
            numbersOfOpen[path] = number
            return number
        }
        numbersOfOpen[path] = nil
        return read(path)?.number ?? 0
    }

    /// Returns the JSON in a file, or the last well-formed JSON that was in it.
    func json(at path: String) -> JSONNode? {
        if let document = openDocument(at: path) {
            if !document.isJSONRead { work.jsonRead += 1 }
            return document.readJSON()
        }
        guard var cached = read(path) else { return nil }
        guard !cached.isJSONRead else { return cached.json }
        work.jsonRead += 1
        cached.json = JSONNode.read(cached.file).node ?? cached.json
        cached.isJSONRead = true
        files[path] = cached
        return cached.json
    }

    /// Returns the JSON in a file that may have a text; it is not kept, for a project may have much that nobody shows.
    func json(at path: String, with text: String) -> JSONNode? {
        // What is known already is kept for others.
        guard openDocument(at: path) == nil, files[path] == nil else { return json(at: path) }
        work.filesRead += 1
        guard let bytes = try? FileSystem.read(path, limit: 16 << 20, isRegular: true),
            Self.mayHave(text, in: bytes)
        else { return nil }
        work.jsonRead += 1
        return JSONNode.read(SourceFile(path: path, bytes: bytes)).node
    }

    /// Returns whether bytes of JSON may have a text: where something is escaped, that may be the text.
    private static func mayHave(_ text: String, in bytes: [UInt8]) -> Bool {
        let quoted = Array("\"\(text)\"".utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            bytes.indices.contains { offset in
                bytes[offset] == UInt8(ascii: "\\")
                    || bytes[offset] == quoted[0] && bytes[offset...].starts(with: quoted)
            }
        }
    }

    /// Returns where a place of JSON is in the text as it is now; `nil` if it is gone, or nobody knows.
    func current(_ range: SourceRange) -> SourceRange? {
        let path = range.file.path
        if let document = openDocument(at: path) {
            guard let last = document.lastJSON, last.node.range.file == range.file else { return range }
            let moved = last.shift.isFull ? 0..<0 : last.shift.moved(range.offsets)
            return moved.isEmpty && !range.offsets.isEmpty ? nil : SourceRange(document.source, moved)
        }
        // What was edited in a file is not known.
        guard let cached = files[path], cached.json?.range.file == range.file else { return range }
        return cached.file == range.file ? range : nil
    }

    private func read(_ path: String) -> CachedFile? {
        guard path.hasPrefix("/"), let stamp = FileSystem.stamp(of: path) else {
            files[path] = nil
            return nil
        }
        if let known = files[path], known.stamp == stamp { return known }
        work.filesRead += 1
        guard let bytes = try? FileSystem.read(path, limit: 16 << 20, isRegular: true) else { return nil }
        let read = CachedFile(
            stamp: stamp,
            file: SourceFile(path: path, bytes: bytes),
            number: nextNumber(),
            json: files[path]?.json
        )
        files[path] = read
        return read
    }

    /// Returns the sample data of a template: `Card.json`, then `Card.*.json` beside it, in byte order.
    func samples(of path: String) -> [String] {
        let folder = Path.folder(of: path)
        let stem = Path.stem(of: path)
        guard path.hasPrefix("/") else { return [] }
        let listed = (try? FileSystem.list(folder).map(\.name)) ?? []
        let open = openFiles.keys.filter { Path.folder(of: $0) == folder }.map(Path.name)
        let all = Set((listed + open).map(ExactText.init))
        let variants = all.map(\.text).filter { name in
            SampleFile.isVariant(name, of: stem) { stem in
                CompileInput.extensions.contains { all.contains(ExactText("\(stem).\($0)")) }
            }
        }.sorted(by: String.inByteOrder)
        let first = stem + ".json"
        return ((all.contains(ExactText(first)) ? [first] : []) + variants).map { Path.join(folder, $0) }
    }

    /// Returns the template that a file is sample data of; `nil` if there is none.
    func template(ofSample path: String) -> String? {
        let folder = Path.folder(of: path)
        var stem = Path.stem(of: path)
        while true {
            for ending in ["xml", "asv"] {
                let source = Path.join(folder, "\(stem).\(ending)")
                if openDocument(at: source) != nil || FileSystem.kind(of: source) == .file { return source }
            }
            guard let dot = stem.lastIndex(of: "."), dot > stem.startIndex else { return nil }
            stem = String(stem[..<dot])
        }
    }
}

// MARK: - Projects

extension ServerWorkspace {
    /// Returns the compiler of a document and what belongs to it.
    func project(of document: OpenDocument) -> ServerProject {
        let folder = document.isFile ? Path.folder(of: document.path) : folders.first ?? workingFolder
        if let known = projects[folder], known.isCurrent,
            known.stamps.allSatisfy({ FileSystem.stamp(of: $0.path) == $0.stamp })
        {
            return known
        }
        var project = ServerProject()
        let reporter = DiagnosticReporter { project.problems += $0 }
        let files = OptionFiles()
        files.waiting = .never
        var compilers = CompilersByFolder(options, reporter, files)
        let configs = configs(above: folder)
        project.compiler = try? compilers.compiler(
            in: folder,
            config: configs.first { FileSystem.kind(of: $0) == .file }
        )
        project.values = compilers.values(in: folder)
        if let known = compilers.project(in: folder) {
            project.path = known.path
            project.templates = (known.file?.templates ?? []).map { Path.normalized(known.path(of: $0.text)) }
        }
        let paths = Project.places(above: folder) + compilers.paths(in: folder) + configs
        project.stamps = paths.map { ($0, FileSystem.stamp(of: $0)) }
        project.number = nextNumber()
        work.filesRead += 1
        // Until the files are right again, the last compiler serves.
        if project.compiler == nil { project.compiler = projects[folder]?.compiler }
        projects[folder] = project
        return project
    }

    /// Returns where the configuration of a folder may be: in it, or above it in a folder that the client has open.
    private func configs(above folder: String) -> [String] {
        var places = [folder]
        let roots = folders.filter { Path.isIn($0, folder) }
        if let root = roots.min(by: { $0.utf8.count < $1.utf8.count }) {
            while let last = places.last, last != root, last.utf8.count > root.utf8.count {
                places.append(Path.folder(of: last))
            }
        }
        return places.map { Path.join($0, CompilersByFolder.configName) }
    }

    /// Returns the sources and JSON files of a document's project, or of the folder around it; no more than a bound.
    ///
    /// The folders that a project names are searched before anything that is beside them.
    func files(around document: OpenDocument, endings: Set<String>) -> [String] {
        guard document.isFile else { return [] }
        let project = project(of: document)
        let folder = Path.folder(of: document.path)
        // What is beside a template belongs to it.
        let named = project.templates.map { FileSystem.kind(of: $0) == .file ? Path.folder(of: $0) : $0 }
        let root = project.path.map { Path.folder(of: $0) } ?? folder
        var found: [String] = []
        var seen: Set<ExactText> = []
        for start in named.isEmpty ? [folder, root] : named + [folder] {
            var pending = [start]
            var next = 0
            while next < pending.count, seen.count < 1000, found.count < 10_000 {
                let folder = pending[next]
                next += 1
                guard seen.insert(ExactText(folder)).inserted else { continue }
                for (name, isText, isFile) in (try? FileSystem.list(folder)) ?? [] where isText {
                    let path = Path.join(folder, name)
                    switch isFile ? .file : FileSystem.kind(of: path) {
                    case .file:
                        if endings.contains(Path.fileExtension(of: name)) { found.append(path) }
                    case .folder:
                        if name != "node_modules", !FileSystem.isLink(path) { pending.append(path) }
                    case .other, nil: break
                    }
                }
            }
        }
        return found.sorted(by: String.inByteOrder)
    }
}

// MARK: - Templates

extension ServerWorkspace {
    /// Returns what is in a template; `nil` if the document is none.
    ///
    /// It is compiled again only when the document, its sample data or the project changed.
    func analysis(of document: OpenDocument) -> SourceAnalysis? {
        guard document.kind.isTemplate else { return nil }
        let project = project(of: document)
        let sample = Path.join(Path.folder(of: document.path), Path.stem(of: document.path) + ".json")
        let revision = [document.revision, project.number, document.isFile ? number(of: sample) : 0]
        if let known = document.analysis, known.revision == revision { return known }
        work.analyses += 1
        let file = document.source
        let analysis: SourceAnalysis
        if let compiler = project.compiler {
            let template = compiler.compile(file)
            let data = revision[2] == 0 ? nil : source(at: sample)
            let found = TemplateLinter.lint(template, compiledBy: compiler, sample: data, values: project.values)
            analysis = SourceAnalysis(
                revision: revision,
                tree: template.source.tree,
                compiler: compiler,
                diagnostics: found.ordered
            )
        } else {
            // Without a compiler nobody knows which components there are.
            var found = DiagnosticList()
            let compiler = TemplateCompiler()
            let tree = compiler.read(file, into: &found).tree
            analysis = SourceAnalysis(
                revision: revision,
                tree: tree,
                compiler: compiler,
                diagnostics: found.ordered
            )
        }
        document.take(analysis)
        return analysis
    }
}
