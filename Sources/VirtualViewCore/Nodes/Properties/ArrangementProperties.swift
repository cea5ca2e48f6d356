/// The properties of the frame, row and column layouts.
struct StackProperties: PropertyGroup, Equatable {
    var orientation = Orientation.horizontal
    var gravity: Gravity = [.left, .top]

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        switch slot {
        case .orientation: visitor.visit(&orientation)
        case .gravity: visitor.visit(&gravity)
        default: break
        }
    }
}

/// The properties of grid layouts; lengths are points.
struct GridProperties: PropertyGroup, Equatable {
    var colCount: Int32 = 2
    var itemHeight: Float = 0
    var itemHorizontalMargin: Float = 0
    var itemVerticalMargin: Float = 0

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        switch slot {
        case .colCount: visitor.visit(&colCount, where: { $0 > 0 })
        case .itemHeight: visitor.visit(&itemHeight, where: { $0 >= 0 })
        case .itemHorizontalMargin: visitor.visit(&itemHorizontalMargin)
        case .itemVerticalMargin: visitor.visit(&itemVerticalMargin)
        default: break
        }
    }
}

/// The properties of flex layouts.
struct FlexProperties: PropertyGroup, Equatable {
    var flexFlow: String?
    var flexDirection = FlexDirection.row
    var flexWrap = FlexWrap.noWrap
    var justifyContent = JustifyContent.flexStart
    var alignItems = AlignItems.flexStart
    var alignContent = AlignContent.flexStart

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        switch slot {
        case .flexFlow: visitor.visit(&flexFlow)
        case .flexDirection: visitor.visit(&flexDirection)
        case .flexWrap: visitor.visit(&flexWrap)
        case .justifyContent: visitor.visit(&justifyContent)
        case .alignItems: visitor.visit(&alignItems)
        case .alignContent: visitor.visit(&alignContent)
        default: break
        }
    }
}
