import Foundation
import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewTestSupport

/// Items made without a view are those of a container.
@Suite struct RenderedItemTests {
    private static let runs = LayoutRun.all(in: "cases") + LayoutRun.all(in: "images")

    // MARK: - Equal to a container

    @Test(arguments: SampleItems.names) func equalsTheContainerOfEverySample(_ name: String) throws {
        let samples = try SampleItems()
        for width in [320.0, 390, 7.5] {
            var renderer = samples.renderer
            renderer.environment.width = width
            try expectEqual(renderer, name, try SampleItems.data(name), width: width)
        }
    }

    @Test func drawsEverySample() throws {
        let samples = try SampleItems()
        let items = try SampleItems.names.map {
            try samples.renderer.render($0, data: try SampleItems.data($0), width: 390)
        }
        #expect(items.allSatisfy { !$0.displayList.items.isEmpty && $0.size.height > 0 })
        #expect(items.count { !$0.touchAreas.isEmpty } >= 10)
    }

    @Test(arguments: runs, [Client.iOS, .swift])
    func equalsTheContainerOfEveryConformanceCase(_ run: LayoutRun, _ client: Client) throws {
        let source = try FixtureTemplates(names: Set(run.companions + [run.template]).sorted(), client: client)
        var renderer = ItemRenderer(source, textMeasuring: FixedTextMetrics())
        try expectEqual(renderer, run.template, run.value.present("data"), width: run.size.width)
        renderer.environment.layoutDirection = .rightToLeft
        try expectEqual(renderer, run.template, run.value.present("data"), width: run.size.width)
    }

    private func expectEqual(_ renderer: ItemRenderer, _ type: String, _ data: JSONValue?, width: Double) throws {
        let item = try renderer.render(type, data: data, width: width)
        let prepared = try renderer.source.preparedTemplate(for: type)
        let tree = prepared.makeTree(environment: renderer.environment, source: renderer.source)
        let container = Container(tree, textMeasuring: renderer.textMeasuring)
        container.listWindow = nil
        container.update(data: data)
        container.layout(in: container.sizeThatFits(width: width))
        #expect(item.templateType == tree.templateType && item.templateVersion == tree.templateVersion)
        #expect(item.size == container.size)
        #expect(item.displayList == container.displayList())
        expectSameTouches(item, container)
        expectSameElements(item, container)
        let live = item.hydrate()
        #expect(live.size == item.size && live.records == container.records)
        #expect(live.displayList() == item.displayList)
        expectSameTouches(item, live)
        #expect(try renderer.render(type, data: data, width: width) == item)
    }

    /// Compares what a screen reader presents, and what a click on it is.
    private func expectSameElements(_ item: RenderedItem, _ container: Container) {
        let tree = container.accessibilityTree()
        #expect(item.accessibilityElements == tree.elements)
        for (element, node) in zip(tree.elements, tree.nodes) where element.actions.contains(.click) {
            guard let area = item.touchArea(of: element) else { continue }
            #expect(area.event(.click) == container.tree.event(.click, on: node))
        }
    }

    /// Touches an item and its container at the corners and in the middle of every node.
    private func expectSameTouches(_ item: RenderedItem, _ container: Container) {
        var hits = 0
        for node in container.tree.nodes {
            let frame = container.frame(of: node)
            for (x, y) in [(0, 0), (0.5, 0.5), (1, 0), (0, 1), (1, 1), (0.999, 0.25)] {
                let point = LayoutPoint(
                    x: frame.origin.x + frame.size.width * x,
                    y: frame.origin.y + frame.size.height * y
                )
                let touch = item.touch(at: point)
                let node = container.hitTest(point)
                #expect((touch == nil) == (node == nil), "\(point)")
                guard let touch, let node else { continue }
                hits += 1
                for kind in NodeEvent.Kind.allCases {
                    #expect(touch.event(kind) == container.tree.event(kind, on: node), "\(point)")
                }
                #expect(touch.takesClicks == node.accepts(.click))
                #expect(touch.takesLongClicks == node.accepts(.longClick))
            }
        }
        #expect(item.touchAreas.isEmpty == (hits == 0))
    }

    // MARK: - Touches

    @Test func touchAreasInFrontComeFirst() throws {
        let item = try SampleItems.item(
            """
            <FrameLayout layoutWidth="100" layoutHeight="100" flag="flag_clickable" id="1">
            <NText text="a" layoutWidth="50" layoutHeight="40" layoutMarginLeft="80" flag="flag_longclickable" id="2"/>
            <NText text="b" layoutWidth="50" layoutHeight="40" flag="flag_clickable" visibility="invisible" id="3"/>
            <NText text="c" layoutWidth="50" layoutHeight="40" layoutMarginTop="200" flag="flag_clickable" id="4"/>
            </FrameLayout>
            """
        )
        #expect(item.touchAreas.map { $0.event(.click).nodeID } == [2, 1])
        #expect(item.touchAreas[0].frame == LayoutRect(x: 80, y: 0, width: 20, height: 40))
        #expect(item.touchAreas.map(\.takesClicks) == [false, true])
        #expect(item.touchAreas.map(\.takesLongClicks) == [true, false])
        #expect(item.touch(at: LayoutPoint(x: 90, y: 10))?.event(.longClick).nodeID == 2)
        #expect(item.touch(at: LayoutPoint(x: 90, y: 40))?.event(.longClick).nodeID == 1)
        #expect(item.touch(at: LayoutPoint(x: 100, y: 10)) == nil)
    }

    // MARK: - Making it live

    @Test func aLiveContainerKeepsTheTemplatesOfTheItem() throws {
        let list = #"<Scroller orientation="V" dataTag="${items}" layoutWidth="-1" layoutHeight="-2"/>"#
        let source = Shelf(["List": try LayoutSource.prepare(list)])
        source["Row"] = try LayoutSource.prepare(#"<NText text="old" layoutWidth="20" layoutHeight="10"/>"#)
        let data: JSONValue = ["items": [["type": "Row"], ["type": "Later"]]]
        let item = try ItemRenderer(source).render("List", data: data, width: 100)
        for name in ["Row", "Later"] {
            source[name] = try LayoutSource.prepare(#"<NText text="new" layoutWidth="20" layoutHeight="30"/>"#)
        }
        #expect(item.hydrate().size == item.size)
        #expect(item.hydrate().displayList() == item.displayList)
        #expect(try ItemRenderer(source).render("List", data: data, width: 100) != item)
    }

    @Test func aLiveContainerTakesOtherData() throws {
        let source = Shelf([
            "Card": try LayoutSource.prepare(#"<NText text="${t}" layoutWidth="90" layoutHeight="10"/>"#)
        ])
        let live = try ItemRenderer(source).render("Card", data: ["t": "a"], width: 100).hydrate()
        live.update(data: ["t": "b"])
        #expect((live.tree.root as? TextNode)?.text == "b")
    }

    /// Two files have the same name, and one of them is known by an alias.
    @Test func aLiveContainerFollowsTheTemplateThatItWasAskedFor() throws {
        let shelf = Shelf([:])
        let home = try LayoutSource.prepare(#"<NText text="home"/>"#)
        shelf["Test"] = try LayoutSource.prepare(#"<NText text="other"/>"#)
        shelf["Home"] = home
        let live = try ItemRenderer(shelf).render("Home", data: nil, width: 100).hydrate()
        #expect(try !live.follow(shelf))
        #expect((live.tree.root as? TextNode)?.text == "home")
        shelf["Home"] = try LayoutSource.prepare(#"<NText text="new"/>"#)
        #expect(try live.follow(shelf))
        #expect((live.tree.root as? TextNode)?.text == "new")
    }

    @Test func aTemplateThatIsNotThereIsAnError() throws {
        let error = #expect(throws: TemplateError.self) {
            try ItemRenderer(Shelf([:])).render("Card", data: nil, width: 100)
        }
        #expect(error?.code == .notFound)
    }

    // MARK: - Threads

    @Test func tenThreadsMakeTheSameItems() throws {
        let samples = try SampleItems()
        let entries = try SampleItems.names.map { ($0, try SampleItems.data($0)) }
        let threads = (0..<10).map { _ in
            SideThread {
                entries.map { try? samples.renderer.render($0.0, data: $0.1, width: 375) }
            }
        }
        let expected = entries.map { try? samples.renderer.render($0.0, data: $0.1, width: 375) }
        for thread in threads { #expect(thread.join() == expected) }
    }

    /// Elements of two containers may show the same entry of the same data.
    @Test func theAreaOfAnElementIsThatOfItsOwnContainer() throws {
        let grid = #"<Grid dataTag="${cells}" colCount="1" itemHeight="20" layoutWidth="-1" layoutHeight="-2"/>"#
        let shelf = Shelf([
            "Two": try LayoutSource.prepare(
                "<VHLayout orientation=\"V\" layoutWidth=\"-1\" layoutHeight=\"-2\">\(grid)\(grid)</VHLayout>"
            ),
            "cell": try LayoutSource.prepare(
                #"<NText text="a" flag="flag_clickable" layoutWidth="-1" layoutHeight="20"/>"#
            ),
        ])
        let renderer = ItemRenderer(shelf, textMeasuring: FixedTextMetrics())
        let item = try renderer.render("Two", data: ["cells": [["type": "cell"]]], width: 100)
        let buttons = item.accessibilityElements.filter { $0.actions.contains(.click) }
        #expect(buttons.count == 2)
        for element in buttons { #expect(item.touchArea(of: element)?.frame == element.frame) }
    }
}

/// The templates of `Templates`, with their sample data.
struct SampleItems: Sendable {
    static let names = Fixtures.templateNames.map { String($0.dropLast(4)) }

    let renderer: ItemRenderer

    init() throws {
        let templates = try Fixtures.templateNames.map { file in
            let bytes = [UInt8](try Data(contentsOf: Fixtures.templates.appendingPathComponent(file)))
            return (String(file.dropLast(4)), try LayoutSource.prepare(SourceFile(path: file, bytes: bytes)))
        }
        renderer = ItemRenderer(PreparedTemplates(Dictionary(uniqueKeysWithValues: templates)))
    }

    static func data(_ name: String) throws -> JSONValue {
        try JSONValue(json: [UInt8](try Data(contentsOf: Fixtures.templates.appendingPathComponent("\(name).json"))))
    }

    /// An item of a template that is written into a test.
    static func item(_ xml: String) throws -> RenderedItem {
        let source = try PreparedTemplates(xml)
        return try ItemRenderer(source, textMeasuring: FixedTextMetrics()).render("Test", data: nil, width: 300)
    }
}

/// Templates that can be replaced.
final class Shelf: TemplateSource {
    private let templates: Locked<[String: PreparedTemplate]>

    init(_ templates: [String: PreparedTemplate]) {
        self.templates = Locked(templates)
    }

    subscript(type: String) -> PreparedTemplate? {
        get { templates.withLock { $0[type] } }
        set { templates.withLock { $0[type] = newValue } }
    }

    func preparedTemplate(for type: String) throws(TemplateError) -> PreparedTemplate {
        guard let template = self[type] else { throw TemplateError(.notFound, "no template '\(type)'") }
        return template
    }
}
