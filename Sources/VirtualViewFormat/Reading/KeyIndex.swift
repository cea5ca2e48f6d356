/// File offsets of table entries, ordered by the entries' ranks and then by offset.
///
/// The *rank* of an id mixes its bits: the ids of texts that begin alike have the same leading bits, and their ranks have
/// not. Different ids have different ranks. The index is not a hash table, because ids come from the file, and a hostile
/// file could make them collide.
enum KeyIndex {
    /// Finds the last entry with an id: of two strings with the same id the later one counts (`Docs/Format.md §5`).
    ///
    /// - Parameters:
    ///   - id: The id to look for.
    ///   - index: The file offsets of entries.
    ///   - range: The part of `index` to search.
    ///   - bytes: The file.
    /// - Returns: The file offset of the entry.
    static func find(_ id: StringID, in index: [UInt32], _ range: Range<Int>, _ bytes: [UInt8]) -> Int? {
        guard !range.isEmpty else { return nil }
        // The last entry with a rank up to the one looked for, or the first; without a branch that is hard to predict.
        let rank = rank(of: id.rawValue)
        var place = range.lowerBound
        var count = range.count
        while count > 1 {
            let half = count / 2
            let middle = Int(index[place &+ half])
            place = Self.rank(of: bytes.uncheckedLoad(Int32.self, at: middle)) <= rank ? place &+ half : place
            count &-= half
        }
        let offset = Int(index[place])
        return bytes.uncheckedLoad(Int32.self, at: offset) == id.rawValue ? offset : nil
    }

    // MARK: - Sorting

    /// Returns the rank of an id: the product with an odd number, which is a different one for each id.
    @inline(__always)
    private static func rank(of id: Int32) -> UInt32 {
        UInt32(bitPattern: id) &* 0x9E37_79B1
    }

    /// Packs an id's rank and an offset so that the order of the numbers is the order of the entries.
    @inline(__always)
    static func sortKey(_ id: Int32, offset: Int) -> UInt64 {
        UInt64(rank(of: id)) << 32 | UInt64(UInt32(truncatingIfNeeded: offset))
    }

    /// The most keys with the same leading bits that are put in order one by one.
    private static let mostTogether = 24

    /// Sorts in place.
    ///
    /// The leading bits of a key bring it nearly to its place, without the branches of a comparing sort, which are hard
    /// to predict. If a file has chosen ids so that many ranks begin alike, they are sorted by comparing.
    ///
    /// - Complexity: O(*n*); O(*n* log *n*) for ids that were chosen for it.
    static func sort(_ items: UnsafeMutableBufferPointer<UInt64>) {
        guard items.count > 16 else { return insertionSort(items) }
        // At least as many places as keys, as a power of two.
        let bits = min(Int.bitWidth &- (items.count &- 1).leadingZeroBitCount, 12)
        let isSpread = withUnsafeTemporaryAllocation(of: UInt64.self, capacity: items.count) { copy in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 1 << bits) { ends in
                spread(items, by: UInt64(64 &- bits), copy, ends)
            }
        }
        if isSpread { insertionSort(items) } else { heapSort(items) }
    }

    /// Orders keys by their leading bits; `false` if too many have the same ones, and then nothing moves.
    @inline(__always)
    private static func spread(
        _ items: UnsafeMutableBufferPointer<UInt64>,
        by shift: UInt64,
        _ copy: UnsafeMutableBufferPointer<UInt64>,
        _ ends: UnsafeMutableBufferPointer<UInt32>
    ) -> Bool {
        ends.initialize(repeating: 0)
        for place in items.indices {
            let item = items[place]
            copy.initializeElement(at: place, to: item)
            ends[Int(truncatingIfNeeded: item &>> shift)] &+= 1
        }
        var end: UInt32 = 0
        for group in ends.indices {
            guard ends[group] <= mostTogether else { return false }
            end &+= ends[group]
            ends[group] = end
        }
        for item in copy {
            let group = Int(truncatingIfNeeded: item &>> shift)
            ends[group] &-= 1
            items[Int(ends[group])] = item
        }
        return true
    }

    private static func insertionSort(_ items: UnsafeMutableBufferPointer<UInt64>) {
        for end in 0..<items.count {
            let item = items[end]
            var place = end
            while place > 0, items[place &- 1] > item {
                items[place] = items[place &- 1]
                place &-= 1
            }
            items[place] = item
        }
    }

    private static func heapSort(_ items: UnsafeMutableBufferPointer<UInt64>) {
        for root in stride(from: items.count / 2 - 1, through: 0, by: -1) {
            siftDown(items, from: root, count: items.count)
        }
        for end in stride(from: items.count - 1, to: 0, by: -1) {
            items.swapAt(0, end)
            siftDown(items, from: 0, count: end)
        }
    }

    private static func siftDown(_ items: UnsafeMutableBufferPointer<UInt64>, from root: Int, count: Int) {
        let item = items[root]
        var hole = root
        while true {
            var child = 2 &* hole &+ 1
            guard child < count else { break }
            if child &+ 1 < count, items[child &+ 1] > items[child] { child &+= 1 }
            guard items[child] > item else { break }
            items[hole] = items[child]
            hole = child
        }
        items[hole] = item
    }
}
