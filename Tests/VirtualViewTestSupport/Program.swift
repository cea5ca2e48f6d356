import Foundation

/// Runs other programs.
package enum Program {
    /// What a program did.
    package struct Result: Sendable {
        /// Its exit code, or the signal that ended it.
        package let status: Int32
        /// Whether a signal ended it.
        package let isKilled: Bool
        /// What it wrote on standard output.
        package let out: String
        /// What it wrote on standard error.
        package var error: String
    }

    /// Runs a program to its end; its standard input is empty.
    ///
    /// - Parameters:
    ///   - name: The program: a path, or a name that is looked up.
    ///   - arguments: Its arguments.
    ///   - folder: The folder in which it runs; by default that of the tests.
    ///   - environment: All of its variables; by default those of the tests.
    /// - Returns: What it did.
    /// - Throws: What starting a process throws.
    @discardableResult
    package static func run(
        _ name: String,
        _ arguments: [String],
        in folder: URL? = nil,
        environment: [String: String]? = nil
    ) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: name.contains("/") ? name : "/usr/bin/env")
        process.arguments = name.contains("/") ? arguments : [name] + arguments
        if let folder { process.currentDirectoryURL = folder }
        if let environment { process.environment = environment }
        let (out, error) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = out
        process.standardError = error
        try process.run()
        // Both are read at the same time, for a program stops when one of them is full.
        let errorFile = error.fileHandleForReading
        let ended = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var errorText = Data()
        Thread.detachNewThread {
            errorText = errorFile.readDataToEndOfFile()
            ended.signal()
        }
        let text = out.fileHandleForReading.readDataToEndOfFile()
        ended.wait()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus,
            isKilled: process.terminationReason == .uncaughtSignal,
            out: String(decoding: text, as: UTF8.self),
            error: String(decoding: errorText, as: UTF8.self)
        )
    }
}
