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

// MARK: - Scanning

// Sixteen bytes at a time, and one by one where the source ends.

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
        while self[offset].isASCIILetter { offset &+= 1 }
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

// MARK: - XML

// Questions of the XML reader about a source that do not change the reader's state.

extension SourceBytes {
    /// Finds the end of a name.
    ///
    /// - Parameter start: The start of the name.
    /// - Returns: Its end, which is `start` if there is nothing like a name, and whether it is a valid name.
    @inline(__always)
    func scanName(at start: Int) -> (end: Int, isValid: Bool) {
        guard XMLCharacters.isNameStart(self[start]) else { return scanUnusualName(from: start, at: start) }
        var end = skipLetters(from: start)
        if self[end] == UInt8(ascii: "=") { return (end, true) }
        while XMLCharacters.isNamePart(self[end]) { end += 1 }
        return XMLCharacters.endsName(self[end]) ? (end, true) : scanUnusualName(from: start, at: end)
    }

    /// Continues with a name that has characters other than ASCII.
    func scanUnusualName(from start: Int, at offset: Int) -> (end: Int, isValid: Bool) {
        var end = offset
        var isValid = true
        while end < count, !XMLCharacters.endsName(self[end]) {
            let (value, length) = scalar(at: end)
            // Bytes that are not UTF-8 are reported by themselves.
            if let value {
                let fits = end == start ? XMLCharacters.isNameStart(value) : XMLCharacters.isNamePart(value)
                if !fits { isValid = false }
            }
            end += length
        }
        return (min(end, count), isValid && end > start)
    }

    /// Returns the first offset at or after `offset` that is not white space.
    @inline(__always)
    func skipSpace(from offset: Int) -> Int {
        var offset = offset
        while XMLCharacters.isSpace(self[offset]) { offset = skipBlanks(from: offset + 1) }
        return offset
    }

    /// Returns whether a range holds a word of small ASCII letters, in any case.
    func isWord(_ word: StaticString, _ range: Range<Int>) -> Bool {
        guard range.count == word.utf8CodeUnitCount else { return false }
        for index in 0..<range.count {
            if self[range.lowerBound + index].asciiLowercased != word.utf8Start[index] { return false }
        }
        return true
    }
}

// MARK: - Looking ahead

extension SourceBytes {
    /// The number of bytes that a guess looks ahead.
    static var horizon: Int { 4096 }

    /// Returns whether what follows a name looks like the rest of a start tag: `>`, `/>` or an attribute.
    func hasPlausibleTail(at offset: Int) -> Bool {
        let end = min(count, offset + Self.horizon)
        var next = offset
        while next < end, XMLCharacters.isSpace(self[next]) { next += 1 }
        if self[next] == UInt8(ascii: ">") { return true }
        if self[next] == UInt8(ascii: "/"), self[next + 1] == UInt8(ascii: ">") { return true }
        guard next > offset, XMLCharacters.isNameStart(self[next]) else { return false }
        return isAttributeStart(at: next)
    }

    /// Returns whether a name and `=` is at an offset.
    func isAttributeStart(at offset: Int) -> Bool {
        let end = min(count, offset + Self.horizon)
        var next = offset
        guard XMLCharacters.isNameStart(self[next]) || self[next] >= 0x80 else { return false }
        while next < end, XMLCharacters.isNamePart(self[next]) || self[next] >= 0x80 { next += 1 }
        while next < end, XMLCharacters.isSpace(self[next]) { next += 1 }
        return self[next] == UInt8(ascii: "=")
    }

    /// Returns whether a comma or semicolon is at an offset, and an attribute behind it.
    func isAttributeSeparator(at offset: Int) -> Bool {
        guard self[offset] == UInt8(ascii: ",") || self[offset] == UInt8(ascii: ";") else { return false }
        return isAttributeStart(at: skipSpace(from: offset + 1))
    }

    /// Returns the offset at which a quote inside a damaged tag is closed; a quote is not closed beyond a `<`.
    func closingQuoteInTag(of offset: Int) -> Int? {
        let quote = self[offset]
        var end = offset + 1
        while end < count, self[end] != UInt8(ascii: "<") {
            if self[end] == quote { return end }
            end += 1
        }
        return nil
    }

    /// Returns whether a `<` in content or in a tag does not begin a tag, an end tag or other markup, not even a damaged one.
    func isStrayLessThan(at offset: Int) -> Bool {
        switch self[offset + 1] {
        case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ">"): return false
        default: break
        }
        if XMLCharacters.isNameStart(self[offset + 1]) { return false }
        let name = scanName(at: offset + 1)
        if name.isValid { return false }
        if name.end > offset + 1 { return !hasPlausibleTail(at: name.end) }
        let next = skipSpace(from: offset + 1)
        if self[next] == UInt8(ascii: "/") {
            let name = scanName(at: skipSpace(from: next + 1))
            return !name.isValid || self[skipSpace(from: name.end)] != UInt8(ascii: ">")
        }
        let late = scanName(at: next)
        return !late.isValid || !hasPlausibleTail(at: late.end)
    }
}
