import Testing

@testable import VirtualView
@testable import VirtualViewCore

/// The runtime: which phases it enters for a host and its items, and that it leaves all of them.
@Suite struct PhaseTraceTests {
    /// Writes down each phase that is entered, and checks that the last one entered is left first.
    private final class Recorder: PhaseRecorder {
        private struct State: Sendable {
            var lines: [String] = []
            var stack: [UInt64] = []
        }

        private let state = Locked(State())

        func enter(_ phase: TemplatePhase, host: UInt32, item: UInt32) -> UInt64 {
            state.withLock { state in
                let name = item == 0 ? "\(phase)" : "\(phase) \(item)"
                // One phase may be entered in several places; the second says nothing new.
                state.lines.append(String(repeating: "  ", count: state.stack.count) + "\(host): \(name)")
                let frame = UInt64(state.lines.count)
                state.stack.append(frame)
                return frame - 1
            }
        }

        func leave(to outer: UInt64) {
            let last = state.withLock { $0.stack.popLast() }
            #expect(last == outer + 1)
        }

        func forget(_ number: UInt32) {
            state.withLock { $0.lines.append("\(number) forgotten") }
        }

        /// The lines since the last call.
        func takeLines() -> [String] {
            state.withLock { state in
                #expect(state.stack.isEmpty)
                defer { state.lines = [] }
                return state.lines
            }
        }
    }

    private func container(_ recorder: Recorder?, host: String, source: [String: UInt32]) throws -> Container {
        func prepare(_ type: String, _ number: UInt32) throws -> PreparedTemplate {
            var registry = NodeRegistry.standard
            try registry.register(MomentNode.self, for: MomentNode.component)
            return try PreparedTemplate(
                Template(decoding: JournalScene.bytes(type)),
                registry: registry,
                client: .swift,
                limits: NodeTree.Limits(),
                recorded: recorder.map { RecordedTemplate(number, of: $0) }
            )
        }
        var items: [String: PreparedTemplate] = [:]
        for (type, number) in source { items[type] = try prepare(type, number) }
        let tree = try prepare(host, 1).makeTree(source: PreparedTemplates(items))
        return Container(tree, textMeasuring: FixedTextMetrics())
    }

    @Test func aHostWithAnItemEntersEveryPhase() throws {
        let recorder = Recorder()
        let container = try container(recorder, host: "Host", source: ["Item": 2])
        #expect(recorder.takeLines() == ["1: create"])
        container.update(data: JournalScene.data)
        #expect(
            recorder.takeLines() == [
                "1: bind", "  1: bind", "    1: create 2", "    1: bind 2",
            ]
        )
        _ = container.sizeThatFits(width: 100)
        container.layout(in: LayoutSize(width: 100, height: 100))
        let layout = recorder.takeLines()
        #expect(layout.contains("1: layout") && layout.contains("  1: layout 2"))
        _ = container.displayList()
        #expect(recorder.takeLines() == ["1: draw", "  1: draw 2"])
        let nodes = container.tree.nodes.filter { $0 is MomentNode }
        for node in nodes { container.send(.click, to: node) }
        #expect(recorder.takeLines() == ["1: event", "1: event 2"])
        container.touch(.began, at: LayoutPoint(x: 1, y: 1), time: 0)
        container.touch(.ended, at: LayoutPoint(x: 1, y: 1), time: 0.1)
        #expect(recorder.takeLines().filter { $0.contains("  1: event") }.count >= 2)
        container.environment = ScreenEnvironment(scale: 3, width: 99)
        #expect(recorder.takeLines() == ["1: bind", "  1: bind", "    1: bind 2"])
        container.tree.reset()
        #expect(recorder.takeLines() == ["1: bind"])
    }

    /// An item that somebody holds goes through phases of its host.
    @Test func theNumberOfAHostIsGivenBackAfterItsItems() throws {
        let recorder = Recorder()
        var item: NodeTree?
        do {
            let container = try container(recorder, host: "Host", source: ["Item": 2])
            container.update(data: JournalScene.data)
            item = container.tree.nodes.lazy.compactMap { $0 as? GridNode }.first?.items.first
        }
        #expect(item != nil && recorder.takeLines().allSatisfy { !$0.contains("forgotten") })
        item?.update(data: ["tea": "red"])
        #expect(recorder.takeLines() == ["1: bind 2", "  1: bind 2"])
        item = nil
        #expect(Set(recorder.takeLines()) == ["1 forgotten", "2 forgotten"])
    }

    @Test func anEventThatUpdatesDataGoesBackToTheEvent() throws {
        let recorder = Recorder()
        let container = try container(recorder, host: "Host", source: ["Item": 2])
        container.update(data: JournalScene.data)
        container.onEvent = { [unowned container] _ in container.update(data: ["tea": "white"]) }
        _ = recorder.takeLines()
        let node = try #require(container.tree.nodes.first { $0 is MomentNode })
        container.send(.click, to: node)
        #expect(recorder.takeLines() == ["1: event", "  1: bind", "    1: bind"])
    }

    @Test func aListNamesTheItemsThatItMakesDuringLayout() throws {
        let recorder = Recorder()
        let container = try container(recorder, host: "ListHost", source: ["Item": 2])
        container.update(data: JournalScene.data)
        container.layout(in: LayoutSize(width: 100, height: 100))
        _ = container.displayList()
        let lines = Set(recorder.takeLines().map { String($0.drop { $0 == " " }) })
        #expect(lines.isSuperset(of: ["1: create 2", "1: bind 2", "1: layout 2", "1: draw 2", "1: layout"]))
    }

    @Test func anItemOfAnotherRecorderHasNoNumber() throws {
        let (recorder, other) = (Recorder(), Recorder())
        let items = try container(other, host: "Item", source: [:]).tree.prepared
        let host = try container(recorder, host: "Host", source: [:]).tree.prepared
        let container = Container(host.makeTree(source: PreparedTemplates(["Item": items])))
        container.update(data: JournalScene.data)
        _ = other.takeLines()
        #expect(recorder.takeLines().allSatisfy { !$0.hasSuffix(" 2") && !$0.hasSuffix(" 1") })
        #expect(container.tree.nodes.contains { $0.templateType == "Item" })
    }

    @Test func withoutARecorderNothingIsEntered() throws {
        let container = try container(nil, host: "Host", source: ["Item": 2])
        container.update(data: JournalScene.data)
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.tree.context.recorded == nil)
        _ = container.displayList()
        #expect(container.tree.nodes.contains { $0.templateType == "Item" })
    }
}
