import VirtualViewFormat

/// The file operations that commands need, with errors that name the path.
enum FileSystem {
    enum Kind {
        case file, folder, other
    }

    /// Returns the kind of file that a path leads to, with links followed; `nil` if there is nothing.
    static func kind(of path: String) -> Kind? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .other
        }
    }

    /// Returns the size of a regular file in bytes, with links followed; `nil` for anything else.
    static func size(of path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Returns what the system knows of a regular file, with links followed; `nil` for anything else.
    static func stamp(of path: String) -> FileStamp? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileStamp(status)
    }

    /// Returns whether it is certain that nothing is at a path.
    static func isGone(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }

    /// The folder for files that are soon removed.
    static var temporaryFolder: String {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        return folder.isEmpty ? "/tmp" : folder
    }

    /// Returns a path without links, that of the working folder for an empty one; `nil` if nothing is there.
    static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path.isEmpty ? "." : path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns the path of a folder without links, as it will be if the folder is not there yet.
    static func place(ofFolder folder: String) -> String {
        // The working folder may be gone, and then has no path.
        resolved(folder) ?? (folder.isEmpty ? folder : place(ofFile: folder))
    }

    /// Returns the path of a file in a folder without links, there or not.
    static func place(ofFile file: String) -> String {
        Path.normalized(Path.join(place(ofFolder: Path.folder(of: file)), Path.name(of: file)))
    }

    /// Returns a path that does not depend on the working folder; one that does not is left as it is.
    static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : place(ofFile: path)
    }

    /// Whether a path leads to a regular file, or is a link that leads nowhere: it is an error to read that.
    static func isFileOrDeadLink(_ path: String) -> Bool {
        kind(of: path).map { $0 == .file } ?? isLink(path)
    }

    /// Reads a whole file, up to a size.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: The maximum number of bytes that it may have.
    ///   - isRegular: Whether it must be a regular file; pipes and devices may have to be waited for.
    ///   - patience: The time in milliseconds for which a pipe may be without a writer; without a limit if `nil`.
    ///   - isStandardInput: Whether standard input is read instead of the file.
    /// - Returns: The bytes.
    /// - Throws: ``FileError`` when it cannot be read.
    static func read(
        _ path: String,
        limit: Int = 64 << 20,
        isRegular: Bool = false,
        patience: Int? = nil,
        isStandardInput: Bool = false
    ) throws(FileError) -> [UInt8] {
        // Without the flag, opening a pipe waits for a writer.
        let descriptor =
            isStandardInput
            ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
            : open(path, O_RDONLY | O_CLOEXEC | (isRegular || patience != nil ? O_NONBLOCK : 0))
        guard descriptor >= 0 else { throw FileError(reading: path, FileError.lastReason) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw FileError(reading: path, FileError.lastReason) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw FileError(reading: path, "is a folder") }
        guard !isRegular || status.st_mode & S_IFMT == S_IFREG else {
            throw FileError(reading: path, "is not a regular file")
        }
        let size = max(0, Int(status.st_size))
        guard size <= limit else {
            throw FileError(reading: path, "the file has \(size) bytes, but the limit is \(limit)")
        }
        // One byte more than the size: the read that finds the end then needs no second buffer.
        var bytes: [UInt8] = []
        var capacity = size + 1
        if let patience, !isRegular {
            if status.st_mode & S_IFMT == S_IFIFO {
                guard awaitWriter(descriptor, patience, &bytes) else {
                    throw FileError(reading: path, "nobody writes into the pipe")
                }
            }
            // From here on, reads may block.
            _ = fcntl(descriptor, F_SETFL, 0)
        }
        while true {
            let start = bytes.count
            let count = readChunk(descriptor, into: &bytes, capacity: capacity)
            guard count >= 0 else { throw FileError(reading: path, FileError.lastReason) }
            guard bytes.count <= limit else { throw FileError(reading: path, "the limit is \(limit) bytes") }
            if count == 0 { return bytes }
            // Pipes and devices report no size; their buffer grows with the bytes that arrive.
            capacity = max(capacity - (bytes.count - start), start < size ? 1 : min(bytes.count, 1 << 20), 1)
        }
    }

    /// Waits for somebody to open a pipe for writing; appends the first byte if there is one already.
    private static func awaitWriter(_ descriptor: Int32, _ patience: Int, _ bytes: inout [UInt8]) -> Bool {
        let end = MonotonicTime.now + patience
        // The end of a pipe is also what it has without a writer; with one there is something, or nothing yet.
        while readChunk(descriptor, into: &bytes, capacity: 1) == 0 {
            guard MonotonicTime.now < end else { return false }
            poll(nil, 0, 10)
        }
        return true
    }

    /// Appends the bytes of one read; returns -1 for an error, 0 at the end.
    static func readChunk(_ descriptor: Int32, into bytes: inout [UInt8], capacity: Int) -> Int {
        var count = 0
        repeat {
            let chunk = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, initialized in
                count = readBytes(descriptor, buffer)
                initialized = max(0, count)
            }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
        } while count < 0 && errno == EINTR
        return count
    }

    /// Returns the names in a folder, in byte order.
    ///
    /// A name that is not UTF-8 is given with its wrong bytes replaced, and leads to no file. What is no file may be a link
    /// to one, and some file systems do not tell.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - hidden: Whether names that start with a point are among them.
    /// - Returns: The names.
    /// - Throws: ``FileError`` if the folder cannot be read.
    static func list(
        _ path: String,
        hidden: Bool = false
    ) throws(FileError) -> [(name: String, isText: Bool, isFile: Bool)] {
        guard let folder = opendir(path) else { throw FileError(reading: path, FileError.lastReason) }
        defer { closedir(folder) }
        var names: [(name: String, isText: Bool, isFile: Bool)] = []
        while let entry = readdir(folder) {
            let isFile = Int32(entry.pointee.d_type) == Int32(DT_REG)
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    let text = String(validatingCString: $0)
                    return (name: text ?? String(cString: $0), isText: text != nil, isFile: isFile)
                }
            }
            if hidden || !name.name.utf8.starts(with: ".".utf8) { names.append(name) }
        }
        return names.sorted { String.inByteOrder($0.name, $1.name) }
    }

    /// Returns whether a path itself is a symbolic link.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The identity of a file, whatever path leads to it.
    struct Identity: Hashable {
        private let device: UInt64
        private let number: UInt64

        fileprivate init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
        }
    }

    /// Returns the file that a path leads to, and the link itself if it is one; empty if there is nothing.
    static func identities(of path: String) -> [Identity] {
        var target = stat()
        var own = stat()
        guard lstat(path, &own) == 0 else { return [] }
        guard own.st_mode & S_IFMT == S_IFLNK, stat(path, &target) == 0 else { return [Identity(own)] }
        return [Identity(own), Identity(target)]
    }

    /// Returns the stream of this process that a link leads to, as `/dev/stdout` does; `nil` for anything else.
    ///
    /// The stream may be a file, which the shell opened: what is written goes where the stream stands, and the link stays.
    static func standardStream(at path: String) -> Int32? {
        guard isLink(path), let target = identities(of: path).last else { return nil }
        return [STDOUT_FILENO, STDERR_FILENO].first { stream in
            var status = stat()
            return fstat(stream, &status) == 0 && Identity(status) == target
        }
    }

    /// Creates a folder and those above it.
    static func makeFolder(_ path: String) throws(FileError) {
        if kind(of: path) == .folder || path.isEmpty { return }
        let slash = UInt8(ascii: "/")
        var previous = slash
        for index in path.utf8.indices + [path.endIndex] {
            let byte = index == path.endIndex ? slash : path.utf8[index]
            defer { previous = byte }
            guard byte == slash, previous != slash else { continue }
            let folder = String(path[..<index])
            guard kind(of: folder) != .folder, mkdir(folder, 0o777) != 0 else { continue }
            // Looking what is there changes the system's last error.
            let reason = FileError.lastReason
            guard kind(of: folder) != .folder else { continue }
            let leadsNowhere = kind(of: folder) == nil && isLink(folder)
            throw FileError(writing: folder, leadsNowhere ? "is a link to nothing" : reason)
        }
    }

    /// Waits until files, and the names in folders, are on the device: a loss of power may take away what is only written.
    ///
    /// - Parameter paths: The files and folders; those that are not there are left out.
    /// - Throws: ``FileError`` if one of them cannot be stored.
    static func store(_ paths: [String]) throws(FileError) {
        for path in paths where kind(of: path) != nil {
            let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { throw FileError(writing: path, FileError.lastReason) }
            defer { close(descriptor) }
            guard store(descriptor) else { throw FileError(writing: path, FileError.lastReason) }
        }
    }

    /// Waits until an open file is on the device; returns whether it is.
    ///
    /// Some file systems have nothing to wait for.
    static func store(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
            // The other call leaves it in the memory of the device.
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
        #endif
        return fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP
    }

    /// Removes a file if it is there; a device, a pipe or a stream holds nothing that could be stale, and stays.
    static func removeFile(_ path: String) throws(FileError) {
        if kind(of: path) == .other || standardStream(at: path) != nil { return }
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else {
            throw FileError(writing: path, FileError.lastReason)
        }
    }
}

// The system's call, whose name is taken inside the type.
private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}
