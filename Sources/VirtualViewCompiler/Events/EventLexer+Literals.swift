import VirtualViewFormat

extension EventLexer {
    mutating func readNumber() {
        let start = offset
        var points = 0
        var isHexadecimal = false
        while offset < end {
            let byte = bytes[offset]
            if byte | 0x20 == UInt8(ascii: "x"), offset == start + 1, bytes[start] == UInt8(ascii: "0") {
                isHexadecimal = true
            } else if byte == UInt8(ascii: ".") {
                points += 1
            } else if (isHexadecimal ? byte.hexadecimalDigit : byte.decimalDigit) == nil {
                break
            }
            offset += 1
        }
        let range = start..<offset
        if self[at: offset].isASCIIWord {
            skip { $0.isASCIIWord }
            let found = text(start..<offset)
            let isNumber = isHexadecimal ? points == 0 && range.count > 2 : points < 2
            report(
                isNumber
                    ? .numberSuffix(text(range), found) : .numberFormat(found, isHexadecimal: isHexadecimal),
                at: start..<offset
            )
            return append(.invalid, from: start)
        }
        switch (isHexadecimal, points) {
        case (true, 0): readHexadecimal(range)
        case (false, 0): readInt(range)
        case (false, 1): readFloat(range)
        default:
            report(.numberFormat(text(range), isHexadecimal: isHexadecimal), at: range)
            append(.invalid, from: start)
        }
    }

    private mutating func readInt(_ range: Range<Int>) {
        guard let value = Int32(text(range)) else { return reportRange(range) }
        append(.int(value), from: range.lowerBound)
    }

    private mutating func readHexadecimal(_ range: Range<Int>) {
        let digits = text(range.lowerBound + 2..<range.upperBound)
        if digits.isEmpty {
            report(.numberFormat(text(range), isHexadecimal: true), at: range)
            return append(.invalid, from: range.lowerBound)
        }
        guard let value = Int32(digits, radix: 16) else { return reportRange(range) }
        append(.int(value), from: range.lowerBound)
    }

    private mutating func readFloat(_ range: Range<Int>) {
        let slice = bytes[range]
        switch FloatLiteral.parse(slice.span, 0..<range.count) {
        case .value(let value), .underflow(let value): append(.float(value), from: range.lowerBound)
        default: reportRange(range)
        }
    }

    private mutating func reportRange(_ range: Range<Int>) {
        report(.numberRange(text(range)), at: range)
        append(.invalid, from: range.lowerBound)
    }

    mutating func readLeadingPoint() {
        let start = offset
        offset += 1
        skip { $0.decimalDigit != nil }
        let number = text(start..<offset)
        skip { $0.isASCIIWord }
        let found = text(start..<offset).lowercased()
        // An `f` says what the point says; other letters may mean anything.
        let isCertain = found == number || found == number + "f"
        report(
            .leadingPoint(number),
            at: start..<offset,
            fixIt: isCertain ? "replace with '0\(number)'" : "",
            edits: isCertain ? [.init(start..<offset, with: "0" + number)] : []
        )
        append(.invalid, from: start)
    }

    mutating func readColor() {
        let start = offset
        offset += 1
        skip(while: { $0.hexadecimalDigit != nil })
        let digits = text(start + 1..<offset)
        let isWord = self[at: offset].isASCIIWord
        if isWord { skip { $0.isASCIIWord } }
        if !isWord, digits.utf8.count == 6 || digits.utf8.count == 8, let bits = UInt32(digits, radix: 16) {
            // Eight digits are RRGGBBAA; the value is AARRGGBB.
            let value = digits.utf8.count == 6 ? 0xFF00_0000 | bits : bits >> 8 | bits << 24
            return append(.int(Int32(bitPattern: value)), from: start)
        }
        let isStored = isLenient && !isWord
        let meant = digits.utf8.count == 3 && !isWord ? "#" + digits.map { "\($0)\($0)" }.joined() : nil
        report(
            .colorDigits(text(start..<offset), suggestion: meant, isStored: isStored),
            at: start..<offset,
            fixIt: meant.map { "replace with '\($0)'" } ?? "",
            edits: meant.map { [.init(start..<offset, with: $0)] } ?? []
        )
        append(isStored ? .int(0) : .invalid, from: start)
    }
}

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
        // What other languages have an escape for was hardly meant to be shown with a backslash.
        let isCertain = !"ntru\"".utf8.contains(bytes[offset])
        report(
            .badEscape(text(range)),
            at: range,
            fixIt: isCertain ? "replace with '\\\\'" : "",
            edits: isCertain ? [.init(inserting: "\\", at: start)] : []
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
