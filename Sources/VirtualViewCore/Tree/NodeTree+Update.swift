public import VirtualViewExpressions
import VirtualViewFormat

// MARK: - Data

extension NodeTree {
    /// Shows other data.
    ///
    /// Only properties whose value changes are set, and only nodes that change are marked. Values that an app or an
    /// event program set on nodes stay, but for properties with a binding; use ``reuse(for:)`` for the data of another
    /// entry.
    ///
    /// Programs of `onBeforeDataLoad` run before, those of `onSetData` and `onAfterDataLoad` after all nodes show the
    /// data. A call while data is being shown, for instance from an own component, takes effect after that.
    ///
    /// - Parameter data: The data; `nil` for none, which leaves every bound property without a value.
    /// - Complexity: O(*b*) in the number of bindings, plus that of comparing the data with the previous data. Nothing
    ///   is allocated if the two are equal.
    public func update(data: JSONValue?) {
        takeOver(.update(data))
    }

    /// Shows the data of another entry, as a recycled cell does.
    ///
    /// Nothing of the old data is left, no value that an app or an event program set on nodes, and nothing that a user did,
    /// even if the data is equal.
    ///
    /// - Parameter data: The data; `nil` for none.
    public func reuse(for data: JSONValue?) {
        takeOver(.reuse(data))
    }

    /// Resets the tree to its initial state: no data, no items, and only the template's values.
    public func reset() {
        takeOver(.reset)
    }

    /// Lets go of a model and makes a change instead.
    private func takeOver(_ change: DataChanges.Kind) {
        let letGo = letGo
        // What the model had is not to be shown once more.
        self.letGo = nil
        letGo?()
        self.change(change)
    }

    func show(_ data: JSONValue?) {
        guard !hasData || !data.isSame(as: self.data) else { return }
        replaceData(with: data, startsOver: !hasData)
    }

    /// Shows the data of the entry at the same place, which is another one if its data is.
    ///
    /// - Parameters:
    ///   - data: The data.
    ///   - isRecycled: Whether the entry is at another place, so that the data so far is nothing to its programs.
    func showOther(_ data: JSONValue?, isRecycled: Bool = false) {
        let wasModified = forgetChanges()
        let isOther = !hasData || !data.isSame(as: self.data)
        guard wasModified || isOther else { return }
        if isOther { forgetEntry() }
        isShowingOther = isOther
        defer { isShowingOther = false }
        if isRecycled { self.data = nil }
        replaceData(with: data, startsOver: wasModified || !hasData)
    }

    /// Shows the data of another entry, even if it is equal.
    func startOver(with data: JSONValue?) {
        forgetHostNumbers()
        showOther(data, isRecycled: true)
        restore(nil)
    }

    /// Lets a host take the nodes for others than before, because they show another entry.
    func forgetHostNumbers() {
        for node in nodes { node.hostNumber = 0 }
    }

    /// Shows other data, in nodes that may be as new.
    private func replaceData(with data: JSONValue?, startsOver: Bool) {
        let outer = context.enter(.bind, item: itemNumber)
        defer { context.leave(to: outer) }
        runPrograms(of: .before)
        self.data = data
        hasData = true
        hasOwnData = false
        noteChange()
        applyBindings(startsOver: startsOver)
    }

    func showOtherEntries() {
        guard prepared.makesItems || hasAddedBindings else { return }
        for node in bound { (node as? ItemContainerNode)?.updateShownEntries(in: self) }
    }

    func removeData() {
        data = nil
        hasData = false
        forgetEntry()
        var node: Node? = root
        while let current = node {
            current.removeItems()
            current.restore(from: current.prototype)
            current.needs = .everything
            node = current.next(below: root)
        }
        root.invalidate(.ownSize)
    }

    /// Ends what belongs to the entry that the tree showed.
    func forgetEntry() {
        exposed = []
        context.withTouch { $0.cancel(below: root) }
    }

    /// Removes what programs and apps did to nodes, entries and items.
    ///
    /// - Returns: Whether there was anything in the tree, so that its bindings are to be applied.
    private func forgetChanges() -> Bool {
        var found = false
        var node: Node? = root
        while let current = node {
            // Items are separate trees, and stay as they are if the new data has equal entries for them.
            if let container = current as? ItemContainerNode, container.forgetChanges() { found = true }
            if current.isModified {
                current.restore(from: current.prototype)
                current.invalidate(.ownSize)
                found = true
            }
            node = current.nextOwn(below: root)
        }
        return found
    }
}

// MARK: - Bindings

extension NodeTree {
    /// Sets what is bound to data, in nodes that may be as new.
    func applyBindings(startsOver: Bool = false) {
        let update = BindingUpdate(self, startsOver: startsOver)
        for node in bound { for binding in node.prototype.bindings { update.apply(binding, to: node) } }
    }

    /// Sets what follows from the environment; the rest stays as apps and programs for data changed it.
    ///
    /// - Parameter hasOtherLengths: Whether an `rp` is something else than before.
    func applyEnvironment(hasOtherLengths: Bool) {
        let update = BindingUpdate(self)
        for node in bound {
            for binding in node.prototype.bindings where follows(binding, of: node, update, hasOtherLengths) {
                update.apply(binding, to: node)
            }
        }
    }

    /// Whether the value of a binding follows from a change of the environment, or a length of the template has taken its
    /// place since.
    private func follows(
        _ binding: PropertyBinding,
        of node: Node,
        _ update: BindingUpdate,
        _ hasOtherLengths: Bool
    ) -> Bool {
        // What a program for data set instead stays: it does not run again.
        if binding.readsEnvironment, !node.isDerived(at: binding.place) { return true }
        guard hasOtherLengths else { return false }
        return node.prototype.relativeSetters.contains { $0.place == binding.place } || update.isRelative(binding)
    }
}

/// One update: the values that all bindings of a tree need, read once.
struct BindingUpdate {
    private let tree: NodeTree
    private let data: JSONValue?
    private let pointsPerRP: Double
    private let coercion: BindingCoercion
    /// Whether nothing was set yet that a binding would have to leave.
    private let startsOver: Bool

    init(_ tree: NodeTree, startsOver: Bool = false) {
        self.startsOver = startsOver
        self.tree = tree
        data = tree.data
        pointsPerRP = tree.context.pointsPerRP
        coercion = tree.prepared.resolver.coercion
    }

    /// Returns the value of a binding, as the data says it.
    func value(of binding: PropertyBinding) -> JSONValue? {
        binding.expression.evaluate(
            on: data,
            environment: binding.readsEnvironment ? tree.context.bindingRoot() : nil,
            functions: binding.callsApp ? tree : nil
        )
    }

    /// Returns whether the data says a length in `rp`; what else it says is the same in any width.
    func isRelative(_ binding: PropertyBinding) -> Bool {
        guard binding.mayBeLength else { return false }
        var issues: [BindingCoercion.Issue] = []
        switch coercion.coerce(value(of: binding), to: binding.kind, default: binding.standard, issues: &issues) {
        case .int(_, .rp), .float(_, .rp): return true
        default: return false
        }
    }

    /// Returns the place in the data where a binding has its value from; `nil` if there is none.
    func source(of binding: PropertyBinding) -> BindingPath? {
        binding.expression.source(
            on: data,
            environment: binding.readsEnvironment ? tree.context.bindingRoot() : nil,
            functions: binding.callsApp ? tree : nil
        )
    }

    func apply(_ binding: PropertyBinding, to node: Node) {
        // What looked for the place of data may have met another binding's.
        if binding.callsApp { tree.context.missingFunction = nil }
        let value = value(of: binding)
        if binding.callsApp, let name = tree.context.missingFunction {
            tree.context.missingFunction = nil
            tree.context.report(
                .unknownFunction,
                at: node,
                property: binding.name,
                "there is no function 'app.\(VisibleText.short(name))'"
            )
        }
        write(value, binding, node)
        // A program that runs before bindings gives way.
        node.note(binding.place, isDerived: false)
    }

    private func write(_ value: JSONValue?, _ binding: PropertyBinding, _ node: Node) {
        switch binding.place {
        case .items:
            node.applyItems(value, of: tree)
        case .custom(let key, let name):
            let given = value == .null ? nil : value
            node.setCustom(Node.CustomProperty(name: name, key: key, value: given.map(NodeValue.data) ?? .none))
        case .common(let name):
            guard let new = stored(value, binding, node) else { return }
            var outcome = node.writeCommon(new, to: name)
            if outcome == .refused { outcome = node.writeCommon(binding.fallback, to: name) }
            if outcome == .changed { node.invalidate(binding.invalidation) }
        case .content:
            guard let property = binding.property, let new = stored(value, binding, node) else { return }
            var outcome = node.writeContent(new, to: property, resetsOther: false)
            if outcome == .refused {
                outcome = node.writeContent(binding.fallback, to: property, resetsOther: false)
            }
            if let other = property.resetProperty { reset(other, node, isOutdated: outcome == .changed) }
        }
    }

    /// Lets the value of a binding take the place of another property's, but not of one that was set since.
    private func reset(_ other: PropertyName, _ node: Node, isOutdated: Bool) {
        guard !node.prototype.binds(other), let index = node.prototype.component.contentIndex(of: other) else { return }
        let property = node.prototype.component.content[index]
        let place = PropertyPlace.content(index)
        // A program for data sets it again, if it does so after bindings.
        guard isOutdated || startsOver || !node.isModified || node.isDerived(at: place) else { return }
        node.note(place, isDerived: false)
        node.writeContent(.int(0), to: property, resetsOther: false)
    }

    /// Returns the value in the form that the node stores, or `nil` if the property keeps its value.
    private func stored(_ value: JSONValue?, _ binding: PropertyBinding, _ node: Node) -> NodeValue? {
        if case .string(let text)? = value, case .string? = binding.kind { return .string(text) }
        var issues: [BindingCoercion.Issue] = []
        let coerced = coercion.coerce(value, to: binding.kind, default: binding.standard, issues: &issues)
        for issue in issues {
            tree.context.report(NodeIssue.Code(issue), at: node, property: binding.name, issue.message)
        }
        return coerced.nodeValue(pointsPerRP: pointsPerRP, fallback: binding.fallback)
    }
}

extension NodeIssue.Code {
    fileprivate init(_ issue: BindingCoercion.Issue) {
        switch issue {
        case .unknownWord: self = .unknownWord
        case .unknownColor: self = .unknownColor
        }
    }
}
