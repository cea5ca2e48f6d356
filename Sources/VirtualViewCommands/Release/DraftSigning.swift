import VirtualViewFormat
import VirtualViewRelease

/// `vvc release --sign`: adds signatures to a draft.
struct DraftSigning {
    private let command: ReleaseCommand
    private let terminal: Terminal

    init(_ command: ReleaseCommand, _ terminal: Terminal) {
        self.command = command
        self.terminal = terminal
    }

    /// Reads the draft, asks the commands, and writes it again, with what others have signed meanwhile.
    func run(_ path: String) throws -> ExitCode {
        let root = try command.root.map(Self.root)
        var draft = try read(path, under: root)
        let before = draft.shares
        try ReleaseSigning(command.signCommands, terminal).sign(&draft)
        guard draft.shares != before || draft.isComplete else {
            throw ReleaseProblem("no command added a signature to '\(draft.name)'; it has \(draft.shares.text)")
        }
        // A command may have waited for a pass phrase for hours.
        let lock = Self.lock(path)
        defer { if lock >= 0 { close(lock) } }
        var result = try read(path, under: root)
        guard result.message == draft.message else {
            throw ReleaseProblem("\(path): another draft has taken its place meanwhile; sign that")
        }
        result.add(signaturesOf: draft)
        try OutputFile.rewrite(result.bytes, to: path)
        let line = VisibleText.line("\(path): \(result.name), signatures: \(result.shares.text)")
        return terminal.print(line + "\n") ? .success : .cannotWrite
    }

    /// Waits until no other process that signs writes a file.
    ///
    /// - Returns: The open file, whose lock ends when it is closed; negative if there is none.
    private static func lock(_ path: String) -> Int32 {
        while true {
            let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { return descriptor }
            while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
            var opened = stat()
            var named = stat()
            // The other process may have put a new file in its place, which others lock.
            guard fstat(descriptor, &opened) == 0, stat(path, &named) == 0,
                opened.st_ino != named.st_ino || opened.st_dev != named.st_dev
            else { return descriptor }
            close(descriptor)
        }
    }

    private func read(_ path: String, under root: RootFile?) throws -> SignedFileDraft {
        let bytes = try FileSystem.read(path, limit: ReleaseFile.maximumSize)
        let draft: SignedFileDraft
        do throws(DeliveryError) {
            draft = try SignedFileDraft(reading: bytes, under: root)
        } catch {
            throw root == nil && error.code == .mismatch
                ? ReleaseProblem("\(path): give the newest root file with '\(ReleaseCommand.root) FILE'")
                : error.at(path)
        }
        guard draft.foreignCount == 0 else {
            let place = command.root.map { " under '\($0)'" } ?? ""
            let what = "signatures that do not count\(place), and would be lost: \(draft.foreignCount)"
            let how = root == nil ? "" : "give the newest root file, or "
            throw ReleaseProblem("\(path): \(what); \(how)remove the draft and make it again")
        }
        return draft
    }

    private static func root(_ path: String) throws -> RootFile {
        let bytes = try FileSystem.read(path, limit: RootFile.maximumSize)
        do throws(DeliveryError) {
            return try ReleaseTrust(pinned: bytes).root
        } catch {
            throw error.at(path)
        }
    }
}
