import Foundation

@testable import VirtualView
@testable import VirtualViewCore

/// A thread that a test moves forward step by step: only one of them all runs at any time.
///
/// A job runs until it ends or calls ``pause()``; only then does ``start(_:)`` or ``resume()`` return.
final class StepThread: Sendable {
    private static let threads = Locked<[ThreadIdentity: StepThread]>([:])

    private let go = DispatchSemaphore(value: 0)
    private let parked = DispatchSemaphore(value: 0)
    private let job = Locked<(@Sendable () -> Void)?>(nil)
    private let isBusy = Locked(false)

    init() {
        Thread.detachNewThread { [self] in
            let identity = ThreadIdentity.current
            Self.threads.withLock { $0[identity] = self }
            while true {
                go.wait()
                guard let job = job.withLock({ $0 }) else { break }
                job()
                isBusy.withLock { $0 = false }
                parked.signal()
            }
            Self.threads.withLock { $0[identity] = nil }
        }
    }

    /// The step thread that calls, if it is one.
    static var current: StepThread? {
        let identity = ThreadIdentity.current
        return threads.withLock { $0[identity] }
    }

    /// Whether the thread waits in the middle of a job.
    var isPaused: Bool {
        isBusy.withLock { $0 }
    }

    /// Runs a job until it ends or pauses.
    func start(_ body: @escaping @Sendable () -> Void) {
        job.withLock { $0 = body }
        isBusy.withLock { $0 = true }
        resume()
    }

    /// Goes on with a paused job until it ends or pauses again.
    func resume() {
        go.signal()
        parked.wait()
    }

    /// Lets the test go on; called on the thread itself.
    func pause() {
        parked.signal()
        go.wait()
    }

    /// Ends the thread, which must be idle.
    func stop() {
        job.withLock { $0 = nil }
        go.signal()
    }
}

/// Loads compiled templates, and pauses a step thread at each call.
struct PausingLoader: TemplateLoader {
    func load(_ bytes: [UInt8]) throws(TemplateError) -> Template {
        StepThread.current?.pause()
        return try TemplateBinaryLoader().load(bytes)
    }
}
