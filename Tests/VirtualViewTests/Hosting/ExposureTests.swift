import Testing
import VirtualView
import VirtualViewTestSupport

/// Exposure: a node that is half visible is reported once for its entry.
@Suite struct ExposureTests {
    static let row = """
        <VHLayout flag="flag_exposure" action="${name}" layoutWidth="-1" layoutHeight="40"/>
        """

    private func names(_ events: [NodeEvent]) -> [String] { events.map { $0.action ?? "-" } }

    private func list() throws -> (Container, ScrollerNode) {
        let templates = PreparedTemplates(["row": try LayoutSource.prepare(Self.row)])
        let xml = "<Scroller dataTag=\"${rows}\" itemKey=\"name\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: templates))
        show(container, 0..<500)
        return (container, try #require(container.tree.root as? ScrollerNode))
    }

    private func show(_ container: Container, _ rows: Range<Int>) {
        let entries = rows.map { JSONValue.object(["type": "row", "name": "\($0)"]) }
        container.update(data: ["rows": .array(BindingArray(entries))])
        container.layout(in: LayoutSize(width: 100, height: 100))
    }

    @Test func aNodeIsReportedOnceWhenHalfOfItIsVisible() throws {
        let container = try LayoutSource.container(
            "<NText id=\"3\" flag=\"flag_exposure\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        )
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.exposeNodes(in: LayoutRect(x: 0, y: 51, width: 100, height: 100)).isEmpty)
        #expect(container.exposeNodes(in: LayoutRect(x: 0, y: 0, width: 49, height: 100)).isEmpty)
        #expect(container.exposeNodes(in: LayoutRect(x: 0, y: 50, width: 100, height: 100)).map { $0.nodeID } == [3])
        #expect(container.exposeNodes().isEmpty)
        container.update(data: ["a": 1])
        #expect(container.exposeNodes().isEmpty)
        container.reuse(for: ["a": 2])
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.exposeNodes().count == 1)
    }

    @Test(arguments: ["visibility=\"gone\"", "visibility=\"invisible\"", "layoutHeight=\"0\"", "alpha=\"0\""])
    func aNodeWithoutAnAreaIsNotReported(_ attributes: String) throws {
        let height = attributes.contains("layoutHeight") ? "" : "layoutHeight=\"20\""
        let container = try LayoutSource.container(
            "<VHLayout><NText flag=\"flag_exposure\" layoutWidth=\"20\" \(height) \(attributes)/></VHLayout>"
        )
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.exposeNodes().isEmpty)
    }

    @Test(arguments: [("1", 1), ("0", 0), ("0.1", 1)])
    func whatIsInSomethingTransparentIsNotReported(_ alpha: String, _ count: Int) throws {
        let node = #"<NText flag="flag_exposure" layoutWidth="20" layoutHeight="20"/>"#
        let container = try LayoutSource.container(
            #"<VHLayout alpha="\#(alpha)"><VHLayout>\#(node)</VHLayout></VHLayout>"#
        )
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(container.exposeNodes().count == count)
    }

    /// A list that does not scroll shows what is beside it; a rounded native layout does not.
    @Test func whatIsOutsideOfItsParentIsReportedIfItIsDrawn() throws {
        let item = #"<NText flag="flag_exposure" action="${name}" layoutWidth="20" layoutHeight="20"/>"#
        let templates = PreparedTemplates(["item": try LayoutSource.prepare(item)])
        let xml = """
            <VHLayout orientation="V" layoutWidth="-1" layoutHeight="-1">
            <VH dataTag="${items}" itemWidth="20" itemHeight="20" layoutWidth="30" layoutHeight="20"/>
            <NFrameLayout borderRadius="8" layoutWidth="30" layoutHeight="20">
            <NText flag="flag_exposure" action="cut" layoutMarginLeft="40" layoutWidth="20" layoutHeight="20"/>
            </NFrameLayout></VHLayout>
            """
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: templates))
        let items = ["a", "b", "c"].map { JSONValue.object(["type": "item", "name": .string($0)]) }
        container.update(data: ["items": .array(BindingArray(items))])
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(names(container.exposeNodes()) == ["a", "b", "c"])
    }

    @Test func theRowsOfAListAreReportedAsTheyComeIntoView() throws {
        let (container, list) = try list()
        #expect(names(container.exposeNodes()) == ["0", "1", "2"])
        container.scroll(list, to: LayoutPoint(x: 0, y: 19))
        #expect(names(container.exposeNodes()) == [])
        container.scroll(list, to: LayoutPoint(x: 0, y: 40))
        #expect(names(container.exposeNodes()) == ["3"])
    }

    @Test func aRowThatComesBackWasSeenAlready() throws {
        let (container, list) = try list()
        container.exposeNodes()
        container.scroll(list, to: LayoutPoint(x: 0, y: 10_000))
        #expect(names(container.exposeNodes()) == ["250", "251", "252"])
        container.scroll(list, to: LayoutPoint(x: 0, y: 40))
        #expect(names(container.exposeNodes()) == ["3"])
    }

    @Test func aRowWithAnotherKeyIsAnother() throws {
        let (container, _) = try list()
        container.exposeNodes()
        show(container, 2..<300)
        #expect(names(container.exposeNodes()) == ["3", "4"])
        show(container, 1_000..<1_010)
        #expect(names(container.exposeNodes()) == ["1000", "1001", "1002"])
    }

    @Test func theAppHearsOfIt() throws {
        let (container, _) = try list()
        var told: [String] = []
        container.onEvent = { told.append("\($0.kind) \($0.action ?? "") \($0.dataPath)") }
        container.exposeNodes(in: LayoutRect(x: 0, y: 0, width: 100, height: 30))
        #expect(told == ["exposure 0 rows[0]"])
    }

    /// The app takes away what was read.
    @Test func whatWasSeenIsToldAlthoughTheEntriesChangeMeanwhile() throws {
        let templates = PreparedTemplates(["row": try LayoutSource.prepare(Self.row)])
        let xml = "<Scroller dataTag=\"${rows}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: templates))
        show(container, 0..<500)
        var told: [String] = []
        container.onEvent = { [unowned container] event in
            told.append(event.action ?? "-")
            if event.action == "0" { self.show(container, 1..<500) }
        }
        #expect(names(container.exposeNodes()) == ["0", "1", "2"])
        #expect(told == ["0", "1", "2"])
    }

    @Test func whatAModelChangedIsNotSeenBeforeItIsLaidOut() throws {
        let (container, _) = try list()
        let rows = JSONValue.array(BindingArray((0..<9).map { ["type": "row", "name": .string("\($0)")] }))
        let model = DataModel(["rows": rows])
        container.model = model
        container.layout(in: LayoutSize(width: 100, height: 100))
        for index in 0..<3 { model[DataPath([.key("rows"), .index(index), .key("name")])] = .string("new \(index)") }
        #expect(names(container.exposeNodes()) == [])
        container.layout(in: LayoutSize(width: 100, height: 100))
        #expect(names(container.exposeNodes()) == ["new 0", "new 1", "new 2"])
    }

    /// On the way over an end, the copy of the page is seen first.
    @Test func aPageThatIsReachedOverItsCopyIsReportedOnce() throws {
        let templates = PreparedTemplates(["row": try LayoutSource.prepare(Self.row)])
        let xml = #"<Page orientation="H" dataTag="${rows}" layoutWidth="-1" layoutHeight="-1"/>"#
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: templates))
        show(container, 0..<3)
        let page = try #require(container.tree.root as? PageNode)
        #expect(names(container.exposeNodes()) == ["0"])
        container.scroll(page, to: LayoutPoint(x: 40, y: 0))
        var told = names(container.exposeNodes())
        container.scroll(page, to: .zero)
        container.layout(in: LayoutSize(width: 100, height: 100))
        told += names(container.exposeNodes())
        #expect(told == ["2"])
    }
}
