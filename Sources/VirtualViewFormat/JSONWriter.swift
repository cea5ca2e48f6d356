/// Writes JSON with its members in the order in which they are given.
package struct JSONWriter {
    /// The characters that are escaped in a text.
    package enum Escapes: Sendable {
        /// Those that JSON requires.
        case needed
        /// Also those that would act on a terminal or in an editor (``VisibleText/acts(_:)``).
        case visible
    }

    /// The deepest level that is indented further than the one above it.
    package static let deepestIndent = 64

    private var bytes: [UInt8] = []
    private let isPretty: Bool
    private let escapes: Escapes
    private var needsComma = false
    private var startsLine = false
    private var depth = 0

    /// Starts a text.
    ///
    /// - Parameters:
    ///   - isPretty: Whether each value has a line, indented by its depth.
    ///   - escapes: The characters that are escaped in a text.
    package init(isPretty: Bool, escapes: Escapes = .visible) {
        self.isPretty = isPretty
        self.escapes = escapes
    }

    /// What was written.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    private mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func breakLine() {
        bytes.append(UInt8(ascii: "\n"))
        // A node tree may be thousands of levels deep; indenting them all would take memory out of proportion.
        if isPretty { bytes.append(contentsOf: repeatElement(0x20, count: 2 * min(depth, Self.deepestIndent))) }
    }
}

// MARK: - Structure

extension JSONWriter {
    /// Returns an object on one line.
    package static func object(_ body: (inout JSONWriter) -> Void) -> String {
        object(isPretty: false, escapes: .needed, body)
    }

    /// Returns an object in which no character acts on a terminal.
    package static func visible(isPretty: Bool = false, _ body: (inout JSONWriter) -> Void) -> String {
        object(isPretty: isPretty, escapes: .visible, body)
    }

    private static func object(isPretty: Bool, escapes: Escapes, _ body: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter(isPretty: isPretty, escapes: escapes)
        json.object(nil, body)
        return json.text
    }

    /// Returns what a module of a page tells about a failure: an object with an `error`.
    package static func failure(_ code: String, _ message: String, at offset: Int? = nil) -> String {
        object { json in
            json.object("error") { json in
                json.value("code", code)
                json.value("message", message)
                if let offset { json.value("offset", offset) }
            }
        }
    }

    /// Writes `{ … }`, as an element or after a key.
    package mutating func object(_ key: String? = nil, _ body: (inout JSONWriter) -> Void) {
        beginObject(key)
        body(&self)
        endObject()
    }

    /// Writes `[ … ]`, as an element or after a key.
    package mutating func array(_ key: String? = nil, _ body: (inout JSONWriter) -> Void) {
        beginArray(key)
        body(&self)
        endArray()
    }

    /// Writes texts as an array.
    package mutating func array(_ key: String?, _ texts: some Sequence<String>) {
        array(key) { json in
            for text in texts { json.value(nil, text) }
        }
    }

    /// Writes numbers as an array.
    package mutating func numbers(_ key: String?, _ numbers: some Sequence<Double>) {
        array(key) { json in
            for number in numbers { json.value(nil, number) }
        }
    }

    /// Opens an object that ``endObject()`` closes, for trees that are too deep for closures.
    package mutating func beginObject(_ key: String? = nil) { begin(key, UInt8(ascii: "{")) }

    /// Closes the object that was opened last.
    package mutating func endObject() { end(UInt8(ascii: "}")) }

    /// Opens an array that ``endArray()`` closes.
    package mutating func beginArray(_ key: String?) { begin(key, UInt8(ascii: "[")) }

    /// Closes the array that was opened last.
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Puts the next value on a line of its own, also where the text is not pretty.
    package mutating func startLine() { startsLine = true }

    private mutating func begin(_ key: String?, _ bracket: UInt8) {
        startMember(key)
        bytes.append(bracket)
        depth += 1
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        depth -= 1
        if needsComma, isPretty { breakLine() }
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func startMember(_ key: String?) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        if startsLine || isPretty && depth > 0 { breakLine() }
        needsComma = true
        startsLine = false
        guard let key else { return }
        quote(key)
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(0x20) }
    }
}

// MARK: - Values

extension JSONWriter {
    /// Writes a text; `nil` as `null`.
    package mutating func value(_ key: String?, _ value: String?) {
        startMember(key)
        if let value { quote(value) } else { write("null") }
    }

    /// Writes a value that is JSON already.
    package mutating func value(_ key: String?, written text: String) {
        startMember(key)
        write(text)
    }

    /// Writes a whole number; `nil` as `null`.
    package mutating func value(_ key: String?, _ value: Int?) {
        startMember(key)
        write(value.map { String($0) } ?? "null")
    }

    /// Writes `true` or `false`.
    package mutating func value(_ key: String?, _ value: Bool) {
        startMember(key)
        write(value ? "true" : "false")
    }

    /// Writes the shortest decimal that reads back to the same 32 bits; what JSON has no number for as a string.
    package mutating func value(_ key: String?, _ value: Float) {
        startMember(key)
        write(Self.text(of: value))
    }

    /// Writes the shortest decimal that reads back to the same 64 bits; what JSON has no number for as a string.
    package mutating func value(_ key: String?, _ value: Double) {
        startMember(key)
        write(Self.number(value))
    }

    /// Returns a number as JSON has it: whole numbers without a fraction, and no negative zero.
    package static func number(_ value: Double) -> String { value == 0 ? "0" : text(of: value) }

    private static func text(of value: some BinaryFloatingPoint & LosslessStringConvertible) -> String {
        if value.isNaN { return "\"NaN\"" }
        if value.isInfinite { return value < 0 ? "\"-Infinity\"" : "\"Infinity\"" }
        return value.description.withoutZeroFraction
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            case "\n": write("\\n")
            case "\r": write("\\r")
            case "\t": write("\\t")
            case "\u{8}" where escapes == .needed: write("\\b")
            case "\u{C}" where escapes == .needed: write("\\f")
            case _ where escapes == .needed ? scalar.value < 0x20 : VisibleText.acts(scalar):
                write(JSONText.escape(scalar))
            default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// JSON in messages and on the terminal, where no character may act.
package enum JSONText {
    /// Writes a text as a JSON string, in quotes.
    ///
    /// Characters that would act on a terminal or in an editor are also escaped (``VisibleText/acts(_:)``). All others
    /// are kept.
    ///
    /// - Parameter text: The text.
    /// - Returns: The literal.
    package static func quoted(_ text: String) -> String {
        var writer = JSONWriter(isPretty: false)
        writer.value(nil, text)
        return writer.text
    }

    /// Escapes what could end the script element of a page that JSON is in: an end tag or a comment in a text.
    package static func inScript(_ json: String) -> String {
        // A character may join others, and then be none of its own for Swift.
        let parts = json.unicodeScalars.split(separator: "<", omittingEmptySubsequences: false)
        return parts.map { String($0) }.joined(separator: "\\u003c")
    }

    /// Escapes the characters of a JSON text that would act on a terminal, like ``quoted(_:)``.
    ///
    /// Outside of strings, only line ends act, and they are kept.
    ///
    /// - Parameter json: The JSON.
    /// - Returns: JSON with the same values.
    package static func visible(_ json: String) -> String {
        func isEscaped(_ scalar: Unicode.Scalar) -> Bool { scalar != "\n" && VisibleText.acts(scalar) }
        guard json.unicodeScalars.contains(where: isEscaped) else { return json }
        var visible = ""
        for scalar in json.unicodeScalars {
            if isEscaped(scalar) { visible += escape(scalar) } else { visible.unicodeScalars.append(scalar) }
        }
        return visible
    }

    /// Writes an escape such as `\u001b`; all scalars that act have at most four digits.
    fileprivate static func escape(_ scalar: Unicode.Scalar) -> String {
        "\\u" + HexText.number(scalar.value, width: 4, isUpperCase: false)
    }
}
