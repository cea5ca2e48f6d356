/// Turns a file's bytes into checked storage, which later code can read without further checks.
///
/// The node tree and each table are read once. Each pass checks the bytes and collects offsets in a temporary buffer,
/// from which the index is filled with its exact size. Nothing recurses.
struct TemplateDecoder {
    private let bytes: UnsafeRawBufferPointer

    /// Checks `bytes` as a whole.
    static func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(FormatError) -> TemplateStorage {
        let largest = min(limits.maximumFileSize, Int(clamping: UInt32.max - 1))
        guard bytes.count <= largest else {
            throw FormatError(
                .fileTooLarge,
                at: largest,
                in: .header,
                "the file has \(bytes.count) bytes, but the limit is \(largest)"
            )
        }
        let index = bytes.withUnsafeBytes { buffer in
            Result { () throws(FormatError) in try TemplateDecoder(bytes: buffer).makeIndex() }
        }
        return TemplateStorage(bytes: bytes, index: try index.get())
    }

    /// Checks all sections and makes the index.
    private func makeIndex() throws(FormatError) -> [UInt32] {
        let header = try FileHeader(reading: bytes)
        let nodes = try locateNodes(header.sections.code)
        let stringCount = try readTableCount(header.sections.strings, .strings)
        let programCount = try readTableCount(header.sections.expressions, .expressions)
        var index = try indexNodes(nodes, room: stringCount + programCount)

        let firstString = index.count - stringCount - programCount
        try fillTable(&index, at: firstString, count: stringCount, header.sections.strings, .strings)
        try fillTable(
            &index,
            at: firstString + stringCount,
            count: programCount,
            header.sections.expressions,
            .expressions
        )
        return index
    }
}

// MARK: - The code section

extension TemplateDecoder {
    /// The fewest bytes with which a node begins: a tag, the component id and seven counts.
    ///
    /// A node without a closing tag is also counted.
    private static let minimumNodeSize = 10

    /// Checks the fields before the node tree; returns the range of the tree.
    private func locateNodes(_ range: Range<Int>) throws(FormatError) -> Range<Int> {
        var reader = BinaryReader(bytes, range, section: .code)
        let templateCount = try reader.readInt32("template count")
        guard templateCount == 1 else {
            throw FormatError(
                .templateCount,
                at: range.lowerBound,
                in: .code,
                "the file holds \(templateCount) templates, but exactly 1 can be read"
            )
        }
        _ = try reader.readText("template name")
        let lengthOffset = reader.offset
        let length = Int(try reader.readUInt16("node length"))
        guard length == reader.remaining else {
            throw FormatError(
                .nodeLengthMismatch,
                at: lengthOffset,
                in: .code,
                "the node length is \(length), but \(reader.remaining) bytes of the section are left"
            )
        }
        return reader.offset..<range.upperBound
    }

    /// Checks the node tree and starts the index: the words of the nodes, and room for those of the tables.
    private func indexNodes(_ range: Range<Int>, room: Int) throws(FormatError) -> [UInt32] {
        // The scratch lies on the stack unless the tree is large.
        let capacity = range.count / Self.minimumNodeSize + 1
        let result = withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity) { words in
            Result { () throws(FormatError) in
                let count = try scanNodes(range, into: words)
                var index: [UInt32] = []
                index.reserveCapacity(TemplateStorage.prefix + count + room)
                index.append(UInt32(truncatingIfNeeded: range.lowerBound))
                for node in 0..<count { index.append(words[node]) }
                for _ in 0..<room { index.append(0) }
                return index
            }
        }
        return try result.get()
    }

    /// Checks every tag, count and entry, and writes the word of every node; returns the number of nodes.
    ///
    /// While a node is open, the half of its word for the subtree's end has its parent's number, so that no stack is
    /// needed.
    private func scanNodes(
        _ range: Range<Int>,
        into words: UnsafeMutableBufferPointer<UInt32>
    ) throws(FormatError) -> Int {
        var offset = range.lowerBound
        var count = 0
        var depth = 0
        var open = 0
        while offset < range.upperBound {
            switch bytes.uncheckedLoad(UInt8.self, at: offset) {
            case NodeTag.open:
                if depth == 0, count > 0 {
                    throw FormatError(.rootCount, at: offset, in: .code, "a second root node starts")
                }
                precondition(count < words.count, "there is room for every node")
                let distance = offset &+ 1 &- range.lowerBound
                words.initializeElement(at: count, to: TemplateStorage.nodeWord(distance: distance, end: open))
                let content = offset &+ 1..<range.upperBound
                offset = if let end = endOfPlainNode(in: content) { end } else { try scanNode(in: content) }
                open = count
                count &+= 1
                depth &+= 1
            case NodeTag.close:
                guard depth > 0 else {
                    throw FormatError(.unbalancedTags, at: offset, in: .code, "a node ends that was not open")
                }
                let parent = Int(words[open] & 0xFFFF)
                words[open] = words[open] & ~0xFFFF | UInt32(truncatingIfNeeded: count)
                open = parent
                depth &-= 1
                offset &+= 1
            case let tag:
                throw FormatError(
                    .unknownTag,
                    at: offset,
                    in: .code,
                    "the node tag is \(tag), but only 0 and 1 are known"
                )
            }
        }
        guard depth == 0 else {
            throw FormatError(.unbalancedTags, at: offset, in: .code, "\(depth) nodes are still open")
        }
        guard count > 0 else {
            throw FormatError(.rootCount, at: offset, in: .code, "the tree has no root node")
        }
        return count
    }

    /// Returns the offset after the tables of a node that begins with its component id, if it lies in the range and has
    /// neither numbers with a fraction, nor events, nor variables; `nil` leaves it to ``scanNode(in:)``.
    ///
    /// Where a table starts depends on the count before it, and waiting for these counts is most of the cost of reading a
    /// node. For tables that hardly any node has, the processor predicts the branch and does not wait.
    @inline(__always)
    private func endOfPlainNode(in range: Range<Int>) -> Int? {
        func table(_ offset: Int) -> Int {
            1 &+ Int(bytes.uncheckedLoad(UInt8.self, at: offset)) &* NodeTables.entrySize
        }
        var offset = range.lowerBound &+ 2
        guard offset < range.upperBound else { return nil }
        offset &+= table(offset)
        guard offset < range.upperBound else { return nil }
        offset &+= table(offset)
        guard offset < range.upperBound, bytes.uncheckedLoad(UInt8.self, at: offset) == 0 else { return nil }
        offset &+= 1
        guard offset < range.upperBound else { return nil }
        offset &+= table(offset)
        guard offset < range.upperBound else { return nil }
        offset &+= table(offset)
        guard offset &+ 1 < range.upperBound, bytes.uncheckedLoad(UInt16.self, at: offset) == 0 else { return nil }
        return offset &+ 2
    }

    /// Checks a node that begins with its component id; returns the offset after its tables.
    @inline(never)
    private func scanNode(in range: Range<Int>) throws(FormatError) -> Int {
        var reader = BinaryReader(bytes, range, section: .code)
        _ = try reader.readUInt16("component id")
        for _ in 0..<NodeTables.count {
            let entries = Int(try reader.readUInt8("property count"))
            try reader.skip(entries &* NodeTables.entrySize, "properties")
        }
        let variables = Int(try reader.readUInt8("user variable count"))
        let types = try reader.readRange(variables &* NodeTables.variableSize, "user variables")
        for start in stride(from: types.lowerBound, to: types.upperBound, by: NodeTables.variableSize) {
            guard NodeTables.variableTypes.contains(bytes[start]) else {
                throw FormatError(
                    .unknownVariableType,
                    at: start,
                    in: .code,
                    "the type of a user variable is \(bytes[start]), but only 1, 2 and 3 are known"
                )
            }
        }
        return reader.offset
    }
}

// MARK: - The tables

extension TemplateDecoder {
    /// The smallest entry of both tables: a key and a length of 0.
    private static let minimumEntrySize = 6

    private func readTableCount(_ range: Range<Int>, _ section: FileSection) throws(FormatError) -> Int {
        var reader = BinaryReader(bytes, range, section: section)
        return try reader.readCount(
            minimumSize: Self.minimumEntrySize,
            section == .strings ? "string count" : "expression count"
        )
    }

    /// Checks a table's entries and writes their offsets in the order of ``KeyIndex``.
    private func fillTable(
        _ index: inout [UInt32],
        at first: Int,
        count: Int,
        _ range: Range<Int>,
        _ section: FileSection
    ) throws(FormatError) {
        var reader = BinaryReader(bytes, range.lowerBound + 4..<range.upperBound, section: section)
        // The scratch lies on the stack unless the table is long.
        let problem = withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count) { items -> FormatError? in
            do throws(FormatError) {
                for entry in 0..<count {
                    let offset = reader.offset
                    let id = try readEntry(&reader, section)
                    items.initializeElement(at: entry, to: KeyIndex.sortKey(id, offset: offset))
                }
            } catch {
                return error
            }
            KeyIndex.sort(items)
            index.withUnsafeMutableBufferPointer { index in
                for entry in 0..<count { index[first &+ entry] = UInt32(truncatingIfNeeded: items[entry]) }
            }
            return nil
        }
        if let problem { throw problem }
        guard reader.remaining == 0 else {
            throw FormatError(
                .sectionLengthMismatch,
                at: reader.offset,
                in: section,
                "\(reader.remaining) bytes follow the last entry"
            )
        }
    }

    /// Checks one entry of a table; returns its id.
    @inline(__always)
    private func readEntry(_ reader: inout BinaryReader, _ section: FileSection) throws(FormatError) -> Int32 {
        if section == .strings {
            let id = try reader.readInt32("string id")
            _ = try reader.readText("string")
            return id
        }
        let id = try reader.readInt32("expression id")
        try reader.skip(Int(try reader.readUInt16("expression length")), "expression code")
        return id
    }
}

/// Limits for the files that the reader accepts.
///
/// The reader's memory is proportional to the size of the file, so a limit of the size is enough.
public struct DecodingLimits: Hashable, Sendable {
    /// The largest file, in bytes.
    public var maximumFileSize: Int

    /// Makes limits.
    ///
    /// - Parameter maximumFileSize: The largest file, in bytes; 64 MiB by default. Files of 4,294,967,295 bytes and
    ///   more are always refused.
    public init(maximumFileSize: Int = 64 << 20) {
        self.maximumFileSize = maximumFileSize
    }
}
