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
