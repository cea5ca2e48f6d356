import VirtualViewExpressions

/// The precedence of operators, the loosest first.
enum EventPrecedence: Int, Comparable {
    case compound, assignment, ternary, or, and, equality, relation, sum, product, sign

    static func < (lhs: EventPrecedence, rhs: EventPrecedence) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The next tighter one.
    var tighter: EventPrecedence { EventPrecedence(rawValue: rawValue + 1) ?? .sign }
}

extension EventSymbol {
    /// The operator between two values, if the sign is one.
    var binary: (precedence: EventPrecedence, opcode: Opcode)? {
        switch self {
        case .plus: (.sum, .add)
        case .minus: (.sum, .subtract)
        case .times: (.product, .multiply)
        case .divide: (.product, .divide)
        case .remainder: (.product, .remainder)
        case .greater: (.relation, .greater)
        case .less: (.relation, .less)
        case .greaterOrEqual: (.relation, .greaterOrEqual)
        case .lessOrEqual: (.relation, .lessOrEqual)
        case .equal: (.equality, .equal)
        case .notEqual: (.equality, .notEqual)
        case .and: (.and, .and)
        case .or: (.or, .or)
        case .assign: (.assignment, .assign)
        case .plusAssign: (.compound, .addAssign)
        case .minusAssign: (.compound, .subtractAssign)
        case .timesAssign: (.compound, .multiplyAssign)
        case .divideAssign: (.compound, .divideAssign)
        case .remainderAssign: (.compound, .remainderAssign)
        default: nil
        }
    }
}

extension EventParser {
    /// Reads an expression whose operators bind at least so tightly; exactly one value is pushed.
    ///
    /// `=` binds more tightly than `+=` and its siblings, so `a = b += c` is `(a = b) += c`.
    mutating func parseExpression(_ minimum: EventPrecedence = .compound) {
        let start = current.range.lowerBound
        parseUnary()
        while let symbol = current.symbol {
            if symbol == .question, minimum <= .ternary {
                parseTernary(from: start)
                continue
            }
            guard let (precedence, opcode) = symbol.binary, precedence >= minimum else { return }
            let mark = current.range
            if precedence <= .assignment {
                checkTarget(symbol)
                advance()
                nested { $0.parseExpression(precedence) }
            } else {
                advance()
                // The operator's right side is no deeper than the operator, so this does not recurse further.
                parseExpression(precedence.tighter)
            }
            emit(.binary(opcode), range(from: start), mark: mark)
        }
    }

    /// Reports a left side that cannot be assigned to.
    private mutating func checkTarget(_ symbol: EventSymbol) {
        guard let last = tree.nodes.last else { return }
        switch last.kind {
        case .path(_, _, .value), .invalid:
            break
        case .index:
            report(.elementAssignment, at: current.range)
        case .binary(.assign) where symbol != .assign:
            report(.compoundTarget, at: current.range)
        default:
            report(.assignmentTarget, at: current.range)
        }
    }

    // MARK: Ternary

    private mutating func parseTernary(from start: Int) {
        let question = current.range
        advance()
        let middle = current.range.lowerBound
        parseExpression(.or)
        if current.symbol == .question {
            parseNestedTernary(from: middle)
        } else if let (precedence, opcode) = current.symbol?.binary, precedence <= .assignment {
            let mark = current.range
            advance()
            nested { $0.parseExpression(.assignment) }
            emit(.binary(opcode), range(from: middle), mark: mark)
            reportMiddle(.assignmentInTernary, from: middle, mark: mark)
        }
        let mark = current.range
        if take(.colon) {
            nested { $0.parseExpression(.ternary) }
        } else {
            if current.kind != .invalid, !(isAtEnd && isCut) {
                report(.missingColon, at: current.range, noteAt: question)
            }
            emit(.invalid, current.range)
        }
        emit(.select, range(from: start), mark: mark)
    }

    private mutating func parseNestedTernary(from middle: Int) {
        let mark = current.range
        nested { $0.parseTernary(from: middle) }
        reportMiddle(.nestedTernary, from: middle, mark: mark)
    }

    private mutating func reportMiddle(
        _ message: EventMessage,
        from start: Int,
        mark: Range<Int>
    ) {
        report(
            message,
            at: mark,
            fixIt: "put it in parentheses",
            edits: current.symbol == .colon
                ? [.init(inserting: "(", at: start), .init(inserting: ")", at: previousEnd)] : []
        )
    }

    // MARK: Values

    private mutating func parseUnary() {
        let start = current.range.lowerBound
        guard let symbol = current.symbol, symbol == .minus || symbol == .not else { return parsePostfix() }
        let mark = current.range
        advance()
        let operand = current.range.lowerBound
        let isNotMinus = symbol == .not && current.symbol == .minus
        let sign = current.range
        nested { $0.parseUnary() }
        if isNotMinus {
            report(
                .notMinus,
                at: sign,
                fixIt: "put the value in parentheses",
                edits: [.init(inserting: "(", at: operand), .init(inserting: ")", at: previousEnd)]
            )
        }
        emit(.unary(symbol == .minus ? .negate : .not), range(from: start), mark: mark)
    }

    private mutating func parsePostfix() {
        let start = current.range.lowerBound
        parsePrimary()
        var hasSuffix = false
        while current.symbol == .point || current.symbol == .openBracket {
            hasSuffix = true
            emit(.base, range(from: start))
            if take(.point) {
                parsePath(from: start, isBased: true)
            } else {
                parseSubscript(from: start, names: tree.names.count..<tree.names.count, isBased: true)
            }
        }
        guard hasSuffix, current.symbol == .minus else { return }
        report(
            .minusAfterMember,
            at: current.range,
            fixIt: "put the value before it in parentheses",
            edits: [.init(inserting: "(", at: start), .init(inserting: ")", at: previousEnd)]
        )
    }

    private mutating func parsePrimary() {
        let token = current
        switch token.kind {
        case .int(let value):
            emit(.int(value), token.range)
        case .float(let value):
            emit(.float(value), token.range)
        case .string(let text):
            emit(.string(text), token.range)
        case .invalid:
            emit(.invalid, token.range)
        case .word("if"), .word("else"), .word("elseif"):
            return parseIfAsValue()
        case .word:
            return parsePath(from: token.range.lowerBound, isBased: false)
        case .symbol(.openParenthesis):
            return nested { $0.parseGroup() }
        case .symbol, .end:
            return reportOperand()
        }
        advance()
    }

    private mutating func parseIfAsValue() {
        report(.ifAsValue(current.word ?? ""), at: current.range)
        emit(.invalid, current.range)
        // Up to what ends the statement, or closes what the value stands in.
        var (signs, blocks) = (0, 0)
        while !isAtEnd {
            switch current.symbol {
            case .openParenthesis, .openBracket: signs += 1
            case .openBrace: blocks += 1
            case .closeParenthesis, .closeBracket:
                if signs == 0, blocks == 0 { return }
                signs = max(0, signs - 1)
            case .closeBrace:
                if blocks == 0 { return }
                blocks -= 1
            case .semicolon where blocks == 0: return
            default: break
            }
            advance()
        }
    }

    private mutating func parseGroup() {
        let opener = current.range
        advance()
        parseExpression()
        expect(.closeParenthesis, closing: opener, .openParenthesis)
        // The value's source includes its parentheses.
        guard let last = tree.nodes.popLast() else { return }
        emit(last.kind, range(from: opener.lowerBound), mark: last.mark)
    }

    private mutating func reportOperand() {
        emit(.invalid, current.range)
        if isAtEnd, isCut { return }
        let previous = position > 0 ? tokens[position - 1].symbol : nil
        guard let symbol = current.symbol, symbol.binary != nil || symbol == .comma || symbol == .colon else {
            return report(.expectedOperand(found, after: previous?.rawValue), at: current.range)
        }
        if let previous, previous == symbol, symbol == .plus || symbol == .minus {
            report(.doubledOperator(symbol.rawValue), at: current.range)
        } else if symbol == .assign, previous == .equal || previous == .notEqual {
            report(
                previous == .equal ? .tripleEquals : .tripleNotEquals,
                at: current.range,
                fixIt: "remove '='",
                edits: [.init(current.range, with: "")]
            )
        } else {
            let isSign = symbol == .plus
            report(isSign ? .noPrefixPlus : .expectedOperand(found, after: previous?.rawValue), at: current.range)
        }
        guard symbol.binary != nil else { return }
        advance()
        // The value after a stray operator, if there is one, belongs to the operator before it.
        if current.isOperand || current.kind == .invalid || current.symbol == .openParenthesis {
            tree.nodes.removeLast()
            nested { $0.parseExpression(.sign) }
        }
    }
}
