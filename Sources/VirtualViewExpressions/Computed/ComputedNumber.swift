// Numbers of computed bindings: whole ones up to 2⁵³, and decimals beyond and between.

extension Int64 {
    /// Whether the number and its neighbours are exact as 64-bit decimals.
    var isExactDecimal: Bool { (-1 << 53)...(1 << 53) ~= self }
}

extension JSONValue {
    /// Makes the value of a calculated number: whole if it is, null if it is not finite.
    init(calculated number: Double) {
        if let whole = Int64(whole: number), whole.isExactDecimal {
            self = .int(whole)
        } else {
            self = number.isFinite ? .double(number) : .null
        }
    }

    /// The number as a decimal; `nil` for any other value.
    package var decimal: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    /// The number if it is whole; the last or the first one that there is for one beyond.
    var wholeNumber: Int? {
        switch self {
        case .int(let number): Int(clamping: number)
        case .double(let number) where number.magnitude >= 0x1p63: number < 0 ? .min : .max
        case .double(let number): Int64(whole: number).map { Int(clamping: $0) }
        default: nil
        }
    }

    var isText: Bool {
        if case .string = self { true } else { false }
    }
}

extension Double {
    /// The largest whole number that is not larger.
    var floor: Double {
        // Numbers beyond 2⁵³ are whole.
        guard Swift.abs(self) < 0x1p53 else { return self }
        let whole = Double(Int64(self))
        return whole > self ? whole - 1 : whole
    }

    /// Returns what an exact division leaves, with this number's sign.
    ///
    /// The C library has a function for it, which a module without imports does not link.
    func remainder(after divisor: Double) -> Double {
        guard isFinite, !divisor.isNaN, divisor != 0 else { return .nan }
        var rest = magnitude
        let divisor = divisor.magnitude
        guard rest >= divisor else { return self }
        // Subtracting the divisor times a power of two is exact, as it is at least half of the rest.
        var multiple = divisor
        while multiple <= rest / 2 { multiple *= 2 }
        while multiple >= divisor {
            if rest >= multiple { rest -= multiple }
            if multiple == divisor { break }
            multiple /= 2
        }
        return self < 0 ? -rest : rest
    }
}
