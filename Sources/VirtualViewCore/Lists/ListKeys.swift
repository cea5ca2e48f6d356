import VirtualViewExpressions
import VirtualViewFormat

/// The keys of a list's entries, and their places.
struct ListKeys {
    private let path: DataPath
    /// The indices of the entries by their keys; the first of equal ones.
    private(set) var places: [JSONValue: Int] = [:]

    /// Reads the keys of all entries; `nil` for a list that does not name them, or by what is no path.
    init?(of entries: BindingArray, in node: ItemContainerNode) {
        guard let text = node.itemKey, !text.isEmpty, let path = DataPath(text) else { return nil }
        self.path = path
        for (index, entry) in entries.enumerated() {
            guard let key = key(of: entry) else { continue }
            guard places[key] == nil else {
                node.tree?.context.report(
                    .duplicateKey,
                    at: node,
                    property: PropertyName.itemKey.rawValue,
                    "entry \(index) has the key of entry \(places[key] ?? 0)"
                )
                continue
            }
            places[key] = index
        }
    }

    /// Returns the key of an entry: a text, a number or a truth value; `nil` for none.
    func key(of entry: JSONValue) -> JSONValue? {
        switch entry[path] {
        case .array, .object, .null, nil: nil
        case let key?: key
        }
    }
}
