/// A temporary folder that is gone when the process has ended, however that happens.
struct PassingFolder {
    let path: String
    /// A process that waits for the end of this one.
    private let heir: pid_t
    /// Open as long as this process, or one that it started, may write into the folder.
    private let life: Int32

    /// Makes a folder.
    init() throws(FileError) {
        var name = Array("\(FileSystem.temporaryFolder)/vvc-diff.XXXXXX".utf8CString)
        // Signals that come while there is a folder and no heir have to wait.
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] { sigaddset(&signals, signal) }
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        guard mkdtemp(&name) != nil else { throw FileError(writing: "a temporary folder", FileError.lastReason) }
        let made = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        // Git works in another folder.
        path = FileSystem.resolved(made) ?? made
        do throws(ShellCommand.Failure) {
            let pipe = try ShellCommand.pipe()
            defer { close(pipe.read) }
            let line = "trap '' HUP INT QUIT TERM\nread -r _\n\(Self.removal(of: path))"
            do throws(ShellCommand.Failure) {
                heir = try ShellCommand(line: line, variables: []).start(pipe.read, STDERR_FILENO, STDERR_FILENO)
            } catch {
                close(pipe.write)
                throw error
            }
            life = pipe.write
        } catch {
            rmdir(path)
            throw FileError(writing: path, error.reason)
        }
        // A git that outlives this process still writes.
        _ = fcntl(life, F_SETFD, 0)
    }

    /// Removes the folder with everything in it.
    func remove() {
        _ = try? ShellCommand(line: Self.removal(of: path), variables: []).run([], limit: 0) { _ in }
        kill(heir, SIGKILL)
        while waitpid(heir, nil, 0) < 0, errno == EINTR {}
        close(life)
    }

    private static func removal(of path: String) -> String { "rm -rf \(ShellCommand.quoted(path))" }
}
