import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualViewCommands

/// `vvc unused`: what it finds, what it does not, and how sure it is.
@Suite struct UnusedCommandTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.write(
            "T/Card.xml",
            "<FrameLayout><NText name=\"title\" text=\"a\"/><NImage src=\"star\" name=\"badge\"/></FrameLayout>"
        )
        try workspace.write("T/Row.xml", "<NText text=\"a\" weight=\"1\"/>")
        try workspace.write("T/Old.xml", "<NText text=\"a\"/>")
    }

    private func unused(_ options: String...) -> [String] {
        let result = workspace.vvc(["unused", "@/T"] + options)
        #expect(result.code == .success && result.error.isEmpty, "\(result)")
        return result.out.split(separator: "\n").map(String.init)
    }

    private static func template(_ name: String, _ certainty: String = "likely") -> String {
        "@/T/\(name).xml: \(certainty): nothing names the template '\(name)'"
    }

    @Test func templatesAreNamedByDataListsCodeAndUse() throws {
        #expect(unused() == ["Card", "Old", "Row"].map { Self.template($0) })
        try workspace.write("T/Card.json", #"{"type": "Card", "items": [{"type": "Row"}]}"#)
        try workspace.write("T/Old.long.json", #"{"items": [{"type": "Old"}]}"#)
        try workspace.write("T/Card.test.json", #"{"tests": [{"steps": [{"set": {"type": "Card"}}]}]}"#)
        #expect(unused() == ["Card", "Old"].map { Self.template($0) }, "data of itself does not count")
        try workspace.write("T/templatelist.properties", "Old=Old,1\n")
        #expect(unused() == [Self.template("Card")])
        try workspace.write("App/Screen.swift", "show(Templates.card, title: Templates.CardParts.title, \"badge\")")
        #expect(unused("--sources", "@/App").isEmpty)
        try workspace.write("seen.txt", "Card\n  Other \n")
        #expect(unused("--usage", "@/seen.txt").isEmpty)
        for text in ["[\"Card\"]", "\u{FEFF}[\"Card\"]", "\u{FEFF}Card\r\nOther\r\n", "Other\rCard\r"] {
            try workspace.write("seen.txt", text)
            #expect(unused("--usage", "@/seen.txt").isEmpty, "\(text.debugDescription)")
        }
    }

    @Test(arguments: [[], ["--json"]]) func whatIsFoundIsWrittenAtOnce(_ options: [String]) {
        var parts: [String] = []
        let terminal = Terminal(
            out: { bytes in
                parts.append(String(decoding: bytes, as: UTF8.self))
                return parts.count == 1
            },
            error: { _ in }
        )
        #expect(VVC.run(["unused", workspace.path("T")] + options, terminal: terminal) == .success)
        #expect(parts.count == 1 && parts[0].split(separator: "\n").count == 3, "\(parts)")
        let broken = Terminal(out: { _ in false }, error: { _ in })
        #expect(VVC.run(["unused", workspace.path("T")] + options, terminal: broken) == .cannotWrite)
    }

    @Test func aTemplateThatIsGivenTwiceIsThereOnce() {
        let once = unused()
        let result = workspace.vvc("unused", "@/T", "@/T/../T", "@/T/Card.xml")
        #expect(result.code == .success && result.out.split(separator: "\n").map(String.init) == once, "\(result)")
    }

    /// Whether or not the generated file is among the sources, which do not count.
    @Test(arguments: ["tree.node(named: Templates.AdParts.sub)", "let other = names.sub", "find(\"sub\")"])
    func partsOfAssembleSourcesAreNamedByTheirConstants(_ use: String) throws {
        try workspace.write("T/Ad.asv", "{ vl [t(text:<t>)] [sub(text:<s>)] }")
        try workspace.write("App/a.swift", "find(\"t\")\n\(use)\n")
        let found = unused("--sources", "@/App").filter { $0.contains("the part 'sub'") }
        #expect(found == (use.hasPrefix("let") ? ["@/T/Ad.asv: likely: nothing names the part 'sub'"] : []))
        try workspace.write("App/a.swift", "find(\"t\")\n")
        #expect(unused("--sources", "@/App").contains("@/T/Ad.asv: certain: nothing names the part 'sub'"))
    }

    @Test func codeAndUseMakeItCertain() throws {
        try workspace.write("App/Screen.swift", "show(\"Row\"); find(\"title\", \"badge\")")
        try workspace.write("seen.txt", "Row\nCard\n")
        #expect(unused("--sources", "@/App") == ["Card", "Old"].map { Self.template($0) })
        #expect(unused("--sources", "@/App", "--usage", "@/seen.txt") == [Self.template("Old", "certain")])
        try workspace.write("App/More.swift", "show(\"O\\(kind)\")")
        #expect(unused("--sources", "@/App", "--usage", "@/seen.txt") == [Self.template("Old")])
    }

    @Test(arguments: [
        (#""O" + kind"#, true), (#"prefix + "ld""#, true), (#"a + "l" + b"#, true), (#"name += "ld""#, true),
        (#"String(format: "O%@", kind)"#, true), (#"String(format: "%1$@%-3ld", a, b)"#, false),
        (#"String(format: "%lld", a)"#, false), ("0\nenum Kind: String { case New, Old }", true),
        ("0\nswitch kind { case .new: Old }", false), (#"/"/; show("Card"); let old = "Old x""#, true),
        (##"#/"/#; let old = "Old x""##, true), ("a / b; let c = \"x\" / d", false), (#""feed/Old.bin""#, true),
        (#""Card, Old""#, true),
        (#""Older""#, false),
        (#""O\(a)l\(b)d""#, true), (#""O\(a)x\(b)d""#, false), (#""P" + kind"#, false), (#"prefix + "rd""#, false),
        (#""O" == kind"#, false), (#"a + "x" + b"#, false), (#""Old\(a)d""#, false), (#""Ol%@ld""#, false),
    ])
    func namesThatArePutTogetherAreOnlyLikely(_ code: String, _ mayNameOld: Bool) throws {
        try workspace.write("App/Screen.swift", "show(\"Row\"); find(\"title\", \"badge\")\nlet other = \(code)\n")
        try workspace.write("seen.txt", "Row\nCard\n")
        let found = unused("--sources", "@/App", "--usage", "@/seen.txt")
        #expect(found == [Self.template("Old", mayNameOld ? "likely" : "certain")])
    }

    @Test(arguments: ["@/T", "@/./T", "@/T/../T", "@"])
    func thePictureOfASlotIsInUse(_ folder: String) throws {
        try workspace.write("T/own.json", #"{"version":1,"components":[{"id":1002,"name":"Map","slot":true}]}"#)
        try workspace.write(
            "T/vvc.json",
            #"{"components": "own.json", "slots": {"Map": "slot.png"}}"#
        )
        try workspace.write("T/Map.xml", "<Map/>")
        try workspace.write("T/slot.png", "x")
        let result = workspace.vvc("unused", folder)
        #expect(result.code == .success && !result.out.contains("slot.png"), "\(result)")
    }

    @Test func linesMayEndAsWindowsWritesThem() throws {
        try workspace.write("seen.txt", "Row\r\n")
        let code = "let names = \"\"\"\n    Row\n    Card\n    title\n    badge\n    \"\"\"\nshow(Shapes.old)\n"
        let names = "// Made by vvc; do not edit.\npublic enum Templates {\n    public static let old = \"Old\"\n}\n"
        for end in ["\n", "\r\n"] {
            try workspace.write("App/Screen.swift", code.replacingOccurrences(of: "\n", with: end))
            try workspace.write("Names.swift", names.replacingOccurrences(of: "\n", with: end))
            #expect(unused("--sources", "@/App", "--usage", "@/seen.txt") == [Self.template("Old")])
            let found = unused("--sources", "@/App", "--usage", "@/seen.txt", "--names", "@/Names.swift")
            #expect(found == [Self.template("Old")])
        }
    }

    @Test func aComponentIsThatOfItsFile() throws {
        for (name, id) in [("A", 1002), ("B", 1003)] {
            try workspace.write(
                "\(name).json",
                "{\"version\":1,\"components\":[{\"id\":\(id),\"name\":\"\(name)\"}]}"
            )
        }
        try workspace.write("T/templatelist.properties", "Card=Card,1\nRow=Row,1\nOld=Old,1\n")
        let found = unused("--components", "@/A.json", "--components", "@/B.json")
        #expect(found == ["A", "B"].map { "@/\($0).json: certain: nothing names the component '\($0)'" })
    }

    @Test func partsAreNamedByCode() throws {
        try workspace.write(
            "App/Screen.swift",
            "// title\nlet a = \"Card Row Old\", b = [\"Card\", \"Row\", \"Old\", \"title\"]"
        )
        #expect(
            unused("--sources", "@/App") == ["@/T/Card.xml:1:69: certain: nothing names the part 'badge'"]
        )
        try workspace.write("App/Other.swift", "typealias P = Templates.CardParts; let c = P.badge")
        #expect(
            unused("--sources", "@/App") == ["@/T/Card.xml:1:69: likely: nothing names the part 'badge'"]
        )
    }

    @Test func partsAreNamedByProgramsAndTests() throws {
        try workspace.write("App/Screen.swift", "let all = \"Card Row Old\"")
        try workspace.write(
            "T/Card.xml",
            "<FrameLayout onClick=\"${this.badge.visibility = 1}\"><NText name=\"title\" text=\"a\"/><NText name=\"badge\" text=\"a\"/></FrameLayout>"
        )
        let parts = { unused("--sources", "@/App").filter { $0.contains("the part") }.map { $0.suffix(7) } }
        #expect(parts() == ["'title'"])
        let texts = ##"{"expect": {"texts": {"#title[2]": null}}}"##
        for step in [##"{"touch": "#title"}"##, #"{"hold": "title"}"#, texts] {
            try workspace.write("T/Card.test.json", "[{\"steps\": [\(step)]}]")
            #expect(parts() == [], "\(step)")
        }
        try workspace.write("T/Card.test.json", "[]")
        try workspace.write("T/Card.json", #"{"title": "title"}"#)
        #expect(parts() == ["'title'"], "data has its own names")
    }

    @Test func namesThatAreNoWordsAreFoundInLiterals() throws {
        try workspace.write("T/One.xml", "<?vvc name=\"Home Card\"?><NText text=\"a\"/>")
        try workspace.write("seen.txt", "Row\nCard\nOld\n")
        for (text, isFound) in [("Home Card,Row", true), ("Home Cards", false), ("Home, Card", false)] {
            try workspace.write("App/Screen.swift", "find(\"title\", \"badge\", \"\(text)\")")
            let found = unused("--sources", "@/App", "--usage", "@/seen.txt")
            let certainty = isFound ? "likely" : "certain"
            #expect(found == ["@/T/One.xml: \(certainty): nothing names the template 'Home Card'"])
        }
    }

    @Test func aHandlerMayHaveBlanksAroundTheNameOfItsBlock() throws {
        try workspace.write("blocks.txt", "block open { this.text = 'x' }\nblock shut { this.text = 'y' }")
        try workspace.write("T/Old.xml", "<NText text=\"shut now\" onClick=\" open \"/>")
        let found = unused("--blocks", "@/blocks.txt").filter { $0.contains("the block") }
        #expect(found == ["@/blocks.txt:2:7: certain: nothing names the block 'shut'"])
    }

    @Test func filesOfOptionsAreNamedBySources() throws {
        try workspace.write("T/templatelist.properties", "Card=Card,1\nRow=Row,1\nOld=Old,1\n")
        try workspace.write("T/config.properties", "weight=Int\nheft=Int\nVIEW_ID_Badge=1001\nBadge.tone=Int\n")
        try workspace.write("blocks.txt", "block open { this.text = 'x' }\nblock shut { this.text = 'y' }")
        try workspace.write("T/Old.xml", "<NText text=\"a\" onClick=\"shut\"/>")
        try workspace.write(
            "own.json",
            #"{"version":1,"components":[{"id":1002,"name":"Gauge","properties":[{"name":"x","kind":"Int"}]}]}"#
        )
        try workspace.write("f.asv", "{ ht [(text:a)] }")
        try workspace.write("T/images/star.png", "x")
        try workspace.write("T/images/moon.png", "x")
        let found = unused("--blocks", "@/blocks.txt", "--components", "@/own.json", "--arg", "row=@/f.asv")
        #expect(
            found == [
                "@/f.asv: certain: nothing names the fragment 'row'",
                "@/blocks.txt:1:7: certain: nothing names the block 'open'",
                "@/own.json: certain: nothing names the component 'Gauge'",
                "@/T/config.properties:2:1: certain: nothing names the configuration entry 'heft'",
                "@/T/config.properties:3:1: certain: nothing names the configuration entry 'VIEW_ID_Badge'",
                "@/T/config.properties:4:1: certain: nothing names the configuration entry 'Badge.tone'",
                "@/T/images/moon.png: likely: nothing names the image 'moon.png'",
            ]
        )
    }

    /// Whether it is in the file itself or in a definition there.
    @Test(arguments: [
        ("{ ht [row] }", ["pad"]), ("{ ht [pad(text:a)] }", ["row"]), ("{ ht [(text:a)] }", ["pad", "row"]),
        ("{ ht [inner(text:a)] }", ["row"]),
    ])
    func aFragmentIsNamedBySourcesThatUseIt(_ source: String, _ unnamed: [String]) throws {
        try workspace.write("T/templatelist.properties", "Card=Card,1\nRow=Row,1\nOld=Old,1\nAd=Ad,1\n")
        try workspace.write("T/Ad.asv", source)
        try workspace.write("row.asv", "{ ht [(text:a)] }")
        // What only an unused one uses is not in use.
        try workspace.write("pad.asv", "def outer = [inner(font:8)]\ndef inner = [(font:4)]\n(font:8)")
        let found = unused("--arg", "row=@/row.asv", "--arg", "pad=@/pad.asv")
        let lines = unnamed.map { "@/\($0).asv: certain: nothing names the fragment '\($0)'" }
        #expect(found.sorted() == lines, "\(found)")
        try workspace.write("T/vvc.json", #"{"fragments": {"row": "../row.asv", "pad": "../pad.asv"}}"#)
        #expect(
            unused().filter { $0.contains("fragment") }.sorted() == lines.map { $0.replacing("@/", with: "@/T/../") }
        )
    }

    /// Programs, and what stands for the app, name images as sources do.
    @Test(arguments: [
        "", "block go { this.src = 'moon.png' }", #"{"env": {"icon": "moon"}}"#,
        #"{"functions": {"icon": {"results": {"[1]": "moon"}}}}"#, #"{"functions": {"icon": ["images/moon.png"]}}"#,
    ])
    func imagesAreNamedByBlocksAndProjects(_ text: String) throws {
        // Files that differ by their ending alone have one name.
        let files = ["moon.png", "moon.svg"]
        for file in files { try workspace.write("T/images/\(file)", "x") }
        try workspace.write("blocks.txt", text.hasPrefix("block") ? text : "")
        if text.hasPrefix("{") { try workspace.write("T/vvc.json", text) }
        let images = unused("--blocks", "@/blocks.txt").filter { $0.contains("the image") }
        let unnamed = text.isEmpty ? files : []
        #expect(images == unnamed.map { "@/T/images/\($0): likely: nothing names the image '\($0)'" })
    }

    @Test func aConfigurationIsTheFileThatIsReadAsOne() throws {
        try workspace.write("events.properties", "block open { this.text = 'x' }\n")
        let block = unused("--blocks", "@/events.properties")
        #expect(block.contains { $0.hasSuffix("nothing names the block 'open'") }, "\(block)")
        #expect(!block.contains { $0.contains("configuration entry") }, "\(block)")
        try workspace.write("cfg.txt", "heft=Float\n")
        let entry = unused("--config", "@/cfg.txt")
        #expect(entry.contains("@/cfg.txt:1:1: certain: nothing names the configuration entry 'heft'"), "\(entry)")
    }

    @Test func entriesThatRepeatTheLanguageAreNoFindings() throws {
        let repeated = "VIEW_ID_Slider=19\nratio=Float\norientation=Enum<H:1,V:0>\n"
        try workspace.write("cfg.txt", repeated + "VIEW_ID_Page=1016\nspan=Float\nheft=Float\n")
        func lines(_ options: String...) -> [Substring] {
            let result = workspace.vvc(["unused", "@/T", "--config", "@/cfg.txt"] + options)
            return result.out.split(separator: "\n").filter { $0.contains("entry") }.map { $0.dropFirst(10).prefix(1) }
        }
        #expect(lines() == ["4", "5", "6"])
        #expect(lines("--config-only") == ["1", "2", "3", "4", "5", "6"])
    }

    /// What a project's other templates name is not known to a run that does not read them.
    @Test func aPartOfTheTemplatesIsCertainOfNothingShared() throws {
        try workspace.write("T/templatelist.properties", "Card=Card,1\nRow=Row,1\nOld=Old,1\n")
        try workspace.write("blocks.txt", "block open { this.text = 'x' }")
        func unused(_ inputs: String...) -> String {
            workspace.vvc(["unused"] + inputs + ["--blocks", "@/blocks.txt"]).out
        }
        let block = "nothing names the block 'open'"
        #expect(unused("@/T").contains("certain: \(block)"))
        #expect(unused("@/T/Card.xml").contains("likely: \(block)"))
        try workspace.makeFolder("Others")
        try workspace.write("Others/A.xml", "<NText text=\"a\"/>")
        try workspace.write("vvc.json", #"{"templates": ["T", "Others"]}"#)
        #expect(unused("@/T").contains("likely: \(block)"))
        #expect(unused("@/T", "@/Others").contains("certain: \(block)"))
    }

    /// What a source shows is known also if it is given alone.
    @Test(arguments: ["Card.json", "Card.long.json", "Card.long.list.json", "Card.test.json"])
    func dataOfAFileThatIsGivenNameTemplates(_ name: String) throws {
        try workspace.write("App/Screen.swift", "show(\"Card\"); find(\"title\", \"badge\")")
        try workspace.write("seen.txt", "Card\n")
        try workspace.write("T/Carder.json", #"{"items": [{"type": "Row"}]}"#)
        func unused() -> String {
            workspace.vvc("unused", "@/T/Card.xml", "@/T/Row.xml", "--sources", "@/App", "--usage", "@/seen.txt").out
        }
        #expect(unused() == Self.template("Row") + "\n")
        try workspace.write("T/\(name)", #"{"items": [{"type": "Row"}]}"#)
        #expect(unused() == "")
    }

    @Test(arguments: ["[\"Card\"", "{\"Card\": 1}", "\u{FEFF} {}", "[\"Card\", 1]", "[{\"a\": \"Card\"}]"])
    func aListOfNamesThatIsNoJSONIsAnError(_ text: String) throws {
        try workspace.write("seen.txt", text)
        let result = workspace.vvc("unused", "@/T", "--usage", "@/seen.txt")
        #expect(result.code == .cannotRead && result.firstError.contains("this is not a JSON array"), "\(result)")
    }

    @Test func aListOfNamesInAnotherEncodingIsAnError() throws {
        try workspace.write("seen.txt", [0xFF, 0xFE, 0x54, 0])
        let result = workspace.vvc("unused", "@/T", "--usage", "@/seen.txt")
        #expect(result.code == .cannotRead && result.firstError.contains("this is not UTF-8"), "\(result)")
    }

    @Test func whatASourceWithErrorsNamesIsNotKnown() throws {
        try workspace.write("T/templatelist.properties", "Card=Card,1\nRow=Row,1\nOld=Old,1\n")
        try workspace.write("T/config.properties", "heft=Int\n")
        try workspace.write("T/Old.xml", "<NText")
        let result = workspace.vvc("unused", "@/T")
        #expect(result.code == .inputErrors && result.firstError.hasPrefix("@/T/Old.xml:1:"))
        #expect(result.out == "@/T/config.properties:1:1: likely: nothing names the configuration entry 'heft'\n")
    }

    @Test(arguments: ["T/Data.json", "T/templatelist.properties", "App/Other.swift"])
    func whatAFileNamesThatCannotBeReadIsNotKnown(_ name: String) throws {
        try workspace.write("App/Screen.swift", "show(\"Row\"); find(\"title\", \"badge\")")
        try workspace.write("seen.txt", "Row\nCard\n")
        let line = ["unused", "@/T", "--sources", "@/App", "--usage", "@/seen.txt"]
        #expect(workspace.vvc(line).out == Self.template("Old", "certain") + "\n")
        let link = workspace.path(name)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nothing")
        let result = workspace.vvc(line)
        let message = "vvc: error: cannot read '@/\(name)': no such file or directory"
        #expect(result.code == .cannotRead && result.errors == [message], "\(result)")
        #expect(result.out == Self.template("Old") + "\n", "\(result)")
    }

    @Test(arguments: ["", "public enum Templates {\n    public static let old = \"Old\"\n}\n", "Old\n"])
    func aFileOfNamesIsOneThatWasWrittenAsSuch(_ text: String) throws {
        try workspace.write("Names.swift", text)
        let result = workspace.vvc("unused", "@/T", "--names", "@/Names.swift")
        let message = "vvc: error: cannot read '@/Names.swift': this is no file that 'vvc compile --names' wrote"
        #expect(result.code == .cannotRead && result.errors == [message], "\(result)")
    }

    @Test func aFolderWithoutSwiftFilesIsNotTheCode() throws {
        try workspace.write("App/Screen.m", "show(@\"Old\");")
        try workspace.write("seen.txt", "Row\nCard\n")
        let result = workspace.vvc("unused", "@/T", "--sources", "@/App", "--usage", "@/seen.txt")
        let message = "vvc: error: cannot read '@/App': the folder has no .swift file"
        #expect(result.code == .cannotRead && result.errors == [message], "\(result)")
        #expect(result.out.hasPrefix(Self.template("Old") + "\n") && !result.out.contains("certain"), "\(result)")
    }

    @Test func jsonHasTheSame() throws {
        try workspace.write("T/templatelist.properties", "Card=Card,1\nRow=Row,1\n")
        try workspace.write("T/config.properties", "heft=Int\n")
        #expect(
            unused("--json") == [
                #"{"path":"@/T/Old.xml","line":null,"column":null,"kind":"template","name":"Old","certainty":"likely"}"#,
                #"{"path":"@/T/config.properties","line":1,"column":1,"kind":"entry","name":"heft","certainty":"certain"}"#,
            ]
        )
    }

    // MARK: - Swift

    @Test func manyTextsWithExpressionsAreNoDepth() {
        var names = SwiftNames()
        let lines = (0..<200).map { "\"\\(\"a\($0)\")\"" }
        names.add(Array(lines.joined(separator: "\n").utf8))
        #expect(names.literals.contains("a0") && names.literals.contains("a199"))
    }

    @Test(arguments: [
        (#""a" + "b\n\u{41}c""#, ["a", "b\nAc"]), (#"// "a" \#n/* "b" /* "c" */ "d" */ "e""#, ["e"]),
        (##"#"a"b\n"#"##, ["a\"b\\n"]), ("\"\"\"\n  a\n    b\n  \"\"\"", ["a", "b", ""]),
        (#""\(f("x)", "\(y)"))""#, ["x)"]), ("\"open\n\"next\"", ["open", "next"]), ("\"", [""]), ("", []),
        ("// Made by vvc; do not edit.\n\"a\"", []), (#""a\"b" + "c\\d" + "\t""#, ["a\"b", "c\\d", "\t"]),
    ])
    func literalsAreFound(_ source: String, _ literals: [String]) {
        var names = SwiftNames()
        names.add(Array(source.utf8))
        #expect(names.literals == Set(literals))
    }

    @Test func constantsAreThoseOfTheGeneratedFile() throws {
        let result = workspace.vvc("compile", "@/T", "-o", "@/out", "--names", "@/Names.swift")
        #expect(result.code == .success)
        let constants = SwiftNames.constants(in: String(decoding: try workspace.bytes("Names.swift"), as: UTF8.self))
        #expect(constants["Card"] == [SwiftNames.Constant(owner: "Templates", name: "card")])
        #expect(constants["title"] == [SwiftNames.Constant(owner: "CardParts", name: "title")])
    }
}
