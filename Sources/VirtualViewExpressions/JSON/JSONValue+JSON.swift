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
    public init(json bytes: [UInt8], maximumDepth: Int = JSONValue.maximumDepth) throws(BindingDataError) {
        var reader = JSONValueReader(JSONScanner(bytes, maximumDepth: min(maximumDepth, Self.maximumDepth)))
        do throws(JSONScanner.Problem) {
            self = try reader.readDocument()
        } catch {
            throw BindingDataError(error.code, at: error.offset)
        }
    }

    /// Reads a JSON text.
    ///
    /// - Parameters:
    ///   - text: The complete text.
    ///   - maximumDepth: The largest depth of nested arrays and objects; at most ``maximumDepth``.
    /// - Throws: ``BindingDataError`` with the offset, in UTF-8, of the first wrong byte.
    public init(json text: String, maximumDepth: Int = JSONValue.maximumDepth) throws(BindingDataError) {
        try self.init(json: Array(text.utf8), maximumDepth: maximumDepth)
    }
}

extension JSONValue {
    /// The value as compact JSON.
    ///
    /// Names are sorted by their bytes, `/` is not escaped, whole numbers have no `.0`, other numbers are the shortest
    /// decimal that reads back to the same value. NaN and infinities, which JSON does not have, print as `null`.
    public var json: String {
        var writer = JSONWriter(isPretty: false, escapes: .needed)
        writer.value(nil, self, JSONValue.text)
        return writer.text
    }

    /// The value as compact JSON that reads back to an equal one: decimals that are whole have a `.0`.
    package var exactJSON: String {
        var writer = JSONWriter(isPretty: false, escapes: .needed)
        writer.value(nil, self) { $0.isFinite ? $0.description : "null" }
        return writer.text
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as compact JSON.
    public var description: String {
        json
    }
}

// MARK: - Reading

/// Reads one JSON text into a value.
///
/// Complete elements stay on two stacks until their array or object closes, which then takes them with one exact
/// allocation.
private struct JSONValueReader {
    private var scanner: JSONScanner
    private var elements: [JSONValue] = []
    private var entries: [BindingObject.Entry] = []

    init(_ scanner: JSONScanner) {
        self.scanner = scanner
    }

    mutating func readDocument() throws(JSONScanner.Problem) -> JSONValue {
        let value = try readValue(depth: 0)
        try scanner.finish()
        return value
    }

    private mutating func readValue(depth: Int) throws(JSONScanner.Problem) -> JSONValue {
        switch scanner.nextByte() {
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "{"): return try readObject(depth: depth + 1)
        case UInt8(ascii: "["): return try readArray(depth: depth + 1)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
        case UInt8(ascii: "t"):
            try scanner.takeWord("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try scanner.takeWord("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try scanner.takeWord("null")
            return .null
        default: throw scanner.problem(.value)
        }
    }

    private mutating func readArray(depth: Int) throws(JSONScanner.Problem) -> JSONValue {
        guard try scanner.open(closing: UInt8(ascii: "]"), depth: depth) else { return .array([]) }
        let first = elements.count
        repeat {
            let element = try readValue(depth: depth)
            elements.append(element)
        } while try scanner.takeSeparator(closing: UInt8(ascii: "]"))
        let array = Array(elements[first...])
        elements.removeSubrange(first...)
        return .array(array)
    }

    private mutating func readObject(depth: Int) throws(JSONScanner.Problem) -> JSONValue {
        guard try scanner.open(closing: UInt8(ascii: "}"), depth: depth) else {
            return .object(BindingObject(entries: []))
        }
        let first = entries.count
        repeat {
            guard scanner.nextByte() == UInt8(ascii: "\"") else { throw scanner.problem(.name) }
            let key = BindingKey(try readString())
            try scanner.takeColon()
            let value = try readValue(depth: depth)
            entries.append(.init(key: key, value: value))
        } while try scanner.takeSeparator(closing: UInt8(ascii: "}"))
        let object = BindingObject(entries: entries[first...])
        entries.removeSubrange(first...)
        return .object(object)
    }

    private mutating func readNumber() throws(JSONScanner.Problem) -> JSONValue {
        let range = try scanner.takeNumber()
        let bytes = scanner.bytes
        if range.upperBound < bytes.count, bytes[range.upperBound].decimalDigit != nil {
            // Only a leading zero leaves digits behind.
            try scanner.takeDigits(from: range.lowerBound)
            throw scanner.problem(.number, .invalidNumber, at: scanner.offset - 1)
        }
        guard let number = DecimalNumber(bytes, at: range.lowerBound, limit: range.upperBound) else {
            throw scanner.problem(.number, .invalidNumber, at: range.lowerBound)
        }
        if let integer = number.integer { return .int(integer) }
        let double = number.double(in: bytes)
        guard double.isFinite else { throw scanner.problem(.number, .numberOutOfRange, at: range.lowerBound) }
        return .double(double)
    }

    private mutating func readString() throws(JSONScanner.Problem) -> String {
        let start = scanner.offset
        let first = try scanner.openString()
        guard var piece = try scanner.takePiece(ofStringAt: start) else {
            return String(decoding: scanner.bytes[first], as: UTF8.self)
        }
        var text = Array(scanner.bytes[first])
        while true {
            text.append(contentsOf: UTF8.encode(piece.scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
            text.append(contentsOf: scanner.bytes[piece.characters])
            guard let next = try scanner.takePiece(ofStringAt: start) else { break }
            piece = next
        }
        return String(decoding: text, as: UTF8.self)
    }
}

// MARK: - Writing

extension JSONWriter {
    /// Writes a value, and its decimals as a function does; see ``JSONValue/json``.
    fileprivate mutating func value(_ key: String?, _ value: JSONValue, _ decimal: (Double) -> String) {
        switch value {
        case .null: self.value(key, nil as String?)
        case .bool(let flag): self.value(key, flag)
        case .int(let integer): self.value(key, written: String(integer))
        case .double(let number): self.value(key, written: decimal(number))
        case .string(let text): self.value(key, text)
        case .array(let elements):
            beginArray(key)
            for element in elements { self.value(nil, element, decimal) }
            endArray()
        case .object(let object):
            beginObject(key)
            for entry in object.sortedEntries { self.value(entry.key.text, entry.value, decimal) }
            endObject()
        }
    }
}

extension JSONValue {
    /// Returns a number as JSON prints it.
    static func text(of number: Double) -> String {
        guard number.isFinite else { return "null" }
        return Int64(whole: number).map { String($0) } ?? number.description
    }

    /// Returns the shortest decimal that reads back to the same number of 32 bits.
    static func text(of number: Float) -> String {
        guard number.isFinite else { return "null" }
        return Int64(whole: Double(number)).map { String($0) } ?? number.description
    }
}
