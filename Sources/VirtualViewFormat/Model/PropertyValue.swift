/// What a setter of the file holds.
///
/// A file does not tell a colour, a word or a flag from a number: what a number means follows from the property's
/// ``PropertySchema``.
public enum PropertyValue: Hashable, Sendable {
    /// A whole number: also colours (ARGB), words and flags.
    case int(Int32, LengthUnit)
    /// A decimal number.
    case float(Float, LengthUnit)
    /// The key of a text; see ``Template/string(for:)``.
    case string(StringID)
    /// The key of an event program; see ``ExpressionTable``.
    case expression(StringID)
}
