import VirtualViewFormat

/// The result of compiling one source.
public struct CompiledTemplate: Sendable {
    /// The template's name.
    public let type: String
    /// The template file; `nil` if there is an error.
    public private(set) var bytes: [UInt8]?
    /// All diagnostics of the source.
    public private(set) var diagnostics: DiagnosticList
    /// The result of the front end.
    package let source: ParsedSource
    /// The places of the event programs.
    let programs: [ProgramPlaces]
    /// The places that store the texts of the file first, in the order of the file.
    private let texts: [TextPlace]
    /// The places of ``texts`` by the ids, once a collision asked for one.
    private var placeOfText: [StringID: SourceSpan]?

    init(
        type: String,
        source: ParsedSource,
        bytes: [UInt8]?,
        diagnostics: DiagnosticList,
        programs: [ProgramPlaces] = [],
        texts: [TextPlace] = []
    ) {
        self.type = type
        self.programs = programs
        self.texts = texts
        self.source = source
        self.bytes = diagnostics.hasErrors ? nil : bytes
        self.diagnostics = diagnostics
    }
}

extension CompiledTemplate {
    /// The positions of the nodes and event programs in the sources, whether or not the file has a source map; `nil` if
    /// there is no file.
    ///
    /// - Complexity: O(*n*) in the size of the sources; the map is not cached, so keep it.
    public var sourceMap: SourceMap? {
        guard bytes != nil, let tree = source.tree else { return nil }
        return SourceMap(tree, programs: programs)
    }

    /// Reports that a string of this template has the id of another template's string.
    ///
    /// It is a warning, or an error for a target that keeps one string table for all templates; then there is no file.
    ///
    /// - Parameters:
    ///   - text: The string of this template.
    ///   - other: The string of the other template.
    ///   - path: The other template's source.
    ///   - client: The client that the files are for.
    package mutating func reportCollision(of text: String, with other: String, in path: String, client: Client) {
        diagnostics.add(
            Diagnostic(
                TemplateMessage.idCollisionBetweenTemplates(text, other, path, client),
                at: firstUse(of: text) ?? SourceRange(source.file, 0..<0)
            )
        )
        if diagnostics.hasErrors { bytes = nil }
    }

    /// Returns the place that stores a text first; `nil` for one that an instruction lists.
    private mutating func firstUse(of text: String) -> SourceRange? {
        let places = placeOfText ?? texts.reduce(into: [:]) { places, text in places[text.id] = text.span }
        placeOfText = places
        guard let tree = source.tree, let span = places[StringID(hashing: text)] else { return nil }
        return tree.range(span)
    }
}

/// The place that stores a text of the file first.
struct TextPlace: Sendable {
    /// The text's id.
    let id: StringID
    /// The name, value, or part of a program.
    let span: SourceSpan
}

/// The positions of the statements of an event program in the sources.
struct ProgramPlaces: Sendable {
    /// A statement.
    struct Statement: Sendable {
        /// The start of its code.
        let offset: Int
        let place: SourceRange?
    }

    /// The program's id in the file.
    let id: StringID
    let statements: [Statement]
}

extension SourceMap {
    /// Makes the map of a template.
    ///
    /// - Parameters:
    ///   - tree: The elements; those below a second root have no nodes.
    ///   - programs: The event programs.
    /// - Complexity: O(*n*) in the size of the sources.
    init(_ tree: SyntaxTree, programs: [ProgramPlaces]) {
        var formatter = DiagnosticFormatter()
        func position(_ range: SourceRange) -> Position {
            let place = formatter.position(of: range.offsets.lowerBound, in: range.file)
            return Position(file: range.file.name, line: place.line, column: place.column)
        }
        let count = tree.elements.isEmpty ? 0 : Int(tree.elements[0].subtreeEnd)
        let nodes = tree.elements.prefix(count).map { position(tree.range($0.nameSpan)) as Position? }
        let statements = programs.map { program in
            (
                id: program.id,
                statements: program.statements.compactMap { statement in
                    statement.place.map { Statement(offset: statement.offset, position: position($0)) }
                }
            )
        }
        self.init(nodes: nodes, programs: statements)
    }
}
