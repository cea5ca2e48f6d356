import VirtualView
import VirtualViewExpressions

/// A list with items for its window looks as if it had all of them, whatever the bytes do to its data, size and place.
///
/// Half of the inputs have numbers with which no list can be compared: huge, negative and not a number. Whatever came of
/// them, a list that is then shown for usual data looks like a new one.
func fuzzLists(_ bytes: [UInt8]) {
    guard bytes.count > 3, bytes.count <= 512 else { return }
    let list = Int(bytes[0] & 0x7F) % ListOracle.lists.count
    var choices = RandomChoices(bytes[1...])
    do {
        guard bytes[0] < 128 else {
            var session = try ExtremeListSession(list, choices)
            session.run()
            try session.compareWithNew(list)
            return
        }
        let oracle = try ListOracle(list) { range in
            let count = range.count
            let number = count <= 256 ? choices.byte() : choices.byte() << 16 | choices.byte() << 8 | choices.byte()
            return range.lowerBound + number % count
        }
        try oracle.fill(choices.byte() % 128)
        while !choices.isEmpty { try oracle.step() }
    } catch {
        preconditionFailure("\(error)")
    }
}

/// A list that gets lengths, gaps, sizes and offsets that no app gives.
private struct ExtremeListSession {
    private let container: Container
    private let list: ItemContainerNode
    private var choices: RandomChoices
    private var size = LayoutSize(width: 300, height: 400)

    init(_ list: Int, _ choices: RandomChoices) throws {
        container = try ListOracle.makeContainer(list)
        guard let node = container.tree.root.children[0] as? ItemContainerNode else {
            preconditionFailure("there is a list")
        }
        self.list = node
        self.choices = choices
    }

    private static let numbers: [Double] = [
        0, 10, 300, 1e4, -1, -300, 0.001, 1e7, 1e30, -1e30, 3e38, .infinity, -.infinity, .nan,
    ]

    private mutating func number() -> Double { choices.pick(Self.numbers) }

    private mutating func entry() -> JSONValue {
        [
            "type": .string(choices.pick(["item", "item", "item", "row", "none"])), "h": choices.number(),
            "w": choices.number(), "v": .string(choices.pick(["visible", "gone", "invisible"])), "m": choices.number(),
            "t": .string(choices.pick(["a", "b", ""])), "inner": .array([["type": "item", "h": choices.number()]]),
        ]
    }

    /// Does what the choices say; at most forty steps, of which each may make a thousand items.
    mutating func run() {
        for _ in 0..<40 where !choices.isEmpty {
            step()
            container.layout(in: size)
            precondition(list.liveRange.lowerBound >= 0, "live entries are entries")
            precondition(list.items.count <= list.liveRange.count, "an entry has one item")
            _ = container.displayList()
            _ = container.hitTest(LayoutPoint(x: 10, y: 10))
        }
    }

    private mutating func step() {
        switch choices.byte() % 10 {
        case 0:
            // Many that are equal, such as items without a length.
            let count = choices.pick([0, 1, 3, 70, 1_000])
            let entry = entry()
            let last = (0..<choices.byte() % 4).map { _ in self.entry() }
            show(Array(repeating: entry, count: count) + last)
        case 1:
            size = LayoutSize(width: choices.pick([300, 0, 1e7, number()]), height: choices.pick([400, 0, number()]))
        case 2, 3: container.scroll(list, to: LayoutPoint(x: number(), y: number()))
        case 4: list.scrollOffset = LayoutPoint(x: number(), y: number())
        case 5: applyChanges()
        case 6: setGaps()
        case 7:
            container.listWindow = choices.byte() & 7 == 0 ? nil : ListWindow(ahead: number(), behind: number())
        case 8: container.prepareItemsAhead(choices.pick([0, 1, 100, .max, -1]))
        default:
            _ = list.scrollOffset(ofEntry: choices.byte() - 2)
            _ = container.sizeThatFits(width: number(), height: number())
        }
    }

    private func show(_ entries: [JSONValue]) {
        container.update(data: ["items": .array(BindingArray(entries))])
    }

    private mutating func applyChanges() {
        var changes = ListChanges()
        switch choices.byte() % 4 {
        case 0: for _ in 0..<choices.byte() % 8 { changes.insert(entry(), at: 0) }
        case 1: changes.remove(at: choices.byte())
        case 2: changes.move(from: choices.byte(), to: choices.byte())
        default: changes.change(entry(), at: choices.byte())
        }
        // An index may be that of no entry; then nothing is changed.
        try? list.apply(changes)
    }

    private mutating func setGaps() {
        list.layoutWidth = choices.pick([-1, -1, -2, 300, Float(number())])
        list.layoutHeight = choices.pick([-1, -1, -2, 300, Float(number())])
        list.paddingTop = Float(number())
        switch list {
        case let list as ScrollerNode:
            list.lineSpace = Float(number())
            list.firstSpace = Float(number())
            list.lastSpace = Float(number())
            list.mode = choices.pick([.linear, .linear, .staggeredGrid])
        case let list as SliderNode:
            list.itemMargin = Float(number())
            list.itemWidth = Float(number())
            list.span = Float(number())
        default: break
        }
    }

    /// Shows usual data, as in a recycled cell, and compares that with a new container.
    func compareWithNew(_ number: Int) throws {
        let new = try ListOracle.makeContainer(number)
        let entries: [JSONValue] = (0..<40).map { index in
            [
                "type": "item", "h": .int(20 + Int64(index)), "w": 30, "v": "visible", "m": 0,
                "t": .string("entry \(index)"),
            ]
        }
        for container in [container, new] {
            container.listWindow = ListWindow()
            container.reuse(for: ["items": .array(BindingArray(entries))])
            container.layout(in: LayoutSize(width: 300, height: 400))
        }
        // A farther scroll leads to where the lengths are only estimated, by what was measured before.
        let distance = ListOracle.lists[number].contains("anchor=\"end\"") ? -150.0 : 150
        for _ in 0..<3 {
            let difference = ListOracle.difference(between: container, and: new)
            precondition(difference == nil, "after usual data a list looks like a new one; \(difference ?? "")")
            for container in [container, new] {
                guard let list = container.tree.root.children[0] as? ItemContainerNode else { continue }
                let offset = list.scrollOffset
                container.scroll(list, to: LayoutPoint(x: offset.x + distance, y: offset.y + distance))
                container.layout(in: LayoutSize(width: 300, height: 400))
            }
        }
    }
}
