import CoreGraphics
import Foundation
import VirtualView

@testable import VirtualViewUI

#if canImport(SwiftUI)
    import SwiftUI
#endif

// Who is told another size, besides what a frame lays out.

extension Claims {
    static func heights() throws {
        try heightOfAPageThatTurns()
        try heightAfterAnotherLayout()
        try widthOfABadge()
        try widthOfABand()
        try heightsWithoutALimit()
        try heightsThatAreAskedOften()
    }

    /// A template in SwiftUI, and what its view says of its size.
    private static func screen(_ source: String, _ data: JSONValue? = nil) throws -> (
        holder: TemplateScreenView, size: (CGFloat?, CGFloat?) -> CGSize?
    ) {
        let screen = TemplateScreen("Screen", data: data, from: try Samples.templates(["Screen": source]))
        let holder = TemplateScreenView()
        screen.update(holder)
        return (holder, { screen.size(ProposedViewSize(width: $0, height: $1), holder) })
    }

    /// A text gets longer that is as wide as it needs.
    private static func widthOfABadge() throws {
        let (holder, size) = try screen(
            #"<NText id="1" text="1" textSize="12" layoutWidth="wrap_content" layoutHeight="20"/>"#
        )
        let stage = Stage()
        let early = size(375, nil) ?? .zero
        stage.put(holder)
        holder.frame.size = early
        stage.wait(0.05)
        same("SwiftUI is not told the width that it knows", holder.record.intrinsicChanges, 0)
        // As a stack does that asks for the least size and the largest one.
        _ = (size(0, 700), size(375, 0), size(375, .infinity), size(375, 700))
        holder.templateView?.container.tree.node(withID: 1)?.setProperty(.string("1,000,000"), named: "text")
        holder.templateView?.setNeedsUpdate()
        stage.wait(0.05)
        same("SwiftUI is told that a text needs more width", holder.record.intrinsicChanges, 1)
        let late = size(375, 700) ?? .zero
        check("and finds it", late.width > early.width && late.height == early.height, "\(early), then \(late)")
        holder.templateView?.setNeedsUpdate()
        stage.wait(0.05)
        same("and is not told again", holder.record.intrinsicChanges, 1)
        holder.frame.size = late
        stage.wait(0.05)
        same("also not when the view has it", holder.record.intrinsicChanges, 1)
        let container = holder.templateView?.container
        check("after which nothing waits", container?.needsLayout == false && container?.needsDisplay == false)
    }

    /// A part of the screen's width is known in a window only.
    private static func widthOfABand() throws {
        for height in ["20", "match_parent"] {
            let (holder, size) = try screen(#"<FrameLayout layoutWidth="200rp" layoutHeight="\#(height)"/>"#)
            same("without a window 750 rp are 375 points", size(375, 60)?.width, 100)
            let stage = Stage(width: 430)
            stage.put(holder, height: 60)
            stage.wait(0.05)
            same("SwiftUI is told a width that is a part of the window's", holder.record.intrinsicChanges, 1)
            same("and finds it", size(375, 60)?.width, 115)
        }
    }

    /// A stack of SwiftUI asks how high a view may be.
    private static func heightsWithoutALimit() throws {
        let rows = JSONValue.array(BindingArray((0..<2_000).map { ["type": "Row", "t": .string("\($0)")] }))
        let widths: [(String, CGFloat)] = [("match_parent", 375), ("200rp", 100), ("wrap_content", 60)]
        for (width, wanted) in widths {
            let templates = try Samples.templates([
                "Screen": """
                <Scroller id="7" layoutWidth="\(width)" layoutHeight="match_parent" dataTag="${rows}"/>
                """,
                "Row": #"<NText text="${t}" layoutWidth="60" layoutHeight="50"/>"#,
            ])
            let (screen, holder) = (
                TemplateScreen("Screen", data: ["rows": rows], from: templates), TemplateScreenView()
            )
            screen.update(holder)
            let stage = Stage()
            stage.put(holder)
            guard let container = holder.templateView?.container,
                let list = container.tree.node(withID: 7) as? ScrollerNode
            else { return check("there is a list", false) }
            container.scroll(list, to: LayoutPoint(x: 0, y: 5_000))
            stage.frame()
            let (count, place) = (container.measureCount, list.scrollOffset)
            let size = screen.size(ProposedViewSize(width: 375, height: .infinity), holder)
            same(
                "a list that fills its height, \(width) wide, is as high as it may be",
                size,
                CGSize(width: wanted, height: .infinity)
            )
            check("which measures few of its entries", container.measureCount - count < 200)
            same("and scrolls nothing", list.scrollOffset, place)
        }
        let (_, size) = try screen(#"<FrameLayout layoutWidth="match_parent" layoutHeight="20"/>"#)
        same("a template that does not is as high as it is", size(375, .infinity), CGSize(width: 375, height: 20))
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

    /// An app measures a list for many widths, and nothing changes.
    private static func heightsThatAreAskedOften() throws {
        let rows = (0..<30).map { number -> JSONValue in ["type": "Row", "t": .string("\(number)")] }
        let view = try view(
            [
                "Screen": #"<Scroller layoutWidth="match_parent" layoutHeight="match_parent" dataTag="${rows}"/>"#,
                "Row": #"<NText text="${t}" layoutWidth="match_parent" layoutHeight="50"/>"#,
            ],
            data: ["rows": .array(BindingArray(rows))]
        )
        let stage = Stage()
        stage.put(view, height: 120)
        let threshold = view.container.layoutThreshold
        let heights = (0..<150).map { view.size(forWidth: $0.isMultiple(of: 2) ? 200 : 300).height }
        same("a list has all its rows", Set(heights), [1_500])
        check("what was measured is still laid out", !view.container.needsLayout)
        check("and that is no loop", view.container.layoutIssues.isEmpty, "\(view.container.layoutIssues)")
        same("others are found as before", view.container.layoutThreshold, threshold)
    }
}
