import Testing
import VirtualView
import VirtualViewExpressions
import VirtualViewTestSupport

/// The columns of a staggered list follow from the lengths of items that are not live too, so these are measured again
/// when something changes that they depend on.
@Suite struct StaggeredLengthTests {
    private static let size = LayoutSize(width: 200, height: 100)
    private static let list = #"<Scroller dataTag="${rows}" mode="staggeredGrid" layoutWidth="-1" layoutHeight="-1"/>"#

    /// Texts and images that get another size.
    private final class Sizes: AlmostFixedMetrics, ImageMeasuring {
        private let images = Locked<[String: LayoutSize]>([:])
        private let factor = Locked(1.0)

        func scaleTexts(by factor: Double) { self.factor.withLock { $0 = factor } }
        func show(_ image: String, _ size: LayoutSize) { images.withLock { $0[image] = size } }
        func size(ofImage source: String) -> LayoutSize? { images.withLock { $0[source] } }

        func measure(_ text: String, in font: TextFont, within limits: TextLimits) -> LayoutSize {
            var size = FixedTextMetrics().measure(text, in: font, within: limits)
            // Not all in proportion, or no column would be another.
            size.height *= text.count % 3 == 0 ? factor.withLock { $0 } : 1
            return size
        }
    }

    private func container(_ sizes: Sizes, hasWindow: Bool) throws -> Container {
        let row = """
            <VHLayout orientation="V" layoutWidth="-1" layoutHeight="-2">
              <NImage src="${s}" layoutWidth="-2" layoutHeight="-2"/>
              <NText text="${t}" layoutWidth="-1" layoutHeight="-2"/>
            </VHLayout>
            """
        let source = PreparedTemplates(["row": try LayoutSource.prepare(row)])
        let tree = try LayoutSource.prepare(Self.list).makeTree(source: source)
        let container = Container(tree, textMeasuring: sizes, imageMeasuring: sizes)
        if !hasWindow { container.listWindow = nil }
        let rows = (0..<60).map { number -> JSONValue in
            let text = String(repeating: "x", count: 1 + number * 7 % 5)
            return ["type": "row", "s": .string("p\(number)"), "t": .string(text)]
        }
        container.update(data: ["rows": .array(BindingArray(rows))])
        container.layout(in: Self.size)
        return container
    }

    @Test(arguments: ["texts", "image"]) func columnsAreThoseOfAListWithAllItems(_ change: String) throws {
        let sizes = Sizes()
        let windowed = try container(sizes, hasWindow: true)
        let list = try #require(windowed.tree.root as? ScrollerNode)
        windowed.scroll(list, to: LayoutPoint(x: 0, y: 400))
        windowed.prepareItemsAhead()
        #expect(list.item(forEntry: 2) == nil && !windowed.needsLayout)
        if change == "image" {
            // Of one that was never visible nothing is known, and nothing changes.
            windowed.imageDidArrive("another")
            #expect(!windowed.needsLayout)
            sizes.show("p2", LayoutSize(width: 50, height: 60))
            windowed.imageDidArrive("p2")
        } else {
            sizes.scaleTexts(by: 1.7)
            windowed.textMetricsDidChange()
        }
        windowed.layout(in: Self.size)
        windowed.prepareItemsAhead()
        let full = try container(sizes, hasWindow: false)
        let all = try #require(full.tree.root as? ScrollerNode)
        for index in list.liveRange {
            #expect(list.item(forEntry: index)?.root.frame == all.item(forEntry: index)?.root.frame, "\(index)")
        }
    }
}
