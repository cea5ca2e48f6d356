import VirtualViewExpressions

// Two columns, in which the place of an item follows from all items before it.
//
// Entries with an exact length fill the columns as layout does. From the first other one, the rest of a block only makes
// them longer, and leaves them even if it can: so what is unknown far before the visible part changes where that is, but
// not how it looks.

extension ListEntries {
    /// An item's place in two columns.
    struct Place {
        var start: Double
        var end: Double
        /// The column; `nil` for an item that takes both.
        var column: Int?
    }

    /// Returns the place of an entry's item; `count` stands for the end.
    ///
    /// It is right if the lengths of those before it in its block are exact.
    mutating func staggeredPlace(of index: Int) -> Place {
        guard index < count else {
            let end = columns(before: blocks.count).longest + gap
            return Place(start: end, end: end)
        }
        var found = Place(start: 0, end: 0)
        walkBlock(of: index) { other, place in
            found = place
            return other < index
        }
        return found
    }

    /// Returns where the items of some entries start, and in which column, after one walk over their blocks.
    mutating func staggeredPlaces(of indices: Range<Int>) -> [(start: Double, column: Int?)] {
        var places: [(start: Double, column: Int?)] = []
        places.reserveCapacity(indices.count)
        while places.count < indices.count {
            let next = indices.lowerBound + places.count
            walkBlock(of: next) { index, place in
                if index >= next { places.append((place.start, place.column)) }
                return index + 1 < indices.upperBound
            }
        }
        return places
    }

    /// Returns the first entry whose item ends behind a distance, and where that item starts; the last one if none does.
    mutating func staggeredEntry(at distance: Double) -> (index: Int, start: Double) {
        var first = 0
        for block in blocks.indices.dropLast() {
            guard columns(before: block + 1).longest <= distance else { break }
            first += blocks[block].entries.count
        }
        var found = (index: first, start: 0.0)
        walkBlock(of: first) { index, place in
            found = (index, place.start)
            return place.end <= distance
        }
        return found
    }

    /// Returns where the item of an entry starts if it takes one column.
    mutating func staggeredFreeStart(before index: Int) -> Double {
        var columns = columns(before: index < count ? blockNumber(of: index) : blocks.count)
        if index < count {
            for place in 0..<locate(index) { _ = add(blocks[finger.block].entries[place].measure, to: &columns) }
        }
        return columns.addToShorter(0).start
    }

    private mutating func blockNumber(of index: Int) -> Int {
        locate(index)
        return finger.block
    }

    /// Returns where the last of the items before an index ends, with the gap behind it.
    mutating func staggeredEnd(before index: Int) -> Double {
        guard index < count else { return length + gap }
        locate(index)
        let first = finger.first
        var end = columns(before: finger.block).longest + gap
        guard index > first else { return first > 0 ? end : 0 }
        let gap = gap
        walkBlock(of: index) { other, place in
            if other < index { end = max(end, place.end + gap) }
            return other + 1 < index
        }
        return end
    }

    /// The index of the first entry in the block of an entry.
    mutating func blockStart(of index: Int) -> Int {
        locate(index)
        return finger.first
    }

    /// Returns the first entries before an index whose lengths are not exact.
    func estimates(before index: Int, atMost count: Int) -> [Int] {
        var indices: [Int] = []
        var first = 0
        for block in blocks {
            defer { first += block.entries.count }
            guard first < index, indices.count < count else { break }
            guard !block.isExact else { continue }
            for place in block.entries.indices where !block.entries[place].measure.isExact {
                guard first + place < index, indices.count < count else { break }
                indices.append(first + place)
            }
        }
        return indices
    }

    /// Visits the entries of a block from its first one, as long as that is wanted.
    private mutating func walkBlock(of index: Int, _ visit: (_ index: Int, _ place: Place) -> Bool) {
        locate(index)
        var columns = columns(before: finger.block)
        for place in blocks[finger.block].entries.indices {
            let item = add(blocks[finger.block].entries[place].measure, to: &columns)
            guard visit(finger.first + place, item) else { return }
        }
    }

    /// Adds an item to the columns; one that is gone has the place that it would have without a length.
    private func add(_ item: Measure, to columns: inout StaggeredColumns) -> Place {
        let length = item.length ?? max(0, extent(of: item) - gap)
        if item.isGone {
            var columns = columns
            let start = columns.addToShorter(0).start
            return Place(start: start, end: start - gap)
        }
        if item.isAcross {
            let start = columns.addAcross(length)
            return Place(start: start, end: start + length)
        }
        let (start, column) = columns.addToShorter(length)
        return Place(start: start, end: start + length, column: column)
    }

    /// Returns the columns as the blocks before one leave them.
    mutating func columns(before block: Int) -> StaggeredColumns {
        if columnStarts.isEmpty { columnStarts = [StaggeredColumns(firstSpace: 0, gap: gap)] }
        guard columnStarts.count <= block else { return columnStarts[block] }
        columnStarts.reserveCapacity(blocks.count + 1)
        var columns = columnStarts[columnStarts.count - 1]
        let unknown = estimate(ListTypes.first)
        for block in columnStarts.count - 1..<block {
            var rest = blocks[block].isExact ? 0 : extent(of: blocks[block].sums, unknown: unknown)
            for place in blocks[block].entries.indices {
                let item = blocks[block].entries[place].measure
                guard item.isExact else { break }
                _ = add(item, to: &columns)
                rest -= extent(of: item)
            }
            if !blocks[block].isExact { columns.addEvenly(rest) }
            columnStarts.append(columns)
        }
        return columns
    }

    /// Forgets the columns after a block, and those after the first block that is estimated, because estimates follow
    /// from all lengths.
    mutating func forgetColumns(after block: Int) {
        guard !columnStarts.isEmpty else { return }
        let known = 0..<columnStarts.count - 1
        let estimated = known.first { !blocks[$0].isExact } ?? block
        columnStarts.removeLast(max(0, known.count - max(0, min(block, estimated))))
    }
}
