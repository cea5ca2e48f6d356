import VirtualViewFormat

/// The ids of the rules about changes that break apps or servers that are there already.
package enum BreakingMessageID: String, MessageID {
    case a11yLabel = "breaking.a11y-label"
    case a11yRole = "breaking.a11y-role"
    case actionArguments = "breaking.action-arguments"
    case actionEvent = "breaking.action-event"
    case actionFunction = "breaking.action-function"
    case actionGone = "breaking.action-gone"
    case budgetBytes = "breaking.budget-bytes"
    case budgetNodes = "breaking.budget-nodes"
    case budgetSteps = "breaking.budget-steps"
    case dataEnvironment = "breaking.data-environment"
    case dataKind = "breaking.data-kind"
    case dataNew = "breaking.data-new"
    case dataRemoved = "breaking.data-removed"
    case sourcePart = "breaking.source-part"
    case sourceSlot = "breaking.source-slot"
    case sourceTemplate = "breaking.source-template"
    case visualFrame = "breaking.visual-frame"
    case visualHidden = "breaking.visual-hidden"
    case wireBinding = "breaking.wire-binding"
    case wireComponent = "breaking.wire-component"
    case wireComputed = "breaking.wire-computed"
    case wireLimit = "breaking.wire-limit"
    case wireProperty = "breaking.wire-property"

    package var severity: MessageSeverity { .error }
}

/// A message about a change that breaks something.
package typealias BreakingMessage = Message<BreakingMessageID>

extension BreakingMessage {
    static func labelLost(_ node: String, _ property: String) -> Self {
        Self(.a11yLabel, "the node \(node) loses its '\(property)', which screen readers said")
    }
    static func hidden(_ node: String) -> Self {
        Self(.a11yLabel, "the node \(node) is hidden from screen readers now")
    }
    static func roleChanged(_ node: String, _ before: String, _ after: String?) -> Self {
        Self(.a11yRole, "the node \(node) loses its role \(before)" + (after.map { "; it is \($0) now" } ?? ""))
    }
    static func arguments(_ function: String, _ before: [Int], _ after: Int) -> Self {
        let counts = before.map(String.init).joined(separator: " or ")
        return Self(
            .actionArguments,
            "\(quoted(function)) is called with \(after.counting("argument")); apps expect \(counts)"
        )
    }
    static func eventGone(_ node: String, _ event: String) -> Self {
        Self(.actionEvent, "the node \(node) has no '\(event)' any more")
    }
    static func functionNew(_ function: String) -> Self {
        Self(.actionFunction, "\(quoted(function)) is called, which apps may not have")
    }
    static func functionGone(_ function: String) -> Self {
        Self(.actionFunction, "\(quoted(function)) is not called any more")
    }
    static func actionGone(_ action: String) -> Self {
        Self(.actionGone, "no node has the action \(quoted(action)) any more")
    }
    static func actionLost(_ node: String) -> Self {
        Self(.actionGone, "the node \(node) has no action any more")
    }
    static func parameterLost(_ node: String) -> Self {
        Self(.actionGone, "the node \(node) loses its 'actionParam', which apps get with the action")
    }
    static func bytes(_ before: Int, _ after: Int) -> Self {
        Self(.budgetBytes, "the file grows from \(before) to \(after) bytes, by more than a quarter")
    }
    static func nodes(_ before: Int, _ after: Int) -> Self {
        Self(.budgetNodes, "there are \(after) nodes instead of \(before), by more than a quarter more")
    }
    static func steps(_ before: Int, _ after: Int) -> Self {
        Self(.budgetSteps, "the longest event program grows from \(before) to \(after) steps, by more than a half")
    }
    static func valueNew(_ path: String) -> Self {
        Self(.dataEnvironment, "'\(path)' is read and has no default; apps may not have it")
    }
    static func kind(_ path: String, _ before: String, _ after: String) -> Self {
        Self(.dataKind, "'\(path)' was read as \(before), and is read as \(after) now")
    }
    static func pathNew(_ path: String) -> Self {
        Self(.dataNew, "'\(path)' is read and has no default; data of today does not have it")
    }
    static func pathNeeded(_ path: String) -> Self {
        Self(.dataNew, "'\(path)' must be there now; it could be missing")
    }
    static func pathRemoved(_ path: String) -> Self {
        Self(.dataRemoved, "nothing reads '\(path)' any more")
    }
    static func partGone(_ part: String) -> Self {
        Self(.sourcePart, "there is no \(part) any more, by which apps find it")
    }
    static func partMoved(_ name: String, _ before: String, _ after: String) -> Self {
        Self(.sourcePart, "the part \(quoted(name)) has the id \(after) now; it was \(before), by which apps find it")
    }
    static func slotGone(_ component: String) -> Self {
        Self(.sourceSlot, "there is no '\(component)' any more, which an app fills with its own view")
    }
    static func templateGone(_ type: String) -> Self {
        Self(.sourceTemplate, "the template \(quoted(type)) is gone")
    }
    /// A node has another frame.
    package static func frame(_ node: String, _ before: String, _ after: String, width: String) -> Self {
        Self(.visualFrame, "the node \(node) has the frame \(after) at width \(width); it was \(before)")
    }
    /// A node is not seen any more.
    package static func nowHidden(_ node: String, width: String) -> Self {
        Self(.visualHidden, "the node \(node) is not seen any more at width \(width)")
    }
    static func componentUnknown(_ component: String, to client: String) -> Self {
        Self(.wireComponent, "\(client) may not know the component '\(component)', which was not used before")
    }
    static func binding(_ problem: String) -> Self {
        Self(.wireBinding, "\(problem); no value was written so before")
    }
    static func computed(_ client: String) -> Self {
        Self(.wireComputed, "'\(client)' does not know computed bindings, which were not used before")
    }
    static func limit(_ what: String, _ value: Int, _ limit: Int, _ client: String) -> Self {
        Self(.wireLimit, "\(what) is \(value) now, and '\(client)' loads \(limit) at most")
    }
    static func propertyUnknown(_ property: String, to client: String) -> Self {
        Self(.wireProperty, "'\(client)' does not know '\(property)', which was not used before")
    }
}
