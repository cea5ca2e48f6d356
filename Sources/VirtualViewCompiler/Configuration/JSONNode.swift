import VirtualViewExpressions
import VirtualViewFormat

/// A JSON value with its place in a file.
package struct JSONNode: Sendable {
    /// A member of an object.
    package struct Member: Sendable {
        /// The member's name.
        package let name: DecodedText
        /// The member's value.
        package let value: JSONNode
    }

    /// The content of a value.
    package enum Content: Sendable {
        /// `null`.
        case null
        /// `true` or `false`.
        case bool(Bool)
        /// A number, as it is written.
        case number(String)
        /// A text.
        case string(DecodedText)
        /// An array.
        case array([JSONNode])
        /// An object: its members in file order, no name twice.
        case object([Member])
    }

    /// The content of the value.
    package let content: Content
    /// The position, with its delimiters.
    package let range: SourceRange
}

extension JSONNode {
    /// Reads a file that holds one value (RFC 8259, nothing beyond it but a byte order mark).
    ///
    /// - Parameter file: The file.
    /// - Returns: The value; `nil` if the file is not well formed, as the first error says. An object that has a
    ///   name twice keeps the first, and there is an error for each further one.
    /// - Complexity: O(*n*) in the size of the file; values nest at most 64 deep.
    package static func read(_ file: SourceFile) -> (node: JSONNode?, diagnostics: [Diagnostic]) {
        var reader = JSONNodeReader(file)
        let node = reader.readFile()
        return (node, reader.diagnostics)
    }
}

extension JSONNode.Content {
    /// The name of the kind of value, for messages.
    package var noun: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

// MARK: - Reading

/// Reads JSON with the places of its values.
///
/// The first thing that is not well formed ends the reading: what follows it cannot be trusted.
private struct JSONNodeReader {
    /// The maximum depth of nested values.
    private static let depthLimit = 64

    private let file: SourceFile
    private var scanner: JSONScanner
    private(set) var diagnostics: [Diagnostic] = []

    init(_ file: SourceFile) {
        self.file = file
        scanner = JSONScanner(file.bytes, maximumDepth: Self.depthLimit)
    }

    /// Reads the one value of the file.
    mutating func readFile() -> JSONNode? {
        do throws(JSONScanner.Problem) {
            let node = try readValue(depth: 0)
            try scanner.finish()
            return node
        } catch {
            let (message, offsets) = message(error)
            diagnostics.append(Diagnostic(message, at: SourceRange(file, offsets)))
            return nil
        }
    }

    private mutating func readValue(depth: Int) throws(JSONScanner.Problem) -> JSONNode {
        let first = scanner.nextByte()
        let start = scanner.offset
        let content = try readContent(first, depth: depth)
        return JSONNode(content: content, range: SourceRange(file, start..<scanner.offset))
    }

    private mutating func readContent(_ first: UInt8, depth: Int) throws(JSONScanner.Problem) -> JSONNode.Content {
        switch first {
        case UInt8(ascii: "{"): return .object(try readObject(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try readArray(depth: depth + 1))
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let range = try scanner.takeNumber()
            // `01` and `1x` are not numbers.
            if isAtWordByte { throw scanner.problem(.number, from: range.lowerBound, at: range.upperBound + 1) }
            return .number(String(decoding: scanner.bytes[range], as: UTF8.self))
        case UInt8(ascii: "t"): return try readWord("true", .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", .null)
        default: throw scanner.problem(.value)
        }
    }

    private mutating func readWord(
        _ word: StaticString,
        _ content: JSONNode.Content
    ) throws(JSONScanner.Problem) -> JSONNode.Content {
        let start = scanner.offset
        try scanner.takeWord(word)
        if isAtWordByte { throw scanner.problem(.value, from: start) }
        return content
    }

    /// Whether the next byte is an ASCII letter or digit.
    private var isAtWordByte: Bool {
        guard scanner.offset < scanner.bytes.count else { return false }
        let byte = scanner.bytes[scanner.offset]
        return byte.isASCIILetter || byte.decimalDigit != nil
    }

    private mutating func readArray(depth: Int) throws(JSONScanner.Problem) -> [JSONNode] {
        var elements: [JSONNode] = []
        guard try scanner.open(closing: UInt8(ascii: "]"), depth: depth) else { return [] }
        repeat {
            let element = try readValue(depth: depth)
            elements.append(element)
        } while try scanner.takeSeparator(closing: UInt8(ascii: "]"))
        return elements
    }

    private mutating func readObject(depth: Int) throws(JSONScanner.Problem) -> [JSONNode.Member] {
        var members: [JSONNode.Member] = []
        var places: [ExactText: Int] = [:]
        guard try scanner.open(closing: UInt8(ascii: "}"), depth: depth) else { return [] }
        repeat {
            guard scanner.nextByte() == UInt8(ascii: "\"") else { throw scanner.problem(.name) }
            let name = try readString()
            try scanner.takeColon()
            let value = try readValue(depth: depth)
            if let first = places[ExactText(name.text)] {
                let message = JSONMessage.duplicateName(name.text)
                diagnostics.append(Diagnostic(message, at: name.range, noteAt: members[first].name.range))
            } else {
                places[ExactText(name.text)] = members.count
                members.append(JSONNode.Member(name: name, value: value))
            }
        } while try scanner.takeSeparator(closing: UInt8(ascii: "}"))
        return members
    }

    private mutating func readString() throws(JSONScanner.Problem) -> DecodedText {
        let start = scanner.offset
        var builder = DecodedTextBuilder()
        for place in try scanner.openString() { builder.append(scanner.bytes[place], at: place) }
        while let piece = try scanner.takePiece(ofStringAt: start) {
            guard let scalar = piece.scalar else {
                throw scanner.problem(.surrogate, from: piece.escape.lowerBound)
            }
            builder.append(scalar, from: piece.escape)
            for place in piece.characters { builder.append(scanner.bytes[place], at: place) }
        }
        return builder.text(in: file, at: start + 1)
    }
}

// MARK: - Messages

extension JSONNodeReader {
    /// Returns the message about a problem, and the place that it is shown at.
    private func message(_ problem: JSONScanner.Problem) -> (JSONMessage, Range<Int>) {
        let start = problem.start
        let here = problem.offset..<problem.offset + 1
        func expected(_ expected: String) -> (JSONMessage, Range<Int>) {
            (.expected(expected, found: found(at: start)), start..<start + 1)
        }
        return switch problem.token {
        case .value: expected("a value")
        case .name: expected("a name in quotes")
        case .colon: expected("':'")
        case .separator(let closing): expected("',' or '\(Unicode.Scalar(closing))'")
        case .end: expected("the end of the file")
        case .nesting: (.tooDeep(Self.depthLimit), here)
        case .number: (.badNumber, start..<problem.offset)
        case .string: (.unterminatedString, start..<start + 1)
        case .character where problem.code == .invalidUTF8: (.invalidUTF8, here)
        case .character: (.controlCharacter, here)
        case .escape: (.badEscape, start..<min(start + 2, scanner.bytes.count))
        case .surrogate: (.loneSurrogate, start..<start + 6)
        }
    }

    private func found(at offset: Int) -> String {
        let bytes = scanner.bytes
        guard offset < bytes.count else { return "the end of the file" }
        let (scalar, _) = UTF8Sequence.decode { offset + $0 < bytes.count ? bytes[offset + $0] : 0 }
        return MessageText.quoted(String(scalar ?? "\u{FFFD}"))
    }
}

/// The ids of messages about JSON that is not well formed.
package enum JSONMessageID: String, MessageID {
    case badEscape = "json.bad-escape"
    case badNumber = "json.bad-number"
    case controlCharacter = "json.control-character"
    case duplicateName = "json.duplicate-name"
    case invalidUTF8 = "json.invalid-utf8"
    case loneSurrogate = "json.lone-surrogate"
    case tooDeep = "json.too-deep"
    case unexpected = "json.unexpected"
    case unterminatedString = "json.unterminated-string"

    package var severity: MessageSeverity { .error }
}

/// A message about JSON that is not well formed.
typealias JSONMessage = Message<JSONMessageID>

extension JSONMessage {
    static var badEscape: Self {
        Self(
            .badEscape,
            "this is no escape; expected one of '\\\"', '\\\\', '\\/', '\\b', '\\f', '\\n', '\\r', '\\t' or '\\uXXXX'"
        )
    }
    static var badNumber: Self { Self(.badNumber, "this is not a number of JSON") }
    static var controlCharacter: Self {
        Self(.controlCharacter, "a control character in a string must be written as an escape")
    }
    static func duplicateName(_ name: String) -> Self {
        Self(.duplicateName, "the name \(quoted(name)) is given again", note: "first given here")
    }
    static func expected(_ expected: String, found: String) -> Self {
        Self(.unexpected, "found \(found), expected \(expected)")
    }
    static var invalidUTF8: Self { Self(.invalidUTF8, "this byte is not valid UTF-8") }
    static var loneSurrogate: Self {
        Self(.loneSurrogate, "this escape is half of a surrogate pair; the other half is missing")
    }
    static func tooDeep(_ limit: Int) -> Self { Self(.tooDeep, "values nest more than \(limit) deep") }
    static var unterminatedString: Self { Self(.unterminatedString, "this string has no end") }
}
