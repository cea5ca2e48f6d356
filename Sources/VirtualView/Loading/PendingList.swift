import VirtualViewFormat

/// The numbers and types of the loads that wait, oldest first.
///
/// A load that is taken out of the middle leaves a gap. Gaps are closed when they outnumber the loads, so the list is at
/// most twice as long as the loads that wait, and adding and taking cost O(1) on average.
struct PendingList: Sendable {
    /// A load's sequence number, and the key of its slot; a gap has no key.
    private var places: ArraySlice<(sequence: UInt64, key: String?)> = []
    /// The number of waiting loads.
    private(set) var count = 0

    /// Adds a load that is newer than all others.
    mutating func append(_ sequence: UInt64, key: String) {
        places.append((sequence, key))
        count += 1
    }

    /// Takes the load that has waited longest.
    mutating func popFirst() -> (sequence: UInt64, key: String)? {
        while let place = places.popFirst() {
            guard let key = place.key else { continue }
            count -= 1
            return (place.sequence, key)
        }
        return nil
    }

    /// Takes out a load, if it waits.
    ///
    /// - Complexity: O(log *n*) for finding it.
    mutating func remove(_ sequence: UInt64) {
        let place = places.partitioningIndex { $0.sequence >= sequence }
        guard place < places.endIndex, places[place].sequence == sequence, places[place].key != nil else { return }
        places[place].key = nil
        count -= 1
        if places.count > 2 * count { places.removeAll { $0.key == nil } }
    }
}
