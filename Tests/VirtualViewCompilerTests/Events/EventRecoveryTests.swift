import Testing

@testable import VirtualViewCompiler

/// One mistake of a program is one report, which says what was meant.
@Suite struct EventRecoveryTests {
    /// The problems of a program, each with the text at its place.
    private func problems(_ program: String) throws -> [String] {
        let result = try #require(EventProgramCompiler.compile("${\(program)}"))
        let bytes = Array("${\(program)}".utf8)
        return result.problems.filter { $0.message.severity == .error }.map { problem in
            "\(problem.message.id.rawValue) \(String(decoding: bytes[problem.range], as: UTF8.self))"
        }
    }

    @Test(arguments: [
        "this.f(if this.a)", "this.f(if this.a, this.b); this.c = 1", "this.a = (if (this.b) { 1 } else { 2 })",
        "this.a = this.b[if this.c]", "this.a = (if this.b[this.c] && this.f(1))",
        "if (if this.a) { this.b = 1 } else { this.c = 1 }", "if (this.a) { this.b = (if 1) }",
        "this.a = (if this.b { this.c(1; 2) }); this.d = 1",
    ])
    func anIfAsAValueLeavesWhatItStandsIn(_ program: String) throws {
        #expect(try problems(program) == ["event.expected-operand if"])
    }

    @Test(arguments: [("gone", 2), ("invisible", 0), ("italic", 2), ("match_parent", -1)])
    func aWordOfAnAttributeIsToldAsItsNumber(_ word: String, _ number: Int) throws {
        let result = try #require(EventProgramCompiler.compile("${this.visibility = \(word)}"))
        #expect(result.problems.map(\.message.text) == ["'\(word)' is a name like any other; write \(number)"])
    }

    @Test func whatFollowsAnIfAsAValueIsRead() throws {
        let expected = ["event.expected-operand if", "event.expected-name ="]
        #expect(try problems("this.a = if (this.b; this.c. = 2") == expected)
        #expect(
            try problems("this.a = if this.b); this.c = 2") == ["event.expected-operand if", "event.stray-closer )"]
        )
    }

    @Test(
        arguments: [
            ("if (this.a) ^this.b = 1 }", "if (this.a) {this.b = 1 }"),
            ("if (this.a) ^this.b = 1; } else { this.c = 1 }", "if (this.a) {this.b = 1; } else { this.c = 1 }"),
            ("if (this.a) { this.b = 1 } else ^this.c = 1 }", "if (this.a) { this.b = 1 } else {this.c = 1 }"),
            ("if (this.a) ^this.b = 1", "if (this.a) {this.b = 1}"),
            ("if (this.a) { if (this.b) ^this.c = 1 }", "if (this.a) { if (this.b) {this.c = 1} }"),
        ]
    )
    func aBlockGetsTheBraceThatItLacks(_ marked: String, _ corrected: String) throws {
        let program = String(marked.filter { $0 != "^" })
        let result = try #require(EventProgramCompiler.compile("${\(program)}"))
        let problem = try #require(result.problems.first { $0.message.severity == .error })
        #expect(try problems(program) == ["event.expected-block this"])
        #expect(problem.range.lowerBound == 2 + marked.utf8.prefix { $0 != UInt8(ascii: "^") }.count)
        var bytes = Array("${\(program)}".utf8)
        for edit in problem.edits.reversed() { bytes.replaceSubrange(edit.range, with: edit.text.utf8) }
        #expect(String(decoding: bytes, as: UTF8.self) == "${\(corrected)}")
        #expect(try problems(corrected).isEmpty)
    }

    /// Where the block ends is not certain.
    @Test(arguments: ["if (this.a) this.b = 1; this.c = 2 }", "if (this.a) { if (this.b) this.c = 1 } }"])
    func aBraceThatMayCloseMoreIsNoFixIt(_ program: String) throws {
        let result = try #require(EventProgramCompiler.compile("${\(program)}"))
        #expect(try problems(program) == ["event.expected-block this", "event.stray-closer }"])
        #expect(result.problems.allSatisfy { $0.edits.isEmpty })
    }

    @Test(
        arguments: [
            "if (this.a) { this.b = 1^ else { this.c = 1 }",
            "if (this.a) { this.b = 1;^ else { this.c = 1 }; this.d = 1",
            "if (this.a) { this.b = 1^ else if (this.c) { this.d = 1 } else { this.e = 1 }",
            "if (this.a) { if (this.b) { this.c = 1 } else { this.d = 1 }^ else { this.e = 1 }",
        ]
    )
    func aBraceThatIsMissingBeforeAnElseStandsThere(_ marked: String) throws {
        let program = String(marked.filter { $0 != "^" })
        let result = try #require(EventProgramCompiler.compile("${\(program)}"))
        #expect(try problems(program) == ["event.unclosed else"])
        let edits = try #require(result.problems.first { $0.message.severity == .error }).edits
        var bytes = Array("${\(program)}".utf8)
        for edit in edits { bytes.replaceSubrange(edit.range, with: edit.text.utf8) }
        let corrected = marked.replacing("^", with: "}")
        #expect(String(decoding: bytes, as: UTF8.self) == "${\(corrected)}")
        #expect(try problems(corrected).isEmpty)
    }

    /// To close both would be the next mistake.
    @Test(arguments: [
        ("if (this.a) {{ this.b = 1 }", "event.stray-block {"), ("this.a = data.list[[1]", "event.expected-operand ["),
    ])
    func aSignThatIsDoubledIsNotClosed(_ program: String, _ problem: String) throws {
        let result = try #require(EventProgramCompiler.compile("${\(program)}"))
        #expect(try problems(program) == [problem, "event.unclosed "])
        #expect(result.problems.allSatisfy { $0.edits.isEmpty })
    }

    @Test func anElseWhereNoBraceIsMissingHasNoIf() throws {
        #expect(try problems("if (this.a) { this.b = 1; else { this.c = 1 } }") == ["event.stray-else else"])
    }
}
