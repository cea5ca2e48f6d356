import Testing
import VirtualViewFormat

@testable import VirtualViewCompiler

@Suite struct EventBlocksTests {
    private func read(_ text: String, isLenient: Bool = false) -> (blocks: EventBlocks, diagnostics: [Diagnostic]) {
        var blocks = EventBlocks()
        var list = DiagnosticList()
        blocks.read(SourceFile(path: "handlers.txt", text: text), isLenient: isLenient, into: &list)
        return (blocks, list.ordered)
    }

    private func compile(_ xml: String, _ blocks: EventBlocks) -> CompiledTemplate {
        var options = TemplateCompiler.Options()
        options.blocks = blocks
        return TemplateCompiler(options: options).compile(SourceFile(path: "T.xml", text: xml))
    }

    @Test func whatOnlyOtherClientsCannotDoIsReportedForThem() {
        for (client, count) in [(Client.swift, 0), (.tools, 1)] {
            var (blocks, list) = (EventBlocks(), DiagnosticList())
            let file = SourceFile(path: "a.txt", text: "block a { this.text = data.shop.name }")
            blocks.read(file, isLenient: false, client: client, into: &list)
            #expect(list.ordered.count == count && blocks["a"] != nil)
        }
    }

    private static let file = """
        block open {
            this.text = 'open';
            if (this.tag) { this.tag = 0 }
        }
        block close{this.text='closed'}
        """

    @Test func aNameStandsForTheProgram() throws {
        let (blocks, diagnostics) = read(Self.file)
        #expect(diagnostics.isEmpty)
        #expect(blocks.names == ["close", "open"])
        let result = compile("<NText onClick=\"close\" onLongClick=\" open \"/>", blocks)
        #expect(result.diagnostics.isEmpty)
        let template = try Template(decoding: #require(result.bytes))
        #expect(template.expressions.map(\.id) == [StringID(hashing: "close"), StringID(hashing: "open")])
        let inline = EventProgramCompiler.compile("${this.text='closed'}")
        #expect(template.expressions.first { _ in true }?.code == inline?.code)
        // The texts of a block are stored where it is used first.
        #expect(template.strings.map(\.text) == ["closed", "open"])
    }

    @Test func aBlockThatIsUsedTwiceIsStoredOnceAndAnUnusedOneNever() throws {
        let result = compile(
            "<VHLayout onClick=\"close\"><NText onClick=\"close\"/></VHLayout>",
            read(Self.file).blocks
        )
        let template = try Template(decoding: #require(result.bytes))
        #expect(template.expressions.count == 1)
        #expect(template.strings.map(\.text) == ["closed"])
    }

    @Test func theFirstBlockNeedsNoKeyword() {
        #expect(read("open{this.a=1}block close{this.a=2}").blocks.names == ["close", "open"])
    }

    @Test func aMisspeltNameIsSuggested() {
        let blocks = read(Self.file).blocks
        expectDiagnostics(
            "<NText onClick=\"1️⃣clsoe\" onLongClick=\"2️⃣other\"/>",
            [
                .error(
                    "event.unknown-block",
                    "unknown block 'clsoe'; did you mean 'close'?",
                    at: "1️⃣",
                    fixIts: ["replace with 'close'"]
                ),
                .error(
                    "event.unknown-block",
                    "unknown block 'other'; write a program '${…}', or the name of a block",
                    at: "2️⃣"
                ),
            ],
            by: { file in
                var options = TemplateCompiler.Options()
                options.blocks = blocks
                return TemplateCompiler(options: options).compile(file).diagnostics.ordered
            }
        )
    }

    private static let analysis: Analysis = { file in
        var blocks = EventBlocks()
        var list = DiagnosticList()
        blocks.read(file, isLenient: false, into: &list)
        return list.ordered
    }

    @Test(arguments: [
        ("1️⃣block", []),
        ("block 1️⃣open", [ExpectedDiagnostic.error("event.block-form", EventMessage.blockForm.text, at: "1️⃣")]),
        ("block 1️⃣}open{", [.error("event.block-form", EventMessage.blockForm.text, at: "1️⃣")]),
        ("block open{this.a=1} 1️⃣rest", [.error("event.block-form", EventMessage.textAfterBlock.text, at: "1️⃣")]),
        ("block 1️⃣{this.a=1}", [.error("event.block-name", EventMessage.blockName.text, at: "1️⃣")]),
        (
            "block open{1️⃣// note\n this.a=1}",
            [.error("event.comment", "programs and block files have no comments", at: "1️⃣")]
        ),
        ("block open 1️⃣{ ; }", [.error("event.empty-program", EventMessage.emptyProgram.text, at: "1️⃣")]),
        (
            "block open{this.1️⃣blocked=1; this.text='2️⃣block'}\n3️⃣blocks{this.a=1}",
            [
                .error("event.block-word", EventMessage.blockWord.text, at: "1️⃣"),
                .error("event.block-word", EventMessage.blockWord.text, at: "2️⃣"),
                .error("event.block-word", EventMessage.blockWord.text, at: "3️⃣"),
            ]
        ),
        ("s1️⃣block{this.a=1}", [.error("event.block-word", EventMessage.blockWord.text, at: "1️⃣")]),
        ("block open{this.a=1 1️⃣block ", [.error("event.block-word", EventMessage.blockWord.text, at: "1️⃣")]),
        ("block open{this.a=1 1️⃣block close", [.error("event.block-word", EventMessage.blockWord.text, at: "1️⃣")]),
        (
            "block 1️⃣open{this.a=1}\nblock 2️⃣open{this.a=2}",
            [
                .error(
                    "event.duplicate-block",
                    "the block 'open' is defined twice",
                    at: "2️⃣",
                    notes: [.init("'open' first defined here", at: "1️⃣")]
                )
            ]
        ),
        (
            "block open1️⃣{\n    this.a = 2️⃣;\n}",
            [.error("event.expected-operand", "expected a value after '=', but found ';'", at: "2️⃣")]
        ),
    ])
    func whatIsWrongIsReportedInItsPlace(_ source: String, _ expected: [ExpectedDiagnostic]) {
        expectDiagnostics(source, expected, by: Self.analysis)
    }

    @Test func anEmptyBlockIsMarkedFromBraceToBrace() {
        #expect(read("block open{ ; }\n").diagnostics.map(\.range.offsets) == [10..<15])
        // Without a name only the brace is marked.
        #expect(read("block {this.a=1}\n").diagnostics.map(\.range.offsets) == [6..<7])
    }

    @Test func anUnclosedBlockEndsWhereTheNextBegins() {
        expectDiagnostics(
            "block open{if(this.a)1️⃣{this.b=1 2️⃣}\nblock close{this.a=2}",
            [
                .error(
                    "event.unclosed",
                    "expected '}' before the end",
                    at: "2️⃣",
                    notes: [.init("'{' opened here", at: "1️⃣")],
                    fixIts: ["insert '}'"]
                )
            ],
            by: Self.analysis
        )
    }

    @Test func aFileMustBeUTF8AndMayBeginWithAMark() {
        var blocks = EventBlocks()
        var list = DiagnosticList()
        let marked = [0xEF, 0xBB, 0xBF] + Array("block a{this.b=1}".utf8)
        blocks.read(SourceFile(path: "a.txt", bytes: marked), isLenient: false, into: &list)
        #expect(list.isEmpty && blocks.names == ["a"])
        blocks.read(SourceFile(path: "b.txt", bytes: Array("block b".utf8) + [0xFF]), isLenient: false, into: &list)
        #expect(list.ordered.map(\.id) == ["event.unexpected-character"])
        #expect(list.ordered.map(\.range.offsets.lowerBound) == [7])
    }

    @Test func aBlockWithAnErrorIsNotThere() {
        let (blocks, diagnostics) = read("block open{this.a=}block close{this.a=1}")
        #expect(diagnostics.count == 1)
        #expect(blocks.names == ["close"])
    }

    @Test func lenientReadingStoresWhatTheReferenceStores() {
        #expect(read("block a{this.b=#F80}").blocks.names.isEmpty)
        let (blocks, diagnostics) = read("block a{this.b=#F80}", isLenient: true)
        #expect(blocks.names == ["a"])
        #expect(diagnostics.map(\.severity) == [.warning])
    }
}
