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
