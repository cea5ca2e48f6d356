import VirtualViewFormat

// Computed bindings in texts: `${= expression }`.
extension BindingParser {
    /// Whether a part of the text begins with `${=`.
    func isComputed(_ range: Range<Int>) -> Bool {
        range.count > 2 && starts(range, with: "$") && bytes[range.lowerBound + 2] == UInt8(ascii: "=")
    }

    /// Returns the offset after the brace that closes a computed binding.
    ///
    /// - Parameter range: A part of the text that begins with `${=`.
    /// - Returns: The offset; `nil` if no brace closes it.
    func endOfComputed(_ range: Range<Int>) -> Int? {
        ComputedParser.closingBrace(bytes, range.lowerBound + 3..<range.upperBound).brace.map { $0 + 1 }
    }

    /// Reads the `${=…}` at the start of a range.
    ///
    /// What is malformed is missing, and does not stand for its own text as a malformed path does.
    mutating func parseComputed(_ range: Range<Int>) -> (BindingNode, end: Int) {
        let body = range.lowerBound + 3..<range.upperBound
        let (brace, quote) = ComputedParser.closingBrace(bytes, body)
        guard let brace else {
            if let quote {
                report(.unclosedQuote, quote..<quote + 1, .error)
            } else {
                report(.unclosed, range.lowerBound..<range.lowerBound + 2, .error)
            }
            return (.malformed, range.upperBound)
        }
        note(.computed, range.lowerBound..<brace + 1)
        var parser = ComputedParser(bytes, body.lowerBound..<brace)
        parser.collectsPaths = collectsIssues
        do throws(ComputedParser.Problem) {
            let node = try parser.parse()
            notePaths(parser.pathRanges)
            return (.computed(node), brace + 1)
        } catch {
            report(error)
            return (.malformed, brace + 1)
        }
    }

    // MARK: - Operators where none are read

    /// Reports an operator between blanks in a name of a path, as in `${count > 1}` and `${count gt 1}`.
    mutating func noticeOperator(in key: Range<Int>, opening: Int, limit: Int) {
        guard takesIssues else { return }
        var offset = key.lowerBound
        while offset < key.upperBound {
            let start = skipBlanks(offset, key.upperBound)
            var end = start
            while end < key.upperBound, Self.isOperatorByte(bytes[end]) { end += 1 }
            let isWord = end == start && isComparison(start, key.upperBound)
            if isWord { end += 2 }
            let next = skipBlanks(end, key.upperBound)
            if start > offset, end > start, next > end {
                let insertion = BindingIssue.Correction(range: opening + 2..<opening + 2, text: "=")
                // The words are words of other languages, too; neither a number nor a quoted text begins as a name does.
                let isSure = !isWord || bytes[next] <= UInt8(ascii: "9") && bytes[next] != UInt8(ascii: "(")
                let isComputed = isSure && isCalculated(from: opening, limit)
                return report(.operatorInPath, start..<end, correction: isComputed ? insertion : nil)
            }
            offset = max(end, start + 1)
        }
    }

    /// Returns whether a condition without `${=` would be one with an operator, and reports it.
    mutating func noticeOperator(inCondition range: Range<Int>) -> Bool {
        var expression: [UInt8] = []
        // Whether the expression is sure to mean what the condition says.
        var isCertain = true
        // A name is a text beside a binding, and would be a path in the expression.
        var (hasBinding, hasName) = (false, false)
        var offset = range.lowerBound
        while offset < range.upperBound {
            let rest = offset..<range.upperBound
            if bytes[offset] == UInt8(ascii: "'") || bytes[offset] == UInt8(ascii: "\"") {
                guard let end = ExpressionText.endOfQuote(bytes, offset, range.upperBound) else { return false }
                // An expression has no bindings in its texts.
                if (offset..<end).contains(where: { starts($0..<end, with: "$") }) { isCertain = false }
                expression += bytes[offset..<end]
                offset = end
            } else if starts(rest, with: "$") {
                let isComputed = isComputed(rest)
                let start = offset + (isComputed ? 3 : 2)
                guard let close = ComputedParser.closingBrace(bytes, start..<range.upperBound).brace else {
                    return false
                }
                hasBinding = true
                let content = ExpressionText.trim(bytes, start..<close)
                let body = Array(bytes[content])
                let operand = isComputed ? Self.operand(calculatedBy: body) : operand(body)
                let next = close + 1 < range.upperBound ? bytes[close + 1] : 0
                let isOpened = next == UInt8(ascii: "[") || next == UInt8(ascii: "(")
                if operand == nil || Self.joinsNames(expression.last ?? 0) || Self.joinsNames(next) || isOpened {
                    isCertain = false
                }
                // What is no part of an expression is still a value beside the operator.
                expression += operand ?? (isComputed || isBinding(content) ? [UInt8(ascii: "_")] : body)
                offset = close + 1
            } else {
                let end = bytes[rest].firstIndex { !Self.joinsNames($0) } ?? range.upperBound
                hasName = hasName || end > offset && isPath(inExpression: offset..<end, limit: range.upperBound)
                let next = max(end, offset + 1)
                expression += bytes[offset..<next]
                offset = next
            }
        }
        if hasBinding, hasName { isCertain = false }
        guard isCalculated(expression) else { return false }
        let text = "${= \(String(decoding: expression, as: UTF8.self))}"
        let correction = BindingIssue.Correction(range: range, text: text)
        report(.operatorInPath, range, correction: isCertain ? correction : nil)
        return true
    }

    /// Returns what the content of a `${…}` is as a part of an expression; `nil` if that would mean something else.
    private func operand(_ content: [UInt8]) -> [UInt8]? {
        if isPath(content) { return content }
        guard let mark = content.firstIndex(of: UInt8(ascii: "?")) else {
            // A name such as `a-b` is no calculation.
            return content.contains(0x20) ? Self.operand(calculatedBy: content) : nil
        }
        guard isPath(Array(content[..<mark])), content[mark...].starts(with: "?:".utf8) else { return nil }
        let fallback = Array(content[ExpressionText.trim(content, mark + 2..<content.count)])
        if case .constant? = Self.node(fallback) { return Array("(".utf8) + content + Array(")".utf8) }
        guard let first = fallback.first, first != UInt8(ascii: "'") else { return nil }
        // A word is a text there, and would be a path here.
        let text = Array("(".utf8) + content[..<mark] + Array("?: '".utf8)
        return text + ExpressionText.escaped(fallback) + Array("')".utf8)
    }

    /// Returns what an expression is as a part of another one; `nil` if it is malformed.
    private static func operand(calculatedBy content: [UInt8]) -> [UInt8]? {
        node(content) == nil ? nil : Array("(".utf8) + content + Array(")".utf8)
    }

    /// Returns whether `${…}` with a content reads the path that the content is in an expression.
    private func isPath(_ content: [UInt8]) -> Bool {
        var binding = BindingParser("${\(String(decoding: content, as: UTF8.self))}", client: .swift)
        guard case .path(let path) = binding.parse(), let node = Self.node(content) else { return false }
        return node == .path(path)
    }

    /// Returns whether `${…}` with a content reads the data.
    private func isBinding(_ content: Range<Int>) -> Bool {
        var binding = BindingParser("${\(string(content))}", client: .swift)
        return binding.parse().readsData
    }

    /// Returns whether a word that stands alone in a condition would be a path in an expression.
    private func isPath(inExpression word: Range<Int>, limit: Int) -> Bool {
        // Nobody writes a text with a bracket behind it; a word that begins with a point continues a path.
        let next = word.upperBound < limit ? bytes[word.upperBound] : 0
        guard next != UInt8(ascii: "["), next != UInt8(ascii: "("), case .path? = Self.node(Array(bytes[word])) else {
            return false
        }
        return true
    }

    /// Returns what a text is as an expression; `nil` if it is none.
    private static func node(_ expression: [UInt8]) -> ComputedNode? {
        var parser = ComputedParser(expression, 0..<expression.count)
        return try? parser.parse()
    }

    /// Returns whether a character would become one path with a name beside it.
    private static func joinsNames(_ byte: UInt8) -> Bool {
        byte.isASCIIWord || byte == UInt8(ascii: ".") || byte >= 0x80
    }

    /// Returns whether a `${…}` would be an expression with an operator that means the same; every name in it asks.
    ///
    /// A default is a text without the `=`, and would be a path with it.
    private mutating func isCalculated(from opening: Int, _ limit: Int) -> Bool {
        if let last = lastCalculated, last.opening == opening { return last.isCalculated }
        let close = ComputedParser.closingBrace(bytes, opening + 2..<limit).brace
        let content = close.map { Array(bytes[opening + 2..<$0]) } ?? []
        let hasDefault = zip(content, content.dropFirst()).contains {
            $0 == UInt8(ascii: "?") && $1 == UInt8(ascii: ":")
        }
        let result = !hasDefault && !Self.hasHyphenatedName(content) && isCalculated(content)
        lastCalculated = (opening, result)
        return result
    }

    /// Returns whether a hyphen stands in something that may be a name, such as `item-count`.
    private static func hasHyphenatedName(_ content: [UInt8]) -> Bool {
        content.indices.dropFirst().dropLast().contains {
            content[$0] == UInt8(ascii: "-") && joinsNames(content[$0 - 1]) && joinsNames(content[$0 + 1])
        }
    }

    /// Returns whether a text is an expression with an operator.
    private func isCalculated(_ expression: [UInt8]) -> Bool {
        guard let node = Self.node(expression) else { return false }
        switch node {
        case .constant, .path, .steps, .call, .appCall: return false
        case .not, .negative, .any, .all, .choice, .firstPresent, .comparison, .arithmetic: return true
        }
    }

    /// Returns whether a word that compares stands somewhere.
    ///
    /// The words that join conditions stand in names too, such as `terms and conditions`.
    private func isComparison(_ offset: Int, _ limit: Int) -> Bool {
        guard offset + 1 < limit else { return false }
        let (first, second) = (bytes[offset], bytes[offset + 1])
        return (first == UInt8(ascii: "l") || first == UInt8(ascii: "g"))
            && (second == UInt8(ascii: "t") || second == UInt8(ascii: "e"))
    }

    private static func isOperatorByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "&"),
            UInt8(ascii: "|"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "/"),
            UInt8(ascii: "%"):
            true
        default: false
        }
    }

    private mutating func report(_ problem: ComputedParser.Problem) {
        let correction = problem.replacement.map { BindingIssue.Correction(range: problem.range, text: $0) }
        report(problem.problem, problem.range, .error, message: problem.message, correction: correction)
    }
}

extension ComputedParser.Problem {
    /// The message for people.
    fileprivate var message: String {
        switch problem {
        case .unknownFunction: "there is no function '\(detail ?? "")'"
        case .argumentCount: "'\(detail ?? "")' takes \(Self.counts(of: detail ?? ""))"
        case .unknownOperator: "this is no operator; write '\(detail ?? "")'"
        default: problem.message
        }
    }

    private static func counts(of name: String) -> String {
        guard let counts = ComputedFunction(rawValue: name)?.argumentCounts else { return "other arguments" }
        let least = counts.lowerBound.counting("argument")
        if counts.count == 1 { return least }
        return counts.upperBound == .max ? "\(least) or more" : "\(counts.lowerBound) to \(counts.upperBound) arguments"
    }
}
