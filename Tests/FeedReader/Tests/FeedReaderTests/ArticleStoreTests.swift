import Foundation
import Testing

@testable import FeedReader

/// Articles on the disk.
struct ArticleStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("feedreader-\(UUID())")
    private let now = Date(timeIntervalSince1970: 1_780_000_000)

    private func articles(_ range: Range<Int>, _ name: String = "a") -> [Article] {
        range.map { i in
            Article(
                guid: "\(name) \(i)",
                link: "https://example.org/\(name)/\(i)",
                title: "Title \(i)",
                date: now - Double(1000 * i),
                paragraphs: [Paragraph(text: "Text \(i)")]
            )
        }
    }

    private func withStore(_ body: () throws -> Void) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try body()
    }

    private var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] }

    @Test func keepsArticlesInPagesOfTwenty() throws {
        try withStore {
            var store = try ArticleStore(at: folder)
            #expect(try store.add(Feed(title: "A", articles: articles(0..<45)), from: "a", now: now) == 45)
            #expect(try store.add(Feed(title: "B", articles: articles(45..<50)), from: "a", now: now) == 5)
            store = try ArticleStore(at: folder)
            #expect(store.heads.map(\.title) == (0..<50).map { "Title \($0)" })
            #expect(Dictionary(grouping: store.heads, by: \.page).values.map(\.count).sorted() == [10, 20, 20])
            #expect(store.heads.allSatisfy { store.article($0.number)?.paragraphs.first?.text == $0.summary })
            #expect(files.count == 4)
        }
    }

    @Test func keepsWhatWasRead() throws {
        try withStore {
            let store = try ArticleStore(at: folder)
            try store.add(Feed(articles: articles(0..<3)), from: "a", now: now)
            try store.setRead(true, 2)
            #expect(try ArticleStore(at: folder).heads.map(\.isRead) == [false, true, false])
            try store.setRead(false, 2)
            #expect(try ArticleStore(at: folder).heads.allSatisfy { !$0.isRead })
        }
    }

    @Test func knowsAnArticleAgain() throws {
        try withStore {
            let store = try ArticleStore(at: folder)
            let own = articles(0..<3)
            #expect(try store.add(Feed(articles: own + own), from: "a", now: now) == 3)
            #expect(try store.add(Feed(articles: own), from: "a", now: now) == 0)
            // The same articles in another feed, but not those that only have the same names.
            #expect(try store.add(Feed(articles: own), from: "b", now: now) == 0)
            var others = own
            for i in others.indices { others[i].link = "https://elsewhere.example/\(i)" }
            #expect(try store.add(Feed(articles: others), from: "c", now: now) == 3)
            let bare = [Article(title: "Without a name"), Article(title: "Without a name")]
            #expect(try store.add(Feed(articles: bare), from: "d", now: now) == 1)
            #expect(try store.add(Feed(articles: bare), from: "e", now: now) == 1)
            #expect(try ArticleStore(at: folder).add(Feed(articles: own + others), from: "a", now: now) == 0)
        }
    }

    @Test func noDateIsLaterThanNow() throws {
        try withStore {
            let store = try ArticleStore(at: folder)
            try store.add(
                Feed(articles: [Article(title: "None"), Article(title: "Later", date: now + 9999)]),
                from: "a",
                now: now
            )
            #expect(store.heads.map(\.date) == [now, now])
        }
    }

    @Test func theOldestGoFirst() throws {
        try withStore {
            let store = try ArticleStore(at: folder, capacity: 30)
            try store.add(Feed(articles: articles(100..<150)), from: "a", now: now)
            try store.add(Feed(articles: articles(0..<25)), from: "a", now: now)
            #expect(store.heads.map(\.title) == (Array(0..<25) + Array(100..<105)).map { "Title \($0)" })
            #expect(store.heads.allSatisfy { store.article($0.number) != nil })
        }
    }

    @Test func aDamagedIndexIsPutAside() throws {
        try withStore {
            try ArticleStore(at: folder).add(Feed(articles: articles(0..<3)), from: "a", now: now)
            try Data("{\"heads\":[".utf8).write(to: folder.appendingPathComponent("index.json"))
            let store = try ArticleStore(at: folder)
            #expect(store.heads.isEmpty)
            #expect(files.contains("damaged-index.json"))
            #expect(try store.add(Feed(articles: articles(0..<3)), from: "a", now: now) == 3)
        }
    }

    /// A process is killed before each step of storing; the next one finds the old articles or the new ones, and no rest.
    @Test(arguments: ["add", "read"])
    func survivesAKillAtEachStep(what: String) throws {
        try withStore {
            var kills = 0
            for step in 0..<100 {
                try? FileManager.default.removeItem(at: folder)
                try ArticleStore(at: folder).add(Feed(title: "Old", articles: articles(0..<30)), from: "a", now: now)
                let child = Process()
                child.executableURL = TestPrograms.url(of: "killed-store")
                child.arguments = [folder.path, what, "\(step)"]
                try child.run()
                child.waitUntilExit()
                let store = try ArticleStore(at: folder)
                #expect(store.heads.count == 30 || store.heads.count == (what == "add" ? 75 : 30), "step \(step)")
                #expect(store.heads.allSatisfy { store.article($0.number)?.title == $0.title }, "step \(step)")
                let pages = Set(store.heads.map { "page-\($0.page).json" })
                #expect(files == (pages.union(["index.json"])).sorted(), "step \(step)")
                if child.terminationReason == .exit {
                    #expect(child.terminationStatus == 0)
                    #expect(what == "add" ? store.heads.count == 75 : store.heads.contains { $0.isRead })
                    #expect(kills >= (what == "add" ? 12 : 4))
                    return
                }
                kills += 1
            }
            Issue.record("it never ended by itself")
        }
    }
}

/// The programs that the package builds beside its tests.
enum TestPrograms {
    static func url(of name: String) -> URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent(name)
    }
}
