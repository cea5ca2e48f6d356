// Showing a data model.

extension Container {
    /// Lets go of one model and shows another.
    func modelDidChange(from old: DataModel?) {
        guard model !== old else { return }
        old?.detach(self)
        tree.model = nil
        tree.letGo = nil
        deliver = nil
        guard let model else { return }
        tree.change(.update(model.data))
        tree.model = model
        model.attach(self)
        unowned(unsafe) let container = self
        tree.letGo = { container.model = nil }
        deliver = { container.model?.flush() }
    }
}
