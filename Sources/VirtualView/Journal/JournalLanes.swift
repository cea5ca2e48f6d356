import Foundation
import VirtualViewCore

/// What each thread is at, in memory and in the file of a journal.
///
/// A thread takes a lane when it enters its outermost phase, and gives it back when it leaves that; the first lane is the
/// main thread's for ever. Only the owner of a lane writes to it, so a transition is one store into the file, and takes no
/// lock; a monitor of stalls notes those of the main thread too, under its own. If more threads are in phases than there are
/// lanes, those that came last are not recorded.
///
/// Templates have numbers, and the slots of a lane hold the entries of those that it named last. A slot to which the word of
/// the lane points is never written.
///
/// ### A lane in memory
///     +-------+-------+-------+-------+
///     | owner | frame | slots | depth |   16 words
///     +-------+-------+-------+-------+
///
/// - *owner*: the thread; 0 for none.
/// - *frame*: the numbers of host and item, 30 bits each, and the phase; 0 for none.
/// - *slot*: the number of the template, and how often the slot was written, 32 bits each.
/// - *depth*: the number of intervals that were begun and not ended.
final class JournalLanes: Sendable {
    /// The largest number of a template.
    static let maximumNumber: UInt32 = 1 << 30 - 1
    /// The frame that stands for a thread without a lane.
    private static let unrecorded = UInt64.max
    private static let stride = 16
    private static let slots = 2
    /// The word behind the slots of the lane that has most of them.
    private static let depth = 10

    private let file: WordMemory
    private let memory: WordMemory
    private let address: UInt
    /// Held while a lane gets another owner.
    private let claims = Locked(())
    /// Returns the entry of a template.
    private let entry: @Sendable (UInt32) -> JournalEntry?
    /// Is told what the main thread is at.
    private let stalls: StallMonitor?
    /// Shows the phases of all threads.
    private let intervals: PhaseIntervals?
    /// Returns whether the calling thread is the main thread.
    private let isMainThread: @Sendable () -> Bool
    /// Is called after each word of an entry is stored; for tests.
    private let onStore: (@Sendable () -> Void)?

    /// Makes lanes without owners.
    ///
    /// - Parameters:
    ///   - file: The words of the file, in which every lane is idle; they outlive the lanes.
    ///   - entry: Returns the entry of a template by its number.
    ///   - stalls: Is told what the main thread is at.
    ///   - intervals: Shows the phases of all threads.
    ///   - isMainThread: Returns whether the calling thread is the main thread.
    ///   - onStore: Is called after each word of an entry is stored.
    init(
        in file: WordMemory,
        entry: @escaping @Sendable (UInt32) -> JournalEntry?,
        stalls: StallMonitor? = nil,
        intervals: PhaseIntervals? = nil,
        isMainThread: @escaping @Sendable () -> Bool,
        onStore: (@Sendable () -> Void)?
    ) {
        self.file = file
        self.entry = entry
        self.stalls = stalls
        self.intervals = intervals
        self.isMainThread = isMainThread
        self.onStore = onStore
        let count = Self.stride * JournalLayout.laneCount
        let words = UnsafeMutableRawPointer.allocate(byteCount: 8 * count, alignment: 64)
        words.initializeMemory(as: UInt64.self, repeating: 0, count: count)
        address = UInt(bitPattern: words)
        memory = WordMemory(at: words)
    }

    deinit {
        UnsafeMutableRawPointer(bitPattern: address)?.deallocate()
    }

    /// Enters a phase on this thread.
    ///
    /// - Returns: The frame of the phase around it.
    @inline(__always)
    func enter(_ phase: UInt64, host: UInt32, item: UInt32) -> UInt64 {
        guard let lane = laneOfThread() ?? claim() else { return Self.unrecorded }
        let outer = memory[lane &* Self.stride &+ 1]
        let frame = phase << 60 | UInt64(item) << 30 | UInt64(host)
        show(frame, lane)
        if let intervals, intervals.isRecorded() { begin(frame, in: outer, lane, intervals) }
        return outer
    }

    /// Goes back to the frame of the phase around the one that this thread leaves.
    @inline(__always)
    func leave(to outer: UInt64) {
        guard outer != Self.unrecorded, let lane = laneOfThread() else { return }
        if let intervals, intervals.isRecorded() { end(memory[lane &* Self.stride &+ 1], lane, intervals) }
        show(outer, lane)
        if outer == 0, lane > 0 { memory[lane &* Self.stride] = 0 }
    }
}

// MARK: - Intervals

extension JournalLanes {
    private static func phase(of frame: UInt64) -> TemplatePhase? {
        TemplatePhase(rawValue: UInt8(truncatingIfNeeded: frame >> 60))
    }

    /// Shows that a phase begins: "Row in List" for an item.
    @inline(never)
    private func begin(_ frame: UInt64, in outer: UInt64, _ lane: Int, _ intervals: PhaseIntervals) {
        guard let phase = Self.phase(of: frame) else { return }
        let numbers = [frame >> 30, frame].map { UInt32(truncatingIfNeeded: $0) & Self.maximumNumber }
        let names = numbers.filter { $0 != 0 }.map { entry($0)?.name ?? "" }
        // Who begins to record, or ends it, may do so within phases: the outermost one counts from 1.
        let depth = outer == 0 ? 1 : memory[lane * Self.stride + Self.depth] + 1
        memory[lane * Self.stride + Self.depth] = depth
        intervals.begin(phase, PhaseIntervals.id(ofDepth: depth, lane: lane), names.joined(separator: " in "))
    }

    /// Shows that a phase ends.
    @inline(never)
    private func end(_ frame: UInt64, _ lane: Int, _ intervals: PhaseIntervals) {
        let depth = memory[lane * Self.stride + Self.depth]
        guard depth > 0, let phase = Self.phase(of: frame) else { return }
        memory[lane * Self.stride + Self.depth] = depth - 1
        intervals.end(phase, PhaseIntervals.id(ofDepth: depth, lane: lane))
    }
}

// MARK: - Threads

extension JournalLanes {
    /// Returns the lane that this thread has.
    @inline(__always)
    private func laneOfThread() -> Int? {
        let thread = ThreadIdentity.current
        if memory[0] == thread.word { return 0 }
        for lane in 1..<JournalLayout.laneCount where memory[lane &* Self.stride] == thread.word { return lane }
        return nil
    }

    /// Gives this thread a free lane.
    @inline(never)
    private func claim() -> Int? {
        let thread = ThreadIdentity.current
        if isMainThread() {
            memory[0] = thread.word
            return 0
        }
        return claims.withLock { _ in
            for lane in 1..<JournalLayout.laneCount where memory[lane * Self.stride] == 0 {
                memory[lane * Self.stride] = thread.word
                return lane
            }
            return nil
        }
    }
}

// MARK: - Words

extension JournalLanes {
    /// Stores a frame, and the word that tells it.
    @inline(__always)
    private func show(_ frame: UInt64, _ lane: Int) {
        var word = LaneState.idle
        if frame != 0 {
            let host = UInt32(truncatingIfNeeded: frame) & Self.maximumNumber
            let item = UInt32(truncatingIfNeeded: frame >> 30) & Self.maximumNumber
            let hostSlot = slot(of: host, lane, besides: LaneState.none)
            let itemSlot =
                item == 0 ? LaneState.none : item == host ? hostSlot : slot(of: item, lane, besides: hostSlot)
            word = LaneState.word(UInt32(truncatingIfNeeded: frame >> 60), host: hostSlot, item: itemSlot)
        }
        memory[lane &* Self.stride &+ 1] = frame
        if lane == 0, let stalls { stalls.note(frame) }
        file[JournalLayout.lanes &+ lane] = word
    }

    /// Returns the slot of a template: its index and, from bit 4, its generation.
    @inline(__always)
    private func slot(of number: UInt32, _ lane: Int, besides kept: UInt32) -> UInt32 {
        let home = Int(number) & (JournalLayout.slotCount(lane) &- 1)
        let state = memory[lane &* Self.stride &+ Self.slots &+ home]
        guard UInt32(truncatingIfNeeded: state) == number, number != 0 else {
            return findOrWrite(number, lane, besides: kept)
        }
        return Self.slot(home, state)
    }

    private static func slot(_ index: Int, _ state: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: index) | UInt32(truncatingIfNeeded: state >> 32) << 4
    }

    /// Finds a template in a slot that is not its first choice, or writes its entry into one that nothing points to.
    @inline(never)
    private func findOrWrite(_ number: UInt32, _ lane: Int, besides kept: UInt32) -> UInt32 {
        let count = JournalLayout.slotCount(lane)
        let first = lane * Self.stride + Self.slots
        guard number != 0 else { return LaneState.none }
        for index in 0..<count {
            let state = memory[first + index]
            if UInt32(truncatingIfNeeded: state) == number { return Self.slot(index, state) }
        }
        guard let entry = entry(number) else { return LaneState.none }
        let shown = CheckedWord.decode(file[JournalLayout.lanes + lane]) ?? 0
        var used = [kept & 15]
        if shown != 0 { used += [shown >> 3 & 15, shown >> 7 & 15] }
        // Two are shown and one is kept, and there are at least four.
        for probe in 0..<count {
            let index = (Int(number) + probe) % count
            guard !used.contains(UInt32(index)) else { continue }
            let generation = UInt32(truncatingIfNeeded: memory[first + index] >> 32) &+ 1
            write(entry, at: JournalLayout.firstEntry(lane) + index, generation)
            let state = UInt64(generation) << 32 | UInt64(number)
            memory[first + index] = state
            return Self.slot(index, state)
        }
        return LaneState.none
    }

    private func write(_ entry: JournalEntry, at place: Int, _ generation: UInt32) {
        let start = JournalLayout.word(ofEntry: place)
        for (index, word) in entry.words(at: place, generation: generation).enumerated() {
            file[start + index] = word
            onStore?()
        }
    }
}
