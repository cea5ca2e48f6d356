/// Limits that keep templates and data from making trees that are too large.
public struct TreeLimits: Hashable, Sendable {
    /// The largest depth of nodes, including those of items inside containers; the root counts as 1.
    public var maximumDepth: Int
    /// The largest depth of nested containers that make their children from data, from 1 to 64.
    public var maximumContainerDepth: Int
    /// The largest number of nodes in a tree, including those of items.
    public var maximumNodeCount: Int

    /// Makes limits.
    public init(maximumDepth: Int = 1_024, maximumContainerDepth: Int = 32, maximumNodeCount: Int = 100_000) {
        self.maximumDepth = maximumDepth
        self.maximumContainerDepth = min(max(1, maximumContainerDepth), 64)
        self.maximumNodeCount = maximumNodeCount
    }
}
