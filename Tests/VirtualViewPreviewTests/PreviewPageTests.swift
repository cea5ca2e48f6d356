import Foundation
import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewPreview

@Suite struct PreviewPageTests {
    private func container(_ source: String, width: Double) throws -> Container {
        let compiled = TemplateCompiler().compile(SourceFile(path: "T.xml", text: source))
        let template = try Template(decoding: #require(compiled.bytes))
        let container = Container(try PreparedTemplate(template).makeTree(), textMeasuring: FixedTextMetrics())
        container.update(data: nil)
        container.layout(in: LayoutSize(width: width, height: 100))
        return container
    }

    private func page(_ text: String = "Tea") -> PreviewPage {
        let node = PreviewNode(
            component: "NText",
            template: text,
            id: 7,
            depth: 0,
            frame: LayoutRect(x: 1, y: 2, width: 3, height: 4),
            properties: [.init(name: "text", text: "\"${t}\"", value: text)],
            source: .init(file: "T.xml", line: 3, column: 5)
        )
        let svg = SVGRenderer(title: text).render(DisplayList(size: LayoutSize(width: 10, height: 20)))
        let view = PreviewPage.View(
            width: 10,
            setting: .init(),
            size: LayoutSize(width: 10, height: 20),
            svg: svg,
            nodes: [node]
        )
        return PreviewPage(title: text, sourceName: text, views: [view], data: text, diagnostics: [text])
    }

    /// The description that the script reads.
    private func description(_ html: String) throws -> JSONValue {
        let mark = "id=\"page-data\">"
        let start = try #require(html.range(of: mark)).upperBound
        let end = try #require(html.range(of: "</script>", range: start..<html.endIndex)).lowerBound
        return try JSONValue(json: Array(html[start..<end].utf8))
    }

    @Test func describesEveryNodeOfEveryView() throws {
        let found = try description(page().html())
        let node = found["views"]?[0]?["nodes"]?[0]
        #expect(node?[0] == "NText" && node?[2] == 7 && node?[4] == [1, 2, 3, 4] && node?[5] == .null)
        #expect(node?[8] == "T.xml" && node?[9] == 3)
        #expect(found["properties"]?[0] == [["text", "\"${t}\"", "Tea"]])
    }

    @Test func aNodeThatGetsNoIDHasNone() throws {
        var page = page()
        page.views[0].nodes = [PreviewNode(component: "NText", template: "T", frame: .zero)]
        #expect(try description(page.html())["views"]?[0]?["nodes"]?[0]?[2] == 0)
    }

    @Test(arguments: [
        "</script><script>x()</script>", "<!--", "\u{2028}'\"`", "]]>&amp;", "\u{0}\u{1F}",
        "\u{600}</script>\u{600}<a>",
    ])
    func letsNoTextBecomeMarkup(_ text: String) throws {
        let html = page(text).html()
        let found = try description(html)
        #expect(found["views"]?[0]?["nodes"]?[0]?[1] == .string(text))
        // What a browser sees, for which no character joins another.
        let plain = String(decoding: html.utf8.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
        for tag in ["<script", "</script"] { #expect(plain.components(separatedBy: tag).count == 3) }
        #expect(!plain.contains("<!--") && !plain.contains("\u{0}") && !plain.contains("<a>"))
    }

    @Test(arguments: ["a\nb", "a\r\nb", "a\u{600}\r\nb"]) func showsEachLineOfItsData(_ data: String) {
        var page = page()
        page.data = data
        #expect(page.html().unicodeScalars.filter { $0 != "\u{600}" }.map(String.init).joined().contains(">a\nb</pre>"))
    }

    @Test func allowsItsOwnStyleAndScriptAndNothingElse() {
        var page = page()
        let plain = page.html()
        #expect(plain.contains("default-src &#39;none&#39;; img-src data:; style-src &#39;sha256-"))
        #expect(!plain.contains("unsafe-inline") && !plain.contains("connect-src"))
        #expect(plain.components(separatedBy: "sha256-").count == 3)
        page.liveScript = "go()"
        page.liveBody = "<p id=\"live\"></p>"
        let live = page.html()
        #expect(live.contains("connect-src &#39;self&#39;") && live.contains("<script>go()</script>"))
        #expect(live.contains("<p id=\"live\"></p>"))
        #expect(live.components(separatedBy: "sha256-").count == 4)
        // printf 'go()' | openssl dgst -sha256 -binary | base64
        #expect(live.contains("sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw="))
    }

    @Test func saysWhetherItPlaysTheTemplate() throws {
        var page = page()
        #expect(page.html().contains("<p id=\"live-state\">Pictures, drawn by vvc. A vvc that has the player"))
        #expect(!page.html().contains("wasm-unsafe-eval") && !page.html().contains("data-live"))
        var played = PlayedTemplate("T<", files: ["T<": [1, 2, 3], "A": []], player: .text("play()"))
        played.data = #"{"a":"</script><!--"}"#
        played.images = ["b": "data:b", "a": "data:a"]
        played.functions = ["f": #"{"results":{}}"#]
        played.imageSizes = ["b": ["1", "2rp"], "a": []]
        played.widths = [320, 1024]
        played.height = 90
        played.setting.appearance = .dark
        page.played = played
        let html = page.html()
        #expect(html.contains("script-src &#39;sha256-") && html.contains("&#39;wasm-unsafe-eval&#39;"))
        #expect(html.contains("<div data-live=\"T&lt;\" hidden>") && html.contains("<script>play()</script>"))
        let start = try #require(html.range(of: "id=\"live-data\">"))
        let end = try #require(html[start.upperBound...].range(of: "</script>"))
        let json = try JSONValue(json: Array(html[start.upperBound..<end.lowerBound].utf8))
        #expect(json["files"] == ["A": "", "T<": "AQID"])
        #expect(json["views"]?["T<"]?["data"] == ["a": "</script><!--"])
        #expect(json["images"] == ["a": "data:a", "b": "data:b"])
        #expect(json["imageSizes"] == ["a": [], "b": ["1", "2rp"]])
        #expect(json["widths"] == [320, 1024] && json["views"]?["T<"]?["height"] == 90)
        #expect(json["functions"] == ["f": ["results": [:]]])
        #expect(json["settings"]?["appearance"] == "dark" && json["settings"]?["locale"] == nil)
        #expect(json["settings"]?["width"] == 375 && json["settings"]?["screenWidth"] == 375)
        played.values = ["share": 4.0]
        played.locale = "ar_EG"
        page.played = played
        #expect(page.html().contains(#""locale":"ar_EG""#))
        #expect(page.html().contains(#""values":{"share":4.0}"#))
        played.screenWidth = nil
        page.played = played
        #expect(page.html().contains(#""screenWidth":null"#))
        played.player = .address("/p.js?a&b")
        page.played = played
        #expect(page.html().contains("<script src=\"/p.js?a&amp;b\"></script>"))
        #expect(page.html().contains("&#39;self&#39;"))
    }

    @Test func loadsNothing() {
        let html = page().html()
        let found = html.replacingOccurrences(of: "http://www.w3.org/2000/svg", with: "")
            .replacingOccurrences(of: "url(#", with: "")
        for word in ["http:", "https:", "src=\"", "url(", "@import", "<link"] {
            #expect(!found.contains(word), "\(word)")
        }
    }

    @Test func offersOnlySwitchesThatDoSomething() {
        var page = page()
        #expect(!page.html().contains("type=\"radio\""))
        var dark = page.views[0]
        dark.setting.appearance = .dark
        page.views.append(dark)
        let html = page.html()
        #expect(html.contains("name=\"appearance\" value=\"light\" checked"))
        #expect(!html.contains("name=\"textScale\"") && !html.contains("name=\"width\""))
    }

    @Test func listsChoicesInOneOrderWhateverIsShownFirst() throws {
        var page = page()
        page.views = [2.0, 1, 1.3].map { scale in
            var view = page.views[0]
            view.setting = .init(appearance: scale == 2 ? .dark : .light, textScale: scale)
            return view
        }
        let html = page.html()
        let values = ["light\">", "dark\" checked>", "1\">", "1.3\">", "2\" checked>"].map {
            html.range(of: "value=\"\($0)")
        }
        #expect(values.allSatisfy { $0 != nil })
        #expect(values.compactMap { $0?.lowerBound } == values.compactMap { $0?.lowerBound }.sorted())
    }

    @Test func embedsAnImageThatViewsShareOnce() throws {
        var page = page()
        let image = "<svg><image href=\"data:image/png;base64,AAAA\"/></svg>"
        page.views[0].svg = image
        page.views.append(page.views[0])
        let found = try description(page.html())
        #expect(found["images"] == ["data:image/png;base64,AAAA"])
        #expect(found["views"]?[1]?["svg"] == ##"<svg><image href="#!0"/></svg>"##)
    }

    @Test func aPageWithoutPicturesIsAPage() throws {
        let html = PreviewPage(title: "T", sourceName: "T.xml", views: []).html()
        #expect(try description(html)["views"] == [])
    }

    @Test func countsNodesAsTheDisplayListDoes() throws {
        let container = try container(
            """
            <FrameLayout layoutWidth="match_parent" layoutHeight="match_parent">
              <FrameLayout visibility="gone" layoutWidth="5" layoutHeight="5"><NText text="a"/></FrameLayout>
              <FrameLayout layoutMarginLeft="60" layoutMarginTop="90" layoutWidth="50" layoutHeight="50" background="red"/>
              <FrameLayout visibility="invisible" layoutWidth="5" layoutHeight="5"/>
            </FrameLayout>
            """,
            width: 80
        )
        let nodes = PreviewNode.nodes(of: container)
        #expect(nodes.map(\.component) == ["FrameLayout", "FrameLayout", "NText", "FrameLayout", "FrameLayout"])
        #expect(nodes.map(\.depth) == [0, 1, 2, 1, 1])
        #expect(nodes[1].frame == .zero && nodes[1].shownFrame == nil && nodes[2].shownFrame == nil)
        #expect(nodes[3].frame == LayoutRect(x: 60, y: 90, width: 50, height: 50))
        #expect(nodes[3].visibleFrame == LayoutRect(x: 60, y: 90, width: 20, height: 10))
        #expect(nodes[4].frame.size.width == 5 && nodes[4].shownFrame == nil)
        #expect(container.displayList().items.map(\.nodeIndex) == [3])
    }

    @Test func knowsWhatRoundCornersClip() throws {
        let source = """
            <FrameLayout layoutWidth="match_parent" layoutHeight="match_parent">
              <NFrameLayout layoutWidth="40" layoutHeight="40" borderRadius="4">
                <NText text="a" layoutMarginLeft="30" layoutWidth="50" layoutHeight="20"/>
              </NFrameLayout>
            </FrameLayout>
            """
        let node = PreviewNode.nodes(of: try container(source, width: 100))[2]
        #expect(node.shownFrame == LayoutRect(x: 30, y: 0, width: 50, height: 20))
        #expect(node.visibleFrame == LayoutRect(x: 30, y: 0, width: 10, height: 20))
    }

    @Test func showsWhereScrolledContentIs() throws {
        let source = #"<Scroller layoutWidth="match_parent" layoutHeight="match_parent"/>"#
        let container = try container(source, width: 80)
        let scroller = try #require(container.tree.root as? ScrollerNode)
        scroller.scrollOffset = LayoutPoint(x: 0, y: 30)
        #expect(PreviewNode.nodes(of: container)[0].shownFrame == LayoutRect(x: 0, y: 0, width: 80, height: 100))
    }
}
