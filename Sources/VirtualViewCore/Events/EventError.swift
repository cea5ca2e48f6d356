/// Why an event program stopped, or could not run (`Docs/Expressions.md`, "Errors when running").
///
/// What the program did before stays done.
public struct EventError: Error, Hashable, Sendable {
    /// What is wrong.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The file does not have the program, or its bytes are not a program that may run.
        case unusableProgram = "unusable-program"
        /// The program took more steps than it may.
        case tooManySteps = "too-many-steps"
        /// Too many programs run inside each other.
        case nestingTooDeep = "nesting-too-deep"
        /// A whole number zero was divided by.
        case divisionByZero = "division-by-zero"
        /// An operator does not take such values.
        case unfitOperand = "unfit-operand"
        /// A property does not take such a value.
        case unfitValue = "unfit-value"
        /// No node that the path leads to has the property.
        case unknownProperty = "unknown-property"
        /// Programs may not use the property.
        case hiddenProperty = "hidden-property"
        /// Programs may not change it.
        case readOnly = "read-only"
        /// The path begins with a name that stands for nothing.
        case unknownRoot = "unknown-root"
        /// The path goes on where there is nothing to go on from.
        case unusablePath = "unusable-path"
        /// The path to what is assigned to or called leads to no node.
        case noTarget = "no-target"
        /// What is assigned to cannot be assigned to.
        case unassignable = "unassignable"
        /// An array does not have an element of that number.
        case indexOutOfRange = "index-out-of-range"
        /// A register is read that nothing was put into.
        case unsetRegister = "unset-register"
        /// The file does not have a name or text of the program.
        case missingString = "missing-string"
        /// There is no module of that name.
        case unknownModule = "unknown-module"
        /// The module or node has no function of that name.
        case unknownFunction = "unknown-function"
        /// The function takes another number of arguments.
        case argumentCount = "argument-count"
        /// The function takes another kind of argument.
        case unfitArgument = "unfit-argument"
        /// The function failed, or gave another kind of value than it declares.
        case functionFailed = "function-failed"
    }

    /// What is wrong.
    public let code: Code
    /// The name of the template that has the program.
    public let templateType: String
    /// The node that ran it, as the components from the root with their place among their siblings, such as
    /// `VHLayout/NText[2]`.
    public let nodePath: String
    /// The attribute, such as `onClick`.
    public let handlerName: String
    /// The key under which the template stores the program.
    public let programID: StringID
    /// The offset in the program of the instruction that failed, in bytes; of the first wrong byte when it cannot run.
    public let byteOffset: Int
    /// Where that stands in the source, when the file tells.
    public let position: SourceMap.Position?
    /// What was found: lower case, one line, no full stop.
    public let message: String
}

extension EventError: CustomStringConvertible {
    /// The place and the message in one line.
    public var description: String {
        let place = position.map { "\($0): " } ?? ""
        return "\(place)\(templateType), \(nodePath), \(handlerName) at byte \(byteOffset): \(message)"
    }
}
