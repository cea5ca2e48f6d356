/// Something that layout could not do as it should.
public struct LayoutIssue: Hashable, Sendable {
    /// What kind of thing it is.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A callback of the host changes the tree in every pass of one layout.
        case feedbackLoop = "layout-loop"
        /// Nodes are nested deeper than layout goes; those below have no frame.
        case nestingTooDeep = "nesting-too-deep"
    }

    /// What kind of thing it is.
    public let code: Code
    /// The node at fault, as the components from the root with their place among their siblings, such as
    /// `VHLayout/NText[2]`.
    public let nodePath: String
    /// What was found: lower case, one line, no full stop.
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
