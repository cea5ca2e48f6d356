extension EventLexer {
    mutating func readString() {
        let start = offset
        offset += 1
        var content: [UInt8] = []
        while offset < end, bytes[offset] != UInt8(ascii: "'") {
            if bytes[offset] == UInt8(ascii: "\\"), offset + 1 < end { readEscape() }
            content.append(bytes[offset])
            offset += 1
        }
        guard offset < end else {
            isCut = true
            report(.unclosedString, at: start..<start + 1)
            return append(.invalid, from: start)
        }
        offset += 1
        let raw = Array(bytes[start + 1..<offset - 1])
        if Self.hasBlankPiece(raw) {
            let stored = String(decoding: Self.withoutBlankPieces(content), as: UTF8.self)
            report(
                .blankPiece(stored, isStored: isLenient),
                at: start..<offset
            )
            return append(.string(stored), from: start)
        }
        append(.string(String(decoding: content, as: UTF8.self)), from: start)
    }

    /// Steps over a backslash to the character after it.
    private mutating func readEscape() {
        let start = offset
        offset += 1
        if bytes[offset] == UInt8(ascii: "'") || bytes[offset] == UInt8(ascii: "\\") { return }
        var length = 1
        while offset + length < end, bytes[offset + length] & 0xC0 == 0x80 { length += 1 }
        let range = start..<offset + length
        report(
            .badEscape(text(range)),
            at: range,
            fixIt: "replace with '\\\\'",
            edits: [.init(inserting: "\\", at: start)]
        )
    }

    /// Returns whether two semicolons of a text have nothing but blanks between them: that part and one semicolon are
    /// lost.
    private static func hasBlankPiece(_ raw: [UInt8]) -> Bool {
        raw.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .dropFirst().dropLast().contains { $0.allSatisfy(isBlank) }
    }

    private static func withoutBlankPieces(_ content: [UInt8]) -> [UInt8] {
        let pieces = content.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let kept = pieces.indices.filter { index in
            index == pieces.startIndex || index == pieces.endIndex - 1 || !pieces[index].allSatisfy(isBlank)
        }
        return Array(kept.map { pieces[$0] }.joined(separator: [UInt8(ascii: ";")]))
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0A
    }

    mutating func readDoubleQuotes() {
        let start = offset
        offset += 1
        skip { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\\") }
        guard self[at: offset] == UInt8(ascii: "\"") else {
            offset = end
            isCut = true
            report(.doubleQuotes, at: start..<start + 1)
            return append(.invalid, from: start)
        }
        offset += 1
        report(
            .doubleQuotes,
            at: start..<offset,
            fixIt: "use single quotes",
            edits: [.init(start..<start + 1, with: "'"), .init(offset - 1..<offset, with: "'")]
        )
        append(.invalid, from: start)
    }
}
