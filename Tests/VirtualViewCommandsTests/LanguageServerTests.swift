import Foundation
import Testing
import VirtualViewCommands
import VirtualViewExpressions
import VirtualViewTestSupport

/// `vvc language-server`: what it tells about templates.
@Suite struct LanguageServerTests {
    private let space: Workspace
    private let session: EditorSession

    private static let card = """
        <?xml version="1.0" encoding="utf-8"?>
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content">
            <NText layoutWidth="match_parent" layoutHeight="wrap_content" text="${title}" textColor="#FF8800"/>
            <Badge layoutWidth="20" layoutHeight="20" tone="calm" onClick="open"/>
            <NImage layoutWidth="40rp" layoutHeight="40rp" src="${images[0].url}"/>
        </VHLayout>

        """

    init() throws {
        space = try Workspace()
        try space.write(
            "vvc.json",
            #"{"components": "design/components.json", "blocks": "design/handlers.txt"}"#
        )
        try space.write(
            "design/components.json",
            """
            {"version": 1, "components": [{"id": 1001, "name": "Badge", "properties": [
                {"name": "tone", "kind": "Enum", "words": {"calm": 1, "loud": 2}}
            ]}]}
            """
        )
        try space.write("design/handlers.txt", "block open { this.visibility = 1; }\n")
        try space.write("Card.xml", Self.card)
        try space.write("Card.json", #"{"title": "Tea", "images": [{"url": "a.png"}], "item": {"type": "Tag"}}"#)
        try space.write("Card.long.json", #"{"title": "A very long title", "subtitle": "More"}"#)
        try space.write("Card.test.json", #"{"steps": []}"#)
        try space.write("Tag.xml", #"<NText layoutWidth="1" layoutHeight="1" text="${label}"/>"#)
        try space.write("Tag.json", #"{"label": "new"}"#)
        session = try EditorSession(space.folder.path)
        session.start()
    }

    private func completions(_ marked: String, in name: String = "Card.xml") -> [String] {
        session.open(name, marked.replacingOccurrences(of: "‸", with: ""))
        return session.ask("textDocument/completion", name, marked)?.labels ?? []
    }

    private func hover(_ name: String, _ marked: String) -> String? {
        session.open(name, marked.replacingOccurrences(of: "‸", with: ""))
        guard case .string(let text)? = session.ask("textDocument/hover", name, marked)?["contents"]?["value"] else {
            return nil
        }
        return text
    }

    @Test(arguments: [
        ("Card.json", #"{"item": {"type": "T‸ag"}}"#, "The template in Tag.xml."),
        ("Card.json", #"{"item": {"type": "T‸ea"}}"#, nil), ("Card.json", #"{"title": "T‸ag"}"#, nil),
        ("Row.asv", "{vl [(text:pl‸ain)]}", "text"), ("Row.asv", "{vl [(te‸xt:plain)]}", "text"),
        ("Row.asv", "{vl [(txet:pl‸ain)]}", nil), ("Row.asv", "‸{vl [(text:plain)]}", nil),
        ("Card.xml", "<NText text=\"pl‸ain\"/>", "text"), ("Card.xml", "<NText ‸text=\"plain\"/>", "text"),
        ("Card.xml", "<NText txet=\"pl‸ain\"/>", nil),
    ])
    func whatIsUnderThePointerIsTold(_ name: String, _ marked: String, _ expected: String?) {
        let found = hover(name, marked)
        if let expected { #expect(found?.contains(expected) == true, "\(found ?? "")") } else { #expect(found == nil) }
    }

    /// A template has the name that its instruction gives it.
    @Test func dataNameATemplateByTheNameThatItGivesItself() throws {
        try space.write("tile_v2.xml", "<?vvc name=\"Tile\"?>\n<NText text=\"a\"/>")
        #expect(
            completions(#"{"item": {"type": "‸"}}"#, in: "Card.json").filter { $0.hasPrefix("T") || $0.hasPrefix("t") }
                == ["Tag", "Tile"]
        )
        #expect(hover("Card.json", #"{"item": {"type": "Ti‸le"}}"#) == "The template in tile_v2.xml.")
        #expect(hover("Card.json", #"{"item": {"type": "tile‸_v2"}}"#) == nil)
    }

    /// Completion replaces the word at the cursor, in choices and programs too.
    @Test(arguments: [
        ("<NText text=\"Hi ${‸, welcome\"/>", "title", "<NText text=\"Hi ${title, welcome\"/>"),
        ("<NText visibility=\"@{${title} ? ‸}\"/>", "gone", "<NText visibility=\"@{${title} ? gone}\"/>"),
        (
            "<NText visibility=\"@{${title} ? vi‸s : gone}\"/>", "gone",
            "<NText visibility=\"@{${title} ? gone : gone}\"/>"
        ),
        (
            "<NText visibility=\"${= a ? 'v‸' : 'gone'}\"/>", "visible",
            "<NText visibility=\"${= a ? 'visible' : 'gone'}\"/>"
        ),
        (
            "<NText gravity=\"${= a ? 'left|‸' : 'right'}\"/>", "top",
            "<NText gravity=\"${= a ? 'left|top' : 'right'}\"/>"
        ),
        (
            "<NText textColor=\"${= a ? '#‸FF0000' : 'red'}\"/>", "aqua",
            "<NText textColor=\"${= a ? 'aqua' : 'red'}\"/>"
        ),
        ("<NText visibility=\"${= a == '}' ? 'v‸\"/>", "visible", "<NText visibility=\"${= a == '}' ? 'visible\"/>"),
        ("<NText visibility=\"${a}‸\"/>", "visible", "<NText visibility=\"visible\"/>"),
        ("<NText text=\"${= up‸(title)}\"/>", "upper", "<NText text=\"${= upper(title)}\"/>"),
        ("<NText gravity=\"left | ‸\"/>", "top", "<NText gravity=\"left | top\"/>"),
        ("<NText onClick=\"${this.text = data.‸}\"/>", "title", "<NText onClick=\"${this.text = data.title}\"/>"),
        ("<NText onClick=\"${‸}\"/>", "title", nil), ("<NText gravity=\"left | ‸\"/>", "left", nil),
        ("<NText visibility=\" ‸\"/>", "gone", "<NText visibility=\"gone\"/>"),
        ("<NText te‸xt= />", "text", "<NText text= />"), ("<NText te‸ =foo/>", "text", "<NText text =foo/>"),
        ("<NText text=‸/>", "gravity", nil), ("<NText text=\"a\"‸/>", "gravity", nil),
    ])
    func aCompletionLeavesWhatIsAroundTheWord(_ marked: String, _ label: String, _ expected: String?) throws {
        let source = marked.replacingOccurrences(of: "‸", with: "")
        session.open("Card.xml", source)
        guard case .array(let items)? = session.ask("textDocument/completion", "Card.xml", marked)?["items"] else {
            Issue.record("no items")
            return
        }
        let item = items.first { $0["label"] == .string(label) }
        guard let edit = item?["textEdit"], case .string(let new)? = edit["newText"],
            case .int(let start)? = edit["range"]?["start"]?["character"],
            case .int(let end)? = edit["range"]?["end"]?["character"]
        else {
            #expect(expected == nil && item == nil, "\(item?.json ?? "")")
            return
        }
        let letters = Array(source)
        #expect(String(letters[..<Int(start)]) + new + String(letters[Int(end)...]) == expected)
    }

    @Test func programsReadWhatTheyHaveNamesFor() throws {
        try space.write("Card.json", #"{"Ünï": 1, "😀": 2, "a b": 3, "": 4, "1st": 5, "true": 6, "_a1": 7}"#)
        #expect(completions("<NText onClick=\"${log(data.‸)}\"/>").prefix(2) == ["true", "_a1"])
        #expect(completions("<NText text=\"${= ‸}\"/>").prefix(3) == ["Ünï", "😀", "_a1"])
    }

    /// An edit is on the line of the cursor.
    @Test(arguments: [
        ("<NText flag=\"flag_clickable|\n    ‸\"/>", 4, 4), ("<NText flag=\"flag_draw\n | fl‸\n|\"/>", 3, 5),
        ("<NText visibility=\"\n  vi‸s\n\"/>", 0, 5), ("<NText onClick=\"\n  op‸\"/>", 0, 4),
    ])
    func aCompletionStaysOnItsLine(_ marked: String, _ start: Int64, _ end: Int64) throws {
        session.open("Card.xml", marked.replacingOccurrences(of: "‸", with: ""))
        let items = session.ask("textDocument/completion", "Card.xml", marked)?["items"]
        let range = try #require(items?[0]?["textEdit"]?["range"])
        #expect(range["start"] == ["line": 1, "character": .int(start)])
        #expect(range["end"] == ["line": 1, "character": .int(end)])
    }

    @Test func aFragmentAndABlockAreShownWhole() throws {
        let fragment = hover("Row.asv", "def plain = {\n    vl [(text:a)]\n}\n{vl [pl‸ain]}")
        #expect(fragment?.contains("vl [(text:a)]\n}") == true, "\(fragment ?? "")")
        try space.write("design/handlers.txt", "block open { this.text = '}'; this.visibility = 1; }\n")
        session.notify("workspace/didChangeWatchedFiles", ["changes": [["uri": "@/design/handlers.txt", "type": 2]]])
        let block = hover("Card.xml", "<NText onClick=\"op‸en\"/>")
        #expect(block?.contains("this.visibility = 1; }") == true, "\(block ?? "")")
    }

    /// Only the lines that differ are replaced, so that marks elsewhere stay.
    @Test(arguments: [
        ("<A>\n  <B/>\n    <C/>\n</A>\n", 1, 2, "    <B/>\n"), ("<A>\n    <B/>\n  <C/>\n</A>\n", 2, 3, "    <C/>\n"),
        ("<A>\n    <B/>\n    <C/>\n</A>", 3, 3, "</A>\n"), ("<A>\n    <B/>\n\n\n    <C/>\n</A>\n", 3, 5, "    <C/>\n"),
    ])
    func formattingReplacesTheLinesThatDiffer(_ source: String, _ first: Int64, _ last: Int64, _ new: String) throws {
        session.open("Card.xml", source)
        let result = session.ask("textDocument/formatting", ["textDocument": ["uri": "@/Card.xml"]])
        guard case .array(let edits)? = result, edits.count == 1 else {
            Issue.record("\(result?.json ?? "")")
            return
        }
        #expect(edits[0]["range"]?["start"] == ["line": .int(first), "character": 0])
        #expect(edits[0]["range"]?["end"]?["line"] == .int(last), "\(edits[0].json)")
        #expect(edits[0]["newText"] == .string(new), "\(edits[0].json)")
    }

    /// An editor that can look after files is asked to do so.
    @Test func filesAreWatchedByTheEditor() throws {
        let watching: JSONValue = ["workspace": ["didChangeWatchedFiles": ["dynamicRegistration": true]]]
        for (abilities, isAsked) in [(watching, true), (EditorSession.abilities, false)] {
            let session = try EditorSession(space.folder.path)
            session.start(abilities)
            #expect(session.transcript.contains("client/registerCapability") == isAsked)
            #expect(session.transcript.contains("workspace/didChangeWatchedFiles") == isAsked)
        }
    }

    /// A project with errors has no compiler: what is wrong in the XML itself is told, and no component is unknown.
    @Test func sourcesOfABrokenProjectAreReadAsXML() throws {
        try space.write("vvc.json", #"{"components": 1}"#)
        session.open("Card.xml", "<Badge a=\"1\" a=\"2\"/>")
        #expect(session.codes("Card.xml") == ["xml.duplicate-attribute"])
    }

    // MARK: - Sessions

    @Test func sessionAboutATemplate() throws {
        session.open("Card.xml", Self.card)
        session.ask("textDocument/completion", "Card.xml", marked("orientation=\"‸V"))
        session.ask("textDocument/hover", "Card.xml", marked("text=\"${ti‸tle}"))
        session.ask("textDocument/hover", "Card.xml", marked("text‸Color"))
        session.ask("textDocument/hover", "Card.xml", marked("<NI‸mage"))
        session.ask("textDocument/hover", "Card.xml", marked("\"op‸en\""))
        session.ask("textDocument/definition", "Card.xml", marked("[0].u‸rl"))
        session.ask("textDocument/definition", "Card.xml", marked("<Ba‸dge"))
        session.ask("textDocument/definition", "Card.xml", marked("\"op‸en\""))
        let included: [String: JSONValue] = ["context": ["includeDeclaration": true]]
        session.ask("textDocument/references", "Card.xml", marked("\"op‸en\""), included)
        session.ask("textDocument/references", "Card.xml", marked("${ti‸tle}"), included)
        session.ask("textDocument/documentSymbol", ["textDocument": ["uri": "@/Card.xml"]])
        session.ask("textDocument/documentColor", ["textDocument": ["uri": "@/Card.xml"]])
        let range: JSONValue = ["start": ["line": 2, "character": 93], "end": ["line": 2, "character": 100]]
        session.ask(
            "textDocument/colorPresentation",
            [
                "textDocument": ["uri": "@/Card.xml"], "range": range,
                "color": ["red": 1, "green": 0.5, "blue": 0, "alpha": 0.25],
            ]
        )
        change("Card.xml", line: 4, 5..<11, "NImagee", version: 2)
        let all: JSONValue = ["start": ["line": 0, "character": 0], "end": ["line": 9, "character": 0]]
        session.ask(
            "textDocument/codeAction",
            ["textDocument": ["uri": "@/Card.xml"], "range": all, "context": ["diagnostics": []]]
        )
        session.notify("textDocument/didClose", ["textDocument": ["uri": "@/Card.xml"]])
        session.ask("shutdown", .null)
        session.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
        #expect(session.server.exitCode == .success)
        try expectSnapshot(session.transcript, named: "template.txt")
    }

    private func marked(_ mark: String) -> String {
        let plain = mark.replacingOccurrences(of: "‸", with: "")
        return Self.card.replacingOccurrences(of: plain, with: mark)
    }

    private func change(_ name: String, line: Int64, _ characters: Range<Int>, _ text: String, version: Int64) {
        let start: JSONValue = ["line": .int(line), "character": .int(Int64(characters.lowerBound))]
        let end: JSONValue = ["line": .int(line), "character": .int(Int64(characters.upperBound))]
        session.notify(
            "textDocument/didChange",
            [
                "textDocument": ["uri": .string("@/\(name)"), "version": .int(version)],
                "contentChanges": [["range": ["start": start, "end": end], "text": .string(text)]],
            ]
        )
    }

    @Test func sessionAboutAnAssembleSource() throws {
        let text = """
            // Two lines.
            def quiet = [(font:24rp, color:8F959E)]
            { vl(padding:4) [(text:<title>, font:30)] [quiet(text:<sub>)] [name(text:"😀 ${title}", textStyle:bold)] }

            """
        func marked(_ mark: String) -> String {
            text.replacingOccurrences(of: mark.replacingOccurrences(of: "‸", with: ""), with: mark)
        }
        try space.write("Row.json", #"{"title": "One", "sub": {"line": 2}}"#)
        session.open("Row.asv", text)
        session.ask("textDocument/completion", "Row.asv", marked("textStyle:‸bold"))
        session.ask("textDocument/completion", "Row.asv", marked("<‸sub>"))
        session.ask("textDocument/hover", "Row.asv", marked("😀 ${tit‸le}"))
        session.ask("textDocument/hover", "Row.asv", marked("textSt‸yle:bold"))
        session.ask("textDocument/hover", "Row.asv", marked("v‸l("))
        session.ask("textDocument/hover", "Row.asv", marked("[qui‸et("))
        session.ask("textDocument/definition", "Row.asv", marked("[qui‸et("))
        session.ask("textDocument/references", "Row.asv", marked("def qui‸et"))
        session.ask("textDocument/references", "Row.asv", marked("[(text:<tit‸le>"))
        session.ask("textDocument/documentSymbol", ["textDocument": ["uri": "@/Row.asv"]])
        session.ask("textDocument/documentColor", ["textDocument": ["uri": "@/Row.asv"]])
        // The outline and the colours stay while the source has an error.
        change("Row.asv", line: 2, 2..<4, "vx", version: 2)
        session.ask("textDocument/documentColor", ["textDocument": ["uri": "@/Row.asv"]])
        try expectSnapshot(session.transcript, named: "assemble.txt")
    }

    @Test func sessionWithMistakesOfTheClient() throws {
        let session = try EditorSession(space.folder.path)
        session.ask("textDocument/hover", ["textDocument": ["uri": "@/Card.xml"]])
        session.send(#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{}}"#)
        session.start()
        session.ask("initialize", ["capabilities": [:]])
        session.send(raw: "Content-Length: 5\r\n\r\n{\"a\":")
        session.send(raw: "Content-Length: many\r\n\r\n")
        session.send(raw: "nothing that ends\r\n\r\nContent-Length: 4000000000\r\n\r\n")
        let other = try EditorSession(space.folder.path)
        other.start()
        for message in [
            "[]", "7", "{}", #"{"id":1}"#, #"{"id":{},"method":"x"}"#, #"{"id":"a","method":"no/such"}"#,
            #"{"id":2,"method":"$/unknown"}"#, #"{"method":"$/unknown"}"#, #"{"method":"no/such","params":7}"#,
            #"{"id":3,"method":"textDocument/hover"}"#,
            #"{"id":4,"method":"textDocument/hover","params":{"textDocument":{"uri":"@/No.xml"},"position":{"line":0,"character":0}}}"#,
            #"{"id":5,"result":null}"#,
            #"{"method":"textDocument/didChange","params":{"textDocument":{"uri":"@/No.xml"}}}"#,
        ] { other.send(message) }
        other.open("Card.xml", Self.card)
        for position in [
            #"{"line":-1,"character":0}"#, #"{"line":0,"character":1.5}"#, #"{"line":9007199254740993,"character":0}"#,
            #"{"line":2,"character":9007199254740993}"#, "null",
        ] {
            other.send(
                #"{"id":6,"method":"textDocument/hover","params":{"textDocument":{"uri":"@/Card.xml"},"position":\#(position)}}"#
            )
        }
        // Cancelled before it was read.
        let cancelled = MessageStream.frame(#"{"id":7,"method":"textDocument/hover","params":{}}"#)
        other.server.receive(cancelled + MessageStream.frame(#"{"method":"$/cancelRequest","params":{"id":7}}"#))
        other.ask("shutdown", .null)
        other.ask("textDocument/hover", [:])
        other.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
        other.ask("shutdown", .null)
        #expect(other.server.exitCode == .success)
        try expectSnapshot(session.transcript + "\n" + other.transcript, named: "mistakes.txt")
        session.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
        #expect(session.server.exitCode == nil, "the message is in what is passed over")
        let hasty = try EditorSession(space.folder.path)
        hasty.start()
        hasty.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
        #expect(hasty.server.exitCode == .inputErrors, "an end without a shutdown")
    }

    // MARK: - Completion

    @Test(arguments: [
        ("<‸", "NText"), ("<N‸", "Badge"), ("<NText te‸/>", "textSize"), ("<Badge ‸ id=\"1\"/>", "tone"),
        ("<Badge tone=\"‸\"/>", "loud"), ("<NText visibility=\"‸\"/>", "gone"), ("<NText text=\"‸\"/>", "${title}"),
        ("<NText text=\"${‸\"/>", "subtitle"), ("<NText text=\"a ${images[0].‸} b\"/>", "url"),
        ("<NText text=\"${= upper(ti‸) }\"/>", "title"), ("<NText text=\"${= ‸ }\"/>", "upper"),
        ("<NText textColor='‸'/>", "white"), ("<NText onClick=\"‸\"/>", "open"), ("<VHLayout><NText/></‸", "VHLayout"),
        ("<NText text=\"a\"\n\n  ‸\n<NText text=\"b\"/>", "textSize"),
        ("<NText accessibilityState=\"selected|‸\"/>", "disabled"), ("<NText alignSelf=\"‸\"/>", "stretch"),
        ("<FlexLayout flexFlow=\"‸\"/>", "nowrap"), ("<NText flexBasis=\"‸\"/>", "auto"),
        ("<Scroller anchor=\"‸\"/>", "end"), ("<NText alignSelf=\"‸\"/>", "${title}"),
    ])
    func whatMayBeWrittenIsOffered(_ marked: String, _ expected: String) {
        let found = completions(marked)
        #expect(found.contains(expected), "\(marked): \(found.prefix(20))")
    }

    @Test(arguments: [
        ("<NText ‸ text=\"a\"/>", "text"), ("<NImage ‸/>", "textSize"), ("<NText gravity=\"left|‸\"/>", "left"),
        ("<!-- <‸ -->", "NText"), ("<NText text=\"${= 'ti‸' }\"/>", "title"), ("<NText text=\"@{ti‸\"/>", "title"),
        ("<NText text=\"${title} ‸\"/>", "${title}"), ("<?vvc <‸ ?>", "NText"), ("text ‸", "NText"),
        ("<NText text=\"${steps‸}\"/>", "steps"),
    ])
    func whatMayNotBeWrittenIsNotOffered(_ marked: String, _ unexpected: String) {
        let found = completions(marked)
        #expect(!found.contains(unexpected), "\(marked)")
    }

    @Test(arguments: [
        ("{‸", "vl"), ("{ hc [(‸", "imageUrl"), ("{ hc(‸) }", "extendWith"), ("{ hc [(text:a, ‸)] }", "font"),
        ("{ hc [(visibility:‸)] }", "gone"), ("{ hc [(text:‸)] }", "<title>"), ("{ hc [(text:<‸)] }", "title"),
        ("{ hc [(text:\"a ${‸\")] }", "title"), ("def big = [(font:9)]\n{ hc [b‸] }", "big"), ("‸", "def"),
        ("{ hc [(textStyle:bold|‸)] }", "italic"),
    ])
    func whatMayBeWrittenInAnAssembleIsOffered(_ marked: String, _ expected: String) throws {
        try space.write("Row.json", #"{"title": "One"}"#)
        let found = completions(marked, in: "Row.asv")
        #expect(found.contains(expected), "\(marked): \(found.prefix(20))")
    }

    /// Names of data that are no steps of paths are left out, and the others are written as the source needs them.
    @Test func namesWithHyphensAndBlanksAreNamesOfData() throws {
        try space.write("Odd.json", #"{"first-name": "Ann", "name": "no", "two words": {"in-ner": "deep"}}"#)
        func text(_ path: String) -> String { "<NText text=\"${\(path)}\"/>" }
        #expect(hover("Odd.xml", text("first-na‸me"))?.contains("Ann") == true)
        #expect(hover("Odd.xml", text(" ‸first-name ?: 'x'"))?.contains("Ann") == true)
        #expect(hover("Odd.xml", text("two words.in-n‸er"))?.contains("deep") == true)
        #expect(hover("Odd.xml", text("= first-na‸me"))?.contains("no") == true, "a difference")
        let source = text("first-na‸")
        session.open("Odd.xml", source.replacingOccurrences(of: "‸", with: ""))
        let answer = session.ask("textDocument/completion", "Odd.xml", source)
        let items = try #require(answer?.items)
        let edit = items.first { $0["label"] == "first-name" }?["textEdit"]
        #expect(edit?["range"]?["start"]?["character"] == 15 && edit?["newText"] == "first-name", "\(items)")
    }

    @Test func dataThatIsOnlyOpenIsDataEverywhere() throws {
        session.open("New.json", #"{"title": "now"}"#)
        #expect(completions("<NText text=\"${ti‸\"/>", in: "New.xml").contains("title"))
        #expect(hover("New.xml", "<NText text=\"${ti‸tle}\"/>")?.contains("now") == true)
    }

    /// Closing one project file and opening another in one burst.
    @Test func ofTwoProjectFilesTheOneThatIsOpenTellsItself() throws {
        for folder in ["A", "B"] {
            try space.write("\(folder)/vvc.json", #"{"bad": 1}"#)
            try space.write("\(folder)/Card.xml", "<NText text=\"a\"/>")
            session.open("\(folder)/Card.xml", "<NText text=\"a\"/>")
        }
        session.open("A/vvc.json", "{}")
        #expect(session.codes("A/vvc.json") == [] && session.codes("B/vvc.json") == ["project.unknown-member"])
        session.notify("textDocument/didClose", ["textDocument": ["uri": "@/A/vvc.json"]], rests: false)
        session.open("B/vvc.json", "{}")
        #expect(session.codes("A/vvc.json") == ["project.unknown-member"] && session.codes("B/vvc.json") == [])
    }

    @Test func namesOfDataAreWrittenAsPaths() throws {
        try space.write(
            "Odd.json",
            #"{"a\"b": 1, "x<y": 2, "p&q": 3, "it's": 4, "c}d": 5, "e.f": 6, "g[0]": 7, "= z": 8, "": 9, "plain": 10}"#
        )
        func written(_ marked: String, _ name: String = "Odd.xml") -> [String] {
            session.open(name, marked.replacingOccurrences(of: "‸", with: ""))
            let answer = session.ask("textDocument/completion", name, marked)
            guard case .array(let items)? = answer?["items"] else { return [] }
            return items.filter { $0["kind"] == 5 }.compactMap { item in
                if case .string(let text)? = item["textEdit"]?["newText"] { text } else { nil }
            }
        }
        #expect(
            written("<NText text=\"‸\"/>") == ["${a&quot;b}", "${x&lt;y}", "${p&amp;q}", "${it's}", "${plain}"]
        )
        #expect(written("<NText text='${‸'/>") == ["a&quot;b", "x&lt;y", "p&amp;q", "it&apos;s", "plain"])
        #expect(written("<NText text=\"${= ‸ }\"/>") == ["plain"])
        // The short form of the assemble language takes names alone, and is text in quotes.
        #expect(written("{ hc [(text:<‸)] }", "Odd.asv") == ["plain"])
        #expect(written("{ hc [(text:‸)] }", "Odd.asv") == ["<plain>"])
        #expect(written("{ hc [(text:\"‸\")] }", "Odd.asv") == ["${p&q}", "${it's}", "${plain}"])
        #expect(written("{ hc [(text:\"<‸\")] }", "Odd.asv") == [])
    }

    /// A source of one line after an offered item was taken.
    private func taking(_ label: String, _ marked: String, in name: String) -> String? {
        let source = marked.replacingOccurrences(of: "‸", with: "")
        session.open(name, source)
        let answer = session.ask("textDocument/completion", name, marked)
        guard case .array(let items)? = answer?["items"],
            let edit = items.first(where: { $0["label"] == .string(label) })?["textEdit"],
            case .int(let start)? = edit["range"]?["start"]?["character"],
            case .int(let end)? = edit["range"]?["end"]?["character"], case .string(let text)? = edit["newText"]
        else { return nil }
        var written = Array(source)
        written.replaceSubrange(Int(start)..<Int(end), with: Array(text))
        return String(written)
    }

    /// A word of several takes the place of the one at the cursor alone.
    @Test(arguments: [
        ("<FlexLayout flexFlow=\"row ‸\"/>", "wrap", "row wrap"),
        ("<FlexLayout flexFlow=\"ro‸|wrap\"/>", "row", "row|wrap"),
        ("<NText gravity=\"left|‸\"/>", "top", "left|top"), ("<NText alignSelf=\"cen‸\"/>", "center", "center"),
    ])
    func anOfferedWordReplacesThatAtTheCursor(_ marked: String, _ word: String, _ expected: String) throws {
        let written = try #require(taking(word, marked, in: "Card.xml"))
        #expect(written.contains("\"\(expected)\""), "\(written)")
    }

    /// Colours are digits, and bindings in quotes are those of the other language.
    @Test(arguments: [
        ("de‸", "def", "def"), ("{ hc [(text:a, color:‸)] }", "red", "{ hc [(text:a, color:FF0000)] }"),
        ("{ hc [(text:a, color:#‸)] }", "transparent", "{ hc [(text:a, color:00000000)] }"),
        (
            "{ hc [(text:a, color:\"@{${title} ? ‸ : blue}\")] }", "red",
            "{ hc [(text:a, color:\"@{${title} ? red : blue}\")] }"
        ),
        ("{ hc [(text:‸)] }", "<title>", "{ hc [(text:<title>)] }"),
        ("{ hc [(text:\"‸\")] }", "${title}", "{ hc [(text:\"${title}\")] }"),
    ])
    func anOfferedWordIsOneOfTheAssembleLanguage(_ marked: String, _ word: String, _ expected: String) throws {
        try space.write("Row.json", #"{"title": "One"}"#)
        #expect(taking(word, marked, in: "Row.asv") == expected)
        if expected != "def" {
            session.open("Row.asv", expected)
            #expect(session.codes("Row.asv") == [])
        }
    }

    /// An editor compares what is offered with what it replaces.
    @Test(arguments: [("<NText textColor=\"#‸\"/>", "#red"), ("<NText textColor=\"r‸\"/>", nil)])
    func anOfferedColorIsFoundBehindItsSign(_ marked: String, _ filter: String?) throws {
        session.open("Card.xml", marked.replacingOccurrences(of: "‸", with: ""))
        let answer = session.ask("textDocument/completion", "Card.xml", marked)
        let items = try #require(answer?.items)
        let red = try #require(items.first { $0["label"] == "red" })
        #expect(red["filterText"] == filter.map { JSONValue.string($0) })
    }

    /// A colour is shown where the compiler takes it.
    @Test(arguments: [("red", false), ("FF0000", true), ("#80FF0000", true), ("#red", false)])
    func aNameIsNoColorOfTheAssembleLanguage(_ value: String, _ isColor: Bool) {
        session.open("Row.asv", "{ hc [(text:a, color:\(value))] }")
        #expect(session.codes("Row.asv") == (isColor ? [] : ["E203"]))
        let found = session.ask("textDocument/documentColor", ["textDocument": ["uri": "@/Row.asv"]])
        #expect((found != []) == isColor, "\(String(describing: found))")
    }

    /// Where a configuration gives an attribute values of its own, those are the ones.
    @Test func theWordsOfAConfigurationAreOffered() throws {
        try space.write("config.properties", "alignSelf=Enum<centre:1>\n")
        let found = completions("<NText alignSelf=\"‸\"/>")
        #expect(found.contains("centre") && !found.contains("stretch"), "\(found)")
    }

    @Test func templatesAreOfferedAndFoundInData() throws {
        let marked = #"{"item": {"type": "T‸ag"}}"#
        #expect(completions(marked, in: "Card.json") == ["Card", "Tag"])
        let found = session.ask("textDocument/definition", "Card.json", marked)
        guard case .array(let places)? = found, case .string(let uri)? = places.first?["uri"] else {
            return #expect(Bool(false), "\(String(describing: found))")
        }
        #expect(uri.hasSuffix("/Tag.xml"))
        session.open("Tag.xml", "<NText/>")
        let uses = session.ask(
            "textDocument/references",
            "Tag.xml",
            "<NTe‸xt/>",
            ["context": ["includeDeclaration": false]]
        )
        guard case .array(let found)? = uses else { return #expect(Bool(false)) }
        #expect(found.count == 1)
    }

    // MARK: - Places

    /// The names of files and lines at which something was found, both as an editor counts them.
    private func places(
        _ method: String,
        _ name: String,
        _ marked: String,
        isDeclarationIncluded: Bool = false
    ) -> [String] {
        let context: [String: JSONValue] = ["context": ["includeDeclaration": .bool(isDeclarationIncluded)]]
        guard case .array(let found)? = session.ask("textDocument/\(method)", name, marked, context) else { return [] }
        return found.map { place in
            guard case .string(let uri)? = place["uri"], case .int(let line)? = place["range"]?["start"]?["line"] else {
                return place.json
            }
            return "\(uri.split(separator: "/").last ?? ""):\(line + 1)"
        }
    }

    @Test func ownComponentsAreFoundInTemplates() throws {
        session.open("Card.xml", Self.card)
        for name in ["Other", "sub/deep/Inner", "v1.2/Dotted", "pages.xml/Page", "node_modules/own/Package"] {
            try space.write("\(name).xml", "<Badge/>\n")
        }
        try FileManager.default.createSymbolicLink(atPath: space.path("again"), withDestinationPath: space.path("sub"))
        let place = marked("<Ba‸dge")
        let uses = ["Card.xml:4", "Other.xml:1", "Page.xml:1", "Inner.xml:1", "Dotted.xml:1"]
        #expect(places("references", "Card.xml", place) == uses)
        #expect(
            places("references", "Card.xml", place, isDeclarationIncluded: true) == ["components.json:1"] + uses
        )
    }

    @Test func aTemplateInTheAssembleLanguageIsFoundInData() throws {
        try space.write("Use.json", #"{"item": {"type": "Row"}}"#)
        session.open("Row.asv", "def a = { hc [(text:a)] }\n{ vl [a] }\n")
        #expect(places("references", "Row.asv", "def a = { hc [(text:a)] }\n{ v‸l") == ["Use.json:1"])
        #expect(places("references", "Row.asv", "def a = { h‸c") == [])
    }

    @Test func namesOfDataLeadToWhereTheyAreRead() throws {
        session.open("Card.json", #"{"title": "Tea"}"#)
        for marked in [#"{"ti‸tle""#, #"{‸"title""#, #"{"‸title""#, #"{"title‸""#] {
            #expect(places("definition", "Card.json", marked) == ["Card.xml:3"], "\(marked)")
        }
        #expect(places("definition", "Card.json", #"‸{"title""#) == [], "before the name")
        session.open("List.xml", "<NText\n    text=\"${items[1].name}\"\n    tag=\"${items[2]}\"/>\n")
        for (list, expected) in [
            (#"{"items": [{"name": "a"}, {"na‸me": "b"}, "c"]}"#, ["List.xml:2"]),
            (#"{"items": [{"name": "a"}, {"name": "b"}, "‸c"]}"#, ["List.xml:3"]),
            (#"{"items": [{"na‸me": "a"}, {"name": "b"}, "c"]}"#, []),
        ] {
            session.open("List.json", list.replacingOccurrences(of: "‸", with: ""))
            #expect(places("definition", "List.json", list) == expected, "\(list)")
        }
        // Steps of a test are no data.
        session.open("Card.test.json", #"{"title": []}"#)
        #expect(places("definition", "Card.test.json", #"{"ti‸tle""#) == [])
    }

    @Test(arguments: [
        (#"{"components": "design/comp‸onents.json", "blocks": "design/handlers.txt"}"#, ["components.json:1"]),
        (#"{"components": "design/components.json", "blocks": "design/h‸andlers.txt"}"#, ["handlers.txt:1"]),
        (#"{"components": ["design/comp‸onents.json"]}"#, ["components.json:1"]),
        (#"{"components": "design/no‸ne.json"}"#, []), (#"{"components": "des‸ign"}"#, []), (#"{"client": "‸"}"#, []),
        (#"{"widths": [3‸75]}"#, []), ("{‸", []),
    ])
    func namesInAProjectFileLeadToFiles(_ marked: String, _ expected: [String]) {
        session.open("vvc.json", marked.replacingOccurrences(of: "‸", with: ""))
        #expect(places("definition", "vvc.json", marked) == expected)
    }

    @Test(arguments: [
        ("Row.asv", "{ hc [(text:<ti‸tle>)] }", ["Row.json:1"]), ("Row.asv", "{ hc [(text:<no‸ne>)] }", []),
        ("Row.asv", "{ h‸c [(text:<title>)] }", []), ("Row.asv", "{ hc [(te‸xt:a)] }", []),
        ("Row.asv", "def a = [(font:9)]\n{ hc [‸a] }", ["Row.asv:1"]), ("Row.asv", "{ hc [no‸body] }", []),
        ("Row.xml", "<NText te‸xt=\"${title}\"/>", []), ("Row.xml", "<NText text=\"a‸\"/>", []),
        ("Row.xml", "<NText text=\"${title‸}\"/>", ["Row.json:1"]), ("Row.xml", "<NText onClick=\"no‸ne\"/>", []),
        ("Row.xml", "<NT‸ext/>", []), ("Row.xml", "<Badge></Bad‸ge>", ["components.json:1"]),
    ])
    func namesInTemplatesLeadToWhatTheyStandFor(_ name: String, _ marked: String, _ expected: [String]) throws {
        try space.write("Row.json", #"{"title": "One"}"#)
        session.open(name, marked.replacingOccurrences(of: "‸", with: ""))
        #expect(places("definition", name, marked) == expected)
    }

    // MARK: - Diagnostics

    /// What is shown while a tag is open is the last whole source, at the places where it is now.
    @Test func outlineAndColoursStayWhileSomebodyTypes() throws {
        let source = """
            <VHLayout layoutWidth="1" layoutHeight="1">
              <NText text="a" layoutWidth="1" layoutHeight="1"/>
              <NText text="b" textColor="#FF8800" layoutWidth="1" layoutHeight="1"/>
            </VHLayout>

            """
        let document: JSONValue = ["textDocument": ["uri": "@/New.xml"]]
        session.open("New.xml", source)
        let outline = session.ask("textDocument/documentSymbol", document)?[0]
        let colors = session.ask("textDocument/documentColor", document)
        change("New.xml", line: 1, 0..<0, "  <NIma\n", version: 2)
        #expect(session.codes("New.xml").contains("xml.unterminated-tag"))
        func lines(_ symbol: JSONValue?) -> [JSONValue?] {
            [symbol?["children"]?[0], symbol?["children"]?[1]].map { $0?["selectionRange"]?["start"]?["line"] }
        }
        #expect(lines(outline) == [1, 2])
        let moved = session.ask("textDocument/documentSymbol", document)?[0]
        #expect(lines(moved) == [2, 3])
        #expect(moved?["children"]?[0]?["selectionRange"]?["start"]?["character"] == 3)
        #expect(colors?[0]?["range"]?["start"]?["line"] == 2)
        let kept = session.ask("textDocument/documentColor", document)
        #expect(kept?[0]?["range"]?["start"]?["line"] == 3 && kept?[0]?["color"] == colors?[0]?["color"])
        // A colour that is being edited is none.
        change("New.xml", line: 3, 30..<31, "", version: 3)
        #expect(session.ask("textDocument/documentColor", document) == [])
    }

    @Test func documentationIsInAFormThatTheClientHas() throws {
        session.open("Card.xml", Self.card)
        let place = marked("orien‸tation")
        func kind(_ session: EditorSession) -> JSONValue? {
            guard case .array(let items)? = session.ask("textDocument/completion", "Card.xml", place)?["items"] else {
                return nil
            }
            return items.first?["documentation"]?["kind"]
        }
        #expect(kind(session) == "markdown")
        let other = try EditorSession(space.folder.path)
        other.start([:])
        other.open("Card.xml", Self.card)
        #expect(kind(other) == "plaintext")
    }

    /// A document that was never saved has a language instead of an ending.
    @Test(arguments: [("xml", "template.unknown-component"), ("asv", "E114")])
    func documentsWithoutFilesAreTemplatesToo(_ language: String, _ code: String) {
        let text: JSONValue = language == "xml" ? "<NImge/>" : "{ vx [(text:a)] }"
        let item: JSONValue = ["uri": "untitled:1", "languageId": .string(language), "version": 1, "text": text]
        session.notify("textDocument/didOpen", ["textDocument": item])
        #expect(session.transcript.contains("\"uri\":\"untitled:1\"") && session.transcript.contains(code))
    }

    @Test func diagnosticsAreThoseOfTheLinter() throws {
        try space.write("Bad.xml", "<NText/>")
        session.open("Bad.xml", "<NText/>")
        let expected = space.vvc("lint", "@/Bad.xml", "--json").out.split(separator: "\n").compactMap { line in
            (try? JSONValue(json: String(line)))?["id"]
        }
        #expect(session.codes("Bad.xml").map { JSONValue.string($0) } == expected && !expected.isEmpty)
    }

    /// The project file has the app's values, as for the linter.
    @Test func valuesOfTheAppAreKnown() throws {
        try space.write("vvc.json", #"{"env": {"currency": "EUR"}}"#)
        try space.write("Price.json", "{}")
        func text(_ name: String) -> String { "<NText layoutWidth=\"1\" layoutHeight=\"1\" text=\"${env.\(name)}\"/>" }
        session.open("Price.xml", text("currency"))
        #expect(session.codes("Price.xml") == [])
        session.open("Price.xml", text("curency"))
        #expect(session.codes("Price.xml") == ["lint.missing-data"])
    }

    @Test func filesAreReadAgainWhenTheyChange() throws {
        let text = #"<NText layoutWidth="1" layoutHeight="1" text="${title}"/>"#
        try space.write("New.json", "{}")
        session.open("New.xml", text)
        #expect(session.codes("New.xml") == ["lint.missing-data"])
        try space.write("New.json", #"{"title": "now"}"#)
        session.notify("workspace/didChangeWatchedFiles", ["changes": []])
        #expect(session.codes("New.xml") == [])
        // An open document of the data counts before it is saved.
        session.open("New.json", #"{"name": 1}"#)
        #expect(session.codes("New.xml") == ["lint.missing-data"])
        session.open("New.json", #"{"name": "#)
        #expect(session.codes("New.json") == ["json.unexpected"])
        session.open("package.json", "[")
        #expect(session.codes("package.json") == [], "data of no template are another program's")
        session.notify("textDocument/didClose", ["textDocument": ["uri": "@/New.json"]])
        #expect(session.codes("New.xml") == [] && session.codes("New.json") == [])
    }

    /// A client may close and open a document before the server looks at either.
    @Test func dataThatIsOpenedAnewCounts() throws {
        session.open("New.xml", #"<NText layoutWidth="1" layoutHeight="1" text="${title}"/>"#)
        session.open("New.json", #"{"title": 1}"#)
        #expect(session.codes("New.xml") == [])
        let uri: JSONValue = ["uri": "@/New.json"]
        session.notify("textDocument/didClose", ["textDocument": uri], rests: false)
        session.open("New.json", #"{"name": 1}"#)
        #expect(session.codes("New.xml") == ["lint.missing-data"])
        session.open("New.json", #"{"title": 1}"#)
        #expect(session.codes("New.xml") == [], "opened twice")
    }

    /// `%4E` is an N.
    @Test func ofTwoAddressesOfAFileTheOneOpenedLastCounts() throws {
        session.open("New.xml", #"<NText layoutWidth="1" layoutHeight="1" text="${title}"/>"#)
        session.open("New.json", #"{"name": 1}"#)
        session.open("%4Eew.json", #"{"title": 1}"#)
        #expect(session.codes("New.xml") == [])
        session.notify("textDocument/didClose", ["textDocument": ["uri": "@/%4Eew.json"]])
        #expect(session.codes("New.xml") == ["lint.missing-data"])
        session.open("%4Eew.json", #"{"title": 1}"#)
        session.notify("textDocument/didClose", ["textDocument": ["uri": "@/New.json"]])
        #expect(session.codes("New.xml") == [])
    }

    /// Whether or not the client ends the addresses of folders with a slash.
    @Test(arguments: ["@", "@/", "@//"])
    func theConfigurationOfAnOpenFolderCounts(_ folder: String) throws {
        try space.write("config.properties", "VIEW_ID_Meter=1005\n")
        let session = try EditorSession(space.folder.path)
        session.ask(
            "initialize",
            ["capabilities": EditorSession.abilities, "workspaceFolders": [["uri": .string(folder), "name": "a"]]]
        )
        let text = "<Meter layoutWidth=\"1\" layoutHeight=\"1\"/>\n"
        session.open("in/Card.xml", text)
        #expect(session.codes("in/Card.xml").isEmpty)
        let change: JSONValue = ["uri": .string(folder), "name": "a"]
        for (added, removed) in [([], [change]), ([change], [])] as [([JSONValue], [JSONValue])] {
            let event: JSONValue = ["added": .array(added), "removed": .array(removed)]
            session.notify("workspace/didChangeWorkspaceFolders", ["event": event])
            session.open("in/Card.xml", text)
            #expect(session.codes("in/Card.xml").isEmpty == removed.isEmpty, "\(session.codes("in/Card.xml"))")
        }
    }

    /// One folder may be in another that is open too.
    @Test(arguments: [["@", "@/in"], ["@/in", "@"], ["file:///"]])
    func theConfigurationOfAnyOpenFolderAboveCounts(_ folders: [String]) throws {
        try space.write("config.properties", "VIEW_ID_Meter=1005\n")
        let session = try EditorSession(space.folder.path)
        let open = folders.map { ["uri": .string($0), "name": "a"] as JSONValue }
        session.ask("initialize", ["capabilities": EditorSession.abilities, "workspaceFolders": .array(open)])
        session.open("in/deep/Card.xml", "<Meter layoutWidth=\"1\" layoutHeight=\"1\"/>\n")
        #expect(session.codes("in/deep/Card.xml").isEmpty)
    }

    @Test func projectFileIsToldAboutAndFollowed() throws {
        session.open("Card.xml", Self.card)
        #expect(session.codes("Card.xml") == [])
        try space.write("vvc.json", #"{"componets": "design/components.json"}"#)
        session.notify("workspace/didChangeWatchedFiles", ["changes": []])
        #expect(session.codes("vvc.json") == ["project.unknown-member"])
        #expect(session.codes("Card.xml") == [], "the last compiler serves")
        session.open("vvc.json", #"{"target": "swif"}"#)
        #expect(session.codes("vvc.json") == ["project.unknown-target"], "the document counts, not its file")
        try space.write("vvc.json", "{}")
        session.notify("textDocument/didSave", ["textDocument": ["uri": "@/vvc.json"]])
        #expect(session.codes("Card.xml").contains("template.unknown-component"))
    }

    @Test func filesThatAreNotThereAreToldInTheProjectFile() throws {
        try space.write("vvc.json", #"{"config": "no.properties"}"#)
        session.open("Card.xml", Self.card)
        #expect(session.codes("vvc.json") == ["file.cannot-read"], "also while it is not open")
        session.open("vvc.json", #"{"config": "no.properties", "templates": ["Card.xml", "no.xml"]}"#)
        #expect(session.codes("vvc.json") == ["file.cannot-read", "file.cannot-read"])
        try space.write("no.properties", "score=Int\n")
        session.notify("workspace/didChangeWatchedFiles", ["changes": []])
        #expect(session.codes("vvc.json") == ["file.cannot-read"])
    }

    @Test(arguments: PositionEncoding.allCases)
    func positionsAreInTheUnitsOfTheClient(_ encoding: PositionEncoding) throws {
        let session = try EditorSession(space.folder.path)
        let result = session.start(["general": ["positionEncodings": [.string(encoding.rawValue)]]])
        #expect(result?["capabilities"]?["positionEncoding"] == .string(encoding.rawValue))
        session.open("U.xml", "<NText text=\"é😀\" layoutWidth=\"1\" layoutHeight=\"1\" layotGravity=\"left\"/>")
        guard case .array(let found)? = session.diagnostics("U.xml"), let place = found.first?["range"]?["start"] else {
            return #expect(Bool(false), "\(session.transcript)")
        }
        let characters: [PositionEncoding: Int64] = [.utf8: 54, .utf16: 51, .utf32: 50]
        #expect(place["character"] == characters[encoding].map { .int($0) })
    }
}
