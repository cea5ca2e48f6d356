import VirtualViewExpressions

/// A live node: one box of a tree that is shown.
///
/// Nodes are made from templates, by ``PreparedTemplate``; an app's own components are subclasses that a
/// ``NodeRegistry`` knows. The properties of the language are typed stored properties: those of every node here, those
/// of some components in their classes. Setting one marks what has to be laid out or drawn again.
///
/// A tree of nodes has one owner and is not `Sendable`: build it anywhere, hand it over, and use it from one place at a
/// time. A node keeps its children; its parent is only a link, which is gone when the parent is.
open class Node {
    // Stored fields are final and internal, so that layout reads them without calls; apps use the typed accessors.

    /// What the node was made from.
    final var prototype: NodePrototype
    final var properties: NodeProperties
    /// The values of an app's own properties, in the order of the component's.
    // Spelled out, because the short form would set it to `nil` first.
    final var ownValues: Optional<[NodeValue]>
    /// Rarely set properties, user variables, and properties that the runtime does not know.
    final var kept: SharedBox<KeptValues>

    /// The place in the parent; x and y from the parent's upper left corner.
    public final internal(set) var frame = LayoutRect.zero
    /// The node's number in the engine that lays it out; what stands there tells whether it is still true.
    final var layoutIndex: Int32 = 0
    /// What has to be done again.
    final var needs = NodeNeeds.everything
    /// Whether a property was set other than by a template or a binding.
    final var isModified = false

    final var childNodes: [Node] = []
    /// The place among the parent's children.
    final var indexInParent = 0
    /// Set while the parent is alive: a parent clears it before it goes.
    unowned(unsafe) final var parentLink: Node?
    /// The tree whose root this is; cleared before that goes.
    unowned(unsafe) final var treeLink: NodeTree?

    /// Makes a node as a template describes it.
    ///
    /// Subclasses with stored properties of their own give them first values and inherit this initializer.
    ///
    /// - Parameter prototype: What the node is made from.
    public required init(prototype: NodePrototype) {
        properties = prototype.properties
        ownValues = prototype.ownValues
        kept = prototype.kept
        self.prototype = prototype
    }

    deinit {
        guard !childNodes.isEmpty else { return }
        releaseChildren()
    }

    /// The properties of the node's class before anything is set.
    class var emptyProperties: SpecificProperties { .none }

    /// Writes a typed property; the caller marks what the change invalidates.
    func write(_ value: NodeValue, to slot: PropertySlot) -> PropertyOutcome {
        let outcome = properties.write(value, to: slot)
        return outcome == .unknown ? kept.write(value, to: slot) : outcome
    }

    /// Reads a typed property; `nil` when the node does not have it.
    func value(of slot: PropertySlot) -> NodeValue? {
        properties.value(of: slot) ?? details.value(of: slot)
    }

    /// Goes back to what a prototype says.
    func restore(from prototype: NodePrototype) {
        self.prototype = prototype
        properties = prototype.properties
        ownValues = prototype.ownValues
        kept = prototype.kept
        isModified = false
    }

    /// Takes what a binding of `dataTag` gives; containers make their children of it.
    func applyItems(_ value: JSONValue?, of tree: NodeTree) {}

    /// Is called when the node has another `order`, unless a binding gave it.
    func orderDidChange() {}

    /// Reads what event programs may know of the node beside its properties; `nil` when it has nothing of that name.
    func eventState(named name: String) -> EventValue? { nil }

    /// The trees of the children that data brought along.
    var items: [NodeTree] { [] }

    /// Gives up the children that data brought along.
    func removeItems() {}

    /// Is called when one of an app's own properties has another value.
    ///
    /// - Parameter property: The property, as the component declares it.
    open func ownPropertyDidChange(_ property: PropertySchema) {}

    /// What event programs may call on nodes of the class, beside what they may call in modules; nothing unless
    /// overridden.
    open class var eventFunctions: [EventFunction] { [] }

    /// Measures the content of an app's own component, for sides that wrap it (`Docs/Layout.md`, "Own components").
    ///
    /// Only components that an app registers are asked, and only those that place no children.
    ///
    /// - Parameter room: The most that the parent has, less the node's own margins and paddings.
    /// - Returns: The size without paddings, in points; `nil` for none.
    open func measureContent(in room: LayoutSize) -> LayoutSize? { nil }

    /// Is called when layout gave the node another frame; all other nodes have theirs by then.
    ///
    /// Changing properties here makes layout run again.
    open func frameDidChange() {}
}

// MARK: - Identity

extension Node {
    /// The number that files store for the component.
    public final var componentID: UInt16 {
        prototype.component.schema.id
    }

    /// The component's element name; `#` and the number for a component that the registry does not know.
    public final var componentName: String {
        prototype.component.schema.name
    }

    /// Whether the node stands in for a component that the registry does not know.
    public final var isPlaceholder: Bool {
        prototype.component.isPlaceholder
    }

    /// The name of the template that the node comes from.
    public final var templateType: String {
        prototype.origin.type
    }

    /// The number of the node in its template, in pre-order; 0 is the root.
    package final var templateIndex: Int {
        prototype.templateIndex
    }

    /// The version of the template that the node comes from.
    public final var templateVersion: FormatVersion {
        prototype.origin.version
    }
}
