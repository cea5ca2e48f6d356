import Foundation

/// A shell in a folder, whose `vvc` is the one that was built with the tests.
struct Shell {
    /// The folder.
    let folder: URL

    /// Runs a command, and gives what it wrote on both of its outputs, with its exit code.
    func run(_ command: String) throws -> (text: String, status: Int32) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sh", "-c", command]
        process.currentDirectoryURL = folder
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        var environment = ["PATH": Tool.folder + ":" + path, "HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1"]
        for role in ["AUTHOR", "COMMITTER"] {
            environment["GIT_\(role)_NAME"] = "An author"
            environment["GIT_\(role)_EMAIL"] = "author@example.com"
        }
        process.environment = ProcessInfo.processInfo.environment.merging(environment, uniquingKeysWith: { $1 })
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (text, process.terminationStatus)
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
