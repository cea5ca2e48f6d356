/// Bounds that keep templates and data from making trees out of proportion.
public struct TreeLimits: Hashable, Sendable {
    /// The deepest nesting of nodes, those of items inside containers included; the root counts as 1.
    public var maximumDepth: Int
    /// The deepest nesting of containers that make their children from data.
    public var maximumContainerDepth: Int
    /// The most nodes in a tree, those of items included.
    public var maximumNodeCount: Int

    /// Sets the bounds.
    ///
    /// - Parameters:
    ///   - maximumDepth: The deepest nesting of nodes.
    ///   - maximumContainerDepth: The deepest nesting of containers; from 1 to 64.
    ///   - maximumNodeCount: The most nodes in a tree.
    public init(maximumDepth: Int = 1_024, maximumContainerDepth: Int = 32, maximumNodeCount: Int = 100_000) {
        self.maximumDepth = maximumDepth
        self.maximumContainerDepth = min(max(1, maximumContainerDepth), 64)
        self.maximumNodeCount = maximumNodeCount
    }
}
