import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

/// Flex layouts have the frames that a browser gives them; `.ci/flex-fixtures` writes the fixture.
@Suite struct FlexLayoutTests {
    /// A browser counts in 64ths of a pixel, and what it rounds adds up along a line.
    private static let tolerance = 0.2

    private static let trees: [BindingValue] = {
        guard let bytes = try? Fixtures.bytes("Layout/flex.json"),
            case .array(let trees)? = try? BindingValue(json: bytes)
        else { return [] }
        return trees
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

    /// The tree as a template.
    private static func source(_ tree: BindingValue) -> String {
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
