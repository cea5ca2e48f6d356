extension ValueKind {
    /// Whether an attribute of this kind may hold a data binding.
    ///
    /// The compiler stores a binding as a text. It refuses one, or loses it, for words, flags, `true`/`false` and
    /// event programs.
    public var acceptsBinding: Bool {
        switch self {
        case .string, .number, .int, .float, .color, .gravity, .textStyle, .size, .visibility: true
        case .bool, .flags, .type, .dataMode, .enumeration, .expression: false
        }
    }
}
