import VirtualViewFormat

/// Where files are watched.
protocol WatchedPlace {
    /// Looks for the files that matter.
    func contents() -> WatchedContents

    /// Returns the path at which a file that was found can be read; `nil` if it may not be.
    func path(of name: String) -> String?
}

/// What is in a place that is watched.
struct WatchedContents: Hashable, Sendable {
    /// The files that matter, by their names in the place.
    var files: [String: FileStamp] = [:]
    /// Whether there is more than is looked at.
    var isCut = false
    /// The files that would matter, if an address could have their names; as they are shown.
    var unnamed: Set<String> = []
    /// The folders that cannot be read.
    var unread: Set<String> = []
}

/// Notices what changes in a place, by looking at it again and again.
///
/// That works on every system and file system, network folders included, and with any way of saving. A change is
/// reported when the next look, a few milliseconds later, shows the same: an editor may be in the middle of writing.
struct FolderWatcher {
    private var place: any WatchedPlace
    /// Further files, wherever they are, by their paths.
    private var others: [String]
    /// The most milliseconds between two looks, unless a look takes longer.
    private let longestInterval: Int
    /// The time of the next look.
    private(set) var nextLook = MonotonicTime.now
    /// Whether there is more in the place than is looked at.
    private(set) var isCut = false
    /// The files that would matter, if an address could have their names; as they are shown.
    private(set) var unnamed: Set<String> = []
    /// The folders in the place that cannot be read.
    private(set) var unread: Set<String> = []

    private var told: [String: FileStamp] = [:]
    /// The result of the last look, if it was not reported yet, and the time since which there is something to report.
    private var pending: (files: [String: FileStamp], since: MonotonicTime)?
    /// Files that may change again with the same stamp, with the hashes of what they hold, and the time to compare them.
    private var fresh: (files: [String: [UInt8]?], due: MonotonicTime)?

    /// The fewest milliseconds between two looks; ten times as many as a look takes, if that is more.
    private static let shortestInterval = 40
    /// The milliseconds without a change before a change is reported.
    private static let settling = 8
    /// The milliseconds after which a change is reported although changes continue.
    private static let patience = 60
    /// The milliseconds after which a file is looked at again that had just been written.
    private static let freshness = 60
    /// The size of files up to which their contents are compared; a larger one is reported once more.
    private static let comparedSize = 1 << 18

    /// Watches a place.
    ///
    /// - Parameters:
    ///   - place: The place.
    ///   - others: Further files; they are reported by these paths.
    ///   - longestInterval: The most milliseconds between two looks, unless a look takes longer.
    init(_ place: any WatchedPlace, others: [String] = [], longestInterval: Int = 150) {
        self.place = place
        self.others = others
        self.longestInterval = longestInterval
    }

    /// Watches other places from now on.
    ///
    /// What counts by that, or does not any more, is no change.
    mutating func watch(_ place: any WatchedPlace, others: [String]) {
        self.place = place
        self.others = others
        let known = told
        _ = lookFirst()
        for (name, stamp) in known where told[name] != nil { told[name] = stamp }
    }

    /// Watches other further files from now on; one that does not count any more is no change.
    ///
    /// - Parameters:
    ///   - others: The files.
    ///   - time: The time since which they were read: a file is told only if it may have changed later. Without a time each
    ///     file that is new is told.
    mutating func watch(_ others: [String], readSince time: timespec? = nil) {
        let left = Set(self.others).subtracting(others)
        if !left.isEmpty {
            let found = place.contents().files
            for path in left where found[path] == nil { told[path] = nil }
        }
        self.others = others
        guard let time else { return }
        for path in others where told[path] == nil {
            if let stamp = FileSystem.stamp(of: path), stamp.isSettled(at: time) { told[path] = stamp }
        }
    }

    /// Looks at the place.
    ///
    /// - Returns: The files that came, changed or went, and those that may have; usually none.
    mutating func look() -> Set<String> {
        let (start, clock) = (MonotonicTime.now, FileStamp.clock)
        let contents = contents()
        let now = MonotonicTime.now
        let time = now - start
        nextLook = now + max(min(max(10 * time, Self.shortestInterval), longestInterval), time)
        guard contents.files != told else {
            pending = nil
            return takeFresh(now)
        }
        let since = pending?.since ?? now
        guard pending?.files == contents.files || now - since >= Self.patience else {
            pending = (contents.files, since)
            nextLook = now + Self.settling
            return []
        }
        return tell(contents.files, now, clock)
    }

    /// Does not look now, but later.
    mutating func wait() {
        nextLook = .now + Self.shortestInterval
    }

    /// Returns all files, the first time; later those that came, changed or went.
    mutating func lookFirst() -> Set<String> {
        let clock = FileStamp.clock
        let contents = contents()
        return tell(contents.files, .now, clock)
    }

    private mutating func contents() -> WatchedContents {
        var contents = place.contents()
        (isCut, unnamed, unread) = (contents.isCut, contents.unnamed, contents.unread)
        for path in others { contents.files[path] = FileSystem.stamp(of: path) }
        return contents
    }

    private mutating func tell(
        _ files: [String: FileStamp],
        _ now: MonotonicTime,
        _ clock: timespec
    ) -> Set<String> {
        var changed = Set<String>()
        for (name, stamp) in files where told[name] != stamp { changed.insert(name) }
        for name in told.keys where files[name] == nil { changed.insert(name) }
        told = files
        pending = nil
        let written = changed.filter { files[$0].map { !$0.isSettled(at: clock) } == true }
        if !written.isEmpty {
            var files = fresh?.files ?? [:]
            for name in written { files[name] = .some(hash(of: name)) }
            fresh = (files, now + Self.freshness)
        }
        return changed
    }

    private mutating func takeFresh(_ now: MonotonicTime) -> Set<String> {
        guard let due = fresh, due.due <= now else { return [] }
        fresh = nil
        return Set(
            // What is not watched any more is no change.
            due.files.filter { name, hash in told[name] != nil && (hash == nil || hash != self.hash(of: name)) }.keys
        )
    }

    private func hash(of name: String) -> [UInt8]? {
        let path = name.hasPrefix("/") ? name : place.path(of: name)
        guard let path, let bytes = try? FileSystem.read(path, limit: Self.comparedSize, isRegular: true) else {
            return nil
        }
        return SHA256.digest(of: bytes)
    }
}
