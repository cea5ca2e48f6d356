public import VirtualViewExpressions

/// An event of a node, for the app.
public struct NodeEvent: Hashable, Sendable {
    /// The kind of event.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The user tapped the node.
        case click
        /// The user held the node.
        case longClick
        /// The node came into view.
        case exposure
        /// A `Page` turned to another page.
        case pageFlip
        /// The content of a container was scrolled.
        case scroll
        /// The end of a `Scroller`'s content is near, so more data is needed.
        case autoRefresh
    }

    /// The kind of event.
    public let kind: Kind
    /// The node's id; 0 for none.
    public let nodeID: Int32
    /// The name of the template that the node comes from.
    public let templateType: String
    /// The version of that template.
    public let templateVersion: FormatVersion
    /// The action: a name by which the app knows what to do.
    public let action: String?
    /// The parameter of the action.
    public let actionParam: String?
    /// The entry of the data whose name is the action.
    public let actionValue: JSONValue?
    /// The path of the data that the node's tree shows; not empty for items of containers.
    public let dataPath: DataPath
    /// The page that a `Page` shows, from 0; `nil` for other nodes.
    public let pageIndex: Int?
    /// The distance by which a container's content is scrolled, in points; `nil` for other nodes.
    public let scrollOffset: LayoutPoint?
}

extension NodeEvent.Kind {
    /// The flag that a node needs to take part; none for events that only containers have.
    public var flag: NodeFlags {
        switch self {
        case .click: .clickable
        case .longClick: .longClickable
        case .exposure: .exposure
        case .pageFlip, .scroll, .autoRefresh: []
        }
    }

    /// The attribute with the event program that runs; `nil` if there is none.
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
    /// Returns whether the node takes part in events of a kind.
    ///
    /// - Parameter kind: The kind of event.
    /// - Returns: Whether the node has the flag, or is a container that has such events.
    public final func accepts(_ kind: NodeEvent.Kind) -> Bool {
        switch kind {
        case .click, .longClick, .exposure: properties.flag.contains(kind.flag)
        case .pageFlip: self is PageNode
        case .scroll: self is ItemContainerNode
        case .autoRefresh: self is ScrollerNode
        }
    }
}
