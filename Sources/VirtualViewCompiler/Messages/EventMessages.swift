/// The ids of everything that is reported about event programs, in alphabetical order.
///
/// An id never changes its meaning, and a retired one is not used again. `Docs/Expressions.md` explains each.
package enum EventDiagnosticID: String, CaseIterable, Sendable {
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
}

/// The wording of what is reported about event programs.
enum EventMessages {
    // MARK: Characters and literals

    static let carriageReturn = "a carriage return cannot stand in a program; save the file with plain line feeds"
    static let comment = "a program has no comments; put them outside of it"
    static let doubleQuotes = "texts stand in single quotes"
    static let unclosedString = "the closing quote of this text is missing"

    static func unexpectedCharacter(_ found: String) -> String {
        "unexpected \(MessageText.quoted(found)); names are made of the letters A to Z, digits and '_', and texts stand in "
            + "single quotes"
    }

    static func singleOperator(_ sign: String) -> String {
        "there is no operator '\(sign)'; write '\(sign)\(sign)'"
    }

    static func badEscape(_ found: String) -> String {
        "\(MessageText.quoted(found)) is no escape; only '\\\\' and '\\'' are, and other characters stand for themselves"
    }

    static func blankPiece(_ stored: String, isStored: Bool) -> String {
        "blanks between two semicolons are lost, even in a text; "
            + (isStored ? "\(MessageText.quoted(stored)) is stored" : "write the text without them")
    }

    static func numberSuffix(_ number: String, _ found: String) -> String {
        let rest = found.dropFirst(number.count).lowercased()
        if rest.first == "e" { return "\(MessageText.quoted(found)) has an exponent; write all digits of the number" }
        return "\(MessageText.quoted(found)) is no number; write '\(number)'"
    }

    static func numberFormat(_ found: String, isHexadecimal: Bool) -> String {
        isHexadecimal
            ? "\(MessageText.quoted(found)) is no number; '0x' is followed by hexadecimal digits, such as '0x1F'"
            : "\(MessageText.quoted(found)) is no number; a number has one decimal point"
    }

    static func numberRange(_ found: String) -> String {
        if found.contains(".") {
            return "\(MessageText.quoted(found)) is out of range; 3.4 followed by 38 digits is about the largest number"
        }
        let isHexadecimal = found.lowercased().hasPrefix("0x")
        return "\(MessageText.quoted(found)) is out of range; the largest number is "
            + (isHexadecimal ? "0x7FFFFFFF, and a color is written '#RRGGBBAA'" : "2147483647")
    }

    static func leadingPoint(_ found: String) -> String {
        "a digit must stand before the point; write '0\(found)'"
    }

    static func colorDigits(_ found: String, suggestion: String?, isStored: Bool) -> String {
        "\(MessageText.quoted(found)) is no color; write '#RRGGBB' or '#RRGGBBAA'"
            + (isStored ? "; 0 is stored" : suggestion.map { "; did you mean '\($0)'?" } ?? "")
    }

    // MARK: Structure

    static let tooDeep = "the program is nested too deeply; split it into statements"
    static let unsupportedLoop = "there are no loops; the only statements are assignments, calls and 'if'"
    static let expectedCondition = "the condition of an 'if' stands in '(…)'"
    static let semicolonBeforeBlock = "no ';' can stand between an 'if' and its block"
    static let secondElse = "an 'if' has one 'else', at its end; write 'elseif (…)' before it"
    static let strayElse = "this 'else' has no 'if'; it follows the '}' of one directly, without ';'"
    static let strayBlock = "a block belongs to an 'if', 'elseif' or 'else'; remove the braces"
    static let missingColon = "the ':' of '? :' is missing"
    static let nestedTernary = "a '? :' between '?' and ':' stands in parentheses"
    static let assignmentInTernary = "an assignment between '?' and ':' stands in parentheses"
    static let elementAssignment = "an element cannot be assigned to; call a method of its owner instead"
    static let compoundTarget = "the left side must be a path; write the second assignment first, as its own statement"
    static let assignmentTarget = "the left side of an assignment must be a path, such as 'this.text'"
    static let notMinus = "'-' directly after '!' applies to something else; write '!(-x)'"
    static let minusAfterMember =
        "'-' after a member of a call or element is read as a sign; put the value before it in parentheses"
    static let minusAfterBlock = "'-' after a block is read as a subtraction; write ';' before it"
    static let noPrefixPlus = "there is no '+' before a value; remove it"

    static func expectedBlock(_ found: String) -> String {
        "expected '{' before \(found); the braces of a block are always needed"
    }

    static func unsupportedStatement(_ word: String) -> String {
        switch word {
        case "var", "let", "const": "there are no variables; assign to a property, such as 'this.tag = 1'"
        case "return", "break", "continue": "there is no '\(word)'; put the rest into an 'if' or 'else'"
        case "function": "there are no functions; use a block file, or a module of the app"
        default: unsupportedLoop
        }
    }

    static func unclosed(_ closer: String, before found: String) -> String {
        "expected '\(closer)' before \(found)"
    }

    static func openedHere(_ opener: String) -> String {
        "'\(opener)' opened here"
    }

    static func strayCloser(_ closer: String) -> String {
        "'\(closer)' closes nothing"
    }

    static func expectedOperand(_ found: String, after previous: String?) -> String {
        "expected a value" + (previous.map { " after '\($0)'" } ?? "") + ", but found \(found)"
    }

    static func doubledOperator(_ sign: String) -> String {
        "there is no '\(sign)\(sign)'; write 'x \(sign)= 1'"
    }

    static let tripleEquals = "there is no '==='; write '=='"
    static let tripleNotEquals = "there is no '!=='; write '!='"

    static func ifAsValue(_ word: String) -> String {
        "'\(word)' is no value; write 'condition ? a : b'"
    }

    static func expectedName(_ found: String) -> String {
        "expected a name after '.', but found \(found)"
    }

    static func expectedSeparator(_ found: String) -> String {
        "expected ';' or an operator before \(found)"
    }

    static func unexpected(_ found: String) -> String {
        "unexpected \(found); expected ';' or an operator"
    }

    // MARK: Meaning

    static let baseValue =
        "only the result of a call, an element or a calculation has members; write a path without parentheses"
    static let lostBase =
        "a member of this value cannot be reached; take the member of each part, or use a statement of its own"
    static let literalCondition = "the condition never changes, and its block would always run; remove the 'if'"
    static let divisionByZero = "division by zero"
    static let textInequality = "texts cannot be compared with '!='; write '!(a == b)'"
    static let textAndNumber = "a text is never equal to a number; write both as texts or both as numbers"

    static func divisionByZero(stored result: Float) -> String {
        let name = result.isNaN ? "NaN" : result.isInfinite ? (result < 0 ? "-Infinity" : "Infinity") : "0"
        return "\(divisionByZero); \(name) is stored"
    }

    static func textOperator(_ sign: String) -> String {
        switch sign {
        case "!=": textInequality
        case "==": textAndNumber
        default: "'\(sign)' does not work on texts; only '+', '==', '=' and '+=' do"
        }
    }

    static func emptyText(_ stored: String, isStored: Bool) -> String {
        "an empty text becomes the word 'null' beside another literal; "
            + (isStored ? "\(MessageText.quoted(stored)) is stored" : "write the joined text")
    }

    static func literalLogic(_ sign: String, isStored: Bool) -> String {
        "'\(sign)' between two literals is always 0; " + (isStored ? "0 is stored" : "write 1")
    }

    static func floatRemainder(_ result: String, isStored: Bool) -> String {
        "'%' between two literals is always 0 when one has a decimal point; "
            + (isStored ? "0 is stored" : "write \(result)")
    }

    static func tooManyRegisters(_ count: Int) -> String {
        "this statement needs \(count) registers, but there are 20; split it"
    }

    static func tooManyParts(_ what: String, _ count: Int) -> String {
        "\(count) \(what), but 255 is the most"
    }

    static func tooLarge(_ size: Int) -> String {
        "the program takes \(size) bytes, but 65535 is the most; split it"
    }

    static func tooMuchText(_ limit: Int) -> String {
        "what '+' joins takes more than \(limit) bytes; write a long text as one literal"
    }

    // MARK: Warnings

    static let noEffect = "the statement changes nothing; assign its value, or remove it"
    static let dataWrite = "data cannot be written; no reference client changes it"
    static let compoundValue =
        "no reference client can use the value of a compound assignment; read the property instead"
    static let zeroDivisor = "division by zero; a whole number stops the program here"
    static let nestedIndex =
        "no reference client can take an element of an element; put an object around the inner list"
    static let elementMember =
        "no reference client can read a member of an element; only a list in it, as in 'a[0].list[1]'"
    static let memberChain = "no reference client can follow more than one name after a call or element"
    static let children = "no reference client knows 'children'; use a name, 'siblings' or 'parent'"
    static let dataPath = "no reference client can read deeper into 'data' than one name"
    static let modulePath = "a module is used as 'module.name.member'; no reference client can run anything else"

    static func singleName(_ name: String, isCall: Bool) -> String {
        switch name {
        case "true": "'true' is a name like any other; write 1"
        case "false": "'false' is a name like any other; write 0"
        case "null", "nil", "undefined": "'\(name)' is a name like any other; write '' or 0"
        case _ where isCall: "no reference client can call '\(name)' without an object; write 'this.\(name)(…)'"
        case "this": "no reference client can use 'this' alone; write 'this.name'"
        default: "no reference client can use '\(name)' alone; write 'this.\(name)' or 'data.\(name)'"
        }
    }

    static func unusableRoot(_ name: String) -> String {
        "no reference client can begin a path with '\(name)'; write 'this.\(name)' or begin with 'data' or 'module'"
    }

    static func unusableStep(_ name: String) -> String {
        "no reference client can follow '\(name)' inside a path"
    }

    static func variableWrite(_ name: String) -> String {
        "no reference client can write the user variable '\(name)'"
    }

    // MARK: Attributes and block files

    static let emptyProgram = "the program is empty; remove the attribute or give it a statement"
    static let unclosedProgram = "the program must end with '}'"
    static let surroundingBlanks = "no blank may stand before '${' or after '}'"
    static let bindingForm = "a handler takes a program '${…}', and no '@{…}'; write '${if (…) {…} else {…}}'"
    static let blockForm = "expected 'block NAME { … }'"
    static let textAfterBlock = "expected 'block' or the end of the file after '}'"
    static let blockName = "the name of a block is missing; write 'block NAME { … }'"
    static let blockWord = "the letters 'block' begin a new block wherever they stand; use another name"

    static func unknownBlock(_ name: String, suggestion: String?, hasBlocks: Bool) -> String {
        let found = MessageText.quoted(name)
        if let suggestion { return "unknown block \(found); did you mean \(MessageText.quoted(suggestion))?" }
        return hasBlocks
            ? "unknown block \(found); write a program '${…}', or the name of a block"
            : "\(found) is no program; write it as '${…}', or give a file with named blocks ('--blocks')"
    }

    static func duplicateBlock(_ name: String) -> String {
        "the block \(MessageText.quoted(name)) is defined twice"
    }

    static func idCollision(_ id: Int32) -> String {
        "this program and another have the same id \(id), and a file cannot hold both; change one of them"
    }

    static func targetIgnores(_ attribute: String, _ target: String) -> String {
        "'\(target)' does not run the event program of '\(attribute)'"
    }
}
