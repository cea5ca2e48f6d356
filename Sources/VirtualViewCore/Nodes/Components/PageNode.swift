import VirtualViewExpressions

/// A container of pages made from data: `Page`.
open class PageNode: ItemContainerNode {
    override class var languageComponent: String? { "Page" }

    /// The direction in which pages follow each other.
    public final var orientation: Orientation {
        get { self[.orientation] }
        set { self[.orientation] = newValue }
    }

    /// Whether pages turn by themselves.
    public final var autoSwitch: Bool {
        get { self[.autoSwitch] }
        set { self[.autoSwitch] = newValue }
    }

    /// Whether the user can turn pages.
    public final var canSlide: Bool {
        get { self[.canSlide] }
        set { self[.canSlide] = newValue }
    }

    /// The duration of the turn of a page, in milliseconds.
    public final var autoSwitchTime: Int32 {
        get { self[.autoSwitchTime] }
        set { self[.autoSwitchTime] = newValue }
    }

    /// The time for which a page stays, in milliseconds.
    public final var stayTime: Int32 {
        get { self[.stayTime] }
        set { self[.stayTime] = newValue }
    }

    /// The duration of the turn of a page on some clients, in milliseconds.
    public final var animatorTime: Int32 {
        get { self[.animatorTime] }
        set { self[.animatorTime] = newValue }
    }

    /// The speed of the turn of a page over time.
    public final var animatorStyle: AnimatorStyle {
        get { self[.animatorStyle] }
        set { self[.animatorStyle] = newValue }
    }

    /// The direction in which pages turn by themselves.
    public final var layoutOrientation: PageDirection {
        get { self[.layoutOrientation] }
        set { self[.layoutOrientation] = newValue }
    }

    /// The page that was last set, from 0; there may be fewer pages now.
    final var shownPage = 0

    /// Adds a copy of the last page before the first, and one of the first after the last, so that pages can be turned
    /// beyond both ends.
    override func shownEntries(_ entries: BindingArray) -> [Int] {
        guard let last = entries.indices.last else { return [] }
        return [last] + Array(entries.indices) + [0]
    }

    /// Returns `curPos` and `total`: the current page, and the number of pages.
    override func eventState(named name: String) -> EventValue? {
        switch name {
        case "curPos": .int(Int32(clamping: currentPage))
        case "total": .int(Int32(clamping: pageCount))
        default: super.eventState(named: name)
        }
    }

    override func scrollToStart() {
        super.scrollToStart()
        shownPage = 0
    }
}
