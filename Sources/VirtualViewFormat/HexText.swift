/// Hexadecimal digits of numbers and bytes.
package enum HexText {
    /// Returns a number with zeros in front.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - width: The least number of digits.
    ///   - isUpperCase: Whether letters are upper-case.
    /// - Returns: The digits.
    package static func number(_ value: UInt32, width: Int, isUpperCase: Bool = true) -> String {
        let digits = String(value, radix: 16, uppercase: isUpperCase)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    /// Returns bytes in lower-case digits, two for each.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The digits.
    package static func text(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            text.append(digit(byte >> 4))
            text.append(digit(byte & 15))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    /// Reads pairs of digits of either case.
    ///
    /// - Parameter text: The digits.
    /// - Returns: The bytes, or `nil` if the text is something else.
    package static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for start in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[start].hexadecimalDigit, let low = digits[start + 1].hexadecimalDigit else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}

extension UInt8 {
    /// The value of a decimal digit in ASCII; `nil` for any other byte.
    @inlinable package var decimalDigit: UInt8? {
        self &- 0x30 < 10 ? self &- 0x30 : nil
    }

    /// The value of a hexadecimal digit in ASCII; `nil` for any other byte.
    @inlinable package var hexadecimalDigit: UInt8? {
        if let decimalDigit { return decimalDigit }
        let letter = self | 0x20
        return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : nil
    }

    /// Whether this is a hexadecimal digit in ASCII, and no upper-case letter.
    @inlinable package var isLowerCaseHexadecimalDigit: Bool {
        decimalDigit != nil || (self >= 0x61 && self <= 0x66)
    }
}
