import CoreGraphics
import Foundation
import VirtualView

@testable import VirtualViewUI

#if canImport(UIKit)
    import UIKit
#endif

// Lists that scroll: how far, what they report, and who gets the fingers.

extension Claims {
    /// A list whose height is on no pixel.
    static func scrollingAcross() throws {
        let view = try view(
            [
                "Screen": """
                <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
                    <Slider layoutWidth="match_parent" layoutHeight="180rp" itemWidth="200" dataTag="${cells}"/>
                    <Slider layoutWidth="match_parent" layoutHeight="181rp" itemWidth="200" dataTag="${cells}"/>
                    <Scroller layoutWidth="701rp" layoutHeight="180rp" dataTag="${cells}"/>
                </VHLayout>
                """,
                "Cell": #"<NText text="cell" layoutWidth="match_parent" layoutHeight="77"/>"#,
            ],
            data: ["cells": .array(BindingArray((0..<9).map { _ in ["type": "Cell"] }))]
        )
        let stage = Stage(scale: 3, width: 390)
        stage.put(view)
        let moves = scrollers(in: view).map { [$0.canMove.across, $0.canMove.down] }
        same("what scrolls moves along one side", moves, [[true, false], [true, false], [false, true]])
    }

    private static func list(_ heights: [Int]) throws -> TemplateView {
        try view(
            [
                "Screen": """
                <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
                    <Grid colCount="1" itemHeight="20" layoutWidth="match_parent" layoutHeight="wrap_content"
                        dataTag="${banners}"/>
                    <Scroller id="7" layoutWidth="match_parent" layoutHeight="400" dataTag="${rows}"/>
                </VHLayout>
                """,
                "Banner": #"<NText text="banner" layoutWidth="match_parent" layoutHeight="20"/>"#,
                "Row": #"<NText text="${t}" layoutWidth="match_parent" layoutHeight="${h}"/>"#,
            ],
            data: listData(heights, banners: 0)
        )
    }

    private static func listData(_ heights: [Int], banners: Int) -> JSONValue {
        let rows = heights.enumerated().map { number, height -> JSONValue in
            ["type": "Row", "t": .string("row \(number)"), "h": .int(Int64(height))]
        }
        return [
            "rows": .array(BindingArray(rows)),
            "banners": .array(BindingArray((0..<banners).map { _ in ["type": "Banner"] })),
        ]
    }

    private static func parts(of view: TemplateView) -> (scroller: ScrollerView, list: ScrollerNode)? {
        guard let scroller = scrollers(in: view).last,
            let list = view.container.tree.node(withID: 7) as? ScrollerNode
        else {
            check("a list is a scroll view", false)
            return nil
        }
        return (scroller, list)
    }

    /// A list scrolls after the tree changed, and before that is shown.
    static func reports() throws {
        let heights = [Int](repeating: 70, count: 40)
        let view = try list(heights)
        let stage = Stage()
        stage.put(view)
        guard let (scroller, list) = parts(of: view) else { return }
        view.show(listData(heights, banners: 2))
        scroller.drag(to: [CGPoint(x: 0, y: 40)])
        same("a scroll is told though other nodes came before the list", list.scrollOffset.y, 40)
        stage.frame()
        same("and stays", scroller.place.y, 40)
    }

    /// A list that moves by itself corrects its own place, because rows above are measured for the first time.
    static func corrections() throws {
        let heights = (0..<200).map { 10..<94 ~= $0 ? 140 : 70 }
        let view = try list(heights)
        let stage = Stage()
        stage.put(view)
        guard let (scroller, list) = parts(of: view) else { return }
        view.container.scroll(list, to: LayoutPoint(x: 0, y: 6_800))
        view.setNeedsUpdate()
        stage.frame()
        func place(of row: Int) -> Double? {
            list.item(forEntry: row).map { view.container.seenFrame(of: $0.root).origin.y }
        }
        let row = list.liveRange.lowerBound + 4
        scroller.beginDrag()
        scroller.move(to: [CGPoint(x: 0, y: scroller.place.y - 10)])
        stage.frame()
        #if canImport(UIKit)
            scroller.movesByItself = true
        #endif
        guard let before = place(of: row) else { return check("a row is there", false, "\(row) in \(list.liveRange)") }
        var corrected = 0.0
        for _ in 0..<20 where view.container.prepareItemsAhead(1) {
            corrected = max(corrected, abs(list.scrollOffset.y - scroller.place.y))
            if corrected > 1 { break }
        }
        check("a list corrects its place", corrected > 1, "\(corrected) at \(list.liveRange)")
        scroller.move(to: [CGPoint(x: 0, y: scroller.place.y - 10)])
        same("the next movement goes on from there", place(of: row), before + 10)
        same("and the view follows", scroller.place.y, list.scrollOffset.y)
        corrected = 0
        for _ in 0..<20 where view.container.prepareItemsAhead(1) {
            corrected = max(corrected, abs(list.scrollOffset.y - scroller.place.y))
            if corrected > 1 { break }
        }
        check("it corrects its place again", corrected > 1, "\(corrected)")
        view.setNeedsUpdate()
        stage.frame()
        same("a correction that is shown by itself moves no row", place(of: row), before + 10)
        same("and the view follows again", scroller.place.y, list.scrollOffset.y)
        #if canImport(UIKit)
            check("and does not stop the list", scroller.movesByItself)
            view.container.scroll(list, to: .zero)
            view.setNeedsUpdate()
            stage.frame()
            check("a program that scrolls far away does", !scroller.movesByItself)
        #endif
    }

    static func longLists() throws {
        let view = try list([Int](repeating: 1_000_000, count: 40))
        let stage = Stage()
        stage.put(view)
        guard let (scroller, list) = parts(of: view) else { return }
        same("a list may be long", scroller.contentLength, 40_000_000)
        view.container.scroll(list, to: LayoutPoint(x: 0, y: 39_000_000))
        view.setNeedsUpdate()
        stage.frame()
        same("and is scrolled to its end", scroller.place.y, 39_000_000)
    }

    /// A button over a list, and what is behind it and around it.
    static func inFrontOfLists() throws {
        let view = try view(
            [
                "Screen": """
                <FrameLayout layoutWidth="match_parent" layoutHeight="match_parent" flag="flag_clickable" action="around">
                    <NText text="b" layoutWidth="100" layoutHeight="40" flag="flag_clickable" action="behind"/>
                    <Scroller layoutWidth="match_parent" layoutHeight="400" dataTag="${rows}"
                        visibility="@{${isAway} ? gone : visible}"/>
                    <NText text="label" layoutWidth="100" layoutHeight="40" layoutMarginTop="100"/>
                    <NText text="c" layoutWidth="100" layoutHeight="40" layoutMarginTop="200" flag="flag_clickable"
                        action="front"/>
                </FrameLayout>
                """,
                "Row": #"<NText text="row" layoutWidth="match_parent" layoutHeight="50"/>"#,
            ],
            data: ["rows": .array(BindingArray((0..<40).map { _ in ["type": "Row"] }))]
        )
        var actions: [String?] = []
        view.onEvent = { if $0.kind == .click { actions.append($0.action) } }
        let stage = Stage()
        stage.put(view)
        for y in [20.0, 120, 220, 320] { stage.tap(view, at: CGPoint(x: 20, y: y)) }
        same("a click is for what is in front", actions, ["behind", "around", "front", "around"])
        #if canImport(UIKit)
            guard let scroller = firstScroller(in: view) else { return check("a list is a scroll view", false) }
            scroller.drag(to: [CGPoint(x: 0, y: 60)])
            let fingers = [20.0, 120, 220, 320].map { stage.window.hit(CGPoint(x: 20, y: $0)) === scroller }
            same("a finger on a button over a list does not scroll it", fingers, [true, true, false, true])
            scroller.movesByItself = true
            actions = []
            stage.tap(view, at: CGPoint(x: 20, y: 220))
            stage.tap(view, at: CGPoint(x: 20, y: 320))
            same("and presses it also while the list moves", actions, ["front"])
            scroller.movesByItself = false
            let controls = [UIControl(frame: .zero), UISlider(frame: .zero), UIView(frame: .zero)]
            same(
                "a drag that begins on a control scrolls the list, but for one that is dragged itself",
                controls.map { scroller.touchesShouldCancel(in: $0) },
                [true, false, true]
            )
        #else
            _ = stage.press(view, at: CGPoint(x: 20, y: 320))
            same("the mouse is down on a list", view.host.fingers.count, 1)
            view.show(["isAway": true])
            stage.frame()
            check("a list that goes lets go of the mouse", scrollers(in: view).isEmpty && view.host.fingers.isEmpty)
        #endif
    }

    /// Shows a list with a button in front in each slot.
    private final class ListsInSlots: SlotViewProviding {
        var actions: [String?] = []

        func makeView(for slot: DisplayList.Slot) -> PlatformView? {
            let row = #"<NText text="row" layoutWidth="match_parent" layoutHeight="50"/>"#
            let screen = """
                <FrameLayout layoutWidth="match_parent" layoutHeight="match_parent">
                    <Scroller layoutWidth="match_parent" layoutHeight="match_parent" dataTag="${rows}"/>
                    <NText text="a" layoutWidth="100" layoutHeight="40" flag="flag_clickable" action="inner"/>
                </FrameLayout>
                """
            let view = try? Claims.view(["Screen": screen, "Row": row], data: ["rows": [["type": "Row"]]])
            view?.onEvent = { [weak self] in if $0.kind == .click { self?.actions.append($0.action) } }
            return view
        }

        func update(_ view: PlatformView, for slot: DisplayList.Slot, of node: Node) {}
    }

    static func inFrontOfListsInSlots() throws {
        let view = try view(
            [
                "Screen": #"<Scroller layoutWidth="match_parent" layoutHeight="match_parent" dataTag="${rows}"/>"#,
                "Row": #"<Map layoutWidth="match_parent" layoutHeight="200"/>"#,
            ],
            data: ["rows": [["type": "Row"], ["type": "Row"]]]
        )
        let (slots, stage) = (ListsInSlots(), Stage())
        view.slotViews = slots
        stage.put(view)
        stage.tap(view, at: CGPoint(x: 20, y: 20))
        same("a click is for what is in front of a list, also in a template in a list", slots.actions, ["inner"])
    }

    static func inFrontOfSlots() throws {
        let view = try view(
            [
                "Screen": """
                <FrameLayout layoutWidth="match_parent" layoutHeight="match_parent" flag="flag_clickable" action="around">
                    <NText text="b" layoutWidth="100" layoutHeight="40" flag="flag_clickable" action="behind"/>
                    <Map place="a" layoutWidth="match_parent" layoutHeight="300"/>
                    <NText text="label" layoutWidth="100" layoutHeight="40" layoutMarginTop="100"/>
                    <NText text="c" layoutWidth="100" layoutHeight="40" layoutMarginTop="200" flag="flag_clickable"
                        action="front"/>
                    <Scroller layoutWidth="match_parent" layoutHeight="200" layoutMarginTop="400" dataTag="${rows}"/>
                    <NText text="d" layoutWidth="100" layoutHeight="40" layoutMarginTop="550" flag="flag_clickable"
                        action="over the list"/>
                </FrameLayout>
                """,
                "Row": """
                <FrameLayout layoutWidth="match_parent" layoutHeight="100">
                    <TextField value="a" layoutWidth="match_parent" layoutHeight="match_parent"/>
                    <NText text="e" layoutWidth="100" layoutHeight="40" flag="flag_clickable" action="row"/>
                </FrameLayout>
                """,
            ],
            data: ["rows": .array(BindingArray((0..<9).map { _ in ["type": "Row"] }))]
        )
        var actions: [String?] = []
        view.onEvent = { if $0.kind == .click { actions.append($0.action) } }
        let (slots, stage) = (EmptySlots(), Stage())
        view.slotViews = slots
        stage.put(view)
        let targets = [20.0, 120, 220, 320, 420, 480, 570].map { y in
            view.hit(CGPoint(x: 20, y: y)).map { hit in
                hit === view ? "template" : hit is EmptySlots.SlotView ? "slot" : "list"
            }
        }
        let wanted = ["slot", "slot", "template", "template", "list", "slot", "template"]
        same("what is in front of the app's views takes fingers, and its list scrolls", targets, wanted)
        for y in [220.0, 420, 570] { stage.tap(view, at: CGPoint(x: 20, y: y)) }
        same("and is clicked", actions, ["front", "row", "over the list"])
    }
}
