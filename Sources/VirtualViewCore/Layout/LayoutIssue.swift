/// A problem that layout found.
public struct LayoutIssue: Hashable, Sendable {
    /// The kind of problem.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A callback of the host changes the tree in every pass of one layout.
        case feedbackLoop = "layout-loop"
        /// Nodes are nested too deep for layout; the deepest ones have no frame.
        case nestingTooDeep = "nesting-too-deep"
    }

    /// The kind of problem.
    public let code: Code
    /// The path of the node: the components from the root with their position among their siblings, such as
    /// `VHLayout/NText[2]`.
    public let nodePath: String
    /// The message: lower case, one line, no full stop.
    public let message: String
}

extension LayoutIssue: CustomStringConvertible {
    /// The path and the message in one line.
    public var description: String {
        "\(nodePath): \(message)"
    }
}

extension Node {
    /// The components from the root to this node.
    var layoutPath: String {
        var parts: [String] = []
        var node: Node? = self
        while let current = node {
            let place = current.parentLink == nil ? "" : "[\(current.indexInParent)]"
            let id = current.properties.id == 0 ? "" : "#\(current.properties.id)"
            parts.append(current.componentName + id + place)
            node = current.parentLink
        }
        return parts.reversed().joined(separator: "/")
    }
}
