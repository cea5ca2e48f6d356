import VirtualViewExpressions

/// Finds what a host has to do with its views to show the next display list.
///
/// A view has a number. It keeps showing the same node as long as that is in the list; a view of the app and one that
/// scrolls belong to a node, the others to a place in the data. What is left over shows what is new, so that a list of
/// any length needs as many views as are visible, and ``maximumSpares`` of each kind.
package struct ViewReconciler {
    /// The number that stands for the view around all others.
    package static let root = 0

    /// The largest number of views of a kind that are kept for later.
    package let maximumSpares: Int
    private var shown: [Key: Shown] = [:]
    private var spares: [[Int]]
    private var nextNumber = ViewReconciler.root + 1

    /// What makes a piece the same in two lists.
    private struct Key: Hashable {
        var owner: Owner
        var kind: ViewPiece.Kind
        /// Distinguishes the pieces of a node of the same kind.
        var count = 0
    }

    /// A node as one and no other; it is held, because one that is gone leaves its place in memory to another.
    private struct Identity: Hashable {
        let node: Node

        static func == (left: Identity, right: Identity) -> Bool { left.node === right.node }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(node)) }
    }

    private enum Owner: Hashable {
        case node(Identity)
        case place(DataPath, Int)
        /// A node that is gone, by the number of its view.
        case nobody(Int)
    }

    private struct Shown {
        var number: Int
        var parent: Int
        /// The place among the views of the parent.
        var index: Int
        var piece: ViewPiece
    }

    /// A group whose items are being read.
    private struct Open {
        var number: Int
        /// The corner of its content in the display list.
        var origin: LayoutPoint
        var childCount = 0
        /// The highest place that one of its views had before and keeps.
        var keptIndex = -1
    }

    /// Makes a reconciler without views.
    ///
    /// - Parameter maximumSpares: The largest number of views of a kind that are kept for later.
    package init(maximumSpares: Int = 16) {
        self.maximumSpares = maximumSpares
        spares = ViewPiece.Kind.allCases.map { _ in [] }
    }

    /// Returns what to do to show a list.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - scale: The number of pixels in a point.
    ///   - node: Finds the node of an item, for views that belong to one; these nodes live until the next update.
    /// - Returns: The changes.
    /// - Complexity: O(*n*) in the number of items.
    package mutating func update(
        to list: DisplayList,
        scale: Double,
        node: (DisplayList.Item) -> Node?
    ) -> ViewUpdate {
        let keys = keys(of: list, node)
        var update = ViewUpdate()
        retire(all: Set(keys.values), &update)
        var open = [Open(number: Self.root, origin: .zero)]
        for (position, item) in list.items.enumerated() {
            if case .endGroup = item.content {
                if open.count > 1 { open.removeLast() }
                continue
            }
            guard let key = keys[position] else { continue }
            let number = show(item, position, key, &open[open.count - 1], scale, &update)
            guard case .beginGroup(let group) = item.content, let piece = shown[key]?.piece else { continue }
            let outer = open[open.count - 1].origin
            var origin = LayoutPoint(x: outer.x + piece.frame.origin.x, y: outer.y + piece.frame.origin.y)
            if let scrolling = group.scrolling {
                // What scrolls is as its node is, though the frame around it is on pixels: pages begin where they rest.
                let place = scrolling.place(in: item.frame.size, isRightToLeft: item.isRightToLeft)
                origin = LayoutPoint(x: item.frame.origin.x - place.x, y: item.frame.origin.y - place.y)
            }
            open.append(Open(number: number, origin: origin))
        }
        return update
    }

    /// Gives the views of nodes to the nodes that took their places.
    ///
    /// - Parameter nodes: The new nodes by the old ones; all others are gone.
    package mutating func follow(_ nodes: [ObjectIdentifier: Node]) {
        let old = shown
        shown = [:]
        for (key, view) in old {
            var key = key
            if case .node(let old) = key.owner {
                key.owner = nodes[ObjectIdentifier(old.node)].map { .node(Identity(node: $0)) } ?? .nobody(view.number)
            }
            shown[key] = view
        }
    }

    /// Returns what each item that gets a view is known by, by its place in the list.
    private func keys(of list: DisplayList, _ node: (DisplayList.Item) -> Node?) -> [Int: Key] {
        var counts: [Key: Int] = [:]
        var keys: [Int: Key] = [:]
        for (position, item) in list.items.enumerated() {
            if case .endGroup = item.content { continue }
            let kind = ViewPiece.Kind(item.content)
            var owner = Owner.place(item.dataPath, item.templateIndex)
            if !kind.isShared, let node = node(item) { owner = .node(Identity(node: node)) }
            var key = Key(owner: owner, kind: kind)
            let count = counts[key] ?? 0
            counts[key] = count + 1
            key.count = count
            keys[position] = key
        }
        return keys
    }

    /// Takes out the views that are not shown any more.
    private mutating func retire(all wanted: Set<Key>, _ update: inout ViewUpdate) {
        var numbers: [(Int, ViewPiece.Kind)] = []
        for (key, old) in shown where !wanted.contains(key) {
            numbers.append((old.number, key.kind))
            shown[key] = nil
        }
        // The order of a dictionary is another one in each run.
        for (number, kind) in numbers.sorted(by: { $0.0 < $1.0 }) {
            if kind.isShared {
                spares[kind.rawValue].append(number)
                update.detached.append(number)
            } else {
                update.dropped.append(number)
            }
        }
    }

    /// Adds what is to be done with the view of an item; returns its number.
    private mutating func show(
        _ item: DisplayList.Item,
        _ position: Int,
        _ key: Key,
        _ parent: inout Open,
        _ scale: Double,
        _ update: inout ViewUpdate
    ) -> Int {
        let piece = ViewPiece(item, from: parent.origin, scale: scale)
        let index = parent.childCount
        parent.childCount += 1
        var step = ViewUpdate.Step(view: 0, parent: parent.number, piece: piece, item: position)
        if let old = shown[key] {
            step.view = old.number
            step.change = ViewUpdate.Change(from: old.piece, to: piece)
            if old.parent != parent.number || old.index <= parent.keptIndex {
                step.isPlaced = true
                update.detached.append(old.number)
            } else {
                parent.keptIndex = old.index
            }
        } else {
            step.isPlaced = true
            step.isNew = true
            step.change = .all
            if let spare = spares[key.kind.rawValue].popLast() {
                step.view = spare
            } else {
                step.view = nextNumber
                nextNumber += 1
            }
        }
        shown[key] = Shown(number: step.view, parent: parent.number, index: index, piece: piece)
        update.steps.append(step)
        return step.view
    }

    /// Returns the views that are too many to be kept for later; call it when an update is done.
    package mutating func trimSpares() -> [Int] {
        var dropped: [Int] = []
        for kind in spares.indices where spares[kind].count > maximumSpares {
            dropped += spares[kind][maximumSpares...]
            spares[kind].removeSubrange(maximumSpares...)
        }
        return dropped
    }
}
