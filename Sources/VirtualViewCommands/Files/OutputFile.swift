import VirtualView
import VirtualViewCompiler
import VirtualViewFormat

/// Writes files so that no incomplete file is ever visible.
enum OutputFile {
    /// Writes beside the path and renames; a file that already has these bytes is left untouched.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: The file; its folder is made when it is not there.
    ///   - leftovers: Removes what earlier processes left of it; one for all files of a run, and `nil` where the author may have
    ///     files of such names.
    ///   - old: The file whose owner, group and mode the new one gets; `nil` for those of new files.
    ///   - isStored: Whether the bytes are on the device before the file has its name, which a loss of power may then not leave
    ///     without them.
    /// - Returns: Whether the file was written.
    /// - Throws: ``FileError`` when it cannot be written.
    @discardableResult
    static func write(
        _ bytes: [UInt8],
        to path: String,
        _ leftovers: Leftovers? = Leftovers(),
        like old: stat? = nil,
        isStored: Bool = false
    ) throws(FileError) -> Bool {
        try FileSystem.makeFolder(Path.folder(of: path))
        if let stream = FileSystem.standardStream(at: path) {
            guard FileDescriptor.write(bytes, to: stream) else { throw FileError(writing: path, FileError.lastReason) }
            return true
        }
        switch FileSystem.kind(of: path) {
        case .folder:
            throw FileError(writing: path, "is a folder")
        case .other:
            // A device or pipe cannot be replaced; it is written as a stream.
            try writeThrough(bytes, to: path)
            return true
        case .file, nil:
            break
        }
        leftovers?.remove(of: path)
        if let old = try? FileSystem.read(path, limit: bytes.count, isRegular: true), old == bytes { return false }
        let (aside, descriptor) = create(beside: path)
        guard descriptor >= 0 else { throw FileError(writing: path, FileError.lastReason) }
        guard FileDescriptor.write(bytes, to: descriptor), old.map({ assume($0, descriptor) }) ?? true,
            !isStored || FileSystem.store(descriptor)
        else {
            let reason = FileError.lastReason
            close(descriptor)
            unlink(aside)
            throw FileError(writing: path, reason)
        }
        // Closing the first of two descriptors shows whether the disk is full, and the second keeps the lock
        // until the file has its name.
        let lock = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        defer { if lock >= 0 { close(lock) } }
        guard close(descriptor) == 0, rename(aside, path) == 0 else {
            let reason = FileError.lastReason
            unlink(aside)
            throw FileError(writing: path, reason)
        }
        return true
    }

    /// Writes a text to a file, or to the terminal if there is no path.
    ///
    /// - Parameters:
    ///   - text: The content.
    ///   - path: The file; `nil` for none.
    ///   - terminal: Where the text goes without a file.
    /// - Returns: How the command ends.
    /// - Throws: ``FileError`` when the file cannot be written.
    static func write(_ text: String, to path: String?, or terminal: Terminal) throws(FileError) -> ExitCode {
        guard let path else { return terminal.print(text) ? .success : .cannotWrite }
        try write(Array(text.utf8), to: path)
        return .success
    }

    /// Gives a file the mode of another, and its owner and group where the system allows that.
    private static func assume(_ status: stat, _ descriptor: Int32) -> Bool {
        // Only the superuser may give files away, but anybody to the own groups.
        _ = fchown(descriptor, uid_t.max, status.st_gid)
        _ = fchown(descriptor, status.st_uid, gid_t.max)
        return fchmod(descriptor, status.st_mode & 0o777) == 0
    }

    /// Writes a source anew.
    ///
    /// A link stays one, the file keeps its mode, and its owner and group as far as that is possible, and one that may not
    /// be written is not replaced either.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: A file that is there.
    ///   - old: What it had when it was read; `nil` if nobody else writes it.
    /// - Throws: ``FileError`` when it cannot be written, or when somebody has changed it since.
    static func rewrite(_ bytes: [UInt8], to path: String, replacing old: [UInt8]? = nil) throws(FileError) {
        var status = stat()
        guard let resolved = realpath(path, nil), stat(path, &status) == 0 else {
            throw FileError(writing: path, FileError.lastReason)
        }
        defer { free(resolved) }
        guard access(path, W_OK) == 0 else { throw FileError(writing: path, FileError.lastReason) }
        guard status.st_mode & 0o222 != 0 else { throw FileError(writing: path, "the file is read-only") }
        if let old {
            let now = try FileSystem.read(path)
            guard now == old || now == bytes else {
                throw FileError(writing: path, "it was changed after it was read")
            }
        }
        do throws(FileError) {
            try write(bytes, to: String(cString: resolved), nil, like: status)
        } catch {
            throw FileError(writing: path, error.reason)
        }
    }

    /// Creates a new file and locks it; never writes into an existing file, or through an existing link.
    private static func create(beside output: String) -> (path: String, descriptor: Int32) {
        var attempt: UInt64 = 0
        while true {
            let path = Leftovers.path(of: output, attempt)
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
            if descriptor >= 0 {
                if Leftovers.mark(descriptor) { return (path, descriptor) }
                close(descriptor)
            } else {
                guard errno == EEXIST else { return (path, descriptor) }
                // A process of this number was killed here before, or another one has it elsewhere.
                if !Leftovers.removeUnlocked(path) { attempt += 1 }
            }
        }
    }

    private static func writeThrough(_ bytes: [UInt8], to path: String) throws(FileError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(writing: path, FileError.lastReason) }
        defer { close(descriptor) }
        guard FileDescriptor.write(bytes, to: descriptor) else {
            throw FileError(writing: path, FileError.lastReason)
        }
    }
}

/// The files that a command reads or that belong to what it reads, and those that it is to write: none may be both, and no
/// two outputs may be one.
///
/// A command asks before it writes or removes anything, for an output that is also a source would be lost.
struct OutputClaims {
    private var sources: [FileSystem.Identity: String] = [:]
    private var outputs: [ExactText: String] = [:]
    /// The folders of outputs, without links.
    private var folders: [ExactText: String] = [:]

    /// Creates the claims for the files that are read, or belong to the sources.
    ///
    /// - Parameter paths: The files; those that are not there, and devices and pipes, cannot be lost.
    init(reading paths: [String]) {
        var seen: Set<ExactText> = []
        for path in paths where seen.insert(ExactText(path)).inserted && FileSystem.kind(of: path) == .file {
            for identity in FileSystem.identities(of: path) where sources[identity] == nil { sources[identity] = path }
        }
    }

    /// Checks that an output is not a source.
    ///
    /// - Parameter output: The path of the output.
    /// - Throws: `UsageError` when it is one of the files that are read.
    func check(_ output: String) throws(UsageError) {
        for identity in FileSystem.identities(of: output) {
            guard let source = sources[identity] else { continue }
            throw UsageError("the output '\(output)' is the source '\(source)'")
        }
    }

    /// Checks that an output is neither a source nor an earlier output, and keeps it from later ones.
    ///
    /// - Parameters:
    ///   - output: The path of the output; devices and pipes may be written more than once.
    ///   - role: The option or source that names it, as messages show it.
    /// - Throws: `UsageError` when the file is taken.
    mutating func claim(_ output: String, for role: String) throws(UsageError) {
        try check(output)
        guard FileSystem.kind(of: output) != .other else { return }
        if let other = outputs.updateValue(role, forKey: place(of: output)) {
            throw UsageError("the output '\(output)' of \(role) is also that of \(other)")
        }
    }

    /// Reserves an output that others may not have; sources that share it are reported elsewhere.
    mutating func note(_ output: String, for role: String) throws(UsageError) {
        try check(output)
        outputs[place(of: output)] = role
    }

    /// Returns what makes two paths the same output: a file may be reached by several.
    private mutating func place(of output: String) -> ExactText {
        // Not normalized: `..` behind a link leads to the folder around its target.
        let folder = Path.folder(of: output)
        let place: String
        if let known = folders[ExactText(folder)] {
            place = known
        } else {
            place = FileSystem.place(ofFolder: folder)
            folders[ExactText(folder)] = place
        }
        return ExactText(Path.join(place, Path.name(of: output)))
    }
}
