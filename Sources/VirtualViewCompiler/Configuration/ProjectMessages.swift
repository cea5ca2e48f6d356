import VirtualViewFormat

/// The ids of messages about project files.
package enum ProjectMessageID: String, MessageID {
    case badArguments = "project.bad-arguments"
    case badFunctionName = "project.bad-function-name"
    case badNumber = "project.bad-number"
    case badPath = "project.bad-path"
    case badSize = "project.bad-size"
    case badText = "project.bad-text"
    case badValue = "project.bad-value"
    case missingPicture = "project.missing-picture"
    case pathOutside = "project.path-outside"
    case takenValue = "project.taken-value"
    case tooMany = "project.too-many"
    case unknownMember = "project.unknown-member"
    case unknownRule = "project.unknown-rule"
    case unknownSlot = "project.unknown-slot"
    case unknownTarget = "project.unknown-target"
    case unknownWord = "project.unknown-word"
    case wrongType = "project.wrong-type"

    package var severity: MessageSeverity {
        switch self {
        // Previews alone need what these are about, and show something else.
        case .missingPicture, .unknownSlot: .warning
        default: .error
        }
    }
}

/// A message about a project file.
package typealias ProjectMessage = Message<ProjectMessageID>

extension ProjectMessage {
    static func badArguments(_ text: String) -> Self {
        Self(.badArguments, "\(quoted(text)) is not a list of arguments; expected a JSON array, such as '[3, \"EUR\"]'")
    }
    static func badFunctionName(_ name: String) -> Self {
        Self(.badFunctionName, "\(quoted(name)) is not the name of a function; expected letters, digits and '_'")
    }
    static func badNumber(_ text: String, _ kind: String, _ range: ClosedRange<Double>) -> Self {
        let bounds = "\(JSONWriter.number(range.lowerBound)) to \(JSONWriter.number(range.upperBound))"
        return Self(.badNumber, "\(shortened(text)) is not \(kind); expected a number from \(bounds)")
    }
    static func badPath(_ name: String) -> Self {
        Self(.badPath, "\(quoted(name)) does not name a file; expected a path that is not empty and has no NUL")
    }
    static func badSize(_ text: String) -> Self {
        Self(.badSize, "\(quoted(text)) is not a size; expected WxH, such as '24x24' or '40rpx40rp'")
    }
    static func badText(_ noun: String, _ text: String) -> Self {
        Self(.badText, "\(noun) is \(quoted(text)); expected a text that is not empty and has no NUL")
    }
    static func badLocale(_ noun: String, _ text: String) -> Self {
        Self(.badText, "\(noun) is \(quoted(text)); expected an identifier such as 'ar_EG'")
    }
    static func badValue(_ reason: String) -> Self {
        Self(.badValue, "bindings cannot have this value: \(reason)")
    }
    static func pathOutside(_ name: String) -> Self {
        Self(.pathOutside, "\(quoted(name)) is outside of the project's folder; expected a path below it")
    }
    static func sameArguments(_ text: String, _ first: String) -> Self {
        Self(.badArguments, "\(quoted(text)) and \(quoted(first)) are the same arguments; give one result for them")
    }
    static func takenValue(_ name: String) -> Self {
        Self(.takenValue, "every environment has \(quoted(name)) of its own; use another name")
    }
    static func tooMany(_ noun: String, _ count: Int, atMost limit: Int) -> Self {
        Self(.tooMany, "\(noun) has \(count) elements; expected \(limit) at most")
    }
    package static func missingPicture(_ path: String, of component: String, _ reason: String) -> Self {
        Self(.missingPicture, "there is no picture of \(quoted(component)): \(quoted(path)) \(reason)")
    }
    static func unknownMember(_ noun: String, _ name: String, _ known: [String], suggestion: String?) -> Self {
        Self(.unknownMember, "\(noun) has no \(quoted(name))" + advice(suggestion, alternatives(known)))
    }
    package static func unknownRule(_ name: String, suggestion: String?) -> Self {
        let expected = "the id of a warning, such as 'lint.zero-size'"
        return Self(.unknownRule, "there is no rule \(quoted(name))" + advice(suggestion, expected))
    }
    package static func unknownSlot(_ name: String, suggestion: String?) -> Self {
        let advice = advice(suggestion, "a component with \"slot\": true")
        return Self(.unknownSlot, "\(quoted(name)) is not an own component that is a slot" + advice)
    }
    static func unknownWord(_ name: String, _ kind: String, _ words: [String], suggestion: String?) -> Self {
        let advice = advice(suggestion, alternatives(words))
        return Self(kind == "a target" ? .unknownTarget : .unknownWord, "\(quoted(name)) is not \(kind)" + advice)
    }
    static func wrongType(_ name: String, _ expected: String, _ found: String) -> Self {
        Self(.wrongType, "\(name) is \(found), expected \(expected)")
    }
}
