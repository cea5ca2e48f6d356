import VirtualViewFormat

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

    /// Takes attributes that only parts have, with a `]` behind them, for a part whose `[` is missing.
    mutating func takePart(
        of list: AssembleAttributeList,
        to block: inout AssembleBlock,
        in surroundings: Surroundings
    ) -> Bool {
        skipTrivia()
        guard next == UInt8(ascii: "]"), !list.closer.isEmpty, list.items.contains(where: Self.isOfPart),
            !lacksBrace(in: surroundings)
        else { return false }
        // What was not understood before the list may belong to the part.
        let fixIts = block.isDamaged ? [] : [reports.insertion("[", at: list.opener.start)]
        reports.add(.unmatched("]"), at: foundSpan, fixIts: fixIts)
        let part = AssemblePart(opener: list.opener.start, closer: foundSpan, attributes: list, isDamaged: true)
        block.parts.append(part)
        block.isDamaged = true
        advance()
        return true
    }

    private static func isOfPart(_ item: AssembleAttributeList.Item) -> Bool {
        guard case .attribute(let attribute) = item else { return false }
        return AssembleAttributes.ofPart[attribute.name] != nil && AssembleAttributes.ofBlock[attribute.name] == nil
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
        /// Whether the value before is plain, so that a comma ended it.
        var followsPlain = false
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
                if !isExplained { reports.add(.unclosed("("), at: list.opener) }
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
            if !state.expectsComma { reportStrayComma() }
            state.expectsComma = false
            advance()
        default:
            parseAttribute(of: &list, &state)
        }
        return true
    }

    /// Ends a list at a bracket or brace that cannot belong to it.
    private mutating func closeEarly(_ list: inout AssembleAttributeList) {
        list.isDamaged = true
        guard !isExplained else { return }
        let fixIt = reports.insertion(")", at: spanAfterLast)
        let found = Character(Unicode.Scalar(next))
        // What stands in braces may as well be a part of the value, and a sign right behind another be one too many.
        let isBrace = next == UInt8(ascii: "{") || next == UInt8(ascii: "}")
        let isDoubled = byte(at: list.opener.offsets.upperBound) == UInt8(ascii: "(")
        let fixIts = isDoubled || (isBrace && !isAtBlock) ? [] : [fixIt]
        reports.add(.unclosed("(", before: found), at: list.opener, fixIts: fixIts)
    }

    private mutating func parseAttribute(of list: inout AssembleAttributeList, _ state: inout ListState) {
        let isAttribute = isAtAttribute || isAtSplice
        if state.expectsComma, !(isAttribute && state.isForgiven) {
            let fixIts = isAttribute ? [reports.insertion(",", at: spanAfterLast)] : []
            reports.add(.missingComma(state.last, found), at: foundSpan, fixIts: fixIts)
            guard isAttribute else {
                list.isDamaged = true
                return skipValue()
            }
        }
        let followsPlain = state.followsPlain
        state.followsPlain = false
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
            reports.add(.unexpectedInList(found, isAfterComma: followsPlain), at: foundSpan)
            list.isDamaged = true
            return skipValue()
        }
        let name = text(nameRange)
        state.last = name
        advance(nameRange.count)
        let afterName = spanAfterLast
        skipTrivia()
        guard next == UInt8(ascii: ":") else {
            reportMissingColon(name, after: afterName, followsPlain: followsPlain)
            list.isDamaged = true
            return skipValue()
        }
        advance()
        let attribute = parseValue(of: name, at: span(nameRange), isForgiven: &state.isForgiven)
        if case .broken = attribute.value { list.isDamaged = true }
        state.followsPlain = attribute.isPlain
        list.items.append(.attribute(attribute))
    }

    private mutating func reportMissingColon(_ name: String, after place: SourceSpan, followsPlain: Bool) {
        guard !isAtEnd else { return }
        let isAttribute = Self.isAttribute(name)
        var fixIts: [Diagnostic.FixIt] = []
        switch next {
        case _ where !isAttribute: break
        case UInt8(ascii: ","), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
            UInt8(ascii: "}"):
            break
        default:
            let end = endOfColonLikes(at: position)
            if end > position {
                // Looking ahead from every one of many would take too long.
                let others = reports.isFull(foundSpan) ? [] : wideSigns(from: end)
                let title = "replace with ':'" + (others.isEmpty ? "" : " and ','")
                fixIts = [Diagnostic.FixIt(title, [reports.edit(span(position..<end), ":")] + others)]
            } else if Self.mayBeginValue(scalar(at: position).value) {
                fixIts = [reports.insertion(":", at: place)]
            }
        }
        // The comma before may have been meant as one of the value.
        let message = AssembleMessage.missingColon(name, found, isAfterComma: followsPlain && !isAttribute)
        reports.add(message, at: foundSpan, fixIts: fixIts)
    }
}

extension AssembleParser {
    private static func isAttribute(_ name: String) -> Bool {
        AssembleAttributes.ofPart[name] != nil || AssembleAttributes.ofBlock[name] != nil
    }

    /// Corrects the commas of eastern keyboards before further attributes, which would be a part of the value, and what
    /// stands there for a colon.
    private func wideSigns(from start: Int) -> [Diagnostic.FixIt.Edit] {
        var edits: [Diagnostic.FixIt.Edit] = []
        var place = start
        while place < limit {
            let (value, length) = scalar(at: place)
            switch value {
            case 0x0A, 0x0D, 0x29, 0x2C: return edits
            // In quotes and bindings, they belong to the value.
            case 0x22, 0x7B:
                let close = value == 0x22 ? UInt8(ascii: "\"") : UInt8(ascii: "}")
                repeat { place += 1 } while place < limit && byte(at: place) != close && byte(at: place) != 0x0A
                if byte(at: place) != close { return edits }
            case 0xFF0C:
                let name = endOfSpace(at: place + length)
                let end = endOfName(at: name)
                let colon = endOfSpace(at: end)
                let colonEnd = endOfColonLikes(at: colon)
                let isColon = byte(at: colon) == UInt8(ascii: ":")
                guard isColon || colonEnd > colon, Self.isAttribute(text(name..<end)) else { break }
                edits.append(reports.edit(span(place..<place + length), ","))
                if !isColon { edits.append(reports.edit(span(colon..<colonEnd), ":")) }
            default: break
            }
            place += max(1, length)
        }
        return edits
    }

    /// Returns the offset after what others write for a colon: `=`, `==`, `=>`, `;` and the wide forms of eastern keyboards,
    /// with the colons among them.
    private func endOfColonLikes(at start: Int) -> Int {
        var end = start
        while end < limit {
            let (value, length) = scalar(at: end)
            switch value {
            case 0x3D, 0x3B, 0xFF1A, 0xFF1B, 0xFF1D: end += length
            case 0x3A where end > start, 0x3E where end > start: end += length
            default: return end
            }
        }
        return end
    }

    /// Returns whether a value of an attribute may well begin so.
    private static func mayBeginValue(_ value: UInt32?) -> Bool {
        guard let value else { return false }
        return AssembleCharacters.isNamePart(value) || [0x22, 0x23, 0x2F, 0x3C].contains(value)
    }
}
