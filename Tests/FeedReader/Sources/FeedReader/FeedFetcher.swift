import Foundation

/// Fetches feeds that nobody can trust, each in a process of its own.
///
/// On Linux, `URLSession` takes what a server sends as fast as it comes, and learns late that it should stop: an endless
/// answer fills the memory or the disk before a task is cancelled. A process can be ended at once. Whatever a feed does to
/// it — memory, time, a mistake in a library — stays there, and the app gets articles or a reason.
struct FeedFetcher: Sendable {
    /// The program, which does `FeedDownload.main` when it is called with `--fetch ADDRESS`.
    var program: URL
    /// The longest time for a feed, in seconds.
    var timeLimit = 10
    /// The most that the process may say.
    private let outputLimit = 16 << 20

    init(
        program: URL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]),
        timeLimit: Int = 10
    ) {
        (self.program, self.timeLimit) = (program, timeLimit)
    }

    /// Fetches and reads a feed.
    func result(of url: URL) async -> Result<Feed, FeedFailure> {
        guard PlainText.isWeb(url) else { return .failure(.address) }
        return await withCheckedContinuation { continuation in
            // Waiting for a process holds a thread, and the threads of tasks are few.
            Thread.detachNewThread { continuation.resume(returning: run(url)) }
        }
    }

    private func run(_ url: URL) -> Result<Feed, FeedFailure> {
        let process = Process()
        let output = Pipe()
        process.executableURL = program
        process.arguments = ["--fetch", url.absoluteString]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let end = ContinuousClock.now + .seconds(timeLimit)
        do { try process.run() } catch { return .failure(.brokenOff) }
        let number = process.processIdentifier
        let watch = DispatchWorkItem { kill(number, SIGKILL) }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(timeLimit), execute: watch)
        var said = Data()
        while said.count <= outputLimit, let piece = try? output.fileHandleForReading.read(upToCount: 64 << 10),
            !piece.isEmpty
        {
            said += piece
        }
        watch.cancel()
        if said.count > outputLimit { kill(number, SIGKILL) }
        process.waitUntilExit()
        if ContinuousClock.now >= end { return .failure(.tooSlow(seconds: timeLimit)) }
        return (try? JSONDecoder().decode(FeedDownload.Answer.self, from: said))?.result ?? .failure(.brokenOff)
    }
}
