import VirtualViewFormat

/// Looks at the UTF-8 bytes of a value.
///
/// Offsets count bytes from the start of the whole value, even for a part of it.
enum ValueText {
    /// Returns the part left when what Java's `trim` strips is gone: bytes up to U+0020 at both ends, nothing else.
    static func trimmed(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        while lower < upper, text[lower] <= 0x20 { lower += 1 }
        while lower < upper, text[upper - 1] <= 0x20 { upper -= 1 }
        return lower..<upper
    }

    /// Returns whether a part is exactly a word.
    static func isEqual(_ text: Span<UInt8>, _ range: Range<Int>, _ word: String) -> Bool {
        guard range.count == word.utf8.count else { return false }
        var offset = range.lowerBound
        for byte in word.utf8 {
            guard text[offset] == byte else { return false }
            offset += 1
        }
        return true
    }

    /// Returns whether a part is a word when the case of ASCII letters does not count.
    static func isEqualIgnoringCase(_ text: Span<UInt8>, _ range: Range<Int>, _ word: String) -> Bool {
        guard range.count == word.utf8.count else { return false }
        var offset = range.lowerBound
        for byte in word.utf8 {
            guard uppercased(text[offset]) == uppercased(byte) else { return false }
            offset += 1
        }
        return true
    }

    /// Returns the part as a string.
    static func string(_ text: Span<UInt8>, _ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        for offset in range { bytes.append(text[offset]) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns whether a part holds ASCII alone.
    static func isASCII(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        for offset in range where text[offset] >= 0x80 { return false }
        return true
    }

    /// Returns the place of a byte in a part.
    static func firstIndex(of byte: UInt8, in text: Span<UInt8>, _ range: Range<Int>) -> Int? {
        for offset in range where text[offset] == byte { return offset }
        return nil
    }

    /// Returns the scalar at an offset and its length; U+FFFD with length 1 where the bytes are not UTF-8.
    static func scalar(_ text: Span<UInt8>, at offset: Int, upTo end: Int) -> (scalar: Unicode.Scalar, length: Int) {
        let (scalar, length) = UTF8Sequence.decode { offset + $0 < end ? text[offset + $0] : 0 }
        guard let scalar else { return ("\u{FFFD}", 1) }
        return (scalar, length)
    }

    /// Returns the byte as an upper-case letter where it is an ASCII letter.
    static func uppercased(_ byte: UInt8) -> UInt8 {
        byte >= 0x61 && byte <= 0x7A ? byte - 0x20 : byte
    }
}
