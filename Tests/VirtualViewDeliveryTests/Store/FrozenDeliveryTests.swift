import Foundation
import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// The served folder, the store and the journal of `Tests/Fixtures/Frozen/Formats` are read by every later version.
///
/// The private keys are gone, so nobody can make these files again.
@Suite struct FrozenDeliveryTests {
    /// Starts candidate 4, which is for half of the devices; the next one does not.
    static let cohort = String(repeating: "0", count: 31) + "3"
    private static let otherCohort = String(repeating: "0", count: 31) + "1"
    /// While `latest.json` is valid.
    static let now: Int64 = 1_793_869_200
    private static let launch = "00000000-0000-4000-8000-000000000002"

    let server: MemoryServer
    let folder: TemporaryFolder

    init() throws {
        var workshop = Workshop()
        workshop.files = try Self.files("Release")
        server = MemoryServer(workshop)
        folder = try TemporaryFolder()
    }

    /// Every file of a folder, by its path.
    private static func files(_ name: String) throws -> [String: [UInt8]] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: Fixtures.url("Frozen/Formats/\(name)").path)
        return paths.reduce(into: [:]) { files, path in
            files[path] = try? Fixtures.bytes("Frozen/Formats/\(name)/\(path)")
        }
    }

    /// A copy that may be changed.
    private func copy(_ name: String) throws -> URL {
        let place = folder.url.appendingPathComponent(name)
        try FileManager.default.copyItem(at: Fixtures.url("Frozen/Formats/\(name)"), to: place)
        return place
    }

    private func open(
        _ place: URL,
        build: String = "7",
        cohort: String = cohort,
        embedded: URL? = nil,
        journal: TemplateJournal? = nil
    ) throws -> TemplateStore {
        var configuration = TemplateStore.Configuration(build: build, journal: journal)
        configuration.now = { Self.now }
        configuration.randomDigits = { cohort }
        let root = try Fixtures.bytes("Frozen/Formats/Release/root/1.json")
        return try TemplateStore(at: place, root: root, embedded: embedded, configuration: configuration)
    }

    /// What the card of a store shows.
    private func shown(_ store: TemplateStore) throws -> [String] {
        let manager = TemplateManager()
        try store.activate(in: manager)
        let card = Container(try manager.makeNodeTree(of: "Card"))
        card.update(data: ["title": "Tea"])
        card.layout(in: LayoutSize(width: 300, height: 100))
        for type in try #require(store.current).withheld.keys {
            #expect(throws: TemplateError.self) { try manager.template(for: type) }
        }
        return card.displayList().items.compactMap { item in
            guard case .text(let text) = item.content else { return nil }
            return text.lines.map(\.text).joined()
        }
    }

    // MARK: - Served

    @Test(arguments: [(otherCohort, 3), (cohort, 4)])
    func aServedFolderInstallsAndShows(_ cohort: String, _ number: Int) async throws {
        let store = try open(folder.url.appendingPathComponent("new"), cohort: cohort)
        #expect(try await store.update(from: MemoryServer.address, transport: server) == .installed(number))
        #expect(try shown(store) == ["Tea, card \(number)"])
        #expect(store.current?.withheld == ["Banner": "taken down"])
        #expect(store.current?.manifest.entries.map(\.type) == ["Banner", "Card", "Row", "Rule"])
        let latest = try #require(store.content.withLock { $0.latest })
        #expect(latest.number == 5 && latest.root == 2 && latest.candidate?.percent == 50)
        #expect(latest.disabled.map(\.type) == ["Banner", "Rule"])
    }

    @Test func aServedFolderIsAnAppsOwnRelease() throws {
        let embedded = Fixtures.url("Frozen/Formats/Release")
        let store = try open(folder.url.appendingPathComponent("new"), embedded: embedded)
        #expect(store.current?.number == 3 && store.current?.isEmbedded == true)
        #expect(try shown(store) == ["Tea, card 3"])
    }

    // MARK: - On the device

    @Test func aStoreIsOpenedWithAllThatItKnew() throws {
        let store = try open(try copy("Store"))
        #expect(store.current?.number == 3 && store.current?.isOnTrial == true)
        #expect(try shown(store) == ["Tea, card 3"])
        let (state, trust) = store.content.withLock { ($0.state, $0.trust) }
        #expect(state.cohort == Self.cohort && trust.root.version == 2 && state.roots.map(\.version) == [2])
        #expect(state.floors.mapValues(\.number) == [.latest: 5, .release: 3])
        #expect(state.installed.map(\.reference.number) == [3, 1] && state.installed.map(\.strikes) == [1, nil])
        #expect(state.pending?.number == 4)
        #expect(state.bad.map(\.number) == [2] && state.bad.map(\.build) == ["7"])
        #expect(state.countedLaunch == "00000000-0000-4000-8000-000000000001")
        #expect(store.setbacks.map(\.why) == ["wrong prices", "blank on old devices"])
        #expect(store.setbacks.map(\.type) == [nil, "Old"])
    }

    /// One with everything that later versions remember too.
    @Test func aLaterStoreIsOpenedWithAllThatItKnew() throws {
        let store = try open(try copy("Store-2"))
        #expect(store.current?.number == 4 && store.current?.isOnTrial == true)
        #expect(try shown(store) == ["Tea, card 4"])
        var state = store.content.withLock { $0.state }
        #expect(state.installed.map(\.reference.number) == [4, 3] && state.installed.map(\.strikes) == [1, 1])
        #expect(state.installed.map(\.build) == ["7", nil])
        let launches = (1...3).map { "00000000-0000-4000-8000-00000000000\($0)" }
        #expect(state.installed.map(\.launches) == [[launches[2]], nil])
        #expect(launches.map { state.count($0) } == [false, true, false])
        let disabling = try #require(state.disabling)
        #expect((disabling.app, disabling.channel) == ("frozen", "test"))
        #expect((disabling.root, disabling.number) == (2, 5))
        #expect(disabling.disabled.map(\.type) == ["Banner", "Rule"])
        #expect(disabling.disabled.map(\.version) == [nil, "1.0.1"])
        #expect(disabling.disabled.map(\.reason) == ["taken down", "drawn too thin"])
    }

    /// One whose launches are noted with their builds: of build 7, of build 8, and of build 8 again after a death.
    @Test(arguments: [("7", false), ("8", true)])
    func aStoreKnowsTheBuildsOfLaunches(_ build: String, _ isOfBuild: Bool) throws {
        let store = try open(try copy("Store-3"), build: build)
        #expect(store.current?.number == 4 && store.current?.isOnTrial == true)
        #expect(try shown(store) == ["Tea, card 4"])
        let installed = try #require(store.content.withLock { $0.state.installed.first })
        #expect(installed.build == "8" && installed.strikes == 1)
        let launches = (2...4).map { "00000000-0000-4000-8000-00000000000\($0)" }
        #expect(installed.launches == [launches[1], launches[2] + " 8", "00000000-0000-4000-8000-000000000005 8"])
        // Earlier versions noted no builds, so their launches are of every build.
        #expect(launches.map { installed.wasShown(by: $0, of: build) } == [false, true, isOfBuild])
        #expect(store.content.withLock { $0.state.countedLaunch } == launches[2])
    }

    /// The one before, with a file in quarantine for build 8 alone, and one for every build.
    @Test(arguments: [("7", 4), ("8", 3), ("9", 4)])
    func aStoreKnowsTheBuildsOfQuarantines(_ build: String, _ number: Int) throws {
        let place = try copy("Store-3")
        let file = "current-23"
        let bytes = try Fixtures.bytes("Frozen/Formats/Store-4/\(file)")
        try Data(bytes).write(to: place.appendingPathComponent(file))
        let store = try open(place, build: build)
        #expect(store.current?.number == number)
        #expect(try shown(store) == ["Tea, card \(number)"])
        let state = try #require(StoreState(decoding: bytes))
        #expect(state.quarantined.map(\.type) == ["Old", "Card"] && state.quarantined.map(\.build) == [nil, "8"])
        #expect(try state.encoded() == bytes)
    }

    @Test func aStoreGoesOnWhereItWas() async throws {
        let store = try open(try copy("Store"))
        #expect(try await store.update(from: MemoryServer.address, transport: server) == .installed(4))
        // The rest of the blob of which there is a beginning, and not the root files.
        let paths = server.takePaths()
        #expect(paths.contains { $0.contains("@") } && !paths.contains { $0.hasPrefix("root/") }, "\(paths)")
        #expect(try shown(store) == ["Tea, card 4"])
    }

    // MARK: - The journal

    @Test func aJournalTellsHowTheLaunchEnded() throws {
        let journal = try TemplateJournal(at: try copy("app.journal"))
        let release = try #require(open(try copy("Store")).current)
        let card = LaunchRecord.File(type: "Card", sha256: try #require(release.manifest["Card"]).sha256)
        let row = LaunchRecord.File(type: "Größe 中", sha256: ContentHash.of(Array("row".utf8)))
        let (launch, flights) = (journal.lastLaunch, journal.lastLaunch.flights)
        #expect(launch.launchID?.uuidString == Self.launch && launch.wasInForeground)
        #expect(flights.map(\.phase) == [.layout, .prepare] && flights.map(\.isOnMainThread) == [true, false])
        #expect(flights.map(\.host) == [card, row] && flights.map(\.item) == [row, nil])
        // The host died once without the item, and in all twice.
        let suspects = [1, 2].map { journal.suspects(after: $0).map { "\($0.type) \($0.phase) \($0.deaths)" }.sorted() }
        #expect(suspects == [["Card layout 1", "Größe 中 layout 1"], ["Card layout 2"]])
    }

    /// The second death on trial, which the journal tells, brings back the release before.
    @Test func aStoreBelievesAJournal() throws {
        let journal = try TemplateJournal(at: try copy("app.journal"))
        let store = try open(try copy("Store"), journal: journal)
        #expect(store.current?.number == 1)
        #expect(try shown(store) == ["Tea, card 1"])
        #expect(store.setbacks.map(\.release).contains(3))
    }
}
