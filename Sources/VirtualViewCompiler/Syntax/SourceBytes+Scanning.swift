// Scanning eight bytes at a time. Each test marks the matching bytes of a word by their high bits; the lowest mark is
// always right, and only that one is used.

extension SourceBytes {
    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var highs: UInt64 { 0x8080_8080_8080_8080 }

    /// Eight bytes from an offset, the first in the lowest byte; nil near the end of the source.
    @inline(__always)
    private func word(at offset: Int) -> UInt64? {
        guard offset >= 0, offset + 8 <= count else { return nil }
        return UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & highs }

    /// The first offset at or after `offset` whose byte is not a space character (0x20), which indents most lines.
    @inline(__always)
    func skipBlanks(from offset: Int) -> Int {
        var offset = offset
        while let word = word(at: offset) {
            let others = word ^ (Self.ones &* 0x20)
            guard others == 0 else { return offset + others.trailingZeroBitCount / 8 }
            offset += 8
        }
        while self[offset] == 0x20 { offset += 1 }
        return offset
    }

    /// The first offset at or after `offset` whose byte is not an ASCII letter.
    @inline(__always)
    func skipLetters(from offset: Int) -> Int {
        var offset = offset
        while let word = word(at: offset) {
            let folded = (word | Self.ones &* 0x20) & (Self.ones &* 0x7F)
            let letters = (folded &+ Self.ones &* 0x1F) & ~(folded &+ Self.ones &* 0x05) & ~word & Self.highs
            let others = letters ^ Self.highs
            guard others == 0 else { return offset + others.trailingZeroBitCount / 8 }
            offset += 8
        }
        while (0x61...0x7A).contains(self[offset] | 0x20) { offset += 1 }
        return offset
    }

    /// The first offset at or after `offset` where a value may end or needs decoding: its quote, `&`, `<` or a control
    /// character; the end of the source at the latest.
    @inline(__always)
    func skipValue(from offset: Int, quote: UInt8) -> Int {
        var offset = offset
        let quotes = Self.ones &* UInt64(quote)
        while let word = word(at: offset) {
            let controls = (word &- Self.ones &* 0x20) & ~word & Self.highs
            let marks =
                Self.zeros(word ^ quotes) | Self.zeros(word ^ (Self.ones &* 0x26))
                | Self.zeros(word ^ (Self.ones &* 0x3C)) | controls
            guard marks == 0 else { return offset + marks.trailingZeroBitCount / 8 }
            offset += 8
        }
        while offset < count {
            let byte = self[offset]
            if byte == quote || byte == 0x26 || byte == 0x3C || byte < 0x20 { return offset }
            offset += 1
        }
        return offset
    }

    /// The first offset at or after `offset` where a byte stands, or the end of the source.
    func firstIndex(of byte: UInt8, from offset: Int) -> Int {
        var offset = offset
        let pattern = Self.ones &* UInt64(byte)
        while let word = word(at: offset) {
            let marks = Self.zeros(word ^ pattern)
            guard marks == 0 else { return offset + marks.trailingZeroBitCount / 8 }
            offset += 8
        }
        while offset < count, self[offset] != byte { offset += 1 }
        return min(offset, count)
    }
}
