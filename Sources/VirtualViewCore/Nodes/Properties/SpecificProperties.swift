/// The properties that only some components have, in the form of a template's prototypes.
///
/// A live node stores them as a struct in its class; this is the form in which they are prepared and copied.
enum SpecificProperties: PropertyGroup {
    case none
    case text(TextProperties)
    case image(ImageProperties)
    case line(LineProperties)
    case graph(GraphProperties)
    case initialValue(InitialValueProperties)
    case stack(StackProperties)
    case grid(GridProperties)
    case flex(FlexProperties)
    case page(PageProperties)
    case gridContainer(GridContainerProperties)
    case list(ListProperties)
    case virtualContainer(VirtualContainerProperties)
    case totalContainer(TotalContainerProperties)

    mutating func visit(_ slot: PropertySlot, with visitor: inout some PropertyVisitor) {
        switch self {
        case .none: break
        case .text(var group):
            group.visit(slot, with: &visitor)
            self = .text(group)
        case .image(var group):
            group.visit(slot, with: &visitor)
            self = .image(group)
        case .line(var group):
            group.visit(slot, with: &visitor)
            self = .line(group)
        case .graph(var group):
            group.visit(slot, with: &visitor)
            self = .graph(group)
        case .initialValue(var group):
            group.visit(slot, with: &visitor)
            self = .initialValue(group)
        case .stack(var group):
            group.visit(slot, with: &visitor)
            self = .stack(group)
        case .grid(var group):
            group.visit(slot, with: &visitor)
            self = .grid(group)
        case .flex(var group):
            group.visit(slot, with: &visitor)
            self = .flex(group)
        case .page(var group):
            group.visit(slot, with: &visitor)
            self = .page(group)
        case .gridContainer(var group):
            group.visit(slot, with: &visitor)
            self = .gridContainer(group)
        case .list(var group):
            group.visit(slot, with: &visitor)
            self = .list(group)
        case .virtualContainer(var group):
            group.visit(slot, with: &visitor)
            self = .virtualContainer(group)
        case .totalContainer(var group):
            group.visit(slot, with: &visitor)
            self = .totalContainer(group)
        }
    }
}
