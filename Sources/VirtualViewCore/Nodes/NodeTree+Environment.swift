extension NodeTree {
    /// The screen and the user's settings; a change is shown immediately.
    ///
    /// A tree and its items have one environment: setting it on the tree of an item sets it for all of them.
    public var environment: ScreenEnvironment {
        get { context.environment }
        set {
            guard newValue != context.environment else { return }
            context.setEnvironment(newValue)
            outermost.change(.environment)
        }
    }

    /// The outermost tree that contains this one as an item.
    private var outermost: NodeTree {
        var tree = self
        while let outer = tree.container?.tree { tree = outer }
        return tree
    }

    func environmentDidChange() {
        resolveLengths()
        if hasData { applyBindings() }
        var node: Node? = root
        while let current = node {
            current.needs = .everything
            for item in current.items { item.environmentDidChange() }
            node = current.nextOwn(below: root)
        }
        root.invalidate(.ownSize)
    }

    /// Updates lengths in `rp`; a property that also has a binding gets its value from the binding afterwards.
    private func resolveLengths() {
        let ratio = context.pointsPerRP
        let resolved = prepared.prototypes(pointsPerRP: ratio)
        var node: Node? = root
        while let current = node {
            let position = current.prototype.position
            if resolved.indices.contains(position), resolved[position] !== current.prototype {
                for setter in prepared.prototypes[position].relativeSetters {
                    let value = current.prototype.component.relativeValue(setter.points(perRP: ratio), at: setter.place)
                    current.write(value, to: setter.place)
                }
                current.prototype = resolved[position]
            }
            node = current.nextOwn(below: root)
        }
    }
}
