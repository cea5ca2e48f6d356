/// Small pieces of work for the moments in which a run loop has nothing else to do.
///
/// A host calls ``run(now:)`` once a turn, when everything else is done. Each turn does at least one unit of the most urgent
/// work, and no further unit after the budget is used up. While there is no work nobody is woken: ``onNeed`` is called when
/// there is some again.
///
/// ```swift
/// let idle = IdleWork()
/// idle.onNeed = { host.wakeUpBeforeSleeping() }
/// idle.add("prefill") { pool.makeOne() }       // called again while it returns true
/// ```
///
/// It has one owner and is used in one place at a time.
public final class IdleWork {
    /// The largest number of pieces of work.
    public let capacity: Int
    /// The time in seconds after which a turn begins no further unit.
    public let budget: Double
    /// Called when work waits and nobody was asked to run it yet, at once if it waits when this is set; ``run(now:)`` ends
    /// what was asked for.
    public var onNeed: (() -> Void)? {
        didSet {
            // Another one than this was asked.
            isAsked = false
            askIfNeeded()
        }
    }
    /// Whether all work waits, as while the user drags.
    public var isHeldBack = false {
        didSet { askIfNeeded() }
    }

    private struct Piece {
        let key: String
        let priority: Int
        let number: Int
        let unit: () -> Bool
        let onDrop: (() -> Void)?
    }

    /// The most urgent first, and those of one priority in the order in which they came.
    private var pieces: [Piece] = []
    private var nextNumber = 0
    private var isAsked = false
    private var isRunning = false

    /// Makes a list without work.
    ///
    /// - Parameters:
    ///   - capacity: The largest number of pieces of work, at least 1.
    ///   - budget: The time in seconds after which a turn begins no further unit.
    public init(capacity: Int = 64, budget: Double = 0.004) {
        self.capacity = max(1, capacity)
        self.budget = budget
    }
}

// MARK: - Work

extension IdleWork {
    /// The number of pieces of work.
    public var count: Int { pieces.count }

    /// Adds a piece of work; one with the same key is replaced.
    ///
    /// If there is too much, the oldest piece of the lowest priority is dropped, which may be the new one, and its owner is
    /// told.
    ///
    /// - Parameters:
    ///   - key: What the work is known by.
    ///   - priority: How urgent it is; greater numbers come first.
    ///   - onDrop: Called when the work is dropped because there is too much. Adding it again at once would drop other work.
    ///   - unit: Does a small part of the work and returns whether there is more to do.
    public func add(
        _ key: String,
        priority: Int = 0,
        onDrop: (() -> Void)? = nil,
        _ unit: @escaping () -> Bool
    ) {
        let replaced = take(key)
        let piece = Piece(key: key, priority: priority, number: nextNumber, unit: unit, onDrop: onDrop)
        nextNumber += 1
        let place = pieces.firstIndex { $0.priority < priority } ?? pieces.count
        pieces.insert(piece, at: place)
        var dropped: Piece?
        if pieces.count > capacity, let lowest = pieces.last?.priority,
            let oldest = pieces.firstIndex(where: { $0.priority == lowest })
        {
            dropped = pieces.remove(at: oldest)
        }
        askIfNeeded()
        dropped?.onDrop?()
        withExtendedLifetime(replaced) {}
    }

    /// Removes a piece of work; its owner is not told.
    ///
    /// - Parameter key: What the work is known by.
    public func remove(_ key: String) {
        let removed = take(key)
        withExtendedLifetime(removed) {}
    }

    /// Takes a piece out, which is to be released when nobody changes the list: what it holds may do so when it goes.
    private func take(_ key: String) -> Piece? {
        pieces.firstIndex { $0.key == key }.map { pieces.remove(at: $0) }
    }

    private func askIfNeeded() {
        guard !isAsked, !isRunning, !isHeldBack, !pieces.isEmpty, let onNeed else { return }
        isAsked = true
        onNeed()
    }
}

// MARK: - Turns

extension IdleWork {
    /// Works for one turn of the run loop: at least one unit, unless all work is held back.
    ///
    /// - Parameter now: Returns the time in seconds, on any clock that does not go back.
    /// - Returns: The number of units that were done.
    @discardableResult
    public func run(now: () -> Double) -> Int {
        guard !isRunning else { return 0 }
        isAsked = false
        isRunning = true
        defer {
            isRunning = false
            askIfNeeded()
        }
        var units = 0
        let start = now()
        while !isHeldBack, let piece = pieces.first {
            let hasMore = piece.unit()
            units += 1
            // The unit may have replaced or removed its own work.
            if !hasMore { pieces.removeAll { $0.number == piece.number } }
            let elapsed = now() - start
            // Who sets the clock back does not get more time.
            guard elapsed >= 0, elapsed < budget else { break }
        }
        return units
    }
}
