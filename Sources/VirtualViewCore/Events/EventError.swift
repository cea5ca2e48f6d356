import VirtualViewFormat

/// An error that says why an event program stopped, or could not run (`Docs/Expressions.md`, "Errors when running").
///
/// Everything that the program did before the error stays done.
public struct EventError: Error, Hashable, Sendable {
    /// The kind of problem.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The file does not contain the program, or its bytes are not a valid program.
        case unusableProgram = "unusable-program"
        /// The program took more steps than allowed.
        case tooManySteps = "too-many-steps"
        /// Too many programs run inside each other.
        case nestingTooDeep = "nesting-too-deep"
        /// A whole number was divided by zero.
        case divisionByZero = "division-by-zero"
        /// An operator does not accept such values.
        case unfitOperand = "unfit-operand"
        /// A property does not accept such a value.
        case unfitValue = "unfit-value"
        /// None of the nodes at the path has the property.
        case unknownProperty = "unknown-property"
        /// Programs may neither read nor change the property.
        case hiddenProperty = "hidden-property"
        /// Programs may not change the property.
        case readOnly = "read-only"
        /// The path begins with an unknown name.
        case unknownRoot = "unknown-root"
        /// The path continues from something that has no members.
        case unusablePath = "unusable-path"
        /// The target of an assignment or a call is not a node.
        case noTarget = "no-target"
        /// The target of an assignment cannot be assigned to.
        case unassignable = "unassignable"
        /// An array does not have an element with that index.
        case indexOutOfRange = "index-out-of-range"
        /// A register is read that has no value yet.
        case unsetRegister = "unset-register"
        /// The file does not contain a name or text of the program.
        case missingString = "missing-string"
        /// There is no module of that name.
        case unknownModule = "unknown-module"
        /// The module or node has no function of that name.
        case unknownFunction = "unknown-function"
        /// The function takes a different number of arguments.
        case argumentCount = "argument-count"
        /// The function takes a different kind of argument.
        case unfitArgument = "unfit-argument"
        /// The function failed, or returned another kind of value than it declares.
        case functionFailed = "function-failed"
    }

    /// The kind of problem.
    public let code: Code
    /// The name of the template that contains the program.
    public let templateType: String
    /// The path of the node that ran the program: the components from the root with their position among their
    /// siblings, such as `VHLayout/NText[2]`.
    public let nodePath: String
    /// The attribute, such as `onClick`.
    public let handlerName: String
    /// The key of the program in the template.
    public let programID: StringID
    /// The offset of the failed instruction in the program, in bytes; of the first wrong byte if the program cannot
    /// run.
    public let byteOffset: Int
    /// The position of the instruction in the source, if the file has a source map.
    public let position: SourceMap.Position?
    /// The message: lower case, one line, no full stop.
    public let message: String
}

extension EventError {
    /// What the issue of the node says (``NodeIssue/Code/stoppedProgram``).
    package var issueMessage: String { "at \(position.map { "\($0)" } ?? "byte \(byteOffset)"): \(message)" }
}

extension EventError: CustomStringConvertible {
    /// The place and the message in one line.
    public var description: String {
        let place = position.map { "\($0): " } ?? ""
        return "\(place)\(templateType), \(nodePath), \(handlerName) at byte \(byteOffset): \(message)"
    }
}
