/// File offsets of table entries, ordered by the entries' signed ids and then by offset.
///
/// The index is not a hash table, because ids come from the file, and a hostile file could make them collide.
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
        // The last entry with an id up to the one looked for, or the first; without a branch that is hard to foretell.
        var place = range.lowerBound
        var count = range.count
        while count > 1 {
            let half = count / 2
            let middle = Int(index[place &+ half])
            place = bytes.uncheckedLoad(Int32.self, at: middle) <= id.rawValue ? place &+ half : place
            count &-= half
        }
        let offset = Int(index[place])
        return bytes.uncheckedLoad(Int32.self, at: offset) == id.rawValue ? offset : nil
    }

    // MARK: - Sorting

    /// Packs an id and an offset so that the order of the numbers is the order of the entries.
    @inline(__always)
    static func sortKey(_ id: Int32, offset: Int) -> UInt64 {
        UInt64(UInt32(bitPattern: id) ^ 0x8000_0000) << 32 | UInt64(UInt32(truncatingIfNeeded: offset))
    }

    /// Sorts in place without allocating: insertion for short tables, heap sort for the rest.
    static func sort(_ items: UnsafeMutableBufferPointer<UInt64>) {
        if items.count <= 40 { insertionSort(items) } else { heapSort(items) }
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
