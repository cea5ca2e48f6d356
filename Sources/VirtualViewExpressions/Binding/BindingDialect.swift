/// Whose rules a binding is read, evaluated and applied by.
@nonexhaustive
public enum BindingDialect: String, Hashable, Sendable, CaseIterable {
    /// This package's own rules (`Docs/Expressions.md`).
    case swift
    /// What the reference iOS client 1.2 does, its oddities included.
    case iOS = "ios-1.2"
}

extension BindingDialect {
    /// What sets the dialect apart from our own.
    var quirks: BindingQuirks {
        switch self {
        case .swift: []
        case .iOS: .iOS
        }
    }
}

/// The single points in which a reference client differs from our own rules.
struct BindingQuirks: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// The whole text is one binding or a plain text; a ternary is split at its first `?` and first `:`; no quotes, no
    /// defaults, no interpolation; whatever follows a good start of a path is dropped.
    static let simpleGrammar = BindingQuirks(rawValue: 1)
    /// Line ends count as text when blanks are trimmed.
    static let keepsLineEnds = BindingQuirks(rawValue: 2)
    /// A step that does not fit is skipped while there are more.
    static let fallsThrough = BindingQuirks(rawValue: 4)
    /// Only what is missing and the text `false` are false.
    static let onlyTextIsFalse = BindingQuirks(rawValue: 8)
    /// A ternary without an array or object to look into is missing.
    static let ternaryNeedsContainer = BindingQuirks(rawValue: 16)
    /// Values are applied to properties by way of their text.
    static let coercesText = BindingQuirks(rawValue: 32)

    /// The reference iOS client 1.2.
    static let iOS: BindingQuirks = [
        .simpleGrammar, .keepsLineEnds, .fallsThrough, .onlyTextIsFalse, .ternaryNeedsContainer, .coercesText,
    ]
}
