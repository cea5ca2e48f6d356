/// The character classes of XML, for single bytes and for scalars.
package enum XMLCharacters {
    /// The ASCII letters, `_` and `:` as bits 64–127.
    private static var highStart: UInt64 { 0x07FF_FFFE_87FF_FFFE }
    /// `:` as a bit of 0–63.
    private static var lowStart: UInt64 { 0x0400_0000_0000_0000 }
    /// `-`, `.`, the digits and `:` as bits of 0–63.
    private static var lowPart: UInt64 { 0x07FF_6000_0000_0000 }

    /// The end, white space, both quotes, `/`, `<`, `=` and `>` as bits of 0–63.
    private static var nameEnd: UInt64 { 0x7000_8085_0000_2601 }

    /// Returns whether an ASCII byte may begin a name.
    @inline(__always)
    static func isNameStart(_ byte: UInt8) -> Bool {
        byte < 64 ? lowStart >> UInt64(byte) & 1 != 0 : byte < 128 && highStart >> UInt64(byte - 64) & 1 != 0
    }

    /// Returns whether an ASCII byte may appear in a name.
    @inline(__always)
    static func isNamePart(_ byte: UInt8) -> Bool {
        byte < 64 ? lowPart >> UInt64(byte) & 1 != 0 : byte < 128 && highStart >> UInt64(byte - 64) & 1 != 0
    }

    /// Returns whether a byte is white space: space, tab, line feed or carriage return.
    @inline(__always)
    package static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
    }

    /// Returns whether a byte is a quotation mark around values.
    package static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    /// Returns whether a byte ends a name, whatever the name consists of; 0 represents the end of the source.
    @inline(__always)
    static func endsName(_ byte: UInt8) -> Bool {
        byte < 64 && nameEnd >> UInt64(byte) & 1 != 0
    }

    /// Returns whether a scalar may begin a name (the XML recommendation's NameStartChar).
    static func isNameStart(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0..<0x80: isNameStart(UInt8(scalar))
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F,
            0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x1_0000...0xE_FFFF:
            true
        default: false
        }
    }

    /// Returns whether a scalar may appear in a name (the XML recommendation's NameChar).
    static func isNamePart(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0..<0x80: isNamePart(UInt8(scalar))
        case 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: isNameStart(scalar)
        }
    }

    /// Returns whether a text is a name.
    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, isNameStart(first.value) else { return false }
        return text.unicodeScalars.allSatisfy { isNamePart($0.value) }
    }

    /// Returns whether XML has no place for a scalar, not even as an entity.
    static func isForbidden(_ value: UInt32) -> Bool {
        if value < 0x20 { return value != 0x09 && value != 0x0A && value != 0x0D }
        return value == 0xFFFE || value == 0xFFFF
    }
}
