/// A table of properties whose order is that of a Java `HashMap<Integer, _>`.
///
/// The reference compiler keeps each of a node's tables in such a map and writes the entries as the map iterates.
/// Clients do not depend on the order, but identical bytes do (`Docs/Format.md §4`):
///
/// - An entry's bucket is `(key ^ key >>> 16) & (capacity - 1)`; buckets are written from 0 up, and a bucket keeps the
///   order of insertion. Setting a key again keeps its place.
/// - The capacity starts at 16 and doubles when more than three quarters are used, or when the ninth entry lands in one
///   bucket while it is below 64.
/// - The capacity outlives ``removeAll()``: what one node of a template needed, the later ones have.
/// - From a capacity of 64 on, a bucket of nine or more entries is a tree; see ``TreeBucket``.
struct HashOrderedTable: Sendable {
    struct Entry: Hashable, Sendable {
        var key: Int32
        var value: Int32
    }

    private enum Bucket: Sendable {
        case list([Entry])
        case tree(TreeBucket)
    }

    private static let treeThreshold = 8
    private static let smallestTreeCapacity = 64

    private var buckets: [Bucket?] = Array(repeating: nil, count: 16)
    private(set) var count = 0

    static func spread(_ key: Int32) -> Int32 {
        key ^ Int32(bitPattern: UInt32(bitPattern: key) >> 16)
    }

    private func bucketIndex(_ key: Int32) -> Int {
        Int(UInt32(bitPattern: Self.spread(key))) & (buckets.count - 1)
    }

    /// Empties the table and keeps its capacity.
    mutating func removeAll() {
        guard count > 0 else { return }
        count = 0
        for index in buckets.indices { buckets[index] = nil }
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
            if list.count > Self.treeThreshold { splitOrTreeify(index) }
        }
        count += 1
        if count > buckets.count / 4 * 3 { grow() }
    }

    private mutating func splitOrTreeify(_ index: Int) {
        guard buckets.count >= Self.smallestTreeCapacity else { return grow() }
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

    /// The entries in the order in which a file holds them.
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
