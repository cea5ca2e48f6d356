// The outermost level: fragments, the root and the old wrapper.

extension AssembleParser {
    /// Reads everything.
    ///
    /// - Parameter isArgument: Whether the file stands for a `%@`, and so may be attributes alone.
    /// - Returns: The part of the document that could be understood.
    mutating func parseDocument(isArgument: Bool) -> AssembleDocument {
        reportInvalidUTF8()
        if bytes.has("\u{FEFF}", at: 0) { position = 3 }
        var document = AssembleDocument()
        skipTrivia()
        // Comments at the top are about the whole source, not about its first fragment.
        let header = isAtWord("def") ? takeComments() : []
        while isAtWord("def") {
            parseFragment(into: &document)
            skipTrivia()
        }
        guard !isCut || !isAtEnd else { return document }
        parseRoot(into: &document, isArgument: isArgument)
        skipTrivia()
        if !isAtEnd, !isCut {
            reports.add(.textAfterRoot(found), at: foundSpan)
        }
        keep(header, of: &document)
        return document
    }

    /// Reports the first bytes that are not UTF-8; the rest of the file is read all the same.
    private mutating func reportInvalidUTF8() {
        guard let offset = bytes.firstInvalid(from: 0) else { return }
        reports.add(.invalidUTF8, at: span(offset..<offset + 1))
    }

    private mutating func parseRoot(into document: inout AssembleDocument, isArgument: Bool) {
        switch next {
        case UInt8(ascii: "{"): document.root = .block(parseBlock(in: .nothing))
        case UInt8(ascii: "["): document.root = .part(parsePart())
        case UInt8(ascii: "(") where isArgument: document.root = .attributes(parseList())
        case _ where isArgument && (isAtAttribute || isAtSplice): document.root = .attributes(parseNakedList())
        case _ where !isArgument && isAtWrapper: parseWrapper(into: &document)
        default:
            reports.add(isArgument ? .badArgumentStart(found) : .badStart(found), at: foundSpan)
            stop()
        }
    }

    /// Gives up: the rest of the source is not read.
    mutating func stop() {
        position = limit
        isCut = true
    }

    /// Adds the comments at the top and at the end of the source to the root.
    private mutating func keep(_ header: [AssembleComment], of document: inout AssembleDocument) {
        let last = takeComments()
        switch document.root {
        case .block(var block):
            block.comments = header + block.comments + last
            document.root = .block(block)
        case .part(var part):
            part.comments = header + part.comments + last
            document.root = .part(part)
        case .attributes, nil: break
        }
    }
}

// MARK: - Fragments

extension AssembleParser {
    /// Reads `def name = body`; stops the reading if no body is found.
    private mutating func parseFragment(into document: inout AssembleDocument) {
        advance(3)
        skipTrivia()
        let nameRange = position..<endOfName(at: position)
        let name = text(nameRange)
        if nameRange.isEmpty {
            guard !isAtEnd || !isCut else { return }
            reports.add(.missingFragmentName(found), at: foundSpan)
        }
        advance(nameRange.count)
        skipTrivia()
        if next == UInt8(ascii: "=") {
            advance()
        } else if !nameRange.isEmpty, !(isAtEnd && isCut) {
            let fixIts = isAtBody ? [reports.insertion(" =", at: spanAfterLast)] : []
            reports.add(.missingEquals(name, found), at: foundSpan, fixIts: fixIts)
            guard isAtBody else { return stop() }
        }
        skipTrivia()
        let start = position
        guard let body = parseBody(of: name) else { return stop() }
        guard !nameRange.isEmpty else { return }
        document.fragments.append(
            AssembleFragment(name: name, nameSpan: span(nameRange), body: body, length: position - start)
        )
    }

    private var isAtBody: Bool { next == UInt8(ascii: "{") || next == UInt8(ascii: "[") }

    private mutating func parseBody(of name: String) -> AssembleDocument.Body? {
        switch next {
        case UInt8(ascii: "{"): return .block(parseBlock())
        case UInt8(ascii: "["): return .part(parsePart())
        case UInt8(ascii: "("):
            let place = foundSpan
            let what = found
            let list = parseList()
            var fixIts: [Diagnostic.FixIt] = []
            if !list.closer.isEmpty {
                let edits = [reports.edit(list.opener.start, "["), reports.edit(list.closer.end, "]")]
                fixIts = [Diagnostic.FixIt("wrap in '[ ]'", edits)]
            }
            reports.add(.badFragmentBody(name, what), at: place, fixIts: fixIts)
            return .attributes(list)
        default:
            if !(isAtEnd && isCut) { reports.add(.badFragmentBody(name, found), at: foundSpan) }
            return nil
        }
    }
}

// MARK: - The wrapper

extension AssembleParser {
    /// Whether `ASS(` is at the position.
    private var isAtWrapper: Bool {
        isAtWord("ASS") && byte(at: endOfSpace(at: position + 3)) == UInt8(ascii: "(")
    }

    /// Reads `ASS(@"root", name, …);`.
    ///
    /// The arguments are read first, because the root's `%@` stand for them; the positions stay those of the file.
    private mutating func parseWrapper(into document: inout AssembleDocument) {
        advance(3)
        skipTrivia()
        let opener = span(position..<position + 1)
        advance()
        skipTrivia()
        guard next == UInt8(ascii: "@"), byte(at: position + 1) == UInt8(ascii: "\"") else {
            reports.add(.badWrapper(found), at: foundSpan)
            return stop()
        }
        let quote = position
        advance(2)
        let start = position
        var wrapper = Wrapper()
        let end = endOfWrappedText(from: start)
        var after = end
        if end < limit {
            position = end
            advance()
            let comments = takeComments()
            wrapper = parseArguments(opener: opener)
            pendingComments = comments
            after = position
        } else {
            reports.add(.unterminatedWrapper, at: span(quote..<quote + 2))
            wrapper.isDamaged = true
            isCut = true
        }
        parseWrappedRoot(start..<end, wrapper, into: &document)
        position = after
        lastEnd = after
    }

    /// Returns the offset of the quote after a wrapped text.
    ///
    /// A value in quotes, which is an error there, does not end the text.
    private func endOfWrappedText(from start: Int) -> Int {
        var offset = start
        var before: UInt8 = 0
        while offset < limit {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "\"") {
                guard before == UInt8(ascii: ":"), let end = endOfString(at: offset) else { return offset }
                offset = end
            } else {
                offset += byte == UInt8(ascii: "\\") ? 2 : 1
            }
            if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\t") { before = byte }
        }
        return limit
    }

    private mutating func parseWrappedRoot(
        _ range: Range<Int>,
        _ wrapper: Wrapper,
        into document: inout AssembleDocument
    ) {
        let outerLimit = limit
        let wasCut = isCut
        isCut = isCut && range.upperBound == limit
        position = range.lowerBound
        limit = range.upperBound
        self.wrapper = wrapper
        skipTrivia()
        if isAtBody {
            parseRoot(into: &document, isArgument: false)
            skipTrivia()
            if !isAtEnd, !isCut { reports.add(.textAfterRoot(found), at: foundSpan) }
        } else if !(isAtEnd && isCut) {
            reports.add(.badStart(found), at: foundSpan)
        }
        reportUnusedArguments()
        self.wrapper = nil
        limit = outerLimit
        isCut = wasCut
    }

    /// Reports the arguments that no `%@` of the text stands for, if the text has no errors that hide some.
    private mutating func reportUnusedArguments() {
        guard let wrapper, !wrapper.isDamaged, !reports.hasErrors else { return }
        for argument in wrapper.arguments.dropFirst(wrapper.used) {
            if let name = argument.name { reports.add(.unusedArgument(name), at: argument.span) }
        }
    }

    /// Reads `, name, …)` and the semicolon that may follow.
    private mutating func parseArguments(opener: SourceSpan) -> Wrapper {
        var wrapper = Wrapper()
        var expectsComma = true
        while true {
            skipTrivia()
            guard !isAtEnd else {
                if !isCut { reports.add(.unclosed("("), at: opener) }
                isCut = true
                return wrapper
            }
            switch next {
            case UInt8(ascii: ")"):
                advance()
                skipTrivia()
                if next == UInt8(ascii: ";") { advance() }
                return wrapper
            case UInt8(ascii: ","):
                if !expectsComma { reports.add(.strayComma, at: foundSpan) }
                expectsComma = false
                advance()
            default:
                if expectsComma { reports.add(.missingCommaAfterArgument(found), at: foundSpan) }
                wrapper.arguments.append(parseArgument())
                expectsComma = true
            }
        }
    }

    private mutating func parseArgument() -> AssembleReference {
        let start = position
        let end = endOfName(at: start)
        advance(end - start)
        skipTrivia()
        if end > start, isAtEnd || next == UInt8(ascii: ",") || next == UInt8(ascii: ")") {
            return AssembleReference(name: text(start..<end), span: span(start..<end))
        }
        reports.add(.unexpectedArgument(found), at: foundSpan)
        skipArgument()
        return AssembleReference(name: nil, span: span(start..<lastEnd))
    }

    /// Steps over an argument that is not a name, to the next `,` or `)` outside brackets.
    private mutating func skipArgument() {
        var inner = 0
        while !isAtEnd {
            switch next {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): inner += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
                guard inner > 0 else {
                    if next == UInt8(ascii: ")") { return }
                    break
                }
                inner -= 1
            case UInt8(ascii: ","): if inner == 0 { return }
            default: break
            }
            advance()
        }
    }

    /// Reads the `%@` at the position, which stands for an argument.
    mutating func parseSplice() -> AssembleReference {
        let place = span(position..<position + 2)
        advance(2)
        guard let reference = takeArgument(at: place) else { return AssembleReference(name: nil, span: place) }
        return AssembleReference(name: reference.name, span: place)
    }

    /// Returns the argument that the next `%@` stands for; reports if there is none.
    mutating func takeArgument(at place: SourceSpan) -> AssembleReference? {
        guard let arguments = wrapper?.arguments, let used = wrapper?.used else {
            reports.add(.unresolvedPlaceholder, at: place)
            return nil
        }
        wrapper?.used = used + 1
        guard used < arguments.count else {
            if wrapper?.isDamaged == false { reports.add(.unresolvedPlaceholder, at: place) }
            return nil
        }
        return arguments[used]
    }
}
