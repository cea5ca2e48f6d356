import VirtualViewFormat

/// The ids of the messages of the assemble front end: errors, then warnings.
package enum AssembleMessageID: String, MessageID {
    case unexpectedText = "E101"
    case unterminatedString = "E102"
    case unterminatedComment = "E103"
    case badBinding = "E104"
    case badEscape = "E105"
    case sourceTooLarge = "E106"
    case badStart = "E110"
    case unclosed = "E111"
    case unmatched = "E112"
    case missingHead = "E113"
    case badHead = "E114"
    case missingColon = "E115"
    case missingComma = "E117"
    case nakedBlock = "E118"
    case secondBlock = "E119"
    case textAfterRoot = "E120"
    case secondList = "E121"
    case partInPart = "E123"
    case secondName = "E124"
    case tooDeep = "E125"
    case unknownAttribute = "E201"
    case badNumber = "E202"
    case badColor = "E203"
    case badWord = "E204"
    case emptyPart = "E207"
    case conflictingContent = "E208"
    case badIndex = "E210"
    case secondBreak = "E211"
    case unresolvedPlaceholder = "E212"
    case duplicateFragment = "E215"
    case notBindable = "E216"
    case cyclicFragment = "E217"
    case expansionTooLarge = "E218"
    case missingValue = "W116"
    case lostComma = "W117"
    case strayComma = "W122"
    case shortColor = "W203"
    case duplicateAttribute = "W205"
    case headAlongAxis = "W206"
    case emptyBlock = "W207"
    case unusedArgument = "W213"
    case droppedResistance = "W301"
    case droppedMaximum = "W302"
    case imageWithoutSize = "W303"
    case droppedHighlight = "W304"
    case indefiniteAxis = "W305"
    case indefiniteCross = "W306"
    case wordAlongWrongAxis = "W307"
    case frameWithoutBackground = "W308"
    case marginWithoutAlignment = "W309"
    case idleAttribute = "W310"

    package var severity: MessageSeverity {
        switch self {
        case .missingValue, .lostComma, .strayComma, .shortColor, .duplicateAttribute, .headAlongAxis, .emptyBlock,
            .unusedArgument, .droppedResistance, .droppedMaximum, .imageWithoutSize, .droppedHighlight, .indefiniteAxis,
            .indefiniteCross, .wordAlongWrongAxis, .frameWithoutBackground, .marginWithoutAlignment, .idleAttribute:
            .warning
        default: .error
        }
    }
}

/// A message about an assemble source.
typealias AssembleMessage = Message<AssembleMessageID>

// MARK: - Characters and values

extension AssembleMessage {
    static func unexpectedInBlock(_ found: String) -> Self {
        Self(.unexpectedText, "unexpected \(found) in an assemble; expected '[' or '}'")
    }
    static func unexpectedInPart(_ found: String) -> Self {
        Self(.unexpectedText, "unexpected \(found) in a part; expected a name, '{', '(' or ']'")
    }
    static func unexpectedInList(_ found: String, isAfterComma: Bool) -> Self {
        Self(.unexpectedText, "unexpected \(found); expected the name of an attribute" + commaHint(isAfterComma))
    }
    static func unexpectedArgument(_ found: String) -> Self {
        Self(.unexpectedText, "unexpected \(found) in the arguments; expected the name of a fragment")
    }
    static var lateAttributes: Self {
        Self(.unexpectedText, "unexpected '('; the attributes of an assemble stand right after its head")
    }
    static func forbiddenCharacter(_ code: UInt32) -> Self {
        Self(.unexpectedText, "unexpected control character \(MessageText.scalarName(code)); no template can hold it")
    }
    static var invalidUTF8: Self { Self(.unexpectedText, "unexpected bytes that are not UTF-8") }
    static var unterminatedString: Self {
        Self(.unterminatedString, "string is not closed; expected '\"' before the end of the line")
    }
    static var unterminatedWrapper: Self {
        Self(.unterminatedString, "string is not closed; expected '\"' after the template")
    }
    static var quotedInWrapper: Self {
        Self(.unexpectedText, "quoted value inside 'ASS(@\"…\")'; write it without quotes, and a comma as '\\,'")
    }
    static var unterminatedComment: Self { Self(.unterminatedComment, "comment is not closed; expected '*/'") }
    static var unclosedBinding: Self { Self(.badBinding, "'<' is not closed; expected a path and '>'") }
    static func badPath(_ path: String) -> Self {
        Self(
            .badBinding,
            "'\(shortened(path))' is not a path; expected names with '.' and '[index]', such as 'user.tags[0]'"
        )
    }
    static var emptyBinding: Self { Self(.badBinding, "empty binding; expected a path such as 'user.name'") }
    static var bindingInsideText: Self {
        Self(.badBinding, "'<' inside text; a binding is the whole value, and a plain '<' is written '\\<'")
    }
    static func rawExpression(_ text: String) -> Self {
        Self(.badBinding, "'\(shortened(text))' is not a binding here; expected '<path>', or the expression in quotes")
    }
    static func unknownEscape(_ found: String) -> Self {
        Self(.badEscape, "unknown escape '\\\(found)'; a backslash itself is written '\\\\'")
    }
    static var unfinishedEscape: Self { Self(.badEscape, "nothing follows '\\'; a backslash itself is written '\\\\'") }
    static var badScalarEscape: Self {
        Self(.badEscape, "bad escape; expected one to six hexadecimal digits in braces, such as '\\u{4E2D}'")
    }
    static func noScalar(_ digits: String) -> Self {
        Self(.badEscape, "'\\u{\(digits)}' is not a character; a surrogate or a number above 10FFFF is none")
    }
    static func forbiddenEscape(_ code: UInt32) -> Self {
        Self(
            .badEscape,
            "'\\u{\(HexText.number(code, width: 1))}' is a control character; no template can hold it"
        )
    }
    static func sourceTooLarge(_ size: Int, limit: Int) -> Self {
        Self(.sourceTooLarge, "the source has \(size) bytes; at most \(limit) are read")
    }
}

// MARK: - Structure

extension AssembleMessage {
    static func badStart(_ found: String) -> Self {
        Self(.badStart, "expected '{' or '[' at the start, found \(found)")
    }
    static func badArgumentStart(_ found: String) -> Self {
        Self(.badStart, "expected '{', '[' or attributes at the start, found \(found)")
    }
    static func missingFragmentName(_ found: String) -> Self {
        Self(.badStart, "expected the name of the fragment after 'def', found \(found)")
    }
    static func missingEquals(_ name: String, _ found: String) -> Self {
        Self(.badStart, "expected '=' after 'def \(shortened(name))', found \(found)")
    }
    static func badFragmentBody(_ name: String, _ found: String) -> Self {
        Self(.badStart, "expected '{' or '[' as the body of '\(shortened(name))', found \(found)")
    }
    static func badWrapper(_ found: String) -> Self { Self(.badStart, "expected '@\"' after 'ASS(', found \(found)") }
    static func unclosed(_ opener: Character) -> Self { Self(.unclosed, "'\(opener)' is never closed") }
    static func unclosed(_ opener: Character, before closer: Character) -> Self {
        Self(.unclosed, "'\(opener)' is not closed before '\(closer)'")
    }
    static func unmatched(_ closer: Character) -> Self { Self(.unmatched, "unmatched '\(closer)'") }
    static func missingHead(_ found: String) -> Self {
        Self(.missingHead, "expected a two-letter head such as 'hc' or 'vl' after '{', found \(found)")
    }
    static func badHead(_ head: String) -> Self {
        Self(.badHead, "'\(shortened(head))' is not a head; expected 'h' or 'v', then 'c', 'l', 'r', 't' or 'b'")
    }
    static func missingColon(_ name: String, _ found: String, isAfterComma: Bool) -> Self {
        Self(.missingColon, "expected ':' after '\(shortened(name))', found \(found)" + commaHint(isAfterComma))
    }
    private static func commaHint(_ isAfterComma: Bool) -> String {
        isAfterComma ? "; a comma in a plain value is written '\\,'" : ""
    }
    static func missingComma(_ name: String, _ found: String) -> Self {
        Self(.missingComma, "expected ',' or ')' after the value of '\(shortened(name))', found \(found)")
    }
    static func missingCommaAfterArgument(_ found: String) -> Self {
        Self(.missingComma, "expected ',' or ')' after the argument, found \(found)")
    }
    static var nakedBlock: Self { Self(.nakedBlock, "an assemble inside an assemble stands in a part: '[ {…} ]'") }
    static var secondBlock: Self {
        Self(.secondBlock, "second assemble in a part; a part holds at most one", note: "the first assemble is here")
    }
    static func textAfterRoot(_ found: String) -> Self {
        Self(.textAfterRoot, "unexpected \(found) after the end of the template")
    }
    static var secondList: Self { Self(.secondList, "second list of attributes; join it with the first") }
    static var partInPart: Self {
        Self(
            .partInPart,
            "'[' inside a part; the part before is not closed with ']'",
            note: "the part before begins here"
        )
    }
    static func secondName(_ name: String) -> Self {
        Self(
            .secondName,
            "second name '\(shortened(name))' in a part; a part has at most one",
            note: "the first name is here"
        )
    }
    static var secondSplice: Self {
        Self(.secondName, "second name '%@' in a part; a part has at most one", note: "the first is here")
    }
    static func tooDeep(_ limit: Int) -> Self { Self(.tooDeep, "nested deeper than \(limit) brackets and braces") }
    static var strayComma: Self { Self(.strayComma, "stray ','") }
}

// MARK: - Attributes

extension AssembleMessage {
    static func unknownAttribute(_ name: String, of owner: String, suggestion: String?) -> Self {
        let hint = question(suggestion)
        return Self(.unknownAttribute, "unknown attribute '\(shortened(name))' of \(owner)\(hint)")
    }
    static func misplacedAttribute(_ name: String, of owner: String, belongsTo place: String) -> Self {
        Self(.unknownAttribute, "unknown attribute '\(shortened(name))' of \(owner); it belongs to \(place)")
    }
    static func badNumber(_ name: String, _ value: String, expected: String) -> Self {
        Self(.badNumber, "'\(name)' needs \(expected), found '\(shortened(value))'")
    }
    static func badColor(_ name: String, _ value: String) -> Self {
        Self(.badColor, "'\(name)' needs a color as RRGGBB or AARRGGBB, found '\(shortened(value))'")
    }
    static func badWord(_ name: String, _ value: String, expected: String, suggestion: String?) -> Self {
        let hint = question(suggestion)
        return Self(.badWord, "'\(name)' must be \(expected), found '\(shortened(value))'\(hint)")
    }
    static func missingValue(_ name: String) -> Self { Self(.missingValue, "'\(name)' has no value and is ignored") }
    static func lostComma(_ name: String, _ next: String) -> Self {
        Self(.lostComma, "'\(next):' is a part of the value of '\(name)'; write ',' before it, or quote the value")
    }
    static var missingAction: Self {
        Self(.missingValue, "'button' has no value; the part can be tapped but has no action")
    }
    static func shortColor(_ value: String, expanded: String) -> Self {
        Self(.shortColor, "three-digit color '\(value)' is read as '\(expanded)'")
    }
    static func duplicateAttribute(_ name: String, _ earlier: String) -> Self {
        let what = name == earlier ? "'\(name)' is given twice" : "'\(name)' and '\(earlier)' mean the same"
        return Self(.duplicateAttribute, "\(what); the last one counts", note: "the first is here")
    }
    static func secondImage(_ name: String, _ earlier: String, winner: String) -> Self {
        Self(
            .duplicateAttribute,
            "'\(name)' and '\(earlier)' both name an image; '\(winner)' counts",
            note: "the other is here"
        )
    }
    static func secondLineCount(_ name: String, _ earlier: String) -> Self {
        Self(
            .duplicateAttribute,
            "'\(name)' and '\(earlier)' both give the number of lines; 'maxLines' counts",
            note: "the other is here"
        )
    }
    static func notBindable(_ name: String) -> Self {
        Self(.notBindable, "'\(name)' cannot be bound to data; the template's structure depends on its value")
    }
}
