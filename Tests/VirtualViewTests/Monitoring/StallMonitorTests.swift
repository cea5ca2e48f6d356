import Foundation
import Testing
import VirtualViewCompiler
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore

/// Turns of the main thread, told by a clock that the tests move.
@Suite struct StallMonitorTests {
    /// A monitor, its clock, and what it told.
    private final class Bench: Sendable {
        private struct State: Sendable {
            var time = 100.0
            var wakes: [Double] = []
            var told: [String] = []
        }

        private let state = Locked(State())
        let monitor: StallMonitor

        init(_ configuration: StallMonitor.Configuration = .init(), day: Double = 0) {
            let state = state
            monitor = StallMonitor(
                configuration,
                clock: { state.withLock { $0.time } },
                date: { Date(timeIntervalSince1970: day * 86_400) },
                wake: { delay in state.withLock { $0.wakes.append(delay) } },
                onReport: { report in state.withLock { $0.told.append("\(report.number): \(report)") } }
            )
            for number in UInt32(1)...9 {
                monitor.name(number, "T\(number)", .init(patch: UInt16(number)))
            }
        }

        func pass(_ milliseconds: Double) { state.withLock { $0.time += milliseconds / 1_000 } }

        /// Goes through a phase of a template.
        func work(_ phase: TemplatePhase, _ number: UInt32, item: UInt32 = 0, _ milliseconds: Double) {
            monitor.note(UInt64(phase.rawValue) << 60 | UInt64(item) << 30 | UInt64(number))
            pass(milliseconds)
            monitor.note(0)
        }

        func turn(_ body: () -> Void) {
            monitor.turnBegan()
            body()
            monitor.turnEnded()
        }

        /// A turn of a length.
        func longTurn(_ milliseconds: Double) { turn { pass(milliseconds) } }

        var told: [String] { state.withLock { $0.told } }
        var wakes: [Double] { state.withLock { $0.wakes } }
    }

    @Test func aLongTurnNamesTemplatesAndPhases() {
        let bench = Bench()
        bench.turn {
            bench.pass(10)
            bench.work(.bind, 7, 180)
            bench.work(.layout, 7, 20)
            bench.work(.layout, 7, 10)
            bench.work(.draw, 7, item: 3, 40)
        }
        #expect(bench.told == ["1: T7 1.0.7: bind 180 ms, T3 1.0.3: draw 40 ms, T7 1.0.7: layout 30 ms of 260 ms"])
        bench.turn { bench.work(.bind, 7, 249) }
        #expect(bench.told.count == 1)
        bench.turn { bench.pass(250) }
        #expect(bench.told.last == "2: 250 ms without a template")
    }

    @Test func whatHappensBetweenTurnsDoesNotCount() {
        let bench = Bench()
        bench.work(.bind, 1, 5_000)
        bench.turn { bench.work(.bind, 2, 300) }
        bench.monitor.turnEnded()
        #expect(bench.told == ["1: T2 1.0.2: bind 300 ms of 300 ms"])
    }

    @Test func aHangIsToldAtOnceAndOnceMoreWhenItEnds() {
        let bench = Bench()
        bench.turn {
            bench.monitor.note(UInt64(TemplatePhase.layout.rawValue) << 60 | 4)
            bench.pass(1_900)
            #expect(bench.monitor.poll().map { ($0 * 1_000).rounded() } == 100)
            bench.pass(200)
            #expect(bench.monitor.poll() == nil)
            bench.pass(900)
            #expect(bench.monitor.poll() == nil)
        }
        #expect(
            bench.told == [
                "1: T4 1.0.4: layout 2100 ms of 2100 ms, and it goes on", "1: T4 1.0.4: layout 3000 ms of 3000 ms",
            ]
        )
        #expect(bench.monitor.reports.map { $0.goesOn } == [false])
    }

    @Test func nobodyIsWokenWhileTheMainThreadIsIdle() {
        let bench = Bench()
        for _ in 0..<1_000 { bench.turn { bench.pass(1) } }
        #expect(bench.wakes == [2])
        bench.pass(1_000)
        #expect(bench.monitor.poll() == nil)
        bench.pass(86_400_000)
        #expect(bench.wakes == [2])
        bench.turn {}
        #expect(bench.wakes == [2, 2])
    }

    @Test func aTemplateThatGoesAwayInItsTurnIsStillNamed() {
        let bench = Bench()
        bench.turn {
            bench.work(.bind, 5, 300)
            bench.monitor.forget(5)
        }
        bench.turn { bench.work(.bind, 5, 300) }
        #expect(bench.told == ["1: T5 1.0.5: bind 300 ms of 300 ms", "2: 300 ms without a template"])
    }

    @Test func samplingTellsOneOfSeveralAndEveryHang() {
        var configuration = StallMonitor.Configuration()
        configuration.sampling = 3
        let bench = Bench(configuration)
        for number in 1...7 {
            bench.turn {
                bench.pass(300)
                guard number == 6 else { return }
                bench.pass(2_000)
                bench.monitor.poll()
            }
        }
        #expect(bench.told.map { $0.prefix(2) } == ["1:", "4:", "6:", "6:", "7:"])
    }

    // MARK: - What is kept

    @Test func reportsAreKeptForSevenDays() throws {
        let folder = try TemporaryFolder()
        var configuration = StallMonitor.Configuration()
        configuration.file = folder.url.appendingPathComponent("stalls.json", isDirectory: false)
        for day in [0.0, 3, 6.5] {
            Bench(configuration, day: day).longTurn(300)
        }
        #expect(Bench(configuration, day: 6.9).monitor.reports.count == 3)
        #expect(Bench(configuration, day: 7.1).monitor.reports.count == 2)
        Bench(configuration, day: 12).longTurn(300)
        #expect(Bench(configuration, day: 12).monitor.reports.count == 2)
    }

    @Test(arguments: ["", "[]", "{", "[{\"number\": \"x\"}]", "no JSON"])
    func aFileThatIsNoListOfReportsIsReplaced(_ content: String) throws {
        let folder = try TemporaryFolder()
        var configuration = StallMonitor.Configuration()
        let file = folder.url.appendingPathComponent("stalls.json", isDirectory: false)
        configuration.file = file
        try Data(content.utf8).write(to: file)
        let bench = Bench(configuration)
        #expect(bench.monitor.reports.isEmpty)
        bench.longTurn(400)
        #expect(Bench(configuration).monitor.reports.map { $0.seconds } == bench.monitor.reports.map { $0.seconds })
        #expect(bench.monitor.reports.count == 1)
    }

    @Test func noMoreThanAHundredReportsAreKept() {
        let bench = Bench()
        for _ in 0..<150 { bench.longTurn(300) }
        #expect(bench.monitor.reports.map { $0.number } == Array(51...150))
    }

    // MARK: - With a journal

    /// A template whose own component holds the thread while data is bound: the share is what it took.
    @Test func aRealScreensShareIsWhatItsBindingTook() throws {
        let folder = try TemporaryFolder()
        let bench = Bench()
        let journal = try TemplateJournal(
            at: folder.url.appendingPathComponent("journal", isDirectory: false),
            launchID: UUID(),
            stalls: bench.monitor,
            isMainThread: { true },
            onStore: nil
        )
        var configuration = TemplateManager.Configuration()
        configuration.journal = journal
        configuration.registry.register(
            BindingFunction("slow") { _ in
                bench.pass(300)
                return "done"
            }
        )
        let templates = TemplateManager(configuration: configuration)
        let bytes = try LayoutSource.bytes(
            #"<NText text="${= app.slow(t)}" layoutWidth="9" layoutHeight="9"/>"#,
            named: "Slow"
        )
        try templates.load(bytes, as: "Slow")
        let container = Container(try templates.makeNodeTree(of: "Slow"), textMeasuring: FixedTextMetrics())
        bench.turn {
            bench.pass(20)
            container.update(data: ["t": 1])
            bench.pass(5)
            container.layout(in: LayoutSize(width: 9, height: 9))
        }
        #expect(bench.told == ["1: Slow 1.0.1: bind 300 ms of 325 ms"])
    }
}
