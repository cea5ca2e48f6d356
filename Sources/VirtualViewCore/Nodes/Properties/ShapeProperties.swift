/// The properties of `NLine` and `VLine`.
struct LineProperties: PropertyGroup, Equatable {
    var dashEffect: String?
    var color = ARGBColor.black
    var paintWidth: Float = 1
    var gravity: Gravity = [.left, .top]
    var orientation = Orientation.horizontal
    var style = LineStyle.solid

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        switch slot {
        case .orientation: visitor.visit(&orientation)
        case .gravity: visitor.visit(&gravity)
        case .color: visitor.visit(&color)
        case .paintWidth: visitor.visit(&paintWidth)
        case .style: visitor.visit(&style)
        case .dashEffect: visitor.visit(&dashEffect)
        default: break
        }
    }
}

/// The properties of a `VGraph`.
struct GraphProperties: PropertyGroup, Equatable {
    var color = ARGBColor.black
    var paintWidth: Float = 1
    var diameterX: Float = 0
    var diameterY: Float = 0
    var gravity: Gravity = [.left, .top]
    var shape = ShapeKind.circle
    var paintStyle = PaintStyle.stroke

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        switch slot {
        case .color: visitor.visit(&color)
        case .paintWidth: visitor.visit(&paintWidth)
        case .diameterX: visitor.visit(&diameterX)
        case .diameterY: visitor.visit(&diameterY)
        case .gravity: visitor.visit(&gravity)
        case .type: visitor.visit(&shape)
        case .paintStyle: visitor.visit(&paintStyle)
        default: break
        }
    }
}

/// The properties of `Progress` and `Var`.
struct InitialValueProperties: PropertyGroup, Equatable {
    var color = ARGBColor.black
    var initValue: Float = 0
    var type: Int32 = 1

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        switch slot {
        case .color: visitor.visit(&color)
        case .initValue: visitor.visit(&initValue)
        case .type: visitor.visit(&type)
        default: break
        }
    }
}
