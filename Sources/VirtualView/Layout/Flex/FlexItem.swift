/// A child of a `FlexLayout` while its place is found.
///
/// Main and cross lengths are those of its frame.
struct FlexItem {
    let box: LayoutBox.Pointer
    /// The place among the children, for those of the same order.
    let number: Int
    var base = 0.0
    /// The base within the bounds.
    var hypothetical = 0.0
    var leastMain = 0.0
    var leastCross = 0.0
    var main = 0.0
    var cross = 0.0
    var isFrozen = false
    /// How far the last try was from the bounds.
    var violation = 0.0
    /// From the edge where lines begin to the line that texts stand on.
    var baseline = 0.0
    var align = AlignItems.flexStart
}

/// A line of a `FlexLayout`.
struct FlexLine {
    var first: Int
    var end: Int
    var cross = 0.0
    var position = 0.0
    /// From the start of the line to the line that texts stand on.
    var baseline = 0.0
}

/// Room for the items and lines of the flex layouts that are being solved, one behind the other.
struct FlexScratch {
    var items: [FlexItem] = []
    var lines: [FlexLine] = []
}

/// The sizes that a box was found to have in some rooms, each as if nothing had been measured before.
struct FreshCalls {
    struct Call {
        var room = LayoutSize.zero
        /// The sides that were given; not a number for those that were not.
        var given = LayoutSize.zero
        var result = LayoutSize.zero
    }

    private var calls = (Call(), Call(), Call(), Call())
    private var count = 0
    private var oldest = 0

    mutating func removeAll() {
        count = 0
        oldest = 0
    }

    func result(_ room: LayoutSize, _ given: LayoutSize) -> LayoutSize? {
        if count > 0, Self.matches(calls.0, room, given) { return calls.0.result }
        if count > 1, Self.matches(calls.1, room, given) { return calls.1.result }
        if count > 2, Self.matches(calls.2, room, given) { return calls.2.result }
        if count > 3, Self.matches(calls.3, room, given) { return calls.3.result }
        return nil
    }

    mutating func keep(_ call: Call) {
        switch oldest {
        case 0: calls.0 = call
        case 1: calls.1 = call
        case 2: calls.2 = call
        default: calls.3 = call
        }
        oldest = (oldest + 1) % 4
        count = min(4, count + 1)
    }

    private static func matches(_ call: Call, _ room: LayoutSize, _ given: LayoutSize) -> Bool {
        call.room.isSame(as: room) && call.given.isSame(as: given)
    }
}
