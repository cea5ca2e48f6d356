/// Something that layout could not do as it should.
public struct LayoutIssue: Hashable, Sendable {
    /// What kind of thing it is.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The name, which does not change between versions.
        public let rawValue: String

        /// Wraps a name.
        ///
        /// - Parameter rawValue: The name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A callback of the host changes the tree in every pass of one layout.
        public static let feedbackLoop = Code(rawValue: "layout-loop")
        /// Nodes are nested deeper than layout goes; those below have no frame.
        public static let nestingTooDeep = Code(rawValue: "nesting-too-deep")
    }

    /// What kind of thing it is.
    public let code: Code
    /// The node at fault, as the components from the root with their place among their siblings, such as
    /// `VHLayout/NText[2]`.
    public let path: String
    /// What was found: lower case, one line, no full stop.
    public let message: String
}

extension LayoutIssue: CustomStringConvertible {
    /// The path and the message in one line.
    public var description: String {
        "\(path): \(message)"
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
