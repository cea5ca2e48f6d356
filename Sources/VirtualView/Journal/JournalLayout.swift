/// The layout of a journal's file: 512 words of 64 bits in the order of the processor's bytes.
///
///     +-------+-----------+-------+------------+-------+--------+---------+
///     | magic | launch ID | check | foreground | lanes | deaths | entries |
///     +-------+-----------+-------+------------+-------+--------+---------+
///     0       1           3       4            5       12       32      512
///
/// - The word of a *lane* says what one thread is at: a phase, and the slots of two entries. It is stored at once.
/// - The word of a *death* says what one thread was at when an earlier launch died.
/// - An *entry* names a file. Each lane has its own, so that no thread writes what another one points to; the last belong to
///   the deaths.
///
/// Every word that stands alone holds its 32 bits and their complement, so a change within one of the halves is seen;
/// entries and the head have a check that changes with any of their words.
enum JournalLayout {
    /// The size of the file, in bytes.
    static let size = 4_096
    static let wordCount = size / 8
    /// "VVJRNL" and the version of the layout.
    static let magic: UInt64 = 0x5656_4A52_4E4C_0001
    static let launchID = 1
    static let headCheck = 3
    static let foreground = 4
    static let lanes = 5
    static let deaths = 12
    static let entries = 32

    /// The number of threads that can be in a phase at once; the first lane is the main thread's.
    static let laneCount = 7
    static let deathCount = 20
    static let entryWords = 10
    /// The number of files that the deaths may name.
    static let deathEntryCount = 16
    /// The first entry that the deaths may name.
    static let deathEntries = 32
    /// The most bytes of a name that an entry holds.
    static let nameSize = 32

    /// Returns the number of entries of a lane, a power of 2; at least 4, so that two are free while two are in use.
    @inline(__always)
    static func slotCount(_ lane: Int) -> Int {
        lane == 0 ? 8 : 4
    }

    /// Returns the number of the first entry of a lane.
    static func firstEntry(_ lane: Int) -> Int {
        lane == 0 ? 0 : 4 + 4 * lane
    }

    /// Returns the first word of an entry.
    static func word(ofEntry entry: Int) -> Int {
        entries + entryWords * entry
    }
}

// MARK: - Words

/// A word that holds 32 bits and their complement.
enum CheckedWord {
    /// Makes a word.
    @inline(__always)
    static func encode(_ payload: UInt32) -> UInt64 {
        UInt64(payload) << 32 | UInt64(~payload)
    }

    /// Returns what a word holds; `nil` if it is not one.
    static func decode(_ word: UInt64) -> UInt32? {
        let payload = UInt32(truncatingIfNeeded: word >> 32)
        return UInt32(truncatingIfNeeded: word) == ~payload ? payload : nil
    }

    /// What the word of the foreground holds.
    static func foreground(_ isInForeground: Bool) -> UInt64 {
        encode(isInForeground ? 0x464F_5245 : 0x4241_434B)
    }

    /// Returns a check of words, which is another one if one of them is.
    static func check(_ words: some Sequence<UInt64>, salt: UInt64) -> UInt64 {
        // Each step can be undone, so a difference is never lost.
        words.reduce(salt &* 2 &+ 0x9E37_79B9_7F4A_7C15) { hash, word in
            var mixed = (hash ^ word) &* 0xBF58_476D_1CE4_E5B9
            mixed ^= mixed >> 29
            return mixed &* 0x94D0_49BB_1331_11EB
        }
    }
}

/// What a thread is at: the number of a phase, and two entries of its lane.
struct LaneState: Hashable {
    /// A slot of the lane, and how often it was written, of which 10 bits count.
    struct Slot: Hashable {
        let index: Int
        let generation: UInt32
    }

    let phase: TemplatePhase
    /// The entry of the host; `nil` if none could be written.
    let host: Slot?
    let item: Slot?

    /// The index that stands for none.
    static let none: UInt32 = 15
    static let generationMask: UInt32 = 0x3FF

    /// The word of a thread that is at nothing.
    static let idle = CheckedWord.encode(0)

    /// Makes the word of a thread that is at something; a slot is its index and, from bit 4, its generation.
    @inline(__always)
    static func word(_ phase: UInt32, host: UInt32, item: UInt32) -> UInt64 {
        let slots = (host & 15) << 3 | (item & 15) << 7
        let generations = (host >> 4 & generationMask) << 11 | (item >> 4 & generationMask) << 21
        return CheckedWord.encode(phase | slots | generations)
    }

    /// Reads what the word of a lane holds, if it is at something.
    init?(_ payload: UInt32, slotCount: Int) {
        guard let phase = TemplatePhase(rawValue: UInt8(payload & 7)), payload >> 31 == 0 else { return nil }
        self.phase = phase
        func slot(_ index: UInt32, _ generation: UInt32) -> Slot?? {
            if index == Self.none { return generation == 0 ? .some(nil) : nil }
            guard index < slotCount else { return nil }
            return Slot(index: Int(index), generation: generation & Self.generationMask)
        }
        guard let host = slot(payload >> 3 & 15, payload >> 11 & Self.generationMask),
            let item = slot(payload >> 7 & 15, payload >> 21 & Self.generationMask)
        else { return nil }
        self.host = host
        self.item = item
    }
}
