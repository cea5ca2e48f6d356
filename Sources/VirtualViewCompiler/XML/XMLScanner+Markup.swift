// The source around elements: encoding, declaration, text, comments, CDATA, instructions and DOCTYPE.

extension XMLScanner {
    /// Reads what begins with `<`.
    mutating func readMarkup() {
        switch bytes[position + 1] {
        case UInt8(ascii: "/"): readEndTag()
        case UInt8(ascii: "!"): readExclamation()
        case UInt8(ascii: "?"): readInstruction()
        default: if bytes.isStrayLessThan(at: position) { readText() } else { readStartTag() }
        }
    }

    private mutating func readExclamation() {
        if bytes.has("<!--", at: position) { return readComment() }
        if bytes.has("<![CDATA[", at: position) { return readCDATA() }
        if bytes.has("<!DOCTYPE", at: position) { return readDoctype() }
        let start = position
        var end = start + 2
        while end < bytes.count, bytes[end] != UInt8(ascii: ">"), bytes[end] != UInt8(ascii: "<") { end += 1 }
        position = bytes[end] == UInt8(ascii: ">") ? end + 1 : end
        let name = bytes.scanName(at: start + 2).end
        report(.unknownMarkup(quoted(start..<name)), at: start..<position)
    }

    /// Forgives the open elements: what follows was swallowed by something that is not terminated.
    private mutating func swallowRest() {
        position = bytes.count
        for index in open.indices { open[index].isForgiven = true }
    }
}

// MARK: - Encoding

extension XMLScanner {
    /// Reports a source in UTF-16 or UTF-32, which would otherwise be an error at every byte.
    mutating func reportsOtherEncoding() -> Bool {
        let encoding: String? =
            switch (bytes[0], bytes[1], bytes.count >= 4 ? bytes[2] | bytes[3] : 1) {
            case (0xFF, 0xFE, 0): "UTF-32"
            case (0xFF, 0xFE, _), (0xFE, 0xFF, _): "UTF-16"
            case (UInt8(ascii: "<"), 0, _) where bytes.count >= 4: "UTF-16"
            case (0, UInt8(ascii: "<"), _) where bytes.count >= 4: "UTF-16"
            default: nil
            }
        guard let encoding else { return false }
        report(.unsupportedEncoding(encoding), at: 0..<0)
        return true
    }

    /// Reports each run of bytes that are not UTF-8.
    mutating func reportInvalidUTF8() {
        var offset = 0
        while let start = bytes.firstInvalid(from: offset) {
            hasInvalidUTF8 = true
            offset = start
            while offset < bytes.count {
                let (value, length) = bytes.scalar(at: offset)
                guard value == nil else { break }
                offset = min(offset + length, bytes.count)
            }
            let shown = start..<min(offset, start + 8)
            let encoding = otherEncoding
            report(
                .invalidUTF8(Array(bytes.slice(shown)), declared: encoding.map { quoted($0) }),
                at: start..<offset,
                noteAt: encoding
            )
        }
    }

    /// The declared encoding that explains why bytes are not UTF-8; only the first report names it.
    private var otherEncoding: Range<Int>? {
        guard !hasErrors, let range = declaredEncoding(from: position), !isUTF8(range) else { return nil }
        return range
    }

    /// Reads the XML declaration at the start of the source.
    mutating func readDeclaration() {
        guard isDeclaration(at: position) else { return }
        if !hasInvalidUTF8, let range = declaredEncoding(from: position), !isUTF8(range) {
            report(.declaredEncoding(quoted(range)), at: range, fixIts: [replacement(range, with: "UTF-8")])
        }
        skipInstruction(name: "xml")
    }

    /// Returns whether `<?xml` and the end of that word is at an offset.
    func isDeclaration(at offset: Int) -> Bool {
        bytes.has("<?xml", at: offset)
            && (XMLCharacters.isSpace(bytes[offset + 5]) || bytes[offset + 5] == UInt8(ascii: "?"))
    }

    /// Returns whether the encoding with this name is UTF-8 or a part of it.
    private func isUTF8(_ name: Range<Int>) -> Bool {
        bytes.isWord("utf-8", name) || bytes.isWord("utf8", name) || bytes.isWord("us-ascii", name)
            || bytes.isWord("ascii", name)
    }

    /// Returns the position of the name of the declared encoding.
    private func declaredEncoding(from start: Int) -> Range<Int>? {
        guard isDeclaration(at: start) else { return nil }
        var offset = start + 5
        // A declaration is short; what is longer is not one.
        let end = min(bytes.count, start + 512)
        while offset < end, bytes[offset] != UInt8(ascii: ">") {
            if bytes[offset] == UInt8(ascii: "e"), bytes.has("encoding", at: offset),
                XMLCharacters.isSpace(bytes[offset - 1])
            {
                var value = bytes.skipSpace(from: offset + 8)
                guard bytes[value] == UInt8(ascii: "=") else { return nil }
                value = bytes.skipSpace(from: value + 1)
                let quote = bytes[value]
                guard XMLCharacters.isQuote(quote) else { return nil }
                var last = value + 1
                while last < end, bytes[last] != quote, bytes[last] != UInt8(ascii: ">") { last += 1 }
                return bytes[last] == quote ? value + 1..<last : nil
            }
            offset += 1
        }
        return nil
    }
}

// MARK: - Text

extension XMLScanner {
    /// Reads text up to the next markup; blank text is nothing, other text is ignored with a warning or an error.
    mutating func readText() {
        position = bytes.skipSpace(from: position)
        let first = position
        var last = position
        var isMeant = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "<") {
                guard bytes.isStrayLessThan(at: position) else { break }
                let range = position..<position + 1
                report(.strayLessThan, at: range, fixIts: open.isEmpty ? [] : [replacement(range, with: "&lt;")])
                position += 1
            } else if byte == UInt8(ascii: "&") {
                let entity = readEntity(end: bytes.count)
                position += entity.length
                if !entity.isPoisoned { isMeant = true }
                last = position
            } else {
                position += 1
                if !XMLCharacters.isSpace(byte) {
                    isMeant = true
                    last = position
                }
            }
        }
        if isMeant { reportText(first..<last) }
    }

    private mutating func reportText(_ range: Range<Int>) {
        let name = range.lowerBound..<bytes.scanName(at: range.lowerBound).end
        let (last, end) = (range.upperBound - 1, UInt8(ascii: ">"))
        if bytes[range.lowerBound] == UInt8(ascii: "/"), bytes[last] == end, mayGuess, let top = open.last {
            let own = range.lowerBound + 1..<last
            let text = bytes.text(own)
            // Beside its end tag it is a text like others.
            if text == bytes.text(Int(top.nameStart)..<Int(top.nameEnd)), !isClosed(text, after: range.upperBound) {
                report(.lostEndTag(quoted(own)), at: range, fixIts: [insertion("<", at: range.lowerBound)])
                return closeTop(at: range, name: own)
            }
        }
        if !name.isEmpty, bytes[last] == end, bytes.firstIndex(of: end, from: range.lowerBound) == last {
            lostTags[bytes.text(name), default: []].append((range.lowerBound, open.count))
        }
        if let element = open.last {
            report(.ignoredText(in: quoted(Int(element.nameStart)..<Int(element.nameEnd))), at: range)
        } else {
            report(.textOutsideRoot(isLenient: options.isLenient), at: range)
        }
    }

    /// Returns whether the innermost element, which has this name, and those of its name right around it may all be
    /// closed after an offset.
    private func isClosed(_ name: String, after offset: Int) -> Bool {
        var end = offset
        for _ in open.reversed().prefix(8).prefix(while: { $0.name == open.last?.name }) {
            guard let next = nextUnbalancedEndTag(from: end) else { return bytes.count - end > SourceBytes.horizon }
            guard bytes.text(next) == name else { return false }
            end = next.upperBound
        }
        return true
    }

    private mutating func readCDATA() {
        let start = position
        guard let end = bytes.find("]]>", from: start + 9) else {
            report(.unterminatedCDATA, at: start..<start + 9)
            return swallowRest()
        }
        position = end + 3
        var first = start + 9
        while first < end, XMLCharacters.isSpace(bytes[first]) { first += 1 }
        // Only spaces that are written as such may stand outside the root element.
        if first < end || open.isEmpty { reportText(start..<position) }
    }
}

// MARK: - What is skipped

extension XMLScanner {
    private mutating func readComment() {
        let start = position
        guard let end = bytes.find("-->", from: start + 4) else {
            report(.unterminatedComment, at: start..<start + 4)
            return swallowRest()
        }
        position = end + 3
        var inside = start + 4
        while let hyphens = bytes.find("--", from: inside), hyphens < end {
            inside = hyphens + 2
            while bytes[inside] == UInt8(ascii: "-") { inside += 1 }
            // One hyphen too many before the end is a matter of taste that every reader accepts.
            guard inside < end else { break }
            report(.doubleHyphen, at: hyphens..<inside)
            break
        }
    }

    private mutating func readInstruction() {
        let start = position
        let name = bytes.scanName(at: start + 2).end
        let nameRange = start + 2..<nameEnd(of: start + 2, before: name)
        if isDeclaration(at: start) { reportMisplacedDeclaration() }
        let isOurs = nameRange.count == 3 && bytes.has("vvc", at: start + 2)
        guard skipInstruction(name: quoted(nameRange)) else { return }
        guard isOurs else { return }
        guard firstRoot == nil else { return report(.ignoredInstruction, at: start..<position) }
        var first = nameRange.upperBound
        var last = position - 2
        while first < last, XMLCharacters.isSpace(bytes[first]) { first += 1 }
        while last > first, XMLCharacters.isSpace(bytes[last - 1]) { last -= 1 }
        builder.addInstruction(
            SyntaxTree.Instruction(
                text: bytes.text(first..<last),
                textSpan: span(first..<last),
                span: span(start..<position)
            )
        )
    }

    /// Returns the end of an instruction's name, which a `?` also ends.
    private func nameEnd(of start: Int, before end: Int) -> Int {
        var offset = start
        while offset < end, bytes[offset] != UInt8(ascii: "?") { offset += 1 }
        return offset
    }

    private mutating func reportMisplacedDeclaration() {
        let isFirst = bytes.skipSpace(from: bytes.has("\u{FEFF}", at: 0) ? 3 : 0) == position
        let blank = (bytes.has("\u{FEFF}", at: 0) ? 3 : 0)..<position
        report(
            .misplacedDeclaration,
            at: position..<position + 5,
            fixIts: isFirst ? [removal(of: "the white space before it", blank)] : []
        )
    }

    /// Steps over an instruction.
    ///
    /// - Parameter name: Its name as a message quotes it.
    /// - Returns: Whether it is terminated.
    @discardableResult
    mutating func skipInstruction(name: String) -> Bool {
        let start = position
        guard let end = bytes.find("?>", from: start + 2) else {
            report(.unterminatedInstruction(name), at: start..<start + 2)
            swallowRest()
            return false
        }
        position = end + 2
        return true
    }

    /// Steps over a DOCTYPE with its internal subset; nothing in it is expanded.
    private mutating func readDoctype() {
        let start = position
        guard let end = bytes.endOfDoctype(at: start) else {
            report(.unterminatedDoctype, at: start..<start + 9)
            return swallowRest()
        }
        position = end
        doctype = start..<start + 9
        if firstRoot != nil { report(.misplacedDoctype, at: start..<position) }
    }
}

extension SourceBytes {
    /// Returns the offset after the DOCTYPE at an offset, with its internal subset; `nil` if it is not terminated.
    func endOfDoctype(at start: Int) -> Int? {
        var depth = 0
        var offset = start + 9
        while offset < count {
            switch self[offset] {
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth = max(0, depth - 1)
            case UInt8(ascii: "\""), UInt8(ascii: "'"): offset = firstIndex(of: self[offset], from: offset + 1)
            case UInt8(ascii: "<") where has("<!--", at: offset):
                offset = find("-->", from: offset + 4).map { $0 + 2 } ?? count
            case UInt8(ascii: "<") where has("<?", at: offset):
                offset = find("?>", from: offset + 2).map { $0 + 1 } ?? count
            case UInt8(ascii: ">") where depth == 0: return offset + 1
            default: break
            }
            offset += 1
        }
        return nil
    }
}
