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

    /// Returns a text as it stands between single quotes, with backslashes.
    static func escaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.reduce(into: []) { text, byte in
            if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\") { text.append(UInt8(ascii: "\\")) }
            text.append(byte)
        }
    }

    /// Returns the offset after the quote that closes the one at an offset; `nil` if none does.
    static func endOfQuote(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Int? {
        var offset = start + 1
        while offset < limit {
            switch bytes[offset] {
            case bytes[start]: return offset + 1
            case UInt8(ascii: "\\"): offset += 2
            default: offset += 1
            }
        }
        return nil
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
    package init?(whole number: Double) {
        guard number >= -0x1p63, number < 0x1p63 else { return nil }
        let integer = Int64(number)
        guard Double(integer) == number else { return nil }
        self = integer
    }

    /// Converts the whole part of a double, limited to the range; 0 for NaN.
    package init(saturating number: Double) {
        if number >= 0x1p63 {
            self = .max
        } else if number < -0x1p63 {
            self = .min
        } else {
            self = number.isNaN ? 0 : Int64(number)
        }
    }
}
