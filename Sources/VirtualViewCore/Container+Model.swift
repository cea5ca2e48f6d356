// Showing a data model.

extension Container {
    /// Lets go of one model and shows another.
    func modelDidChange(from old: DataModel?) {
        guard model !== old else { return }
        let isReplaced = tree.letGo == nil
        // What waits for its delivery, or its turn in one, is no longer shown by parts.
        let isBehind = old.map { $0.isAhead(of: self) || tree.context.changes.waitingCount > 0 } ?? false
        old?.detach(self)
        tree.model = nil
        if isBehind { tree.hasData = false }
        tree.letGo = nil
        deliver = nil
        guard let model else {
            if isBehind, !isReplaced { tree.change(.update(tree.data)) }
            return
        }
        model.attach(self)
        unowned(unsafe) let container = self
        tree.letGo = { container.model = nil }
        deliver = { container.model?.flush() }
        // A callback that comes while data is being shown: the model's follows, but is what the tree has from now on.
        let waits = tree.context.changes.isApplying
        tree.change(.update(model.data))
        // What runs then may have chosen other data.
        guard self.model === model else { return }
        tree.model = model
        if waits { tree.hasData = false }
        if needsLayout || needsDisplay { onModelChange?() }
    }
}
