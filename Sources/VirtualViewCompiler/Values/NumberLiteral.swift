import VirtualViewFormat

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
        /// A number with blanks around it; the number's text.
        case blanks(String)
        /// Not a whole number.
        case malformed
    }

    /// Reads a number that fills the whole text.
    static func parse(_ text: some StringProtocol) -> Outcome {
        var text = String(text)
        return text.withUTF8 { parse($0.span, 0..<$0.count) }
    }

    /// Reads a number that fills the whole range.
    ///
    /// - Complexity: O(*n*) in the length of the range.
    static func parse(_ text: Span<UInt8>, _ range: Range<Int>) -> Outcome {
        let outcome = digits(text, range)
        guard outcome == .malformed else { return outcome }
        let trimmed = ValueText.trimmed(text, range)
        guard trimmed != range, digits(text, trimmed) != .malformed else { return .malformed }
        return .blanks(ValueText.string(text, trimmed))
    }

    private static func digits(_ text: Span<UInt8>, _ range: Range<Int>) -> Outcome {
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
        guard scalar.value <= 0xFFFF, scalar.isDecimalDigit else { return nil }
        // The digits of a script stand in a row from 0 to 9, and no two rows touch.
        let before = (1...9).prefix { Unicode.Scalar(scalar.value - $0)?.isDecimalDigit == true }
        return (Int64(before.count), length)
    }
}

extension Unicode.Scalar {
    fileprivate var isDecimalDigit: Bool { properties.generalCategory == .decimalNumber }
}

/// Reads decimal numbers as `Float.parseFloat` of Java does.
///
/// Blanks around the number do not count. Then come an optional sign and either `NaN`, `Infinity`, a decimal number
/// with an optional exponent, or a hexadecimal number with a binary exponent; the last two may end in one of `f F d D`.
/// Every result is the binary32 number nearest to the exact value, ties to even, whatever the length of the text.
enum FloatLiteral {
    /// The result of reading a text.
    enum Outcome: Hashable {
        /// A number.
        case value(Float)
        /// A number so close to zero that it became a zero.
        case underflow(Float)
        /// A number so large that it became an infinity.
        case overflow(Float)
        /// The word `Infinity`.
        case infinity(Float)
        /// The word `NaN`.
        case notANumber
        /// Not a decimal number.
        case malformed
    }

    /// Reads a number that fills the whole range.
    ///
    /// - Complexity: O(*n*) in the length of the range.
    static func parse(_ text: Span<UInt8>, _ range: Range<Int>) -> Outcome {
        var range = ValueText.trimmed(text, range)
        var isNegative = false
        if let first = range.first, text[first] == UInt8(ascii: "-") || text[first] == UInt8(ascii: "+") {
            isNegative = text[first] == UInt8(ascii: "-")
            range = first + 1..<range.upperBound
        }
        guard let first = range.first else { return .malformed }
        switch text[first] {
        case UInt8(ascii: "N"):
            return ValueText.isEqual(text, range, "NaN") ? .notANumber : .malformed
        case UInt8(ascii: "I"):
            guard ValueText.isEqual(text, range, "Infinity") else { return .malformed }
            return .infinity(isNegative ? -.infinity : .infinity)
        case UInt8(ascii: "0") where range.count > 1 && text[first + 1] | 0x20 == UInt8(ascii: "x"):
            return number(text, first + 2..<range.upperBound, isHexadecimal: true, isNegative: isNegative)
        default:
            return number(text, range, isHexadecimal: false, isNegative: isNegative)
        }
    }
}

// MARK: - Numbers

extension FloatLiteral {
    /// Powers of ten that a binary32 number holds exactly.
    private static let exactPowers: [Float] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10]

    /// The digits before the exponent.
    private struct Significand {
        /// The offset after them.
        var end: Int
        /// The number of digits.
        var digits = 0
        /// The number of digits after the point.
        var fractionDigits = 0
        /// The number of digits from the first that is not zero.
        var significantDigits = 0
        /// The digits as a whole number, if they are decimal and few.
        var value: UInt32 = 0
    }

    private static func number(
        _ text: Span<UInt8>,
        _ range: Range<Int>,
        isHexadecimal: Bool,
        isNegative: Bool
    ) -> Outcome {
        let significand = significand(text, range, isHexadecimal)
        let letter = isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")
        guard significand.digits > 0,
            let (exponent, end) = exponent(text, significand.end..<range.upperBound, letter, isRequired: isHexadecimal)
        else { return .malformed }
        guard significand.significantDigits > 0 else { return .value(isNegative ? -0.0 : 0) }
        let scale = exponent - significand.fractionDigits
        let magnitude: Float
        if !isHexadecimal, significand.significantDigits <= 7, exactPowers.indices.contains(abs(scale)) {
            // One operation on exact operands rounds once.
            let power = exactPowers[abs(scale)]
            magnitude = scale < 0 ? Float(significand.value) / power : Float(significand.value) * power
        } else {
            // The standard library rounds correctly and knows no locale.
            magnitude = Float((isHexadecimal ? "0x" : "") + ValueText.string(text, range.lowerBound..<end)) ?? 0
        }
        let value = isNegative ? -magnitude : magnitude
        if magnitude.isInfinite { return .overflow(value) }
        return magnitude == 0 ? .underflow(value) : .value(value)
    }

    private static func significand(_ text: Span<UInt8>, _ range: Range<Int>, _ isHexadecimal: Bool) -> Significand {
        var result = Significand(end: range.lowerBound)
        var hasPoint = false
        while result.end < range.upperBound {
            let byte = text[result.end]
            if let digit = isHexadecimal ? byte.hexadecimalDigit : byte.decimalDigit {
                result.digits += 1
                if hasPoint { result.fractionDigits += 1 }
                if digit != 0 || result.significantDigits > 0 { result.significantDigits += 1 }
                result.value = result.value &* 10 &+ UInt32(digit)
            } else if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
            } else {
                break
            }
            result.end += 1
        }
        return result
    }

    /// Reads an exponent with its letter, and the type suffix; both end the number.
    ///
    /// - Returns: The exponent, limited to ±2²⁷, more than a source has digits, so that no arithmetic on it overflows
    ///   32 bits, and the offset after it; `nil` if the text is wrong.
    private static func exponent(
        _ text: Span<UInt8>,
        _ range: Range<Int>,
        _ letter: UInt8,
        isRequired: Bool
    ) -> (value: Int, end: Int)? {
        var offset = range.lowerBound
        let end = range.upperBound
        var exponent = 0
        if offset < end, text[offset] | 0x20 == letter {
            offset += 1
            var isNegative = false
            if offset < end, text[offset] == UInt8(ascii: "-") || text[offset] == UInt8(ascii: "+") {
                isNegative = text[offset] == UInt8(ascii: "-")
                offset += 1
            }
            let start = offset
            while offset < end, let digit = text[offset].decimalDigit {
                exponent = min(exponent * 10 + Int(digit), 1 << 27)
                offset += 1
            }
            guard offset > start else { return nil }
            if isNegative { exponent = -exponent }
        } else if isRequired {
            return nil
        }
        let suffix = offset < end ? text[offset] | 0x20 : 0
        let hasSuffix = suffix == UInt8(ascii: "f") || suffix == UInt8(ascii: "d")
        return offset + (hasSuffix ? 1 : 0) == end ? (exponent, offset) : nil
    }
}
