import VirtualViewFormat

/// What there is to say about a value.
package enum ValueMessage: Hashable, Sendable {
    /// A data binding in a user variable.
    case bindingInVariable(ValueKind)
    /// A data binding in a kind that takes none.
    case bindingNotAllowed(ValueKind)
    /// A visibility with a decimal point.
    case decimalVisibility(String)
    /// No text, or blanks alone.
    case empty(ValueKind)
    /// A binding without an expression.
    case emptyBinding(isStored: Bool)
    /// Nothing between two `|`, or before the first.
    case emptyPiece(ValueKind)
    /// No text where any text is good.
    case emptyString
    /// No text, or blanks alone, in a user variable.
    case emptyVariable(ValueKind)
    /// Text that is neither `true` nor `false`.
    case notABoolean(String, isStored: Bool)
    /// Text that is no colour.
    case notAColor(String, ColorFault)
    /// Text that is no number.
    case notANumber(String, ValueKind, NumberFault?, suggestion: String?)
    /// Text that is no number, in a user variable.
    case notAVariable(String, ValueKind)
    /// NaN, an infinity, or a number that becomes one.
    case notFinite(String, isStored: Bool)
    /// A number that does not fit.
    case outOfRange(String, ValueKind)
    /// A word's number with a unit.
    case scaledWord(ValueKind)
    /// Blanks around a text that must stand alone.
    case surroundingBlanks(String)
    /// A binding whose end is missing or is not the end of the value.
    case unclosedBinding
    /// A number that becomes zero.
    case underflow(String)
    /// A unit other than `rp`.
    case unknownUnit(String, suggestion: String?)
    /// A word that the kind does not have.
    case unknownWord(String, ValueKind, suggestion: String?)
}

extension ValueMessage {
    /// Why a text is no colour.
    package enum ColorFault: Hashable, Sendable {
        /// Not of the known forms.
        case unknown(suggestion: String?)
        /// A wrong number of digits after `#`.
        case digitCount(Int, suggestion: String?)
        /// A character that is no digit after `#`.
        case digit(String)
    }

    /// Why a text is no number.
    package enum NumberFault: Hashable, Sendable {
        /// A blank before the unit.
        case blankBeforeUnit
        /// Another decimal separator.
        case decimalComma
        /// An exponent but no decimal point.
        case exponentWithoutPoint
        /// A fraction where a whole number is needed.
        case fraction
        /// Grouped digits.
        case grouping
        /// Hexadecimal digits.
        case hexadecimal
        /// No digit before the decimal point.
        case leadingPoint
        /// Capitals in `true`, `false` or `rp`.
        case letterCase
        /// `f`, `F`, `d` or `D` after a whole number.
        case suffix
    }
}

extension ValueMessage {
    /// The stable id.
    package var id: String {
        switch self {
        case .bindingInVariable, .bindingNotAllowed: "value.binding-not-allowed"
        case .decimalVisibility: "value.decimal-visibility"
        case .empty, .emptyVariable: "value.empty"
        case .emptyBinding: "value.empty-binding"
        case .emptyPiece: "value.empty-piece"
        case .emptyString: "value.empty-string"
        case .notABoolean: "value.not-a-boolean"
        case .notAColor: "value.not-a-color"
        case .notANumber, .notAVariable: "value.not-a-number"
        case .notFinite: "value.not-finite"
        case .outOfRange: "value.out-of-range"
        case .scaledWord: "value.scaled-word"
        case .surroundingBlanks: "value.surrounding-blanks"
        case .unclosedBinding: "value.unclosed-binding"
        case .underflow: "value.underflow"
        case .unknownUnit: "value.unknown-unit"
        case .unknownWord: "value.unknown-word"
        }
    }

    /// Every id, in alphabetical order; `Docs/Diagnostics.md` explains each.
    package static let allIDs = [
        "value.binding-not-allowed",
        "value.decimal-visibility",
        "value.empty",
        "value.empty-binding",
        "value.empty-piece",
        "value.empty-string",
        "value.not-a-boolean",
        "value.not-a-color",
        "value.not-a-number",
        "value.not-finite",
        "value.out-of-range",
        "value.scaled-word",
        "value.surrounding-blanks",
        "value.unclosed-binding",
        "value.underflow",
        "value.unknown-unit",
        "value.unknown-word",
    ]

    /// What is wrong: lower case, one line, no full stop.
    package var text: String {
        switch self {
        case .bindingInVariable(let kind):
            "a user variable takes no data binding; expected \(Self.acceptedInVariable(kind))"
        case .bindingNotAllowed(let kind):
            "a data binding cannot stand here; expected \(Self.accepted(kind))"
        case .decimalVisibility(let found):
            "\(MessageText.quoted(found)) is stored as a decimal number, which shows nothing; expected "
                + Self.accepted(.visibility)
        case .empty(let kind):
            "the value is empty; expected \(Self.accepted(kind))"
        case .emptyBinding(let isStored):
            "the binding has no expression" + (isStored ? "; its text is stored" : "")
        case .emptyPiece(let kind):
            "a word is missing beside '|'; expected \(Self.accepted(kind))"
        case .emptyString:
            "the value is empty; remove the attribute or give it a text"
        case .emptyVariable(let kind):
            "the value is empty; expected \(Self.acceptedInVariable(kind))"
        case .notABoolean(let found, let isStored):
            "\(MessageText.quoted(found)) is neither 'true' nor 'false'" + (isStored ? "; 'false' is stored" : "")
        case .notAColor(let found, let fault):
            "\(MessageText.quoted(found)) is not a color; \(fault.text)"
        case .notANumber(let found, let kind, let fault, let suggestion):
            "\(MessageText.quoted(found)) is not \(Self.noun(kind)); "
                + (fault.map { $0.text } ?? "expected \(Self.accepted(kind))") + Self.question(suggestion)
        case .notAVariable(let found, let kind):
            "\(MessageText.quoted(found)) is not \(Self.noun(kind)); expected \(Self.acceptedInVariable(kind))"
        case .notFinite(let found, let isStored):
            "\(MessageText.quoted(found)) is not a finite number of 32 bits"
                + (isStored ? "; it is stored as it is" : "")
        case .outOfRange(let found, let kind):
            "\(MessageText.quoted(found)) is out of range; expected \(Self.limits(kind))"
        case .scaledWord(let kind):
            "'rp' scales a number that stands for a word; expected \(Self.accepted(kind))"
        case .surroundingBlanks(let found):
            "blanks are part of this value; did you mean \(MessageText.quoted(found))?"
        case .unclosedBinding:
            "a data binding must end with '}' and be the whole value"
        case .underflow(let found):
            "\(MessageText.quoted(found)) is too near to zero and is stored as 0"
        case .unknownUnit(let unit, let suggestion):
            "unknown unit \(MessageText.quoted(unit)); a number alone is in points, 'rp' is 1/750 of the screen's width"
                + Self.question(suggestion)
        case .unknownWord(let found, let kind, let suggestion):
            "unknown word \(MessageText.quoted(found)); expected \(Self.accepted(kind))" + Self.question(suggestion)
        }
    }

    private static func question(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean \(MessageText.quoted($0))?" } ?? ""
    }

    private static func noun(_ kind: ValueKind) -> String {
        switch kind {
        case .int, .dataMode: "a whole number"
        case .float: "a decimal number"
        default: "a number"
        }
    }

    private static func limits(_ kind: ValueKind) -> String {
        switch kind {
        case .visibility, .dataMode: accepted(kind)
        default: "\(Int32.min) to \(Int32.max)"
        }
    }

    /// What a kind accepts, as the end of a sentence.
    static func accepted(_ kind: ValueKind) -> String {
        switch kind {
        case .string: "a text"
        case .number: "a number such as '12', '1.5' or '12rp', 'true', 'false' or a binding '${…}'"
        case .int: "a whole number such as '12' or '12rp', 'true', 'false' or a binding '${…}'"
        case .float: "a decimal number such as '1.5' or '1.5rp' or a binding '${…}'"
        case .bool: "'true' or 'false'"
        case .color: "a color name, '#RRGGBB', '#AARRGGBB' or a binding '${…}'"
        case .flags: list(.flags) + ", joined by '|'"
        case .gravity: list(.gravity) + ", joined by '|', or a binding '${…}'"
        case .textStyle: list(.textStyle) + ", joined by '|', or a binding '${…}'"
        case .type: list(.variableTypes)
        case .size: list(.sizes) + ", a number such as '12', '1.5' or '12rp', or a binding '${…}'"
        case .visibility: list(.visibilities) + " (or 0 to 2) or a binding '${…}'"
        case .dataMode: list(.dataModes) + " (or 1 and 2)"
        case .enumeration(let words): list(words)
        case .expression: "an event program '${…}'"
        }
    }

    /// What a user variable of a type accepts, as the end of a sentence.
    private static func acceptedInVariable(_ kind: ValueKind) -> String {
        kind == .float ? "a decimal number such as '1.5'" : "a whole number such as '12'"
    }

    private static func list(_ table: WordTable) -> String {
        MessageText.alternatives(table.words.map { $0.name })
    }
}

extension ValueMessage.ColorFault {
    fileprivate var text: String {
        switch self {
        case .unknown(let suggestion):
            "expected \(ValueMessage.accepted(.color))" + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
        case .digitCount(let count, let suggestion):
            "it has \(count) hexadecimal \(count == 1 ? "digit" : "digits"), expected 6 (RRGGBB) or 8 (AARRGGBB)"
                + (suggestion.map { "; did you mean '\($0)'?" } ?? "")
        case .digit(let character):
            "\(MessageText.quoted(character)) is not a hexadecimal digit"
        }
    }
}

extension ValueMessage.NumberFault {
    fileprivate var text: String {
        switch self {
        case .blankBeforeUnit: "no blank may stand before 'rp'"
        case .decimalComma: "the decimal separator is a point"
        case .exponentWithoutPoint: "a number with an exponent needs a decimal point"
        case .fraction: "a whole number has neither point nor exponent"
        case .grouping: "digits cannot be grouped"
        case .hexadecimal: "whole numbers are decimal"
        case .leadingPoint: "a digit must stand before the point"
        case .letterCase: "'true', 'false' and 'rp' are in lower case"
        case .suffix: "a whole number takes no type suffix"
        }
    }
}
