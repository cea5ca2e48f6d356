import VirtualViewFormat

/// The ids of messages about values.
package enum ValueMessageID: String, MessageID {
    case bindingNotAllowed = "value.binding-not-allowed"
    case decimalVisibility = "value.decimal-visibility"
    case empty = "value.empty"
    case emptyBinding = "value.empty-binding"
    case emptyPiece = "value.empty-piece"
    case emptyString = "value.empty-string"
    case falseVisibility = "value.false-visibility"
    case negative = "value.negative"
    case notABoolean = "value.not-a-boolean"
    case notAColor = "value.not-a-color"
    case notANumber = "value.not-a-number"
    case notFinite = "value.not-finite"
    case outOfRange = "value.out-of-range"
    case scaledWord = "value.scaled-word"
    case surroundingBlanks = "value.surrounding-blanks"
    case unclosedBinding = "value.unclosed-binding"
    case underflow = "value.underflow"
    case unknownUnit = "value.unknown-unit"
    case unknownWord = "value.unknown-word"
    case variableText = "value.variable-text"

    package var severity: MessageSeverity {
        switch self {
        case .decimalVisibility, .falseVisibility, .scaledWord, .underflow, .variableText: .warning
        case .emptyBinding, .notABoolean, .notFinite: .errorUnlessLenient
        default: .error
        }
    }
}

/// A message about a value.
package typealias ValueMessage = Message<ValueMessageID>

extension ValueMessage {
    static func bindingInVariable(_ kind: ValueKind) -> Self {
        Self(.bindingNotAllowed, "a user variable takes no data binding; expected \(kind.acceptedInVariable)")
    }
    static func bindingNotAllowed(_ kind: ValueKind) -> Self {
        Self(.bindingNotAllowed, "a data binding cannot stand here; expected \(kind.accepted)")
    }
    static func bindingNotAllowed(on attribute: String) -> Self {
        Self(.bindingNotAllowed, "the app lets no data binding set \(quoted(attribute))")
    }
    static func decimalVisibility(_ found: String) -> Self {
        Self(
            .decimalVisibility,
            "\(quoted(found)) is stored as a decimal number, which shows nothing; expected "
                + ValueKind.visibility.accepted
        )
    }
    static func empty(_ kind: ValueKind) -> Self { Self(.empty, "the value is empty; expected \(kind.accepted)") }
    static func emptyVariable(_ kind: ValueKind) -> Self {
        Self(.empty, "the value is empty; expected \(kind.acceptedInVariable)")
    }
    static func emptyBinding(isStored: Bool) -> Self {
        Self(
            .emptyBinding,
            isLenient: isStored,
            "the binding has no expression" + (isStored ? "; its text is stored" : "")
        )
    }
    /// Returns a message about an empty piece between two `|`, or before the first.
    static func emptyPiece(_ kind: ValueKind) -> Self {
        Self(.emptyPiece, "a word is missing beside '|'; expected \(kind.accepted)")
    }
    static var emptyString: Self { Self(.emptyString, "the value is empty; remove the attribute or give it a text") }
    static var falseVisibility: Self {
        Self(.falseVisibility, "'false' is 'invisible' here, which keeps its room; write 'gone' or 'invisible'")
    }
    static func negative(_ found: String) -> Self {
        Self(.negative, "\(quoted(found)) is negative; expected a number from 0")
    }
    static func notABoolean(_ found: String, isStored: Bool) -> Self {
        Self(
            .notABoolean,
            isLenient: isStored,
            "\(quoted(found)) is neither 'true' nor 'false'" + (isStored ? "; 'false' is stored" : "")
        )
    }
    static func notAColor(_ found: String, _ fault: ColorFault) -> Self {
        Self(.notAColor, "\(quoted(found)) is not a color; \(fault.text)")
    }
    static func notANumber(_ found: String, _ kind: ValueKind, _ fault: NumberFault?, suggestion: String?) -> Self {
        Self(
            .notANumber,
            "\(quoted(found)) is not \(kind.noun); "
                + (fault?.rawValue ?? "expected \(kind.accepted)") + guess(suggestion)
        )
    }
    static func notAVariable(_ found: String, _ kind: ValueKind) -> Self {
        Self(.notANumber, "\(quoted(found)) is not \(kind.noun); expected \(kind.acceptedInVariable)")
    }
    static func notFinite(_ found: String, isStored: Bool) -> Self {
        Self(
            .notFinite,
            isLenient: isStored,
            "\(quoted(found)) is not a finite number of 32 bits"
                + (isStored ? "; it is stored as it is" : "")
        )
    }
    static func outOfRange(_ found: String, _ kind: ValueKind) -> Self {
        let limits =
            kind == .visibility || kind == .dataMode ? kind.accepted : "\(Int32.min) to \(Int32.max)"
        return Self(.outOfRange, "\(quoted(found)) is out of range; expected \(limits)")
    }
    /// Returns a message about a word's number with a unit.
    static func scaledWord(_ kind: ValueKind) -> Self {
        Self(.scaledWord, "'rp' scales a number that stands for a word; expected \(kind.accepted)")
    }
    static func surroundingBlanks(_ found: String) -> Self {
        Self(.surroundingBlanks, "blanks are part of this value; did you mean \(quoted(found))?")
    }
    static var variableText: Self {
        Self(.variableText, "a user variable takes no data binding; the text stays as it is written")
    }
    static var unclosedBinding: Self {
        Self(.unclosedBinding, "a data binding must end with '}' and be the whole value")
    }
    static func underflow(_ found: String) -> Self {
        Self(.underflow, "\(quoted(found)) is too near to zero and is stored as 0")
    }
    static func unknownUnit(_ unit: String, suggestion: String?) -> Self {
        Self(
            .unknownUnit,
            "unknown unit \(quoted(unit)); a number alone is in points, 'rp' is 1/750 of the screen's width"
                + guess(suggestion)
        )
    }
    static func unknownWord(_ found: String, _ kind: ValueKind, suggestion: String?) -> Self {
        Self(.unknownWord, "unknown word \(quoted(found)); expected \(kind.accepted)" + guess(suggestion))
    }
    /// Returns an empty message about a text that was only tried.
    static func unadvised(_ id: ID) -> Self { Self(id, "") }

    private static func guess(_ suggestion: String?) -> String {
        suggestion.map { "; did you mean \(quoted($0))?" } ?? ""
    }
}

// MARK: - Faults

/// The reason why a text is not a color.
enum ColorFault {
    /// A text in none of the known forms.
    case unknown(suggestion: String?)
    /// A wrong number of digits after `#`, and the colors that they may stand for.
    case digitCount(Int, readings: [String])
    /// A character after `#` that is not a digit.
    case digit(String)

    fileprivate var text: String {
        switch self {
        case .unknown(let suggestion):
            "expected \(ValueKind.color.accepted)" + ValueMessage.question(suggestion)
        case .digitCount(let count, let readings):
            "it has \(count) hexadecimal \(count == 1 ? "digit" : "digits"), expected 6 (RRGGBB) or 8 (AARRGGBB)"
                + (readings.isEmpty ? "" : "; did you mean \(ValueMessage.alternatives(readings))?")
        case .digit(let character):
            "\(MessageText.quoted(character)) is not a hexadecimal digit"
        }
    }
}

/// The reason why a text is not a number.
enum NumberFault: String {
    case blankBeforeUnit = "no blank may stand before 'rp'"
    case decimalComma = "the decimal separator is a point"
    case exponentWithoutPoint = "a number with an exponent needs a decimal point"
    case fraction = "a whole number has neither point nor exponent"
    case grouping = "digits cannot be grouped"
    case hexadecimal = "whole numbers are decimal"
    case leadingPoint = "a digit must stand before the point"
    case letterCase = "'true', 'false' and 'rp' are in lower case"
    case suffix = "a whole number takes no type suffix"
}

// MARK: - Kinds

extension ValueKind {
    /// The values that a kind accepts, as the end of a sentence.
    fileprivate var accepted: String {
        switch self {
        case .string: "a text"
        case .number: "a number such as '12', '1.5' or '12rp', 'true', 'false' or a binding '${…}'"
        case .int: "a whole number such as '12' or '12rp', 'true', 'false' or a binding '${…}'"
        case .float: "a decimal number such as '1.5' or '1.5rp' or a binding '${…}'"
        case .bool: "'true' or 'false'"
        case .color: "a color name, '#RRGGBB', '#AARRGGBB' or a binding '${…}'"
        case .flags: Self.list(.flags) + ", joined by '|'"
        case .gravity: Self.list(.gravity) + ", joined by '|', or a binding '${…}'"
        case .textStyle: Self.list(.textStyle) + ", joined by '|', or a binding '${…}'"
        case .type: Self.list(.variableTypes)
        case .size: Self.list(.sizes) + ", a number such as '12', '1.5' or '12rp', or a binding '${…}'"
        case .visibility: Self.list(.visibilities) + " (or 0 to 2) or a binding '${…}'"
        case .dataMode: Self.list(.dataModes) + " (or 1 and 2)"
        case .enumeration(let words): Self.list(words)
        case .expression: "an event program '${…}'"
        }
    }

    /// The values that a user variable of a type accepts, as the end of a sentence.
    fileprivate var acceptedInVariable: String {
        self == .float ? "a decimal number such as '1.5'" : "a whole number such as '12'"
    }

    fileprivate var noun: String {
        switch self {
        case .int, .dataMode: "a whole number"
        case .float: "a decimal number"
        default: "a number"
        }
    }

    private static func list(_ table: WordTable) -> String {
        MessageText.alternatives(table.words.map { $0.name })
    }
}
