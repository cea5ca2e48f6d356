import Foundation
import Testing
import VirtualViewFormat

@testable import VirtualViewCompiler

// Event programs, and the names of properties.

extension LintTests {
    @Test(arguments: [
        ("^this.textColour = 5", true), ("this.text = 'a' + ^this.tex + 'b'", true),
        ("if (^this.nobody) { this.text = 'a' }", true),
        ("this.text = 'a'; ^this.count += 1", true), ("this.text = '' + this.taps", false),
        ("this.textColor = ^this.app", true),
        ("this.parent.nobody = 1", false), ("this.nobody(1)", false), ("data.f(this.parent, this.this)", false),
        ("^this . texts = 'a'", true), ("this.text = data.nobody", false), ("module.m.f(^this.src)", true),
        ("this.text = this.class", false), ("^this.class = 'a'", true), ("this.text = ^this.inMainThread", true),
        ("^this.siblings = 1", true),
        ("^this.curPos = 1", true), ("if (data.a) { ^this.scrollY += 4 }", true),
        ("this.text = '' + this.total", false),
        ("data.f(this.scrollX)", false),
        // What may not run, because the program is for several kinds of elements.
        ("if (data.a) { this.src = 'a' } else { this.nobody = 1 }", false),
        ("if (data.a) { this.text = 'a' } ^this.src = 'a'", true),
    ])
    func programsUsePropertiesOfTheirElement(_ program: String, _ isFound: Bool) {
        let start = "<NText \(Self.size) var_int_taps=\"0\" text=\"a\" flag=\"flag_clickable\" onClick=\"${"
        expectFinding(isFound ? "lint.unknown-property" : nil, start + program + "}\"/>")
    }

    @Test(
        arguments: [
            ("this.visibility = ^'gone'", "this.visibility = 2"),
            ("this.textStyle = ^'bold|italic'", "this.textStyle = 3"),
            ("this.textColor = ^'red'", "this.textColor = #FF0000"),
            ("this.textColor = ^'#80FF0010'", "this.textColor = #FF001080"),
            ("this.textColor = ^'reddish'", nil), ("this.lines = ^'24rp'", nil),
            ("this.lines = ^'3'", "this.lines = 3"),
            ("this.text = ^#FF0000", nil), ("this.text = ^0x5", nil),
            ("if (data.a) { this.text = ^5 }", "if (data.a) { this.text = '5' }"), ("this.text = ^0.5", nil),
            ("this.text = 'gone'; this.visibility = 2; this.text = this.lines; this.parent.visibility = 'a'", nil),
        ] as [(String, String?)]
    )
    func aLiteralOfTheWrongKindIsFound(_ program: String, _ corrected: String?) {
        let marked = "<NText \(Self.size) text=\"a\" flag=\"flag_clickable\" onClick=\"${\(program)}\"/>"
        expectFinding(program.contains("^") ? "lint.unfit-value" : nil, marked)
        let source = marked.replacingOccurrences(of: "^", with: "")
        let found = LintExamples.diagnostics(of: SourceFile(path: "Card.xml", text: source))
        expectFix(found, of: source, corrected.map { "${\($0)}" })
    }

    /// What is written between single quotes cannot have another one.
    @Test func aLiteralIsCorrectedInItsAttribute() throws {
        let source = "<NText \(Self.size) text=\"a\" flag=\"flag_clickable\" onClick='${this.text = 5}'/>"
        let found = LintExamples.diagnostics(of: SourceFile(path: "Card.xml", text: source))
        let edits = try #require(found.first?.fixIts.first?.edits)
        let fixed = String(decoding: applying(edits, to: Array(source.utf8)), as: UTF8.self)
        #expect(lint(fixed) == [] && fixed.contains("'${this.text = &apos;5&apos;}'"), "\(fixed)")
    }

    /// It is spelled right, so that another property with a name much like it is not what was meant.
    @Test(arguments: ["lineHeight", "flexFlow"])
    func aPropertyOfOtherComponentsIsNotMisspelt(_ name: String) {
        for use in ["\(name)=\"1\"", "flag=\"flag_clickable\" onClick=\"${this.\(name) = 1}\""] {
            let source = "<FrameLayout \(Self.size) \(use)/>"
            let found = LintExamples.diagnostics(of: SourceFile(path: "Card.xml", text: source))
            #expect(found.map(\.id) == ["lint.unknown-property"], "\(source)")
            #expect(found.allSatisfy { $0.fixIts.isEmpty && !$0.message.contains("did you mean") }, "\(found)")
        }
    }

    /// What covers a background may go away.
    @Test(arguments: [
        ("", true), ("flag=\"flag_clickable\" onClick=\"${module.m.f(1)}\"", true), ("name=\"cover\"", false),
        ("id=\"1\" flag=\"flag_clickable\"", false),
        ("flag=\"flag_clickable\" onClick=\"${this.visibility = 2}\"", false),
        ("flag=\"flag_clickable\" onClick=\"${this.background = #00000000}\"", false),
    ])
    func aCoverThatMayGoAwayIsNoProblem(_ cover: String, _ isFound: Bool) {
        let sides = "layoutWidth=\"match_parent\" layoutHeight=\"match_parent\""
        expectFinding(
            isFound ? "lint.covered-background" : nil,
            "<FrameLayout \(Self.size) background=\"white\"><FrameLayout \(sides) background=\"^red\" \(cover)/></FrameLayout>"
        )
    }
}
