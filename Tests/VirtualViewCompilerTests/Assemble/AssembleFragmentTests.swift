import Testing
import VirtualViewCompiler
import VirtualViewFormat

@Suite struct AssembleFragmentTests {
    private static let text = #"layoutWidth="wrap_content" layoutHeight="wrap_content""#

    // MARK: Fragments

    @Test func usesWinOverTheFragment() {
        expectLowers(
            "def muted = [(font:12,color:999999,text:none)] [muted(text:a,font:13)]",
            to: "NText \(Self.text) text=\"a\" textSize=\"13\" textColor=\"#999999\" lines=\"1\""
        )
    }

    /// Both give the number of lines.
    @Test(arguments: [
        ("maxLines:2", "lines:4", "lines=\"4\""), ("lines:4", "maxLines:2", "maxLines=\"2\""),
        ("maxLines:2", "lines:4,color:000000", "lines=\"4\""), ("maxLines:2", "color:000000", "maxLines=\"2\""),
    ])
    func usesWinWhereTheFragmentHasTheOtherLineCount(_ fragment: String, _ use: String, _ written: String) {
        expectLowers(
            "def t = [(\(fragment))] [t(text:a,\(use))]",
            to: ##"NText \##(Self.text) text="a" textSize="17" textColor="#000000" \##(written)"##
        )
    }

    @Test func fragmentsUseFragments() {
        expectLowers(
            "def a = [(font:12)] def b = [a(color:00FF00)] def c = [b(lines:2)] [c(text:x)]",
            to: ##"NText \##(Self.text) text="x" textSize="12" textColor="#00FF00" lines="2""##
        )
    }

    @Test func fragmentsMayBeDefinedAfterTheyAreUsed() {
        expectClean("def b = [a(color:00FF00)] def a = [(font:12)] [b(text:x)]")
    }

    @Test func aNameThatIsNoFragmentIsTheNameOfThePart() {
        let reading = AssembleReading("def a = [avatar(width:8,height:8)] { hc [a] [title(text:t)] [avatar] }")
        #expect(
            reading.outline == """
                VHLayout orientation="H" layoutWidth="match_parent" layoutHeight="wrap_content"
                  NFrameLayout id="1" layoutWidth="8" layoutHeight="8" layoutGravity="v_center"
                  NText id="2" \(Self.text) layoutGravity="v_center" text="t" textSize="17" textColor="#000000" lines="1"
                  NFrameLayout id="1" \(Self.text) layoutGravity="v_center"
                """
        )
        #expect(reading.output.parts == reading.output.parts.sorted { $0.id < $1.id })
        #expect(reading.output.parts.map { "\($0.name)=\($0.id)" } == ["avatar=1", "title=2"])
        #expect(reading.output.partsJSON == "{\"avatar\":1,\"title\":2}\n")
    }

    @Test func aSourceWithoutNamesHasNoParts() {
        #expect(AssembleReading("[(text:a)]").output.partsJSON == nil)
    }

    @Test func refusesAFragmentThatIsDefinedTwice() {
        expectAssemble(
            "def 1️⃣a = [(font:12)] def 2️⃣a = [(font:13)] [a(text:x)]",
            .error(
                "E215",
                "fragment 'a' is defined twice",
                at: "2️⃣",
                notes: [.init("'a' first defined here", at: "1️⃣")]
            )
        )
        expectClean("def a = [(font:12)] def b = [(font:13)] [a(text:x)]")
    }

    @Test func twoEncodingsOfALetterAreTwoNames() throws {
        let fragments = "def \u{E9} = [(text:a)] def e\u{301} = [(text:b)]"
        let reading = AssembleReading(fragments + "{ hc [\u{E9}] [e\u{301}] [x\u{E9} (text:c)] [xe\u{301} (text:d)] }")
        #expect(reading.places == [])
        let tree = try #require(reading.output.tree)
        let values = ["text", "id"].map { name in
            tree.elements.flatMap { tree.attributes(of: $0).filter { $0.name == name }.map(\.value) }
        }
        #expect(values == [["a", "b", "c", "d"], ["1", "2"]])
    }

    @Test func refusesAFragmentThatContainsItself() {
        expectAssemble(
            "def 1️⃣a = { hc [2️⃣b] } def b = [{ vl [3️⃣a] }] { hc [a] }",
            .error(
                "E217",
                "fragment 'a' contains itself",
                at: "3️⃣",
                notes: [.init("'a' is defined here", at: "1️⃣"), .init("which is used here", at: "2️⃣")]
            )
        )
    }

    @Test func checksFragmentsThatNothingUses() {
        #expect(AssembleReading("def a = [a(text:x)] [(text:y)]").places == ["1:10: E217"])
        #expect(AssembleReading("def a = { hc [] } [(text:y)]").places == ["1:14: E207"])
        #expect(AssembleReading("def a = [(font:x)] [(text:y)]").places == ["1:16: E202"])
        expectClean("def a = [(font:12)] [(text:y)]")
    }

    @Test func reportsAProblemOfAFragmentOnce() {
        let source = "def a = { hc [(imageName:x)] [(text:a,crp:low,bad:1)] } { vl [a] [a] [a(width:3)] }"
        let options = AssembleOptions(client: .iOS)
        #expect(AssembleReading(source, options: options).places == ["1:14: W303", "1:39: W301", "1:47: E201"])
    }

    @Test(arguments: ["${= a +}", "@{${a} ? b}"])
    func reportsAProblemOfABindingOnce(_ binding: String) {
        let source = "def q = [(text:\"\(binding)\")] { vl [q] [q] [(text:\"\(binding)\")] }"
        let result = TemplateCompiler().compile(SourceFile(path: "test.asv", text: source))
        #expect(result.diagnostics.ordered.count == 2)
    }

    @Test func boundsWhatFragmentsGrowTo() throws {
        var source = "def a0 = { hc [(text:a)] }\n"
        for level in 1...28 { source += "def a\(level) = { hc [a\(level - 1)] [a\(level - 1)] }\n" }
        let reading = AssembleReading(source + "{ hc [a28] }")
        #expect(reading.diagnostics.map(\.id) == ["E218"])
        let error = try #require(reading.diagnostics.first)
        #expect(error.message == "the fragments put in for their names are longer than 1048576 bytes together")
    }

    @Test func takesManyUsesOfAFragment() {
        let uses = String(repeating: "[a(text:x)]", count: 5000)
        #expect(AssembleReading("def a = [(font:12,color:FF0000)] { vl \(uses) }").output.tree?.elements.count == 5001)
    }

    @Test func boundsHowDeepFragmentsNest() {
        var source = "def a0 = { hc [(text:a)] }\n"
        for level in 1...200 { source += "def a\(level) = { hc [a\(level - 1)] }\n" }
        let reading = AssembleReading(source + "{ hc [a200] }")
        #expect(reading.diagnostics.map(\.id) == ["E125"])
        var chain = "def a0 = [(font:12)]\n"
        for level in 1...200 { chain += "def a\(level) = [a\(level - 1)]\n" }
        #expect(AssembleReading(chain + "[a200(text:x)]").diagnostics.map(\.id) == ["E125"])
        // What is cut off may have had a size.
        #expect(AssembleReading(chain + "[a200(imageName:x)]").diagnostics.map(\.id) == ["E125"])
    }

    // MARK: The wrapper

    @Test func placeholdersStandForPartsAndAttributes() {
        expectLowers(
            #"""
            def size = [(width:10,height:20)]
            def word = [(text:x)]
            ASS(@"{ hc(padding:4) [(imageName:a,%@)] [%@(font:12)] }", size, word);
            """#,
            to: """
                VHLayout orientation="H" layoutWidth="match_parent" layoutHeight="wrap_content"
                  NImage layoutWidth="10" layoutHeight="20" layoutGravity="v_center" src="a" scaleType="fit_xy"
                  NText \(Self.text) layoutGravity="v_center" layoutMarginLeft="4" text="x" textSize="12" textColor="#000000" lines="1"
                """
        )
    }

    @Test func attributesOfAnAssembleCanBeSpliced() {
        expectLowers(
            #"def gap = [(padding:7)] ASS(@"{ vl(%@) [a] [b] }", gap)"#,
            to: """
                VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content"
                  NFrameLayout id="1" \(Self.text) layoutGravity="left"
                  NFrameLayout id="2" \(Self.text) layoutGravity="left" layoutMarginTop="7"
                """
        )
        // The same fragment is no good for an assemble if it has attributes of parts.
        let source = #"def gap = [(padding:7,font:12)] ASS(@"{ vl(%@) [a] [b] }", gap)"#
        #expect(AssembleReading(source).places == ["1:23: E201"])
    }

    @Test func anArgumentThatIsNoFragmentIsAName() {
        let reading = AssembleReading(#"ASS(@"{ hc [%@(width:9)] [x(text:a)] }", top)"#)
        #expect(reading.places == [])
        #expect(reading.output.parts.map(\.name) == ["top", "x"])
    }

    @Test func duplicatesInSplicedAttributesAreReportedWhereTheyStand() {
        let source = #"def size = [(width:10,height:20)] ASS(@"[(imageName:a,width:3,%@)]", size)"#
        #expect(AssembleReading(source).places == ["1:14: W205"])
    }

    @Test func everyPlaceholderWantsAnArgument() {
        expectAssemble(
            "def a = [(text:x)] ASS(@\"{ hc [%@] [1️⃣%@] [(text:y,2️⃣%@)] }\", a)",
            .error("E212", "no argument for '%@'", at: "1️⃣"),
            .error("E212", "no argument for '%@'", at: "2️⃣")
        )
        expectAssemble("def b = [1️⃣%@] [b(text:x)]", .error("E212", "no argument for '%@'", at: "1️⃣"))
        expectClean("[(text:100%@home)]")
    }

    @Test func placeholdersCannotStandInValues() {
        expectAssemble(
            "def a = [(text:x)] ASS(@\"{ hc [(text:b 1️⃣%@,font:12)] [%@] }\", a, a)",
            .error(
                "E212",
                "'%@' cannot stand in a value; it stands for a part's content or for attributes",
                at: "1️⃣"
            )
        )
    }

    /// What stands in for it may have had a size and a background.
    @Test func aPartWithoutItsArgumentIsNotJudgedFurther() {
        expectAssemble(
            "ASS(@\"{ hc [1️⃣%@(image:a.png,radius:4)] }\")",
            .error("E212", "no argument for '%@'", at: "1️⃣")
        )
    }

    @Test func placeholdersAmongAttributesStandForAttributes() {
        let message = "'%@' among attributes must stand for a part with attributes alone"
        expectAssemble(
            "def a = { hc [(text:x)] } ASS(@\"[(text:y,1️⃣%@,2️⃣%@)]\", a, b)",
            .error("E212", "\(message); 'a' is none", at: "1️⃣"),
            .error("E212", "\(message); 'b' is none", at: "2️⃣")
        )
    }

    @Test func refusesMalformedWrappers() {
        expectAssemble(
            "ASS(1️⃣\"{ hc [a] }\")",
            .error("E110", "expected '@\"' after 'ASS(', found '\"'", at: "1️⃣")
        )
        expectAssemble(
            "ASS1️⃣(@\"{ hc [a] }\", a",
            .error("E111", "'(' is never closed", at: "1️⃣")
        )
        expectAssemble(
            "ASS(1️⃣@\"{ hc [%@] }, a)",
            .error("E102", "string is not closed; expected '\"' after the template", at: "1️⃣")
        )
        expectAssemble(
            "ASS(@\"1️⃣\")",
            .error("E110", "expected '{' or '[' at the start, found the end of the string", at: "1️⃣")
        )
        expectAssemble(
            "ASS(@\"[a] 1️⃣b\")",
            .error("E120", "unexpected 'b' after the end of the template", at: "1️⃣")
        )
        expectAssemble(
            "ASS(@\"[%@]\", 1️⃣[self name], 2️⃣, a 3️⃣b)",
            .error("E101", "unexpected '[' in the arguments; expected the name of a fragment", at: "1️⃣"),
            .warning("W122", "stray ','", at: "2️⃣"),
            .error("E101", "unexpected 'b' in the arguments; expected the name of a fragment", at: "3️⃣")
        )
        expectClean("ASS(@\"[%@(width:3)]\", /* the name */ a , ) ;")
    }

    @Test func theWrapperHasNoQuotedStrings() {
        let message = "quoted value inside 'ASS(@\"…\")'; write it without quotes, and a comma as '\\,'"
        expectAssemble(
            "ASS(@\"{ hc [(text: 1️⃣\"a, ]) b\", font:12)] [%@(button:2️⃣\"x\")] }\", y)",
            .error("E101", message, at: "1️⃣"),
            .error("E101", message, at: "2️⃣")
        )
        #expect(AssembleReading(#"ASS(@"[(text:"x")]")"#).output.tree == nil)
        #expect(AssembleReading("ASS(@\"[(text:\n\"x\")]\")").output.tree == nil)
        expectLowers(
            #"ASS(@"[(text:\"x\")]")"#,
            to: ##"NText \##(Self.text) text="\"x\"" textSize="17" textColor="#000000" lines="1""##
        )
    }

    @Test func reportsArgumentsThatNothingStandsFor() {
        expectAssemble(
            "ASS(@\"[%@(width:3)]\", a, 1️⃣b, 2️⃣c)",
            .warning("W213", "no '%@' stands for the argument 'b'", at: "1️⃣"),
            .warning("W213", "no '%@' stands for the argument 'c'", at: "2️⃣")
        )
    }

    // MARK: Arguments in files

    private static func file(_ text: String) -> SourceFile { SourceFile(path: "arg.asv", text: text) }

    @Test(arguments: [
        "{ hc [(text:x)] }", "// a\n[{ hc [(text:x)] }]", "def w = [(text:x)] { hc [w] }",
    ])
    func argumentsStandForAssembles(_ argument: String) {
        let options = AssembleOptions(arguments: ["row": Self.file(argument)])
        let expected = """
            VHLayout orientation="H" layoutWidth="30" layoutHeight="wrap_content"
              NText \(Self.text) layoutGravity="v_center" text="x" textSize="17" textColor="#000000" lines="1"
            """
        expectLowers(#"ASS(@"[%@(width:30)]", row)"#, to: expected, options: options)
        expectLowers("[row(width:30)]", to: expected, options: options)
    }

    @Test(arguments: ["(font:12,lines:2)", "font:12 , lines:2", "[(font:12,lines:2)]", "\u{FEFF}font:12,\nlines:2,"])
    func argumentsStandForAttributes(_ argument: String) {
        let options = AssembleOptions(arguments: ["style": Self.file(argument)])
        let expected = ##"NText \##(Self.text) text="a" textSize="12" textColor="#000000" lines="2""##
        expectLowers(#"ASS(@"[(text:a,%@)]", style)"#, to: expected, options: options)
        expectLowers("[style(text:a)]", to: expected, options: options)
    }

    @Test func problemsOfAnArgumentAreInItsFile() {
        let options = AssembleOptions(arguments: ["style": Self.file("font:12,\n colour:FF0000")])
        let reading = AssembleReading("[style(text:a,bad:1)]", options: options)
        #expect(reading.places == ["1:15: E201", "arg.asv:2:2: E201"])
    }

    @Test func refusesMalformedArguments() {
        func places(_ argument: String) -> [String] {
            AssembleReading("[a(width:3)]", options: AssembleOptions(arguments: ["a": Self.file(argument)])).places
        }
        #expect(places("") == ["arg.asv:1:1: E110"])
        #expect(places("text") == ["arg.asv:1:1: E110"])
        #expect(places("ASS(@\"[x]\")") == ["arg.asv:1:1: E110"])
        #expect(places("font:12 ] [") == ["arg.asv:1:9: E120"])
        #expect(places("[%@]") == ["arg.asv:1:2: E212"])
        #expect(places("[a(height:1)]") == ["arg.asv:1:2: E217"])
    }

    @Test func anArgumentCannotRenameAFragment() {
        let options = AssembleOptions(arguments: ["a": Self.file("(font:12)")])
        #expect(AssembleReading("def a = [(font:13)] [a(text:x)]", options: options).diagnostics.map(\.id) == ["E215"])
    }

    // MARK: Image sizes

    @Test func imagesWithoutASizeHaveThatOfTheirAsset() throws {
        let options = AssembleOptions(assets: [
            "star": try #require(AssembleAssetSize("12x14.5")), "wide": try #require(AssembleAssetSize("40rpx20rp")),
        ])
        expectLowers(
            "{ hc [(imageName:star)] [(imageName:star,width:30)] [(image:wide,ratio:2)] [(imageName:star,height:7,ratio:2)] }",
            to: """
                VHLayout orientation="H" layoutWidth="match_parent" layoutHeight="wrap_content"
                  NImage layoutWidth="12" layoutHeight="14.5" layoutGravity="v_center" src="star" scaleType="fit_xy"
                  NImage layoutWidth="30" layoutHeight="14.5" layoutGravity="v_center" src="star" scaleType="fit_xy"
                  NImage layoutWidth="40rp" layoutHeight="20rp" layoutGravity="v_center" src="wide" scaleType="fit_xy" ratio="2"
                  NImage layoutWidth="wrap_content" layoutHeight="7" layoutGravity="v_center" src="star" scaleType="fit_xy" ratio="2"
                """,
            options: options
        )
        #expect(AssembleReading("[(imageUrl:star)]", options: options).diagnostics.map(\.id) == ["W303"])
        #expect(AssembleReading("[(imageName:other)]", options: options).diagnostics.map(\.id) == ["W303"])
    }

    @Test(arguments: ["", "12", "12x", "x12", "0x1", "-1x2", "1x2x3", "axb", "12X14", "1 x 2"])
    func refusesWhatIsNoSize(_ text: String) {
        #expect(AssembleAssetSize(text) == nil)
    }
}
