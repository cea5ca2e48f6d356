/// The folder that is served: finds and reads files in it, and none outside.
struct ServedFolder: WatchedPlace, Sendable {
    /// The limits of a search.
    struct Limits: Hashable, Sendable {
        /// The maximum number of entries of folders of any kind.
        var entries = 20_000
        /// The maximum number of files that matter.
        var files = 8192
        /// The deepest folder below the one that is served.
        var depth = 16
        /// The maximum number of bytes of a file.
        var fileSize = 8 << 20
    }

    /// The endings of the files that matter.
    static let extensions: Set<String> = CompileInput.extensions.union(["json", "properties"]).union(
        ImageFolder.extensions
    )

    /// The folder as it was given.
    let path: String
    /// The folder with every link resolved, and a slash after it.
    private let root: String
    private let limits: Limits

    /// Prepares to serve a folder.
    init(_ path: String, limits: Limits = Limits()) throws(FileError) {
        guard let kind = FileSystem.kind(of: path) else { throw FileError(reading: path, FileError.lastReason) }
        guard kind == .folder else { throw FileError(reading: path, "is no folder") }
        guard let folder = opendir(path) else { throw FileError(reading: path, FileError.lastReason) }
        closedir(folder)
        guard let root = FileSystem.resolved(path) else { throw FileError(reading: path, FileError.lastReason) }
        self.path = path
        self.root = root.hasSuffix("/") ? root : root + "/"
        self.limits = limits
    }

    /// Why the folder cannot be read now; `nil` if it can.
    var problem: FileError? {
        guard let folder = opendir(root) else { return FileError(reading: path, FileError.lastReason) }
        closedir(folder)
        return nil
    }

    /// Reads a file of the folder.
    ///
    /// - Parameter name: The path in the folder.
    /// - Returns: The bytes.
    /// - Throws: ``FileError`` if it is not in the folder, is too large, or cannot be read.
    func read(_ name: String) throws(FileError) -> [UInt8] {
        guard let place = path(of: name) else { throw FileError(reading: name, "there is no such file in the folder") }
        do throws(FileError) {
            return try FileSystem.read(place, limit: limits.fileSize, isRegular: true)
        } catch {
            throw FileError(reading: name, error.reason)
        }
    }

    /// Returns whether there is a file at a path in the folder.
    func hasFile(_ name: String) -> Bool {
        path(of: name) != nil
    }

    /// Returns whether a file, by a path of any kind, is in the folder once links are followed.
    func contains(_ path: String) -> Bool {
        FileSystem.resolved(path).map { Path.isIn(root, $0) } == true
    }

    /// Returns the file that a path in the folder leads to; `nil` if that is not a file, or is outside.
    func path(of name: String) -> String? {
        guard !name.utf8.contains(0), let place = FileSystem.resolved(root + name), Path.isIn(root, place) else {
            return nil
        }
        return FileSystem.kind(of: place) == .file ? place : nil
    }

    /// Looks for the files that matter.
    ///
    /// Folders are entered unless they are links, which may lead in circles. Links to files count when the file is in the
    /// folder too.
    func contents() -> WatchedContents {
        var contents = WatchedContents()
        var open = [(name: "", depth: 0)]
        var entries = 0
        while let folder = open.popLast() {
            guard let stream = opendir(root + folder.name) else {
                // One that went meanwhile is none any more.
                if errno != ENOENT, errno != ENOTDIR { contents.unread.insert(folder.name) }
                continue
            }
            defer { closedir(stream) }
            while let entry = readdir(stream) {
                let (name, isReachable) = Self.name(of: entry)
                guard name.utf8.first != UInt8(ascii: ".") else { continue }
                entries += 1
                guard entries <= limits.entries, contents.files.count < limits.files else {
                    contents.isCut = true
                    return contents
                }
                let path = folder.name.isEmpty ? name : "\(folder.name)/\(name)"
                let matters = Self.extensions.contains(Path.fileExtension(of: name))
                guard isReachable else {
                    if matters { contents.unnamed.insert(path) }
                    continue
                }
                guard matters || Self.mayBeFolder(entry) else { continue }
                switch look(at: path) {
                case .file(let stamp) where matters: contents.files[path] = stamp
                case .folder where folder.depth < limits.depth: open.append((path, folder.depth + 1))
                case .folder: contents.isCut = true
                case .file, .other: break
                }
            }
        }
        return contents
    }

    private enum Entry {
        case file(FileStamp)
        case folder
        case other
    }

    private func look(at name: String) -> Entry {
        var status = stat()
        guard lstat(root + name, &status) == 0 else { return .other }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(FileStamp(status))
        case S_IFDIR: return .folder
        case S_IFLNK:
            guard let place = path(of: name), stat(place, &status) == 0 else { return .other }
            return .file(FileStamp(status))
        default: return .other
        }
    }

    /// Returns the name of an entry, and whether an address can have it: one that is not text, or has certain
    /// characters, cannot.
    private static func name(of entry: UnsafeMutablePointer<dirent>) -> (name: String, isReachable: Bool) {
        withUnsafeBytes(of: &entry.pointee.d_name) { name in
            let bytes = name.prefix { $0 != 0 }
            let text = String(decoding: bytes, as: UTF8.self)
            let isReachable = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
            return (text, isReachable && text.utf8.elementsEqual(bytes))
        }
    }

    /// Returns whether an entry can be a folder, according to the system's entry alone.
    private static func mayBeFolder(_ entry: UnsafeMutablePointer<dirent>) -> Bool {
        let kind = Int32(entry.pointee.d_type)
        return kind == Int32(DT_DIR) || kind == Int32(DT_UNKNOWN)
    }
}
