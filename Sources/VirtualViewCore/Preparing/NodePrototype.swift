import VirtualViewFormat

/// The prototype of live nodes: a template's node with every value resolved.
///
/// It is made once for a template and shared by all its live nodes. Only the runtime makes prototypes; a subclass of
/// ``Node`` passes them to its superclass.
public final class NodePrototype: Sendable {
    let component: ComponentRecord
    private let nodeClass: Node.Type
    let origin: TemplateOrigin
    /// The index of the node in the template; 0 is the root.
    public let templateIndex: Int
    let properties: NodeProperties
    /// The values of the properties that not every node has; live nodes share them until one is set.
    let content: ContentValues
    let kept: SharedBox<KeptValues>
    /// The lengths in `rp`; the values have them in points once they are resolved for a screen.
    let relativeSetters: [RelativeSetter]
    /// The points in one `rp`, for which the lengths are resolved; `nil` if that is still to be done, or there are none.
    let pointsPerRP: Double?
    let bindings: [PropertyBinding]
    let handlers: [NodeHandler]
    /// The index in the template's list of prototypes.
    let position: Int
    /// Whether a live node has it for itself, with bindings or handlers that the template does not have.
    let isOwn: Bool
    /// Whether there are bindings.
    let isBound: Bool
    let childCount: Int
    /// The index after the last prototype below this one, in the template's list.
    let subtreeEnd: Int

    init(_ draft: PrototypeDraft, position: Int, childCount: Int, subtreeEnd: Int, isOwn: Bool = false) {
        self.position = position
        self.isOwn = isOwn
        component = draft.component
        nodeClass = draft.component.nodeClass
        isBound = !draft.bindings.isEmpty
        origin = draft.origin
        templateIndex = draft.templateIndex
        properties = draft.properties
        content = draft.content
        var box = SharedBox<KeptValues>()
        if !draft.kept.isEmpty { box.value = draft.kept }
        kept = box
        relativeSetters = draft.relativeSetters
        pointsPerRP = draft.pointsPerRP
        bindings = draft.bindings
        handlers = draft.handlers
        self.childCount = childCount
        self.subtreeEnd = subtreeEnd
    }

    /// Makes a copy of a prototype with every length in points; they share what is not a length.
    init(_ other: NodePrototype, pointsPerRP: Double) {
        var properties = other.properties
        var content = other.content
        var kept = other.kept
        for setter in other.relativeSetters {
            let value = other.component.relativeValue(setter.points(perRP: pointsPerRP), at: setter.place)
            switch setter.place {
            case .common(let name):
                if properties.write(value, to: name) == .unknown { _ = kept.write(value, to: name) }
            case .content(let index):
                _ = content.write(value, to: other.component.content[index], of: other.component)
            case .custom(let key, let name):
                var values = kept.value ?? KeptValues()
                values.setCustom(Node.CustomProperty(name: name, key: key, value: value))
                kept.value = values
            case .items:
                break
            }
        }
        self.properties = properties
        self.content = content
        self.kept = kept
        self.pointsPerRP = pointsPerRP
        position = other.position
        isOwn = other.isOwn
        component = other.component
        nodeClass = other.nodeClass
        isBound = other.isBound
        origin = other.origin
        templateIndex = other.templateIndex
        relativeSetters = other.relativeSetters
        bindings = other.bindings
        handlers = other.handlers
        childCount = other.childCount
        subtreeEnd = other.subtreeEnd
    }

    /// The binding of the children that a container makes from data.
    var itemsBinding: PropertyBinding? { bindings.first { $0.place == .items } }

    /// Whether a property of the component has a binding.
    func binds(_ name: PropertyName) -> Bool {
        bindings.contains { $0.property?.schema.builtInName == name }
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
    /// The length in 1/750 of the screen's width.
    let value: Float

    /// Returns the length in points, rounded to a float once.
    func points(perRP pointsPerRP: Double) -> Float {
        Float(Double(value) * pointsPerRP)
    }
}

/// The place of a property's value.
enum PropertyPlace: Hashable, Sendable {
    /// A property that every node has.
    case common(PropertyName)
    /// A property of the component, by its index in the content.
    case content(Int)
    /// The list of properties that the runtime does not know.
    case custom(StringID, name: String)
    /// The children that a container makes from data.
    case items

    /// Returns the place of a user variable.
    static func variable(_ variable: Node.Variable) -> PropertyPlace {
        .custom(variable.key, name: variable.name)
    }
}

/// An event program that a node runs for an event.
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
    /// The names that the file has beside the nodes; `nil` if it has none.
    let partNames: PartNames?
    /// The template's event programs, each verified when it first runs.
    let programs = ProgramCache()

    init(_ template: Template) {
        type = template.type
        version = template.version
        partNames = template.partNames
        self.template = template
    }

    /// Makes the origin of nodes without a template.
    init() {
        type = ""
        version = FormatVersion()
        partNames = nil
        template = nil
    }
}

/// A prototype while a template's setters are applied to it.
struct PrototypeDraft {
    let component: ComponentRecord
    let origin: TemplateOrigin
    let templateIndex: Int
    var properties: NodeProperties
    var content: ContentValues
    var kept: KeptValues
    var relativeSetters: [RelativeSetter] = []
    /// The points in one `rp` for which the values are resolved, if they are.
    private(set) var pointsPerRP: Double?
    var bindings: [PropertyBinding] = []
    var handlers: [NodeHandler] = []

    /// Starts with the component's defaults.
    init(_ component: ComponentRecord, origin: TemplateOrigin, templateIndex: Int) {
        self.component = component
        self.origin = origin
        self.templateIndex = templateIndex
        properties = component.properties
        content = component.contentDefaults
        kept = component.kept
    }

    /// Starts with the values of a prototype.
    init(_ prototype: NodePrototype) {
        component = prototype.component
        origin = prototype.origin
        templateIndex = prototype.templateIndex
        properties = prototype.properties
        content = prototype.content
        kept = prototype.kept.value ?? KeptValues()
        relativeSetters = prototype.relativeSetters
        pointsPerRP = prototype.pointsPerRP
        bindings = prototype.bindings
        handlers = prototype.handlers
    }

    mutating func write(_ value: NodeValue, to place: PropertyPlace) -> PropertyOutcome {
        switch place {
        case .common(let name):
            let outcome = properties.write(value, to: name)
            return outcome == .unknown ? kept.write(value, to: name) : outcome
        case .content(let index):
            return content.write(value, to: component.content[index], of: component)
        case .custom(let key, let name):
            kept.setCustom(Node.CustomProperty(name: name, key: key, value: value))
            return .changed
        case .items:
            return .refused
        }
    }

    /// Replaces an earlier binding of the same property; the binding of the items comes last, because properties
    /// determine which entries are shown.
    mutating func bind(_ binding: PropertyBinding) {
        bindings.removeAll { $0.place == binding.place }
        let bindsItems = bindings.last?.place == .items
        bindings.insert(binding, at: bindsItems ? bindings.count - 1 : bindings.count)
    }
}
