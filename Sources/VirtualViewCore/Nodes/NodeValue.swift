public import VirtualViewExpressions

/// The value of a node's property of any type.
///
/// Colours, words and flags are numbers here, as in a file.
@nonexhaustive
public enum NodeValue: Hashable, Sendable {
    /// No value, for example no text.
    case none
    /// A whole number, a colour (ARGB), a word, a set of flags, or 1 and 0 for true and false.
    case int(Int32)
    /// A decimal number.
    case float(Float)
    /// A text.
    case string(String)
    /// A piece of the data, for properties that the runtime itself does not use.
    case data(JSONValue)
}

extension NodeValue {
    /// Converts a default of the schema.
    init(_ defaultValue: PropertySchema.DefaultValue) {
        switch defaultValue {
        case .int(let number): self = .int(number)
        case .float(let number): self = .float(number)
        case .string(let text): self = .string(text)
        case .none: self = .none
        }
    }
}
