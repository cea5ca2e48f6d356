/// A variable that a template declares on a node: `var_int_count="3"`.
public struct UserVariable: Hashable, Sendable {
    /// The value of a user variable.
    public enum Value: Hashable, Sendable {
        /// A whole number.
        case int(Int32)
        /// A decimal number.
        case float(Float)
        /// The key of a text; see ``Template/string(for:)``.
        case string(StringID)
    }

    /// The key of the variable's name, without `var_` and the type.
    public let name: StringID
    /// The initial value.
    public let value: Value

    /// Declares a variable.
    public init(name: StringID, value: Value) {
        self.name = name
        self.value = value
    }
}
