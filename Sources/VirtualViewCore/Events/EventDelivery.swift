/// Limits events that lead to further events.
///
/// The programs and callbacks of an event may do anything: set properties, show other data, lay out, send events. All
/// of that happens immediately, inside the first event, so it must end.
struct EventDelivery {
    /// The largest depth of nested events.
    static let maximumDepth = 16
    /// The largest number of events inside one event, however they are nested.
    ///
    /// Direct effects of an event are not counted: new data may run a program of every node.
    static let maximumCount = 10_000

    private var depth = 0
    private var count = 0

    /// Counts the start of an event; returns `false` if there are too many.
    mutating func begin() -> Bool {
        guard depth < Self.maximumDepth, count < Self.maximumCount else { return false }
        if depth > 1 { count += 1 }
        depth += 1
        return true
    }

    /// Counts the end of an event.
    mutating func end() {
        depth -= 1
        if depth == 0 { count = 0 }
    }
}

extension TreeContext {
    /// Runs the effects of an event; if there are too many events, it reports that and runs nothing.
    ///
    /// - Parameters:
    ///   - node: The node of the event.
    ///   - handlerName: The attribute with the program, if there is one for such events.
    ///   - body: The effects.
    /// - Returns: Whether they were run.
    @discardableResult
    func deliver(at node: Node, _ handlerName: String?, _ body: () -> Void) -> Bool {
        guard delivery.begin() else {
            report(
                .eventLoop,
                at: node,
                property: handlerName,
                "events lead to events without end; this one is left out"
            )
            return false
        }
        defer { delivery.end() }
        body()
        return true
    }
}
