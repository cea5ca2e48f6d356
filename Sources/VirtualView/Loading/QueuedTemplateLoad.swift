/// A handle of a queued load.
///
/// Releasing the handle does not affect the load. A handle keeps neither the manager nor anything that the load needs
/// alive, so it can be kept as long as needed.
public struct QueuedTemplateLoad: Sendable {
    private weak let manager: TemplateManager?
    private let sequence: UInt64
    /// The requested type.
    public let type: String

    init(manager: TemplateManager, load: TemplateLoad) {
        self.manager = manager
        sequence = load.sequence
        type = load.request.type
    }

    /// Ends the load with ``TemplateError/Code/cancelled``, if it has not ended.
    ///
    /// A result that a loader still produces is dropped.
    ///
    /// - Returns: Whether the load had not ended.
    @discardableResult
    public func cancel() -> Bool {
        manager?.cancel(type, sequence) ?? false
    }
}
