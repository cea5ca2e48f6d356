import Foundation
import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore

/// Transitions: what the file says at any moment is what a stack for each thread says.
@Suite struct JournalLaneTests {
    private let folder = TemporaryFolder.fresh()
    private var url: URL { folder.url.appendingPathComponent("app.journal") }

    /// The record of a process that dies now.
    private static func record(_ url: URL) -> LaunchRecord {
        LaunchRecord(reading: (try? Data(contentsOf: url)).map { [UInt8]($0) } ?? [])
    }

    /// Thousands of templates take turns in few slots, on a thread that is not the main thread and on one that is.
    @Test func namesWhatIsAtWorkAmongThousands() throws {
        try walk(steps: 1_500, isOnMainThread: false)
    }

    @Test func namesWhatIsAtWorkOnTheMainThread() throws {
        try walk(steps: 1_000, isOnMainThread: true)
    }

    private func walk(steps: Int, isOnMainThread: Bool) throws {
        let isMainThread: @Sendable () -> Bool = { isOnMainThread }
        let journal = try TemplateJournal(at: url, launchID: UUID(), isMainThread: isMainThread, onStore: nil)
        let files = JournalFiles(3_000)
        files.register(in: journal)
        let seed = RandomTests.seed
        var random = SeededGenerator(seed: seed)
        var stack: [(flight: LaunchRecord.Flight, outer: UInt64)] = []
        for step in 0..<RandomTests.count(steps) {
            if stack.isEmpty || (stack.count < 9 && Int.random(in: 0..<5, using: &random) < 3) {
                // Some are asked for again and again, and some only once.
                let range = Bool.random(using: &random) ? 0..<6 : 0..<files.files.count
                let (host, item) = (Int.random(in: range, using: &random), Int.random(in: range, using: &random))
                let hasItem = Bool.random(using: &random)
                let phase = try #require(TemplatePhase.allCases.randomElement(using: &random))
                let outer = journal.enter(phase, host: files.number(host), item: hasItem ? files.number(item) : 0)
                let flight = LaunchRecord.Flight(
                    phase,
                    host: files.files[host],
                    item: hasItem ? files.files[item] : nil,
                    isOnMainThread: isOnMainThread
                )
                stack.append((flight, outer))
            } else {
                journal.leave(to: stack.removeLast().outer)
            }
            let record = Self.record(url)
            try #require(record.flights == (stack.last.map { [$0.flight] } ?? []), "step \(step), seed \(seed)")
        }
        while let last = stack.popLast() { journal.leave(to: last.outer) }
        #expect(!Self.record(url).endedInFlight)
    }

    @Test func openIntervalsAreToldApart() {
        var ids: Set<UInt64> = [0]
        for depth in UInt64(1)...20 {
            for lane in 0..<JournalLayout.laneCount {
                #expect(ids.insert(PhaseIntervals.id(ofDepth: depth, lane: lane)).inserted, "\(depth) in \(lane)")
            }
        }
    }

    /// The number of open intervals stands behind the slots of a lane, and is not taken for one.
    @Test func namesWhatIsAtWorkWithAnyNumberOfOpenIntervals() throws {
        let intervals = PhaseIntervals(isRecorded: { true }, begin: { _, _, _ in }, end: { _, _ in })
        var words = [UInt64](repeating: 0, count: JournalLayout.wordCount)
        try words.withUnsafeMutableBytes { memory in
            let file = WordMemory(at: try #require(memory.baseAddress))
            let lanes = JournalLanes(
                in: file,
                entry: { JournalEntry(type: "T\($0)", hash: []) },
                intervals: intervals,
                isMainThread: { true },
                onStore: nil
            )
            for number in UInt32(1)...20 {
                var outer: [UInt64] = []
                for _ in 0..<24 {
                    outer.append(lanes.enter(UInt64(TemplatePhase.layout.rawValue), host: number, item: 0))
                    let payload = try #require(CheckedWord.decode(file[JournalLayout.lanes]))
                    let state = try #require(LaneState(payload, slotCount: JournalLayout.slotCount(0)))
                    #expect(state.host != nil)
                }
                while let last = outer.popLast() { lanes.leave(to: last) }
            }
        }
    }

    /// What Instruments shows on Apple's systems: nothing while nobody records, otherwise an interval for each phase.
    @Test func showsEachPhaseAsAnIntervalWithTheNameOfItsTemplate() throws {
        let said = Locked<[String]>([])
        let open = Locked<[UInt64: String]>([:])
        let isRecorded = Locked(false)
        let intervals = PhaseIntervals(
            isRecorded: { isRecorded.withLock { $0 } },
            begin: { phase, id, name in
                said.withLock { $0.append("\(phase) \(name)") }
                #expect(id != 0 && open.withLock { $0.updateValue("\(phase)", forKey: id) } == nil)
            },
            end: { phase, id in
                said.withLock { $0.append("end of \(phase)") }
                #expect(open.withLock { $0.removeValue(forKey: id) } == "\(phase)")
            }
        )
        var words = [UInt64](repeating: 0, count: 512)
        try words.withUnsafeMutableBytes { memory in
            let file = WordMemory(at: try #require(memory.baseAddress))
            let names: [UInt32: String] = [1: "List", 2: "Row"]
            let lanes = JournalLanes(
                in: file,
                entry: { names[$0].map { JournalEntry(type: $0, hash: []) } },
                intervals: intervals,
                isMainThread: { true },
                onStore: nil
            )
            func layOut() {
                let idle = lanes.enter(UInt64(TemplatePhase.layout.rawValue), host: 1, item: 0)
                let outer = lanes.enter(UInt64(TemplatePhase.layout.rawValue), host: 1, item: 2)
                let again = lanes.enter(UInt64(TemplatePhase.layout.rawValue), host: 1, item: 2)
                let third = lanes.enter(UInt64(TemplatePhase.layout.rawValue), host: 1, item: 2)
                lanes.leave(to: third)
                lanes.leave(to: again)
                lanes.leave(to: outer)
                lanes.leave(to: idle)
            }
            layOut()
            #expect(said.withLock { $0 }.isEmpty)
            // Somebody begins to record within a phase, and ends it within another.
            let idle = lanes.enter(UInt64(TemplatePhase.bind.rawValue), host: 1, item: 0)
            isRecorded.withLock { $0 = true }
            lanes.leave(to: idle)
            #expect(said.withLock { $0 }.isEmpty)
            layOut()
            let outer = lanes.enter(UInt64(TemplatePhase.draw.rawValue), host: 1, item: 0)
            isRecorded.withLock { $0 = false }
            lanes.leave(to: outer)
            open.withLock { $0 = [:] }
            isRecorded.withLock { $0 = true }
            said.withLock { _ = $0.removeLast() }
            _ = lanes.enter(UInt64(TemplatePhase.event.rawValue), host: 1, item: 0)
            lanes.leave(to: 0)
            #expect(said.withLock { Array($0.suffix(2)) } == ["event List", "end of event"])
            said.withLock { $0.removeLast(2) }
        }
        let end = "end of layout"
        let rows = Array(repeating: "layout Row in List", count: 3)
        #expect(said.withLock { $0 } == ["layout List"] + rows + [end, end, end, end])
        #expect(open.withLock { $0 }.isEmpty)
    }

    /// A process that dies while an entry is written was in the phase before.
    @Test func anEntryThatIsBeingWrittenIsNeverTheOneInFlight() throws {
        let seen = Locked<[LaunchRecord]>([])
        let url = url
        let journal = try TemplateJournal(at: url, launchID: UUID()) {
            let record = Self.record(url)
            seen.withLock { $0.append(record) }
        }
        let files = JournalFiles(40)
        files.register(in: journal)
        var random = SeededGenerator(seed: RandomTests.seed)
        var before: [LaunchRecord.Flight] = []
        var outers: [UInt64] = []
        for _ in 0..<RandomTests.count(60) {
            let (host, item) = (Int.random(in: 0..<40, using: &random), Int.random(in: 0..<40, using: &random))
            outers.append(journal.enter(.bind, host: files.number(host), item: files.number(item)))
            let records = seen.withLock { seen in
                defer { seen = [] }
                return seen
            }
            for record in records { #expect(record.flights == before && !record.isUnknown) }
            before = Self.record(url).flights
            #expect(before.first?.innermost == files.files[item])
        }
        while let outer = outers.popLast() { journal.leave(to: outer) }
        #expect(!Self.record(url).endedInFlight)
    }

    @Test func threadsDoNotDisturbEachOther() throws {
        let journal = try TemplateJournal(at: url)
        let files = JournalFiles(50)
        files.register(in: journal)
        let threads = (0..<4).map { _ in StepThread() }
        defer { for thread in threads { thread.stop() } }
        var model = JournalModel(threads: threads.count)
        var outers = threads.map { _ in [UInt64]() }
        var random = SeededGenerator(seed: RandomTests.seed)
        for step in 0..<RandomTests.count(600) {
            let index = Int.random(in: 0..<threads.count, using: &random)
            if let outer = outers[index].last, Bool.random(using: &random) {
                threads[index].start { journal.leave(to: outer) }
                outers[index].removeLast()
                model.stacks[index].removeLast()
            } else {
                let (host, item) = (Int.random(in: 0..<50, using: &random), Int.random(in: 0..<50, using: &random))
                let result = Locked<UInt64>(0)
                let (hostNumber, itemNumber) = (files.number(host), files.number(item))
                threads[index].start {
                    let outer = journal.enter(.layout, host: hostNumber, item: itemNumber)
                    result.withLock { $0 = outer }
                }
                outers[index].append(result.withLock { $0 })
                model.stacks[index].append(
                    .init(.layout, host: files.files[host], item: files.files[item], isOnMainThread: false)
                )
            }
            try #require(Set(Self.record(url).flights) == model.flights, "step \(step), seed \(RandomTests.seed)")
        }
    }

    @Test func aThreadWithoutALaneIsNotRecordedAndDisturbsNobody() throws {
        let journal = try TemplateJournal(at: url)
        let files = JournalFiles(9)
        files.register(in: journal)
        let threads = (0..<9).map { _ in StepThread() }
        defer { for thread in threads { thread.stop() } }
        var outers: [UInt64] = []
        for (index, thread) in threads.enumerated() {
            let (result, number) = (Locked<UInt64>(0), files.number(index))
            thread.start {
                let outer = journal.enter(.load, host: number, item: 0)
                result.withLock { $0 = outer }
            }
            outers.append(result.withLock { $0 })
        }
        #expect(Self.record(url).flights.map(\.host) == Array(files.files[..<6]))
        let outer = outers[8]
        threads[8].start { journal.leave(to: outer) }
        #expect(Self.record(url).flights.map(\.host) == Array(files.files[..<6]))
        // A lane that is given back serves the next thread.
        let first = outers[0]
        threads[0].start { journal.leave(to: first) }
        let number = files.number(8)
        threads[8].start { _ = journal.enter(.load, host: number, item: 0) }
        #expect(Set(Self.record(url).flights.map(\.host)) == Set(files.files[1..<6] + [files.files[8]]))
    }

    @Test func manyThreadsAtOnceLeaveNothingBehind() throws {
        let journal = try TemplateJournal(at: url)
        let threads = (0..<8).map { index in
            SideThread {
                for step in 0..<300 {
                    let template = journal.record("Type\(index)-\(step % 9)", hash: SHA256.digest(of: [UInt8(index)]))
                    let outer = journal.enter(.load, host: template.number, item: 0)
                    let inner = journal.enter(.bind, host: template.number, item: template.number)
                    journal.leave(to: inner)
                    journal.leave(to: outer)
                }
                return true
            }
        }
        for thread in threads { #expect(thread.join() == true) }
        let record = Self.record(url)
        #expect(!record.isUnknown && !record.endedInFlight)
    }

    @Test func aTemplateThatIsForgottenIsUnknown() throws {
        let journal = try TemplateJournal(at: url)
        let outer = journal.enter(.draw, host: 77, item: 0)
        #expect(Self.record(url) == .unknown)
        journal.leave(to: outer)
        #expect(Self.record(url).launchID == journal.launchID)
    }
}
