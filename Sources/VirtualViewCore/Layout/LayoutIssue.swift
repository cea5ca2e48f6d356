public import VirtualViewFormat

/// A problem that layout found.
public struct LayoutIssue: Hashable, Sendable {
    /// The kind of problem.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A callback of the host changes the tree in every pass of one layout.
        case feedbackLoop = "layout-loop"
        /// Nodes are nested too deep for layout; the deepest ones have no frame.
        case nestingTooDeep = "nesting-too-deep"
        /// The host lays out again and again in one turn; see ``Container/layoutThreshold``.
        case tooManyLayouts = "too-many-layouts"
    }

    /// The kind of problem.
    public let code: Code
    /// The name of the node's template; for a node of an item, that of the item.
    public let templateType: String
    /// The version of that template.
    public let templateVersion: FormatVersion
    /// The path of the node: the components from the root with their position among their siblings, such as
    /// `VHLayout/NText[2]`.
    public let nodePath: String
    /// The message: lower case, one line, no full stop.
    public let message: String

    init(_ code: Code, at place: LayoutPlace, _ message: String) {
        self.code = code
        templateType = place.templateType
        templateVersion = place.templateVersion
        nodePath = place.path
        self.message = message
    }
}

extension LayoutIssue: CustomStringConvertible {
    /// The template, the path and the message in one line.
    public var description: String {
        "\(templateType) \(templateVersion), \(nodePath): \(message)"
    }
}

/// What an issue says about a node; it does not hold the node.
struct LayoutPlace {
    let templateType: String
    let templateVersion: FormatVersion
    let path: String

    init(_ node: Node) {
        templateType = node.templateType
        templateVersion = node.templateVersion
        path = node.layoutPath
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
