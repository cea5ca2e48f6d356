import VirtualViewFormat

/// Reads the text of an attribute into a tree.
///
/// Every text gives a tree. Each part is read at most once for each level of nesting, and the nesting is limited to
/// ``BindingExpression/maximumDepth``, so the text's length bounds the work.
struct BindingParser {
    let text: String
    let bytes: [UInt8]
    let quirks: Quirks
    /// Whether ``issues``, ``constructs`` and ``pathRanges`` are filled; they cost time that a run does not need.
    var collectsIssues = false
    private(set) var issues: [BindingIssue] = []
    private(set) var constructs: [BindingConstruct] = []
    /// The places of the paths, in the order of the text.
    private(set) var pathRanges: [Range<Int>] = []
    /// The last `${…}` of which an operator was found in a name, and whether all of it is an expression.
    var lastCalculated: (opening: Int, isCalculated: Bool)?

    init(_ text: String, client: Client) {
        self.text = text
        bytes = Array(text.utf8)
        quirks = client.quirks
    }

    /// Reads the whole text.
    mutating func parse() -> BindingNode {
        let whole = 0..<bytes.count
        return quirks.contains(.bindingGrammar)
            ? parseSimple(whole, depth: 1) : parseText(whole, depth: 1, isPart: false)
    }

    /// Whether a text needs no parsing: every binding has a brace, and most texts have none.
    static func isPlain(_ text: String, _ client: Client) -> Bool {
        !client.quirks.contains(.bindingGrammar) && !text.utf8.contains(UInt8(ascii: "{"))
    }
}

// MARK: - Our own grammar: texts

extension BindingParser {
    /// Reads a whole text, or a part of a choice that is not in quotes.
    ///
    /// A constant text keeps its outer blanks, but a part does not.
    mutating func parseText(_ range: Range<Int>, depth: Int, isPart: Bool) -> BindingNode {
        let trimmed = ExpressionText.trim(bytes, range)
        if starts(trimmed, with: "@") {
            let node = parseTernary(trimmed, depth: depth)
            if node != nil, trimmed != range, !isPart {
                noteOuterBlanks(range, trimmed)
            }
            return node ?? .text(string(isPart ? trimmed : range))
        }
        // A path inside a choice does not make the nesting deeper.
        return parseJoined(
            isPart ? trimmed : range,
            trimmed: trimmed,
            depth: isPart ? depth - 1 : depth,
            isPart: isPart
        )
    }

    /// Reads a text that may have `${…}`.
    private mutating func parseJoined(
        _ range: Range<Int>,
        trimmed: Range<Int>,
        depth: Int,
        isPart: Bool
    ) -> BindingNode {
        var parts: [BindingNode] = []
        var pending: [UInt8] = []
        var references: [Range<Int>] = []
        var escapes: [Range<Int>] = []
        var offset = range.lowerBound
        while offset < range.upperBound {
            let rest = offset..<range.upperBound
            if bytes[offset] == UInt8(ascii: "\\"), starts(offset + 1..<range.upperBound, with: "$") {
                escapes.append(offset..<offset + 3)
                pending += [UInt8(ascii: "$"), UInt8(ascii: "{")]
                offset += 3
            } else if starts(rest, with: "$"), let (node, end) = parseReference(rest, depth: depth) {
                if offset..<end == trimmed {
                    if !isPart, trimmed != range {
                        noteOuterBlanks(range, trimmed)
                    }
                    return node
                }
                flush(&pending, into: &parts)
                parts.append(node)
                references.append(offset..<end)
                offset = end
            } else {
                if starts(rest, with: "@"), offset != trimmed.lowerBound {
                    report(.ternaryInText, offset..<offset + 2)
                }
                pending.append(bytes[offset])
                offset += 1
            }
        }
        if let first = references.first {
            note(.interpolation, first)
        }
        for escape in escapes {
            note(.escape, escape)
        }
        flush(&pending, into: &parts)
        if references.isEmpty {
            return escapes.isEmpty ? .text(string(range)) : parts.first ?? .text("")
        }
        return .interpolation(parts)
    }

    private func flush(_ pending: inout [UInt8], into parts: inout [BindingNode]) {
        guard !pending.isEmpty else { return }
        parts.append(.text(String(decoding: pending, as: UTF8.self)))
        pending.removeAll(keepingCapacity: true)
    }
}

// MARK: - Small readings

extension BindingParser {
    /// Returns whether a range begins with a sign and an opening brace.
    func starts(_ range: Range<Int>, with sign: Unicode.Scalar) -> Bool {
        range.count >= 2 && bytes[range.lowerBound] == UInt8(ascii: sign)
            && bytes[range.lowerBound + 1] == UInt8(ascii: "{")
    }

    func string(_ range: Range<Int>) -> String {
        range == 0..<bytes.count ? text : String(decoding: bytes[range], as: UTF8.self)
    }

    func skipBlanks(_ offset: Int, _ limit: Int) -> Int {
        var position = offset
        while case let length = ExpressionText.blankLength(bytes, at: position, limit: limit), length > 0 {
            position += length
        }
        return position
    }

    /// Returns the text inside a pair of quotes.
    func unquoted(_ range: Range<Int>) -> String {
        var content: [UInt8] = []
        var position = range.lowerBound + 1
        while position < range.upperBound - 1 {
            if bytes[position] == UInt8(ascii: "\\"), position + 1 < range.upperBound - 1,
                bytes[position + 1] == UInt8(ascii: "'") || bytes[position + 1] == UInt8(ascii: "\\")
            {
                position += 1
            }
            content.append(bytes[position])
            position += 1
        }
        return String(decoding: content, as: UTF8.self)
    }
}

// MARK: - Reporting

extension BindingParser {
    /// The largest number of issues that are reported for one text.
    private static let maximumIssues = 64

    /// Whether another issue would be kept.
    var takesIssues: Bool { collectsIssues && issues.count < Self.maximumIssues }

    mutating func report(
        _ problem: BindingProblem,
        _ range: Range<Int>,
        _ severity: BindingIssue.Severity = .warning,
        message: String? = nil,
        correction: BindingIssue.Correction? = nil
    ) {
        guard takesIssues else { return }
        let issue = BindingIssue(
            id: problem.rawValue,
            severity: severity,
            message: message ?? problem.message,
            range: range,
            correction: correction
        )
        // A default inside a default is tried again by itself, and fails in the same place.
        if issues.last != issue {
            issues.append(issue)
        }
    }

    mutating func note(_ kind: BindingConstruct.Kind, _ range: Range<Int>) {
        if collectsIssues {
            constructs.append(BindingConstruct(kind: kind, range: range))
        }
    }

    /// Records the places of paths.
    mutating func notePaths(_ ranges: [Range<Int>]) {
        if collectsIssues { pathRanges += ranges }
    }

    /// What is recorded so far, for ``forgetRecords(after:)``.
    var recordCounts: (constructs: Int, paths: Int) {
        (constructs.count, pathRanges.count)
    }

    /// Removes the constructs and paths of a binding that is malformed.
    mutating func forgetRecords(after counts: (constructs: Int, paths: Int)) {
        constructs.removeSubrange(counts.constructs...)
        pathRanges.removeSubrange(counts.paths...)
    }

    /// Records the blanks that were trimmed around a binding.
    mutating func noteOuterBlanks(_ range: Range<Int>, _ trimmed: Range<Int>) {
        note(.outerBlanks, trimmed)
        noteLineEnds(range, trimmed, at: trimmed)
    }

    /// Records trimmed line ends that a client would keep.
    mutating func noteLineEnds(_ range: Range<Int>, _ trimmed: Range<Int>, at place: Range<Int>) {
        if collectsIssues, ExpressionText.trim(bytes, range, .withinLine) != trimmed {
            note(.lineEnd, place)
        }
    }
}

// The grammar of the reference iOS client: a text is one binding or plain, and whatever can be read into it is.
extension BindingParser {
    /// Reads a whole text or a part of a choice.
    mutating func parseSimple(_ range: Range<Int>, depth: Int) -> BindingNode {
        let trimmed = ExpressionText.trim(bytes, range, .withinLine)
        let node: BindingNode? =
            if trimmed.count <= 3 {
                nil
            } else if starts(trimmed, with: "@") {
                parseSimpleTernary(trimmed, depth: depth)
            } else if starts(trimmed, with: "$") {
                parseSimplePath(trimmed)
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

    private mutating func parseSimplePath(_ range: Range<Int>) -> BindingNode? {
        guard let untrimmed = body(of: range) else { return nil }
        let body = ExpressionText.trim(bytes, untrimmed, .withinLine)
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
