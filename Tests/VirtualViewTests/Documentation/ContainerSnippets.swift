import Testing
import VirtualView

/// The code of `Docs/Embedding.md` on layout: what stands between the markers is what the page shows.
@Suite struct ContainerSnippets {
    private let templates: TemplateManager

    init() throws {
        templates = TemplateManager()
        let title = NodeSpec("NText", ["text": "${title}", "textSize": 10, "layoutWidth": -2, "layoutHeight": -2])
        let photo = NodeSpec("NImage", ["id": 3, "src": "photo.png", "layoutWidth": -2, "layoutHeight": -2])
        let button = NodeSpec(
            "NText",
            [
                "text": "Buy", "textSize": 10, "action": "buy", "flag": 32, "layoutWidth": 60, "layoutHeight": 30,
            ]
        )
        let root: KeyValuePairs<String, NodeSpec.Value> = [
            "orientation": 0, "layoutWidth": -1, "layoutHeight": -2, "background": 0x7FEE_EEEE,
        ]
        let card = NodeSpec("VHLayout", root, [title, photo, button])
        try templates.load(makeTemplate(card, type: "ProductCard").bytes, as: "ProductCard")
    }

    @Test func container() throws {
        let tree = try templates.makeNodeTree(of: "ProductCard")
        // snippet: container
        let card = Container(tree, environment: ScreenEnvironment(scale: 3, width: 390))
        card.update(data: ["title": "Tea"])
        let size = card.sizeThatFits(width: 390)
        card.layout(in: size)
        let list = card.displayList()
        // end
        #expect(size == LayoutSize(width: 390, height: 42))
        var canvas = Canvas()
        // snippet: container-drawing
        for item in list.items {
            switch item.content {
            case .box(let box): canvas.fill(item.frame, box.background)
            case .text(let text): for line in text.lines { canvas.draw(line.text, at: line.baseline) }
            default: break
            }
        }
        // end
        #expect(canvas.filled == [LayoutRect(x: 0, y: 0, width: 390, height: 42)])
        #expect(canvas.texts == ["Tea", "Buy"])
        var opened: [String] = []
        let router = Router { action, _ in opened.append(action) }
        // snippet: container-touch
        card.onEvent = { event in if let action = event.action { router.open(action, event.actionValue) } }
        card.send(.click, at: LayoutPoint(x: 20, y: 30))
        // end
        #expect(opened == ["buy"])
        var reader = Reader()
        // snippet: container-accessibility
        let presented = card.accessibilityTree()
        for (element, node) in zip(presented.elements, presented.nodes) {
            reader.show(element.role.rawValue, element.label, at: element.frame, for: ObjectIdentifier(node))
        }
        card.perform(.click, on: presented.nodes[1])
        // end
        #expect(reader.shown == ["text Tea 0,0", "button Buy 0,12"])
        #expect(opened == ["buy", "buy"])
        // snippet: container-turns
        card.onLayoutIssue = { issue in print(issue) }
        card.layoutThreshold = 20
        // … at the end of a turn
        card.turnDidEnd()
        // end
        #expect(card.layoutIssues.isEmpty)
    }

    @Test func images() throws {
        let tree = try templates.makeNodeTree(of: "ProductCard")
        let cache = ImageCache()
        let size = LayoutSize(width: 390, height: 200)
        // snippet: container-images
        let photos = Container(tree, textMeasuring: FixedTextMetrics(), imageMeasuring: cache)
        photos.layout(in: size)
        cache.sizes["photo.png"] = LayoutSize(width: 80, height: 60)
        photos.imageDidArrive("photo.png")
        if photos.needsLayout { photos.layout(in: photos.sizeThatFits(width: 390)) }
        // end
        #expect(tree.node(withID: 3)?.frame.size == LayoutSize(width: 80, height: 60))
    }

    @Test func texts() throws {
        let tree = try templates.makeNodeTree(of: "ProductCard")
        let texts = SystemTexts()
        // snippet: container-texts-use
        let label = Container(tree, textMeasuring: texts)
        // … when a font that was missing has arrived
        label.textMetricsDidChange()
        if label.needsLayout { label.layout(in: label.sizeThatFits(width: 390)) }
        // end
        label.update(data: ["title": "Tea"])
        #expect(label.sizeThatFits(width: 390).height == 42)
    }

    private struct Canvas {
        var filled: [LayoutRect] = []
        var texts: [String] = []

        mutating func fill(_ frame: LayoutRect, _ color: ARGBColor) { filled.append(frame) }
        mutating func draw(_ text: String, at place: LayoutPoint) { texts.append(text) }
    }

    private final class ImageCache: ImageMeasuring {
        private let current = Locked<[String: LayoutSize]>([:])
        var sizes: [String: LayoutSize] {
            get { current.withLock { $0 } }
            set { current.withLock { $0 = newValue } }
        }

        func size(ofImage source: String) -> LayoutSize? { sizes[source] }
    }

    private struct Router {
        let open: (String, JSONValue?) -> Void
    }
}

// snippet: container-texts
/// Measures and breaks texts with the system that also draws them.
final class SystemTexts: TextMeasuring {
    func lineHeight(of font: TextFont) -> Double { TextSystem.face(font).lineHeight }
    func ascent(of font: TextFont) -> Double { TextSystem.face(font).ascent }

    func measure(_ text: String, in font: TextFont, within limits: TextLimits) -> LayoutSize {
        let lines = TextSystem.face(font).lines(of: text, width: limits.room.width, count: limits.lineCount)
        return LayoutSize(width: lines.map(\.width).max() ?? 0, height: limits.height(of: lines.count))
    }

    func lines(
        of text: String,
        in font: TextFont,
        width: Double,
        maximumCount count: Int,
        ellipsis: TextNode.Ellipsis
    ) -> [TextLine] {
        TextSystem.face(font).lines(of: text, width: width, count: count, cutAt: ellipsis)
    }
}
// end

/// Stands for the text system of a host.
private struct TextSystem {
    let font: TextFont
    var lineHeight: Double { FixedTextMetrics().lineHeight(of: font) }
    var ascent: Double { FixedTextMetrics().ascent(of: font) }

    static func face(_ font: TextFont) -> Self { Self(font: font) }

    func lines(of text: String, width: Double, count: Int, cutAt ellipsis: TextNode.Ellipsis = .end) -> [TextLine] {
        FixedTextMetrics().lines(of: text, in: font, width: width, maximumCount: count, ellipsis: ellipsis)
    }
}

/// Stands for the elements of a system's screen reader.
private struct Reader {
    var shown: [String] = []

    mutating func show(_ role: String, _ label: String?, at frame: LayoutRect, for id: ObjectIdentifier) {
        shown.append("\(role) \(label ?? "") \(Int(frame.origin.x)),\(Int(frame.origin.y))")
    }
}
