import Foundation
import SampleFeeds
import Synchronization
import Testing
import VirtualView

@testable import FeedReader

/// The reader on thirty feeds, of which thirteen are bad.
@Suite(.serialized)
struct ReaderTests {
    private let samples: SampleFeeds
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("feedreader-\(UUID())")
    private let fetcher = FeedFetcher(program: TestPrograms.url(of: "read-feeds"), timeLimit: 10)

    init() throws { samples = try SampleFeeds() }

    private var sources: [URL] { samples.addresses.compactMap(URL.init) }

    /// What bad feeds are called.
    private static let failures: [String: FeedFailure] = [
        "slow.rss": .tooSlow(seconds: 10), "missing.rss": .status(404), "error.rss": .status(500),
        "reset.rss": .brokenOff, "loop.rss": .redirects, "elsewhere.rss": .redirects,
        "huge.rss": .tooLarge(bytes: 4 << 20),
        "endless.rss": .tooLarge(bytes: 4 << 20), "page.html": .page, "entities.rss": .entities,
        "external.rss": .entities,
    ]

    @Test(arguments: SampleFeeds.names)
    func eachFeedIsReadOrItsFailureNamed(name: String) async throws {
        let url = try #require(URL(string: samples.address(of: name)))
        // Only one of them is never complete.
        let limit = name == "slow.rss" ? 2 : 60
        let failure = name == "slow.rss" ? .tooSlow(seconds: limit) : Self.failures[name]
        switch await FeedFetcher(program: fetcher.program, timeLimit: limit).result(of: url) {
        case .success(let feed):
            #expect(failure == nil)
            #expect((feed.failure == nil) == !["broken.rss", "truncated.rss"].contains(name))
            #expect(!feed.articles.isEmpty)
        case .failure(let found):
            #expect(found == failure)
        }
        samples.stop()
    }

    @Test func nobodyThereIsNamed() async throws {
        samples.stop()
        let url = try #require(URL(string: samples.address(of: "harbour.rss")))
        await #expect(throws: FeedFailure.unreachable) { try await fetcher.result(of: url).get() }
        let file = URL(fileURLWithPath: "/etc/hostname")
        await #expect(throws: FeedFailure.address) { try await fetcher.result(of: file).get() }
    }

    @Test func progressCountsFailuresAreNamedAndTheRestIsThere() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let told = Told()
        let reader = try Reader(sources: sources, store: folder, fetcher: fetcher)
        await reader.follow(told.take)
        #expect(told.last("entries")?[0]?["type"] == "Empty")
        await reader.refresh()
        let progress = told.all("progress").filter { $0["isActive"] == true }.map { $0["done"] }
        #expect(progress == (0..<30).map { .int(Int64($0)) })
        #expect(told.all("progress").allSatisfy { $0["isActive"] == false || $0["of"] == 30 })
        #expect(told.last("progress")?["isActive"] == false)
        #expect(told.last("header")?["failed"] == 13)
        // All of the good ones, what there is of two broken ones, and nothing twice.
        let counts = [8, 4, 4, 3, 3, 3, 3, 2, 3, 200, 2, 4, 2, 2, 7, 3, 2]
        #expect(told.last("header")?["articles"] == .int(Int64(counts.reduce(0, +))))

        await reader.perform("show", "problems")
        let rows = (0..<13).compactMap { told.last("entries")?[$0] }
        #expect(rows.count == 13 && told.last("entries")?[13] == nil)
        for (name, failure) in Self.failures {
            let row = rows.first { $0["address"] == .string(samples.address(of: name)) }
            #expect(row?["reason"] == .string(failure.description))
        }

        // A process that begins again has everything before it asks the network.
        samples.stop()
        let again = Told()
        try await Reader(sources: sources, store: folder).follow(again.take)
        #expect(again.last("header")?["articles"] == told.last("header")?["articles"])
    }

    @Test func theListGrowsByTwentyAndAnArticleIsReadWhenItIsOpened() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let told = Told()
        let weather = try #require(URL(string: samples.address(of: "weather.rss")))
        let reader = try Reader(sources: [weather], store: folder, fetcher: fetcher)
        await reader.follow(told.take)
        await reader.refresh()
        func rows() -> [JSONValue] { told.rows.filter { $0["type"] == "ArticleRow" } }
        #expect(rows().count == 20)
        await reader.perform("more", "")
        #expect(rows().count == 40)
        await reader.perform("show", "unread")
        let first = try #require(rows().first)
        let number = try #require(first["number"]).json
        await reader.perform("open", number)
        #expect(told.last("article")?[0]?["title"] == first["title"])
        #expect(told.last("article")?[1]?["type"] == "Paragraph")
        #expect(rows().first?["isRead"] == true)
        #expect(rows().first?["isOpen"] == true)
        #expect(told.last("header")?["unread"] == 199)
        // It leaves the list of unread ones when that is shown anew.
        await reader.perform("close", "")
        await reader.perform("show", "unread")
        #expect(rows().first?["number"] != first["number"])
        await reader.perform("unread", number)
        #expect(told.last("header")?["unread"] == 200)
        await reader.perform("open", "what is no number")
        #expect(told.last("article")?[0]?["type"] == "Empty")
        samples.stop()
    }

    @Test func readsListsOfFeeds() {
        let opml = """
            <opml version='2.0'><body>
            <outline><outline xmlUrl='https://a.example/f'/></outline><outline xmlUrl='file:///x'/>
            </body></opml>
            """
        #expect(Subscriptions.addresses(in: Data(opml.utf8)).map(\.absoluteString) == ["https://a.example/f"])
        let lines = "# mine\nhttps://a.example/f\n\nhttps://a.example/f\nhttp://b.example/\njavascript:x\n"
        #expect(
            Subscriptions.addresses(in: Data(lines.utf8)).map(\.absoluteString) == [
                "https://a.example/f", "http://b.example/",
            ]
        )
    }

    /// A huge feed and endless ones do not fill the memory of the process.
    @Test func memoryIsBounded() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let child = Process()
        let output = Pipe()
        child.executableURL = TestPrograms.url(of: "read-feeds")
        let flood = ["huge.rss", "endless.rss"].flatMap { name in (0..<8).map { "\(samples.address(of: name))?\($0)" } }
        child.arguments = ["--once", "--store", folder.path] + flood
        child.standardOutput = output
        try child.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        child.waitUntilExit()
        samples.stop()
        #expect(text.components(separatedBy: "Larger than 4 MB").count == 17, "\(text)")
        let peak = try #require(text.firstMatch(of: #/peak of memory: (\d+) MB/#).flatMap { Int($0.1) })
        #expect(peak < 200, "\(text)")
    }
}

/// What a page is told, in order.
private final class Told: Sendable {
    private let values = Mutex<[(name: String, value: JSONValue)]>([])

    func take(_ name: String, _ value: JSONValue) { values.withLock { $0.append((name, value)) } }

    func all(_ name: String) -> [JSONValue] { values.withLock { $0.filter { $0.name == name }.map(\.value) } }

    func last(_ name: String) -> JSONValue? { all(name).last }

    /// The rows of the list.
    var rows: [JSONValue] {
        if case .array(let rows)? = last("entries") { Array(rows) } else { [] }
    }
}
