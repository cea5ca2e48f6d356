// The standard library's own conversions call functions of the C library's mathematical part, which a module without
// imports does not link.
extension Int64 {
    /// The whole number that a double is, or `nil` when it has a fraction or does not fit.
    init?(whole number: Double) {
        guard number >= -0x1p63, number < 0x1p63 else { return nil }
        let integer = Int64(number)
        guard Double(integer) == number else { return nil }
        self = integer
    }

    /// The whole part of a double, at the nearest end of the range when it does not fit; 0 for NaN.
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
