import Foundation

/// The articles on the disk, which survive whatever happens to the process at any step.
///
///     index.json      what a list shows of every article, newest first, and the page that has its text
///     page-17.json    the texts of at most twenty articles
///
/// Pages are never changed: new articles go into new pages, and a new index takes the place of the old one in one step.
/// What no index names is removed.
final class ArticleStore {
    /// What a list shows of an article.
    struct Head: Codable, Equatable {
        let number: Int
        /// The address of its feed, and the name that the feed gives itself.
        let source: String
        let feed: String
        let guid: String
        let link: String
        let title: String
        let summary: String
        let date: Date
        fileprivate(set) var page: Int
        fileprivate(set) var isRead = false
    }

    private struct Index: Codable {
        var heads: [Head] = []
        var nextNumber = 1
        var nextPage = 1
    }

    private struct Entry: Codable {
        let number: Int
        let article: Article
    }

    /// The number of articles in a page.
    static let pageSize = 20
    /// The most articles; the oldest go first.
    private let capacity: Int
    private let folder: URL
    /// Is called before each change of the disk, with what it is.
    private let willDo: (String) -> Void
    private var index = Index()
    /// What the articles are known by.
    private var known: Set<String> = []

    /// Opens a store; an index that cannot be read is put aside.
    init(at folder: URL, capacity: Int = 3000, willDo: @escaping (String) -> Void = { _ in }) throws {
        (self.folder, self.capacity, self.willDo) = (folder, capacity, willDo)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("index.json")
        if let data = try? Data(contentsOf: file) {
            do { index = try JSONDecoder().decode(Index.self, from: data) } catch {
                let damaged = folder.appendingPathComponent("damaged-index.json")
                try? FileManager.default.removeItem(at: damaged)
                try FileManager.default.moveItem(at: file, to: damaged)
                return
            }
        }
        known = Set(index.heads.flatMap { Self.keys(guid: $0.guid, link: $0.link, title: $0.title, source: $0.source) })
        try removeStrays()
    }

    /// All articles, the newest first.
    var heads: [Head] { index.heads }

    /// The text of an article; `nil` if there is none.
    func article(_ number: Int) -> Article? {
        index.heads.first { $0.number == number }.flatMap {
            entries(of: $0.page).first { $0.number == number }?.article
        }
    }

    /// Stores those articles of a feed that are new.
    ///
    /// An article without a date, or with one that is still to come, has that of now.
    ///
    /// - Returns: The number of new ones.
    @discardableResult
    func add(_ feed: Feed, from source: String, now: Date = Date()) throws -> Int {
        var next = index
        var new: [Entry] = []
        var keys = known
        for article in feed.articles {
            let own = Self.keys(guid: article.guid, link: article.link, title: article.title, source: source)
            guard keys.isDisjoint(with: own) else { continue }
            keys.formUnion(own)
            new.append(Entry(number: next.nextNumber, article: article))
            let summary = PlainText.line(article.paragraphs.first { $0.kind != .heading }?.text ?? "", limit: 180)
            next.heads.append(
                Head(
                    number: next.nextNumber,
                    source: source,
                    feed: feed.title,
                    guid: article.guid,
                    link: article.link,
                    title: article.title,
                    summary: summary,
                    date: min(article.date ?? now, now),
                    page: 0
                )
            )
            next.nextNumber += 1
        }
        guard !new.isEmpty else { return 0 }
        // A page that is not full is written again, with what is new behind it.
        let last = next.nextPage - 1
        let isLastFull = !(1..<Self.pageSize).contains(index.heads.count { $0.page == last })
        let entries = (isLastFull ? [] : self.entries(of: last)) + new
        var pages: [Int: Int] = [:]
        for start in stride(from: 0, to: entries.count, by: Self.pageSize) {
            let page = Array(entries[start..<min(start + Self.pageSize, entries.count)])
            try write(page, to: "page-\(next.nextPage).json")
            for entry in page { pages[entry.number] = next.nextPage }
            next.nextPage += 1
        }
        for i in next.heads.indices { next.heads[i].page = pages[next.heads[i].number] ?? next.heads[i].page }
        next.heads.sort { ($0.date, $0.number) > ($1.date, $1.number) }
        next.heads.removeLast(max(0, next.heads.count - capacity))
        try commit(next)
        known = keys
        return new.count
    }

    /// Marks an article as read, or as unread.
    func setRead(_ isRead: Bool, _ number: Int) throws {
        var next = index
        guard let i = next.heads.firstIndex(where: { $0.number == number }), next.heads[i].isRead != isRead else {
            return
        }
        next.heads[i].isRead = isRead
        try commit(next)
    }

    /// An article is known by its guid or address in its feed, and by both together in all feeds: a feed cannot hide the
    /// articles of another by using its names.
    private static func keys(guid: String, link: String, title: String, source: String) -> [String] {
        var keys = [[source, guid.isEmpty ? link.isEmpty ? title : link : guid]]
        if !guid.isEmpty, !link.isEmpty { keys.append([guid, link, ""]) }
        return keys.map { $0.joined(separator: "\n") }
    }

    // MARK: - The disk

    private func commit(_ next: Index) throws {
        try write(next, to: "index.json")
        index = next
        try removeStrays()
    }

    private func entries(of page: Int) -> [Entry] {
        let data = try? Data(contentsOf: folder.appendingPathComponent("page-\(page).json"))
        return data.flatMap { try? JSONDecoder().decode([Entry].self, from: $0) } ?? []
    }

    /// Writes a file beside its place, waits until it is on the disk, and gives it its name.
    private func write(_ value: some Encodable, to name: String) throws {
        let place = folder.appendingPathComponent(name)
        let beside = folder.appendingPathComponent(name + ".new")
        let data = try JSONEncoder().encode(value)
        willDo("create \(beside.lastPathComponent)")
        guard FileManager.default.createFile(atPath: beside.path, contents: nil) else {
            throw CocoaError(.fileWriteUnknown)
        }
        let file = try FileHandle(forWritingTo: beside)
        // In halves, so that a test can see a file that is half written.
        for half in [data.prefix(data.count / 2), data.suffix(from: data.count / 2)] {
            willDo("write to \(beside.lastPathComponent)")
            try file.write(contentsOf: half)
        }
        willDo("synchronize \(beside.lastPathComponent)")
        try file.synchronize()
        try file.close()
        willDo("rename to \(name)")
        guard rename(beside.path, place.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    private func removeStrays() throws {
        let wanted = Set(index.heads.map { "page-\($0.page).json" }).union(["index.json", "damaged-index.json"])
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where !wanted.contains(name) {
            willDo("remove \(name)")
            try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }
}
