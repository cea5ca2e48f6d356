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
}

/// A number found in data, before a property decides how much of it to keep.
struct CoercedNumber {
    let value: Double
    let unit: LengthUnit

    init(value: Double, unit: LengthUnit) {
        self.value = value
        self.unit = unit
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

/// Reads colours from text: names, `#RRGGBB` and `#AARRGGBB` (`Docs/Language.md`, "Colours").
package enum ColorText {
    /// Reads a colour; nothing is trimmed.
    ///
    /// - Parameter text: The UTF-8 bytes of the text.
    /// - Returns: Alpha, red, green and blue from the highest byte down, or `nil` if the text is not a colour.
    package static func argb(_ text: some Collection<UInt8>) -> UInt32? {
        if text.first == UInt8(ascii: "#") {
            return hexadecimal(text.dropFirst())
        }
        if let color = exactNames.first(where: { $0.name.utf8.elementsEqual(text) }) {
            return color.argb
        }
        let folded = text.lazy.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        return names.first { $0.name.utf8.elementsEqual(folded) }?.argb
    }

    /// Reads six digits of an opaque colour, or eight digits with the alpha first.
    static func hexadecimal(_ digits: some Collection<UInt8>) -> UInt32? {
        guard digits.count == 6 || digits.count == 8 else { return nil }
        var color: UInt32 = 0
        for byte in digits {
            guard let digit = byte.hexadecimalDigit else { return nil }
            color = color << 4 | UInt32(digit)
        }
        return digits.count == 6 ? color | 0xFF00_0000 : color
    }

    /// A named colour.
    package struct Name: Sendable {
        /// The name in lower case.
        package let name: String
        /// Alpha, red, green and blue.
        package let argb: UInt32

        init(_ name: String, _ argb: UInt32) {
            self.name = name
            self.argb = argb
        }
    }

    /// The names that are only known in lower case.
    package static let exactNames: [Name] = [
        Name("dkgray", 0xFF44_4444), Name("ltgray", 0xFFCC_CCCC), Name("transparent", 0x0000_0000),
    ]

    /// The names that are known in any case.
    package static let names: [Name] = [
        Name("aqua", 0xFF00_FFFF), Name("black", 0xFF00_0000), Name("blue", 0xFF00_00FF), Name("cyan", 0xFF00_FFFF),
        Name("darkgray", 0xFF44_4444), Name("darkgrey", 0xFF44_4444), Name("fuchsia", 0xFFFF_00FF),
        Name("gray", 0xFF88_8888), Name("green", 0xFF00_FF00), Name("grey", 0xFF88_8888),
        Name("lightgray", 0xFFCC_CCCC), Name("lightgrey", 0xFFCC_CCCC), Name("lime", 0xFF00_FF00),
        Name("magenta", 0xFFFF_00FF), Name("maroon", 0xFF80_0000), Name("navy", 0xFF00_0080),
        Name("olive", 0xFF80_8000), Name("purple", 0xFF80_0080), Name("red", 0xFFFF_0000), Name("silver", 0xFFC0_C0C0),
        Name("teal", 0xFF00_8080), Name("white", 0xFFFF_FFFF), Name("yellow", 0xFFFF_FF00),
    ]
}
