import Testing

@testable import VirtualView
@testable import VirtualViewCore

private final class RichBadgeNode: Node {
    static let count = ComponentProperty<Int32>("badgeCount", default: 3, invalidates: .ownSize)
    static let ratio = ComponentProperty<Float>("badgeRatio", default: 0.5)
    static let label = ComponentProperty<String?>("badgeLabel", default: nil)
    static let tint = ComponentProperty<ARGBColor>("badgeTint", default: .black)
    static let isRound = ComponentProperty<Bool>("badgeRound", default: true)
    static let component = ComponentSchema(
        id: 1_001,
        name: "Badge",
        properties: [count.schema, ratio.schema, label.schema, tint.schema, isRound.schema]
    )

    var changes: [String] = []

    override func ownPropertyDidChange(_ property: PropertySchema) {
        changes.append(property.name)
    }
}

private final class PriceNode: TextNode {
    static let currency = ComponentProperty<String?>("currency", default: "EUR")
    static let text = PropertySchema("text", .string, invalidates: .ownSize)
    static let textSize = PropertySchema("textSize", .number, default: .float(30), invalidates: .ownSize)
    static let component = ComponentSchema(
        id: 1_002,
        name: "Price",
        properties: [currency.schema, text, textSize]
    )
}

@Suite struct NodeRegistryTests {
    private func registry() throws -> NodeRegistry {
        var registry = NodeRegistry.standard
        try registry.register(RichBadgeNode.self, for: RichBadgeNode.component)
        try registry.register(PriceNode.self, for: PriceNode.component)
        return registry
    }

    @Test func ownPropertiesAreTyped() throws {
        let spec = NodeSpec(
            component: 1_001,
            ["badgeCount": 8, "badgeRatio": .rp(10), "badgeLabel": "new", "badgeRound": 0, "layoutWidth": 5]
        )
        let badge = try #require(makeTree(spec, registry: registry()).root as? RichBadgeNode)
        #expect(badge[RichBadgeNode.count] == 8)
        #expect(badge[RichBadgeNode.ratio] == 5)
        #expect(badge[RichBadgeNode.label] == "new")
        #expect(badge[RichBadgeNode.tint] == .black)
        #expect(badge[RichBadgeNode.isRound] == false)
        #expect(badge.layoutWidth == 5)
        #expect(badge.property(named: "badgeCount") == .int(8))
        #expect(badge.ownPropertyNames.count == 5)
    }

    @Test func ownPropertiesStartWithTheirDefaults() throws {
        let badge = try #require(registry().makeNode(named: "Badge") as? RichBadgeNode)
        #expect(badge[RichBadgeNode.count] == 3)
        #expect(badge[RichBadgeNode.ratio] == 0.5)
        #expect(badge[RichBadgeNode.label] == nil)
        #expect(badge[RichBadgeNode.isRound])
    }

    @Test func aClassIsToldOfWhatAnotherEntryResets() throws {
        let tree = try makeTree(NodeSpec(component: 1_001, ["badgeLabel": "new"]), registry: registry())
        let badge = try #require(tree.root as? RichBadgeNode)
        tree.update(data: nil)
        badge[RichBadgeNode.count] = 5
        badge[RichBadgeNode.label] = "old"
        badge.changes = []
        tree.reuse(for: nil)
        #expect(badge[RichBadgeNode.count] == 3)
        #expect(badge.changes == ["badgeCount", "badgeLabel"])
        tree.reset()
        #expect(badge.changes.count == 2)
    }

    @Test func settingAnOwnPropertyMarksTheNodeAndTellsTheClass() throws {
        let badge = try #require(registry().makeNode(named: "Badge") as? RichBadgeNode)
        badge.needs = []
        badge[RichBadgeNode.count] = 3
        #expect(badge.needs.isEmpty && badge.changes.isEmpty)
        badge[RichBadgeNode.count] = 4
        #expect(badge.needs.contains(.measuring))
        badge[RichBadgeNode.label] = "x"
        #expect(badge.changes == ["badgeCount", "badgeLabel"])
        #expect(badge.setProperty(.int(9), named: "badgeCount"))
        #expect(!badge.setProperty(.string("many"), named: "badgeCount"))
        #expect(!badge.setProperty(.int(9), named: "unheardOf"))
        #expect(badge[RichBadgeNode.count] == 9)
    }

    @Test func aNodeWithoutThePropertyGivesItsDefault() throws {
        let text = try registry().makeNode(named: "NText")
        text[RichBadgeNode.count] = 9
        #expect(text[RichBadgeNode.count] == 3)
    }

    @Test func dataFeedsOwnProperties() throws {
        let spec = NodeSpec(component: 1_001, ["badgeCount": "${n}", "badgeTint": "${c}", "badgeRound": "${r}"])
        let tree = try makeTree(spec, registry: registry())
        let badge = try #require(tree.root as? RichBadgeNode)
        tree.update(data: ["n": "12", "c": "#FF0000", "r": false])
        #expect(badge[RichBadgeNode.count] == 12)
        #expect(badge[RichBadgeNode.tint] == ARGBColor(rawValue: 0xFFFF_0000))
        #expect(!badge[RichBadgeNode.isRound])
        tree.update(data: [:])
        #expect(badge[RichBadgeNode.count] == 3, "the default stands in for what is missing")
    }

    @Test func aSubclassOfABuiltInClassKeepsItsTypedProperties() throws {
        let spec = NodeSpec(component: 1_002, ["text": "12", "currency": "USD"])
        let price = try #require(makeTree(spec, registry: registry()).root as? PriceNode)
        #expect(price.text == "12")
        #expect(price.textSize == 30, "the component's own default")
        #expect(price[PriceNode.currency] == "USD")
        #expect(price.ownPropertyNames == ["currency"])
    }

    @Test func aPropertyOfTheLanguageWithoutATypedPlaceIsAnOwnOne() throws {
        var registry = NodeRegistry.standard
        let text = ComponentProperty<String?>("text", default: nil)
        try registry.register(for: ComponentSchema(id: 1_003, name: "Label", properties: [text.schema]))
        let node = try makeTree(NodeSpec(component: 1_003, ["text": "Tea"]), registry: registry).root
        #expect(type(of: node) == Node.self)
        #expect(node[text] == "Tea")
    }

    @Test func aKnownComponentCanHaveAnotherClass() throws {
        final class FancyText: TextNode {}
        var registry = NodeRegistry.standard
        let isKnown = registry.use(FancyText.self, forComponentNamed: "NText")
        let isUnknownUsed = registry.use(FancyText.self, forComponentNamed: "Nothing")
        #expect(isKnown && !isUnknownUsed)
        let tree = try makeTree(NodeSpec("FrameLayout", [:], [NodeSpec("NText", ["text": "a"])]), registry: registry)
        #expect((tree.root.children.first as? FancyText)?.text == "a")
        #expect(try NodeRegistry.standard.makeNode(named: "NText") is FancyText == false)
    }

    @Test func componentsThatCollideAreRefused() throws {
        var registry = try registry()
        #expect(throws: SchemaError.self) { try registry.register(for: RichBadgeNode.component) }
        #expect(throws: SchemaError.self) { try registry.register(for: ComponentSchema(id: 7, name: "Own")) }
        #expect(registry.knowsComponent(named: "Badge"))
        #expect(!registry.knowsComponent(named: "Own"))
    }

    @Test func severalComponentsAreAddedAtOnceOrNone() throws {
        let lamp = ComponentSchema(
            id: 1_110,
            name: "Lamp",
            properties: [PropertySchema("shade", .string, default: .string("green"))]
        )
        let shelf = ComponentSchema(id: 1_111, name: "Shelf", family: .layout)
        var registry = try registry()
        #expect(throws: SchemaError.self) { try registry.register(for: [lamp, RichBadgeNode.component]) }
        #expect(!registry.knowsComponent(named: "Lamp"))
        try registry.register(for: [lamp, shelf])
        #expect(registry.knowsComponent(named: "Badge"))
        let isKnown = registry.use(FrameLayoutNode.self, forComponentNamed: "Shelf")
        #expect(isKnown)
        let shelfNode = try registry.makeNode(named: "Shelf")
        #expect(shelfNode is FrameLayoutNode)
        let lampNode = try registry.makeNode(named: "Lamp")
        #expect(lampNode.property(named: "shade") == .string("green"))
    }

    // MARK: - Unknown components

    @Test func anUnknownComponentIsATypedError() throws {
        let template = try makeTemplate(NodeSpec("FrameLayout", [:], [NodeSpec(component: 4_000)]))
        let error = #expect(throws: TemplateError.self) { try PreparedTemplate(template) }
        #expect(error?.code == .unknownComponent)
        let named = #expect(throws: TemplateError.self) { try NodeRegistry.standard.makeNode(named: "Badge") }
        #expect(named?.code == .unknownComponent)
    }

    @Test func aPlaceholderStandsInWhenAllowed() throws {
        var registry = NodeRegistry.standard
        registry.unknownComponents = .placeholder
        let unknown = NodeSpec(component: 4_000, ["layoutWidth": 9, "fancy": 1], [NodeSpec("NText", ["text": "in"])])
        let template = try makeTemplate(NodeSpec("FrameLayout", [:], [unknown, unknown]))
        let prepared = try PreparedTemplate(template, registry: registry)
        #expect(prepared.issues.map(\.code) == [.unknownComponent, .unknownProperty])
        let node = try #require(prepared.makeTree().root.children.first)
        #expect(node.isPlaceholder)
        #expect(node.componentName == "#4000")
        #expect(node.layoutWidth == 9)
        #expect(node.customProperty(named: "fancy") == .int(1))
        #expect((node.children.first as? TextNode)?.text == "in")
    }

    @Test func childrenInTheTemplateOfADataContainerAreLeftOut() throws {
        let template = try makeTemplate(NodeSpec("FrameLayout", [:], [NodeSpec("Page", [:], [NodeSpec("NText")])]))
        let prepared = try PreparedTemplate(template)
        #expect(prepared.issues.map(\.code) == [.ignoredChildren])
        #expect(prepared.nodeCount == 2)
        let left = try #require(prepared.issues.first)
        #expect(left.nodeIndex == 1 && left.message.hasSuffix("so those in the template are left out"))
        let own = try makeTemplate(NodeSpec("VirtualContainer", [:], [NodeSpec("NText"), NodeSpec("NText")]))
        #expect(try PreparedTemplate(own).makeTree().root.children.count == 2)
    }

    @Test(arguments: ["NText", "VImage", "VLine", "VGraph", "Progress"])
    func childrenOfALeafAreReportedAndKept(_ leaf: String) throws {
        let inner = NodeSpec("NText", ["id": 3])
        let template = try makeTemplate(NodeSpec("FrameLayout", [:], [NodeSpec(leaf, [:], [inner, inner])]))
        let prepared = try PreparedTemplate(template)
        #expect(prepared.issues.map(\.code) == [.ignoredChildren])
        #expect(prepared.issues.first?.nodeIndex == 1)
        #expect(prepared.issues.first?.message == "'\(leaf)' takes no children, so those that it has are not shown")
        #expect(prepared.makeTree().node(withID: 3) is TextNode)
    }

    @Test func ownLayoutThatDeclaresNoChildrenShowsNone() throws {
        for (rule, frame) in [(ComponentSchema.ChildRule.any, 9.0), (.none, 0)] {
            let shelf = ComponentSchema(id: 4_000, name: "Shelf", family: .layout, children: rule)
            let child = NodeSpec("NLine", ["layoutWidth": 9, "layoutHeight": 9])
            let template = try makeTemplate(
                NodeSpec(component: 4_000, ["layoutWidth": 40, "layoutHeight": 40], [child])
            )
            var registry = NodeRegistry.standard
            try registry.register(for: shelf)
            let prepared = try PreparedTemplate(template, registry: registry)
            #expect(prepared.issues.map(\.code) == (rule == .none ? [.ignoredChildren] : []))
            let container = Container(prepared.makeTree(), textMeasuring: FixedTextMetrics())
            container.layout(in: LayoutSize(width: 100, height: 100))
            #expect(container.tree.root.children.first?.frame.size.width == frame)
        }
    }

    @Test(arguments: ["Scroller", "Slider", "VH"])
    func childrenThatATargetHasNoPlaceForAreReported(_ name: String) throws {
        let template = try makeTemplate(NodeSpec("FrameLayout", [:], [NodeSpec(name, [:], [NodeSpec("NText")])]))
        let prepared = try PreparedTemplate(template, client: .iOS)
        #expect(prepared.issues.map(\.code) == [.ignoredChildren])
        #expect(
            prepared.issues.first?.message
                == "'\(name)' makes its children from data, so those in the template are not shown"
        )
        #expect(prepared.nodeCount == 3)
    }

    @Test func classThatPlacesChildrenMayHaveThem() throws {
        let shelf = ComponentSchema(id: 4_000, name: "Shelf")
        let template = try makeTemplate(NodeSpec(component: 4_000, [:], [NodeSpec("NText")]))
        var registry = NodeRegistry.standard
        try registry.register(FrameLayoutNode.self, for: shelf)
        #expect(try PreparedTemplate(template, registry: registry).issues.isEmpty)
        registry = NodeRegistry.standard
        try registry.register(for: shelf)
        #expect(try PreparedTemplate(template, registry: registry).issues.map(\.code) == [.ignoredChildren])
    }
}
