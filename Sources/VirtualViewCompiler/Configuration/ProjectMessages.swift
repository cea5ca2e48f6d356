import VirtualViewFormat

/// The ids of messages about project files.
package enum ProjectMessageID: String, MessageID {
    case badPath = "project.bad-path"
    case unknownMember = "project.unknown-member"
    case unknownTarget = "project.unknown-target"
    case wrongType = "project.wrong-type"

    package var severity: MessageSeverity { .error }
}

/// A message about a project file.
typealias ProjectMessage = Message<ProjectMessageID>

extension ProjectMessage {
    static func badPath(_ name: String) -> Self {
        Self(.badPath, "\(quoted(name)) does not name a file; expected a path that is not empty and has no NUL")
    }
    static func unknownMember(_ name: String, suggestion: String?) -> Self {
        let advice = suggestion.map { "did you mean '\($0)'?" } ?? "expected \(alternatives(ProjectFile.members))"
        return Self(.unknownMember, "a project file has no \(quoted(name)); \(advice)")
    }
    static func unknownTarget(_ name: String, suggestion: String?) -> Self {
        let names = Client.allCases.map { $0.name }
        let advice = suggestion.map { "did you mean '\($0)'?" } ?? "expected \(alternatives(names))"
        return Self(.unknownTarget, "\(quoted(name)) is not a target; \(advice)")
    }
    static func wrongType(_ name: String, _ expected: String, _ found: String) -> Self {
        Self(.wrongType, "\(name) is \(found), expected \(expected)")
    }
}
