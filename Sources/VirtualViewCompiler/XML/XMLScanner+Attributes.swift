// The attributes of a start tag.

extension XMLScanner {
    /// The way in which a start tag ended.
    enum TagEnd {
        case open
        case selfClosing
        case unterminated
    }

    /// Reads attributes up to the end of the tag and steps over it.
    ///
    /// - Parameter element: The position of the element's name.
    /// - Returns: The way in which the tag ended.
    mutating func readAttributes(of element: Range<Int>) -> TagEnd {
        isTagForgiven = false
        uses.begin()
        let bytes = bytes
        while true {
            let before = position
            position = bytes.skipSpace(from: position)
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: ">"):
                position += 1
                return .open
            case UInt8(ascii: "/"):
                if bytes[position + 1] == UInt8(ascii: ">") {
                    position += 2
                    return .selfClosing
                }
                if readLooseSlash(in: element) { return .selfClosing }
            case UInt8(ascii: "<"):
                guard bytes.isStrayLessThan(at: position) else {
                    position = before
                    return unterminatedTag(element, at: before)
                }
                readUnexpected(in: element)
            case UInt8(ascii: ",") where bytes.isAttributeSeparator(at: position),
                UInt8(ascii: ";") where bytes.isAttributeSeparator(at: position):
                readUnexpected(in: element)
            default:
                if position >= bytes.count {
                    position = before
                    return unterminatedTag(element, at: before)
                }
                let (end, isValid) = bytes.scanName(at: position)
                if end == position {
                    readUnexpected(in: element)
                } else if !isValid, !hasEquals(at: end) {
                    readUnexpected(in: element)
                } else {
                    readAttribute(position..<end, isValid: isValid, of: element, hasSpace: position > before)
                }
            }
            assert(position > before, "the reader must advance")
            if position <= before { position = before + 1 }
        }
    }

    private func hasEquals(at offset: Int) -> Bool { bytes[bytes.skipSpace(from: offset)] == UInt8(ascii: "=") }

    /// Reads one attribute whose name is known.
    private mutating func readAttribute(_ name: Range<Int>, isValid: Bool, of element: Range<Int>, hasSpace: Bool) {
        if !isValid || !hasSpace { reportName(name, isValid: isValid, of: element, hasSpace: hasSpace) }
        let id = nameID(name)
        if !uses.note(id) { reportSecondUse(of: id, at: name, on: element) }
        position = name.upperBound
        if let plain = readPlainValue() {
            return builder.addAttribute(id, at: span(name), verbatim: span(plain), isPoisoned: !isValid)
        }
        readOddValue(of: name, id, isPoisoned: !isValid)
    }

    // Rare cases are in functions of their own, which keeps the common path short.

    @inline(never)
    private mutating func readOddValue(of name: Range<Int>, _ id: SyntaxTree.NameID, isPoisoned: Bool) {
        let value = readValue(of: name)
        let isPoisoned = isPoisoned || value.isPoisoned
        if let text = value.text {
            let place = span(value.range)
            builder.addAttribute(id, at: span(name), value: text, at: place, map: value.map, isPoisoned: isPoisoned)
        } else {
            builder.addAttribute(id, at: span(name), verbatim: span(value.range), isPoisoned: isPoisoned)
        }
    }

    @inline(never)
    private mutating func reportName(_ name: Range<Int>, isValid: Bool, of element: Range<Int>, hasSpace: Bool) {
        if !isValid { report(.invalidAttributeName(quoted(name)), at: name) }
        // A sign right before the name was reported, which says the same.
        let isReported = "/=,;".utf8.contains(bytes[name.lowerBound - 1])
        if !hasSpace, !isReported, name.lowerBound > element.upperBound {
            report(
                .missingSpace(quoted(name), isLenient: options.isLenient),
                at: name,
                fixIts: [insertion(" ", at: name.lowerBound)]
            )
        }
    }

    /// Reports a name that another attribute of the element has.
    @inline(never)
    private mutating func reportSecondUse(of id: SyntaxTree.NameID, at name: Range<Int>, on element: Range<Int>) {
        guard let first = uses.firstUse(of: id, in: builder) else { return }
        report(
            .duplicateAttribute(quoted(name), on: quoted(element), isLenient: options.isLenient),
            at: name,
            noteAt: first
        )
    }
}

// MARK: - What should not be there

extension XMLScanner {
    /// Reads a `/` that no `>` follows; one with white space before the `>` ends the tag.
    private mutating func readLooseSlash(in element: Range<Int>) -> Bool {
        let slash = position..<position + 1
        let next = bytes.skipSpace(from: slash.upperBound)
        if bytes[next] == UInt8(ascii: ">") {
            let blank = slash.upperBound..<next
            report(
                .spaceInEmptyTag(isLenient: options.isLenient),
                at: blank,
                fixIts: [removal(of: "the white space", blank)]
            )
            position = next + 1
            return true
        }
        if bytes[next] == UInt8(ascii: "<"), !bytes.isStrayLessThan(at: next) {
            // On one line, the tag may also be one that was to open.
            let endsLine = bytes.text(slash.upperBound..<next).utf8.contains { $0 == 0x0A || $0 == 0x0D }
            report(
                .unterminatedStartTag(quoted(element)),
                at: element.lowerBound - 1..<element.upperBound,
                fixIts: endsLine ? [insertion(">", at: slash.upperBound)] : []
            )
            position = slash.upperBound
            return true
        }
        // Without it the names around it would be one.
        let isBetweenNames =
            next == slash.upperBound && bytes.scanName(at: next).end > next
            && !XMLCharacters.isSpace(bytes[slash.lowerBound - 1])
        // The signs of a comment of other languages belong together.
        let isComment = [bytes[slash.lowerBound - 1], bytes[slash.upperBound]].contains {
            $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "/")
        }
        let fixIt = isBetweenNames ? replacement(slash, with: " ") : removal(of: "'/'", slash)
        report(
            .unexpectedCharacter("/", in: quoted(element)),
            at: slash,
            fixIts: next < bytes.count && !isComment ? [fixIt] : []
        )
        position = slash.upperBound
        return false
    }

    /// Steps over what cannot begin an attribute, with a quoted value that belongs to it.
    private mutating func readUnexpected(in element: Range<Int>) {
        let start = position
        let isSeparator = bytes.isAttributeSeparator(at: start)
        if bytes[start] == UInt8(ascii: "=") {
            // Without a value after it, white space belongs to the next attribute.
            let next = bytes.skipSpace(from: start + 1)
            position = XMLCharacters.isQuote(bytes[next]) ? next : start + 1
            skipQuoted()
            return report(.missingAttributeName, at: start..<position)
        }
        if XMLCharacters.isQuote(bytes[start]) {
            skipQuoted()
            if position == start { position += 1 }
        } else {
            position = isSeparator ? start + 1 : max(start + 1, bytes.scanName(at: start).end)
        }
        report(
            .unexpectedCharacter(quoted(start..<position), in: quoted(element)),
            at: start..<position,
            fixIts: isSeparator ? [replacement(start..<position, with: " ")] : []
        )
    }

    /// Steps over a quoted text on one line, if one stands here.
    private mutating func skipQuoted() {
        guard XMLCharacters.isQuote(bytes[position]) else { return }
        if let close = bytes.closingQuoteInTag(of: position) { position = close + 1 }
    }

    /// Reports a start tag that ends without `>`.
    private mutating func unterminatedTag(_ element: Range<Int>, at end: Int) -> TagEnd {
        guard !isTagForgiven else { return .unterminated }
        let own = bytes.text(element)
        let next = bytes.skipSpace(from: end)
        let hasEndTag =
            bytes.has("</", at: next) && bytes.text(next + 2..<bytes.scanName(at: next + 2).end) == own
        // With its own end tag ahead the tag can only have been meant to open.
        report(
            .unterminatedStartTag(quoted(element)),
            at: element.lowerBound - 1..<element.upperBound,
            fixIts: hasEndTag ? [insertion(">", at: end)] : []
        )
        return .unterminated
    }
}
