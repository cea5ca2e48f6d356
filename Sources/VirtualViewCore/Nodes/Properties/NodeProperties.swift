/// The properties that every node has and that layout or drawing reads.
///
/// It contains only numbers, so that a node is made by copying bytes; texts are in ``NodeDetails``.
struct NodeProperties: PropertyGroup {
    var id: Int32 = 0
    var flag: NodeFlags = []
    var layout = LayoutParameters()
    var box = BoxStyle()

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        switch slot {
        case .id: visitor.visit(&id)
        case .flag: visitor.visit(&flag)
        case .background, .borderColor, .borderWidth, .borderRadius, .borderTopLeftRadius, .borderTopRightRadius,
            .borderBottomLeftRadius, .borderBottomRightRadius, .alpha:
            box.visit(slot, with: &visitor)
        default:
            layout.visit(slot, with: &visitor)
        }
    }
}
