import Testing
import VirtualViewCompiler
import VirtualViewFormat

@Suite struct AssembleMeaningDiagnosticsTests {
    // MARK: Attributes

    @Test func ignoresAttributesWithoutAValue() {
        expectAssemble(
            "{ hc(1️⃣padding:) [(text:a,2️⃣font:,3️⃣button:)] }",
            .warning("W116", "'padding' has no value and is ignored", at: "1️⃣"),
            .warning("W116", "'font' has no value and is ignored", at: "2️⃣"),
            .warning("W116", "'button' has no value; the part can be tapped but has no action", at: "3️⃣")
        )
        expectClean("{ hc [(text:\"\",font:12)] }")
    }

    @Test func warnsOfACommaThatATextMayHaveSwallowed() {
        expectAssemble(
            "{ hc [(text:Hello there 1️⃣font:12)] [(text:a, accessibilityLabel:bell  2️⃣color:FF0000)] }",
            .warning(
                "W117",
                "'font:' is a part of the value of 'text'; write ',' before it, or quote the value",
                at: "1️⃣"
            ),
            .warning(
                "W117",
                "'color:' is a part of the value of 'accessibilityLabel'; write ',' before it, or quote the value",
                at: "2️⃣"
            )
        )
        expectClean(
            #"{ hc [(text:"Hello font:12")] [(text:Choose font: large)] [(text:font:12)] [(text:a nobody:1)] }"#
        )
        expectClean(
            #"{ hc [(text:a font:)] [(text:a Width:1)] [(text:see (a font:12) now)] [(text:ratio 3:4)] [(text:voilà àfont:1)] }"#
        )
    }

    @Test func suggestsTheNearestAttribute() {
        expectAssemble(
            "{ hc(1️⃣extendwith:1,2️⃣extendWithEqualTo:1) [(text:a,3️⃣fontsize:12,4️⃣textColor:FF0000,5️⃣zzz:1)] }",
            .error(
                "E201",
                "unknown attribute 'extendwith' of an assemble; did you mean 'extendWith'?",
                at: "1️⃣",
                fixIts: ["replace with 'extendWith'"]
            ),
            .error(
                "E201",
                "unknown attribute 'extendWithEqualTo' of an assemble; did you mean 'extendWith'?",
                at: "2️⃣",
                fixIts: ["replace with 'extendWith'"]
            ),
            .error(
                "E201",
                "unknown attribute 'fontsize' of a part; did you mean 'fontSize'?",
                at: "3️⃣",
                fixIts: ["replace with 'fontSize'"]
            ),
            .error(
                "E201",
                "unknown attribute 'textColor' of a part; did you mean 'color'?",
                at: "4️⃣",
                fixIts: ["replace with 'color'"]
            ),
            .error("E201", "unknown attribute 'zzz' of a part", at: "5️⃣")
        )
    }

    @Test func saysWhereAnAttributeBelongs() {
        expectAssemble(
            "{ hc(1️⃣width:20) [(text:a,2️⃣extendWith:1)] }",
            .error("E201", "unknown attribute 'width' of an assemble; it belongs to a part, in '[ ]'", at: "1️⃣"),
            .error(
                "E201",
                "unknown attribute 'extendWith' of a part; it belongs to an assemble, after its head",
                at: "2️⃣"
            )
        )
    }

    @Test(arguments: [
        ("padding", "1.", "a number, perhaps in 'rp'"),
        ("padding", ".5", "a number, perhaps in 'rp'"),
        ("padding", "+1", "a number, perhaps in 'rp'"),
        ("padding", "1e3", "a number, perhaps in 'rp'"),
        ("padding", "1 rp", "a number, perhaps in 'rp'"),
        ("padding", "١", "a number, perhaps in 'rp'"),
        ("padding", "\"\"", "a number, perhaps in 'rp'"),
        ("width", "-1", "a number of at least 0"),
        ("width", "2147483648", "a number of at most 2147483647"),
        ("lines", "1.0", "a whole number of at least 0"),
        ("lines", "-1", "a whole number of at least 0"),
        ("lines", "99999999999", "a whole number of at least 0"),
        ("ratio", "0", "a number above 0"),
        ("ratio", "2rp", "a number above 0"),
        ("isFill", "2", "1, true, yes, 0, false or no"),
    ])
    func refusesWhatIsNoNumber(_ name: String, _ value: String, _ expected: String) {
        let found = value == "\"\"" ? "" : value
        expectAssemble(
            "{ hc [(text:a,\(name):1️⃣\(value))] }",
            .error("E202", "'\(name)' needs \(expected), found '\(found)'", at: "1️⃣")
        )
    }

    /// A comma inside parentheses is a part of the value.
    @Test func offersNoCommaInsideParentheses() {
        expectAssemble(
            "{ hc [(text:a,width:1️⃣min(2, height:3))] [(text:a,color:2️⃣rgb(1 font:3))] [(text:a,crp:3️⃣(low) (x font:3))] }",
            .error("E202", "'width' needs a number, perhaps in 'rp', found 'min(2, height:3)'", at: "1️⃣"),
            .error("E203", "'color' needs a color as RRGGBB or AARRGGBB, found 'rgb(1 font:3)'", at: "2️⃣"),
            .error("E204", "'crp' must be one of fit, low, high, required, found '(low) (x font:3)'", at: "3️⃣")
        )
    }

    @Test func findsTheCommaThatIsMissingInAValue() {
        expectAssemble(
            "{ hc [(text:a,width:1️⃣12 height:13)] [(text:a,color:2️⃣FF0000  font:12)] [(text:a,width:3️⃣12 high:13)] }",
            .error(
                "E202",
                "'width' needs a number, perhaps in 'rp', found '12 height:13'",
                at: "1️⃣",
                fixIts: ["insert ','"]
            ),
            .error(
                "E203",
                "'color' needs a color as RRGGBB or AARRGGBB, found 'FF0000  font:12'",
                at: "2️⃣",
                fixIts: ["insert ','"]
            ),
            .error("E202", "'width' needs a number, perhaps in 'rp', found '12 high:13'", at: "3️⃣")
        )
    }

    @Test(arguments: ["0", "12", "12.5", "-3", "0.000000001", "750rp", "-0.5rp", "007"])
    func takesNumbers(_ value: String) {
        expectClean("{ hc [(text:a)] [(text:a,padding:\(value))] [(text:a,padding:\"\(value)\")] }")
    }

    @Test(arguments: ["0", "1", "true", "false", "yes", "no"])
    func takesBooleans(_ value: String) {
        expectClean("{ hc [(text:a,isFill:\(value))] }")
    }

    @Test func mendsTheCaseOfABoolean() {
        expectAssemble(
            "{ hc [(text:a,isFill:1️⃣TRUE)] }",
            .error(
                "E202",
                "'isFill' needs 1, true, yes, 0, false or no, found 'TRUE'",
                at: "1️⃣",
                fixIts: ["replace with 'true'"]
            )
        )
    }

    @Test(arguments: ["red", "12345", "1234567", "##FF0000", "#12", "FF00GG", "#"])
    func refusesWhatIsNoColor(_ value: String) {
        expectAssemble(
            "{ hc [(text:a,color:1️⃣\(value))] }",
            .error("E203", "'color' needs a color as RRGGBB or AARRGGBB, found '\(value)'", at: "1️⃣")
        )
    }

    @Test func expandsColorsOfThreeDigits() {
        expectAssemble(
            "{ hc [(text:a,color:1️⃣#f0A)] [(text:b,backColor:2️⃣dad)] }",
            .warning(
                "W203",
                "three-digit color '#f0A' is read as '#ff00AA'",
                at: "1️⃣",
                fixIts: ["replace with '#ff00AA'"]
            ),
            .warning(
                "W203",
                "three-digit color 'dad' is read as 'ddaadd'",
                at: "2️⃣",
                fixIts: ["replace with 'ddaadd'"]
            )
        )
    }

    @Test func refusesUnknownWords() {
        expectAssemble(
            "{ hc [(text:a,ellipsize:1️⃣midle)] [(text:b,textStyle:2️⃣bold|slanted)] [(text:c,visibility:3️⃣hidden)] }",
            .error(
                "E204",
                "'ellipsize' must be one of none, start, middle, end, marquee, found 'midle'; did you mean 'middle'?",
                at: "1️⃣",
                fixIts: ["replace with 'middle'"]
            ),
            .error(
                "E204",
                "'textStyle' must be bold, italic, underline, strike, or some of them with '|' between, found 'bold|slanted'",
                at: "2️⃣"
            ),
            .error("E204", "'visibility' must be one of visible, invisible, gone, found 'hidden'", at: "3️⃣")
        )
        expectClean("{ hc [(text:b,textStyle:bold | italic,visibility:gone,ellipsize:none)] }")
    }

    @Test func reportsDuplicatesAndAliases() {
        expectAssemble(
            "{ hc(1️⃣padding:1,2️⃣padding:2) [(3️⃣font:12,text:a,4️⃣fontSize:13)] }",
            .warning(
                "W205",
                "'padding' is given twice; the last one counts",
                at: "2️⃣",
                notes: [.init("the first is here", at: "1️⃣")]
            ),
            .warning(
                "W205",
                "'fontSize' and 'font' mean the same; the last one counts",
                at: "4️⃣",
                notes: [.init("the first is here", at: "3️⃣")]
            )
        )
    }

    @Test func reportsASecondImage() {
        expectAssemble(
            "[(1️⃣imageUrl:<u>,2️⃣imageName:star,width:1,height:1)]",
            .warning(
                "W205",
                "'imageName' and 'imageUrl' both name an image; 'imageUrl' counts",
                at: "2️⃣",
                notes: [.init("the other is here", at: "1️⃣")]
            )
        )
        expectClean("def icon = [(imageName:star,width:1,height:1)] [icon(imageUrl:<u>)]")
    }

    @Test(arguments: [("lines:1", "maxLines:2"), ("maxLines:2", "lines:1")])
    func reportsASecondLineCount(_ first: String, _ second: String) {
        let (name, other) = (second.prefix { $0 != ":" }, first.prefix { $0 != ":" })
        expectAssemble(
            "[(text:a,1️⃣\(first),2️⃣\(second))]",
            .warning(
                "W205",
                "'\(name)' and '\(other)' both give the number of lines; 'maxLines' counts",
                at: "2️⃣",
                notes: [.init("the other is here", at: "1️⃣")]
            )
        )
        expectClean("def t = [(\(first))] [t(text:a,\(second))]")
    }

    @Test func refusesBindingsOfStructure() {
        expectAssemble(
            "{ hc(extendWith:1️⃣<n>) [(text:a,lines:2️⃣<n>)] [(text:b,partAlignment:3️⃣\"${p}\")] }",
            .error(
                "E216",
                "'extendWith' cannot be bound to data; the template's structure depends on its value",
                at: "1️⃣"
            ),
            .error(
                "E216",
                "'lines' cannot be bound to data; the template's structure depends on its value",
                at: "2️⃣"
            ),
            .error(
                "E216",
                "'partAlignment' cannot be bound to data; the template's structure depends on its value",
                at: "3️⃣"
            )
        )
    }

    @Test func bindsEverythingThatCanBeBound() {
        let part = ["image", "text"].map { content in
            let names = [
                content, "button", "backColor", "backBorderColor", "backBorderWidth", "radius", "width", "height",
                "padding", "alignmentMargin", "backPaddingHorizontal", "backPaddingVertical", "visibility",
            ]
            let look = content == "text" ? ["color", "font"] : []
            return "[(partAlignment:top," + (names + look).map { "\($0):<x>" }.joined(separator: ",") + ")]"
        }
        expectClean(
            "{ hc(padding:<x>) [(imageUrl:<x>,width:<x>,height:<x>)] \(part.joined()) [(imageName:<x>,width:1,height:1)] }"
        )
    }

    // MARK: Assembles

    @Test(arguments: [("hl", "ht"), ("hr", "ht"), ("vt", "vl"), ("vb", "vl")])
    func reportsAHeadAlongItsAxis(_ head: String, _ read: String) {
        expectAssemble(
            "{ 1️⃣\(head) [(text:a)] }",
            .warning(
                "W206",
                "the second letter of '\(head)' lies along the row or column; read as '\(read)'",
                at: "1️⃣",
                fixIts: ["replace with '\(read)'"]
            )
        )
        expectClean("{ \(read) [(text:a)] }")
    }

    @Test func reportsEmptyAssembles() {
        expectAssemble(
            "{ hc [1️⃣{ vl }] }",
            .warning("W207", "empty assemble; it shows nothing", at: "1️⃣")
        )
    }

    @Test func refusesAnIndexWithoutAPart() {
        expectAssemble(
            "{ hc(extendWith:1️⃣3) [(text:a)] [{ vl(extendWith:2️⃣-1) [(text:b)] }] }",
            .error("E210", "'extendWith' names part 3; expected 1 to 2, or 0 for none", at: "1️⃣"),
            .error("E210", "'extendWith' names part -1; expected 1 to 1, or 0 for none", at: "2️⃣")
        )
        expectClean("{ hc(extendWith:0) [(text:a)] }")
        expectClean("{ hc(extendWith:2) [(text:a)] [(text:b)] }")
    }

    @Test func refusesEveryBreakAfterTheFirst() {
        let note = ExpectedDiagnostic.Note("the first break is here", at: "1️⃣")
        let message = "second break of the chain; only one part of an assemble can have this 'ignoreAlignment'"
        expectAssemble(
            """
            { vl [(text:a,ignoreAlignment:1️⃣top)] [(text:b,ignoreAlignment:2️⃣top)]
              [(text:c,ignoreAlignment:3️⃣top)] }
            """,
            .error("E211", message, at: "2️⃣", notes: [note]),
            .error("E211", message, at: "3️⃣", notes: [note])
        )
    }

    @Test func wantsADefiniteSizeToPullApart() {
        expectAssemble(
            "{ hc [1️⃣{ hc [(text:a)] [(text:b,2️⃣ignoreAlignment:left)] }] }",
            .warning(
                "W305",
                "a pulled-apart assemble needs a definite width; 'match_parent' is assumed",
                at: "1️⃣",
                notes: [.init("it is pulled apart here", at: "2️⃣")]
            )
        )
        // With a least width, the width still depends on the parts.
        #expect(AssembleReading("[{ hc [a] [b(ignoreAlignment:left)] }(minWidth:60)]").places == ["1:2: W305"])
        expectClean("{ hc [{ hc [(text:a)] [(text:b,ignoreAlignment:left)] }(width:200)] }")
        expectClean("{ vl [{ hc [(text:a)] [(text:b,ignoreAlignment:left)] }(isFill:1)] }")
        expectClean("{ hc [(text:a)] [(text:b,ignoreAlignment:left)] }")
    }

    @Test func wantsADefiniteCrossSizeForMixedGroups() {
        let mixed = "[(text:a)] [(text:b,partAlignment:top)] [(text:c,ignoreAlignment:left)]"
        expectAssemble(
            "1️⃣{ hc \(mixed) }",
            .warning(
                "W306",
                "parts with different alignment in a pulled-apart assemble need a definite height",
                at: "1️⃣"
            )
        )
        expectClean("[{ hc \(mixed) }(height:40,width:100)]")
        expectClean("{ hc [(text:a)] [(text:c,ignoreAlignment:left,partAlignment:top)] }")
    }

    // MARK: Parts

    @Test(arguments: [
        "", "()", "(padding:3)", "(font:12,color:FF0000)", "(isFill:1)", "(button:go)", "(backBorderColor:FF0000)",
        "(maxLines:2)",
    ])
    func refusesEmptyParts(_ content: String) {
        expectAssemble(
            "{ hc [(text:a)] 1️⃣[\(content)] }",
            .error(
                "E207",
                "empty part; expected text, an image, an assemble, a name, a size or a background",
                at: "1️⃣"
            )
        )
    }

    @Test(arguments: [
        "name", "(width:1)", "(height:1)", "(minWidth:3)", "(backColor:FF0000)", "(backPaddingVertical:3)",
    ])
    func takesPartsWithoutContent(_ content: String) {
        expectClean("{ hc [(text:a)] [\(content)] }")
    }

    @Test func staysSilentAboutAPartWithAnError() {
        expectAssemble(
            "{ hc [(1️⃣txet:a)] [(text:2️⃣<)] [(imageName:b,width:3️⃣wide)] }",
            .error(
                "E201",
                "unknown attribute 'txet' of a part; did you mean 'text'?",
                at: "1️⃣",
                fixIts: ["replace with 'text'"]
            ),
            .error("E104", "'<' is not closed; expected a path and '>'", at: "2️⃣"),
            .error("E202", "'width' needs a number, perhaps in 'rp', found 'wide'", at: "3️⃣")
        )
    }

    @Test func refusesTwoContents() {
        expectAssemble(
            "{ hc [(1️⃣imageName:b,width:1,height:1,2️⃣text:a)] [3️⃣{ hc [(text:b)] } (4️⃣text:a)] }",
            .error(
                "E208",
                "'imageName' together with 'text'; a part has one content",
                at: "1️⃣",
                notes: [.init("'text' is here", at: "2️⃣")]
            ),
            .error(
                "E208",
                "'text' together with an assemble; a part has one content",
                at: "4️⃣",
                notes: [.init("the assemble is here", at: "3️⃣")]
            )
        )
    }

    @Test func reportsWhatIsDropped() {
        expectAssemble(
            """
            { hc [(text:a,crp:required,buttonHighlightColor:FF0000,maxWidth:90)]
              [{ vl [(text:b,1️⃣crp:low,maxWidth:90)] [(text:b,width:50,maxWidth:90)] }] }
            """,
            .warning("W301", "'crp' is about widths and does nothing in a column; it is dropped", at: "1️⃣")
        )
    }

    @Test(arguments: [
        "{ hc [(text:a,1️⃣crp:low)] [(text:b,ignoreAlignment:left)] [(text:c,crp:low)] }",
        "{ hc [(text:a,crp:low)] [(text:b)] [(text:c,ignoreAlignment:left,1️⃣crp:required)] }",
    ])
    func reportsResistanceWithoutNeighbours(_ source: String) {
        expectAssemble(
            source,
            .warning("W301", "'crp' does nothing for a part that is alone in its group; it is dropped", at: "1️⃣")
        )
    }

    @Test(arguments: [
        "{ hc [(text:a,crp:low)] }", "{ hc [(text:a,crp:low,ignoreAlignment:left)] [(text:b,crp:fit)] }",
        "def a = [(text:a,crp:low)] { hc [a] [(text:b,ignoreAlignment:left)] }",
    ])
    func resistanceWithNeighboursOrOfAFragmentIsNoMistake(_ source: String) {
        expectClean(source)
    }

    @Test(arguments: [Client.iOS, .android])
    func reportsWhatTheTargetDoesNotKnow(_ client: Client) {
        let source = """
            { hc [(text:a,crp:required,maxWidth:90)] [(text:b,width:50rp,maxWidth:90)] [(text:b,width:50,maxWidth:90)]
              [{ vl [(text:c,crp:low,button:go,buttonHighlightColor:FF0000)] }] }
            """
        let reading = AssembleReading(source, options: AssembleOptions(client: client))
        #expect(reading.places == ["1:15: W301", "1:28: W302", "1:62: W302", "2:18: W301", "2:36: W304"])
        #expect(
            Set(reading.diagnostics.map(\.message)) == [
                "'buttonHighlightColor' has no equivalent on the target and is dropped",
                "'crp' has no equivalent on the target and is dropped",
                "'maxWidth' without a fixed 'width' in the same unit has no equivalent on the target and is dropped",
            ]
        )
        let attributes = reading.output.tree?.attributes.map(\.name) ?? ["maxWidth"]
        #expect(Set(attributes).isDisjoint(with: ["maxWidth", "flexShrink", "pressedBackground"]))
    }

    @Test(arguments: [
        "imageName:a", "imageUrl:<u>,width:10", "imageName:a,ratio:2", "imageName:a,width:10,backColor:FF0000",
        "imageName:a,backPaddingHorizontal:3,height:10",
    ])
    func wantsASizeOfImages(_ attributes: String) {
        expectAssemble(
            "{ hc 1️⃣[(\(attributes))] }",
            .warning("W303", "image without a definite size; clients may show it 0 wide and 0 high", at: "1️⃣")
        )
    }

    @Test(arguments: [
        "imageName:a,width:10,height:<h>", "imageUrl:<u>,width:10,ratio:1.5", "imageName:a,isFill:1,width:10",
        "imageName:a,width:10,height:10,backColor:FF0000",
    ])
    func takesImagesWithASize(_ attributes: String) {
        expectClean("{ hc [(\(attributes))] }")
    }

    @Test func reportsAlignmentAlongTheWrongAxis() {
        expectAssemble(
            """
            { hc [(text:a,1️⃣partAlignment:left)] [(text:b,2️⃣ignoreAlignment:top)]
              [{ vl [(text:c,3️⃣partAlignment:bottom)] [(text:d,4️⃣ignoreAlignment:center)] }] }
            """,
            .warning(
                "W307",
                "'partAlignment:left' does nothing here; expected 'center', 'top' or 'bottom' in a row",
                at: "1️⃣"
            ),
            .warning("W307", "'ignoreAlignment:top' does nothing here; expected 'left' in a row", at: "2️⃣"),
            .warning(
                "W307",
                "'partAlignment:bottom' does nothing here; expected 'center', 'left' or 'right' in a column",
                at: "3️⃣"
            ),
            .warning("W307", "'ignoreAlignment:center' does nothing here; expected 'top' in a column", at: "4️⃣")
        )
        expectClean("{ hc [(text:a,partAlignment:top)] [(text:b,ignoreAlignment:left)] }")
    }

    @Test func reportsAFrameWithoutABackground() {
        expectAssemble(
            "{ hc 1️⃣[(text:a,backBorderWidth:1)] 2️⃣[{ hc [(text:b)] }(radius:4)] }",
            .warning(
                "W308",
                "border or radius without a background or padding; it is drawn around the part",
                at: "1️⃣"
            ),
            .warning(
                "W308",
                "border or radius without a background or padding; it is drawn around the part",
                at: "2️⃣"
            )
        )
        expectClean("{ hc [(text:a,backBorderWidth:1,backColor:FFFFFF)] [(text:a,backBorderWidth:0,radius:0)] }")
    }

    @Test func reportsAMarginWithoutAlignment() {
        expectAssemble(
            "{ hc [(text:a,1️⃣alignmentMargin:4)] }",
            .warning("W309", "'alignmentMargin' does nothing without 'partAlignment'", at: "1️⃣")
        )
        expectClean("{ hc [(text:a,partAlignment:top,alignmentMargin:4)] }")
    }

    @Test(arguments: [
        ("{ hc [(imageName:a,width:1,height:1,1️⃣color:FF0000)] }", "color", "for an image"),
        ("{ hc [(text:a,1️⃣scaleType:center)] }", "scaleType", "for a text"),
        ("{ hc [{ vl [(text:a)] } (1️⃣fontSize:12)] }", "fontSize", "for an assemble"),
        ("{ hc [name(1️⃣lines:2)] }", "lines", "for a place that the app fills"),
        ("{ hc [(width:9,height:9,1️⃣ratio:2)] }", "ratio", "for a part without content"),
        ("[(text:a,1️⃣padding:8)]", "padding", "for the part that is the whole source"),
        ("[(text:a,1️⃣crp:fit)]", "crp", "for the part that is the whole source"),
        ("[(text:a,1️⃣backBorderColor:FF0000)]", "backBorderColor", "without 'backBorderWidth'"),
        ("{ vc [(text:a,1️⃣width:50,isFill:1)] }", "width", "beside 'isFill'"),
        ("{ hc [(text:a,isFill:1,1️⃣height:<h>,width:50)] }", "height", "beside 'isFill'"),
        ("{ vc [(text:a,1️⃣minWidth:50,isFill:1)] }", "minWidth", "beside 'isFill'"),
        ("[(text:a,1️⃣width:50,height:9,isFill:1)]", "width", "beside 'isFill'"),
        ("{ hc(padding:4) [(text:a,1️⃣padding:8)] [(text:b,padding:8)] }", "padding", "for the first part of its group"),
        ("{ vl [(text:a,1️⃣padding:<p>)] [(text:b)] }", "padding", "for the first part of its group"),
        (
            "{ hc [(text:a)] [(text:b,ignoreAlignment:left,1️⃣padding:8)] [(text:c,padding:8)] }", "padding",
            "for the first part of its group"
        ),
        (
            "{ hc [(text:b,ignoreAlignment:left,1️⃣padding:8)] [(text:c,padding:8)] }", "padding",
            "for the first part of its group"
        ),
    ])
    func reportsWhatDoesNothing(_ source: String, _ name: String, _ place: String) {
        expectAssemble(source, .warning("W310", "'\(name)' does nothing \(place)", at: "1️⃣"))
    }

    /// A fragment says how its uses look, whatever each of them is.
    @Test func attributesOfFragmentsAreForAllOfTheirUses() {
        expectClean(
            "def grey = [(color:999999,font:12,padding:4)] { hc [grey(imageName:a,width:1,height:1)] [grey(text:b)] }"
        )
        expectClean("{ hc [name(font:12,color:FF0000)] }")
        expectClean("def wide = [(width:50,minWidth:40,padding:4)] { vl [wide(text:a,isFill:1)] [wide(text:b)] }")
        expectClean("{ vl [(text:a,isFill:0,width:50)] [(text:b,isFill:1,minWidth:50,maxWidth:40)] }")
    }

    /// At the centre a margin is doubled, and the message names what was written.
    @Test func refusesAMarginThatCannotBeDoubled() {
        let expected = "a number of at most 1073741823 beside 'partAlignment:center'"
        expectAssemble(
            "{ hc [(text:a,partAlignment:center,alignmentMargin:1️⃣2147483647)] "
                + "[(text:a,partAlignment:center,alignmentMargin:2️⃣-1073741824rp)] }",
            .error("E202", "'alignmentMargin' needs \(expected), found '2147483647'", at: "1️⃣"),
            .error("E202", "'alignmentMargin' needs \(expected), found '-1073741824rp'", at: "2️⃣")
        )
        expectClean(
            "{ hc [(text:a,partAlignment:top,alignmentMargin:2147483647)] "
                + "[(text:a,partAlignment:center,alignmentMargin:1073741823)] }"
        )
    }

    // MARK: Ids

    @Test func idsAreUniqueAndSayTheirSeverity() {
        let ids = AssembleMessageID.allCases.map(\.rawValue)
        #expect(Set(ids).count == ids.count)
        for id in AssembleMessageID.allCases {
            #expect(id.severity == (id.rawValue.first == "E" ? .error : .warning))
            #expect(id.rawValue.count == 4)
        }
    }
}
