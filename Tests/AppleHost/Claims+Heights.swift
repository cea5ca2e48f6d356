import CoreGraphics
import Foundation
import VirtualView

@testable import VirtualViewUI

// Who is told another height, besides what a frame lays out.

extension Claims {
    static func heights() throws {
        try heightOfAPageThatTurns()
        try heightAfterAnotherLayout()
    }

    /// A program makes another part higher when the user has turned a page.
    private static func heightOfAPageThatTurns() throws {
        let view = try view(
            [
                "Screen": """
                <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
                    <NText name="caption" text="short" layoutWidth="match_parent" layoutHeight="20"/>
                    <Page orientation="H" layoutWidth="match_parent" layoutHeight="100" dataTag="${pages}"
                        onPageFlip="${this.parent.caption.layoutHeight = 90}"/>
                </VHLayout>
                """,
                "Sheet": #"<NText text="${t}" layoutWidth="match_parent" layoutHeight="match_parent"/>"#,
            ],
            data: ["pages": .array(BindingArray((0..<3).map { ["type": "Sheet", "t": .string("\($0)")] }))]
        )
        let stage = Stage()
        stage.put(view, height: 120)
        same("a template has its height", view.intrinsicContentSize.height, 120)
        let told = view.record.intrinsicChanges
        guard let scroller = firstScroller(in: view) else { return check("pages are a scroll view", false) }
        scroller.turn(toPage: 2)
        same(
            "who knows a height is told another one when the user turns a page",
            view.record.intrinsicChanges,
            told + 1
        )
        same("and finds it", view.intrinsicContentSize.height, 190)
        stage.frame()
        same("once", view.record.intrinsicChanges, told + 1)
    }

    /// An app shows data and scrolls, which lays out at once.
    private static func heightAfterAnotherLayout() throws {
        func data(_ height: Int) -> JSONValue {
            let rows = (0..<30).map { number -> JSONValue in ["type": "Row", "t": .string("\(number)")] }
            return ["h": .int(Int64(height)), "rows": .array(BindingArray(rows))]
        }
        let view = try view(
            [
                "Screen": """
                <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
                    <NText text="x" layoutWidth="match_parent" layoutHeight="${h}"/>
                    <Scroller id="7" layoutWidth="match_parent" layoutHeight="100" dataTag="${rows}"/>
                </VHLayout>
                """,
                "Row": #"<NText text="${t}" layoutWidth="match_parent" layoutHeight="50"/>"#,
            ],
            data: data(20)
        )
        let stage = Stage()
        stage.put(view, height: 120)
        same("a template with a list has its height", view.intrinsicContentSize.height, 120)
        let told = view.record.intrinsicChanges
        guard let list = view.container.tree.node(withID: 7) as? ScrollerNode else { return check("a list is", false) }
        view.show(data(200))
        view.container.scroll(list, to: LayoutPoint(x: 0, y: 300))
        stage.frame()
        same("a height is told though somebody else laid out", view.record.intrinsicChanges, told + 1)
        same(
            "which is measured anew",
            [view.intrinsicContentSize.height, view.size(forWidth: 375).height],
            [300, 300]
        )
    }
}
