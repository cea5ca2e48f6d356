import Testing
import VirtualViewFormat

@testable import VirtualView
@testable import VirtualViewCore

@Suite struct SetterTests {
    private func node(_ spec: NodeSpec, width: Double = 375, client: Client = .swift) throws -> Node {
        try makeTree(spec, client: client, environment: ScreenEnvironment(width: width)).root
    }

    // MARK: - Kinds of values

    @Test func setsWholeAndDecimalNumbers() throws {
        let node = try node(NodeSpec("FrameLayout", ["layoutWidth": 12, "layoutHeight": 33.3, "id": 7]))
        #expect(node.layoutWidth == 12)
        #expect(node.layoutHeight == Float(33.3))
        #expect(node.id == 7)
    }

    @Test(arguments: [(375.0, Float(50)), (390, 52), (750, 100), (0, 0)])
    func measuresRPByTheScreensWidth(_ width: Double, _ expected: Float) throws {
        let node = try node(
            NodeSpec("FrameLayout", ["layoutWidth": .rp(100), "paddingLeft": .floatRP(100)]),
            width: width
        )
        #expect(node.layoutWidth == expected)
        #expect(node.paddingLeft == expected)
    }

    @Test func aWidthThatIsNoNumberMakesRPNothing() throws {
        #expect(try node(NodeSpec("FrameLayout", ["layoutWidth": .rp(100)]), width: .nan).layoutWidth == 0)
        #expect(try node(NodeSpec("FrameLayout", ["layoutWidth": .rp(100)]), width: .infinity).layoutWidth == 0)
    }

    @Test func setsTextsColoursWordsAndFlags() throws {
        let spec = NodeSpec(
            "NText",
            [
                "text": "Tea", "textColor": .int(Int32(bitPattern: 0xFF12_3456)), "ellipsize": 1, "textStyle": 5,
                "gravity": 36, "flag": 112, "visibility": 0, "layoutDirection": 4,
            ]
        )
        let text = try #require(node(spec) as? TextNode)
        #expect(text.text == "Tea")
        #expect(text.textColor == ARGBColor(rawValue: 0xFF12_3456))
        #expect(text.ellipsize == .middle)
        #expect(text.textStyle == [.bold, .underline])
        #expect(text.flag == [.exposure, .clickable, .longClickable])
        #expect(text.visibility == .invisible)
        #expect(text.layoutDirection == .right)
    }

    /// A setter has eight bytes, and the text that it refers to up to 65,535.
    @Test func aLongTextOfATemplateIsMadeOnce() throws {
        let name = String(repeating: "aLongName", count: 9)
        let text = String(repeating: "a long text ", count: 9)
        let bound = text + "${title}"
        let part = NodeSpec(
            "NText",
            ["text": .text(text), "dataUrl": .text(bound), "action": .text(text), name: .text(text)],
            variables: [name: .text(text)]
        )
        let tree = try makeTree(NodeSpec("FrameLayout", [name: .text(bound)], [part, part]))
        var addresses: [String: Set<UInt>] = [:]
        var count = 0
        func add(_ text: String?) {
            guard var text else { return }
            count += 1
            let address = text.withUTF8 { UInt(bitPattern: $0.baseAddress) }
            addresses[text, default: []].insert(address)
        }
        func add(_ value: NodeValue) {
            if case .string(let text) = value { add(text) }
        }
        for node in [tree.root] + tree.root.children {
            add((node as? TextNode)?.text)
            add(node.action)
            for property in node.customProperties {
                add(property.name)
                add(property.value)
            }
            for variable in node.variables {
                add(variable.name)
                add(variable.value)
            }
            for binding in node.prototype.bindings { add(binding.expression.text) }
        }
        #expect(count == 15)
        #expect(addresses.mapValues(\.count) == [name: 1, text: 1, bound: 1])
    }

    @Test func whatDoesNotFitIsNamedInFewWords() throws {
        let text = String(repeating: "nothing\u{1B}", count: 99)
        let issues = try makeTree(NodeSpec("NText", ["visibility": .text(text), "textColor": .text(text)])).prepared
            .issues
        let message = try #require(issues.first).message
        #expect(message.contains("'nothing\\u{1B}nothing") && message.utf8.count < 200, "\(message)")
    }

    @Test func readsConstantTextsForPropertiesThatAreNoTexts() throws {
        let spec = NodeSpec(
            "FlexLayout",
            [
                "flexShrink": "2.5", "layoutWidth": "match_parent", "layoutHeight": "20rp", "background": "#FF0000",
                "layoutGravity": "right|bottom", "flexDirection": "column", "visibility": "gone",
            ]
        )
        let node = try #require(node(spec) as? FlexLayoutNode)
        #expect(node.flexShrink == 2.5)
        #expect(node.layoutWidth == -1)
        #expect(node.layoutHeight == 10)
        #expect(node.background == ARGBColor(rawValue: 0xFFFF_0000))
        #expect(node.layoutGravity == [.right, .bottom])
        #expect(node.flexDirection == .column)
        #expect(node.visibility == .gone)
    }

    @Test func aTextThatOnlyLooksLikeABindingIsAText() throws {
        #expect(try (node(NodeSpec("NText", ["text": "${}"])) as? TextNode)?.text == "${}")
        #expect(try (node(NodeSpec("NText", ["text": "\\${a}"])) as? TextNode)?.text == "${a}")
    }

    // MARK: - Order

    @Test func laterTablesOverrideEarlierOnes() throws {
        var builder = TemplateBuilder(type: "Card")
        try builder.openNode(component: 1)
        let width = try builder.intern("layoutWidth")
        let height = try builder.intern("layoutHeight")
        try builder.set(.int(1, .none), for: width)
        try builder.set(.int(100, .rp), for: width)
        try builder.set(.int(100, .rp), for: height)
        try builder.set(.float(7, .none), for: height)
        try builder.closeNode()
        let tree = try PreparedTemplate(Template(decoding: builder.encoded())).makeTree()
        #expect(tree.root.layoutWidth == 50, "rp comes behind whole numbers")
        #expect(tree.root.layoutHeight == 7, "decimal numbers come behind rp")
    }

    @Test func aCapOnLinesFreesTheirNumber() throws {
        let text = try #require(NodeRegistry.standard.makeNode(named: "NText") as? TextNode)
        text.lines = 3
        text.maxLines = 2
        #expect((text.lines, text.maxLines) == (0, 2))
        text.lines = 3
        #expect((text.lines, text.maxLines) == (3, 2))
        text.maxLines = -1
        #expect((text.lines, text.maxLines) == (3, 2))
    }

    @Test func shorthandsStandInForSidesThatAreNotSet() throws {
        let spec = NodeSpec(
            "FrameLayout",
            ["paddingLeft": 1, "padding": 5, "layoutMargin": .rp(20), "layoutMarginTop": 3]
        )
        let node = try node(spec)
        #expect(node.properties.layout.paddings.insets == LayoutInsets(left: 1, top: 5, right: 5, bottom: 5))
        #expect(node.properties.layout.margins.insets == LayoutInsets(left: 10, top: 3, right: 10, bottom: 10))
        let plain = try self.node(spec, client: .iOS)
        #expect(plain.properties.layout.paddings.insets == LayoutInsets(left: 1))
        #expect(plain.properties.layout.margins.insets == LayoutInsets(top: 3))
    }

    // MARK: - What does not fit

    @Test(arguments: [
        ("NText", "textSize", NodeSpec.Value.int(0)), ("NText", "lines", -1), ("NText", "maxLines", -1),
        ("NText", "lines", 2.5), ("NText", "lineSpaceExtra", -1), ("GridLayout", "colCount", 0),
        ("GridLayout", "colCount", 3.5), ("GridLayout", "itemHeight", -1), ("FrameLayout", "visibility", 9),
        ("FrameLayout", "layoutWidth", .float(.nan)), ("FrameLayout", "layoutHeight", .float(.infinity)),
        ("VHLayout", "orientation", 5), ("NText", "text", 3), ("NText", "ellipsize", 77),
        ("FrameLayout", "background", "no colour"), ("FrameLayout", "flag", "flag_unknown"),
        ("FrameLayout", "id", .program([1])),
    ])
    func aValueThatDoesNotFitLeavesTheDefaultAndIsReported(
        _ component: String,
        _ property: String,
        _ value: NodeSpec.Value
    ) throws {
        let prepared = try PreparedTemplate(makeTemplate(NodeSpec(component, [property: value])))
        #expect(prepared.issues.map(\.code) == [.unfitValue])
        #expect(prepared.issues.first?.property == property)
        let fresh = try NodeRegistry.standard.makeNode(named: component)
        #expect(prepared.makeTree().root.property(named: property) == fresh.property(named: property))
    }

    @Test func aTextThatTheFileDoesNotHaveIsReported() throws {
        let prepared = try PreparedTemplate(makeTemplate(NodeSpec("NText", ["text": .missingText])))
        #expect(prepared.issues.map(\.code) == [.missingString])
        #expect((prepared.makeTree().root as? TextNode)?.text == nil)
    }

    // MARK: - What is not known

    @Test func unknownPropertiesAreKeptAndReportedOnce() throws {
        let child = NodeSpec("NText", ["fancy": 3, "lane": "left", "far": .rp(10)])
        let spec = NodeSpec("FrameLayout", ["fancy": 1.5], [child, child])
        let prepared = try PreparedTemplate(makeTemplate(spec))
        #expect(prepared.issues.map(\.code) == Array(repeating: .unknownProperty, count: 4))
        #expect(prepared.issues.map(\.property) == ["fancy", "fancy", "far", "lane"])
        #expect(prepared.issues.map(\.nodeIndex) == [0, 1, 1, 1], "the second text says nothing new")
        let tree = prepared.makeTree()
        #expect(tree.root.customProperties.map(\.value) == [.float(1.5)])
        for text in tree.root.children {
            #expect(text.customProperty(named: "fancy") == .int(3))
            #expect(text.customProperty(named: "lane") == .string("left"))
            #expect(text.customProperty(named: "far") == .float(5))
            #expect(text.customProperty(named: "near") == nil)
        }
    }

    @Test func aPropertyOfOtherComponentsIsNotKnown() throws {
        let prepared = try PreparedTemplate(makeTemplate(NodeSpec("FrameLayout", ["text": "a"])))
        #expect(prepared.issues.map(\.code) == [.unknownProperty])
        #expect(prepared.makeTree().root.customProperty(named: "text") == .string("a"))
    }

    @Test func userVariablesAreTyped() throws {
        let node = try node(NodeSpec("FrameLayout", variables: ["count": 3, "rate": 1.5, "nick": "bob"]))
        #expect(node.variables.map(\.name) == ["count", "rate", "nick"])
        #expect(node.variable(named: "count") == .int(3))
        #expect(node.setVariable(.int(4), named: "count"))
        #expect(node.setVariable(.int(2), named: "rate"), "a float takes whole numbers")
        #expect(!node.setVariable(.float(2.5), named: "count"))
        #expect(!node.setVariable(.int(1), named: "nick"))
        #expect(!node.setVariable(.int(1), named: "unknown"))
        #expect(node.variables.map(\.value) == [.int(4), .float(2), .string("bob")])
    }
}

@Suite struct SetterApplicationTests {
    private func setter(_ name: String, _ value: NodeSpec.Value) throws -> PropertySetter {
        let template = try makeTemplate(NodeSpec("NText", [name: value]))
        return try #require(template.root.setters.first { $0.name == name })
    }

    @Test func appliesToALiveNode() throws {
        let text = try #require(NodeRegistry.standard.makeNode(named: "NText") as? TextNode)
        #expect(try setter("text", "Tea").apply(to: text) == .applied)
        #expect(
            try setter("layoutWidth", .rp(75)).apply(to: text, environment: ScreenEnvironment(width: 400)) == .applied
        )
        #expect(try setter("fancy", 1).apply(to: text) == .kept)
        #expect(try setter("textSize", -3).apply(to: text) == .refused)
        #expect(try setter("text", .missingText).apply(to: text) == .refused)
        #expect(try setter("padding", 3).apply(to: text, client: .iOS) == .ignored)
        #expect(text.text == "Tea")
        #expect(text.layoutWidth == 40)
        #expect(text.textSize == 17)
        #expect(text.customProperty(named: "fancy") == .int(1))
    }

    @Test func appliesWhatEveryTemplateNodeSays() throws {
        let spec = NodeSpec(
            "NText",
            ["text": "Tea", "textSize": 12.5, "background": "#112233", "layoutWidth": .rp(10)]
        )
        let template = try makeTemplate(spec)
        let applied = try #require(NodeRegistry.standard.makeNode(named: "NText") as? TextNode)
        for setter in template.root.setters { setter.apply(to: applied) }
        let made = try PreparedTemplate(template).makeTree().root
        for property in LanguageSchema.standard.properties(of: 7) {
            #expect(applied.property(named: property.name) == made.property(named: property.name), "\(property.name)")
        }
    }

    @Test func aBindingBelongsToTheNodeFromThenOn() throws {
        let tree = try makeTree(NodeSpec("NText"))
        tree.update(data: ["title": "Tea"])
        #expect(try setter("text", "${title}").apply(to: tree.root) == .bound)
        let text = try #require(tree.root as? TextNode)
        #expect(text.text == "Tea", "the data is there already")
        tree.update(data: ["title": "Milk"])
        #expect(text.text == "Milk")
    }

    @Test func aHandlerThatIsAddedLeavesTheOthers() throws {
        let tree = try makeTree(NodeSpec("NText", ["onClick": .program([1, 2])]))
        #expect(try setter("onLongClick", .program([3])).apply(to: tree.root) == .applied)
        #expect(tree.root.eventProgram(for: "onClick")?.code == [1, 2])
        #expect(tree.root.eventProgram(for: "onLongClick")?.id == StringID(hashing: "${[3]}"))
    }

    @Test func aHandlerBelongsToTheNodeFromThenOn() throws {
        let tree = try makeTree(NodeSpec("NText", ["onClick": .program([1, 2])]))
        let other = try setter("onClick", .program([3]))
        #expect(tree.root.eventProgram(for: "onClick")?.code == [1, 2])
        #expect(other.apply(to: tree.root) == .applied)
        #expect(tree.root.eventProgram(for: "onClick")?.id == StringID(hashing: "${[3]}"))
    }
}
