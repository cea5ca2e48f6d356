import Testing
import VirtualView

@testable import VirtualViewCore

/// A view that scrolls by itself, and the offset of a container.
@Suite struct ScrollFollowerTests {
    private static let view = LayoutSize(width: 100, height: 200)
    private static let pages = LayoutSize(width: 500, height: 200)

    private func follower(
        offset: LayoutPoint = .zero,
        content: LayoutSize = LayoutSize(width: 100, height: 1_000),
        isPaged: Bool = false,
        isRightToLeft: Bool = false
    ) -> ScrollFollower {
        var follower = ScrollFollower()
        follower.update(
            DisplayList.Group.Scrolling(offset: offset, contentSize: content, isPaged: isPaged),
            in: Self.view,
            isRightToLeft: isRightToLeft
        )
        return follower
    }

    private func scroll(
        _ follower: inout ScrollFollower,
        to offset: LayoutPoint,
        of content: LayoutSize,
        isPaged: Bool = true
    ) {
        follower.update(
            DisplayList.Group.Scrolling(offset: offset, contentSize: content, isPaged: isPaged),
            in: Self.view,
            isRightToLeft: false
        )
    }

    /// A view with pages that has gone to one.
    private func pages(
        at offset: LayoutPoint = LayoutPoint(x: 100, y: 0),
        content: LayoutSize = Self.pages
    ) -> ScrollFollower {
        var follower = follower(offset: offset, content: content, isPaged: true)
        _ = follower.move(from: .zero, isSmooth: true)
        return follower
    }

    /// A view on its way from one page to the next.
    private func sliding() -> ScrollFollower {
        var follower = pages()
        scroll(&follower, to: LayoutPoint(x: 200, y: 0), of: Self.pages)
        _ = follower.move(from: LayoutPoint(x: 100, y: 0), isSmooth: true)
        return follower
    }

    @Test func aNewViewGoesToTheOffset() {
        var follower = follower(offset: LayoutPoint(x: 0, y: 300))
        #expect(
            follower.move(from: .zero, isSmooth: true) == .init(place: LayoutPoint(x: 0, y: 300), isAnimated: false)
        )
        #expect(follower.move(from: LayoutPoint(x: 0, y: 300), isSmooth: true) == nil)
    }

    @Test func whatTheViewReportsIsNotSentBack() {
        var follower = follower()
        _ = follower.move(from: .zero, isSmooth: true)
        let offset = follower.report(LayoutPoint(x: 0, y: 40), isAtRest: false)
        #expect(offset == LayoutPoint(x: 0, y: 40))
        scroll(&follower, to: LayoutPoint(x: 0, y: 40), of: LayoutSize(width: 100, height: 1_000), isPaged: false)
        #expect(follower.move(from: LayoutPoint(x: 0, y: 41), isSmooth: true) == nil)
        #expect(follower.report(LayoutPoint(x: 0, y: 40), isAtRest: true) == nil)
    }

    @Test func aViewThatBouncesIsLeftAlone() {
        var follower = follower()
        _ = follower.move(from: .zero, isSmooth: true)
        #expect(follower.report(LayoutPoint(x: 0, y: -30), isAtRest: false) == .zero)
        #expect(follower.move(from: LayoutPoint(x: 0, y: -30), isSmooth: true) == nil)
        #expect(follower.report(LayoutPoint(x: 0, y: 900), isAtRest: false) == LayoutPoint(x: 0, y: 800))
    }

    @Test func aProgramThatScrollsMovesTheView() {
        var follower = follower()
        _ = follower.move(from: .zero, isSmooth: true)
        scroll(&follower, to: LayoutPoint(x: 0, y: 500), of: LayoutSize(width: 100, height: 1_000), isPaged: false)
        #expect(
            follower.move(from: .zero, isSmooth: true) == .init(place: LayoutPoint(x: 0, y: 500), isAnimated: false)
        )
    }

    @Test func anOffsetFromTheRightCountsFromTheLeftInTheView() {
        let content = LayoutSize(width: 400, height: 200)
        var follower = follower(content: content, isRightToLeft: true)
        #expect(follower.move(from: .zero, isSmooth: false)?.place == LayoutPoint(x: 300, y: 0))
        #expect(follower.report(LayoutPoint(x: 250, y: 0), isAtRest: false) == LayoutPoint(x: 50, y: 0))
    }

    /// A list measures what stands before its visible part, which is elsewhere then.
    @Test(arguments: [(25.0, 15.0), (0.3, -10.0)])
    func aMovementGoesOnFromWhereAListSaysThatItIs(_ correction: Double, _ expected: Double) {
        var follower = follower(offset: LayoutPoint(x: 0, y: 300))
        _ = follower.move(from: .zero, isSmooth: true)
        let current = LayoutPoint(x: 0, y: 300 + correction)
        let offset = follower.report(LayoutPoint(x: 0, y: 290), isAtRest: false, from: current)
        #expect(offset == LayoutPoint(x: 0, y: 300 + expected))
        scroll(&follower, to: offset ?? .zero, of: LayoutSize(width: 100, height: 1_000), isPaged: false)
        let move = follower.move(from: LayoutPoint(x: 0, y: 290), isSmooth: true)
        #expect(move?.place == (expected > 0 ? LayoutPoint(x: 0, y: 315) : nil))
    }

    /// A program that scrolls ends the movement that there is.
    @Test(arguments: [(3, true), (4, false)] as [(Int?, Bool)])
    func aCorrectionKeepsTheSpeed(_ count: Int?, _ isKept: Bool) {
        var follower = follower(offset: LayoutPoint(x: 0, y: 300))
        let first = follower.move(from: .zero, isSmooth: true, scrollCount: 3)
        #expect(first?.keepsSpeed == false)
        scroll(&follower, to: LayoutPoint(x: 0, y: 700), of: LayoutSize(width: 100, height: 1_000), isPaged: false)
        let move = follower.move(from: LayoutPoint(x: 0, y: 300), isSmooth: true, scrollCount: count)
        #expect(move?.keepsSpeed == isKept)
    }

    @Test func aCorrectedOffsetFromTheRightGrowsToTheLeft() {
        var follower = follower(content: LayoutSize(width: 400, height: 200), isRightToLeft: true)
        _ = follower.move(from: .zero, isSmooth: false)
        let current = LayoutPoint(x: 25, y: 0)
        #expect(follower.report(LayoutPoint(x: 290, y: 0), isAtRest: false, from: current) == LayoutPoint(x: 35, y: 0))
    }

    /// As on a screen that is turned.
    @Test func pagesOfAnotherSizeDoNotSlide() {
        var follower = pages()
        follower.update(
            .init(offset: LayoutPoint(x: 240, y: 0), contentSize: LayoutSize(width: 1_200, height: 200), isPaged: true),
            in: LayoutSize(width: 240, height: 200),
            isRightToLeft: false
        )
        let jump = follower.move(from: LayoutPoint(x: 100, y: 0), isSmooth: true)
        #expect(jump == .init(place: LayoutPoint(x: 240, y: 0), isAnimated: false))
    }

    @Test func theNextPageSlidesAndAJumpFromACopyIsNotSeen() {
        var follower = pages()
        scroll(&follower, to: LayoutPoint(x: 200, y: 0), of: Self.pages)
        let slide = follower.move(from: LayoutPoint(x: 100, y: 0), isSmooth: true)
        #expect(slide == .init(place: LayoutPoint(x: 200, y: 0), isAnimated: true))
        // On its way nothing is reported, and nothing moves it again.
        #expect(follower.report(LayoutPoint(x: 150, y: 0), isAtRest: false) == nil)
        #expect(follower.move(from: LayoutPoint(x: 150, y: 0), isSmooth: true) == nil)
        #expect(follower.report(LayoutPoint(x: 200, y: 0), isAtRest: false) == nil)
        scroll(&follower, to: LayoutPoint(x: 400, y: 0), of: Self.pages)
        let jump = follower.move(from: LayoutPoint(x: 200, y: 0), isSmooth: true)
        #expect(jump == .init(place: LayoutPoint(x: 400, y: 0), isAnimated: false))
    }

    /// A cell that shows another entry shows its first page at once.
    @Test func aPageOfAnotherEntryDoesNotSlideIn() {
        var follower = pages()
        #expect(follower.report(LayoutPoint(x: 200, y: 0), isAtRest: true) == LayoutPoint(x: 200, y: 0))
        follower.startOver()
        scroll(&follower, to: LayoutPoint(x: 100, y: 0), of: Self.pages)
        let jump = follower.move(from: LayoutPoint(x: 200, y: 0), isSmooth: true)
        #expect(jump == .init(place: LayoutPoint(x: 100, y: 0), isAnimated: false))
    }

    /// A row that shows other data goes back to its first page at once; data that changes turns pages like a program.
    @Test(arguments: [(0, true), (1, false)]) func pagesThatBeginAnewDoNotSlide(_ startCount: Int, _ slides: Bool) {
        var follower = pages(at: LayoutPoint(x: 200, y: 0))
        follower.update(
            .init(offset: LayoutPoint(x: 100, y: 0), contentSize: Self.pages, isPaged: true),
            in: Self.view,
            isRightToLeft: false,
            startCount: startCount
        )
        let move = follower.move(from: LayoutPoint(x: 200, y: 0), isSmooth: true)
        #expect(move == .init(place: LayoutPoint(x: 100, y: 0), isAnimated: slides))
    }

    /// Some systems leave a view above content that is gone, and some move it by themselves.
    @Test(arguments: [500.0, 0]) func aViewComesBackWithItsContent(_ place: Double) {
        let content = LayoutSize(width: 100, height: 1_000)
        var follower = follower(content: content)
        #expect(follower.report(LayoutPoint(x: 0, y: 500), isAtRest: true) == LayoutPoint(x: 0, y: 500))
        scroll(&follower, to: .zero, of: LayoutSize(width: 100, height: 200), isPaged: false)
        let move = follower.move(from: LayoutPoint(x: 0, y: place), isSmooth: true)
        #expect(move == (place == 0 ? nil : .init(place: .zero, isAnimated: false)))
        scroll(&follower, to: LayoutPoint(x: 0, y: 500), of: content, isPaged: false)
        let back = follower.move(from: .zero, isSmooth: true)
        #expect(back == .init(place: LayoutPoint(x: 0, y: 500), isAnimated: false))
    }

    /// What is next is one page along the way that pages turn, whatever the other side measures.
    @Test(arguments: [(200, true), (299, true), (300, false), (600, false)])
    func thePageBelowIsAsFarAsTheViewIsHigh(_ distance: Double, _ slides: Bool) {
        let content = LayoutSize(width: 100, height: 1_000)
        var follower = pages(at: LayoutPoint(x: 0, y: 200), content: content)
        scroll(&follower, to: LayoutPoint(x: 0, y: 200 + distance), of: content)
        let move = follower.move(from: LayoutPoint(x: 0, y: 200), isSmooth: true)
        #expect(move == .init(place: LayoutPoint(x: 0, y: 200 + distance), isAnimated: slides))
    }

    @Test func aPageCountsWhenItIsAtRest() {
        var follower = pages()
        #expect(follower.report(LayoutPoint(x: 150, y: 0), isAtRest: false) == LayoutPoint(x: 150, y: 0))
        #expect(follower.report(LayoutPoint(x: 200, y: 0), isAtRest: false) == nil)
        #expect(follower.report(LayoutPoint(x: 200, y: 0), isAtRest: true) == LayoutPoint(x: 200, y: 0))
    }

    @Test func aFingerTakesOverFromAPageThatSlides() {
        var follower = sliding()
        follower.interrupt()
        #expect(follower.report(LayoutPoint(x: 130, y: 0), isAtRest: false) == LayoutPoint(x: 130, y: 0))
    }

    /// As a wheel does that is turned meanwhile.
    @Test func aPageThatSlidesAndStopsElsewhereIsWhereItStopped() {
        var follower = sliding()
        #expect(follower.report(LayoutPoint(x: 300, y: 0), isAtRest: true) == LayoutPoint(x: 300, y: 0))
    }

    @Test func theNearestPageIsWithinTheContent() {
        let follower = follower(content: LayoutSize(width: 300, height: 200), isPaged: true)
        #expect(follower.nearestPage(to: LayoutPoint(x: 160, y: 0)) == LayoutPoint(x: 200, y: 0))
        #expect(follower.nearestPage(to: LayoutPoint(x: 900, y: 0)) == LayoutPoint(x: 200, y: 0))
        #expect(self.follower().nearestPage(to: .zero) == nil)
    }
}
