import Foundation
import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

@Suite struct TemplateStoreTests {
    /// The end of a launch with a template at work.
    static func death(of type: String, in store: TemplateStore) throws -> LaunchRecord {
        let entry = try #require(store.current?.manifest[type])
        let file = LaunchRecord.File(type: type, sha256: entry.sha256)
        let id = try #require(store.configuration.launchID)
        return LaunchRecord(launchID: id, wasInForeground: true, flights: [.init(.layout, host: file)])
    }

    @Test func isEmptyBeforeTheFirstUpdate() throws {
        let bench = StoreBench()
        let store = try bench.open()
        #expect(store.current == nil)
        #expect(store.setbacks.isEmpty)
        let error = #expect(throws: DeliveryError.self) { try store.activate(in: TemplateManager()) }
        #expect(error?.code == .missing)
        #expect(bench.disk.files.isEmpty)
    }

    @Test func installsWhatTheServerOffersAndWorksOfflineAfterwards() async throws {
        let bench = StoreBench(publishing: 1)
        let store = try bench.open()
        #expect(try await bench.update(store) == .installed(1))
        #expect(store.current?.number == 1)
        #expect(store.current?.isOnTrial == true)
        #expect(try await bench.update(store) == .upToDate)
        let again = try bench.open()
        #expect(again.current == store.current)
        #expect(bench.fault(of: again) == nil)
    }

    @Test func anUpdateOfOneTemplateTakesThreeRequests() async throws {
        var bench = StoreBench(publishing: 2)
        let store = try await bench.updated(bench.open())
        #expect(bench.server.takePaths().count == 3)
        bench.publish(3)
        #expect(try await bench.update(store) == .installed(3))
        let reference = try #require(bench.workshop.stable)
        let card = try #require(store.current?.manifest["Card"])
        #expect(bench.server.takePaths() == ["latest.json", reference.path, "blobs/\(card.sha256)"])
        #expect(try await bench.update(store) == .upToDate)
        #expect(bench.server.takePaths() == ["latest.json"])
    }

    @Test func whatWasFetchedBeforeAFailureIsNotFetchedAgain() async throws {
        let bench = StoreBench(publishing: 1)
        let store = try bench.open()
        for failing in 0..<3 {
            bench.server.fail(after: failing)
            await #expect(throws: DeliveryError.self) { try await bench.update(store) }
            #expect(store.current == nil)
        }
        bench.server.fail(after: nil)
        bench.server.state.withLock { $0.servedBytes = 0 }
        try await bench.update(store)
        let release = try #require(bench.workshop.stable)
        let pack = try #require(bench.workshop.releases[release.sha256]).pack.size
        let served = bench.server.state.withLock { $0.servedBytes }
        #expect(served < pack + release.size + 4096)
        #expect(bench.disk.files.keys.allSatisfy { !$0.hasPrefix("partial/") })
    }

    // MARK: - Roll-out

    @Test func everyInstallationDrawsDigitsOfItsOwn() {
        let configuration = TemplateStore.Configuration(build: "1")
        let drawn = (0..<100).map { _ in configuration.randomDigits() }
        #expect(Set(drawn).count == 100)
        #expect(drawn.allSatisfy { $0.count == 32 && $0.allSatisfy { "0123456789abcdef".contains($0) } })
    }

    @Test func thePercentageDecidesWhoStartsACandidate() async throws {
        var bench = StoreBench(publishing: 1)
        var starters: [Int: Set<String>] = [:]
        let cohorts = (0..<24).map { String(repeating: "0", count: 30) + String(format: "%02x", $0) }
        for percent in [0, 10, 50, 100] {
            bench.offer(2, percent: percent)
            for cohort in cohorts {
                let files = ModelFiles(on: ModelDisk())
                let store = try bench.open(files, cohort: cohort)
                let update = try await bench.update(store)
                if update == .installed(2) { starters[percent, default: []].insert(cohort) }
            }
        }
        #expect(starters[0] == nil)
        #expect(starters[100]?.count == 24)
        let (few, many) = (starters[10] ?? [], starters[50] ?? [])
        #expect(few.isSubset(of: many))
        #expect(few.count < 8 && (5...19).contains(many.count))
        // Nothing that the server sees tells the value.
        #expect(bench.server.takePaths().allSatisfy { !$0.contains(String(repeating: "0", count: 30)) })
    }

    @Test func whoStartedACandidateKeepsItWhileItIsOffered() async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open())
        let offer = bench.offer(2)
        #expect(try await bench.update(store) == .installed(2))
        bench.workshop.candidate = .init(offer, percent: 0)
        bench.publishLatest()
        #expect(try await bench.update(store) == .upToDate)
        #expect(store.current?.number == 2)
        let other = try bench.open(ModelFiles(on: ModelDisk()))
        #expect(try await bench.update(other) == .installed(1))
        #expect(try await bench.update(other) == .notChosen)
        bench.workshop.candidate = nil
        bench.publishLatest()
        #expect(try await bench.update(store) == .installed(1))
        #expect(store.current?.number == 1)
    }

    @Test func tellsThatOthersStartTheCandidateAlsoBesideTheAppsOwnRelease() async throws {
        var bench = StoreBench(publishing: 1)
        let folder = try bench.embed()
        #expect(try await bench.update(bench.open(embedded: folder.url)) == .upToDate)
        bench.offer(2, percent: 0)
        #expect(try await bench.update(bench.open(embedded: folder.url)) == .notChosen)
        bench.offer(2)
        let store = try bench.open(embedded: folder.url)
        #expect(try await bench.update(store) == .installed(2))
        try bench.use(store)
        try store.rollBack("2 shows garbage")
        #expect(try await bench.update(store) == .notChosen)
        #expect(store.current?.number == 1)
    }

    /// Why a device does not take a release.
    enum Refusal: CaseIterable {
        case newerRuntime, olderFormat, tooLarge, expired

        var code: DeliveryError.Code {
            switch self {
            case .newerRuntime, .olderFormat: .unsupported
            case .tooLarge: .tooLarge
            case .expired: .expired
            }
        }

        func makeRelease(_ number: Int, in workshop: inout Workshop) -> LatestFile.Reference {
            switch self {
            case .newerRuntime:
                return workshop.makeRelease(number, StoreBench.templates(number), format: .init(major: 1, minor: 9))
            case .olderFormat:
                return workshop.makeRelease(number, StoreBench.templates(number), format: .init(major: 0, minor: 9))
            case .tooLarge:
                let text = String(repeating: "x", count: 9_000)
                return workshop.makeRelease(number, [Sample.template("Card", text)])
            case .expired:
                let time = workshop.time
                defer { workshop.time = time }
                workshop.time = workshop.later(-4_000 * 86400)
                return workshop.makeRelease(number, StoreBench.templates(number))
            }
        }
    }

    @Test(arguments: Refusal.allCases)
    func aCandidateThatThisDeviceCannotTakeKeepsNoOtherAway(_ refusal: Refusal) async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open(capacity: 5_000))
        bench.publish(2)
        bench.workshop.candidate = .init(refusal.makeRelease(3, in: &bench.workshop), percent: 100)
        bench.publishLatest()
        #expect(try await bench.update(store) == .installed(2))
        #expect(try await bench.update(store) == .notChosen)
        try bench.use(store)
        try store.rollBack("2 shows garbage")
        #expect(try await bench.update(store) == .notChosen)
        #expect(store.current?.number == 1)
    }

    /// A page of somebody else's, for instance, comes instead of a file of the candidate.
    @Test(arguments: [true, false])
    func aWrongAnswerForACandidateEndsTheUpdate(_ isOfReleaseFile: Bool) async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open())
        bench.publish(2)
        let offer = bench.offer(3)
        let release = try #require(bench.workshop.releases[offer.sha256])
        bench.server.state.withLock { state in
            let blobs = release.blobs.map { ReleaseFile.Blob.path($0.sha256) }
            for path in isOfReleaseFile ? [offer.path] : blobs + [release.pack.path] where state.files[path] != nil {
                state.files[path] = [UInt8](repeating: UInt8(ascii: "<"), count: 5_000)
            }
        }
        await #expect(throws: DeliveryError.self) { try await bench.update(store) }
        #expect(store.current?.number == 1)
        bench.server.serve(bench.workshop)
        #expect(try await bench.update(store) == .installed(3))
    }

    @Test(arguments: Refusal.allCases)
    func tellsWhyTheReleaseForEverybodyIsNotInstalled(_ refusal: Refusal) async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open(capacity: 5_000))
        bench.workshop.stable = refusal.makeRelease(2, in: &bench.workshop)
        bench.publishLatest()
        #expect(await bench.refusal(of: store) == refusal.code)
        #expect(store.current?.number == 1)
    }

    // MARK: - Trials

    @Test func twoDeathsOnTrialBringBackTheReleaseBefore() async throws {
        var bench = StoreBench(publishing: 1)
        var store = try await bench.updated(bench.open())
        try bench.use(store)
        store.markHealthy()
        #expect(store.current?.isOnTrial == false)
        try await bench.install(2, in: store)
        try bench.use(store)
        let first = try Self.death(of: "Card", in: store)
        store = try bench.open()
        store.count(first)
        #expect(store.current?.number == 2)
        // The same launch is not counted twice, by another process for instance.
        store = try bench.open()
        store.count(first)
        #expect(store.current?.number == 2)
        try bench.use(store)
        let second = try Self.death(of: "Row", in: store)
        store = try bench.open()
        store.count(second)
        #expect(store.current?.number == 1)
        #expect(store.setbacks.first?.release == 2)
        #expect(store.setbacks.first?.why.contains("'Row'") == true)
        #expect(try await bench.update(store) == .notChosen)
        #expect(try bench.open().current?.number == 1)
        // The next build of the app tries it again.
        #expect(try bench.open(build: "2").current?.number == 2)
        bench.publish(3)
        #expect(try await bench.update(store) == .installed(3))
    }

    /// Releases that were never used for a while do not push out the last one that was.
    @Test func deathsOfAllNewerReleasesBringBackTheLastHealthyOne() async throws {
        var bench = StoreBench(publishing: 2)
        var store = try await bench.updated(bench.open(capacity: 1024))
        try bench.use(store)
        store.markHealthy()
        for number in 3...5 {
            store = try bench.open(capacity: 1024)
            try await bench.install(number, in: store)
        }
        var shown: [Int?] = []
        for _ in 0..<5 {
            store = try bench.open(capacity: 1024)
            shown.append(store.current?.number)
            #expect(bench.fault(of: store) == nil)
            try bench.use(store)
            let death = try Self.death(of: "Card", in: store)
            try bench.open().count(death)
        }
        #expect(shown == [5, 5, 4, 4, 2])
        #expect(try bench.open().content.withLock { $0.state.installed.map(\.reference.number) } == [5, 4, 2])
    }

    @Test func aDeathCountsOnlyAgainstATemplateOfTheReleaseOnTrial() async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open())
        try await bench.install(2, in: store)
        let file = LaunchRecord.File(type: "Card", sha256: String(repeating: "ab", count: 32))
        let entry = try #require(store.current?.manifest["Card"])
        let own = LaunchRecord.File(type: "Card", sha256: entry.sha256)
        for _ in 0..<4 {
            store.count(LaunchRecord(launchID: UUID(), wasInForeground: true, flights: [.init(.draw, host: file)]))
            store.count(LaunchRecord(launchID: UUID(), wasInForeground: false, flights: [.init(.draw, host: own)]))
            store.count(LaunchRecord(launchID: UUID(), wasInForeground: true))
        }
        #expect(store.current?.number == 2)
        try bench.use(store)
        store.markHealthy()
        for _ in 0..<4 {
            let next = try bench.open()
            try bench.use(next)
            next.count(try Self.death(of: "Card", in: next))
        }
        #expect(try bench.open().current?.number == 2)
        #expect(try bench.open().setbacks.isEmpty)
    }

    /// The file of the feed is the same in both releases.
    @Test func aDeathDoesNotCountAgainstAReleaseThatWasOnlyInstalled() async throws {
        var bench = try await StoreBench(installing: 1)
        bench.publish(2)
        let files = ModelFiles(on: bench.disk)
        for _ in 0..<4 {
            let store = try await bench.updated(bench.open(files))
            store.count(try Self.death(of: "Feed", in: store))
        }
        #expect(try bench.open().current?.number == 2)
        for _ in 0..<2 {
            let store = try bench.open(files)
            try bench.use(store)
            store.count(try Self.death(of: "Feed", in: store))
        }
        #expect(try bench.open().current?.number == 1)
    }

    @Test func aReleaseThatWasOnlyInstalledIsNotJudged() async throws {
        var bench = try await StoreBench(installing: 1)
        let store = try bench.open()
        try await bench.install(2, in: store)
        store.markHealthy()
        #expect(store.current?.number == 2 && store.current?.isOnTrial == true)
        try bench.use(store)
        try await bench.install(3)
        #expect(try store.rollBack("2 shows garbage")?.number == 3)
        #expect(store.setbacks.map(\.release) == [2])
        store.markHealthy()
        #expect(store.current?.isOnTrial == true)
        try bench.use(store)
        store.markHealthy()
        #expect(store.current?.isOnTrial == false)
    }

    @Test func aTrialOfManyLaunchesLeavesFewFilesBehind() async throws {
        let bench = StoreBench(publishing: 1)
        try await bench.update(bench.open())
        var counts: [Int] = []
        for _ in 0..<40 {
            try bench.use(bench.open())
            counts.append(bench.disk.files.keys.count { $0.hasPrefix("current-") })
        }
        #expect(counts.max() == 16)
        let launches = try bench.open().content.withLock { $0.state.installed.map { $0.launches?.count } }
        #expect(launches == [StoreState.maximumLaunches])
    }

    /// Of a trial of many launches, the last ones are known to have shown the release.
    @Test func theLastLaunchesOfALongTrialCount() async throws {
        let bench = try await StoreBench(installing: 1, 2)
        for _ in 0..<StoreState.maximumLaunches + 2 { try bench.use(bench.open()) }
        for _ in 0..<2 {
            let store = try bench.open()
            try bench.use(store)
            store.count(try Self.death(of: "Card", in: store))
        }
        #expect(try bench.open().current?.number == 1)
    }

    @Test func remembersTheLastReleasesThatWereBad() throws {
        var content = try StoreBench().open().content.withLock { $0 }
        let numbers = 1...StoreState.maximumReports + 1
        for number in numbers {
            let hash = ContentHash.of(Array("\(number)".utf8))
            content.condemn(LatestFile.Reference(number: number, size: 1, sha256: hash), build: "1", why: "it hangs")
        }
        #expect(content.state.bad.map(\.number) == Array(numbers.dropFirst()))
    }

    @Test func remembersTheBeginningOfALongReason() throws {
        let store = try StoreBench().open()
        let why = String(repeating: "e\u{301}", count: 501)
        for (type, why) in [("Card", why), ("Feed", String(why.prefix(500)))] {
            try store.quarantine(type, sha256: ContentHash.of(Array(type.utf8)), why: why)
        }
        let expected = Array(why.unicodeScalars.prefix(1000))
        #expect(store.setbacks.map { Array($0.why.unicodeScalars) } == [expected, expected])
    }

    @Test func theNextBuildCountsItsOwnDeaths() async throws {
        let bench = try await StoreBench(installing: 1, 2)
        /// Starts a build and lets it die; returns what the next start of it shows.
        func die(_ build: String) throws -> Int? {
            let store = try bench.open(build: build)
            try bench.use(store)
            let next = try bench.open(build: build)
            next.count(try Self.death(of: "Card", in: store))
            return next.current?.number
        }
        #expect(try [die("1"), die("1")] == [2, 1])
        #expect(try [die("2"), die("2")] == [2, 1])
        #expect(try die("3") == 2)
        #expect(try [die("4"), die("4")] == [2, 1])
    }

    /// The first start of a build counts how the last one of the build before ended.
    @Test func aDeathOfTheBuildBeforeDoesNotCount() async throws {
        let bench = try await StoreBench(installing: 1, 2)
        var death = LaunchRecord.unknown
        var shown: [Int?] = []
        for build in ["1", "2", "2", "2"] {
            let store = try bench.open(build: build)
            store.count(death)
            shown.append(store.current?.number)
            try bench.use(store)
            if shown.last == 2 { death = try Self.death(of: "Card", in: store) }
        }
        #expect(shown == [2, 2, 2, 1])
    }

    /// Earlier versions noted launches without the build.
    @Test func aLaunchThatAnEarlierVersionNotedCounts() async throws {
        var bench = try await StoreBench(installing: 1)
        bench.publish(2)
        let store = try await bench.updated(bench.open())
        let death = try Self.death(of: "Card", in: store)
        try store.change { content throws(DeliveryError) in
            content.state.installed[0].launches = [death.launchID?.uuidString ?? ""]
        }
        try bench.open().count(death)
        #expect(try bench.open().content.withLock { $0.state.installed.first?.strikes } == 1)
    }

    /// However the settings got the journal.
    @Test(arguments: [true, false]) func aJournalEndsATrial(_ isSetLater: Bool) async throws {
        let bench = try await StoreBench(installing: 1, 2)
        let folder = try TemporaryFolder()
        var shown: [Int?] = []
        // Each launch dies of another template, so that none of them is suspect.
        for type in ["Card", "Row", "Feed"] {
            shown.append(try Self.launch("app", in: folder, on: bench, dyingOf: type, isSetLater: isSetLater))
        }
        #expect(shown == [2, 2, 1])
    }

    /// A store notes the last launch of each process, and not the last ones of all.
    @Test func manyStartsOfAnExtensionHideNoDeathOfTheApp() async throws {
        let bench = try await StoreBench(installing: 1, 2)
        let folder = try TemporaryFolder()
        var shown: [Int?] = []
        for type in ["Card", "Row", "Feed"] {
            shown.append(try Self.launch("app", in: folder, on: bench, dyingOf: type))
            for _ in 0..<StoreState.maximumLaunches { _ = try Self.launch("extension", in: folder, on: bench) }
        }
        #expect(shown == [2, 2, 1])
    }

    /// Starts a process with a journal of its own, which shows the release to use, and may die of a template.
    ///
    /// - Returns: The number of the release.
    private static func launch(
        _ process: String,
        in folder: TemporaryFolder,
        on bench: StoreBench,
        dyingOf type: String? = nil,
        isSetLater: Bool = false
    ) throws -> Int? {
        let journal = try TemplateJournal(at: folder.url.appendingPathComponent("\(process).journal"))
        journal.isInForeground = true
        var configuration = TemplateStore.Configuration(build: "1", journal: isSetLater ? nil : journal)
        configuration.journal = journal
        configuration.files = ModelFiles(on: bench.disk)
        let store = try TemplateStore(at: folder.url, root: bench.workshop.pinned, configuration: configuration)
        let number = store.current?.number
        try bench.use(store)
        if let type {
            let hash = try #require(store.current?.manifest[type]).sha256
            let file = journal.record(type, hash: try #require(HexText.bytes(hash)))
            _ = journal.enter(.layout, host: file.number, item: 0)
            withExtendedLifetime(file) {}
        }
        withExtendedLifetime(journal) {}
        return number
    }

    @Test func whatIsHealthyAfterARollBackIsNotTheReleaseThatWasRolledBack() async throws {
        var bench = try await StoreBench(installing: 1)
        bench.publish(2)
        let store = try await bench.updated(bench.open())
        try bench.use(store)
        try store.rollBack("2 shows garbage")
        store.markHealthy()
        let next = try bench.open(build: "2").current
        #expect(next?.number == 2 && next?.isOnTrial == true)
    }

    @Test func noLaunchCountsTwiceWhenSeveralProcessesDie() async throws {
        let bench = StoreBench(publishing: 1)
        try await bench.update(bench.open())
        let store = try bench.open()
        try bench.use(store)
        let death = try Self.death(of: "Card", in: store)
        func isCounted(_ launch: LaunchRecord) throws -> Bool {
            let next = try bench.open()
            let before = next.content.withLock { $0.state }
            next.count(launch)
            return next.content.withLock { $0.state } != before
        }
        #expect(try isCounted(death))
        // Of an extension that shows templates from elsewhere.
        let file = LaunchRecord.File(type: "Other", sha256: String(repeating: "ab", count: 32))
        let others = (1..<StoreState.maximumLaunches).map { _ in
            LaunchRecord(launchID: UUID(), wasInForeground: true, flights: [.init(.draw, host: file)])
        }
        for other in others { #expect(try isCounted(other)) }
        for launch in others + [death] { #expect(try !isCounted(launch)) }
        #expect(try bench.open().current?.number == 1)
        #expect(try bench.open().content.withLock { $0.state.installed.map(\.strikes) } == [1])
    }

    @Test func aFileInQuarantineIsNotShownAgain() async throws {
        var bench = StoreBench(publishing: 2)
        let store = try await bench.updated(bench.open())
        try await bench.install(3, in: store)
        let card = try #require(store.current?.manifest["Card"])
        try store.quarantine("Card", sha256: card.sha256, why: "it hangs")
        #expect(store.current?.number == 2)
        #expect(store.current?.withheld.isEmpty == true)
        // The file of the feed is the same in both, so the newest serves without it.
        let feed = try #require(store.current?.manifest["Feed"])
        try store.quarantine("Feed", sha256: feed.sha256, why: "it falls over")
        #expect(store.current?.number == 3)
        #expect(store.current?.withheld == ["Card": "it hangs", "Feed": "it falls over"])
        let manager = TemplateManager()
        try store.activate(in: manager)
        let error = #expect(throws: TemplateError.self) { try manager.template(for: "Feed") }
        #expect(error?.code == .notFound)
    }

    // MARK: - Disabling

    @Test func whatIsDisabledStaysSoUntilANewerFileSaysOtherwise() async throws {
        var bench = StoreBench(publishing: 1)
        var store = try await bench.updated(bench.open())
        bench.workshop.disabled = [.init(type: "Card", version: "1.0.1", reason: "wrong price")]
        bench.publishLatest()
        let before = bench.server.state.withLock { $0.files }
        #expect(try await bench.update(store) == .upToDate)
        #expect(store.current?.withheld == ["Card": "wrong price"])
        store = try bench.open()
        #expect(store.current?.withheld == ["Card": "wrong price"])
        try await bench.install(2, in: store)
        #expect(store.current?.withheld == [:], "version 1.0.2 is not the disabled one")
        try bench.use(store)
        try store.rollBack("another reason")
        #expect(store.current?.withheld == ["Card": "wrong price"])
        // Somebody serves the files of yesterday again.
        bench.disable([])
        try await bench.update(store)
        #expect(store.current?.withheld == [:])
        bench.server.state.withLock { $0.files = before }
        #expect(await bench.refusal(of: store) == .rolledBack)
        #expect(store.current?.withheld == [:])
    }

    // MARK: - Time

    @Test func filesThatAreNoLongerValidFreezeTheStoreButStopNoScreen() async throws {
        var bench = try await StoreBench(installing: 1)
        bench.now += 8 * 86400
        let later = try bench.open()
        let end = bench.workshop.later(7 * 86400).date
        #expect(try await bench.update(later) == .frozen(since: end))
        #expect(later.current?.number == 1)
        // A clock that was set back does not make old files valid: they are known to be older than what was signed.
        bench.workshop.time = bench.workshop.later(30 * 86400)
        bench.publish(2)
        bench.now = 0
        let past = try bench.open()
        #expect(try await bench.update(past) == .installed(2))
    }

    /// A clock that was set back, and a file that the key of `latest.json` alone dates back.
    @Test func isNeverEarlierThanTheNewestRootFile() async throws {
        var bench = StoreBench(publishing: 1)
        let time = bench.workshop.time
        bench.workshop.time = bench.workshop.later(30 * 86400)
        bench.workshop.rotate(.latest, to: ["latest 2"], threshold: 1)
        bench.workshop.time = time
        bench.publishLatest()
        bench.now = 0
        let end = bench.workshop.later(7 * 86400).date
        #expect(try await bench.update(bench.open()) == .frozen(since: end))
    }

    // MARK: - Keys

    @Test func followsTheKeysOneByOne() async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open())
        for version in 2...33 {
            bench.workshop.rotate(.latest, to: ["latest \(version)"], threshold: 1)
        }
        bench.workshop.rotate(.release, to: ["release 9"], threshold: 1)
        bench.publish(2)
        #expect(await bench.refusal(of: store) == .mismatch, "33 root files are more than a client takes in at once")
        #expect(store.current?.number == 1)
        #expect(try await bench.update(bench.open()) == .installed(2), "the next update goes on from there")
        let other = try bench.open(ModelFiles(on: ModelDisk()))
        bench.server.state.withLock { $0.files[RootFile.path(20)] = nil }
        await #expect(throws: DeliveryError.self) { try await bench.update(other) }
        #expect(other.current == nil)
    }

    @Test func aRotationIsTakenInWithTheFilesThatNeedIt() async throws {
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open())
        bench.workshop.rotate(.root, to: ["root 7"], threshold: 1)
        bench.workshop.rotate(.latest, to: ["latest 7"], threshold: 1)
        bench.workshop.rotate(.release, to: ["release 7"], threshold: 1)
        bench.publish(2)
        #expect(try await bench.update(store) == .installed(2))
        let again = try bench.open()
        #expect(again.current?.number == 2)
        #expect(try await bench.update(again) == .upToDate)
        try again.rollBack("")
        #expect(again.current?.number == 1, "it was verified when it was installed")
    }

    // MARK: - Activation

    @Test func aManagerGetsTheTemplatesOfOneRelease() async throws {
        let folder = try TemporaryFolder()
        var bench = StoreBench(publishing: 1)
        let store = try await bench.updated(bench.open(in: folder))
        let manager = TemplateManager()
        manager.enqueue(Sample.bytes("Own"), as: "Own")
        try store.activate(in: manager)
        #expect(try manager.template(for: "Card") == StoreBench.templates(1)[0])
        try await bench.install(2, in: store)
        try store.activate(in: manager)
        for (type, template) in zip(["Card", "Feed", "Row"], StoreBench.templates(2)) {
            #expect(try manager.template(for: type) == template)
        }
        try store.rollBack("test")
        try store.activate(in: manager)
        #expect(try manager.template(for: "Card") == StoreBench.templates(1)[0])
        #expect(try manager.template(for: "Own").type == "Own")
        // A damaged file is refused, and fetched again by the next update.
        let feed = try #require(store.current?.manifest["Feed"])
        let blob = folder.url.appendingPathComponent(ReleaseFile.Blob.path(feed.sha256))
        try Data([1, 2, 3]).write(to: blob)
        let other = TemplateManager()
        other.isSuspended = true
        try store.activate(in: other)
        let error = #expect(throws: TemplateError.self) { try other.template(for: "Feed") }
        #expect(error?.code == .manifestMismatch)
        #expect(try other.template(for: "Card") == StoreBench.templates(1)[0])
        try await bench.install(3, in: store)
        try store.activate(in: other)
        #expect(try other.template(for: "Feed") == StoreBench.templates(3)[1])
        // So is one that cannot be read.
        let row = try #require(store.current?.manifest["Row"])
        let place = folder.url.appendingPathComponent(ReleaseFile.Blob.path(row.sha256))
        try FileManager.default.removeItem(at: place)
        try FileManager.default.createSymbolicLink(at: place, withDestinationURL: place)
        let reader = TemplateManager()
        reader.isSuspended = true
        try store.activate(in: reader)
        let unread = #expect(throws: TemplateError.self) { try reader.template(for: "Row") }
        #expect(unread?.code == .fileUnreadable)
        #expect(try await bench.update(store) == .installed(3))
        try store.activate(in: reader)
        #expect(try reader.template(for: "Row") == StoreBench.templates(3)[2])
        // What is damaged elsewhere does not make an update fetch what is there.
        let card = try #require(store.current?.manifest["Card"])
        try Data([1, 2, 3]).write(to: folder.url.appendingPathComponent(ReleaseFile.Blob.path(card.sha256)))
        #expect(throws: TemplateError.self) { try other.template(for: "Card") }
        try await bench.install(4, in: store)
        _ = bench.server.takePaths()
        try await bench.update(store)
        #expect(bench.server.takePaths() == ["latest.json"])
    }

    /// Copies of the app's files may be damaged in the store, or another process may remove them.
    @Test(arguments: [true, false])
    func theAppsReleaseLoadsTheAppsFilesWhateverTheStoreHolds(_ isRemoved: Bool) async throws {
        let folder = try TemporaryFolder()
        var bench = StoreBench(publishing: 1)
        let app = try bench.embed()
        bench.publish(2)
        let store = try bench.open(in: folder, embedded: app.url)
        #expect(try await bench.update(store) == .installed(2))
        try bench.use(store)
        try store.rollBack("test")
        let blobs = folder.url.appendingPathComponent("blobs")
        for name in try FileManager.default.contentsOfDirectory(atPath: blobs.path) {
            let blob = blobs.appendingPathComponent(name)
            if isRemoved { try FileManager.default.removeItem(at: blob) } else { try Data([1, 2, 3]).write(to: blob) }
        }
        for store in [store, try bench.open(in: folder, embedded: app.url)] {
            let manager = TemplateManager()
            manager.isSuspended = true
            try store.activate(in: manager)
            for (type, template) in zip(["Card", "Feed", "Row"], StoreBench.templates(1)) {
                #expect(try manager.template(for: type) == template)
            }
        }
    }
}
