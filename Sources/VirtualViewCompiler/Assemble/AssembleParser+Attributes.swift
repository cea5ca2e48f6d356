import VirtualViewFormat

// Lists of attributes, and the bindings that are values.

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
        // What stands in braces may as well be a part of the value.
        let isBrace = next == UInt8(ascii: "{") || next == UInt8(ascii: "}")
        reports.add(.unclosed("(", before: found), at: list.opener, fixIts: isBrace && !isAtBlock ? [] : [fixIt])
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
            reports.add(.unexpectedInList(found), at: foundSpan)
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
        let isAttribute = AssembleAttributes.ofPart[name] != nil || AssembleAttributes.ofBlock[name] != nil
        var fixIts: [Diagnostic.FixIt] = []
        switch next {
        case _ where !isAttribute: break
        case UInt8(ascii: ","), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
            UInt8(ascii: "}"):
            break
        default:
            let end = endOfColonLikes(at: position)
            if end > position {
                fixIts = [reports.replacement(span(position..<end), with: ":")]
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
    /// Returns the offset after what others write for a colon: `=`, `==`, `=>`, `;` and the wide forms of eastern keyboards.
    private func endOfColonLikes(at start: Int) -> Int {
        var end = start
        while end < limit {
            let (value, length) = scalar(at: end)
            switch value {
            case 0x3D, 0x3B, 0xFF1A, 0xFF1B, 0xFF1D: end += length
            case 0x3E where end > start: end += length
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

// MARK: - Bindings

extension AssembleParser {
    /// The number of bytes in which a fix-it searches for the end of an expression.
    private static let lookAhead = 1000

    /// Reads `<path>`.
    mutating func parseBinding(of name: String, at nameSpan: SourceSpan) -> AssembleAttribute {
        let start = position
        let pathStart = endOfSpace(at: start + 1)
        let pathEnd = endOfPath(at: pathStart)
        let close = endOfSpace(at: pathEnd)
        guard pathEnd > pathStart, byte(at: close) == UInt8(ascii: ">") else {
            refuseBinding(at: start)
            return broken(name, nameSpan, from: start)
        }
        advance(close + 1 - start)
        let path = text(pathStart..<pathEnd)
        let length = UInt32(clamping: pathEnd - pathStart)
        let map = PositionMap([
            PositionMap.Piece(
                decoded: 0,
                decodedLength: 2,
                source: UInt32(clamping: start),
                sourceLength: UInt32(clamping: pathStart - start)
            ),
            PositionMap.Piece(
                decoded: length + 2,
                decodedLength: 1,
                source: UInt32(clamping: pathEnd),
                sourceLength: UInt32(clamping: close + 1 - pathEnd)
            ),
        ])
        let whole = span(start..<close + 1)
        return AssembleAttribute(
            name: name,
            nameSpan: nameSpan,
            value: .binding("${\(path)}", map),
            valueSpan: whole,
            wholeSpan: whole
        )
    }

    /// Reads `${= … }`, in which commas and brackets belong to the expression; `nil` if something else stands here.
    mutating func parseComputed(of name: String, at nameSpan: SourceSpan) -> AssembleAttribute? {
        let start = position
        guard next == UInt8(ascii: "$"), byte(at: start + 1) == UInt8(ascii: "{"),
            byte(at: start + 2) == UInt8(ascii: "="),
            let end = endOfComputed(at: start + 3)
        else { return nil }
        advance(end - start)
        let whole = span(start..<end)
        return AssembleAttribute(
            name: name,
            nameSpan: nameSpan,
            value: .binding(text(start..<end), PositionMap([])),
            valueSpan: whole,
            wholeSpan: whole
        )
    }

    /// Returns the offset after the brace that closes a computed binding, if that is in the same line.
    private func endOfComputed(at start: Int) -> Int? {
        var quote: UInt8?
        var offset = start
        while offset < limit, bytes[offset] != 0x0A, bytes[offset] != 0x0D {
            let byte = bytes[offset]
            if let open = quote {
                if byte == open { quote = nil }
                // In a text of another language a backslash would be of that language.
                if byte == UInt8(ascii: "\\") {
                    guard wrapper == nil else { return nil }
                    offset += 1
                }
            } else if byte == UInt8(ascii: "}") {
                return offset + 1
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                quote = byte
            }
            offset += 1
        }
        return nil
    }

    /// Returns the offset after a path; the same offset if there is none.
    private func endOfPath(at start: Int) -> Int {
        var end = endOfName(at: start)
        guard end > start else { return start }
        while true {
            if byte(at: end) == UInt8(ascii: ".") {
                let next = endOfName(at: end + 1)
                guard next > end + 1 else { return end }
                end = next
            } else if byte(at: end) == UInt8(ascii: "[") {
                var next = end + 1
                while byte(at: next).decimalDigit != nil { next += 1 }
                guard next > end + 1, byte(at: next) == UInt8(ascii: "]") else { return end }
                end = next + 1
            } else {
                return end
            }
        }
    }

    /// Reports the `<` at an offset and steps over the rest of the value.
    private mutating func refuseBinding(at start: Int) {
        skipBinding()
        let end = lastEnd
        if end > start + 1, bytes[end - 1] == UInt8(ascii: ">") {
            let inner = endOfSpace(at: start + 1)
            let isEmpty = inner >= end - 1
            reports.add(isEmpty ? .emptyBinding : .badPath(text(inner..<end - 1)), at: span(start..<end))
        } else {
            reports.add(.unclosedBinding, at: span(start..<start + 1))
        }
        skipValue()
    }

    /// Steps over `<…>` if it ends before the value does, else over the `<`.
    mutating func skipBinding() {
        var end = position + 1
        search: while end < limit {
            switch bytes[end] {
            case UInt8(ascii: ">"):
                return advance(end + 1 - position)
            case UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"),
                UInt8(ascii: "<"), UInt8(ascii: "\""), 0x0A, 0x0D:
                break search
            default: end += 1
            }
        }
        advance()
    }

    /// Reports `${…}` and `@{…}` without quotes, which are not bindings of this language.
    ///
    /// - Parameters:
    ///   - name: The attribute's name.
    ///   - nameSpan: The place of the name.
    ///   - valueStart: Where the value begins; other text of it may stand before the expression and behind it.
    /// - Returns: The remains of the value; `nil` if no such expression is at the position.
    mutating func refuseExpression(
        of name: String,
        at nameSpan: SourceSpan,
        in valueStart: Int
    ) -> AssembleAttribute? {
        let start = position
        guard next == UInt8(ascii: "$") || next == UInt8(ascii: "@"), byte(at: start + 1) == UInt8(ascii: "{") else {
            return nil
        }
        var end = start + 2
        let last = min(limit, start + Self.lookAhead)
        while end < last, bytes[end] != UInt8(ascii: "}"), bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
        guard end < last, bytes[end] == UInt8(ascii: "}") else { return nil }
        let close = closingBrace(of: start + 1, before: last)
        end = close ?? end
        let place = span(start..<end + 1)
        let whole = text(start..<end + 1)
        var fixIts: [Diagnostic.FixIt] = []
        let valueEnd = close == nil ? nil : endOfMixedValue(at: end + 1)
        let isSimplePath = next == UInt8(ascii: "$") && endOfPath(at: start + 2) == end && end > start + 2
        if isSimplePath, valueStart == start, valueEnd == end + 1 {
            fixIts = [reports.replacement(place, with: "<\(text(start + 2..<end))>")]
        } else if let valueEnd, wrapper == nil {
            let value = text(valueStart..<valueEnd)
            if !value.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
                fixIts = [reports.replacement(span(valueStart..<valueEnd), with: "\"\(value)\"")]
            }
        }
        reports.add(.rawExpression(whole), at: place, fixIts: fixIts)
        advance((valueEnd ?? end + 1) - start)
        skipValue()
        return broken(name, nameSpan, from: valueStart)
    }

    /// Returns where text with further expressions ends that nothing but `,`, `)` or a line end follows; `nil` if another
    /// bracket is in it.
    private func endOfMixedValue(at start: Int) -> Int? {
        var offset = start
        var end = start
        while offset < limit {
            switch bytes[offset] {
            case UInt8(ascii: ","), UInt8(ascii: ")"), 0x0A, 0x0D: return end
            case UInt8(ascii: "$"), UInt8(ascii: "@"):
                guard byte(at: offset + 1) == UInt8(ascii: "{") else { break }
                guard let close = closingBrace(of: offset + 1, before: min(limit, offset + Self.lookAhead)) else {
                    return nil
                }
                offset = close
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
                UInt8(ascii: "<"):
                return nil
            default: break
            }
            offset += 1
            if !AssembleCharacters.isSpace(UInt32(bytes[offset - 1])) { end = offset }
        }
        return end
    }

    /// Returns the offset of what closes the brace at an offset; `nil` if that is in doubt, since other brackets are not
    /// in pairs.
    private func closingBrace(of opener: Int, before last: Int) -> Int? {
        var closers: [UInt8] = []
        var quote: UInt8?
        var offset = opener
        while offset < last, bytes[offset] != 0x0A, bytes[offset] != 0x0D {
            let byte = bytes[offset]
            switch byte {
            case UInt8(ascii: "\\"): offset += 1
            case quote: quote = nil
            case _ where quote != nil: break
            case UInt8(ascii: "\""): quote = byte
            // Behind a letter it is an apostrophe.
            case UInt8(ascii: "'") where endOfName(at: offset - 1) < offset: quote = byte
            case UInt8(ascii: "{"): closers.append(UInt8(ascii: "}"))
            case UInt8(ascii: "["): closers.append(UInt8(ascii: "]"))
            case UInt8(ascii: "("): closers.append(UInt8(ascii: ")"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"):
                guard closers.popLast() == byte else { return nil }
                if closers.isEmpty { return offset }
            default: break
            }
            offset += 1
        }
        return nil
    }
}
