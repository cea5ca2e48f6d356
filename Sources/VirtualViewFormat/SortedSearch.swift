extension RandomAccessCollection where Index == Int {
    /// Returns where the second part of a sorted collection begins; `endIndex` if it is empty.
    ///
    /// - Parameter belongsInSecondPartition: Whether an element is in the second part, as all that follow it are then.
    /// - Returns: The index of the first such element.
    /// - Complexity: O(log *n*).
    @inlinable
    @inline(__always)
    package func partitioningIndex(where belongsInSecondPartition: (Element) -> Bool) -> Int {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if belongsInSecondPartition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
