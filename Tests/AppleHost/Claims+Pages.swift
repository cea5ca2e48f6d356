import CoreGraphics
import Foundation
import VirtualView

@testable import VirtualViewUI

// Pages: where they rest, and how they turn.

extension Claims {
    private static func pages(_ count: Int, _ attributes: String = "") throws -> TemplateView {
        try view(
            [
                "Screen": """
                <FrameLayout layoutWidth="match_parent" layoutHeight="100">
                    <Page id="7" orientation="H" layoutWidth="match_parent" layoutHeight="100" dataTag="${pages}"
                        \(attributes)/>
                </FrameLayout>
                """,
                "PageItem": #"<NText text="${t}" layoutWidth="match_parent" layoutHeight="match_parent"/>"#,
            ],
            data: ["pages": .array(BindingArray((0..<count).map { ["type": "PageItem", "t": .string("page \($0)")] }))]
        )
    }

    private static func parts(of view: TemplateView) -> (scroller: ScrollerView, page: PageNode)? {
        guard let scroller = firstScroller(in: view), let page = view.container.tree.node(withID: 7) as? PageNode else {
            check("pages are a scroll view", false)
            return nil
        }
        return (scroller, page)
    }

    private static func names(in view: TemplateView) -> [String] {
        Mark.shown(in: view).map { $0.name }.filter { $0.hasPrefix("text") }.map { String($0.prefix(13)) }
    }

    /// Pages whose width is on no pixel.
    static func pagesBetweenPixels() throws {
        for (scale, width) in [(3, 390), (2, 390), (1, 390), (3, 402), (3, 430)] as [(CGFloat, CGFloat)] {
            let view = try pages(5, #"layoutMarginLeft="24rp" layoutMarginRight="24rp""#)
            let stage = Stage(scale: scale, width: width)
            stage.put(view, height: 100)
            guard let (scroller, page) = parts(of: view) else { return }
            var current: [Int] = []
            for number in 2...6 {
                scroller.turn(toPage: number)
                stage.frame()
                current.append(page.currentPage)
            }
            same("a finger turns pages of any width (\(width) at \(scale))", current, [1, 2, 3, 4, 0])
            let place = scroller.place.x - Double(width) * (1 - 48 / 750)
            check("and the first one is where its view is (\(width) at \(scale))", abs(place) <= 0.5, "\(place)")
        }
    }

    static func pagesThatSlide() throws {
        let view = try pages(4)
        let stage = Stage()
        stage.put(view, height: 100)
        guard let (scroller, page) = parts(of: view) else { return }
        same(
            "the pages beside the shown one are there",
            names(in: view),
            ["text 'page 3'", "text 'page 0'", "text 'page 1'"]
        )
        view.container.turn(page, to: 1)
        view.setNeedsUpdate()
        stage.frame()
        same("a page that turns slides", scroller.animationCount, 1)
        check("and the one that leaves slides with it", names(in: view).contains("text 'page 0'"), "\(names(in: view))")
        view.container.turn(page, to: 2)
        view.setNeedsUpdate()
        stage.frame()
        scroller.move(to: [CGPoint(x: 900, y: 0)])
        same("a page that slides is where it will be", page.scrollOffset.x, 1_125)
        scroller.beginDrag()
        scroller.move(to: [CGPoint(x: 890, y: 0)])
        same("until the user takes it on the way", page.scrollOffset.x, 890)
        scroller.move(to: [CGPoint(x: 1_125, y: 0)])
        scroller.endDrag()
        view.container.turn(page, to: 3)
        view.setNeedsUpdate()
        stage.frame()
        scroller.move(to: [CGPoint(x: 1_300, y: 0)])
        stage.remove(view)
        stage.put(view, height: 100)
        same("a page that slid when its view left the window is at its place in the next one", scroller.place.x, 1_500)
        same("where it does not slide to", scroller.animationCount, 3)
        let slots = EmptySlots()
        let form = try self.view(
            [
                "Screen": #"<Page layoutWidth="match_parent" layoutHeight="100" dataTag="${pages}"/>"#,
                "PageItem": #"<TextField value="a" layoutWidth="100" layoutHeight="30"/>"#,
            ],
            data: ["pages": [["type": "PageItem"], ["type": "PageItem"], ["type": "PageItem"]]]
        )
        form.slotViews = slots
        stage.put(form, height: 100)
        let spoken = form.allElements.filter { $0 is PlatformView }
        check("VoiceOver reaches the app's view in the shown page only", spoken.count == 1, "\(spoken.count)")
    }

    static func pagesOfAnotherSize() throws {
        let view = try pages(4)
        let stage = Stage()
        stage.put(view, height: 100)
        guard let (scroller, page) = parts(of: view) else { return }
        scroller.turn(toPage: 2)
        stage.frame()
        let before = scroller.animationCount
        view.frame = CGRect(x: 0, y: 0, width: 812, height: 100)
        stage.frame()
        same("a screen that is turned shows the same page", [Double(page.currentPage), scroller.place.x], [1, 1_624])
        same("which does not slide", scroller.animationCount, before)
    }

    /// A list without keys shows other rows in the same nodes.
    static func pagesOfOtherRows() throws {
        func rows(_ name: String) -> JSONValue {
            let sheets = { (row: Int) -> JSONValue in
                .array(BindingArray((0..<4).map { ["type": "Sheet", "t": .string("\(name) \(row) \($0)")] }))
            }
            return ["rows": .array(BindingArray((0..<5).map { ["type": "Row", "pages": sheets($0)] }))]
        }
        let view = try view(
            [
                "Screen": #"<Scroller layoutWidth="match_parent" layoutHeight="match_parent" dataTag="${rows}"/>"#,
                "Row": #"<Page orientation="H" layoutWidth="match_parent" layoutHeight="100" dataTag="${pages}"/>"#,
                "Sheet": #"<NText text="${t}" layoutWidth="match_parent" layoutHeight="match_parent"/>"#,
            ],
            data: rows("first")
        )
        let stage = Stage()
        stage.put(view)
        let pages = view.container.tree.nodes.compactMap { $0 as? PageNode }
        for page in pages { view.container.turn(page, to: 1) }
        view.setNeedsUpdate()
        stage.frame()
        let inner = scrollers(in: view).dropFirst()
        same("rows with pages are scroll views", [pages.count, inner.count], [5, 5])
        let before = inner.map { $0.animationCount }
        view.show(rows("other"))
        stage.frame()
        let after = scrollers(in: view).dropFirst()
        check("other rows are shown in the same views", after.elementsEqual(inner) { $0 === $1 })
        same("each with its first page", after.map { $0.place.x }, [375, 375, 375, 375, 375])
        same("which does not slide", after.map { $0.animationCount }, before)
    }

    static func onePage() throws {
        let view = try pages(1)
        let stage = Stage()
        stage.put(view, height: 100)
        guard let (scroller, _) = parts(of: view) else { return }
        scroller.drag(to: [CGPoint(x: 500, y: 0), CGPoint(x: 750, y: 0)])
        stage.frame()
        same("a page that is alone stays where it is", scroller.place.x, 375)
    }
}
