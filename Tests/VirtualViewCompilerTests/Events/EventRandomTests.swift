import Testing
import VirtualViewExpressions
import VirtualViewTestSupport

@testable import VirtualViewCompiler

/// Writes random event programs that are right.
struct EventSource {
    var random: SeededGenerator

    /// A program of a few statements.
    mutating func program() -> String {
        (0..<Int.random(in: 1...6, using: &random)).map { _ in statement(depth: 2) }.joined(separator: blank())
    }

    private mutating func pick<T>(_ values: [T]) -> T {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func blank() -> String {
        pick(["", "", " ", "\t", "\n", "  "])
    }

    private mutating func statement(depth: Int) -> String {
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where depth > 0: ifStatement(depth: depth - 1)
        case 1: call(depth: 1) + ";"
        case 2: "\(target())\(blank())\(pick(["+=", "-=", "*=", "/=", "%="]))\(blank())\(value(depth: 2));"
        case 3: "\(target())=\(target())=\(value(depth: 2)) ;"
        case 4: "\(target())=\(text());;"
        case 5: "(\(target()))=(\(value(depth: 1)));"
        case 6: "module.util.make().\(name())=\(value(depth: 1));"
        default: "\(target())\(blank())=\(blank())\(value(depth: 3));"
        }
    }

    private mutating func ifStatement(depth: Int) -> String {
        var text = "if\(blank())(\(condition()))\(block(depth))"
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            text += "\(pick(["elseif", "else if"]))(\(condition()))\(block(depth))"
        }
        return Bool.random(using: &random) ? text + "else" + block(depth) : text
    }

    private mutating func block(_ depth: Int) -> String {
        let statements = (0..<Int.random(in: 0...3, using: &random)).map { _ in statement(depth: depth) }
        return "{\(blank())\(statements.joined())}"
    }

    private mutating func condition() -> String {
        "\(target())\(pick(["==", "!=", ">", "<", ">=", "<="]))\(value(depth: 1))"
    }

    private mutating func name() -> String {
        pick(["a", "b1", "_c", "text", "textColor", "tag", "title", "curPos", "if", "x"])
    }

    private mutating func target() -> String {
        pick(["this", "this.parent", "this.siblings", "this.title", "header", "data"]) + "." + name()
    }

    /// A value that is no literal, in parentheses where an operator may follow.
    private mutating func value(depth: Int) -> String {
        guard depth > 0 else { return pick([target(), literal(), target()]) }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return literal()
        case 1: return call(depth: depth - 1)
        case 2: return "data.list[\(value(depth: depth - 1))]"
        case 3: return "(data.list[\(value(depth: 0))].\(name()))"
        case 4: return "\(pick(["-", "!", "!!", "- -"]))\(target())"
        case 5:
            let parts = (target(), value(depth: depth - 1), value(depth: depth - 1))
            return "(\(parts.0)?(\(parts.1)):\(parts.2))"
        case 6: return "(\(text())+\(target()))"
        case 7: return "(\(target())\(operation())\(literal()))"
        default: return "(\(operand(depth))\(operation())\(operand(depth))\(operation())\(operand(depth)))"
        }
    }

    private mutating func operand(_ depth: Int) -> String {
        depth > 1 && Bool.random(using: &random) ? "(\(target())-\(value(depth: depth - 1)))" : target()
    }

    private mutating func operation() -> String {
        pick(["+", "-", "*", "/", "%", "==", "!=", ">", "<", ">=", "<=", "&&", "||", " + ", " - "])
    }

    private mutating func call(depth: Int) -> String {
        let path = pick(["this.\(name())", "module.util.\(name())", "data.get", "this.title.\(name())"])
        let count = Int.random(in: 0...3, using: &random)
        let arguments = (0..<count).map { _ in depth > 0 ? value(depth: depth - 1) : literal() }
        return "\(path)(\(arguments.joined(separator: ",")))"
    }

    private mutating func literal() -> String {
        pick(["0x1F", "1", "42", "2.5", "7.", "#102030", "#10203040", "2147483647", "-3"])
    }

    private mutating func text() -> String {
        pick(["'a'", "'it\\'s'", "'\\\\'", "'测😀'", "'a;b'", "'x'+1", "'p'+1.5", "'a'+'b'", "'{}()'"])
    }
}

@Suite struct EventRandomTests {
    private static let seed = RandomTests.seed

    @Test func rightProgramsCompileAndAreVerified() {
        var source = EventSource(random: SeededGenerator(seed: Self.seed))
        for _ in 0..<RandomTests.count(1000) {
            let program = source.program()
            guard let result = EventProgramCompiler.compile("${\(program)}"), let code = result.code else {
                Issue.record("seed \(Self.seed): \(program)")
                return
            }
            expectSound(result, program)
            #expect(!code.isEmpty, "seed \(Self.seed): \(program)")
            #expect(EventProgramCompiler.compile("${\(program)}")?.code == code)
        }
    }

    /// Damaged programs give code that is verified, or an error.
    @Test func damagedProgramsGiveCodeOrAnError() {
        var source = EventSource(random: SeededGenerator(seed: Self.seed &+ 1))
        let signs = Array("'\"\\#@.()?:;,{}[]+-*/%!=><&| 0x1e".utf8)
        for _ in 0..<RandomTests.count(1000) {
            var bytes = Array(source.program().utf8)
            for _ in 0..<Int.random(in: 1...3, using: &source.random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &source.random)
                switch Int.random(in: 0..<3, using: &source.random) {
                case 0: bytes.remove(at: place)
                case 1: bytes.insert(signs[Int.random(in: 0..<signs.count, using: &source.random)], at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 5))
                }
            }
            let program = String(decoding: bytes, as: UTF8.self)
            for isLenient in [false, true] {
                if let result = EventProgramCompiler.compile("${\(program)}", isLenient: isLenient) {
                    expectSound(result, program)
                }
            }
        }
    }

    private func expectSound(_ result: EventProgramCompiler.Result, _ program: String) {
        let whole = 0..<program.utf8.count + 3
        let hasErrors = result.problems.contains { $0.severity == .error }
        var isSound = hasErrors == (result.code == nil)
        var last = 0
        for problem in result.problems {
            isSound = isSound && problem.range.lowerBound >= last && problem.range.upperBound <= whole.upperBound
            isSound = isSound && problem.edits.allSatisfy { $0.range.clamped(to: whole) == $0.range }
            last = problem.range.lowerBound
        }
        if let code = result.code {
            do { try BytecodeVerifier.verify(code) } catch { isSound = false }
            isSound = isSound && Disassembler { _ in nil }.listing(of: code).error == nil
        }
        if !isSound { Issue.record("seed \(Self.seed): \(program)") }
    }

    /// Deep nesting is an error, long programs are not, and both take time in proportion.
    @Test(arguments: [
        "(", "!", "-", "this.f(", "data.a[", "if(this.a){", "this.a=", "this.a?1:", "this.a?", "{", "else ",
    ])
    func nestingIsBounded(_ piece: String) throws {
        let text = "${this.a=1;" + String(repeating: piece, count: 20_000) + "}"
        let result = try #require(EventProgramCompiler.compile(text))
        #expect(result.code == nil)
        #expect(result.problems.contains { $0.id == .tooDeep } || piece == "else ")
    }

    @Test(arguments: ["+this.b", "*2", "==this.c", ".b"])
    func longExpressionsAreNotDeep(_ piece: String) throws {
        let text = "${this.a=this.b" + String(repeating: piece, count: piece == ".b" ? 200 : 2_000) + "}"
        let result = try #require(EventProgramCompiler.compile(text))
        #expect(result.code != nil)
    }
}
