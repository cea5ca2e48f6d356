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
                while (0x30...0x39).contains(byte(at: next)) { next += 1 }
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
    mutating func refuseExpression(of name: String, at nameSpan: SourceSpan) -> AssembleAttribute? {
        let start = position
        guard next == UInt8(ascii: "$") || next == UInt8(ascii: "@"), byte(at: start + 1) == UInt8(ascii: "{") else {
            return nil
        }
        var end = start + 2
        let last = min(limit, start + Self.lookAhead)
        while end < last, bytes[end] != UInt8(ascii: "}"), bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
        guard end < last, bytes[end] == UInt8(ascii: "}") else { return nil }
        let place = span(start..<end + 1)
        let whole = text(start..<end + 1)
        var fixIts: [Diagnostic.FixIt] = []
        let isSimplePath = next == UInt8(ascii: "$") && endOfPath(at: start + 2) == end && end > start + 2
        if isSimplePath {
            fixIts = [reports.replacement(place, with: "<\(text(start + 2..<end))>")]
        } else if wrapper == nil, !whole.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") })
        {
            fixIts = [reports.replacement(place, with: "\"\(whole)\"")]
        }
        reports.add(.rawExpression(whole), at: place, fixIts: fixIts)
        advance(end + 1 - start)
        skipValue()
        return broken(name, nameSpan, from: start)
    }
}
