import Foundation
import VirtualView

/// The content that a server serves.
protocol HTTPSite: AnyObject {
    /// Answers a request.
    func answer(_ request: HTTPRequest) -> HTTPAnswer

    /// Does the regular work of the site.
    ///
    /// - Returns: The events for the connections that wait for them.
    func work() -> [ServerEvent]

    /// The time of the next work.
    var nextWork: MonotonicTime { get }
}

/// The answer to a request.
enum HTTPAnswer {
    case response(HTTPResponse)
    /// The connection gets events: first the given ones, then later ones, of one topic or of all.
    case events(topic: String?, first: [ServerEvent])
    /// The answer takes time, so it is made on another thread.
    case later(HTTPTask)
}

/// An answer that is still to be made.
struct HTTPTask {
    /// The part that is made on another thread.
    struct Work: Sendable {
        /// The name of the result: requests with the same key wait for it together.
        let key: String
        /// Whether it waits for the browser, which makes one picture at a time.
        var usesBrowser = false
        let make: @Sendable () -> HTTPResponse
    }

    let work: Work
    /// Called with the answer on the server's own thread, once.
    let finish: (HTTPResponse) -> Void
}

/// An event that connections receive.
struct ServerEvent: Sendable {
    /// The subject of the event.
    let topic: String
    /// The content, on one line.
    let data: String

    /// The event as it is sent (`text/event-stream` of the HTML standard).
    var encoded: [UInt8] {
        Array("data: \(data)\n\n".utf8)
    }
}

/// Makes slow answers on threads of its own, so that a large page delays only the connections that asked for it.
final class HTTPWorkshop: Sendable {
    /// A page has as much room for deep templates as the program's first thread.
    private static let stackSize = 8 << 20

    private struct State {
        /// The tasks that wait for a thread, the next one first.
        var queue: [HTTPTask.Work] = []
        var threadCount = 0
        var isBrowserBusy = false
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
            state.withLock { state in
                state.finished.append((work.key, response))
                if work.usesBrowser { state.isBrowserBusy = false }
            }
            pipe.wake()
        }
    }

    /// Returns the next task; those that would only wait for the browser take no thread from the others.
    private func next() -> HTTPTask.Work? {
        state.withLock { state in
            let isBrowserBusy = state.isBrowserBusy
            guard let index = state.queue.firstIndex(where: { !($0.usesBrowser && isBrowserBusy) }) else {
                state.threadCount -= 1
                return nil
            }
            let work = state.queue.remove(at: index)
            if work.usesBrowser { state.isBrowserBusy = true }
            return work
        }
    }
}
