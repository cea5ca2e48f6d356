import VirtualViewExpressions

/// Reads the tokens of an event program into a tree.
///
/// Everything that is wrong with a program is reported in one run: after a problem the parser continues after the next
/// `;` or at the next `}`. The tree is complete even then, with ``EventNode/Kind/invalid`` where something is missing.
struct EventParser {
    /// The maximum depth of nested parentheses, blocks, signs and right-hand sides.
    private static let depthLimit = 32

    let tokens: [EventToken]
    private let source: [UInt8]
    /// Whether the lexer has swallowed the program's end.
    let isCut: Bool
    var position = 0
    var tree = EventTree()
    var problems: [EventProblem] = []
    private var depth = 0
    private var isAborted = false

    /// Prepares for the tokens of a source; the last must be ``EventToken/Kind/end``.
    init(_ tokens: [EventToken], of source: [UInt8], isCut: Bool) {
        self.tokens = tokens
        self.source = source
        self.isCut = isCut
    }

    /// Reads the whole program.
    mutating func parse() -> EventTree {
        parseItems()
        return tree
    }

    // MARK: Tokens

    var current: EventToken { tokens[position] }

    /// The token after the current one.
    var next: EventToken { tokens[min(position + 1, tokens.count - 1)] }

    var isAtEnd: Bool { current.kind == .end }

    /// The end of the token before the current one.
    var previousEnd: Int { position > 0 ? tokens[position - 1].range.upperBound : current.range.lowerBound }

    mutating func advance() {
        if position < tokens.count - 1 { position += 1 }
    }

    /// Steps over a sign if it is there.
    mutating func take(_ symbol: EventSymbol) -> Bool {
        guard current.symbol == symbol else { return false }
        advance()
        return true
    }

    /// The name of the current token in messages.
    var found: String { describe(current) }

    func describe(_ token: EventToken) -> String {
        switch token.kind {
        case .end: "the end"
        case .int, .float: MessageText.quoted(String(decoding: source[token.range], as: UTF8.self))
        case .string(let text): "the text \(MessageText.quoted(text))"
        case .word(let word): MessageText.quoted(word)
        case .symbol(let symbol): "'\(symbol.rawValue)'"
        case .invalid: "this"
        }
    }

    // MARK: Nodes

    mutating func emit(_ kind: EventNode.Kind, _ range: Range<Int>, mark: Range<Int>? = nil) {
        tree.nodes.append(EventNode(kind: kind, range: range, mark: mark ?? range))
    }

    /// The source of the value that was read last.
    var lastRange: Range<Int> { tree.nodes.last?.range ?? current.range }

    /// Returns the range from an offset to the end of the last token.
    func range(from start: Int) -> Range<Int> { start..<max(start, previousEnd) }

    // MARK: Reports

    mutating func report(
        _ message: EventMessage,
        at range: Range<Int>,
        noteAt noteRange: Range<Int>? = nil,
        fixIt: String = "",
        edits: [EventProblem.Edit] = []
    ) {
        guard !isAborted else { return }
        problems.append(EventProblem(message, at: range, noteAt: noteRange, fixIt: fixIt, edits: edits))
    }

    /// Steps over a closing sign, or reports that it is missing and what it would close.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    mutating func expect(_ closer: EventSymbol, closing opener: Range<Int>, _ sign: EventSymbol) -> Bool {
        if take(closer) { return true }
        // A report at this place, or the swallowed end of the program, already explains the missing sign.
        if current.kind == .invalid || (isAtEnd && isCut) { return false }
        let end = previousEnd
        let isPlain = isAtEnd || current.symbol == .semicolon || current.symbol == .closeBrace
        report(
            .unclosed(closer.rawValue, of: sign.rawValue, before: found),
            at: current.range,
            noteAt: opener,
            fixIt: "insert '\(closer.rawValue)'",
            edits: isPlain ? [.init(inserting: closer.rawValue, at: end)] : []
        )
        return false
    }

    // MARK: Depth and recovery

    /// Reads something that may be nested in itself; a program that is too deep is given up.
    mutating func nested(_ body: (inout EventParser) -> Void) {
        guard depth < Self.depthLimit else {
            report(.tooDeep, at: current.range)
            isAborted = true
            position = tokens.count - 1
            emit(.invalid, current.range)
            return
        }
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Goes to the next `;` or `}`; whole blocks on the way are passed over.
    mutating func synchronize() {
        var open = 0
        while !isAtEnd {
            switch current.symbol {
            case .openBrace: open += 1
            case .closeBrace where open == 0: return
            case .closeBrace: open -= 1
            case .semicolon where open == 0: return
            default: break
            }
            advance()
            // A block that is passed over ends the statement.
            if open == 0, tokens[position - 1].symbol == .closeBrace { return }
        }
    }
}
