// Scanning sixteen bytes at a time, and one by one where the source ends.

/// Sixteen bytes.
///
/// Its operators are fast between two of them; those that take a single byte are not.
private typealias Bytes = SIMD16<UInt8>

/// The bytes of sixteen that match a test.
private struct Matches {
    private let low: UInt64
    private let high: UInt64

    @inline(__always)
    init(_ mask: SIMDMask<SIMD16<Int8>>) {
        let words = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
        low = UInt64(littleEndian: words[0])
        high = UInt64(littleEndian: words[1])
    }

    /// Whether a byte matches.
    @inline(__always)
    var isAny: Bool { low | high != 0 }

    /// The index of the first byte that matches, if there is one.
    @inline(__always)
    var first: Int? {
        if low != 0 { return low.trailingZeroBitCount / 8 }
        return high != 0 ? 8 &+ high.trailingZeroBitCount / 8 : nil
    }
}

extension SourceBytes {
    /// Returns the first offset at or after `offset` whose byte is not a space character (0x20), which indents most
    /// lines.
    @inline(__always)
    func skipBlanks(from offset: Int) -> Int {
        var offset = offset
        while let bytes = block(at: offset) {
            if let other = Matches(bytes .!= Bytes(repeating: 0x20)).first { return offset &+ other }
            offset &+= 16
        }
        while self[offset] == 0x20 { offset &+= 1 }
        return offset
    }

    /// Returns the first offset at or after `offset` whose byte is not an ASCII letter.
    @inline(__always)
    func skipLetters(from offset: Int) -> Int {
        var offset = offset
        while let bytes = block(at: offset) {
            let folded = (bytes | Bytes(repeating: 0x20)) &- Bytes(repeating: 0x61)
            if let other = Matches(folded .> Bytes(repeating: 25)).first { return offset &+ other }
            offset &+= 16
        }
        while (0x61...0x7A).contains(self[offset] | 0x20) { offset &+= 1 }
        return offset
    }

    /// Returns the first offset at or after `offset` where a value may end or needs decoding: its quote, `&`, `<` or a
    /// control character; the end of the source at the latest.
    @inline(__always)
    func skipValue(from offset: Int, quote: UInt8) -> Int {
        var offset = offset
        let quotes = Bytes(repeating: quote)
        while let bytes = block(at: offset) {
            let marks =
                (bytes .== quotes) .| (bytes .== Bytes(repeating: 0x26)) .| (bytes .== Bytes(repeating: 0x3C))
                .| (bytes .< Bytes(repeating: 0x20))
            if let mark = Matches(marks).first { return offset &+ mark }
            offset &+= 16
        }
        while offset < count {
            let byte = self[offset]
            if byte == quote || byte == 0x26 || byte == 0x3C || byte < 0x20 { return offset }
            offset &+= 1
        }
        return offset
    }

    /// Returns the first offset at or after `offset` where a byte stands, or the end of the source.
    func firstIndex(of byte: UInt8, from offset: Int) -> Int {
        var offset = offset
        let pattern = Bytes(repeating: byte)
        while let bytes = block(at: offset) {
            if let match = Matches(bytes .== pattern).first { return offset &+ match }
            offset &+= 16
        }
        while offset < count, self[offset] != byte { offset &+= 1 }
        return min(offset, count)
    }

    /// Returns the first offset at or after `offset` whose byte is not ASCII, or the end of the source.
    @inline(__always)
    func skipASCII(from offset: Int) -> Int {
        var offset = offset
        while let first = block(at: offset), let second = block(at: offset &+ 16),
            let third = block(at: offset &+ 32), let fourth = block(at: offset &+ 48)
        {
            guard !Matches((first | second | third | fourth) .>= Bytes(repeating: 0x80)).isAny else { break }
            offset &+= 64
        }
        while let bytes = block(at: offset) {
            if let other = Matches(bytes .>= Bytes(repeating: 0x80)).first { return offset &+ other }
            offset &+= 16
        }
        while offset < count, self[offset] < 0x80 { offset &+= 1 }
        return offset
    }
}
