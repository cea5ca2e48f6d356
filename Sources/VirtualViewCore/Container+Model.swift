// Showing a data model.

extension Container {
    /// Lets go of one model and shows another.
    func modelDidChange(from old: DataModel?) {
        guard model !== old else { return }
        old?.detach(self)
        tree.model = nil
        guard let model else { return }
        tree.change(.update(model.data))
        tree.model = model
        model.attach(self)
    }
}
