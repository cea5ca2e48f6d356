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
        /// A `Page` shows another of its pages.
        case pageFlip
        /// The content of a container moved.
        case scroll
        /// The end of what a `Scroller` has is near, so more data is wanted.
        case autoRefresh
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
    public let actionValue: JSONValue?
    /// The place of the data that the node's tree shows; not empty for items of containers.
    public let dataPath: DataPath
    /// The page that a `Page` shows, from 0; `nil` for other nodes.
    public let pageIndex: Int?
    /// How far a container's content is scrolled, in points; `nil` for other nodes.
    public let scrollOffset: LayoutPoint?
}

extension NodeEvent.Kind {
    /// The flag that a node must have to take part; none for what happens to containers alone.
    public var flag: NodeFlags {
        switch self {
        case .click: .clickable
        case .longClick: .longClickable
        case .exposure: .exposure
        case .pageFlip, .scroll, .autoRefresh: []
        }
    }

    /// The attribute with the event program that runs; `nil` when there is none.
    public var handlerName: String? {
        switch self {
        case .click: "onClick"
        case .longClick: "onLongClick"
        case .exposure: nil
        case .pageFlip: "onPageFlip"
        case .scroll: "onScroll"
        case .autoRefresh: "onAutoRefresh"
        }
    }
}

extension Node {
    /// Whether the node takes part in events of a kind.
    ///
    /// - Parameter kind: The kind.
    /// - Returns: Whether the node has the flag, or is a container to which such events happen.
    public final func accepts(_ kind: NodeEvent.Kind) -> Bool {
        switch kind {
        case .click, .longClick, .exposure: properties.flag.contains(kind.flag)
        case .pageFlip: self is PageNode
        case .scroll: self is ItemContainerNode
        case .autoRefresh: self is ScrollerNode
        }
    }
}
