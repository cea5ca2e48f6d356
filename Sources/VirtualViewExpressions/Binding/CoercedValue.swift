import VirtualViewFormat

/// A value of data made fit for a property.
@nonexhaustive
public enum CoercedValue: Hashable, Sendable {
    /// A whole number, a colour (ARGB), the number of words, or 1 and 0 for yes and no.
    case int(Int32, LengthUnit)
    /// A number, always finite; a size may be a number of `WordTable.sizes`.
    case float(Float, LengthUnit)
    /// A text, or `nil` for no text.
    case string(String?)
    /// A text that spells no colour; the component decides what that means.
    case noColor
    /// Any value, as it is, or `nil` for none.
    case data(JSONValue?)
}

extension CoercedValue {
    /// The value as `vvc eval --as` prints it.
    ///
    /// A flag is 1 or 0, a visibility its word, a colour `#AARRGGBB`, a number with a unit a text like `12rp`.
    ///
    /// - Parameter kind: What the property takes; `nil` for any data.
    /// - Returns: The value.
    public func jsonValue(as kind: ValueKind?) -> JSONValue {
        switch self {
        case .int(let number, .none):
            switch kind {
            case .color: .string(Self.hexadecimal(UInt32(bitPattern: number)))
            case .visibility: WordTable.visibilities.name(of: number).map(JSONValue.string) ?? .null
            default: .int(Int64(number))
            }
        case .int(let number, .rp): .string("\(number)rp")
        case .float(let number, .none):
            if kind == .size, let word = WordTable.sizes.words.first(where: { Float($0.value) == number }) {
                .string(word.name)
            } else {
                Self.shortest(number)
            }
        case .float(let number, .rp): .string(JSONValue.text(of: number) + "rp")
        case .string(let text): text.map(JSONValue.string) ?? .null
        case .noColor: .null
        case .data(let value): value ?? .null
        }
    }

    /// Returns the double that prints like the shortest decimal of a float.
    ///
    /// So 33.3 does not become 33.29999923706055.
    private static func shortest(_ number: Float) -> JSONValue {
        if let integer = Int64(whole: Double(number)) {
            return .int(integer)
        }
        return .double(Double(number.description) ?? Double(number))
    }

    private static func hexadecimal(_ argb: UInt32) -> String {
        let digits = String(argb, radix: 16, uppercase: true)
        return "#" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}
