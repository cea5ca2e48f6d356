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
            let byte = self[range.lowerBound + index]
            let small = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            if small != word.utf8Start[index] { return false }
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

    /// Returns whether a `<` in content does not begin a tag, an end tag or other markup, not even a damaged one.
    func isStrayLessThan(at offset: Int) -> Bool {
        switch self[offset + 1] {
        case UInt8(ascii: "/"), UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: ">"): return false
        default: break
        }
        if XMLCharacters.isNameStart(self[offset + 1]) { return false }
        let name = scanName(at: offset + 1)
        if name.isValid { return false }
        if name.end > offset + 1 { return !hasPlausibleTail(at: name.end) }
        let lateStart = skipSpace(from: offset + 1)
        let late = scanName(at: lateStart)
        return lateStart == offset + 1 || !late.isValid || !hasPlausibleTail(at: late.end)
    }
}
