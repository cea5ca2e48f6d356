/// Splits an event program into tokens.
///
/// What is wrong is reported and left out, or becomes an ``EventToken/Kind/invalid`` token that stands for a value, so
/// that the parser goes on and says nothing more about it.
struct EventLexer {
    private let bytes: [UInt8]
    private let end: Int
    private let isLenient: Bool
    private var offset: Int
    private var tokens: [EventToken] = []
    private var hasCarriageReturn = false
    /// What was found.
    private(set) var problems: [EventProblem] = []
    /// Whether the end of the program was swallowed, so that what is missing there is not worth a report.
    private(set) var isCut = false

    /// Prepares for a program.
    ///
    /// - Parameters:
    ///   - bytes: The text that holds it, as UTF-8.
    ///   - range: The program's place in the text.
    ///   - isLenient: Whether some errors are warnings.
    init(_ bytes: [UInt8], _ range: Range<Int>, isLenient: Bool) {
        self.bytes = bytes
        self.offset = range.lowerBound
        self.end = range.upperBound
        self.isLenient = isLenient
    }

    /// Reads everything; the last token is ``EventToken/Kind/end``.
    mutating func tokenize() -> [EventToken] {
        while offset < end {
            let start = offset
            readToken()
            // Every branch takes at least one byte.
            if offset == start { offset += 1 }
        }
        tokens.append(EventToken(kind: .end, range: end..<end))
        return tokens
    }

    private subscript(at offset: Int) -> UInt8 {
        offset < end ? bytes[offset] : 0
    }

    private mutating func readToken() {
        let byte = bytes[offset]
        switch byte {
        case 0x20, 0x09, 0x0A: offset += 1
        case 0x0D: readCarriageReturn()
        case UInt8(ascii: "0")...UInt8(ascii: "9"): readNumber()
        case UInt8(ascii: "#"): readColor()
        case UInt8(ascii: "'"): readString()
        case UInt8(ascii: "\""): readDoubleQuotes()
        case _ where Self.isWordByte(byte): readWord()
        default: readSymbol(byte)
        }
    }

    private mutating func append(_ kind: EventToken.Kind, from start: Int) {
        tokens.append(EventToken(kind: kind, range: start..<offset))
    }

    private mutating func report(
        _ id: EventDiagnosticID,
        _ text: String,
        at range: Range<Int>,
        severity: Diagnostic.Severity = .error,
        mend: String = "",
        edits: [EventProblem.Edit] = []
    ) {
        problems.append(EventProblem(id, text, at: range, severity: severity, mend: mend, edits: edits))
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        while offset < end, condition(bytes[offset]) { offset += 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_") || isDigit(byte)
    }
}

// MARK: - Words and signs

extension EventLexer {
    private mutating func readWord() {
        let start = offset
        skip(while: Self.isWordByte)
        if self[at: offset] >= 0x80 { return readForeignWord(from: start) }
        append(.word(text(start..<offset)), from: start)
    }

    /// Reads the rest of a word that has characters of another script, from the first of them.
    private mutating func readForeignWord(from start: Int) {
        let place = offset
        skip { $0 >= 0x80 }
        report(.unexpectedCharacter, EventMessages.unexpectedCharacter(text(place..<offset)), at: place..<offset)
        skip { $0 >= 0x80 || Self.isWordByte($0) }
        append(.invalid, from: start)
    }

    private mutating func readCarriageReturn() {
        if !hasCarriageReturn {
            hasCarriageReturn = true
            report(.carriageReturn, EventMessages.carriageReturn, at: offset..<offset + 1)
        }
        offset += 1
    }

    private mutating func readSymbol(_ byte: UInt8) {
        let start = offset
        let next = self[at: start + 1]
        if byte == UInt8(ascii: "/"), next == byte || next == UInt8(ascii: "*") { return readComment() }
        if byte == UInt8(ascii: "."), Self.isDigit(next), !followsOperand { return readLeadingPoint() }
        if let (symbol, length) = EventSymbol.starting(byte, next) {
            offset += length
            return append(.symbol(symbol), from: start)
        }
        if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "|") {
            let sign = String(UnicodeScalar(byte))
            offset += 1
            report(
                .singleOperator,
                EventMessages.singleOperator(sign),
                at: start..<offset,
                mend: "replace with '\(sign)\(sign)'",
                edits: [.init(start..<offset, with: sign + sign)]
            )
            return append(.symbol(byte == UInt8(ascii: "&") ? .and : .or), from: start)
        }
        if byte >= 0x80 { return readForeignWord(from: start) }
        offset += 1
        report(.unexpectedCharacter, EventMessages.unexpectedCharacter(text(start..<offset)), at: start..<offset)
        append(.invalid, from: start)
    }

    /// Whether the last token ends a value.
    private var followsOperand: Bool {
        guard let last = tokens.last else { return false }
        guard let symbol = last.symbol else { return true }
        return symbol == .closeParenthesis || symbol == .closeBracket
    }

    private mutating func readComment() {
        let start = offset
        let isBlock = self[at: start + 1] == UInt8(ascii: "*")
        offset += 2
        if isBlock {
            while offset < end, !(bytes[offset] == UInt8(ascii: "*") && self[at: offset + 1] == UInt8(ascii: "/")) {
                offset += 1
            }
            if offset >= end { isCut = true }
            offset = min(offset + 2, end)
        } else {
            skip { $0 != 0x0A }
            if offset >= end { isCut = true }
        }
        report(.comment, EventMessages.comment, at: start..<offset)
    }
}

// MARK: - Numbers

extension EventLexer {
    private mutating func readNumber() {
        let start = offset
        var points = 0
        var isHexadecimal = false
        while offset < end {
            let byte = bytes[offset]
            if byte | 0x20 == UInt8(ascii: "x"), offset == start + 1, bytes[start] == UInt8(ascii: "0") {
                isHexadecimal = true
            } else if byte == UInt8(ascii: ".") {
                points += 1
            } else if !(isHexadecimal ? Self.isHexDigit(byte) : Self.isDigit(byte)) {
                break
            }
            offset += 1
        }
        let range = start..<offset
        if Self.isWordByte(self[at: offset]) {
            skip(while: Self.isWordByte)
            report(.numberSuffix, EventMessages.numberSuffix(text(range), text(start..<offset)), at: start..<offset)
            return append(.invalid, from: start)
        }
        switch (isHexadecimal, points) {
        case (true, 0): readHexadecimal(range)
        case (false, 0): readInt(range)
        case (false, 1): readFloat(range)
        default:
            report(.numberFormat, EventMessages.numberFormat(text(range), isHexadecimal: isHexadecimal), at: range)
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
            report(.numberFormat, EventMessages.numberFormat(text(range), isHexadecimal: true), at: range)
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
        report(.numberRange, EventMessages.numberRange(text(range)), at: range)
        append(.invalid, from: range.lowerBound)
    }

    private mutating func readLeadingPoint() {
        let start = offset
        offset += 1
        skip(while: Self.isWordByte)
        let found = text(start..<offset)
        report(
            .leadingPoint,
            EventMessages.leadingPoint(found),
            at: start..<offset,
            mend: "replace with '0\(found)'",
            edits: [.init(inserting: "0", at: start)]
        )
        append(.invalid, from: start)
    }

    private mutating func readColor() {
        let start = offset
        offset += 1
        skip(while: Self.isHexDigit)
        let digits = text(start + 1..<offset)
        let isWord = Self.isWordByte(self[at: offset])
        if isWord { skip(while: Self.isWordByte) }
        if !isWord, digits.utf8.count == 6 || digits.utf8.count == 8, let bits = UInt32(digits, radix: 16) {
            // Eight digits are RRGGBBAA; the value is AARRGGBB.
            let value = digits.utf8.count == 6 ? 0xFF00_0000 | bits : bits >> 8 | bits << 24
            return append(.int(Int32(bitPattern: value)), from: start)
        }
        let isStored = isLenient && !isWord
        let meant = digits.utf8.count == 3 && !isWord ? "#" + digits.map { "\($0)\($0)" }.joined() : nil
        report(
            .colorDigits,
            EventMessages.colorDigits(text(start..<offset), suggestion: meant, isStored: isStored),
            at: start..<offset,
            severity: isStored ? .warning : .error,
            mend: meant.map { "replace with '\($0)'" } ?? "",
            edits: meant.map { [.init(start..<offset, with: $0)] } ?? []
        )
        append(isStored ? .int(0) : .invalid, from: start)
    }
}

// MARK: - Texts

extension EventLexer {
    private mutating func readString() {
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
            report(.unclosedString, EventMessages.unclosedString, at: start..<start + 1)
            return append(.invalid, from: start)
        }
        offset += 1
        let raw = Array(bytes[start + 1..<offset - 1])
        if Self.hasBlankPiece(raw) {
            let stored = String(decoding: Self.withoutBlankPieces(content), as: UTF8.self)
            report(
                .blankPiece,
                EventMessages.blankPiece(stored, isStored: isLenient),
                at: start..<offset,
                severity: isLenient ? .warning : .error
            )
            return append(.string(stored), from: start)
        }
        append(.string(String(decoding: content, as: UTF8.self)), from: start)
    }

    /// Steps over a backslash to the character that it stands before.
    private mutating func readEscape() {
        let start = offset
        offset += 1
        if bytes[offset] == UInt8(ascii: "'") || bytes[offset] == UInt8(ascii: "\\") { return }
        var length = 1
        while offset + length < end, bytes[offset + length] & 0xC0 == 0x80 { length += 1 }
        let range = start..<offset + length
        report(
            .badEscape,
            EventMessages.badEscape(text(range)),
            at: range,
            mend: "replace with '\\\\'",
            edits: [.init(inserting: "\\", at: start)]
        )
    }

    /// Whether two semicolons of a text have nothing but blanks between them: that part and one semicolon are lost.
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

    private mutating func readDoubleQuotes() {
        let start = offset
        offset += 1
        skip { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "\\") }
        guard self[at: offset] == UInt8(ascii: "\"") else {
            offset = end
            isCut = true
            report(.doubleQuotes, EventMessages.doubleQuotes, at: start..<start + 1)
            return append(.invalid, from: start)
        }
        offset += 1
        report(
            .doubleQuotes,
            EventMessages.doubleQuotes,
            at: start..<offset,
            mend: "use single quotes",
            edits: [.init(start..<start + 1, with: "'"), .init(offset - 1..<offset, with: "'")]
        )
        append(.invalid, from: start)
    }
}
