import Testing
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// The steps of `vvc test`: which nodes they find, and what they can touch.
@Suite struct TestStepTests {
    /// Plays steps with a template whose items are of `Item`; what is printed without the sums.
    private func play(
        _ template: String,
        item: String = "",
        data: String = "{}",
        project: String = "{}",
        config: String = "",
        _ steps: String
    ) throws -> [String] {
        let space = try Workspace(isRepository: true)
        try space.write("vvc.json", project)
        try space.write("T/Screen.xml", template)
        try space.write("T/Screen.json", data)
        if !config.isEmpty { try space.write("T/config.properties", config) }
        if !item.isEmpty { try space.write("T/Item.xml", item) }
        let test = "{\"tests\": [{\"name\": \"it\", \"steps\": [\n\(steps)\n]}]}"
        try space.write("T/Screen.test.json", test)
        let result = space.vvc("test", "@/T", "--update")
        return (result.error + result.out).split(separator: "\n").dropLast().map(String.init)
    }

    private static let items =
        #"{"items": [{"type": "Item", "t": "a"}, {"type": "Item", "t": "b"}, {"type": "Item", "t": "c"}]}"#
    private static let item = """
        <NText id="7" name="b" text="${t}" layoutWidth="match_parent" layoutHeight="60" flag="flag_clickable" action="${t}"/>
        """

    // MARK: - Pages

    /// What stands before the first page and after the last one is no page.
    @Test(arguments: [
        (##"{"expect": {"texts": {"#b": "a", "#b[0]": "a", "#b[1]": "b", "#7[2]": "c", "#b[3]": null}}}"##, ""),
        (##"{"touch": "#b", "expect": {"events": [{"kind": "click", "action": "a"}]}}"##, ""),
        (
            ##"{"turn": {"node": "#p", "page": 2}}, {"touch": "#b[2]", "expect": {"events": [{"page": 2}, {"action": "c"}]}}"##,
            ""
        ),
        (##"{"expect": {"texts": {"#b[3]": "a"}}}"##, "there is no node '#b[3]'"),
    ])
    func copiesOfPagesAreNotFound(_ steps: String, _ problem: String) throws {
        let page = """
            <Page name="p" orientation="H" layoutWidth="match_parent" layoutHeight="100" dataTag="${items}"/>
            """
        let lines = try play(page, item: Self.item, data: Self.items, steps)
        #expect(problem.isEmpty ? lines.isEmpty : lines.contains { $0.contains(problem) }, "\(lines)")
    }

    // MARK: - Touching

    private static let screen = """
        <FrameLayout layoutWidth="match_parent" layoutHeight="100">
            <Scroller name="list" orientation="V" layoutWidth="match_parent" layoutHeight="100" dataTag="${items}"/>
            <FrameLayout name="row" layoutWidth="match_parent" layoutHeight="20" flag="flag_clickable" action="row">
                <NText name="label" layoutWidth="40" layoutHeight="20" text="a"/>
            </FrameLayout>
            <NText name="veil" layoutWidth="100" layoutHeight="20" text="a"/>
            <FrameLayout name="small" layoutWidth="10" layoutHeight="10" layoutMarginTop="80">
                <NText name="wide" layoutWidth="50" layoutHeight="10" text="a" flag="flag_clickable"/>
            </FrameLayout>
            <NText id="2" layoutWidth="20" layoutHeight="20" text="a" layoutGravity="right" flag="flag_clickable" action="two"/>
            <NText layoutWidth="20" layoutHeight="20" layoutGravity="right|bottom" text="a" flag="flag_clickable"/>
            <NText name="top" layoutWidth="20" layoutHeight="20" text="a" layoutGravity="right" flag="flag_clickable"/>
        </FrameLayout>
        """

    @Test(arguments: [
        ("#b[1]", "has its middle out of sight; scroll to it"), ("#b[2]", "has its middle out of sight; scroll to it"),
        ("#2", "is covered by #top"), ("#wide", "is outside of what it is in, and no touch gets there"),
        ("#b", ""), ("#row", ""), ("#label", ""), ("#veil", ""), ("#top", ""), ("#small", ""),
    ])
    func aNodeThatNoTouchReachesIsNotTouched(_ node: String, _ problem: String) throws {
        let item = Self.item.replacing("60", with: "110")
        let steps = #"{"touch": "\#(node)", "expect": {"issues": []}}"#
        let lines = try play(Self.screen, item: item, data: Self.items, steps)
        guard !problem.isEmpty else {
            #expect(lines.isEmpty, "\(lines)")
            return
        }
        #expect(
            lines.contains { $0.contains("Screen.test.json:2:") && $0.hasSuffix("'\(node)' \(problem)") },
            "\(lines)"
        )
    }

    @Test func whatIsScrolledIntoSightIsTouched() throws {
        let item = Self.item.replacing("60", with: "110")
        let steps = ##"""
            {"scroll": {"node": "#list", "y": 110}},
            {"touch": "#b[1]", "expect": {"events": [{"kind": "scroll"}, {"kind": "click", "action": "b"}]}}
            """##
        let lines = try play(Self.screen, item: item, data: Self.items, steps)
        #expect(lines.isEmpty, "\(lines)")
    }

    // MARK: - Events

    /// A list whose end is in sight asks for more as soon as it is shown.
    @Test(arguments: [
        (##"{"expect": {"events": [{"kind": "autoRefresh"}]}}, {"wait": 1, "expect": {"events": []}}"##, true),
        (##"{"expect": {"events": []}}"##, false),
        (##"{"wait": 1, "expect": {"events": []}}"##, true),
        (##"{"expect": {"issues": []}}, {"touch": "#b", "expect": {"events": [{"kind": "click"}]}}"##, true),
    ])
    func eventsOfTheFirstShowingAreThoseOfAStepThatExpectsThem(_ steps: String, _ isRight: Bool) throws {
        let list = #"<Scroller orientation="V" layoutWidth="match_parent" layoutHeight="100" dataTag="${items}"/>"#
        let lines = try play(list, item: Self.item, data: Self.items, steps)
        let problem = "an event was not expected: autoRefresh"
        #expect(isRight ? lines.isEmpty : lines.contains { $0.contains(problem) }, "\(lines)")
    }

    // MARK: - Problems

    /// Those of a template are there before it has data.
    @Test func problemsOfTheTemplatesThatAreShownAreExpectedToo() throws {
        let list = """
            <Scroller orientation="V" layoutWidth="match_parent" layoutHeight="100" dataTag="${items}" fontWeight="a"/>
            """
        let item = #"<NText layoutWidth="50" layoutHeight="20" text="a"><NLine/></NText>"#
        func found(_ step: String, _ data: String) throws -> [String] { try play(list, item: item, data: data, step) }
        let all = ##"{"expect": {"issues": ["node.ignored-children", "node.unknown-property"]}}"##
        #expect(try found(all, Self.items) == [])
        // Nobody sees what is wrong with an item that is not there.
        #expect(try found(##"{"expect": {"issues": ["node.unknown-property"]}}"##, #"{"items": []}"#) == [])
        let lines = try found(#"{"expect": {"issues": []}}"#, Self.items)
        let problem = "the problems are node.ignored-children, node.unknown-property, expected none"
        #expect(lines.contains { $0.contains(problem) }, "\(lines)")
        #expect(lines.contains { $0.contains("'Scroller' does not have the property") }, "\(lines)")
    }

    /// The app's own code has what a configuration adds, so that no problem is to be expected.
    @Test(arguments: [
        ("badgeKind=String\nVIEW_ID_Meter=1004", "none"), ("VIEW_ID_Meter=1004", "node.unknown-property"),
        ("NText.badgeKind=String\nVIEW_ID_Meter=1004", "none"),
        ("NImage.badgeKind=String\nVIEW_ID_Meter=1004", "node.unknown-property"),
    ])
    func whatAConfigurationAddsIsNoProblem(_ config: String, _ found: String) throws {
        let card = """
            <FrameLayout layoutWidth="100" layoutHeight="40">
                <NText layoutWidth="100" layoutHeight="20" text="a" badgeKind="x"/>
                <Meter layoutWidth="100" layoutHeight="20" badgeKind="x"/>
            </FrameLayout>
            """
        let lines = try play(card, config: config, #"{"expect": {"issues": []}}"#)
        let problem = "the problems are \(found), expected none"
        #expect(found == "none" ? lines.isEmpty : lines.contains { $0.contains(problem) }, "\(lines)")
    }

    // MARK: - The screen

    /// A card is as high as it is, and what fills the screen is never higher.
    @Test(arguments: [
        ("match_parent", 50, 200), ("match_parent", 944, 200), ("wrap_content", 50, 50), ("wrap_content", 944, 944),
    ])
    func whatFillsTheScreenIsAsHighAsThat(_ height: String, _ content: Int, _ expected: Int) throws {
        let screen = """
            <VHLayout id="1" orientation="V" layoutWidth="match_parent" layoutHeight="\(height)">
                <FrameLayout layoutWidth="match_parent" layoutHeight="\(content)"/>
            </VHLayout>
            """
        let project = #"{"tests": {"widths": [320], "height": 200}}"#
        let steps = ##"{"expect": {"frames": {"#1": [0, 0, 320, \##(expected)]}}}, {"touch": "10,\##(expected)"}"##
        let lines = try play(screen, project: project, steps)
        let problem = "'10,\(expected)' is outside of the container, 320 x \(expected)"
        #expect(lines.count { $0.contains("Screen.test.json") } == 1, "\(lines)")
        #expect(lines.contains { $0.contains(problem) }, "\(lines)")
    }
}
