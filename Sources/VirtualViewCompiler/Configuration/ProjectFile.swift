import VirtualViewExpressions
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
    /// The pictures of an app's own views in previews, in file order.
    package private(set) var slots: [SlotPicture] = []
    /// The sample results of the app's functions, by their names.
    package private(set) var functions: [String: SampleFunction] = [:]

    private var diagnostics: [Diagnostic] = []

    /// The members that there are.
    static let members = ["config", "components", "blocks", "target", "slots", "functions"]

    /// The picture of an app's own view.
    package struct SlotPicture: Sendable {
        /// The name of the component.
        package let component: DecodedText
        /// The picture's path below the folder of the file.
        package let path: DecodedText
    }

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
            case "slots": readSlots(value)
            case "functions": readFunctions(value)
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

    private mutating func readSlots(_ node: JSONNode) {
        for member in members(of: node, "slots") {
            let noun = "the picture of \(MessageText.quoted(member.name.text))"
            guard let text = string(member.value, noun, expecting: "a string") else { continue }
            let parts = text.text.split(separator: "/", omittingEmptySubsequences: false)
            guard !text.text.isEmpty, !text.text.utf8.contains(0) else {
                report(.badPath(text.text), at: member.value.range)
                continue
            }
            guard !text.text.hasPrefix("/"), !parts.contains("..") else {
                report(.pathOutside(text.text), at: text.range)
                continue
            }
            slots.append(SlotPicture(component: member.name, path: text))
        }
    }

    private mutating func readFunctions(_ node: JSONNode) {
        for member in members(of: node, "functions") {
            guard SampleFunction.isName(member.name.text) else {
                // The place of an empty name would be that of nothing.
                report(
                    .badFunctionName(member.name.text),
                    at: member.name.text.isEmpty ? node.range : member.name.range
                )
                continue
            }
            if let function = readFunction(member.value) { functions[member.name.text] = function }
        }
    }

    /// Reads a sample result, or an object with results for arguments.
    private mutating func readFunction(_ node: JSONNode) -> SampleFunction? {
        guard case .object(let members) = node.content,
            let results = members.first(where: { $0.name.text == "results" })
        else { return value(node).map { SampleFunction(fallback: $0) } }
        var function = SampleFunction()
        for member in members {
            switch member.name.text {
            case "results": break
            case "default": function.fallback = value(member.value)
            default:
                let nearest = NearestWord.find(member.name.text, among: Self.functionMembers)
                let message = ProjectMessage.unknownFunctionMember(member.name.text, suggestion: nearest)
                report(message, at: member.name.range, with: nearest)
            }
        }
        for member in self.members(of: results.value, "results") {
            guard case .array(let arguments)? = try? JSONValue(json: Array(member.name.text.utf8)) else {
                let range = member.name.text.isEmpty ? member.value.range : member.name.range
                report(.badArguments(member.name.text), at: range)
                continue
            }
            function.results[Array(arguments)] = value(member.value)
        }
        return function
    }

    static let functionMembers = ["results", "default"]

    /// Returns a value as bindings know it.
    private mutating func value(_ node: JSONNode) -> JSONValue? {
        do throws(BindingDataError) {
            return try JSONValue(json: Array(node.range.file.bytes[node.range.offsets]))
        } catch {
            report(.badValue(error.message), at: node.range)
            return nil
        }
    }

    private mutating func members(of node: JSONNode, _ name: String) -> [JSONNode.Member] {
        if case .object(let members) = node.content { return members }
        report(.wrongType("'\(name)'", "an object", node.content.noun), at: node.range)
        return []
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
    case badArguments = "project.bad-arguments"
    case badFunctionName = "project.bad-function-name"
    case badPath = "project.bad-path"
    case badValue = "project.bad-value"
    case missingPicture = "project.missing-picture"
    case pathOutside = "project.path-outside"
    case unknownMember = "project.unknown-member"
    case unknownSlot = "project.unknown-slot"
    case unknownTarget = "project.unknown-target"
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
    static func badValue(_ reason: String) -> Self {
        Self(.badValue, "bindings cannot have this value: \(reason)")
    }
    static func pathOutside(_ name: String) -> Self {
        Self(.pathOutside, "\(quoted(name)) is outside of the project's folder; expected a path below it")
    }
    static func unknownFunctionMember(_ name: String, suggestion: String?) -> Self {
        let advice =
            suggestion.map { "did you mean '\($0)'?" } ?? "expected \(alternatives(ProjectFile.functionMembers))"
        return Self(.unknownMember, "a function with 'results' has no \(quoted(name)); \(advice)")
    }
    package static func missingPicture(_ path: String, of component: String, _ reason: String) -> Self {
        Self(.missingPicture, "there is no picture of \(quoted(component)): \(quoted(path)) \(reason)")
    }
    package static func unknownSlot(_ name: String, suggestion: String?) -> Self {
        let advice = suggestion.map { "did you mean '\($0)'?" } ?? "expected a component with \"slot\": true"
        return Self(.unknownSlot, "\(quoted(name)) is not an own component that is a slot; \(advice)")
    }
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
