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
        let next = offsets[range].partitioningIndex { Int($0) > offset }
        return next > range.lowerBound ? position(statements[next - 1]) : nil
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
        // Not every number of a file is an `Int` where that has 32 bits.
        return Position(
            file: files[Int(place.file)],
            line: Int(clamping: place.line),
            column: Int(clamping: place.column)
        )
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

// The bytes of a source map (`Docs/Format.md §8`): reading and writing, in the same order.

extension SourceMap {
    private static let placeSize = 10
    private static let statementSize = 2 + placeSize

    /// Reads the payload of a record.
    ///
    /// The result is `nil` if there are too few or too many bytes, if a file is not listed, or if statements are out of
    /// order.
    ///
    /// - Parameter payload: The bytes, which need not be trusted.
    /// - Complexity: O(*n*) in the number of bytes.
    public init?(payload: [UInt8]) {
        let read = payload.withUnsafeBytes { bytes -> SourceMap? in
            var reader = BinaryReader(bytes, 0..<bytes.count, section: .extra)
            return try? Self.read(bytes, &reader)
        }
        guard let read else { return nil }
        self = read
    }

    private static func read(
        _ bytes: UnsafeRawBufferPointer,
        _ reader: inout BinaryReader
    ) throws(FormatError) -> SourceMap? {
        var files: [String] = []
        for _ in 0..<(try reader.readUInt16("a file count")) {
            files.append(String(decoding: bytes[try reader.readText("a file name")], as: UTF8.self))
        }
        var nodes: [Place] = []
        for _ in 0..<(try reader.readCount(minimumSize: placeSize, "a node count")) {
            nodes.append(try readPlace(&reader))
        }
        var programs: [Program] = []
        var offsets: [UInt16] = []
        var statements: [Place] = []
        var ids: Set<StringID> = []
        for _ in 0..<(try reader.readCount(minimumSize: 8, "a program count")) {
            let id = StringID(rawValue: try reader.readInt32("a program's id"))
            let start = statements.count
            for _ in 0..<(try reader.readCount(minimumSize: statementSize, "a statement count")) {
                let offset = try reader.readUInt16("a statement's offset")
                if statements.count > start, let last = offsets.last, last >= offset { return nil }
                offsets.append(offset)
                statements.append(try readPlace(&reader))
            }
            guard ids.insert(id).inserted else { return nil }
            programs.append(Program(id: id, statements: start..<statements.count))
        }
        let isListed = { (place: Place) in place.line > 0 && Int(place.file) < files.count }
        guard reader.remaining == 0, nodes.allSatisfy({ $0 == .none || isListed($0) }),
            statements.allSatisfy(isListed)
        else { return nil }
        return SourceMap(files: files, nodes: nodes, programs: programs, offsets: offsets, statements: statements)
    }

    private static func readPlace(_ reader: inout BinaryReader) throws(FormatError) -> Place {
        let file = try reader.readUInt16("a file's number")
        let line = try reader.readUInt32("a line")
        return Place(file: file, line: line, column: try reader.readUInt32("a column"))
    }

    /// The payload of the record with the map.
    ///
    /// - Complexity: O(*n*) in its size.
    public var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(UInt16(truncatingIfNeeded: files.count))
        for file in files {
            bytes.appendBigEndian(UInt16(truncatingIfNeeded: file.utf8.count))
            bytes.append(contentsOf: file.utf8)
        }
        bytes.appendBigEndian(UInt32(truncatingIfNeeded: nodes.count))
        for place in nodes { Self.write(place, to: &bytes) }
        bytes.appendBigEndian(UInt32(truncatingIfNeeded: programs.count))
        for program in programs {
            bytes.appendBigEndian(program.id.rawValue)
            bytes.appendBigEndian(UInt32(truncatingIfNeeded: program.statements.count))
            for index in program.statements {
                bytes.appendBigEndian(offsets[index])
                Self.write(statements[index], to: &bytes)
            }
        }
        return bytes
    }

    private static func write(_ place: Place, to bytes: inout [UInt8]) {
        bytes.appendBigEndian(place.file)
        bytes.appendBigEndian(place.line)
        bytes.appendBigEndian(place.column)
    }
}

// MARK: - Making

extension SourceMap {
    /// Makes a map.
    ///
    /// - Parameters:
    ///   - nodes: The positions of the nodes in pre-order; `nil` for an unknown one.
    ///   - programs: The programs, each with its statements in the order of their code. Of two programs with the same
    ///     id the first is used. A statement that does not begin after the one before is ignored.
    /// - Complexity: O(*n*) in the number of positions.
    public init(nodes: [Position?], programs: [(id: StringID, statements: [Statement])]) {
        var draft = Draft()
        let places = nodes.map { $0.map { draft.place($0) } ?? .none }
        for program in programs where draft.ids.insert(program.id).inserted {
            let start = draft.statements.count
            for statement in program.statements {
                guard let offset = UInt16(exactly: statement.offset) else { continue }
                if draft.statements.count > start, let last = draft.offsets.last, last >= offset { continue }
                let place = draft.place(statement.position)
                guard place != .none else { continue }
                draft.offsets.append(offset)
                draft.statements.append(place)
            }
            draft.programs.append(Program(id: program.id, statements: start..<draft.statements.count))
        }
        self.init(
            files: draft.files,
            nodes: places,
            programs: draft.programs,
            offsets: draft.offsets,
            statements: draft.statements
        )
    }

    private struct Draft {
        var files: [String] = []
        var numbers: [ExactText: UInt16] = [:]
        var ids: Set<StringID> = []
        var programs: [Program] = []
        var offsets: [UInt16] = []
        var statements: [Place] = []

        /// Returns a position as it is stored; zeros for one that cannot be stored.
        ///
        /// A file name of more than 65,535 bytes, for example, cannot be stored.
        mutating func place(_ position: Position) -> Place {
            guard let line = UInt32(exactly: position.line), let column = UInt32(exactly: position.column), line > 0,
                let file = number(of: position.file)
            else { return .none }
            return Place(file: file, line: line, column: column)
        }

        private mutating func number(of file: String) -> UInt16? {
            let name = ExactText(file)
            if let number = numbers[name] { return number }
            guard files.count < UInt16.max, file.utf8.count <= UInt16.max else { return nil }
            let number = UInt16(files.count)
            files.append(file)
            numbers[name] = number
            return number
        }
    }
}
