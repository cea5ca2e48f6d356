import Foundation
import VirtualView

/// Makes slow answers on threads of its own, so that a large page delays only the connections that asked for it.
final class HTTPWorkshop: Sendable {
    /// A page has as much room for deep templates as the program's first thread.
    private static let stackSize = 8 << 20

    private struct State {
        /// The tasks that wait for a thread, the next one first.
        var queue: [HTTPTask.Work] = []
        var threadCount = 0
        var finished: [(key: String, response: HTTPResponse)] = []
    }

    private let state = Locked(State())
    private let threads: Int
    private let pipe: WakePipe

    /// Creates a workshop.
    ///
    /// - Parameter threads: The number of answers that are made at a time; further ones wait.
    /// - Throws: ``ServeError`` when the system has no pipe left.
    init(threads: Int) throws(ServeError) {
        self.threads = threads
        pipe = try WakePipe()
    }

    /// The descriptor at which a thread waits for finished answers.
    var waitingDescriptor: Int32 { pipe.waitingDescriptor }

    /// Begins with an answer, or puts it after others.
    func start(_ work: HTTPTask.Work) {
        let needsThread = state.withLock { state in
            state.queue.append(work)
            guard state.threadCount < threads else { return false }
            state.threadCount += 1
            return true
        }
        guard needsThread else { return }
        let thread = Thread { [self] in workUntilDone() }
        thread.stackSize = Self.stackSize
        thread.start()
    }

    /// Returns the answers that were finished since the last call.
    func takeFinished() -> [(key: String, response: HTTPResponse)] {
        pipe.drain()
        return state.withLock { state in
            defer { state.finished = [] }
            return state.finished
        }
    }

    /// Starts no more tasks; answers that are being made are dropped.
    func end() {
        state.withLock { $0.queue = [] }
        pipe.end()
    }

    private func workUntilDone() {
        while let work = next() {
            let response = work.make()
            state.withLock { $0.finished.append((work.key, response)) }
            pipe.wake()
        }
    }

    private func next() -> HTTPTask.Work? {
        state.withLock { state in
            guard state.queue.isEmpty else { return state.queue.removeFirst() }
            state.threadCount -= 1
            return nil
        }
    }
}
