/// Reads `\uXXXX`.
enum UnicodeEscape {
    /// Returns the unit of an escape.
    ///
    /// - Returns: The unit, or `nil` if there are not `\u` and four hexadecimal digits.
    static func unit(in bytes: [UInt8], at start: Int) -> UInt16? {
        guard start + 6 <= bytes.count, bytes[start] == UInt8(ascii: "\\"), bytes[start + 1] == UInt8(ascii: "u")
        else { return nil }
        var unit: UInt16 = 0
        for place in start + 2..<start + 6 {
            guard let digit = ValueText.hexDigit(bytes[place]) else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// Returns the character that two units are the halves of.
    static func scalar(_ lead: UInt16, _ trail: UInt16) -> Unicode.Scalar? {
        guard UTF16.isLeadSurrogate(lead), UTF16.isTrailSurrogate(trail) else { return nil }
        return Unicode.Scalar(0x1_0000 + (UInt32(lead) - 0xD800) << 10 + (UInt32(trail) - 0xDC00))
    }
}
