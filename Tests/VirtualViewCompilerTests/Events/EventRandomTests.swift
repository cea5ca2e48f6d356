import Testing
import VirtualViewExpressions
import VirtualViewTestSupport

@testable import VirtualViewCompiler

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
        let hasErrors = result.problems.contains { $0.message.severity == .error }
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
        #expect(result.problems.contains { $0.message.id == .tooDeep } || piece == "else ")
    }

    @Test(arguments: ["+this.b", "*2", "==this.c", ".b"])
    func longExpressionsAreNotDeep(_ piece: String) throws {
        let text = "${this.a=this.b" + String(repeating: piece, count: piece == ".b" ? 200 : 2_000) + "}"
        let result = try #require(EventProgramCompiler.compile(text))
        #expect(result.code != nil)
    }
}
