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
