import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

/// Flex layouts have the frames that a browser gives them; `.ci/flex-fixtures` writes the fixture.
@Suite struct FlexLayoutTests {
    /// A browser counts in 64ths of a pixel, and what it rounds adds up along a line.
    private static let tolerance = 0.2

    private static let trees: [JSONValue] = {
        guard let bytes = try? Fixtures.bytes("Layout/flex.json"),
            case .array(let trees)? = try? JSONValue(json: bytes)
        else { return [] }
        return Array(trees)
    }()

    @Test func thereAreManyTrees() {
        #expect(Self.trees.count >= 300)
    }

    @Test(arguments: trees.indices) func givesTheFramesOfABrowser(_ number: Int) throws {
        let entry = Self.trees[number]
        let tree = try #require(entry["tree"])
        let container = try LayoutSource.container(Self.source(tree))
        let size = LayoutSize(
            width: tree["properties"]?.number("layoutWidth") ?? 0,
            height: tree["properties"]?.number("layoutHeight") ?? 0
        )
        container.layout(in: size)
        let expected = entry.list("frames").map { frame -> [Double] in
            if case .array(let numbers) = frame { numbers.map(\.number) } else { [] }
        }
        let found = container.tree.nodes.map { node in
            let frame = container.frame(of: node)
            return [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height]
        }
        #expect(found.count == expected.count)
        for (index, pair) in zip(found, expected).enumerated() {
            let isNear = zip(pair.0, pair.1).allSatisfy { abs($0 - $1) <= Self.tolerance }
            #expect(isNear, "tree \(number), node \(index): \(pair.0) is not \(pair.1)\n\(Self.source(tree))")
        }
    }

    @Test func firstLinesOfTextStandOnOneLine() throws {
        let container = try LayoutSource.container(
            """
            <FlexLayout alignItems="baseline">
            <NText id="1" text="a" textSize="10" layoutWidth="-2" layoutHeight="-2"/>
            <NText id="2" text="b" textSize="20" layoutWidth="-2" layoutHeight="-2"/>
            <NText id="3" text="c" textSize="10" paddingTop="4" layoutWidth="-2" layoutHeight="-2"/>
            <NText id="4" text="d" textSize="10" lineHeight="15" layoutWidth="-2" layoutHeight="-2"/>
            <NText id="5" text="e" textSize="10" layoutMarginTop="3" layoutWidth="-2" layoutHeight="-2"/>
            <NText id="6" layoutWidth="5" layoutHeight="10"/>
            <FrameLayout id="7" layoutWidth="5" layoutHeight="10"/>
            </FlexLayout>
            """
        )
        container.layout(in: LayoutSize(width: 200, height: 60))
        // Letters stand 0.95 of their size below the upper edge; 19 for the largest.
        let expected = [1: 9.5, 2: 0, 3: 5.5, 4: 6.5, 5: 9.5, 6: 9, 7: 9]
        for (id, y) in expected {
            #expect(abs(container.frame(id: Int32(id)).origin.y - y) < 1e-9, "\(id): \(container.frame(id: Int32(id)))")
        }
    }

    @Test(arguments: [
        ("25%", 50.0), ("0%", 0), ("50", 50), ("0", 0), ("auto", 30), ("-5%", 30), ("-5", 30), ("x%", 30), ("nan", 30),
        ("inf", 30), ("inf%", 30),
    ])
    func theLengthBeforeRoomIsSharedIsPointsOrAPartOfTheLine(_ basis: String, _ width: Double) throws {
        let container = try LayoutSource.container(
            #"<FlexLayout><FrameLayout id="1" layoutWidth="30" flexBasis="\#(basis)"/></FlexLayout>"#
        )
        container.layout(in: LayoutSize(width: 200, height: 60))
        #expect(container.frame(id: 1).size.width == width)
    }

    @Test func aPartOfARowThatWrapsIsThatOfTheWidthOfItsContent() throws {
        let container = try LayoutSource.container(
            """
            <FrameLayout><FlexLayout id="2" layoutWidth="-2" layoutHeight="-2">
            <FrameLayout id="1" layoutWidth="30" layoutHeight="20" flexBasis="50%"/></FlexLayout></FrameLayout>
            """
        )
        container.layout(in: LayoutSize(width: 200, height: 60))
        #expect(container.frame(id: 1).size == LayoutSize(width: 15, height: 20))
        #expect(container.frame(id: 2).size == LayoutSize(width: 30, height: 20))
    }

    /// The tree as a template.
    private static func source(_ tree: JSONValue) -> String {
        guard case .object(let properties)? = tree["properties"] else { return "" }
        let name = properties["flexDirection"] == nil ? "FrameLayout" : "FlexLayout"
        var text = "<\(name)"
        for key in properties.sortedKeys {
            let value = properties[key]
            text += " \(key)=\"\(value?.text ?? value?.json ?? "")\""
        }
        return text + ">" + tree.list("children").map(source).joined(separator: "\n") + "</\(name)>"
    }
}
