import Foundation
import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore

/// The file: what is wrong with it is an error or an unknown record, never a trap and never a wrong name.
@Suite struct JournalFileTests {
    private let folder = TemporaryFolder.fresh()
    private var url: URL { folder.url.appendingPathComponent("app.journal") }

    private func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }

    /// The file of a launch with three threads at work, which knows of two deaths.
    private func busyFile() throws -> (bytes: [UInt8], record: LaunchRecord) {
        for _ in 0..<2 {
            let journal = try TemplateJournal(at: url)
            journal.isInForeground = true
            let names = (0..<2).map { journal.record("Dead\($0)", hash: [UInt8](repeating: UInt8($0), count: 32)) }
            let outer = journal.enter(.bind, host: names[0].number, item: names[1].number)
            // The file stays as it is when the next one takes its place, like that of a process that died.
            let left = try bytes()
            journal.leave(to: outer)
            try Data(left).write(to: url)
        }
        let journal = try TemplateJournal(at: url)
        journal.isInForeground = true
        var flights: [LaunchRecord.Flight] = []
        let threads = (0..<3).map { _ in StepThread() }
        defer { for thread in threads { thread.stop() } }
        for (index, thread) in threads.enumerated() {
            let names = (0..<2).map {
                journal.record("T\(index)\($0)", hash: SHA256.digest(of: [UInt8(index), UInt8($0)]))
            }
            let files = (0..<2).map {
                LaunchRecord.File(
                    type: "T\(index)\($0)",
                    sha256: ContentHash.of([UInt8(index), UInt8($0)])
                )
            }
            let item = index == 1 ? nil : files[1]
            thread.start { _ = journal.enter(.draw, host: names[0].number, item: item == nil ? 0 : names[1].number) }
            flights.append(.init(.draw, host: files[0], item: item, isOnMainThread: false))
        }
        let bytes = try bytes()
        let record = LaunchRecord(reading: bytes)
        #expect(record.flights == flights)
        #expect(try #require(JournalImage.words(of: bytes).map(DeathLedger.init(reading:))).deaths.count == 2)
        return (bytes, record)
    }

    @Test func everyTruncationIsUnknown() throws {
        let (bytes, record) = try busyFile()
        #expect(bytes.count == 4_096)
        for count in 0..<bytes.count {
            #expect(LaunchRecord(reading: Array(bytes[..<count])) == .unknown)
        }
        #expect(LaunchRecord(reading: bytes + [0]) == .unknown)
        #expect(LaunchRecord(reading: [UInt8](repeating: 0, count: 4_096)) == .unknown)
        #expect(LaunchRecord(reading: [UInt8](repeating: 255, count: 4_096)) == .unknown)
        #expect(LaunchRecord(reading: bytes) == record)
    }

    @Test func everyFlipReadsAsTheSameOrAsUnknown() throws {
        let (bytes, record) = try busyFile()
        let words = try #require(JournalImage.words(of: bytes))
        let deaths = DeathLedger(reading: words).deaths
        let all = [1, 2, 4, 8, 16, 32, 64, 128, 255] as [UInt8]
        for index in bytes.indices {
            // Bits one by one, then the whole byte; one of them where nothing was ever written.
            let isEmpty = index / 8 >= JournalLayout.entries && words[index / 8] == 0
            for mask in isEmpty ? [all[index % 8]] : all {
                var changed = words
                changed[index / 8] ^= UInt64(mask) << (8 * UInt64(index % 8))
                let read = JournalImage.checked(changed)
                let found = read.map(JournalImage.record) ?? .unknown
                let isRight = found == record || found == .unknown
                #expect(isRight, "byte \(index), bits \(mask): \(found)")
                let others = (read.map(DeathLedger.init(reading:)) ?? DeathLedger()).deaths
                let areRight = others.allSatisfy(deaths.contains)
                #expect(areRight, "byte \(index), bits \(mask): \(others)")
            }
        }
        var changed = bytes
        changed[40] ^= 1
        #expect(LaunchRecord(reading: changed) == .unknown)
    }

    @Test func anEntryOfAnotherGenerationIsNotTheOneThatWasInFlight() throws {
        let (bytes, record) = try busyFile()
        var words = try #require(JournalImage.words(of: bytes))
        let lane = try #require(
            (0..<JournalLayout.laneCount).first { words[JournalLayout.lanes + $0] != LaneState.idle }
        )
        let payload = try #require(CheckedWord.decode(words[JournalLayout.lanes + lane]))
        let slot = try #require(LaneState(payload, slotCount: JournalLayout.slotCount(lane))?.host)
        let place = JournalLayout.firstEntry(lane) + slot.index
        let entry = JournalEntry(type: "Other", hash: [UInt8](repeating: 7, count: 32))
        let start = JournalLayout.word(ofEntry: place)
        let next = entry.words(at: place, generation: slot.generation + 1)
        words.replaceSubrange(start..<start + JournalLayout.entryWords, with: next)
        #expect(JournalImage.record(words) == .unknown)
        #expect(record != .unknown)
    }

    /// The next version of an app reads the journal of the one before: another layout needs another magic number.
    @Test func theLayoutIsFrozen() {
        let lanes = 0..<JournalLayout.laneCount
        #expect(JournalLayout.magic == 0x5656_4A52_4E4C_0001)
        #expect(lanes.map { JournalLayout.firstEntry($0) } == [0, 8, 12, 16, 20, 24, 28])
        #expect(lanes.map { JournalLayout.slotCount($0) } == [8, 4, 4, 4, 4, 4, 4])
        #expect(CheckedWord.encode(0x1234_5678) == 0x1234_5678_EDCB_A987)
        #expect(CheckedWord.check([1, 2, 3], salt: 7) == 0xC14F_02E1_0942_F80D)
    }

    @Test func theFirstLaunchKnowsNothing() throws {
        let journal = try TemplateJournal(at: url)
        #expect(journal.lastLaunch == .unknown)
        #expect(journal.lastLaunch.isUnknown && journal.lastLaunch.blamedFiles.isEmpty)
        #expect(!journal.lastLaunch.wasInForeground && !journal.lastLaunch.endedInFlight)
        #expect(journal.suspects(after: 1).isEmpty)
        #expect(!journal.isInForeground)
    }

    @Test(arguments: [0, 1, 4_095, 4_097, 70_000]) func aFileThatIsNoJournalIsReplaced(_ count: Int) throws {
        _ = try folder.write([UInt8](repeating: 0x56, count: count), to: "app.journal")
        let id = UUID()
        #expect(try TemplateJournal(at: url, launchID: id).lastLaunch == .unknown)
        #expect(try TemplateJournal(at: url).lastLaunch.launchID == id)
    }

    @Test func whatADeadLaunchLeftAsideIsReplaced() throws {
        _ = try folder.write([1, 2, 3], to: "app.journal.new")
        _ = try TemplateJournal(at: url)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["app.journal"])
    }

    @Test func aFailureLeavesTheFileAsItWas() throws {
        let id = UUID()
        _ = try TemplateJournal(at: url, launchID: id)
        let before = try bytes()
        // Nothing can be put aside where a folder is.
        let aside = folder.url.appendingPathComponent("app.journal.new")
        try FileManager.default.createDirectory(at: aside, withIntermediateDirectories: false)
        expect(.unwritable) { try TemplateJournal(at: url) }
        #expect(try bytes() == before)
        try FileManager.default.removeItem(at: aside)
        #expect(try TemplateJournal(at: url).lastLaunch.launchID == id)
    }

    @Test func pathsThatCannotHaveAFileAreErrors() throws {
        let inner = folder.url.appendingPathComponent("there", isDirectory: true)
        expect(.unwritable) { try TemplateJournal(at: inner.appendingPathComponent("app.journal")) }
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        expect(.notAFile) { try TemplateJournal(at: inner) }
        _ = try folder.write([1], to: "plain")
        expect(.unreadable) { try TemplateJournal(at: folder.url.appendingPathComponent("plain/app.journal")) }
        expect(.notAFile) { try TemplateJournal(at: try #require(URL(string: "https://example.com/app.journal"))) }
        let pipe = folder.url.appendingPathComponent("pipe")
        #expect(mkfifo(pipe.path, 0o600) == 0)
        expect(.notAFile) { try TemplateJournal(at: pipe) }
        let long = folder.url.appendingPathComponent(String(repeating: "x", count: 300))
        expect(.unreadable) { try TemplateJournal(at: long) }
        // What may not be read or written stops everybody but the superuser.
        if geteuid() != 0 {
            _ = try TemplateJournal(at: url)
            chmod(url.path, 0o200)
            expect(.unreadable) { try TemplateJournal(at: url) }
            chmod(url.path, 0o600)
            chmod(folder.url.path, 0o500)
            expect(.unwritable) { try TemplateJournal(at: url) }
            chmod(folder.url.path, 0o700)
        }
    }

    #if os(Linux)
        /// A device that is always full stands in the place of the file aside.
        @Test func aFullDiskIsAnError() {
            let error = JournalError(.unwritable, "written", errno: ENOSPC, url)
            #expect(error.code == .full)
            #expect(error.description == "\(url.path): the journal cannot be written: no space left on device")
        }
    #endif

    #if os(Linux)
        @Test func theMemoryOfTheFileIsGivenBackWithTheJournal() throws {
            func isMapped() throws -> Bool {
                let maps = try #require(FileHandle(forReadingAtPath: "/proc/self/maps"))
                let text = String(decoding: try maps.readToEnd() ?? Data(), as: UTF8.self)
                return text.contains(folder.url.lastPathComponent)
            }
            do {
                let journal = try TemplateJournal(at: url)
                #expect(try isMapped())
                withExtendedLifetime(journal) {}
            }
            #expect(try !isMapped())
        }
    #endif

    @Test(arguments: TemplatePhase.allCases, [false, true])
    func theDeathsOfALedgerAreReadAsTheyWereWritten(_ phase: TemplatePhase, _ isOnMainThread: Bool) throws {
        let journal = try TemplateJournal(at: url, launchID: UUID(), isMainThread: { isOnMainThread }, onStore: nil)
        journal.isInForeground = true
        let names = (0..<3).map { journal.record("T\($0)", hash: [UInt8](repeating: UInt8($0), count: 32)) }
        for item in [0, names[2].number] {
            let outer = journal.enter(phase, host: names[1].number, item: item)
            let record = LaunchRecord(reading: try bytes())
            journal.leave(to: outer)
            var ledger = DeathLedger()
            ledger.count(record)
            try #require(ledger.deaths.map(\.flight) == record.flights && record.flights.count == 1)
            #expect(record.flights[0].isOnMainThread == isOnMainThread)
            var words = [UInt64](repeating: 0, count: JournalLayout.wordCount)
            ledger.write(to: &words)
            #expect(DeathLedger(reading: words) == ledger)
        }
    }

    /// What was loaded is prepared next; of what is loaded and never prepared, only so much is remembered.
    @Test func onlyTheLastFilesHashesAreKept() {
        var register = JournalRegister()
        for number in UInt8(0)..<20 { register.keep([number], of: [number, 1]) }
        for number in UInt8(0)..<20 {
            #expect(register.hash(of: [number, 1]) == (number < 12 ? nil : [number]), "\(number)")
        }
        register.keep([1], of: [UInt8](repeating: 1, count: 65_537))
        #expect(register.hash(of: [UInt8](repeating: 1, count: 65_537)) == nil)
        #expect(register.hash(of: [12, 1]) == [12])
    }

    @Test func theFileIsItsOwnersAlone() throws {
        _ = try TemplateJournal(at: url)
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(attributes[.size] as? Int == 4_096)
    }

    @Test func longNamesAreCutBetweenCharacters() throws {
        let long = String(repeating: "é", count: 40)
        let hash = [UInt8](repeating: 9, count: 32)
        for (type, stored) in [
            (String(repeating: "a", count: 32), String(repeating: "a", count: 32)),
            (String(repeating: "a", count: 33), String(repeating: "a", count: 29) + "…"),
            (long, String(repeating: "é", count: 14) + "…"), ("", ""),
        ] {
            var words = [UInt64](repeating: 0, count: JournalLayout.wordCount)
            let start = JournalLayout.word(ofEntry: 3)
            let entry = JournalEntry(type: type, hash: hash).words(at: 3, generation: 5)
            words.replaceSubrange(start..<start + JournalLayout.entryWords, with: entry)
            let read = try #require(JournalEntry.read(3, in: words))
            #expect(read.file == LaunchRecord.File(type: stored, sha256: String(repeating: "09", count: 32)))
            #expect(read.generation == 5)
        }
    }

    private func expect(_ code: JournalError.Code, _ body: () throws -> TemplateJournal) {
        do {
            _ = try body()
            Issue.record("there is no error")
        } catch let error as JournalError {
            #expect(error.code == code, "\(error)")
            #expect(error.description.hasPrefix(error.path))
        } catch {
            Issue.record("\(error)")
        }
    }
}
