import CoreGraphics
import Foundation
import VirtualView

@testable import VirtualViewUI

extension Claims {
    static func touches() throws {
        let view = try view(
            [
                "Screen": """
                <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
                    <NText text="Buy" layoutWidth="match_parent" layoutHeight="40" flag="flag_clickable|flag_longclickable"
                        action="buy"/>
                    <Scroller layoutWidth="match_parent" layoutHeight="200" dataTag="${rows}"/>
                </VHLayout>
                """,
                "Row": """
                <NText text="${t}" layoutWidth="match_parent" layoutHeight="50" flag="flag_clickable" action="${t}"/>
                """,
            ],
            data: ["rows": .array(BindingArray((0..<20).map { ["type": "Row", "t": .string("row \($0)")] }))]
        )
        var events: [String] = []
        view.onEvent = { event in
            if event.kind == .click || event.kind == .longClick {
                events.append("\(event.kind) \(event.action ?? "-")")
            }
        }
        let stage = Stage()
        stage.put(view)
        stage.tap(view, at: CGPoint(x: 20, y: 20))
        stage.tap(view, at: CGPoint(x: 20, y: 20))
        same("two taps are two clicks", events, ["click buy", "click buy"])
        _ = view.size(forWidth: 200)
        check("a list that was measured for another width is still laid out", !view.container.needsLayout)
        check("fingers that are up are forgotten", view.host.fingers.isEmpty, "\(view.host.fingers.count)")
        events = []
        stage.tap(view, at: CGPoint(x: 20, y: 20), holding: 0.7)
        same("a finger that stays is a long press, and no click", events, ["longClick buy"])
        events = []
        stage.tap(view, at: CGPoint(x: 20, y: 65))
        same("what is inside of a scroll view takes touches", events, ["click row 0"])
        events = []
        stage.tapThatScrolls(view, at: CGPoint(x: 20, y: 65))
        same("a touch that becomes scrolling is no click", events, [])
        let scroller = firstScroller(in: view)
        scroller?.drag(to: [CGPoint(x: 0, y: 60), CGPoint(x: 0, y: 100)])
        stage.frame()
        stage.tap(view, at: CGPoint(x: 20, y: 65))
        same("a tap finds what was scrolled there", events, ["click row 2"])
        events = []
        stage.tap(view, at: CGPoint(x: 20, y: 500))
        same("a tap beside everything is none", events, [])
    }

    /// The mouse or a finger is down on what a press, or new data, draws no more.
    static func touchesOfWhatGoes() throws {
        let view = try view(
            [
                "Screen": """
                <FrameLayout layoutWidth="match_parent" layoutHeight="match_parent" flag="flag_clickable" action="open"
                    alpha="${a}">
                    <NText text="${t}" layoutWidth="match_parent" layoutHeight="40"/>
                </FrameLayout>
                """
            ],
            data: ["t": "Buy", "a": 0.5]
        )
        var actions: [String?] = []
        view.onEvent = { if $0.kind == .click { actions.append($0.action) } }
        let stage = Stage()
        stage.put(view)
        for data in [["t": "", "a": 0.5], ["t": "Buy", "a": 1], ["t": "Buy", "a": 0.5]] as [JSONValue] {
            let up = stage.press(view, at: CGPoint(x: 20, y: 20))
            view.show(data)
            stage.frame()
            up()
        }
        same("a click arrives though what was drawn there is gone", actions, ["open", "open", "open"])
    }

    static func firstScroller(in view: PlatformView) -> ScrollerView? {
        if let scroller = view as? ScrollerView { return scroller }
        for inner in view.subviews { if let found = firstScroller(in: inner) { return found } }
        return nil
    }

    private static let turning: [String: String] = [
        "Screen": """
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
            <Page layoutWidth="match_parent" layoutHeight="100" dataTag="${pages}" autoSwitch="true" stayTime="200"
                autoSwitchTime="10"/>
            <Scroller layoutWidth="match_parent" layoutHeight="200" dataTag="${rows}"/>
        </VHLayout>
        """,
        "Row": #"<NText text="${t}" layoutWidth="match_parent" layoutHeight="50" flag="flag_clickable"/>"#,
        "PageItem": #"<NText text="${t}" layoutWidth="match_parent" layoutHeight="match_parent"/>"#,
    ]

    private static let turningData: JSONValue = [
        "pages": .array(BindingArray((0..<3).map { ["type": "PageItem", "t": .string("page \($0)")] })),
        "rows": .array(BindingArray((0..<40).map { ["type": "Row", "t": .string("row \($0)")] })),
    ]

    /// Pages that turn by themselves, on the timers of the run loop.
    static func time() throws {
        let view = try view(turning, data: turningData)
        let stage = Stage()
        var flips = 0
        view.onEvent = { if $0.kind == .pageFlip { flips += 1 } }
        stage.put(view)
        stage.wait(1)
        check("pages turn by themselves", flips >= 3 && flips <= 5, "\(flips) turns in a second")
        let before = flips
        // A finger goes down on the list, which then scrolls: the touch is cancelled, and the list moves.
        stage.tapThatScrolls(view, at: CGPoint(x: 20, y: 150))
        for step in 1...30 {
            let lists = scrollers(in: view)
            lists.last?.drag(to: [CGPoint(x: 0, y: Double(step) * 20)])
            stage.wait(0.03)
        }
        check("pages turn while a list scrolls", flips > before, "\(flips - before) turns")
        let other = flips
        Stage.setVoiceOver(true)
        view.setNeedsUpdate()
        stage.frame()
        stage.wait(0.6)
        same("no page turns by itself while VoiceOver is on", flips, other)
        Stage.setVoiceOver(false)
        view.setNeedsUpdate()
        stage.frame()
        stage.wait(0.6)
        check("pages turn again when VoiceOver is off", flips > other, "\(flips - other) turns")
        view.removeFromSuperview()
        #if canImport(AppKit) && !canImport(UIKit)
            stage.window.contentView = nil
        #endif
        let last = flips
        stage.wait(0.6)
        same("a view without a window does nothing", flips, last)
    }

    static func scrollers(in view: PlatformView) -> [ScrollerView] {
        let own = (view as? ScrollerView).map { [$0] } ?? []
        return own + view.subviews.flatMap { scrollers(in: $0) }
    }
}
