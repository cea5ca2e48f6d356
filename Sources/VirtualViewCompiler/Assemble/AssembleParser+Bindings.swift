import VirtualViewFormat

// Bindings that are the values of attributes, and what others write for them.

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
        let end = pathEnd - pathStart + 2
        let map = PositionMap([
            PositionMap.Piece(decoded: 0..<2, source: start..<pathStart),
            PositionMap.Piece(decoded: end..<end + 1, source: pathEnd..<close + 1),
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
    ///   - innerDepth: The number of parentheses around it in the value.
    /// - Returns: The remains of the value; `nil` if no such expression is at the position.
    mutating func refuseExpression(
        of name: String,
        at nameSpan: SourceSpan,
        in valueStart: Int,
        _ innerDepth: Int
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
        let valueEnd = close == nil || innerDepth > 0 ? nil : endOfMixedValue(at: end + 1)
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
        skipValue(inner: innerDepth)
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
            if !AssembleCharacters.isSpace(bytes[offset - 1]) { end = offset }
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
