import Foundation

/// The content of a journal's file.
enum JournalImage {
    /// Returns the words of a new journal.
    static func new(launchID: UUID, _ ledger: DeathLedger) -> [UInt64] {
        var words = [UInt64](repeating: 0, count: JournalLayout.wordCount)
        words[0] = JournalLayout.magic
        words.replaceSubrange(JournalLayout.launchID..<JournalLayout.headCheck, with: Self.words(of: launchID))
        words[JournalLayout.headCheck] = CheckedWord.check(words[..<JournalLayout.headCheck], salt: 0)
        words[JournalLayout.foreground] = CheckedWord.foreground(false)
        for lane in 0..<JournalLayout.laneCount { words[JournalLayout.lanes + lane] = LaneState.idle }
        ledger.write(to: &words)
        return words
    }

    /// Returns the words of a file that need not be trusted; `nil` if it is not a journal.
    static func words(of bytes: [UInt8]) -> [UInt64]? {
        guard bytes.count == JournalLayout.size else { return nil }
        let words = bytes.withUnsafeBytes { bytes in
            (0..<JournalLayout.wordCount).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self) }
        }
        return checked(words)
    }

    /// Returns words if they are those of a journal.
    static func checked(_ words: [UInt64]) -> [UInt64]? {
        guard words[0] == JournalLayout.magic,
            words[JournalLayout.headCheck] == CheckedWord.check(words[..<JournalLayout.headCheck], salt: 0)
        else { return nil }
        return words
    }

    /// The two words of an ID.
    static func words(of id: UUID) -> [UInt64] {
        let bytes = withUnsafeBytes(of: id.uuid) { Array($0) }
        return [0, 8].map { start in bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
    }

    private static func id(_ words: [UInt64]) -> UUID {
        func byte(_ index: Int) -> UInt8 {
            UInt8(truncatingIfNeeded: words[JournalLayout.launchID + index / 8] >> (56 - 8 * UInt64(index % 8)))
        }
        return UUID(
            uuid: (
                byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7),
                byte(8), byte(9), byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
            )
        )
    }

    /// Returns how the launch that left the words behind ended; unknown if anything that says so is in doubt.
    static func record(_ words: [UInt64]) -> LaunchRecord {
        let foreground = words[JournalLayout.foreground]
        guard [true, false].contains(where: { CheckedWord.foreground($0) == foreground }) else { return .unknown }
        var flights: [LaunchRecord.Flight] = []
        for lane in 0..<JournalLayout.laneCount {
            guard let payload = CheckedWord.decode(words[JournalLayout.lanes + lane]) else { return .unknown }
            if payload == 0 { continue }
            guard let state = LaneState(payload, slotCount: JournalLayout.slotCount(lane)),
                let host = state.host, let hostFile = file(host, lane, words)
            else { return .unknown }
            let item = state.item.map { file($0, lane, words) }
            if case .some(nil) = item { return .unknown }
            flights.append(
                LaunchRecord.Flight(state.phase, host: hostFile, item: item ?? nil, isOnMainThread: lane == 0)
            )
        }
        return LaunchRecord(
            launchID: id(words),
            wasInForeground: foreground == CheckedWord.foreground(true),
            flights: flights
        )
    }

    private static func file(_ slot: LaneState.Slot, _ lane: Int, _ words: [UInt64]) -> LaunchRecord.File? {
        guard let entry = JournalEntry.read(JournalLayout.firstEntry(lane) + slot.index, in: words),
            entry.generation & LaneState.generationMask == slot.generation
        else { return nil }
        return entry.file
    }
}

extension LaunchRecord {
    /// Reads the file that a launch left behind.
    ///
    /// - Parameter bytes: The complete file, which need not be trusted; what is not a journal gives an unknown record.
    package init(reading bytes: [UInt8]) {
        self = JournalImage.words(of: bytes).map(JournalImage.record) ?? .unknown
    }
}
