/// The work that is necessary for a node, or somewhere below it.
struct NodeNeeds: OptionSet, Sendable {
    let rawValue: UInt8

    /// The node must be drawn again.
    static let drawing = NodeNeeds(rawValue: 1)
    /// The node's children must be placed again.
    static let placing = NodeNeeds(rawValue: 2)
    /// The node must be measured again.
    static let measuring = NodeNeeds(rawValue: 4)
    /// Some node below must be drawn again.
    static let drawingBelow = NodeNeeds(rawValue: 8)
    /// Some node below must be measured again or place its children again.
    static let layoutBelow = NodeNeeds(rawValue: 16)

    /// The needs of a new node.
    static let everything: NodeNeeds = [.drawing, .placing, .measuring, .drawingBelow, .layoutBelow]
}

extension Node {
    /// Marks the node, and in every node above that a node below is marked.
    ///
    /// The walk ends at a node that already has this mark: those above it have the mark too.
    final func invalidate(_ invalidation: PropertySchema.Invalidation) {
        let above: NodeNeeds
        switch invalidation {
        case .nothing: return
        case .drawing:
            needs.insert(.drawing)
            above = .drawingBelow
        case .childLayout:
            needs.formUnion([.placing, .drawing])
            above = [.layoutBelow, .drawingBelow]
        case .ownSize:
            needs.formUnion([.measuring, .placing, .drawing])
            above = [.layoutBelow, .drawingBelow]
        }
        var node = parentLink
        while let current = node, !current.needs.isSuperset(of: above) {
            current.needs.formUnion(above)
            node = current.parentLink
        }
    }
}
