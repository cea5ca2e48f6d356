import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewFormat

/// The frames that the reference iOS runtime gives, in both modes.
@Suite struct LayoutConformanceTests {
    private static let cases = LayoutRun.all(in: "cases")
    /// Images with a `ratio` and `autoDim` at once; the frames show quirks that the fixtures do not name.
    private static let images = LayoutRun.all(in: "images")
    private static let updates = LayoutRun.all(in: "updates")

    @Test func everyRunIsThere() {
        #expect(Self.cases.count == 184)
        #expect(Self.images.count == 80)
        #expect(Self.updates.count == 24)
        #expect(Self.cases.allSatisfy { $0.value["estimated"] != nil })
    }

    @Test(arguments: cases + images) func givesTheFramesOfTheReferenceRuntime(_ run: LayoutRun) throws {
        try check(run, client: .iOS)
    }

    @Test(arguments: cases.filter { $0.allQuirks.isEmpty }) func givesTheSameFramesByDefault(_ run: LayoutRun) throws {
        try check(run, client: .swift)
    }

    @Test(arguments: cases.filter { !$0.quirks.isEmpty }) func namesOnlyQuirksThatExist(_ run: LayoutRun) {
        #expect(run.quirks.allSatisfy { Quirks(named: $0) != nil })
    }

    @Test(arguments: updates) func updatesGiveTheFramesOfAFullPass(_ run: LayoutRun) throws {
        let container = try run.makeContainer(client: .iOS)
        for (number, step) in run.value.list("steps").enumerated() {
            container.update(data: step.present("data"))
            container.layout(in: run.size)
            expect(container.records, step.list("frames").map(FrameRecord.init), "\(run.template) step \(number)")
        }
    }

    private func check(_ run: LayoutRun, client: Client) throws {
        let container = try run.makeContainer(client: client)
        if let data = run.value.present("data") { container.update(data: data) }
        container.layout(in: run.size)
        expect(container.records, run.frames, "\(run)")
        for hit in run.value.list("hits") {
            let point = LayoutPoint(x: hit.number("x"), y: hit.number("y"))
            let event = container.hitTest(point).map { container.tree.event(.click, on: $0) }
            #expect(event.map { Int($0.nodeID) } == hit.present("id").map { _ in hit.whole("id") }, "\(point)")
            #expect(event?.action == hit.string("action"))
            #expect(event?.actionValue == hit.present("actionValue"))
        }
        guard run.value["estimated"] != nil else { return }
        let fresh = try run.makeContainer(client: client)
        if let data = run.value.present("data") { fresh.update(data: data) }
        let estimated = fresh.sizeThatFits(width: run.size.width, height: run.size.height)
        let expected = run.value.list("estimated").map(\.number)
        #expect(abs(estimated.width - expected[0]) <= 1e-6 && abs(estimated.height - expected[1]) <= 1e-6)
    }

    private func expect(_ found: [FrameRecord], _ expected: [FrameRecord], _ name: String) {
        #expect(found.count == expected.count, "\(name)")
        for (found, expected) in zip(found, expected) where !found.isNear(expected) {
            Issue.record("\(name): found \(found), expected \(expected)")
        }
    }
}
