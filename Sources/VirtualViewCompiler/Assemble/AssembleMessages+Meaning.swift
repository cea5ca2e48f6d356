import VirtualViewFormat

// Messages about what a source means.

extension AssembleMessage {
    static func headAlongAxis(_ head: String, read: String) -> Self {
        Self(.headAlongAxis, "the second letter of '\(head)' lies along the row or column; read as '\(read)'")
    }
    static var emptyPart: Self {
        Self(.emptyPart, "empty part; expected text, an image, an assemble, a name, a size or a background")
    }
    static var emptyBlock: Self { Self(.emptyBlock, "empty assemble; it shows nothing") }
    static func conflictingContent(_ name: String, _ other: String) -> Self {
        Self(
            .conflictingContent,
            "'\(name)' together with '\(other)'; a part has one content",
            note: "'\(other)' is here"
        )
    }
    static func conflictingBlock(_ name: String) -> Self {
        Self(
            .conflictingContent,
            "'\(name)' together with an assemble; a part has one content",
            note: "the assemble is here"
        )
    }
    static func badIndex(_ value: Int32, count: Int) -> Self {
        let range = count == 0 ? "the assemble has no parts" : "expected 1 to \(count), or 0 for none"
        return Self(.badIndex, "'extendWith' names part \(value); \(range)")
    }
    static var secondBreak: Self {
        Self(
            .secondBreak,
            "second break of the chain; only one part of an assemble can have this 'ignoreAlignment'",
            note: "the first break is here"
        )
    }
    static var unresolvedPlaceholder: Self { Self(.unresolvedPlaceholder, "no argument for '%@'") }
    static var placeholderInValue: Self {
        Self(.unresolvedPlaceholder, "'%@' cannot stand in a value; it stands for a part's content or for attributes")
    }
    static func unusedArgument(_ name: String) -> Self {
        Self(.unusedArgument, "no '%@' stands for the argument '\(shortened(name))'")
    }
    static func notAttributes(_ name: String?) -> Self {
        let what = name.map { "; '\(shortened($0))' is none" } ?? ""
        return Self(.unresolvedPlaceholder, "'%@' among attributes must stand for a part with attributes alone\(what)")
    }
    static func duplicateFragment(_ name: String) -> Self {
        let name = shortened(name)
        return Self(.duplicateFragment, "fragment '\(name)' is defined twice", note: "'\(name)' first defined here")
    }
    static func cyclicFragment(_ name: String) -> Self {
        let name = shortened(name)
        return Self(.cyclicFragment, "fragment '\(name)' contains itself", note: "'\(name)' is defined here")
    }
    static func expansionTooLarge(_ limit: Int) -> Self {
        Self(.expansionTooLarge, "the fragments put in for their names are longer than \(limit) bytes together")
    }
    static var droppedResistance: Self {
        Self(.droppedResistance, "'crp' has no equivalent on the target and is dropped")
    }
    static var resistanceInColumn: Self {
        Self(.droppedResistance, "'crp' is about widths and does nothing in a column; it is dropped")
    }
    static var resistanceAlone: Self {
        Self(.droppedResistance, "'crp' does nothing for a part that is alone in its group; it is dropped")
    }
    static var droppedMaximum: Self {
        Self(
            .droppedMaximum,
            "'maxWidth' without a fixed 'width' in the same unit has no equivalent on the target and is dropped"
        )
    }
    static var imageWithoutSize: Self {
        Self(.imageWithoutSize, "image without a definite size; clients may show it 0 wide and 0 high")
    }
    static var droppedHighlight: Self {
        Self(.droppedHighlight, "'buttonHighlightColor' has no equivalent on the target and is dropped")
    }
    static func indefiniteAxis(_ size: String) -> Self {
        Self(
            .indefiniteAxis,
            "a pulled-apart assemble needs a definite \(size); 'match_parent' is assumed",
            note: "it is pulled apart here"
        )
    }
    static func indefiniteCross(_ size: String) -> Self {
        Self(.indefiniteCross, "parts with different alignment in a pulled-apart assemble need a definite \(size)")
    }
    static func wordAlongWrongAxis(_ name: String, _ word: String, expected: String) -> Self {
        Self(.wordAlongWrongAxis, "'\(name):\(word)' does nothing here; expected \(expected)")
    }
    static var frameWithoutBackground: Self {
        Self(.frameWithoutBackground, "border or radius without a background or padding; it is drawn around the part")
    }
    static var marginWithoutAlignment: Self {
        Self(.marginWithoutAlignment, "'alignmentMargin' does nothing without 'partAlignment'")
    }
    static func idleAttribute(_ name: String, of content: String) -> Self {
        Self(.idleAttribute, "'\(name)' does nothing for \(content)")
    }
    static func idleAttribute(_ name: String, beside other: String) -> Self {
        Self(.idleAttribute, "'\(name)' does nothing beside '\(other)'")
    }
    static func idleAttribute(_ name: String, without other: String) -> Self {
        Self(.idleAttribute, "'\(name)' does nothing without '\(other)'")
    }
}
