/// A value that many nodes share until one of them changes it.
///
/// Nothing is stored while the node has no such values, which is the common case.
struct SharedBox<Value: Sendable>: Sendable {
    private final class Storage: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var storage: Storage?

    /// The value, if there is one.
    var value: Value? {
        get { storage?.value }
        set { storage = newValue.map(Storage.init) }
    }

    /// Reads a part of the value, if there is a value, without copying the rest.
    @inline(__always)
    func part<Part>(_ read: (borrowing Value) -> Part) -> Part? {
        guard let storage else { return nil }
        return read(storage.value)
    }
}
