/// A text that a binding makes, at most a mebibyte long.
struct BoundedText {
    private(set) var text: String

    static let maximumSize = 1 << 20

    /// Makes the text of a value, which is empty for null; `nil` if it is too long.
    init?(_ value: JSONValue) {
        text = ""
        guard append(value) else { return nil }
    }

    init() {
        text = ""
    }

    /// Adds the text of a value; returns whether the result is not too long.
    mutating func append(_ value: JSONValue) -> Bool {
        switch value {
        case .null: return true
        case .double(let number):
            return append(text: JSONValue.text(of: DecimalNumber.roundedTo15Digits(number)))
        default: return append(shown: value)
        }
    }

    /// Adds the text that is shown for a value; returns whether the result is not too long.
    mutating func append(shown value: JSONValue) -> Bool {
        if value == .null { return true }
        guard let text = BindingCoercion.text(of: value) else { return false }
        return append(text: text)
    }

    mutating func append(text added: some StringProtocol) -> Bool {
        guard size + added.utf8.count <= Self.maximumSize else { return false }
        text += added
        return true
    }

    /// The bytes of the text.
    var size: Int { text.utf8.count }

    /// The text as a value.
    var value: JSONValue { .string(text) }

    /// Returns the JSON of a value; `nil` if it is too long.
    ///
    /// What is far too long is not made at all.
    static func json(of value: JSONValue) -> String? {
        var budget = maximumSize
        guard fits(value, &budget) else { return nil }
        let json = value.json
        return json.utf8.count <= maximumSize ? json : nil
    }

    /// Takes what the JSON of a value has at least from a budget; returns whether that was enough.
    private static func fits(_ value: JSONValue, _ budget: inout Int) -> Bool {
        budget -= 1
        switch value {
        case .null, .bool, .int, .double: break
        case .string(let text): budget -= text.utf8.count
        case .array(let elements):
            for element in elements where !fits(element, &budget) { return false }
        case .object(let object):
            for entry in object.entries {
                budget -= entry.key.text.utf8.count
                if !fits(entry.value, &budget) { return false }
            }
        }
        return budget >= 0
    }
}
