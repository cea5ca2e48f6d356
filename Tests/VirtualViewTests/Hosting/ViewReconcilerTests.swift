import Testing
import VirtualView
import VirtualViewTestSupport

@testable import VirtualViewCore

/// Views that show one display list after the other, compared with what the lists say.
@Suite struct ViewReconcilerTests {
    private static func item(
        _ content: DisplayList.Item.Content,
        _ index: Int,
        path: [DataPath.Step] = [],
        frame: LayoutRect
    ) -> DisplayList.Item {
        DisplayList.Item(
            nodeIndex: index,
            dataPath: DataPath(path),
            templateIndex: index,
            nodeID: 0,
            accessibilityText: nil,
            frame: frame,
            content: content
        )
    }

    private static func box(_ color: UInt32, radius: Double = 0) -> DisplayList.Item.Content {
        .box(
            DisplayList.Box(
                background: ARGBColor(rawValue: color),
                backgroundImage: nil,
                borderColor: .clear,
                borderWidth: 0,
                radii: DisplayList.CornerRadii(topLeft: radius, topRight: 0, bottomLeft: 0, bottomRight: 0)
            )
        )
    }

    private static func bar(_ rect: LayoutRect, _ color: UInt32) -> DisplayList.Item.Content {
        .bar(DisplayList.Bar(box: rect, fraction: 1, color: ARGBColor(rawValue: color)))
    }

    private static func group(_ clip: LayoutRect?, offset: Double? = nil) -> DisplayList.Group {
        var group = DisplayList.Group(clip: clip, radii: .zero, opacity: 1, scrolling: nil)
        if let offset, let clip {
            group.scrolling = DisplayList.Group.Scrolling(
                offset: LayoutPoint(x: 0, y: offset),
                contentSize: LayoutSize(width: clip.size.width, height: 10_000),
                isPaged: false
            )
        }
        return group
    }

    /// A list with one scroller, whose rows begin at an offset.
    private func feed(_ rows: some Sequence<Int>, offset: Double) -> DisplayList {
        let clip = LayoutRect(x: 10, y: 20, width: 100, height: 100)
        var items = [Self.item(.beginGroup(Self.group(clip, offset: offset)), 0, frame: clip)]
        for row in rows {
            let frame = LayoutRect(x: 10, y: 20 + Double(row) * 30 - offset, width: 100, height: 30)
            items.append(Self.item(Self.box(0xFFFF_FFFF), 1, path: [.index(row)], frame: frame))
        }
        items.append(Self.item(.endGroup, 0, frame: clip))
        return DisplayList(size: LayoutSize(width: 200, height: 200), items: items)
    }

    @Test func scrollingChangesNothingThatStaysInView() {
        var host = ModelHost()
        host.show(feed(0..<4, offset: 0))
        for offset in stride(from: 0.1, to: 29, by: 0.1) {
            let update = host.show(feed(0..<4, offset: offset))
            #expect(update.steps.allSatisfy { $0.change.isEmpty && !$0.isPlaced })
            #expect(update.detached.isEmpty && update.dropped.isEmpty)
        }
    }

    @Test func aPieceIsNewUntilAViewShowsIt() {
        var host = ModelHost()
        let first = host.show(feed(0..<3, offset: 0))
        #expect(first.steps.allSatisfy { $0.isNew })
        let second = host.show(feed([2, 0, 5], offset: 0))
        // The scroller, two rows that changed places, and one whose view showed another row.
        #expect(second.steps.map { $0.isNew } == [false, false, false, true])
        #expect(second.steps.map { $0.isPlaced } == [false, false, true, true])
    }

    @Test func aListOfAnyLengthNeedsAsManyViewsAsAreVisible() {
        var host = ModelHost()
        for first in 0..<2_000 { host.show(feed(first..<first + 5, offset: Double(first) * 30)) }
        // The scroller, five rows, and the one that leaves when another one comes.
        #expect(host.madeCount <= 7)
    }

    @Test func viewsForLaterAreLimited() {
        var host = ModelHost()
        host.show(feed(0..<100, offset: 0))
        host.show(feed(0..<1, offset: 0))
        #expect(host.views.count == 2 + host.reconciler.maximumSpares)
    }

    @Test func anotherColourChangesThatViewAlone() {
        var host = ModelHost()
        host.show(feed(0..<4, offset: 0))
        var list = feed(0..<4, offset: 0)
        list.items[2].content = Self.box(0xFF00_00FF)
        let changed = host.show(list).steps.filter { !$0.change.isEmpty }
        #expect(changed.map { $0.item } == [2])
        #expect(changed.map { $0.change } == [.content])
    }

    /// Images whose names are equivalent in Unicode are two.
    @Test func anImageWithAnEquivalentNameIsAnother() throws {
        let tree = try LayoutSource.prepare(#"<NImage src="${s}" layoutWidth="50" layoutHeight="50"/>"#).makeTree()
        let container = Container(tree)
        var reconciler = ViewReconciler()
        for (name, change) in [("caf\u{E9}", .all), ("cafe\u{301}", .content), ("cafe\u{301}", [])]
            as [(String, ViewUpdate.Change)]
        {
            container.update(data: ["s": .string(name)])
            container.layout(in: LayoutSize(width: 50, height: 50))
            let update = reconciler.update(to: container.displayList(), scale: 1) { _ in nil }
            #expect(update.steps.map { $0.change } == [change])
        }
    }

    @Test func aSlotStaysWithItsNode() {
        var host = ModelHost()
        let frame = LayoutRect(x: 0, y: 0, width: 10, height: 10)
        let slot = DisplayList.Item.Content.slot(DisplayList.Slot(component: "Map", box: frame, properties: [:]))
        let first = DisplayList(size: frame.size, items: [Self.item(slot, 1, path: [.index(0)], frame: frame)])
        let step = host.show(first).steps[0]
        // Nothing else takes the view of a slot.
        let other = DisplayList(size: frame.size, items: [Self.item(slot, 1, path: [.index(1)], frame: frame)])
        let update = host.show(other)
        #expect(update.dropped == [step.view])
        #expect(update.steps[0].view != step.view)
    }

    @Test func aBoxWithUnequalCornersIsDrawn() {
        #expect(ViewPiece.Kind(Self.box(0xFF00_0000)) == .fill)
        #expect(ViewPiece.Kind(Self.box(0xFF00_0000, radius: 4)) == .drawing)
    }

    /// What is drawn gets whole pixels around all of it; a box without drawing gets the nearest ones.
    @Test func aViewHasRoomForAllThatItDraws() {
        let rect = LayoutRect(x: 1.2, y: 3.4, width: 5, height: 6)
        let line = DisplayList.Line(
            start: LayoutPoint(x: 30, y: 20),
            end: LayoutPoint(x: 10, y: 20),
            width: 3,
            color: .black,
            dashes: []
        )
        let text = DisplayList.Text(
            lines: [.init(text: "word", baseline: LayoutPoint(x: 12, y: 20), width: 30)],
            font: TextFont(size: 10),
            color: .black,
            alignment: .left,
            isUnderlined: false,
            isStruckThrough: false,
            box: LayoutRect(x: 10, y: 10, width: 20, height: 12),
            lineHeight: 12,
            lineSpacing: 0
        )
        let slot = DisplayList.Slot(component: "Map", box: rect, properties: [:])
        let cases: [(DisplayList.Item.Content, LayoutRect)] = [
            (.line(line), LayoutRect(x: 8.5, y: 18.5, width: 23, height: 3)),
            (.text(text), LayoutRect(x: 7, y: 3, width: 40, height: 27)),
            (Self.bar(rect, 0xFF00_0000), LayoutRect(x: 1, y: 3, width: 5.5, height: 6.5)),
            (Self.box(0xFF00_0000), LayoutRect(x: 1, y: 3.5, width: 5, height: 6)),
            (Self.box(0xFF00_0000, radius: 4), LayoutRect(x: 1, y: 3, width: 5.5, height: 6.5)),
            (.slot(slot), LayoutRect(x: 1, y: 3.5, width: 5, height: 6)),
            (.beginGroup(Self.group(rect)), LayoutRect(x: 1, y: 3.5, width: 5, height: 6)),
            (.beginGroup(Self.group(nil)), LayoutRect(x: 1, y: 3.5, width: 5, height: 6)),
        ]
        for (content, expected) in cases {
            for origin in [LayoutPoint.zero, LayoutPoint(x: 40, y: 7.5)] {
                let piece = ViewPiece(Self.item(content, 0, frame: rect), from: origin, scale: 2)
                let frame = expected.moved(by: LayoutPoint(x: -origin.x, y: -origin.y))
                #expect(piece.frame == frame, "\(content)")
                let item = piece.itemFrame.moved(by: expected.origin)
                #expect(abs(item.origin.x - rect.origin.x) < 0.002 && abs(item.origin.y - rect.origin.y) < 0.002)
            }
        }
    }

    @Test(arguments: [1.0, 2.0, 3.0])
    func framesAreOnPixels(_ scale: Double) {
        var host = ModelHost(scale: scale)
        var random = RandomLists(seed: 7)
        for _ in 0..<20 {
            for step in host.show(random.list()).steps {
                let frame = step.piece.frame
                for edge in [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height] {
                    #expect(abs((edge * scale).rounded() - edge * scale) < 1e-6)
                }
            }
        }
    }

    /// Random lists, one after the other: the views show what the list says, in its order and at its places.
    @Test(arguments: 0..<40)
    func theViewsShowTheList(_ seed: Int) {
        var random = RandomLists(seed: UInt64(seed))
        var host = ModelHost()
        for _ in 0..<30 {
            let list = random.list()
            host.show(list)
            #expect(host.shownContents() == ModelHost.contents(of: list), "seed \(seed)")
            let most = list.items.count + ViewPiece.Kind.allCases.count * host.reconciler.maximumSpares
            #expect(host.views.count <= most)
        }
    }
}

// MARK: - Views that belong to nodes

extension ViewReconcilerTests {
    /// The nodes of the first list are gone before the next one, so that another may get their place in memory.
    @Test func theViewOfANodeThatIsGoneShowsNoOther() throws {
        let xml = "<Grid colCount=\"1\" itemHeight=\"30\" dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        let slider = "<Slider dataTag=\"${tags}\" layoutWidth=\"-1\" layoutHeight=\"30\"/>"
        let tag = "<NText text=\"a\" layoutWidth=\"500\" layoutHeight=\"30\"/>"
        let templates = PreparedTemplates([
            "A": try LayoutSource.prepare(slider), "B": try LayoutSource.prepare(slider),
            "tag": try LayoutSource.prepare(tag),
        ])
        let container = Container(try LayoutSource.prepare(xml).makeTree(source: templates))
        var reconciler = ViewReconciler()
        func show(_ type: String, count: Int = 40) -> Set<Int> {
            let entry: JSONValue = ["type": .string(type), "tags": [["type": "tag"]]]
            container.update(data: ["items": .array(BindingArray(Array(repeating: entry, count: count)))])
            container.layout(in: LayoutSize(width: 100, height: 2_000))
            let list = container.displayList()
            let finder = container.nodeFinder()
            for item in list.items { #expect(finder(item) === container.node(of: item)) }
            let update = reconciler.update(to: list, scale: 2, node: finder)
            return Set(update.steps.filter { $0.piece.kind == .scroller }.map { $0.view })
        }
        var seen: Set<Int> = []
        for round in 0..<20 {
            let views = show(round.isMultiple(of: 2) ? "A" : "B")
            #expect(views.count == 40)
            #expect(views.isDisjoint(with: seen), "round \(round)")
            seen.formUnion(views)
            container.update(data: ["items": []])
        }
    }
}

/// A host whose views are values.
private struct ModelHost {
    struct View {
        var parent = 0
        var children: [Int] = []
        var piece: ViewPiece?
        var scrolled = LayoutPoint.zero

        mutating func insert(_ number: Int, after previous: Int?) {
            let place = previous.flatMap { children.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            children.insert(number, at: place)
        }
    }

    var reconciler = ViewReconciler(maximumSpares: 4)
    var views: [Int: View] = [:]
    var root = View()
    var madeCount = 0
    var scale = 2.0

    @discardableResult
    mutating func show(_ list: DisplayList) -> ViewUpdate {
        let update = reconciler.update(to: list, scale: scale) { _ in nil }
        for number in update.dropped {
            detach(number)
            views[number] = nil
        }
        for number in update.detached { detach(number) }
        // The last view of each parent so far.
        var last: [Int: Int] = [:]
        for step in update.steps {
            if views[step.view] == nil {
                views[step.view] = View()
                madeCount += 1
            }
            if !step.change.isEmpty { views[step.view]?.piece = step.piece }
            #expect(views[step.view]?.piece == step.piece)
            if step.isPlaced {
                views[step.view]?.parent = step.parent
                if step.parent == ViewReconciler.root {
                    root.insert(step.view, after: last[step.parent])
                } else {
                    views[step.parent]?.insert(step.view, after: last[step.parent])
                }
            }
            last[step.parent] = step.view
            if case .beginGroup(let group) = list.items[step.item].content, let scrolling = group.scrolling {
                views[step.view]?.scrolled = scrolling.place(
                    in: list.items[step.item].frame.size,
                    isRightToLeft: list.items[step.item].isRightToLeft
                )
            }
        }
        for number in reconciler.trimSpares() { views[number] = nil }
        return update
    }

    private mutating func detach(_ number: Int) {
        guard let parent = views[number]?.parent else { return }
        if parent == ViewReconciler.root {
            root.children.removeAll { $0 == number }
        } else {
            views[parent]?.children.removeAll { $0 == number }
        }
    }

    /// What the views show, with absolute places, in the order of drawing.
    func shownContents() -> [String] {
        var contents: [String] = []
        func walk(_ children: [Int], _ origin: LayoutPoint) {
            for number in children {
                guard let view = views[number], let piece = view.piece else { continue }
                let corner = LayoutPoint(x: origin.x + piece.frame.origin.x, y: origin.y + piece.frame.origin.y)
                contents.append(Self.text(piece.content.moved(by: corner), piece.itemFrame, corner))
                guard case .beginGroup = piece.content else { continue }
                walk(view.children, LayoutPoint(x: corner.x - view.scrolled.x, y: corner.y - view.scrolled.y))
                contents.append("end")
            }
        }
        walk(root.children, .zero)
        return contents
    }

    static func contents(of list: DisplayList) -> [String] {
        // The place at which what is in a group counts from 0, and how far it is moved.
        var open = [(origin: LayoutPoint.zero, shift: LayoutPoint.zero)]
        return list.items.map { item in
            let (origin, shift) = open[open.count - 1]
            switch item.content {
            case .endGroup:
                open.removeLast()
                return "end"
            case .beginGroup(let group):
                func onPixel(_ place: Double, _ origin: Double) -> Double {
                    origin + ((place - origin) * 2).rounded() / 2
                }
                let frame = item.frame
                let corner = LayoutPoint(
                    x: onPixel(frame.origin.x, origin.x),
                    y: onPixel(frame.origin.y, origin.y)
                )
                // What scrolls counts from its node, and moves with the frame that is on pixels.
                guard let place = group.scrolling?.place(in: frame.size, isRightToLeft: item.isRightToLeft) else {
                    open.append((corner, shift))
                    break
                }
                open.append(
                    (
                        LayoutPoint(x: frame.origin.x - place.x, y: frame.origin.y - place.y),
                        LayoutPoint(
                            x: shift.x + corner.x - frame.origin.x,
                            y: shift.y + corner.y - frame.origin.y
                        )
                    )
                )
            default: break
            }
            return text(item.content.moved(by: shift), item.frame, shift)
        }
    }

    /// The places to a tenth of a point, because those of views are on pixels of their parents.
    private static func text(_ content: DisplayList.Item.Content, _ frame: LayoutRect, _ corner: LayoutPoint) -> String
    {
        func place(_ rect: LayoutRect) -> String {
            let numbers = [rect.origin.x + corner.x, rect.origin.y + corner.y, rect.size.width, rect.size.height]
            return numbers.map { String(($0 * 10).rounded() / 10) }.joined(separator: " ")
        }
        func absolute(_ rect: LayoutRect) -> String {
            [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
                .map { String(($0 * 10).rounded() / 10) }.joined(separator: " ")
        }
        switch content {
        case .beginGroup(let group): return "group \(group.clip.map(absolute) ?? "-") \(group.opacity)"
        case .box(let box): return "box \(place(frame)) \(box.background.rawValue)"
        case .bar(let bar): return "bar \(absolute(bar.box)) \(bar.color.rawValue)"
        default: return "other"
        }
    }
}

/// Lists that resemble each other: rows come, go, change their order and move between groups.
private struct RandomLists {
    private var random: SeededGenerator
    private var rows: [Int] = [1, 2, 3]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func list() -> DisplayList {
        for _ in 0..<Int.random(in: 0..<4, using: &random) {
            switch Int.random(in: 0..<3, using: &random) {
            case 0: rows.append(Int.random(in: 0..<40, using: &random))
            case 1: if !rows.isEmpty { rows.remove(at: Int.random(in: 0..<rows.count, using: &random)) }
            default: rows.shuffle(using: &random)
            }
        }
        var items: [DisplayList.Item] = []
        var depth = 0
        for row in rows {
            // A quarter of a point, which a tenth does not round to both sides.
            let x = Double(Int.random(in: 0..<200, using: &random)) / 4
            let frame = LayoutRect(x: x, y: Double(row), width: 20, height: 10)
            switch Int.random(in: 0..<6, using: &random) {
            case 0 where depth < 4:
                var group = DisplayList.Group(clip: frame, radii: .zero, opacity: 0.5, scrolling: nil)
                if Bool.random(using: &random) {
                    let offset = LayoutPoint(x: Double(Int.random(in: 0..<10, using: &random)), y: 0)
                    let size = LayoutSize(width: 50, height: 10)
                    group.scrolling = .init(offset: offset, contentSize: size, isPaged: false)
                }
                items.append(item(.beginGroup(group), row, frame))
                depth += 1
            case 1 where depth > 0:
                items.append(item(.endGroup, row, frame))
                depth -= 1
            case 2, 3:
                let box = DisplayList.Box(
                    background: ARGBColor(rawValue: UInt32(row)),
                    backgroundImage: nil,
                    borderColor: .clear,
                    borderWidth: 0,
                    radii: .zero
                )
                items.append(item(.box(box), row, frame))
            default:
                let color = ARGBColor(rawValue: UInt32(Int.random(in: 0..<3, using: &random)))
                items.append(item(.bar(DisplayList.Bar(box: frame, fraction: 1, color: color)), row, frame))
            }
        }
        for _ in 0..<depth { items.append(item(.endGroup, 0, .zero)) }
        return DisplayList(size: LayoutSize(width: 100, height: 100), items: items)
    }

    private mutating func item(_ content: DisplayList.Item.Content, _ row: Int, _ frame: LayoutRect) -> DisplayList.Item
    {
        DisplayList.Item(
            nodeIndex: row,
            dataPath: DataPath([.index(row)]),
            templateIndex: 0,
            nodeID: 0,
            accessibilityText: nil,
            frame: frame,
            isRightToLeft: row.isMultiple(of: 2),
            content: content
        )
    }
}
