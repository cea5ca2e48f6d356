import VirtualViewFormat

/// Files beside outputs that killed processes did not rename any more.
///
/// A process holds a lock on such a file as long as it writes it, so a file that can be locked is in use by no process.
final class Leftovers {
    /// The leftovers in the folders that were searched, by the outputs that they were to become.
    ///
    /// Each folder is read once, for a run may write thousands of files into one.
    private var found: [String: [String: [String]]] = [:]

    /// The length of a name in bytes up to which there is room for a number behind it.
    private static let longestName = 200

    /// Returns the path to which a process writes an output before it is renamed.
    ///
    /// - Parameters:
    ///   - output: The output.
    ///   - attempt: The number of paths that were taken already.
    /// - Returns: The path.
    static func path(of output: String, _ attempt: UInt64) -> String {
        let number = UInt64(UInt32(bitPattern: getpid())) + attempt << 32
        return Path.join(Path.folder(of: output), "\(short(Path.name(of: output))).\(number).tmp")
    }

    /// Returns what stands for a name of an output in those of its leftovers.
    private static func short(_ name: String) -> String {
        name.utf8.count > longestName ? ContentHash.of(Array(name.utf8)) : name
    }

    /// Removes what is left of an output; a file that is being written stays.
    func remove(of output: String) {
        let folder = Path.folder(of: output)
        if found[folder] == nil { found[folder] = Self.leftovers(in: folder) }
        for name in found[folder]?.removeValue(forKey: Self.short(Path.name(of: output))) ?? [] {
            Self.removeUnlocked(Path.join(folder, name))
        }
    }

    /// Removes what is left of all outputs in a folder; files that are being written stay.
    ///
    /// - Parameters:
    ///   - folder: The folder, which need not be there.
    ///   - isOutput: Returns whether a name is that of an output.
    func remove(in folder: String, where isOutput: (String) -> Bool) {
        let outputs = (found[folder] ?? Self.leftovers(in: folder)).keys.filter(isOutput)
        for name in outputs { remove(of: Path.join(folder, name)) }
    }

    /// Marks a new file as one that is being written.
    ///
    /// - Returns: Whether it is still there: another process may have taken it for a leftover before it was marked.
    static func mark(_ descriptor: Int32) -> Bool {
        var status = stat()
        // Who takes it for a leftover may have the lock already. File systems without locks keep their leftovers.
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        return fstat(descriptor, &status) != 0 || status.st_nlink > 0
    }

    private static func leftovers(in folder: String) -> [String: [String]] {
        // A folder that cannot be read is reported when the output is written.
        let names = (try? FileSystem.list(folder.isEmpty ? "." : folder, hidden: true)) ?? []
        var leftovers: [String: [String]] = [:]
        for (name, isText, _) in names where isText {
            if let output = output(ofLeftover: name) { leftovers[short(output), default: []].append(name) }
        }
        return leftovers
    }

    /// Returns the name of the output that `NAME.123.tmp` was to become, or what stands for it.
    static func output(ofLeftover name: String) -> String? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 2, parts.last == "tmp", let number = parts.dropLast().last, !number.isEmpty,
            number.utf8.allSatisfy({ $0.decimalDigit != nil })
        else { return nil }
        return parts.dropLast(2).joined(separator: ".")
    }

    /// Removes a file that no process writes.
    ///
    /// - Returns: Whether it was removed.
    @discardableResult
    static func removeUnlocked(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var opened = stat()
        var named = stat()
        guard fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG,
            flock(descriptor, LOCK_EX | LOCK_NB) == 0,
            // Its writer may have renamed it in the meantime, and begun another one.
            lstat(path, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev
        else { return false }
        return unlink(path) == 0
    }
}
