// The current page of a `Page`, and the positions of its pages.

extension PageNode {
    /// The number of pages: of items that are not gone, without the copies at the ends.
    ///
    /// - Complexity: O(*n*) in the number of items.
    public final var pageCount: Int {
        liveItemCount - leadingCopyCount - trailingCopyCount
    }

    /// The current page, from 0; turn it with ``Container/turn(_:to:)``.
    ///
    /// - Complexity: O(*n*) in the number of items.
    public final internal(set) var currentPage: Int {
        get { max(0, min(shownPage, pageCount - 1)) }
        set { shownPage = newValue }
    }

    /// Returns the start of a page.
    ///
    /// - Parameters:
    ///   - page: The page, from 0; -1 and ``pageCount`` are the copies at the ends, if there are any.
    ///   - size: The size of a page.
    /// - Returns: The offset at which the page fills the container.
    func offset(ofPage page: Int, size: LayoutSize) -> LayoutPoint {
        let place = Double(page + leadingCopyCount)
        return orientation == .vertical
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

    /// Scrolls to the current page.
    func scrollToCurrentPage(size: LayoutSize) {
        scrollOffset = pageCount > 0 ? offset(ofPage: currentPage, size: size) : .zero
    }

    /// Shows the first page like a client that always does so: the second item, if there are two or more.
    func turnBack(size: LayoutSize) {
        shownPage = 0
        let place = liveItemCount > 1 ? 1.0 : 0
        scrollOffset =
            orientation == .vertical
            ? LayoutPoint(x: 0, y: place * size.height) : LayoutPoint(x: place * size.width, y: 0)
    }

    private var liveItemCount: Int {
        items.count { $0.root.properties.layout.visibility != .gone }
    }

    private var leadingCopyCount: Int {
        guard let first = items.first, items.count > 1, let entries = lastEntries, first.isLive else { return 0 }
        return first.entryIndex == entries.count - 1 ? 1 : 0
    }

    private var trailingCopyCount: Int {
        guard let last = items.last, items.count > 1, last.isLive else { return 0 }
        return last.entryIndex == 0 ? 1 : 0
    }
}

extension NodeTree {
    fileprivate var isLive: Bool {
        root.properties.layout.visibility != .gone
    }
}
