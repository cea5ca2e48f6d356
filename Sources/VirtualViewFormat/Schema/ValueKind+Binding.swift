extension ValueKind {
    /// Whether an attribute of this kind may have a data binding.
    ///
    /// The compiler stores a binding as a text. For words, flags, `true`/`false` and event programs it refuses or loses
    /// bindings.
    public var acceptsBinding: Bool {
        switch self {
        case .string, .number, .int, .float, .color, .gravity, .textStyle, .size, .visibility: true
        case .bool, .flags, .type, .dataMode, .enumeration, .expression: false
        }
    }
}
