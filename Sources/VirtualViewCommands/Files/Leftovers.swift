import VirtualViewExpressions

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Files beside outputs that killed processes did not rename any more.
///
/// A process holds a lock on such a file as long as it writes it, so a file that can be locked is in use by no process.
final class Leftovers {
    /// The leftovers in the folders that were searched, by the outputs that they were to become.
    ///
    /// Each folder is read once, for a run may write thousands of files into one.
    private var found: [String: [String: [String]]] = [:]

    /// Returns the path to which a process writes an output before it is renamed.
    static func path(of output: String) -> String {
        "\(output).\(getpid()).tmp"
    }

    /// Removes what is left of an output; a file that is being written stays.
    func remove(of output: String) {
        let folder = Path.folder(of: output)
        if found[folder] == nil { found[folder] = Self.leftovers(in: folder) }
        for name in found[folder]?.removeValue(forKey: Path.name(of: output)) ?? [] {
            Self.removeUnlocked(Path.join(folder, name))
        }
    }

    /// Marks a new file as one that is being written.
    ///
    /// - Returns: Whether it is still there: another process may have taken it for a leftover before it was marked.
    static func mark(_ descriptor: Int32) -> Bool {
        var status = stat()
        // File systems without locks keep their leftovers.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
        return fstat(descriptor, &status) != 0 || status.st_nlink > 0
    }

    private static func leftovers(in folder: String) -> [String: [String]] {
        // A folder that cannot be read is reported when the output is written.
        let names = (try? FileSystem.list(folder.isEmpty ? "." : folder)) ?? []
        var leftovers: [String: [String]] = [:]
        for (name, isText) in names where isText {
            if let output = output(ofLeftover: name) { leftovers[output, default: []].append(name) }
        }
        return leftovers
    }

    /// Returns the name of the output that `NAME.123.tmp` was to become.
    private static func output(ofLeftover name: String) -> String? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count > 2, parts.last == "tmp", let number = parts.dropLast().last, !number.isEmpty,
            number.utf8.allSatisfy({ $0.decimalDigit != nil })
        else { return nil }
        return parts.dropLast(2).joined(separator: ".")
    }

    private static func removeUnlocked(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var opened = stat()
        var named = stat()
        guard fstat(descriptor, &opened) == 0, opened.st_mode & S_IFMT == S_IFREG,
            flock(descriptor, LOCK_EX | LOCK_NB) == 0,
            // Its writer may have renamed it in the meantime, and begun another one.
            lstat(path, &named) == 0, named.st_ino == opened.st_ino, named.st_dev == opened.st_dev
        else { return }
        unlink(path)
    }
}
