import CoreGraphics
import Foundation
import VirtualView

@testable import VirtualViewUI

#if canImport(UIKit)
    import UIKit
#endif

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
        #if canImport(UIKit)
            scroller?.movesByItself = true
            stage.tap(view, at: CGPoint(x: 20, y: 65))
            same("a tap that stops a list is no click", events, [])
            scroller?.movesByItself = false
            stage.tap(view, at: CGPoint(x: 20, y: 65))
            same("the next one is", events, ["click row 2"])
            events = []
        #endif
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
        try touchesOfAViewThatGoes()
        #if canImport(UIKit)
            try touchesThatNothingTakes()
        #endif
    }

    private static func touchesOfAViewThatGoes() throws {
        let view = try view([
            "Screen": """
            <FrameLayout layoutWidth="match_parent" layoutHeight="match_parent" action="buy"
                flag="flag_clickable|flag_longclickable"/>
            """
        ])
        var events: [String] = []
        view.onEvent = { events.append($0.kind.rawValue) }
        let stage = Stage()
        stage.put(view)
        _ = stage.press(view, at: CGPoint(x: 20, y: 20))
        stage.remove(view)
        stage.wait(0.7)
        stage.put(view)
        stage.wait(0.05)
        same("a view that leaves its window lets go of fingers", view.host.fingers.count, 0)
        same("and has no long press when it comes back", events, [])
    }

    #if canImport(UIKit)
        /// A view around a template.
        private final class Surroundings: UIView {
            var heard: [String] = []

            override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { heard.append("began") }
            override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { heard.append("ended") }
        }

        private static func touchesThatNothingTakes() throws {
            let view = try view(
                [
                    "Screen": """
                    <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent">
                        <NText text="a" layoutWidth="match_parent" layoutHeight="40"/>
                        <Scroller layoutWidth="match_parent" layoutHeight="200" dataTag="${rows}"
                            visibility="@{${isAway} ? gone : visible}"/>
                    </VHLayout>
                    """,
                    "Row": #"<NText text="b" layoutWidth="match_parent" layoutHeight="50"/>"#,
                    "Button":
                        #"<NText text="c" layoutWidth="match_parent" layoutHeight="50" flag="flag_clickable"/>"#,
                ],
                data: ["rows": [["type": "Row"], ["type": "Button"]]]
            )
            let (around, stage) = (Surroundings(frame: .zero), Stage())
            view.frame = CGRect(x: 0, y: 0, width: 375, height: 700)
            around.addSubview(view)
            stage.put(around)
            func heard(at y: CGFloat) -> [String] {
                around.heard = []
                stage.tap(view, at: CGPoint(x: 20, y: y))
                return around.heard
            }
            same("a touch that nothing takes goes on to the view around", heard(at: 20), ["began", "ended"])
            same("also from a list", heard(at: 60), ["began", "ended"])
            same("and none that something takes", heard(at: 110), [])
            let up = stage.press(view, at: CGPoint(x: 20, y: 60))
            view.show(["isAway": true])
            stage.frame()
            up()
            check(
                "a finger on a list that goes is known to be up",
                scrollers(in: view).isEmpty && view.host.fingers.isEmpty,
                "\(view.host.fingers.count)"
            )
        }
    #endif

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
        let list = scrollers(in: view).last
        func scroll(_ steps: ClosedRange<Int>) {
            for step in steps {
                list?.move(to: [CGPoint(x: 0, y: Double(step) * 20)])
                stage.wait(0.03)
            }
        }
        // A finger goes down on the list, which then scrolls: the touch is cancelled, and the list moves.
        stage.tapThatScrolls(view, at: CGPoint(x: 20, y: 150))
        list?.beginDrag()
        scroll(1...20)
        same("no page turns while a finger drags", flips, before)
        list?.endDrag()
        scroll(21...40)
        check("pages turn while a list scrolls by itself", flips > before, "\(flips - before) turns")
        rest(view, stage) { flips }
        settings("VoiceOver is on", Stage.setVoiceOver, stage) { flips }
        settings("the user asks for less motion", Stage.setLessMotion, stage) { flips }
        view.removeFromSuperview()
        #if canImport(AppKit) && !canImport(UIKit)
            stage.window.contentView = nil
        #endif
        let last = flips
        stage.wait(0.6)
        same("a view without a window does nothing", flips, last)
    }

    /// A finger rests on what takes no touches.
    private static func rest(_ view: TemplateView, _ stage: Stage, _ flips: () -> Int) {
        let before = flips()
        let up = stage.press(view, at: CGPoint(x: 20, y: 50))
        stage.wait(0.6)
        same("no page turns while a finger rests on it", flips(), before)
        up()
        stage.wait(0.6)
        check("but it does when the finger is up", flips() > before, "\(flips() - before) turns")
    }

    /// The user changes what keeps pages still.
    private static func settings(_ name: String, _ set: (Bool) -> Void, _ stage: Stage, _ flips: () -> Int) {
        set(true)
        stage.wait(0.05)
        let before = flips()
        stage.wait(0.6)
        same("no page turns by itself while \(name)", flips(), before)
        set(false)
        stage.wait(0.6)
        check("pages turn again after \(name)", flips() > before, "\(flips() - before) turns")
    }

    static func scrollers(in view: PlatformView) -> [ScrollerView] {
        let own = (view as? ScrollerView).map { [$0] } ?? []
        return own + view.subviews.flatMap { scrollers(in: $0) }
    }
}
