import VirtualViewFormat

extension JSONValue {
    /// Reads a JSON text.
    ///
    /// The text must be strict RFC 8259 in UTF-8; a byte order mark at the start is skipped. Of entries with the same
    /// name the last counts. A `\u` escape that is half of a surrogate pair is read as U+FFFD. Numbers without fraction
    /// and exponent that fit into 64 bits become ``JSONValue/int(_:)``, all others the nearest
    /// ``JSONValue/double(_:)``.
    ///
    /// - Parameters:
    ///   - bytes: The complete text.
    ///   - maximumDepth: The largest depth of nested arrays and objects; at most ``maximumDepth``.
    /// - Throws: ``BindingDataError`` with the offset of the first wrong byte.
    /// - Complexity: O(*n*) in the size of `bytes`, plus O(*k* log *k*) for an object with many entries.
    public init(json bytes: [UInt8], maximumDepth: Int = 256) throws(BindingDataError) {
        var reader = BindingJSONReader(bytes, maximumDepth: min(maximumDepth, Self.maximumDepth))
        self = try reader.readDocument()
    }

    /// Reads a JSON text.
    ///
    /// - Parameters:
    ///   - text: The complete text.
    ///   - maximumDepth: The largest depth of nested arrays and objects; at most ``maximumDepth``.
    /// - Throws: ``BindingDataError`` with the offset, in UTF-8, of the first wrong byte.
    public init(json text: String, maximumDepth: Int = 256) throws(BindingDataError) {
        try self.init(json: Array(text.utf8), maximumDepth: maximumDepth)
    }
}

/// Reads one JSON text into a value.
///
/// Complete elements stay on two stacks until their array or object closes, which then takes them with one exact
/// allocation.
struct BindingJSONReader {
    private let bytes: [UInt8]
    private let maximumDepth: Int
    private var offset = 0
    private var elements: [JSONValue] = []
    private var entries: [BindingObject.Entry] = []

    init(_ bytes: [UInt8], maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            offset = 3
        }
    }

    mutating func readDocument() throws(BindingDataError) -> JSONValue {
        let value = try readValue(depth: 0)
        skipBlanks()
        guard offset == bytes.count else { throw BindingDataError(.trailingCharacters, at: offset) }
        return value
    }

    private mutating func readValue(depth: Int) throws(BindingDataError) -> JSONValue {
        skipBlanks()
        switch try peek() {
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "{"): return try readObject(depth: depth + 1)
        case UInt8(ascii: "["): return try readArray(depth: depth + 1)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
        case UInt8(ascii: "t"): return try readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        default: throw BindingDataError(.unexpectedCharacter, at: offset)
        }
    }

    private mutating func readWord(_ word: StaticString, _ value: JSONValue) throws(BindingDataError) -> JSONValue {
        for index in 0..<word.utf8CodeUnitCount {
            guard try peek() == word.utf8Start[index] else {
                throw BindingDataError(.unexpectedCharacter, at: offset)
            }
            offset += 1
        }
        return value
    }

    // MARK: - Containers

    private mutating func readArray(depth: Int) throws(BindingDataError) -> JSONValue {
        guard depth <= maximumDepth else { throw BindingDataError(.tooDeep, at: offset) }
        offset += 1
        if try takeClosing(UInt8(ascii: "]")) {
            return .array([])
        }
        let first = elements.count
        repeat {
            let element = try readValue(depth: depth)
            elements.append(element)
        } while try takeSeparator(closing: UInt8(ascii: "]"))
        let array = Array(elements[first...])
        elements.removeSubrange(first...)
        return .array(array)
    }

    private mutating func readObject(depth: Int) throws(BindingDataError) -> JSONValue {
        guard depth <= maximumDepth else { throw BindingDataError(.tooDeep, at: offset) }
        offset += 1
        if try takeClosing(UInt8(ascii: "}")) {
            return .object(BindingObject(entries: []))
        }
        let first = entries.count
        repeat {
            skipBlanks()
            guard try peek() == UInt8(ascii: "\"") else { throw BindingDataError(.unexpectedCharacter, at: offset) }
            let key = BindingKey(try readString())
            skipBlanks()
            guard try peek() == UInt8(ascii: ":") else { throw BindingDataError(.unexpectedCharacter, at: offset) }
            offset += 1
            let value = try readValue(depth: depth)
            entries.append(.init(key: key, value: value))
        } while try takeSeparator(closing: UInt8(ascii: "}"))
        let object = BindingObject(entries: entries[first...])
        entries.removeSubrange(first...)
        return .object(object)
    }

    /// Reads the closing bracket of an empty container.
    private mutating func takeClosing(_ closing: UInt8) throws(BindingDataError) -> Bool {
        skipBlanks()
        guard try peek() == closing else { return false }
        offset += 1
        return true
    }

    /// Reads a comma and returns true, or reads the closing bracket and returns false.
    private mutating func takeSeparator(closing: UInt8) throws(BindingDataError) -> Bool {
        skipBlanks()
        let byte = try peek()
        guard byte == closing || byte == UInt8(ascii: ",") else {
            throw BindingDataError(.unexpectedCharacter, at: offset)
        }
        offset += 1
        return byte != closing
    }

    // MARK: - Numbers

    private mutating func readNumber() throws(BindingDataError) -> JSONValue {
        let start = offset
        try checkNumber()
        guard let number = DecimalNumber(bytes, at: start, limit: offset) else {
            throw BindingDataError(.invalidNumber, at: start)
        }
        if let integer = number.integer {
            return .int(integer)
        }
        let double = number.double(in: bytes)
        guard double.isFinite else { throw BindingDataError(.numberOutOfRange, at: start) }
        return .double(double)
    }

    /// Moves past a number in the form of JSON.
    private mutating func checkNumber() throws(BindingDataError) {
        if bytes[offset] == UInt8(ascii: "-") {
            offset += 1
        }
        let leadingZero = offset < bytes.count && bytes[offset] == UInt8(ascii: "0")
        guard try skipDigits() == 1 || !leadingZero else { throw BindingDataError(.invalidNumber, at: offset - 1) }
        if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
            offset += 1
            _ = try skipDigits()
        }
        if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
            offset += 1
            if offset < bytes.count, bytes[offset] == UInt8(ascii: "-") || bytes[offset] == UInt8(ascii: "+") {
                offset += 1
            }
            _ = try skipDigits()
        }
    }

    private mutating func skipDigits() throws(BindingDataError) -> Int {
        let start = offset
        while offset < bytes.count, ExpressionText.digit(bytes[offset]) != nil {
            offset += 1
        }
        guard offset > start else {
            throw BindingDataError(offset == bytes.count ? .unexpectedEnd : .invalidNumber, at: offset)
        }
        return offset - start
    }

    // MARK: - Strings

    private mutating func readString() throws(BindingDataError) -> String {
        let start = offset + 1
        offset = start
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") {
                offset += 1
                return String(decoding: bytes[start..<offset - 1], as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") {
                return try readEscapedString(from: start)
            }
            offset += try lengthOfCharacter(byte)
        }
        throw BindingDataError(.unexpectedEnd, at: offset)
    }

    /// Returns the length of the character at the offset, which must be one that a string can have unescaped.
    private func lengthOfCharacter(_ byte: UInt8) throws(BindingDataError) -> Int {
        guard byte >= 0x20 else { throw BindingDataError(.unescapedControl, at: offset) }
        guard byte >= 0x80 else { return 1 }
        let (scalar, length) = UTF8Sequence.decode { offset + $0 < bytes.count ? bytes[offset + $0] : 0 }
        guard scalar != nil else { throw BindingDataError(.invalidUTF8, at: offset) }
        return length
    }

    /// Continues reading at the first backslash of a string.
    private mutating func readEscapedString(from start: Int) throws(BindingDataError) -> String {
        var text = Array(bytes[start..<offset])
        while offset < bytes.count {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") {
                offset += 1
                return String(decoding: text, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") {
                try readEscape(into: &text)
                continue
            }
            let length = try lengthOfCharacter(byte)
            text.append(contentsOf: bytes[offset..<offset + length])
            offset += length
        }
        throw BindingDataError(.unexpectedEnd, at: offset)
    }

    private mutating func readEscape(into text: inout [UInt8]) throws(BindingDataError) {
        offset += 1
        let escape = try peek()
        offset += 1
        switch escape {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(escape)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): try readUnicodeEscape(into: &text)
        default: throw BindingDataError(.invalidEscape, at: offset - 1)
        }
    }

    private mutating func readUnicodeEscape(into text: inout [UInt8]) throws(BindingDataError) {
        var scalar = try readHexUnit()
        let isPairStart = 0xD800..<0xDC00 ~= scalar
        if isPairStart, offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "\\"),
            bytes[offset + 1] == UInt8(ascii: "u")
        {
            let rewind = offset
            offset += 2
            let second = try readHexUnit()
            if 0xDC00..<0xE000 ~= second {
                scalar = 0x10000 + (scalar - 0xD800) << 10 + (second - 0xDC00)
            } else {
                offset = rewind
            }
        }
        let character = Unicode.Scalar(scalar) ?? "\u{FFFD}"
        text.append(contentsOf: UTF8.encode(character) ?? UTF8.encodedReplacementCharacter)
    }

    private mutating func readHexUnit() throws(BindingDataError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            let byte = try peek()
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw BindingDataError(.invalidEscape, at: offset)
            }
            unit = unit << 4 | UInt32(digit)
            offset += 1
        }
        return unit
    }

    // MARK: - Moving

    private func peek() throws(BindingDataError) -> UInt8 {
        guard offset < bytes.count else { throw BindingDataError(.unexpectedEnd, at: offset) }
        return bytes[offset]
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
