import VirtualViewFormat

/// Functions for UTF-8 text that the binding parser, the JSON reader and the coercions share.
enum ExpressionText {
    /// The characters that a trim removes.
    enum Blanks {
        /// Unicode white space, including line ends.
        case whiteSpace
        /// Space, tab and the Unicode space separators, but not line ends.
        case withinLine
    }

    /// Returns the range without blanks at its ends.
    static func trim(_ bytes: [UInt8], _ range: Range<Int>, _ blanks: Blanks = .whiteSpace) -> Range<Int> {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let length = blankLength(bytes, at: low, limit: high, blanks)
            guard length > 0 else { break }
            low += length
        }
        while low < high {
            let length = blankLength(bytes, before: high, limit: low, blanks)
            guard length > 0 else { break }
            high -= length
        }
        return low..<high
    }

    /// Returns the length of the blank at an offset, or 0.
    static func blankLength(_ bytes: [UInt8], at offset: Int, limit: Int, _ blanks: Blanks = .whiteSpace) -> Int {
        guard offset < limit else { return 0 }
        let first = bytes[offset]
        if first < 0x80 {
            return isBlank(UInt32(first), blanks) ? 1 : 0
        }
        if first == 0xC2, offset + 1 < limit {
            return isBlank(UInt32(bytes[offset + 1]), blanks) ? 2 : 0
        }
        guard first >= 0xE1, first <= 0xE3, offset + 2 < limit else { return 0 }
        let scalar =
            UInt32(first & 0x0F) << 12 | UInt32(bytes[offset + 1] & 0x3F) << 6 | UInt32(bytes[offset + 2] & 0x3F)
        return isBlank(scalar, blanks) ? 3 : 0
    }

    /// Returns the length of the blank that ends at an offset, or 0.
    static func blankLength(_ bytes: [UInt8], before end: Int, limit: Int, _ blanks: Blanks = .whiteSpace) -> Int {
        for length in 1...3 where end - length >= limit {
            let first = bytes[end - length]
            guard first & 0xC0 == 0x80 else {
                return blankLength(bytes, at: end - length, limit: end, blanks) == length ? length : 0
            }
        }
        return 0
    }

    private static func isBlank(_ scalar: UInt32, _ blanks: Blanks) -> Bool {
        switch scalar {
        case 0x09, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: blanks == .whiteSpace
        default: false
        }
    }
}

/// A decimal number in a text: sign, digits, fraction, exponent.
struct DecimalNumber {
    private var isNegative = false
    /// The first 19 significant digits.
    private var mantissa: UInt64 = 0
    /// The power of ten by which the mantissa is scaled.
    private var exponent = 0
    private var digits = 0
    private var droppedDigits = false
    /// Whether the number has neither a fraction nor an exponent.
    private(set) var isInteger = true
    /// The offset after the number.
    private(set) var end: Int
    private let start: Int

    /// Reads the longest number that starts at an offset, or fails if there is no digit.
    ///
    /// It accepts `+4`, `.5` and `5.` in addition to the numbers of JSON; an exponent without digits is not read.
    init?(_ bytes: [UInt8], at offset: Int, limit: Int) {
        start = offset
        end = offset
        var position = offset
        if position < limit, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
            isNegative = bytes[position] == UInt8(ascii: "-")
            position += 1
        }
        position = takeDigits(bytes, at: position, limit: limit, areFraction: false)
        if position < limit, bytes[position] == UInt8(ascii: ".") {
            let before = digits
            let next = takeDigits(bytes, at: position + 1, limit: limit, areFraction: true)
            if digits > before || before > 0 {
                position = next
                isInteger = false
            }
        }
        guard digits > 0 else { return nil }
        end = takeExponent(bytes, at: position, limit: limit)
    }

    private mutating func takeDigits(_ bytes: [UInt8], at offset: Int, limit: Int, areFraction: Bool) -> Int {
        var position = offset
        while position < limit, let digit = bytes[position].decimalDigit {
            digits += 1
            if mantissa < 1_000_000_000_000_000_000 {
                mantissa = mantissa &* 10 &+ UInt64(digit)
                exponent -= areFraction ? 1 : 0
            } else {
                droppedDigits = droppedDigits || digit != 0
                exponent += areFraction ? 0 : 1
            }
            position += 1
        }
        return position
    }

    private mutating func takeExponent(_ bytes: [UInt8], at offset: Int, limit: Int) -> Int {
        var position = offset
        guard position < limit, bytes[position] | 0x20 == UInt8(ascii: "e") else { return offset }
        position += 1
        var isMinus = false
        if position < limit, bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+") {
            isMinus = bytes[position] == UInt8(ascii: "-")
            position += 1
        }
        let firstDigit = position
        var power = 0
        while position < limit, let digit = bytes[position].decimalDigit {
            power = min(power &* 10 &+ Int(digit), 1_000_000)
            position += 1
        }
        guard position > firstDigit else { return offset }
        isInteger = false
        exponent += isMinus ? -power : power
        return position
    }

    /// The number, if it has neither fraction nor exponent and fits.
    var integer: Int64? {
        guard isInteger, exponent == 0, !droppedDigits else { return nil }
        if isNegative, mantissa == 1 << 63 {
            return .min
        }
        return Int64(exactly: mantissa).map { isNegative ? -$0 : $0 }
    }

    /// Returns the nearest double; infinite if out of range.
    ///
    /// - Parameter bytes: The text that the number was read from.
    /// - Returns: The number in 64 bits.
    func double(in bytes: [UInt8]) -> Double {
        // Both the mantissa and the power are exact here, so one operation rounds correctly.
        if !droppedDigits, mantissa <= 1 << 53, exponent >= -22, exponent <= 22 {
            let power = Self.powers[abs(exponent)]
            let magnitude = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
            return isNegative ? -magnitude : magnitude
        }
        return Double(String(decoding: bytes[start..<end], as: UTF8.self)) ?? 0
    }

    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}

/// Reads the integer at the start of a text like the reference iOS client.
enum LeadingInteger {
    /// Skips white space, accepts a sign, and stops at the first other character.
    ///
    /// The result is 0 without digits, and limited to the range if the number is too large.
    static func value(_ bytes: [UInt8], _ range: Range<Int>) -> Int64 {
        var offset = ExpressionText.trim(bytes, range).lowerBound
        var isNegative = false
        if offset < range.upperBound, bytes[offset] == UInt8(ascii: "-") || bytes[offset] == UInt8(ascii: "+") {
            isNegative = bytes[offset] == UInt8(ascii: "-")
            offset += 1
        }
        var value: Int64 = 0
        while offset < range.upperBound, let digit = bytes[offset].decimalDigit {
            let (tens, tooLarge) = value.multipliedReportingOverflow(by: 10)
            let (next, tooLargeNow) = tens.addingReportingOverflow(isNegative ? -Int64(digit) : Int64(digit))
            if tooLarge || tooLargeNow {
                return isNegative ? .min : .max
            }
            value = next
            offset += 1
        }
        return value
    }
}

// The standard library's own conversions call functions of the C library's mathematical part, which a module without
// imports does not link.
extension Int64 {
    /// Converts a double to a whole number; `nil` if it has a fraction or does not fit.
    init?(whole number: Double) {
        guard number >= -0x1p63, number < 0x1p63 else { return nil }
        let integer = Int64(number)
        guard Double(integer) == number else { return nil }
        self = integer
    }

    /// Converts the whole part of a double, limited to the range; 0 for NaN.
    init(saturating number: Double) {
        if number >= 0x1p63 {
            self = .max
        } else if number < -0x1p63 {
            self = .min
        } else {
            self = number.isNaN ? 0 : Int64(number)
        }
    }
}
