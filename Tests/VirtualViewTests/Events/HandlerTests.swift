import Foundation
import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewTestSupport

/// Handlers from source to screen: compiled, delivered by a container, run by the interpreter.
@Suite struct HandlerTests {
    /// A container of a template of `Templates/` with its sample data.
    private func sample(_ name: String) throws -> Container {
        let folder = Fixtures.templates
        let source = try Data(contentsOf: folder.appendingPathComponent("\(name).xml"))
        let data = try Data(contentsOf: folder.appendingPathComponent("\(name).json"))
        let prepared = try LayoutSource.prepare(SourceFile(path: "\(name).xml", bytes: [UInt8](source)))
        let container = Container(prepared.makeTree(), textMeasuring: FixedTextMetrics())
        container.tree.onEventError = { Issue.record("\($0)") }
        container.update(data: try JSONValue(json: [UInt8](data)))
        layOut(container)
        return container
    }

    private func layOut(_ container: Container) {
        container.layout(in: container.sizeThatFits(width: 375))
    }

    private func container(_ source: String, items: String = "<FrameLayout/>", data: JSONValue) throws -> Container {
        let file = SourceFile(path: "folder/Test.xml", text: source)
        let compiled = TemplateCompiler(options: .init(embedsSourceMap: true)).compile(file)
        let template = try Template(decoding: #require(compiled.bytes, "\(compiled.diagnostics.ordered)"))
        let tree = try PreparedTemplate(template).makeTree(source: PreparedTemplates(items))
        let container = Container(tree, textMeasuring: FixedTextMetrics())
        container.update(data: data)
        container.layout(in: LayoutSize(width: 100, height: 100))
        return container
    }

    private func text(_ name: String, _ container: Container) throws -> TextNode {
        for node in container.tree.nodes where node.name == name {
            return try #require(node as? TextNode)
        }
        throw CancellationError()
    }

    @Test func aLikeIsTurnedOnAndOff() throws {
        let container = try sample("LikeButton")
        let (heart, count) = (try text("heart", container), try text("count", container))
        for (number, color) in [("129 likes", 0xFFF5_4A45), ("128 likes", 0xFF8F_959E), ("129 likes", 0xFFF5_4A45)] {
            let event = container.send(.click, at: LayoutPoint(x: 20, y: 20))
            #expect(event?.actionValue == ["post": 7])
            #expect(count.text == number)
            #expect(heart.textColor.rawValue == UInt32(color))
            #expect(container.needsDisplay)
        }
    }

    @Test func anAnswerIsShownAndHidden() throws {
        let container = try sample("FaqRow")
        let height = container.size.height
        container.send(.click, at: LayoutPoint(x: 20, y: 20))
        layOut(container)
        #expect(try container.size.height > height + 20 && text("arrow", container).text == "–")
        container.send(.click, at: LayoutPoint(x: 20, y: 20))
        layOut(container)
        #expect(try container.size.height == height && text("arrow", container).text == "+")
    }

    @Test func aTabShowsItsText() throws {
        let container = try sample("TabPanel")
        for (x, shown, hidden) in [(200.0, "secondText", "firstText"), (20, "firstText", "secondText")] {
            container.send(.click, at: LayoutPoint(x: x, y: 20))
            layOut(container)
            #expect(try text(shown, container).visibility == .visible)
            #expect(try text(hidden, container).visibility == .gone)
            #expect(try container.frame(of: text(shown, container)).origin.y == 44)
        }
        #expect(try text("first", container).textColor.rawValue == 0xFF33_70FF)
        #expect(try text("second", container).textColor.rawValue == 0xFF8F_959E)
        #expect(try text("first", container).textStyle == .underline)
        #expect(try text("second", container).textStyle == [])
    }

    @Test func aPageTellsWhichOneItShows() throws {
        let container = try container(
            """
            <VHLayout orientation="V"><NText name="dots" text="-" layoutWidth="100" layoutHeight="20"/>
            <Page orientation="H" dataTag="${pages}" layoutWidth="100" layoutHeight="80"
            onPageFlip="${this.parent.dots.text = this.curPos + 1 + '/' + this.total}"/></VHLayout>
            """,
            items: #"<FrameLayout layoutWidth="100" layoutHeight="80"/>"#,
            data: ["pages": [["type": "A"], ["type": "B"], ["type": "C"]]]
        )
        let page = try #require(container.tree.root.children[1] as? PageNode)
        container.turn(page, to: 2)
        #expect(try text("dots", container).text == "3/3")
        container.layout(in: container.size)
        container.scroll(page, to: LayoutPoint(x: 100, y: 0))
        #expect(try text("dots", container).text == "1/3")
        #expect(container.tree.issues == [])
    }

    /// The copies of the first and the last page are written to, so that nobody sees them change, and not read.
    @Test func aProgramReadsThePagesBeforeTheirCopies() throws {
        let container = try container(
            """
            <VHLayout orientation="V"><NText name="first" text="-" layoutWidth="100" layoutHeight="20"/>
            <Page orientation="H" dataTag="${pages}" layoutWidth="100" layoutHeight="80"
            onPageFlip="${this.parent.first.text = this.children.text; this.children.textSize = 9}"/></VHLayout>
            """,
            items:
                #"<NText text="${t}" layoutWidth="9" layoutHeight="9" onClick="${this.text = this.siblings.text}"/>"#,
            data: ["pages": [["type": "A", "t": "a"], ["type": "A", "t": "b"], ["type": "A", "t": "c"]]]
        )
        let page = try #require(container.tree.root.children[1] as? PageNode)
        container.turn(page, to: 1)
        #expect(try text("first", container).text == "a")
        #expect(page.items.map { ($0.root as? TextNode)?.textSize } == [9, 9, 9, 9, 9])
        container.send(.click, to: page.items[2].root)
        #expect((page.items[2].root as? TextNode)?.text == "a")
        #expect(container.tree.issues == [])
    }

    @Test func aProgramKnowsHowFarItsContentIsScrolled() throws {
        let container = try container(
            """
            <VHLayout orientation="V"><NText name="bar" text="-" layoutWidth="100" layoutHeight="20"/>
            <Scroller orientation="V" dataTag="${rows}" layoutWidth="100" layoutHeight="80"
            onScroll="${this.parent.bar.alpha = 1 - this.scrollY / 100; this.parent.bar.text = this.scrollX + ' ' + this.scrollY}"/>
            </VHLayout>
            """,
            items: #"<FrameLayout layoutWidth="100" layoutHeight="80"/>"#,
            data: ["rows": [["type": "A"], ["type": "B"], ["type": "C"]]]
        )
        let list = try #require(container.tree.root.children[1] as? ScrollerNode)
        container.scroll(list, to: LayoutPoint(x: 0, y: 25))
        #expect(try text("bar", container).text == "0.0 25.0")
        #expect(try text("bar", container).alpha == 0.75)
        #expect(container.tree.issues == [])
    }

    @Test func newDataReachesPrograms() throws {
        let container = try container(
            """
            <VHLayout><NText name="before" onBeforeDataLoad="${this.text = data.n + '.'}"/>
            <NText name="set" onSetData="${this.text = data.n + '.'}"/>
            <NText name="after" text="${n}" onAfterDataLoad="${this.text = this.parent.set.text + '!'}"/></VHLayout>
            """,
            data: ["n": 1]
        )
        container.tree.onEventError = { Issue.record("\($0)") }
        container.update(data: ["n": 2])
        #expect(try text("before", container).text == "1.")
        #expect(try text("set", container).text == "2.")
        #expect(try text("after", container).text == "2.!")
    }

    @Test func anErrorTellsItsPlaceInTheSource() throws {
        let container = try container(
            """
            <VHLayout layoutWidth="-1" layoutHeight="-1" flag="flag_clickable"
              onClick="${this.tag = 'a';
                this.tag = 1 / data.zero}"/>
            """,
            data: ["zero": 0]
        )
        var errors: [EventError] = []
        container.tree.onEventError = { errors.append($0) }
        container.send(.click, at: LayoutPoint(x: 5, y: 5))
        #expect(errors.map(\.code) == [.divisionByZero])
        #expect(errors.first?.position?.description == "Test.xml:3:5")
        #expect(container.tree.root.tag == "a")
    }
}
