import Foundation

/// A `vvc serve` that is a process of its own, on a free port, so that its memory is its own too.
final class ServingProcess {
    let port: Int
    /// What it printed when it came up.
    let greeting: String
    private let process = Process()

    init(_ folder: String) throws {
        process.executableURL = URL(fileURLWithPath: Tool.folder + "/vvc")
        process.arguments = ["serve", folder, "--port", "0"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var text = ""
        while !text.contains("stop with") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            text += String(decoding: data, as: UTF8.self)
        }
        greeting = text
        let lines = text.split(separator: "\n")
        port = lines.dropFirst().first?.split(separator: ":").last.flatMap { Int($0.dropLast()) } ?? 0
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// The memory that the process has, in bytes; `nil` where the system does not say.
    var residentBytes: Int? {
        let path = "/proc/\(process.processIdentifier)/status"
        guard let status = try? String(contentsOfFile: path, encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
        else { return nil }
        return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
    }

    /// Sends a signal and waits for the end; gives whether it was an orderly one.
    func end(with signal: Int32) -> Bool {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationReason == .exit && process.terminationStatus == 0
    }
}
