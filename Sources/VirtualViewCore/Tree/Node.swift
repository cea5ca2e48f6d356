import VirtualViewExpressions
public import VirtualViewFormat

/// A live node: one box of a tree that is shown.
///
/// Nodes are made from templates, by ``PreparedTemplate``; an app's own components are subclasses that are registered
/// in a ``NodeRegistry``. The properties of the language are typed stored properties: the common ones are here, those
/// of some components in their classes. Setting one marks what has to be laid out or drawn again.
///
/// A tree of nodes has one owner and is not `Sendable`: build it anywhere, hand it over, and use it in one place at a
/// time. A node keeps its children alive; its parent is only a link, which is removed when the parent is released.
open class Node {
    // Stored fields are final and internal, so that layout reads them without calls; apps use the typed accessors. One
    // owner uses a node; checking every access for that would be a tenth of an update of data.

    /// The prototype of the node.
    final var prototype: NodePrototype
    @exclusivity(unchecked) final var properties: NodeProperties
    /// The values of the properties that not every node has.
    @exclusivity(unchecked) final var content: ContentValues
    /// Rarely set properties, user variables, and properties that the runtime does not know.
    final var kept: SharedBox<KeptValues>

    /// The rectangle in the parent; x and y from the parent's upper left corner.
    public final internal(set) var frame = LayoutRect.zero
    /// Whether the node's children, paddings and drawing are mirrored, because it is read from right to left; set by
    /// layout from ``direction`` and the environment.
    public final internal(set) var isRightToLeft = false
    /// The node's index in the engine that lays it out; it is valid only if the engine has this node there.
    final var layoutIndex: Int32 = 0
    /// The work that is necessary for the node.
    @exclusivity(unchecked) final var needs = NodeNeeds.everything
    /// Whether a property was set by something else than a template or a binding.
    final var isModified = false
    /// The number by which a host knows the node as long as it shows the same entry; 0 until a host gives one.
    package final var hostNumber: Int32 = 0

    final var childNodes: [Node] = []
    /// The index among the parent's children.
    final var indexInParent = 0
    /// The parent, set while it is alive: a parent clears it in its deinitializer.
    unowned(unsafe) final var parentLink: Node?
    /// The tree whose root this is; cleared before the tree is released.
    unowned(unsafe) final var treeLink: NodeTree?

    /// Makes a node as a template describes it.
    ///
    /// Subclasses with stored properties of their own give them initial values and inherit this initializer.
    ///
    /// - Parameter prototype: The prototype of the node.
    public required init(prototype: NodePrototype) {
        properties = prototype.properties
        content = prototype.content
        kept = prototype.kept
        self.prototype = prototype
    }

    deinit {
        guard !childNodes.isEmpty else { return }
        releaseChildren()
    }

    /// Returns the number by which a host knows the node; one without a number gets the next.
    package final func hostNumber(after last: inout Int32) -> Int32 {
        if hostNumber == 0 {
            last += 1
            hostNumber = last
        }
        return hostNumber
    }

    /// The component of the language whose properties the nodes of the class have; `nil` for those of every node only.
    class var languageComponent: String? { nil }

    /// Restores the values of a prototype.
    final func restore(from prototype: NodePrototype) {
        self.prototype = prototype
        properties = prototype.properties
        kept = prototype.kept
        isModified = false
        take(prototype.content)
    }

    /// Receives the result of the binding of `dataTag`; containers make their children from it.
    func applyItems(_ value: JSONValue?, of tree: NodeTree) {}

    /// Called when `order` has changed, unless a binding set it.
    func orderDidChange() {}

    /// Returns a value that event programs may read in addition to the properties; `nil` if there is none with that
    /// name.
    func eventState(named name: String) -> EventValue? { nil }

    /// The trees of the children that were made from data.
    var items: [NodeTree] { [] }

    /// Removes the children that were made from data.
    func removeItems() {}

    /// The number of children that are laid out together with the node.
    var laidOutChildCount: Int { childNodes.count }

    /// Called when the value of one of an app's own properties has changed, also because the node shows another entry.
    ///
    /// - Parameter property: The property, as the component declares it.
    open func ownPropertyDidChange(_ property: PropertySchema) {}

    /// The functions that event programs may call on nodes of the class, in addition to those of modules; none by
    /// default.
    open class var eventFunctions: [EventFunction] { [] }

    /// Measures the content of an app's own component, for sides that wrap it (`Docs/Layout.md`, "Own components").
    ///
    /// This is called only for components that an app registers, and only for those that place no children.
    ///
    /// - Parameter room: The available space in the parent, without the node's own margins and padding.
    /// - Returns: The size without padding, in points; `nil` for none.
    open func measureContent(in room: LayoutSize) -> LayoutSize? { nil }

    /// Draws more than the node's box; nothing by default.
    ///
    /// This is called for the classes that an app gives its registry, whenever a display list is made in which the node
    /// is visible. What it adds is drawn after the node's own background, border and content, and before its children.
    /// It must depend on the node alone; when something changes, call ``invalidate(_:)``. Do not change nodes here.
    ///
    /// - Parameter drawing: Takes what is drawn.
    open func draw(in drawing: inout NodeDrawing) {}

    /// Called when layout has changed the node's frame; all other nodes have their frames by then.
    ///
    /// Changing properties here makes layout run again.
    open func frameDidChange() {}
}

// MARK: - Identity

extension Node {
    /// The id that files store for the component.
    public final var componentID: UInt16 {
        prototype.component.schema.id
    }

    /// The component's element name; `#` and the id for a component that the registry does not know.
    public final var componentName: String {
        prototype.component.schema.name
    }

    /// Whether the node replaces a component that the registry does not know.
    public final var isPlaceholder: Bool {
        prototype.component.isPlaceholder
    }

    /// The name of the template that the node comes from.
    public final var templateType: String {
        prototype.origin.type
    }

    /// The index of the node in its template, in pre-order; 0 is the root.
    package final var templateIndex: Int {
        prototype.templateIndex
    }

    /// The version of the template that the node comes from.
    public final var templateVersion: FormatVersion {
        prototype.origin.version
    }
}

/// The work that is necessary for a node, or somewhere below it.
struct NodeNeeds: OptionSet, Sendable {
    let rawValue: UInt8

    /// The node must be drawn again.
    static let drawing = NodeNeeds(rawValue: 1)
    /// The node's children must be placed again.
    static let placing = NodeNeeds(rawValue: 2)
    /// The node must be measured again.
    static let measuring = NodeNeeds(rawValue: 4)
    /// Some node below must be drawn again.
    static let drawingBelow = NodeNeeds(rawValue: 8)
    /// Some node below must be measured again or place its children again.
    static let layoutBelow = NodeNeeds(rawValue: 16)

    /// The needs of a new node.
    static let everything: NodeNeeds = [.drawing, .placing, .measuring, .drawingBelow, .layoutBelow]
}

extension Node {
    /// Marks the node for drawing or layout, because something changed that is not a property.
    ///
    /// Changes of properties mark it as their declarations say.
    ///
    /// - Parameter invalidation: The work that the change makes necessary.
    public final func invalidate(_ invalidation: PropertySchema.Invalidation) {
        let above: NodeNeeds
        switch invalidation {
        case .nothing: return
        case .drawing:
            needs.insert(.drawing)
            above = .drawingBelow
        case .childLayout:
            needs.formUnion([.placing, .drawing])
            above = [.layoutBelow, .drawingBelow]
        case .ownSize:
            needs.formUnion([.measuring, .placing, .drawing])
            above = [.layoutBelow, .drawingBelow]
        }
        // The walk ends at a node that already has this mark: those above it have the mark too.
        var node = parentLink
        while let current = node, !current.needs.isSuperset(of: above) {
            current.needs.formUnion(above)
            node = current.parentLink
        }
    }
}
