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

    init(
        type: String,
        source: ParsedSource,
        bytes: [UInt8]?,
        diagnostics: DiagnosticList,
        programs: [ProgramPlaces] = []
    ) {
        self.type = type
        self.programs = programs
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
                at: source.tree?.firstUse(of: text) ?? firstUseInPrograms(of: text) ?? SourceRange(source.file, 0..<0)
            )
        )
        if diagnostics.hasErrors { bytes = nil }
    }

    /// Finds the first name or text of an event program; those of blocks are not looked at.
    private func firstUseInPrograms(of text: String) -> SourceRange? {
        guard let tree = source.tree else { return nil }
        let ids = Set(programs.map { $0.id })
        for attribute in tree.attributes where ids.contains(StringID(hashing: attribute.value)) {
            let use = EventProgramCompiler.compile(attribute.value, isLenient: true)?.strings.first { $0.text == text }
            if let use { return tree.range(of: use.range, in: attribute) }
        }
        return nil
    }
}

extension SyntaxTree {
    /// Finds the first name or value that stores a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - end: The name or value to stop at; it is not looked at.
    /// - Returns: The position of the text, or `nil`.
    /// - Complexity: O(*n*) in the number of attributes.
    func firstUse(of text: String, before end: SourceSpan? = nil) -> SourceRange? {
        for attribute in attributes {
            if attribute.nameSpan == end { return nil }
            if attribute.name == text { return range(attribute.nameSpan) }
            if attribute.name.hasPrefix("var_"), attribute.name.hasSuffix("_\(text)") {
                return range(attribute.nameSpan)
            }
            if attribute.valueSpan == end { return nil }
            if attribute.value == text { return range(attribute.valueSpan) }
        }
        return nil
    }
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
        var index = SourcePositions()
        let count = tree.elements.isEmpty ? 0 : Int(tree.elements[0].subtreeEnd)
        let nodes = tree.elements.prefix(count).map { index.position(of: tree.range($0.nameSpan)) as Position? }
        let statements = programs.map { program in
            (
                id: program.id,
                statements: program.statements.compactMap { statement in
                    statement.place.map { Statement(offset: statement.offset, position: index.position(of: $0)) }
                }
            )
        }
        self.init(nodes: nodes, programs: statements)
    }
}

/// Turns ranges into positions; each file is indexed once.
private struct SourcePositions {
    private var indices: [SourceFile: LineIndex] = [:]

    mutating func position(of range: SourceRange) -> SourceMap.Position {
        let index = indices[range.file] ?? LineIndex(range.file)
        indices[range.file] = index
        let position = index.position(of: range.offsets.lowerBound)
        return SourceMap.Position(file: range.file.name, line: position.line, column: position.column)
    }
}
