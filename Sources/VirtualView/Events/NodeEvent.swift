public import VirtualViewExpressions

/// Something that happened to a node, told to the app.
public struct NodeEvent: Hashable, Sendable {
    /// What happened.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The user tapped the node.
        case click
        /// The user held the node.
        case longClick
        /// The node came into view.
        case exposure
    }

    /// What happened.
    public let kind: Kind
    /// The node's id; 0 for none.
    public let nodeID: Int32
    /// The name of the template that the node comes from.
    public let templateType: String
    /// The version of that template.
    public let templateVersion: FormatVersion
    /// What it means to the app.
    public let action: String?
    /// What goes with the action.
    public let actionParam: String?
    /// The entry of the data whose name is the action.
    public let actionValue: BindingValue?
    /// The place of the data that the node's tree shows; not empty for items of containers.
    public let dataPath: DataPath
}

extension NodeEvent.Kind {
    /// The flag that a node must have to take part.
    public var flag: NodeFlags {
        switch self {
        case .click: .clickable
        case .longClick: .longClickable
        case .exposure: .exposure
        }
    }

    /// The attribute with the event program that runs; `nil` when there is none.
    public var handlerName: String? {
        switch self {
        case .click: "onClick"
        case .longClick: "onLongClick"
        case .exposure: nil
        }
    }
}

extension Node {
    /// Whether the node takes part in events of a kind.
    ///
    /// - Parameter kind: The kind.
    /// - Returns: Whether the node has the flag.
    public final func accepts(_ kind: NodeEvent.Kind) -> Bool {
        properties.flag.contains(kind.flag)
    }
}
