import VirtualView
import VirtualViewCompiler
import VirtualViewFormat

/// A source of the served folder and what became of it.
struct ServedTemplate {
    /// A source that compiled, ready to be shown.
    struct Build {
        let compiled: CompiledTemplate
        let bytes: [UInt8]
        let prepared: PreparedTemplate
        /// The positions of its nodes.
        let sourceMap: SourceMap?
    }

    /// The source's path in the folder.
    let path: String
    /// The template's name, which is in its addresses: that of the last source from which it could be read.
    private(set) var type: String
    /// The last build without errors, which is shown whatever the current source is.
    private(set) var build: Build?
    /// The data beside the source.
    var data = ServedData()
    /// Further data for it, by the names of their files: `Card.empty.json`.
    var variants: [String: ServedData] = [:]
    /// The templates that data named which readers of its page edited.
    var namedByReaders: Set<String> = []
    /// The compiler's report on the last build, if it had warnings.
    private(set) var warnings: String?
    /// Grows whenever the picture may be another.
    var pictureNumber = 0
    /// Counts what is shown of this template itself: its builds and its data.
    var shownCount: Int { buildCount + data.count + variants.values.reduce(goneCount) { $0 + $1.count } }
    private var buildCount = 0
    private var goneCount = 0
    /// The bytes that were read last.
    private var source: [UInt8] = []
    /// The problem with the source.
    private var sourceProblem: String?
    /// Whether the source could not be read the last time.
    private var hasReadProblem = false

    init(path: String) {
        self.path = path
        type = Path.stem(of: path)
    }

    /// The problem, as text; `nil` if nothing is.
    var problem: String? {
        let problems = ([sourceProblem, data.problem] + variantNames.map { variants[$0]?.problem }).compactMap(\.self)
        return problems.isEmpty ? nil : problems.joined(separator: "\n")
    }

    /// The name of the data's own file.
    var dataName: String { Path.stem(of: path) + ".json" }

    /// The names of the files with further data, in order.
    var variantNames: [String] { variants.keys.sorted() }

    /// Returns the data of a name: `nil` for none of that name, and the data itself is `nil` where there is none.
    func data(named name: String?) -> DataFile?? {
        guard let name, name != dataName else { return .some(data.file) }
        return variants[name].map(\.file)
    }

    /// Takes the files with further data that there are now.
    mutating func keepVariants(_ names: Set<String>) {
        for (name, data) in variants where !names.contains(name) {
            goneCount += data.count + 1
            variants[name] = nil
        }
    }

    /// Compiles the source again, unless it is what was compiled last.
    ///
    /// - Parameters:
    ///   - bytes: The source.
    ///   - name: The source's path for messages.
    ///   - compiler: The compiler.
    ///   - registry: What its results are prepared with.
    ///   - isForced: Whether to compile also what did not change: the configuration did.
    /// - Returns: Whether there was something to do.
    mutating func compile(
        _ bytes: [UInt8],
        named name: String,
        _ compiler: TemplateCompiler,
        _ registry: NodeRegistry,
        isForced: Bool
    ) -> Bool {
        guard isForced || bytes != source || build == nil && sourceProblem == nil || hasReadProblem else {
            return false
        }
        hasReadProblem = false
        source = bytes
        let compiled = compiler.compile(SourceFile(path: name, bytes: bytes))
        // The name of a source that cannot be read is not known.
        if compiled.source.tree != nil { type = compiled.type }
        var formatter = DiagnosticFormatter()
        let found = ServedText.cut(formatter.format(compiled.diagnostics.ordered))
        warnings = nil
        guard let output = compiled.bytes else {
            sourceProblem = found
            return true
        }
        if !found.isEmpty { warnings = found }
        do {
            let prepared = try PreparedTemplate(
                try Template(decoding: output),
                registry: registry,
                client: compiler.options.client
            )
            buildCount += 1
            build = Build(compiled: compiled, bytes: output, prepared: prepared, sourceMap: compiled.sourceMap)
            sourceProblem = nil
        } catch {
            sourceProblem = "\(name): error: \(error)\n"
        }
        return true
    }

    /// Records that the source cannot be read.
    mutating func fail(_ error: FileError) {
        hasReadProblem = true
        sourceProblem = "vvc: error: \(error.message.text)\n"
    }
}

/// The data beside a source.
struct ServedData {
    /// The last data without errors.
    private(set) var file: DataFile?
    /// The number of versions of the data.
    private(set) var count = 0
    /// The problem with the data as it is now.
    private(set) var problem: String?
    private var bytes: [UInt8]?

    /// Updates the data with the current content of the file; `nil` if there is none.
    mutating func take(_ bytes: [UInt8]?, named name: String) {
        guard bytes != self.bytes || problem != nil else { return }
        self.bytes = bytes
        problem = nil
        guard let bytes else {
            file = nil
            count += 1
            return
        }
        var text = ""
        let reporter = DiagnosticReporter.text { text += $0 }
        if let read = DataFile.read(SourceFile(path: name, bytes: bytes), reporter) {
            file = read
            count += 1
        } else {
            problem = ServedText.cut(text)
        }
    }

    /// Records that the data cannot be read.
    mutating func fail(_ error: FileError) {
        problem = "vvc: error: \(error.message.text)\n"
    }
}

/// Texts for pages.
enum ServedText {
    /// Returns the start of a text, cut at the end of a line, if the text is too long to be read.
    static func cut(_ text: String, to limit: Int = 32 << 10) -> String {
        guard text.utf8.count > limit else { return text }
        let start = String(decoding: text.utf8.prefix(limit), as: UTF8.self)
        let end = start.lastIndex(of: "\n") ?? start.endIndex
        return start[..<end] + "\n…\n"
    }
}
