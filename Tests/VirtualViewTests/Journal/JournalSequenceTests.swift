import Foundation
import Testing
import VirtualView
import VirtualViewTestSupport

/// Launch after launch: transitions, deaths at any moment, and what is counted of them.
@Suite struct JournalSequenceTests {
    private let folder = TemporaryFolder.fresh()
    private var url: URL { folder.url.appendingPathComponent("app.journal") }

    /// A launch of this process: its death leaves the bytes of a moment in the file.
    private final class Launch {
        let journal: TemplateJournal
        let files = JournalFiles(5)
        let threads: [StepThread]
        var outers: [[UInt64]]

        init(at url: URL, _ id: UUID = UUID(), threads: [StepThread]) throws {
            journal = try TemplateJournal(at: url, launchID: id)
            files.register(in: journal)
            self.threads = threads
            outers = threads.map { _ in [] }
        }

        func enter(_ phase: TemplatePhase, _ host: Int, _ item: Int?, on thread: Int) -> LaunchRecord.Flight {
            let (numbers, result) = ((files.number(host), item.map(files.number) ?? 0), Locked<UInt64>(0))
            threads[thread].start { [journal] in
                let outer = journal.enter(phase, host: numbers.0, item: numbers.1)
                result.withLock { $0 = outer }
            }
            outers[thread].append(result.withLock { $0 })
            return .init(phase, host: files.files[host], item: item.map { files.files[$0] }, isOnMainThread: false)
        }

        func leave(on thread: Int) {
            let outer = outers[thread].removeLast()
            threads[thread].start { [journal] in journal.leave(to: outer) }
        }

        /// Leaves the file as it is now, whatever happens in this process afterwards.
        func die(at url: URL) throws {
            let left = try Data(contentsOf: url)
            for thread in threads.indices { while !outers[thread].isEmpty { leave(on: thread) } }
            try left.write(to: url)
        }
    }

    @Test func agreesWithTheModel() throws {
        let seed = RandomTests.seed
        var random = SeededGenerator(seed: seed)
        let threads = (0..<2).map { _ in StepThread() }
        defer { for thread in threads { thread.stop() } }
        var model = JournalModel(threads: 2)
        var launch = try Launch(at: url, model.launch, threads: threads)
        for step in 0..<RandomTests.count(1_000) {
            let comment = Comment(rawValue: "step \(step), seed \(seed)")
            switch Int.random(in: 0..<20, using: &random) {
            case 0, 1:
                let (flights, wasInForeground) = (model.flights, model.isInForeground)
                try launch.die(at: url)
                model.die()
                let last = model.launch
                // Now and then a launch is opened twice under its ID, and counts once.
                let times = Int.random(in: 1...2, using: &random)
                model.launch = UUID()
                for _ in 0..<times { launch = try Launch(at: url, model.launch, threads: threads) }
                if times == 1 {
                    let record = launch.journal.lastLaunch
                    try #require(record.launchID == last, comment)
                    try #require(Set(record.flights) == flights, comment)
                    try #require(record.wasInForeground == wasInForeground, comment)
                }
            case 2:
                launch.journal.markHealthy()
                model.deaths = []
            case 3...5:
                model.isInForeground = Int.random(in: 0..<4, using: &random) > 0
                launch.journal.isInForeground = model.isInForeground
            case 6...13:
                let thread = Int.random(in: 0..<2, using: &random)
                guard model.stacks[thread].count < 5, let phase = TemplatePhase.allCases.randomElement(using: &random)
                else { continue }
                let item = Bool.random(using: &random) ? Int.random(in: 0..<5, using: &random) : nil
                let flight = launch.enter(phase, Int.random(in: 0..<5, using: &random), item, on: thread)
                model.stacks[thread].append(flight)
            default:
                let thread = Int.random(in: 0..<2, using: &random)
                guard !model.stacks[thread].isEmpty else { continue }
                launch.leave(on: thread)
                model.stacks[thread].removeLast()
            }
            // The journal keeps a number of deaths, the model all of them.
            if model.deaths.reduce(0, { $0 + $1.flights.count }) > 18 {
                launch.journal.markHealthy()
                model.deaths = []
            }
            for number in 1...3 {
                let found = launch.journal.suspects(after: number)
                let counts = Dictionary(uniqueKeysWithValues: found.map { ($0.file, $0.deaths) })
                try #require(counts == model.suspects(after: number), comment)
                #expect(found.map(\.deaths) == found.map(\.deaths).sorted(by: >))
            }
        }
        for thread in threads.indices { while !launch.outers[thread].isEmpty { launch.leave(on: thread) } }
    }

    /// Dies a number of times at the same file.
    private func die(
        _ count: Int,
        at host: Int = 0,
        in item: Int? = nil,
        _ id: UUID? = nil,
        phase: TemplatePhase = .layout,
        inForeground: Bool = true
    ) throws {
        let thread = StepThread()
        defer { thread.stop() }
        for _ in 0..<count {
            let launch = try Launch(at: url, id ?? UUID(), threads: [thread])
            launch.journal.isInForeground = inForeground
            _ = launch.enter(phase, host, item, on: 0)
            try launch.die(at: url)
        }
    }

    private let files = JournalFiles(5).files

    @Test func twoDeathsMakeASuspect() throws {
        try die(1)
        #expect(try TemplateJournal(at: url).suspects().isEmpty)
        try die(1)
        let journal = try TemplateJournal(at: url)
        #expect(journal.suspects() == [.init(file: files[0], phase: .layout, deaths: 2)])
        #expect(journal.suspects(after: 3).isEmpty)
        #expect(journal.suspects().first?.type == files[0].type)
        #expect(journal.suspects().first?.sha256 == files[0].sha256)
        #expect(journal.lastLaunch.blamedFiles == [files[0]])
        // The suspect stays one until somebody says that all is well.
        #expect(try TemplateJournal(at: url).suspects() == journal.suspects())
    }

    /// An item that is a suspect takes the blame from its host, and leaves what else the host died of.
    @Test func whatDiedOfASuspectItemDoesNotCountAgainstItsHost() throws {
        try die(2, in: 1)
        try die(1, in: 2)
        #expect(try TemplateJournal(at: url).suspects().map(\.file) == [files[1]])
        try die(1, in: 3, phase: .bind)
        try die(1, in: 1, phase: .draw)
        #expect(
            try TemplateJournal(at: url).suspects() == [
                .init(file: files[1], phase: .draw, deaths: 3), .init(file: files[0], phase: .bind, deaths: 2),
            ]
        )
    }

    @Test func healthForgets() throws {
        try die(2)
        let journal = try TemplateJournal(at: url)
        journal.markHealthy()
        #expect(journal.suspects(after: 1).isEmpty)
        #expect(!journal.lastLaunch.isUnknown)
        #expect(try TemplateJournal(at: url).suspects(after: 1).isEmpty)
        try die(1)
        #expect(try TemplateJournal(at: url).suspects(after: 1).count == 1)
        #expect(try TemplateJournal(at: url).suspects().isEmpty)
    }

    @Test func deathsInTheBackgroundBlameNobody() throws {
        try die(3, inForeground: false)
        let journal = try TemplateJournal(at: url)
        #expect(journal.lastLaunch.endedInFlight && !journal.lastLaunch.wasInForeground)
        #expect(journal.lastLaunch.blamedFiles.isEmpty)
        #expect(journal.suspects(after: 1).isEmpty)
    }

    @Test func cleanEndsBlameNobody() throws {
        for _ in 0..<3 {
            let journal = try TemplateJournal(at: url)
            journal.isInForeground = true
            let template = journal.record("Card", hash: [UInt8](repeating: 1, count: 32))
            journal.leave(to: journal.enter(.draw, host: template.number, item: 0))
        }
        let journal = try TemplateJournal(at: url)
        #expect(!journal.lastLaunch.endedInFlight && journal.lastLaunch.wasInForeground)
        #expect(journal.suspects(after: 1).isEmpty)
    }

    @Test func theSameLaunchCountsOnce() throws {
        let id = UUID()
        try die(1, id)
        let left = try Data(contentsOf: url)
        #expect(try TemplateJournal(at: url).suspects(after: 1).first?.deaths == 1)
        // The file of a launch that was counted comes back.
        try left.write(to: url)
        #expect(try TemplateJournal(at: url).suspects(after: 1).first?.deaths == 1)
        // A launch opens its own journal again.
        try die(1, id)
        #expect(try TemplateJournal(at: url, launchID: id).suspects(after: 1).first?.deaths == 1)
    }

    @Test func anItemIsBlamedBeforeItsHost() throws {
        try die(2, at: 0, in: 1)
        let journal = try TemplateJournal(at: url)
        #expect(journal.suspects().map(\.file) == [files[1]])
        #expect(journal.lastLaunch.blamedFiles == [files[1], files[0]])
    }

    @Test func aHostWithManyItemsIsBlamed() throws {
        for item in 1...3 { try die(1, at: 0, in: item) }
        #expect(try TemplateJournal(at: url).suspects().map(\.file) == [files[0]])
    }

    @Test func anotherFileOfTheSameNameIsAnotherOne() throws {
        let journal = try TemplateJournal(at: url)
        #expect(journal.suspects().isEmpty)
        for byte in 0..<4 as Range<UInt8> {
            let launch = try TemplateJournal(at: url)
            launch.isInForeground = true
            let template = launch.record("Card", hash: [UInt8](repeating: byte, count: 32))
            let outer = launch.enter(.draw, host: template.number, item: 0)
            let left = try Data(contentsOf: url)
            launch.leave(to: outer)
            try left.write(to: url)
        }
        #expect(try TemplateJournal(at: url).suspects().isEmpty)
        #expect(try TemplateJournal(at: url).suspects(after: 1).count == 4)
    }

    /// Sixteen files and twenty deaths are kept; those that die again are.
    @Test func manyDeathsDoNotPushOutTheOneThatComesBack() throws {
        let thread = StepThread()
        defer { thread.stop() }
        for number in 0..<30 {
            let journal = try TemplateJournal(at: url)
            journal.isInForeground = true
            let name = number % 10 == 0 ? "Culprit" : "Other\(number)"
            let template = journal.record(name, hash: [UInt8](repeating: UInt8(name.count), count: 32))
            let number = template.number
            let result = Locked<UInt64>(0)
            thread.start {
                let outer = journal.enter(.event, host: number, item: 0)
                result.withLock { $0 = outer }
            }
            let left = try Data(contentsOf: url)
            let outer = result.withLock { $0 }
            thread.start { journal.leave(to: outer) }
            try left.write(to: url)
        }
        let suspects = try TemplateJournal(at: url).suspects()
        #expect(suspects.map(\.type) == ["Culprit"])
    }
}
