import VirtualViewFormat

/// The properties that every node has and that layout or drawing reads.
///
/// It contains only numbers, so that a node is made by copying bytes; texts are in ``KeptValues``.
struct NodeProperties: PropertyGroup {
    var id: Int32 = 0
    var flag: Node.Flags = []
    var layout = LayoutParameters()
    var box = BoxStyle()

    mutating func visit(_ name: PropertyName, with visitor: inout some PropertyVisitor) {
        switch name {
        case .id: visitor.visit(&id)
        case .flag: visitor.visit(&flag)
        case .background, .borderColor, .borderWidth, .borderRadius, .borderTopLeftRadius, .borderTopRightRadius,
            .borderBottomLeftRadius, .borderBottomRightRadius, .alpha:
            box.visit(name, with: &visitor)
        default:
            layout.visit(name, with: &visitor)
        }
    }
}

/// The layout properties of every node: sizes, distances, position; lengths are points.
///
/// Numbers are stored as 32-bit floats, as on every client; layout computes with doubles.
struct LayoutParameters: PropertyGroup, Equatable {
    var layoutWidth: Float = 0
    var layoutHeight: Float = 0
    var margins = SideLengths()
    var paddings = SideLengths()
    var autoDimX: Float = 0
    var autoDimY: Float = 0
    var minWidth: Float = 0
    var minHeight: Float = 0
    /// Negative for none.
    var maxWidth: Float = -1
    /// Negative for none.
    var maxHeight: Float = -1
    var layoutRatio: Float = 0
    var flexGrow: Float = 0
    /// Negative if it is not set.
    var flexShrink: Float = -1
    var order: Int32 = 1
    var layoutGravity: Gravity = []
    var layoutDirection: Node.PlacementDirection = [.left, .top]
    var visibility = Node.Visibility.visible
    var autoDimDirection = Node.DimensionAxis.none
    var direction = Node.ReadingDirection.inherited

    mutating func visit(_ name: PropertyName, with visitor: inout some PropertyVisitor) {
        switch name {
        case .layoutWidth: visitor.visit(&layoutWidth)
        case .layoutHeight: visitor.visit(&layoutHeight)
        case .layoutMargin: margins.visitAll(with: &visitor)
        case .layoutMarginLeft: margins.visitLeft(with: &visitor)
        case .layoutMarginTop: margins.visitTop(with: &visitor)
        case .layoutMarginRight: margins.visitRight(with: &visitor)
        case .layoutMarginBottom: margins.visitBottom(with: &visitor)
        case .padding: paddings.visitAll(with: &visitor)
        case .paddingLeft: paddings.visitLeft(with: &visitor)
        case .paddingTop: paddings.visitTop(with: &visitor)
        case .paddingRight: paddings.visitRight(with: &visitor)
        case .paddingBottom: paddings.visitBottom(with: &visitor)
        case .autoDimDirection: visitor.visit(&autoDimDirection)
        case .autoDimX: visitor.visit(&autoDimX)
        case .autoDimY: visitor.visit(&autoDimY)
        case .minWidth: visitor.visit(&minWidth)
        case .maxWidth: visitor.visit(&maxWidth)
        case .minHeight: visitor.visit(&minHeight)
        case .maxHeight: visitor.visit(&maxHeight)
        case .layoutRatio: visitor.visit(&layoutRatio)
        case .layoutGravity: visitor.visit(&layoutGravity)
        case .layoutDirection: visitor.visit(&layoutDirection)
        case .visibility: visitor.visit(&visibility)
        case .direction: visitor.visit(&direction)
        case .flexGrow: visitor.visit(&flexGrow)
        case .flexShrink: visitor.visit(&flexShrink)
        case .order: visitor.visit(&order)
        default: break
        }
    }

    /// Whether a property is a side's that was not set itself, so that it has the value of the shorthand.
    func followsShorthand(_ name: PropertyName) -> Bool {
        switch name {
        case .layoutMarginLeft: !margins.own.contains(.left)
        case .layoutMarginTop: !margins.own.contains(.top)
        case .layoutMarginRight: !margins.own.contains(.right)
        case .layoutMarginBottom: !margins.own.contains(.bottom)
        case .paddingLeft: !paddings.own.contains(.left)
        case .paddingTop: !paddings.own.contains(.top)
        case .paddingRight: !paddings.own.contains(.right)
        case .paddingBottom: !paddings.own.contains(.bottom)
        default: false
        }
    }
}

/// Four distances with a shorthand for the sides that are not set themselves.
struct SideLengths: Equatable {
    struct Sides: OptionSet {
        let rawValue: UInt8
        static let left = Sides(rawValue: 1)
        static let top = Sides(rawValue: 2)
        static let right = Sides(rawValue: 4)
        static let bottom = Sides(rawValue: 8)
    }

    private(set) var left: Float = 0
    private(set) var top: Float = 0
    private(set) var right: Float = 0
    private(set) var bottom: Float = 0
    /// The shorthand.
    private(set) var all: Float = 0
    /// The sides that do not follow the shorthand.
    private(set) var own: Sides = []

    var insets: LayoutInsets {
        LayoutInsets(left: left, top: top, right: right, bottom: bottom)
    }

    mutating func visitLeft(with visitor: inout some PropertyVisitor) {
        if visitor.visit(&left) { own.insert(.left) }
    }

    mutating func visitTop(with visitor: inout some PropertyVisitor) {
        if visitor.visit(&top) { own.insert(.top) }
    }

    mutating func visitRight(with visitor: inout some PropertyVisitor) {
        if visitor.visit(&right) { own.insert(.right) }
    }

    mutating func visitBottom(with visitor: inout some PropertyVisitor) {
        if visitor.visit(&bottom) { own.insert(.bottom) }
    }

    mutating func visitAll(with visitor: inout some PropertyVisitor) {
        guard visitor.visit(&all) else { return }
        if !own.contains(.left) { left = all }
        if !own.contains(.top) { top = all }
        if !own.contains(.right) { right = all }
        if !own.contains(.bottom) { bottom = all }
    }
}

/// The properties of every node's box that drawing reads; lengths are points.
struct BoxStyle: PropertyGroup, Equatable {
    var background = ARGBColor.clear
    var borderColor = ARGBColor.clear
    var borderWidth: Float = 0
    var borderRadius: Float = 0
    var borderTopLeftRadius: Float = 0
    var borderTopRightRadius: Float = 0
    var borderBottomLeftRadius: Float = 0
    var borderBottomRightRadius: Float = 0
    var alpha: Float = 1

    mutating func visit(_ name: PropertyName, with visitor: inout some PropertyVisitor) {
        switch name {
        case .background: visitor.visit(&background)
        case .borderColor: visitor.visit(&borderColor)
        case .borderWidth: visitor.visit(&borderWidth)
        case .borderRadius: visitor.visit(&borderRadius)
        case .borderTopLeftRadius: visitor.visit(&borderTopLeftRadius)
        case .borderTopRightRadius: visitor.visit(&borderTopRightRadius)
        case .borderBottomLeftRadius: visitor.visit(&borderBottomLeftRadius)
        case .borderBottomRightRadius: visitor.visit(&borderBottomRightRadius)
        case .alpha: visitor.visit(&alpha)
        default: break
        }
    }
}
