import VirtualViewExpressions
import VirtualViewFormat

/// A property that the class design's live nodes know; names are looked up when setters are made, not when they run.
enum ClassLiveKey: String {
    case layoutWidth, layoutHeight, layoutRatio
    case layoutMarginLeft, layoutMarginTop, layoutMarginRight, layoutMarginBottom
    case paddingLeft, paddingTop, paddingRight, paddingBottom
    case layoutGravity, layoutDirection, orientation, visibility
    case autoDimDirection, autoDimX, autoDimY
    case background, borderWidth, borderColor, borderRadius, alpha
    case id, flag, action, name
    case text, textSize, textColor, lines, src, scaleType, color
}

/// A live node of the class design: a class with a field for each property, which asks its superclass first.
///
/// It is what a straightforward port of the reference clients' nodes gives.
class ClassLiveNode {
    var children: [ClassLiveNode] = []
    weak var parent: ClassLiveNode?
    /// The bound properties, for a later update.
    var bindings: [ClassLiveBindingSetter] = []
    var frame = (x: 0.0, y: 0.0, width: 0.0, height: 0.0)
    var measuredSize = (width: 0.0, height: 0.0)

    var layoutWidth: Float = 0
    var layoutHeight: Float = 0
    var layoutRatio: Float = 0
    var layoutMarginLeft: Float = 0
    var layoutMarginTop: Float = 0
    var layoutMarginRight: Float = 0
    var layoutMarginBottom: Float = 0
    var paddingLeft: Float = 0
    var paddingTop: Float = 0
    var paddingRight: Float = 0
    var paddingBottom: Float = 0
    var layoutGravity: Int32 = 0
    var layoutDirection: Int32 = 3
    var orientation: Int32 = 1
    var visibility: Int32 = 1
    var autoDimDirection: Int32 = 0
    var autoDimX: Float = 0
    var autoDimY: Float = 0
    var background: Int32 = 0
    var borderWidth: Float = 0
    var borderColor: Int32 = 0
    var borderRadius: Float = 0
    var alpha: Float = 1
    var id: Int32 = 0
    var flag: Int32 = 0
    var action: String?
    var name: String?

    required init() {}

    /// Sets a property; false when the node does not have it.
    func setInt(_ value: Int32, for key: ClassLiveKey) -> Bool {
        switch key {
        case .layoutGravity: layoutGravity = value
        case .layoutDirection: layoutDirection = value
        case .orientation: orientation = value
        case .visibility: visibility = value
        case .autoDimDirection: autoDimDirection = value
        case .background: background = value
        case .borderColor: borderColor = value
        case .id: id = value
        case .flag: flag = value
        default: return setFloat(Float(value), for: key)
        }
        return true
    }

    /// Sets a property; false when the node does not have it.
    func setFloat(_ value: Float, for key: ClassLiveKey) -> Bool {
        switch key {
        case .layoutWidth: layoutWidth = value
        case .layoutHeight: layoutHeight = value
        case .layoutRatio: layoutRatio = value
        case .layoutMarginLeft: layoutMarginLeft = value
        case .layoutMarginTop: layoutMarginTop = value
        case .layoutMarginRight: layoutMarginRight = value
        case .layoutMarginBottom: layoutMarginBottom = value
        case .paddingLeft: paddingLeft = value
        case .paddingTop: paddingTop = value
        case .paddingRight: paddingRight = value
        case .paddingBottom: paddingBottom = value
        case .autoDimX: autoDimX = value
        case .autoDimY: autoDimY = value
        case .borderWidth: borderWidth = value
        case .borderRadius: borderRadius = value
        case .alpha: alpha = value
        default: return false
        }
        return true
    }

    /// Sets a property; false when the node does not have it.
    func setString(_ value: String, for key: ClassLiveKey) -> Bool {
        switch key {
        case .action: action = value
        case .name: name = value
        default: return false
        }
        return true
    }

    /// A number that depends on what the card sets on nodes of this class.
    var checksum: Double {
        Double(layoutWidth) + Double(layoutHeight) + Double(layoutMarginLeft) + Double(paddingLeft)
            + Double(borderRadius)
    }

    /// The sum of the numbers of this node and those below it.
    var treeChecksum: Double {
        children.reduce(checksum) { $0 + $1.treeChecksum }
    }
}

final class ClassLiveText: ClassLiveNode {
    var text: String?
    var textSize: Float = 17
    var textColor: Int32 = 0
    var lines: Int32 = 1

    override func setInt(_ value: Int32, for key: ClassLiveKey) -> Bool {
        if super.setInt(value, for: key) { return true }
        switch key {
        case .textColor: textColor = value
        case .lines: lines = value
        default: return false
        }
        return true
    }

    override func setFloat(_ value: Float, for key: ClassLiveKey) -> Bool {
        if super.setFloat(value, for: key) { return true }
        guard key == .textSize else { return false }
        textSize = value
        return true
    }

    override func setString(_ value: String, for key: ClassLiveKey) -> Bool {
        if super.setString(value, for: key) { return true }
        guard key == .text else { return false }
        text = value
        return true
    }

    override var checksum: Double {
        super.checksum + Double(textSize) + Double(text?.utf8.count ?? 0) + Double(UInt32(bitPattern: textColor))
    }
}

final class ClassLiveImage: ClassLiveNode {
    var src: String?
    var scaleType: Int32 = 1

    override func setInt(_ value: Int32, for key: ClassLiveKey) -> Bool {
        if super.setInt(value, for: key) { return true }
        guard key == .scaleType else { return false }
        scaleType = value
        return true
    }

    override func setString(_ value: String, for key: ClassLiveKey) -> Bool {
        if super.setString(value, for: key) { return true }
        guard key == .src else { return false }
        src = value
        return true
    }
}

final class ClassLiveLine: ClassLiveNode {
    var color: Int32 = 0

    override func setInt(_ value: Int32, for key: ClassLiveKey) -> Bool {
        if super.setInt(value, for: key) { return true }
        guard key == .color else { return false }
        color = value
        return true
    }

    override var checksum: Double { super.checksum + Double(UInt32(bitPattern: color)) }
}

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
