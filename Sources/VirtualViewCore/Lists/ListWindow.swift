/// The part of a list for which there are live items.
///
/// A `Scroller` or `Slider` whose own size does not depend on its items makes items only for the entries that are
/// visible, and for those near them. Both numbers are lengths of the list's visible part: 1 is as much again as is seen.
public struct ListWindow: Hashable, Sendable {
    /// The length for which items are prepared in the direction in which the user scrolls.
    public var ahead: Double
    /// The length for which items are kept behind it.
    public var behind: Double

    /// Makes a window.
    ///
    /// - Parameters:
    ///   - ahead: The length ahead of the user, in lengths of the visible part.
    ///   - behind: The length behind, in lengths of the visible part.
    public init(ahead: Double = 1, behind: Double = 0.25) {
        self.ahead = ahead
        self.behind = behind
    }
}

extension Container {
    /// The part of a list for which there are live items; `nil` makes an item for every entry.
    ///
    /// It is on by default for templates of our own client. A change takes effect at the next layout.
    public var listWindow: ListWindow? {
        get { tree.context.listWindow }
        set {
            guard newValue != tree.context.listWindow else { return }
            tree.context.listWindow = newValue
            for node in tree.nodes where node is ItemContainerNode { node.invalidate(.ownSize) }
        }
    }

    /// Makes items ahead of the user, as an app does when it has time left in a frame.
    ///
    /// A call from within a callback of layout or while data is being shown does nothing, and neither does one before a
    /// layout that is necessary: that makes other items.
    ///
    /// - Parameter count: About how many items to make or to show other data in; those before one in two columns are
    ///   measured together, and what is visible is made anyway. Nothing is done for a count below 1.
    /// - Returns: Whether there are more items to prepare; `false` if the container must be laid out first, or the count is
    ///   below 1.
    /// - Complexity: O(*n*) in the number of live nodes, and that of making the items.
    @discardableResult
    public func prepareItemsAhead(_ count: Int = .max) -> Bool {
        guard !isBusy, !tree.context.changes.isApplying else { return true }
        guard !needsLayout, count > 0 else { return false }
        var rest = count
        measuring { tree.makingItems { rest = engine.fillWindowsAhead(rest) } }
        if needsLayout { layout(in: size) }
        return rest <= 0
    }
}
