import CoreGraphics
import Foundation
import VirtualView

@testable import VirtualViewUI

extension Claims {
    private static let feed: [String: String] = [
        "Screen": """
        <Scroller layoutWidth="match_parent" layoutHeight="match_parent" dataTag="${rows}" itemKey="id"/>
        """,
        "Row": """
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="70" background="#EEEEEE" flag="flag_clickable">
            <NText text="${t}" layoutWidth="match_parent" layoutHeight="30"/>
            <NImage src="${url}" layoutWidth="40" layoutHeight="40"/>
        </VHLayout>
        """,
    ]

    private static func rows(_ count: Int) -> JSONValue {
        let rows = (0..<count).map { number -> JSONValue in
            [
                "type": "Row", "id": .int(Int64(number)), "t": .string("row \(number)"),
                "url": .string("https://img.example/\(number)"),
            ]
        }
        return ["rows": .array(BindingArray(rows))]
    }

    /// A list of 10,000 rows, scrolled from its start to its end.
    static func lists() throws {
        let loader = ManualLoader()
        let view = try view(feed, data: rows(10_000), images: loader)
        let stage = Stage()
        let before = Stage.viewsMade
        stage.put(view)
        let first = Stage.viewsMade - before
        guard let scroller = firstScroller(in: view) else { return check("a list is a scroll view", false) }
        same("the content is as long as all rows", scroller.contentLength, 700_000)
        var differences: [String] = []
        var mostPending = 0
        for step in 1...2_000 {
            scroller.drag(to: [CGPoint(x: 0, y: Double(step) * 349.65)])
            guard step.isMultiple(of: 200) else { continue }
            stage.wait(0.02)
            mostPending = max(mostPending, view.host.images.pendingCount)
            let wanted = Mark.wanted(by: view.container.displayListWithNextPages(), scale: 2, hasImages: false)
            if let difference = Mark.difference(Mark.shown(in: view), wanted) { differences.append(difference) }
        }
        check("what is scrolled into view is there", differences.isEmpty, differences.joined(separator: "; "))
        let made = Stage.viewsMade - before
        // 11 rows of 3 views are visible at most, and a scroller with its parts; 16 of each of two kinds are kept.
        let most = 11 * 3 + 6 + 2 * 16
        check(
            "10,000 rows need as many views as are visible, and the pool (\(first) at first, \(made) in all)",
            made <= most
        )
        check("the last row is there", Mark.shown(in: view).contains { $0.name.contains("row 9999") })
        scroller.drag(to: [CGPoint(x: 0, y: -40)])
        let place = scroller.place
        check("a list that bounces is left alone", place.y == -40, "\(place)")
        let list = view.container.tree.root as? ScrollerNode
        if let list { view.container.scroll(list, to: LayoutPoint(x: 0, y: 7_000)) }
        view.setNeedsUpdate()
        stage.frame()
        same("a list that the app scrolls is scrolled", scroller.place.y, 7_000)
        check("as many images are loading as rows are visible", (10...11).contains(mostPending), "\(mostPending)")
        check("and those of visible rows were asked for", loader.asked.count >= 100, "\(loader.asked.count)")
    }

    /// What is made ahead: while the user does nothing, and not while a finger drags.
    static func idleMoments() throws {
        let views = try (0..<2).map { _ in try view(feed, data: rows(200)) }
        let stages = views.map { _ in Stage() }
        func count(_ view: TemplateView) -> Int { (view.container.tree.root as? ScrollerNode)?.liveRange.count ?? 0 }
        func wait() {
            for stage in stages + stages + stages + stages { stage.wait(0.02) }
        }
        for (view, stage) in zip(views, stages) { stage.put(view) }
        guard let scroller = firstScroller(in: views[0]) else { return check("a list is a scroll view", false) }
        let before = count(views[0])
        scroller.beginDrag()
        wait()
        same("nothing is made ahead while the user drags", views.map(count), [before, before])
        scroller.endDrag()
        wait()
        let ahead = count(views[0])
        check("rows are made ahead while nothing else happens", ahead > before, "\(ahead), not more than \(before)")
        same("in each view", count(views[1]), ahead)
        var issues = 0
        views[0].container.layoutThreshold = 4
        views[0].container.onLayoutIssue = { _ in issues += 1 }
        scroller.beginDrag()
        for step in 1...12 {
            views[0].container.tree.root.setProperty(.int(Int32(step)), named: "paddingTop")
            views[0].setNeedsUpdate()
            stages[0].wait(0.001)
        }
        same("a turn ends also while the user drags", issues, 0)
        views[1].show(rows(201))
        scrollList(of: views[1], to: 7_000)
        stages[1].frame()
        let shown = count(views[1])
        wait()
        same("a drag holds back what other views would do", count(views[1]), shown)
        stages[0].remove(views[0])
        wait()
        check("a view that goes while it is dragged holds nothing back", count(views[1]) > shown, "\(count(views[1]))")
        try goneWhileDragged()
    }

    /// The data that comes while the user drags a list has no such list.
    private static func goneWhileDragged() throws {
        var sources = feed
        sources["Screen"] = """
            <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
                <Scroller layoutWidth="match_parent" layoutHeight="200" dataTag="${rows}"
                    visibility="@{${isAway} ? gone : visible}"/>
                <Page layoutWidth="match_parent" layoutHeight="100" dataTag="${rows}" autoSwitch="true" stayTime="100"/>
            </VHLayout>
            """
        let view = try view(sources, data: rows(3))
        let stage = Stage()
        var flips = 0
        view.onEvent = { if $0.kind == .pageFlip { flips += 1 } }
        stage.put(view)
        firstScroller(in: view)?.beginDrag()
        view.show(["rows": rows(3)["rows"] ?? .null, "isAway": true])
        stage.wait(0.5)
        check("a list that goes while it is dragged lets pages turn", flips > 0)
    }

    private static func scrollList(of view: TemplateView, to offset: Double) {
        guard let list = view.container.tree.root as? ScrollerNode else { return }
        view.container.scroll(list, to: LayoutPoint(x: 0, y: offset))
        view.setNeedsUpdate()
    }

    static func pages() throws {
        let view = try view(
            [
                "Screen": """
                <Page orientation="H" layoutWidth="match_parent" layoutHeight="100" dataTag="${pages}"/>
                """,
                "PageItem": #"<NText text="${t}" layoutWidth="match_parent" layoutHeight="match_parent"/>"#,
            ],
            data: ["pages": .array(BindingArray((0..<3).map { ["type": "PageItem", "t": .string("page \($0)")] }))]
        )
        let stage = Stage()
        var shown: [Int] = []
        view.onEvent = { if $0.kind == .pageFlip { shown.append(($0.pageIndex ?? -1)) } }
        stage.put(view, height: 100)
        guard let scroller = firstScroller(in: view), let page = view.container.tree.root as? PageNode else {
            return check("pages are a scroll view", false)
        }
        same("the first page is behind the copy of the last one", scroller.place.x, 375)
        scroller.drag(to: [CGPoint(x: 500, y: 0), CGPoint(x: 750, y: 0)])
        same("a page that comes to rest is the current one", page.currentPage, 1)
        scroller.drag(to: [CGPoint(x: 1_000, y: 0), CGPoint(x: 1_125, y: 0)])
        scroller.drag(to: [CGPoint(x: 1_300, y: 0), CGPoint(x: 1_500, y: 0)])
        same("after the last page comes the first", page.currentPage, 0)
        same("and the view goes from its copy to the page itself", scroller.place.x, 375)
        check("each turn is told", shown.count == 3, "\(shown)")
        view.container.turn(page, to: 1)
        view.setNeedsUpdate()
        stage.frame()
        same("a page that the app turns is shown", scroller.place.x, 750)
        #if canImport(UIKit)
            same("and slides in", scroller.animations, 1)
        #else
            scroller.drag(to: [CGPoint(x: 900, y: 0)])
            same("a page between two comes to rest at the nearest one", scroller.place.x, 750)
            scroller.turnWheel(to: CGPoint(x: 850, y: 0))
            stage.frame()
            same("a wheel that turns is left alone", scroller.place.x, 850)
            scroller.turnWheel(to: CGPoint(x: 1_000, y: 0))
            stage.wait(0.3)
            same("and leaves no page between two either", scroller.place.x, 1_125)
            same("which is the current one then", page.currentPage, 2)
        #endif
    }

    #if !canImport(UIKit)
        static func wheels() throws {
            let view = try view(
                [
                    "Screen": """
                    <Scroller layoutWidth="match_parent" layoutHeight="match_parent" dataTag="${rows}"/>
                    """,
                    "Row": """
                    <Slider layoutWidth="match_parent" layoutHeight="100" itemWidth="200" dataTag="${cells}"/>
                    """,
                    "Cell": #"<NText text="cell" layoutWidth="match_parent" layoutHeight="match_parent"/>"#,
                ],
                data: [
                    "rows": .array(
                        BindingArray(
                            (0..<20).map { _ in
                                ["type": "Row", "cells": .array(BindingArray((0..<9).map { _ in ["type": "Cell"] }))]
                            }
                        )
                    )
                ]
            )
            let stage = Stage()
            stage.put(view, height: 300)
            let scrollers = scrollers(in: view)
            guard scrollers.count > 2 else { return check("lists inside of lists are scroll views", false) }
            let (outer, inner) = (scrollers[0], scrollers[1])
            inner.turnWheel(to: CGPoint(x: 90, y: 0))
            same("a wheel moves what it points at", [inner.place.x, outer.place.y], [90, 0])
            outer.wheel = [CGPoint(x: 0, y: 70)]
            inner.turnWheel(to: CGPoint(x: 90, y: 70))
            same(
                "or what is around it, if that goes its way",
                [inner.place.x, inner.place.y, outer.place.y],
                [90, 0, 70]
            )
        }
    #endif

    static func slots() throws {
        let (manager, _) = try Samples.allTemplates()
        let view = try TemplateView("DeliveryForm", from: manager, images: ManualLoader())
        let slots = EmptySlots()
        view.slotViews = slots
        view.show(try Samples.data(of: "DeliveryForm"))
        let stage = Stage()
        stage.put(view)
        let names = Set(slots.names.values)
        check("the app provides the views of slots", names == ["Map", "Switch", "TextField"], "\(names)")
        let count = slots.names.count
        view.setNeedsUpdate()
        stage.frame()
        view.show(["name": "other"])
        stage.frame()
        same("a slot keeps its view while other data is shown", slots.names.count, count)
        let order = view.allElements.map {
            ($0 as? PlatformView).map { slots.names[ObjectIdentifier($0)] ?? "" } ?? "element"
        }
        same("VoiceOver reaches the app's own views", order.filter { $0 != "element" }.count, slots.views(in: view))
        check("in the order of the template", order.first == "element" && order.last == "element", "\(order)")
        slots.nodes.last { $0.componentName == "TextField" }?.setProperty(.string("typed"), named: "value")
        view.setNeedsUpdate()
        stage.frame()
        check("what the user enters comes back", slots.updates.contains { $0["value"] == .string("typed") })
        try hiddenSlots()
        try pressAroundASlot()
        #if canImport(AppKit) && !canImport(UIKit)
            try plainSlots()
        #endif
    }

    private static func hiddenSlots() throws {
        let view = try view([
            "Screen": """
            <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
                <TextField value="a" layoutWidth="100" layoutHeight="30"/>
                <TextField value="b" layoutWidth="100" layoutHeight="30" accessibilityHidden="true"/>
                <FrameLayout layoutWidth="100" layoutHeight="30" accessibilityHidden="true">
                    <TextField value="c" layoutWidth="100" layoutHeight="30"/>
                </FrameLayout>
            </VHLayout>
            """
        ])
        let (slots, stage) = (EmptySlots(), Stage())
        view.slotViews = slots
        stage.put(view)
        same("there is a view for each slot", slots.views(in: view), 3)
        let read = view.allElements.map { $0 as? PlatformView === slots.views.first }
        same("VoiceOver does not reach the app's views that the template hides from it", read, [true])
    }

    /// A press fades what it is on, with the app's own views.
    private static func pressAroundASlot() throws {
        let view = try view([
            "Screen": """
            <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
                <NText text="above" layoutWidth="match_parent" layoutHeight="30"/>
                <FrameLayout layoutWidth="match_parent" layoutHeight="100" flag="flag_clickable" pressedAlpha="0.5">
                    <NText text="behind" layoutWidth="100" layoutHeight="30"/>
                    <TextField value="a" layoutWidth="100" layoutHeight="30"/>
                    <NText text="in front" layoutWidth="100" layoutHeight="30"/>
                </FrameLayout>
                <NText text="below" layoutWidth="match_parent" layoutHeight="30"/>
            </VHLayout>
            """
        ])
        let (slots, stage) = (EmptySlots(), Stage())
        view.slotViews = slots
        stage.put(view)
        guard let slot = slots.views.first else { return check("a slot has a view", false) }
        func difference() -> String? {
            let wanted = Mark.wanted(by: view.container.displayListWithNextPages(), scale: 2, hasImages: false)
            return Mark.difference(Mark.shown(in: view, slots: slots.names), wanted)
        }
        let (parent, changes) = (slot.superview, slot.windowChanges)
        let up = stage.press(view, at: CGPoint(x: 200, y: 80))
        stage.wait(0.05)
        check("a press fades the view of a slot", slot.superview !== parent)
        check("with everything in its order", difference() == nil, difference() ?? "")
        up()
        stage.wait(0.2)
        check("until it ends", slot.superview === parent && difference() == nil, difference() ?? "")
        same("and the view stays in the window", slot.windowChanges, changes)
    }

    #if canImport(AppKit) && !canImport(UIKit)
        /// Makes views that are no elements, but have some inside.
        private final class PlainSlots: SlotViewProviding {
            let control = EmptySlots.SlotView(frame: .zero)

            func makeView(for slot: DisplayList.Slot) -> PlatformView? {
                let view = PlatformView(frame: .zero)
                view.addSubview(control)
                return view
            }

            func update(_ view: PlatformView, for slot: DisplayList.Slot, of node: Node) {}
        }

        private static func plainSlots() throws {
            let view = try view(["Screen": #"<TextField value="a" layoutWidth="100" layoutHeight="30"/>"#])
            let (slots, stage) = (PlainSlots(), Stage())
            view.slotViews = slots
            stage.put(view)
            let elements = view.allElements
            check(
                "VoiceOver reaches what is inside of a plain view",
                elements.count == 1 && elements.first as? PlatformView === slots.control,
                "\(elements)"
            )
        }
    #endif
}
