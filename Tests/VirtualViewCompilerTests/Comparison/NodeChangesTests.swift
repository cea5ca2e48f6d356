import Testing
import VirtualViewTestSupport

@testable import VirtualViewCompiler

/// What comparisons find of edits that are made by chance.
@Suite struct NodeChangesTests {
    /// A tree that can be edited.
    final class Tree {
        var component: String
        var properties: [String: String]
        var children: [Tree]
        /// The node in the old version that this one is or was made from.
        var origin: Int?

        init(_ component: String, _ properties: [String: String] = [:], _ children: [Tree] = []) {
            (self.component, self.properties, self.children) = (component, properties, children)
        }

        init(_ number: Int, _ nodes: [ComparedNode]) {
            let node = nodes[number]
            component = node.component
            properties = node.properties.reduce(into: [:]) { $0[$1.name] = $1.value }
            children = []
            origin = number
            var next = number + 1
            while next < nodes.count, nodes[next].depth > node.depth {
                if nodes[next].depth == node.depth + 1 { children.append(Tree(next, nodes)) }
                next += 1
            }
        }

        func nodes(depth: Int = 0) -> [ComparedNode] {
            let own = ComparedNode(
                component,
                depth: depth,
                id: properties["id"],
                name: properties["name"],
                properties: properties.map { .init($0.key, $0.value) }
            )
            return [own] + children.flatMap { $0.nodes(depth: depth + 1) }
        }

        /// All nodes in pre-order, with the one that each is in.
        func all(in parent: Tree? = nil) -> [(node: Tree, parent: Tree?)] {
            [(self, parent)] + children.flatMap { $0.all(in: self) }
        }

        func holds(_ other: Tree) -> Bool { self === other || children.contains { $0.holds(other) } }
    }

    private static let components = ["Frame", "Row", "Grid"]

    /// Makes a tree; when it is distinct, no two nodes have equal values.
    private func makeTree(_ isDistinct: Bool, using random: inout SeededGenerator) -> Tree {
        var count = 0
        func make(_ depth: Int) -> Tree {
            count += 1
            let isLeaf = depth > 3 || Int.random(in: 0..<4, using: &random) == 0
            let component = isLeaf ? "Text" : Self.components.randomElement(using: &random) ?? ""
            var properties: [String: String] = [:]
            if isDistinct || Int.random(in: 0..<3, using: &random) == 0 { properties["text"] = "\(count)" }
            for name in ["width", "height", "color", "size"] where Bool.random(using: &random) {
                properties[name] = "\(Int.random(in: 0..<3, using: &random))"
            }
            if Int.random(in: 0..<8, using: &random) == 0 { properties["id"] = "\(count)" }
            let children = isLeaf ? 0 : Int.random(in: 0...4, using: &random)
            return Tree(component, properties, (0..<children).map { _ in make(depth + 1) })
        }
        return make(0)
    }

    /// What an edit should be found as.
    private enum Edit: Equatable {
        case nothing
        case added(Int)
        case removed(Int)
        case around, unwrapped, moved
        case property(String)
    }

    /// Makes one edit somewhere.
    private func edit(_ root: inout Tree, using random: inout SeededGenerator) -> Edit {
        let all = root.all()
        let (node, parent) = all.randomElement(using: &random) ?? (root, nil)
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            let fresh = Tree("Text", ["text": "new"], [])
            if Bool.random(using: &random) { fresh.children = [Tree("Row", ["text": "newer"])] }
            node.children.insert(fresh, at: Int.random(in: 0...node.children.count, using: &random))
            return .added(fresh.all().count)
        case 1:
            guard let parent else { return .nothing }
            parent.children.removeAll { $0 === node }
            return .removed(node.all().count)
        case 2:
            let box = Tree(Self.components.randomElement(using: &random) ?? "", ["width": "9", "text": "box"], [node])
            guard let parent, let place = parent.children.firstIndex(where: { $0 === node }) else {
                root = box
                return .around
            }
            // Some of those that follow come into the box too.
            let end = Int.random(in: place..<parent.children.count, using: &random)
            box.children = Array(parent.children[place...end])
            parent.children.replaceSubrange(place...end, with: [box])
            return .around
        case 3:
            guard let parent, !node.children.isEmpty,
                let place = parent.children.firstIndex(where: { $0 === node })
            else { return .nothing }
            parent.children.replaceSubrange(place...place, with: node.children)
            return .unwrapped
        case 4:
            guard let parent, let target = all.randomElement(using: &random)?.node, !node.holds(target) else {
                return .nothing
            }
            let before = parent.children.map { ObjectIdentifier($0) }
            parent.children.removeAll { $0 === node }
            target.children.insert(node, at: Int.random(in: 0...target.children.count, using: &random))
            return target === parent && parent.children.map({ ObjectIdentifier($0) }) == before ? .nothing : .moved
        default:
            let name = ["text", "width", "extra"].randomElement(using: &random) ?? ""
            node.properties[name] = node.properties[name] == nil || Bool.random(using: &random) ? "changed" : nil
            return .property(name)
        }
    }

    private func matches(_ edit: Edit, _ changes: NodeChanges) -> Bool {
        let lines = changes.lines
        if edit == .nothing { return changes.isEmpty }
        guard lines.count == 1, let line = lines.first else { return false }
        switch (edit, line.kind) {
        case (.added(let count), .added): return !line.isAround && changes.all.count == count
        case (.removed(let count), .removed): return !line.isAround && changes.all.count == count
        case (.around, .added): return line.isAround && changes.all.count == 1
        case (.unwrapped, .removed): return line.isAround && changes.all.count == 1
        case (.moved, .moved): return true
        case (.property(let name), .property(let before, let after)): return (after ?? before)?.name == name
        default: return false
        }
    }

    @Test func aTreeHasNoDifferencesFromItself() {
        var random = SeededGenerator(seed: RandomTests.seed)
        for _ in 0..<RandomTests.count(100) {
            let nodes = makeTree(Bool.random(using: &random), using: &random).nodes()
            #expect(NodeChanges(from: nodes, to: nodes).isEmpty, "VV_SEED=\(RandomTests.seed)")
        }
    }

    @Test func anEditIsNamedExactly() {
        var random = SeededGenerator(seed: RandomTests.seed)
        for round in 0..<RandomTests.count(800) {
            var tree = makeTree(true, using: &random)
            let old = tree.nodes()
            let edit = edit(&tree, using: &random)
            let changes = NodeChanges(from: old, to: tree.nodes())
            guard !matches(edit, changes) else { continue }
            Issue.record(
                """
                VV_SEED=\(RandomTests.seed), round \(round): \(edit) is found as \
                \(changes.lines.map { "\($0.kind) \($0.old ?? -1) \($0.new ?? -1)" })
                \(describe(old))
                \(describe(tree.nodes()))
                """
            )
            return
        }
    }

    /// Of siblings that all changed, each is what is most alike, wherever others come or go between them.
    @Test(arguments: 0...4) func siblingsThatAllChangedKeepTheirPartners(_ place: Int) {
        func sibling(_ number: Int, _ text: String) -> Tree {
            Tree("Text", ["text": text, "width": "\(number)", "height": "\(number)", "color": "\(number)"])
        }
        var (old, new) = ((1...4).map { sibling($0, "old \($0)") }, (1...4).map { sibling($0, "new \($0)") })
        let other = Tree("Text", ["text": "other", "size": "9"])
        new.insert(other, at: place)
        func lines() -> [String] {
            let changes = NodeChanges(from: Tree("Row", [:], old).nodes(), to: Tree("Row", [:], new).nodes())
            return changes.lines.map { line in
                switch line.kind {
                case .property(_, let after): "\(line.new ?? -1) \(after?.name ?? "-") \(after?.value ?? "-")"
                case let kind: "\(kind) \(line.old ?? line.new ?? -1)"
                }
            }
        }
        let texts = (0...4).map { "\($0 + 1) text \(new[$0].properties["text"] ?? "")" }
        #expect(Set(lines()) == Set(texts.enumerated().map { $0.offset == place ? "added \(place + 1)" : $0.element }))
        (old, new) = (new, old)
        let changed = (0..<4).map { "\($0 + 1) text old \($0 + 1)" }
        #expect(Set(lines()) == Set(changed + ["removed \(place + 1)"]))
    }

    /// What is put into a box in its place is that, and not an equal node that stands elsewhere.
    @Test func whatIsInABoxNowIsNoEqualNodeElsewhere() {
        let (text, row) = (Tree("Text", ["text": "a"]), Tree("Row", ["id": "1"], [Tree("Text", ["text": "a"])]))
        let box = Tree("Row", ["id": "1"], [Tree("Grid", ["size": "1"], [text])])
        let (inner, outer) = (Tree("Frame", [:], [row]).nodes(), Tree("Frame", [:], [text, box]).nodes())
        let put = NodeChanges(from: inner, to: outer).lines
        #expect(put.map { "\($0.kind) \($0.isAround) \($0.new ?? -1)" } == ["added false 1", "added true 3"])
        let taken = NodeChanges(from: outer, to: inner).lines
        #expect(taken.map { "\($0.kind) \($0.isAround) \($0.old ?? -1)" } == ["removed false 1", "removed true 3"])
    }

    /// Where nodes are equal, one may be taken for another, and that costs further lines; it hardly ever does.
    @Test func anEditAmongEqualNodesIsNearlyAlwaysOneLine() {
        var random = SeededGenerator(seed: 1)
        var more = 0
        for _ in 0..<500 {
            var tree = makeTree(false, using: &random)
            let old = tree.nodes()
            let edit = edit(&tree, using: &random)
            if edit != .nothing, NodeChanges(from: old, to: tree.nodes()).lines.count > 1 { more += 1 }
        }
        #expect(more <= 2)
    }

    @Test func whatIsChangedAndPutIntoABoxIsNotNew() {
        func text(_ text: String, depth: Int) -> ComparedNode {
            ComparedNode("Text", depth: depth, properties: [.init("size", "3"), .init("text", text), .init("x", "1")])
        }
        let old = [ComparedNode("Frame", depth: 0), text("a", depth: 1), text("b", depth: 1)]
        let new = [old[0], old[1], ComparedNode("Row", depth: 1), text("c", depth: 2)]
        let changes = NodeChanges(from: old, to: new)
        #expect(changes.lines.map(\.isAround) == [true, false] && changes.all.count == 2)
        #expect(NodeChanges(from: new, to: old).all.map(\.isAround) == [true, false])
    }

    @Test func aRootIsFoundByItsIdInABox() {
        func node(_ component: String, _ depth: Int, id: String? = nil, _ value: String) -> ComparedNode {
            ComparedNode(component, depth: depth, id: id, properties: [.init("text", value)])
        }
        let old = [node("Text", 0, id: "title", "a")]
        let new = [node("Row", 0, "box"), node("Text", 1, id: "title", "b")]
        #expect(NodePairing(from: old, to: new).newPositions == [1])
        #expect(NodePairing(from: new, to: old).newPositions == [nil, 0])
    }

    @Test func whatIsOnlyAlikeInABoxOfAnotherKindIsNew() {
        func node(_ component: String, _ depth: Int) -> ComparedNode {
            ComparedNode(component, depth: depth, properties: [.init("size", "3"), .init("text", "a")])
        }
        let frame = ComparedNode("Frame", depth: 0)
        let box = ComparedNode("Row", depth: 1, properties: [.init("width", "1")])
        let (flat, boxed) = ([frame, node("Text", 1)], [frame, box, node("Image", 2)])
        #expect(NodePairing(from: flat, to: boxed).newPositions == [0, nil])
        #expect(NodePairing(from: boxed, to: flat).oldPositions == [0, nil])
    }

    /// A row moves to another parent, among rows with the same values; its text is another one too.
    @Test func childrenOfWhatIsFoundLastArePairedToo() {
        func frame(_ id: String, _ texts: [String]) -> [ComparedNode] {
            [ComparedNode("Frame", depth: 1, id: id, properties: [.init("id", id)])]
                + texts.flatMap { text in
                    [
                        ComparedNode("Row", depth: 2, properties: [.init("width", "1")]),
                        ComparedNode("Text", depth: 3, properties: [.init("text", text)]),
                    ]
                }
        }
        let root = [ComparedNode("Frame", depth: 0)]
        let old = root + frame("a", ["1"]) + frame("b", ["2"]) + frame("c", [])
        let new = root + frame("a", ["1"]) + frame("b", []) + frame("c", ["3"])
        #expect(NodePairing(from: old, to: new).newPositions == [0, 1, 2, 3, 4, 6, 7, 5])
    }

    @Test func nothingIsCalledGoneOfWhichAnEqualIsCalledNew() {
        var random = SeededGenerator(seed: RandomTests.seed)
        for round in 0..<RandomTests.count(500) {
            var tree = makeTree(Bool.random(using: &random), using: &random)
            let old = tree.nodes()
            for _ in 0..<Int.random(in: 1...10, using: &random) { _ = edit(&tree, using: &random) }
            let new = tree.nodes()
            let pairing = NodePairing(from: old, to: new)
            let gone = old.indices.filter { pairing.newPositions[$0] == nil }
            let added = new.indices.filter { pairing.oldPositions[$0] == nil }
            let isWrong = gone.contains { before in
                added.contains { after in
                    old[before].component == new[after].component && old[before].properties == new[after].properties
                }
            }
            guard isWrong else { continue }
            Issue.record("VV_SEED=\(RandomTests.seed), round \(round):\n\(describe(old))\n\(describe(new))")
            return
        }
    }

    private func describe(_ nodes: [ComparedNode]) -> String {
        nodes.enumerated().map { index, node in
            String(repeating: "  ", count: node.depth) + "\(index) \(node.component) "
                + node.properties.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
        }.joined(separator: "\n") + "\n"
    }

    // MARK: - Applying

    /// Makes the new version from the old one and the changes.
    private func apply(_ changes: NodeChanges, to old: [ComparedNode], making new: [ComparedNode]) -> [ComparedNode] {
        let root = Tree("", [:], [Tree(0, old)])
        var placed: [Int: Tree] = [:]
        var parents: [ObjectIdentifier: Tree] = [:]
        for (node, parent) in root.all() {
            parents[ObjectIdentifier(node)] = parent
            if let origin = node.origin, let position = changes.pairing.newPositions[origin] { placed[position] = node }
        }
        func take(_ node: Tree) {
            parents[ObjectIdentifier(node)]?.children.removeAll { $0 === node }
            parents[ObjectIdentifier(node)] = nil
        }
        func put(_ node: Tree, into parent: Tree, at place: Int) {
            take(node)
            parent.children.insert(node, at: min(place, parent.children.count))
            parents[ObjectIdentifier(node)] = parent
        }
        let nodes = root.all().compactMap { node, _ in node.origin.map { ($0, node) } }
        let byOrigin = Dictionary(uniqueKeysWithValues: nodes)
        // What moves is out of the way before anything takes its place.
        for change in changes.all where change.kind == .moved {
            if let node = change.new { take(placed[node] ?? root) }
        }
        for change in changes.all.reversed() where change.kind == .removed {
            guard let node = change.old.flatMap({ byOrigin[$0] }), let parent = parents[ObjectIdentifier(node)],
                let place = parent.children.firstIndex(where: { $0 === node })
            else { continue }
            let children = node.children
            take(node)
            for (step, child) in children.enumerated() { put(child, into: parent, at: place + step) }
        }
        for change in changes.all {
            switch change.kind {
            case .added:
                guard let position = change.new else { continue }
                let node = Tree(position, new)
                node.origin = nil
                node.children = []
                for child in change.kept { if let kept = placed[child] { put(kept, into: node, at: .max) } }
                placed[position] = node
                put(node, into: parent(of: position, new).flatMap { placed[$0] } ?? root, at: place(of: position, new))
            case .moved:
                guard let position = change.new, let node = placed[position] else { continue }
                put(node, into: parent(of: position, new).flatMap { placed[$0] } ?? root, at: place(of: position, new))
            case .component:
                if let position = change.new { placed[position]?.component = new[position].component }
            case .property(let before, let after):
                guard let position = change.new, let name = (after ?? before)?.name else { continue }
                placed[position]?.properties[name] = after?.value
            case .removed: break
            }
        }
        return root.children.flatMap { $0.nodes() }
    }

    private func parent(of position: Int, _ nodes: [ComparedNode]) -> Int? {
        nodes[..<position].lastIndex { $0.depth < nodes[position].depth }
    }

    private func place(of position: Int, _ nodes: [ComparedNode]) -> Int {
        let first = (parent(of: position, nodes) ?? -1) + 1
        return nodes[first..<position].count { $0.depth == nodes[position].depth }
    }

    @Test func changesMakeTheNewVersionFromTheOldOne() {
        var random = SeededGenerator(seed: RandomTests.seed)
        for round in 0..<RandomTests.count(500) {
            var tree = makeTree(Bool.random(using: &random), using: &random)
            let old = tree.nodes()
            // Many edits, a few, or another tree altogether.
            if round % 5 == 0 { tree = makeTree(false, using: &random) }
            for _ in 0..<Int.random(in: 0...(round % 10), using: &random) { _ = edit(&tree, using: &random) }
            let new = tree.nodes()
            let changes = NodeChanges(from: old, to: new)
            guard apply(changes, to: old, making: new) != new else { continue }
            Issue.record("VV_SEED=\(RandomTests.seed), round \(round):\n\(describe(old))\n\(describe(new))")
            return
        }
    }

    /// Each letter is a property; a capital one has another value.
    @Test(
        arguments: [
            ("", "", 1), ("abc", "abc", 1), ("abc", "", 0), ("a", "b", 0), ("ac", "c", 2 / 3.0), ("b", "abd", 0.5),
            ("abcd", "bd", 2 / 3.0), ("abc", "aBc", 2 / 3.0), ("A", "a", 0),
        ] as [(String, String, Double)]
    )
    func nodesAreAsAlikeAsTheirValues(_ one: String, _ other: String, _ likeness: Double) {
        func node(_ letters: String) -> ComparedNode {
            let properties = letters.map {
                ComparedNode.Property($0.lowercased(), $0.isUppercase ? "other" : "same")
            }
            return ComparedNode("Text", depth: 0, properties: properties)
        }
        #expect(abs(node(one).likeness(to: node(other)) - likeness) < 1e-9)
        #expect(abs(node(other).likeness(to: node(one)) - likeness) < 1e-9)
    }

    // MARK: - Sizes

    @Test func largeTreesAreComparedInTime() {
        let wide =
            [ComparedNode("Frame", depth: 0)]
            + (0..<5_000).map { ComparedNode("Text", depth: 1, properties: [.init("text", "\($0)")]) }
        let other =
            [ComparedNode("Frame", depth: 0)]
            + (0..<5_000).map { ComparedNode("Text", depth: 1, properties: [.init("text", "x\($0 % 7)")]) }
        #expect(NodeChanges(from: wide, to: other).lines.count == 5_000)
        let deep = (0..<20_000).map { ComparedNode("Frame", depth: $0, properties: [.init("text", "\($0)")]) }
        #expect(NodeChanges(from: deep, to: Array(deep.dropLast(1))).all.count == 1)
        #expect(NodeChanges(from: deep, to: [deep[0]]).lines.count == 1)
        #expect(NodeChanges(from: [], to: deep).lines.count == 1)
        #expect(NodeChanges(from: deep, to: []).lines.count == 1)
    }
}
