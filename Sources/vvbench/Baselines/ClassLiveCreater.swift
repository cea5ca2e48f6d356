import VirtualViewExpressions
import VirtualViewFormat

/// Makes live nodes of the class design: an object for every setter, each of which is run on each new node.
final class ClassLiveCreater {
    private let type: ClassLiveNode.Type
    private let setters: [ClassLiveSetter]
    private let children: [ClassLiveCreater]

    /// Takes a node of a template with everything below it; never timed.
    init(_ creater: NodeCreater) throws {
        type =
            switch creater.componentName {
            case "NText", "VText": ClassLiveText.self
            case "NImage": ClassLiveImage.self
            case "NLine": ClassLiveLine.self
            default: ClassLiveNode.self
            }
        setters = try creater.setters.map(Self.setter)
        children = try creater.children.map(ClassLiveCreater.init)
    }

    /// Makes the node and everything below it.
    func makeNode() -> ClassLiveNode {
        let node = type.init()
        for setter in setters { setter.apply(to: node) }
        for child in children {
            let made = child.makeNode()
            made.parent = node
            node.children.append(made)
        }
        return node
    }

    private static func setter(_ setter: PropertySetter) throws -> ClassLiveSetter {
        guard let key = setter.name.flatMap(ClassLiveKey.init) else {
            throw BenchmarkError("the class design does not know the property '\(setter.name ?? "?")'")
        }
        switch setter.value {
        case .int(let value, .none): return ClassLiveIntSetter(key, value)
        case .int(let value, .rp): return ClassLiveFloatSetter(key, Float(value), isScaled: true)
        case .float(let value, let unit): return ClassLiveFloatSetter(key, value, isScaled: unit == .rp)
        case .string:
            let text = setter.text ?? ""
            let binding = BindingExpression(text)
            return binding.readsData ? ClassLiveBindingSetter(key, binding) : ClassLiveStringSetter(key, text)
        case .expression:
            throw BenchmarkError("the class design knows no event programs")
        }
    }
}

/// Sets a property of a live node: one subclass for each kind of value.
class ClassLiveSetter {
    let key: ClassLiveKey

    init(_ key: ClassLiveKey) {
        self.key = key
    }

    func apply(to node: ClassLiveNode) {}
}

final class ClassLiveIntSetter: ClassLiveSetter {
    private let value: Int32

    init(_ key: ClassLiveKey, _ value: Int32) {
        self.value = value
        super.init(key)
    }

    override func apply(to node: ClassLiveNode) { _ = node.setInt(value, for: key) }
}

final class ClassLiveFloatSetter: ClassLiveSetter {
    /// A constant here; the reference clients ask a global.
    static let pointsPerRP: Float = 0.5

    private let value: Float
    private let isScaled: Bool

    init(_ key: ClassLiveKey, _ value: Float, isScaled: Bool) {
        self.value = value
        self.isScaled = isScaled
        super.init(key)
    }

    override func apply(to node: ClassLiveNode) {
        _ = node.setFloat(isScaled ? value * Self.pointsPerRP : value, for: key)
    }
}

final class ClassLiveStringSetter: ClassLiveSetter {
    private let value: String

    init(_ key: ClassLiveKey, _ value: String) {
        self.value = value
        super.init(key)
    }

    override func apply(to node: ClassLiveNode) { _ = node.setString(value, for: key) }
}

/// Leaves itself with the node until there is data.
final class ClassLiveBindingSetter: ClassLiveSetter {
    let binding: BindingExpression

    init(_ key: ClassLiveKey, _ binding: BindingExpression) {
        self.binding = binding
        super.init(key)
    }

    override func apply(to node: ClassLiveNode) { node.bindings.append(self) }
}
