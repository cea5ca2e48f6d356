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
        var numbers: [String: UInt16] = [:]
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
            if let number = numbers[file] { return number }
            guard files.count < UInt16.max, file.utf8.count <= UInt16.max else { return nil }
            let number = UInt16(files.count)
            files.append(file)
            numbers[file] = number
            return number
        }
    }
}
