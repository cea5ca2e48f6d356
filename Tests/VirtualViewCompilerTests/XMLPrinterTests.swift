import Testing
import VirtualViewCompiler
import VirtualViewTestSupport

@Suite struct XMLPrinterTests {
    private func tree(_ xml: String) -> SyntaxTree { readCleanXML(SourceFile(path: "test.xml", text: xml)) }

    private func print(_ xml: String, comments: [Int: [String]] = [:]) -> String {
        XMLPrinter(lineLength: 60).print(tree(xml), comments: comments)
    }

    @Test func putsAShortTagOnOneLineAndALongOneOnSeveral() {
        #expect(
            print(
                """
                <VHLayout orientation="H" layoutWidth="match_parent" layoutHeight="wrap_content"><NText text="a"/>
                <FrameLayout><NText text="b" layoutWidth="wrap_content" layoutHeight="wrap_content"/></FrameLayout></VHLayout>
                """
            ) == """
                <?xml version="1.0" encoding="utf-8"?>
                <VHLayout
                    orientation="H"
                    layoutWidth="match_parent"
                    layoutHeight="wrap_content">
                    <NText text="a"/>
                    <FrameLayout>
                        <NText
                            text="b"
                            layoutWidth="wrap_content"
                            layoutHeight="wrap_content"/>
                    </FrameLayout>
                </VHLayout>

                """
        )
    }

    @Test(arguments: [(35, true), (36, true), (37, false)]) func aLineIsAsLongAsItMayBe(_ length: Int, _ fits: Bool) {
        let line = #"<NText id="1" text="\#(String(repeating: "é", count: length - 10))" name="abc"/>"#
        #expect((line.count <= 60) == fits)
        #expect(print(line).contains("\n\(line)\n") == fits)
    }

    @Test func escapesWhatAReaderWouldChange() throws {
        let value = "a\tb\nc\rd\"e'f&g<h>i\u{A0}j\u{85}k\u{2028}l\u{FEFF}m 中😀\u{7F}&amp; "
        let file = SourceFile(path: "test.xml", bytes: [])
        var builder = SyntaxTreeBuilder(file: file)
        let place = SourceSpan(0..<0)
        builder.openElement(builder.nameID("NText"), at: place, openTag: place)
        builder.addAttribute(builder.nameID("text"), at: place, value: value, at: place)
        let text = XMLPrinter().print(builder.finish(at: place))
        #expect(
            text == """
                <?xml version="1.0" encoding="utf-8"?>
                <NText
                    text="a&#9;b&#10;c&#13;d&quot;e'f&amp;g&lt;h&gt;i&#160;j&#133;k&#8232;l&#65279;m 中😀&#127;&amp;amp; "/>

                """
        )
        let again = try #require(tree(text).attributes.first)
        #expect(Array(again.value.utf8) == Array(value.utf8))
    }

    @Test func keepsInstructions() {
        let xml = "<?vvc name=\"A\" version=\"3\"?><NText/>"
        #expect(
            print(xml) == "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<?vvc name=\"A\" version=\"3\"?>\n<NText/>\n"
        )
        #expect(tree(print(xml)).instructions.map(\.text) == ["name=\"A\" version=\"3\""])
    }

    @Test func putsCommentsBeforeTheirElements() {
        let comments = [0: [" one ", "a--b---c-"], 1: ["\n two\r\n\n  three \n", "  ", "-->"]]
        let text = print("<VHLayout><NText/></VHLayout>", comments: comments)
        #expect(
            text
                == """
                <?xml version="1.0" encoding="utf-8"?>
                <!-- one -->
                <!-- a- -b- - -c- -->
                <VHLayout>
                    <!-- two

                         three -->
                    <!-- - -> -->
                    <NText/>
                </VHLayout>

                """
        )
        #expect(outlineOf(tree(text)) == "VHLayout\n  NText")
    }

    @Test func deepTreesArePrintedWithoutRecursion() {
        let xml = String(repeating: "<FrameLayout>", count: 5000) + String(repeating: "</FrameLayout>", count: 5000)
        let text = print(xml)
        #expect(outlineOf(tree(text)) == outlineOf(tree(xml)))
    }

    @Test(arguments: AssembleConformanceTests.samples)
    func samplesReadBackAsTheSameTree(_ name: String) throws {
        let source = SourceFile(path: "\(name).asv", bytes: try Fixtures.bytes("Assemble/\(name).asv"))
        let output = AssembleReading(source).output
        let expected = try #require(output.tree)
        let text = XMLPrinter().print(expected, comments: output.comments)
        #expect(outlineOf(tree(text)) == outlineOf(expected))
        #expect(XMLPrinter().print(tree(text)) == XMLPrinter().print(expected))
    }

    @Test func commentsOfASourceStandBeforeWhatFollowsThem() throws {
        let source = """
            // the card
            def chip = /* a chip */ [(text:x) /* inside */]
            { // a row
                hc
                [chip] // after the chip
                [chip]
                [(width:1) /* a line */]
                // the last word
            } // the end
            """
        let output = AssembleReading(source).output
        let tree = try #require(output.tree)
        let lines = XMLPrinter(lineLength: 40).print(tree, comments: output.comments).split(separator: "\n")
        let outline = lines.map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("<") }
        #expect(
            outline == [
                "<?xml version=\"1.0\" encoding=\"utf-8\"?>", "<!-- the card -->", "<!-- the last word -->",
                "<!-- the end -->", "<VHLayout", "<!-- a chip -->", "<!-- inside -->", "<!-- a row -->", "<NText",
                "<!-- after the chip -->", "<NText", "<!-- a line -->", "<FrameLayout", "</VHLayout>",
            ]
        )
    }
}
