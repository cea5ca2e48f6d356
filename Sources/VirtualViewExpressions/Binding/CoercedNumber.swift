import VirtualViewFormat

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
