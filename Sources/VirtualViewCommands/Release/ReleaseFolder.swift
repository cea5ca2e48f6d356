import VirtualView
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewRelease

/// The folder that a file server serves, and the files that are to be added to it.
///
/// Everything is collected before anything is written, so an error leaves the folder as it was; and `latest.json` is
/// written last, when everything that it names is there.
final class ReleaseFolder {
    /// A file of the folder.
    struct File {
        let path: String
        let bytes: [UInt8]

        /// Whether the name has the hash of the content.
        var isNamedByContent: Bool { path.contains(ContentHash.of(bytes)) }
    }

    let path: String
    /// What is trusted from the first root file on; `nil` if there is none.
    private(set) var trust: ReleaseTrust?
    /// `latest.json` as it is.
    private(set) var latest: LatestFile?
    /// The paths of the release files that are there, by their numbers.
    private(set) var releases: [Int: [String]] = [:]
    private var added: [File] = []
    /// The place of the last added file of each path.
    private var places: [String: Int] = [:]
    private var lock: Int32 = -1
    /// Whether the folder is still to be made.
    private var isMissing = false

    /// Reads a folder.
    ///
    /// - Parameters:
    ///   - path: The folder; it need not be there.
    ///   - isWritten: Whether files are to be added, which one process does at a time.
    /// - Throws: `ReleaseProblem` or `DeliveryError` if what is in it is no series of releases, or another process works
    ///   on it; `FileError` if it cannot be read.
    init(_ path: String, isWritten: Bool) throws {
        self.path = path
        guard let kind = FileSystem.kind(of: path) else {
            isMissing = true
            return
        }
        guard kind == .folder else { throw FileError(writing: path, "is not a folder") }
        if isWritten { try takeLock() }
        try readRoots()
        if trust != nil { try readReleases() } else { try checkIsOurs() }
    }

    deinit {
        guard lock >= 0 else { return }
        // A process that is being started may have the open folder for a moment; closing alone would not unlock it then.
        flock(lock, LOCK_UN)
        close(lock)
    }

    private func takeLock() throws(ReleaseProblem) {
        lock = open(path, O_RDONLY | O_CLOEXEC)
        guard lock >= 0, flock(lock, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        throw isTaken
    }

    private var isTaken: ReleaseProblem { ReleaseProblem("another 'vvc release' is at work in '\(path)'") }

    private func readRoots() throws(DeliveryError) {
        guard let first = try diskBytes(RootFile.path(1), RootFile.maximumSize) else { return }
        var place = RootFile.path(1)
        do throws(DeliveryError) {
            var trust = try ReleaseTrust(pinned: first)
            try trust.acceptRoots { next throws(DeliveryError) in
                place = next
                return try diskBytes(next, RootFile.maximumSize)
            }
            self.trust = trust
        } catch {
            throw error.at(Path.join(path, place))
        }
    }

    private func readReleases() throws {
        if let bytes = try diskBytes(LatestFile.path, LatestFile.maximumSize) {
            do throws(DeliveryError) {
                latest = try trust?.storedLatest(bytes)
            } catch {
                throw error.at(Path.join(path, LatestFile.path))
            }
            // A second root file of the same number would be one that no client follows which knows the first.
            if let trust, let latest, latest.root > trust.root.version {
                let missing = Path.join(path, RootFile.path(trust.root.version + 1))
                throw ReleaseProblem("'\(missing)' is missing: latest.json belongs to root file \(latest.root)")
            }
        }
        let folder = Path.join(path, "releases")
        guard FileSystem.kind(of: folder) == .folder else { return }
        for (name, _, _) in try FileSystem.list(folder) {
            guard let number = Self.number(ofReleaseFile: name) else { continue }
            releases[number, default: []].append("releases/\(name)")
        }
    }

    /// The number in `<n>-<sha256>.json`.
    private static func number(ofReleaseFile name: String) -> Int? {
        let parts = name.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].hasSuffix(".json"), ContentHash.isHash(String(parts[1].dropLast(5))) else {
            return nil
        }
        return Int(parts[0]).flatMap { (1...RootFile.maximumNumber).contains($0) ? $0 : nil }
    }

    /// The names in the folder, without that of the root files if a run was ended before it wrote the first.
    private var names: [String] {
        get throws(FileError) {
            let (names, root) = (try FileSystem.list(path).map(\.name), Path.join(path, "root"))
            guard FileSystem.kind(of: root) == .folder,
                try FileSystem.list(root).allSatisfy({ Leftovers.output(ofLeftover: $0.name) != nil })
            else { return names }
            return names.filter { $0 != "root" }
        }
    }

    /// A folder without a root file must be empty: whatever is in it would be served too.
    private func checkIsOurs() throws {
        let names = try names
        guard let name = names.first else { return }
        let isOurs = names.contains { ["root", "releases", LatestFile.path].contains($0) }
        let reason = isOurs ? "it lacks \(RootFile.path(1))" : "it has '\(name)'"
        throw ReleaseProblem("'\(path)' is not a folder of releases: \(reason)")
    }
}

// MARK: - Reading

extension ReleaseFolder {
    /// Returns the bytes of a file as it is or is to be; `nil` if there is none.
    func bytes(_ name: String, _ maximumSize: Int) throws(DeliveryError) -> [UInt8]? {
        if let place = places[name] { return added[place].bytes }
        return try diskBytes(name, maximumSize)
    }

    private func diskBytes(_ name: String, _ maximumSize: Int) throws(DeliveryError) -> [UInt8]? {
        try Self.read(Path.join(path, name), maximumSize)
    }

    /// Reads a file of a folder; `nil` if there is none.
    static func read(_ path: String, _ maximumSize: Int) throws(DeliveryError) -> [UInt8]? {
        guard !FileSystem.isGone(path) else { return nil }
        if let size = FileSystem.size(of: path), size > maximumSize {
            throw DeliveryError(.tooLarge, "the file has \(size) bytes, but the limit is \(maximumSize)", at: path)
        }
        do throws(FileError) {
            return try FileSystem.read(path, limit: maximumSize, isRegular: true)
        } catch {
            throw DeliveryError(.storeUnreadable, error.reason, at: path, cause: error)
        }
    }

    /// Returns a release file that is there and that enough keys signed.
    ///
    /// - Parameter number: The number of the release.
    /// - Returns: The content.
    /// - Throws: `ReleaseProblem` if there is none, or several of that number.
    func release(_ number: Int) throws -> ReleaseFile {
        let named = [latest?.stable, latest?.candidate?.release].compactMap { $0 }.first { $0.number == number }
        let paths = named.map { [$0.path] } ?? releases[number] ?? []
        guard let path = paths.first, paths.count == 1, let bytes = try bytes(path, ReleaseFile.maximumSize) else {
            let numbers = releases.keys.sorted().map(String.init).joined(separator: ", ")
            let known = numbers.isEmpty ? "there are none" : "there are \(numbers)"
            throw ReleaseProblem(
                paths.count > 1 ? "there are two releases \(number)" : "there is no release \(number); \(known)"
            )
        }
        let hash = String(path.dropLast(5).suffix(64))
        let reference = named ?? LatestFile.Reference(number: number, size: bytes.count, sha256: hash)
        do throws(DeliveryError) {
            guard let trust else { throw DeliveryError(.untrusted, "there is no root file") }
            return try trust.installedRelease(bytes, namedBy: reference)
        } catch {
            throw error.at(Path.join(self.path, path))
        }
    }

    /// Returns a release file that is there or is to be; `nil` if there is none.
    func file(of reference: LatestFile.Reference) throws(DeliveryError) -> ReleaseFile? {
        guard let bytes = try bytes(reference.path, ReleaseFile.maximumSize) else { return nil }
        return try trust?.installedRelease(bytes, namedBy: reference)
    }

    /// Returns the file of a release if it is there, was signed with the same content at some time, and no `latest.json`
    /// was signed since.
    ///
    /// A candidate that was taken back was named by one, and its number stays taken.
    func unfinished(_ file: ReleaseFile) throws -> SignedFileDraft? {
        let paths = releases[file.number] ?? []
        guard latest != nil || releases.count == 1, let path = paths.first, paths.count == 1,
            let bytes = try bytes(path, ReleaseFile.maximumSize),
            let draft = try? SignedFileDraft(reading: bytes, under: trust?.root), draft.isComplete,
            case .release(let old) = draft.content, file.renumbered(old.number, date: old.issued) == old,
            draft.reference.path == path, latest.map({ $0.newest < old.number && $0.issued < old.issued }) != false
        else { return nil }
        return draft
    }

    /// The files that are there and belong to releases.
    var paths: [String] {
        Self.folders.flatMap { part -> [String] in
            let folder = Path.join(path, part)
            let names = ((try? FileSystem.list(folder)) ?? []).map(\.name)
            return names.filter { !part.isEmpty || Self.isServed($0) }.map { Path.join(folder, $0) }
        }
    }

    /// The folder itself, and those in it that have files of releases.
    private static let folders = ["", "root", "releases", "blobs"]

    /// Returns whether a file in the folder itself belongs to releases: something else may be beside them.
    private static func isServed(_ name: String) -> Bool {
        name == LatestFile.path || name.hasPrefix("pack-")
    }

    /// Returns whether a file is in the folder or below it, there or not.
    func contains(_ file: String) -> Bool {
        let way = Path.way(from: FileSystem.place(ofFolder: path), to: FileSystem.place(ofFile: file))
        return !way.utf8.starts(with: "../".utf8)
    }

    /// The files that are to be written.
    var outputs: [String] { added.map { Path.join(path, $0.path) } }

    /// Returns a template of a release that is there.
    ///
    /// - Parameter entry: What the release says of it.
    /// - Returns: The template, whose file is the one that the release names.
    /// - Throws: `DeliveryError` if the file is missing, cannot be read, or is another one.
    func template(_ entry: TemplateManifest.Entry) throws(DeliveryError) -> Template {
        let place = ReleaseFile.Blob.path(entry.sha256)
        do throws(DeliveryError) {
            guard let bytes = try bytes(place, entry.size) else {
                throw DeliveryError(.missing, "the file is missing")
            }
            return try ReleaseInspection.template(bytes, entry)
        } catch {
            throw error.at(Path.join(path, place))
        }
    }
}

// MARK: - Writing

extension ReleaseFolder {
    /// Adds a file that is to be written.
    ///
    /// A file that is named by its content and has another was damaged, and is written again.
    ///
    /// - Parameter file: The file.
    /// - Throws: `ReleaseProblem` if another file has its name and is not `latest.json`.
    func add(_ file: File) throws {
        if file.path != LatestFile.path, let old = try diskBytes(file.path, ReleaseFile.maximumPackSize),
            old != file.bytes, !file.isNamedByContent
        {
            throw ReleaseProblem("'\(Path.join(path, file.path))' is there with other bytes; such files never change")
        }
        places[file.path] = added.count
        added.append(file)
    }

    /// Takes in a root file that is to be written.
    func add(root bytes: [UInt8], _ name: String) throws {
        if trust == nil {
            trust = try ReleaseTrust(pinned: bytes)
        } else {
            try trust?.accept(root: bytes)
        }
        try add(File(path: name, bytes: bytes))
    }

    /// Writes everything, in the order in which it was added, and waits until it is on the device.
    ///
    /// - Parameter early: The path of a file that is left out.
    /// - Throws: `FileError` if a file cannot be written; those before it stay, and nothing names them. `ReleaseProblem`
    ///   if the folder was not there, and now another process writes into it or has done so.
    func write(but early: String? = nil) throws {
        if isMissing, !added.isEmpty {
            try FileSystem.makeFolder(path)
            try takeLock()
            // What is there now came after the look at the folder.
            guard try names.isEmpty else { throw isTaken }
            isMissing = false
        }
        let leftovers = Leftovers()
        for folder in Self.folders {
            // They would be served, and most have names that no later file has.
            let place = folder.isEmpty ? path : Path.join(path, folder)
            leftovers.remove(in: place) { !folder.isEmpty || Self.isServed($0) }
        }
        var written = added.isEmpty ? [] : Self.folders
        for file in added where file.path != early {
            if file.path == LatestFile.path {
                // After a loss of power it must not name what is gone or empty.
                try store(written)
                written = [""]
            }
            // Those that are named by their content are written again when they are damaged.
            let isStored = !file.isNamedByContent
            try OutputFile.write(file.bytes, to: Path.join(path, file.path), leftovers, isStored: isStored)
            written.append(file.path)
        }
        try store(written)
        (added, places) = ([], [:])
    }

    /// Waits until files and folders in the folder are on the device.
    private func store(_ names: [String]) throws(FileError) {
        try FileSystem.store(names.map { $0.isEmpty ? path : Path.join(path, $0) })
    }
}
