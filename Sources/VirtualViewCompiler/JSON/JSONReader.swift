/// Reads JSON; see ``JSONNode/read(_:)``.
///
/// The first thing that is not well formed ends the reading: what follows it cannot be trusted.
struct JSONReader {
    /// The maximum depth of nested values.
    private static let depthLimit = 64

    private let file: SourceFile
    private let bytes: [UInt8]
    private var offset: Int
    private(set) var diagnostics: [Diagnostic] = []

    init(_ file: SourceFile) {
        self.file = file
        self.bytes = file.bytes
        self.offset = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// Reads the one value of the file.
    mutating func readFile() -> JSONNode? {
        guard let node = readValue(depth: 0) else { return nil }
        skipBlanks()
        guard offset == bytes.count else { return fail(.expected("the end of the file", found: found)) }
        return node
    }
}

// MARK: - Values

extension JSONReader {
    private mutating func readValue(depth: Int) -> JSONNode? {
        skipBlanks()
        guard offset < bytes.count else { return fail(.expected("a value", found: found)) }
        let start = offset
        guard let content = readContent(depth: depth) else { return nil }
        return JSONNode(content: content, range: SourceRange(file, start..<offset))
    }

    private mutating func readContent(depth: Int) -> JSONNode.Content? {
        switch bytes[offset] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth < Self.depthLimit else { return fail(.tooDeep(Self.depthLimit)) }
            return bytes[offset] == UInt8(ascii: "{") ? readObject(depth: depth + 1) : readArray(depth: depth + 1)
        case UInt8(ascii: "\""):
            return readString().map { .string($0) }
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return readNumber()
        default:
            if takeWord("true") { return .bool(true) }
            if takeWord("false") { return .bool(false) }
            if takeWord("null") { return .null }
            return fail(.expected("a value", found: found))
        }
    }

    private mutating func readArray(depth: Int) -> JSONNode.Content? {
        offset += 1
        var elements: [JSONNode] = []
        skipBlanks()
        if take("]") { return .array([]) }
        while true {
            guard let element = readValue(depth: depth) else { return nil }
            elements.append(element)
            skipBlanks()
            if take("]") { return .array(elements) }
            guard take(",") else { return fail(.expected("',' or ']'", found: found)) }
        }
    }

    private mutating func readObject(depth: Int) -> JSONNode.Content? {
        offset += 1
        var members: [JSONNode.Member] = []
        var places: [ExactText: Int] = [:]
        skipBlanks()
        if take("}") { return .object([]) }
        while true {
            skipBlanks()
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else {
                return fail(.expected("a name in quotes", found: found))
            }
            guard let name = readString() else { return nil }
            skipBlanks()
            guard take(":") else { return fail(.expected("':'", found: found)) }
            guard let value = readValue(depth: depth) else { return nil }
            if let first = places[ExactText(name.text)] {
                report(.duplicateName(name.text), at: name.range, noteAt: members[first].name.range)
            } else {
                places[ExactText(name.text)] = members.count
                members.append(JSONNode.Member(name: name, value: value))
            }
            skipBlanks()
            if take("}") { return .object(members) }
            guard take(",") else { return fail(.expected("',' or '}'", found: found)) }
        }
    }

    private mutating func readNumber() -> JSONNode.Content? {
        let start = offset
        _ = take("-")
        if !take("0"), !takeDigits() { return fail(.badNumber, at: start..<offset) }
        if take("."), !takeDigits() { return fail(.badNumber, at: start..<offset) }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            if !takeDigits() { return fail(.badNumber, at: start..<offset) }
        }
        // `01` and `1x` are not numbers.
        if offset < bytes.count, Self.isWordByte(bytes[offset]) {
            return fail(.badNumber, at: start..<offset + 1)
        }
        return .number(String(decoding: bytes[start..<offset], as: UTF8.self))
    }

    private mutating func takeDigits() -> Bool {
        let start = offset
        while offset < bytes.count, ValueText.digit(bytes[offset]) != nil { offset += 1 }
        return offset > start
    }
}

// MARK: - Strings

extension JSONReader {
    private mutating func readString() -> DecodedText? {
        let start = offset
        offset += 1
        var builder = DecodedTextBuilder()
        while offset < bytes.count {
            let byte = bytes[offset]
            switch byte {
            case UInt8(ascii: "\""):
                offset += 1
                return builder.text(in: file, at: start + 1)
            case UInt8(ascii: "\\"):
                guard readEscape(into: &builder) else { return nil }
            case ..<0x20:
                return fail(.controlCharacter, at: offset..<offset + 1)
            case ..<0x80:
                builder.append(byte, at: offset)
                offset += 1
            default:
                let slice = bytes[...]
                let (scalar, length) = ValueText.scalar(slice.span, at: offset, upTo: bytes.count)
                guard scalar != "\u{FFFD}" || length > 1 else { return fail(.invalidUTF8, at: offset..<offset + 1) }
                for place in offset..<offset + length { builder.append(bytes[place], at: place) }
                offset += length
            }
        }
        return fail(.unterminatedString, at: start..<start + 1)
    }

    private mutating func readEscape(into builder: inout DecodedTextBuilder) -> Bool {
        let start = offset
        guard start + 1 < bytes.count else {
            return fail(.badEscape, at: start..<bytes.count) ?? false
        }
        let scalar: Unicode.Scalar
        switch bytes[start + 1] {
        case UInt8(ascii: "\""): scalar = "\""
        case UInt8(ascii: "\\"): scalar = "\\"
        case UInt8(ascii: "/"): scalar = "/"
        case UInt8(ascii: "b"): scalar = "\u{8}"
        case UInt8(ascii: "f"): scalar = "\u{C}"
        case UInt8(ascii: "n"): scalar = "\n"
        case UInt8(ascii: "r"): scalar = "\r"
        case UInt8(ascii: "t"): scalar = "\t"
        case UInt8(ascii: "u"): return readUnicodeEscape(into: &builder)
        default: return fail(.badEscape, at: start..<start + 2) ?? false
        }
        offset = start + 2
        builder.append(scalar, from: start..<offset)
        return true
    }

    private mutating func readUnicodeEscape(into builder: inout DecodedTextBuilder) -> Bool {
        let start = offset
        guard let unit = UnicodeEscape.unit(in: bytes, at: start) else {
            return fail(.badEscape, at: start..<start + 2) ?? false
        }
        offset = start + 6
        if let scalar = Unicode.Scalar(unit) {
            builder.append(scalar, from: start..<offset)
            return true
        }
        guard let trail = UnicodeEscape.unit(in: bytes, at: offset), let scalar = UnicodeEscape.scalar(unit, trail)
        else {
            return fail(.loneSurrogate, at: start..<offset) ?? false
        }
        offset += 6
        builder.append(scalar, from: start..<offset)
        return true
    }
}

// MARK: - Tokens

extension JSONReader {
    private mutating func skipBlanks() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            default: return
            }
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    private mutating func takeWord(_ word: String) -> Bool {
        guard bytes[offset...].starts(with: word.utf8) else { return false }
        let next = offset + word.utf8.count
        guard next == bytes.count || !Self.isWordByte(bytes[next]) else { return false }
        offset = next
        return true
    }

    /// Returns whether a byte is an ASCII letter or digit.
    private static func isWordByte(_ byte: UInt8) -> Bool {
        ValueText.digit(byte) != nil || (0x41...0x5A).contains(ValueText.uppercased(byte))
    }

    /// The text at the place of an error, for messages.
    private var found: String {
        guard offset < bytes.count else { return "the end of the file" }
        let slice = bytes[...]
        let (scalar, _) = ValueText.scalar(slice.span, at: offset, upTo: bytes.count)
        return MessageText.quoted(String(scalar))
    }

    private mutating func fail<Result>(_ message: JSONMessage, at offsets: Range<Int>? = nil) -> Result? {
        report(message, at: SourceRange(file, offsets ?? offset..<offset + 1))
        return nil
    }

    private mutating func report(_ message: JSONMessage, at range: SourceRange, noteAt second: SourceRange? = nil) {
        diagnostics.append(Diagnostic(message, at: range, noteAt: second))
    }
}
