import VirtualViewFormat

// Our own grammar: `${path}` and `${path ?: default}`.
extension BindingParser {
    /// Reads the `${…}` at the start of a range.
    ///
    /// - Returns: The node and the offset after its brace, or `nil` if it is malformed.
    mutating func parseReference(_ range: Range<Int>, depth: Int) -> (BindingNode, end: Int)? {
        guard depth <= BindingExpression.maximumDepth else {
            report(.tooDeep, range)
            return nil
        }
        if isComputed(range) { return parseComputed(range) }
        let mark = recordCounts
        guard let result = parseReferenceBody(range, depth: depth) else {
            forgetRecords(after: mark)
            return nil
        }
        return result
    }

    private mutating func parseReferenceBody(_ range: Range<Int>, depth: Int) -> (BindingNode, end: Int)? {
        guard let (path, offset) = parsePath(range) else { return nil }
        notePaths([ExpressionText.trim(bytes, range.lowerBound + 2..<offset)])
        if path.steps.count > 1 {
            note(.steps, range.lowerBound..<offset)
        }
        if bytes[offset] == UInt8(ascii: "}") {
            return (.path(path), offset + 1)
        }
        guard let (fallback, end) = parseDefault(offset..<range.upperBound, depth: depth) else { return nil }
        note(.fallback, offset..<end - 1)
        return (.fallback(path, fallback), end)
    }

    // MARK: - Paths

    /// Reads steps up to the closing brace or the `?:` and returns its offset.
    private mutating func parsePath(_ range: Range<Int>) -> (BindingPath, Int)? {
        let limit = range.upperBound
        var steps: [BindingPath.Step] = []
        var offset = skipBlanks(range.lowerBound + 2, limit)
        if offset > range.lowerBound + 2 {
            noteBlanks(range.lowerBound + 2..<offset, .blanksAtPathEnds)
        }
        var wantsKey = !(offset < limit && bytes[offset] == UInt8(ascii: "["))
        while true {
            if wantsKey {
                guard let end = parseKey(offset..<limit, opening: range.lowerBound, into: &steps) else { return nil }
                offset = end
            }
            guard offset < limit else { return fail(.unclosed, range.lowerBound..<range.lowerBound + 2) }
            wantsKey = false
            switch bytes[offset] {
            case UInt8(ascii: "."):
                offset += 1
                wantsKey = true
            case UInt8(ascii: "["):
                if case .index? = steps.last {
                    note(.secondIndex, offset..<offset + 1)
                }
                guard let end = parseIndex(offset, limit, into: &steps) else { return nil }
                offset = end
            case UInt8(ascii: "}"):
                return (BindingPath(steps: steps), offset)
            case UInt8(ascii: "?") where offset + 1 < limit && bytes[offset + 1] == UInt8(ascii: ":"):
                return (BindingPath(steps: steps), offset)
            case UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "]"):
                return fail(.reservedCharacter, offset..<offset + 1)
            default:
                return fail(.textAfterIndex, offset..<offset + 1)
            }
        }
    }

    /// Reads a name and returns the offset of the character that ends it.
    private mutating func parseKey(_ range: Range<Int>, opening: Int, into steps: inout [BindingPath.Step]) -> Int? {
        let end = bytes[range].firstIndex(where: Self.endsKey) ?? range.upperBound
        guard end < range.upperBound else { return fail(.unclosed, opening..<opening + 2) }
        let key = ExpressionText.trim(bytes, range.lowerBound..<end)
        guard !key.isEmpty else {
            let isWholePath = steps.isEmpty && bytes[end] == UInt8(ascii: "}")
            return isWholePath ? fail(.emptyPath, opening..<end + 1) : fail(.emptyKey, end - 1..<end + 1)
        }
        if key.lowerBound > range.lowerBound {
            noteBlanks(range.lowerBound..<key.lowerBound, .blanksInPath)
        }
        noteBlanksAfterStep(key.upperBound..<end)
        let name = string(key)
        noticeOperator(in: key, opening: opening, limit: range.upperBound)
        if bytes[key].allSatisfy({ $0.decimalDigit != nil }) {
            note(.numericKey, key)
        } else if BindingCoercion.equalsIgnoringCase(name, "this") {
            note(.thisKey, key)
        }
        steps.append(.key(BindingKey(name)))
        return end
    }

    /// Reads `[digits]` and the blanks after it.
    private mutating func parseIndex(_ start: Int, _ limit: Int, into steps: inout [BindingPath.Step]) -> Int? {
        var offset = skipBlanks(start + 1, limit)
        let firstDigit = offset
        var index = 0
        while offset < limit, let digit = bytes[offset].decimalDigit {
            // Beyond any array: the place is missing, as it should be.
            index = min(index, Int.max / 16) * 10 + Int(digit)
            offset += 1
        }
        let lastDigit = offset
        offset = skipBlanks(offset, limit)
        guard lastDigit > firstDigit, offset < limit, bytes[offset] == UInt8(ascii: "]") else {
            return fail(.badIndex, start..<min(offset + 1, limit))
        }
        if firstDigit > start + 1 || offset > lastDigit {
            noteBlanks(start + 1..<offset, .blanksInIndex)
        }
        steps.append(.index(index))
        let end = skipBlanks(offset + 1, limit)
        noteBlanksAfterStep(offset + 1..<end)
        return end
    }

    static func endsKey(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
            UInt8(ascii: "?"), UInt8(ascii: ":"):
            true
        default: false
        }
    }

    // MARK: - Defaults

    /// Reads `?: default` including the closing brace.
    ///
    /// A default is a quoted text, another `${…}`, or a plain text without braces. A malformed one is found without
    /// reading past the next brace, so reading a long text takes linear time.
    private mutating func parseDefault(_ range: Range<Int>, depth: Int) -> (BindingNode, end: Int)? {
        let limit = range.upperBound
        let start = skipBlanks(range.lowerBound + 2, limit)
        var offset = start
        var node = BindingNode.missing
        if start < limit, bytes[start] == UInt8(ascii: "'") {
            guard let end = ExpressionText.endOfQuote(bytes, start, limit) else {
                return fail(.unclosedQuote, start..<limit)
            }
            node = .text(unquoted(start..<end))
            offset = end
        } else if starts(start..<limit, with: "$") {
            guard let (inner, end) = parseReference(start..<limit, depth: depth + 1) else { return nil }
            node = inner
            offset = end
        } else {
            offset = bytes[start..<limit].firstIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") } ?? limit
            let plain = ExpressionText.trim(bytes, start..<offset)
            guard !plain.isEmpty || offset == limit else { return fail(.badDefault, range.lowerBound..<offset + 1) }
            node = .text(string(plain))
        }
        offset = skipBlanks(offset, limit)
        guard offset < limit else { return fail(.unclosed, range.lowerBound..<range.lowerBound + 2) }
        guard bytes[offset] == UInt8(ascii: "}") else { return fail(.badDefault, range.lowerBound..<offset + 1) }
        return (node, offset + 1)
    }

    // MARK: - Reporting

    private mutating func fail<Result>(_ problem: BindingProblem, _ range: Range<Int>) -> Result? {
        report(problem, range)
        return nil
    }

    /// Records the blanks after a step; those before a default belong to the default.
    private mutating func noteBlanksAfterStep(_ range: Range<Int>) {
        guard !range.isEmpty, range.upperBound < bytes.count else { return }
        switch bytes[range.upperBound] {
        case UInt8(ascii: "?"): break
        case UInt8(ascii: "}"): noteBlanks(range, .blanksAtPathEnds)
        default: noteBlanks(range, .blanksInPath)
        }
    }

    private mutating func noteBlanks(_ range: Range<Int>, _ kind: BindingConstruct.Kind) {
        guard collectsIssues else { return }
        note(kind, range)
        let trimmed = ExpressionText.trim(bytes, range, .withinLine)
        if kind != .blanksInIndex, !trimmed.isEmpty {
            note(.lineEnd, trimmed)
        }
    }
}
