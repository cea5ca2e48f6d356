import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewTestSupport

@testable import VirtualViewCore

/// A screen that followed looks like one that was made of the new version, for pairs of any two templates.
@Suite struct FollowOracleTests {
    private static let size = LayoutSize(width: 375, height: 500)

    private func container(_ source: Shelf, _ data: JSONValue?) throws -> Container {
        let tree = try source.preparedTemplate(for: "Screen").makeTree(
            as: "Screen",
            environment: ScreenEnvironment(),
            source: source,
            limits: NodeTree.Limits()
        )
        let container = Container(tree, textMeasuring: FixedTextMetrics())
        container.update(data: data)
        container.layout(in: Self.size)
        return container
    }

    /// Old, new, and old again, each compared with a container that was made of that version.
    private func check(
        _ old: PreparedTemplate,
        _ new: PreparedTemplate,
        _ source: Shelf,
        _ data: JSONValue?,
        seed: UInt64 = RandomTests.seed
    ) throws {
        source["Screen"] = old
        let screen = try container(source, data)
        let before = screen.displayList()
        for version in [new, old] {
            source["Screen"] = version
            let isOther = screen.tree.prepared.template != version.template
            #expect(try screen.follow(source) == isOther)
            screen.layout(in: Self.size)
            let (shown, expected) = (screen.displayList(), try container(source, data).displayList())
            #expect(shown == expected, "VV_SEED=\(seed)")
            #expect(screen.size == Self.size)
            #expect(try !screen.follow(source))
        }
        #expect(screen.displayList() == before)
    }

    @Test func looksLikeTheNewVersionForPairsOfSamples() throws {
        let samples = try SampleItems()
        let source = Shelf([:])
        for name in SampleItems.names { source[name] = try samples.renderer.source.preparedTemplate(for: name) }
        var generator = SeededGenerator(seed: RandomTests.seed)
        for _ in 0..<RandomTests.count(60) {
            guard let one = SampleItems.names.randomElement(using: &generator),
                let other = SampleItems.names.randomElement(using: &generator), let old = source[one],
                let new = source[other]
            else { continue }
            try check(old, new, source, SampleItems.data(Bool.random(using: &generator) ? one : other))
        }
    }

    @Test func looksLikeTheNewVersionForRandomTemplates() throws {
        let source = Shelf([:])
        for name in ["ItBox", "ItFlex", "ItFill"] { source[name] = try FixtureTemplates.prepare(name, .swift) }
        for number in 0..<RandomTests.count(25) {
            let seed = RandomTests.seed &+ UInt64(number)
            var (one, other) = (RandomLayout(seed: seed), RandomLayout(seed: seed &+ 1, hasDirections: true))
            let old = try LayoutSource.prepare(SourceFile(path: "One.xml", text: one.template()))
            let new = try LayoutSource.prepare(SourceFile(path: "Other.xml", text: other.template()))
            let data = number % 2 == 0 ? one.data(changing: nil) : other.data(changing: nil)
            try check(old, new, source, data, seed: seed)
        }
    }

    /// Values that apps set on nodes that both versions have are those of a new container on which they were set.
    @Test func keepsWhatWasSetOnNodesWithIds() throws {
        let source = Shelf([:])
        for name in ["ItBox", "ItFlex", "ItFill"] { source[name] = try FixtureTemplates.prepare(name, .swift) }
        for seed in RandomTests.seeds(25) {
            var generator = SeededGenerator(seed: seed)
            var random = RandomLayout(seed: seed)
            let xml = random.template()
            let old = try LayoutSource.prepare(SourceFile(path: "One.xml", text: xml))
            // The same nodes inside another one, with a new one before them.
            let wrapped =
                "<VHLayout orientation=\"V\" layoutWidth=\"-1\" layoutHeight=\"-1\"><NText text=\"new\" "
                + "layoutWidth=\"-1\" layoutHeight=\"12\"/>\(xml)</VHLayout>"
            let new = try LayoutSource.prepare(SourceFile(path: "One.xml", text: wrapped))
            let data = random.data(changing: nil)
            source["Screen"] = old
            let screen = try container(source, data)
            var ids: [(id: Int32, color: ARGBColor)] = []
            // The root is the root, so it is not the node inside another one. An item's node with the same id may come first,
            // and pages that go round show an entry in several items, which all follow as one.
            for node in screen.tree.nodes.dropFirst() where node.tree === screen.tree && node.id != 0 {
                guard Bool.random(using: &generator), screen.tree.node(withID: node.id) === node else { continue }
                ids.append((node.id, ARGBColor(rawValue: .random(in: 0...UInt32.max, using: &generator))))
            }
            func set(on container: Container) {
                for (id, color) in ids { container.tree.node(withID: id)?.background = color }
            }
            set(on: screen)
            source["Screen"] = new
            #expect(try screen.follow(source))
            screen.layout(in: Self.size)
            let fresh = try container(source, data)
            set(on: fresh)
            fresh.layout(in: Self.size)
            #expect(screen.displayList() == fresh.displayList(), "VV_SEED=\(seed)")
            source["Screen"] = old
            #expect(try screen.follow(source))
            screen.layout(in: Self.size)
            let original = try container(source, data)
            set(on: original)
            original.layout(in: Self.size)
            #expect(screen.displayList() == original.displayList(), "VV_SEED=\(seed)")
        }
    }
}
