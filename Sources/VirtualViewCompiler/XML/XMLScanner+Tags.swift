// Start tags, end tags and the stack of open elements.

extension XMLScanner {
    /// Reads a start tag with its attributes.
    mutating func readStartTag() {
        let start = position
        let (end, isValid) = bytes.scanName(at: start + 1)
        if end > start + 1 { return readStartTag(name: start + 1..<end, isValid: isValid) }
        if bytes[start + 1] == UInt8(ascii: ">") {
            position = start + 2
            return report(.missingTagName, at: start..<position)
        }
        let name = bytes.skipSpace(from: start + 1)
        if bytes[name] == UInt8(ascii: "/") { return readEndTag() }
        reportSpace(start + 1..<name, after: "<")
        readStartTag(name: name..<bytes.scanName(at: name).end, isValid: true)
    }

    private mutating func reportSpace(_ blank: Range<Int>, after text: String) {
        report(.spaceInTag(after: text), at: blank, fixIts: [removal(of: "the white space", blank)])
    }

    /// Reads a start tag whose name is known.
    private mutating func readStartTag(name: Range<Int>, isValid: Bool) {
        let start = position
        if !isValid { report(.invalidElementName(quoted(name)), at: name) }
        if open.isEmpty { noteRoot(name) }
        let id = nameID(name)
        builder.openElement(id, at: span(name), openTag: span(start..<name.upperBound), isPoisoned: !isValid)
        position = name.upperBound
        let end = readAttributes(of: name)
        builder.setOpenTag(span(start..<position))
        if end == .selfClosing {
            builder.closeElement(at: span(position..<position))
            return
        }
        open.append(
            OpenElement(
                name: id,
                nameStart: UInt32(name.lowerBound),
                nameEnd: UInt32(name.upperBound),
                tagEnd: UInt32(position),
                isForgiven: end == .unterminated
            )
        )
        openCounts?[id, default: 0] += 1
    }

    /// Records the first root and reports the second.
    private mutating func noteRoot(_ name: Range<Int>) {
        guard let firstRoot else {
            self.firstRoot = name
            return
        }
        guard !hasReportedSecondRoot else { return }
        hasReportedSecondRoot = true
        report(.multipleRoots(quoted(name), first: quoted(firstRoot)), at: name, noteAt: firstRoot)
    }
}

// MARK: - End tags

extension XMLScanner {
    /// Reads an end tag and closes what it closes.
    mutating func readEndTag() {
        let start = position
        if let top = open.last, isPlainEndTag(of: top) {
            let length = Int(top.nameEnd - top.nameStart)
            position = start + length + 3
            return closeTop(at: start..<position, name: start + 2..<start + 2 + length)
        }
        let slash = bytes.skipSpace(from: start + 1)
        if slash > start + 1 { reportSpace(start + 1..<slash, after: "<") }
        var nameStart = bytes.skipSpace(from: slash + 1)
        if nameStart > slash + 1, bytes.scanName(at: nameStart).isValid {
            reportSpace(slash + 1..<nameStart, after: "</")
        } else {
            nameStart = slash + 1
        }
        let name = nameStart..<bytes.scanName(at: nameStart).end
        position = name.upperBound
        finishEndTag(name)
        guard !name.isEmpty else { return closeNameless(start..<position, at: nameStart) }
        closeElement(named: name, tag: start..<position)
    }

    /// Returns whether exactly the end tag of an element is at the position, which is nearly always the case.
    @inline(__always)
    private func isPlainEndTag(of element: OpenElement) -> Bool {
        let length = Int(element.nameEnd - element.nameStart)
        guard bytes[position + 2 + length] == UInt8(ascii: ">") else { return false }
        for index in 0..<length where bytes[position + 2 + index] != bytes[Int(element.nameStart) + index] {
            return false
        }
        return true
    }

    /// Steps to the end of an end tag and reports anything else in it.
    private mutating func finishEndTag(_ name: Range<Int>) {
        let rest = bytes.skipSpace(from: position)
        var end = rest
        while end < bytes.count, bytes[end] != UInt8(ascii: ">"), bytes[end] != UInt8(ascii: "<") {
            if XMLCharacters.isQuote(bytes[end]),
                let close = bytes.closingQuoteInTag(of: end)
            {
                end = close
            }
            end += 1
        }
        end = min(end, bytes.count)
        guard bytes[end] == UInt8(ascii: ">") else {
            var last = end
            while last > position, XMLCharacters.isSpace(bytes[last - 1]) { last -= 1 }
            last = max(last, name.upperBound)
            let fixIts = last == position ? [insertion(">", at: last)] : []
            position = last
            if !name.isEmpty {
                report(.unterminatedEndTag(quoted(name)), at: name.lowerBound - 2..<last, fixIts: fixIts)
            }
            return
        }
        position = end + 1
        guard rest < end, !name.isEmpty else { return }
        let extra = name.upperBound..<end
        if bytes[rest] == UInt8(ascii: "/"), rest + 1 == end {
            report(
                .slashInEndTag(quoted(name)),
                at: rest..<end,
                fixIts: [removal(of: "'/'", rest..<end)]
            )
        } else {
            report(.attributeOnEndTag(quoted(name)), at: rest..<end, fixIts: [removal(of: "the attributes", extra)])
        }
    }

    /// Treats `</>` as the end of the innermost element.
    private mutating func closeNameless(_ tag: Range<Int>, at nameStart: Int) {
        let top = open.last.map { bytes.text(Int($0.nameStart)..<Int($0.nameEnd)) }
        report(
            .missingEndTagName(top.map(MessageText.shortened)),
            at: tag,
            fixIts: top.map { [insertion($0, at: nameStart)] } ?? []
        )
        closeTop(at: tag, name: nil)
    }

    /// Closes the element that an end tag means.
    private mutating func closeElement(named name: Range<Int>, tag: Range<Int>) {
        let id = nameID(name)
        if open.last?.name == id { return closeTop(at: tag, name: name) }
        if isOpen(id) {
            closeUnclosed(downTo: id, before: tag, name: name)
            return closeTop(at: tag, name: name)
        }
        if let count = overdue[id] {
            overdue[id] = count == 1 ? nil : count - 1
            return
        }
        let lost = lostTags.isEmpty ? nil : lostTags[bytes.text(name)]?.popLast()
        if let lost, lost.depth == open.count, lost.start >= Int(open.last?.tagEnd ?? 0) {
            return report(.extraEndTag(quoted(name)), at: tag, fixIts: [insertion("<", at: lost.start)])
        }
        // A start tag that is not terminated may have been an empty one.
        if mayGuess, open.count > 1, let top = open.last, top.isForgiven, !isNear(name, top),
            isNear(name, open[open.count - 2])
        {
            overdue[top.name, default: 0] += 1
            closeTop(at: tag.lowerBound..<tag.lowerBound, name: nil)
        }
        guard let top = open.last, meansEnd(of: top, name: name, tag: tag) else {
            let fixIts = firstRoot == nil || lost != nil ? [] : [removal(of: "the end tag", tag)]
            return report(.extraEndTag(quoted(name)), at: tag, fixIts: fixIts)
        }
        let topName = Int(top.nameStart)..<Int(top.nameEnd)
        if !top.isForgiven {
            report(
                .mismatchedEndTag(quoted(name), expected: quoted(topName)),
                at: name,
                noteAt: topName,
                fixIts: [replacement(name, with: bytes.text(topName))]
            )
        }
        closeTop(at: tag, name: name)
    }

    /// Returns whether an element with a name is open.
    private mutating func isOpen(_ id: SyntaxTree.NameID) -> Bool {
        // Sources whose tags fit are spared the counting.
        let counts = openCounts ?? open.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
        openCounts = counts
        return counts[id, default: 0] > 0
    }

    /// Closes the elements whose end tags are missing before the end tag of an element around them.
    ///
    /// Each is a problem of its own, but only the innermost, which comes first here, offers the missing tags: inserted
    /// one by one at the same place they could end up in the wrong order.
    private mutating func closeUnclosed(downTo id: SyntaxTree.NameID, before tag: Range<Int>, name: Range<Int>) {
        // If the missing tag follows this one, the two are crossed, and no tag is missing.
        let next = mayGuess ? nextUnbalancedEndTag(from: tag.upperBound).map { bytes.text($0) } : nil
        let isCrossed = next != nil && next == open.last.map { bytes.text(Int($0.nameStart)..<Int($0.nameEnd)) }
        var fixIts = isCrossed ? [] : missingTags(downTo: id).map { [insertion($0, at: tag.lowerBound)] } ?? []
        while let element = open.last, element.name != id {
            let own = Int(element.nameStart)..<Int(element.nameEnd)
            if !element.isForgiven {
                report(
                    .unclosedElement(quoted(own), closedBy: quoted(name)),
                    at: own,
                    noteAt: tag,
                    fixIts: earlyEndRemoval(of: element).map { [$0] } ?? fixIts
                )
                fixIts = []
            }
            overdue[element.name, default: 0] += 1
            closeTop(at: tag.lowerBound..<tag.lowerBound, name: nil)
        }
    }

    /// Returns the end tags of the innermost elements, the innermost first; `nil` if they are too many to offer, or
    /// belong somewhere else.
    private func missingTags(downTo id: SyntaxTree.NameID?) -> String? {
        var text = ""
        for (count, element) in open.reversed().enumerated() {
            if element.name == id { break }
            guard count < 9, text.utf8.count < 1000, !endsBeforeItsContent(element), earlyEndRemoval(of: element) == nil
            else { return nil }
            text += "</\(bytes.text(Int(element.nameStart)..<Int(element.nameEnd)))>"
        }
        return text
    }

    /// Returns the fix-it for a start tag that has a `>` right before its `/>`, so that nothing closes its element.
    private func earlyEndRemoval(of element: OpenElement) -> Diagnostic.FixIt? {
        let end = Int(element.tagEnd)
        return bytes.has(">/>", at: end - 1) ? removal(of: "'>'", end - 1..<end) : nil
    }

    /// Returns whether what follows a start tag is no deeper than the tag, each at the start of a line, so that an end tag
    /// is missing there, or the tag should have been an empty one.
    private func endsBeforeItsContent(_ element: OpenElement) -> Bool {
        // The root ends at the end, however its content stands.
        guard element.nameStart != open.first?.nameStart else { return false }
        var next = bytes.skipSpace(from: Int(element.tagEnd))
        while bytes.has("<!--", at: next), let end = bytes.find("-->", from: next + 4) {
            next = bytes.skipSpace(from: end + 3)
        }
        guard next < bytes.count, bytes[next] == UInt8(ascii: "<"), bytes[next + 1] != UInt8(ascii: "/"),
            let own = indentation(of: Int(element.nameStart) - 1), let other = indentation(of: next)
        else { return false }
        return other <= own
    }

    /// Returns the number of blanks before what stands first in its line; `nil` for what does not.
    private func indentation(of offset: Int) -> Int? {
        var start = offset
        while start > 0, bytes[start - 1] == 0x20 || bytes[start - 1] == 0x09 { start -= 1 }
        return start == 0 || bytes[start - 1] == 0x0A || bytes[start - 1] == 0x0D ? offset - start : nil
    }

    /// Closes the innermost element.
    mutating func closeTop(at tag: Range<Int>, name: Range<Int>?) {
        guard let top = open.popLast() else { return }
        openCounts?[top.name, default: 1] -= 1
        builder.closeElement(at: span(tag), endName: name.map(span))
    }

    /// Reports the elements that are open at the end of the source: one problem, whatever their number.
    mutating func closeAtEnd() {
        defer { open.removeAll() }
        guard let innermost = open.last, open.allSatisfy({ !$0.isForgiven }) else { return }
        var end = bytes.count
        while end > 0, XMLCharacters.isSpace(bytes[end - 1]) { end -= 1 }
        let around = open.dropLast().suffix(8).reversed().map { element in
            let range = Int(element.nameStart)..<Int(element.nameEnd)
            return Diagnostic.Note("'\(quoted(range))' around it is not closed either", at: SourceRange(file, range))
        }
        let name = Int(innermost.nameStart)..<Int(innermost.nameEnd)
        // An empty one in one of its kind was probably meant as the end tag.
        let isEndTag = Int(innermost.tagEnd) == end && open.dropLast().last?.name == innermost.name
        let missing = missingTags(downTo: nil).map { [insertion($0, at: end)] } ?? []
        report(
            .unclosedElement(quoted(name)),
            at: name,
            notes: around,
            fixIts: earlyEndRemoval(of: innermost).map { [$0] } ?? (isEndTag ? [] : missing)
        )
    }
}
