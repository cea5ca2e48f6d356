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
    /// The path of the file; the address itself if it is no file.
    let path: String
    let isFile: Bool
    let kind: Kind
    var version: Int?
    private(set) var text: TextDocument
    /// The number of the text, for what is kept of it.
    private(set) var revision = 0
    /// What was found in the text when it was last looked at.
    var analysis: SourceAnalysis?
    /// The elements of the last text that the front end could read; older than the text if that has errors.
    var lastTree: SyntaxTree?
    /// The last well-formed JSON.
    var lastJSON: JSONNode?
    /// The state in which it was looked at for ``reports``.
    var reportedRevision: [Int] = []
    /// What there is to tell about files because of this document: diagnostics of the protocol, by their address.
    var reports: [String: [JSONValue]] = [:]

    init(_ uri: String, text: String, version: Int?, language: String?) {
        self.uri = uri
        self.version = version
        self.text = TextDocument(Array(text.utf8))
        isFile = DocumentURI.path(of: uri) != nil
        path = DocumentURI.path(of: uri) ?? uri
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
        self.text = TextDocument(Array(text.utf8))
        revision += 1
        return self.text.bytes.count
    }

    /// Replaces a part of the text; returns the number of bytes that were looked at for line ends.
    func replace(_ range: Range<Int>, with new: String) -> Int {
        revision += 1
        return text.replace(range, with: Array(new.utf8))
    }

    /// The text as the compiler takes it.
    ///
    /// An assemble source without a file is told by its path too.
    var source: SourceFile { SourceFile(path: path, bytes: text.bytes) }
}

/// What was found in a template.
struct SourceAnalysis {
    /// The revision of the document, and of everything else that it depends on.
    let revision: [Int]
    let file: SourceFile
    /// The elements; `nil` if the front end could not read the source.
    let tree: SyntaxTree?
    let compiler: TemplateCompiler
    let diagnostics: [Diagnostic]
}
