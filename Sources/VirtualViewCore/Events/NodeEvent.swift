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
    public internal(set) var kind: Kind
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
    public var flag: Node.Flags {
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

extension Node {
    /// Whether the node takes clicks or long clicks.
    package final var takesTouches: Bool {
        !properties.flag.isDisjoint(with: [.clickable, .longClickable])
    }
}

/// Limits events that lead to further events.
///
/// The programs and callbacks of an event may do anything: set properties, show other data, lay out, send events. All
/// of that happens immediately, inside the first event, so it must end.
struct EventDelivery {
    /// The largest depth of nested events.
    static let maximumDepth = 16
    /// The largest number of events inside one event, however they are nested.
    ///
    /// Direct effects of an event are not counted: new data may run a program of every node.
    static let maximumCount = 10_000

    private var depth = 0
    private var count = 0

    /// Counts the start of an event; returns `false` if there are too many.
    mutating func begin() -> Bool {
        guard depth < Self.maximumDepth, count < Self.maximumCount else { return false }
        if depth > 1 { count += 1 }
        depth += 1
        return true
    }

    /// Counts the end of an event.
    mutating func end() {
        depth -= 1
        if depth == 0 { count = 0 }
    }
}

extension TreeContext {
    /// Runs the effects of an event; if there are too many events, it reports that and runs nothing.
    ///
    /// - Parameters:
    ///   - node: The node of the event.
    ///   - handlerName: The attribute with the program, if there is one for such events.
    ///   - body: The effects.
    /// - Returns: Whether they were run.
    @discardableResult
    func deliver(at node: Node, _ handlerName: String?, _ body: () -> Void) -> Bool {
        guard delivery.begin() else {
            report(
                .eventLoop,
                at: node,
                property: handlerName,
                "events lead to events without end; this one is left out"
            )
            return false
        }
        defer { delivery.end() }
        let outer = enter(.event, item: recorded == nil ? 0 : node.tree?.itemNumber ?? 0)
        defer { leave(to: outer) }
        body()
        return true
    }
}
