import Foundation
import VirtualView
import VirtualViewCommands
import VirtualViewCompiler
import VirtualViewPreview

/// Shows 10,000 entries in one list, and draws its start, its middle and its end: `vvdemo feed FILES-FOLDER`.
///
/// The entries are generated and always the same; their templates are those that `vvc compile` wrote.
enum FeedDemo {
    private static let source = """
        <Scroller layoutWidth="match_parent" layoutHeight="match_parent" dataTag="${entries}" itemKey="id"
            lineSpace="8" background="#E5E6EB"/>
        """
    private static let count = 10_000

    static func run(_ arguments: [String]) -> ExitCode {
        guard arguments.count == 1 else { return Demo.fail("usage: vvdemo feed FILES-FOLDER", .usage) }
        let folder = URL(fileURLWithPath: arguments[0])
        let picture = folder.appendingPathComponent("Feed.svg")
        do {
            let templates = TemplateManager()
            try templates.prefetch(contentsOf: folder)
            let compiled = TemplateCompiler().compile(SourceFile(path: "Feed.xml", text: source))
            try templates.load(compiled.bytes ?? [], as: "Feed")
            let container = Container(
                try templates.makeNodeTree(of: "Feed", environment: ScreenEnvironment(scale: 2, width: 375))
            )
            var entries = FeedEntries()
            container.update(data: ["entries": .array(BindingArray((0..<count).map { entries.entry($0) }))])
            guard let feed = container.tree.root as? ScrollerNode else { return .inputErrors }
            let views = places.map { place in
                container.layout(in: LayoutSize(width: 375, height: 700))
                container.scroll(feed, to: place(feed))
                container.layout(in: LayoutSize(width: 375, height: 700))
                return (list: container.displayList(), live: feed.liveRange, items: feed.items.count)
            }
            let svg = SVGRenderer(title: "A feed of \(count) entries").render(views.map(\.list))
            try Data(svg.utf8).write(to: picture)
            print("a list of \(count) entries has trees for those in its window alone")
            for (name, view) in zip(["start", "middle", "end"], views) {
                print(
                    "  \(name): \(view.items) trees are live, of entries \(view.live.lowerBound)..<\(view.live.upperBound)"
                )
            }
            return .success
        } catch {
            return Demo.fail("\(error)", .cannotWrite)
        }
    }

    private static let places: [@Sendable (ScrollerNode) -> LayoutPoint] = [
        { _ in .zero }, { $0.scrollOffset(ofEntry: count / 2) }, { LayoutPoint(x: 0, y: $0.contentSize.height) },
    ]
}

/// Makes posts, films, products and headings.
private struct FeedEntries {
    private var state: UInt64 = 1

    private static let people = ["Jonas Lindqvist", "Mara Okafor", "Elif Demir", "Tomás Rivera", "Noa Bergman"]
    private static let places = ["Lofoten", "Porto", "Kyoto", "Dolomites", "Skye"]
    private static let texts = [
        "Three days on the ridge above the fjord, and the last evening made up for all of it.",
        "Found a bakery that opens at four. The whole street smells of cardamom.",
        "Fixed the old bicycle with a spoon and some patience. It rattles, but it rolls. Next weekend we find out how far it goes.",
        "Rain.",
    ]
    private static let films = [
        "Inside a repair café: forty toasters and one soldering iron", "Night trains of the north",
        "How a letterpress page is made",
    ]
    private static let goods = [
        ("Pour-over coffee set with a stoneware dripper", "For 2 to 4 cups"), ("Linen throw, undyed", "130 × 180 cm"),
        ("Desk lamp with a wooden arm", "Dimmable · 7 W"),
    ]
    private static let headings = [
        ("Made nearby", "#2F6BFF"), ("From people you follow", "#12A182"), ("New today", "#F54A45"),
    ]

    /// The same numbers on every machine.
    private mutating func pick<Value>(_ values: [Value]) -> Value { values[number(values.count)] }

    private mutating func number(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }

    mutating func entry(_ index: Int) -> JSONValue {
        let id = JSONValue.int(Int64(index))
        if index % 8 == 0 {
            let (title, tint) = pick(Self.headings)
            let note = "entry \(index)"
            return [
                "type": "SectionHeader", "id": id, "title": .string(title), "tint": .string(tint),
                "note": .string(note),
            ]
        }
        switch number(4) {
        case 0:
            let time = "\(3 + number(50)):\(10 + number(50))"
            return [
                "type": "VideoTile", "id": id, "title": .string(pick(Self.films)), "length": .string(time),
                "live": .bool(number(5) == 0), "channel": ["name": .string(pick(Self.people))],
                "views": .string("\(2 + number(400))K views · entry \(index)"),
            ]
        case 1:
            let (title, subtitle) = pick(Self.goods)
            return [
                "type": "ProductCard", "id": id, "title": .string(title),
                "subtitle": .string("\(subtitle) · entry \(index)"), "badge": .string(pick(["", "New", "Save 30%"])),
                "price": ["currency": "$", "now": .string("\(9 + number(90)).90"), "before": ""],
            ]
        default:
            let person = pick(Self.people)
            let images: JSONValue = number(3) == 0 ? [["url": "1.jpg"], ["url": "2.jpg"], ["url": "3.jpg"]] : []
            return [
                "type": "FeedItem", "id": id, "author": ["name": .string(person)],
                "time": .string("\(pick(Self.places)) · entry \(index)"), "text": .string(pick(Self.texts)),
                "images": images, "liked": .bool(number(2) == 0),
                "actions": [
                    ["label": .string("♥ \(number(900))")], ["label": .string("Comment")], ["label": "Share"],
                ],
            ]
        }
    }
}
