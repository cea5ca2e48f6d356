/// A live item of a list, which is laid out apart from the tree around it.
///
/// The size of a windowed list does not depend on its items, so an item that comes, goes or changes does not touch the
/// boxes of anything else.
final class ListItem {
    let tree: NodeTree
    let engine: LayoutEngine
    /// The number of the list's measures for which the item was laid out; 0 before the first time.
    var measuresNumber = 0

    init(_ tree: NodeTree) {
        self.tree = tree
        engine = LayoutEngine(quirks: tree.prepared.client.quirks, textMeasuring: BuiltInTextMetrics())
    }
}
