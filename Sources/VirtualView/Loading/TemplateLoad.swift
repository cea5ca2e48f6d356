import Foundation

/// One load on its way: what was asked for.
///
/// Whoever runs it holds it, even when it has ended. What changes while it is under way, and whom to tell of its end, is
/// kept by ``ManagerState``.
final class TemplateLoad: Sendable {
    typealias Completion = @MainActor @Sendable (Result<Template, TemplateError>) -> Void

    let request: TemplateRequest
    /// The request's type in its loose spelling: the slot that holds the load.
    let key: String
    /// The place in the order of all requests of the manager; greater is newer.
    let sequence: UInt64

    init(_ request: TemplateRequest, key: String, sequence: UInt64) {
        self.request = request
        self.key = key
        self.sequence = sequence
    }

    /// Whether the load is one of that type; `isLoose` when that name is a file's stem.
    ///
    /// Only for loads whose loose spelling is the same.
    func isOf(type: String, isLoose: Bool = false) -> Bool {
        isLoose || request.isTypeLoose || request.type == type
    }

    /// Whether the load is one of the type that a request names.
    func isRelated(to other: TemplateRequest) -> Bool {
        isOf(type: other.type, isLoose: other.isTypeLoose)
    }
}

/// One thread's attempt at a load: plain values, so that they are cheap to copy under the lock.
struct TemplateAttempt: Sendable {
    let thread: ThreadIdentity
    let place: TemplateLoadReport.Place
    let isPromoted: Bool
    /// When it started; `nil` when nobody measures.
    let start: ContinuousClock.Instant?
}

/// What a thread needs for its attempt at a load.
struct TemplateRun: Sendable {
    let load: TemplateLoad
    let attempt: TemplateAttempt
    /// The manifest that was in force when the attempt started.
    let manifest: TemplateManifest?
}

/// How a load ended, for the threads that still run it.
final class TemplateOutcome: Sendable {
    let result: Result<Template, TemplateError>

    init(_ result: Result<Template, TemplateError>) {
        self.result = result
    }
}

/// What is to be told on the main actor, in this order.
enum TemplateDelivery: Sendable {
    case completion(TemplateLoad.Completion, Result<Template, TemplateError>)
    case progress(Progress)
    /// Somebody waits until everything before has been told.
    case marker(CheckedContinuation<Void, Never>)
}

/// What is to be done once the manager's lock is free, because it runs other people's code or takes its time.
struct ManagerAftermath {
    var reports: [TemplateLoadReport] = []
    /// Loads that ended; kept so that what they hold is not torn down under the lock.
    var ended: [TemplateLoad] = []
    var workersToStart = 0
    var startsDelivery = false
}
