/// The rules for reading the text of an attribute, and the values of a property of that kind.
///
/// The names in `config.properties` (`Number`, `Align`, `Enum<…>` …) are the ``configurationName``s of these kinds
/// (`Docs/Language.md`, "Value kinds").
@nonexhaustive
public enum ValueKind: Hashable, Sendable {
    /// Any text, stored unchanged.
    case string
    /// An integer or a decimal number, with an optional `rp` unit, or `true`/`false`.
    case number
    /// An integer with an optional `rp` unit, or `true`/`false`.
    case int
    /// A decimal number with an optional `rp` unit.
    case float
    /// `true` or `false`.
    case bool
    /// A colour: a name, `#RRGGBB` or `#AARRGGBB`.
    case color
    /// Words of ``WordTable/flags`` joined by `|`.
    case flags
    /// Words of ``WordTable/gravity`` joined by `|`.
    case gravity
    /// Words of ``WordTable/textStyle`` joined by `|`.
    case textStyle
    /// One word of ``WordTable/variableTypes``.
    case type
    /// `match_parent`, `wrap_content` or a number.
    case size
    /// `invisible`, `visible`, `gone` or their numbers.
    case visibility
    /// `set`, `append` or their numbers.
    case dataMode
    /// One of the given words, in any case.
    case enumeration(WordTable)
    /// An event program in `${…}`.
    case expression
}

extension ValueKind {
    /// The name of the kind in `config.properties`; for an enumeration the word before its `<`.
    public var configurationName: String {
        switch self {
        case .string: "String"
        case .number: "Number"
        case .int: "Int"
        case .float: "Float"
        case .bool: "Bool"
        case .color: "Color"
        case .flags: "Flag"
        case .gravity: "Align"
        case .textStyle: "TextStyle"
        case .type: "Type"
        case .size: "LayoutWidthHeight"
        case .visibility: "Visibility"
        case .dataMode: "DataMode"
        case .enumeration: "Enum"
        case .expression: "Expr"
        }
    }
}
