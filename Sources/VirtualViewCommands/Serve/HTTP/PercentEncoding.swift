import VirtualViewExpressions

/// Percent-encoding of URLs (RFC 3986 §2.1).
package enum PercentEncoding {
    /// Decodes a part of a URL.
    ///
    /// - Parameter bytes: The part.
    /// - Returns: `nil` for a `%` without two digits, for what is not UTF-8, and for control characters.
    package static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexadecimalDigit, let low = rest.popFirst()?.hexadecimalDigit else {
                return nil
            }
            decoded.append(high << 4 | low)
        }
        guard decoded.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
        // Decoding replaces wrong bytes, so a difference means that the text was not UTF-8.
        let text = String(decoding: decoded, as: UTF8.self)
        return text.utf8.elementsEqual(decoded) ? text : nil
    }

    /// Encodes a text as one segment of a path.
    ///
    /// - Parameter text: The text.
    /// - Returns: The segment, with everything encoded that is not unreserved.
    package static func encode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }
}
