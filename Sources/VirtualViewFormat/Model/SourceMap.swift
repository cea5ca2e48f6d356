/// Where the nodes and event programs of a template stand in its sources.
///
/// `vvc compile --embed source-map` puts one into a file (`Docs/Format.md §8`). Loading ignores it; tools and error
/// messages read it with ``Template/sourceMap``. File names are without folders, so that the same source gives the same
/// file on every machine.
public struct SourceMap: Hashable, Sendable {
    /// A place in a source: of a node, or of a statement of an event program.
    public struct Position: Hashable, Sendable {
        /// The file's name; without folders in a source map.
        public let file: String
        /// The line, from 1.
        public let line: Int
        /// The column in Unicode scalars, from 1.
        public let column: Int

        /// Names a place.
        ///
        /// - Parameters:
        ///   - file: The file's name; a source map takes it without folders.
        ///   - line: The line, from 1.
        ///   - column: The column in Unicode scalars, from 1.
        public init(file: String, line: Int, column: Int) {
            self.file = file
            self.line = line
            self.column = column
        }
    }

    /// Where the code of a statement begins, and where the statement stands.
    public struct Statement: Hashable, Sendable {
        /// The offset of the statement's first instruction in its program, in bytes.
        public let offset: Int
        /// The statement's first character.
        public let position: Position

        /// Names a statement.
        ///
        /// - Parameters:
        ///   - offset: The offset of the statement's first instruction, in bytes.
        ///   - position: The statement's first character.
        public init(offset: Int, position: Position) {
            self.offset = offset
            self.position = position
        }
    }

    /// A place as it is stored; zeros stand for that of a node which is not known.
    struct Place: Hashable, Sendable {
        static let none = Place(file: 0, line: 0, column: 0)

        let file: UInt16
        let line: UInt32
        let column: UInt32
    }

    /// A program and its part of the statements.
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
    /// How many nodes the map tells of; those of a map that the compiler wrote are all nodes of the template.
    public var nodeCount: Int {
        nodes.count
    }

    /// The ids of the programs that the map tells of, in the order of the file.
    public var programIDs: [StringID] {
        programs.map { $0.id }
    }

    /// The place of a node's element.
    ///
    /// - Parameter index: The node's number in pre-order; the root is 0.
    /// - Returns: The first character of the element's name; `nil` when the map does not tell.
    public func position(ofNode index: Int) -> Position? {
        nodes.indices.contains(index) ? position(nodes[index]) : nil
    }

    /// The place of the statement that an instruction belongs to.
    ///
    /// A program that several handlers share has the place of the first.
    ///
    /// - Parameters:
    ///   - id: The program's id in the file.
    ///   - offset: A byte offset in the program, such as that of an error.
    /// - Returns: The statement's first character; `nil` when the map does not tell.
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

    /// The statements of a program, in the order of its code.
    ///
    /// - Parameter id: The program's id in the file.
    /// - Returns: The statements; none for a program that the map does not tell of.
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
    /// The place as compilers print it: `Card.xml:3:5`.
    public var description: String {
        "\(file):\(line):\(column)"
    }
}

extension Template {
    /// The file's source map; `nil` when it has none, or one that cannot be read.
    ///
    /// - Complexity: O(*n*) in the size of the extra section; nothing is kept, so keep the map.
    public var sourceMap: SourceMap? {
        guard let record = extra.records?.last(where: { $0.tag == ExtraSection.sourceMapTag }) else { return nil }
        return SourceMap(payload: record.payload)
    }
}
