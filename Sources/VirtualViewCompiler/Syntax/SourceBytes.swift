import VirtualViewFormat

/// The bytes of a source behind one bounds check.
///
/// Reading past the end returns 0, which is not a valid byte of a source, so scanners need no separate test for the end
/// in their inner loops. The bytes must outlive the value: it lives inside `withUnsafeBufferPointer` only.
struct SourceBytes {
    private let base: UnsafeRawPointer
    /// The number of bytes.
    let count: Int
    /// At how many offsets sixteen bytes begin.
    private let blockCount: Int

    /// Creates a view of bytes that outlive it.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        // An empty buffer may have no address; no byte of this text is read.
        base = UnsafeRawPointer(bytes.baseAddress ?? StaticString("").utf8Start)
        count = bytes.count
        blockCount = max(0, count - 15)
    }

    /// The byte at an offset, or 0 outside the source.
    subscript(offset: Int) -> UInt8 {
        @inline(__always) get {
            UInt(bitPattern: offset) < UInt(bitPattern: count) ? base.load(fromByteOffset: offset, as: UInt8.self) : 0
        }
    }

    /// Sixteen bytes from an offset; `nil` where the source has less.
    @inline(__always)
    func block(at offset: Int) -> SIMD16<UInt8>? {
        guard UInt(bitPattern: offset) < UInt(bitPattern: blockCount) else { return nil }
        return base.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
    }

    /// Returns the bytes of a range, cut to the source.
    @inline(__always)
    func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        let range = range.lowerBound >= 0 && range.upperBound <= count ? range : range.clamped(to: 0..<count)
        return UnsafeBufferPointer(
            start: base.assumingMemoryBound(to: UInt8.self) + range.lowerBound,
            count: range.upperBound &- range.lowerBound
        )
    }

    /// Returns the bytes of a range as text; what is not UTF-8 becomes U+FFFD.
    func text(_ range: Range<Int>) -> String {
        String(decoding: slice(range), as: UTF8.self)
    }

    /// Returns whether a text is at an offset.
    func has(_ text: StaticString, at offset: Int) -> Bool {
        guard offset >= 0, offset + text.utf8CodeUnitCount <= count else { return false }
        for index in 0..<text.utf8CodeUnitCount where self[offset + index] != text.utf8Start[index] { return false }
        return true
    }

    /// Returns the offset of the first place at or after `offset` where a text stands, or `nil`.
    func find(_ text: StaticString, from offset: Int) -> Int? {
        let first = text.utf8Start[0]
        var offset = firstIndex(of: first, from: offset)
        while offset < count {
            if has(text, at: offset) { return offset }
            offset = firstIndex(of: first, from: offset + 1)
        }
        return nil
    }
}

// MARK: - UTF-8

extension SourceBytes {
    /// Decodes the character at an offset inside the source.
    ///
    /// - Parameter offset: The start of the character.
    /// - Returns: The scalar and its length; a `nil` scalar with the length of what cannot be decoded, at least 1.
    func scalar(at offset: Int) -> (value: UInt32?, length: Int) {
        let (scalar, length) = UTF8Sequence.decode { self[offset + $0] }
        return (scalar?.value, length)
    }

    /// Returns the offset of the first byte at or after `offset` that is not part of valid UTF-8, or `nil`.
    func firstInvalid(from offset: Int) -> Int? {
        var offset = offset
        while offset < count {
            offset = skipASCII(from: offset)
            guard offset < count else { return nil }
            let (value, length) = scalar(at: offset)
            guard value != nil else { return offset }
            offset += length
        }
        return nil
    }
}
