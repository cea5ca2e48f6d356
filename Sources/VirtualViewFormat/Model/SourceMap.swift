/// The positions of the nodes and event programs of a template in its sources.
///
/// `vvc compile --embed source-map` writes one into a file (`Docs/Format.md §8`). Loading ignores it; tools and error
/// messages read it with ``Template/sourceMap``. File names are without folders, so that the same source gives the same
/// file on every machine.
public struct SourceMap: Hashable, Sendable {
    /// The position of a node, or of a statement of an event program, in a source.
    public struct Position: Hashable, Sendable {
        /// The file's name; without folders in a source map.
        public let file: String
        /// The line, from 1.
        public let line: Int
        /// The column in Unicode scalars, from 1.
        public let column: Int

        /// Makes a position.
        public init(file: String, line: Int, column: Int) {
            self.file = file
            self.line = line
            self.column = column
        }
    }

    /// The start of a statement's code, and the position of the statement.
    public struct Statement: Hashable, Sendable {
        /// The offset of the statement's first instruction in its program, in bytes.
        public let offset: Int
        /// The statement's first character.
        public let position: Position

        /// Makes a statement.
        public init(offset: Int, position: Position) {
            self.offset = offset
            self.position = position
        }
    }

    /// A position as it is stored; zeros stand for an unknown position of a node.
    struct Place: Hashable, Sendable {
        static let none = Place(file: 0, line: 0, column: 0)

        let file: UInt16
        let line: UInt32
        let column: UInt32
    }

    /// A program and its range of the statements.
    struct Program: Hashable, Sendable {
        let id: StringID
        let statements: Range<Int>
    }

    /// The names of the files that positions are in, without folders.
    public let files: [String]
    let nodes: [Place]
    let programs: [Program]
    let offsets: [UInt16]
    let statements: [Place]
    /// The numbers of the programs by their ids.
    let programNumbers: [StringID: Int]

    init(files: [String], nodes: [Place], programs: [Program], offsets: [UInt16], statements: [Place]) {
        self.files = files
        self.nodes = nodes
        self.programs = programs
        self.offsets = offsets
        self.statements = statements
        programNumbers = programs.indices.reduce(into: [:]) { $0[programs[$1].id] = $1 }
    }
}

// MARK: - Looking up

extension SourceMap {
    /// The number of nodes in the map; a map that the compiler wrote has all nodes of the template.
    public var nodeCount: Int {
        nodes.count
    }

    /// The ids of the programs in the map, in file order.
    public var programIDs: [StringID] {
        programs.map { $0.id }
    }

    /// Returns the position of a node's element.
    ///
    /// - Parameter index: The node's number in pre-order; the root is 0.
    /// - Returns: The position of the first character of the element's name; `nil` if the map does not have it.
    public func position(ofNode index: Int) -> Position? {
        nodes.indices.contains(index) ? position(nodes[index]) : nil
    }

    /// Returns the position of the statement that an instruction belongs to.
    ///
    /// A program that several handlers share has the position of the first.
    ///
    /// - Parameters:
    ///   - id: The program's id in the file.
    ///   - offset: A byte offset in the program, such as that of an error.
    /// - Returns: The position of the statement's first character; `nil` if the map does not have it.
    /// - Complexity: O(log *n*) in the number of statements.
    public func position(inProgram id: StringID, at offset: Int) -> Position? {
        guard let number = programNumbers[id] else { return nil }
        let range = programs[number].statements
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = (low + high) / 2
            if Int(offsets[middle]) <= offset { low = middle + 1 } else { high = middle }
        }
        return low > range.lowerBound ? position(statements[low - 1]) : nil
    }

    /// Returns the statements of a program, in the order of its code.
    ///
    /// - Parameter id: The program's id in the file.
    /// - Returns: The statements; none for a program that is not in the map.
    /// - Complexity: O(*n*) in the number of statements.
    public func statements(ofProgram id: StringID) -> [Statement] {
        guard let number = programNumbers[id] else { return [] }
        return programs[number].statements.compactMap { index in
            position(statements[index]).map { Statement(offset: Int(offsets[index]), position: $0) }
        }
    }

    private func position(_ place: Place) -> Position? {
        guard place.line > 0, files.indices.contains(Int(place.file)) else { return nil }
        return Position(file: files[Int(place.file)], line: Int(place.line), column: Int(place.column))
    }
}

extension SourceMap.Position: CustomStringConvertible {
    /// The position as compilers print it: `Card.xml:3:5`.
    public var description: String {
        "\(file):\(line):\(column)"
    }
}

extension Template {
    /// The file's source map; `nil` if it has none, or one that cannot be read.
    ///
    /// - Complexity: O(*n*) in the size of the extra section at each call, so keep the map.
    public var sourceMap: SourceMap? {
        guard let record = extra.records?.last(where: { $0.tag == ExtraSection.sourceMapTag }) else { return nil }
        return SourceMap(payload: record.payload)
    }
}
