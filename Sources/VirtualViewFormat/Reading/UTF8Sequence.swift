/// Decodes and checks UTF-8 without making a `String`.
///
/// Over-long forms, surrogates and values above U+10FFFF are malformed, as in the Unicode standard (table 3-7).
package enum UTF8Sequence {
    /// Decodes the character that starts at a place.
    ///
    /// - Parameter byte: Gives the byte that stands so many bytes behind the place, and 0 behind the end.
    /// - Returns: The scalar and its length; a nil scalar with the length of what cannot be decoded, at least 1.
    @inlinable
    package static func decode(_ byte: (_ distance: Int) -> UInt8) -> (scalar: Unicode.Scalar?, length: Int) {
        let first = byte(0)
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0x00...0x7F: return (Unicode.Scalar(first), 1)
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if first == 0xE0 { second = 0xA0...0xBF }
            if first == 0xED { second = 0x80...0x9F }
        case 0xF0...0xF4:
            length = 4
            if first == 0xF0 { second = 0x90...0xBF }
            if first == 0xF4 { second = 0x80...0x8F }
        default: return (nil, 1)
        }
        let next = byte(1)
        guard second.contains(next) else { return (nil, 1) }
        var value = (UInt32(first) & (0x7F >> UInt32(length))) << 6 | UInt32(next & 0x3F)
        var distance = 2
        while distance < length {
            let next = byte(distance)
            guard next & 0xC0 == 0x80 else { return (nil, distance) }
            value = value << 6 | UInt32(next & 0x3F)
            distance += 1
        }
        return (Unicode.Scalar(value), length)
    }

    /// Whether a text has at most 16 bytes, and all of them are ASCII, as most texts of a template are.
    ///
    /// `range` lies inside `bytes`, from byte 16 on: the bytes in front of a text are read with it, and left out.
    @inline(__always)
    static func isShortASCII(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
        guard range.count <= 16, range.lowerBound >= 16 else { return false }
        let last = bytes.uncheckedLoad(UInt64.self, at: range.upperBound &- 8)
        let first = bytes.uncheckedLoad(UInt64.self, at: range.upperBound &- 16)
        let missing = 8 &* (16 &- range.count)
        // A shift by 64 or more leaves nothing.
        return (first << missing | last << max(0, missing &- 64)) & 0x8080_8080_8080_8080 == 0
    }

    /// Finds the first byte that is not part of a well-formed sequence.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - range: The range to check, which lies inside `bytes`.
    /// - Returns: The offset of the first byte of the malformed sequence, or `nil`.
    /// - Complexity: O(*n*) in the length of `range`.
    package static func firstInvalidByte(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
        var offset = range.lowerBound
        let end = range.upperBound
        while true {
            while offset &+ 8 <= end {
                let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                guard word & 0x8080_8080_8080_8080 == 0 else { break }
                offset &+= 8
            }
            guard offset < end else { return nil }
            if offset &+ 8 > end, range.count >= 8 {
                // Less than a word is left; the last word's earlier bytes have been looked at and are shifted out.
                let word = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: end &- 8, as: UInt64.self))
                if word << UInt64(64 &- 8 &* (end &- offset)) & 0x8080_8080_8080_8080 == 0 { return nil }
            }
            let first = bytes[offset]
            if first < 0x80 {
                offset &+= 1
                continue
            }
            let (scalar, length) = decode { offset &+ $0 < end ? bytes[offset &+ $0] : 0 }
            guard scalar != nil else { return offset }
            offset &+= length
        }
    }
}
