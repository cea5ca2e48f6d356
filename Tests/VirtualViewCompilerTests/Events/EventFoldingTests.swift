import Testing
import VirtualViewExpressions

@testable import VirtualViewCompiler

/// What two literals become while a program is compiled, for every operation and every pair of kinds.
@Suite struct EventFoldingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let left: EventOperand
        let opcode: Opcode
        let right: EventOperand
        let result: EventFolding.Result

        init(_ left: EventOperand, _ opcode: Opcode, _ right: EventOperand, _ result: EventFolding.Result) {
            self.left = left
            self.opcode = opcode
            self.right = right
            self.result = result
        }

        var testDescription: String { "\(left) \(opcode) \(right)" }
    }

    private static let wholeNumbers: [Case] = [
        Case(.int(.max), .add, .int(1), .value(.int(.min))),
        Case(.int(.min), .subtract, .int(1), .value(.int(.max))),
        Case(.int(1 << 16), .multiply, .int(1 << 16), .value(.int(0))),
        Case(.int(.min), .divide, .int(-1), .value(.int(.min))),
        Case(.int(-7), .divide, .int(2), .value(.int(-3))),
        Case(.int(-7), .remainder, .int(2), .value(.int(-1))),
        Case(.int(.min), .remainder, .int(-1), .value(.int(0))),
        Case(.int(1), .divide, .int(0), .divisionByZero),
        Case(.int(1), .remainder, .int(0), .divisionByZero),
        Case(.int(2), .greater, .int(2), .value(.int(0))),
        Case(.int(2), .greaterOrEqual, .int(2), .value(.int(1))),
        Case(.int(2), .less, .int(2), .value(.int(0))),
        Case(.int(2), .lessOrEqual, .int(2), .value(.int(1))),
        Case(.int(2), .equal, .int(2), .value(.int(1))),
        Case(.int(2), .notEqual, .int(2), .value(.int(0))),
        Case(.int(1), .and, .int(2), .literalLogic),
        Case(.int(1), .and, .int(0), .value(.int(0))),
        Case(.int(0), .or, .int(2), .literalLogic),
        Case(.int(0), .or, .int(0), .value(.int(0))),
    ]

    private static let decimals: [Case] = [
        Case(.float(1.5), .add, .int(1), .value(.float(2.5))),
        Case(.int(1), .subtract, .float(1.5), .value(.float(-0.5))),
        Case(.float(1.5), .multiply, .float(2), .value(.float(3))),
        Case(.float(3), .divide, .int(2), .value(.float(1.5))),
        Case(.float(2.5), .divide, .int(0), .decimalDivisionByZero(.infinity)),
        Case(.float(-3), .divide, .float(0), .decimalDivisionByZero(-.infinity)),
        Case(.int(3), .divide, .float(-0.0), .decimalDivisionByZero(-.infinity)),
        Case(.float(3), .remainder, .int(0), .decimalDivisionByZero(0)),
        Case(.float(3), .remainder, .float(1.5), .value(.float(0))),
        Case(.float(3.5), .remainder, .int(2), .floatRemainder(1.5)),
        Case(.float(2), .greater, .int(1), .value(.float(1))),
        Case(.float(2), .lessOrEqual, .int(1), .value(.float(0))),
        Case(.float(2), .notEqual, .int(1), .value(.float(1))),
        Case(.float(2), .and, .int(1), .literalLogic),
        Case(.float(0), .or, .int(0), .value(.float(0))),
    ]

    private static let texts: [Case] = [
        Case(.string("a"), .equal, .string("a"), .value(.int(1))),
        Case(.string("a"), .equal, .string("b"), .value(.int(0))),
        // The same letter in two spellings: the client compares units, not characters.
        Case(.string("\u{E9}"), .equal, .string("e\u{301}"), .value(.int(0))),
        Case(.string("a"), .add, .string("b"), .value(.string("ab"))),
        Case(.string("a"), .add, .int(-1), .value(.string("a-1"))),
        Case(.float(1.5), .add, .string("a"), .value(.string("1.500000a"))),
        Case(.string("a"), .add, .string(""), .emptyText("anull")),
        Case(.string(""), .add, .int(1), .emptyText("null1")),
        Case(.string("a"), .subtract, .string("b"), .textOperator),
        Case(.string("a"), .notEqual, .string("b"), .textOperator),
        Case(.string("1"), .equal, .int(1), .textOperator),
        Case(.int(1), .multiply, .string("a"), .textOperator),
        Case(.register(1), .add, .int(1), .textOperator),
    ]

    @Test(arguments: wholeNumbers + decimals + texts)
    func becomes(_ item: Case) {
        #expect(EventFolding.fold(item.opcode, item.left, item.right) == item.result)
    }

    @Test(arguments: [("!0", "1"), ("!7", "0"), ("!!7", "1"), ("!0.0", "1"), ("!0.5", "0"), ("-(3)", "-3")])
    func aSignBeforeALiteralLeavesALiteral(_ text: String, _ literal: String) throws {
        let code = try #require(EventProgramCompiler.compile("${this.a=\(text)}")?.code)
        #expect(code == EventProgramCompiler.compile("${this.a=\(literal)}")?.code)
    }
}
