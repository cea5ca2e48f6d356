/// The value of a setter in a file.
///
/// A file does not distinguish colours, words and flags from numbers: the meaning of a number follows from the
/// property's ``PropertySchema``.
public enum PropertyValue: Hashable, Sendable {
    /// A whole number, which may also be a colour (ARGB), a word or flags.
    case int(Int32, LengthUnit)
    /// A decimal number.
    case float(Float, LengthUnit)
    /// The key of a text; see ``Template/string(for:)``.
    case string(StringID)
    /// The key of an event program; see ``ExpressionTable``.
    case expression(StringID)
}
