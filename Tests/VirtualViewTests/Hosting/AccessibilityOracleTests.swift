import Foundation
import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewTestSupport

/// The walk over random trees gives what the rules give when they are applied one by one.
@Suite struct AccessibilityOracleTests {
    @Test func equalsTheRules() throws {
        var count = 0
        for seed in RandomTests.seeds(40) {
            count += try check(seed: seed)
        }
        #expect(count > 0, "nothing was presented")
    }

    private static let attributes = [
        #" accessibilityLabel="label""#, #" contentDescription="described""#, #" accessibilityRole="button""#,
        #" accessibilityRole="header""#, #" accessibilityRole="none""#, #" accessibilityGroup="true""#,
        #" accessibilityHidden="true""#, #" flag="flag_clickable""#, #" flag="flag_clickable""#,
        #" accessibilityValue="value""#, #" accessibilityState="selected""#, #" flag="flag_longclickable""#,
        #" alpha="0""#,
    ]

    private static let items = [
        "ItBox": """
        <VHLayout orientation="V" layoutWidth="60" layoutHeight="60"><NText text="one" layoutWidth="${w}"
        layoutHeight="20"/><NText text="two" layoutWidth="30" layoutHeight="20" flag="flag_clickable"/></VHLayout>
        """,
        "ItFlex": """
        <FrameLayout layoutWidth="60" layoutHeight="40" flag="flag_clickable"><NText text="three" layoutWidth="30"
        layoutHeight="20"/></FrameLayout>
        """,
        "ItFill": #"<NImage layoutWidth="-1" layoutHeight="20" accessibilityLabel="four" src="i"/>"#,
    ]

    /// Compares one template with some data, and returns how many elements there were.
    private func check(seed: UInt64) throws -> Int {
        var random = RandomLayout(seed: seed)
        var generator = SeededGenerator(seed: seed ^ 0xA11)
        let source = random.template().components(separatedBy: " layoutWidth=").joined(by: { _ in
            let extra = (0..<3).filter { _ in Int.random(in: 0..<5, using: &generator) == 0 }.compactMap { _ in
                Self.attributes.randomElement(using: &generator)
            }
            // An attribute stands once.
            let names = Set(extra.map { $0.prefix { $0 != "=" } })
            return names.compactMap { name in extra.first { $0.hasPrefix(name + "=") } }.sorted().joined()
                + " layoutWidth="
        })
        let template = try LayoutSource.prepare(source)
        let items = PreparedTemplates(try Self.items.mapValues { try LayoutSource.prepare($0) })
        let container = Container(template.makeTree(source: items), textMeasuring: FixedTextMetrics())
        var data: JSONValue?
        var count = 0
        for step in 0..<3 {
            data = random.data(changing: data)
            container.update(data: data)
            container.layout(in: LayoutSize(width: .random(in: 50...400, using: &generator).rounded(), height: 300))
            for node in container.tree.nodes {
                guard let list = node as? ItemContainerNode else { continue }
                if let page = list as? PageNode {
                    container.turn(page, to: step)
                } else {
                    container.scroll(list, to: LayoutPoint(x: 13, y: 17))
                }
            }
            container.layout(in: container.size)
            let tree = container.accessibilityTree()
            #expect(tree.nested() == AccessibilityOracle(container: container).elements(), "seed \(seed)\n\(source)")
            #expect(tree.elements.count == tree.nodes.count)
            for (element, node) in zip(tree.elements, tree.nodes) {
                #expect(element.templateIndex == node.templateIndex && element.nodeID == node.id)
            }
            count += tree.elements.count
        }
        return count
    }
}

extension [String] {
    /// Joins texts with separators that are made one after the other.
    fileprivate func joined(by separator: (Int) -> String) -> String {
        var text = first ?? ""
        for (index, piece) in dropFirst().enumerated() { text += separator(index) + piece }
        return text
    }
}
