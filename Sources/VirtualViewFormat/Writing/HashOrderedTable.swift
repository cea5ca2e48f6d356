/// A table of properties whose order is that of a Java `HashMap<Integer, _>`.
///
/// The reference compiler keeps each of a node's tables in such a map and writes the entries as the map iterates.
/// Clients do not depend on the order, but identical bytes require it (`Docs/Format.md §4`):
///
/// - An entry's bucket is `(key ^ key >>> 16) & (capacity - 1)`; buckets are written from 0 up, and a bucket keeps the
///   order of insertion. Setting a key again keeps its place.
/// - The capacity starts at 16 and doubles when more than three quarters are used, or when the ninth entry lands in one
///   bucket while it is below 64.
/// - ``removeAll()`` keeps the capacity: later nodes of a template have the capacity that an earlier node needed.
/// - From a capacity of 64 on, a bucket of nine or more entries is a tree; see ``TreeBucket``.
///
/// Until there is a tree, the order follows from the capacity and the order of insertion. So the entries are kept in a
/// list, and the buckets are only made when they are needed.
struct HashOrderedTable: Sendable {
    struct Entry: Hashable, Sendable {
        var key: Int32
        var value: Int32
    }

    /// The number of entries above which a bucket splits or becomes a tree.
    static let treeThreshold = 8
    /// The capacity below which a full bucket splits.
    static let smallestTreeCapacity = 64

    /// The entries in order of insertion.
    private var list: [Entry] = []
    private var capacity = 16
    /// The capacity when the table was empty.
    private var firstCapacity = 16
    /// The table with its buckets, once one of them is a tree.
    private var buckets: BucketTable?

    /// The number of entries.
    var count: Int { list.count }

    static func spread(_ key: Int32) -> Int32 {
        key ^ Int32(bitPattern: UInt32(bitPattern: key) >> 16)
    }

    @inline(__always)
    static func bucket(of key: Int32, capacity: Int) -> Int {
        Int(truncatingIfNeeded: spread(key)) & (capacity - 1)
    }

    /// Empties the table and keeps its capacity.
    mutating func removeAll() {
        guard !list.isEmpty else { return }
        list.removeAll(keepingCapacity: true)
        if let buckets { capacity = buckets.capacity }
        firstCapacity = capacity
        buckets = nil
    }

    /// Returns whether a key has a value.
    func has(_ key: Int32) -> Bool {
        list.contains { $0.key == key }
    }

    /// Sets the value of a key.
    ///
    /// - Complexity: O(*n*) in the number of entries, of which a node has at most 255.
    mutating func set(_ value: Int32, for key: Int32) {
        buckets?.set(value, for: key)
        let bucket = Self.bucket(of: key, capacity: capacity)
        var neighbours = 0
        for place in list.indices {
            if list[place].key == key {
                list[place].value = value
                return
            }
            if Self.bucket(of: list[place].key, capacity: capacity) == bucket { neighbours += 1 }
        }
        list.append(Entry(key: key, value: value))
        guard buckets == nil else { return }
        if neighbours >= Self.treeThreshold {
            guard capacity < Self.smallestTreeCapacity else { return makeBuckets() }
            capacity *= 2
        }
        if list.count > capacity / 4 * 3 { capacity *= 2 }
    }

    /// Repeats the insertions, now with buckets.
    private mutating func makeBuckets() {
        var table = BucketTable(capacity: firstCapacity)
        for entry in list { table.set(entry.value, for: entry.key) }
        buckets = table
    }

    /// The entries in file order.
    var entries: [Entry] {
        if let buckets { return buckets.entries }
        guard list.count > 1 else { return list }
        // A bucket and a place in the list, packed so that sorting puts them in order.
        var order = list.indices.map { place in
            UInt64(Self.bucket(of: list[place].key, capacity: capacity)) << 32 | UInt64(place)
        }
        order.sort()
        return order.map { list[Int($0 & 0xFFFF_FFFF)] }
    }
}
