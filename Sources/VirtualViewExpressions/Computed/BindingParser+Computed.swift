// Computed bindings in texts: `${= expression }`.
extension BindingParser {
    /// Whether a part of the text begins with `${=`.
    func isComputed(_ range: Range<Int>) -> Bool {
        range.count > 2 && starts(range, with: "$") && bytes[range.lowerBound + 2] == UInt8(ascii: "=")
    }

    /// Returns the offset after the brace that closes a computed binding.
    ///
    /// - Parameter range: A part of the text that begins with `${=`.
    /// - Returns: The offset; the end of the part if no brace closes it.
    func endOfComputed(_ range: Range<Int>) -> Int {
        ComputedParser.closingBrace(bytes, range.lowerBound + 3..<range.upperBound).brace.map { $0 + 1 }
            ?? range.upperBound
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

    /// Reports an operator between blanks in a name of a path, as in `${count > 1}`.
    mutating func noticeOperator(in key: Range<Int>, opening: Int, limit: Int) {
        guard takesIssues else { return }
        var offset = key.lowerBound
        while offset < key.upperBound {
            let start = skipBlanks(offset, key.upperBound)
            var end = start
            while end < key.upperBound, Self.isOperatorByte(bytes[end]) { end += 1 }
            if start > offset, end > start, skipBlanks(end, key.upperBound) > end {
                let insertion = BindingIssue.Correction(range: opening + 2..<opening + 2, text: "=")
                let isComputed = isCalculated(from: opening, limit)
                return report(.operatorInPath, start..<end, correction: isComputed ? insertion : nil)
            }
            offset = max(end, start + 1)
        }
    }

    /// Returns whether a condition without `${=` would be one with an operator, and reports it.
    mutating func noticeOperator(inCondition range: Range<Int>) -> Bool {
        var expression: [UInt8] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            if starts(offset..<range.upperBound, with: "$"), !isComputed(offset..<range.upperBound),
                let close = bytes[offset..<range.upperBound].firstIndex(of: UInt8(ascii: "}"))
            {
                expression += bytes[offset + 2..<close]
                offset = close + 1
            } else {
                expression.append(bytes[offset])
                offset += 1
            }
        }
        guard isCalculated(expression) else { return false }
        let text = "${= \(String(decoding: expression, as: UTF8.self))}"
        report(.operatorInPath, range, correction: BindingIssue.Correction(range: range, text: text))
        return true
    }

    /// Returns whether a `${…}` would be an expression with an operator; every name in it asks.
    private mutating func isCalculated(from opening: Int, _ limit: Int) -> Bool {
        if let last = lastCalculated, last.opening == opening { return last.isCalculated }
        let close = ComputedParser.closingBrace(bytes, opening + 2..<limit).brace
        let result = close.map { isCalculated(Array(bytes[opening + 2..<$0])) } ?? false
        lastCalculated = (opening, result)
        return result
    }

    /// Returns whether a text is an expression with an operator.
    private func isCalculated(_ expression: [UInt8]) -> Bool {
        var parser = ComputedParser(expression, 0..<expression.count)
        guard let node = try? parser.parse() else { return false }
        switch node {
        case .constant, .path, .steps, .call, .appCall: return false
        case .not, .negative, .any, .all, .choice, .firstPresent, .comparison, .arithmetic: return true
        }
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
        case .unknownOperator: "this is no operator; write '\(replacement ?? "")'"
        default: problem.message
        }
    }

    private static func counts(of name: String) -> String {
        guard let counts = ComputedFunction(rawValue: name)?.argumentCounts else { return "other arguments" }
        let least = "\(counts.lowerBound) argument\(counts.lowerBound == 1 ? "" : "s")"
        if counts.count == 1 { return least }
        return counts.upperBound == .max ? "\(least) or more" : "\(counts.lowerBound) to \(counts.upperBound) arguments"
    }
}
