import VirtualViewFormat

/// One difference between two versions of a tree.
package struct NodeChange: Hashable, Sendable {
    /// What has changed.
    package enum Kind: Hashable, Sendable {
        /// A node is new. It may stand around nodes that were there before.
        case added
        /// A node is gone. The nodes in it may still be there.
        case removed
        /// A node has another parent, or another place among the nodes that stayed.
        case moved
        /// A node is of another component.
        case component
        /// A value is new, gone or another one.
        case property(before: ComparedNode.Property?, after: ComparedNode.Property?)
    }

    /// What has changed.
    package let kind: Kind
    /// The node in the old version; `nil` if it is new.
    package let old: Int?
    /// The node in the new version; `nil` if it is gone.
    package let new: Int?
    /// Whether a node that is new or gone holds nodes that stayed: it was put around them, or taken away from them.
    package var isAround = false
    /// Whether it is only a part of what is new or gone with the node above it.
    var isPart = false
    /// The nodes that stayed and that stand directly in one that is new: positions in the new version.
    package var kept: [Int] = []
}

/// The differences between two versions of a tree, in the order of the new one.
package struct NodeChanges: Sendable {
    /// The pairs of nodes.
    package let pairing: NodePairing
    /// All differences.
    package let all: [NodeChange]

    /// Whether the versions have the same nodes in the same places.
    package var isEmpty: Bool { all.isEmpty }

    /// The differences that are worth a line: without what comes or goes with a node above.
    package var lines: [NodeChange] { all.filter { !$0.isPart } }

    /// Compares two versions.
    ///
    /// - Parameters:
    ///   - old: The nodes of the old version in pre-order.
    ///   - new: The nodes of the new version in pre-order.
    package init(from old: [ComparedNode], to new: [ComparedNode]) {
        let (before, after) = (ComparedTree(old), ComparedTree(new))
        let pairing = NodePairing(from: before, to: after)
        self.pairing = pairing
        let places = KeptPlaces(before, after, pairing)
        var found: [(place: Int, change: NodeChange)] = []
        for index in new.indices {
            guard let origin = pairing.oldPositions[index] else {
                var change = NodeChange(kind: .added, old: nil, new: index)
                change.isAround = places.isAroundKept.new[index]
                let parent = after.parents[index]
                change.isPart = !change.isAround && parent >= 0 && pairing.oldPositions[parent] == nil
                change.kept = after.children[index].filter {
                    pairing.oldPositions[$0] != nil && !places.isMoved[$0]
                }
                found.append((2 * index, change))
                continue
            }
            if places.isMoved[index] { found.append((2 * index, NodeChange(kind: .moved, old: origin, new: index))) }
            if !old[origin].component.hasSameBytes(as: new[index].component) {
                found.append((2 * index, NodeChange(kind: .component, old: origin, new: index)))
            }
            for (left, right) in Self.differences(old[origin], new[index]) {
                let kind = NodeChange.Kind.property(before: left, after: right)
                found.append((2 * index, NodeChange(kind: kind, old: origin, new: index)))
            }
        }
        // What is gone stands after what was before it.
        var last = -1
        for index in old.indices {
            if let position = pairing.newPositions[index] {
                last = position
                continue
            }
            var change = NodeChange(kind: .removed, old: index, new: nil)
            change.isAround = places.isAroundKept.old[index]
            let parent = before.parents[index]
            change.isPart = !change.isAround && parent >= 0 && pairing.newPositions[parent] == nil
            found.append((2 * last + 1, change))
        }
        all = found.sorted { $0.place < $1.place }.map { $0.change }
    }

    /// Returns the values that two nodes do not have in common.
    private static func differences(
        _ old: ComparedNode,
        _ new: ComparedNode
    ) -> [(ComparedNode.Property?, ComparedNode.Property?)] {
        var differences: [(ComparedNode.Property?, ComparedNode.Property?)] = []
        var (mine, theirs) = (old.properties[...], new.properties[...])
        while let left = mine.first ?? theirs.first {
            let right = theirs.first
            if mine.isEmpty || right.map({ String.inByteOrder($0.name, left.name) }) == true {
                differences.append((nil, theirs.removeFirst()))
            } else if let right, right.name.hasSameBytes(as: left.name) {
                if !left.value.hasSameBytes(as: right.value) { differences.append((left, right)) }
                mine.removeFirst()
                theirs.removeFirst()
            } else {
                differences.append((left, nil))
                mine.removeFirst()
            }
        }
        return differences
    }
}

/// Which nodes that stayed have moved.
///
/// What is new or gone between a node and the next one above that stayed is no move: it was put around the node.
private struct KeptPlaces {
    /// Whether each new node has another place.
    var isMoved: [Bool]
    /// Whether something that stayed in its place is in each node.
    var isAroundKept: (old: [Bool], new: [Bool])

    init(_ old: ComparedTree, _ new: ComparedTree, _ pairing: NodePairing) {
        isMoved = Array(repeating: false, count: new.nodes.count)
        isAroundKept = (
            Array(repeating: false, count: old.nodes.count), Array(repeating: false, count: new.nodes.count)
        )
        let above = Self.keptAbove(new) { pairing.oldPositions[$0] != nil }
        let aboveOld = Self.keptAbove(old) { pairing.newPositions[$0] != nil }
        // The nodes that stayed under a parent, in their old order.
        var stayed = [[Int]](repeating: [], count: new.nodes.count + 1)
        for index in old.nodes.indices {
            guard let position = pairing.newPositions[index] else { continue }
            let parent = aboveOld[index] < 0 ? -1 : pairing.newPositions[aboveOld[index]] ?? -1
            if parent == above[position] { stayed[parent + 1].append(position) } else { isMoved[position] = true }
        }
        for positions in stayed where positions.count > 1 {
            for position in Self.outOfOrder(positions) { isMoved[position] = true }
        }
        for index in new.nodes.indices.reversed() where new.parents[index] >= 0 {
            let holds = pairing.oldPositions[index] == nil ? isAroundKept.new[index] : !isMoved[index]
            if holds { isAroundKept.new[new.parents[index]] = true }
        }
        for index in old.nodes.indices.reversed() where old.parents[index] >= 0 {
            let holds = pairing.newPositions[index].map { !isMoved[$0] } ?? isAroundKept.old[index]
            if holds { isAroundKept.old[old.parents[index]] = true }
        }
    }

    /// Returns the next node above each that stayed; -1 for none.
    private static func keptAbove(_ tree: ComparedTree, _ isKept: (Int) -> Bool) -> [Int] {
        var above: [Int] = []
        for parent in tree.parents {
            above.append(parent < 0 || isKept(parent) ? parent : above[parent])
        }
        return above
    }

    /// Returns the fewest numbers without which the others ascend.
    private static func outOfOrder(_ numbers: [Int]) -> [Int] {
        /// The places of the smallest last numbers of ascending rows, by the lengths of these.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            let length = ends.partitioningIndex { numbers[$0] >= number }
            if length > 0 { before[place] = ends[length - 1] }
            if length < ends.count { ends[length] = place } else { ends.append(place) }
        }
        var isInOrder = [Bool](repeating: false, count: numbers.count)
        var place = ends.last ?? -1
        while place >= 0 {
            isInOrder[place] = true
            place = before[place]
        }
        return numbers.indices.filter { !isInOrder[$0] }.map { numbers[$0] }
    }
}
