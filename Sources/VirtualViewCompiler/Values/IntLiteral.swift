import VirtualViewExpressions

/// Reads whole numbers as `Integer.parseInt` of Java does.
///
/// A sign may stand in front; the digits are decimal digits of any script of the Basic Multilingual Plane; there is no
/// blank, no separator and no other base.
enum IntLiteral {
    /// The result of reading a text.
    enum Outcome: Hashable {
        /// A number.
        case value(Int32)
        /// A number of more than 32 bits.
        case outOfRange
        /// Not a whole number.
        case malformed
    }

    /// Reads a number that fills the whole range.
    ///
    /// - Complexity: O(*n*) in the length of the range.
    static func parse(_ text: Span<UInt8>, _ range: Range<Int>) -> Outcome {
        var offset = range.lowerBound
        var isNegative = false
        if offset < range.upperBound, text[offset] == UInt8(ascii: "-") || text[offset] == UInt8(ascii: "+") {
            isNegative = text[offset] == UInt8(ascii: "-")
            offset += 1
        }
        guard offset < range.upperBound else { return .malformed }
        var magnitude: Int64 = 0
        var isTooLarge = false
        while offset < range.upperBound {
            guard let (digit, length) = digit(text, at: offset, upTo: range.upperBound) else { return .malformed }
            magnitude = magnitude * 10 + digit
            if magnitude > 1 << 31 {
                isTooLarge = true
                magnitude = 1 << 31
            }
            offset += length
        }
        guard !isTooLarge, let value = Int32(exactly: isNegative ? -magnitude : magnitude) else { return .outOfRange }
        return .value(value)
    }

    private static func digit(_ text: Span<UInt8>, at offset: Int, upTo end: Int) -> (digit: Int64, length: Int)? {
        if let digit = text[offset].decimalDigit { return (Int64(digit), 1) }
        guard text[offset] >= 0x80 else { return nil }
        let (scalar, length) = ValueText.scalar(text, at: offset, upTo: end)
        guard scalar.value <= 0xFFFF, scalar.properties.generalCategory == .decimalNumber,
            let value = scalar.properties.numericValue, let digit = Int64(exactly: value)
        else { return nil }
        return (digit, length)
    }
}
