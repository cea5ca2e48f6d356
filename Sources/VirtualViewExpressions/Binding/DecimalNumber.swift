import VirtualViewFormat

/// A decimal number in a text: sign, digits, fraction, exponent.
package struct DecimalNumber {
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
            // More than a text has digits that could make up for it.
            power = min(power, Int.max / 16) * 10 + Int(digit)
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
        exactDouble ?? Double(String(decoding: bytes[start..<end], as: UTF8.self)) ?? 0
    }

    /// The number, if one operation on exact numbers gives it.
    private var exactDouble: Double? {
        guard !droppedDigits, mantissa <= 1 << 53, exponent >= -22, exponent <= 22 else { return nil }
        let power = Self.powers[abs(exponent)]
        let magnitude = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
        return isNegative ? -magnitude : magnitude
    }

    private static let powers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}

// MARK: - Rounding

extension DecimalNumber {
    /// Makes the shortest decimal that reads back to a number; `nil` if it is not finite.
    private init?(printing number: Double) {
        guard number.isFinite else { return nil }
        let bytes = Array(number.description.utf8)
        self.init(bytes, at: 0, limit: bytes.count)
    }

    /// Returns a number with at most so many digits after its point, half away from zero.
    static func rounded(_ number: Double, toPlaces places: Int) -> DecimalNumber? {
        guard var decimal = DecimalNumber(printing: number) else { return nil }
        decimal.drop(-decimal.exponent - places)
        return decimal
    }

    /// Returns the same as the value of ``rounded(_:toPlaces:)``, without a text where that is possible.
    static func roundedValue(_ number: Double, toPlaces places: Int) -> Double? {
        quicklyRounded(number, powers[places]) ?? rounded(number, toPlaces: places)?.value
    }

    /// Returns a number with at most 15 significant digits, half away from zero; whole numbers that are exact stay.
    ///
    /// So do the largest numbers, which would be rounded to what no double has.
    package static func roundedTo15Digits(_ number: Double) -> Double {
        if let whole = Int64(whole: number), whole.isExactDecimal { return number }
        let size = number.magnitude
        // Most numbers have few digits after their point.
        let millionth = size * 1e6
        if millionth < 1e15, let whole = Int64(whole: millionth), Double(whole) / 1e6 == size { return number }
        if size >= 1e-7, size < 1e15 {
            var power = 0
            while size * powers[power] < 1e14 { power += 1 }
            if let rounded = quicklyRounded(number, powers[power]) { return rounded }
        }
        guard var decimal = DecimalNumber(printing: number) else { return number }
        decimal.drop(String(decimal.mantissa).utf8.count - 15)
        let rounded = decimal.value
        return rounded.isFinite ? rounded : number
    }

    /// Rounds at a power of ten without a text; `nil` for large numbers, and near the middle between two results.
    private static func quicklyRounded(_ number: Double, _ power: Double) -> Double? {
        let size = number.magnitude
        let scaled = size * power
        guard scaled < 1e15 else { return nil }
        let whole = Int64(scaled)
        let rest = scaled - Double(whole) + errorOfProduct(size, power, scaled)
        // Near the middle the shortest decimal decides, which is less than half of the last bit beside the number.
        guard power == 1 || abs(rest - 0.5) > scaled * 0x1.01p-53 else { return nil }
        let rounded = Double(rest >= 0.5 ? whole + 1 : whole) / power
        return number < 0 ? -rounded : rounded
    }

    /// Returns what a rounded product of two numbers lacks, exactly: Dekker's product from halves of 26 bits.
    private static func errorOfProduct(_ first: Double, _ second: Double, _ product: Double) -> Double {
        func upperHalf(_ number: Double) -> Double {
            let large = number * 0x8000001
            return large - (large - number)
        }
        let (high, otherHigh) = (upperHalf(first), upperHalf(second))
        let (low, otherLow) = (first - high, second - otherHigh)
        return ((high * otherHigh - product) + high * otherLow + low * otherHigh) + low * otherLow
    }

    /// Removes digits at the end.
    private mutating func drop(_ count: Int) {
        guard count > 0 else { return }
        var divisor: UInt64 = 1
        for _ in 0..<min(count, 19) { divisor *= 10 }
        let rest = mantissa % divisor
        mantissa = mantissa / divisor + (rest >= divisor - rest ? 1 : 0)
        // A mantissa has at most 19 digits.
        if count > 19 { mantissa = 0 }
        exponent += count
    }

    /// The nearest double.
    var value: Double {
        exactDouble ?? Double("\(isNegative ? "-" : "")\(mantissa)e\(exponent)") ?? 0
    }

    /// Returns the number as a text with so many digits after its point; it has no more of them.
    func text(places: Int) -> String {
        var digits = String(mantissa)
        if mantissa > 0 { digits += String(repeating: "0", count: max(0, exponent + places)) }
        let missing = places + 1 - digits.utf8.count
        if missing > 0 { digits = String(repeating: "0", count: missing) + digits }
        let whole = digits.prefix(digits.utf8.count - places)
        let sign = isNegative && mantissa > 0 ? "-" : ""
        return sign + whole + (places > 0 ? "." + digits.suffix(places) : "")
    }
}
