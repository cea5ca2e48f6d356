/// A ``HashOrderedTable`` with its buckets, kept as Java's `HashMap` keeps them.
///
/// A bucket of nine or more entries is a tree, whose order depends on its history, so it must be kept from the start.
struct BucketTable: Sendable {
    typealias Entry = HashOrderedTable.Entry

    private enum Bucket: Sendable {
        case list([Entry])
        case tree(TreeBucket)
    }

    private var buckets: [Bucket?]
    private var count = 0

    init(capacity: Int) {
        buckets = Array(repeating: nil, count: capacity)
    }

    var capacity: Int { buckets.count }

    private func bucketIndex(_ key: Int32) -> Int {
        HashOrderedTable.bucket(of: key, capacity: buckets.count)
    }

    /// Sets the value of a key.
    mutating func set(_ value: Int32, for key: Int32) {
        let index = bucketIndex(key)
        switch buckets[index] {
        case nil:
            buckets[index] = .list([Entry(key: key, value: value)])
        case .tree(var tree):
            buckets[index] = nil
            let isNew = tree.set(Entry(key: key, value: value))
            buckets[index] = .tree(tree)
            guard isNew else { return }
        case .list(var list):
            if let place = list.firstIndex(where: { $0.key == key }) {
                list[place].value = value
                buckets[index] = .list(list)
                return
            }
            list.append(Entry(key: key, value: value))
            buckets[index] = .list(list)
            if list.count > HashOrderedTable.treeThreshold { splitOrTreeify(index) }
        }
        count += 1
        if count > buckets.count / 4 * 3 { grow() }
    }

    private mutating func splitOrTreeify(_ index: Int) {
        guard buckets.count >= HashOrderedTable.smallestTreeCapacity else { return grow() }
        guard case .list(let list) = buckets[index] else { return }
        buckets[index] = .tree(TreeBucket(list))
    }

    /// Doubles the capacity; each bucket splits in two, and both halves keep their order.
    private mutating func grow() {
        let old = buckets
        buckets = Array(repeating: nil, count: old.count * 2)
        for (index, bucket) in old.enumerated() {
            guard let bucket else { continue }
            let (entries, wasTree) =
                switch bucket {
                case .list(let list): (list, false)
                case .tree(let tree): (tree.entries, true)
                }
            let high = entries.filter { bucketIndex($0.key) != index }
            let low = entries.filter { bucketIndex($0.key) == index }
            let isSplit = !high.isEmpty && !low.isEmpty
            for (half, place) in [(low, index), (high, index + old.count)] where !half.isEmpty {
                if wasTree, !isSplit {
                    buckets[place] = bucket
                } else if wasTree, half.count > TreeBucket.listThreshold {
                    buckets[place] = .tree(TreeBucket(half))
                } else {
                    buckets[place] = .list(half)
                }
            }
        }
    }

    /// The entries in file order.
    var entries: [Entry] {
        var entries: [Entry] = []
        entries.reserveCapacity(count)
        for case .some(let bucket) in buckets {
            switch bucket {
            case .list(let list): entries += list
            case .tree(let tree): entries += tree.entries
            }
        }
        return entries
    }
}
