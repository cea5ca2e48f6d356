import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewRelease

/// Collects the signatures of files from the commands that sign.
struct ReleaseSigning {
    private let commands: [String]
    private let terminal: Terminal

    init(_ commands: [String], _ terminal: Terminal) {
        self.commands = commands
        self.terminal = terminal
    }

    /// Asks one command after the other until enough keys have signed, and tells of useless signatures if too few have.
    ///
    /// - Parameter draft: The file.
    /// - Throws: `ReleaseProblem` when a command fails or writes something else than a signature, or the file would be
    ///   too large or have too many signatures when all are there, or is a root file with a time to come.
    func sign(_ draft: inout SignedFileDraft) throws {
        if case .root(let root) = draft.content { try ReleaseClock.check(root) }
        guard draft.completeSize <= draft.content.maximumSize else {
            let limit = "the limit is \(draft.content.maximumSize)"
            throw ReleaseProblem("'\(draft.name)' would have \(draft.completeSize) bytes; \(limit)")
        }
        guard draft.completeCount <= SignedFile.maximumCount else {
            let limit = "the limit is \(SignedFile.maximumCount)"
            throw ReleaseProblem("'\(draft.name)' would need \(draft.completeCount) signatures; \(limit)")
        }
        var notes: [String] = []
        for command in commands where !draft.isComplete {
            guard let signature = try run(command, draft) else { continue }
            switch try draft.add(signature) {
            case .added: break
            case .repeated: notes.append("the key of '\(command)' has signed '\(draft.name)' already")
            case .foreign:
                notes.append("what '\(command)' wrote is no signature of '\(draft.name)' by a key that may sign it")
            }
        }
        guard !draft.isComplete else { return }
        for note in notes { terminal.report(line: "vvc: note: \(note)") }
    }

    /// Returns the file with its signatures.
    ///
    /// - Throws: `ReleaseProblem` if there are too few, or the file is too large.
    func signed(_ draft: SignedFileDraft) throws -> (draft: SignedFileDraft, bytes: [UInt8]) {
        var draft = draft
        try sign(&draft)
        guard draft.isComplete else {
            let others = draft.foreignCount
            let note = others == 0 ? "" : "; signatures in the draft that are not by a key that may sign it: \(others)"
            throw ReleaseProblem("'\(draft.name)' has too few signatures: \(draft.shares.text)\(note)")
        }
        return (draft, draft.bytes)
    }

    /// Runs a command; `nil` if it writes nothing, which says that it has no key for the file.
    private func run(_ command: String, _ draft: SignedFileDraft) throws -> [UInt8]? {
        let shell = ShellCommand(
            line: command,
            variables: [
                ("VV_ROLE", draft.role.rawValue), ("VV_NUMBER", String(draft.number)), ("VV_APP", draft.app),
                ("VV_CHANNEL", draft.channel),
            ]
        )
        func problem(_ reason: String) -> ReleaseProblem {
            ReleaseProblem("the sign command '\(command)' \(reason); nothing is published")
        }
        let result: (output: [UInt8], end: ShellCommand.End)
        var said: [UInt8] = []
        do throws(ShellCommand.Failure) {
            result = try shell.run(draft.message, limit: Self.signatureSize) { bytes in
                said += bytes
                // The rest of the last character may come with the next piece.
                let last = said.suffix(3).lastIndex { $0 & 0xC0 != 0x80 } ?? said.endIndex
                let isCut = last < said.endIndex && (~said[last]).leadingZeroBitCount > said.endIndex - last
                let end = isCut ? last : said.endIndex
                terminal.report(String(decoding: said[..<end], as: UTF8.self))
                said.removeFirst(end)
            }
        } catch {
            throw problem("cannot be run: \(error.reason)")
        }
        if !said.isEmpty { terminal.report(String(decoding: said, as: UTF8.self)) }
        guard result.output.count <= Self.signatureSize else {
            throw problem("wrote more than the \(Self.signatureSize) bytes of a signature")
        }
        switch result.end {
        case .exit(0): break
        case .exit(127): throw problem("ended with exit code 127: a program was not found")
        case .exit(let code): throw problem("ended with exit code \(code)")
        case .signal(let number): throw problem("was ended by signal \(number)")
        }
        if result.output.isEmpty { return nil }
        guard result.output.count == Self.signatureSize else {
            throw problem("wrote \(result.output.count) bytes, but a signature has \(Self.signatureSize)")
        }
        return result.output
    }

    private static let signatureSize = 64
}

extension SignedFileDraft {
    /// The name of the file in messages: that of a release file is not known before it is signed.
    var name: String {
        switch content {
        case .root, .latest: path
        case .release: "release \(number)"
        }
    }
}

extension [SignedFileDraft.Share] {
    /// `1 of the 2 needed`, and for a root file the same of the one before it and of its own keys.
    var text: String {
        let texts = map { "\($0.valid) of the \($0.threshold) needed" }
        return count == 2 ? "by the old root keys \(texts[0]), by the new ones \(texts[1])" : texts.joined()
    }
}
