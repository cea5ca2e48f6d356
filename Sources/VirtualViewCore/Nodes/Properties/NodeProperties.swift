import VirtualViewFormat

/// The properties that every node has and that layout or drawing reads.
///
/// It contains only numbers, so that a node is made by copying bytes; texts are in ``KeptValues``.
struct NodeProperties: PropertyGroup {
    var id: Int32 = 0
    var flag: NodeFlags = []
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
