import VirtualViewFormat

/// The ids of the rules, and of what is reported about the comments that silence them.
package enum LintMessageID: String, MessageID {
    case badData = "lint.bad-data"
    case booleanVisibility = "lint.boolean-visibility"
    case borderRoom = "lint.border-room"
    case boundTextBackground = "lint.bound-text-background"
    case containerGravity = "lint.container-gravity"
    case coveredBackground = "lint.covered-background"
    case duplicateID = "lint.duplicate-id"
    case duplicateName = "lint.duplicate-name"
    case goneForEver = "lint.gone-for-ever"
    case gridRows = "lint.grid-rows"
    case idleClick = "lint.idle-click"
    case ignoredChildren = "lint.ignored-children"
    case ignoredMinimum = "lint.ignored-minimum"
    case ignoredPress = "lint.ignored-press"
    case ignoredShrink = "lint.ignored-shrink"
    case imageSize = "lint.image-size"
    case limitsCrossed = "lint.limits-crossed"
    case matchParentOnMainAxis = "lint.match-parent-on-main-axis"
    case missingData = "lint.missing-data"
    case missingSize = "lint.missing-size"
    case numberCondition = "lint.number-condition"
    case outside = "lint.outside"
    case pathOperator = "lint.path-operator"
    case runtimeIssue = "lint.runtime-issue"
    case shorthand = "lint.shorthand"
    case targetUnknownWord = "lint.target-unknown-word"
    case unfitValue = "lint.unfit-value"
    case unknownColor = "lint.unknown-color"
    case unknownItemType = "lint.unknown-item-type"
    case unknownProperty = "lint.unknown-property"
    case unknownRule = "lint.unknown-rule"
    case unlabelledButton = "lint.unlabelled-button"
    case unreachedHandler = "lint.unreached-handler"
    case unreadAttribute = "lint.unread-attribute"
    case unusedDefinition = "lint.unused-definition"
    case unusedID = "lint.unused-id"
    case zeroSize = "lint.zero-size"

    package var severity: MessageSeverity { .warning }
}

/// A message about a template that compiles but will not work.
package typealias LintMessage = Message<LintMessageID>

extension LintMessage {
    static func badData(_ reason: String) -> Self { Self(.badData, "the sample data cannot be read: \(reason)") }
    static func booleanVisibility(_ found: String, _ client: Client) -> Self {
        Self(
            .booleanVisibility,
            "'\(client.name)' takes \(quoted(found)) for 'gone'; expected 'visible', 'invisible' or 'gone'"
        )
    }
    static func borderRoom(_ name: String, _ client: Client) -> Self {
        Self(.borderRoom, "on '\(client.name)' the border of '\(name)' takes room from its children on all four sides")
    }
    static func boundTextBackground(_ attribute: String, _ name: String, _ client: Client) -> Self {
        Self(.boundTextBackground, "'\(client.name)' loses a '\(attribute)' of '\(name)' that is bound to data")
    }
    static func containerGravity(_ name: String, _ client: Client) -> Self {
        Self(
            .containerGravity,
            "'\(client.name)' does not hand the 'gravity' of '\(name)' on to children without a 'layoutGravity'"
        )
    }
    static func mainAxisGravity(_ name: String, _ side: String, _ client: Client) -> Self {
        Self(
            .containerGravity,
            "'\(client.name)' puts the children of '\(name)' to the \(side), because its 'gravity' says nothing of that axis"
        )
    }
    static func coveredBackground(_ name: String, isWhole: Bool) -> Self {
        Self(
            .coveredBackground,
            isWhole
                ? "this covers the background of '\(name)', which is never seen; remove one of the two"
                : "this lies on the opaque background of '\(name)' and is as large; mix the two into one",
            note: "the background of '\(name)' is here"
        )
    }
    static func duplicateID(_ id: String) -> Self {
        Self(
            .duplicateID,
            "the id \(quoted(id)) is given twice; only the first element is found by it",
            note: "first given here"
        )
    }
    static func duplicateName(_ name: String) -> Self {
        Self(
            .duplicateName,
            "the name \(quoted(name)) is given twice; only the first element is found by it",
            note: "first given here"
        )
    }
    static func goneForEver(_ name: String) -> Self {
        Self(
            .goneForEver,
            "'\(name)' is gone and nothing can show it; it has neither 'id' nor 'name' and no binding for 'visibility'"
        )
    }
    static func gridRows(columns: Int, children: Int?, rows: Int, _ client: Client) -> Self {
        let columnCount = columns.counting("column")
        guard let children else {
            return Self(
                .gridRows,
                "'\(client.name)' miscounts the rows of a grid with \(columnCount) for most numbers of items"
            )
        }
        return Self(
            .gridRows,
            "'\(client.name)' gives this grid \(((children + 1) / columns).counting("row")) for "
                + "\(children) \(children == 1 ? "child" : "children") in \(columnCount), which needs \(rows)"
        )
    }
    static func idleClick(_ name: String) -> Self {
        Self(
            .idleClick,
            "'\(name)' takes touches that lead to nothing; give it an 'action', a handler, or an 'id' or 'name' that the app knows"
        )
    }
    static func ignoredChildren(_ child: String, of parent: String, areFromData: Bool) -> Self {
        let reason = areFromData ? "makes its children from data" : "takes no children"
        return Self(.ignoredChildren, "'\(parent)' \(reason), so this '\(child)' is never shown")
    }
    static func ignoredMinimum(_ attribute: String, _ name: String, _ client: Client) -> Self {
        Self(.ignoredMinimum, "'\(client.name)' ignores the '\(attribute)' of a '\(name)' with content")
    }
    static func ignoredPress(_ attribute: String) -> Self {
        Self(.ignoredPress, "nothing here takes touches, so '\(attribute)' does nothing")
    }
    static func ignoredShrink(_ parent: String) -> Self {
        Self(.ignoredShrink, "a '\(parent)' is no row or column, so 'flexShrink' of its children does nothing")
    }
    static func limitsCrossed(_ minimum: String, _ maximum: String) -> Self {
        Self(.limitsCrossed, "'\(minimum)' is more than '\(maximum)', and wins")
    }
    static func imageSize(_ name: String, _ attributes: [String]) -> Self {
        let sides = attributes.map { "'\($0)'" }.joined(separator: " and ")
        let advice =
            attributes.count == 1 ? "a size or a 'ratio'" : "one side a size, and the other one a size or a 'ratio'"
        return Self(
            .imageSize,
            "'wrap_content' makes the \(sides) of '\(name)' 0 until the image has arrived; give \(advice)"
        )
    }
    static func matchParentOnMainAxis(_ name: String) -> Self {
        Self(
            .matchParentOnMainAxis,
            "in a '\(name)' a child is measured against the whole size, so 'match_parent' leaves no room for its siblings"
        )
    }
    static func missingData(_ paths: [String], _ file: String) -> Self {
        Self(.missingData, "the sample data in '\(file)' has no \(alternatives(paths))")
    }
    static func missingSize(_ name: String, _ attributes: [String]) -> Self {
        Self(
            .missingSize,
            attributes.count == 1
                ? "'\(name)' has no '\(attributes[0])', so that side is 0"
                : "'\(name)' has neither \(attributes.map { "'\($0)'" }.joined(separator: " nor ")), so both sides are 0"
        )
    }
    static func numberCondition(_ path: String, _ file: String) -> Self {
        Self(
            .numberCondition,
            "'\(path)' is a number in '\(file)', and as a condition every number is true, even 0; write '${= \(path)}'"
        )
    }
    static func outside(_ name: String, _ parent: String) -> Self {
        Self(.outside, "'\(name)' lies outside its '\(parent)'")
    }
    static func pathOperator(_ path: String, canCalculate: Bool) -> Self {
        let advice = canCalculate ? "; write '${= \(VisibleText.line(path))}' to calculate" : ""
        return Self(.pathOperator, "this reads the value that is called \(quoted(path))\(advice)")
    }
    /// A problem that the runtime has with the sample data.
    package static func ofData(_ id: LintMessageID, _ problem: String, _ file: String) -> Self {
        Self(id, "with the data in '\(file)': \(problem)")
    }
    static func shorthand(_ name: String, _ client: Client) -> Self {
        Self(.shorthand, "'\(client.name)' ignores '\(name)'; give the four sides")
    }
    static func targetUnknownWord(_ word: String, _ attribute: String, _ effect: String, _ client: Client) -> Self {
        Self(.targetUnknownWord, "'\(client.name)' \(effect) the word '\(word)' of '\(attribute)'")
    }
    /// A value that the compiler would refuse, if the reference compiler did not store it.
    static func unfit(_ message: ValueMessage) -> Self { Self(.unfitValue, message.text) }
    /// A value that a program assigns.
    static func unfit(_ name: String, _ kind: ValueKind, suggestion: String?) -> Self {
        let kinds = kind == .string ? "takes a text, and a number" : "takes a number, and a text"
        return Self(.unfitValue, "'\(name)' \(kinds) stops the program" + (suggestion.map { "; write \($0)" } ?? ""))
    }
    static func boundPath(_ found: String, _ path: String) -> Self {
        Self(
            .unfitValue,
            "\(quoted(found)) is read from the data around the list; write '\(path)' for that of each entry"
        )
    }
    static func negative(_ found: String) -> Self {
        Self(.unfitValue, "\(quoted(found)) is negative, so it does nothing")
    }
    static func noDash(_ found: String) -> Self {
        Self(.unfitValue, "\(quoted(found)) has no length above 0; expected lengths in points such as '4,2'")
    }
    static func notABasis(_ found: String, suggestion: String?) -> Self {
        Self(
            .unfitValue,
            "\(quoted(found)) is no length; expected 'auto', points such as '120' or a part such as '50%'"
                + question(suggestion)
        )
    }
    static func notABinding(_ found: String, suggestion: String?) -> Self {
        Self(.unfitValue, "\(quoted(found)) is no binding, so the list has no entries" + question(suggestion))
    }
    static func notADash(_ found: String) -> Self {
        Self(.unfitValue, "\(quoted(found)) is no length; expected lengths in points such as '4,2'")
    }
    static func notAPath(_ found: String) -> Self {
        Self(.unfitValue, "\(quoted(found)) is no path; expected one such as 'id' or 'author.id'")
    }
    static func notAboveZero(_ found: String) -> Self {
        Self(.unfitValue, "\(quoted(found)) is not above 0, so it does nothing")
    }
    static func unknownProperty(_ attribute: String, _ name: String, suggestion: String?) -> Self {
        Self(.unknownProperty, "'\(name)' has no \(quoted(attribute)), so it does nothing" + question(suggestion))
    }
    /// The clients share one language, of which each knows a part.
    static func unknownProperty(_ attribute: String, isReadByPrograms: Bool) -> Self {
        let limit = isReadByPrograms ? " unless a program reads it" : ""
        return Self(.unknownProperty, "\(quoted(attribute)) is for other clients, and does nothing here" + limit)
    }
    static func unknownProperty(_ property: String, ofProgramOn name: String, suggestion: String?) -> Self {
        Self(.unknownProperty, "'\(name)' has no \(quoted(property)), so this stops the program" + question(suggestion))
    }
    static func hiddenProperty(_ property: String, ofProgramOn name: String) -> Self {
        Self(
            .unknownProperty,
            "programs may not use \(quoted(property)) of '\(name)', so this stops the program"
        )
    }
    static func readOnlyProperty(_ name: String) -> Self {
        Self(.unknownProperty, "'\(name)' can only be read, so this stops the program")
    }
    static func missingRule() -> Self {
        Self(.unknownRule, "no rule stands after 'vvc-ignore', so it silences none")
    }
    static func errorRule(_ found: String) -> Self {
        Self(.unknownRule, "\(quoted(found)) is an error, which no comment silences")
    }
    static func unknownRule(_ found: String, suggestion: String?) -> Self {
        Self(.unknownRule, "there is no rule \(quoted(found))" + question(suggestion))
    }
    static func unlabelledButton(_ name: String) -> Self {
        Self(
            .unlabelledButton,
            "'\(name)' takes clicks, and a screen reader has nothing to say about it; give it an 'accessibilityLabel'"
        )
    }
    static func unreachedHandler(_ handler: String, _ flag: String) -> Self {
        Self(.unreachedHandler, "without '\(flag)' nothing calls '\(handler)'")
    }
    /// Why an attribute for screen readers does nothing.
    enum UnreadReason {
        case isHidden, isNoElement, isSpokenFor
    }

    static func unreadAttribute(_ attribute: String, _ name: String, _ reason: UnreadReason) -> Self {
        let nothing = "so '\(attribute)' does nothing"
        let text =
            switch reason {
            case .isHidden: "'\(name)' is hidden from screen readers, \(nothing)"
            case .isNoElement:
                "screen readers pass over '\(name)', \(nothing); give it a label or a role as well"
            case .isSpokenFor:
                "the button or group around '\(name)' speaks for it, \(nothing); the attribute belongs there"
            }
        return Self(.unreadAttribute, text)
    }
    static func unusedDefinition(_ name: String) -> Self {
        Self(.unusedDefinition, "the definition \(quoted(name)) is not used")
    }
    static func unusedID(_ name: String) -> Self {
        Self(.unusedID, "nothing uses the id: '\(name)' reports no event, shows no data and has no handler")
    }
    static func zeroSize(_ name: String, _ attribute: String) -> Self {
        Self(.zeroSize, "'\(name)' is invisible, because its '\(attribute)' is not above 0")
    }
}
