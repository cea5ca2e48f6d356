import Foundation

/// An error that says why an app cannot keep a journal.
///
/// Compare ``code``; print ``description``.
public struct JournalError: Error, Hashable {
    /// The kind of a problem; the raw value is a stable name that programs may compare and print.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The URL is not that of a file, or there is a folder or something else at the path.
        case notAFile
        /// The file of the last launch cannot be read.
        case unreadable
        /// The file of this launch cannot be written: there is no folder for it, or it may not be written to.
        case unwritable
        /// There is no space for the file of this launch.
        case full
    }

    /// The kind of problem.
    public let code: Code
    /// The message, in one line, without the file's path.
    public let message: String
    /// The path of the journal.
    public let path: String

    init(_ code: Code, _ message: String, _ url: URL) {
        self.code = code
        self.message = message
        path = url.path
    }

    /// Makes the error for a call of the system that failed.
    init(_ code: Code, _ action: String, errno number: Int32, _ url: URL) {
        let isFull = number == ENOSPC || number == EDQUOT
        let text = String(cString: strerror(number)).lowercased()
        self.init(isFull ? .full : code, "the journal cannot be \(action): \(text)", url)
    }
}

extension JournalError: LocalizedError, CustomStringConvertible {
    /// The message in one line, after the file's path.
    public var description: String {
        "\(path): \(message)"
    }

    /// The ``description``, which is in English.
    public var errorDescription: String? {
        description
    }
}
