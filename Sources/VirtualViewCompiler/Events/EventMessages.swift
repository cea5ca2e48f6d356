import VirtualViewExpressions
import VirtualViewFormat

/// A message about an event program.
typealias EventMessage = Message<EventMessageID>

extension EventMessage {
    // MARK: Characters and literals

    static var carriageReturn: Self {
        Self(.carriageReturn, "a carriage return cannot stand in a program; save the file with plain line feeds")
    }
    static var comment: Self { Self(.comment, "programs and block files have no comments") }
    static var doubleQuotes: Self { Self(.doubleQuotes, "texts stand in single quotes") }
    static var unclosedString: Self { Self(.unclosedString, "the closing quote of this text is missing") }
    static func unexpectedCharacter(_ found: String) -> Self {
        Self(
            .unexpectedCharacter,
            "unexpected \(quoted(found)); names are made of the letters A to Z, digits and '_', and texts stand in "
                + "single quotes"
        )
    }
    static func invalidUTF8(_ byte: UInt8) -> Self {
        Self(.unexpectedCharacter, "the byte 0x\(HexText.number(UInt32(byte), width: 1)) is not UTF-8")
    }
    static func singleOperator(_ sign: String) -> Self {
        Self(.singleOperator, "there is no operator '\(sign)'; write '\(sign)\(sign)'")
    }
    static func badEscape(_ found: String) -> Self {
        Self(
            .badEscape,
            "\(quoted(found)) is no escape; only '\\\\' and '\\'' are, and other characters stand for themselves"
        )
    }
    static func blankPiece(_ stored: String, isStored: Bool) -> Self {
        Self(
            .blankPiece,
            isLenient: isStored,
            "blanks between two semicolons are lost, even in a text; "
                + (isStored ? "\(quoted(stored)) is stored" : "write the text without them")
        )
    }
    static func numberSuffix(_ number: String, _ found: String) -> Self {
        let rest = found.dropFirst(number.count).lowercased()
        let digits = number.hasSuffix(".") ? number.dropLast() : number[...]
        let advice =
            rest.first == "e" ? "has an exponent; write all digits of the number" : "is no number; write '\(digits)'"
        return Self(.numberSuffix, "\(quoted(found)) \(advice)")
    }
    static func numberFormat(_ found: String, isHexadecimal: Bool) -> Self {
        Self(
            .numberFormat,
            isHexadecimal
                ? "\(quoted(found)) is no number; '0x' is followed by hexadecimal digits, such as '0x1F'"
                : "\(quoted(found)) is no number; a number has one decimal point"
        )
    }
    static func numberRange(_ found: String) -> Self {
        let limit =
            if found.contains(".") {
                "3.4 followed by 38 digits is about the largest number"
            } else if found.lowercased().hasPrefix("0x") {
                "the largest number is 0x7FFFFFFF, and a color is written '#RRGGBBAA'"
            } else {
                "the largest number is 2147483647"
            }
        return Self(.numberRange, "\(quoted(found)) is out of range; \(limit)")
    }
    static func leadingPoint(_ found: String) -> Self {
        Self(.leadingPoint, "a digit must stand before the point; write '0\(found)'")
    }
    static func colorDigits(_ found: String, suggestion: String?, isStored: Bool) -> Self {
        Self(
            .colorDigits,
            isLenient: isStored,
            "\(quoted(found)) is no color; write '#RRGGBB' or '#RRGGBBAA'"
                + (isStored ? "; 0 is stored" : question(suggestion))
        )
    }

    // MARK: Structure

    static var tooDeep: Self { Self(.tooDeep, "the program is nested too deeply; split it into statements") }
    static var expectedCondition: Self { Self(.expectedCondition, "the condition of an 'if' stands in '(…)'") }
    static var semicolonBeforeBlock: Self { Self(.expectedBlock, "no ';' can stand between an 'if' and its block") }
    static var secondElse: Self {
        Self(.secondElse, "an 'if' has one 'else', at its end; write 'elseif (…)' before it")
    }
    static var strayElse: Self {
        Self(.strayElse, "this 'else' has no 'if'; it follows the '}' of one directly, without ';'")
    }
    static var strayBlock: Self {
        Self(.strayBlock, "a block belongs to an 'if', 'elseif' or 'else'; remove the braces")
    }
    static var missingColon: Self { Self(.missingColon, "the ':' of '? :' is missing", note: "'?' opened here") }
    static var nestedTernary: Self { Self(.nestedTernary, "a '? :' between '?' and ':' stands in parentheses") }
    static var assignmentInTernary: Self {
        Self(.assignmentInTernary, "an assignment between '?' and ':' stands in parentheses")
    }
    static var elementAssignment: Self {
        Self(.elementAssignment, "an element cannot be assigned to; call a method of its owner instead")
    }
    static var compoundTarget: Self {
        Self(.assignmentTarget, "the left side must be a path; write the second assignment first, as its own statement")
    }
    static var assignmentTarget: Self {
        Self(.assignmentTarget, "the left side of an assignment must be a path, such as 'this.text'")
    }
    static var notMinus: Self { Self(.notMinus, "'-' directly after '!' applies to something else; write '!(-x)'") }
    static var minusAfterMember: Self {
        Self(
            .misreadMinus,
            "'-' after a member of a call or element is read as a sign; put the value before it in parentheses"
        )
    }
    static var minusAfterBlock: Self {
        Self(.misreadMinus, "'-' after a block is read as a subtraction; write ';' before it")
    }
    static var noPrefixPlus: Self { Self(.expectedOperand, "there is no '+' before a value; remove it") }
    static func expectedBlock(_ found: String) -> Self {
        Self(.expectedBlock, "expected '{' before \(found); the braces of a block are always needed")
    }
    static func unsupportedStatement(_ word: String) -> Self {
        let text =
            switch word {
            case "var", "let", "const":
                "there are no variables here; give the element one, as in 'var_int_n=\"0\"', and write 'this.n = 1'"
            case "return", "break", "continue": "there is no '\(word)'; put the rest into an 'if' or 'else'"
            case "function": "there are no functions; use a block file, or a module of the app"
            default: "there are no loops; the only statements are assignments, calls and 'if'"
            }
        return Self(.unsupportedStatement, text)
    }
    static func unclosed(_ closer: String, of opener: String, before found: String) -> Self {
        Self(.unclosed, "expected '\(closer)' before \(found)", note: "'\(opener)' opened here")
    }
    static func strayCloser(_ closer: String) -> Self { Self(.strayCloser, "'\(closer)' closes nothing") }
    static func expectedOperand(_ found: String, after previous: String?) -> Self {
        Self(.expectedOperand, "expected a value" + (previous.map { " after '\($0)'" } ?? "") + ", but found \(found)")
    }
    static func doubledOperator(_ sign: String) -> Self {
        Self(.expectedOperand, "there is no '\(sign)\(sign)'; write 'x \(sign)= 1'")
    }
    static var tripleEquals: Self { Self(.expectedOperand, "there is no '==='; write '=='") }
    static var tripleNotEquals: Self { Self(.expectedOperand, "there is no '!=='; write '!='") }
    static func ifAsValue(_ word: String) -> Self {
        Self(.expectedOperand, "'\(word)' is no value; write 'condition ? a : b'")
    }
    static func expectedName(_ found: String) -> Self {
        Self(.expectedName, "expected a name after '.', but found \(found)")
    }
    static func expectedSeparator(_ found: String) -> Self {
        Self(.expectedSeparator, "expected ';' or an operator before \(found)")
    }
    static func unexpected(_ found: String) -> Self {
        Self(.expectedSeparator, "unexpected \(found); expected ';' or an operator")
    }

    // MARK: Meaning

    static var baseValue: Self {
        Self(
            .baseValue,
            "only the result of a call, an element or a calculation has members; write a path without parentheses"
        )
    }
    static var lostBase: Self {
        Self(
            .baseValue,
            "a member of this value cannot be reached; take the member of each part, or use a statement of its own"
        )
    }
    static var literalCondition: Self {
        Self(.literalCondition, "the condition never changes, and its block would always run; remove the 'if'")
    }
    static var divisionByZero: Self { Self(.divisionByZero, "division by zero") }
    static func divisionByZero(stored result: Float) -> Self {
        let name = result.isNaN ? "NaN" : result.isInfinite ? (result < 0 ? "-Infinity" : "Infinity") : "0"
        return Self(.divisionByZero, isLenient: true, "division by zero; \(name) is stored")
    }
    static func textOperator(_ sign: String) -> Self {
        let text =
            switch sign {
            case "!=": "texts cannot be compared with '!='; write '!(a == b)'"
            case "==": "a text is never equal to a number; write both as texts or both as numbers"
            default: "'\(sign)' does not work on texts; only '+', '==', '=' and '+=' do"
            }
        return Self(.textOperator, text)
    }
    static func emptyText(_ stored: String, isStored: Bool) -> Self {
        Self(
            .emptyText,
            isLenient: isStored,
            "an empty text becomes the word 'null' beside another literal; "
                + (isStored ? "\(quoted(stored)) is stored" : "write the joined text")
        )
    }
    static func sameIDAsEmpty(_ text: String, isStored: Bool) -> Self {
        Self(
            .emptyText,
            isLenient: isStored,
            "\(quoted(text)) has the id of the empty text, and would be that in a program; "
                + (isStored ? "it is stored" : "change it")
        )
    }
    static func literalLogic(_ sign: String, isStored: Bool) -> Self {
        Self(
            .literalLogic,
            isLenient: isStored,
            "'\(sign)' between two literals is always 0; " + (isStored ? "0 is stored" : "write 1")
        )
    }
    static func tinyCondition(isStored: Bool) -> Self {
        Self(
            .literalLogic,
            isLenient: isStored,
            "a number as close to 0 as 0.0000001 counts as 0 before '?'; "
                + (isStored ? "what follows ':' is stored" : "write 1")
        )
    }
    static func floatRemainder(_ result: String, isStored: Bool) -> Self {
        Self(
            .floatRemainder,
            isLenient: isStored,
            "'%' between two literals is always 0 when one has a decimal point; "
                + (isStored ? "0 is stored" : "write \(result)")
        )
    }
    static func tooManyRegisters(_ count: Int) -> Self {
        Self(.tooManyRegisters, "this statement needs \(count) registers, but there are 20; split it")
    }
    static func tooManyParts(_ what: String, _ count: Int) -> Self {
        Self(.tooManyParts, "\(count) \(what), but 255 is the most")
    }
    static func tooLarge(_ size: Int) -> Self {
        Self(.tooLarge, "the program takes \(size) bytes, but 65535 is the most; split it")
    }
    static func tooMuchText(_ limit: Int) -> Self {
        Self(.tooLarge, "what '+' joins takes more than \(limit) bytes; write a long text as one literal")
    }

    // MARK: Warnings

    static var noEffect: Self { Self(.noEffect, "the statement changes nothing; assign its value, or remove it") }
    static var dataWrite: Self { Self(.dataWrite, "data cannot be written; no reference client changes it") }
    static var compoundValue: Self {
        Self(
            .compoundValue,
            "no reference client can use the value of a compound assignment; read the property instead"
        )
    }
    static func zeroDivisor(isWhole: Bool) -> Self {
        Self(
            .zeroDivisor,
            "division by zero, \(isWhole ? "which stops the program here" : "whose result is not finite")"
        )
    }
    static var nestedIndex: Self {
        Self(.nestedIndex, "no reference client can take an element of an element; put an object around the inner list")
    }
    static var elementMember: Self {
        Self(
            .elementMember,
            "no reference client can read a member of an element; only a list in it, as in 'a[0].list[1]'"
        )
    }
    static var memberChain: Self {
        Self(.memberChain, "no reference client can follow more than one name after a call or element")
    }
    static var children: Self {
        Self(.children, "no reference client knows 'children'; use a name, 'siblings' or 'parent'")
    }
    static var dataPath: Self { Self(.dataPath, "no reference client can read deeper into 'data' than one name") }
    static var modulePath: Self {
        Self(.modulePath, "a module is used as 'module.name.member'; no reference client can run anything else")
    }
    static func singleName(_ name: String, isCall: Bool) -> Self {
        let number =
            WordTable.visibilities.value(of: name) ?? WordTable.textStyle.value(of: name)
            ?? WordTable.sizes.value(of: name)
        if !isCall, let number {
            return Self(.singleName, "'\(name)' is a name like any other; write \(number)")
        }
        let text =
            switch name {
            case "true": "'true' is a name like any other; write 1"
            case "false": "'false' is a name like any other; write 0"
            case "null", "nil", "undefined": "'\(name)' is a name like any other; write '' or 0"
            case _ where isCall && ComputedFunction(rawValue: name) != nil:
                "'\(name)' is a function of bindings; a program calls those of modules, 'module.name.function(…)'"
            case _ where isCall: "no reference client can call '\(name)' without an object; write 'this.\(name)(…)'"
            case "this", "data": "no reference client can use '\(name)' alone; write '\(name).name'"
            case "module": "no reference client can use 'module' alone; write 'module.name.function(…)'"
            case "parent", "ancestor", "siblings":
                "no reference client can use '\(name)' alone; write 'this.\(name).name'"
            default: "no reference client can use '\(name)' alone; write 'this.\(name)' or 'data.\(name)'"
            }
        return Self(.singleName, text)
    }
    static func unusableRoot(_ name: String) -> Self {
        Self(
            .unusableRoot,
            "no reference client can begin a path with '\(name)'; write 'this.\(name)' or begin with 'data' or 'module'"
        )
    }
    static func bindingRoot(_ name: String) -> Self {
        let advice =
            name == "env" ? "read the value from 'data'" : "call a function of a module, 'module.name.function(…)'"
        return Self(
            .unusableRoot,
            "only bindings have '\(name)', and the program stops here unless the app names a node so; \(advice)"
        )
    }
    static func unusableStep(_ name: String) -> Self {
        Self(.unusableStep, "no reference client can follow '\(name)' inside a path")
    }
    static func variableWrite(_ name: String) -> Self {
        Self(.variableWrite, "no reference client can write the user variable '\(name)'")
    }

    // MARK: Attributes and block files

    static var emptyProgram: Self {
        Self(.emptyProgram, "the program is empty; remove the attribute or give it a statement")
    }
    static var unclosedProgram: Self { Self(.unclosedProgram, "the program must end with '}'") }
    static var textAfterProgram: Self { Self(.unclosedProgram, "the program must end with '}', but this follows it") }
    static var surroundingBlanks: Self { Self(.surroundingBlanks, "no blank may stand before '${' or after '}'") }
    static var bindingForm: Self {
        Self(.unknownBlock, "a handler takes a program '${…}', and no '@{…}'; write '${if (…) {…} else {…}}'")
    }
    static var blockForm: Self { Self(.blockForm, "expected 'block NAME { … }'") }
    static var textAfterBlock: Self { Self(.blockForm, "expected 'block' or the end of the file after '}'") }
    static var blockName: Self { Self(.blockName, "the name of a block is missing; write 'block NAME { … }'") }
    static var blockWord: Self {
        Self(.blockWord, "the letters 'block' begin a new block wherever they stand; use another name")
    }
    static func unknownBlock(_ name: String, suggestion: String?, hasBlocks: Bool) -> Self {
        let found = quoted(name)
        let text =
            if let suggestion {
                "unknown block \(found); did you mean \(quoted(suggestion))?"
            } else if hasBlocks {
                "unknown block \(found); write a program '${…}', or the name of a block"
            } else {
                "\(found) is no program; write it as '${…}', or give a file with named blocks ('--blocks')"
            }
        return Self(.unknownBlock, text)
    }
    static func duplicateBlock(_ name: String) -> Self {
        Self(.duplicateBlock, "the block \(quoted(name)) is defined twice", note: "\(quoted(name)) first defined here")
    }
    static func idCollision(_ id: Int32) -> Self {
        Self(
            .idCollision,
            "this program and another have the same id \(id), and a file cannot hold both; change one of them"
        )
    }
    static func targetIgnores(_ attribute: String, _ target: String) -> Self {
        Self(.targetIgnores, "'\(target)' does not run the event program of '\(attribute)'")
    }
}
