/// A cursor over a range of a file's bytes.
///
/// `take` is the only bounds check: every read goes through it, and a read that fails does not move the cursor. The
/// bytes must outlive the reader, so it is only used inside `withUnsafeBytes`.
struct BinaryReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset: Int
    private let end: Int
    private let section: FileSection

    /// Makes a reader of `range`, which lies inside `bytes`.
    init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, section: FileSection) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "the range lies inside the bytes")
        self.bytes = bytes
        self.offset = range.lowerBound
        self.end = range.upperBound
        self.section = section
    }

    /// The number of bytes that are not read yet.
    @inline(__always)
    var remaining: Int {
        end &- offset
    }

    @inline(__always)
    private mutating func take(_ count: Int, _ what: StaticString) throws(FormatError) -> Int {
        // As unsigned numbers, because a negative count is then too large, for the price of the same comparison.
        guard UInt(bitPattern: count) <= UInt(bitPattern: remaining) else { throw truncated(what) }
        defer { offset &+= count }
        return offset
    }

    @inline(never)
    private func truncated(_ what: StaticString) -> FormatError {
        FormatError(.truncated, at: offset, in: section, "truncated while reading \(what)")
    }

    @inline(__always)
    mutating func readUInt8(_ what: StaticString) throws(FormatError) -> UInt8 {
        let start = try take(1, what)
        return bytes.uncheckedLoad(UInt8.self, at: start)
    }

    @inline(__always)
    mutating func readUInt16(_ what: StaticString) throws(FormatError) -> UInt16 {
        let start = try take(2, what)
        return bytes.uncheckedLoad(UInt16.self, at: start)
    }

    @inline(__always)
    mutating func readUInt32(_ what: StaticString) throws(FormatError) -> UInt32 {
        let start = try take(4, what)
        return bytes.uncheckedLoad(UInt32.self, at: start)
    }

    @inline(__always)
    mutating func readInt32(_ what: StaticString) throws(FormatError) -> Int32 {
        Int32(bitPattern: try readUInt32(what))
    }

    /// Skips bytes.
    @inline(__always)
    mutating func skip(_ count: Int, _ what: StaticString) throws(FormatError) {
        _ = try take(count, what)
    }

    /// Skips bytes and returns their range.
    @inline(__always)
    mutating func readRange(_ count: Int, _ what: StaticString) throws(FormatError) -> Range<Int> {
        let start = try take(count, what)
        return start..<start + count
    }

    /// Reads a count of entries of at least `minimumSize` bytes each; refuses one that the remaining bytes cannot hold.
    mutating func readCount(minimumSize: Int, _ what: StaticString) throws(FormatError) -> Int {
        let start = offset
        let count = try readInt32(what)
        guard count >= 0, Int(count) <= remaining / minimumSize else {
            throw FormatError(
                .countTooLarge,
                at: start,
                in: section,
                "\(what) is \(count), but \(remaining) bytes are left"
            )
        }
        return Int(count)
    }

    /// Reads a 16-bit length and that many bytes of UTF-8; returns the range of the text.
    @inline(__always)
    mutating func readText(_ what: StaticString) throws(FormatError) -> Range<Int> {
        let length = Int(try readUInt16(what))
        let range = try readRange(length, what)
        if UTF8Sequence.isShortASCII(in: bytes, range) { return range }
        if let bad = UTF8Sequence.firstInvalidByte(in: bytes, range) {
            throw FormatError(.invalidUTF8, at: bad, in: section, "invalid UTF-8 while reading \(what)")
        }
        return range
    }
}

extension UnsafeRawBufferPointer {
    /// Reads a big-endian number at an offset that the caller has checked.
    @inlinable
    @inline(__always)
    func uncheckedLoad<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type, at offset: Int) -> Number {
        Number(bigEndian: loadUnaligned(fromByteOffset: offset, as: type))
    }
}

extension [UInt8] {
    /// Reads a big-endian number at an offset that the caller has checked.
    @inlinable
    @inline(__always)
    func uncheckedLoad<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type, at offset: Int) -> Number {
        withUnsafeBytes { $0.uncheckedLoad(type, at: offset) }
    }
}
