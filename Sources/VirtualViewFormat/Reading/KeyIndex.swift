/// Sorted (key, file offset) pairs, each packed into 64 bits.
///
/// A sorted index rather than a hash table: keys come from the file, and a hostile file could make them collide.
enum KeyIndex {
    /// Packs a pair so that the order of the numbers is the order of the signed keys, then of the offsets.
    @inline(__always)
    static func entry(_ key: StringID, offset: Int) -> UInt64 {
        UInt64(UInt32(bitPattern: key.rawValue) ^ 0x8000_0000) << 32 | UInt64(UInt32(truncatingIfNeeded: offset))
    }

    /// The file offset of a packed pair.
    @inline(__always)
    static func offset(_ entry: UInt64) -> Int {
        Int(entry & 0xFFFF_FFFF)
    }

    /// Finds the last entry with a key: of two strings with one id the later one counts (`Docs/Format.md §5`).
    static func find(_ key: StringID, in index: [UInt64], _ range: Range<Int>) -> Int? {
        let highest = entry(key, offset: Int(UInt32.max))
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = low &+ (high &- low) / 2
            if index[middle] <= highest { low = middle &+ 1 } else { high = middle }
        }
        guard low > range.lowerBound, index[low - 1] >> 32 == highest >> 32 else { return nil }
        return offset(index[low - 1])
    }

    /// Sorts in place without allocating: insertion for short tables, heap sort for the rest.
    static func sort(_ index: inout [UInt64], _ range: Range<Int>) {
        guard range.count > 1 else { return }
        index.withUnsafeMutableBufferPointer { buffer in
            let slice = UnsafeMutableBufferPointer(rebasing: buffer[range])
            if slice.count <= 40 { insertionSort(slice) } else { heapSort(slice) }
        }
    }

    private static func insertionSort(_ items: UnsafeMutableBufferPointer<UInt64>) {
        for end in 1..<items.count {
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
