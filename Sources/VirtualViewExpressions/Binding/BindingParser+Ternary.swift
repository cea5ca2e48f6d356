import VirtualViewFormat

// Our own grammar: `@{condition ? a : b}`.
extension BindingParser {
    /// The offsets of a choice's separators and closing brace.
    private struct Outline {
        var question: Int?
        var colon: Int?
        /// The next ones after those that separate the parts.
        var nextQuestion: Int?
        var nextColon: Int?
        /// How many there are of either.
        var count = 0
        var close: Int?
        /// Where a computed binding begins that does not end.
        var unclosed: Int?
    }

    /// Reads a range that begins with `@{`.
    ///
    /// - Returns: The node, or `nil` if the range is not exactly one choice.
    mutating func parseTernary(_ range: Range<Int>, depth: Int) -> BindingNode? {
        guard depth <= BindingExpression.maximumDepth else {
            report(.tooDeep, range)
            return nil
        }
        guard let outline = outlineTernary(range) else { return nil }
        // What is malformed is missing; all of the text is a part of it, for its end is not known.
        if let start = outline.unclosed { return parseComputed(start..<range.upperBound).0 }
        guard let close = outline.close else {
            report(.unclosed, range.lowerBound..<range.lowerBound + 2)
            return nil
        }
        guard let question = outline.question else {
            report(.missingQuestion, range.lowerBound..<close + 1)
            return nil
        }
        guard let colon = outline.colon else {
            report(.missingColon, question..<question + 1)
            return nil
        }
        guard close + 1 == range.upperBound else {
            report(.textAfterTernary, close + 1..<range.upperBound)
            return nil
        }
        let parts = [range.lowerBound + 2..<question, question + 1..<colon, colon + 1..<close]
        noticeSplitURL(parts[1], parts[2])
        noticeBareChoice(outline, parts[1], parts[2])
        let condition = parsePart(parts[0], .condition, depth: depth + 1)
        noteCondition(condition, parts[0])
        return .ternary(
            condition: condition,
            whenTrue: parsePart(parts[1], .whenTrue, depth: depth + 1),
            whenFalse: parsePart(parts[2], .whenFalse, depth: depth + 1)
        )
    }

    /// Finds the separators: the first `?` outside braces and quotes, and the first `:` after it.
    ///
    /// - Returns: The separators, or `nil` if a quote does not end, which is reported.
    private mutating func outlineTernary(_ range: Range<Int>) -> Outline? {
        var outline = Outline()
        var depth = 0
        let body = range.lowerBound + 2..<range.upperBound
        var offset = body.lowerBound
        while offset < body.upperBound {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "'"), opensQuote(offset, body) {
                guard let end = ExpressionText.endOfQuote(bytes, offset, body.upperBound) else {
                    report(.unclosedQuote, offset..<offset + 1)
                    return nil
                }
                offset = end
                continue
            }
            if byte == UInt8(ascii: "$"), isComputed(offset..<body.upperBound) {
                guard let end = endOfComputed(offset..<body.upperBound) else {
                    outline.unclosed = offset
                    return outline
                }
                offset = end
                continue
            }
            if byte == UInt8(ascii: "{") {
                depth += 1
            } else if byte == UInt8(ascii: "}") {
                if depth == 0 {
                    outline.close = offset
                    return outline
                }
                depth -= 1
            } else if depth == 0, byte == UInt8(ascii: "?") {
                outline.count += 1
                if outline.question == nil {
                    outline.question = offset
                } else if outline.nextQuestion == nil {
                    outline.nextQuestion = offset
                }
            } else if depth == 0, byte == UInt8(ascii: ":"), outline.question != nil {
                outline.count += 1
                if outline.colon == nil {
                    outline.colon = offset
                } else if outline.nextColon == nil {
                    outline.nextColon = offset
                }
            }
            offset += 1
        }
        return outline
    }

    /// Returns whether an apostrophe starts a quoted text.
    ///
    /// It does so at the start of a part and after a blank; inside or after a word it is an ordinary apostrophe.
    private func opensQuote(_ offset: Int, _ body: Range<Int>) -> Bool {
        guard offset > body.lowerBound else { return true }
        switch bytes[offset - 1] {
        case UInt8(ascii: "?"), UInt8(ascii: ":"): return true
        case UInt8(ascii: "{"): return offset - 2 >= body.lowerBound && bytes[offset - 2] == UInt8(ascii: "@")
        default: return ExpressionText.blankLength(bytes, before: offset, limit: body.lowerBound) > 0
        }
    }

    private mutating func parsePart(_ range: Range<Int>, _ part: BindingConstruct.Part, depth: Int) -> BindingNode {
        let trimmed = ExpressionText.trim(bytes, range)
        guard let first = trimmed.first else {
            note(.emptyPart(part), max(0, range.lowerBound - 1)..<range.upperBound)
            return .missing
        }
        noteLineEnds(range, trimmed, at: trimmed)
        if bytes[first] == UInt8(ascii: "'") {
            if ExpressionText.endOfQuote(bytes, first, trimmed.upperBound) == trimmed.upperBound {
                note(.quote, trimmed)
                noteSeparators(trimmed, part)
                return .text(unquoted(trimmed))
            }
            report(.textAfterQuote, trimmed)
        }
        let node = parseText(trimmed, depth: depth, isPart: true)
        switch node {
        case .ternary: note(.nested(part), trimmed)
        case .text, .interpolation: noteSeparators(trimmed, part)
        case .missing, .path, .fallback, .computed, .malformed: break
        }
        return node
    }

    // MARK: - Reporting

    private mutating func noteSeparators(_ range: Range<Int>, _ part: BindingConstruct.Part) {
        guard collectsIssues else { return }
        for separator in [UInt8(ascii: "?"), UInt8(ascii: ":")] {
            if let offset = bytes[range].firstIndex(of: separator) {
                note(.separator(separator, part), offset..<offset + 1)
            }
        }
    }

    private mutating func noteCondition(_ condition: BindingNode, _ range: Range<Int>) {
        guard collectsIssues else { return }
        let trimmed = ExpressionText.trim(bytes, range)
        if condition.readsData {
            note(.condition, trimmed)
            if case .interpolation = condition { _ = noticeOperator(inCondition: trimmed) }
        } else if case .text(let text) = condition {
            note(.constantCondition(text), trimmed)
            if !noticeOperator(inCondition: trimmed) { report(.constantCondition, trimmed) }
        }
    }

    /// Reports a choice in a part that has no `@{…}` of its own, as in `@{${a} ? x : ${b} ? y : z}`.
    ///
    /// Where words stand beside the binding it is a sentence, as in `Hello ${name} ? You have : 3 messages`.
    private mutating func noticeBareChoice(_ outline: Outline, _ whenTrue: Range<Int>, _ whenFalse: Range<Int>) {
        guard takesIssues, let question = outline.nextQuestion, let colon = outline.nextColon, question < colon,
            isBetweenBlanks(question), isBetweenBlanks(colon)
        else { return }
        let part = question < whenTrue.upperBound ? whenTrue.lowerBound..<colon : whenFalse
        let choice = ExpressionText.trim(bytes, part)
        guard isOneBinding(ExpressionText.trim(bytes, part.lowerBound..<question)) else { return }
        // Where there are others, the braces may belong elsewhere.
        let correction = BindingIssue.Correction(range: choice, text: "@{\(string(choice))}")
        report(.bareChoice, choice, correction: outline.count == 4 ? correction : nil)
    }

    /// Returns whether a part of the text is a binding and nothing else.
    private func isOneBinding(_ range: Range<Int>) -> Bool {
        (starts(range, with: "$") || starts(range, with: "@"))
            && ComputedParser.closingBrace(bytes, range.lowerBound + 2..<range.upperBound).brace == range.upperBound - 1
    }

    private func isBetweenBlanks(_ offset: Int) -> Bool {
        ExpressionText.blankLength(bytes, before: offset, limit: 0) > 0
            && ExpressionText.blankLength(bytes, at: offset + 1, limit: bytes.count) > 0
    }

    /// Reports a URL that its own colon splits, as in `@{c ? http://a : b}`.
    private mutating func noticeSplitURL(_ whenTrue: Range<Int>, _ whenFalse: Range<Int>) {
        guard collectsIssues, bytes[whenFalse].starts(with: "//".utf8) else { return }
        let scheme = ExpressionText.trim(bytes, whenTrue)
        let isWord = !scheme.isEmpty && bytes[scheme].allSatisfy { $0.isASCIILetter }
        if isWord {
            report(.splitURL, whenTrue.upperBound..<whenTrue.upperBound + 1)
        }
    }
}
