/// The entries of a list and the live items for those in its window.
///
/// Invariants, whenever none of its methods runs:
/// - `live` holds one place for each entry from `liveStart`; a place is empty if its entry has no item yet, or none at all.
/// - An item is in `live` or in `pool`. A live one shows its entry's data, and is a child of the list's node.
/// - The state of an entry is kept in `entries` if it has no live item, else in the item.
final class WindowedList {
    /// An entry and the place of its item on the screen.
    struct Anchor {
        var index: Int
        /// The distance from the start of the visible part to that of the item.
        var distance: Double
    }

    /// What the layout of items depends on.
    struct Measures: Equatable {
        let size: LayoutSize
        let paddings: LayoutRect
        let numbers: LayoutRect
        let isVertical: Bool
        let columns: Int
        let textScale: Double
    }

    /// The node that the list belongs to, and that keeps it alive.
    unowned(unsafe) let node: ItemContainerNode
    let context: TreeContext
    var entries = ListEntries()
    var live: [ListItem?] = []
    var liveStart = 0
    var pool: [[ListItem]] = []
    var types = ListTypes()

    /// The item that keeps its place on the screen at the next filling; `nil` for the first visible one.
    var anchor: Anchor?
    /// Whether the next filling shows the end.
    var showsEnd = false
    /// The entry to whose start somebody may scroll next.
    var askedEntry: Int?
    /// How often somebody scrolled, but for the list itself.
    private(set) var scrollCount = 0
    /// Whether the user scrolls to larger offsets.
    private(set) var isForward = true
    var isFilling = false
    /// Where somebody else scrolled to during a filling.
    var askedOffset: LayoutPoint?
    var measures: Measures?
    /// Counts the changes of `measures`.
    var measuresNumber = 0
    /// Whether entries or measures changed since the last filling.
    var isChanged = true
    /// Whether the last filling or measuring had no room for more nodes.
    var isFull = false
    /// The length of the visible part.
    var viewport = 0.0
    /// The distance from the list's start to the first item, and from the last item to the end.
    var lead = 0.0
    var trail = 0.0
    /// The part of the content for which all items are live.
    var covered: ClosedRange<Double>?

    init(_ node: ItemContainerNode, in tree: NodeTree) {
        self.node = node
        context = tree.context
    }
}

// MARK: - Scrolling

extension WindowedList {
    /// The distance by which the content is scrolled along the main axis.
    var offset: Double {
        let offset = isVertical ? node.scrollOffset.y : node.scrollOffset.x
        return offset.isFinite ? offset : 0
    }

    var isVertical: Bool { measures?.isVertical ?? true }

    /// The length of the whole content, by what is known now.
    var contentLength: Double { lead + entries.length + trail }

    /// The distance by which the content can be scrolled.
    var longestOffset: Double { max(0, contentLength - viewport) }

    /// Returns the item that is first in the visible part when the content is scrolled by a distance.
    private func firstItem(at offset: Double) -> Anchor {
        // Without an estimate nothing has a length yet.
        guard offset > lead, entries.hasLengths else { return Anchor(index: 0, distance: lead - offset) }
        let (index, start) = entries.entry(at: offset - lead)
        return Anchor(index: index, distance: lead + start - offset)
    }

    /// The first item at its place at the present offset.
    var startAnchor: Anchor { Anchor(index: 0, distance: lead - offset) }

    /// The lengths after and before the visible part for which there may be items.
    var reach: (after: Double, before: Double) {
        let window = context.listWindow ?? ListWindow()
        return isForward
            ? (viewport * window.ahead, viewport * window.behind) : (viewport * window.behind, viewport * window.ahead)
    }

    /// Returns the first visible item and its place, by what is known now; `nil` if the list shows its start.
    func currentAnchor() -> Anchor? {
        if let anchor { return anchor }
        guard offset > 0, entries.count > 0, measures != nil else { return nil }
        return firstItem(at: offset)
    }

    /// Whether the list shows the end of its content, or was not laid out yet.
    var isAtEnd: Bool {
        measures == nil || offset + viewport >= contentLength - 0.5
    }

    /// Whether the next filling shows the end, because it was asked for or the last item of a list that stays there is seen.
    var staysAtEnd: Bool {
        if showsEnd { return true }
        return node.isAnchoredAtEnd && anchor == nil && measures != nil && entries.hasLengths && !live.isEmpty
            && liveRange.upperBound == entries.count && abs(longestOffset - offset) < 0.5
    }

    /// Notes that the node is scrolled by another distance than before.
    func offsetDidChange(from old: LayoutPoint) {
        guard !isFilling else {
            askedOffset = node.scrollOffset
            return
        }
        scrollCount += 1
        let before = isVertical ? old.y : old.x
        if offset != before { isForward = offset > before }
        let kept = anchor
        anchor = nil
        showsEnd = false
        let asked = askedEntry.flatMap {
            $0 < entries.count && limited(position(of: $0)) == node.scrollOffset ? $0 : nil
        }
        askedEntry = nil
        if let covered, covered.contains(offset), covered.contains(offset + viewport) { return }
        if let asked {
            // Its place may be estimated too, and beyond the end as far as that is known.
            anchor = Anchor(index: asked, distance: 0)
        } else if offset > 0, abs(offset - before) <= viewport, before.isFinite, entries.count > 0 {
            // What is seen moves with the finger, though the lengths of what comes into view are only estimated.
            let seen = kept ?? firstItem(at: before)
            anchor = Anchor(index: seen.index, distance: seen.distance - (offset - before))
        }
        // Without a length nobody knows yet where the end is.
        showsEnd =
            measures != nil && entries.hasLengths && anchor == nil && offset > 0 && offset >= contentLength - viewport
        node.invalidate(.childLayout)
    }

    /// Scrolls a list that is shown for other data to where it was then.
    ///
    /// - Parameters:
    ///   - offset: The distance; `nil` for a list that was never scrolled.
    ///   - anchor: The first visible entry.
    func restore(offset: LayoutPoint?, anchor: Anchor?) {
        node.scrollOffset = offset ?? .zero
        // The visible part may be larger than it was then.
        isChanged = true
        self.anchor = anchor
        showsEnd = offset == nil && node.isAnchoredAtEnd
        node.invalidate(.childLayout)
    }

    /// Returns where an entry's item starts in the content, as a point.
    func start(of index: Int) -> LayoutPoint {
        isVertical ? LayoutPoint(x: 0, y: position(of: index)) : LayoutPoint(x: position(of: index), y: 0)
    }

    /// Returns the next distance to scroll at which the content fills the visible part.
    func limited(_ offset: Double) -> LayoutPoint {
        let limited = min(max(0, offset), longestOffset)
        return isVertical ? LayoutPoint(x: 0, y: limited) : LayoutPoint(x: limited, y: 0)
    }

    /// Returns where an entry's item starts in the content.
    func position(of index: Int) -> Double {
        lead + entries.start(of: index)
    }
}
