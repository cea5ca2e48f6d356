import VirtualViewFormat

/// The named event programs of block files.
///
/// A file holds `block NAME { … }` any number of times. An attribute whose text is not `${…}` names a block. The five
/// letters `block` begin a new one wherever they appear, as for the reference compiler, so no other word may contain
/// them.
package struct EventBlocks: Sendable {
    struct Block: Sendable {
        let name: String
        let place: SourceRange
        let result: EventProgramCompiler.Result
    }

    private(set) var blocks: [String: Block] = [:]

    /// Creates an empty collection.
    package init() {}

    /// Whether there is no block without errors.
    var isEmpty: Bool { blocks.isEmpty }

    /// The names of all blocks without errors, sorted.
    package var names: [String] { blocks.keys.sorted() }

    /// The place of the name of a block.
    package func place(of name: String) -> SourceRange? { blocks[name]?.place }

    /// Finds a block by its name.
    subscript(name: String) -> Block? { blocks[name] }

    /// Finds the block that the text of an attribute names.
    func block(namedBy text: String) -> Block? {
        let bytes = Array(text.utf8)
        let range = bytes.withUnsafeBufferPointer { ValueText.trimmed($0.span, 0..<bytes.count) }
        return blocks[String(decoding: bytes[range], as: UTF8.self)]
    }

    /// Adds the blocks of a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - isLenient: Whether some errors are warnings.
    ///   - client: The client that templates are for.
    ///   - diagnostics: The list that problems are added to; a block with an error is not added.
    /// - Complexity: O(*n*) in the size of the file.
    package mutating func read(
        _ file: SourceFile,
        isLenient: Bool,
        client: Client = .swift,
        into diagnostics: inout DiagnosticList
    ) {
        var reader = BlockReader(file, isLenient: isLenient, client)
        for block in reader.read() {
            if let first = blocks[block.name] {
                reader.report(
                    .duplicateBlock(block.name),
                    at: block.place.offsets,
                    noteAt: first.place
                )
            } else if block.result.code != nil {
                blocks[block.name] = block
            }
        }
        for diagnostic in reader.diagnostics { diagnostics.add(diagnostic) }
    }
}

/// Splits a block file into blocks.
private struct BlockReader {
    private static let keyword = Array("block".utf8)

    private let file: SourceFile
    private let bytes: [UInt8]
    private let isLenient: Bool
    private let client: Client
    private(set) var diagnostics: [Diagnostic] = []

    init(_ file: SourceFile, isLenient: Bool, _ client: Client) {
        self.file = file
        self.isLenient = isLenient
        self.client = client
        bytes = Array(file.bytes)
    }

    mutating func read() -> [EventBlocks.Block] {
        let invalid = bytes.withUnsafeBufferPointer { SourceBytes($0).firstInvalid(from: 0) }
        if let invalid {
            report(.invalidUTF8(bytes[invalid]), at: invalid..<invalid + 1)
            return []
        }
        // A byte order mark is not part of the text.
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var pieces: [Range<Int>] = []
        var last = start
        for place in boundaries(from: start) {
            pieces.append(last..<place)
            last = place + Self.keyword.count
        }
        // A file with unexpected boundaries is not read further.
        guard diagnostics.isEmpty else { return [] }
        pieces.append(last..<bytes.count)
        return pieces.compactMap { block(trimmed($0)) }
    }

    mutating func report(
        _ message: EventMessage,
        at range: Range<Int>,
        noteAt second: SourceRange? = nil
    ) {
        diagnostics.append(Diagnostic(message, at: SourceRange(file, range), noteAt: second))
    }

    // MARK: Boundaries

    /// Returns the starts of the blocks; the letters `block` inside a block or another word are reported.
    private mutating func boundaries(from start: Int) -> [Int] {
        var places: [Int] = []
        var depth = 0
        var offset = start
        while offset < bytes.count {
            switch bytes[offset] {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth = max(0, depth - 1)
            case UInt8(ascii: "b") where bytes[offset...].starts(with: Self.keyword):
                let end = offset + Self.keyword.count
                let isWord = isWordByte(offset - 1, from: start) || isWordByte(end, from: start)
                if !isWord, depth == 0 || beginsBlock(end) {
                    places.append(offset)
                    depth = 0
                } else {
                    report(.blockWord, at: offset..<end)
                }
                offset = end - 1
            default: break
            }
            offset += 1
        }
        return places
    }

    /// Returns whether a name and `{` follow.
    private func beginsBlock(_ offset: Int) -> Bool {
        var offset = offset
        let start = offset
        while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
        let name = offset
        while isWordByte(offset, from: 0) { offset += 1 }
        guard name > start, offset > name else { return false }
        while offset < bytes.count, bytes[offset] <= 0x20 { offset += 1 }
        return offset < bytes.count && bytes[offset] == UInt8(ascii: "{")
    }

    private func isWordByte(_ offset: Int, from start: Int) -> Bool {
        offset >= start && offset < bytes.count && bytes[offset].isASCIIWord
    }

    // MARK: One block

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        bytes.withUnsafeBufferPointer { ValueText.trimmed($0.span, range) }
    }

    private mutating func block(_ piece: Range<Int>) -> EventBlocks.Block? {
        guard !piece.isEmpty else { return nil }
        guard let open = bytes[piece].firstIndex(of: UInt8(ascii: "{")),
            let close = bytes[piece].lastIndex(of: UInt8(ascii: "}")), open < close
        else {
            report(.blockForm, at: piece)
            return nil
        }
        let rest = trimmed(close + 1..<piece.upperBound)
        if !rest.isEmpty { report(.textAfterBlock, at: rest) }
        let name = trimmed(piece.lowerBound..<open)
        if name.isEmpty { report(.blockName, at: open..<open + 1) }
        let result = EventProgramCompiler.compile(
            bytes,
            open + 1..<close,
            whole: open..<close + 1,
            isLenient: isLenient
        )
        for problem in result.problems(for: client) { diagnostics.append(problem.diagnostic { SourceRange(file, $0) }) }
        guard !name.isEmpty else { return nil }
        return EventBlocks.Block(
            name: String(decoding: bytes[name], as: UTF8.self),
            place: SourceRange(file, name),
            result: result
        )
    }
}
