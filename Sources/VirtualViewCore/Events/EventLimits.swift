/// Limits for one run of an event program.
///
/// A program has no loops and always ends; the limits protect against programs from untrusted files, which could walk
/// large trees again and again, or double a text with every instruction.
public struct EventLimits: Hashable, Sendable {
    /// The largest number of steps of a run.
    ///
    /// An instruction is a step, and so is every node that a path visits, and every 64 bytes of text that are joined,
    /// compared, written or looked up.
    public var maximumSteps: Int
    /// The largest number of programs that run inside each other: a program whose function sends an event runs another;
    /// from 1 to 16, which is also the largest depth of nested events.
    public var maximumNesting: Int

    /// Makes limits.
    public init(maximumSteps: Int = 100_000, maximumNesting: Int = 8) {
        self.maximumSteps = maximumSteps
        self.maximumNesting = min(max(1, maximumNesting), EventDelivery.maximumDepth)
    }
}
