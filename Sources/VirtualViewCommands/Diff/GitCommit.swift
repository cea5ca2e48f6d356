import VirtualViewCompiler
import VirtualViewFormat

/// A state of a git repository, as `--against` names it: `.git#branch=main`, `#tag=1.2` or `#commit=4f61b32`.
struct GitCommit {
    /// The path of the repository: its `.git`, or the folder that has it.
    private let repository: String
    /// What git calls the state.
    private let revision: String
    /// What people call it.
    private let name: String

    /// Reads what the option says.
    init(_ text: String) throws(UsageError) {
        // Folders and branches may have a `#` in their names.
        let marks = ["#branch=", "#tag=", "#commit="].compactMap { text.firstRange(of: $0) }
        guard let mark = marks.min(by: { $0.lowerBound < $1.lowerBound }), mark.lowerBound > text.startIndex,
            mark.upperBound < text.endIndex, !text.utf8.contains(0)
        else { throw Self.usage(text) }
        repository = String(text[..<mark.lowerBound])
        name = String(text[mark.upperBound...])
        switch text[mark] {
        case "#branch=": revision = "refs/heads/\(name)"
        case "#tag=": revision = "refs/tags/\(name)"
        default:
            guard name.utf8.allSatisfy({ $0.hexadecimalDigit != nil }) else { throw Self.usage(text) }
            revision = name
        }
    }

    private static func usage(_ text: String) -> UsageError {
        UsageError(
            "'\(text)' is not a value of '--against'; expected .git#branch=NAME, .git#tag=NAME or .git#commit=HASH"
        )
    }

    /// Writes the files of the state into a new folder, calls a closure with it, and removes it.
    ///
    /// - Parameters:
    ///   - path: The file or folder of which the state is wanted; it need not be in it.
    ///   - body: Gets the files; what it throws about one of them is about the file that people know.
    /// - Returns: The result of `body`.
    /// - Throws: ``FileError`` if git is not installed, or does not know the repository or the state.
    func checkOut<Result>(_ path: String, _ body: (GitCheckout) throws -> Result) throws -> Result {
        let work = Path.name(of: repository) == ".git" ? Path.folder(of: repository) : repository
        let folder = work.isEmpty ? "." : work
        let root = try text("rev-parse --show-toplevel", in: folder)
        let hash = try text("rev-parse --verify --quiet \(ShellCommand.quoted(revision + "^{commit}"))", in: folder)
        let place = try Self.place(of: path, below: root)
        let target = try PassingFolder()
        defer { target.remove() }
        // A project is searched up to the root of the repository.
        try FileSystem.makeFolder(Path.join(target.path, ".git"))
        // An archive would leave out what attributes say.
        let index = ShellCommand.quoted(target.path + "/.git/index")
        let git = "GIT_INDEX_FILE=\(index) git -C \(ShellCommand.quoted(root))"
        let prefix = ShellCommand.quoted(target.path + "/")
        try run("\(git) read-tree \(hash) && \(git) checkout-index --all --prefix=\(prefix)")
        let checkout = GitCheckout(name, in: target.path, of: path, at: place)
        do {
            return try body(checkout)
        } catch let error as FileError {
            throw error.at(checkout.shown(error.path))
        }
    }

    /// Returns the path of a file from the root of the repository.
    ///
    /// A link to a file is a file of its own, for a template has the name of its file.
    private static func place(of path: String, below root: String) throws(FileError) -> String {
        let isFolder = FileSystem.kind(of: path) == .folder
        guard !FileSystem.isGone(path), let folder = FileSystem.resolved(isFolder ? path : Path.folder(of: path)) else {
            throw FileError(reading: path, FileError.lastReason)
        }
        let full = isFolder ? folder : Path.join(folder, Path.name(of: path))
        if full == root { return "" }
        guard Path.isIn(root, full) else {
            throw FileError(reading: path, "it is not in the repository '\(root)'")
        }
        return String(Substring(full.utf8.dropFirst(root.utf8.count + 1)))
    }

    /// Forgets the variables that name a repository; what a caller has configured stays.
    private static let forgetting = "unset $(git rev-parse --local-env-vars | grep -v '^GIT_CONFIG')\n"

    /// Runs git and returns the line that it writes.
    private func text(_ command: String, in folder: String) throws(FileError) -> String {
        let output = try run("git -C \(ShellCommand.quoted(folder)) \(command)")
        let text = String(decoding: output, as: UTF8.self)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// Runs git for the repository that the command line names, also in a hook, which git gives variables that name its own.
    @discardableResult
    private func run(_ line: String) throws(FileError) -> [UInt8] {
        var messages: [UInt8] = []
        let result: (output: [UInt8], end: ShellCommand.End)
        do throws(ShellCommand.Failure) {
            let command = ShellCommand(line: Self.forgetting + line, variables: [("LC_ALL", "C")])
            result = try command.run([], limit: 1 << 16) { messages += $0 }
        } catch {
            throw FileError(reading: repository, "git cannot be run: \(error.reason)")
        }
        switch result.end {
        case .exit(0): return result.output
        case .exit(127): throw FileError(reading: repository, "'--against' needs git, which is not installed")
        case .exit, .signal:
            let message = String(decoding: messages, as: UTF8.self).split(separator: "\n").first.map(String.init)
            let reason = message.map { "git: \($0)" } ?? "the repository has no \(revision)"
            throw FileError(reading: repository, reason)
        }
    }
}
