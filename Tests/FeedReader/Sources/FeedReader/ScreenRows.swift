import Foundation
import VirtualView

/// The entries of the two lists, as the templates in `Templates/` read them.
struct ScreenRows {
    var now = Date()
    private let calendar = Calendar.current
    private let time = DateFormatter()
    private let day = DateFormatter()

    init() {
        (time.dateStyle, time.timeStyle) = (.none, .short)
        day.setLocalizedDateFormatFromTemplate("EEEEdMMMMy")
    }

    /// Rows of articles, with the name of each day before its first one.
    func list(_ heads: some Sequence<ArticleStore.Head>, open: Int?) -> [JSONValue] {
        var rows: [JSONValue] = []
        var last: Date?
        for head in heads {
            let start = calendar.startOfDay(for: head.date)
            if start != last {
                rows.append([
                    "type": "DayRow", "key": .string("day \(start.timeIntervalSince1970)"),
                    "title": .string(name(of: start)),
                ])
            }
            last = start
            rows.append([
                "type": "ArticleRow", "key": .string("article \(head.number)"), "number": .int(Int64(head.number)),
                "title": .string(head.title), "summary": .string(head.summary), "feed": .string(feed(of: head)),
                "initial": .string(String(feed(of: head).prefix(1)).uppercased()),
                "tint": .string(tint(of: head.source)),
                "time": .string(time.string(from: head.date)), "isRead": .bool(head.isRead),
                "isOpen": .bool(head.number == open),
                "direction": .string(PlainText.isRightToLeft(head.title) ? "rtl" : "ltr"),
            ])
        }
        return rows
    }

    /// The row of a source that failed.
    func failure(_ failure: FeedFailure, of url: URL, name: String, isFetching: Bool) -> JSONValue {
        [
            "type": "FailureRow", "key": .string("failure \(url)"), "name": .string(name),
            "reason": .string(failure.description),
            "address": .string(url.absoluteString), "isFetching": .bool(isFetching),
        ]
    }

    /// The row of a list without any.
    func empty(_ filter: String, isFetching: Bool) -> JSONValue {
        let (title, text) =
            switch filter {
            case "problems": ("No problems", "Every feed could be read.")
            case "unread": ("All read", "New articles appear here.")
            default:
                isFetching
                    ? ("One moment", "The first articles are on their way.")
                    : ("Nothing here yet", "None of the feeds has an article.")
            }
        return ["type": "Empty", "key": "empty", "title": .string(title), "text": .string(text)]
    }

    /// The rows of an open article, or one that says that there is none.
    func article(_ head: ArticleStore.Head?, text: (Int) -> Article?) -> [JSONValue] {
        guard let head else {
            return [
                ["type": "Empty", "key": "empty", "title": "No article chosen", "text": "Choose one from the list."]
            ]
        }
        let article = text(head.number)
        let direction = JSONValue.string(PlainText.isRightToLeft(head.title) ? "rtl" : "ltr")
        let top: JSONValue = [
            "type": "ArticleHead", "key": .string("head \(head.number)"), "number": .int(Int64(head.number)),
            "title": .string(head.title), "feed": .string(feed(of: head)), "author": .string(article?.author ?? ""),
            "date": .string("\(name(of: head.date)), \(time.string(from: head.date))"), "link": .string(head.link),
            "host": .string(URL(string: head.link)?.host ?? ""), "tint": .string(tint(of: head.source)),
            "direction": direction,
        ]
        let paragraphs = article?.paragraphs ?? [Paragraph(text: "The text of this article cannot be read.")]
        return [top]
            + paragraphs.enumerated().map { i, paragraph in
                [
                    "type": "Paragraph", "key": .string("paragraph \(head.number) \(i)"),
                    "kind": .string(paragraph.kind.rawValue),
                    "text": .string(paragraph.text), "direction": direction,
                ]
            }
    }

    private func feed(of head: ArticleStore.Head) -> String {
        head.feed.isEmpty ? URL(string: head.source)?.host ?? "" : head.feed
    }

    private func name(of date: Date) -> String {
        let distance = calendar.dateComponents(
            [.day],
            from: calendar.startOfDay(for: date),
            to: calendar.startOfDay(for: now)
        ).day
        return switch distance {
        case 0: "Today"
        case 1: "Yesterday"
        default: day.string(from: date)
        }
    }

    /// A colour for a source, always the same one.
    private func tint(of source: String) -> String {
        let colors = ["#2F6BFF", "#0E9F6E", "#D9480F", "#8A5CF6", "#C2255C", "#0B7285", "#A16207", "#5C5F66"]
        return colors[source.utf8.reduce(0) { (31 &* $0 &+ Int($1)) & 0xFFFF } % colors.count]
    }
}
