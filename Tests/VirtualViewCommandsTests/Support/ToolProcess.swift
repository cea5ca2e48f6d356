import Foundation

/// A `vvc` that is a process of its own, for what needs standard input, signals or time.
final class ToolProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let error = Pipe()
    private var said = ""

    /// Starts `vvc`, with the streams that redirections of a shell give it.
    init(_ arguments: [String], in folder: URL? = nil, redirections: String = "") throws {
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "exec \"$0\" \"$@\" \(redirections)", Tool.folder + "/vvc"] + arguments
        process.currentDirectoryURL = folder
        process.standardInput = input
        process.standardOutput = output
        process.standardError = error
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Waits until it has said something on standard error; gives everything that it said since the last time, or `nil` if it
    /// ended before.
    func wait(for text: String) -> String? {
        while !said.contains(text) {
            let data = error.fileHandleForReading.availableData
            guard !data.isEmpty else { return nil }
            said += String(decoding: data, as: UTF8.self)
        }
        defer { said = "" }
        return said
    }

    /// Sends a signal and waits for the end; gives whether it was an orderly one.
    func end(with signal: Int32) -> Bool {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationReason == .exit && process.terminationStatus == 0
    }

    /// Gives it a text to read, and waits for the end.
    func finish(_ text: String = "") -> (status: Int32, out: [UInt8], error: String) {
        try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try? input.fileHandleForWriting.close()
        let out = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
        let error = error.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, out, String(decoding: error, as: UTF8.self))
    }
}
