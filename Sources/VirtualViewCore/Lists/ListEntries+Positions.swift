// Where items are, by what is known of their lengths.

extension ListEntries {
    /// Returns where the items of some entries start, and in which column; `nil` for one that takes both.
    mutating func places(of indices: Range<Int>) -> [(start: Double, column: Int?)] {
        guard !isStaggered else { return staggeredPlaces(of: indices) }
        guard let first = indices.first else { return [] }
        var start = start(of: first)
        return indices.map { index in
            defer { start += extent(of: index) }
            return (start, nil)
        }
    }

    /// Returns the distance from the start of the first item to that of an item; `count` stands for the end.
    mutating func start(of index: Int) -> Double {
        guard !isStaggered else { return staggeredPlace(of: index).start }
        guard index < count else { return extent(of: total) }
        let place = locate(index)
        var start = extent(of: finger.before)
        for other in 0..<place { start += extent(of: blocks[finger.block].entries[other].measure) }
        return start
    }

    /// Returns the entry whose item is at a distance from the start of the first item, and where that item starts.
    ///
    /// The gap after an item belongs to the next one. It is the last entry for a distance behind the end.
    mutating func entry(at distance: Double) -> (index: Int, start: Double) {
        guard count > 0 else { return (0, 0) }
        guard !isStaggered else { return staggeredEntry(at: distance) }
        while finger.block > 0, extent(of: finger.before) - gap > distance { retreat() }
        var start = extent(of: finger.before)
        while finger.block < blocks.count - 1 {
            let next = start + extent(of: blocks[finger.block].sums)
            guard next - gap <= distance else { break }
            start = next
            advance()
        }
        var index = finger.first
        for place in blocks[finger.block].entries.indices {
            let end = start + extent(of: blocks[finger.block].entries[place].measure)
            if end - gap > distance || index == count - 1 { break }
            start = end
            index += 1
        }
        return (min(index, count - 1), start)
    }

    /// Returns where the next item after those before an index starts, unless it takes both columns.
    ///
    /// An item that takes both starts later. But it may be gone, and then the one after it starts here.
    mutating func freeStart(before index: Int) -> Double {
        isStaggered ? staggeredFreeStart(before: index) : start(of: index)
    }

    /// Returns where the last of the items before an index ends, with the gap behind it.
    mutating func end(before index: Int) -> Double {
        isStaggered ? staggeredEnd(before: index) : start(of: index)
    }

    /// The length of all items and the gaps between them.
    var length: Double {
        mutating get {
            guard !isStaggered else { return columns(before: blocks.count).longest }
            let length = extent(of: total)
            return length > 0 ? length - gap : 0
        }
    }

    /// The room that an entry takes.
    mutating func extent(of index: Int) -> Double {
        let place = locate(index)
        return extent(of: blocks[finger.block].entries[place].measure)
    }

    func extent(of sums: Sums) -> Double {
        extent(of: sums, unknown: sums.unknown != 0 ? estimate(ListTypes.first) : 0)
    }

    /// Returns the room that some entries take; one of the first type without a length counts `unknown`.
    func extent(of sums: Sums, unknown: Double) -> Double {
        var extent = sums.length + Double(sums.present) * gap + Double(sums.unknown) * unknown
        for kind in sums.others.indices where sums.others[kind] != 0 {
            extent += Double(sums.others[kind]) * estimate(kind)
        }
        return extent
    }

    /// The room that an item takes: its length, and the gap behind it.
    func extent(of item: Measure) -> Double {
        guard let length = item.length else { return estimate(item.kind) }
        return item.isGone ? 0 : length + gap
    }

    /// Returns what an entry without a length counts: the mean of those of its kind, else of all.
    func estimate(_ kind: Int) -> Double {
        if kind < measured.count, measured[kind].count > 0 { return mean(measured[kind]) }
        var all = Measured()
        for one in measured {
            all.count += one.count
            all.present += one.present
            all.length += one.length
        }
        return mean(all)
    }

    private func mean(_ measured: Measured) -> Double {
        guard measured.count > 0 else { return 0 }
        // Whole points, so that sums of usual lengths have no errors of rounding.
        return ((measured.length + Double(measured.present) * gap) / Double(measured.count)).rounded()
    }
}
