import VirtualViewFormat

/// Finds the nodes of a tree in another version of it.
///
/// Nodes are the same that have one id or name, those with everything that is in them being equal, those of equal
/// content, those that hold the same nodes, and those in the same place, in this order. So a node that moves, or around
/// which another one is put, stays what it is.
///
/// Apps keep what users see by a smaller rule (`VirtualViewCore`, "NodeMatching"): there a wrong guess would show.
package struct NodePairing: Sendable {
    /// The new position of each old node; `nil` for a node that is gone.
    package let newPositions: [Int?]
    /// The old position of each new node; `nil` for a node that is new.
    package let oldPositions: [Int?]

    /// Compares two versions.
    ///
    /// - Parameters:
    ///   - old: The nodes of the old version in pre-order.
    ///   - new: The nodes of the new version in pre-order.
    /// - Complexity: O(*n* log *n*) in the number of nodes, and for children of one parent that differ the product of
    ///   their numbers up to a limit.
    package init(from old: [ComparedNode], to new: [ComparedNode]) {
        self.init(from: ComparedTree(old), to: ComparedTree(new))
    }

    init(from old: ComparedTree, to new: ComparedTree) {
        var work = NodePairer(old, new)
        work.run()
        newPositions = work.partners.map { $0 < 0 ? nil : $0 }
        oldPositions = work.origins.map { $0 < 0 ? nil : $0 }
    }
}

/// The work of pairing two trees.
private struct NodePairer {
    let old: ComparedTree
    let new: ComparedTree
    /// The new position of each old node, and the old position of each new one; -1 for none.
    var partners: [Int]
    var origins: [Int]

    /// The largest product of the numbers of children that are compared each with each.
    private static let largestTable = 40_000
    /// The number of nodes above a node that may be what its parent has become.
    private static let highestStep = 4

    init(_ old: ComparedTree, _ new: ComparedTree) {
        (self.old, self.new) = (old, new)
        partners = Array(repeating: -1, count: old.nodes.count)
        origins = Array(repeating: -1, count: new.nodes.count)
    }

    mutating func run() {
        pairIdentities { $0.id }
        pairIdentities { $0.name }
        pairUnique(old.wholeHashes, new.wholeHashes, isWhole: true)
        pairUnique(old.ownHashes, new.ownHashes, isWhole: false)
        pairParents()
        if let first = old.nodes.first, let other = new.nodes.first, first.component == other.component { pair(0, 0) }
        pairChildren()
        pairParents()
        let count = partners.count { $0 >= 0 }
        pairEqual(old.nodes.indices, new.nodes.indices, isWhole: true) { $0.wholeHashes[$1] }
        pairEqual(old.nodes.indices, new.nodes.indices, isWhole: false) { $0.ownHashes[$1] }
        if partners.count(where: { $0 >= 0 }) > count { pairChildren() }
        // A root has no other place.
        if !old.nodes.isEmpty, !new.nodes.isEmpty { pair(0, 0) }
    }

    private mutating func pair(_ before: Int, _ after: Int) {
        guard partners[before] < 0, origins[after] < 0 else { return }
        partners[before] = after
        origins[after] = before
    }

    /// Pairs two equal parts node by node.
    private mutating func pairWhole(_ before: Int, _ after: Int) {
        for step in 0..<min(old.ends[before] - before, new.ends[after] - after) { pair(before + step, after + step) }
    }
}

// MARK: - Identity and content

extension NodePairer {
    private struct Identity: Hashable {
        let component: String
        let text: ExactText
    }

    private mutating func pairIdentities(_ identity: (ComparedNode) -> String?) {
        /// The node with each identity; -1 if there are several.
        func find(_ tree: ComparedTree) -> [Identity: Int] {
            var found: [Identity: Int] = [:]
            for (index, node) in tree.nodes.enumerated() {
                guard let text = identity(node) else { continue }
                let key = Identity(component: node.component, text: ExactText(text))
                found[key] = found[key] == nil ? index : -1
            }
            return found
        }
        let places = find(new)
        for (key, before) in find(old).sorted(by: { $0.value < $1.value }) where before >= 0 {
            if let after = places[key], after >= 0 { pair(before, after) }
        }
    }

    /// Pairs what is there once in each version.
    private mutating func pairUnique(_ hashes: [UInt64], _ others: [UInt64], isWhole: Bool) {
        func find(_ hashes: [UInt64]) -> [UInt64: Int] {
            var found: [UInt64: Int] = [:]
            for (index, hash) in hashes.enumerated() { found[hash] = found[hash] == nil ? index : -1 }
            return found
        }
        let (mine, theirs) = (find(hashes), find(others))
        var index = 0
        while index < hashes.count {
            let isUnique = mine[hashes[index]] == index
            guard isUnique, let after = theirs[hashes[index]], after >= 0 else {
                index += 1
                continue
            }
            if isWhole { pairWhole(index, after) } else { pair(index, after) }
            index = isWhole ? old.ends[index] : index + 1
        }
    }

    /// Pairs what is left and equal, first with first.
    private mutating func pairEqual<Key: Hashable>(
        _ mine: some Sequence<Int>,
        _ theirs: some BidirectionalCollection<Int>,
        isWhole: Bool,
        _ key: (ComparedTree, Int) -> Key
    ) {
        var places: [Key: [Int]] = [:]
        for index in theirs.reversed() where origins[index] < 0 { places[key(new, index), default: []].append(index) }
        for index in mine where partners[index] < 0 {
            while let after = places[key(old, index)]?.popLast() {
                guard origins[after] < 0 else { continue }
                if isWhole { pairWhole(index, after) } else { pair(index, after) }
                break
            }
        }
    }

    /// Pairs nodes that hold the same nodes, from the innermost outwards.
    private mutating func pairParents() {
        for index in old.nodes.indices.reversed() where partners[index] < 0 && !old.children[index].isEmpty {
            var votes: [Int: Int] = [:]
            var voters = 0
            for child in old.children[index] where partners[child] >= 0 {
                voters += 1
                var candidate = new.parents[partners[child]]
                for step in 0..<Self.highestStep where candidate >= 0 {
                    if origins[candidate] < 0, new.nodes[candidate].component == old.nodes[index].component {
                        votes[candidate, default: 0] += step == 0 ? 3 : 2
                    }
                    candidate = new.parents[candidate]
                }
            }
            let best = votes.max { left, right in
                func rank(_ vote: (key: Int, value: Int)) -> Int {
                    vote.value + (new.ownHashes[vote.key] == old.ownHashes[index] ? voters : 0)
                }
                let (first, second) = (rank(left), rank(right))
                return first == second ? left.key > right.key : first < second
            }
            if let best, best.value >= voters { pair(index, best.key) }
        }
    }
}

// MARK: - Places

extension NodePairer {
    /// Pairs the children of paired nodes, from the outermost inwards.
    private mutating func pairChildren() {
        for index in old.nodes.indices where partners[index] >= 0 { pairChildren(of: index, partners[index]) }
    }

    private mutating func pairChildren(of before: Int, _ after: Int) {
        let children = old.children[before].filter { partners[$0] < 0 }
        let others = new.children[after].filter { origins[$0] < 0 }
        guard !children.isEmpty, !others.isEmpty else { return }
        pairInner(children, others)
        // Slices, of which the first elements go at no cost.
        var mine = children.filter { partners[$0] < 0 }[...]
        var theirs = others.filter { origins[$0] < 0 }[...]
        while let first = mine.first, let other = theirs.first, old.wholeHashes[first] == new.wholeHashes[other] {
            pairWhole(first, other)
            mine.removeFirst()
            theirs.removeFirst()
        }
        while let last = mine.last, let other = theirs.last, old.wholeHashes[last] == new.wholeHashes[other] {
            pairWhole(last, other)
            mine.removeLast()
            theirs.removeLast()
        }
        if mine.count * theirs.count <= Self.largestTable {
            pairBest(Array(mine), Array(theirs))
        } else {
            pairInOrder(Array(mine), Array(theirs))
        }
        pairAlikeInner(Array(mine), Array(theirs))
    }

    /// Pairs children with equal parts one level further in or out: something was put around them, or was taken away.
    private mutating func pairInner(_ mine: [Int], _ theirs: [Int]) {
        func places(_ indices: [Int], _ tree: ComparedTree, _ taken: [Int]) -> [UInt64: [Int]] {
            var places: [UInt64: [Int]] = [:]
            for index in indices.reversed() where taken[index] < 0 {
                places[tree.wholeHashes[index], default: []].append(index)
            }
            return places
        }
        let (own, others) = (places(mine, old, partners), places(theirs, new, origins))
        var inner = places(theirs.flatMap { new.children[$0] }, new, origins)
        for index in mine where others[old.wholeHashes[index]] == nil {
            guard let after = inner[old.wholeHashes[index]]?.popLast() else { continue }
            pairWhole(index, after)
        }
        var outer = places(mine.flatMap { old.children[$0] }, old, partners)
        for index in theirs where own[new.wholeHashes[index]] == nil && origins[index] < 0 {
            guard let before = outer[new.wholeHashes[index]]?.popLast() else { continue }
            pairWhole(before, index)
        }
    }

    /// Pairs children with much like them one level further in or out, if nothing in their place is.
    private mutating func pairAlikeInner(_ mine: [Int], _ theirs: [Int]) {
        let (left, right) = (mine.filter { partners[$0] < 0 }, theirs.filter { origins[$0] < 0 })
        let inner = right.flatMap { new.children[$0] }.filter { origins[$0] < 0 }
        let outer = left.flatMap { old.children[$0] }.filter { partners[$0] < 0 }
        guard left.count * inner.count + outer.count * right.count <= Self.largestTable else { return }
        func isAlike(_ before: Int, _ after: Int) -> Bool {
            let (first, second) = (old.nodes[before], new.nodes[after])
            return first.component == second.component && !first.properties.isEmpty
                && first.likeness(to: second) >= 0.5
        }
        for before in left {
            if let after = inner.first(where: { origins[$0] < 0 && isAlike(before, $0) }) { pair(before, after) }
        }
        for after in right where origins[after] < 0 {
            if let before = outer.first(where: { partners[$0] < 0 && isAlike($0, after) }) { pair(before, after) }
        }
    }

    /// Pairs two lists so that what is alike comes together, without crossing.
    private mutating func pairBest(_ mine: [Int], _ theirs: [Int]) {
        guard !mine.isEmpty, !theirs.isEmpty else { return }
        let width = theirs.count + 1
        var table = [Int](repeating: 0, count: (mine.count + 1) * width)
        var scores = [Int](repeating: 0, count: mine.count * theirs.count)
        for row in mine.indices.reversed() {
            for column in theirs.indices.reversed() {
                let score = score(mine[row], theirs[column])
                scores[row * theirs.count + column] = score
                let paired = score > 0 ? score + table[(row + 1) * width + column + 1] : 0
                table[row * width + column] = max(
                    paired,
                    table[(row + 1) * width + column],
                    table[row * width + column + 1]
                )
            }
        }
        var (row, column) = (0, 0)
        while row < mine.count, column < theirs.count {
            let score = scores[row * theirs.count + column]
            let best = table[row * width + column]
            if score > 0, best == score + table[(row + 1) * width + column + 1] {
                if old.wholeHashes[mine[row]] == new.wholeHashes[theirs[column]] {
                    pairWhole(mine[row], theirs[column])
                } else {
                    pair(mine[row], theirs[column])
                }
                row += 1
                column += 1
            } else if best == table[(row + 1) * width + column] {
                row += 1
            } else {
                column += 1
            }
        }
    }

    /// Returns how much two nodes are alike; 0 for nodes that are not the same.
    private func score(_ before: Int, _ after: Int) -> Int {
        if old.wholeHashes[before] == new.wholeHashes[after] { return 1_000 }
        let (mine, theirs) = (old.nodes[before], new.nodes[after])
        let likeness = mine.likeness(to: theirs)
        let held = heldLikeness(before, after)
        guard mine.component == theirs.component else {
            // Another component with the same values, or around the same nodes.
            return likeness >= 0.6 && mine.properties.count > 1 || held >= 0.6 ? 20 : 0
        }
        return 100 + Int(300 * likeness) + Int(300 * held)
    }

    /// Returns the share of the children that two nodes have in common.
    private func heldLikeness(_ before: Int, _ after: Int) -> Double {
        let (mine, theirs) = (old.children[before], new.children[after])
        guard !mine.isEmpty, !theirs.isEmpty, mine.count <= 64, theirs.count <= 64 else { return 0 }
        let common = mine.count { child in
            partners[child] >= 0
                ? new.parents[partners[child]] == after
                : theirs.contains { new.wholeHashes[$0] == old.wholeHashes[child] }
        }
        return Double(common) / Double(max(mine.count, theirs.count))
    }

    /// Pairs two long lists by equal parts, then by content, then by component.
    private mutating func pairInOrder(_ mine: [Int], _ theirs: [Int]) {
        pairEqual(mine, theirs, isWhole: true) { $0.wholeHashes[$1] }
        pairEqual(mine, theirs, isWhole: false) { $0.ownHashes[$1] }
        pairEqual(mine, theirs, isWhole: false) { $0.nodes[$1].component }
    }
}
