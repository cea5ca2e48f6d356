import VirtualViewFormat

/// The ids of the messages of the XML front end.
package enum XMLMessageID: String, MessageID {
    case attributeOnEndTag = "xml.attribute-on-end-tag"
    case controlCharacter = "xml.control-character"
    case declaredEncoding = "xml.declared-encoding"
    case doubleHyphen = "xml.double-hyphen"
    case duplicateAttribute = "xml.duplicate-attribute"
    case extraEndTag = "xml.extra-end-tag"
    case fileTooLarge = "xml.file-too-large"
    case ignoredInstruction = "xml.ignored-instruction"
    case ignoredText = "xml.ignored-text"
    case invalidCharacterReference = "xml.invalid-character-reference"
    case invalidName = "xml.invalid-name"
    case invalidUTF8 = "xml.invalid-utf8"
    case loneSurrogate = "xml.lone-surrogate"
    case mismatchedEndTag = "xml.mismatched-end-tag"
    case misplacedDeclaration = "xml.misplaced-declaration"
    case misplacedDoctype = "xml.misplaced-doctype"
    case missingEquals = "xml.missing-equals"
    case missingName = "xml.missing-name"
    case missingSpace = "xml.missing-space"
    case missingValue = "xml.missing-value"
    case multipleRoots = "xml.multiple-roots"
    case noRoot = "xml.no-root"
    case nulCharacter = "xml.nul-character"
    case quoteInValue = "xml.quote-in-value"
    case rawLessThan = "xml.raw-less-than"
    case spaceInTag = "xml.space-in-tag"
    case strayLessThan = "xml.stray-less-than"
    case textOutsideRoot = "xml.text-outside-root"
    case typographicQuotes = "xml.typographic-quotes"
    case unclosedElement = "xml.unclosed-element"
    case unescapedAmpersand = "xml.unescaped-ampersand"
    case unexpectedCharacter = "xml.unexpected-character"
    case unknownEntity = "xml.unknown-entity"
    case unknownMarkup = "xml.unknown-markup"
    case unquotedValue = "xml.unquoted-value"
    case unsupportedEncoding = "xml.unsupported-encoding"
    case unterminatedCDATA = "xml.unterminated-cdata"
    case unterminatedComment = "xml.unterminated-comment"
    case unterminatedDoctype = "xml.unterminated-doctype"
    case unterminatedEntity = "xml.unterminated-entity"
    case unterminatedInstruction = "xml.unterminated-instruction"
    case unterminatedTag = "xml.unterminated-tag"
    case unterminatedValue = "xml.unterminated-value"

    package var severity: MessageSeverity {
        switch self {
        case .controlCharacter, .declaredEncoding, .doubleHyphen, .ignoredInstruction, .ignoredText,
            .misplacedDeclaration, .misplacedDoctype, .rawLessThan:
            .warning
        case .duplicateAttribute, .missingSpace, .spaceInTag, .textOutsideRoot: .errorUnlessLenient
        default: .error
        }
    }
}

/// A message about an XML source.
typealias XMLMessage = Message<XMLMessageID>

// MARK: - Elements and tags

extension XMLMessage {
    static func attributeOnEndTag(_ name: String) -> Self {
        Self(.attributeOnEndTag, "end tag '\(name)' has attributes; they belong to the start tag")
    }
    static func extraEndTag(_ name: String) -> Self { Self(.extraEndTag, "end tag '\(name)' has no start tag") }
    static func invalidElementName(_ name: String) -> Self {
        Self(.invalidName, "'\(name)' is not a valid element name")
    }
    static func mismatchedEndTag(_ name: String, expected: String) -> Self {
        Self(
            .mismatchedEndTag,
            "end tag '\(name)' does not match start tag '\(expected)'",
            note: "'\(expected)' opened here"
        )
    }
    static var missingTagName: Self { Self(.missingName, "expected the name of an element after '<'") }
    static func missingEndTagName(_ expected: String?) -> Self {
        Self(.missingName, "expected \(expected.map { "'\($0)'" } ?? "the name of an element") after '</'")
    }
    static func multipleRoots(_ name: String, first: String) -> Self {
        Self(
            .multipleRoots,
            "'\(name)' is a second root element; a template has one",
            note: "the first root is '\(first)'"
        )
    }
    static var noRoot: Self { Self(.noRoot, "the source has no element; a template needs one root element") }
    static func spaceInTag(after text: String) -> Self { Self(.spaceInTag, "unexpected white space after '\(text)'") }
    static func spaceInEmptyTag(isLenient: Bool) -> Self {
        Self(.spaceInTag, isLenient: isLenient, "unexpected white space after '/'")
    }
    static var strayLessThan: Self { Self(.strayLessThan, "'<' does not begin a tag here; write '&lt;'") }
    static func unclosedElement(_ name: String, closedBy closer: String? = nil) -> Self {
        Self(
            .unclosedElement,
            "element '\(name)' is not closed; expected '</\(name)>'",
            note: closer.map { "'\($0)' is closed here" }
        )
    }
    static func unexpectedCharacter(_ text: String, in tag: String) -> Self {
        Self(.unexpectedCharacter, "unexpected '\(text)' in the tag of '\(tag)'; expected an attribute, '>' or '/>'")
    }
    static func equalsInValue(_ attribute: String) -> Self {
        Self(.unexpectedCharacter, "unexpected second '=' after '\(attribute)'; expected the value")
    }
    static func lostEndTag(_ name: String) -> Self {
        Self(.unexpectedCharacter, "unexpected '/' before '\(name)>'; expected '</'")
    }
    static func slashInEndTag(_ name: String) -> Self {
        Self(.unexpectedCharacter, "unexpected '/' in end tag '\(name)'; expected '>'")
    }
    static func unterminatedStartTag(_ name: String) -> Self {
        Self(.unterminatedTag, "start tag '\(name)' is not terminated; expected '>' or '/>'")
    }
    static func unterminatedEndTag(_ name: String) -> Self {
        Self(.unterminatedTag, "end tag '\(name)' is not terminated; expected '>'")
    }
}

// MARK: - Attributes and values

extension XMLMessage {
    static func controlCharacter(_ code: UInt32, in attribute: String) -> Self {
        Self(.controlCharacter, "control character \(MessageText.scalarName(code)) in the value of '\(attribute)'")
    }
    static func duplicateAttribute(_ name: String, on element: String, isLenient: Bool) -> Self {
        Self(
            .duplicateAttribute,
            isLenient: isLenient,
            "duplicate attribute '\(name)' on '\(element)'",
            note: "'\(name)' first used here"
        )
    }
    static func invalidAttributeName(_ name: String) -> Self {
        Self(.invalidName, "'\(name)' is not a valid attribute name")
    }
    static var missingAttributeName: Self { Self(.missingName, "expected the name of an attribute before '='") }
    static func missingEquals(_ name: String) -> Self { Self(.missingEquals, "missing '=' after attribute '\(name)'") }
    static func missingSpace(_ name: String, isLenient: Bool) -> Self {
        Self(.missingSpace, isLenient: isLenient, "missing white space before attribute '\(name)'")
    }
    static func missingValue(_ name: String) -> Self {
        Self(.missingValue, "attribute '\(name)' has no value; expected '=' and a quoted value")
    }
    static func nulCharacter(in attribute: String) -> Self {
        Self(.nulCharacter, "NUL character in the value of '\(attribute)'")
    }
    static func quoteInValue(_ name: String, entity: String) -> Self {
        Self(.quoteInValue, "quote inside the value of '\(name)'; write '\(entity)'")
    }
    static func rawLessThan(_ name: String, write replacement: String) -> Self {
        Self(.rawLessThan, "raw '<' in the value of '\(name)'; write '\(replacement)'")
    }
    static func typographicQuotes(_ name: String) -> Self {
        Self(.typographicQuotes, "the value of '\(name)' stands in typographic quotes; expected '\"'")
    }
    static func unquotedValue(_ name: String) -> Self { Self(.unquotedValue, "the value of '\(name)' is not quoted") }
    static func missingOpeningQuote(_ name: String) -> Self {
        Self(.unquotedValue, "the value of '\(name)' has no opening quote")
    }
    static func unterminatedValue(_ name: String) -> Self {
        Self(.unterminatedValue, "the value of '\(name)' has no closing quote")
    }
}

// MARK: - Entities

extension XMLMessage {
    static func invalidCharacterReference(_ text: String) -> Self {
        Self(.invalidCharacterReference, "'\(text)' does not name a character")
    }
    static func uppercaseHexadecimal(_ text: String, expected: String) -> Self {
        Self(.invalidCharacterReference, "'\(text)' does not name a character; did you mean '\(expected)'?")
    }
    static func loneSurrogate(_ text: String) -> Self {
        Self(.loneSurrogate, "'\(text)' is half of a surrogate pair; name the character itself")
    }
    static var unescapedAmpersand: Self { Self(.unescapedAmpersand, "'&' does not begin an entity; write '&amp;'") }
    static var rawAnd: Self { Self(.unescapedAmpersand, "'&&' does not begin an entity; write 'and'") }
    static func unknownEntity(_ text: String, suggestion: String?) -> Self {
        Self(
            .unknownEntity,
            "unknown entity '\(text)'" + question(suggestion),
            note: "the entities of a DOCTYPE are not expanded"
        )
    }
    static func unterminatedEntity(_ text: String) -> Self {
        Self(.unterminatedEntity, "entity '\(text)' is not terminated; expected ';'")
    }
}

// MARK: - The source around the elements

extension XMLMessage {
    static func declaredEncoding(_ name: String) -> Self {
        Self(.declaredEncoding, "declared encoding '\(name)' is ignored; the source is read as UTF-8")
    }
    static var doubleHyphen: Self { Self(.doubleHyphen, "'--' inside a comment; XML does not allow it") }
    static func fileTooLarge(_ size: Int, limit: Int) -> Self {
        Self(.fileTooLarge, "the source has \(size) bytes; at most \(limit) are read")
    }
    static var ignoredInstruction: Self {
        Self(.ignoredInstruction, "'<?vvc' is ignored here; expected it before the root element")
    }
    static func ignoredText(in element: String) -> Self { Self(.ignoredText, "text inside '\(element)' is ignored") }
    static func invalidUTF8(_ bytes: [UInt8], declared encoding: String?) -> Self {
        let list = bytes.map { "0x" + HexText.number(UInt32($0), width: 2) }.joined(separator: " ")
        return Self(
            .invalidUTF8,
            "invalid UTF-8: \(list)",
            note: encoding.map { "encoding '\($0)' declared here; save the source as UTF-8" }
        )
    }
    static var misplacedDeclaration: Self {
        Self(.misplacedDeclaration, "'<?xml' is ignored here; expected it at the start of the source")
    }
    static var misplacedDoctype: Self {
        Self(.misplacedDoctype, "'<!DOCTYPE' is ignored; expected it before the root element")
    }
    static func textOutsideRoot(isLenient: Bool) -> Self {
        Self(.textOutsideRoot, isLenient: isLenient, "text outside the root element")
    }
    static func unknownMarkup(_ text: String) -> Self {
        Self(.unknownMarkup, "unknown markup '\(text)'; expected '<!--', '<![CDATA[' or '<!DOCTYPE'")
    }
    static func unsupportedEncoding(_ name: String) -> Self {
        Self(.unsupportedEncoding, "the source is \(name); only UTF-8 is read")
    }
    static var unterminatedCDATA: Self { Self(.unterminatedCDATA, "CDATA section is not terminated; expected ']]>'") }
    static var unterminatedComment: Self { Self(.unterminatedComment, "comment is not terminated; expected '-->'") }
    static var unterminatedDoctype: Self { Self(.unterminatedDoctype, "DOCTYPE is not terminated; expected '>'") }
    static func unterminatedInstruction(_ name: String) -> Self {
        Self(.unterminatedInstruction, "instruction '<?\(name)' is not terminated; expected '?>'")
    }
}
