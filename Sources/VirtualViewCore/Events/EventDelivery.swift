/// Keeps events that lead to further events within bounds.
///
/// What runs for an event may do anything: set properties, show other data, lay out, send events. All of that happens at
/// once, inside the first event, so it must end.
struct EventDelivery {
    /// How deep events may stand in each other.
    static let maximumDepth = 16
    /// How many events may happen inside one, however they are nested.
    ///
    /// What an event itself brings about is not counted: new data may run a program of every node there is.
    static let maximumCount = 10_000

    private var depth = 0
    private var count = 0

    /// Counts an event in; `false` when there are too many.
    mutating func begin() -> Bool {
        guard depth < Self.maximumDepth, count < Self.maximumCount else { return false }
        if depth > 1 { count += 1 }
        depth += 1
        return true
    }

    /// Counts an event out.
    mutating func end() {
        depth -= 1
        if depth == 0 { count = 0 }
    }
}

extension TreeContext {
    /// Does what an event brings about; reports an event too many, and leaves it out.
    ///
    /// - Parameters:
    ///   - node: The node that the event is about.
    ///   - handlerName: The attribute with the program, if there is one for such events.
    ///   - body: What to do.
    /// - Returns: Whether it was done.
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
