import Testing
import VirtualViewExpressions
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore

@Suite struct DataUpdateTests {
    private func text(_ properties: KeyValuePairs<String, NodeSpec.Value>, client: Client = .swift) throws -> (
        NodeTree, TextNode
    ) {
        let tree = try makeTree(NodeSpec("NText", properties), client: client)
        return (tree, try #require(tree.root as? TextNode))
    }

    @Test func boundPropertiesHaveTheirDefaultsUntilDataComes() throws {
        let (tree, text) = try text(["text": "${t}", "visibility": "${v}", "textSize": "${s}"])
        #expect((text.text, text.visibility, text.textSize) == (nil, .visible, 17))
        #expect(tree.data == nil)
    }

    @Test func dataFeedsEveryKindOfProperty() throws {
        let (tree, text) = try text([
            "text": "${t}", "textColor": "${c}", "visibility": "${v}", "layoutWidth": "${w}", "layoutHeight": "${h}",
            "layoutGravity": "${g}", "textStyle": "${st}", "lines": "${l}", "ellipsize": "${e}", "flag": "${f}",
            "layoutRatio": "${r}", "action": "${a}", "paddingLeft": "${p}", "background": "${b}",
        ])
        tree.update(data: [
            "t": 12.5, "c": "red", "v": "invisible", "w": "match_parent", "h": "100rp", "g": "right|center",
            "st": "bold | strike", "l": 2, "e": "middle", "f": "flag_clickable", "r": "0.5 of it", "a": true,
            "p": false,
            "b": "#80FFFFFF",
        ])
        #expect(text.text == "12.5")
        #expect(text.textColor == ARGBColor(rawValue: 0xFFFF_0000))
        #expect(text.visibility == .invisible)
        #expect(text.layoutWidth == -1)
        #expect(text.layoutHeight == 50)
        #expect(text.layoutGravity == [.right, .horizontalCenter, .verticalCenter])
        #expect(text.textStyle == [.bold, .strike])
        #expect(text.lines == 2)
        #expect(text.ellipsize == .middle)
        #expect(text.flag == .clickable)
        #expect(text.layoutRatio == 0.5)
        #expect(text.action == "true")
        #expect(text.paddingLeft == 0)
        #expect(text.background == ARGBColor(rawValue: 0x80FF_FFFF))
        #expect(tree.issues.isEmpty)
    }

    @Test func whatIsMissingBecomesTheDefaultNothingOrGone() throws {
        let (tree, text) = try text([
            "text": "${t}", "textSize": "${s}", "visibility": "${v}", "background": "${b}", "gravity": "${g}",
        ])
        tree.update(data: ["t": "a", "s": 30, "v": "visible", "b": "red", "g": "right"])
        tree.update(data: [:])
        #expect((text.text, text.textSize, text.visibility) == (nil, 17, .gone))
        #expect(text.background == .clear)
        #expect(text.property(named: "text") == NodeValue.none)
    }

    @Test func aValueThatTheNodeDoesNotTakeBecomesTheDefault() throws {
        let (tree, text) = try text(["textSize": "${s}", "lines": "${l}"])
        tree.update(data: ["s": 30, "l": 4])
        tree.update(data: ["s": -1, "l": -1])
        #expect((text.textSize, text.lines) == (17, 1))
    }

    @Test func theLastBindingOfAPropertyCounts() throws {
        let (tree, text) = try text(["text": "${a}"])
        let template = try makeTemplate(NodeSpec("NText", ["text": "${b}"]))
        for setter in template.root.setters { setter.apply(to: text) }
        tree.update(data: ["a": "first", "b": "last"])
        #expect(text.text == "last")
    }

    // MARK: - What changes

    @Test func onlyNodesThatChangeAreMarked() throws {
        let tree = try makeTree(
            NodeSpec(
                "VHLayout",
                [:],
                [
                    NodeSpec("NText", ["text": "${a}"]), NodeSpec("NText", ["text": "${b}", "textColor": "${c}"]),
                    NodeSpec("NText", ["action": "${d}"]),
                ]
            )
        )
        tree.update(data: ["a": "1", "b": "2", "c": "red", "d": "x"])
        for node in tree.nodes { node.needs = [] }
        tree.update(data: ["a": "1", "b": "2", "c": "blue", "d": "y"])
        #expect(tree.nodes.map(\.needs) == [.drawingBelow, [], .drawing, []])
        #expect(tree.root.children.last?.action == "y")
        for node in tree.nodes { node.needs = [] }
        tree.update(data: ["a": "3", "b": "2", "c": "blue", "d": "y"])
        #expect(tree.nodes.map(\.needs) == [[.layoutBelow, .drawingBelow], [.measuring, .placing, .drawing], [], []])
    }

    @Test func equalDataMarksNothing() throws {
        let (tree, text) = try text(["text": "${t} and ${u}"])
        let data: JSONValue = ["t": "a", "u": ["b"]]
        tree.update(data: data)
        text.needs = []
        tree.update(data: data)
        tree.update(data: ["u": ["b"], "t": "a"])
        #expect(text.needs.isEmpty)
    }

    /// Texts that are equivalent in Unicode are two, as names of files are.
    @Test(arguments: ["text", "src", "backgroundImage", "action", "ofAnApp"])
    func aTextInAnotherNormalFormIsAnother(_ property: String) throws {
        let component = property == "src" ? "NImage" : "NText"
        let tree = try makeTree(NodeSpec(component, [property: "${value}"]))
        for text in ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}"] {
            tree.update(data: ["value": .string(text)])
            tree.root.needs = []
            tree.update(data: ["value": .string(text), "other": 1])
            #expect(tree.root.needs == [])
            let shown =
                switch tree.root.property(named: property) ?? tree.root.customProperty(named: property) {
                case .string(let text), .data(.string(let text)): text
                default: ""
                }
            #expect(shown.utf8.elementsEqual(text.utf8))
        }
    }

    @Test func whatAnAppSetStaysUntilItsBindingChanges() throws {
        let (tree, text) = try text(["text": "${t}", "textColor": "#000000"])
        tree.update(data: ["t": "a"])
        text.textColor = .clear
        tree.update(data: ["t": "b"])
        #expect(text.textColor == .clear)
        #expect(text.text == "b")
    }

    // MARK: - Environment

    @Test func bindingsReadTheEnvironment() throws {
        let (tree, text) = try text([
            "text": "${env.appearance} ${env.width} ${env.layoutDirection} ${env.language} ${t}",
            "textColor": "@{${env.appearance} ? ${dark} : ${light}}",
        ])
        tree.update(data: ["t": "x", "dark": "white"])
        #expect(text.text == "light 375 leftToRight en x")
        #expect(text.textColor == ARGBColor(rawValue: 0xFFFF_FFFF))
        tree.environment = ScreenEnvironment(width: 400, appearance: .dark, layoutDirection: .rightToLeft)
        #expect(text.text == "dark 400 rightToLeft en x")
        tree.update(data: ["env": ["appearance": "the data's own"], "t": "y"])
        #expect(text.text == "the data's own    y")
        tree.update(data: nil)
        #expect(text.text == "dark 400 rightToLeft en ")
    }

    @Test func anotherScreenChangesLengthsAndKeepsTheRest() throws {
        let spec = NodeSpec(
            "FrameLayout",
            ["layoutWidth": .rp(100)],
            [NodeSpec("NText", ["textSize": .rp(20), "paddingLeft": "${p}"])]
        )
        let tree = try makeTree(spec)
        let text = try #require(tree.root.children.first as? TextNode)
        tree.update(data: ["p": "10rp"])
        text.textColor = .clear
        tree.environment = ScreenEnvironment(width: 750)
        #expect((tree.root.layoutWidth, text.textSize, text.paddingLeft) == (100, 20, 10))
        #expect(text.textColor == .clear)
        tree.reset()
        #expect((tree.root.layoutWidth, text.textSize, text.paddingLeft) == (100, 20, 0))
    }

    // MARK: - Issues

    @Test func unknownWordsAndColoursAreReportedOnce() throws {
        let (tree, _) = try text(["textColor": "${c}", "gravity": "${g}"])
        var told: [NodeIssue] = []
        tree.onIssue = { told.append($0) }
        for step in 0..<3 {
            tree.update(data: ["c": .string("nocolour\(step)"), "g": .string("sideways\(step)")])
        }
        #expect(
            told.map(\.code) == [.unknownColor, .unknownWord] || told.map(\.code) == [.unknownWord, .unknownColor]
        )
        #expect(tree.issues == told)
        #expect(Set(told.compactMap(\.property)) == ["textColor", "gravity"])
    }

    @Test func aLongValueIsCutInAnIssue() throws {
        let (tree, _) = try text(["textColor": "${v}", "gravity": "${v}", "visibility": "${v}"])
        tree.update(data: ["v": .string(String(repeating: "é", count: 100_000))])
        #expect(tree.issues.count == 3 && tree.issues.allSatisfy { $0.message.utf8.count < 160 })
    }

    @Test(arguments: [Client.swift, .iOS]) func anUnknownWordHidesANode(_ client: Client) throws {
        let (tree, text) = try text(["visibility": "${v}"], client: client)
        tree.update(data: ["v": "hidden"])
        #expect(text.visibility == .gone)
        #expect(tree.issues.map(\.code) == (client == .swift ? [.unknownWord] : []))
        // A constant does so too, as it always did.
        let (constant, hidden) = try self.text(["visibility": "${v"], client: client)
        #expect(hidden.visibility == .gone && constant.issues.isEmpty)
    }

    // MARK: - Unknown properties

    @Test func bindingsOfUnknownPropertiesGiveTheirDataAside() throws {
        let (tree, text) = try text(["fancy": "${f}"])
        tree.update(data: ["f": [1, 2]])
        #expect(text.customProperty(named: "fancy") == .data([1, 2]))
        for data: JSONValue in [[:], ["f": .null]] {
            tree.update(data: ["f": [1, 2]])
            tree.update(data: data)
            #expect(text.customProperty(named: "fancy") == NodeValue.none)
        }
    }

    /// Equal numbers of two kinds are two values, and one that equals nothing may be the same again.
    @Test(
        arguments: [
            (.int(1), .double(1), true), (.double(1), .int(1), true), (.double(0), .double(-0.0), true),
            ([.int(1)], [.double(1)], true), (.double(.nan), .double(.nan), false), (.int(1), .int(1), false),
        ] as [(JSONValue, JSONValue, Bool)]
    )
    func anUnknownPropertyHasTheNumberOfTheData(_ first: JSONValue, _ second: JSONValue, _ isOther: Bool) throws {
        let (tree, text) = try text(["fancy": "${f}"])
        let container = Container(tree)
        container.update(data: ["f": first, "n": 1])
        container.layout(in: LayoutSize(width: 9, height: 9))
        _ = container.displayList()
        #expect(!container.needsDisplay)
        container.update(data: ["f": second, "n": 2])
        guard case .data(let value)? = text.customProperty(named: "fancy") else {
            Issue.record("the property has no data")
            return
        }
        #expect(value.isSame(as: second))
        #expect(container.needsDisplay == isOther)
    }

    @Test func namesThatLookEqualAreTwoProperties() throws {
        let (_, text) = try text(["caf\u{E9}": "a", "cafe\u{301}": "b"])
        #expect(text.customProperty(named: "caf\u{E9}") == .string("a"))
        #expect(text.customProperty(named: "cafe\u{301}") == .string("b"))
    }

    /// A program divides a whole number and a decimal one differently.
    @Test func aNumberOfAnotherKindIsOtherData() throws {
        let (tree, _) = try text(["text": "${n}", "dataTag": "x"])
        for data: JSONValue in [
            ["n": 1, "l": [1]], ["n": 1.0, "l": [1]], ["n": 1.0, "l": [1.0]], ["n": 1, "l": [1]],
        ] {
            tree.update(data: data)
            #expect(tree.data.isSame(as: data))
            tree.reuse(for: data)
            #expect(tree.data.isSame(as: data))
        }
        let model = DataModel(["n": 1])
        model["n"] = 1.0
        #expect(model["n"].isSame(as: 1.0))
    }

    // MARK: - The reference client

    @Test func theReferenceClientConvertsByText() throws {
        let (tree, text) = try text(
            ["textSize": "${s}", "visibility": "${v}", "background": "${b}", "flag": "${f}", "textColor": "${c}"],
            client: .iOS
        )
        tree.update(data: ["s": "30rp", "v": true, "b": "#FF0000", "f": "flag_clickable", "c": "nocolour"])
        #expect(text.textSize == 30, "the unit is not known there")
        #expect(text.visibility == .gone)
        #expect(text.background == .clear, "a text has no colours but its own")
        #expect(text.flag == [], "only known properties are fed")
        #expect(text.textColor == .black)
    }

    /// Other data sets properties with a binding anew, and leaves the others as an app set them.
    @Test func whatAnAppSetStaysOnPropertiesWithoutABinding() throws {
        let (tree, text) = try text(["text": "${t}", "textSize": "12"])
        tree.update(data: ["t": "A", "other": 1])
        text.text = "mine"
        text.textSize = 20
        tree.update(data: ["t": "A", "other": 1])
        #expect((text.text, text.textSize) == ("mine", 20))
        tree.update(data: ["t": "A", "other": 2])
        #expect((text.text, text.textSize) == ("A", 20))
    }
}

@Suite struct ReuseTests {
    /// Everything that a node shows, in pre-order.
    private func snapshot(_ tree: NodeTree) -> [String] {
        tree.nodes.map { node in
            let properties = LanguageSchema.standard.properties(of: node.componentID).map { property in
                "\(property.name)=\(node.property(named: property.name) ?? .none)"
            }
            return "\(node.componentName) \(properties) \(node.variables) \(node.customProperties)"
        }
    }

    private let card = NodeSpec(
        "VHLayout",
        ["orientation": 0, "visibility": "${v}", "background": "${c}", "layoutWidth": .rp(700)],
        variables: ["count": 1],
        [
            NodeSpec(
                "NText",
                ["text": "${title}", "textSize": "${size}", "textColor": "#112233", "lines": "${lines}"]
            ),
            NodeSpec("NText", ["text": "${a} of ${b}", "maxLines": "${lines}", "fancy": "${a}"]),
            NodeSpec("NImage", ["src": "${img}", "ratio": "${size}", "scaleType": "${st}", "action": "${b}"]),
            NodeSpec(
                "GridLayout",
                ["colCount": "${lines}", "padding": "${size}"],
                [NodeSpec("NLine", ["color": "${c}"])]
            ),
            NodeSpec("Grid", ["dataTag": "${items}"]),
        ]
    )

    private func randomData(_ generator: inout SeededGenerator) -> JSONValue {
        let values: [JSONValue] = [
            .null, true, 0, 3, -7, 2.5, "", "red", "#12345678", "visible", "invisible", "40rp", "center", [1], ["x": 2],
        ]
        var entries: [(String, JSONValue)] = []
        for key in ["v", "c", "title", "size", "lines", "a", "b", "img", "st"] where Bool.random(using: &generator) {
            entries.append((key, values.randomElement(using: &generator) ?? .null))
        }
        let types: [JSONValue] = ["Price", "Label", "Missing", 3]
        let items = (0..<Int.random(in: 0...5, using: &generator)).map { number -> JSONValue in
            ["type": types.randomElement(using: &generator) ?? .null, "n": .int(Int64(number % 3))]
        }
        if Bool.random(using: &generator) { entries.append(("items", .array(items))) }
        return .object(BindingObject(entries))
    }

    @Test func aRecycledCellShowsNothingOfTheOldOne() throws {
        let seed = RandomTests.seed
        var generator = SeededGenerator(seed: seed)
        let source = try PreparedTemplates([
            "Price": NodeSpec("NText", ["text": "${n}", "textColor": "red"]),
            "Label": NodeSpec("FrameLayout", [:], [NodeSpec("NText", ["text": "label ${n}"])]),
        ])
        let prepared = try PreparedTemplate(makeTemplate(card))
        let recycled = prepared.makeTree(source: source)
        for round in 0..<RandomTests.count(100) {
            let data = randomData(&generator)
            for node in recycled.nodes where Int.random(in: 0..<8, using: &generator) == 0 {
                node.background = .black
                node.name = "changed by the app"
                node.setVariable(.int(9), named: "count")
                (node as? TextNode)?.text = "changed by the app"
            }
            recycled.reuse(for: data)
            let fresh = prepared.makeTree(source: source)
            fresh.update(data: data)
            #expect(snapshot(recycled) == snapshot(fresh), "VV_SEED=\(seed), round \(round), data \(data)")
        }
    }

    @Test func anUpdateShowsWhatAFreshTreeShows() throws {
        let seed = RandomTests.seed
        var generator = SeededGenerator(seed: seed)
        let source = try PreparedTemplates(["Price": NodeSpec("NText", ["text": "${n}"])])
        let prepared = try PreparedTemplate(makeTemplate(card))
        let living = prepared.makeTree(source: source)
        for round in 0..<RandomTests.count(100) {
            let data = randomData(&generator)
            living.update(data: data)
            let fresh = prepared.makeTree(source: source)
            fresh.update(data: data)
            #expect(snapshot(living) == snapshot(fresh), "VV_SEED=\(seed), round \(round), data \(data)")
        }
    }

    @Test func aResetTreeIsLikeANewOne() throws {
        let source = try PreparedTemplates(["Price": NodeSpec("NText", ["text": "${n}"])])
        let prepared = try PreparedTemplate(makeTemplate(card))
        let tree = prepared.makeTree(source: source)
        tree.update(data: ["title": "a", "items": [["type": "Price", "n": 1]], "c": "red"])
        tree.root.name = "changed by the app"
        #expect(snapshot(tree) != snapshot(prepared.makeTree()))
        tree.reset()
        #expect(snapshot(tree) == snapshot(prepared.makeTree()))
        #expect(tree.data == nil)
        #expect(tree.nodes.allSatisfy { $0.needs == .everything })
    }
}
