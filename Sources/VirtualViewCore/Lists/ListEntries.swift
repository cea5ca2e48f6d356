import VirtualViewExpressions

/// The entries of a list and the lengths of their items, as far as they are known.
///
/// Entries stand in blocks of at most ``blockLimit``, and a block keeps the sums of its entries. A finger remembers the
/// block that was used last and the sums of those before it. So what is near the last use is found at once, and anything
/// else after one step for each block between: 100,000 entries have about 1,600 blocks.
struct ListEntries {
    /// One entry.
    struct Entry {
        var value: JSONValue
        /// The number of the item's type, for estimates.
        var type: Int
        /// The length of the item on the list's main axis; `nil` if it was never measured.
        var length: Double?
        /// Whether the item takes no place at all: it is gone, or has no template.
        var isGone = false
        /// What the user and programs did to the item, as long as no live item shows the entry.
        var state: ItemState?

        init(_ value: JSONValue, type: Int) {
            self.value = value
            self.type = type
        }
    }

    /// The lengths of some entries, and the number of those without.
    private struct Sums {
        var length = 0.0
        /// The number of entries with a length that are not gone.
        var present = 0
        /// The number of entries of the first type without a length, which are mostly all.
        var unknown = 0
        /// The number of entries of other types without a length, by type.
        var others: [Int] = []

        mutating func add(_ entry: Entry, times sign: Int = 1) {
            if let length = entry.length {
                guard !entry.isGone else { return }
                self.length += Double(sign) * length
                present += sign
            } else {
                addUnknown(entry.type, sign)
            }
        }

        mutating func add(_ other: Sums, times sign: Int) {
            length += Double(sign) * other.length
            present += sign * other.present
            unknown += sign * other.unknown
            for type in other.others.indices { addUnknown(type, sign * other.others[type]) }
        }

        private mutating func addUnknown(_ type: Int, _ number: Int) {
            guard type != ListTypes.first else {
                unknown += number
                return
            }
            while others.count <= type { others.append(0) }
            others[type] += number
        }
    }

    private struct Block {
        var entries: ContiguousArray<Entry>
        var sums = Sums()

        init(_ entries: ContiguousArray<Entry>) {
            self.entries = entries
            for entry in entries { sums.add(entry) }
        }
    }

    /// A block, and what is before it.
    private struct Finger {
        var block = 0
        /// The index of the block's first entry.
        var first = 0
        var before = Sums()
    }

    /// The measured items of a type.
    private struct Measured {
        var count = 0
        var present = 0
        var length = 0.0
    }

    static let blockLimit = 64

    private(set) var count = 0
    /// The space between two items.
    var gap = 0.0
    private var blocks: [Block] = []
    private var finger = Finger()
    private var total = Sums()
    private var measured: [Measured] = []

    init() {}

    /// Makes a list of entries.
    init(_ entries: some Sequence<Entry>) {
        var block = ContiguousArray<Entry>()
        block.reserveCapacity(Self.blockLimit)
        for entry in entries {
            count += 1
            if entry.length != nil { measure(entry, times: 1) }
            if block.count == Self.blockLimit {
                append(Block(block))
                block = []
                block.reserveCapacity(Self.blockLimit)
            }
            block.append(entry)
        }
        if !block.isEmpty { append(Block(block)) }
    }
}

// MARK: - Entries

extension ListEntries {
    /// Returns the entry with an index.
    mutating func entry(_ index: Int) -> Entry {
        let place = locate(index)
        return blocks[finger.block].entries[place]
    }

    /// Changes an entry in place.
    mutating func update(_ index: Int, _ body: (inout Entry) -> Void) {
        let place = locate(index)
        count(blocks[finger.block].entries[place], times: -1)
        body(&blocks[finger.block].entries[place])
        count(blocks[finger.block].entries[place], times: 1)
    }

    /// Changes the states of all entries that have one.
    mutating func updateStates(_ body: (_ index: Int, _ state: ItemState) -> ItemState?) {
        var index = 0
        for block in blocks.indices {
            for place in blocks[block].entries.indices {
                if let state = blocks[block].entries[place].state {
                    blocks[block].entries[place].state = body(index, state)
                }
                index += 1
            }
        }
    }

    mutating func insert(_ entry: Entry, at index: Int) {
        guard !blocks.isEmpty else {
            let gap = gap
            self = ListEntries(CollectionOfOne(entry))
            self.gap = gap
            return
        }
        let place = index == count ? locate(index - 1) + 1 : locate(index)
        let block = finger.block
        blocks[block].entries.insert(entry, at: place)
        count += 1
        count(entry, times: 1)
        guard blocks[block].entries.count > Self.blockLimit else { return }
        let half = blocks[block].entries.count / 2
        blocks.insert(Block(ContiguousArray(blocks[block].entries[half...])), at: block + 1)
        blocks[block] = Block(ContiguousArray(blocks[block].entries[..<half]))
    }

    @discardableResult
    mutating func remove(at index: Int) -> Entry {
        let place = locate(index)
        let block = finger.block
        let entry = blocks[block].entries.remove(at: place)
        count -= 1
        count(entry, times: -1)
        if blocks[block].entries.isEmpty {
            blocks.remove(at: block)
            if block == blocks.count { finger = Finger() }
        } else if block + 1 < blocks.count,
            blocks[block].entries.count + blocks[block + 1].entries.count <= Self.blockLimit / 2
        {
            blocks[block] = Block(blocks[block].entries + blocks[block + 1].entries)
            blocks.remove(at: block + 1)
        }
        return entry
    }

    /// All entries, in order.
    var all: [Entry] {
        blocks.flatMap { $0.entries }
    }

    /// Moves the finger to the block of an entry, and returns its place there.
    private mutating func locate(_ index: Int) -> Int {
        precondition(index >= 0 && index < count, "an entry of the list")
        while index < finger.first { retreat() }
        while index >= finger.first + blocks[finger.block].entries.count { advance() }
        return index - finger.first
    }

    private mutating func advance() {
        finger.first += blocks[finger.block].entries.count
        finger.before.add(blocks[finger.block].sums, times: 1)
        finger.block += 1
    }

    private mutating func retreat() {
        finger.block -= 1
        guard finger.block > 0 else {
            // From nothing, so that errors of rounding do not add up.
            finger = Finger()
            return
        }
        finger.first -= blocks[finger.block].entries.count
        finger.before.add(blocks[finger.block].sums, times: -1)
    }

    private mutating func append(_ block: Block) {
        total.add(block.sums, times: 1)
        blocks.append(block)
    }

    /// Adds an entry of the finger's block to all sums, or takes it away.
    private mutating func count(_ entry: Entry, times sign: Int) {
        blocks[finger.block].sums.add(entry, times: sign)
        total.add(entry, times: sign)
        measure(entry, times: sign)
    }

    /// Counts the length of an entry for the estimates of others.
    private mutating func measure(_ entry: Entry, times sign: Int) {
        guard let length = entry.length else { return }
        while measured.count <= entry.type { measured.append(Measured()) }
        measured[entry.type].count += sign
        guard !entry.isGone else { return }
        measured[entry.type].present += sign
        measured[entry.type].length += Double(sign) * length
    }
}

// MARK: - Positions

extension ListEntries {
    /// Returns the distance from the start of the first item to that of an item; `count` stands for the end.
    mutating func start(of index: Int) -> Double {
        guard index < count else { return extent(of: total) }
        let place = locate(index)
        var start = extent(of: finger.before)
        for entry in blocks[finger.block].entries[..<place] { start += extent(of: entry) }
        return start
    }

    /// Returns the entry whose item is at a distance from the start of the first item, and where that item starts.
    ///
    /// The gap after an item belongs to it. It is the last entry for a distance behind the end.
    mutating func entry(at distance: Double) -> (index: Int, start: Double) {
        guard count > 0 else { return (0, 0) }
        while finger.block > 0, extent(of: finger.before) > distance { retreat() }
        var start = extent(of: finger.before)
        while finger.block < blocks.count - 1 {
            let next = start + extent(of: blocks[finger.block].sums)
            guard next <= distance else { break }
            start = next
            advance()
        }
        var index = finger.first
        for entry in blocks[finger.block].entries {
            let end = start + extent(of: entry)
            if end > distance { return (index, start) }
            if index == count - 1 { break }
            start = end
            index += 1
        }
        return (min(index, count - 1), start)
    }

    /// The length of all items and the gaps between them.
    var length: Double {
        let length = extent(of: total)
        return length > 0 ? length - gap : 0
    }

    /// The place that an entry takes: its length and the gap behind it.
    mutating func extent(_ index: Int) -> Double {
        extent(of: entry(index))
    }

    private func extent(of sums: Sums) -> Double {
        var extent = sums.length + Double(sums.present) * gap
        if sums.unknown != 0 { extent += Double(sums.unknown) * estimate(ListTypes.first) }
        for type in sums.others.indices where sums.others[type] != 0 {
            extent += Double(sums.others[type]) * estimate(type)
        }
        return extent
    }

    private func extent(of entry: Entry) -> Double {
        guard let length = entry.length else { return estimate(entry.type) }
        return entry.isGone ? 0 : length + gap
    }

    /// Returns what an entry without a length counts: the mean of those of its type, else of all.
    private func estimate(_ type: Int) -> Double {
        if type < measured.count, measured[type].count > 0 { return mean(measured[type]) }
        var all = Measured()
        for type in measured {
            all.count += type.count
            all.present += type.present
            all.length += type.length
        }
        return mean(all)
    }

    private func mean(_ measured: Measured) -> Double {
        guard measured.count > 0 else { return 0 }
        // Whole points, so that sums of usual lengths have no errors of rounding.
        return ((measured.length + Double(measured.present) * gap) / Double(measured.count)).rounded()
    }
}
