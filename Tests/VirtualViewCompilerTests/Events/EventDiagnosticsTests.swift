import Testing
import VirtualViewFormat

@testable import VirtualViewCompiler

/// Compiles a whole template.
private let compileTemplate: Analysis = { TemplateCompiler().compile($0).diagnostics.ordered }
private let compileForOthers: Analysis = {
    TemplateCompiler(options: .init(client: .tools)).compile($0).diagnostics.ordered
}

/// A template with a handler; the program is written as XML needs it.
private func template(_ program: String) -> String {
    var escaped = ""
    for character in program.unicodeScalars {
        switch character {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case "\"": escaped += "&quot;"
        case "\r": escaped += "&#13;"
        default: escaped.unicodeScalars.append(character)
        }
    }
    return "<NText onClick=\"\(escaped)\"/>"
}

/// Every report about programs with its exact place, fix-it and wording.
@Suite struct EventDiagnosticsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let program: String
        let expected: [ExpectedDiagnostic]

        init(_ program: String, _ expected: ExpectedDiagnostic...) {
            self.program = program
            self.expected = expected
        }

        var testDescription: String { program }
    }

    static let characters: [Case] = [
        Case(
            "${this.a='x'1️⃣\r;}",
            .error("event.carriage-return", EventMessage.carriageReturn.text, at: "1️⃣")
        ),
        Case("${1️⃣// note}", .error("event.comment", EventMessage.comment.text, at: "1️⃣")),
        Case("${this.a=1;1️⃣/* note */this.b=2}", .error("event.comment", EventMessage.comment.text, at: "1️⃣")),
        Case("${this.a=1️⃣/* note */1}", .error("event.comment", EventMessage.comment.text, at: "1️⃣")),
        Case(
            "${this.text=1️⃣\"abc\"}",
            .error("event.double-quotes", EventMessage.doubleQuotes.text, at: "1️⃣", fixIts: ["use single quotes"])
        ),
        Case("${this.text=1️⃣\"a}", .error("event.double-quotes", EventMessage.doubleQuotes.text, at: "1️⃣")),
        Case("${this.text=1️⃣'abc}", .error("event.unclosed-string", EventMessage.unclosedString.text, at: "1️⃣")),
        Case(
            "${this.text='a1️⃣\\db'}",
            .error(
                "event.bad-escape",
                "'\\d' is no escape; only '\\\\' and '\\'' are, and other characters stand for themselves",
                at: "1️⃣",
                fixIts: ["replace with '\\\\'"]
            )
        ),
        Case(
            "${this.text='a1️⃣\\nb'}",
            .error(
                "event.bad-escape",
                "'\\n' is no escape; only '\\\\' and '\\'' are, and other characters stand for themselves",
                at: "1️⃣"
            )
        ),
        Case(
            "${this.text=1️⃣'a; ;b'}",
            .error(
                "event.blank-piece",
                "blanks between two semicolons are lost, even in a text; write the text without them",
                at: "1️⃣"
            )
        ),
        Case(
            "${this.a=gr1️⃣öße}",
            .error(
                "event.unexpected-character",
                "unexpected 'öß'; names are made of the letters A to Z, digits and '_', and texts stand in single quotes",
                at: "1️⃣"
            )
        ),
        Case(
            "${this.1️⃣é=2️⃣@}",
            .error(
                "event.unexpected-character",
                "unexpected 'é'; names are made of the letters A to Z, digits and '_', and texts stand in single quotes",
                at: "1️⃣"
            ),
            .error(
                "event.unexpected-character",
                "unexpected '@'; names are made of the letters A to Z, digits and '_', and texts stand in single quotes",
                at: "2️⃣"
            )
        ),
        Case(
            "${this.a=this.b1️⃣&this.c2️⃣|this.d}",
            .error(
                "event.single-operator",
                "there is no operator '&'; write '&&'",
                at: "1️⃣",
                fixIts: ["replace with '&&'"]
            ),
            .error(
                "event.single-operator",
                "there is no operator '|'; write '||'",
                at: "2️⃣",
                fixIts: ["replace with '||'"]
            )
        ),
        Case(
            "${this.a=1️⃣#F80}",
            .error(
                "event.color-digits",
                "'#F80' is no color; write '#RRGGBB' or '#RRGGBBAA'; did you mean '#FF8800'?",
                at: "1️⃣",
                fixIts: ["replace with '#FF8800'"]
            )
        ),
        Case(
            "${this.a=1️⃣#12345G}",
            .error("event.color-digits", "'#12345G' is no color; write '#RRGGBB' or '#RRGGBBAA'", at: "1️⃣")
        ),
        Case(
            "${this.a=1️⃣1e3}",
            .error("event.number-suffix", "'1e3' has an exponent; write all digits of the number", at: "1️⃣")
        ),
        Case("${this.a=1️⃣12px}", .error("event.number-suffix", "'12px' is no number; write '12'", at: "1️⃣")),
        Case("${this.a=1️⃣12.px}", .error("event.number-suffix", "'12.px' is no number; write '12'", at: "1️⃣")),
        Case("${this.a=1️⃣5.this}", .error("event.number-suffix", "'5.this' is no number; write '5'", at: "1️⃣")),
        Case(
            "${this.a=1️⃣5.e3}",
            .error("event.number-suffix", "'5.e3' has an exponent; write all digits of the number", at: "1️⃣")
        ),
        Case(
            "${this.a=1️⃣5..b;this.b=2️⃣1.2.3px;this.c=3️⃣0xG;this.d=4️⃣0x1.5g}",
            .error("event.number-format", "'5..b' is no number; a number has one decimal point", at: "1️⃣"),
            .error("event.number-format", "'1.2.3px' is no number; a number has one decimal point", at: "2️⃣"),
            .error(
                "event.number-format",
                "'0xG' is no number; '0x' is followed by hexadecimal digits, such as '0x1F'",
                at: "3️⃣"
            ),
            .error(
                "event.number-format",
                "'0x1.5g' is no number; '0x' is followed by hexadecimal digits, such as '0x1F'",
                at: "4️⃣"
            )
        ),
        Case("${this.a=this.1️⃣2nd}", .error("event.number-suffix", "'2nd' is no number; write '2'", at: "1️⃣")),
        Case(
            "${this.a=1️⃣1.2.3;this.b=2️⃣0x;this.c=3️⃣0x1.5}",
            .error("event.number-format", "'1.2.3' is no number; a number has one decimal point", at: "1️⃣"),
            .error(
                "event.number-format",
                "'0x' is no number; '0x' is followed by hexadecimal digits, such as '0x1F'",
                at: "2️⃣"
            ),
            .error(
                "event.number-format",
                "'0x1.5' is no number; '0x' is followed by hexadecimal digits, such as '0x1F'",
                at: "3️⃣"
            )
        ),
        Case(
            "${this.a=1️⃣2147483648;this.b=2️⃣0xFFFFFFFF}",
            .error(
                "event.number-range",
                "'2147483648' is out of range; the largest number is 2147483647",
                at: "1️⃣"
            ),
            .error(
                "event.number-range",
                "'0xFFFFFFFF' is out of range; the largest number is 0x7FFFFFFF, and a color is written '#RRGGBBAA'",
                at: "2️⃣"
            )
        ),
        Case(
            "${this.alpha=1️⃣400000000000000000000000000000000000000.0}",
            .error(
                "event.number-range",
                "'400000000000000000000000000000000000000.0' is out of range; 3.4 followed by 38 digits is about the "
                    + "largest number",
                at: "1️⃣"
            )
        ),
        Case(
            "${this.alpha=1️⃣.5}",
            .error(
                "event.leading-point",
                "a digit must stand before the point; write '0.5'",
                at: "1️⃣",
                fixIts: ["replace with '0.5'"]
            )
        ),
        Case(
            "${this.alpha=1️⃣.5f}",
            .error(
                "event.leading-point",
                "a digit must stand before the point; write '0.5'",
                at: "1️⃣",
                fixIts: ["replace with '0.5'"]
            )
        ),
    ]

    static let structure: [Case] = [
        Case(
            "${this.a=1️⃣(2️⃣}",
            .error("event.expected-operand", "expected a value after '(', but found the end", at: "2️⃣"),
            .error(
                "event.unclosed",
                "expected ')' before the end",
                at: "2️⃣",
                notes: [.init("'(' opened here", at: "1️⃣")],
                fixIts: ["insert ')'"]
            )
        ),
        Case(
            "${this.a=1️⃣(1+this.b2️⃣;this.c=3}",
            .error(
                "event.unclosed",
                "expected ')' before ';'",
                at: "2️⃣",
                notes: [.init("'(' opened here", at: "1️⃣")],
                fixIts: ["insert ')'"]
            )
        ),
        Case(
            "${if1️⃣(this.a 2️⃣this.b){this.c=1}}",
            .error(
                "event.unclosed",
                "expected ')' before 'this'",
                at: "2️⃣",
                notes: [.init("'(' opened here", at: "1️⃣")]
            )
        ),
        Case(
            "${if(this.a)1️⃣{this.b=12️⃣}",
            .error(
                "event.unclosed",
                "expected '}' before the end",
                at: "2️⃣",
                notes: [.init("'{' opened here", at: "1️⃣")],
                fixIts: ["insert '}'"]
            )
        ),
        Case(
            "${this.a=data.list1️⃣[02️⃣}",
            .error(
                "event.unclosed",
                "expected ']' before the end",
                at: "2️⃣",
                notes: [.init("'[' opened here", at: "1️⃣")],
                fixIts: ["insert ']'"]
            )
        ),
        Case("${this.a=11️⃣)}", .error("event.stray-closer", "')' closes nothing", at: "1️⃣")),
        Case("${this.a=1;1️⃣}this.b=2}", .error("event.stray-closer", "'}' closes nothing", at: "1️⃣")),
        Case(
            "${this.a=1️⃣;this.b=2}",
            .error("event.expected-operand", "expected a value after '=', but found ';'", at: "1️⃣")
        ),
        Case(
            "${this.f(1,1️⃣)}",
            .error("event.expected-operand", "expected a value after ',', but found ')'", at: "1️⃣")
        ),
        Case(
            "${this.a=1 * 1️⃣* 2}",
            .error("event.expected-operand", "expected a value after '*', but found '*'", at: "1️⃣")
        ),
        Case("${this.a+1️⃣+}", .error("event.expected-operand", EventMessage.doubledOperator("+").text, at: "1️⃣")),
        Case(
            "${this.a=this.b==1️⃣=2}",
            .error("event.expected-operand", EventMessage.tripleEquals.text, at: "1️⃣", fixIts: ["remove '='"])
        ),
        Case(
            "${this.a=this.b!=1️⃣=2}",
            .error("event.expected-operand", EventMessage.tripleNotEquals.text, at: "1️⃣", fixIts: ["remove '='"])
        ),
        Case("${this.a=1️⃣+1}", .error("event.expected-operand", EventMessage.noPrefixPlus.text, at: "1️⃣")),
        Case("${this.a=1️⃣if(this.b){1}}", .error("event.expected-operand", EventMessage.ifAsValue("if").text, at: "1️⃣")),
        Case(
            "${this.a.1️⃣}",
            .error("event.expected-name", "expected a name after '.', but found the end", at: "1️⃣")
        ),
        Case(
            "${this.a=this.b.1️⃣5;this.c.2️⃣6=1}",
            .error("event.expected-name", "expected a name after '.', but found '5'", at: "1️⃣"),
            .error("event.expected-name", "expected a name after '.', but found '6'", at: "2️⃣")
        ),
        Case(
            "${this.a=1 1️⃣this.b=2}",
            .error(
                "event.expected-separator",
                "expected ';' or an operator before 'this'",
                at: "1️⃣",
                fixIts: ["insert ';'"]
            )
        ),
        Case(
            "${this.a=1️⃣not 2️⃣data.b}",
            .warning(
                "event.single-name",
                "no reference client can use 'not' alone; write 'this.not' or 'data.not'",
                at: "1️⃣"
            ),
            .error("event.expected-separator", "expected ';' or an operator before 'data'", at: "2️⃣"),
            .warning("event.no-effect", "the statement changes nothing; assign its value, or remove it", at: "2️⃣")
        ),
        Case(
            "${this.a=1 1️⃣2}",
            .error("event.expected-separator", "expected ';' or an operator before '2'", at: "1️⃣")
        ),
        Case(
            "${this.a=1 1️⃣1.;this.b=1 2️⃣0x1F;this.c=1 3️⃣#FF0000}",
            .error("event.expected-separator", "expected ';' or an operator before '1.'", at: "1️⃣"),
            .error("event.expected-separator", "expected ';' or an operator before '0x1F'", at: "2️⃣"),
            .error("event.expected-separator", "expected ';' or an operator before '#FF0000'", at: "3️⃣")
        ),
        Case(
            "${this.a=11️⃣, 2}",
            .error("event.expected-separator", "unexpected ','; expected ';' or an operator", at: "1️⃣")
        ),
        Case(
            "${if 1️⃣this.a>0 {this.b=1}}",
            .error(
                "event.expected-condition",
                EventMessage.expectedCondition.text,
                at: "1️⃣",
                fixIts: ["put it in parentheses"]
            )
        ),
        Case("${if 1️⃣{this.b=1}}", .error("event.expected-condition", EventMessage.expectedCondition.text, at: "1️⃣")),
        Case(
            "${if(this.a)1️⃣this.b=1}",
            .error(
                "event.expected-block",
                "expected '{' before 'this'; the braces of a block are always needed",
                at: "1️⃣",
                fixIts: ["put the statement in braces"]
            )
        ),
        Case(
            "${if(this.a)1️⃣}",
            .error(
                "event.expected-block",
                "expected '{' before the end; the braces of a block are always needed",
                at: "1️⃣"
            )
        ),
        Case(
            "${if(this.a)1️⃣this.f()else{this.b=2}}",
            .error(
                "event.expected-block",
                "expected '{' before 'this'; the braces of a block are always needed",
                at: "1️⃣",
                fixIts: ["put the statement in braces"]
            )
        ),
        Case(
            "${if(this.a)1️⃣;{this.b=1}}",
            .error("event.expected-block", EventMessage.semicolonBeforeBlock.text, at: "1️⃣", fixIts: ["remove ';'"])
        ),
        Case(
            "${if(this.a){this.b=1}else{this.b=2}1️⃣else{this.b=3}}",
            .error("event.second-else", EventMessage.secondElse.text, at: "1️⃣")
        ),
        Case(
            "${if(this.a){this.b=1};1️⃣else{this.b=2}}",
            .error("event.stray-else", EventMessage.strayElse.text, at: "1️⃣")
        ),
        Case("${1️⃣{this.b=2}}", .error("event.stray-block", EventMessage.strayBlock.text, at: "1️⃣")),
        Case(
            "${1️⃣for(i=0;i<3;i+=1){this.a=1};this.b=2}",
            .error("event.unsupported-statement", EventMessage.unsupportedStatement("while").text, at: "1️⃣")
        ),
        Case(
            "${1️⃣for(i=0;((i)<3);(i)+=1){this.a=1} this.b=2}",
            .error("event.unsupported-statement", EventMessage.unsupportedStatement("while").text, at: "1️⃣")
        ),
        Case(
            "${1️⃣for(i=0;i<3;i+=1){if(this.a){this.a=1}} 2️⃣for(i=0;i<3;i+=1){this.a=1}}",
            .error("event.unsupported-statement", EventMessage.unsupportedStatement("while").text, at: "1️⃣"),
            .error("event.unsupported-statement", EventMessage.unsupportedStatement("while").text, at: "2️⃣")
        ),
        Case(
            "${1️⃣while(this.a){this.a-=1}}",
            .error("event.unsupported-statement", EventMessage.unsupportedStatement("while").text, at: "1️⃣")
        ),
        Case(
            "${if(this.a){1️⃣return}; this.b=2; 2️⃣break; if(this.a){3️⃣continue; this.b=3}; 4️⃣return 1; 5️⃣return -1; 6️⃣return (this.b)}",
            .error("event.unsupported-statement", EventMessage.unsupportedStatement("return").text, at: "1️⃣"),
            .error("event.unsupported-statement", EventMessage.unsupportedStatement("break").text, at: "2️⃣"),
            .error("event.unsupported-statement", EventMessage.unsupportedStatement("continue").text, at: "3️⃣"),
            .error("event.unsupported-statement", EventMessage.unsupportedStatement("return").text, at: "4️⃣"),
            .error("event.unsupported-statement", EventMessage.unsupportedStatement("return").text, at: "5️⃣"),
            .error("event.unsupported-statement", EventMessage.unsupportedStatement("return").text, at: "6️⃣")
        ),
        Case(
            "${1️⃣do{this.a-=1}}",
            .error("event.unsupported-statement", EventMessage.unsupportedStatement("while").text, at: "1️⃣")
        ),
        Case(
            "${1️⃣var x=1;2️⃣return x}",
            .error("event.unsupported-statement", EventMessage.unsupportedStatement("var").text, at: "1️⃣"),
            .error("event.unsupported-statement", EventMessage.unsupportedStatement("return").text, at: "2️⃣")
        ),
        Case(
            "${this.a=this.b2️⃣?11️⃣}",
            .error(
                "event.missing-colon",
                EventMessage.missingColon.text,
                at: "1️⃣",
                notes: [.init("'?' opened here", at: "2️⃣")]
            )
        ),
        Case(
            "${this.a=this.b?this.c1️⃣?1:2:3}",
            .error("event.nested-ternary", EventMessage.nestedTernary.text, at: "1️⃣", fixIts: ["put it in parentheses"])
        ),
        Case(
            "${this.b?this.c1️⃣=1:2}",
            .error(
                "event.assignment-in-ternary",
                EventMessage.assignmentInTernary.text,
                at: "1️⃣",
                fixIts: ["put it in parentheses"]
            )
        ),
        Case("${this.b?1:this.c1️⃣=2}", .error("event.assignment-target", EventMessage.assignmentTarget.text, at: "1️⃣")),
        Case("${this.a+this.b1️⃣=2}", .error("event.assignment-target", EventMessage.assignmentTarget.text, at: "1️⃣")),
        Case("${51️⃣=this.a}", .error("event.assignment-target", EventMessage.assignmentTarget.text, at: "1️⃣")),
        Case("${this.a=this.b1️⃣+=2}", .error("event.assignment-target", EventMessage.compoundTarget.text, at: "1️⃣")),
        Case("${data.list[0]1️⃣=2}", .error("event.element-assignment", EventMessage.elementAssignment.text, at: "1️⃣")),
        Case(
            "${this.a=!1️⃣-this.b}",
            .error("event.not-minus", EventMessage.notMinus.text, at: "1️⃣", fixIts: ["put the value in parentheses"])
        ),
        Case(
            "${this.a=this.f().b1️⃣-1}",
            .error(
                "event.misread-minus",
                EventMessage.minusAfterMember.text,
                at: "1️⃣",
                fixIts: ["put the value before it in parentheses"]
            )
        ),
        Case(
            "${if(this.a){this.b=1}1️⃣-this.f()}",
            .error("event.misread-minus", EventMessage.minusAfterBlock.text, at: "1️⃣", fixIts: ["insert ';'"])
        ),
        Case("${1️⃣(this.a).b=1}", .error("event.base-value", EventMessage.baseValue.text, at: "1️⃣")),
        Case(
            "${1️⃣(this.f()+this.g(this.h()+1)).b=1}",
            .error("event.base-value", EventMessage.lostBase.text, at: "1️⃣")
        ),
        Case(
            "${this.a=" + String(repeating: "(", count: 31) + "1️⃣(this.b" + String(repeating: ")", count: 32) + "}",
            .error("event.too-deep", EventMessage.tooDeep.text, at: "1️⃣")
        ),
    ]

    static let meaning: [Case] = [
        Case(
            "${this.a=this.text1️⃣!='x'}",
            .error(
                "event.text-operator",
                EventMessage.textOperator("!=").text,
                at: "1️⃣",
                fixIts: ["replace with '!(a == b)'"]
            )
        ),
        Case("${this.a=51️⃣=='5'}", .error("event.text-operator", EventMessage.textOperator("==").text, at: "1️⃣")),
        Case(
            "${this.a=this.text1️⃣-'x';this.b=2️⃣-'x';this.c3️⃣*='x'}",
            .error("event.text-operator", EventMessage.textOperator("-").text, at: "1️⃣"),
            .error("event.text-operator", EventMessage.textOperator("-").text, at: "2️⃣"),
            .error("event.text-operator", EventMessage.textOperator("*=").text, at: "3️⃣")
        ),
        Case(
            "${if(1️⃣0){this.a=1}elseif(2️⃣'x'){this.a=2}}",
            .error("event.literal-condition", EventMessage.literalCondition.text, at: "1️⃣"),
            .error("event.literal-condition", EventMessage.literalCondition.text, at: "2️⃣")
        ),
        Case(
            "${this.a=11️⃣/0;this.b=1.52️⃣%0}",
            .error("event.division-by-zero", EventMessage.divisionByZero.text, at: "1️⃣"),
            .error("event.division-by-zero", EventMessage.divisionByZero.text, at: "2️⃣")
        ),
        Case("${this.a=2.51️⃣/0}", .error("event.division-by-zero", EventMessage.divisionByZero.text, at: "1️⃣")),
        Case(
            "${this.a=11️⃣&&1}",
            .error("event.literal-logic", "'&&' between two literals is always 0; write 1", at: "1️⃣")
        ),
        Case(
            "${this.a=1️⃣0.0000001?1:2;this.b=0.0000002?1:2;this.c=0.0?1:2}",
            .error("event.literal-logic", EventMessage.tinyCondition(isStored: false).text, at: "1️⃣")
        ),
        Case(
            "${this.a=1️⃣'Z9faarj'}",
            .error("event.empty-text", EventMessage.sameIDAsEmpty("Z9faarj", isStored: false).text, at: "1️⃣")
        ),
        Case("${this.a='Z9faari';this.Z9faarj=1}"),
        Case(
            "${this.a=5.51️⃣%2}",
            .error(
                "event.float-remainder",
                "'%' between two literals is always 0 when one has a decimal point; write 1.5",
                at: "1️⃣"
            )
        ),
        Case(
            "${this.text=''1️⃣+1}",
            .error(
                "event.empty-text",
                "an empty text becomes the word 'null' beside another literal; write the joined text",
                at: "1️⃣"
            )
        ),
        Case(
            "${this.a=1️⃣this.f(" + Array(repeating: "1", count: 256).joined(separator: ",") + ")}",
            .error("event.too-many-parts", "256 arguments, but 255 is the most", at: "1️⃣")
        ),
        Case(
            "${1️⃣this" + String(repeating: ".a", count: 255) + "=1}",
            .error("event.too-many-parts", "256 names in a path, but 255 is the most", at: "1️⃣")
        ),
        Case(
            "${1️⃣this.f(" + Array(repeating: "this.a+1", count: 21).joined(separator: ",") + ")}",
            .error("event.too-many-registers", "this statement needs 22 registers, but there are 20; split it", at: "1️⃣")
        ),
        Case("1️⃣${}", .error("event.empty-program", EventMessage.emptyProgram.text, at: "1️⃣")),
        Case("1️⃣${ ; }", .error("event.empty-program", EventMessage.emptyProgram.text, at: "1️⃣")),
        Case("1️⃣ ", .error("event.empty-program", EventMessage.emptyProgram.text, at: "1️⃣")),
        Case(
            "1️⃣${this.a=1",
            .error("event.unclosed-program", EventMessage.unclosedProgram.text, at: "1️⃣", fixIts: ["insert '}'"])
        ),
        Case(
            "1️⃣${if (data.a > 1) {this.a='}';} this.b=1",
            .error("event.unclosed-program", EventMessage.unclosedProgram.text, at: "1️⃣", fixIts: ["insert '}'"])
        ),
        Case(
            " ${this.a=1} 1️⃣; ",
            .error("event.unclosed-program", EventMessage.textAfterProgram.text, at: "1️⃣", fixIts: ["remove ';'"])
        ),
        Case("${this.a=1}1️⃣'", .error("event.unclosed-program", EventMessage.textAfterProgram.text, at: "1️⃣")),
        Case("${this.a=1} 1️⃣+ 3", .error("event.unclosed-program", EventMessage.textAfterProgram.text, at: "1️⃣")),
        Case(
            "1️⃣ ${this.a=1} ",
            .error(
                "event.surrounding-blanks",
                EventMessage.surroundingBlanks.text,
                at: "1️⃣",
                fixIts: ["remove the blanks"]
            )
        ),
        Case(
            "${this.a=1}1️⃣ ",
            .error(
                "event.surrounding-blanks",
                EventMessage.surroundingBlanks.text,
                at: "1️⃣",
                fixIts: ["remove the blanks"]
            )
        ),
        Case("1️⃣@{this.a}", .error("event.unknown-block", EventMessage.bindingForm.text, at: "1️⃣")),
        Case(
            " 1️⃣open",
            .error(
                "event.unknown-block",
                "'open' is no program; write it as '${…}', or give a file with named blocks ('--blocks')",
                at: "1️⃣"
            )
        ),
    ]

    static let warnings: [Case] = [
        Case(
            "${1️⃣x=1}",
            .warning("event.single-name", "no reference client can use 'x' alone; write 'this.x' or 'data.x'", at: "1️⃣")
        ),
        Case(
            "${1️⃣ping()}",
            .warning(
                "event.single-name",
                "no reference client can call 'ping' without an object; write 'this.ping(…)'",
                at: "1️⃣"
            )
        ),
        Case(
            "${this.a=1️⃣fixed(data.b,2)}",
            .warning(
                "event.single-name",
                "'fixed' is a function of bindings; a program calls those of modules, 'module.name.function(…)'",
                at: "1️⃣"
            )
        ),
        Case("${this.a=1️⃣true}", .warning("event.single-name", "'true' is a name like any other; write 1", at: "1️⃣")),
        Case(
            "${this.a=1️⃣null}",
            .warning("event.single-name", "'null' is a name like any other; write '' or 0", at: "1️⃣")
        ),
        Case(
            "${this.f(1️⃣this)}",
            .warning("event.single-name", "no reference client can use 'this' alone; write 'this.name'", at: "1️⃣")
        ),
        Case(
            "${this.a=1️⃣data['b']}",
            .warning("event.single-name", "no reference client can use 'data' alone; write 'data.name'", at: "1️⃣")
        ),
        Case(
            "${this.f(1️⃣parent)}",
            .warning(
                "event.single-name",
                "no reference client can use 'parent' alone; write 'this.parent.name'",
                at: "1️⃣"
            )
        ),
        Case(
            "${1️⃣parent.visibility=0}",
            .warning(
                "event.unusable-root",
                "no reference client can begin a path with 'parent'; write 'this.parent' or begin with 'data' or 'module'",
                at: "1️⃣"
            )
        ),
        Case(
            "${this.a=1️⃣app.money(3)}",
            .warning(
                "event.unusable-root",
                "only bindings have 'app', and the program stops here unless the app names a node so; call a function of "
                    + "a module, 'module.name.function(…)'",
                at: "1️⃣"
            )
        ),
        Case(
            "${this.a=1️⃣env.theme.accent;2️⃣env.b=1;this.b=data.env}",
            .warning("event.unusable-root", EventMessage.bindingRoot("env").text, at: "1️⃣"),
            .warning("event.unusable-root", EventMessage.bindingRoot("env").text, at: "2️⃣")
        ),
        Case(
            "${1️⃣this.text.a=1}",
            .warning("event.unusable-step", "no reference client can follow 'text' inside a path", at: "1️⃣")
        ),
        Case("${1️⃣this.children.a=1}", .warning("event.children", EventMessage.children.text, at: "1️⃣")),
        Case("${1️⃣data.x=1}", .warning("event.data-write", EventMessage.dataWrite.text, at: "1️⃣")),
        Case("${this.a=1️⃣data.obj.b}", .warning("event.data-path", EventMessage.dataPath.text, at: "1️⃣")),
        Case("${1️⃣module.f()}", .warning("event.module-path", EventMessage.modulePath.text, at: "1️⃣")),
        Case("${this.a=1️⃣data.list[0][1]}", .warning("event.nested-index", EventMessage.nestedIndex.text, at: "1️⃣")),
        Case("${this.a=1️⃣data.list[0].b}", .warning("event.element-member", EventMessage.elementMember.text, at: "1️⃣")),
        Case("${1️⃣this.f().a.b=1}", .warning("event.member-chain", EventMessage.memberChain.text, at: "1️⃣")),
        Case("${this.a+=1️⃣this.b+=1}", .warning("event.compound-value", EventMessage.compoundValue.text, at: "1️⃣")),
        Case(
            "${this.a=this.b1️⃣/0}",
            .warning("event.zero-divisor", EventMessage.zeroDivisor(isWhole: true).text, at: "1️⃣")
        ),
        Case(
            "${this.a=this.b1️⃣/0.0}",
            .warning("event.zero-divisor", EventMessage.zeroDivisor(isWhole: false).text, at: "1️⃣")
        ),
        Case(
            "${1️⃣this.a;2️⃣1+2;this.f();3️⃣this.a+1}",
            .warning("event.no-effect", EventMessage.noEffect.text, at: "1️⃣"),
            .warning("event.no-effect", EventMessage.noEffect.text, at: "2️⃣"),
            .warning("event.no-effect", EventMessage.noEffect.text, at: "3️⃣")
        ),
    ]

    @Test(arguments: characters + structure + meaning + warnings)
    func reportsExactly(_ item: Case) {
        expectDiagnostics(template(item.program), item.expected, by: compileForOthers)
    }

    /// What this package's runtime does is reported to those who write for other clients.
    @Test func whatOnlyOtherClientsCannotDoIsReportedForThem() {
        let others = Self.warnings.filter {
            $0.expected.contains { EventMessageID(rawValue: $0.id)?.isOfOtherClients == true }
        }
        #expect(others.count == 6)
        for item in others { expectDiagnostics(template(item.program), [], by: compileTemplate) }
        expectDiagnostics(#"<NText var_int_count="0" onClick="${this.count=1}"/>"#, [], by: compileTemplate)
    }

    @Test func userVariablesAreReportedWhereTheyAreWritten() {
        expectDiagnostics(
            """
            <VHLayout var_int_count="0" onClick="${1️⃣this.count=5;this.other=1}">
                <NText var_string_other="x" onClick="${this.count=1;2️⃣this.parent.count=2;3️⃣this.other='y'}"/>
                <NText var_string_text="x" onClick="${this.text='y'}"/>
            </VHLayout>
            """,
            [
                .warning("event.variable-write", "no reference client can write the user variable 'count'", at: "1️⃣"),
                .warning("event.variable-write", "no reference client can write the user variable 'count'", at: "2️⃣"),
                .warning("event.variable-write", "no reference client can write the user variable 'other'", at: "3️⃣"),
            ],
            by: compileForOthers
        )
    }

    @Test func clientsThatRunNoProgramsAreNamed() {
        expectDiagnostics(
            "<NText 1️⃣onClick=\"${this.a=1}\"/>",
            [.warning("event.target-ignores", "'ios-1.2' does not run the event program of 'onClick'", at: "1️⃣")],
            by: { TemplateCompiler(options: .init(client: .iOS)).compile($0).diagnostics.ordered }
        )
        expectDiagnostics(
            "<NText onClick=\"${this.a=1}\" 1️⃣onLongClick=\"${this.a=1}\"/>",
            [
                .warning(
                    "event.target-ignores",
                    "'android-1.4' does not run the event program of 'onLongClick'",
                    at: "1️⃣"
                )
            ],
            by: { TemplateCompiler(options: .init(client: .android)).compile($0).diagnostics.ordered }
        )
    }

    @Test(arguments: [(18, nil), (19, nil), (20, 21)] as [(Int, Int?)])
    func aStatementMayNeedAllRegisters(_ count: Int, _ needed: Int?) throws {
        let arguments = Array(repeating: "this.a+1", count: count).joined(separator: ",")
        let result = try #require(EventProgramCompiler.compile("${this.f(\(arguments))}"))
        #expect((result.code == nil) == (needed != nil))
    }

    @Test func programsThatAreTooLargeAreRefused() throws {
        let text = "${" + (0..<3300).map { _ in "this.a=1" }.joined(separator: ";") + "}"
        let result = try #require(EventProgramCompiler.compile(text))
        #expect(result.code == nil)
        #expect(result.problems.map(\.message.id) == [.tooLarge])
        #expect(result.problems.first?.range == 0..<text.utf8.count)
    }

    /// What every `+` of literals gives is stored, which is the square of what is written.
    @Test(arguments: [false, true])
    func aLongRowOfTextsIsRefused(_ isLenient: Bool) throws {
        let row = { (count: Int) in "${this.text=" + Array(repeating: "'a'", count: count).joined(separator: "+") + "}"
        }
        #expect(try #require(EventProgramCompiler.compile(row(700), isLenient: isLenient)).code != nil)
        let result = try #require(EventProgramCompiler.compile(row(30_000), isLenient: isLenient))
        #expect(result.code == nil)
        #expect(result.problems.map(\.message.id) == [.tooLarge])
        #expect(result.strings.reduce(0) { $0 + $1.text.utf8.count } < 400_000)
    }

    /// 'Aa' and 'BB' have the same hash, and so have texts that differ in '1a' and '2B' alone.
    @Test func whatSharesAnIDIsRefused() {
        expectDiagnostics(
            "<VHLayout onClick=\"${this.a=2️⃣'Aa'}\"><NText onClick=\"${this.b=1️⃣'BB'}\"/></VHLayout>",
            [
                .error(
                    "template.id-collision",
                    "'BB' and 'Aa' have the same id 2112, and a file cannot hold both; change one of them",
                    at: "1️⃣",
                    notes: [.init("'Aa' is used here", at: "2️⃣")]
                )
            ],
            by: compileTemplate
        )
        expectDiagnostics(
            "<VHLayout onClick=\"${this.a=0x1a}\"><NText onClick=\"1️⃣${this.a=0x2B}\"/></VHLayout>",
            [
                .error(
                    "event.id-collision",
                    EventMessage.idCollision(StringID(hashing: "${this.a=0x1a}").rawValue).text,
                    at: "1️⃣"
                )
            ],
            by: compileTemplate
        )
    }

    @Test func everyIDIsTested() {
        let tested = Set(
            (Self.characters + Self.structure + Self.meaning + Self.warnings).flatMap(\.expected).map(\.id)
        )
        let elsewhere: Set<EventMessageID> = [
            .variableWrite, .targetIgnores, .tooLarge, .idCollision, .blockForm, .blockName, .blockWord,
            .duplicateBlock,
        ]
        for id in EventMessageID.allCases where !elsewhere.contains(id) {
            #expect(tested.contains(id.rawValue), "\(id.rawValue)")
        }
        #expect(EventMessageID.allCases.map(\.rawValue) == EventMessageID.allCases.map(\.rawValue).sorted())
    }
}
