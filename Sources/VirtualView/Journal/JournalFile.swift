import Foundation

/// The file of a journal, mapped into memory that survives the death of the process.
///
/// It is written whole, synced and renamed before anything is stored in the mapping, so it has all its blocks and a store
/// never meets the end of the file or of the disk. Only somebody who cuts the file short afterwards makes a store raise
/// `SIGBUS`; the file is made readable and writable for its owner alone.
final class JournalFile: Sendable {
    /// The words of the file.
    let words: WordMemory
    private let address: UInt

    /// Writes a new file in place of the one at a URL, and maps it.
    ///
    /// - Parameters:
    ///   - url: The URL of the file.
    ///   - content: Its words.
    /// - Throws: ``JournalError``; what stood at the URL is as it was.
    init(replacing url: URL, with content: [UInt64]) throws(JournalError) {
        let aside = url.appendingPathExtension("new")
        // What a launch left behind that died just here.
        Self.remove(aside)
        let (descriptor, failure) = Self.call(aside) { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw JournalError(.unwritable, "created", errno: failure, url) }
        defer { close(descriptor) }
        do {
            try Self.leaveReadable(aside)
            try Self.write(content, to: descriptor, url)
            address = try Self.map(descriptor, url)
        } catch {
            Self.remove(aside)
            throw error
        }
        guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else {
            throw JournalError(.unwritable, "the journal cannot be mapped", url)
        }
        words = WordMemory(at: pointer)
        let renaming = Self.call(aside) { from in url.path.withCString { rename(from, $0) } }
        guard renaming.status == 0 else {
            Self.remove(aside)
            // The object is complete, so its end unmaps.
            throw JournalError(.unwritable, "renamed", errno: renaming.errno, url)
        }
    }

    deinit {
        munmap(UnsafeMutableRawPointer(bitPattern: address), JournalLayout.size)
    }

    /// Reads the file that the last launch left behind.
    ///
    /// - Parameter url: The URL of the file.
    /// - Returns: Its bytes, at most one more than a journal has; `nil` if there is none.
    /// - Throws: ``JournalError``.
    static func read(_ url: URL) throws(JournalError) -> [UInt8]? {
        guard url.isFileURL else { throw JournalError(.notAFile, "the URL is not that of a file", url) }
        // `O_NONBLOCK` prevents waiting for the writer of a named pipe.
        let (descriptor, failure) = call(url) { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
        guard descriptor >= 0 else {
            if failure == ENOENT { return nil }
            throw JournalError(.unreadable, "opened", errno: failure, url)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw JournalError(.unreadable, "opened", errno: errno, url) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw JournalError(.notAFile, "there is something else than a file at the path", url)
        }
        do {
            return try TemplateFile.read(descriptor, size: JournalLayout.size + 1, url)
        } catch {
            throw JournalError(.unreadable, error.message, url)
        }
    }

    private static func write(_ content: [UInt64], to descriptor: Int32, _ url: URL) throws(JournalError) {
        let isWritten = content.withUnsafeBytes { FileDescriptor.write($0, to: descriptor) }
        guard isWritten, fsync(descriptor) == 0 else {
            throw JournalError(.unwritable, "written", errno: errno, url)
        }
    }

    private static func map(_ descriptor: Int32, _ url: URL) throws(JournalError) -> UInt {
        let pointer = mmap(nil, JournalLayout.size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard pointer != MAP_FAILED else { throw JournalError(.unwritable, "mapped", errno: errno, url) }
        return UInt(bitPattern: pointer)
    }

    /// Lets the file be read and written while the device is locked, from its first unlocking on.
    private static func leaveReadable(_ url: URL) throws(JournalError) {
        #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
            do {
                let protection = FileProtectionType.completeUntilFirstUserAuthentication
                try FileManager.default.setAttributes([.protectionKey: protection], ofItemAtPath: url.path)
            } catch {
                throw JournalError(.unwritable, "the protection of the journal cannot be set", url)
            }
        #endif
    }

    private static func remove(_ url: URL) {
        _ = call(url) { unlink($0) }
    }

    /// Calls the system with a path.
    private static func call(_ url: URL, _ body: (UnsafePointer<CChar>) -> Int32) -> (status: Int32, errno: Int32) {
        url.path.withCString { path in
            let status = body(path)
            return (status, status < 0 ? errno : 0)
        }
    }
}
