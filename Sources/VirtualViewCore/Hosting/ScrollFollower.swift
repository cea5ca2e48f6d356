/// Keeps a view that scrolls by itself and a container's offset together.
///
/// The user moves the view, which then tells where it is; programs, pages and lists move the content, and the view
/// follows. Places count from the upper left corner of the content, the container's offsets from where reading begins.
package struct ScrollFollower {
    /// Where to move a view.
    package struct Move: Hashable, Sendable {
        /// The place.
        package var place: LayoutPoint
        /// Whether the way there is seen.
        package var isAnimated: Bool
        /// Whether content that moves by itself goes on from there: a list only says better where its items are.
        package var keepsSpeed = false
    }

    /// Places that differ less are the same: systems round to pixels.
    private static let slack = 0.5

    private var scrolling = DisplayList.Group.Scrolling(offset: .zero, contentSize: .zero, isPaged: false)
    private var view = LayoutSize.zero
    private var isRightToLeft = false
    /// Where the container says that the view should be.
    private var wanted = LayoutPoint.zero
    /// Where the view was when the container was last told, or last moved it.
    private var told: LayoutPoint?
    /// How often somebody had scrolled the list when the container was last told, or last moved the view.
    package var scrollCount: Int?
    /// How often the pages began anew when the view was last moved.
    private var startCount = 0
    /// The page that an animation leads to.
    private var target: LayoutPoint?

    /// Makes a follower that has not seen a view.
    package init() {}

    /// The size of the content.
    package var contentSize: LayoutSize { scrolling.contentSize }

    /// Takes the state of the next display list.
    ///
    /// - Parameters:
    ///   - scrolling: The scrolling of the group.
    ///   - size: The size of the visible part.
    ///   - isRightToLeft: Whether the content begins at the right.
    ///   - startCount: How often pages began anew, with those of other data.
    package mutating func update(
        _ scrolling: DisplayList.Group.Scrolling,
        in size: LayoutSize,
        isRightToLeft: Bool,
        startCount: Int = 0
    ) {
        let wasInside = told.map { isNear($0, limited($0)) } ?? false
        defer {
            // Where content was is none any more: the view may have gone elsewhere by itself, or still be there.
            if wasInside, let told, !isNear(told, limited(told)) { forgetPlace() }
        }
        // Pages of another length or of other data are other places, which nobody turned to.
        let isVertical = scrolling.contentSize.width <= size.width
        let difference = isVertical ? size.height - view.height : size.width - view.width
        if scrolling.isPaged, abs(difference) > Self.slack || startCount != self.startCount { forgetPlace() }
        self.startCount = startCount
        self.scrolling = scrolling
        self.isRightToLeft = isRightToLeft
        view = size
        wanted = scrolling.place(in: size, isRightToLeft: isRightToLeft)
    }

    /// Makes the next move a jump, because the view is to show something else.
    package mutating func startOver() {
        forgetPlace()
        scrollCount = nil
    }

    private mutating func forgetPlace() {
        told = nil
        target = nil
    }

    /// Returns where to move the view after everything has its place; `nil` to leave it where it is.
    ///
    /// - Parameters:
    ///   - place: Where the view is.
    ///   - isSmooth: Whether the next page may slide in.
    ///   - scrollCount: How often somebody scrolled the list; `nil` for what does not correct its place.
    /// - Returns: The place, and whether the way there is seen.
    package mutating func move(from place: LayoutPoint, isSmooth: Bool, scrollCount: Int? = nil) -> Move? {
        let isCorrection = scrollCount != nil && scrollCount == self.scrollCount
        self.scrollCount = scrollCount
        if let target, !isNear(wanted, target) { self.target = nil }
        // On its way, or where the container was told that it is; it may be beyond an end meanwhile.
        if target != nil { return nil }
        if let told, isNear(wanted, limited(told)) { return nil }
        let isFresh = told == nil
        told = wanted
        guard !isNear(place, wanted) else { return nil }
        let distance = max(abs(wanted.x - place.x), abs(wanted.y - place.y))
        // A page that follows the shown one slides; the jump from the copy at an end must not be seen.
        let isNext = distance < 1.5 * (abs(wanted.x - place.x) > Self.slack ? view.width : view.height)
        let isAnimated = isSmooth && !isFresh && scrolling.isPaged && isNext
        if isAnimated { target = wanted }
        return Move(place: wanted, isAnimated: isAnimated, keepsSpeed: isCorrection)
    }

    /// Takes the place that a view scrolled to; returns the offset for the container, or `nil` for none.
    ///
    /// A page that stands at its place counts at rest only: from the copy at an end the container goes to the page itself,
    /// and a jump in the middle of a movement would end that.
    ///
    /// - Parameters:
    ///   - place: Where the view is.
    ///   - isAtRest: Whether it stays there.
    ///   - current: The container's offset, which a list may have corrected since the view was last moved.
    /// - Returns: The offset.
    package mutating func report(
        _ place: LayoutPoint,
        isAtRest: Bool,
        from current: LayoutPoint? = nil
    ) -> LayoutPoint? {
        if let target {
            let hasArrived = isNear(place, target)
            if hasArrived || isAtRest { self.target = nil }
            if hasArrived { told = target }
            // What stopped elsewhere was taken there, as by a wheel, which says nothing before it moves.
            if hasArrived || !isAtRest { return nil }
        }
        if let told, abs(place.x - told.x) < 0.01, abs(place.y - told.y) < 0.01, !(isAtRest && scrolling.isPaged) {
            return nil
        }
        if scrolling.isPaged, !isAtRest, isAtPage(place) { return nil }
        let before = told.map { limited($0) }
        told = place
        let inside = limited(place)
        if let current, let before, !scrolling.isPaged, !isNear(self.place(of: current), before) {
            let across = inside.x - before.x
            return LayoutPoint(x: current.x + (isRightToLeft ? -across : across), y: current.y + inside.y - before.y)
        }
        // What leads from an offset to a place leads back, too.
        return self.place(of: inside)
    }

    /// The user takes over from a page that slides.
    package mutating func interrupt() {
        target = nil
    }

    /// Returns the start of the page nearest to a place; `nil` if there are no pages.
    ///
    /// - Parameter place: The place.
    /// - Returns: The start of the page.
    package func nearestPage(to place: LayoutPoint) -> LayoutPoint? {
        guard scrolling.isPaged, view.width > 0, view.height > 0 else { return nil }
        return limited(
            LayoutPoint(
                x: (place.x / view.width).rounded() * view.width,
                y: (place.y / view.height).rounded() * view.height
            )
        )
    }

    /// A view may show a place beyond the ends while it bounces.
    private func limited(_ place: LayoutPoint) -> LayoutPoint {
        LayoutPoint(
            x: min(max(0, place.x), max(0, contentSize.width - view.width)),
            y: min(max(0, place.y), max(0, contentSize.height - view.height))
        )
    }

    private func place(of offset: LayoutPoint) -> LayoutPoint {
        var scrolling = scrolling
        scrolling.offset = offset
        return scrolling.place(in: view, isRightToLeft: isRightToLeft)
    }

    private func isAtPage(_ place: LayoutPoint) -> Bool {
        guard let page = nearestPage(to: place) else { return false }
        return isNear(place, page)
    }

    private func isNear(_ one: LayoutPoint, _ other: LayoutPoint) -> Bool {
        abs(one.x - other.x) <= Self.slack && abs(one.y - other.y) <= Self.slack
    }
}
