/// The properties of the image components.
struct ImageProperties: PropertyGroup, Equatable {
    var src: String?
    var ratio: Float = 0
    var scaleType = ImageScaleType.fitXY
    var filterWhiteBg = false
    var maskColor = ARGBColor.clear
    var blurRadius: Int32 = 0
    var fixBy: Float = 0
    var disablePlaceHolder: Float = 0
    var disableCache: Float = 0

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        switch slot {
        case .src: visitor.visit(&src)
        case .ratio: visitor.visit(&ratio)
        case .scaleType: visitor.visit(&scaleType)
        case .maskColor: visitor.visit(&maskColor)
        case .blurRadius: visitor.visit(&blurRadius)
        case .filterWhiteBg: visitor.visit(&filterWhiteBg)
        case .fixBy: visitor.visit(&fixBy)
        case .disablePlaceHolder: visitor.visit(&disablePlaceHolder)
        case .disableCache: visitor.visit(&disableCache)
        default: break
        }
    }
}
