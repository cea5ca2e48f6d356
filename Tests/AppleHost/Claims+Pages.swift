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
}
