import VirtualViewCompiler

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The files of a state of a repository, in a temporary folder.
struct GitCheckout {
    /// What people call the state.
    let name: String
    /// The folder.
    let root: String
    /// The file or folder that was given, in it.
    let path: String
    /// The folder that was given, or that of the file.
    private let given: String
    /// The same folder, seen from the root of the repository.
    private let place: [Substring]

    /// Describes a checkout.
    ///
    /// - Parameters:
    ///   - name: What people call the state.
    ///   - root: The folder.
    ///   - operand: The file or folder that was given.
    ///   - place: Where that is, seen from the root of the repository.
    init(_ name: String, in root: String, of operand: String, at place: String) {
        self.name = name
        self.root = root
        path = place.isEmpty ? root : Path.join(root, place)
        let isFolder = FileSystem.kind(of: operand) == .folder
        let isOpen = isFolder && operand.hasSuffix("/") && operand != "/"
        given = isFolder ? (isOpen ? String(operand.dropLast()) : operand) : Path.folder(of: operand)
        self.place = Self.parts(isFolder ? place : Path.folder(of: place))
    }

    /// Returns what a file is called in messages: one of the checkout as the same file is reached from what was given,
    /// `main:Templates/Card.xml`.
    func shown(_ file: String) -> String {
        guard file == root || file.hasPrefix(root + "/") else { return file }
        let parts = Self.parts(Substring(file.utf8.dropFirst(root.utf8.count)))
        let common = zip(parts, place).prefix { $0.utf8.elementsEqual($1.utf8) }.count
        let steps = Array(repeating: "..", count: place.count - common).joined(separator: "/")
        let folder = steps.isEmpty ? given : Path.normalized(Path.join(given, steps))
        let rest = parts.dropFirst(common).joined(separator: "/")
        return "\(name):\(rest.isEmpty ? folder : Path.join(folder, rest))"
    }

    private static func parts(_ path: some StringProtocol) -> [Substring] {
        Substring(path).utf8.split(separator: UInt8(ascii: "/")).map(Substring.init)
    }
}

/// A temporary folder that is gone when the process has ended, however that happens.
struct PassingFolder {
    let path: String
    /// A process that waits for the end of this one.
    private let heir: pid_t
    /// Open as long as this process, or one that it started, may write into the folder.
    private let life: Int32

    /// Makes a folder.
    init() throws(FileError) {
        let place = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var name = Array("\(place.isEmpty ? "/tmp" : place)/vvc-diff.XXXXXX".utf8CString)
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
