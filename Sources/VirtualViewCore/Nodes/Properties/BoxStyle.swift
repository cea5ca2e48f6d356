import VirtualViewFormat

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
