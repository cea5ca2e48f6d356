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
            return hexadecimal(text, first + 2..<range.upperBound, isNegative: isNegative)
        default:
            return decimal(text, range, isNegative: isNegative)
        }
    }

    private static func outcome(_ magnitude: Float, isNegative: Bool) -> Outcome {
        let value = isNegative ? -magnitude : magnitude
        if magnitude.isInfinite { return .overflow(value) }
        return magnitude == 0 ? .underflow(value) : .value(value)
    }
}

// MARK: - Parts

extension FloatLiteral {
    /// The digits before the exponent.
    private struct Significand {
        /// The position, with the point.
        var range: Range<Int>
        /// The number of digits.
        var digits = 0
        /// The number of digits after the point.
        var fractionDigits = 0
        /// The number of digits from the first that is not zero.
        var significantDigits = 0
    }

    private static func significand(
        _ text: Span<UInt8>,
        _ range: Range<Int>,
        digit: (UInt8) -> UInt8?
    ) -> Significand {
        var result = Significand(range: range)
        var hasPoint = false
        var offset = range.lowerBound
        while offset < range.upperBound {
            if let digit = digit(text[offset]) {
                result.digits += 1
                if hasPoint { result.fractionDigits += 1 }
                if digit != 0 || result.significantDigits > 0 { result.significantDigits += 1 }
            } else if text[offset] == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
            } else {
                break
            }
            offset += 1
        }
        result.range = range.lowerBound..<offset
        return result
    }

    /// Reads an exponent with its letter, and the type suffix; both end the number.
    ///
    /// - Returns: The exponent, limited to ±2²⁷, more than a source has digits, so that no arithmetic on it overflows
    ///   32 bits; `nil` if the text is wrong.
    private static func exponent(
        _ text: Span<UInt8>,
        _ range: Range<Int>,
        letter: UInt8,
        isRequired: Bool
    ) -> Int? {
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
            while offset < end, let digit = ValueText.digit(text[offset]) {
                exponent = min(exponent * 10 + Int(digit), 1 << 27)
                offset += 1
            }
            guard offset > start else { return nil }
            if isNegative { exponent = -exponent }
        } else if isRequired {
            return nil
        }
        if offset < end, text[offset] | 0x20 == UInt8(ascii: "f") || text[offset] | 0x20 == UInt8(ascii: "d") {
            offset += 1
        }
        return offset == end ? exponent : nil
    }
}

// MARK: - Decimal

extension FloatLiteral {
    /// Powers of ten that a binary32 number holds exactly.
    private static let exactPowers: [Float] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10]
    /// The number of digits that decide every rounding: no midpoint between two binary32 numbers has more than 112.
    private static let decidingDigits = 128

    private static func decimal(_ text: Span<UInt8>, _ range: Range<Int>, isNegative: Bool) -> Outcome {
        let significand = significand(text, range, digit: ValueText.digit)
        let rest = significand.range.upperBound..<range.upperBound
        guard significand.digits > 0,
            let exponent = exponent(text, rest, letter: UInt8(ascii: "e"), isRequired: false)
        else { return .malformed }
        guard significand.significantDigits > 0 else { return .value(isNegative ? -0.0 : 0) }
        let scale = exponent - significand.fractionDigits
        let magnitude =
            if significand.significantDigits <= 7, exactPowers.indices.contains(abs(scale)) {
                exactDecimal(text, significand.range, scale: scale)
            } else {
                nearestDecimal(text, significand, scale: scale)
            }
        return outcome(magnitude, isNegative: isNegative)
    }

    /// Returns a number of at most seven digits and a small exponent: one operation on exact operands rounds once.
    private static func exactDecimal(_ text: Span<UInt8>, _ range: Range<Int>, scale: Int) -> Float {
        var digits: UInt32 = 0
        for offset in range {
            if let digit = ValueText.digit(text[offset]) { digits = digits &* 10 &+ UInt32(digit) }
        }
        let power = exactPowers[abs(scale)]
        return scale < 0 ? Float(digits) / power : Float(digits) * power
    }

    /// Any number: its deciding digits go to the standard library, which rounds correctly and knows no locale.
    ///
    /// Digits after the deciding ones count only as zero or not zero, so that a text of any length costs no more.
    private static func nearestDecimal(_ text: Span<UInt8>, _ significand: Significand, scale: Int) -> Float {
        // The value is 0.d1d2d3… × 10^place.
        let place = significand.significantDigits + scale
        if place > 40 { return .infinity }
        if place < -50 { return 0 }
        var digits: [UInt8] = []
        digits.reserveCapacity(min(significand.significantDigits, decidingDigits) + 8)
        digits.append(contentsOf: [UInt8(ascii: "0"), UInt8(ascii: ".")])
        var count = 0
        for offset in significand.range {
            guard let digit = ValueText.digit(text[offset]), digit != 0 || count > 0 else { continue }
            count += 1
            if count <= decidingDigits {
                digits.append(text[offset])
            } else if digit != 0 {
                digits.append(UInt8(ascii: "1"))
                break
            }
        }
        return Float(String(decoding: digits, as: UTF8.self) + "e\(place)") ?? 0
    }
}

// MARK: - Hexadecimal

extension FloatLiteral {
    private static func hexadecimal(_ text: Span<UInt8>, _ range: Range<Int>, isNegative: Bool) -> Outcome {
        let significand = significand(text, range, digit: ValueText.hexDigit)
        let rest = significand.range.upperBound..<range.upperBound
        guard significand.digits > 0,
            let exponent = exponent(text, rest, letter: UInt8(ascii: "p"), isRequired: true)
        else { return .malformed }
        guard significand.significantDigits > 0 else { return .value(isNegative ? -0.0 : 0) }
        var bits: UInt64 = 0
        var count = 0
        var isInexact = false
        for offset in significand.range {
            guard let digit = ValueText.hexDigit(text[offset]), digit != 0 || count > 0 else { continue }
            count += 1
            if count <= 15 {
                bits = bits << 4 | UInt64(digit)
            } else if digit != 0 {
                isInexact = true
                break
            }
        }
        let dropped = max(0, significand.significantDigits - 15)
        let scale = exponent - 4 * significand.fractionDigits + 4 * dropped
        return outcome(nearest(bits, scale: scale, isInexact: isInexact), isNegative: isNegative)
    }

    /// Returns the binary32 number nearest to `bits · 2^scale`, ties to even.
    ///
    /// - Parameters:
    ///   - bits: A number above 0 and below 2⁶⁰.
    ///   - scale: The power of two.
    ///   - isInexact: Whether the exact number is a little more than that.
    /// - Returns: The number; an infinity when it is too large.
    private static func nearest(_ bits: UInt64, scale: Int, isInexact: Bool) -> Float {
        let top = 63 - bits.leadingZeroBitCount + scale
        if top > 127 { return .infinity }
        if top < -150 { return 0 }
        let unit = max(top - 23, -149)
        let shift = unit - scale
        var quotient = bits
        if shift <= 0 {
            quotient <<= UInt64(-shift)
        } else {
            quotient >>= UInt64(shift)
            let rest = bits & (1 << UInt64(shift) - 1)
            let half: UInt64 = 1 << UInt64(shift - 1)
            if rest > half || rest == half && (isInexact || quotient & 1 == 1) { quotient += 1 }
        }
        return Float(sign: .plus, exponent: unit, significand: Float(quotient))
    }
}
