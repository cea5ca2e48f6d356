// Assembles and parts.

extension AssembleParser {
    /// What an assemble stands in.
    enum Surroundings {
        case nothing, part, other
    }

    /// Reads the assemble at the position, which is a `{`.
    mutating func parseBlock(in surroundings: Surroundings = .other) -> AssembleBlock {
        let opener = foundSpan
        let comments = takeComments()
        guard enter() else { return emptyBlock(opener) }
        defer { depth -= 1 }
        advance()
        var isDamaged = false
        let head = parseHead(after: opener, isDamaged: &isDamaged)
        var block = AssembleBlock(opener: opener, closer: opener.end, head: head)
        block.isDamaged = isDamaged
        block.comments = comments
        skipTrivia()
        if next == UInt8(ascii: "(") {
            let list = parseList()
            if !takePart(of: list, to: &block, in: surroundings) { block.attributes = list }
        }
        parseParts(of: &block, in: surroundings)
        block.comments += takeComments()
        return block
    }

    /// Counts a bracket or brace that is opened; reports if there are too many and stops the reading.
    private mutating func enter() -> Bool {
        guard depth < Self.maximumDepth else {
            reports.add(.tooDeep(Self.maximumDepth), at: foundSpan)
            stop()
            return false
        }
        depth += 1
        return true
    }

    private func emptyBlock(_ opener: SourceSpan) -> AssembleBlock {
        let head = AssembleBlock.Head(axis: .horizontal, alignment: .center, span: opener)
        var block = AssembleBlock(opener: opener, closer: opener.end, head: head)
        block.isDamaged = true
        return block
    }

    private mutating func parseHead(after opener: SourceSpan, isDamaged: inout Bool) -> AssembleBlock.Head {
        skipTrivia()
        let range = position..<endOfName(at: position)
        guard !range.isEmpty else {
            isDamaged = true
            if !isAtEnd { reports.add(.missingHead(found), at: foundSpan) }
            return AssembleBlock.Head(axis: .horizontal, alignment: .center, span: opener)
        }
        let word = text(range)
        advance(range.count)
        if let (axis, alignment) = Self.head(word) {
            return AssembleBlock.Head(axis: axis, alignment: alignment, span: span(range))
        }
        isDamaged = true
        let lower = word.lowercased()
        let fixIts = Self.head(lower) == nil ? [] : [reports.replacement(span(range), with: lower)]
        reports.add(.badHead(word), at: span(range), fixIts: fixIts)
        return AssembleBlock.Head(axis: .horizontal, alignment: .center, span: span(range))
    }

    /// Whether a `{` and a head follow.
    var isAtBlock: Bool {
        guard next == UInt8(ascii: "{") else { return false }
        let start = endOfSpace(at: position + 1)
        return Self.head(text(start..<endOfName(at: start))) != nil
    }

    private static func head(_ word: String) -> (AssembleAxis, AssembleEdge)? {
        let letters = Array(word.utf8)
        guard letters.count == 2 else { return nil }
        let axes: [UInt8: AssembleAxis] = [UInt8(ascii: "h"): .horizontal, UInt8(ascii: "v"): .vertical]
        let edges: [UInt8: AssembleEdge] = [
            UInt8(ascii: "c"): .center, UInt8(ascii: "l"): .left, UInt8(ascii: "r"): .right, UInt8(ascii: "t"): .top,
            UInt8(ascii: "b"): .bottom,
        ]
        guard let axis = axes[letters[0]], let edge = edges[letters[1]] else { return nil }
        return (axis, edge)
    }

    /// Reads what follows the head, up to and with the closing brace.
    private mutating func parseParts(of block: inout AssembleBlock, in surroundings: Surroundings) {
        var mayTakeComma = !block.parts.isEmpty
        while true {
            skipTrivia()
            guard !isAtEnd else {
                // With other brackets that are open, or other errors, it is not certain where each is missing.
                let others = [block.attributes?.closer, block.parts.last?.closer]
                let isAlone = surroundings == .nothing && !block.isDamaged && !others.contains { $0?.isEmpty == true }
                let fixIts = isAlone ? [reports.insertion("}", at: spanAfterLast)] : []
                if !isExplained { reports.add(.unclosed("{"), at: block.opener, fixIts: fixIts) }
                block.isDamaged = true
                return
            }
            let tookComma = mayTakeComma
            mayTakeComma = false
            switch next {
            case UInt8(ascii: "}"):
                block.closer = foundSpan
                advance()
                return
            case UInt8(ascii: "["):
                block.parts.append(parsePart())
                mayTakeComma = true
            case UInt8(ascii: ","):
                if !tookComma { reportStrayComma() }
                advance()
            case UInt8(ascii: "{"):
                block.parts.append(parseNakedBlock(in: surroundings, isDamaged: block.isDamaged))
                block.isDamaged = true
                mayTakeComma = true
            case UInt8(ascii: "("):
                if parseLateList(of: &block, in: surroundings) { return }
                mayTakeComma = byte(at: lastEnd - 1) == UInt8(ascii: "]")
            case UInt8(ascii: "]") where lacksBrace(in: surroundings):
                return closeEarly(&block, at: spanAfterLast, before: "]")
            case UInt8(ascii: "]"), UInt8(ascii: ")"):
                reportUnmatched()
                block.isDamaged = true
            default:
                reports.add(.unexpectedInBlock(found), at: foundSpan)
                block.isDamaged = true
                skipRun()
            }
        }
    }

    mutating func reportStrayComma() {
        let removal = Diagnostic.FixIt("remove ','", [reports.edit(foundSpan, "")])
        reports.add(.strayComma, at: foundSpan, fixIts: [removal])
    }

    private mutating func reportUnmatched() {
        reports.add(.unmatched(next == UInt8(ascii: "]") ? "]" : ")"), at: foundSpan)
        advance()
    }

    /// Reads an assemble that stands in an assemble without brackets, or without the opening one.
    private mutating func parseNakedBlock(in surroundings: Surroundings, isDamaged: Bool) -> AssemblePart {
        let opener = foundSpan
        let isDoubled = byte(at: lastEnd - 1) == UInt8(ascii: "{")
        // The bracket that is missing counts too.
        depth += 1
        defer { depth -= 1 }
        let block = parseBlock()
        skipTrivia()
        var fixIts: [Diagnostic.FixIt] = []
        if next == UInt8(ascii: "]"), !lacksBrace(in: surroundings) {
            // What was not understood before it may belong to the part.
            if !isDamaged { fixIts = [reports.insertion("[", at: opener.start)] }
            advance()
        } else if next != UInt8(ascii: "("), !block.closer.isEmpty, !isDoubled {
            let edits = [reports.edit(opener.start, "["), reports.edit(block.closer.end, "]")]
            fixIts.append(Diagnostic.FixIt("wrap in '[ ]'", edits))
        }
        reports.add(.nakedBlock, at: opener, fixIts: fixIts)
        return AssemblePart(opener: opener, closer: block.closer, block: block)
    }

    /// Returns whether the brace of an assemble can be missing before what belongs to the part around it.
    mutating func lacksBrace(in surroundings: Surroundings) -> Bool {
        surroundings == .part && (isExplained || missingBraces > 0)
    }

    /// Ends an assemble at what belongs to the part around it.
    private mutating func closeEarly(_ block: inout AssembleBlock, at end: SourceSpan, before found: Character) {
        missingBraces -= 1
        block.closer = end
        block.isDamaged = true
        guard !isExplained else { return }
        // A bracket right behind another may as well be one too many, and a brace without a head.
        let isDoubled = found == "]" && byte(at: position - 1) == UInt8(ascii: "]")
        let hasHead = block.head.span.offsets != block.opener.offsets
        let fixIts = isDoubled || !hasHead ? [] : [reports.insertion("}", at: end)]
        reports.add(.unclosed("{", before: found), at: block.opener, fixIts: fixIts)
    }

    /// Reads attributes of an assemble that stand elsewhere than right after the head.
    ///
    /// - Returns: Whether they are those of the part around it, and the assemble ended before them.
    private mutating func parseLateList(of block: inout AssembleBlock, in surroundings: Surroundings) -> Bool {
        let place = foundSpan
        let end = spanAfterLast
        let list = parseList()
        if takePart(of: list, to: &block, in: surroundings) { return false }
        if !block.parts.isEmpty, next == UInt8(ascii: "]"), lacksBrace(in: surroundings) {
            closeEarly(&block, at: end, before: "(")
            listOfPart = list
            return true
        }
        if let first = block.attributes {
            reports.add(.secondList, at: place, fixIts: joining(first, list))
        } else {
            reports.add(.lateAttributes, at: place)
        }
        Self.add(list, to: &block.attributes)
        block.isDamaged = true
        return false
    }

    /// Adds the attributes of a list to those that a part or an assemble has.
    private static func add(_ list: AssembleAttributeList, to known: inout AssembleAttributeList?) {
        var all = list
        // The items move, so that many lists cost one pass.
        all.items = known?.items ?? []
        known = nil
        all.items += list.items
        known = all
    }

    /// Returns the fix-it that makes one list of two neighbours.
    private func joining(_ first: AssembleAttributeList, _ second: AssembleAttributeList) -> [Diagnostic.FixIt] {
        guard !first.closer.isEmpty, !second.closer.isEmpty, !first.items.isEmpty, !second.items.isEmpty,
            endOfSpace(at: first.closer.offsets.upperBound) == second.opener.offsets.lowerBound
        else { return [] }
        let gap = span(first.closer.offsets.lowerBound..<second.opener.offsets.upperBound)
        return [Diagnostic.FixIt("join the lists", [reports.edit(gap, ", ")])]
    }
}

// MARK: - Parts

extension AssembleParser {
    /// Reads the part at the position, which is a `[`.
    mutating func parsePart() -> AssemblePart {
        let opener = foundSpan
        var part = AssemblePart(opener: opener, closer: opener.end)
        part.comments = takeComments()
        guard enter() else {
            part.isDamaged = true
            return part
        }
        defer { depth -= 1 }
        advance()
        while parseItem(of: &part) {}
        part.comments += takeComments()
        return part
    }

    /// Reads one thing of a part.
    ///
    /// - Returns: Whether the part continues.
    private mutating func parseItem(of part: inout AssemblePart) -> Bool {
        skipTrivia()
        guard !isAtEnd else {
            if !isExplained { reports.add(.unclosed("["), at: part.opener) }
            part.isDamaged = true
            return false
        }
        switch next {
        case UInt8(ascii: "]"):
            part.closer = foundSpan
            advance()
            return false
        case UInt8(ascii: "["), UInt8(ascii: "}"):
            closeEarly(&part)
            return false
        case UInt8(ascii: "("): parseList(of: &part)
        case UInt8(ascii: "{"): parseBlock(of: &part)
        case UInt8(ascii: ","):
            reportStrayComma()
            advance()
        case UInt8(ascii: ")"):
            reportUnmatched()
            part.isDamaged = true
        case _ where isAtSplice:
            parseSplice(of: &part)
        case _ where endOfName(at: position) > position:
            parseName(of: &part)
        default:
            reports.add(.unexpectedInPart(found), at: foundSpan)
            part.isDamaged = true
            skipRun()
        }
        return true
    }

    /// Ends a part at a `[` or `}` that cannot belong to it.
    private mutating func closeEarly(_ part: inout AssemblePart) {
        if !isExplained { reportUnclosed(part) }
        part.closer = spanAfterLast
        part.isDamaged = true
        // Nothing encloses the root, so the text after it is already explained by this report.
        if depth == 1 { stop() }
    }

    private mutating func reportUnclosed(_ part: AssemblePart) {
        // What is wrong may be that the content or the brace before a head is missing, or another sign too much.
        let isEmpty = part.name == nil && part.splice == nil && part.block == nil && part.attributes == nil
        let isCertain = !isEmpty && !part.isDamaged && part.name?.name.flatMap(Self.head) == nil
        let isOpen = next == UInt8(ascii: "[") || missingBraces >= 0
        let fixIts = isCertain && isOpen ? [reports.insertion("]", at: spanAfterLast)] : []
        guard next == UInt8(ascii: "[") else {
            return reports.add(.unclosed("[", before: "}"), at: part.opener, fixIts: fixIts)
        }
        reports.add(.partInPart, at: foundSpan, noteAt: part.opener, fixIts: fixIts)
    }

    private mutating func parseList(of part: inout AssemblePart) {
        let place = foundSpan
        let list = parseList()
        if let first = part.attributes {
            reports.add(.secondList, at: place, fixIts: joining(first, list))
            part.isDamaged = true
        }
        Self.add(list, to: &part.attributes)
    }

    private mutating func parseBlock(of part: inout AssemblePart) {
        let place = foundSpan
        let block = parseBlock(in: .part)
        if let list = listOfPart { Self.add(list, to: &part.attributes) }
        listOfPart = nil
        guard let first = part.block else {
            part.block = block
            return
        }
        reports.add(.secondBlock, at: place, noteAt: first.opener)
        part.isDamaged = true
    }

    private mutating func parseName(of part: inout AssemblePart) {
        let reference = AssembleReference(name: text(foundSpan.offsets), span: foundSpan)
        advance(reference.span.offsets.count)
        guard let first = part.name else {
            part.name = reference
            return
        }
        reports.add(.secondName(reference.name ?? ""), at: reference.span, noteAt: first.span)
        part.isDamaged = true
    }

    private mutating func parseSplice(of part: inout AssemblePart) {
        let reference = parseSplice()
        guard let first = part.splice else {
            part.splice = reference
            if reference.name == nil { part.isDamaged = true }
            return
        }
        reports.add(.secondSplice, at: reference.span, noteAt: first.span)
        part.isDamaged = true
    }
}
