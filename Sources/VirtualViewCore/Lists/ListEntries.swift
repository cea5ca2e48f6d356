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
        var measure: Measure
        /// What the user and programs did to the item, as long as no live item shows the entry.
        var state: ItemState?
        /// The images from which the last measured length followed, in a staggered list.
        var images: [String] = []

        init(_ value: JSONValue, type: Int, isAcross: Bool) {
            self.value = value
            measure = Measure(type: type, isAcross: isAcross)
        }
    }

    /// What is known of an item's length.
    ///
    /// It has no references, so that sums over entries count none.
    struct Measure {
        /// The number of the item's type.
        var type: Int
        /// The number by which it is estimated: that of the type, of which only the first ones have estimates of their own.
        ///
        /// Data may name a type for each entry, and each block counts for each type.
        var kind: Int { min(type, ListEntries.lastKind) }
        /// The length of the item on the list's main axis; `nil` if it was never measured.
        var length: Double?
        /// Whether the item takes no place at all: it is gone, or has no template.
        var isGone = false
        /// Whether the length is that of the present data in the present room, and not only an estimate from earlier.
        var isExact = false
        /// Whether the item takes both columns of a staggered list.
        var isAcross: Bool
    }

    /// The lengths of some entries, and the number of those without.
    struct Sums {
        var length = 0.0
        /// The number of entries with a length that are not gone.
        var present = 0
        /// The number of entries of the first type without a length, which are mostly all.
        var unknown = 0
        /// The number of entries of other types without a length, by kind.
        var others: [Int] = []

        mutating func add(_ item: Measure, times sign: Int = 1) {
            if let length = item.length {
                guard !item.isGone else { return }
                self.length += Double(sign) * length
                present += sign
            } else {
                addUnknown(item.kind, sign)
            }
        }

        mutating func add(_ other: Sums, times sign: Int) {
            length += Double(sign) * other.length
            present += sign * other.present
            unknown += sign * other.unknown
            for kind in other.others.indices { addUnknown(kind, sign * other.others[kind]) }
        }

        private mutating func addUnknown(_ kind: Int, _ number: Int) {
            guard kind != ListTypes.first else {
                unknown += number
                return
            }
            while others.count <= kind { others.append(0) }
            others[kind] += number
        }
    }

    struct Block {
        var entries: ContiguousArray<Entry>
        private(set) var sums = Sums()
        /// The number of entries whose length is exact.
        private(set) var exact = 0

        /// Whether the lengths of all entries are exact.
        var isExact: Bool { exact == entries.count }

        /// Makes a block for the entries that follow.
        init() {
            entries = []
            entries.reserveCapacity(ListEntries.blockLimit)
        }

        init(_ entries: ContiguousArray<Entry>) {
            self.entries = entries
            for place in entries.indices { count(entries[place].measure) }
        }

        /// Adds an entry of the block to its sums, or takes it away.
        mutating func count(_ item: Measure, times sign: Int = 1) {
            sums.add(item, times: sign)
            if item.isExact { exact += sign }
        }

        /// Makes all lengths mere estimates.
        mutating func outdate() {
            exact = 0
            for place in entries.indices {
                entries[place].measure.isExact = false
                entries[place].measure.isAcross = entries[place].value.spansColumns
            }
        }
    }

    /// A block, and what is before it.
    struct Finger {
        var block = 0
        /// The index of the block's first entry.
        var first = 0
        var before = Sums()
    }

    /// The measured items of a kind.
    struct Measured {
        var count = 0
        var present = 0
        var length = 0.0
    }

    static let blockLimit = 64
    /// The kind of all types but the first ones.
    static let lastKind = 32

    private(set) var count = 0
    /// The space between two items.
    var gap = 0.0 {
        didSet { columnStarts = [] }
    }
    /// Whether items stand in two columns.
    var isStaggered = false
    private(set) var blocks: [Block] = []
    private(set) var finger = Finger()
    private(set) var total = Sums()
    private(set) var measured: [Measured] = []
    /// Whether an entry was measured, so that there are estimates for all.
    var hasLengths: Bool { measured.contains { $0.count > 0 } }
    /// The columns of a staggered list before each block, as far as they are known.
    var columnStarts: [StaggeredColumns] = []

    init() {}
}

// MARK: - Entries

extension ListEntries {
    /// Adds an entry at the end.
    mutating func append(_ entry: Entry) {
        count += 1
        total.add(entry.measure)
        measure(entry.measure, times: 1)
        if blocks.last.map({ $0.entries.count >= Self.blockLimit }) ?? true { blocks.append(Block()) }
        blocks[blocks.count - 1].count(entry.measure)
        blocks[blocks.count - 1].entries.append(entry)
    }

    /// Returns the entry with an index.
    mutating func entry(_ index: Int) -> Entry {
        let place = locate(index)
        return blocks[finger.block].entries[place]
    }

    /// Changes an entry in place.
    mutating func update(_ index: Int, _ body: (inout Entry) -> Void) {
        let place = locate(index)
        count(blocks[finger.block].entries[place].measure, times: -1)
        body(&blocks[finger.block].entries[place])
        count(blocks[finger.block].entries[place].measure, times: 1)
        forgetColumns(after: finger.block)
    }

    /// Changes the states of all entries that have one.
    mutating func updateStates(_ body: (_ index: Int, _ state: ItemState) -> ItemState?) {
        for (index, state) in states {
            let new = body(index, state)
            guard new !== state else { continue }
            update(index) { entry in
                entry.state = new
                entry.measure.isExact = false
            }
        }
    }

    /// The states of the entries that have one, by index.
    var states: [(index: Int, state: ItemState)] {
        var states: [(index: Int, state: ItemState)] = []
        var index = 0
        for block in blocks {
            for entry in block.entries {
                if let state = entry.state { states.append((index, state)) }
                index += 1
            }
        }
        return states
    }

    /// Makes all lengths of a staggered list mere estimates, because the room of items is another one.
    mutating func outdate() {
        columnStarts = []
        for block in blocks.indices { blocks[block].outdate() }
    }

    /// Makes the lengths that follow from an image mere estimates; returns whether there are any.
    mutating func outdate(withImage source: String) -> Bool {
        var index = 0
        var found: [Int] = []
        for block in blocks {
            guard block.exact > 0 else {
                index += block.entries.count
                continue
            }
            for entry in block.entries {
                if entry.measure.isExact, entry.images.contains(source) { found.append(index) }
                index += 1
            }
        }
        for index in found { update(index) { $0.measure.isExact = false } }
        return !found.isEmpty
    }

    mutating func insert(_ entry: Entry, at index: Int) {
        guard !blocks.isEmpty else {
            append(entry)
            return
        }
        let place = index == count ? locate(index - 1) + 1 : locate(index)
        let block = finger.block
        blocks[block].entries.insert(entry, at: place)
        count += 1
        count(entry.measure, times: 1)
        forgetColumns(after: block)
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
        count(entry.measure, times: -1)
        forgetColumns(after: block)
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
    @discardableResult
    mutating func locate(_ index: Int) -> Int {
        precondition(index >= 0 && index < count, "an entry of the list")
        while index < finger.first { retreat() }
        while index >= finger.first + blocks[finger.block].entries.count { advance() }
        return index - finger.first
    }

    mutating func advance() {
        finger.first += blocks[finger.block].entries.count
        finger.before.add(blocks[finger.block].sums, times: 1)
        finger.block += 1
    }

    mutating func retreat() {
        finger.block -= 1
        guard finger.block > 0 else {
            // From nothing, so that errors of rounding do not add up.
            finger = Finger()
            return
        }
        finger.first -= blocks[finger.block].entries.count
        finger.before.add(blocks[finger.block].sums, times: -1)
    }

    /// Adds an entry of the finger's block to all sums, or takes it away.
    private mutating func count(_ item: Measure, times sign: Int) {
        blocks[finger.block].count(item, times: sign)
        total.add(item, times: sign)
        measure(item, times: sign)
    }

    /// Counts the length of an item for the estimates of others.
    private mutating func measure(_ item: Measure, times sign: Int) {
        guard let length = item.length else { return }
        let kind = item.kind
        while measured.count <= kind { measured.append(Measured()) }
        measured[kind].count += sign
        guard !item.isGone else { return }
        measured[kind].present += sign
        measured[kind].length += Double(sign) * length
    }
}
