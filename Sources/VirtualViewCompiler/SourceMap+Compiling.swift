import VirtualViewFormat

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

extension SourceFile {
    /// The file's name without folders.
    var name: String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
