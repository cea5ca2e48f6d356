/// The ids of messages about event programs.
package enum EventMessageID: String, MessageID {
    case assignmentInTernary = "event.assignment-in-ternary"
    case assignmentTarget = "event.assignment-target"
    case badEscape = "event.bad-escape"
    case baseValue = "event.base-value"
    case blankPiece = "event.blank-piece"
    case blockForm = "event.block-form"
    case blockName = "event.block-name"
    case blockWord = "event.block-word"
    case carriageReturn = "event.carriage-return"
    case children = "event.children"
    case colorDigits = "event.color-digits"
    case comment = "event.comment"
    case compoundValue = "event.compound-value"
    case dataPath = "event.data-path"
    case dataWrite = "event.data-write"
    case divisionByZero = "event.division-by-zero"
    case doubleQuotes = "event.double-quotes"
    case duplicateBlock = "event.duplicate-block"
    case elementAssignment = "event.element-assignment"
    case elementMember = "event.element-member"
    case emptyProgram = "event.empty-program"
    case emptyText = "event.empty-text"
    case expectedBlock = "event.expected-block"
    case expectedCondition = "event.expected-condition"
    case expectedName = "event.expected-name"
    case expectedOperand = "event.expected-operand"
    case expectedSeparator = "event.expected-separator"
    case floatRemainder = "event.float-remainder"
    case idCollision = "event.id-collision"
    case leadingPoint = "event.leading-point"
    case literalCondition = "event.literal-condition"
    case literalLogic = "event.literal-logic"
    case memberChain = "event.member-chain"
    case misreadMinus = "event.misread-minus"
    case missingColon = "event.missing-colon"
    case modulePath = "event.module-path"
    case nestedIndex = "event.nested-index"
    case nestedTernary = "event.nested-ternary"
    case noEffect = "event.no-effect"
    case notMinus = "event.not-minus"
    case numberFormat = "event.number-format"
    case numberRange = "event.number-range"
    case numberSuffix = "event.number-suffix"
    case secondElse = "event.second-else"
    case singleName = "event.single-name"
    case singleOperator = "event.single-operator"
    case strayBlock = "event.stray-block"
    case strayCloser = "event.stray-closer"
    case strayElse = "event.stray-else"
    case surroundingBlanks = "event.surrounding-blanks"
    case targetIgnores = "event.target-ignores"
    case textOperator = "event.text-operator"
    case tooDeep = "event.too-deep"
    case tooLarge = "event.too-large"
    case tooManyParts = "event.too-many-parts"
    case tooManyRegisters = "event.too-many-registers"
    case unclosed = "event.unclosed"
    case unclosedProgram = "event.unclosed-program"
    case unclosedString = "event.unclosed-string"
    case unexpectedCharacter = "event.unexpected-character"
    case unknownBlock = "event.unknown-block"
    case unsupportedStatement = "event.unsupported-statement"
    case unusableRoot = "event.unusable-root"
    case unusableStep = "event.unusable-step"
    case variableWrite = "event.variable-write"
    case zeroDivisor = "event.zero-divisor"

    package var severity: MessageSeverity {
        switch self {
        case .children, .compoundValue, .dataPath, .dataWrite, .elementMember, .memberChain, .modulePath,
            .nestedIndex, .noEffect, .singleName, .targetIgnores, .unusableRoot, .unusableStep, .variableWrite,
            .zeroDivisor:
            .warning
        case .blankPiece, .colorDigits, .divisionByZero, .emptyText, .floatRemainder, .literalLogic: .errorUnlessLenient
        default: .error
        }
    }

    /// Whether it warns about what this package's runtime does, and no reference client.
    var isOfOtherClients: Bool {
        switch self {
        case .children, .compoundValue, .dataPath, .elementMember, .memberChain, .nestedIndex, .variableWrite: true
        default: false
        }
    }
}
