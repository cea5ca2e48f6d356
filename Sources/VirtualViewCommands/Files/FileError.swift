/// A file that cannot be read or written.
struct FileError: Error {
    let path: String
    /// The problem, in the system's words if it has some.
    let reason: String
    let exitCode: ExitCode

    init(reading path: String, _ reason: String) {
        self.path = path
        self.reason = reason
        exitCode = .cannotRead
    }

    init(writing path: String, _ reason: String) {
        self.path = path
        self.reason = reason
        exitCode = .cannotWrite
    }

    /// The system's words for its last error.
    static var lastReason: String {
        let code = errno
        guard let text = strerror(code) else { return "error \(code)" }
        let reason = String(cString: text)
        return reason.prefix(1).lowercased() + reason.dropFirst()
    }

    /// The same problem with a path that people know.
    func at(_ path: String) -> FileError {
        exitCode == .cannotRead ? FileError(reading: path, reason) : FileError(writing: path, reason)
    }

    var message: FileMessage {
        exitCode == .cannotRead ? .cannotRead(path, reason) : .cannotWrite(path, reason)
    }
}
