import VirtualViewExpressions

// Paths, calls and elements.

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
                if current.kind == .invalid {
                    advance()
                } else {
                    report(.expectedName(found), at: current.range)
                }
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
