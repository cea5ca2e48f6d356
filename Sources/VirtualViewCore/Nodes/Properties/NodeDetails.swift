/// Properties that only a few nodes set: names, actions, data sources and the texts of flex items.
struct NodeDetails: PropertyGroup, Equatable {
    var uuid: Int32 = 0
    var name: String?
    var tag: String?
    var className: String?
    var action: String?
    var actionParam: String?
    var ck: String?
    var inMainThread: String?
    var data: String?
    var dataURL: String?
    var dataParam: String?
    var backgroundImage: String?
    var alignSelf: String?
    var flexBasis: String?
    var size: String?
    var pos: String?

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        switch slot {
        case .uuid: visitor.visit(&uuid)
        case .name: visitor.visit(&name)
        case .tag: visitor.visit(&tag)
        case .class: visitor.visit(&className)
        case .action: visitor.visit(&action)
        case .actionParam: visitor.visit(&actionParam)
        case .ck: visitor.visit(&ck)
        case .inMainThread: visitor.visit(&inMainThread)
        case .data: visitor.visit(&data)
        case .dataUrl: visitor.visit(&dataURL)
        case .dataParam: visitor.visit(&dataParam)
        case .backgroundImage: visitor.visit(&backgroundImage)
        case .alignSelf: visitor.visit(&alignSelf)
        case .flexBasis: visitor.visit(&flexBasis)
        case .size: visitor.visit(&size)
        case .pos: visitor.visit(&pos)
        default: break
        }
    }
}
