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

    @Test func aHangThatEndsBeforeAnybodyLooksIsTold() {
        var configuration = StallMonitor.Configuration()
        configuration.sampling = 3
        let bench = Bench(configuration)
        bench.longTurn(300)
        bench.longTurn(3_000)
        #expect(bench.told.map { $0.prefix(2) } == ["1:", "2:"])
    }

    // MARK: - What is kept

    /// A configuration with a file, and what is in it, if it is there.
    private static func keeping(
        _ content: String? = nil,
        in folder: TemporaryFolder
    ) throws -> StallMonitor.Configuration {
        var configuration = StallMonitor.Configuration()
        let file = folder.url.appendingPathComponent("stalls.json", isDirectory: false)
        configuration.file = file
        if let content { try Data(content.utf8).write(to: file) }
        return configuration
    }

    @Test func reportsAreKeptForSevenDays() throws {
        let folder = try TemporaryFolder()
        let configuration = try Self.keeping(in: folder)
        for day in [0.0, 3, 6.5] {
            Bench(configuration, day: day).longTurn(300)
        }
        #expect(Bench(configuration, day: 6.9).monitor.reports.count == 3)
        #expect(Bench(configuration, day: 7.1).monitor.reports.count == 2)
        Bench(configuration, day: 12).longTurn(300)
        #expect(Bench(configuration, day: 12).monitor.reports.count == 2)
    }

    @Test func aReportThatIsTooOldLeavesTheFileWithoutAnotherStall() throws {
        let folder = try TemporaryFolder()
        let configuration = try Self.keeping(in: folder)
        for day in [0.0, 5] { Bench(configuration, day: day).longTurn(300) }
        let file = try #require(configuration.file)
        _ = Bench(configuration, day: 8)
        #expect(KeptReports.read(file).count == 1)
        _ = Bench(configuration, day: 30)
        #expect(KeptReports.read(file).isEmpty)
    }

    /// A device may begin with 1970, and learn the time from the network.
    @Test func aClockThatIsWrongAtAStartDropsNoReports() throws {
        let folder = try TemporaryFolder()
        let configuration = try Self.keeping(in: folder)
        for day in [20.0, 21, 0] { Bench(configuration, day: day).longTurn(300) }
        #expect(Bench(configuration, day: 21).monitor.reports.count == 2)
    }

    @Test(arguments: ["", "[]", "{", "[{\"number\": \"x\"}]", "no JSON"])
    func aFileThatIsNoListOfReportsIsReplaced(_ content: String) throws {
        let folder = try TemporaryFolder()
        let configuration = try Self.keeping(content, in: folder)
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

    /// The app dies in a hang, and the next launch hangs too: the first stall of each has the same number.
    @Test func aHangThatALaunchDiedOfIsKept() throws {
        let folder = try TemporaryFolder()
        let configuration = try Self.keeping(in: folder)
        for launch in 1...2 {
            let bench = Bench(configuration)
            bench.monitor.turnBegan()
            bench.pass(Double(launch) * 2_500)
            bench.monitor.poll()
        }
        let reports = Bench(configuration).monitor.reports
        #expect(reports.map { $0.seconds } == [2.5, 5])
        #expect(reports.allSatisfy { $0.goesOn && $0.number == 1 })
        let bench = Bench(configuration)
        bench.longTurn(300)
        #expect(bench.monitor.reports.map { $0.goesOn } == [true, true, false])
    }

    private static func report(_ number: Int, goesOn: Bool, shares: [StallReport.Share] = []) -> StallReport {
        StallReport(number: number, date: Date(timeIntervalSince1970: 0), seconds: 3, goesOn: goesOn, shares: shares)
    }

    @Test func aHangIsNoNewsAfterItsEnd() {
        var kept = KeptReports([], at: Date(timeIntervalSince1970: 0))
        let news = [(1, true), (1, false), (1, true), (2, false), (2, true), (3, true)].map { number, goesOn in
            kept.add(Self.report(number, goesOn: goesOn))
        }
        #expect(news == [true, true, false, true, false, true])
        #expect(kept.takeUnwritten()?.map { $0.number } == [1, 2, 3])
        #expect(kept.takeUnwritten() == nil)
    }

    @Test func aFileIsNeverTooLargeToBeReadAgain() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("stalls.json", isDirectory: false)
        let name = String(repeating: "n", count: 60_000)
        let share = StallReport.Share(type: name, version: "1.0.0", phase: "bind", seconds: 1)
        KeptReports.write((1...20).map { Self.report($0, goesOn: false, shares: [share]) }, to: file)
        #expect(KeptReports.read(file).map { $0.number } == Array(11...20))
        let shares = Array(repeating: share, count: 20)
        KeptReports.write([Self.report(1, goesOn: false, shares: shares)], to: file)
        #expect(KeptReports.read(file).isEmpty)
    }

    @Test func aReportNamesAtMost64Shares() {
        let bench = Bench()
        for number in UInt32(100)..<300 { bench.monitor.name(number, "N\(number)", nil) }
        bench.turn { for number in UInt32(100)..<300 { bench.work(.bind, number, Double(number)) } }
        #expect(bench.monitor.reports.first?.shares.count == 64)
        #expect(bench.monitor.reports.first?.shares.first?.type == "N299")
    }

    @Test(arguments: ["1e300", "-1e300", "0", "-2.5", "123456789012345678901234567890"])
    func aReportInADamagedFileCanBeShown(_ seconds: String) throws {
        let folder = try TemporaryFolder()
        let share = #"{"type": "A\n", "phase": "bind", "seconds": \#(seconds)}"#
        let date = Date(timeIntervalSince1970: 0).timeIntervalSinceReferenceDate
        let report = #"{"number": -1, "date": \#(date), "seconds": \#(seconds), "goesOn": true, "shares": [\#(share)]}"#
        let bench = Bench(try Self.keeping("[\(report)]", in: folder))
        #expect(bench.monitor.reports.map { $0.description.hasSuffix("it goes on") } == [true])
        bench.longTurn(300)
        #expect(bench.monitor.reports.count == 2)
    }

    @Test(arguments: ["missing/stalls.json", ""])
    func aFileThatCannotBeWrittenIsNoReasonToBeSilent(_ path: String) throws {
        let folder = try TemporaryFolder()
        var configuration = StallMonitor.Configuration()
        configuration.file = folder.url.appendingPathComponent(path)
        let bench = Bench(configuration)
        bench.longTurn(300)
        bench.longTurn(300)
        #expect(bench.told.count == 2 && bench.monitor.reports.count == 2)
        #expect(Bench(configuration).monitor.reports.isEmpty)
    }

    // MARK: - What callers do wrong

    @Test func turnsThatBeginOrEndTwiceAreOne() {
        let bench = Bench()
        bench.monitor.turnEnded()
        bench.monitor.turnBegan()
        bench.pass(200)
        bench.monitor.turnBegan()
        bench.work(.bind, 1, 100)
        bench.monitor.turnEnded()
        bench.pass(400)
        bench.monitor.turnEnded()
        #expect(bench.told == ["1: T1 1.0.1: bind 100 ms of 300 ms"])
    }

    @Test func aClockThatGoesBackReportsNothing() {
        let bench = Bench()
        bench.turn {
            bench.work(.bind, 1, -5_000)
            bench.work(.draw, 2, 100)
        }
        #expect(bench.told.isEmpty)
        bench.monitor.turnBegan()
        bench.pass(-1_000_000)
        #expect(bench.monitor.poll().map { $0 > 1_000 } == true)
        bench.pass(1_000_300)
        bench.monitor.turnEnded()
        #expect(bench.told == ["1: 300 ms without a template"])
    }

    @Test(arguments: [0, -1, .min, 1])
    func samplingBelowOneTellsEveryStall(_ sampling: Int) {
        var configuration = StallMonitor.Configuration()
        configuration.sampling = sampling
        let bench = Bench(configuration)
        for _ in 0..<3 { bench.longTurn(300) }
        #expect(bench.told.count == 3)
    }

    @Test(
        arguments: [(0, 0, 2), (-1, -1, 2), (.nan, .nan, 0), (.infinity, .infinity, 0), (5, 0.1, 2)]
            as [(Double, Double, Int)]
    )
    func settingsWithoutSenseDoNoHarm(_ threshold: Double, _ hang: Double, _ told: Int) {
        var configuration = StallMonitor.Configuration()
        configuration.threshold = threshold
        configuration.hang = hang
        let bench = Bench(configuration)
        bench.turn {
            bench.pass(1_000)
            bench.monitor.poll()
        }
        #expect(bench.told.count == told)
        // A monitor that wakes itself gets the same numbers.
        let monitor = StallMonitor(configuration)
        monitor.turnBegan()
        monitor.turnEnded()
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

    /// The names of templates that come and go do not grow in number, within turns and outside of them.
    @Test func namesOfTemplatesThatAreGoneAreForgotten() {
        let state = Locked(StallState())
        state.withLock { state in
            for number in UInt32(1)...20_000 {
                if number % 3 == 0 { state.begin(at: Double(number)) }
                state.names[number] = .init(type: "T", version: nil)
                state.note(UInt64(TemplatePhase.bind.rawValue) << 60 | UInt64(number), at: Double(number))
                state.note(0, at: Double(number) + 0.01)
                state.forget(number)
                if number % 3 == 1 { _ = state.end(at: Double(number) + 0.02, threshold: 9, hang: 9) }
            }
            _ = state.end(at: 30_000, threshold: 99_999, hang: 99_999)
            #expect(state.names.isEmpty)
        }
    }
}
