/// The ids of messages about a `<?vvc …?>` instruction.
package enum InstructionMessageID: String, MessageID {
    case badValue = "instruction.bad-value"
    case duplicateItem = "instruction.duplicate-item"
    case emptyName = "instruction.empty-name"
    case malformed = "instruction.malformed"
    case missingItem = "instruction.missing-item"
    case unknownItem = "instruction.unknown-item"
    case versionRange = "instruction.version-range"

    package var severity: MessageSeverity { self == .versionRange ? .errorUnlessLenient : .error }
}

/// A message about a `<?vvc …?>` instruction.
typealias InstructionMessage = Message<InstructionMessageID>

extension InstructionMessage {
    static func badValue(_ found: String, of item: String, _ expected: String) -> Self {
        Self(.badValue, "\(quoted(found)) is not a value of \(quoted(item)); expected \(expected)")
    }
    static var badTables: Self { Self(.badValue, "these bytes are not the tables of a node") }
    static func duplicateItem(_ name: String) -> Self {
        Self(
            .duplicateItem,
            "\(quoted(name)) is given twice in the instruction",
            note: "\(quoted(name)) first given here"
        )
    }
    static var emptyName: Self { Self(.emptyName, "the template's name is empty") }
    static func malformed(_ found: String) -> Self {
        Self(.malformed, "\(quoted(found)) is not an item of the instruction; expected 'name=\"value\"'")
    }
    static func missingItem(_ item: String, _ expected: String) -> Self {
        Self(.missingItem, "an instruction that begins with \(quoted(item)) needs \(expected) next")
    }
    static func unknownItem(_ name: String, _ expected: String, suggestion: String?) -> Self {
        Self(
            .unknownItem,
            "unknown item \(quoted(name)) in the instruction; expected \(expected)"
                + question(suggestion)
        )
    }
    /// A version that cannot be stored, and what is stored instead.
    static func versionRange(_ found: String, stored: UInt16?) -> Self {
        Self(.versionRange, isLenient: stored != nil, MessageText.versionRange(found, stored: stored))
    }
}
