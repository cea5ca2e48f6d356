import Foundation

/// The deaths of launches in flight that count, the oldest first, and the files that they make suspect.
struct DeathLedger: Hashable, Sendable {
    /// What one thread was at when a launch died.
    struct Death: Hashable, Sendable {
        /// Some bits of the launch's ID.
        let launch: UInt32
        let flight: LaunchRecord.Flight
    }

    private(set) var deaths: [Death] = []
    /// The number of bits that are kept of a launch's ID.
    private static let tagSize: UInt32 = 18

    /// Makes a ledger without deaths.
    init() {}

    /// Reads the deaths that a launch left behind, and counts its own end.
    ///
    /// - Parameters:
    ///   - bytes: The complete file, which need not be trusted.
    ///   - record: What it says about the end of the launch.
    init(left bytes: [UInt8], _ record: LaunchRecord) {
        if let words = JournalImage.words(of: bytes) { self.init(reading: words) } else { self.init() }
        count(record)
    }

    /// Counts the end of a launch, if it blames anybody and was not counted before.
    mutating func count(_ record: LaunchRecord) {
        let flights = record.blamedFlights
        guard let id = record.launchID, !flights.isEmpty else { return }
        let tag = Self.tag(id)
        guard !deaths.contains(where: { $0.launch == tag }) else { return }
        deaths += flights.map { Death(launch: tag, flight: $0) }
        let newest = Set(flights.map(\.innermost))
        while deaths.count > JournalLayout.deathCount || files.count > JournalLayout.deathEntryCount {
            // What died again is what counts, most of all if it did so just now.
            let others = deaths.indices.filter { !newest.contains(deaths[$0].flight.innermost) }
            let single = others.first { index in
                deaths.count { $0.flight.innermost == deaths[index].flight.innermost } == 1
            }
            deaths.remove(at: single ?? others.first ?? 0)
        }
    }

    /// The files of the deaths, in the order in which they appear.
    var files: [LaunchRecord.File] {
        var files: [LaunchRecord.File] = []
        for death in deaths {
            for file in [death.flight.host, death.flight.innermost] where !files.contains(file) { files.append(file) }
        }
        return files
    }

    private static func tag(_ id: UUID) -> UInt32 {
        let words = JournalImage.words(of: id)
        return UInt32(truncatingIfNeeded: CheckedWord.check(words, salt: 0) >> (64 - UInt64(tagSize)))
    }
}

// MARK: - Suspects

extension DeathLedger {
    /// Returns the files that were in flight in a number of launches that died, the most frequent first.
    ///
    /// What died of an item that is suspect itself does not count against its host.
    func suspects(after number: Int) -> [TemplateJournal.Suspect] {
        let number = max(1, number)
        let items = Self.launches(of: deaths, \.innermost).filter { $0.value.count >= number }
        let unexplained = deaths.filter { items[$0.flight.innermost] == nil }
        let hosts = Self.launches(of: unexplained, \.host, \.innermost).filter { $0.value.count >= number }
        let found = items.merging(hosts) { $0.union($1) }
        // In the order of the ledger, so that it is always the same.
        let suspects = files.compactMap { file in
            found[file].flatMap { launches in
                let last = deaths.last { death in
                    let innermost = death.flight.innermost
                    return innermost == file || death.flight.host == file && items[innermost] == nil
                }
                return last.map {
                    TemplateJournal.Suspect(file: file, phase: $0.flight.phase, deaths: launches.count)
                }
            }
        }
        return suspects.sorted { $0.deaths > $1.deaths }
    }

    /// Returns the launches in which each file died.
    private static func launches(
        of deaths: [Death],
        _ files: (LaunchRecord.Flight) -> LaunchRecord.File...
    ) -> [LaunchRecord.File: Set<UInt32>] {
        var launches: [LaunchRecord.File: Set<UInt32>] = [:]
        for death in deaths {
            for file in files { launches[file(death.flight), default: []].insert(death.launch) }
        }
        return launches
    }
}

// MARK: - Words

extension DeathLedger {
    /// The word of no death.
    static let noDeath = CheckedWord.encode(0)

    /// Writes the deaths and the entries of their files.
    func write(to words: inout [UInt64]) {
        let files = files
        for (index, file) in files.enumerated() {
            guard let entry = JournalEntry(file) else { continue }
            let place = JournalLayout.deathEntries + index
            let start = JournalLayout.word(ofEntry: place)
            words.replaceSubrange(
                start..<start + JournalLayout.entryWords,
                with: entry.words(at: place, generation: 0)
            )
        }
        for index in 0..<JournalLayout.deathCount {
            words[JournalLayout.deaths + index] =
                index < deaths.count ? Self.word(of: deaths[index], files) : Self.noDeath
        }
    }

    private static func word(of death: Death, _ files: [LaunchRecord.File]) -> UInt64 {
        func number(_ file: LaunchRecord.File?) -> UInt32 {
            UInt32(file.flatMap { files.firstIndex(of: $0) } ?? 31)
        }
        let flight = death.flight
        let phase = UInt32(flight.phase.rawValue) | (flight.isOnMainThread ? 8 : 0)
        return CheckedWord.encode(phase | number(flight.host) << 4 | number(flight.item) << 9 | death.launch << 14)
    }

    /// Reads the deaths; those that cannot be read for certain are left out.
    init(reading words: [UInt64]) {
        for index in 0..<JournalLayout.deathCount {
            guard let payload = CheckedWord.decode(words[JournalLayout.deaths + index]),
                let phase = TemplatePhase(rawValue: UInt8(payload & 7)),
                let host = Self.file(payload >> 4 & 31, in: words)
            else { continue }
            let item = Self.file(payload >> 9 & 31, in: words)
            guard item != nil || payload >> 9 & 31 == 31 else { continue }
            deaths.append(
                Death(
                    launch: payload >> 14,
                    flight: LaunchRecord.Flight(phase, host: host, item: item, isOnMainThread: payload & 8 != 0)
                )
            )
        }
    }

    private static func file(_ number: UInt32, in words: [UInt64]) -> LaunchRecord.File? {
        guard number < JournalLayout.deathEntryCount else { return nil }
        return JournalEntry.read(JournalLayout.deathEntries + Int(number), in: words)?.file
    }
}
