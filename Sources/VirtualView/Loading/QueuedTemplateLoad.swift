/// A handle on a load that was queued.
///
/// Nothing happens to the load when the handle goes away, and a handle keeps neither the manager nor anything that the
/// load needs: keep it as long as you like.
public struct QueuedTemplateLoad: Sendable {
    private weak let manager: TemplateManager?
    private let sequence: UInt64
    /// The type that was asked for.
    public let type: String

    init(manager: TemplateManager, load: TemplateLoad) {
        self.manager = manager
        sequence = load.sequence
        type = load.request.type
    }

    /// Ends the load with ``TemplateError/Code/cancelled``, if it has not ended.
    ///
    /// What a loader still makes of it is dropped.
    ///
    /// - Returns: Whether it had not.
    @discardableResult
    public func cancel() -> Bool {
        manager?.cancel(type, sequence) ?? false
    }
}
