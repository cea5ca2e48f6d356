import VirtualViewExpressions

/// An event program as it was read: a flat tree in the order in which code is written.
///
/// Every value comes after the values that it is made of, so code generation is one walk from the first node to the
/// last with a stack of values, whatever the shape of the program; nothing recurses.
struct EventTree: Sendable {
    /// The nodes, operands first.
    var nodes: [EventNode] = []
    /// The names of all paths.
    var names: [String] = []
}

/// One step of a program.
struct EventNode: Sendable {
    /// The use of a path.
    enum PathRole: Hashable, Sendable {
        case value, call, index
    }

    /// The effect of the step on the stack of values.
    enum Kind: Sendable {
        /// Pushes a value that has been reported.
        case invalid
        /// Pushes a literal.
        case int(Int32)
        case float(Float)
        case string(String)
        /// Turns the top value into the start of a path.
        case base
        /// Pushes a path; with a base, in place of it. The names are a range of ``EventTree/names``.
        case path(Range<Int>, isBased: Bool, PathRole)
        /// Pops arguments and a path, pushes the result.
        case call(argumentCount: Int)
        /// Pops an index and a path, pushes the element.
        case index
        /// Pops one value, pushes one.
        case unary(Opcode)
        /// Pops two values, pushes one.
        case binary(Opcode)
        /// Pops a condition and two values, pushes one.
        case select
        /// Drops the value of a statement.
        case statementEnd
        /// Begins an `if`.
        case ifBegin
        /// Pops a condition; what follows up to the next ``armEnd(hasNext:)`` runs when it is true.
        case condition
        /// Ends the block of an `if`, `elseif` or `else`.
        case armEnd(hasNext: Bool)
        /// Ends an `if`.
        case ifEnd
    }

    let kind: Kind
    /// The source of the step and of everything that it is made of.
    let range: Range<Int>
    /// The operator or token that a report names.
    let mark: Range<Int>
}

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
    /// The number of blocks that are being read.
    var openBlocks = 0
    /// Whether an `else` may follow the block that is being read.
    var mayHaveElse = false
    /// The places of closing parentheses by those of the opening ones, and of brackets; found once, where they are needed.
    lazy var closingParentheses = Self.closers(tokens, .openParenthesis, .closeParenthesis)
    lazy var closingBrackets = Self.closers(tokens, .openBracket, .closeBracket)
    /// The place of the last `}` that closes nothing, or -1; and how many `}` are missing.
    lazy var braces = Self.countBraces(tokens)

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

    private static func closers(_ tokens: [EventToken], _ opener: EventSymbol, _ closer: EventSymbol) -> [Int: Int] {
        var open: [Int] = []
        var closing: [Int: Int] = [:]
        for (index, token) in tokens.enumerated() {
            if token.symbol == opener { open.append(index) }
            if token.symbol == closer, let start = open.popLast() { closing[start] = index }
        }
        return closing
    }

    private static func countBraces(_ tokens: [EventToken]) -> (lastStray: Int, missing: Int) {
        var (last, open) = (-1, 0)
        for (index, token) in tokens.enumerated() {
            if token.symbol == .openBrace { open += 1 }
            guard token.symbol == .closeBrace else { continue }
            if open == 0 { last = index } else { open -= 1 }
        }
        return (last, open)
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
        let isPlain =
            isAtEnd || current.symbol == .semicolon || current.symbol == .closeBrace
            || (closer == .closeBrace && elseLength != nil)
        // A second brace or bracket is one too many.
        let isDoubled = sign != .openParenthesis && source[opener.upperBound...].first == source[opener.lowerBound]
        report(
            .unclosed(closer.rawValue, of: sign.rawValue, before: found),
            at: current.range,
            noteAt: opener,
            fixIt: "insert '\(closer.rawValue)'",
            edits: isPlain && !isDoubled ? [.init(inserting: closer.rawValue, at: previousEnd)] : []
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

// MARK: - Paths, calls and elements

extension EventParser {
    /// Reads names with points between them, and the `(…)` or `[…]` after them.
    ///
    /// - Parameters:
    ///   - start: The start of the value that the path is part of.
    ///   - isBased: Whether the path continues from the value that was read last.
    mutating func parsePath(from start: Int, isBased: Bool) {
        let first = tree.names.count
        repeat {
            guard let word = current.word else {
                if current.kind != .invalid { report(.expectedName(found), at: current.range) }
                // A number or a text stands in place of the name.
                if current.kind == .invalid || current.isOperand { advance() }
                // A path without names represents one that could not be read.
                return emit(.path(first..<first, isBased: isBased, .value), range(from: start))
            }
            tree.names.append(word)
            advance()
        } while take(.point)
        let names = first..<tree.names.count
        switch current.symbol {
        case .openParenthesis:
            emit(.path(names, isBased: isBased, .call), range(from: start))
            nested { $0.parseArguments(from: start) }
        case .openBracket:
            parseSubscript(from: start, names: names, isBased: isBased)
        default:
            emit(.path(names, isBased: isBased, .value), range(from: start))
        }
    }

    /// Reads `[ index ]`; one value, the index, is pushed for the path's element.
    mutating func parseSubscript(from start: Int, names: Range<Int>, isBased: Bool) {
        let opener = current.range
        emit(.path(names, isBased: isBased, .index), start..<opener.lowerBound)
        nested { parser in
            parser.advance()
            parser.parseExpression()
            parser.expect(.closeBracket, closing: opener, .openBracket)
        }
        emit(.index, range(from: start), mark: opener)
    }

    private mutating func parseArguments(from start: Int) {
        let opener = current.range
        advance()
        var count = 0
        if !take(.closeParenthesis) {
            repeat {
                parseExpression()
                count += 1
            } while take(.comma)
            expect(.closeParenthesis, closing: opener, .openParenthesis)
        }
        emit(.call(argumentCount: count), range(from: start), mark: opener)
    }
}
