import VirtualViewExpressions
import VirtualViewFormat

/// Encodes any text as the value of an instruction.
///
/// Entities are those of XML, but every character has one, NUL included. Other text stands for itself, so that an `&`
/// needs one only before what looks like an entity.
enum InstructionText {
    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]
    /// The longest name of an entity: `#x10FFFF`.
    private static let longestName = 8

    /// Reads a value.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var decoded = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "&",
                let end = rest.prefix(longestName + 1).firstIndex(of: ";"),
                let meant = self.scalar(named: String(rest[..<end]))
            else {
                decoded.append(scalar)
                continue
            }
            decoded.append(meant)
            rest = rest[rest.index(after: end)...]
        }
        return String(decoded)
    }

    private static func scalar(named name: String) -> Unicode.Scalar? {
        if let scalar = named[name] { return scalar }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
        return number.flatMap(Unicode.Scalar.init)
    }

    /// Writes a value, to stand between double quotes.
    ///
    /// ``MarkupText`` has other rules: in an instruction `<` and `'` mean nothing, and every character may be an
    /// entity.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "\"": escaped += "&quot;"
            case ">": escaped += "&gt;"
            case "\u{A0}", "\u{FFFE}"..."\u{FFFF}": escaped += "&#\(scalar.value);"
            case _ where VisibleText.acts(scalar): escaped += "&#\(scalar.value);"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

/// Bytes as hexadecimal digits.
enum HexText {
    /// Reads pairs of digits of either case.
    ///
    /// - Returns: The bytes, or `nil` if the text is something else.
    static func bytes(_ text: String) -> [UInt8]? {
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

    /// Writes bytes in lower case.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
