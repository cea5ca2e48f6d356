/// Writes JSON with its members in the order in which they are given.
struct JSONWriter {
    private(set) var text = ""
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
        text += "\n" + String(repeating: "  ", count: depth)
    }

    /// Writes `{ … }`, as an element or behind a key.
    mutating func object(_ key: String? = nil, _ body: (inout JSONWriter) -> Void) {
        nested(key, "{", "}", body)
    }

    /// Writes `[ … ]`, as an element or behind a key.
    mutating func array(_ key: String? = nil, _ body: (inout JSONWriter) -> Void) {
        nested(key, "[", "]", body)
    }

    private mutating func nested(_ key: String?, _ open: String, _ close: String, _ body: (inout JSONWriter) -> Void) {
        startMember(key)
        text += open
        depth += 1
        needsComma = false
        body(&self)
        depth -= 1
        if needsComma { breakLine() }
        text += close
        needsComma = true
    }

    private mutating func startMember(_ key: String?) {
        startValue()
        if let key { text += Self.quoted(key) + (isPretty ? ": " : ":") }
    }

    /// Writes a text; `nil` as `null`.
    mutating func value(_ key: String? = nil, _ value: String?) {
        startMember(key)
        text += value.map(Self.quoted) ?? "null"
    }

    /// Writes a whole number.
    mutating func value(_ key: String? = nil, _ value: Int) {
        startMember(key)
        text += String(value)
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

    private static func number(_ value: Float) -> String {
        if value.isNaN { return "\"NaN\"" }
        if value.isInfinite { return value < 0 ? "\"-Infinity\"" : "\"Infinity\"" }
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// A text in quotes, with the escapes of RFC 8259.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
