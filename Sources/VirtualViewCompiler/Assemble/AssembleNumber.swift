/// A decimal number with its unit, exact enough to add and double at compile time.
struct AssembleNumber: Hashable {
    /// The numbers that an attribute accepts.
    enum Sign {
        case any
        case notNegative
    }

    /// The unit of a number.
    enum Unit: String {
        /// Points, or density-independent pixels.
        case point = ""
        /// Parts of the screen's width: 750 are the whole of it.
        case rp = "rp"
    }

    /// The value in billionths.
    private let scaled: Int64
    /// The unit of the value.
    let unit: Unit

    private static let scale: Int64 = 1_000_000_000
    private static let fractionDigits = 9

    private init(scaled: Int64, unit: Unit) {
        self.scaled = scaled
        self.unit = unit
    }

    /// The reason why a text is not a number.
    enum Problem: Error {
        case malformed
        case tooLarge
    }

    /// Reads a number: digits, perhaps with `-` before them, a fraction and the unit `rp`.
    ///
    /// - Parameter text: The text, without white space around it.
    /// - Throws: The problem with it.
    init(_ text: String) throws(Problem) {
        var digits = text.utf8[...]
        var unit = Unit.point
        if text.hasSuffix("rp") {
            unit = .rp
            digits = digits.dropLast(2)
        }
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits = digits.dropFirst() }
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, !whole.isEmpty, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isDigit) })
        else { throw .malformed }
        var value: Int64 = 0
        for digit in whole {
            value = value * 10 + Int64(digit - 0x30)
            guard value <= Int64(Int32.max) else { throw .tooLarge }
        }
        // Digits after the ninth place are far below the precision of a file.
        var fraction = parts.count > 1 ? Array(parts[1].prefix(Self.fractionDigits)) : []
        fraction += Array(repeating: 0x30, count: Self.fractionDigits - fraction.count)
        for digit in fraction { value = value * 10 + Int64(digit - 0x30) }
        self.init(scaled: isNegative ? -value : value, unit: unit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    var isZero: Bool { scaled == 0 }
    var isNegative: Bool { scaled < 0 }
    /// The number without its sign.
    var magnitude: AssembleNumber { AssembleNumber(scaled: abs(scaled), unit: unit) }
    /// Twice the number.
    var doubled: AssembleNumber { AssembleNumber(scaled: scaled * 2, unit: unit) }

    /// Returns the number minus another one; `nil` if their units differ.
    func subtracting(_ other: AssembleNumber) -> AssembleNumber? {
        guard unit == other.unit || other.isZero else { return nil }
        return AssembleNumber(scaled: scaled - other.scaled, unit: unit)
    }

    /// Returns whether the number is less than another one; `nil` if their units differ.
    func isLess(than other: AssembleNumber) -> Bool? {
        unit == other.unit ? scaled < other.scaled : nil
    }
}

extension AssembleNumber: CustomStringConvertible {
    /// The number as a template writes it, with no more digits than needed.
    var description: String {
        let magnitude = scaled.magnitude
        var text = String(magnitude / UInt64(Self.scale))
        let fraction = magnitude % UInt64(Self.scale)
        if fraction != 0 {
            let digits = String(fraction)
            var places = String(repeating: "0", count: Self.fractionDigits - digits.count) + digits
            while places.hasSuffix("0") { places.removeLast() }
            text += "." + places
        }
        return (scaled < 0 ? "-" : "") + text + unit.rawValue
    }
}
