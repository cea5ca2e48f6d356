/// Checks UTF-8 for readers that must refuse other bytes.
enum UTF8Sequence {
    /// Returns the length of the well-formed sequence that starts at an offset with a byte of 0x80 or more, or 0.
    ///
    /// Overlong forms, surrogates and scalars beyond U+10FFFF are not well formed.
    static func length(_ bytes: [UInt8], at offset: Int) -> Int {
        let first = bytes[offset]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if first == 0xE0 { second = 0xA0...0xBF }
            if first == 0xED { second = 0x80...0x9F }
        case 0xF0...0xF4:
            length = 4
            if first == 0xF0 { second = 0x90...0xBF }
            if first == 0xF4 { second = 0x80...0x8F }
        default: return 0
        }
        guard bytes.count - offset >= length, second ~= bytes[offset + 1] else { return 0 }
        for index in offset + 2..<offset + length where bytes[index] & 0xC0 != 0x80 {
            return 0
        }
        return length
    }
}
