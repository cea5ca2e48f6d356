/// A handle on a load that was queued.
///
/// Nothing happens to the load when the handle goes away.
public struct QueuedTemplateLoad: Sendable {
    private let manager: TemplateManager
    private let load: TemplateLoad

    init(manager: TemplateManager, load: TemplateLoad) {
        self.manager = manager
        self.load = load
    }

    /// The type that was asked for.
    public var type: String {
        load.request.type
    }

    /// Ends the load with ``TemplateError/Code/cancelled``, if it has not ended.
    ///
    /// What a loader still makes of it is dropped.
    ///
    /// - Returns: Whether it had not.
    @discardableResult
    public func cancel() -> Bool {
        manager.cancel(load)
    }
}
