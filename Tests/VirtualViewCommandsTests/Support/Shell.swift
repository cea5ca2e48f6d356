import Foundation
import VirtualViewTestSupport

/// A shell in a folder, whose `vvc` is the one that was built with the tests.
struct Shell {
    /// The folder.
    let folder: URL

    /// Runs a command, and gives what it wrote on both of its outputs, with its exit code.
    func run(_ command: String) throws -> (text: String, status: Int32) {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        var environment = ["PATH": Tool.folder + ":" + path, "HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1"]
        for role in ["AUTHOR", "COMMITTER"] {
            environment["GIT_\(role)_NAME"] = "An author"
            environment["GIT_\(role)_EMAIL"] = "author@example.com"
        }
        let result = try Program.run(
            "sh",
            ["-c", "exec 2>&1; \(command)"],
            in: folder,
            environment: ProcessInfo.processInfo.environment.merging(environment, uniquingKeysWith: { $1 })
        )
        return (result.out, result.status)
    }

    /// Types the lines of a session that begin with `$`, and gives the session as it is now.
    ///
    /// An exit code that is not 0 is a line of its own.
    func replay(_ session: String) throws -> String {
        var shown = ""
        for line in session.components(separatedBy: "\n") where line.hasPrefix("$ ") {
            let (text, status) = try run(String(line.dropFirst(2)))
            shown += line + "\n" + text
            if status != 0 { shown += "(exit code \(status))\n" }
        }
        return String(shown.dropLast())
    }
}
