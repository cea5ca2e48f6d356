/// The properties that every node has.
struct NodeProperties: PropertyGroup {
    var id: Int32 = 0
    var flag: NodeFlags = []
    var layout = LayoutParameters()
    var box = BoxStyle()
    private var sharedDetails = SharedBox<NodeDetails>()

    /// The rarely set ones.
    var details: NodeDetails {
        sharedDetails.value ?? NodeDetails()
    }

    /// The action, without touching the other details.
    var action: String? {
        sharedDetails.value?.action
    }

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        switch slot {
        case .id: visitor.visit(&id)
        case .flag: visitor.visit(&flag)
        case .background, .borderColor, .borderWidth, .borderRadius, .borderTopLeftRadius, .borderTopRightRadius,
            .borderBottomLeftRadius, .borderBottomRightRadius, .alpha:
            box.visit(slot, with: &visitor)
        case .uuid, .name, .tag, .class, .action, .actionParam, .ck, .inMainThread, .data, .dataUrl, .dataParam,
            .backgroundImage, .alignSelf, .flexBasis, .size, .pos:
            visitDetails(slot, with: &visitor)
        default:
            layout.visit(slot, with: &visitor)
        }
    }

    private mutating func visitDetails(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        let old = details
        var new = old
        new.visit(slot, with: &visitor)
        if new != old {
            sharedDetails.value = new
        }
    }
}
