import VirtualViewFormat

/// A word, number, text or sign of an event program.
struct EventToken: Hashable, Sendable {
    /// The content of the token.
    enum Kind: Hashable, Sendable {
        case int(Int32)
        case float(Float)
        /// A text without its quotes and escapes.
        case string(String)
        case word(String)
        case symbol(EventSymbol)
        /// Something that has been reported; it may be in the place of a value.
        case invalid
        /// The end of the program.
        case end
    }

    /// The content of the token.
    let kind: Kind
    /// The place: UTF-8 byte offsets into the text that holds the program.
    let range: Range<Int>

    /// The sign that the token is, if it is one.
    var symbol: EventSymbol? {
        guard case .symbol(let symbol) = kind else { return nil }
        return symbol
    }

    /// The word that the token is, if it is one.
    var word: String? {
        guard case .word(let word) = kind else { return nil }
        return word
    }

    /// Whether the token can be a value or the start of one.
    var isOperand: Bool {
        switch kind {
        case .int, .float, .string, .word: true
        case .symbol, .invalid, .end: false
        }
    }
}

/// The signs of the language.
enum EventSymbol: String, CaseIterable, Sendable {
    case openParenthesis = "("
    case closeParenthesis = ")"
    case openBracket = "["
    case closeBracket = "]"
    case openBrace = "{"
    case closeBrace = "}"
    case point = "."
    case comma = ","
    case semicolon = ";"
    case question = "?"
    case colon = ":"
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divide = "/"
    case remainder = "%"
    case not = "!"
    case assign = "="
    case greater = ">"
    case less = "<"
    case plusAssign = "+="
    case minusAssign = "-="
    case timesAssign = "*="
    case divideAssign = "/="
    case remainderAssign = "%="
    case notEqual = "!="
    case equal = "=="
    case greaterOrEqual = ">="
    case lessOrEqual = "<="
    case and = "&&"
    case or = "||"

    /// Returns the sign made of these characters; `second` is 0 where nothing follows.
    ///
    /// - Returns: The longest sign and its length in bytes.
    static func starting(_ first: UInt8, _ second: UInt8) -> (symbol: EventSymbol, length: Int)? {
        let one = String(UnicodeScalar(first))
        if second != 0, let symbol = EventSymbol(rawValue: one + String(UnicodeScalar(second))) { return (symbol, 2) }
        return EventSymbol(rawValue: one).map { ($0, 1) }
    }
}

/// Splits an event program into tokens.
///
/// A mistake is reported and left out, or becomes an ``EventToken/Kind/invalid`` token that stands for a value, so
/// that the parser continues and does not report it again.
struct EventLexer {
    let bytes: [UInt8]
    let end: Int
    let isLenient: Bool
    var offset: Int
    private var tokens: [EventToken] = []
    private var hasCarriageReturn = false
    /// The problems that were found.
    private(set) var problems: [EventProblem] = []
    /// Whether the end of the program was swallowed, so that its absence is not reported.
    var isCut = false

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

    subscript(at offset: Int) -> UInt8 {
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
        case _ where byte.isASCIIWord: readWord()
        default: readSymbol(byte)
        }
    }

    mutating func append(_ kind: EventToken.Kind, from start: Int) {
        tokens.append(EventToken(kind: kind, range: start..<offset))
    }

    mutating func report(
        _ message: EventMessage,
        at range: Range<Int>,
        fixIt: String = "",
        edits: [EventProblem.Edit] = []
    ) {
        problems.append(EventProblem(message, at: range, fixIt: fixIt, edits: edits))
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    mutating func skip(while condition: (UInt8) -> Bool) {
        while offset < end, condition(bytes[offset]) { offset += 1 }
    }
}

// MARK: - Words and signs

extension EventLexer {
    private mutating func readWord() {
        let start = offset
        skip { $0.isASCIIWord }
        if self[at: offset] >= 0x80 { return readForeignWord(from: start) }
        append(.word(text(start..<offset)), from: start)
    }

    /// Reads the rest of a word that has characters of another script, from the first of them.
    private mutating func readForeignWord(from start: Int) {
        let place = offset
        skip { $0 >= 0x80 }
        report(.unexpectedCharacter(text(place..<offset)), at: place..<offset)
        skip { $0 >= 0x80 || $0.isASCIIWord }
        append(.invalid, from: start)
    }

    private mutating func readCarriageReturn() {
        if !hasCarriageReturn {
            hasCarriageReturn = true
            report(.carriageReturn, at: offset..<offset + 1)
        }
        offset += 1
    }

    private mutating func readSymbol(_ byte: UInt8) {
        let start = offset
        let next = self[at: start + 1]
        if byte == UInt8(ascii: "/"), next == byte || next == UInt8(ascii: "*") { return readComment() }
        if byte == UInt8(ascii: "."), next.decimalDigit != nil, !followsOperand { return readLeadingPoint() }
        if let (symbol, length) = EventSymbol.starting(byte, next) {
            offset += length
            return append(.symbol(symbol), from: start)
        }
        if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "|") {
            let sign = String(UnicodeScalar(byte))
            offset += 1
            report(
                .singleOperator(sign),
                at: start..<offset,
                fixIt: "replace with '\(sign)\(sign)'",
                edits: [.init(start..<offset, with: sign + sign)]
            )
            return append(.symbol(byte == UInt8(ascii: "&") ? .and : .or), from: start)
        }
        if byte >= 0x80 { return readForeignWord(from: start) }
        offset += 1
        report(.unexpectedCharacter(text(start..<offset)), at: start..<offset)
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
        report(.comment, at: start..<offset)
    }
}
