import VirtualViewFormat

/// Steps over the tokens of a JSON text: RFC 8259 in UTF-8, and a byte order mark at the start.
///
/// ``JSONValue`` for data and the compiler's `JSONNode` for files of a project are both made of these tokens; a digit
/// after a leading zero and what follows a number or a word is up to them.
package struct JSONScanner {
    /// The first thing that is not well formed.
    package struct Problem: Error {
        package let code: BindingDataError.Code
        /// The offset of the first wrong byte.
        package let offset: Int
        /// What should stand there.
        package let token: Token
        /// The offset at which the token starts.
        package let start: Int
    }

    /// What can be wrong with a text.
    package enum Token {
        case value
        case name
        case colon
        /// A comma, or this closing bracket.
        case separator(UInt8)
        case end
        case nesting
        case number
        case string
        case character
        case escape
        /// The second half of a surrogate pair; the token starts at the first half.
        case surrogate
    }

    package let bytes: [UInt8]
    /// The offset of the next byte.
    package private(set) var offset: Int
    private let maximumDepth: Int

    /// Starts at the first byte.
    ///
    /// - Parameters:
    ///   - bytes: The complete text.
    ///   - maximumDepth: The largest depth of nested arrays and objects.
    package init(_ bytes: [UInt8], maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Returns a problem with a token that starts at an offset; both are the next byte unless told otherwise.
    package func problem(
        _ token: Token,
        _ code: BindingDataError.Code? = nil,
        from start: Int? = nil,
        at place: Int? = nil
    ) -> Problem {
        let code = code ?? (offset < bytes.count ? .unexpectedCharacter : .unexpectedEnd)
        return Problem(code: code, offset: place ?? offset, token: token, start: start ?? offset)
    }
}

// MARK: - Structure

extension JSONScanner {
    /// The next byte that is not blank; 0 at the end.
    package mutating func nextByte() -> UInt8 {
        skipBlanks()
        return offset < bytes.count ? bytes[offset] : 0
    }

    package mutating func finish() throws(Problem) {
        skipBlanks()
        guard offset == bytes.count else { throw problem(.end, .trailingCharacters) }
    }

    /// Steps over the bracket that opens an array or an object.
    ///
    /// - Returns: Whether something stands in it; otherwise the closing bracket was read too.
    package mutating func open(closing: UInt8, depth: Int) throws(Problem) -> Bool {
        guard depth <= maximumDepth else { throw problem(.nesting, .tooDeep) }
        offset += 1
        guard nextByte() == closing else { return true }
        offset += 1
        return false
    }

    /// Steps over a comma and returns true, or over the closing bracket and returns false.
    package mutating func takeSeparator(closing: UInt8) throws(Problem) -> Bool {
        let byte = nextByte()
        guard byte == closing || byte == UInt8(ascii: ",") else { throw problem(.separator(closing)) }
        offset += 1
        return byte != closing
    }

    package mutating func takeColon() throws(Problem) {
        guard nextByte() == UInt8(ascii: ":") else { throw problem(.colon) }
        offset += 1
    }

    package mutating func takeWord(_ word: StaticString) throws(Problem) {
        let start = offset
        for index in 0..<word.utf8CodeUnitCount {
            guard offset < bytes.count, bytes[offset] == word.utf8Start[index] else {
                throw problem(.value, from: start)
            }
            offset += 1
        }
    }

    private mutating func skipBlanks() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: return
            }
        }
    }
}

// MARK: - Numbers

extension JSONScanner {
    /// Steps over the number at the offset.
    ///
    /// - Returns: Its place.
    package mutating func takeNumber() throws(Problem) -> Range<Int> {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try takeDigits(from: start) }
        if take(UInt8(ascii: ".")) { try takeDigits(from: start) }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try takeDigits(from: start)
        }
        return start..<offset
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard offset < bytes.count, bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    /// Steps over at least one digit of the number that starts at an offset.
    mutating func takeDigits(from start: Int) throws(Problem) {
        let first = offset
        while offset < bytes.count, bytes[offset].decimalDigit != nil { offset += 1 }
        guard offset > first else {
            throw problem(.number, offset == bytes.count ? .unexpectedEnd : .invalidNumber, from: start)
        }
    }
}

// MARK: - Strings

extension JSONScanner {
    /// Steps over the quote that opens a string, and over the characters up to the first quote or escape.
    ///
    /// - Returns: The place of the characters.
    package mutating func openString() throws(Problem) -> Range<Int> {
        offset += 1
        return try takeCharacters(from: offset - 1)
    }

    /// Steps over an escape and the characters up to the next quote or escape, or else over the quote that ends a
    /// string.
    ///
    /// - Parameter start: The offset of the string.
    /// - Returns: The character that the escape stands for, or `nil` for half of a surrogate pair; the places of the
    ///   escape and of the characters. `nil` at the end.
    /// - Throws: The first thing that is not well formed.
    package mutating func takePiece(
        ofStringAt start: Int
    ) throws(Problem) -> (scalar: Unicode.Scalar?, escape: Range<Int>, characters: Range<Int>)? {
        if take(UInt8(ascii: "\"")) { return nil }
        let lower = offset
        let scalar = try takeEscape()
        let escape = lower..<offset
        return (scalar, escape, try takeCharacters(from: start))
    }

    private mutating func takeCharacters(from start: Int) throws(Problem) -> Range<Int> {
        let lower = offset
        while true {
            // Most characters are plain; the place among them stays in a register.
            var place = offset
            while place < bytes.count, Self.isPlain(bytes[place]) { place += 1 }
            offset = place
            guard offset < bytes.count else { throw problem(.string, from: start) }
            switch bytes[offset] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): return lower..<offset
            case ..<0x20: throw problem(.character, .unescapedControl)
            default:
                let (scalar, length) = UTF8Sequence.decode { offset + $0 < bytes.count ? bytes[offset + $0] : 0 }
                guard scalar != nil else { throw problem(.character, .invalidUTF8) }
                offset += length
            }
        }
    }

    /// Whether a byte is a whole character that stands for itself in a string.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte &- 0x20 < 0x60 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    private mutating func takeEscape() throws(Problem) -> Unicode.Scalar? {
        let start = offset
        offset += 1
        guard offset < bytes.count else { throw problem(.escape, from: start) }
        let scalar: Unicode.Scalar
        switch bytes[offset] {
        case UInt8(ascii: "\""): scalar = "\""
        case UInt8(ascii: "\\"): scalar = "\\"
        case UInt8(ascii: "/"): scalar = "/"
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"): return try takeUnicodeEscape(from: start)
        default: throw problem(.escape, .invalidEscape, from: start)
        }
        offset += 1
        return scalar
    }

    private mutating func takeUnicodeEscape(from start: Int) throws(Problem) -> Unicode.Scalar? {
        let unit = try takeUnit(.escape, from: start)
        guard UTF16.isLeadSurrogate(unit), offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
            bytes[offset + 1] == UInt8(ascii: "u")
        else { return Unicode.Scalar(unit) }
        let end = offset
        offset += 1
        let scalar = UnicodeEscape.scalar(unit, try takeUnit(.surrogate, from: start))
        if scalar == nil { offset = end }
        return scalar
    }

    /// Steps over `uXXXX`.
    private mutating func takeUnit(_ token: Token, from start: Int) throws(Problem) -> UInt16 {
        if let unit = UnicodeEscape.unit(in: bytes, at: offset - 1) {
            offset += 5
            return unit
        }
        repeat { offset += 1 } while offset < bytes.count && bytes[offset].hexadecimalDigit != nil
        throw problem(token, offset < bytes.count ? .invalidEscape : .unexpectedEnd, from: start)
    }
}

/// Reads `\uXXXX`, as JSON and Java's properties have it.
package enum UnicodeEscape {
    /// Returns the unit of an escape.
    ///
    /// - Parameters:
    ///   - bytes: A text.
    ///   - start: The offset of the backslash.
    /// - Returns: The unit, or `nil` if there are not `\u` and four hexadecimal digits.
    package static func unit(in bytes: [UInt8], at start: Int) -> UInt16? {
        guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt16 = 0
        for place in start + 2..<start + 6 {
            guard let digit = bytes[place].hexadecimalDigit else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// Returns the character that two units are the halves of.
    ///
    /// - Parameters:
    ///   - lead: The first unit.
    ///   - trail: The second unit.
    /// - Returns: The character; `nil` if the units are not such halves.
    package static func scalar(_ lead: UInt16, _ trail: UInt16) -> Unicode.Scalar? {
        guard UTF16.isLeadSurrogate(lead), UTF16.isTrailSurrogate(trail) else { return nil }
        return Unicode.Scalar(0x1_0000 + (UInt32(lead) - 0xD800) << 10 + (UInt32(trail) - 0xDC00))
    }
}
