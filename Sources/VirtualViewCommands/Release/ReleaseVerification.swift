import VirtualView
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewRelease

/// `vvc release --verify`: tells what a client would believe of a folder, and what it would refuse.
struct ReleaseVerification {
    private let command: ReleaseCommand
    private let terminal: Terminal

    init(_ command: ReleaseCommand, _ terminal: Terminal) {
        self.command = command
        self.terminal = terminal
    }

    /// Verifies a folder.
    func run(_ folder: String) throws -> ExitCode {
        guard FileSystem.kind(of: folder) == .folder else {
            throw FileError(reading: folder, FileSystem.kind(of: folder) == nil ? "no such folder" : "is not a folder")
        }
        let pinned = try FileSystem.read(command.root ?? "", limit: RootFile.maximumSize)
        let now = command.date ?? ReleaseClock.now
        let inspection = ReleaseInspection(pinned: pinned, now: now) { (path, maximumSize) throws(DeliveryError) in
            try ReleaseFolder.read(Path.join(folder, path), maximumSize)
        }
        var result = ExitCode.success
        for finding in inspection.findings {
            let isPinned = finding.path == ReleaseInspection.pinnedPath
            let path = isPinned ? command.root ?? "" : Path.join(folder, finding.path)
            let isWritten =
                command.writesJSON ? terminal.print(json: finding.json(path)) : terminal.print(finding.text(path))
            guard isWritten else { return .cannotWrite }
            guard let error = finding.error else { continue }
            result = max(result, (error.cause as? FileError)?.exitCode ?? .inputErrors)
        }
        return result
    }
}

extension ReleaseInspection.Finding {
    /// `PATH: ok` or `PATH: error: CODE: MESSAGE`, and what the file says.
    fileprivate func text(_ path: String) -> String {
        let outcome = error.map { "error: \($0.code.rawValue): \($0.message)" } ?? "ok"
        let lines = ["\(path): \(outcome)"] + (content.map { $0.lines + [signers] } ?? []).map { "  \($0)" }
        return lines.map { VisibleText.line($0) + "\n" }.joined()
    }

    /// Who signed.
    private var signers: String {
        let texts = shares.map { "\($0.valid) of \($0.keys) keys signed, needed \($0.threshold)" }
        return texts.count == 2 ? "old root keys: \(texts[0]); new ones: \(texts[1])" : texts.joined()
    }

    fileprivate func json(_ path: String) -> String {
        JSONWriter.visible { writer in
            writer.value("path", path)
            writer.value("valid", error == nil)
            writer.value("code", error?.code.rawValue)
            writer.value("message", error?.message)
            content?.write(to: &writer)
            writer.array("signatures") { writer in
                for share in shares {
                    writer.object { writer in
                        writer.value("valid", share.valid)
                        writer.value("keys", share.keys)
                        writer.value("threshold", share.threshold)
                    }
                }
            }
        } + "\n"
    }
}

extension SignedFileDraft.Content {
    /// What the file says, for people.
    fileprivate var lines: [String] {
        switch self {
        case .root(let file):
            ["\(file.app)/\(file.channel), root file \(file.version), issued \(file.issued), expires \(file.expires)"]
        case .release(let file):
            [
                "release \(file.number), issued \(file.issued), expires \(file.expires)",
                "\(file.manifest.entries.count.counting("template")), \(file.blobs.count.counting("blob")), \(file.pack.size) bytes",
            ]
        case .latest(let file):
            ["\(file.summary), root file \(file.root), issued \(file.issued)"]
                + file.disabled.map { "disabled \($0.name): \($0.reason)" }
        }
    }

    /// What the file says, as members of an object.
    fileprivate func write(to writer: inout JSONWriter) {
        switch self {
        case .root(let file):
            writer.value("role", ReleaseRole.root.rawValue)
            writer.value("app", file.app)
            writer.value("channel", file.channel)
            writer.value("number", file.version)
            writer.value("issued", file.issued.description)
        case .release(let file):
            writer.value("role", ReleaseRole.release.rawValue)
            writer.value("number", file.number)
            writer.value("issued", file.issued.description)
            writer.value("templates", file.manifest.entries.count)
            writer.value("blobs", file.blobs.count)
            writer.value("bytes", file.pack.size)
        case .latest(let file):
            writer.value("role", ReleaseRole.latest.rawValue)
            writer.value("number", file.number)
            writer.value("issued", file.issued.description)
            writer.value("stable", file.stable.number)
            writer.value("candidate", file.candidate?.release.number)
            writer.value("percent", file.candidate?.percent)
            writer.array("disabled") { writer in
                for entry in file.disabled {
                    writer.object { writer in
                        writer.value("type", entry.type)
                        writer.value("version", entry.version)
                        writer.value("reason", entry.reason)
                    }
                }
            }
        }
        writer.value("expires", expires.description)
    }
}
