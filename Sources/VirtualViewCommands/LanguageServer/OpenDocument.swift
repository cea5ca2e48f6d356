import VirtualViewCompiler
import VirtualViewExpressions

/// A document that the client has open.
final class OpenDocument {
    /// What a document is, by its name.
    enum Kind {
        /// A template in XML.
        case xml
        /// A template in the assemble language.
        case assemble
        /// The project file.
        case project
        /// Sample data, and other JSON.
        case data
        /// Anything else.
        case other

        /// Whether it is a template.
        var isTemplate: Bool { self == .xml || self == .assemble }
    }

    let uri: String
    /// The path of the file; the address itself if it is no file, with an ending if the language needs one.
    let path: String
    let isFile: Bool
    let kind: Kind
    var version: Int?
    private(set) var text: TextDocument
    /// The number of the text, for what is kept of it.
    private(set) var revision = 0
    /// What was found in the text when it was last looked at.
    private(set) var analysis: SourceAnalysis?
    /// The elements of the last text without a mistake of form, and what was edited since; `nil` if there is none.
    private(set) var lastWhole: (tree: SyntaxTree, shift: TextShift)?
    /// The last well-formed JSON, and what was edited since; `nil` if there is none.
    private(set) var lastJSON: (node: JSONNode, shift: TextShift)?
    /// The number of the text that was last read as JSON.
    private var jsonRevision: Int?
    /// What is in the text of a project file, and what is wrong with it.
    private var project: (revision: Int, file: ProjectFile, problems: [Diagnostic])?
    /// The state in which it was looked at for ``reports``.
    var reportedRevision: [Int] = []
    /// What there is to tell about files because of this document: diagnostics of the protocol, by their address.
    var reports: [String: [JSONValue]] = [:]

    init(_ uri: String, text: String, version: Int?, language: String?) {
        self.uri = uri
        self.version = version
        self.text = TextDocument(Array(text.utf8))
        isFile = DocumentURI.path(of: uri) != nil
        // The compiler tells the language by the ending.
        path = DocumentURI.path(of: uri) ?? (language == "asv" ? uri + ".asv" : uri)
        switch Path.fileExtension(of: path) {
        case "xml": kind = .xml
        case "asv": kind = .assemble
        case "json": kind = Path.name(of: path) == ProjectFile.name ? .project : .data
        case "" where language == "xml": kind = .xml
        default: kind = .other
        }
    }

    /// Replaces the whole text; returns the number of bytes that were looked at for line ends.
    func setText(_ text: String) -> Int {
        lastWhole = nil
        lastJSON?.shift.replace(0..<self.text.bytes.count, count: text.utf8.count)
        self.text = TextDocument(Array(text.utf8))
        revision += 1
        return self.text.bytes.count
    }

    /// Replaces a part of the text; returns the number of bytes that were looked at for line ends.
    func replace(_ range: Range<Int>, with new: String) -> Int {
        revision += 1
        let range = range.clamped(to: 0..<text.bytes.count)
        lastWhole?.shift.replace(range, count: new.utf8.count)
        if lastWhole?.shift.isFull == true { lastWhole = nil }
        lastJSON?.shift.replace(range, count: new.utf8.count)
        return text.replace(range, with: Array(new.utf8))
    }

    /// The elements of a text, and where they are in the text as it is now.
    struct Elements {
        let tree: SyntaxTree
        let shift: TextShift?

        /// Returns where a part of the tree's text is now.
        func place(of range: Range<Int>) -> Range<Int> { shift?.moved(range) ?? range }
    }

    /// Returns the elements to show: while the text has a mistake of form, those of the last text without one.
    func elements(_ analysis: SourceAnalysis?) -> Elements? {
        if let tree = analysis?.tree, analysis?.isWhole == true || lastWhole == nil {
            return Elements(tree: tree, shift: nil)
        }
        return lastWhole.map { Elements(tree: $0.tree, shift: $0.shift) }
    }

    /// Keeps what was found in the text as it is.
    func take(_ found: SourceAnalysis) {
        analysis = found
        if let tree = found.tree, found.isWhole { lastWhole = (tree, TextShift()) }
    }

    /// Whether the text as it is was read as JSON.
    var isJSONRead: Bool { jsonRevision == revision }

    /// Returns the JSON in the text, or the last well-formed JSON that was in it.
    func readJSON() -> JSONNode? {
        guard !isJSONRead else { return lastJSON?.node }
        jsonRevision = revision
        if let node = JSONNode.read(source).node { lastJSON = (node, TextShift()) }
        return lastJSON?.node
    }

    /// Returns what is in the text of a project file, and what is wrong with it.
    func readProject() -> (file: ProjectFile, problems: [Diagnostic]) {
        if let project, project.revision == revision { return (project.file, project.problems) }
        let (file, problems) = ProjectFile.read(source)
        project = (revision, file, problems)
        return (file, problems)
    }

    /// The text as the compiler takes it.
    var source: SourceFile { SourceFile(path: path, bytes: text.bytes) }
}

/// What was found in a template.
struct SourceAnalysis {
    /// The revision of the document, and of everything else that it depends on.
    let revision: [Int]
    /// The elements; `nil` if the front end could not read the source.
    let tree: SyntaxTree?
    let compiler: TemplateCompiler
    let diagnostics: [Diagnostic]

    /// Whether the source has no mistake of form, so that all its elements are known.
    var isWhole: Bool {
        tree != nil && !diagnostics.contains { $0.severity == .error && $0.id.hasPrefix("xml.") }
    }
}
