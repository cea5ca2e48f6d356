/// What became of one load, for an app's measurements.
///
/// A manager makes exactly one report of every load, at the moment it ends.
public struct TemplateLoadReport: Sendable {
    /// Where a load ran.
    @nonexhaustive
    public enum Place: String, Hashable, Sendable {
        /// On the thread of a synchronous caller.
        case caller
        /// In the task of an `async` caller.
        case task
        /// On the manager's operation queue.
        case queue
    }

    /// How a load ended.
    @nonexhaustive
    public enum Outcome: Sendable {
        /// The template was published.
        case published
        /// The load failed, and what was published before is still there.
        case failed(TemplateError)
        /// A newer load of the type took its place.
        case superseded
        /// It was cancelled, or its type was removed.
        case cancelled
    }

    /// The type that was asked for.
    public let type: String
    /// The version of the template, when it was published.
    public let version: FormatVersion?
    /// How many bytes were read; 0 when the load ended before its bytes were there.
    public let byteCount: Int
    /// How long the load ran: reading, checking and decoding, without the time in the queue.
    public let duration: Duration
    /// Where it ran; `nil` when it ended before it ran.
    public let place: Place?
    /// Whether somebody who asked for the template ran a load that was queued, or still running elsewhere.
    public let isPromoted: Bool
    /// How it ended.
    public let outcome: Outcome
}
