import VirtualViewFormat

// Guesses about what was meant, made only after something is known to be wrong. Each looks a bounded way ahead.

// MARK: - End tags

extension XMLScanner {
    /// Returns whether an end tag with an unknown name was meant to close the innermost element, rather than being one
    /// too many.
    func meansEnd(of top: OpenElement, name: Range<Int>, tag: Range<Int>) -> Bool {
        guard mayGuess else { return true }
        if isNear(name, top) { return true }
        guard let next = nextUnbalancedEndTag(from: tag.upperBound) else { return true }
        return bytes.text(next) != bytes.text(Int(top.nameStart)..<Int(top.nameEnd))
    }

    /// Returns whether a name may be a misspelt one of an element.
    func isNear(_ name: Range<Int>, _ element: OpenElement) -> Bool {
        let word = bytes.text(name.lowerBound..<min(name.upperBound, name.lowerBound + 256))
        let known = bytes.text(Int(element.nameStart)..<Int(element.nameEnd))
        return NearestWord.find(word, among: CollectionOfOne(known)) != nil
    }

    /// Returns the name of the next end tag whose start tag is not found on the way.
    func nextUnbalancedEndTag(from offset: Int) -> Range<Int>? {
        let end = min(bytes.count, offset + SourceBytes.horizon)
        var depth = 0
        var next = offset
        while next < end {
            guard bytes[next] == UInt8(ascii: "<") else {
                next += 1
                continue
            }
            switch bytes[next + 1] {
            case UInt8(ascii: "/"):
                if depth == 0 { return next + 2..<bytes.scanName(at: next + 2).end }
                depth -= 1
                next += 2
            case UInt8(ascii: "!") where bytes.has("<!--", at: next):
                while next < end, !bytes.has("-->", at: next) { next += 1 }
            case UInt8(ascii: "!"), UInt8(ascii: "?"): next += 2
            default:
                let tag = startTagEnd(from: next + 1, limit: end)
                if bytes[tag - 1] != UInt8(ascii: "/") { depth += 1 }
                next = tag
            }
        }
        return nil
    }

    /// Returns the offset of the `>` of a start tag, with a look at quotes.
    private func startTagEnd(from offset: Int, limit: Int) -> Int {
        var next = offset
        var quote: UInt8?
        while next < limit {
            let byte = bytes[next]
            if let open = quote {
                if byte == open { quote = nil }
            } else if XMLCharacters.isQuote(byte) {
                quote = byte
            } else if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "<") {
                return next
            }
            next += 1
        }
        return next
    }
}

// MARK: - Values

extension XMLScanner {
    /// Reads a value that has no closing quote in the rest of the source.
    mutating func readUnterminated(of name: Range<Int>, from start: Int, end: Int) -> Value {
        cutValue(of: name, start..<lineOrTagEnd(start..<end), closesSurely: false)
    }

    /// Looks at a value whose closing quote is followed by something that cannot follow a value.
    ///
    /// - Parameters:
    ///   - name: The position of the attribute's name.
    ///   - range: The value up to the first quote.
    /// - Returns: The value that was probably meant, or `nil` if the quote does close the value.
    mutating func readDoubtful(of name: Range<Int>, _ range: Range<Int>) -> Value? {
        guard range.upperBound + 1 < bytes.count, mayGuess else { return nil }
        if let cut = cutBeforeAttribute(range) {
            let end = min(cut, lineOrTagEnd(range))
            return cutValue(of: name, range.lowerBound..<end, closesSurely: end == cut)
        }
        let isNewAttribute = bytes.isAttributeStart(at: range.upperBound + 1)
        if isNewAttribute || bytes.isAttributeSeparator(at: range.upperBound + 1) { return nil }
        let lineEnd = lineOrTagEnd(range)
        if lineEnd < range.upperBound { return cutValue(of: name, range.lowerBound..<lineEnd, closesSurely: false) }
        return readInnerQuotes(of: name, range)
    }

    /// Ends a value at a place where its closing quote seems to be missing.
    private mutating func cutValue(of name: Range<Int>, _ range: Range<Int>, closesSurely: Bool) -> Value {
        var end = range.upperBound
        while end > range.lowerBound, XMLCharacters.isSpace(bytes[end - 1]) { end -= 1 }
        let quote = bytes.text(range.lowerBound - 1..<range.lowerBound)
        let followsTagEnd = bytes[end] == UInt8(ascii: ">") || bytes[end] == UInt8(ascii: "/")
        var fixIts = closesSurely || followsTagEnd ? [insertion(quote, at: end)] : []
        // A word processor may have made the closing quote; one of a pair, and an apostrophe, belong to the text.
        if !fixIts.isEmpty, quote == "\"", end - 3 >= range.lowerBound, isTypographicQuote(at: end - 3, isDouble: true),
            !(range.lowerBound..<end - 3).contains(where: { isTypographicQuote(at: $0, isDouble: true) })
        {
            fixIts = [replacement(end - 3..<end, with: quote)]
        }
        report(.unterminatedValue(quoted(name)), at: range.lowerBound - 1..<end, fixIts: fixIts)
        position = end
        isTagForgiven = end >= bytes.count || bytes.skipSpace(from: end) >= bytes.count
        return Value(range: range.lowerBound..<end, text: nil, isPoisoned: true)
    }

    /// Returns the first line end, `<`, `>` or `/>` in a value, or its end.
    private func lineOrTagEnd(_ range: Range<Int>) -> Int {
        for offset in range {
            switch bytes[offset] {
            case 0x0A, 0x0D, UInt8(ascii: "<"), UInt8(ascii: ">"): return offset
            case UInt8(ascii: "/") where bytes[offset + 1] == UInt8(ascii: ">"): return offset
            default: break
            }
        }
        return range.upperBound
    }

    /// Returns the start of the white space before `name=` at the end of a value; `nil` if the value does not end so.
    private func cutBeforeAttribute(_ range: Range<Int>) -> Int? {
        var offset = range.upperBound
        func back(while matches: (UInt8) -> Bool) {
            while offset > range.lowerBound, matches(bytes[offset - 1]) { offset -= 1 }
        }
        back(while: XMLCharacters.isSpace)
        guard offset > range.lowerBound, bytes[offset - 1] == UInt8(ascii: "=") else { return nil }
        offset -= 1
        back(while: XMLCharacters.isSpace)
        let nameEnd = offset
        back(while: { XMLCharacters.isNamePart($0) || $0 >= 0x80 })
        let nameStart = offset
        back(while: XMLCharacters.isSpace)
        return nameStart < nameEnd && offset < nameStart ? offset : nil
    }

    /// Continues reading over quotes inside a value, if a closing quote is found on the same line.
    private mutating func readInnerQuotes(of name: Range<Int>, _ range: Range<Int>) -> Value? {
        let quote = bytes[range.lowerBound - 1]
        var inner = [range.upperBound]
        var offset = range.upperBound + 1
        let limit = min(bytes.count, offset + SourceBytes.horizon)
        while offset < limit {
            switch bytes[offset] {
            case 0x0A, 0x0D, UInt8(ascii: "<"), UInt8(ascii: ">"): return nil
            case quote:
                // A quote behind `name=` begins the value of the next attribute.
                if cutBeforeAttribute(range.upperBound + 1..<offset) != nil { return nil }
                if bytes.hasPlausibleTail(at: offset + 1) {
                    return joinQuotes(inner, of: name, range.lowerBound..<offset)
                }
                inner.append(offset)
            default: break
            }
            offset += 1
        }
        return nil
    }

    private mutating func joinQuotes(_ inner: [Int], of name: Range<Int>, _ range: Range<Int>) -> Value {
        let entity = bytes[range.lowerBound - 1] == UInt8(ascii: "\"") ? "&quot;" : "&apos;"
        let fixIt = Diagnostic.FixIt("replace with '\(entity)'", inner.map { edit($0..<$0 + 1, entity) })
        let first = inner.first ?? range.lowerBound
        // One beside the quotes around the value was rather typed twice.
        let isDoubled =
            !inner.count.isMultiple(of: 2) && (first == range.lowerBound || inner.last == range.upperBound - 1)
        report(
            .quoteInValue(quoted(name), entity: entity),
            at: first..<first + 1,
            fixIts: isDoubled ? [] : [fixIt]
        )
        position = range.upperBound + 1
        var value = decode(range, of: name)
        value.isPoisoned = true
        return value
    }
}

// MARK: - Values without quotes

extension XMLScanner {
    /// Reads a value after `=` that does not begin with a quote.
    ///
    /// - Parameters:
    ///   - name: The position of the attribute's name.
    ///   - equalsEnd: The offset after the `=`.
    /// - Returns: The value, poisoned.
    mutating func readUnquoted(of name: Range<Int>, after equalsEnd: Int) -> Value {
        if let value = readTypographic(of: name) { return value }
        let start = position
        var opening = start
        while bytes[opening] == UInt8(ascii: "=") { opening = bytes.skipSpace(from: opening + 1) }
        if opening > start, XMLCharacters.isQuote(bytes[opening]) {
            report(.equalsInValue(quoted(name)), at: start..<opening, fixIts: [removal(of: "'='", start..<opening)])
            position = opening
            var value = readQuoted(of: name)
            value.isPoisoned = true
            return value
        }
        let (unquotedEnd, isClosed) = endOfUnquoted(from: start)
        // The signs of a binding are not those of other attributes.
        let isBinding = isClosed && bytes[start + 1] == UInt8(ascii: "{")
        if let quote = closingQuoteOfLine(from: isBinding ? unquotedEnd : start) {
            let mark = bytes.text(quote..<quote + 1)
            // In a binding there may be such quotes too.
            let fixIts = bytes.slice(start..<quote).contains(bytes[quote]) ? [] : [insertion(mark, at: start)]
            report(.missingOpeningQuote(quoted(name)), at: start..<quote + 1, fixIts: fixIts)
            position = quote + 1
            return Value(range: start..<quote, isPoisoned: true)
        }
        // After a line end or before an attribute nothing was written at all.
        let isNextAttribute = start > equalsEnd && bytes.isAttributeStart(at: start)
        let valueEnd = isClosed ? unquotedEnd : lineOrTagEnd(unquotedEnd..<bytes.count)
        let end = isNextAttribute ? start : valueEnd
        guard end > start else {
            position = equalsEnd
            report(.missingValue(quoted(name)), at: name)
            return Value(range: equalsEnd..<equalsEnd, isPoisoned: true)
        }
        position = end
        let isWhole = isClosed && !XMLCharacters.isQuote(bytes[end])
        report(.unquotedValue(quoted(name)), at: start..<end, fixIts: isWhole ? [quoting(start..<end)] : [])
        return Value(range: start..<end, isPoisoned: true)
    }

    /// Returns the fix-it that puts a value into quotes, into single ones if these alone are not in it.
    private func quoting(_ value: Range<Int>) -> Diagnostic.FixIt {
        let inner = value.filter { bytes[$0] == UInt8(ascii: "\"") }
        let isSingle = !inner.isEmpty && !bytes.slice(value).contains(UInt8(ascii: "'"))
        let mark = isSingle ? "'" : "\""
        let entities = isSingle ? [] : inner.map { edit($0..<$0 + 1, "&quot;") }
        let (start, end) = (value.lowerBound, value.upperBound)
        return Diagnostic.FixIt("quote the value", [edit(start..<start, mark)] + entities + [edit(end..<end, mark)])
    }

    /// Returns the end of a value without quotes; or the start of a binding in it that is not closed, or the end of one
    /// with what may be an attribute right behind it: all that follows may belong to these.
    private func endOfUnquoted(from start: Int) -> (end: Int, isClosed: Bool) {
        var end = start
        while end < bytes.count, !endsUnquoted(at: end) {
            if bytes.has("${", at: end) || bytes.has("@{", at: end) {
                guard let close = endOfBinding(at: end) else { return (end, false) }
                // A blank may be missing, or the sign belongs to the text.
                if bytes.isAttributeStart(at: close) { return (close, false) }
                end = close
            } else {
                end += 1
            }
        }
        return (end, true)
    }

    /// Returns the offset after the binding at an offset; `nil` if it is not closed in its line and before the next tag.
    private func endOfBinding(at start: Int) -> Int? {
        let limit = min(bytes.count, start + SourceBytes.horizon)
        var depth = 0
        var quote: UInt8?
        for offset in start..<limit {
            let byte = bytes[offset]
            switch byte {
            case 0x0A, 0x0D, UInt8(ascii: "<"): return nil
            case quote: quote = nil
            case _ where quote != nil: break
            case UInt8(ascii: "\""): quote = byte
            // Behind a letter it is an apostrophe.
            case UInt8(ascii: "'") where !bytes[offset - 1].isASCIILetter: quote = byte
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return offset + 1 }
            default: break
            }
        }
        return nil
    }

    private func endsUnquoted(at offset: Int) -> Bool {
        switch bytes[offset] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "<"), UInt8(ascii: ">"): true
        case UInt8(ascii: "/"): bytes[offset + 1] == UInt8(ascii: ">")
        default: XMLCharacters.isSpace(bytes[offset])
        }
    }

    /// Returns the quote that closes a value whose opening quote is missing, if the line looks like that.
    private func closingQuoteOfLine(from start: Int) -> Int? {
        let limit = min(bytes.count, start + SourceBytes.horizon)
        var offset = start
        while offset < limit {
            switch bytes[offset] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                return offset > position && bytes.hasPlausibleTail(at: offset + 1) ? offset : nil
            case 0x0A, 0x0D, UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"): return nil
            default: offset += 1
            }
        }
        return nil
    }

    /// Reads a value in quotes that a word processor made.
    private mutating func readTypographic(of name: Range<Int>) -> Value? {
        guard isTypographicQuote(at: position) else { return nil }
        let start = position + 3
        let limit = min(bytes.count, start + SourceBytes.horizon)
        var end = start
        let isDouble = isTypographicQuote(at: position, isDouble: true)
        scan: while end < limit, !isTypographicQuote(at: end, isDouble: isDouble) {
            switch bytes[end] {
            case 0x0A, 0x0D, UInt8(ascii: "<"), UInt8(ascii: ">"): return nil
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard bytes.hasPlausibleTail(at: end + 1) else { return nil }
                break scan
            default: end += 1
            }
        }
        guard end < limit else { return nil }
        let opening = position..<start
        // The other quote may be one of XML.
        let isPlain = XMLCharacters.isQuote(bytes[end])
        let closing = end..<end + (isPlain ? 1 : 3)
        let fixIt = Diagnostic.FixIt("replace with '\"'", [edit(opening, "\""), edit(closing, "\"")])
        report(.typographicQuotes(quoted(name)), at: opening.lowerBound..<closing.upperBound, fixIts: [fixIt])
        position = closing.upperBound
        return Value(range: start..<end, isPoisoned: true)
    }

    /// Returns whether one of “ ” „ ‘ ’ ‚ « » ＂ ＇ is at an offset, or of the double ones; those of two bytes are left out.
    private func isTypographicQuote(at offset: Int, isDouble: Bool = false) -> Bool {
        switch (bytes[offset], bytes[offset + 1], bytes[offset + 2]) {
        case (0xE2, 0x80, 0x9C...0x9E), (0xEF, 0xBC, 0x82): true
        case (0xE2, 0x80, 0x98...0x9B), (0xEF, 0xBC, 0x87): !isDouble
        default: false
        }
    }
}
