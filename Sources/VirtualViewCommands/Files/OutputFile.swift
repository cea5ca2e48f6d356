#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writes files so that no incomplete file is ever visible.
enum OutputFile {
    /// Writes beside the path and renames; a file that already has these bytes is left untouched.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - path: The file; its folder is made when it is not there.
    ///   - leftovers: Removes what earlier processes left of it; one for all files of a run.
    /// - Returns: Whether the file was written.
    /// - Throws: ``FileError`` when it cannot be written.
    @discardableResult
    static func write(
        _ bytes: [UInt8],
        to path: String,
        _ leftovers: Leftovers = Leftovers()
    ) throws(FileError) -> Bool {
        try FileSystem.makeFolder(Path.folder(of: path))
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
        leftovers.remove(of: path)
        if let old = try? FileSystem.read(path, limit: bytes.count, isRegular: true), old == bytes { return false }
        let aside = Leftovers.path(of: path)
        let descriptor = create(aside)
        guard descriptor >= 0 else { throw FileError(writing: path, FileError.lastReason) }
        guard FileDescriptor.write(bytes, to: descriptor) else {
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

    /// Reads the sources of an output; if that is not possible, the output of an earlier run is removed, because it
    /// could be mistaken for the result of the current sources.
    ///
    /// - Parameters:
    ///   - output: The output; `nil` if nothing is written.
    ///   - body: Reads the sources.
    /// - Returns: The result of `body`.
    /// - Throws: The error of `body`, or ``FileError`` if the old output cannot be removed.
    static func removing<Sources>(_ output: String?, unlessRead body: () throws -> Sources) throws -> Sources {
        do {
            return try body()
        } catch let error as FileError where error.exitCode == .cannotRead {
            if let output { try FileSystem.removeFile(output) }
            throw error
        }
    }

    /// Creates a new file and locks it; never writes into an existing file, or through an existing link.
    private static func create(_ path: String) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        while true {
            var descriptor = open(path, flags, 0o666)
            if descriptor < 0, errno == EEXIST {
                // A process of this number was killed here before, and what it left cannot be locked.
                unlink(path)
                descriptor = open(path, flags, 0o666)
            }
            if descriptor < 0 || Leftovers.mark(descriptor) { return descriptor }
            close(descriptor)
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
