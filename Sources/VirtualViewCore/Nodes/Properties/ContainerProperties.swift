/// The source of a container's children.
struct ItemSourceProperties: PropertyGroup, Equatable {
    var dataTag: String?
    var dataMode = DataMode.set

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        switch slot {
        case .dataTag: visitor.visit(&dataTag)
        case .dataMode: visitor.visit(&dataMode)
        default: break
        }
    }
}

/// The properties of a `Page`; times are milliseconds.
struct PageProperties: PropertyGroup, Equatable {
    var source = ItemSourceProperties()
    var orientation = Orientation.vertical
    var autoSwitch = false
    var canSlide = true
    var autoSwitchTime: Int32 = 500
    var stayTime: Int32 = 2_000
    var animatorTime: Int32 = 100
    var animatorStyle = AnimatorStyle.linear
    var layoutOrientation = PageDirection.normal

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        switch slot {
        case .orientation: visitor.visit(&orientation)
        case .autoSwitch: visitor.visit(&autoSwitch)
        case .canSlide: visitor.visit(&canSlide)
        case .autoSwitchTime: visitor.visit(&autoSwitchTime)
        case .stayTime: visitor.visit(&stayTime)
        case .animatorTime: visitor.visit(&animatorTime)
        case .animatorStyle: visitor.visit(&animatorStyle)
        case .layoutOrientation: visitor.visit(&layoutOrientation)
        default: source.visit(slot, with: &visitor)
        }
    }
}

/// The properties of a `Grid`, whose children come from data.
struct GridContainerProperties: PropertyGroup, Equatable {
    var source = ItemSourceProperties()
    var grid = GridProperties()

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        switch slot {
        case .dataTag, .dataMode: source.visit(slot, with: &visitor)
        default: grid.visit(slot, with: &visitor)
        }
    }
}

/// The properties of `Scroller`, `Slider` and `VH`, whose children come from data; lengths are points.
struct ListProperties: PropertyGroup, Equatable {
    var source = ItemSourceProperties()
    var orientation = Orientation.horizontal
    var mode = ScrollerMode.linear
    var span: Float = 0
    var lineSpace: Float = 0
    var firstSpace: Float = 0
    var lastSpace: Float = 0
    var itemWidth: Float = 0
    var itemHeight: Float = 0
    var itemMargin: Float = 0
    var supportSticky: Int32 = 0
    var autoRefreshThreshold: Int32 = 5

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        switch slot {
        case .orientation: visitor.visit(&orientation)
        case .mode: visitor.visit(&mode)
        case .span: visitor.visit(&span)
        case .lineSpace: visitor.visit(&lineSpace)
        case .firstSpace: visitor.visit(&firstSpace)
        case .lastSpace: visitor.visit(&lastSpace)
        case .itemWidth: visitor.visit(&itemWidth)
        case .itemHeight: visitor.visit(&itemHeight)
        case .itemMargin: visitor.visit(&itemMargin)
        case .supportSticky: visitor.visit(&supportSticky)
        case .autoRefreshThreshold: visitor.visit(&autoRefreshThreshold)
        default: source.visit(slot, with: &visitor)
        }
    }
}

/// The properties of a `VirtualContainer`.
struct VirtualContainerProperties: PropertyGroup, Equatable {
    var source = ItemSourceProperties()
    var containerID: Int32 = 0

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        switch slot {
        case .containerID: visitor.visit(&containerID)
        default: source.visit(slot, with: &visitor)
        }
    }
}

/// The properties of a `TotalContainer`.
struct TotalContainerProperties: PropertyGroup, Equatable {
    var supportHTMLStyle: Int32 = 0

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        if slot == .supportHTMLStyle {
            visitor.visit(&supportHTMLStyle)
        }
    }
}
