import Foundation
import VirtualView

/// The app: sources, what came of them, and what the screens show.
///
/// Everything that a screen shows is in one ``DataModel``; what changes there is told to whoever shows it.
actor Reader {
    private enum Filter: String { case all, unread, problems }

    private let model = DataModel(["entries": [], "article": [], "filter": "all", "header": [:], "progress": [:]])
    private let store: ArticleStore
    private let fetcher: FeedFetcher
    private let sources: [URL]
    private var rows = ScreenRows()
    /// How many feeds are fetched at the same time.
    private let width = 6

    private var fetching: Set<URL> = []
    private var failures: [URL: FeedFailure] = [:]
    /// How many fetches began and ended since the last time that there were none.
    private var begun = 0
    private var ended = 0
    private var storeFailure: String?

    private var filter = Filter.all
    /// How many articles the list has; more come when somebody scrolls there.
    private var shownCount = ArticleStore.pageSize
    private var openArticle: Int?
    /// Those that are read now and stay in the list of unread ones, so that nothing vanishes from under a finger.
    private var kept: Set<Int> = []
    private var observations: [DataObservation] = []

    /// Opens the store, and shows what is in it.
    init(sources: [URL], store folder: URL, fetcher: FeedFetcher = FeedFetcher()) throws {
        self.sources = sources
        self.fetcher = fetcher
        store = try ArticleStore(at: folder)
    }

    /// Calls a function with each part of the model, now and whenever it is another.
    func follow(_ tell: @escaping @Sendable (String, JSONValue) -> Void) {
        show()
        observations += ["header", "progress", "filter", "entries", "article"].map { part in
            model.observe(DataPath([.key(part)])) { if let value = $0 { tell(part, value) } }
        }
    }

    /// Shows the list as lines of text, as a template lays it out.
    func screen(_ templates: TemplateManager) throws -> [String] {
        let screen = Container(try templates.makeNodeTree(of: "Reader"))
        screen.model = model
        screen.layout(in: LayoutSize(width: 400, height: 1600))
        return screen.displayList(culling: true).items.compactMap(\.shownText)
    }

    /// What is known, as one line, and a line for each failure.
    var summary: [String] {
        let failed = sources.compactMap { url in failures[url].map { "  \(name(of: url)): \($0)" } }
        return ["\(sources.count - failed.count) of \(sources.count) feeds, \(store.heads.count) articles"] + failed
    }
}

// MARK: - What the user does

extension Reader {
    /// Does what a template names as its action.
    func perform(_ action: String, _ parameter: String) async {
        switch action {
        case "open": open(Int(parameter))
        case "close": open(nil)
        case "unread": mark(Int(parameter), isRead: false)
        case "more": shownCount = min(shownCount + ArticleStore.pageSize, store.heads.count)
        case "show":
            filter = Filter(rawValue: parameter) ?? .all
            shownCount = ArticleStore.pageSize
            kept = []
        case "refresh": await refresh(sources)
        case "retry": await refresh(sources.filter { $0.absoluteString == parameter })
        default: return
        }
        show()
    }

    private func open(_ number: Int?) {
        openArticle = number
        mark(number, isRead: true)
    }

    private func mark(_ number: Int?, isRead: Bool) {
        guard let number else { return }
        kept.insert(number)
        storing { try store.setRead(isRead, number) }
    }

    private func storing(_ body: () throws -> Void) {
        do {
            try body()
            storeFailure = nil
        } catch {
            storeFailure = "Nothing can be stored: \(error.localizedDescription)"
        }
    }
}

// MARK: - Fetching

extension Reader {
    /// Fetches all sources.
    func refresh() async { await refresh(sources) }

    private func refresh(_ urls: [URL]) async {
        var waiting = urls.filter { fetching.insert($0).inserted }[...]
        begun += waiting.count
        show()
        await withTaskGroup(of: (url: URL, result: Result<Feed, FeedFailure>).self) { group in
            for url in waiting.prefix(width) { group.addTask { [fetcher] in (url, await fetcher.result(of: url)) } }
            waiting = waiting.dropFirst(width)
            for await (url, result) in group {
                if let url = waiting.popFirst() { group.addTask { [fetcher] in (url, await fetcher.result(of: url)) } }
                take(result, of: url)
                show()
            }
        }
    }

    private func take(_ result: Result<Feed, FeedFailure>, of url: URL) {
        fetching.remove(url)
        ended += 1
        if fetching.isEmpty { (begun, ended) = (0, 0) }
        switch result {
        case .success(let feed):
            failures[url] = feed.failure
            storing { try store.add(feed, from: url.absoluteString) }
        case .failure(let failure):
            failures[url] = failure
        }
    }
}

// MARK: - What the screens show

extension Reader {
    /// Puts everything into the model, which tells what is different.
    private func show() {
        rows.now = Date()
        let heads = store.heads
        let isFetching = begun > 0
        model.change {
            model["header"] = [
                "unread": .int(Int64(heads.count { !$0.isRead })), "articles": .int(Int64(heads.count)),
                "feeds": .int(Int64(sources.count)), "failed": .int(Int64(failures.count)),
                "problem": .string(storeFailure ?? ""),
            ]
            model["progress"] = [
                "isActive": .bool(isFetching), "done": .int(Int64(ended)), "of": .int(Int64(begun)),
                "percent": .int(Int64(isFetching ? 100 * ended / begun : 0)),
            ]
            model["filter"] = .string(filter.rawValue)
            model["entries"] = .array(entries(heads))
            model["article"] = .array(
                rows.article(openArticle.flatMap { number in heads.first { $0.number == number } }) {
                    store.article($0)
                }
            )
        }
        model.flush()
    }

    private func entries(_ heads: [ArticleStore.Head]) -> [JSONValue] {
        let entries =
            switch filter {
            case .all: rows.list(heads.prefix(shownCount), open: openArticle)
            case .unread:
                rows.list(heads.filter { !$0.isRead || kept.contains($0.number) }.prefix(shownCount), open: openArticle)
            case .problems:
                sources.compactMap { url in
                    failures[url].map {
                        rows.failure($0, of: url, name: name(of: url), isFetching: fetching.contains(url))
                    }
                }
            }
        return entries.isEmpty ? [rows.empty(filter.rawValue, isFetching: begun > 0)] : entries
    }

    /// The name that a feed gave itself, or what its address tells.
    private func name(of source: URL) -> String {
        let known = store.heads.first { $0.source == source.absoluteString }?.feed ?? ""
        return known.isEmpty ? PlainText.line((source.host ?? "") + source.path) : known
    }
}

extension DisplayList.Item {
    /// The text that an item draws, if it draws one.
    fileprivate var shownText: String? {
        if case .text(let text) = content { text.lines.map(\.text).joined(separator: " ") } else { nil }
    }
}
