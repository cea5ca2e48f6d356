import VirtualViewFormat

/// The meaning of an attribute's text.
package enum LoweredValue: Hashable, Sendable {
    /// A whole number: also colours (ARGB), words and flags.
    case int(Int32, LengthUnit)
    /// A decimal number.
    case float(Float, LengthUnit)
    /// The attribute's text as it is, untrimmed: a text or a data binding.
    case string
    /// The attribute's text, as it is, is an event program.
    case expression
}

/// The outcome of reading one value.
package struct ValueResult: Hashable, Sendable {
    /// The meaning of the text; `nil` if there is an error.
    package let value: LoweredValue?
    /// The problems to report; empty for nearly every value.
    package let problems: [ValueProblem]

    /// Creates the result for a value without problems.
    init(_ value: LoweredValue) {
        self.value = value
        self.problems = []
    }

    /// Creates the result for a value with problems.
    init(_ value: LoweredValue?, _ problems: [ValueProblem]) {
        self.value = problems.contains { $0.message.severity == .error } ? nil : value
        self.problems = problems
    }

    /// Creates the result for an error.
    init(_ problem: ValueProblem) {
        self.init(nil, [problem])
    }
}

/// Writes a stored value as an author would: the inverse of ``ValueParser``.
///
/// Files hold numbers where sources have words. The printed text of a value reads back to the same value under the same
/// kind; otherwise there is none.
package enum ValuePrinter {
    /// Returns the source text of a number that is stored under a kind.
    ///
    /// - Parameters:
    ///   - value: The stored value.
    ///   - kind: The kind by which the property's text is read.
    /// - Returns: The text, or `nil` if no text of that kind gives the value. Texts and programs give `nil`: they are
    ///   stored under an id.
    package static func text(for value: PropertyValue, kind: ValueKind) -> String? {
        switch value {
        case .int(let number, let unit): text(for: number, unit, kind)
        case .float(let number, let unit): text(for: number, unit, kind)
        case .string, .expression: nil
        }
    }

    private static func text(for number: Int32, _ unit: LengthUnit, _ kind: ValueKind) -> String? {
        switch kind {
        case .number, .int: numberText(number, unit)
        case .size: word(number, unit, .sizes) ?? numberText(number, unit)
        case .visibility: word(number, unit, .visibilities) ?? (0...2 ~= number ? numberText(number, unit) : nil)
        case .dataMode: word(number, unit, .dataModes) ?? (1...2 ~= number ? numberText(number, unit) : nil)
        case .type: word(number, unit, .variableTypes)
        case .enumeration(let words): word(number, unit, words)
        case .bool: unit == .none && 0...1 ~= number ? (number == 1 ? "true" : "false") : nil
        case .color: unit == .none ? color(UInt32(bitPattern: number)) : nil
        case .flags: words(number, unit, .flags)
        case .gravity: words(number, unit, .gravity)
        case .textStyle: words(number, unit, .textStyle)
        case .string, .float, .expression: nil
        @unknown default: nil
        }
    }

    private static func text(for number: Float, _ unit: LengthUnit, _ kind: ValueKind) -> String? {
        switch kind {
        case .float:
            guard number.isFinite else { return nil }
            return shortest(number) + suffix(unit)
        case .number, .size, .visibility:
            // Only a decimal point distinguishes a decimal number from a whole one here, and it may not come first.
            guard number.isFinite else { return nil }
            return decimal(number) + suffix(unit)
        default:
            return nil
        }
    }

    private static func suffix(_ unit: LengthUnit) -> String {
        unit == .rp ? "rp" : ""
    }

    private static func numberText(_ number: Int32, _ unit: LengthUnit) -> String {
        "\(number)\(suffix(unit))"
    }

    private static func word(_ number: Int32, _ unit: LengthUnit, _ table: WordTable) -> String? {
        unit == .none ? table.name(of: number) : nil
    }

    private static func words(_ number: Int32, _ unit: LengthUnit, _ table: WordTable) -> String? {
        guard unit == .none, number != 0 else { return nil }
        let found = table.words.filter { number & $0.value == $0.value }
        guard found.reduce(0, { $0 | $1.value }) == number else { return nil }
        return found.map { $0.name }.joined(separator: "|")
    }

    /// Returns a colour as `#RRGGBB`, or `#AARRGGBB` for one that is not opaque.
    package static func color(_ argb: UInt32) -> String {
        let isOpaque = argb >> 24 == 0xFF
        return "#" + HexText.number(isOpaque ? argb & 0xFF_FFFF : argb, width: isOpaque ? 6 : 8)
    }

    /// Returns the shortest decimal that reads back to the same 32 bits, without a needless `.0`.
    package static func shortest(_ number: Float) -> String { "\(number)".withoutZeroFraction }

    /// Returns the shortest decimal with a point after its first digits.
    private static func decimal(_ number: Float) -> String {
        let text = "\(number)"
        guard !text.contains(".") else { return text }
        guard let exponent = text.firstIndex(of: "e") else { return text + ".0" }
        return text[..<exponent] + ".0" + text[exponent...]
    }
}
