import Foundation
import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewTestSupport

/// A layout after changes is that of a container that was never laid out before.
@Suite struct IncrementalLayoutTests {
    @Test func equalsAFullPass() throws {
        for seed in RandomTests.seeds(100) {
            try check(seed: seed, isExtreme: false, client: .swift)
        }
    }

    @Test func equalsAFullPassAsTheReferenceDoesIt() throws {
        for seed in RandomTests.seeds(100) {
            try check(seed: seed, isExtreme: false, client: .iOS)
        }
    }

    @Test func survivesExtremeNumbers() throws {
        for seed in RandomTests.seeds(40) {
            try check(seed: seed, isExtreme: true, client: .swift)
            try check(seed: seed, isExtreme: true, client: .iOS)
        }
    }

    private func check(seed: UInt64, isExtreme: Bool, client: Client) throws {
        var random = RandomLayout(
            seed: seed,
            isExtreme: isExtreme,
            targetsIOS: client == .iOS,
            hasDirections: true
        )
        var generator = SeededGenerator(seed: seed ^ 0x5EED)
        let source = random.template()
        let template = try LayoutSource.prepare(SourceFile(path: "Random.xml", text: source), client)
        let items = try FixtureTemplates(names: ["ItBox", "ItFlex", "ItFill"], client: client)
        let images = FixedImages([
            "small": LayoutSize(width: 20, height: 10), "large": LayoutSize(width: 90, height: 70),
        ])
        func makeContainer() -> Container {
            let tree = template.makeTree(source: items)
            let container = Container(tree, textMeasuring: FixedTextMetrics(), imageMeasuring: images)
            // Which items are live depends on what was seen before; `ListOracleTests` compares lists with windows.
            container.listWindow = nil
            return container
        }
        let container = makeContainer()
        var data: JSONValue?
        for step in 0..<6 {
            data = random.data(changing: data)
            let size = LayoutSize(width: .random(in: 50...400, using: &generator).rounded(), height: 300)
            if Int.random(in: 0..<4, using: &generator) == 0 {
                container.reuse(for: data)
            } else {
                container.update(data: data)
            }
            if Int.random(in: 0..<6, using: &generator) == 0 { container.environment.textScale = Double(1 + step) / 2 }
            if Int.random(in: 0..<3, using: &generator) == 0 {
                let isLeft = Bool.random(using: &generator)
                container.environment.layoutDirection = isLeft ? .leftToRight : .rightToLeft
            }
            if Bool.random(using: &generator) { _ = container.sizeThatFits(width: size.width) }
            container.layout(in: size)
            let fresh = makeContainer()
            fresh.environment = container.environment
            fresh.update(data: data)
            fresh.layout(in: size)
            try expectSame(container, fresh, "seed \(seed), step \(step), \(client.name)\n\(source)")
            if !isExtreme { _ = container.displayList() }
            let fitting = container.sizeThatFits(width: 200, height: 200)
            #expect(Self.bits(fitting) == Self.bits(fresh.sizeThatFits(width: 200, height: 200)), "seed \(seed)")
        }
    }

    private func expectSame(_ container: Container, _ fresh: Container, _ name: String) throws {
        let found = container.tree.nodes.map { Self.bits(container.frame(of: $0)) }
        let expected = fresh.tree.nodes.map { Self.bits(fresh.frame(of: $0)) }
        try #require(found == expected, "\(name)")
        let scrolled = container.tree.nodes.compactMap { ($0 as? ItemContainerNode).map { Self.bits($0.contentSize) } }
        let others = fresh.tree.nodes.compactMap { ($0 as? ItemContainerNode).map { Self.bits($0.contentSize) } }
        if scrolled.count == others.count, container.tree.nodes.allSatisfy({ $0.visibility != .gone }) {
            #expect(scrolled == others, "\(name)")
        }
    }

    /// The bits, because numbers that are none equal nothing.
    private static func bits(_ rect: LayoutRect) -> [UInt64] {
        bits(rect.size) + [rect.origin.x.bitPattern, rect.origin.y.bitPattern]
    }

    private static func bits(_ size: LayoutSize) -> [UInt64] {
        [size.width.bitPattern, size.height.bitPattern]
    }
}
