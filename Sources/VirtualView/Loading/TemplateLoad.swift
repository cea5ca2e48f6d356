import Foundation

/// One load and its request.
///
/// The threads that run the load hold it, even after it has ended. ``ManagerState`` keeps what changes during the load,
/// and its completion.
final class TemplateLoad: Sendable {
    typealias Completion = @MainActor @Sendable (Result<Template, TemplateError>) -> Void

    let request: TemplateRequest
    /// The request's type in its loose spelling, which is the key of the slot that holds the load.
    let key: String
    /// The position in the order of all requests of the manager; greater is newer.
    let sequence: UInt64

    init(_ request: TemplateRequest, key: String, sequence: UInt64) {
        self.request = request
        self.key = key
        self.sequence = sequence
    }

    /// Returns whether the load has that type; `isLoose` if the name is a file's stem.
    ///
    /// It may only be called for loads with the same loose spelling.
    func isOf(type: String, isLoose: Bool = false) -> Bool {
        isLoose || request.isTypeLoose || request.type == type
    }

    /// Returns whether the load has the type that a request names.
    func isRelated(to other: TemplateRequest) -> Bool {
        isOf(type: other.type, isLoose: other.isTypeLoose)
    }
}

/// One thread's attempt at a load: plain values, so that they are cheap to copy under the lock.
struct TemplateAttempt: Sendable {
    let thread: ThreadIdentity
    let place: TemplateLoadReport.Place
    let isPromoted: Bool
    /// The start time; `nil` if the app does not measure loads.
    let start: ContinuousClock.Instant?
}

/// The values that a thread needs for its attempt at a load.
struct TemplateRun: Sendable {
    let load: TemplateLoad
    let attempt: TemplateAttempt
    /// The manifest that was set when the attempt started.
    let manifest: TemplateManifest?
}

/// The outcome of a load, for the threads that still run it.
final class TemplateOutcome: Sendable {
    let result: Result<Template, TemplateError>

    init(_ result: Result<Template, TemplateError>) {
        self.result = result
    }
}

/// A call to make on the main actor; deliveries keep their order.
enum TemplateDelivery: Sendable {
    case completion(TemplateLoad.Completion, Result<Template, TemplateError>)
    case progress(Progress)
    /// A waiting task, which goes on after everything before the marker has been delivered.
    case marker(CheckedContinuation<Void, Never>)
}

/// The work to do after the manager's lock is free, because it runs other code or takes time.
struct ManagerAftermath {
    var reports: [TemplateLoadReport] = []
    /// Loads that ended; kept so that nothing they hold is deallocated under the lock.
    var ended: [TemplateLoad] = []
    var workersToStart = 0
    var startsDelivery = false
}
