/// A problem in a template or in data that does not stop a tree of nodes.
public struct NodeIssue: Hashable, Sendable {
    /// The kind of problem.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The component does not have the property; its value is kept separately.
        case unknownProperty = "unknown-property"
        /// The value does not fit the property, which keeps its default.
        case unfitValue = "unfit-value"
        /// The file does not contain the text that a property refers to.
        case missingString = "missing-string"
        /// A computed binding is malformed, so its value is missing.
        case malformedBinding = "malformed-binding"
        /// A computed binding calls a function that the app did not register; its value is null.
        case unknownFunction = "unknown-function"
        /// A placeholder replaces a component that the registry does not know.
        case unknownComponent = "unknown-component"
        /// The component takes no children, but the template gives it some.
        ///
        /// A component that makes its children from data leaves them out; any other keeps them and does not show them.
        case ignoredChildren = "ignored-children"
        /// The data contains a word that the property does not know.
        case unknownWord = "unknown-word"
        /// The data contains a text that is not a colour.
        case unknownColor = "unknown-color"
        /// The data names a template that is not available.
        case unknownTemplate = "unknown-template"
        /// Entries of a list have the same key, so that only the first one can be recognized in new data.
        case duplicateKey = "duplicate-key"
        /// The data would nest or multiply items beyond the limits.
        case tooManyItems = "too-many-items"
        /// An event program is not valid; its handler does nothing.
        case unusableProgram = "unusable-program"
        /// An event program stopped; ``NodeTree/onEventError`` gives details, and each time.
        case stoppedProgram = "stopped-program"
        /// The effects of an event lead to further events or changes of data without end.
        case eventLoop = "event-loop"
    }

    /// The kind of problem.
    public let code: Code
    /// The template's name.
    public let templateType: String
    /// The index of the node in the template.
    public let nodeIndex: Int
    /// The property, if the problem is about one.
    public let property: String?
    /// The message: lower case, one line, no full stop.
    public let message: String
}

extension NodeIssue: CustomStringConvertible {
    /// The place and the message in one line.
    public var description: String {
        let place = property.map { "node \(nodeIndex), '\($0)'" } ?? "node \(nodeIndex)"
        return "\(templateType), \(place): \(message)"
    }
}
