/// Bounds for one run of an event program.
///
/// A program has no loops and always ends; the bounds are for programs from files that need not be trusted, which could
/// walk large trees again and again, or double a text with every instruction.
public struct EventLimits: Hashable, Sendable {
    /// The most steps of a run.
    ///
    /// An instruction is a step, and so is every node that a path visits, and every 64 bytes of text that are joined,
    /// compared, written or looked up.
    public var maximumSteps: Int
    /// How many programs may run inside each other: one whose function sends an event runs another.
    public var maximumNesting: Int

    /// Sets the bounds.
    ///
    /// - Parameters:
    ///   - maximumSteps: The most steps of a run.
    ///   - maximumNesting: How many programs may run inside each other; from 1 to 16, which is how deep
    ///     events may stand in each other.
    public init(maximumSteps: Int = 100_000, maximumNesting: Int = 8) {
        self.maximumSteps = maximumSteps
        self.maximumNesting = min(max(1, maximumNesting), EventDelivery.maximumDepth)
    }
}
