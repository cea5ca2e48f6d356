/// A report of one load, for an app's measurements.
///
/// A manager makes exactly one report of every load, when it ends. If its queue prepares the template
/// (``TemplateManager/Configuration/queueReadiness``), the report comes after that.
public struct TemplateLoadReport: Sendable {
    /// The place where a load ran.
    @nonexhaustive
    public enum Place: String, Hashable, Sendable {
        /// On the thread of a synchronous caller.
        case caller
        /// In the task of an `async` caller.
        case task
        /// On the manager's operation queue.
        case queue
    }

    /// The outcome of a load.
    @nonexhaustive
    public enum Outcome: Sendable {
        /// The template was published.
        case published
        /// The load failed, and the template that was published before is still available.
        case failed(TemplateError)
        /// A newer load of the type replaced it.
        case superseded
        /// The load was cancelled, or its type was removed.
        case cancelled
    }

    /// The requested type.
    public let type: String
    /// The version of the template, if it was published.
    public let version: FormatVersion?
    /// The number of bytes that were read; 0 if the load ended before its bytes were available.
    public let byteCount: Int
    /// The time that the load ran: reading, checking and decoding, without the time in the queue.
    public let duration: Duration
    /// The time that the queue then took to prepare the template, with or without success; `nil` if it did not, because
    /// the load did not publish, did not end in the queue, or because of
    /// ``TemplateManager/Configuration/queueReadiness``.
    public internal(set) var preparationDuration: Duration?
    /// The place where it ran; `nil` if it ended before it ran.
    public let place: Place?
    /// Whether a caller that asked for the template ran a load that was queued, or still running elsewhere.
    public let isPromoted: Bool
    /// The outcome of the load.
    public let outcome: Outcome
}

extension TemplateLoadReport {
    /// Makes the report of a load.
    ///
    /// - Parameters:
    ///   - load: The load, which has ended.
    ///   - run: The run that ended it, or else its oldest run.
    ///   - outcome: The end of the load.
    ///   - isOfRun: Whether that is the result of the run: a loader may fail with any error.
    init(_ load: TemplateLoad, _ run: TemplateRun?, _ outcome: Result<Template, TemplateError>, isOfRun: Bool) {
        type = load.request.type
        byteCount = run?.byteCount ?? 0
        duration = run?.start.map { .now - $0 } ?? .zero
        place = run?.place
        isPromoted = run?.isPromoted ?? false
        switch outcome {
        case .success(let template):
            version = template.version
            self.outcome = .published
        case .failure(let error):
            version = nil
            self.outcome =
                switch error.code {
                case .superseded where !isOfRun: .superseded
                case .cancelled where !isOfRun: .cancelled
                default: .failed(error)
                }
        }
    }
}
