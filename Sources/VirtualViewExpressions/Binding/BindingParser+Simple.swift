import VirtualViewFormat

// The grammar of the reference iOS client: a text is one binding or plain, and whatever can be read into it is.
extension BindingParser {
    /// Reads a whole text or a part of a ternary.
    mutating func parseSimple(_ range: Range<Int>, depth: Int) -> BindingNode {
        let blanks: ExpressionText.Blanks = quirks.contains(.bindingGrammar) ? .withinLine : .whiteSpace
        let trimmed = ExpressionText.trim(bytes, range, blanks)
        let node: BindingNode? =
            if trimmed.count <= 3 {
                nil
            } else if starts(trimmed, with: "@") {
                parseSimpleTernary(trimmed, depth: depth)
            } else if starts(trimmed, with: "$") {
                parseSimplePath(trimmed, blanks)
            } else {
                nil
            }
        return node ?? .text(string(trimmed))
    }

    /// Returns the range between the braces, or `nil` if the last character is not a brace.
    private mutating func body(of range: Range<Int>) -> Range<Int>? {
        guard bytes[range.upperBound - 1] == UInt8(ascii: "}") else {
            report(.unclosed, range.lowerBound..<range.lowerBound + 2)
            return nil
        }
        return range.lowerBound + 2..<range.upperBound - 1
    }

    // MARK: - Ternaries

    private mutating func parseSimpleTernary(_ range: Range<Int>, depth: Int) -> BindingNode? {
        guard depth <= BindingExpression.maximumDepth else {
            report(.tooDeep, range)
            return nil
        }
        guard let body = body(of: range) else { return nil }
        guard let question = bytes[body].firstIndex(of: UInt8(ascii: "?")) else {
            report(.missingQuestion, range)
            return nil
        }
        guard let colon = bytes[body].firstIndex(of: UInt8(ascii: ":")), colon > question else {
            report(.missingColon, question..<question + 1)
            return nil
        }
        return .ternary(
            condition: parseSimple(body.lowerBound..<question, depth: depth + 1),
            whenTrue: parseSimple(question + 1..<colon, depth: depth + 1),
            whenFalse: parseSimple(colon + 1..<body.upperBound, depth: depth + 1)
        )
    }

    // MARK: - Paths

    private mutating func parseSimplePath(_ range: Range<Int>, _ blanks: ExpressionText.Blanks) -> BindingNode? {
        guard let untrimmed = body(of: range) else { return nil }
        let body = ExpressionText.trim(bytes, untrimmed, blanks)
        guard let first = body.first else {
            report(.emptyPath, range)
            return nil
        }
        var steps: [BindingPath.Step] = []
        var offset = first
        if bytes[first] != UInt8(ascii: "[") {
            offset = takeSimpleKey(first..<body.upperBound, into: &steps)
        }
        while offset < body.upperBound {
            if bytes[offset] == UInt8(ascii: ".") {
                offset = takeSimpleKey(offset + 1..<body.upperBound, into: &steps)
            } else if bytes[offset] == UInt8(ascii: "["),
                let close = bytes[offset..<body.upperBound].firstIndex(of: UInt8(ascii: "]"))
            {
                steps.append(.index(simpleIndex(offset + 1..<close)))
                offset = close + 1
            } else {
                break
            }
        }
        return .path(BindingPath(steps: steps))
    }

    /// Reads a name, possibly empty, up to the next `.` or `[`.
    private func takeSimpleKey(_ range: Range<Int>, into steps: inout [BindingPath.Step]) -> Int {
        let end = bytes[range].firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } ?? range.upperBound
        // An empty name is a step that never fits, which no index from 0 can be.
        steps.append(range.lowerBound == end ? .index(-1) : .key(BindingKey(string(range.lowerBound..<end))))
        return end
    }

    private func simpleIndex(_ range: Range<Int>) -> Int {
        Int(clamping: LeadingInteger.value(bytes, range))
    }
}
