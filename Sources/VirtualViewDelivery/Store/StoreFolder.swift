import VirtualView
import VirtualViewFormat
import VirtualViewRelease

/// The files of a store: how its state is read, and how one state takes the place of another.
///
/// Each state is a file of its own, `current-<generation>`. A writer writes aside, and takes the next generation by a name
/// that nobody else can have; who comes second starts again from what the first one wrote. No file is locked. The state
/// before stays until the new one is on the device, so after a loss of power one of the two is whole.
struct StoreFolder: Sendable {
    let files: any StoreFiles
    /// The root file that the app brings with it.
    let pinned: [UInt8]
    /// The root files that follow it in the folder that the app brings with it.
    var roots: [StoreState.Root] = []
    /// The numbers of the files that the app brings with it.
    var floors: [ReleaseRole: ReleaseTrust.Floor] = [:]

    private static let prefix = "current-"
    private static let asidePrefix = "next-"
    static let partialFolder = "partial"
    /// The number of states after which the older ones are removed in any case.
    private static let maximumStates = 16

    private static func path(_ generation: Int) -> String { "\(prefix)\(generation)" }

    private static func generation(_ name: String) -> Int? {
        guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)) else { return nil }
        // There is room for more changes than anybody makes after the largest, and a number that is spelled in another way is
        // no state's.
        return (0..<Int.max / 2).contains(number) && path(number) == name ? number : nil
    }

    private func generations() throws(DeliveryError) -> [Int] {
        try files.names(in: "").compactMap(Self.generation).sorted(by: >)
    }
}

// MARK: - Reading

/// A state that was read, and what its signed files say.
struct StoreContent: Sendable {
    /// The number of the state that was read; 0 if there was none.
    var generation: Int
    /// The number that no state has yet.
    var nextGeneration: Int
    /// Whether the state is known to be on the device.
    var isStored = false
    var state: StoreState
    var trust: ReleaseTrust
    var latest: LatestFile?
    /// The releases of the state whose files are all there, by the hash of the release file.
    var releases: [String: ReleaseFile]
    /// What could not be written down: it counts here, and the next change takes it along.
    var unwritten: [UnwrittenChange] = []
}

extension StoreFolder {
    /// Reads the newest state that is whole; an empty one if there is none.
    ///
    /// What the state says about releases is believed only as far as signatures say it too.
    ///
    /// - Parameter cohort: Makes the value that decides about candidates, for a new store.
    /// - Returns: The state.
    /// - Throws: ``DeliveryError`` if the files or the app's root file cannot be read.
    func open(cohort: () -> String) throws(DeliveryError) -> StoreContent {
        // Another process may remove the states that were listed, but only after it has written a newer one.
        attempts: for _ in 0..<16 {
            let generations = try generations()
            for generation in generations {
                let found: [UInt8]?
                do throws(DeliveryError) {
                    found = try files.read(Self.path(generation), maximumSize: StoreState.maximumSize)
                } catch {
                    // What is no file, or larger than any state, is none; what cannot be read now may be one.
                    guard error.code == .tooLarge || files.status(of: Self.path(generation)) == nil else { throw error }
                    continue
                }
                guard let bytes = found else {
                    // What is older and still there may be of long ago.
                    if try self.generations() != generations { continue attempts }
                    continue
                }
                guard let state = StoreState(decoding: bytes) else { continue }
                return try content(state, generation, nextGeneration: (generations.first ?? 0) + 1)
            }
            if try self.generations() == generations {
                return try content(StoreState(cohort: cohort()), 0, nextGeneration: (generations.first ?? 0) + 1)
            }
        }
        throw DeliveryError(.storeBusy, "other processes change the store again and again")
    }

    private func content(
        _ state: StoreState,
        _ generation: Int,
        nextGeneration: Int
    ) throws(DeliveryError) -> StoreContent {
        var (state, trust) = (state, try ReleaseTrust(pinned: pinned, floors: state.floors))
        // The keys that the app brings with it count before a server is asked.
        let own = StoreState.Root(version: trust.root.version, bytes: pinned)
        for root in [own] + roots { state.forget(contradicting: root) }
        for root in roots { state.add(root) }
        for root in state.roots where root.version > trust.root.version {
            // What no longer follows from the app's own root file is fetched again.
            guard (try? trust.accept(root: Array(root.text.utf8))) != nil else { break }
        }
        trust.raise(to: floors)
        let latest = state.latest.flatMap { try? trust.storedLatest(Array($0.utf8)) }
        let names = try blobNames()
        var releases: [String: ReleaseFile] = [:]
        for installed in state.installed {
            guard let release = release(installed.reference, trust) else { continue }
            guard release.manifest.entries.allSatisfy({ names.contains($0.sha256) }) else { continue }
            releases[installed.reference.sha256] = release
        }
        return StoreContent(
            generation: generation,
            nextGeneration: nextGeneration,
            state: state,
            trust: trust,
            latest: latest,
            releases: releases
        )
    }

    /// Returns a release whose file is there and was verified.
    func release(_ reference: LatestFile.Reference, _ trust: ReleaseTrust) -> ReleaseFile? {
        let path = ReleaseFile.Blob.path(reference.sha256)
        guard let bytes = try? files.read(path, maximumSize: ReleaseFile.maximumSize) else { return nil }
        return try? trust.installedRelease(bytes, namedBy: reference)
    }
}

// MARK: - Writing

extension StoreFolder {
    /// Puts a state in the place of the one that it was made from.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - generation: The number that no state had when the other one was read.
    ///   - isDurable: Whether it must outlast a loss of power.
    /// - Returns: Whether it is in its place; if not, another process was first.
    /// - Throws: ``DeliveryError``; the state before is still in its place, unless only the last wait for the device
    ///   failed.
    func commit(_ state: StoreState, as generation: Int, isDurable: Bool) throws(DeliveryError) -> Bool {
        // What need not outlast a loss of power leaves the states before in place, but not ever more of them.
        var isDurable = isDurable
        if !isDurable { isDurable = try generations().count >= Self.maximumStates }
        let aside = "\(Self.asidePrefix)\(UInt64.random(in: 0 ... .max))"
        let bytes = try state.encoded()
        guard bytes.count <= StoreState.maximumSize else {
            throw DeliveryError(.storeUnwritable, "the state would have \(bytes.count) bytes")
        }
        try files.write(bytes, to: aside)
        do {
            if isDurable { try files.barrier() }
            // Others may have taken the name meanwhile, gone on, and removed it: then it is free, but of the past.
            guard try generations().first.map({ $0 < generation }) ?? true else {
                files.remove(aside)
                return false
            }
            guard try files.claim(Self.path(generation), for: aside) else { return false }
        } catch {
            files.remove(aside)
            throw error
        }
        if isDurable {
            try files.sync()
            removeStates(before: generation)
        }
        return true
    }

    /// Makes sure that the state that was read is on the device, whoever wrote it.
    func store(_ content: StoreContent) throws(DeliveryError) {
        try files.barrier()
        try files.sync()
        removeStates(before: content.generation)
    }

    /// Removes the states before the one before, the oldest first, so that nobody finds an old one where a newer one was.
    private func removeStates(before generation: Int) {
        guard let generations = try? generations() else { return }
        for old in generations.filter({ $0 < generation }).dropFirst().reversed() { files.remove(Self.path(old)) }
    }
}

// MARK: - Blobs

extension StoreFolder {
    /// Returns the names of the files that are named by their content, and of what is written aside there.
    func blobNames() throws(DeliveryError) -> Set<String> {
        Set(try files.names(in: "blobs"))
    }

    /// Adds a file that is named by its content.
    ///
    /// A file of that name stays if it is whole: another process may have stored it and counts on it, and a new file in its
    /// place would not be on the device before the next barrier.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - sha256: The hash of the content.
    /// - Throws: ``DeliveryError`` if the file cannot be written.
    func add(_ bytes: [UInt8], _ sha256: String) throws(DeliveryError) {
        let path = ReleaseFile.Blob.path(sha256)
        if try files.add(bytes, as: path) || blob(sha256, size: bytes.count) != nil { return }
        try files.write(bytes, to: path)
    }

    /// Returns a file that is named by its content, if it is there and whole.
    func blob(_ sha256: String, size: Int) -> [UInt8]? {
        guard let bytes = try? files.read(ReleaseFile.Blob.path(sha256), maximumSize: size) else { return nil }
        return ContentHash.of(bytes) == sha256 ? bytes : nil
    }
}

// MARK: - Removing

extension StoreFolder {
    /// Removes what is of no use to the releases that are kept or being installed, the oldest first, until the rest is within
    /// the capacity.
    ///
    /// What is to go gets another name first; then the state is looked at again. So a process that has begun an install
    /// meanwhile either finds a file missing and fetches it, or is seen here, and the files get their names back.
    ///
    /// - Parameters:
    ///   - content: The state.
    ///   - capacity: The size of all files, in bytes.
    ///   - room: The size of the files that go in any case, if there are so many; then beginnings go too, however new.
    ///   - now: The time of the system's clock, in seconds since 1970.
    ///   - needed: The hashes of other files that are to stay.
    /// - Throws: ``DeliveryError``; what is left may be too much, but never too little.
    func collect(
        _ content: StoreContent,
        capacity: Int,
        room: Int,
        now: Int64,
        keeping needed: Set<String>
    ) throws(DeliveryError) {
        let kept = needed.union(files(of: content))
        try removeLeftovers(now: now, keeping: kept, withBeginnings: room > 0)
        let blobs = try blobNames().filter(ContentHash.isHash).compactMap { name in
            files.status(of: ReleaseFile.Blob.path(name)).map { (name: name, size: $0.size, modified: $0.modified) }
        }
        var excess = max(blobs.reduce(0) { $0 + $1.size } - capacity, room)
        guard excess > 0 else { return }
        var doomed: [String] = []
        for file in blobs.sorted(by: { ($0.modified, $0.name) < ($1.modified, $1.name) }) {
            guard excess > 0 else { break }
            guard !kept.contains(file.name) else { continue }
            doomed.append(file.name)
            excess -= file.size
        }
        var isUnchanged = false
        defer {
            for name in doomed { isUnchanged ? files.remove(Self.doomedPath(name)) : giveBack(name) }
        }
        for name in doomed { try files.rename(ReleaseFile.Blob.path(name), to: Self.doomedPath(name)) }
        isUnchanged = try generations().first.map { $0 < content.nextGeneration } ?? true
    }

    /// Gives a file that was to go its name again, which says what is in it.
    private func giveBack(_ name: String) {
        try? files.rename(Self.doomedPath(name), to: ReleaseFile.Blob.path(name))
    }

    /// Returns the hashes of what the releases need that are kept, and the one that is being installed.
    private func files(of content: StoreContent) -> Set<String> {
        let references = content.state.installed.map(\.reference) + [content.state.pending].compactMap(\.self)
        // Of a release whose file is not there yet, nothing else was fetched.
        let pending = content.state.pending.flatMap { release($0, content.trust) }
        let releases = content.releases.values + [pending].compactMap(\.self)
        return Set(references.map(\.sha256) + releases.flatMap { $0.manifest.entries.map(\.sha256) })
    }

    private static let doomedPrefix = "doomed-"

    private static func doomedPath(_ name: String) -> String { "blobs/\(doomedPrefix)\(name)" }

    /// Removes what processes that were ended left: an hour is longer than any write takes.
    ///
    /// A beginning that is gone is only fetched again, so it may go earlier. A file that was to go is as old as ever, and another
    /// process may find in this moment that it is needed: it gets its name again.
    private func removeLeftovers(
        now: Int64,
        keeping kept: Set<String>,
        withBeginnings: Bool
    ) throws(DeliveryError) {
        for folder in ["", "blobs", Self.partialFolder] {
            for name in try files.names(in: folder) {
                let doomed = name.hasPrefix(Self.doomedPrefix) ? String(name.dropFirst(Self.doomedPrefix.count)) : ""
                if ContentHash.isHash(doomed) {
                    giveBack(doomed)
                    continue
                }
                let isBeginning = folder == Self.partialFolder && !name.hasPrefix(SystemFiles.asidePrefix)
                let isLeftover =
                    isBeginning && !kept.contains(name) || name.hasPrefix(SystemFiles.asidePrefix)
                    || name.hasPrefix(Self.asidePrefix) || !doomed.isEmpty
                let path = folder.isEmpty ? name : "\(folder)/\(name)"
                guard isLeftover, let file = files.status(of: path) else { continue }
                guard isBeginning && withBeginnings || now - file.modified > 3600 else { continue }
                files.remove(path)
            }
        }
    }
}
