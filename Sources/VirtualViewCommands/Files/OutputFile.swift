#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Writing a file so that nobody ever sees half of it.
enum OutputFile {
    /// Writes beside the place and renames; a file that has these bytes already is left untouched.
    ///
    /// - Returns: Whether the file was written.
    @discardableResult
    static func write(_ bytes: [UInt8], to path: String) throws(FileError) -> Bool {
        switch FileSystem.kind(of: path) {
        case .file:
            if let old = try? FileSystem.read(path, limit: bytes.count), old == bytes { return false }
        case .folder:
            throw FileError(writing: path, "is a folder")
        case .other:
            // A device or pipe cannot be replaced; it is written as a stream.
            try writeThrough(bytes, to: path)
            return true
        case nil:
            break
        }
        let aside = "\(path).\(getpid()).tmp"
        let descriptor = create(aside)
        guard descriptor >= 0 else { throw FileError(writing: path, FileError.lastReason) }
        guard FileDescriptor.write(bytes, to: descriptor) else {
            let reason = FileError.lastReason
            close(descriptor)
            unlink(aside)
            throw FileError(writing: path, reason)
        }
        // A full disk may show itself only here.
        guard close(descriptor) == 0, rename(aside, path) == 0 else {
            let reason = FileError.lastReason
            unlink(aside)
            throw FileError(writing: path, reason)
        }
        return true
    }

    /// Reads what an output is made from; when that is not possible, what an earlier run wrote is removed, because it would
    /// be taken for what the sources stand for now.
    ///
    /// - Parameters:
    ///   - output: The output; `nil` when nothing is written.
    ///   - body: Reads the sources.
    /// - Returns: What `body` gives.
    /// - Throws: What `body` throws, or ``FileError`` when the old output cannot be removed.
    static func removing<Sources>(_ output: String?, unlessRead body: () throws -> Sources) throws -> Sources {
        do {
            return try body()
        } catch let error as FileError where error.exitCode == .cannotRead {
            if let output { try FileSystem.removeFile(output) }
            throw error
        }
    }

    /// Makes a new file; never writes into one, or through a link, that somebody else put there.
    private static func create(_ path: String) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(path, flags, 0o666)
        guard descriptor < 0, errno == EEXIST else { return descriptor }
        // A process of this number was killed here before.
        unlink(path)
        return open(path, flags, 0o666)
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
