import Testing
import VirtualView
import VirtualViewTestSupport

/// Touches: when a node is drawn as pressed, and which events the app gets.
@Suite struct TouchTests {
    /// A screen with a button at the left, one that takes long clicks beside it, and a list with rows below.
    static let screen = """
        <FrameLayout layoutWidth="-1" layoutHeight="-1">
            <VHLayout id="1" flag="flag_clickable" layoutWidth="50" layoutHeight="50" background="#FFFFFF"
                pressedBackground="#FF0000" pressedAlpha="0.5">
                <NText text="a" id="11" layoutWidth="20" layoutHeight="20" background="#FFFFFF" pressedBackground="blue"/>
                <NText text="b" id="12" flag="flag_clickable" layoutWidth="20" layoutHeight="20" background="#FFFFFF"
                    pressedBackground="blue"/>
            </VHLayout>
            <VHLayout id="2" flag="flag_clickable|flag_longclickable" layoutMarginLeft="50" layoutWidth="50"
                layoutHeight="50" pressedBackground="#00FF00"/>
            <VHLayout id="3" flag="flag_longclickable" layoutMarginLeft="100" layoutWidth="50" layoutHeight="50"/>
            <Scroller id="4" dataTag="${rows}" itemKey="name" layoutMarginTop="50" layoutWidth="-1" layoutHeight="100"/>
        </FrameLayout>
        """
    static let row = """
        <VHLayout id="5" flag="flag_clickable" action="${name}" layoutWidth="-1" layoutHeight="40" background="#FFFFFF"
            pressedBackground="#FF0000"/>
        """

    /// A container that notes what happens to it, and when.
    final class Scene {
        let container: Container
        private(set) var log: [String] = []
        private var shown: Int32?
        private var time = 0.0
        /// The time at which the container wants to be called.
        private(set) var deadline: Double?

        init() throws {
            let row = try LayoutSource.prepare(TouchTests.row)
            let templates = PreparedTemplates(["row": row])
            let tree = try LayoutSource.prepare(TouchTests.screen).makeTree(source: templates)
            container = Container(tree, textMeasuring: FixedTextMetrics())
            container.onEvent = { [unowned self] in note("\($0.kind) \($0.action ?? String($0.nodeID))") }
            show(0..<10)
        }

        func show(_ rows: Range<Int>) {
            let entries = rows.map { JSONValue.object(["type": "row", "name": "row\($0)"]) }
            container.update(data: ["rows": .array(BindingArray(entries))])
            container.layout(in: LayoutSize(width: 200, height: 150))
        }

        func touch(_ phase: Container.TouchPhase, _ x: Double, _ y: Double, at time: Double, finger: Int = 0) {
            wait(until: time)
            deadline = container.touch(phase, finger: finger, at: LayoutPoint(x: x, y: y), time: time)
            look()
        }

        func wait(until time: Double) {
            while let due = deadline, due <= time {
                self.time = due
                deadline = container.advance(to: due)
                look()
            }
            self.time = time
        }

        /// Notes which node is drawn as pressed, by its id.
        private func look() {
            let pressed = container.displayList().items.first { item in
                guard case .box(let box) = item.content else { return false }
                return [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF].contains(box.background.rawValue)
            }
            guard pressed?.nodeID != shown else { return }
            shown = pressed?.nodeID
            note(shown.map { "show \($0)" } ?? "hide")
        }

        private func note(_ text: String) {
            log.append("\((time * 1_000).rounded() / 1_000) \(text)")
        }
    }

    /// A trace: what fingers do, and what happens.
    struct Trace: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let steps: @Sendable (Scene) throws -> Void
        let log: [String]

        init(_ name: String, _ steps: @escaping @Sendable (Scene) throws -> Void, _ log: String...) {
            testDescription = name
            self.steps = steps
            self.log = log
        }
    }

    static let traces = [
        Trace(
            "a tap shows for a moment",
            { scene in
                scene.touch(.began, 30, 30, at: 1)
                scene.touch(.ended, 32, 31, at: 1.02)
                scene.wait(until: 3)
            },
            "1.0 show 1",
            "1.02 click 1",
            "1.06 hide"
        ),
        Trace(
            "a slow tap shows until the finger goes up",
            { scene in
                scene.touch(.began, 30, 30, at: 1)
                scene.touch(.ended, 30, 30, at: 2)
            },
            "1.0 show 1",
            "2.0 click 1",
            "2.0 hide"
        ),
        Trace(
            "a finger that moves a little clicks",
            { scene in
                scene.touch(.began, 30, 30, at: 1)
                scene.touch(.moved, 36, 38, at: 1.1)
                scene.touch(.ended, 36, 38, at: 1.2)
            },
            "1.0 show 1",
            "1.2 click 1",
            "1.2 hide"
        ),
        Trace(
            "a finger that moves away and back does not click",
            { scene in
                scene.touch(.began, 30, 30, at: 1)
                scene.touch(.moved, 36, 38.1, at: 1.1)
                scene.touch(.moved, 30, 30, at: 1.2)
                scene.touch(.ended, 30, 30, at: 1.3)
            },
            "1.0 show 1",
            "1.1 hide"
        ),
        Trace(
            "a finger that goes up far away does not click",
            { scene in
                scene.touch(.began, 30, 30, at: 1)
                scene.touch(.ended, 60, 30, at: 1.1)
            },
            "1.0 show 1",
            "1.1 hide"
        ),
        Trace(
            "a touch that is held is a long click, and no click",
            { scene in
                scene.touch(.began, 60, 30, at: 1)
                scene.touch(.ended, 60, 30, at: 2)
            },
            "1.0 show 2",
            "1.5 longClick 2",
            "2.0 hide"
        ),
        Trace(
            "a touch that is not held long is a click",
            { scene in
                scene.touch(.began, 60, 30, at: 1)
                scene.touch(.ended, 60, 30, at: 1.499)
            },
            "1.0 show 2",
            "1.499 click 2",
            "1.499 hide"
        ),
        Trace(
            "a node that takes no clicks gets long clicks alone",
            { scene in
                scene.touch(.began, 110, 30, at: 1)
                scene.touch(.ended, 110, 30, at: 1.1)
                scene.touch(.began, 110, 30, at: 2)
                scene.touch(.ended, 110, 30, at: 2.6)
            },
            "2.5 longClick 3"
        ),
        Trace(
            "the system can take a touch away",
            { scene in
                scene.touch(.began, 60, 30, at: 1)
                scene.touch(.cancelled, 60, 30, at: 1.2)
                scene.touch(.ended, 60, 30, at: 2)
            },
            "1.0 show 2",
            "1.2 hide"
        ),
        Trace(
            "a second finger does nothing while the first is down",
            { scene in
                scene.touch(.began, 30, 30, at: 1)
                scene.touch(.began, 60, 30, at: 1.1, finger: 1)
                scene.touch(.ended, 60, 30, at: 1.2, finger: 1)
                scene.touch(.ended, 30, 30, at: 1.3)
            },
            "1.0 show 1",
            "1.3 click 1",
            "1.3 hide"
        ),
        Trace(
            "a second finger counts when the first touches nothing",
            { scene in
                scene.touch(.began, 190, 10, at: 1)
                scene.touch(.began, 60, 30, at: 1.1, finger: 1)
                scene.touch(.ended, 60, 30, at: 1.2, finger: 1)
            },
            "1.1 show 2",
            "1.2 click 2",
            "1.2 hide"
        ),
        Trace(
            "in a list a press shows late",
            { scene in
                scene.touch(.began, 30, 60, at: 1)
                scene.touch(.ended, 30, 60, at: 2)
            },
            "1.1 show 5",
            "2.0 click row0",
            "2.0 hide"
        ),
        Trace(
            "in a list a quick tap shows after the finger is up",
            { scene in
                scene.touch(.began, 30, 60, at: 1)
                scene.touch(.ended, 30, 60, at: 1.04)
                scene.wait(until: 2)
            },
            "1.04 click row0",
            "1.04 show 5",
            "1.1 hide"
        ),
        Trace(
            "scrolling takes a touch away",
            { scene in
                scene.touch(.began, 30, 60, at: 1)
                let list = try #require(scene.container.tree.node(withID: 4) as? ScrollerNode)
                scene.container.scroll(list, to: LayoutPoint(x: 0, y: 5))
                scene.touch(.ended, 30, 60, at: 1.3)
            },
            "1.0 scroll 4"
        ),
        Trace(
            "a row of a list that shows all of its content shows at once",
            { scene in
                scene.show(0..<2)
                scene.touch(.began, 30, 60, at: 1)
                scene.touch(.ended, 30, 60, at: 1.02)
                scene.wait(until: 2)
            },
            "0.0 autoRefresh 4",
            "1.0 show 5",
            "1.02 click row0",
            "1.06 hide"
        ),
        Trace(
            "a row that moves to another place is still the same",
            { scene in
                scene.touch(.began, 30, 60, at: 1)
                scene.show(-1..<10)
                scene.touch(.ended, 30, 60, at: 1.3)
            },
            "1.1 show 5",
            "1.3 click row0",
            "1.3 hide"
        ),
        Trace(
            "a row that shows something else is not clicked",
            { scene in
                scene.touch(.began, 30, 60, at: 1)
                scene.show(20..<30)
                scene.touch(.ended, 30, 60, at: 1.3)
            }
        ),
        Trace(
            "a node that goes away is not clicked",
            { scene in
                scene.touch(.began, 30, 30, at: 1)
                scene.container.tree.node(withID: 1)?.visibility = .gone
                scene.touch(.ended, 30, 30, at: 1.3)
            },
            "1.0 show 1",
            "1.3 hide"
        ),
        Trace(
            "a node inside that takes clicks is pressed alone",
            { scene in
                scene.touch(.began, 30, 10, at: 1)
                scene.touch(.ended, 30, 10, at: 1.1)
            },
            "1.0 show 12",
            "1.1 click 12",
            "1.1 hide"
        ),
        Trace(
            "what no longer takes clicks gets none",
            { scene in
                scene.touch(.began, 10, 40, at: 1)
                scene.container.tree.node(withID: 1)?.flag = []
                scene.touch(.ended, 10, 40, at: 1.1)
                scene.touch(.began, 60, 30, at: 2)
                scene.container.tree.node(withID: 2)?.flag = .clickable
                scene.touch(.ended, 60, 30, at: 3)
            },
            "1.0 show 1",
            "1.1 hide",
            "2.0 show 2",
            "2.5 hide"
        ),
        Trace(
            "time never goes back",
            { scene in
                scene.touch(.began, 60, 30, at: 5)
                scene.touch(.moved, 60, 30, at: .nan)
                scene.touch(.moved, 60, 30, at: 1)
                scene.touch(.ended, 60, 30, at: 5.2)
            },
            "5.0 show 2",
            "5.2 click 2",
            "5.2 hide"
        ),
    ]

    @Test(arguments: traces)
    func trace(_ trace: Trace) throws {
        let scene = try Scene()
        try trace.steps(scene)
        #expect(scene.log == trace.log)
        // Nothing stays due, and nothing stays pressed, once all fingers are up.
        scene.wait(until: 100)
        #expect(scene.deadline == nil)
    }

    @Test func whatIsPressedIsDrawnDifferently() throws {
        let scene = try Scene()
        let before = scene.container.displayList()
        scene.touch(.began, 10, 40, at: 1)
        #expect(scene.container.needsDisplay == false)
        let pressed = scene.container.displayList()
        let colors = pressed.items.prefix(5).compactMap { item -> UInt32? in
            if case .box(let box) = item.content { box.background.rawValue } else { nil }
        }
        // The button, and its text that takes no clicks itself; not the one that does.
        #expect(colors == [0xFFFF_0000, 0xFF00_00FF, 0xFFFF_FFFF])
        guard case .beginGroup(let group)? = pressed.items.first?.content else {
            Issue.record("the opacity needs a group")
            return
        }
        #expect(group.opacity == 0.5)
        scene.container.touch(.moved, at: LayoutPoint(x: 11, y: 41), time: 1.5)
        #expect(!scene.container.needsDisplay, "nothing looks different")
        scene.touch(.ended, 10, 40, at: 2)
        #expect(scene.container.displayList() == before)
    }

    @Test(arguments: [("0", 0), ("1", 1)])
    func aPressMayHideTheNode(_ alpha: String, _ count: Int) throws {
        let source = """
            <FrameLayout flag="flag_clickable" layoutWidth="-1" layoutHeight="-1" background="red" pressedAlpha="\(alpha)"/>
            """
        let container = try LayoutSource.container(source)
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.displayList().items.count == 1)
        container.touch(.began, at: LayoutPoint(x: 5, y: 5), time: 1)
        #expect(container.displayList().items.count == count)
    }

    /// The cells of a grid cannot be scrolled, so a press need not wait.
    @Test func aPressInAGridIsShownAtOnce() throws {
        let row = try LayoutSource.prepare(TouchTests.row)
        let grid = #"<Grid colCount="1" itemHeight="40" dataTag="${rows}" layoutWidth="-1" layoutHeight="-1"/>"#
        let tree = try LayoutSource.prepare(grid).makeTree(source: PreparedTemplates(["row": row]))
        let container = Container(tree, textMeasuring: FixedTextMetrics())
        container.update(data: ["rows": [["type": "row"], ["type": "row"]]])
        container.layout(in: LayoutSize(width: 200, height: 150))
        let before = container.displayList()
        container.touch(.began, at: LayoutPoint(x: 30, y: 30), time: 1)
        #expect(container.displayList() != before)
        // A host that does not number its fingers has one, the first.
        container.touch(.ended, finger: 0, at: LayoutPoint(x: 30, y: 30), time: 2)
        #expect(container.displayList() == before)
    }

    @Test func aClickMayShowSomethingElse() throws {
        let scene = try Scene()
        scene.container.onEvent = { _ in scene.show(50..<60) }
        scene.touch(.began, 30, 60, at: 1)
        scene.touch(.ended, 30, 60, at: 1.05)
        scene.wait(until: 3)
        #expect(
            scene.container.displayList().items.allSatisfy { item in
                if case .box(let box) = item.content { box.background.rawValue != 0xFFFF_0000 } else { true }
            }
        )
    }
}
