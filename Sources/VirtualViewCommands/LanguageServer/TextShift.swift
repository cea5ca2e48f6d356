/// Where the parts of a text are after edits: what stands before and behind them moves along.
struct TextShift: Hashable, Sendable {
    /// One edit: a part that was replaced, in the text as the edits before left it.
    private struct Edit: Hashable {
        var start: Int
        var end: Int
        var newCount: Int
    }

    /// The edits in their order; those beside each other are one.
    private var edits: [Edit] = []

    /// The number of edits apart from each other that are kept.
    static let limit = 100
    /// Whether there were more edits than are kept.
    var isFull: Bool { edits.count > Self.limit }

    /// Adds an edit of the text as it is now.
    mutating func replace(_ range: Range<Int>, count: Int) {
        guard !isFull else { return }
        if var last = edits.last {
            let lastEnd = last.start + last.newCount
            if range.lowerBound >= last.start, range.upperBound <= lastEnd {
                last.newCount += count - range.count
                edits[edits.count - 1] = last
                return
            }
        }
        edits.append(Edit(start: range.lowerBound, end: range.upperBound, newCount: count))
    }

    /// Returns where a place of the text as it is now was before the edits; `nil` if it is in what is new.
    func original(_ offset: Int) -> Int? {
        guard !isFull else { return nil }
        var offset = offset
        for edit in edits.reversed() where offset > edit.start {
            let newEnd = edit.start + edit.newCount
            if offset < newEnd { return nil }
            offset += edit.end - newEnd
        }
        return offset
    }

    /// Returns where a part of the text before the edits is; one that is gone is empty.
    func moved(_ range: Range<Int>) -> Range<Int> {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        for edit in edits {
            let change = edit.newCount - (edit.end - edit.start)
            // What is written right before or behind a part is none of it.
            if lower >= edit.end {
                lower += change
            } else if lower > edit.start {
                lower = edit.start + edit.newCount
            }
            if upper > edit.start { upper = upper >= edit.end ? upper + change : edit.start }
            upper = max(lower, upper)
        }
        return lower..<upper
    }
}
