// Lists of attributes.

extension AssembleParser {
    /// Reads the list at the position, which is a `(`.
    mutating func parseList() -> AssembleAttributeList {
        let opener = foundSpan
        advance()
        var list = AssembleAttributeList(opener: opener, closer: opener.end)
        parseItems(of: &list)
        return list
    }

    /// Reads a file that consists of attributes without parentheses.
    mutating func parseNakedList() -> AssembleAttributeList {
        let place = span(position..<position)
        var list = AssembleAttributeList(opener: place, closer: place)
        parseItems(of: &list)
        return list
    }

    private mutating func parseItems(of list: inout AssembleAttributeList) {
        var state = ListState()
        while parseItem(of: &list, &state) {}
    }

    /// The state of reading between two commas.
    private struct ListState {
        /// Whether an attribute was read and no comma yet.
        var expectsComma = false
        /// Whether the previous value was cut short, so that its comma may be lost in it.
        var isForgiven = false
        /// The name of the attribute before.
        var last = ""
    }

    /// Reads one attribute or comma.
    ///
    /// - Returns: Whether the list continues.
    private mutating func parseItem(of list: inout AssembleAttributeList, _ state: inout ListState) -> Bool {
        skipTrivia()
        let isNaked = list.opener.isEmpty
        guard !isAtEnd else {
            if !isNaked {
                if !isCut { reports.add(.unclosed("("), at: list.opener) }
                list.isDamaged = true
            }
            return false
        }
        switch next {
        case UInt8(ascii: ")"):
            guard !isNaked else { return false }
            list.closer = foundSpan
            advance()
            return false
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"):
            if !isNaked { closeEarly(&list) }
            return false
        case UInt8(ascii: ","):
            if !state.expectsComma {
                let removal = Diagnostic.FixIt("remove ','", [reports.edit(foundSpan, "")])
                reports.add(.strayComma, at: foundSpan, fixIts: [removal])
            }
            state.expectsComma = false
            advance()
        default:
            parseAttribute(of: &list, &state)
        }
        return true
    }

    /// Ends a list at a bracket or brace that cannot belong to it.
    private mutating func closeEarly(_ list: inout AssembleAttributeList) {
        let fixIt = reports.insertion(")", at: spanAfterLast)
        let found = Character(Unicode.Scalar(next))
        reports.add(.unclosed("(", before: found), at: list.opener, fixIts: [fixIt])
        list.isDamaged = true
    }

    private mutating func parseAttribute(of list: inout AssembleAttributeList, _ state: inout ListState) {
        let isAttribute = isAtAttribute || isAtSplice
        if state.expectsComma, !(isAttribute && state.isForgiven) {
            let fixIts = isAttribute ? [reports.insertion(",", at: spanAfterLast)] : []
            reports.add(.missingComma(state.last, found), at: foundSpan, fixIts: fixIts)
            guard isAttribute else {
                list.isDamaged = true
                return skipValueOnce()
            }
        }
        state.expectsComma = true
        state.isForgiven = false
        if isAtSplice {
            let reference = parseSplice()
            if reference.name == nil { list.isDamaged = true }
            list.items.append(.splice(reference))
            state.last = "%@"
            return
        }
        let nameRange = position..<endOfName(at: position)
        guard !nameRange.isEmpty else {
            reports.add(.unexpectedInList(found), at: foundSpan)
            list.isDamaged = true
            return skipValueOnce()
        }
        let name = text(nameRange)
        state.last = name
        advance(nameRange.count)
        let afterName = spanAfterLast
        skipTrivia()
        guard next == UInt8(ascii: ":") else {
            reportMissingColon(name, after: afterName)
            list.isDamaged = true
            return skipValue()
        }
        advance()
        let attribute = parseValue(of: name, at: span(nameRange), isForgiven: &state.isForgiven)
        if case .broken = attribute.value { list.isDamaged = true }
        list.items.append(.attribute(attribute))
    }

    /// Steps over meaningless text, at least one character.
    private mutating func skipValueOnce() {
        let start = position
        skipValue()
        if position == start { advance(max(1, scalar(at: position).length)) }
    }

    private mutating func reportMissingColon(_ name: String, after place: SourceSpan) {
        guard !isAtEnd else { return }
        var fixIts: [Diagnostic.FixIt] = []
        switch next {
        case UInt8(ascii: ","), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
            UInt8(ascii: "}"):
            break
        case UInt8(ascii: "="): fixIts = [reports.replacement(foundSpan, with: ":")]
        default: fixIts = [reports.insertion(":", at: place)]
        }
        reports.add(.missingColon(name, found), at: foundSpan, fixIts: fixIts)
    }
}
