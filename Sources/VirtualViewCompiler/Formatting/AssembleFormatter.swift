/// Formats the tokens of an assemble source.
///
/// Brackets are on one line if they were and if they fit. Others are *broken*: what they hold is on lines of its own,
/// one level deeper, on the lines that the author chose. Around a part that holds nothing but one broken list or
/// assemble, two brackets share a line, as in `[(` and `)]`.
struct AssembleFormatter {
    private typealias Token = AssembleTokens.Token

    /// What is between two tokens.
    private enum Gap {
        case none
        case blank
        case line
    }

    /// A line that is to be written.
    private struct Line {
        let tokens: Range<Int>
        let level: Int
        /// The opener around the first token.
        let parent: Int?
    }

    private let source: SourceBytes
    private var tokens: [Token]
    private var text: FormattedText
    /// For each opener, whether there is a line end between it and its closer.
    private var isBroken: [Bool]
    /// For each opener of a broken part, whether its brackets share the lines of those inside.
    private var isHugging: [Bool]
    private var gaps: [Gap] = []

    init(_ source: SourceBytes, _ tokens: AssembleTokens) {
        self.source = source
        self.tokens = tokens.tokens
        text = FormattedText(tokens.breaks, source: source)
        isBroken = [Bool](repeating: false, count: tokens.tokens.count)
        isHugging = isBroken
        joinLines()
    }

    /// Formats the source.
    mutating func format() -> [UInt8] {
        for index in tokens.indices where tokens[index].breaks > 0 || hasLineEnd(index) {
            breakBrackets(around: index)
        }
        // Each round breaks the outermost of what does not fit, so there are not many.
        var lines = layOut()
        while breakLongLines(lines) { lines = layOut() }
        for line in lines { write(line) }
        text.endLine()
        return text.bytes
    }

    /// Removes the line ends that never stay, so that they break no brackets.
    private mutating func joinLines() {
        for index in tokens.indices.dropFirst() where tokens[index].breaks > 0 {
            let (before, token) = (tokens[index - 1], tokens[index])
            guard !before.isComment || !hasLineEnd(index - 1) else { continue }
            let isPair =
                switch token.kind {
                case .comma, .value, .equals: true
                case .opener: before.kind == .equals || (before.kind == .word && token.isOpener("("))
                case .word: before.kind == .definition
                default: false
                }
            if isPair { tokens[index].breaks = 0 }
        }
        if !tokens.isEmpty { tokens[0].breaks = 0 }
    }

    /// Returns whether a token, or what must follow it, has a line end.
    private func hasLineEnd(_ index: Int) -> Bool {
        tokens[index].kind == .lineComment || source.hasLineEnd(tokens[index].range)
    }

    /// Breaks the brackets around a place before a token.
    private mutating func breakBrackets(around index: Int) {
        var next = tokens[index].kind == .closer ? Optional(tokens[index].partner) : tokens[index].parent
        while let opener = next, !isBroken[opener] {
            isBroken[opener] = true
            next = tokens[opener].parent
        }
    }
}

extension AssembleTokens.Token {
    fileprivate func isOpener(_ byte: Unicode.Scalar) -> Bool { kind == .opener && first == UInt8(ascii: byte) }
}

// MARK: - Gaps

extension AssembleFormatter {
    /// Decides what is between the tokens, and divides them into lines.
    private mutating func layOut() -> [Line] {
        for index in tokens.indices where tokens[index].isOpener("[") { isHugging[index] = hugs(index) }
        gaps = tokens.indices.map { $0 == 0 ? .none : gap(before: $0) }
        var lines: [Line] = []
        var levels: [Int] = []
        var level = 0
        var start = 0
        var startLevel = 0
        func line(_ end: Int) {
            guard end > start else { return }
            let first = tokens[start]
            let parent = first.kind == .closer ? tokens[first.partner].parent : first.parent
            lines.append(Line(tokens: start..<end, level: startLevel, parent: parent))
        }
        for (index, token) in tokens.enumerated() {
            if token.kind == .closer { level = levels.popLast() ?? 0 }
            if gaps[index] == .line {
                line(index)
                (start, startLevel) = (index, level)
            }
            if token.kind == .opener {
                levels.append(level)
                if isBroken[index], !isHugging[index] { level += 1 }
            }
        }
        line(tokens.count)
        return lines
    }

    /// Returns whether the brackets of a part share the lines of those inside: all that it holds before them is on the
    /// line of its opener, and nothing follows them.
    private func hugs(_ opener: Int) -> Bool {
        guard isBroken[opener] else { return false }
        var index = opener + 1
        while index < tokens[opener].partner {
            let token = tokens[index]
            guard token.breaks == 0, !token.isComment else { return false }
            if token.kind == .opener {
                let isInnerBroken = isBroken[index]
                index = token.partner
                if isInnerBroken { return index + 1 == tokens[opener].partner && tokens[index + 1].breaks == 0 }
            }
            index += 1
        }
        return false
    }

    /// Returns what is before a token that is not the first.
    private func gap(before index: Int) -> Gap {
        let (before, token) = (tokens[index - 1], tokens[index])
        if before.kind == .lineComment || (before.isComment && source.hasLineEnd(before.range)) { return .line }
        let around = before.kind == .opener ? index - 1 : token.kind == .closer ? token.partner : token.parent
        guard let around else { return outermostGap(before: index) }
        if token.kind == .comma || token.kind == .value { return before.isComment ? .blank : .none }
        if isBroken[around], !isHugging[around], hasLine(before: index, in: around) { return .line }
        switch (before.kind, token.kind) {
        case (.opener, _) where before.first != UInt8(ascii: "{") || token.kind == .closer: return .none
        case (_, .closer) where token.first != UInt8(ascii: "}"): return before.isComment ? .blank : .none
        case (.word, .opener) where token.first == UInt8(ascii: "("): return .none
        default: return .blank
        }
    }

    /// Returns whether a token begins a line of the broken brackets around it.
    private func hasLine(before index: Int, in around: Int) -> Bool {
        let (before, token) = (tokens[index - 1], tokens[index])
        if token.kind == .closer { return true }
        // A comment stays behind what it was behind.
        if token.isComment { return token.breaks > 0 }
        if before.kind == .opener || token.breaks > 0 { return true }
        if before.kind == .word, token.isOpener("(") { return false }
        let last = tokens[lastCode(before: index)]
        switch tokens[around].first {
        case UInt8(ascii: "("): return false
        case UInt8(ascii: "{"):
            guard token.isOpener("[") else { return false }
            return last.kind == .word || last.first == UInt8(ascii: ")") || isWide(last) || isWide(token)
        default: return isWide(last) || isWide(token)
        }
    }

    /// Returns the index of the token before another that is neither a comment nor a comma.
    private func lastCode(before index: Int) -> Int {
        var last = index - 1
        while last > 0, tokens[last].isComment || tokens[last].kind == .comma { last -= 1 }
        return last
    }

    /// Returns whether a token opens or closes broken brackets.
    private func isWide(_ token: Token) -> Bool {
        switch token.kind {
        case .opener: isBroken[tokens[token.partner].partner]
        case .closer: isBroken[token.partner]
        default: false
        }
    }

    /// Returns what is before a token outside all brackets.
    private func outermostGap(before index: Int) -> Gap {
        let (before, token) = (tokens[index - 1], tokens[index])
        if token.breaks > 0 { return .line }
        if token.isComment || before.isComment { return .blank }
        return before.kind == .closer ? .line : .blank
    }
}

// MARK: - Long lines

extension AssembleFormatter {
    /// Breaks the lines that are too long.
    ///
    /// - Returns: Whether there was something to break.
    private mutating func breakLongLines(_ lines: [Line]) -> Bool {
        var isChanged = false
        // Which line a comment silences does not change.
        var isSilenced = false
        for line in lines {
            let silences = line.tokens.contains { isSilence(tokens[$0]) }
            if !isSilenced, !silences, width(of: line) > FormattedText.lineLength {
                isChanged = shorten(line) || isChanged
            }
            isSilenced = silences || (isSilenced && line.tokens.allSatisfy { tokens[$0].isComment })
        }
        return isChanged
    }

    private func isSilence(_ token: Token) -> Bool {
        guard token.isComment else { return false }
        var start = token.range.lowerBound + 2
        while XMLCharacters.isSpace(source[start]) { start += 1 }
        return source.has("vvc-ignore", at: start)
    }

    /// Returns the number of columns that a line takes up to its last token that is no comment.
    private func width(of line: Line) -> Int {
        var width = FormattedText.indentation(of: line.level)
        var result = width
        for index in line.tokens {
            if index > line.tokens.lowerBound, gaps[index] == .blank { width += 1 }
            width += self.width(of: tokens[index])
            if !tokens[index].isComment { result = width }
        }
        return result
    }

    private func width(of token: Token) -> Int {
        source.characterCount(token.range) + (token.kind == .value ? 1 : 0)
    }

    private mutating func shorten(_ line: Line) -> Bool {
        if fill(line) { return true }
        let opener = line.tokens.first { index in
            tokens[index].kind == .opener && !isBroken[index] && tokens[index].partner > index + 1
        }
        guard let opener else { return false }
        var broken = opener
        if tokens[opener].isOpener("[") {
            // A part with one pair of brackets shares its lines with them.
            let inner = (opener + 1..<tokens[opener].partner).filter {
                tokens[$0].kind == .opener && tokens[$0].parent == opener
            }
            if inner.count == 1, tokens[inner[0]].partner + 1 == tokens[opener].partner { broken = inner[0] }
        }
        if tokens[broken].partner == broken + 1 { broken = opener }
        tokens[broken + 1].breaks = max(1, tokens[broken + 1].breaks)
        breakBrackets(around: broken + 1)
        if tokens[broken].isOpener("{") {
            for index in broken + 1..<tokens[broken].partner
            where tokens[index].isOpener("[") && tokens[index].parent == broken {
                tokens[index].breaks = max(1, tokens[index].breaks)
            }
        }
        return true
    }

    /// Breaks a line where its last parts or attributes do not fit.
    ///
    /// - Returns: Whether there was a place.
    private mutating func fill(_ line: Line) -> Bool {
        guard let parent = line.parent else { return false }
        var isChanged = false
        var column = FormattedText.indentation(of: line.level)
        var start = line.tokens.lowerBound
        while start < line.tokens.upperBound {
            var end = start + 1
            while end < line.tokens.upperBound, !mayBreak(before: end, in: parent) { end += 1 }
            var width = 0
            for index in start..<end where !tokens[index].isComment {
                width += self.width(of: tokens[index]) + (index > start && gaps[index] == .blank ? 1 : 0)
            }
            if start > line.tokens.lowerBound {
                column += 1
                if column + width > FormattedText.lineLength {
                    tokens[start].breaks = 1
                    column = FormattedText.indentation(of: line.level)
                    isChanged = true
                }
            }
            column += width
            start = end
        }
        return isChanged
    }

    /// Returns whether a line may end before a token: between attributes, and between the parts of an assemble.
    private func mayBreak(before index: Int, in parent: Int) -> Bool {
        let token = tokens[index]
        guard token.parent == parent, gaps[index] == .blank else { return false }
        switch tokens[parent].first {
        case UInt8(ascii: "("): return token.kind == .word
        case UInt8(ascii: "{"): return token.isOpener("[")
        default: return token.kind == .opener || token.kind == .word
        }
    }
}

// MARK: - Writing

extension AssembleFormatter {
    private mutating func write(_ line: Line) {
        let first = line.tokens.lowerBound
        if first > 0 {
            let isOpened = tokens[first - 1].kind == .opener
            let isAfterBlank = tokens[first].breaks > 1 && !isOpened && tokens[first].kind != .closer
            text.beginLine(line.level, isAfterBlank: isAfterBlank)
        }
        for index in line.tokens {
            if index > first, gaps[index] == .blank { text.append(" ") }
            let token = tokens[index]
            if token.kind == .value { text.append(":") }
            if token.isComment {
                text.append(comment: token.range, of: source)
            } else {
                text.append(source, token.range)
            }
        }
    }
}
