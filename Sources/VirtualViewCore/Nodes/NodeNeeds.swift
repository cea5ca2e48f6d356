/// What has to be done again for a node, or somewhere below it.
struct NodeNeeds: OptionSet, Sendable {
    let rawValue: UInt8

    /// It is drawn again.
    static let drawing = NodeNeeds(rawValue: 1)
    /// Its children are placed again.
    static let placing = NodeNeeds(rawValue: 2)
    /// It is measured again.
    static let measuring = NodeNeeds(rawValue: 4)
    /// Some node below it is drawn again.
    static let drawingBelow = NodeNeeds(rawValue: 8)
    /// Some node below it is measured again or places its children again.
    static let layoutBelow = NodeNeeds(rawValue: 16)

    /// What a new node needs.
    static let everything: NodeNeeds = [.drawing, .placing, .measuring, .drawingBelow, .layoutBelow]
}

extension Node {
    /// Marks the node, and every node above as having a marked one below.
    ///
    /// A node above that says so already is the end of the walk: those above it say so too.
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

    /// Sets a property by its slot, as an app or an event program does, and marks what that invalidates.
    @discardableResult
    final func assign(_ value: NodeValue, to slot: PropertySlot) -> PropertyOutcome {
        let outcome = write(value, to: slot)
        if outcome == .changed {
            isModified = true
            didChange(slot)
        }
        return outcome
    }

    /// Marks what the change of a property invalidates, and tells the node when it decides about more than that.
    final func didChange(_ slot: PropertySlot) {
        invalidate(slot.invalidation)
        if slot == .order { orderDidChange() }
    }
}
