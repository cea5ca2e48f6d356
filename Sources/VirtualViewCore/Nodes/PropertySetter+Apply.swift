import VirtualViewExpressions

extension PropertySetter {
    /// The result of applying a setter to a node.
    @nonexhaustive
    public enum Application: Hashable, Sendable {
        /// The node has the value.
        case applied
        /// Data will set the value; the binding belongs to the node from now on.
        case bound
        /// The node does not know the property; its value is kept separately.
        case kept
        /// The client does not use the property.
        case ignored
        /// The value does not fit, or the file does not contain it.
        case refused
    }

    /// Sets the property on a live node.
    ///
    /// Instantiation does not call this for every node and setter: it resolves them once for a template. Use it to
    /// apply a setter of one template node to another live node.
    ///
    /// - Parameters:
    ///   - node: The node; it need not come from the setter's template.
    ///   - environment: The screen for `rp`; by default that of the node's tree.
    ///   - schema: The language, with an app's own components.
    ///   - target: The client whose behaviour the node follows.
    /// - Returns: The result.
    @discardableResult
    public func apply(
        to node: Node,
        environment: ScreenEnvironment? = nil,
        schema: LanguageSchema = .standard,
        target: Client = .swift
    ) -> Application {
        let resolver = SetterResolver(schema: schema, client: target)
        switch resolver.resolve(self, for: node.prototype.component) {
        case .write(let value, let place):
            return write(value, to: place, of: node)
        case .relative(let setter):
            let screen = environment ?? node.tree?.environment ?? ScreenEnvironment()
            let length = setter.points(perRP: screen.pointsPerRP)
            return write(node.prototype.component.relativeValue(length, at: setter.place), to: setter.place, of: node)
        case .bind(let binding):
            node.add(binding)
            return .bound
        case .handler(let handler):
            var draft = PrototypeDraft(node.prototype)
            draft.handlers.append(handler)
            node.replacePrototype(with: draft)
            return .applied
        case .ignored:
            return .ignored
        case .failed:
            return .refused
        }
    }

    private func write(_ value: NodeValue, to place: PropertyPlace, of node: Node) -> Application {
        let outcome = node.write(value, to: place)
        node.isModified = true
        switch (outcome, place) {
        case (.refused, _), (.unknown, _): return .refused
        case (_, .custom): return .kept
        default: return .applied
        }
    }
}

extension Node {
    /// Adds a binding to a live node, and shows its value with the tree's data.
    fileprivate func add(_ binding: PropertyBinding) {
        var draft = PrototypeDraft(prototype)
        draft.bind(binding)
        replacePrototype(with: draft)
        guard let tree else { return }
        if !tree.bound.contains(where: { $0 === self }) { tree.bound.append(self) }
        if tree.hasData { BindingUpdate(tree).apply(binding, to: self) }
    }

    /// Gives the node a prototype of its own; it no longer follows its template when the screen changes.
    fileprivate func replacePrototype(with draft: PrototypeDraft) {
        prototype = NodePrototype(
            draft,
            position: -1,
            childCount: prototype.childCount,
            subtreeEnd: prototype.subtreeEnd
        )
    }
}
