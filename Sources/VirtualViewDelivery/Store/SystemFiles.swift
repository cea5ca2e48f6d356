import CVirtualViewSystem
import Foundation
import VirtualViewRelease

/// The files of a store on the device.
package struct SystemFiles: StoreFiles {
    /// The folder of the store.
    package let folder: URL
    private let root: String
    /// What is written aside begins with this, and is of no use once its writer is gone.
    static let asidePrefix = ".aside-"

    /// Makes the files of a store; nothing is touched.
    package init(in folder: URL) {
        self.folder = folder
        root = folder.path
    }

    private func path(_ path: String) -> String {
        // A URL would ask the disk whether each path is a folder.
        path.isEmpty ? root : "\(root)/\(path)"
    }

    package func read(_ path: String, maximumSize: Int) throws(DeliveryError) -> [UInt8]? {
        do {
            return try TemplateFile.read(
                URL(fileURLWithPath: self.path(path), isDirectory: false),
                maximumSize: maximumSize
            )
        } catch {
            switch error.code {
            case .fileMissing: return nil
            case .fileTooLarge: throw DeliveryError(.tooLarge, error.message, at: path, cause: error)
            default: throw DeliveryError(.storeUnreadable, error.message, at: path, cause: error)
            }
        }
    }

    package func names(in folder: String) throws(DeliveryError) -> [String] {
        guard let stream = opendir(path(folder)) else {
            if errno == ENOENT { return [] }
            throw Self.error(.storeUnreadable, "the folder cannot be read", folder)
        }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            // In place: an entry is only as long as its name, so that a copy of all of it would read behind the last one.
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            )
            errno = 0
        }
        guard errno == 0 else { throw Self.error(.storeUnreadable, "the folder cannot be read", folder) }
        return names
    }

    package func status(of path: String) -> StoredFile? {
        var status = stat()
        guard lstat(self.path(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        #if canImport(Darwin)
            let modified = Int64(status.st_mtimespec.tv_sec)
        #else
            let modified = Int64(status.st_mtim.tv_sec)
        #endif
        return StoredFile(size: Int(clamping: status.st_size), modified: modified)
    }

    package func write(_ bytes: [UInt8], to path: String) throws(DeliveryError) {
        let aside = try writeAside(bytes, path)
        guard Foundation.rename(self.path(aside), self.path(path)) == 0 else {
            let error = Self.writingError(path)
            unlink(self.path(aside))
            throw error
        }
    }

    package func add(_ bytes: [UInt8], as path: String) throws(DeliveryError) -> Bool {
        try claim(path, for: writeAside(bytes, path))
    }

    /// Writes a file under a name that nobody else has, in the folder of another one.
    private func writeAside(_ bytes: [UInt8], _ path: String) throws(DeliveryError) -> String {
        let aside = Self.asidePath(for: path)
        var descriptor = create(aside)
        if descriptor < 0, errno == ENOENT {
            try makeFolder(of: path)
            descriptor = create(aside)
        }
        guard descriptor >= 0 else { throw Self.writingError(path) }
        var isWritten = FileDescriptor.write(bytes, to: descriptor)
        #if canImport(Darwin)
            // Hands the bytes to the device without waiting for them to be stored; `barrier` orders them there.
            isWritten = isWritten && fsync(descriptor) == 0
        #endif
        let failure = errno
        let isClosed = close(descriptor) == 0
        if !isWritten { errno = failure }
        guard isWritten, isClosed else {
            let error = Self.writingError(path)
            unlink(self.path(aside))
            throw error
        }
        return aside
    }

    package func rename(_ path: String, to name: String) throws(DeliveryError) {
        guard Foundation.rename(self.path(path), self.path(name)) != 0, errno != ENOENT else { return }
        throw Self.writingError(name)
    }

    package func claim(_ name: String, for path: String) throws(DeliveryError) -> Bool {
        let (from, to) = (self.path(path), self.path(name))
        #if canImport(Darwin)
            var isClaimed = renamex_np(from, to, UInt32(RENAME_EXCL)) == 0
        #else
            var isClaimed = vv_rename_new(from, to) == 0
        #endif
        if !isClaimed, [EINVAL, ENOSYS, ENOTSUP].contains(errno) {
            // This file system cannot do it at once, but a link takes no name that is in use either.
            isClaimed = link(from, to) == 0
            let failure = errno
            if isClaimed { unlink(from) }
            errno = failure
        }
        guard !isClaimed else { return true }
        let failure = errno
        unlink(from)
        errno = failure
        guard failure != EEXIST else { return false }
        throw Self.writingError(name)
    }

    package func remove(_ path: String) {
        unlink(self.path(path))
    }

    package func barrier() throws(DeliveryError) {
        try withFolder { descriptor in
            #if canImport(Darwin)
                // A file system without barriers stores everything instead.
                fcntl(descriptor, F_BARRIERFSYNC) == 0 || fcntl(descriptor, F_FULLFSYNC) == 0
            #else
                syncfs(descriptor) == 0
            #endif
        }
    }

    package func sync() throws(DeliveryError) {
        try withFolder { descriptor in
            #if canImport(Darwin)
                fcntl(descriptor, F_FULLFSYNC) == 0 || fsync(descriptor) == 0
            #else
                fsync(descriptor) == 0
            #endif
        }
    }
}

// MARK: - System calls

extension SystemFiles {
    private static func asidePath(for path: String) -> String {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        return "\(folder)\(asidePrefix)\(UInt64.random(in: 0 ... .max))"
    }

    private func create(_ path: String) -> Int32 {
        open(self.path(path), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }

    private func makeFolder(of path: String) throws(DeliveryError) {
        let folder = self.folder.appendingPathComponent(path).deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            #if canImport(Darwin)
                // Everything here can be fetched again.
                var values = URLResourceValues()
                values.isExcludedFromBackup = true
                var url = self.folder
                try? url.setResourceValues(values)
            #endif
        } catch {
            throw Self.folderError(error, path)
        }
    }

    static func folderError(_ cause: any Error, _ path: String) -> DeliveryError {
        let isFull = (cause as? CocoaError)?.code == .fileWriteOutOfSpace
        let code: DeliveryError.Code = isFull ? .storeFull : .storeUnwritable
        return DeliveryError(code, "the folder of the store cannot be made", at: path, cause: cause)
    }

    private func withFolder(_ body: (Int32) -> Bool) throws(DeliveryError) {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.writingError("") }
        defer { close(descriptor) }
        guard body(descriptor) else { throw Self.writingError("") }
    }

    private static func writingError(_ path: String) -> DeliveryError {
        let isFull = errno == ENOSPC || errno == EDQUOT
        return error(isFull ? .storeFull : .storeUnwritable, "the file cannot be written", path)
    }

    private static func error(_ code: DeliveryError.Code, _ what: String, _ path: String) -> DeliveryError {
        let reason = String(cString: strerror(errno)).lowercased()
        return DeliveryError(code, "\(what): \(reason)", at: path.isEmpty ? "the store's folder" : path)
    }
}
