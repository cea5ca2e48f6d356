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
    public final var animatorStyle: PageNode.AnimatorStyle {
        get { self[.animatorStyle] }
        set { self[.animatorStyle] = newValue }
    }

    /// The direction in which pages turn by themselves.
    public final var layoutOrientation: PageNode.Direction {
        get { self[.layoutOrientation] }
        set { self[.layoutOrientation] = newValue }
    }

    /// The page that was last set, from 0; there may be fewer pages now.
    final var shownPage = 0 {
        didSet { pageOffset = nil }
    }
    /// The time at which the page turns by itself; `nil` until a host tells the time.
    final var turnTime: Double?
    /// The offset to which the node was scrolled for the page that was last set; `nil` until that is done.
    private final var pageOffset: LayoutPoint?
    /// How often it went to another page for other data, which nobody is to see as a turn.
    package private(set) final var startCount = 0

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

    /// The entries decide which items are copies, and so where pages are; a page that is gone does not come back by itself.
    override func entriesDidChange() {
        invalidate(.childLayout)
        let last = max(0, (lastEntries?.count ?? 0) - 1)
        if shownPage > last { shownPage = last }
    }

    override func scrollToStart() {
        super.scrollToStart()
        startCount += 1
        show(page: 0)
        turnTime = nil
    }

    /// Shows the page that another entry has.
    final func restore(page: Int) {
        if page != shownPage { startCount += 1 }
        show(page: page)
    }

    /// Shows a page from the next layout on, which scrolls to it.
    final func show(page: Int) {
        shownPage = page
        invalidate(.childLayout)
    }
}

// The current page of a `Page`, and the positions of its pages.

extension PageNode {
    /// The number of pages: of items that are not gone, without the copies at the ends.
    ///
    /// - Complexity: O(*n*) in the number of items.
    public final var pageCount: Int {
        items.count { $0.isLive } - leadingCopyCount - trailingCopyCount
    }

    /// The current page, from 0; turn it with ``Container/turn(_:to:)``.
    ///
    /// - Complexity: O(*n*) in the number of items.
    public final internal(set) var currentPage: Int {
        get { max(0, min(shownPage, pageCount - 1)) }
        set { shownPage = newValue }
    }

    /// The item of the current page; `nil` if there are no pages.
    final var currentItem: NodeTree? {
        guard pageCount > 0 else { return nil }
        var number = currentPage + leadingCopyCount
        for item in items where item.isLive {
            if number == 0 { return item }
            number -= 1
        }
        return nil
    }

    /// Returns the start of a page.
    ///
    /// - Parameters:
    ///   - page: The page, from 0; -1 and ``pageCount`` are the copies at the ends, if there are any.
    ///   - size: The size of a page.
    /// - Returns: The offset at which the page fills the container.
    func offset(ofPage page: Int, size: LayoutSize) -> LayoutPoint {
        start(Double(page + leadingCopyCount), size: size)
    }

    /// Returns the start of the item at a place among those that are not gone.
    private func start(_ place: Double, size: LayoutSize) -> LayoutPoint {
        orientation == .vertical
            ? LayoutPoint(x: 0, y: place * size.height) : LayoutPoint(x: place * size.width, y: 0)
    }

    /// Returns the page at a scroll offset, within half a point; `nil` between pages.
    ///
    /// A copy at an end counts as the page that it shows.
    func page(at offset: LayoutPoint, size: LayoutSize) -> Int? {
        let count = pageCount
        let (place, length) = orientation == .vertical ? (offset.y, size.height) : (offset.x, size.width)
        guard count > 0, length > 0, place.isFinite else { return nil }
        let number = (place / length).rounded()
        guard abs(number * length - place) <= 0.5, abs(number) < 1e9 else { return nil }
        let page = Int(number) - leadingCopyCount
        return ((page % count) + count) % count
    }

    /// Scrolls to the current page, unless that was done and has the same place: then a finger may have dragged the content.
    func scrollToCurrentPage(size: LayoutSize) {
        let offset = pageCount > 0 ? offset(ofPage: currentPage, size: size) : .zero
        if offset == pageOffset, limited(scrollOffset) == scrollOffset { return }
        pageOffset = offset
        scrollOffset = offset
    }

    /// Shows the first page like a client that always does so: the second item, if there are two or more.
    func turnBack(size: LayoutSize) {
        shownPage = 0
        let liveCount = items.count { $0.isLive }
        scrollOffset = start(liveCount > 1 ? 1 : 0, size: size)
    }

    /// Whether an item is the copy of a page at one of the ends.
    func isCopy(_ item: NodeTree) -> Bool {
        item === leadingCopy || item === trailingCopy
    }

    /// The copy of the last page before the first, which may be gone like its page.
    var leadingCopy: NodeTree? {
        guard let first = items.first, items.count > 1, let entries = lastEntries else { return nil }
        return first.entryIndex == entries.count - 1 ? first : nil
    }

    /// The copy of the first page after the last, which may be gone like its page.
    private var trailingCopy: NodeTree? {
        guard let last = items.last, items.count > 1 else { return nil }
        return last.entryIndex == 0 ? last : nil
    }

    private var leadingCopyCount: Int { leadingCopy?.isLive == true ? 1 : 0 }

    private var trailingCopyCount: Int { trailingCopy?.isLive == true ? 1 : 0 }
}

extension NodeTree {
    fileprivate var isLive: Bool {
        root.properties.layout.visibility != .gone
    }
}
