import Foundation
import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

/// What a screen reader presents, rule by rule (`Docs/Language.md`, "All components: accessibility").
@Suite struct AccessibilityTreeTests {
    private static let size = #"layoutWidth="20" layoutHeight="10""#

    /// The elements as `role label = value [states] (actions) <parent`.
    private func elements(_ source: String, data: JSONValue? = nil) throws -> [String] {
        try container(source, data: data).accessibilityTree().elements.map { $0.summary }
    }

    private func container(_ source: String, data: JSONValue? = nil, items: String = Self.item) throws -> Container {
        let tree = try LayoutSource.prepare(source).makeTree(source: try PreparedTemplates(items))
        let container = Container(tree, textMeasuring: FixedTextMetrics())
        if let data { container.update(data: data) }
        container.layout(in: LayoutSize(width: 100, height: 100))
        return container
    }

    private static let item = #"<NText text="${t}" layoutWidth="100" layoutHeight="40" visibility="${v}"/>"#

    private static func box(_ attributes: String, _ content: String = text("a") + text("b")) -> String {
        #"<FrameLayout layoutWidth="-1" layoutHeight="-1" \#(attributes)>\#(content)</FrameLayout>"#
    }

    private static func text(_ text: String, _ attributes: String = "") -> String {
        #"<NText text="\#(text)" \#(size) \#(attributes)/>"#
    }

    private static func image(_ attributes: String) -> String { "<NImage src=\"i\" \(size) \(attributes)/>" }

    private static let click = #"flag="flag_clickable" action="go""#

    // MARK: - Elements

    @Test(arguments: [
        (text("a"), ["text a"]),
        (text(" "), []),
        (text("a", "accessibilityLabel=\"b\""), ["text b"]),
        (text("a", "contentDescription=\"c\""), ["text c"]),
        (text("a", "contentDescription=\"c\" accessibilityLabel=\"b\""), ["text b"]),
        (text("a", "accessibilityRole=\"header\""), ["header a"]),
        (text("a", "accessibilityRole=\"none\""), ["text a"]),
        (text("a", click), ["button a (click)"]),
        (text("a", "\(click) accessibilityRole=\"link\""), ["link a (click)"]),
        (text("a", "\(click) accessibilityRole=\"none\""), ["text a"]),
        (text("a", "flag=\"flag_longclickable|flag_clickable\""), ["button a (click, longClick)"]),
        (image(""), []),
        (image("accessibilityLabel=\"b\""), ["image b"]),
        (image("accessibilityLabel=\"b\" accessibilityRole=\"none\""), ["none b"]),
        (image("accessibilityRole=\"image\""), []),
        (image(click), ["button - (click)"]),
        (image("accessibilityLabel=\"b\" \(click)"), ["button b (click)"]),
        ("<Progress initValue=\"62\" \(size)/>", []),
        ("<Progress initValue=\"62\" accessibilityLabel=\"p\" \(size)/>", ["progress p = 62%"]),
        (
            "<Progress initValue=\"62\" accessibilityLabel=\"p\" accessibilityValue=\"half\" \(size)/>",
            ["progress p = half"]
        ),
        ("<NLine \(size)/>", []),
    ])
    func aNodeIsWhatItsComponentClicksAndWordsSay(_ source: String, _ expected: [String]) throws {
        #expect(try elements(Self.box("", source)) == expected)
    }

    @Test(arguments: [
        ("", ["text a", "text b"]),
        (click, ["button a, b (click)"]),
        ("\(click) accessibilityLabel=\"c\"", ["button c (click)"]),
        ("accessibilityLabel=\"c\"", ["none c"]),
        ("accessibilityGroup=\"true\"", ["none a, b"]),
        ("accessibilityGroup=\"false\"", ["text a", "text b"]),
        ("accessibilityRole=\"header\"", ["header a, b"]),
        ("accessibilityRole=\"none\"", ["text a", "text b"]),
        ("accessibilityRole=\"auto\"", ["text a", "text b"]),
        ("\(click) accessibilityRole=\"none\"", ["text a", "text b"]),
        ("\(click) accessibilityHidden=\"true\"", []),
        ("accessibilityHidden=\"false\"", ["text a", "text b"]),
        ("visibility=\"invisible\" name=\"x\"", []),
        ("alpha=\"0\"", []),
        ("alpha=\"0.01\"", ["text a", "text b"]),
        ("\(click) accessibilityState=\"selected|expanded\"", ["button a, b [selected, expanded] (click)"]),
        ("\(click) accessibilityValue=\"3 of 5\"", ["button a, b = 3 of 5 (click)"]),
    ])
    func aLayoutSpeaksForItsContentIfItIsSomething(_ attributes: String, _ expected: [String]) throws {
        #expect(try elements(Self.box(attributes)) == expected)
    }

    @Test func whatCanBePressedStaysAnElementInsideAButton() throws {
        let inner = Self.text("in", Self.click) + Self.text("b")
        #expect(
            try elements(Self.box(Self.click, Self.text("a") + inner))
                == ["button a, b (click)", "button in (click)"]
        )
        // What it says itself replaces the texts, but nothing that can be pressed.
        #expect(
            try elements(Self.box("accessibilityLabel=\"c\"", Self.text("a") + inner)) == [
                "none c", "button in (click)",
            ]
        )
    }

    @Test func whatCanBePressedInsideAGroupIsAnActionOfTheGroup() throws {
        let content = Self.text("a") + Self.text("in", Self.click) + Self.box("accessibilityGroup=\"true\"")
        #expect(
            try elements(Self.box("accessibilityGroup=\"true\"", content))
                == ["none a, a, b", "button in (click) <0"]
        )
        #expect(
            try elements(Self.box("accessibilityGroup=\"true\"", Self.image(Self.click)))
                == ["none -", "button - (click) <0"]
        )
    }

    @Test func labelsOfWhatIsInsideCountWithTheirValues() throws {
        let content =
            Self.text("a") + Self.image("accessibilityLabel=\"photo\"") + Self.image("")
            + #"<Progress initValue="50" accessibilityLabel="done" layoutWidth="9" layoutHeight="9"/>"#
            + Self.box("accessibilityLabel=\"inner\"") + Self.text("gone", "visibility=\"gone\" name=\"x\"")
            + Self.text("hidden", "accessibilityHidden=\"true\"")
        #expect(try elements(Self.box(Self.click, content)) == ["button a, photo, done, 50%, inner (click)"])
    }

    @Test func whatHasNoSizeIsNotPresented() throws {
        let empty = #"<NText text="a" layoutWidth="0" layoutHeight="10"/>"#
        #expect(try elements(Self.box("", empty + Self.text("b"))) == ["text b"])
        #expect(try elements(Self.box(Self.click, empty)) == ["button - (click)"])
    }

    @Test func bindingsSayEverything() throws {
        let source = Self.text(
            "a",
            #"""
            accessibilityLabel="${l}" accessibilityRole="${r}" accessibilityValue="${v}" accessibilityHidden="${h}"
            accessibilityState="${= (s ? 'selected ' : '') + (d ? 'disabled' : '')}" accessibilityGroup="${g}"
            """#
        )
        let screen = try container(Self.box("", source))
        func shown(_ data: JSONValue) -> [String] {
            screen.update(data: data)
            screen.layout(in: LayoutSize(width: 100, height: 100))
            return screen.accessibilityTree().elements.map { $0.summary }
        }
        #expect(shown(["l": "b", "r": "header", "v": "1"]) == ["header b = 1"])
        #expect(shown(["s": true, "d": true]) == ["text a [selected, disabled]"])
        #expect(shown(["s": true]) == ["text a [selected]"])
        #expect(screen.tree.issues.isEmpty)
        #expect(shown(["l": "", "r": "knob"]) == ["text a"])
        #expect(screen.tree.issues.count == 1)
        #expect(shown(["h": true, "l": "b"]) == [])
        #expect(shown(["h": "false"]) == ["text a"])
    }

    // MARK: - Reading order

    @Test func aRowFilledFromBothEndsIsReadFromStartToEnd() throws {
        let right = "layoutDirection=\"right\""
        let source =
            #"<VH2Layout orientation="H" layoutWidth="-1" layoutHeight="-1">"#
            + Self.text("d", right) + Self.text("a") + Self.text("c", right) + Self.text("b") + "</VH2Layout>"
        #expect(try elements(source) == ["text a", "text b", "text c", "text d"])
    }

    @Test(arguments: [("row", "bca"), ("row-reverse", "acb"), ("column", "bca"), ("column-reverse", "acb")])
    func aFlexLayoutIsReadByItsOrder(_ direction: String, _ expected: String) throws {
        for attribute in ["flexDirection=\"\(direction)\"", "flexFlow=\"\(direction) wrap\""] {
            let source =
                #"<FlexLayout \#(attribute) layoutWidth="-1" layoutHeight="-1">"#
                + Self.text("a", "order=\"3\"") + Self.text("b") + Self.text("c") + "</FlexLayout>"
            #expect(try elements(source) == expected.map { "text \($0)" }, "\(attribute)")
        }
    }

    /// Six texts in two lines of three, or columns.
    @Test(arguments: [
        ("row", "wrap", "bcd efa"), ("row", "wrap-reverse", "efa bcd"), ("row-reverse", "wrap", "dcb afe"),
        ("row-reverse", "wrap-reverse", "afe dcb"), ("column", "wrap-reverse", "efa bcd"),
        ("column-reverse", "wrap", "dcb afe"), ("row", "nowrap", "bcd efa"), ("row-reverse", "nowrap", "afe dcb"),
    ])
    func aFlexLayoutOfManyLinesIsReadLineByLine(_ direction: String, _ wrap: String, _ expected: String) throws {
        let gone = Self.text("g", "visibility=\"gone\"")
        let texts = Self.text("a", "order=\"3\"") + "bcd".map { Self.text("\($0)") }.joined() + gone
        let source =
            #"<FlexLayout flexDirection="\#(direction)" flexWrap="\#(wrap)" layoutWidth="70" layoutHeight="35">"#
            + texts + "ef".map { Self.text("\($0)") }.joined() + "</FlexLayout>"
        for isRightToLeft in [false, true] {
            let screen = try container(Self.box("", source))
            screen.tree.environment.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
            screen.layout(in: LayoutSize(width: 100, height: 100))
            let read = screen.accessibilityTree().elements.map(\.summary)
            #expect(read == expected.filter { $0 != " " }.map { "text \($0)" }, "\(isRightToLeft)")
        }
    }

    // MARK: - Lists and pages

    private static func entries(_ count: Int) -> JSONValue {
        let entries = (0..<count).map { JSONValue.object(["type": "item", "v": "visible", "t": .string("t\($0)")]) }
        return ["items": .array(BindingArray(entries))]
    }

    @Test func elementsOfAListSayTheirEntry() throws {
        let list = #"<Scroller dataTag="${items}" layoutWidth="-1" layoutHeight="-1"/>"#
        let screen = try container(Self.box("", list + Self.text("after")), data: Self.entries(3))
        let found = screen.accessibilityTree().elements
        #expect(found.map { $0.summary } == ["list -", "text t0 <0", "text t1 <0", "text t2 <0", "text after"])
        #expect(found.map(\.entryIndex) == [nil, 0, 1, 2, nil])
        #expect(found.map(\.entryCount) == [3, nil, nil, nil, nil])
        #expect(found[2].dataPath.description == "items[1]")
        #expect(try elements(Self.box("", list), data: ["items": []]) == [])
        let named = list.replacingOccurrences(of: "/>", with: " accessibilityLabel=\"Tea\"/>")
        #expect(try elements(Self.box("", named), data: ["items": []]) == ["list Tea"])
    }

    @Test func aListIsPresentedAsLongAsAnythingInItIs() throws {
        let list = #"<Scroller dataTag="${items}" layoutWidth="-1" layoutHeight="-1"/>"#
        func found(_ texts: [String]) throws -> [String] {
            let entries = texts.map { JSONValue.object(["type": "item", "v": "visible", "t": .string($0)]) }
            return try elements(Self.box("", list), data: ["items": .array(BindingArray(entries))])
        }
        #expect(try found(["a", " "]) == ["list -", "text a <0"])
        #expect(try found([" ", "a", " "]) == ["list -", "text a <0"])
        #expect(try found([" "]) == [])
    }

    @Test func ofAListOnlyWhatIsLiveIsPresented() throws {
        let list = #"<Scroller dataTag="${items}" layoutWidth="-1" layoutHeight="-1"/>"#
        let screen = try container(Self.box("", list), data: Self.entries(10_000))
        let scroller = try #require(screen.tree.root.children[0] as? ScrollerNode)
        screen.scroll(scroller, to: LayoutPoint(x: 0, y: 200_000))
        screen.layout(in: screen.size)
        let found = screen.accessibilityTree().elements
        #expect(found.count - 1 == scroller.items.count && found.count < 40)
        #expect(found[0].entryCount == 10_000 && found[1].entryIndex == scroller.liveRange.lowerBound)
        let seen = try #require(found.first { $0.label == "t5000" })
        #expect(seen.frame == LayoutRect(x: 0, y: 0, width: 100, height: 40))
    }

    @Test func ofPagesTheCurrentOneIsPresented() throws {
        let source = Self.box("", #"<Page id="1" dataTag="${items}" layoutWidth="-1" layoutHeight="-1"/>"#)
        let screen = try container(source, data: Self.entries(3))
        let page = try #require(screen.tree.root.children[0] as? PageNode)
        func found() -> [AccessibilityTree.Element] {
            screen.layout(in: screen.size)
            return screen.accessibilityTree().elements
        }
        #expect(found().map { $0.summary } == ["pages - (increment, decrement)", "text t0 <0"])
        #expect(found()[0].entryCount == 3 && found()[0].currentPage == 0 && found()[1].entryIndex == 0)
        #expect(screen.perform(.decrement, on: page))
        #expect(found().map { $0.summary } == ["pages - (increment, decrement)", "text t2 <0"])
        #expect(found()[1].frame.origin == .zero && found()[0].currentPage == 2)
        #expect(screen.perform(.increment, on: page) && page.currentPage == 0)
        page.canSlide = false
        #expect(found()[0].actions == [] && !screen.perform(.increment, on: page))
    }

    @Test func aSliderMovesByOneItem() throws {
        let source = Self.box("", #"<Slider dataTag="${items}" itemWidth="40" layoutWidth="-1" layoutHeight="-1"/>"#)
        for window in [ListWindow(), nil] {
            let screen = try container(source, data: Self.entries(5))
            screen.listWindow = window
            screen.layout(in: screen.size)
            let slider = try #require(screen.tree.root.children[0] as? SliderNode)
            var places: [Double] = []
            var isScrolled = false
            screen.onEvent = { isScrolled = isScrolled || $0.kind == .scroll }
            while screen.perform(.increment, on: slider) { places.append(slider.scrollOffset.x) }
            #expect(places == [40, 80, 100] && isScrolled)
            #expect(screen.accessibilityTree().elements[0].actions == [.decrement])
            places = []
            while screen.perform(.decrement, on: slider) { places.append(slider.scrollOffset.x) }
            #expect(places == [80, 40, 0])
            #expect(screen.accessibilityTree().elements[0].actions == [.increment])
            // By so little nothing seems to be scrolled.
            screen.scroll(slider, to: LayoutPoint(x: 40.5, y: 0))
            #expect(screen.perform(.decrement, on: slider) && slider.scrollOffset.x == 0)
            screen.scroll(slider, to: LayoutPoint(x: 39.5, y: 0))
            #expect(screen.perform(.increment, on: slider) && slider.scrollOffset.x == 80)
        }
    }

    @Test func aListThatScrollsStaysOneInsideAButtonButNotInAGroup() throws {
        let list = #"<Scroller dataTag="${items}" layoutWidth="-1" layoutHeight="-1"/>"#
        let grid = #"<Grid dataTag="${items}" colCount="2" layoutWidth="-1" layoutHeight="-1"/>"#
        #expect(
            try elements(Self.box(Self.click, Self.text("a") + list), data: Self.entries(1))
                == ["button a (click)", "list -", "text t0 <1"]
        )
        #expect(try elements(Self.box(Self.click, grid), data: Self.entries(2)) == ["button t0, t1 (click)"])
        #expect(try elements(Self.box("", grid), data: Self.entries(1)) == ["list -", "text t0 <0"])
        #expect(try elements(Self.box("accessibilityGroup=\"true\"", list), data: Self.entries(2)) == ["none t0, t1"])
    }

    // MARK: - What hosts do with it

    @Test func aClickOnAnElementIsThatOfItsNode() throws {
        let screen = try container(Self.box(Self.click))
        var events: [NodeEvent.Kind] = []
        screen.onEvent = { events.append($0.kind) }
        let tree = screen.accessibilityTree()
        #expect(screen.perform(.click, on: tree.nodes[0]))
        #expect(!screen.perform(.longClick, on: tree.nodes[0]))
        #expect(events == [.click])
    }

    /// The entry of an element may be gone before the next frame; its nodes wait for another one.
    @Test(arguments: ["update", "model", "waiting model"]) func anActionOnANodeThatIsGoneIsNone(_ way: String) throws {
        let list = #"<Scroller dataTag="${items}" layoutWidth="-1" layoutHeight="-1"/>"#
        let item = "<NText text=\"${t}\" \(Self.click) layoutWidth=\"100\" layoutHeight=\"40\"/>"
        let screen = try container(Self.box("", list), data: Self.entries(2), items: item)
        let model = DataModel(Self.entries(2))
        if way != "update" { screen.model = model }
        let tree = screen.accessibilityTree()
        #expect(tree.elements.map { $0.label } == [nil, "t0", "t1"])
        var paths: [String] = []
        screen.onEvent = { paths.append($0.dataPath.description) }
        if way == "update" { screen.update(data: Self.entries(1)) } else { model.data = Self.entries(1) }
        if way == "model" { model.flush() }
        #expect(!screen.perform(.click, on: tree.nodes[2]))
        #expect(screen.perform(.click, on: tree.nodes[1]))
        #expect(paths == ["items[0]"])
    }

    /// As with a finger: the element is still known until the next frame.
    @Test(arguments: ["gone", "invisible"], [true, false])
    func anActionOnANodeThatIsHiddenIsNone(_ visibility: String, _ isAround: Bool) throws {
        let bound = #" visibility="${v}""#
        let text = Self.text("a", Self.click + (isAround ? "" : bound))
        let screen = try container(Self.box(isAround ? bound : "", text), data: ["v": "visible"])
        let node = try #require(screen.accessibilityTree().nodes.first)
        screen.update(data: ["v": .string(visibility)])
        #expect(!screen.perform(.click, on: node))
        screen.update(data: ["v": "visible"])
        #expect(screen.perform(.click, on: node))
    }

    @Test func displayListsSayTheSameWords() throws {
        let source = Self.box(
            "",
            Self.text("a", "accessibilityLabel=\"b\" contentDescription=\"c\"")
                + Self.box("accessibilityHidden=\"true\"", Self.text("d")) + Self.text("e", "contentDescription=\"f\"")
        )
        #expect(try container(source).displayList().items.map(\.accessibilityText) == ["b", nil, "f"])
    }

    @Test(arguments: [
        ("NText", "accessibilityLabel", NodeValue.string("b")), ("NText", "flag", .int(Node.Flags.clickable.rawValue)),
        ("Page", "canSlide", .int(0)),
    ])
    func whatIsPresentedOtherwiseIsShownAgain(_ component: String, _ name: String, _ value: NodeValue) throws {
        let attributes = #"text="a" dataTag="${items}" layoutWidth="-1" layoutHeight="-1""#
        let screen = try container(Self.box("", "<\(component) \(attributes)/>"), data: Self.entries(3))
        let before = screen.accessibilityTree().elements
        _ = screen.displayList()
        #expect(!screen.needsDisplay)
        #expect(screen.tree.root.children[0].setProperty(value, named: name))
        #expect(screen.needsDisplay && !screen.needsLayout)
        #expect(screen.accessibilityTree().elements != before)
    }

    @Test func aDescriptionFromDataIsShownAgain() throws {
        let text = Self.text("a", #"contentDescription="${v}""#)
        let screen = try container(Self.box("", text), data: ["v": "b"])
        _ = screen.displayList()
        #expect(!screen.needsDisplay)
        screen.update(data: ["v": "c"])
        #expect(screen.needsDisplay && !screen.needsLayout)
        #expect(screen.accessibilityTree().elements.map(\.label) == ["c"])
    }

    @Test func aSliderMovesByOneItemPastOneThatIsGone() throws {
        let source = Self.box("", #"<Slider dataTag="${items}" itemWidth="40" layoutWidth="-1" layoutHeight="-1"/>"#)
        let entries = (0..<8).map { number -> JSONValue in
            ["type": "item", "t": "a", "v": number == 2 ? "gone" : "visible"]
        }
        let screen = try container(source, data: ["items": .array(BindingArray(entries))])
        screen.listWindow = nil
        screen.layout(in: screen.size)
        let slider = try #require(screen.tree.root.children[0] as? SliderNode)
        var places: [Double] = []
        while screen.perform(.increment, on: slider) { places.append(slider.scrollOffset.x) }
        #expect(places == [40, 80, 120, 160, 180])
        #expect(slider.scrollOffset(ofEntry: 2).x == 80)
    }

    @Test(arguments: [nil, ListWindow()], ["", "direction=\"rtl\""])
    func aSliderMovesFromItemToItemBehindItsPaddingAndBack(_ window: ListWindow?, _ direction: String) throws {
        let attributes = "itemWidth=\"40\" paddingLeft=\"12\" layoutWidth=\"-1\" layoutHeight=\"-1\" \(direction)"
        let source = Self.box("", "<Slider dataTag=\"${items}\" \(attributes)/>")
        let item = #"<NText text="${t}" layoutMarginLeft="4" layoutWidth="20" layoutHeight="40"/>"#
        let screen = try container(source, data: Self.entries(8), items: item)
        screen.listWindow = window
        screen.layout(in: screen.size)
        let slider = try #require(screen.tree.root.children[0] as? SliderNode)
        func places(_ action: AccessibilityTree.Element.Action) -> [Double] {
            var places: [Double] = []
            while screen.perform(action, on: slider) {
                screen.layout(in: screen.size)
                places.append(slider.scrollOffset.x)
            }
            return places
        }
        #expect(places(.increment) == [40, 80, 120, 160, 200, 232])
        #expect(places(.decrement) == [200, 160, 120, 80, 40, 0])
    }

    @Test(arguments: [nil, ListWindow()])
    func aSliderMovesToTheRestOfItsLastItem(_ window: ListWindow?) throws {
        // One that is longer than what is seen, and one with a padding behind it.
        let cases = [("itemWidth=\"250\"", 1, [100.0, 150]), ("itemWidth=\"92\" paddingRight=\"16\"", 2, [92, 100])]
        for (attributes, count, expected) in cases {
            let source = Self.box(
                "",
                #"<Slider dataTag="${items}" layoutWidth="-1" layoutHeight="-1" \#(attributes)/>"#
            )
            let screen = try container(source, data: Self.entries(count))
            screen.listWindow = window
            screen.layout(in: screen.size)
            let slider = try #require(screen.tree.root.children[0] as? SliderNode)
            var places: [Double] = []
            while screen.accessibilityTree().elements[0].actions.contains(.increment), places.count < 5 {
                #expect(screen.perform(.increment, on: slider))
                screen.layout(in: screen.size)
                places.append(slider.scrollOffset.x)
            }
            #expect(places == expected)
            while screen.perform(.decrement, on: slider) { screen.layout(in: screen.size) }
            #expect(slider.scrollOffset.x == 0)
        }
    }
}

extension AccessibilityTree.Element {
    /// The element in one line, without its place.
    var summary: String {
        var text = "\(role.rawValue) \(label ?? "-")"
        if let value { text += " = \(value)" }
        if !states.isEmpty { text += " [\(states.map(\.rawValue).joined(separator: ", "))]" }
        if !actions.isEmpty { text += " (\(actions.map(\.rawValue).joined(separator: ", ")))" }
        if let parent { text += " <\(parent)" }
        return text
    }
}
