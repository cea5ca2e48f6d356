import VirtualViewFormat

/// What a host does with its views to show the next display list, in this order.
package struct ViewUpdate {
    /// What is different about a view.
    package struct Change: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Its frame.
        package static let frame = Change(rawValue: 1)
        /// What it shows.
        package static let content = Change(rawValue: 2)
        /// Everything.
        package static let all: Change = [.frame, .content]
    }

    /// One view that is shown.
    package struct Step {
        /// The number of the view.
        package var view: Int
        /// Whether to put the view into its parent: it is not there, or not at its place.
        package var isPlaced = false
        /// Whether the view showed something else before, or nothing.
        package var isNew = false
        /// The number of the view that it is inside of.
        package var parent: Int
        /// What is different about it.
        package var change: ViewUpdate.Change = []
        /// What it shows.
        package var piece: ViewPiece
        /// The place of the item in the display list.
        package var item: Int
    }

    /// The numbers of the views to forget.
    package var dropped: [Int] = []
    /// The numbers of the views to take out of their parents; most get another place by one of the steps.
    package var detached: [Int] = []
    /// The views that are shown; a parent stands before what is inside of it, and what is behind before what is in front.
    package var steps: [ViewUpdate.Step] = []
}

extension ViewUpdate.Change {
    fileprivate static func isOtherContent(_ old: ViewPiece, _ new: ViewPiece) -> Bool {
        // Images with names that are equivalent in Unicode are two, as files with such names are.
        if let image = old.content.imageSource, let other = new.content.imageSource, !image.hasSameBytes(as: other) {
            return true
        }
        return old.content != new.content || old.itemFrame != new.itemFrame || old.frame.size != new.frame.size
            || old.isRightToLeft != new.isRightToLeft
    }

    init(from old: ViewPiece, to new: ViewPiece) {
        self = []
        if old.frame != new.frame { insert(.frame) }
        if Self.isOtherContent(old, new) { insert(.content) }
    }
}
