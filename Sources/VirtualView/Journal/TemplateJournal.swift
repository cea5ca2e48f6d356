public import Foundation
import VirtualViewFormat

/// Notes which template is at work at every moment, in a file that survives the death of the process, so that the next
/// launch of the app knows which template to blame for a crash.
///
/// ```swift
/// let journal = try TemplateJournal(at: folder.appendingPathComponent("app.journal"))
/// var configuration = TemplateManager.Configuration()
/// configuration.journal = journal
/// ```
///
/// The file has 4 KiB and is mapped into memory, so what was noted is there however the process ends: by a trap, by a signal,
/// or because the system or the user ended it. What was noted just before the device lost its power may be missing.
///
/// ### What counts
/// A launch counts against the files that were at work when it ended, if the app was in the foreground. So set
/// ``isInForeground``; an app that never does blames nobody. What is counted goes from launch to launch until
/// ``markHealthy()`` forgets it.
///
/// ### Threads
/// Every member may be used from any thread. The main thread and six others are recorded at once; what further threads do
/// meanwhile is not. If a launch ends while several threads are at work, all of their templates are noted, because nobody
/// knows which thread it was; what was only being loaded or prepared counts if nothing was being shown.
///
/// A journal belongs to one process: an app and its extensions need a file each, and a process opens its own once, before the
/// first template is loaded. Nobody else may change the file's size: a mapped file that is cut short raises `SIGBUS`.
public final class TemplateJournal: Sendable {
    /// A file that was at work in several launches that died.
    public struct Suspect: Hashable, Sendable {
        /// The file.
        public let file: LaunchRecord.File
        /// The phase of the last of the deaths that count against the file.
        public let phase: TemplatePhase
        /// The number of launches that died while the file was at work, but for those that do not count against it.
        public let deaths: Int

        /// Names a suspect.
        ///
        /// - Parameters:
        ///   - file: The file.
        ///   - phase: The phase of the last of the deaths that count against the file.
        ///   - deaths: The number of launches that count.
        package init(file: LaunchRecord.File, phase: TemplatePhase, deaths: Int) {
            self.file = file
            self.phase = phase
            self.deaths = deaths
        }

        /// The template's name; see ``LaunchRecord/File/type``.
        public var type: String { file.type }
        /// The SHA-256 of the file, in 64 lower-case hexadecimal digits.
        public var sha256: String { file.sha256 }

        /// Returns whether bytes are those of the file: another version of the template is not suspect.
        ///
        /// - Parameter bytes: The bytes of a file.
        /// - Returns: Whether they have the file's SHA-256.
        /// - Complexity: O(*n*) in the number of bytes.
        public func isFile(_ bytes: [UInt8]) -> Bool { ContentHash.of(bytes) == sha256 }
    }

    /// The ID of this launch.
    public let launchID: UUID
    /// How the launch before this one ended.
    public let lastLaunch: LaunchRecord

    private let file: JournalFile
    private let ledger: Locked<DeathLedger>
    private let lanes: JournalLanes
    private let stalls: StallMonitor?
    private let register: Locked<JournalRegister>

    /// Reads what the launch before this one left behind, and starts a new file in its place.
    ///
    /// It waits until the new file is on the device: some milliseconds.
    ///
    /// - Parameters:
    ///   - url: The URL of the file, in a folder that exists and that the system does not empty; one for each process.
    ///   - launchID: The ID of this launch. A launch that has the ID of the one before it is taken for the same one.
    ///   - stalls: Is told what the main thread is at.
    /// - Throws: ``JournalError``; the file is then as it was.
    public convenience init(
        at url: URL,
        launchID: UUID = UUID(),
        stalls: StallMonitor? = nil
    ) throws(JournalError) {
        try self.init(at: url, launchID: launchID, stalls: stalls, onStore: nil)
    }

    /// Makes a journal for a test, which is told of stores and says which thread is the main thread.
    ///
    /// - Parameters:
    ///   - url: The URL of the file.
    ///   - launchID: The ID of this launch.
    ///   - stalls: Is told what the main thread is at.
    ///   - isMainThread: Returns whether the calling thread is the main thread.
    ///   - onStore: Is called after each word of an entry is stored, on the thread that stores it.
    /// - Throws: ``JournalError``; the file is then as it was.
    package init(
        at url: URL,
        launchID: UUID,
        stalls: StallMonitor? = nil,
        isMainThread: @escaping @Sendable () -> Bool = { Thread.isMainThread },
        onStore: (@Sendable () -> Void)?
    ) throws(JournalError) {
        let left = try JournalFile.read(url) ?? []
        lastLaunch = LaunchRecord(reading: left)
        let ledger = DeathLedger(left: left, lastLaunch.launchID == launchID ? .unknown : lastLaunch)
        self.launchID = launchID
        self.ledger = Locked(ledger)
        let register = Locked(JournalRegister())
        self.register = register
        self.stalls = stalls
        file = try JournalFile(replacing: url, with: JournalImage.new(launchID: launchID, ledger))
        lanes = JournalLanes(
            in: file.words,
            entry: { number in register.withLock { $0.entries[number] } },
            stalls: stalls,
            intervals: .system,
            isMainThread: isMainThread,
            onStore: onStore
        )
    }
}

// MARK: - For the app

extension TemplateJournal {
    /// Whether the app is in the foreground; `false` until it is set.
    ///
    /// Set it at once unless the app was started in the background, when it comes to the front and when it goes to the
    /// back. On iOS that is before the app becomes active, which is after the first screen was made. The end of a launch
    /// in the background blames nobody: the system ends apps there as it likes.
    public var isInForeground: Bool {
        get { file.words[JournalLayout.foreground] == CheckedWord.foreground(true) }
        set { file.words[JournalLayout.foreground] = CheckedWord.foreground(newValue) }
    }

    /// Forgets the deaths that were counted so far, in this launch and in those that follow.
    ///
    /// Call it when the app has done what it is there for with the templates that it has.
    public func markHealthy() {
        ledger.withLock { ledger in
            ledger = DeathLedger()
            for index in 0..<JournalLayout.deathCount {
                file.words[JournalLayout.deaths + index] = DeathLedger.noDeath
            }
        }
    }

    /// Returns the files that were at work in several launches that died, the most frequent first.
    ///
    /// Files are the same if name and hash are. An item counts, and so does its host, because many items may die of one host;
    /// but a launch that died of an item that is suspect itself does not count against its host.
    ///
    /// - Parameter deaths: The number of launches that makes a file suspect, at least 1.
    /// - Returns: The files.
    public func suspects(after deaths: Int = 2) -> [Suspect] {
        ledger.withLock { $0 }.suspects(after: deaths)
    }

    /// Returns the suspects of a file that a launch left behind, its own end included.
    ///
    /// - Parameters:
    ///   - bytes: The complete file, which need not be trusted.
    ///   - deaths: The number of launches that makes a file suspect, at least 1.
    /// - Returns: The files.
    package static func suspects(readIn bytes: [UInt8], after deaths: Int) -> [Suspect] {
        DeathLedger(left: bytes, LaunchRecord(reading: bytes)).suspects(after: deaths)
    }
}

// MARK: - Recording

extension TemplateJournal: PhaseRecorder {
    package func enter(_ phase: TemplatePhase, host: UInt32, item: UInt32) -> UInt64 {
        lanes.enter(UInt64(phase.rawValue), host: host, item: item)
    }

    package func leave(to outer: UInt64) {
        lanes.leave(to: outer)
    }

    package func forget(_ number: UInt32) {
        register.withLock { _ = $0.entries.removeValue(forKey: number) }
        stalls?.forget(number)
    }

    /// Gives a file a number.
    ///
    /// - Parameters:
    ///   - type: The template's name.
    ///   - hash: The 32 bytes of the file's SHA-256.
    ///   - version: The template's version, if it is known.
    /// - Returns: The number, which is the file's until the result is released.
    package func record(_ type: String, hash: [UInt8], version: FormatVersion? = nil) -> RecordedTemplate {
        let entry = JournalEntry(type: type, hash: hash)
        let number = register.withLock { $0.add(entry) }
        stalls?.name(number, type, version)
        return RecordedTemplate(number, of: self)
    }
}

/// The files that a journal may have to name.
struct JournalRegister: Sendable {
    /// The files by their numbers.
    fileprivate(set) var entries: [UInt32: JournalEntry] = [:]
    private var last: UInt32 = 0
    /// The hashes of the files that were loaded last, which are prepared next.
    private var hashes: [(bytes: [UInt8], hash: [UInt8])] = []
    private static let hashCount = 8
    private static let largestSize = 64 << 10

    /// Gives a file the next number; 0, which names nothing, if there are no more.
    fileprivate mutating func add(_ entry: JournalEntry) -> UInt32 {
        guard last < JournalLanes.maximumNumber else { return 0 }
        last += 1
        entries[last] = entry
        return last
    }

    /// Returns the hash of a file that was loaded lately.
    func hash(of bytes: [UInt8]) -> [UInt8]? {
        hashes.last { $0.bytes == bytes }?.hash
    }

    /// Keeps the hash of a file that is not large.
    mutating func keep(_ hash: [UInt8], of bytes: [UInt8]) {
        guard bytes.count <= Self.largestSize else { return }
        if hashes.count == Self.hashCount { hashes.removeFirst() }
        hashes.append((bytes, hash))
    }
}

/// A file that is loaded or prepared.
struct RecordedFile {
    /// What the journal knows the file by.
    let template: RecordedTemplate
    fileprivate let outer: UInt64

    /// Leaves the phase.
    func leave() {
        template.recorder.leave(to: outer)
    }
}

extension TemplateJournal {
    /// Enters a phase of a file that has no nodes yet.
    ///
    /// - Parameters:
    ///   - phase: The phase.
    ///   - type: The template's name.
    ///   - bytes: The file.
    ///   - sha256: The file's hash in hexadecimal digits, if it is known.
    ///   - version: The template's version, if it is known.
    /// - Returns: What to leave the phase with.
    func enter(
        _ phase: TemplatePhase,
        _ type: String,
        _ bytes: [UInt8],
        sha256: String? = nil,
        version: FormatVersion? = nil
    ) -> RecordedFile {
        let template = record(type, hash: hash(of: bytes, sha256), version: version)
        return RecordedFile(template: template, outer: enter(phase, host: template.number, item: 0))
    }

    /// Returns the hash of a file, which is made once if the file is prepared soon after it is loaded.
    private func hash(of bytes: [UInt8], _ known: String?) -> [UInt8] {
        if let known = known.flatMap(HexText.bytes) {
            register.withLock { $0.keep(known, of: bytes) }
            return known
        }
        if let kept = register.withLock({ $0.hash(of: bytes) }) { return kept }
        let hash = SHA256.digest(of: bytes)
        register.withLock { $0.keep(hash, of: bytes) }
        return hash
    }
}
