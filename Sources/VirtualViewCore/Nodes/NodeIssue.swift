/// Something in a template or in data that a tree of nodes goes on without.
public struct NodeIssue: Hashable, Sendable {
    /// What is wrong.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The component does not have the property; its value is kept aside.
        case unknownProperty = "unknown-property"
        /// The value does not fit the property, which keeps its default.
        case unfitValue = "unfit-value"
        /// The file does not have the text that a property refers to.
        case missingString = "missing-string"
        /// A placeholder stands in for a component that the registry does not know.
        case unknownComponent = "unknown-component"
        /// The component takes no children, but the template gives it some.
        ///
        /// One that makes its children from data leaves them out; any other keeps them and does not show them.
        case ignoredChildren = "ignored-children"
        /// The data holds a word that the property does not know.
        case unknownWord = "unknown-word"
        /// The data holds a text that is no colour.
        case unknownColor = "unknown-color"
        /// The data names a template that cannot be had.
        case unknownTemplate = "unknown-template"
        /// The data would nest or multiply items beyond the limits.
        case tooManyItems = "too-many-items"
        /// An event program is no program that may run; its handler does nothing.
        case unusableProgram = "unusable-program"
        /// An event program stopped; ``NodeTree/onEventError`` tells more, and each time.
        case stoppedProgram = "stopped-program"
        /// What runs for an event leads to further events or changes of data without end.
        case eventLoop = "event-loop"
    }

    /// What is wrong.
    public let code: Code
    /// The template's name.
    public let templateType: String
    /// The number of the node in the template.
    public let nodeIndex: Int
    /// The property, when one is at fault.
    public let property: String?
    /// What was found: lower case, one line, no full stop.
    public let message: String
}

extension NodeIssue: CustomStringConvertible {
    /// The place and the message in one line.
    public var description: String {
        let place = property.map { "node \(nodeIndex), '\($0)'" } ?? "node \(nodeIndex)"
        return "\(templateType), \(place): \(message)"
    }
}
