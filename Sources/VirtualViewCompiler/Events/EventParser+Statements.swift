import VirtualViewExpressions

// Statements: `if`, and expressions parted by `;`.

extension EventParser {
    /// Reads statements up to the end, or to the `}` of the block that contains them, or an `else` if that is missing.
    mutating func parseItems() {
        while !isAtEnd {
            if take(.semicolon) { continue }
            if lacksBrace { return }
            if current.symbol == .closeBrace {
                if openBlocks > 0 { return }
                report(.strayCloser("}"), at: current.range)
                advance()
                continue
            }
            parseItem()
        }
    }

    private mutating func parseItem() {
        switch current.word {
        case "if":
            nested { $0.parseIf() }
            checkMinusAfterBlock()
        case "else", "elseif":
            parseStrayElse()
        case let word? where isForeignStatement(word):
            report(.unsupportedStatement(word), at: current.range)
            skipForeignStatement()
        default:
            if current.symbol == .openBrace {
                report(.strayBlock, at: current.range)
                nested { $0.parseBlock() }
            } else {
                parseStatement()
            }
        }
    }

    /// Reads an expression up to what ends it: an `else` too if it stands in place of a block.
    private mutating func parseStatement(asBlock: Bool = false) {
        let start = current.range.lowerBound
        let first = position
        parseExpression()
        emit(.statementEnd, range(from: start))
        if isAtEnd || current.symbol == .semicolon || current.symbol == .closeBrace { return }
        if asBlock || lacksBrace, elseLength != nil { return }
        switch current.kind {
        case .invalid:
            synchronize()
        case .symbol(let symbol):
            if position > first { reportUnexpected(symbol) }
            synchronize()
        default:
            reportMissingSeparator()
            // A word may begin the next statement; another literal does not.
            if current.word == nil { synchronize() }
        }
    }

    private mutating func reportUnexpected(_ symbol: EventSymbol) {
        if symbol == .closeParenthesis || symbol == .closeBracket {
            report(.strayCloser(symbol.rawValue), at: current.range)
        } else {
            report(.unexpected(found), at: current.range)
        }
    }

    private mutating func reportMissingSeparator() {
        // Between an assignment or call and the next one, a semicolon is all that can be missing.
        var isWhole = false
        if isAtStatement(), let last = tree.nodes.dropLast().last?.kind {
            switch last {
            case .call, .binary(.assign): isWhole = true
            default: break
            }
        }
        report(
            .expectedSeparator(found),
            at: current.range,
            fixIt: "insert ';'",
            edits: isWhole ? [.init(inserting: ";", at: previousEnd)] : []
        )
    }

    /// Whether what follows begins with a word and is an assignment, a call or a condition.
    private mutating func isAtStatement() -> Bool {
        guard let word = current.word else { return false }
        if word == "if" { return true }
        var place = position + 1
        while place + 1 < tokens.count {
            switch tokens[place].symbol {
            case .point where tokens[place + 1].word != nil: place += 2
            case .openBracket:
                guard let end = closingBrackets[place] else { return false }
                place = end + 1
            case .assign, .plusAssign, .minusAssign, .timesAssign, .divideAssign, .remainderAssign, .openParenthesis:
                return true
            default: return false
            }
        }
        return false
    }

    /// Returns a statement of other languages that begins here.
    private mutating func isForeignStatement(_ word: String) -> Bool {
        switch word {
        case "while", "for", "switch":
            guard next.symbol == .openParenthesis, let end = closingParentheses[position + 1] else { return false }
            return end + 1 < tokens.count && tokens[end + 1].symbol == .openBrace
        case "do": return next.symbol == .openBrace
        case "var", "let", "const", "function": return next.word != nil
        case "return":
            switch next.symbol {
            case .point, .openBracket, .assign, .plusAssign, .minusAssign, .timesAssign, .divideAssign,
                .remainderAssign:
                return false
            default: return true
            }
        case "break", "continue":
            return next.symbol == .semicolon || next.symbol == .closeBrace || next.kind == .end
        default: return false
        }
    }

    private mutating func skipForeignStatement() {
        advance()
        if current.symbol == .openParenthesis {
            // The semicolons of `for (…; …; …)` end no statement.
            var open = 0
            repeat {
                if current.symbol == .openParenthesis { open += 1 }
                if current.symbol == .closeParenthesis { open -= 1 }
                advance()
            } while open > 0 && !isAtEnd
        }
        synchronize()
    }
}

// MARK: - If

extension EventParser {
    private mutating func parseIf() {
        let start = current.range
        emit(.ifBegin, start)
        advance()
        parseCondition()
        parseBlock(isLast: false)
        var hasElse = false
        while let length = elseLength, !hasElse || !lacksBrace {
            let word = current.range.lowerBound..<tokens[position + length - 1].range.upperBound
            let isLast = length == 1 && current.word == "else"
            if hasElse {
                report(.secondElse, at: word)
            }
            for _ in 0..<length { advance() }
            emit(.armEnd(hasNext: true), word)
            if isLast { hasElse = true } else { parseCondition() }
            parseBlock(isLast: isLast)
        }
        emit(.armEnd(hasNext: false), range(from: start.lowerBound))
        emit(.ifEnd, range(from: start.lowerBound))
    }

    /// The number of tokens of `else`, `elseif` or `else if` when one stands here.
    var elseLength: Int? {
        switch current.word {
        case "elseif": 1
        case "else": next.word == "if" ? 2 : 1
        default: nil
        }
    }

    /// Whether the `}` of the block that is being read is missing before an `else`.
    private var lacksBrace: Bool {
        mutating get { mayHaveElse && elseLength != nil && braces.missing > 0 }
    }

    private mutating func parseCondition() {
        let opener = current.range
        if take(.openParenthesis) {
            parseExpression()
            if !expect(.closeParenthesis, closing: opener, .openParenthesis) { skipToBlock() }
        } else {
            let start = current.range.lowerBound
            if current.symbol == .openBrace || isAtEnd {
                report(.expectedCondition, at: current.range)
                emit(.invalid, current.range)
            } else {
                let count = problems.count
                parseExpression()
                let isPlain = current.symbol == .openBrace && problems.count == count
                report(
                    .expectedCondition,
                    at: start..<max(start, previousEnd),
                    fixIt: "put it in parentheses",
                    edits: isPlain ? [.init(inserting: "(", at: start), .init(inserting: ")", at: previousEnd)] : []
                )
            }
        }
        emit(.condition, lastRange)
    }

    /// Goes to the block of a condition that could not be read to its end.
    private mutating func skipToBlock() {
        while !isAtEnd, ![.openBrace, .semicolon, .closeBrace].contains(current.symbol) { advance() }
    }

    private mutating func parseBlock(isLast: Bool = true) {
        let opener = current.range
        if current.symbol == .semicolon, next.symbol == .openBrace {
            report(
                .semicolonBeforeBlock,
                at: opener,
                fixIt: "remove ';'",
                edits: [.init(opener, with: "")]
            )
            advance()
            return parseBlock(isLast: isLast)
        }
        guard take(.openBrace) else { return parseNakedBlock() }
        let outer = mayHaveElse
        openBlocks += 1
        mayHaveElse = !isLast
        parseItems()
        openBlocks -= 1
        mayHaveElse = outer
        if !expect(.closeBrace, closing: opener, .openBrace) { braces.missing -= 1 }
    }

    /// Reads one statement in place of a block.
    private mutating func parseNakedBlock() {
        if current.kind == .invalid || (isAtEnd && isCut) { return }
        let place = current
        let start = position
        let count = problems.count
        let isStatement = place.word != nil && place.word != "if" && elseLength == nil
        if isStatement { parseStatement(asBlock: true) }
        let isPlain = isStatement && problems.count == count && position > start
        let end = previousEnd
        // With one `}` too many, the `{` alone is missing, perhaps of more than this statement.
        let isClosed = isPlain && takeStrayBrace()
        let isCertain = isPlain && (isClosed || braces.lastStray < position)
        report(
            .expectedBlock(describe(place)),
            at: place.range,
            fixIt: isClosed ? "insert '{'" : "put the statement in braces",
            edits: isCertain
                ? [.init(inserting: "{", at: place.range.lowerBound)]
                    + (isClosed ? [] : [.init(inserting: "}", at: end)]) : []
        )
        guard !isStatement, elseLength == nil else { return }
        skipToBlock()
        if current.symbol == .openBrace { nested { $0.parseBlock() } }
    }

    /// Steps over a `}` that closes nothing, if it ends the statement that was read.
    private mutating func takeStrayBrace() -> Bool {
        let isNext = current.symbol == .closeBrace || (current.symbol == .semicolon && next.symbol == .closeBrace)
        guard isNext, openBlocks == 0 else { return false }
        _ = take(.semicolon)
        advance()
        return true
    }

    private mutating func parseStrayElse() {
        report(.strayElse, at: current.range)
        if current.word == "else" { advance() }
        switch current.word {
        case "if", "elseif": nested { $0.parseIf() }
        default:
            if current.symbol == .openBrace { nested { $0.parseBlock() } } else { synchronize() }
        }
    }

    /// A sign directly after a block is taken for a subtraction.
    private mutating func checkMinusAfterBlock() {
        guard current.symbol == .minus else { return }
        report(
            .minusAfterBlock,
            at: current.range,
            fixIt: "insert ';'",
            edits: [.init(inserting: ";", at: previousEnd)]
        )
    }
}
