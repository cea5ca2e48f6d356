public import Foundation

/// Reads whole files with one call.
///
/// `Data(contentsOf:)` would make a second copy, cannot be limited beforehand, and blocks on a named pipe.
package enum TemplateFile {
    /// Reads a file.
    ///
    /// - Parameters:
    ///   - url: The file's URL.
    ///   - maximumSize: The largest size, in bytes, that is read.
    /// - Returns: The file's bytes.
    /// - Throws: ``TemplateError`` with one of the codes that start with `file`.
    package static func read(_ url: URL, maximumSize: Int) throws(TemplateError) -> [UInt8] {
        guard url.isFileURL else {
            throw TemplateError(.fileUnreadable, "'\(url.absoluteString)' is not the URL of a file")
        }
        // `O_NONBLOCK` makes no difference for a file, and prevents waiting for the writer of a named pipe.
        let (descriptor, failure) = url.withUnsafeFileSystemRepresentation { path -> (Int32, Int32) in
            guard let path else { return (-1, ENOENT) }
            let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            return (descriptor, descriptor < 0 ? errno : 0)
        }
        guard descriptor >= 0 else { throw openingError(failure, url) }
        defer { close(descriptor) }

        let size = try size(of: descriptor, url, maximumSize)
        return try read(descriptor, size: size, url)
    }

    /// Reads up to `size` bytes of an open file: fewer if it has shrunk since its size was read.
    static func read(_ descriptor: Int32, size: Int, _ url: URL) throws(TemplateError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let received = Foundation.read(descriptor, buffer.baseAddress?.advanced(by: count), size - count)
                if received > 0 {
                    count += received
                } else if received == 0 {
                    break
                } else if errno != EINTR {
                    failure = errno
                    break
                }
            }
        }
        guard failure == 0 else {
            throw TemplateError(.fileUnreadable, "the file cannot be read: \(text(of: failure))", path: url.path)
        }
        return bytes
    }

    private static func size(of descriptor: Int32, _ url: URL, _ maximum: Int) throws(TemplateError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw openingError(errno, url) }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else { throw TemplateError(.fileIsDirectory, "the path is a folder", path: url.path) }
        guard kind == S_IFREG else {
            throw TemplateError(.fileUnreadable, "the path is not that of an ordinary file", path: url.path)
        }
        guard let size = Int(exactly: status.st_size), size <= maximum else {
            let message = "the file has \(status.st_size) bytes, but the limit is \(maximum)"
            throw TemplateError(.fileTooLarge, message, path: url.path)
        }
        return max(0, size)
    }

    private static func openingError(_ number: Int32, _ url: URL) -> TemplateError {
        switch number {
        case ENOENT, ENOTDIR: TemplateError(.fileMissing, "there is no such file", path: url.path)
        case EISDIR: TemplateError(.fileIsDirectory, "the path is a folder", path: url.path)
        default: TemplateError(.fileUnreadable, "the file cannot be opened: \(text(of: number))", path: url.path)
        }
    }

    private static func text(of number: Int32) -> String {
        String(cString: strerror(number)).lowercased()
    }
}

extension TemplateLoader {
    /// Makes a template from the bytes of one file.
    ///
    /// - Parameter data: The complete file; it is copied once.
    /// - Returns: The template.
    /// - Throws: ``TemplateError`` if the bytes are not a template.
    public func load(_ data: Data) throws(TemplateError) -> Template {
        try load([UInt8](data))
    }

    /// Reads a file and makes a template from it.
    ///
    /// The file's size is compared with the limit before anything is read.
    ///
    /// - Parameters:
    ///   - url: The file's URL.
    ///   - maximumFileSize: The largest size of a file, in bytes; 64 MiB by default.
    /// - Returns: The template.
    /// - Throws: ``TemplateError`` if the file cannot be read, is too large, or is not a template.
    public func load(contentsOf url: URL, maximumFileSize: Int = 64 << 20) throws(TemplateError) -> Template {
        let bytes = try TemplateFile.read(url, maximumSize: maximumFileSize)
        do {
            return try load(bytes)
        } catch {
            throw error.inFile(url.path)
        }
    }
}

extension TemplateBinaryLoader {
    /// Reads a file and makes a template from it.
    ///
    /// The file's size is compared with ``limits`` before anything is read.
    ///
    /// - Parameter url: The file's URL.
    /// - Returns: The template.
    /// - Throws: ``TemplateError`` if the file cannot be read, is too large, or is not a template.
    public func load(contentsOf url: URL) throws(TemplateError) -> Template {
        try load(contentsOf: url, maximumFileSize: limits.maximumFileSize)
    }
}

extension TemplateError: LocalizedError {
    /// The ``description``, which is in English.
    public var errorDescription: String? {
        description
    }
}
