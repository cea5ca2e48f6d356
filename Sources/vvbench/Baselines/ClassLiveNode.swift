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
