/// A bucket of a Java hash map that has become a red-black tree.
///
/// Such a bucket is still iterated as a list. That list starts with the tree's root, and a new entry follows its
/// parent in the tree, so the tree must be kept as in Java: with the balancing of Cormen, Leiserson and Rivest's
/// "Introduction to Algorithms", ordered by the spread key.
struct TreeBucket: Sendable {
    /// The largest number of entries with which a tree becomes a list again when its bucket splits.
    static let listThreshold = 6

    private struct Node: Sendable {
        var entry: HashOrderedTable.Entry
        var parent = -1
        var left = -1
        var right = -1
        var isRed = false
    }

    private var nodes: [Node] = []
    private var root = -1
    /// The node numbers in iteration order.
    private var order: [Int] = []

    /// Builds the tree of a bucket that was a list.
    init(_ entries: [HashOrderedTable.Entry]) {
        for entry in entries {
            let node = nodes.count
            nodes.append(Node(entry: entry))
            order.append(node)
            link(node)
        }
        moveRootToFront()
    }

    /// The entries in iteration order.
    var entries: [HashOrderedTable.Entry] {
        order.map { nodes[$0].entry }
    }

    /// Sets an entry; returns whether its key is new.
    mutating func set(_ entry: HashOrderedTable.Entry) -> Bool {
        if let known = nodes.firstIndex(where: { $0.entry.key == entry.key }) {
            nodes[known].entry.value = entry.value
            return false
        }
        let node = nodes.count
        nodes.append(Node(entry: entry))
        let parent = link(node)
        if let place = order.firstIndex(of: parent) { order.insert(node, at: place + 1) } else { order.append(node) }
        moveRootToFront()
        return true
    }

    private mutating func moveRootToFront() {
        guard let place = order.firstIndex(of: root) else { return }
        order.remove(at: place)
        order.insert(root, at: 0)
    }

    /// Inserts a node into the tree and balances it; returns the parent of the new node, -1 for the first.
    @discardableResult
    private mutating func link(_ node: Int) -> Int {
        guard root >= 0 else {
            root = node
            return -1
        }
        let hash = HashOrderedTable.spread(nodes[node].entry.key)
        var parent = root
        while true {
            let isLeft = isBefore(hash, nodes[node].entry.key, parent)
            let next = isLeft ? nodes[parent].left : nodes[parent].right
            guard next >= 0 else {
                if isLeft { nodes[parent].left = node } else { nodes[parent].right = node }
                nodes[node].parent = parent
                balance(node)
                return parent
            }
            parent = next
        }
    }

    /// Returns whether a key comes before a node's; equal spread keys are ordered by the keys themselves.
    private func isBefore(_ hash: Int32, _ key: Int32, _ other: Int) -> Bool {
        let otherKey = nodes[other].entry.key
        let otherHash = HashOrderedTable.spread(otherKey)
        return hash == otherHash ? key < otherKey : hash < otherHash
    }

    private mutating func balance(_ inserted: Int) {
        var node = inserted
        nodes[node].isRed = true
        while true {
            var parent = nodes[node].parent
            guard parent >= 0 else {
                nodes[node].isRed = false
                root = node
                return
            }
            var grandparent = nodes[parent].parent
            guard nodes[parent].isRed, grandparent >= 0 else { return }
            let isLeft = parent == nodes[grandparent].left
            let uncle = isLeft ? nodes[grandparent].right : nodes[grandparent].left
            if uncle >= 0, nodes[uncle].isRed {
                nodes[uncle].isRed = false
                nodes[parent].isRed = false
                nodes[grandparent].isRed = true
                node = grandparent
                continue
            }
            if node == (isLeft ? nodes[parent].right : nodes[parent].left) {
                node = parent
                rotate(node, toLeft: isLeft)
                parent = nodes[node].parent
                grandparent = parent >= 0 ? nodes[parent].parent : -1
            }
            if parent >= 0 {
                nodes[parent].isRed = false
                if grandparent >= 0 {
                    nodes[grandparent].isRed = true
                    rotate(grandparent, toLeft: !isLeft)
                }
            }
        }
    }

    private mutating func rotate(_ node: Int, toLeft: Bool) {
        let child = toLeft ? nodes[node].right : nodes[node].left
        guard child >= 0 else { return }
        let inner = toLeft ? nodes[child].left : nodes[child].right
        if toLeft { nodes[node].right = inner } else { nodes[node].left = inner }
        if inner >= 0 { nodes[inner].parent = node }
        let parent = nodes[node].parent
        nodes[child].parent = parent
        if parent < 0 {
            root = child
            nodes[child].isRed = false
        } else if nodes[parent].left == node {
            nodes[parent].left = child
        } else {
            nodes[parent].right = child
        }
        if toLeft { nodes[child].left = node } else { nodes[child].right = node }
        nodes[node].parent = child
    }
}
