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
        /// The sides that were given; not a number for those that were not, -2 for one that wrapped whatever it says.
        var given = LayoutSize.zero
        var result = LayoutSize.zero
    }

    private var calls: [Call] = []
    private var oldest = 0
    /// How many are kept.
    ///
    /// Each level of nested layouts may ask its children in a few more rooms than the one above; with too few kept, every
    /// level would ask for all below it again.
    private static let capacity = 64

    mutating func removeAll() {
        calls.removeAll(keepingCapacity: true)
        oldest = 0
    }

    func result(_ room: LayoutSize, _ given: LayoutSize) -> LayoutSize? {
        for call in calls where Self.matches(call, room, given) { return call.result }
        return nil
    }

    mutating func keep(_ call: Call) {
        guard calls.count == Self.capacity else { return calls.append(call) }
        calls[oldest] = call
        oldest = (oldest + 1) % Self.capacity
    }

    private static func matches(_ call: Call, _ room: LayoutSize, _ given: LayoutSize) -> Bool {
        call.room.isSame(as: room) && call.given.isSame(as: given)
    }
}
