/// What a node is made from: a template's node with every value resolved.
///
/// It is made once for a template and shared by all live nodes of that kind. Only the runtime makes one; a subclass of
/// ``Node`` hands it on to its superclass.
public final class NodePrototype: Sendable {
    let component: ComponentRecord
    private let nodeClass: Node.Type
    let origin: TemplateOrigin
    /// The number of the node in the template; 0 is the root.
    public let templateIndex: Int
    let properties: NodeProperties
    let specific: SpecificProperties
    /// `nil` when the component declares nothing beyond the language, which spares every node a reference.
    let ownValues: [NodeValue]?
    let kept: SharedBox<KeptValues>
    /// What is measured in `rp`, until it is resolved for a screen.
    let relativeSetters: [RelativeSetter]
    let bindings: [PropertyBinding]
    let handlers: [NodeHandler]
    /// The number in the template's list of prototypes; negative when a live node has one of its own.
    let position: Int
    /// Whether there are bindings.
    let isBound: Bool
    let childCount: Int
    /// The number behind the last prototype below this one, in the template's list.
    let subtreeEnd: Int

    init(_ draft: PrototypeDraft, position: Int, childCount: Int, subtreeEnd: Int) {
        self.position = position
        component = draft.component
        nodeClass = draft.component.nodeClass
        isBound = !draft.bindings.isEmpty
        origin = draft.origin
        templateIndex = draft.templateIndex
        properties = draft.properties
        specific = draft.specific
        ownValues = draft.ownValues.isEmpty ? nil : draft.ownValues
        var box = SharedBox<KeptValues>()
        if !draft.kept.isEmpty { box.value = draft.kept }
        kept = box
        relativeSetters = draft.relativeSetters
        bindings = draft.bindings
        handlers = draft.handlers
        self.childCount = childCount
        self.subtreeEnd = subtreeEnd
    }

    /// Makes a node.
    @inline(__always)
    func makeNode() -> Node {
        nodeClass.init(prototype: self)
    }
}

/// A value in `rp`, kept until the screen is known.
struct RelativeSetter: Sendable {
    let place: PropertyPlace
    /// In 1/750 of the screen's width.
    let value: Float

    /// The length in points, narrowed once.
    func points(perRP pointsPerRP: Double) -> Float {
        Float(Double(value) * pointsPerRP)
    }
}

/// Where the value of a property goes.
enum PropertyPlace: Hashable, Sendable {
    /// A typed property of the language.
    case slot(PropertySlot)
    /// One of an app's own properties, by its number in the component.
    case own(Int)
    /// The list of what the runtime does not know.
    case custom(StringID, name: String)
    /// The children that a container makes from data.
    case items
}

/// An event program that a node runs on an event.
struct NodeHandler: Sendable {
    /// The attribute's name, such as `onClick`.
    let name: String
    /// The program's key in the template.
    let program: StringID
}

/// The template that nodes come from.
final class TemplateOrigin: Sendable {
    let type: String
    let version: FormatVersion
    let template: Template?
    /// The template's event programs, verified as they first run.
    let programs = ProgramCache()

    init(_ template: Template) {
        type = template.type
        version = template.version
        self.template = template
    }

    /// For nodes that no template made.
    init() {
        type = ""
        version = FormatVersion()
        template = nil
    }
}
