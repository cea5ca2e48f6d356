import VirtualViewFormat

/// A value of data made fit for a property.
package enum CoercedValue: Hashable, Sendable {
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
    package func jsonValue(as kind: ValueKind?) -> JSONValue {
        switch self {
        case .int(let number, .none):
            switch kind {
            case .color: .string("#" + HexText.number(UInt32(bitPattern: number), width: 8))
            case .visibility: WordTable.visibilities.name(of: number).map(JSONValue.string) ?? .null
            default: .int(Int64(number))
            }
        case .int(let number, .rp): .string("\(number)rp")
        case .float(let number, .none):
            if kind == .size, let word = WordTable.sizes.words.first(where: { Float($0.value) == number }) {
                .string(word.name)
            } else {
                Int64(whole: Double(number)).map(JSONValue.int) ?? .double(Double(decimal: number))
            }
        case .float(let number, .rp): .string(JSONValue.text(of: number) + "rp")
        case .string(let text): text.map(JSONValue.string) ?? .null
        case .noColor: .null
        case .data(let value): value ?? .null
        }
    }
}

extension Double {
    /// Makes the number that prints like a float of 32 bits, so 33.3 does not become 33.29999923706055.
    package init(decimal number: Float) {
        let exact = Double(number)
        // Whole numbers are exact, and print in another way from 2²⁴ on.
        self = Int64(whole: exact) == nil ? Double(number.description) ?? exact : exact
    }
}

/// A number found in data, before a property decides how much of it to keep.
struct CoercedNumber {
    let value: Double
    let unit: LengthUnit

    /// Makes a number without a unit.
    init(_ value: Double) {
        self.value = value
        unit = .none
    }

    /// Reads the number at the start of a text; blanks around the text and text after the number are ignored.
    ///
    /// If only `rp` follows, it is the unit.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        let range = ExpressionText.trim(bytes, 0..<bytes.count)
        guard let number = DecimalNumber(bytes, at: range.lowerBound, limit: range.upperBound) else { return nil }
        value = number.double(in: bytes)
        let rest = ExpressionText.trim(bytes, number.end..<range.upperBound)
        unit = bytes[rest].elementsEqual("rp".utf8) ? .rp : .none
    }

    /// The number without its fraction, limited to the range of 32 bits.
    var asInt: CoercedValue? {
        guard !value.isNaN else { return nil }
        return .int(Int32(clamping: Int64(saturating: value)), unit)
    }

    /// The number in 32 bits; `nil` if it does not fit.
    var asFloat: CoercedValue? {
        let number = Float(value)
        return number.isFinite ? .float(number, unit) : nil
    }
}
