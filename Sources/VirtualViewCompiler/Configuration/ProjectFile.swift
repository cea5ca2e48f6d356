import VirtualViewFormat

/// The settings that all templates of a project share, from the file `vvc.json`.
///
/// Everything that is wrong is reported in one run.
package struct ProjectFile: Sendable {
    /// The name of the file.
    package static let name = "vvc.json"

    /// The configuration, as the file names it: like every path, it counts from the folder of the file.
    package private(set) var config: String?
    /// The files with an app's own components.
    package private(set) var components: [String] = []
    /// The files with named event programs.
    package private(set) var blocks: [String] = []
    /// The client that templates are for.
    package private(set) var client: Client?

    private var diagnostics: [Diagnostic] = []

    /// The members that there are.
    static let members = ["config", "components", "blocks", "target"]

    /// Reads a file.
    ///
    /// - Parameter file: The file.
    /// - Returns: Its valid content, and everything that is wrong with it, in file order.
    /// - Complexity: O(*n*) in the size of the file.
    package static func read(_ file: SourceFile) -> (project: ProjectFile, diagnostics: [Diagnostic]) {
        let (node, problems) = JSONNode.read(file)
        var project = ProjectFile()
        if let node { project.read(node) }
        return (project, (problems + project.diagnostics).inFileOrder())
    }

    private mutating func read(_ node: JSONNode) {
        guard case .object(let members) = node.content else {
            return report(.wrongType("a project file", "an object", node.content.noun), at: node.range)
        }
        for member in members {
            let (name, value) = (member.name, member.value)
            switch name.text {
            case "config": config = path(value, "'config'", expecting: "a string")
            case "components": components = paths(value, "components")
            case "blocks": blocks = paths(value, "blocks")
            case "target": client = readTarget(value)
            default:
                let nearest = NearestWord.find(name.text, among: Self.members)
                report(.unknownMember(name.text, suggestion: nearest), at: name.range, with: nearest)
            }
        }
    }

    /// Returns one path, or the paths of an array.
    private mutating func paths(_ node: JSONNode, _ name: String) -> [String] {
        guard case .array(let elements) = node.content else {
            return path(node, "'\(name)'", expecting: "a string or an array of strings").map { [$0] } ?? []
        }
        return elements.compactMap { path($0, "an element of '\(name)'", expecting: "a string") }
    }

    private mutating func path(_ node: JSONNode, _ noun: String, expecting expected: String) -> String? {
        guard let text = string(node, noun, expecting: expected) else { return nil }
        guard !text.text.isEmpty, !text.text.utf8.contains(0) else {
            report(.badPath(text.text), at: node.range)
            return nil
        }
        return text.text
    }

    private mutating func readTarget(_ node: JSONNode) -> Client? {
        guard let text = string(node, "'target'", expecting: "a string") else { return nil }
        if let client = Client(rawValue: text.text) { return client }
        let nearest = NearestWord.find(text.text, among: Client.allCases.map { $0.name })
        // The place of an empty text would be that of nothing.
        let range = text.text.isEmpty ? node.range : text.range
        report(.unknownTarget(text.text, suggestion: nearest), at: range, with: nearest)
        return nil
    }

    private mutating func string(_ node: JSONNode, _ noun: String, expecting expected: String) -> DecodedText? {
        if case .string(let text) = node.content { return text }
        report(.wrongType(noun, expected, node.content.noun), at: node.range)
        return nil
    }

    private mutating func report(_ message: ProjectMessage, at range: SourceRange, with text: String? = nil) {
        let fixIts = text.map { [Diagnostic.FixIt("replace with '\($0)'", [.init(range, with: $0)])] }
        diagnostics.append(Diagnostic(message, at: range, fixIts: fixIts ?? []))
    }
}

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
