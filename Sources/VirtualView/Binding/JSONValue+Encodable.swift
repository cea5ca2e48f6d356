public import VirtualViewExpressions

extension JSONValue {
    /// Encodes a value of one of the app's own types.
    ///
    /// The result is the same as parsing the output of a `JSONEncoder` with default settings, but no text is written: a
    /// `URL` is its text, `Data` is Base64, and a `Date` is whatever the type itself encodes. A number that is not
    /// finite stays as it is.
    ///
    /// - Parameter value: The value.
    /// - Throws: The error of the value's own encoding, or `EncodingError` for nesting beyond
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
    /// - Throws: The error of the value's own encoding.
    public func update(encoding value: some Encodable) throws {
        update(data: try JSONValue(encoding: value))
    }
}
