import Foundation
import Testing
import VirtualViewCommands
import VirtualViewExpressions
import VirtualViewTestSupport

@Suite struct LayoutCommandTests {
    /// Where the nodes of a layout are, from left to right.
    private struct Frames: Decodable {
        struct Frame: Decodable {
            let depth: Int
            let x: Double
            let width: Double
        }

        let frames: [Frame]
    }

    private static let templates = Fixtures.url("Layout/templates").path

    private let workspace = Workspace.fresh()

    private func layout(_ arguments: [String]) -> Workspace.Result {
        workspace.vvc(["layout"] + arguments)
    }

    /// Writes a file and returns what stands for its path in arguments and output.
    private func write(_ text: String, _ name: String) throws -> String {
        try workspace.write(name, text)
        return "@/" + name
    }

    @Test func imagesBesideATemplateHaveTheirSizes() throws {
        let xml = #"<NImage src="tea" layoutWidth="wrap_content" layoutHeight="wrap_content"/>"#
        try workspace.write("images/tea.svg", #"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>"#)
        let result = layout([try write(xml, "Card.xml")])
        #expect(result.code == .success && result.out.hasPrefix("375 x 20, estimated 40 x 20\n"), "\(result)")
    }

    /// However narrow its row is, and whatever units its limits have.
    @Test(arguments: [
        ("minWidth:50,crp:fit", 50), ("width:100,minWidth:50,crp:fit", 50), ("width:<w>,minWidth:50,crp:fit", 50),
        ("width:100,minWidth:100rp,crp:fit", 50), ("minWidth:49.5,crp:fit", 50), ("minWidth:100,crp:required", 100),
        ("minWidth:50,crp:fit,backColor:FFFFFF,backPaddingHorizontal:10", 50),
        ("minWidth:50,crp:fit,partAlignment:center,alignmentMargin:3", 50), ("minWidth:200rp,maxWidth:10", 100),
        ("minWidth:100,maxWidth:40rp", 100), ("width:320rp,minWidth:200rp,maxWidth:10", 100),
        ("minWidth:60,maxWidth:50", 60), ("width:<w>,minWidth:50,maxWidth:70", 70),
    ])
    func aPartOfAnAssembleIsNotNarrowerThanItsLeastWidth(_ attributes: String, _ width: Double) throws {
        let source = "{ ht [(text:aaaaaaaaaaaa,font:10,\(attributes))] [(width:370,height:10)] }"
        let result = layout([
            try write(source, "Row.asv"), "--data", try write("{\"w\":90}", "Row.json"), "--metrics", "fixed", "--json",
        ])
        let frames = try JSONDecoder().decode(Frames.self, from: Data(result.out.utf8)).frames
        let part = try #require(frames.dropFirst().first)
        #expect(part.width == width, "\(result.out)")
        let inside = frames.dropFirst(2).prefix { $0.depth > part.depth }
        #expect(inside.allSatisfy { $0.x + $0.width <= part.x + part.width }, "something sticks out: \(result.out)")
    }

    @Test func printsTheFixturesFramesAsJSON() throws {
        let runs = try JSONValue(json: Fixtures.bytes("Layout/cases/CtPageH.json"))
        let run = try #require(runs.elements?.first)
        let data = try #require(run["data"])
        let result = layout([
            Self.templates + "/CtPageH.xml", "--width=375", "--height=667", "--json", "--target", "ios-1.2",
            "--metrics", "fixed", "--data", try write(data.json, "data.json"), "--with",
            Self.templates + "/ItFill.xml", "--hit", "30,50", "--hit", "10,50",
        ])
        #expect(result.code == .success)
        let found = try JSONValue(json: Array(result.out.utf8))
        #expect(found["estimated"] == run["estimated"])
        #expect(found["hits"] == run["hits"])
        let frames = try #require(found["frames"]?.elements)
        let expected = try #require(run["frames"]?.elements)
        #expect(frames.count == expected.count)
        for (frame, expected) in zip(frames, expected) {
            for key in ["depth", "family", "id", "x", "y", "width", "height", "visibility", "hidden"] {
                #expect(frame[key] == expected[key])
            }
        }
    }

    @Test func writesTheShapesOfTheContract() throws {
        let file = try write(#"<VText id="7" text="ab" textSize="10" layoutWidth="-2" layoutHeight="-2"/>"#, "T.xml")
        let result = layout([file, "--width", "50", "--height", "20", "--metrics", "fixed", "--json"])
        #expect(
            result.out == """
                {"width":50,"height":20,"estimated":[12,12],
                "frames":[
                {"depth":0,"component":"VText","family":"NText","id":7,"x":0,"y":0,"width":50,"height":20,\
                "visibility":"visible","hidden":false}]}

                """
        )
        let text = layout([file, "--width", "50", "--metrics", "fixed", "--hit", "1,2"])
        #expect(text.out == "50 x 12, estimated 12 x 12\nVText #7  0,0 50x12\nhit 1,2: none\n")
    }

    @Test func printsWhatAScreenReaderPresents() throws {
        let file = try write(
            """
            <VHLayout id="3" orientation="V" layoutWidth="-1" layoutHeight="-2" flag="flag_clickable" action="a"
            accessibilityState="selected" accessibilityValue="1 &lt; 2"><NText text="say &quot;a&#x202E;&quot;"
            textSize="10" layoutWidth="-2" layoutHeight="-2"/></VHLayout>
            """,
            "T.xml"
        )
        let arguments = [file, "--width", "50", "--metrics", "fixed", "--accessibility"]
        #expect(
            layout(arguments).out == #"""
                50 x 12, estimated 50 x 12
                button #3 "say \"a\u202e\"" value "1 < 2"  0,0 50x12 selected (click)

                """#
        )
        #expect(
            layout(arguments + ["--json"]).out == #"""
                {"width":50,"height":12,"estimated":[50,12],
                "elements":[
                {"role":"button","id":3,"label":"say \"a\u202e\"","value":"1 < 2","states":["selected"],\#
                "actions":["click"],"x":0,"y":0,"width":50,"height":12,"parent":null,"entryIndex":null,\#
                "entryCount":null,"currentPage":null}]}

                """#
        )
    }

    @Test func mirrorsForALanguageThatIsReadFromRightToLeft() throws {
        let file = try write(
            #"<Slider id="1" dataTag="${items}" itemWidth="30" layoutWidth="-1" layoutHeight="20" paddingLeft="4"/>"#,
            "T.xml"
        )
        let item = try write(#"<VText id="2" layoutWidth="-1" layoutHeight="-1" flag="flag_clickable"/>"#, "i.xml")
        let data = try write(#"{"items": [{"type": "i"}, {"type": "i"}, {"type": "i"}]}"#, "data.json")
        let words = [file, "--width", "50", "--data", data, "--with", item, "--hit", "45,3", "--hit", "48,3"]
        let frames =
            "VText #2  16,0 30x20\n  VText #2  -14,0 30x20\n  VText #2  -44,0 30x20\nhit 45,3: #2\nhit 48,3: none\n"
        #expect(layout(words + ["--direction", "rtl"]).out.hasSuffix(frames))
        #expect(layout(words + ["--direction", "ltr"]).out == layout(words).out)
        #expect(layout(words + ["--direction", "ltr"]).out.contains("VText #2  4,0 30x20"))
    }

    @Test(
        arguments: [
            ([], "en en"), (["--locale", "ar_EG"], "ar ar_EG"), (["--locale=zh-Hant"], "zh zh-Hant"),
        ] as [([String], String)]
    )
    func bindingsReadTheLanguageThatIsChosen(_ words: [String], _ shown: String) throws {
        let text = #"<NText text="${env.language} ${env.locale}" layoutWidth="-1" layoutHeight="20"/>"#
        let file = try write(text, "T.xml")
        let result = layout([file, "--accessibility", "--data", try write("{}", "data.json")] + words)
        #expect(result.code == .success && result.out.contains("\"\(shown)\""), "\(result)")
    }

    @Test func measuresRelativeLengthsByTheScreenNotTheContainer() throws {
        let file = try write(#"<FrameLayout layoutWidth="100rp" layoutHeight="75rp"/>"#, "T.xml")
        #expect(layout([file, "--width", "10"]).out.hasPrefix("10 x 37.5, estimated 50 x 37.5"))
        #expect(layout([file, "--width", "10", "--screen-width", "750"]).out.contains("estimated 100 x 75"))
    }

    @Test func showsDataInTurnAndTakesNullForNone() throws {
        let file = try write(#"<NText text="${t}" textSize="10" layoutWidth="-2" layoutHeight="-2"/>"#, "T.xml")
        let long = try write(#"{"t":"abcd"}"#, "a.json")
        let short = try write(#"{"t":"a"}"#, "b.json")
        let null = try write("null", "n.json")
        func estimated(_ data: [String]) -> String {
            let result = layout([file, "--width", "99", "--metrics=fixed"] + data.flatMap { ["--data", $0] })
            return String(result.out.prefix { $0 != "\n" }.drop { $0 != "e" })
        }
        #expect(estimated([long, short]) == "estimated 6 x 12")
        #expect(estimated([short, long]) == "estimated 24 x 12")
        #expect(estimated([null]) == "estimated 0 x 0")
        #expect(estimated([]) == "estimated 0 x 0")
    }

    @Test func showsTheAppsValues() throws {
        let file = try write(#"<NText text="${env.t}" textSize="10" layoutWidth="-2" layoutHeight="-2"/>"#, "T.xml")
        let values = try write(#"{"t":"abcd"}"#, "env.json")
        let data = try write("{}", "d.json")
        let result = layout([file, "--width", "99", "--metrics=fixed", "--data", data, "--env", values])
        #expect(result.out.contains("estimated 24 x 12"))
    }

    @Test func tellsWhatTheTemplatesGoOnWithout() throws {
        let row = try write("<NText><NLine/></NText>", "Row.xml")
        let card = try write("<FrameLayout><Grid><NText/></Grid><Page/></FrameLayout>", "Card.xml")
        let result = layout([card, "--width", "9", "--with", row])
        #expect(result.code == .success && result.out.contains("Page"))
        #expect(
            result.error == """
                \(card): warning: Card, node 1: 'Grid' makes its children from data, so those in the template are left out
                \(card): warning: Row, node 0: 'NText' takes no children, so those that it has are not shown

                """
        )
    }

    @Test(arguments: [
        (["--width", "-1"], "from 0 to 1000000"), (["--width", "nan"], "from 0 to 1000000"),
        (["--width", "0x10"], "from 0 to 1000000"), (["--width", "1e2"], "from 0 to 1000000"),
        (["--width", "+5"], "from 0 to 1000000"), (["--height", "inf"], "from 0 to 1000000"),
        (["--height", "1000000.5"], "from 0 to 1000000"), (["--screen-width", ".5"], "from 0 to 1000000"),
        (["--width", ""], "from 0 to 1000000"),
        (["--width", "9", "--hit", "0x3,4"], "expected a point as X,Y"),
        (["--width", "9", "--hit", "3"], "expected a point as X,Y"),
        (["--width", "9", "--target", "android-1.4"], "expected 'swift' or 'ios-1.2'"),
        (["--width", "9", "--locale", "ar EG"], "expected an identifier, as ar_EG"),
        (["--width", "9", "--locale="], "expected an identifier, as ar_EG"),
        (["--width", "9", "--metrics", "none"], "expected 'builtin' or 'fixed'"),
    ])
    func refusesWrongCommandLines(_ arguments: [String], _ message: String) throws {
        let result = layout([Self.templates + "/FlNine.xml"] + arguments)
        #expect(result.code == .usage)
        #expect(result.error.contains(message), "\(result.error)")
    }

    @Test func reportsWhatCannotBeReadOrShown() throws {
        #expect(layout(["/nowhere/T.xml", "--width", "9"]).code == .cannotRead)
        let broken = try write("<FrameLayout", "T.xml")
        #expect(layout([broken, "--width", "9"]).code == .inputErrors)
        let noTemplate = try write("ALIVV", "T.out")
        #expect(layout([noTemplate, "--width", "9"]).code == .inputErrors)
        let data = try write(#"{"items":[{"type":"Nowhere"}]}"#, "d.json")
        let result = layout([Self.templates + "/CtPageH.xml", "--width", "9", "--data", data])
        #expect(result.code == .success)
        #expect(result.error.contains("add it with '--with'"), "\(result.error)")
    }

    @Test func isAsWideAsAPreviewWithoutAWidth() throws {
        let file = try write(#"<FrameLayout layoutWidth="match_parent" layoutHeight="10"/>"#, "T.xml")
        let result = layout([file])
        #expect(result.code == .success && result.out.hasPrefix("375 x 10,"), "\(result.error)")
        #expect(result.out == layout([file, "--width", "375"]).out)
    }

    @Test func compilesForTheTarget() throws {
        // What this client does not know is said by the compiler alone.
        let file = try write(#"<NText text="a" minWidth="10" layoutWidth="-2" layoutHeight="-2"/>"#, "T.xml")
        func compilerSays(_ target: String) -> String {
            workspace.vvc("compile", file, "--target", target, "-o", file + ".out").error
        }
        let compiled = compilerSays("ios-1.2")
        #expect(!compiled.isEmpty && compiled != compilerSays("swift"))
        #expect(layout([file, "--target", "ios-1.2"]).error.hasPrefix(compiled))
        #expect(!layout([file, "--target", "swift"]).error.contains("ios-1.2"))
        let preview = workspace.vvc("preview", file, "--target", "ios-1.2", "-o", file + ".svg")
        #expect(preview.code == .success && preview.error.hasPrefix(compiled))
    }
}

extension JSONValue {
    /// The elements of an array.
    fileprivate var elements: BindingArray? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }
}
