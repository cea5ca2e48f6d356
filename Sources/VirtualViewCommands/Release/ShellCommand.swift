import VirtualView
import VirtualViewFormat

/// A command that the shell runs, with bytes that it reads and a few that it writes.
///
/// There is no limit of time: such a command may ask a person for a pass phrase, or wait for a key to be touched.
struct ShellCommand {
    /// How a command ended.
    enum End: Equatable {
        case exit(Int32)
        case signal(Int32)
    }

    /// A step of the system that failed, in its words.
    struct Failure: Error {
        let reason: String
    }

    /// The line that the shell reads.
    let line: String
    /// The variables that are added to the environment.
    ///
    /// Their values need no quotes in the shell.
    let variables: [(name: String, value: String)]

    /// Runs the command to its end.
    ///
    /// - Parameters:
    ///   - input: What it reads, in a regular file without a name, because some programs ask for the size; nothing in `/dev/null`.
    ///   - limit: The number of bytes that are kept of what it writes; when there are more, nothing more is read.
    ///   - report: Called with what it writes to standard error, as that arrives.
    /// - Returns: The first bytes that it wrote, one more than `limit` at most, and how it ended.
    /// - Throws: ``Failure`` if it cannot be started, or if the system does not tell how it ended.
    func run(
        _ input: [UInt8],
        limit: Int,
        report: ([UInt8]) -> Void
    ) throws(Failure) -> (output: [UInt8], end: End) {
        let file = try Self.file(with: input)
        defer { close(file) }
        let output = try Self.pipe()
        defer { close(output.read) }
        let error: (read: Int32, write: Int32)
        do throws(Failure) {
            error = try Self.pipe()
        } catch let failure {
            close(output.write)
            throw failure
        }
        defer { close(error.read) }
        let child = Result { () throws(Failure) in try start(file, output.write, error.write) }
        // When only the command can write, its end is the end of the pipes.
        close(output.write)
        close(error.write)
        return try Self.follow(try child.get(), output.read, error.read, limit, report)
    }
}

// MARK: - Starting

extension ShellCommand {
    /// Returns a text as one word of the shell.
    static func quoted(_ text: String) -> String {
        var word = "'"
        for character in text.unicodeScalars {
            if character == "'" { word += "'\\''" } else { word.unicodeScalars.append(character) }
        }
        return word + "'"
    }

    /// Starts the shell with the three files.
    func start(_ input: Int32, _ output: Int32, _ error: Int32) throws(Failure) -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        guard posix_spawn_file_actions_init(&actions) == 0 else { throw Failure(reason: FileError.lastReason) }
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (file, place) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (error, STDERR_FILENO)] {
            posix_spawn_file_actions_adddup2(&actions, file, place)
        }
        #if canImport(Darwin)
            var attributes: posix_spawnattr_t?
        #else
            var attributes = posix_spawnattr_t()
        #endif
        guard posix_spawnattr_init(&attributes) == 0 else { throw Failure(reason: FileError.lastReason) }
        defer { posix_spawnattr_destroy(&attributes) }
        // The signals that this program ignores.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let settings = variables.map { "export \($0.name)=\($0.value)\n" }.joined()
        let words = ["/bin/sh", "-c", settings + line]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        let code = posix_spawn(&child, "/bin/sh", &actions, &attributes, &arguments, Self.environment)
        guard code == 0 else {
            errno = code
            throw Failure(reason: FileError.lastReason)
        }
        return child
    }

    private static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        #if canImport(Darwin)
            // Libraries have no other way to it there.
            _NSGetEnviron().pointee
        #else
            environ
        #endif
    }

    /// Returns an open file without a name that has these bytes, at its start, or `/dev/null` if there are none.
    private static func file(with bytes: [UInt8]) throws(Failure) -> Int32 {
        if bytes.isEmpty {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Failure(reason: FileError.lastReason) }
            return descriptor
        }
        var path = Array("\(FileSystem.temporaryFolder)/vvc.XXXXXX".utf8CString)
        let descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw Failure(reason: "no temporary file: \(FileError.lastReason)") }
        unlink(path)
        closeInChildren(descriptor)
        guard FileDescriptor.write(bytes, to: descriptor), lseek(descriptor, 0, SEEK_SET) == 0 else {
            let reason = FileError.lastReason
            close(descriptor)
            throw Failure(reason: "no temporary file: \(reason)")
        }
        return descriptor
    }

    static func pipe() throws(Failure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard openPipe(&ends) == 0 else { throw Failure(reason: FileError.lastReason) }
        ends.forEach(closeInChildren)
        return (ends[0], ends[1])
    }

    private static func closeInChildren(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
}

// MARK: - Following

extension ShellCommand {
    /// Reads what a process writes until it has ended.
    ///
    /// Another process that it started may keep the pipes open, so their end is not waited for when the process is gone.
    private static func follow(
        _ child: pid_t,
        _ output: Int32,
        _ error: Int32,
        _ limit: Int,
        _ report: ([UInt8]) -> Void
    ) throws(Failure) -> (output: [UInt8], end: End) {
        var status: Int32 = 0
        var kept: [UInt8] = []
        var isOpen = [output: true, error: true]
        var hasEnded = false
        while !hasEnded {
            // What the process wrote before its end is there at once.
            var files = isOpen.filter(\.value).keys.sorted().map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            hasEnded = try wait(for: child, &status, files.isEmpty ? 0 : WNOHANG)
            // Another process may write faster than this one reads: then the end is still to be seen, and after it no more
            // is read than was there.
            var rest = hasEnded ? Self.readsOfFullPipe : 1
            while rest > 0, poll(&files, nfds_t(files.count), hasEnded ? 0 : 50) > 0 {
                rest -= 1
                for file in files where file.revents != 0 {
                    var bytes: [UInt8] = []
                    _ = FileSystem.readChunk(file.fd, into: &bytes, capacity: Self.readSize)
                    if bytes.isEmpty { isOpen[file.fd] = false }
                    if file.fd == error, !bytes.isEmpty { report(bytes) }
                    guard file.fd == output else { continue }
                    kept += bytes.prefix(limit + 1 - kept.count)
                    if kept.count > limit { isOpen[output] = false }
                }
                files = files.filter { isOpen[$0.fd] == true }
                if files.isEmpty { break }
            }
            // Its own children end when they write into the pipe that nobody reads any more.
            if kept.count > limit, !hasEnded { kill(child, SIGKILL) }
        }
        let code = status & 0x7F
        return (kept, code == 0 ? .exit((status >> 8) & 0xFF) : .signal(code))
    }

    /// Returns whether a process has ended, and notes how.
    private static func wait(for child: pid_t, _ status: inout Int32, _ options: Int32) throws(Failure) -> Bool {
        let ended = waitpid(child, &status, options)
        guard ended >= 0 || errno == EINTR else { throw Failure(reason: FileError.lastReason) }
        return ended == child
    }

    private static let readSize = 4096
    /// The number of reads that empty a pipe: the systems let one hold 1 MiB at most.
    private static let readsOfFullPipe = (1 << 20) / readSize
}

// The system's call, whose name is taken inside the type.
private func openPipe(_ ends: inout [Int32]) -> Int32 {
    pipe(&ends)
}
