/// Checks UTF-8 without making a `String`.
package enum UTF8Validation {
    /// Finds the first byte that is not part of a well-formed UTF-8 sequence.
    ///
    /// Over-long forms, surrogates and values above U+10FFFF are malformed, as in the Unicode standard (table 3-7).
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - range: The range to check, which lies inside `bytes`.
    /// - Returns: The offset of the first byte of the malformed sequence, or `nil`.
    /// - Complexity: O(*n*) in the length of `range`.
    package static func firstInvalidByte(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "the range lies inside the bytes")
        return bytes.withUnsafeBytes { firstInvalidByte(in: $0, range) }
    }

    /// Does the same for a buffer; `range` lies inside it.
    static func firstInvalidByte(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Int? {
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
            guard let length = sequenceLength(first), length <= end &- offset else { return offset }
            let second = bytes[offset &+ 1]
            guard secondByteRange(first).contains(second) else { return offset }
            var index = 2
            while index < length {
                let next = bytes[offset &+ index]
                guard next & 0xC0 == 0x80 else { return offset }
                index &+= 1
            }
            offset &+= length
        }
    }

    @inline(__always)
    private static func sequenceLength(_ first: UInt8) -> Int? {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: nil
        }
    }

    @inline(__always)
    private static func secondByteRange(_ first: UInt8) -> ClosedRange<UInt8> {
        switch first {
        case 0xE0: 0xA0...0xBF
        case 0xED: 0x80...0x9F
        case 0xF0: 0x90...0xBF
        case 0xF4: 0x80...0x8F
        default: 0x80...0xBF
        }
    }
}
