/// Turns a file's bytes into checked storage: the one door behind which everything is total.
///
/// It works in two steps. `scan` walks the node tree once, checking tags, counts and bounds, and counts the nodes;
/// with that the index has its exact size, and the second walk only fills it. Neither recurses.
struct TemplateDecoder {
    private let bytes: [UInt8]

    /// Checks `bytes` as a whole.
    static func decode(_ bytes: [UInt8], limits: DecodingLimits) throws(FormatError) -> TemplateStorage {
        let largest = min(limits.maximumFileSize, Int(UInt32.max) - 1)
        guard bytes.count <= largest else {
            throw FormatError(
                .fileTooLarge,
                at: largest,
                in: .header,
                "the file has \(bytes.count) bytes, but the limit is \(largest)"
            )
        }
        return try TemplateDecoder(bytes: bytes).decode()
    }

    private func decode() throws(FormatError) -> TemplateStorage {
        let header = try FileHeader(reading: bytes)
        let code = try scanCode(header.sections.code)
        let stringCount = try readTableCount(header.sections.strings, .strings)
        let expressionCount = try readTableCount(header.sections.expressions, .expressions)

        let firstExpression = code.nodeCount + stringCount
        var index = [UInt64](repeating: 0, count: firstExpression + expressionCount)
        fillNodes(&index, code.nodes)
        try fillTable(&index, at: code.nodeCount, count: stringCount, header.sections.strings, .strings)
        try fillTable(
            &index,
            at: firstExpression,
            count: expressionCount,
            header.sections.expressions,
            .expressions
        )
        return TemplateStorage(
            bytes: bytes,
            index: index,
            header: header,
            typeRange: code.type,
            nodeCount: code.nodeCount,
            stringCount: stringCount
        )
    }
}

// MARK: - The code section

extension TemplateDecoder {
    private struct ScannedCode {
        var type: Range<Int>
        var nodes: Range<Int>
        var nodeCount: Int
    }

    private func scanCode(_ range: Range<Int>) throws(FormatError) -> ScannedCode {
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
        let type = try reader.readText("template name")
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
        let nodes = reader.offset..<range.upperBound
        return ScannedCode(type: type, nodes: nodes, nodeCount: try scanNodes(&reader))
    }

    /// Checks every tag, count and entry, and counts the nodes.
    private func scanNodes(_ reader: inout BinaryReader) throws(FormatError) -> Int {
        var count = 0
        var depth = 0
        while reader.remaining > 0 {
            let start = reader.offset
            switch try reader.readUInt8("node tag") {
            case NodeTag.open:
                if depth == 0, count > 0 {
                    throw FormatError(.rootCount, at: start, in: .code, "a second root node starts")
                }
                try scanNode(&reader)
                count += 1
                depth += 1
            case NodeTag.close:
                guard depth > 0 else {
                    throw FormatError(.unbalancedTags, at: start, in: .code, "a node ends that was not open")
                }
                depth -= 1
            case let tag:
                throw FormatError(
                    .unknownTag,
                    at: start,
                    in: .code,
                    "the node tag is \(tag), but only 0 and 1 are known"
                )
            }
        }
        guard depth == 0 else {
            throw FormatError(.unbalancedTags, at: reader.offset, in: .code, "\(depth) nodes are still open")
        }
        guard count > 0 else {
            throw FormatError(.rootCount, at: reader.offset, in: .code, "the tree has no root node")
        }
        return count
    }

    @inline(__always)
    private func scanNode(_ reader: inout BinaryReader) throws(FormatError) {
        _ = try reader.readUInt16("component id")
        for _ in 0..<NodeTables.count {
            let entries = Int(try reader.readUInt8("property count"))
            _ = try reader.readRange(entries &* NodeTables.entrySize, "properties")
        }
        let variables = Int(try reader.readUInt8("user variable count"))
        let range = try reader.readRange(variables &* NodeTables.variableSize, "user variables")
        for start in stride(from: range.lowerBound, to: range.upperBound, by: NodeTables.variableSize) {
            guard NodeTables.variableTypes.contains(bytes[start]) else {
                throw FormatError(
                    .unknownVariableType,
                    at: start,
                    in: .code,
                    "the type of a user variable is \(bytes[start]), but only 1, 2 and 3 are known"
                )
            }
        }
    }

    /// Writes the (offset, subtree end) pair of every node; `range` has been scanned.
    ///
    /// While a node is open its subtree end holds its parent's index, so that no stack is needed.
    private func fillNodes(_ index: inout [UInt64], _ range: Range<Int>) {
        var offset = range.lowerBound
        var count = 0
        var open = 0
        while offset < range.upperBound {
            if bytes.uncheckedLoad(UInt8.self, at: offset) == NodeTag.open {
                index[count] = UInt64(offset &+ 1) << 32 | UInt64(open)
                open = count
                count &+= 1
                offset = NodeTables.end(after: offset &+ 1, in: bytes)
            } else {
                let parent = Int(truncatingIfNeeded: index[open] & 0xFFFF_FFFF)
                index[open] = index[open] & ~0xFFFF_FFFF | UInt64(count)
                open = parent
                offset &+= 1
            }
        }
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

    /// Checks a table's entries and writes their (key, offset) pairs, sorted by key and then by offset.
    private func fillTable(
        _ index: inout [UInt64],
        at first: Int,
        count: Int,
        _ range: Range<Int>,
        _ section: FileSection
    ) throws(FormatError) {
        var reader = BinaryReader(bytes, range.lowerBound + 4..<range.upperBound, section: section)
        for entry in first..<first + count {
            let offset = reader.offset
            let key = StringID(rawValue: try reader.readInt32(section == .strings ? "string id" : "expression id"))
            if section == .strings {
                _ = try reader.readText("string")
            } else {
                _ = try reader.readRange(Int(try reader.readUInt16("expression length")), "expression code")
            }
            index[entry] = KeyIndex.entry(key, offset: offset)
        }
        guard reader.remaining == 0 else {
            throw FormatError(
                .sectionLengthMismatch,
                at: reader.offset,
                in: section,
                "\(reader.remaining) bytes follow the last entry"
            )
        }
        KeyIndex.sort(&index, first..<first + count)
    }
}
