public import VirtualViewExpressions

extension JSONValue {
    /// Takes a value of one of the app's own types.
    ///
    /// The result is what a `JSONEncoder` with its usual settings would write, except that nothing is written: a `URL`
    /// is its text, `Data` is Base64, and a `Date` is whatever the type itself encodes. A number that is not finite stays
    /// what it is.
    ///
    /// - Parameter value: The value.
    /// - Throws: What the value's own encoding throws, or `EncodingError` for nesting beyond
    ///   ``DataBridgeError/maximumDepth``.
    /// - Complexity: O(*n*) in the size of the value.
    public init(encoding value: some Encodable) throws {
        self = try DataEncoder.box(value, at: .root).value()
    }
}

extension NodeTree {
    /// Shows a value of one of the app's own types.
    ///
    /// - Parameter value: The value; see `JSONValue.init(encoding:)`.
    /// - Throws: What the value's own encoding throws.
    public func update(encoding value: some Encodable) throws {
        update(data: try JSONValue(encoding: value))
    }
}
