import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewWebPlayer

/// What a page gets from the player for what it passes in.
@Suite struct PlayerTests {
    /// Functions of a page that write down what they are asked.
    private final class Functions: PageFunctions {
        let calls = Locked<[String]>([])

        func call(_ name: String, _ arguments: String) -> JSONValue? {
            calls.withLock { $0.append("\(name) \(arguments)") }
            return .string("from \(name)")
        }
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func functionsOfAPageAreCalled() throws {
        let functions = Functions()
        let player = Player(functions: functions)
        #expect(player.registerFunctions(bytes(#"{"functions": ["price"]}"#)) == "{}")
        let card = try LayoutSource.bytes(#"<NText text="${= app.price(a, 2)}"/>"#, named: "Card")
        #expect(player.add(card).contains(#""issues":[]"#))
        #expect(player.open(bytes(#"{"template": "Card"}"#)) == #"{"view":1}"#)
        _ = player.withView(1) { $0.update(bytes(#"{"a": "x"}"#)) }
        #expect(functions.calls.withLock { $0 }.contains(#"price ["x",2]"#))
    }

    /// The list of the arguments is around data that is as deep as data may be.
    @Test func functionsOfAPageGetTheDeepestData() throws {
        let functions = Functions()
        let player = Player(functions: functions)
        #expect(player.registerFunctions(bytes(#"{"functions": ["price"]}"#)) == "{}")
        let deepest = String(repeating: "[", count: 255) + String(repeating: "]", count: 255)
        _ = try open(player, ["Card": #"<NText text="${= app.price(list(a))}"/>"#], #"{"a": \#(deepest)}"#)
        #expect(functions.calls.withLock { $0 }.contains("price [[\(deepest)]]"))
    }

    @Test(arguments: [
        (#"{"functions": 1}"#, "expected an object with functions"), ("[]", "expected an object with functions"),
        (#"{"functions": ["a", 1]}"#, "the name of a function is a text"), ("{", "invalid-json"),
    ])
    func whatIsNoListOfFunctionsIsRefused(_ json: String, _ message: String) {
        let answer = Player(functions: Functions()).registerFunctions(bytes(json))
        #expect(answer.hasPrefix(#"{"error":"#) && answer.contains(message), "\(answer)")
    }

    @Test func aPageWithoutFunctionsRegistersNone() {
        #expect(Player().registerFunctions(bytes(#"{"functions": []}"#)).contains("expected an object with functions"))
    }

    @Test(arguments: [
        (#"{"components": [{"name": "Badge"}]}"#, "a component has a name and an id"),
        (#"{"components": [{"name": "Badge", "id": 70000}]}"#, "a component has a name and an id"),
        (#"{"components": [{"name": "NText", "id": 1001}]}"#, "NText"),
        (
            #"{"components": [{"name": "Badge", "id": 1001, "properties": [{"name": "a"}]}]}"#,
            "'a' of 'Badge' has no kind"
        ),
        (#"{"components": [{"name": "Badge", "id": 1001, "family": 1}]}"#, "'Badge' has a family that is no text"),
        (#"{"components": [{"name": "Badge", "id": 1001, "children": "all"}]}"#, "not one of any, none, fromData"),
    ])
    func whatIsNoComponentIsRefused(_ json: String, _ message: String) {
        let answer = Player().registerComponents(bytes(json))
        #expect(answer.hasPrefix(#"{"error":"#) && answer.contains(message), "\(answer)")
    }

    @Test func componentsAreDeclaredAllOrNone() {
        let player = Player()
        func declare(_ names: String...) -> String {
            let rows = names.enumerated().map { #"{"name": "\#($0.element)", "id": \#(1001 + $0.offset)}"# }
            return player.registerComponents(bytes(#"{"components": [\#(rows.joined(separator: ", "))]}"#))
        }
        #expect(declare("Badge", "NText").contains("error"))
        #expect(declare("Badge", "Chart") == "{}")
        #expect(declare("Badge", "Chart", "Map") == "{}")
        #expect(declare("Badge", "Other").contains("error"))
    }

    /// Also of those inside of what the template hides.
    @Test func aPageIsToldOfSlotsThatScreenReadersLeaveOut() throws {
        let player = Player()
        let declared = #"{"components": [{"name": "Map", "id": 1202, "slot": true}]}"#
        #expect(player.registerComponents(bytes(declared)) == "{}")
        let compiler = TemplateCompiler(
            configuration: Configuration(components: [ComponentSchema(id: 1_202, name: "Map", isSlot: true)])
        )
        let source = """
            <FrameLayout layoutWidth="-1" layoutHeight="40"><Map layoutWidth="9" layoutHeight="9"/>
            <Map layoutWidth="9" layoutHeight="9" accessibilityHidden="true"/>
            <FrameLayout layoutWidth="9" layoutHeight="9" accessibilityHidden="true">
            <Map layoutWidth="9" layoutHeight="9"/></FrameLayout></FrameLayout>
            """
        let compiled = compiler.compile(SourceFile(path: "Card.xml", text: source))
        _ = player.add(try #require(compiled.bytes))
        _ = player.open(bytes(#"{"template": "Card"}"#))
        let view = try #require(player.view(1))
        _ = view.layout(width: 300, height: .nan)
        let list = try JSONValue(json: bytes(view.displayList(culling: false)))
        guard case .array(let items)? = list["items"] else {
            Issue.record("\(list.json)")
            return
        }
        #expect(items.filter { $0["kind"] == "slot" }.map { $0["unread"] } == [nil, true, true])
    }

    /// Opens a view of the first of some templates, with data, lays it out, and returns it.
    private func open(_ player: Player, _ sources: KeyValuePairs<String, String>, _ data: String) throws -> PlayerView {
        for (name, xml) in sources { _ = player.add(try LayoutSource.bytes(xml, named: name)) }
        let answer = player.open(bytes(#"{"template": "\#(sources[0].key)"}"#))
        let view = try #require(player.view(Int32(answer.filter(\.isNumber)) ?? 0))
        #expect(view.update(bytes(data)) == "{}")
        _ = view.layout(width: 300, height: .nan)
        return view
    }

    @Test func theSizeOfAnImageIsThatOfItsView() throws {
        let player = Player()
        let sources: KeyValuePairs = ["Photo": #"<NImage layoutWidth="-2" layoutHeight="-2" src="a"/>"#]
        let views = try (0..<2).map { _ in try open(player, sources, "{}") }
        for (number, height) in [(Int32(1), 40), (2, 80)] {
            player.imageDidArrive(bytes(#"{"source": "a", "width": 100, "height": \#(height)}"#), in: number)
        }
        let sizes = views.map { $0.layout(width: 310, height: .nan) }
        #expect(sizes[0].contains(#""height":40"#) && sizes[1].contains(#""height":80"#), "\(sizes)")
    }

    @Test func aPageMayLayOutAnyNumberOfTimes() throws {
        let view = try open(Player(), ["Card": #"<NText layoutWidth="-2" layoutHeight="20" text="a"/>"#], "{}")
        let answers = (0..<250).map { view.layout(width: 100 + Double($0), height: .nan) }
        let news = view.takeNews()
        #expect(Set(answers).count == 250 && news.contains(#""issues":[]"#), "\(news)")
    }

    private let list: KeyValuePairs = [
        "List": #"<Scroller orientation="V" layoutWidth="-1" layoutHeight="400" itemKey="name" dataTag="${rows}"/>"#,
        "Row": #"<NText layoutWidth="-1" layoutHeight="50" text="${name}" flag="flag_clickable" action="${name}"/>"#,
    ]

    private func rows(_ names: [String]) -> String {
        let rows = names.map { #"{"type": "Row", "name": "\#($0)"}"# }
        return #"{"rows": [\#(rows.joined(separator: ", "))]}"#
    }

    /// Lays out and draws, and returns the number of each row by its name.
    private func numbers(_ view: PlayerView) throws -> [String: Int32] {
        _ = view.layout(width: 300, height: .nan)
        _ = view.displayList(culling: false)
        guard case .array(let elements)? = try JSONValue(json: bytes(view.accessibilityElements()))["elements"] else {
            return [:]
        }
        var numbers: [String: Int32] = [:]
        for element in elements {
            if case .string(let label)? = element["label"], case .int(let node)? = element["node"] {
                numbers[label] = Int32(node)
            }
        }
        return numbers
    }

    @Test func nodesKeepTheirNumbersWhileTheyShowTheSameEntry() throws {
        let player = Player()
        let view = try open(player, list, rows(["a", "b", "c"]))
        let before = try numbers(view)
        _ = view.update(bytes(rows(["new", "c", "a"])))
        let after = try numbers(view)
        #expect(before.count == 3 && after["a"] == before["a"] && after["c"] == before["c"])
        #expect(!before.values.contains(after["new"] ?? 0))
        // What is gone takes no action, and what moved takes its own.
        #expect(view.perform(before["c"] ?? 0, 0) && !view.perform(before["b"] ?? 0, 0) && !view.perform(0, 0))
        #expect(view.takeNews().contains(#""action":"c""#))
    }

    @Test func nodesThatShowAnotherEntryHaveAnotherNumber() throws {
        let player = Player()
        let view = try open(player, list, rows((0..<500).map { "\($0)" }))
        let near = try numbers(view)
        let scroller = view.container.tree.root.hostNumber
        view.scroll(scroller, to: 0, 10_000)
        let far = try numbers(view)
        #expect(far["200"] != nil && Set(near.values).isDisjoint(with: far.values))
    }

    @Test func nodesKeepTheirNumbersInAnotherVersion() throws {
        func card(_ texts: String) -> String {
            #"<VHLayout orientation="V" layoutWidth="-1" layoutHeight="-2">\#(texts)</VHLayout>"#
        }
        let (first, second) = (
            #"<NText id="7" layoutWidth="-1" layoutHeight="20" text="a"/>"#,
            #"<NText layoutWidth="-1" layoutHeight="20" text="b"/>"#
        )
        let player = Player()
        let view = try open(player, ["Card": card(first)], "{}")
        let before = try numbers(view)["a"]
        _ = player.add(try LayoutSource.bytes(card(second + first), named: "Card"))
        #expect(view.follow().contains("true"))
        let after = try numbers(view)
        #expect(before != nil && after["a"] == before && after["b"] != before)
    }

    /// Pages that follow each other in a circle have a copy of the first and of the last one.
    @Test func pagesAndTheirCopiesKeepTheirOwnNumbersInAnotherVersion() throws {
        func pages(_ height: Int) -> String {
            #"<Page layoutWidth="-1" layoutHeight="\#(height)" dataTag="${rows}"/>"#
        }
        let player = Player()
        let sources: KeyValuePairs = ["Pages": pages(100), "Row": #"<Scroller layoutWidth="-1" layoutHeight="-1"/>"#]
        let view = try open(player, sources, rows(["a", "b", "c"]))
        func numbers() -> [Int32] {
            _ = view.layout(width: 300, height: .nan)
            _ = view.displayList(culling: false)
            return view.container.tree.nodes.map(\.hostNumber)
        }
        let before = numbers()
        #expect(Set(before).count == 6)
        _ = player.add(try LayoutSource.bytes(pages(120), named: "Pages"))
        #expect(view.follow().contains("true"))
        #expect(numbers() == before)
    }

    @Test func itemsOfAnOpenViewAreOfTheTemplatesThatItHas() throws {
        let player = Player()
        let view = try open(player, list, rows(["a"]))
        _ = player.add(
            try LayoutSource.bytes(#"<NText layoutWidth="-1" layoutHeight="50" text="other"/>"#, named: "Row")
        )
        _ = view.update(bytes(rows(["a", "b"])))
        #expect(try numbers(view).keys.sorted() == ["a", "b"])
        #expect(view.follow().contains("true"))
        _ = view.layout(width: 300, height: .nan)
        #expect(view.displayList(culling: false).contains("other"))
    }

    /// Fonts of which every character is as wide as a page says.
    private final class Fonts: FontMeasuring {
        let advance = Locked(10.0)

        func width(of text: String, in font: TextFont) -> Double {
            advance.withLock { $0 } * Double(text.unicodeScalars.count)
        }

        func lineHeight(of font: TextFont) -> Double { 20 }
        func ascent(of font: TextFont) -> Double { 16 }
    }

    /// Before a font has arrived, texts are as wide as in the one that stands for it.
    @Test func textsAreMeasuredAgainWhenFontsArrive() throws {
        let fonts = Fonts()
        let player = Player(fonts: fonts)
        let xml = #"<VHLayout><NText id="7" layoutWidth="-2" layoutHeight="-2" text="abc"/></VHLayout>"#
        _ = player.add(try LayoutSource.bytes(xml, named: "Card"))
        #expect(player.open(bytes(#"{"template": "Card", "metrics": "host"}"#)) == #"{"view":1}"#)
        func width() throws -> Double {
            let container = try #require(player.view(1)?.container)
            container.layout(in: LayoutSize(width: 200, height: 100))
            return container.frame(id: 7).size.width
        }
        #expect(try width() == 30)
        fonts.advance.withLock { $0 = 12 }
        #expect(try width() == 30)
        player.fontsDidArrive(in: 1)
        #expect(try width() == 36)
    }

    @Test func aTemplateThatWasNotAddedIsNotFound() {
        let answer = Player().open(bytes(#"{"template": "Card"}"#))
        #expect(answer.contains("notFound") && answer.contains("there is no template 'Card'"), "\(answer)")
    }
}
