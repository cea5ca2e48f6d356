import VirtualViewFormat

/// Writes JSON with its members in the order in which they are given.
struct JSONWriter {
    private(set) var text = ""
    /// The deepest level that is indented further than the one above it.
    static let deepestIndent = 64
    private let isPretty: Bool
    private var needsComma = false
    private var depth = 0

    init(isPretty: Bool = true) {
        self.isPretty = isPretty
    }

    private mutating func startValue() {
        if needsComma { text += "," }
        if depth > 0 { breakLine() }
        needsComma = true
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        // A node tree may be thousands of levels deep; indenting them all would take memory out of proportion.
        text += "\n" + String(repeating: "  ", count: min(depth, Self.deepestIndent))
    }

    /// Writes `{ … }`, as an element or after a key.
    mutating func object(_ key: String? = nil, _ body: (inout JSONWriter) -> Void) {
        beginObject(key)
        body(&self)
        endObject()
    }

    /// Writes `[ … ]`, as an element or after a key.
    mutating func array(_ key: String? = nil, _ body: (inout JSONWriter) -> Void) {
        beginArray(key)
        body(&self)
        endArray()
    }

    /// Opens an object that ``endObject()`` closes, for trees that are too deep for closures.
    mutating func beginObject(_ key: String? = nil) {
        begin(key, "{")
    }

    /// Closes the object that was opened last.
    mutating func endObject() {
        end("}")
    }

    /// Opens an array that ``endArray()`` closes.
    mutating func beginArray(_ key: String? = nil) {
        begin(key, "[")
    }

    /// Closes the array that was opened last.
    mutating func endArray() {
        end("]")
    }

    private mutating func begin(_ key: String?, _ bracket: String) {
        startMember(key)
        text += bracket
        depth += 1
        needsComma = false
    }

    private mutating func end(_ bracket: String) {
        depth -= 1
        if needsComma { breakLine() }
        text += bracket
        needsComma = true
    }

    private mutating func startMember(_ key: String?) {
        startValue()
        if let key { text += JSONText.quoted(key) + (isPretty ? ": " : ":") }
    }

    /// Writes a text; `nil` as `null`.
    mutating func value(_ key: String? = nil, _ value: String?) {
        startMember(key)
        text += value.map(JSONText.quoted) ?? "null"
    }

    /// Writes a value that is JSON already.
    mutating func value(_ key: String? = nil, written text: String) {
        startMember(key)
        self.text += text
    }

    /// Writes a whole number; `nil` as `null`.
    mutating func value(_ key: String? = nil, _ value: Int?) {
        startMember(key)
        text += value.map { String($0) } ?? "null"
    }

    /// Writes `true` or `false`.
    mutating func value(_ key: String? = nil, _ value: Bool) {
        startMember(key)
        text += value ? "true" : "false"
    }

    /// Writes the shortest decimal that reads back to the same 32 bits; what JSON has no number for as a string.
    mutating func value(_ key: String? = nil, _ value: Float) {
        startMember(key)
        text += Self.number(value)
    }

    /// Writes the shortest decimal that reads back to the same 64 bits; what JSON has no number for as a string.
    mutating func value(_ key: String? = nil, _ value: Double) {
        startMember(key)
        text += Self.number(value)
    }

    /// Returns a number as JSON has it: whole numbers without a fraction, and no negative zero.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "\"NaN\"" }
        if value.isInfinite { return value < 0 ? "\"-Infinity\"" : "\"Infinity\"" }
        if value == 0 { return "0" }
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func number(_ value: Float) -> String {
        if value.isNaN { return "\"NaN\"" }
        if value.isInfinite { return value < 0 ? "\"-Infinity\"" : "\"Infinity\"" }
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
