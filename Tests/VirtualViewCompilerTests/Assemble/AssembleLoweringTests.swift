import Testing
import VirtualViewCompiler
import VirtualViewFormat

@Suite struct AssembleLoweringTests {
    private static let wrap = #"layoutWidth="wrap_content" layoutHeight="wrap_content""#
    private static let row = #"VHLayout orientation="H" layoutWidth="match_parent" layoutHeight="wrap_content""#
    private static let column = #"VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content""#

    /// The end of a text's attributes when it asks for nothing.
    private static func text(_ text: String) -> String {
        ##"text="\##(text)" textSize="17" textColor="#000000" lines="1""##
    }

    /// Expects what the parts of a row become, without the row.
    private func expectRow(
        _ head: String = "hc",
        _ parts: String,
        to outline: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let root = head.hasPrefix("h") ? Self.row : Self.column
        expectLowers(
            "{ \(head) \(parts) }",
            to: ([root] + outline.map { "  " + $0 }).joined(separator: "\n"),
            sourceLocation: sourceLocation
        )
    }

    // MARK: Rows and columns

    @Test(arguments: ["//\n", "//\r", "/**/", "/***/", "// a\n//\n", "/*/*/"])
    func aCommentEndsWhereItSays(_ comment: String) {
        func bytes(_ comment: String) -> [UInt8]? {
            TemplateCompiler().compile(SourceFile(path: "T.asv", text: "{ hc \(comment)[(text:a)] }")).bytes
        }
        #expect(bytes("") != nil && bytes(comment) == bytes(""))
    }

    @Test func aComputedBindingIsTakenUpToItsBrace() {
        let expression = "${= count > 1 ? 'a, b) [c] {d}' : name + '}'}"
        let source = SourceFile(path: "T.asv", text: "{ hc [(text:\(expression),font:12)] }")
        let quoted = SourceFile(path: "T.asv", text: "{ hc [(text:\"\(expression)\",font:12)] }")
        let bytes = TemplateCompiler().compile(source).bytes
        #expect(bytes != nil && bytes == TemplateCompiler().compile(quoted).bytes)
        let malformed = SourceFile(path: "T.asv", text: "{ hc [(text:${= 1 + },font:12)] }")
        let found = TemplateCompiler().compile(malformed).diagnostics.ordered
        #expect(found.map { $0.id } == ["binding.expected-value"])
        #expect(found.first?.range.offsets.lowerBound == 20)
    }

    @Test(arguments: [
        ("hc", "v_center"), ("ht", "top"), ("hb", "bottom"), ("vc", "h_center"), ("vl", "left"), ("vr", "right"),
    ])
    func theSecondLetterIsTheGravityOfEveryPart(_ head: String, _ gravity: String) {
        let part = { "NText \(Self.wrap) layoutGravity=\"\(gravity)\" \(Self.text($0))" }
        expectRow(head, "[(text:a)] [(text:b)]", to: [part("a"), part("b")])
    }

    @Test func theGapStandsBeforeEveryPartButTheFirst() {
        expectRow(
            "hc(padding:5)",
            "[a] [b(padding:9)] [c(padding:0)] [d(padding:-2)] [e(padding:<x>)] [f(padding:0.0rp)]",
            to: [
                #"NFrameLayout id="1" \#(Self.wrap) layoutGravity="v_center""#,
                #"NFrameLayout id="2" \#(Self.wrap) layoutGravity="v_center" layoutMarginLeft="9""#,
                #"NFrameLayout id="3" \#(Self.wrap) layoutGravity="v_center""#,
                #"NFrameLayout id="4" \#(Self.wrap) layoutGravity="v_center" layoutMarginLeft="-2""#,
                #"NFrameLayout id="5" \#(Self.wrap) layoutGravity="v_center" layoutMarginLeft="${x}""#,
                #"NFrameLayout id="6" \#(Self.wrap) layoutGravity="v_center""#,
            ]
        )
        expectLowers(
            "def far = [(padding:9)] { hc(padding:5) [far(text:a)] [(text:b)] }",
            to: """
                \(Self.row)
                  NText \(Self.wrap) layoutGravity="v_center" \(Self.text("a"))
                  NText \(Self.wrap) layoutGravity="v_center" layoutMarginLeft="5" \(Self.text("b"))
                """
        )
    }

    @Test func partsAlignThemselvesAcrossTheAxis() {
        expectRow(
            "vr",
            "[a(partAlignment:left,alignmentMargin:3)] [b(partAlignment:right,alignmentMargin:<m>)] [c(partAlignment:center)]",
            to: [
                #"NFrameLayout id="1" \#(Self.wrap) layoutGravity="left" layoutMarginLeft="3""#,
                #"NFrameLayout id="2" \#(Self.wrap) layoutGravity="right" layoutMarginRight="${m}""#,
                #"NFrameLayout id="3" \#(Self.wrap) layoutGravity="h_center""#,
            ]
        )
        expectRow(
            "hc",
            "[a(partAlignment:top,alignmentMargin:3)] [b(partAlignment:bottom,alignmentMargin:-4)]",
            to: [
                #"NFrameLayout id="1" \#(Self.wrap) layoutGravity="top" layoutMarginTop="3""#,
                #"NFrameLayout id="2" \#(Self.wrap) layoutGravity="bottom" layoutMarginBottom="-4""#,
            ]
        )
    }

    @Test func aDistanceFromTheCentreIsPaddingOnOneSide() {
        expectRow(
            "hc",
            "[(text:a,partAlignment:center,alignmentMargin:2.5rp,button:go)] [b(partAlignment:center,alignmentMargin:-3)]",
            to: [
                #"FrameLayout \#(Self.wrap) layoutGravity="v_center" paddingTop="5rp" flag="flag_clickable" action="go""#,
                #"  NText \#(Self.wrap) layoutGravity="left|top" \#(Self.text("a"))"#,
                #"FrameLayout \#(Self.wrap) layoutGravity="v_center" paddingBottom="6""#,
                #"  NFrameLayout id="1" \#(Self.wrap) layoutGravity="left|top""#,
            ]
        )
        expectRow(
            "vc",
            "[(text:a,partAlignment:center,alignmentMargin:4,isFill:1)] [(text:b,partAlignment:center,alignmentMargin:-4)]",
            to: [
                #"FrameLayout layoutWidth="match_parent" layoutHeight="wrap_content" layoutGravity="h_center" paddingLeft="8""#,
                #"  NText layoutWidth="match_parent" layoutHeight="wrap_content" layoutGravity="left|top" \#(Self.text("a"))"#,
                #"FrameLayout \#(Self.wrap) layoutGravity="h_center" paddingRight="8""#,
                #"  NText \#(Self.wrap) layoutGravity="left|top" \#(Self.text("b"))"#,
            ]
        )
    }

    @Test func aBoundDistanceFromTheCentreIsPaddingTwice() {
        expectRow(
            "hc",
            "[(text:a,partAlignment:center,alignmentMargin:<m>)]",
            to: [
                #"FrameLayout \#(Self.wrap) layoutGravity="v_center" paddingTop="${m}""#,
                #"  FrameLayout \#(Self.wrap) layoutGravity="left|top" paddingTop="${m}""#,
                #"    NText \#(Self.wrap) layoutGravity="left|top" \#(Self.text("a"))"#,
            ]
        )
    }

    @Test func anExtendedPartFillsAFixedCrossSizeAlone() {
        expectRow("hc(extendWith:1)", "[a]", to: [#"NFrameLayout id="1" \#(Self.wrap) layoutGravity="v_center""#])
        expectRow(
            "vl(extendWith:1)",
            "[a]",
            to: [#"NFrameLayout id="1" layoutWidth="match_parent" layoutHeight="wrap_content" layoutGravity="left""#]
        )
    }

    @Test func aFillingPartIsAsLargeAsTheRow() {
        expectLowers(
            "def line = [(height:9,backColor:DDDDDD)] { hc [line(width:1,isFill:yes)] [a(isFill:0)] }",
            to: """
                \(Self.row)
                  FrameLayout layoutWidth="1" layoutHeight="match_parent" layoutGravity="v_center" background="#DDDDDD"
                  NFrameLayout id="1" \(Self.wrap) layoutGravity="v_center"
                """
        )
    }

    // MARK: Pulled apart

    @Test func aBreakMakesTwoGroups() {
        expectLowers(
            "[{ vr(padding:4) [a] [b(ignoreAlignment:top)] [c] }(height:90)]",
            to: """
                FrameLayout layoutWidth="wrap_content" layoutHeight="90"
                  NFrameLayout id="1" \(Self.wrap) layoutGravity="right|top"
                  VHLayout orientation="V" \(Self.wrap) layoutGravity="right|bottom"
                    NFrameLayout id="2" \(Self.wrap) layoutGravity="right"
                    NFrameLayout id="3" \(Self.wrap) layoutGravity="right" layoutMarginTop="4"
                """
        )
    }

    @Test func aGroupOfOnePartIsThePartItself() {
        expectLowers(
            "{ hc [(text:a,backColor:FFFFFF,ignoreAlignment:left,partAlignment:bottom,alignmentMargin:2)] }",
            to: """
                FrameLayout layoutWidth="match_parent" layoutHeight="wrap_content"
                  FrameLayout \(Self.wrap) layoutGravity="right|bottom" layoutMarginBottom="2" background="#FFFFFF"
                    NText \(Self.wrap) layoutGravity="h_center|v_center" \(Self.text("a"))
                """
        )
    }

    @Test func partsThatStandAlikeTakeTheirGroupWithThem() {
        expectLowers(
            "{ hc [a(partAlignment:top)] [b(partAlignment:top)] [c(ignoreAlignment:left)] }",
            to: """
                FrameLayout layoutWidth="match_parent" layoutHeight="wrap_content"
                  VHLayout orientation="H" \(Self.wrap) layoutGravity="left|top"
                    NFrameLayout id="1" \(Self.wrap) layoutGravity="top"
                    NFrameLayout id="2" \(Self.wrap) layoutGravity="top"
                  NFrameLayout id="3" \(Self.wrap) layoutGravity="right|v_center"
                """
        )
    }

    @Test(arguments: ["partAlignment:bottom", "isFill:1"])
    func aMixedGroupIsAsHighAsTheRow(_ attribute: String) {
        let own =
            attribute == "isFill:1"
            ? #"layoutWidth="wrap_content" layoutHeight="match_parent" layoutGravity="top""#
            : #"\#(Self.wrap) layoutGravity="bottom""#
        expectLowers(
            "[{ ht [a] [b(\(attribute))] [c(ignoreAlignment:left)] }(width:90,height:40)]",
            to: """
                FrameLayout layoutWidth="90" layoutHeight="40"
                  VHLayout orientation="H" layoutWidth="wrap_content" layoutHeight="match_parent" layoutGravity="left|top"
                    NFrameLayout id="1" \(Self.wrap) layoutGravity="top"
                    NFrameLayout id="2" \(own)
                  NFrameLayout id="3" \(Self.wrap) layoutGravity="right|top"
                """
        )
    }

    @Test func aPulledApartRowOfUnknownWidthFillsItsParent() {
        let reading = AssembleReading("{ vl [{ hc [a(ignoreAlignment:left)] }] }")
        #expect(
            reading.outline == """
                \(Self.column)
                  FrameLayout layoutWidth="match_parent" layoutHeight="wrap_content" layoutGravity="left"
                    NFrameLayout id="1" \(Self.wrap) layoutGravity="right|v_center"
                """
        )
        #expect(reading.places == ["1:7: W305"])
    }

    // MARK: Texts and images

    @Test func aTextSaysAllThatClientsDisagreeAbout() {
        expectLowers("[(text:a)]", to: "NText \(Self.wrap) \(Self.text("a"))")
        expectLowers(
            "[title(text:<t>,fontSize:<f>,colorHexString:<c>,textStyle:bold|strike,maxLines:4,ellipsize:middle,width:9,height:8,visibility:<v>,button:<b>)]",
            to: #"""
                NText id="1" layoutWidth="9" layoutHeight="8" flag="flag_clickable" action="${b}" visibility="${v}" text="${t}" textSize="${f}" textColor="${c}" textStyle="bold|strike" maxLines="4" ellipsize="middle"
                """#
        )
        expectLowers(
            "[(text:a,lines:0)]",
            to: ##"NText \##(Self.wrap) text="a" textSize="17" textColor="#000000" lines="0""##
        )
    }

    @Test func aNamedPartWithAFontIsAnEmptyText() {
        expectLowers("[a(font:12)]", to: ##"NText id="1" \##(Self.wrap) textSize="12" textColor="#000000" lines="1""##)
    }

    @Test func anImageIsStretchedUnlessItSaysOtherwise() {
        expectLowers(
            "[(image:<i>,width:9,ratio:1.5,scaleType:center_crop)]",
            to: #"NImage layoutWidth="9" layoutHeight="wrap_content" src="${i}" scaleType="center_crop" ratio="1.5""#
        )
    }

    @Test func theBestImageCounts() {
        let reading = AssembleReading("[(imageUrl:u,imageName:n,image:i,width:1,height:1)]")
        #expect(reading.outline == #"NImage layoutWidth="1" layoutHeight="1" src="u" scaleType="fit_xy""#)
        let second = AssembleReading("[(imageName:n,image:i,width:1,height:1)]")
        #expect(second.outline == #"NImage layoutWidth="1" layoutHeight="1" src="i" scaleType="fit_xy""#)
    }

    @Test func quotedExpressionsPassThrough() {
        expectLowers(
            #"[(text:"@{a ? b : c}",color:"${tint}",width:"${w}")]"#,
            to:
                #"NText layoutWidth="${w}" layoutHeight="wrap_content" text="@{a ? b : c}" textSize="17" textColor="${tint}" lines="1""#
        )
    }

    // MARK: Backgrounds

    @Test func aTextInAPaddedBoxFillsItsWidth() {
        expectLowers(
            "[(text:a,width:90,height:30,backPaddingHorizontal:4,backPaddingVertical:2rp,backColor:80FFFFFF,backBorderWidth:1,radius:<r>)]",
            to: """
                FrameLayout layoutWidth="90" layoutHeight="30" paddingLeft="4" paddingTop="2rp" paddingRight="4" paddingBottom="2rp" background="#80FFFFFF" borderColor="#000000" borderWidth="1" borderRadius="${r}"
                  NText layoutWidth="match_parent" layoutHeight="wrap_content" layoutGravity="left|v_center" \(Self.text("a"))
                """
        )
    }

    @Test func anImageInAPaddedBoxFillsIt() {
        expectLowers(
            "[(imageName:a,width:90,height:30,backPaddingHorizontal:<p>)]",
            to: """
                FrameLayout layoutWidth="90" layoutHeight="30" paddingLeft="${p}" paddingRight="${p}"
                  NImage layoutWidth="match_parent" layoutHeight="match_parent" layoutGravity="left|v_center" src="a" scaleType="fit_xy"
                """
        )
    }

    @Test func anImageInABoxWithoutPaddingIsCentred() throws {
        let options = AssembleOptions(assets: ["a": try #require(AssembleAssetSize("12x14"))])
        expectLowers(
            "[(imageName:a,width:90,ratio:2,backColor:FFFFFF)]",
            to: #"""
                FrameLayout layoutWidth="90" layoutHeight="wrap_content" background="#FFFFFF"
                  NImage layoutWidth="match_parent" layoutHeight="wrap_content" layoutGravity="h_center|v_center" src="a" scaleType="fit_xy" ratio="2"
                """#
        )
        expectLowers(
            "[(imageName:a,width:90,backColor:FFFFFF)]",
            to: """
                FrameLayout layoutWidth="90" layoutHeight="wrap_content" background="#FFFFFF"
                  NImage layoutWidth="12" layoutHeight="14" layoutGravity="h_center|v_center" src="a" scaleType="fit_xy"
                """,
            options: options
        )
        expectLowers(
            "[(imageName:a,width:90,height:90,backColor:FFFFFF,scaleType:fit_center)]",
            to: """
                FrameLayout layoutWidth="90" layoutHeight="90" background="#FFFFFF"
                  NImage layoutWidth="match_parent" layoutHeight="match_parent" layoutGravity="h_center|v_center" src="a" scaleType="fit_center"
                """
        )
    }

    @Test func anAssembleWithPaddingHasItsBackgroundItself() {
        expectLowers(
            "[{ hc [a] }(backColor:FFFFFF,backPaddingVertical:4,width:90,button:go)]",
            to: """
                VHLayout orientation="H" layoutWidth="90" layoutHeight="wrap_content" paddingTop="4" paddingBottom="4" background="#FFFFFF" flag="flag_clickable" action="go"
                  NFrameLayout id="1" \(Self.wrap) layoutGravity="v_center"
                """
        )
    }

    @Test func anAssembleInABackgroundIsAsLargeAsItsPartsNeed() {
        expectLowers(
            "[{ hc [a(partAlignment:top)] [b] [c(ignoreAlignment:left)] }(backColor:FFFFFF,width:90,height:40)]",
            to: """
                FrameLayout layoutWidth="90" layoutHeight="40" background="#FFFFFF"
                  FrameLayout layoutWidth="match_parent" layoutHeight="match_parent" layoutGravity="h_center|v_center"
                    VHLayout orientation="H" layoutWidth="wrap_content" layoutHeight="match_parent" \
                layoutGravity="left|v_center"
                      NFrameLayout id="1" \(Self.wrap) layoutGravity="top"
                      NFrameLayout id="2" \(Self.wrap) layoutGravity="v_center"
                    NFrameLayout id="3" \(Self.wrap) layoutGravity="right|v_center"
                """
        )
        expectLowers(
            "[{ hc(extendWith:1) [a] [b] }(backColor:FFFFFF,width:90,height:40)]",
            to: """
                FrameLayout layoutWidth="90" layoutHeight="40" background="#FFFFFF"
                  VHLayout orientation="H" layoutWidth="wrap_content" layoutHeight="match_parent" \
                layoutGravity="h_center|v_center"
                    NFrameLayout id="1" layoutWidth="wrap_content" layoutHeight="match_parent" layoutGravity="v_center"
                    NFrameLayout id="2" \(Self.wrap) layoutGravity="v_center"
                """
        )
    }

    @Test func anAssembleWithoutPaddingIsCentredInItsBackground() {
        expectLowers(
            "[{ hc [a] }(backColor:FFFFFF,width:90)]",
            to: """
                FrameLayout layoutWidth="90" layoutHeight="wrap_content" background="#FFFFFF"
                  VHLayout orientation="H" \(Self.wrap) layoutGravity="h_center|v_center"
                    NFrameLayout id="1" \(Self.wrap) layoutGravity="v_center"
                """
        )
        expectLowers(
            "[{ hc [a(isFill:1)] [b(ignoreAlignment:left)] }(backColor:FFFFFF,width:90,height:20)]",
            to: """
                FrameLayout layoutWidth="90" layoutHeight="20" background="#FFFFFF"
                  FrameLayout layoutWidth="match_parent" layoutHeight="match_parent" layoutGravity="h_center|v_center"
                    NFrameLayout id="1" layoutWidth="wrap_content" layoutHeight="match_parent" layoutGravity="left|v_center"
                    NFrameLayout id="2" \(Self.wrap) layoutGravity="right|v_center"
                """
        )
    }

    @Test func aFrameAloneLeavesTheContentWhereItIs() {
        let reading = AssembleReading("[(imageName:a,width:9,height:9,radius:4)]")
        #expect(
            reading.outline == """
                FrameLayout layoutWidth="9" layoutHeight="9" borderRadius="4"
                  NImage layoutWidth="match_parent" layoutHeight="match_parent" layoutGravity="left|v_center" src="a" scaleType="fit_xy"
                """
        )
        let block = AssembleReading("[{ hc [a] }(backBorderWidth:2,backBorderColor:FF0000)]")
        #expect(
            block.outline == """
                VHLayout orientation="H" \(Self.wrap) borderColor="#FF0000" borderWidth="2"
                  NFrameLayout id="1" \(Self.wrap) layoutGravity="v_center"
                """
        )
    }

    @Test func aBorderColorAloneDrawsNothing() {
        let reading = AssembleReading("[(text:a,backBorderColor:FF0000)]")
        #expect(reading.outline == "NText \(Self.wrap) \(Self.text("a"))")
    }

    @Test func aPlaceForTheHostHasItsBackgroundItself() {
        expectLowers(
            "[a(backColor:FFFFFF,backPaddingHorizontal:4,width:9,height:9,visibility:gone,button:)]"
                .replacing(",button:", with: ",button:go"),
            to: #"""
                NFrameLayout id="1" layoutWidth="9" layoutHeight="9" paddingLeft="4" paddingRight="4" background="#FFFFFF" flag="flag_clickable" action="go" visibility="gone"
                """#
        )
    }

    // MARK: Least and greatest width

    @Test(arguments: [
        ("width:200,minWidth:60,maxWidth:120", "120"), ("width:20,minWidth:60,maxWidth:120", "60"),
        ("width:80,minWidth:60,maxWidth:120", "80"), ("width:80,minWidth:90,maxWidth:70", "90"),
        ("width:20rp,minWidth:60rp", "60rp"), ("width:60.5,minWidth:60.25", "60.5"),
        ("width:60,minWidth:60.25", "60.25"),
    ])
    func aFixedWidthIsClamped(_ attributes: String, _ width: String) {
        expectLowers(
            "[(text:a,\(attributes))]",
            to: "NText layoutWidth=\"\(width)\" layoutHeight=\"wrap_content\" \(Self.text("a"))"
        )
    }

    @Test func aLeastWidthIsAStrut() {
        expectLowers(
            "[(text:a,minWidth:60)]",
            to: """
                FrameLayout \(Self.wrap)
                  NText \(Self.wrap) layoutGravity="left|v_center" \(Self.text("a"))
                  FrameLayout layoutWidth="60" layoutHeight="0"
                """
        )
        expectLowers(
            "[{ vc [a] }(minWidth:60.5,backPaddingHorizontal:4,backColor:FFFFFF)]",
            to: """
                FrameLayout \(Self.wrap) paddingLeft="4" paddingRight="4" background="#FFFFFF"
                  VHLayout orientation="V" \(Self.wrap) layoutGravity="h_center|top"
                    NFrameLayout id="1" \(Self.wrap) layoutGravity="h_center"
                  FrameLayout layoutWidth="52.5" layoutHeight="0"
                """
        )
        expectLowers(
            "{ hc [(minWidth:9)] }",
            to: """
                \(Self.row)
                  FrameLayout \(Self.wrap) layoutGravity="v_center"
                    FrameLayout layoutWidth="9" layoutHeight="0"
                """
        )
    }

    @Test func aStrutTakesThePaddingOffWhereItIsKnown() {
        func strut(_ attributes: String) -> String? {
            AssembleReading("[(text:a,backColor:FFFFFF,\(attributes))]").output.tree?.attributes
                .last { $0.name == "layoutWidth" }?.value
        }
        #expect(strut("minWidth:60,backPaddingHorizontal:10") == "40")
        #expect(strut("minWidth:60rp,backPaddingHorizontal:10rp") == "40rp")
        #expect(strut("minWidth:60,backPaddingHorizontal:10rp") == "60")
        #expect(strut("minWidth:60,backPaddingHorizontal:<p>") == "60")
        #expect(strut("minWidth:20,backPaddingHorizontal:10") == "wrap_content")
        #expect(strut("minWidth:0") == "wrap_content")
    }

    @Test func aWidthThatCannotBeComparedStandsBesideTheStrut() {
        expectLowers(
            "[(text:a,width:<w>,minWidth:60)]",
            to: """
                FrameLayout \(Self.wrap)
                  NText layoutWidth="${w}" layoutHeight="wrap_content" layoutGravity="left|v_center" \(Self.text("a"))
                  FrameLayout layoutWidth="60" layoutHeight="0"
                """
        )
    }

    @Test func aWidthBesideAStrutIsThatOfThePartWithItsPadding() {
        expectLowers(
            "[(width:<w>,minWidth:60,height:9,backColor:FFFFFF)]",
            to: """
                FrameLayout layoutWidth="wrap_content" layoutHeight="9" background="#FFFFFF"
                  FrameLayout layoutWidth="60" layoutHeight="0"
                  FrameLayout layoutWidth="${w}" layoutHeight="0"
                """
        )
        expectLowers(
            "[a(width:200rp,minWidth:60,height:9)]",
            to: """
                NFrameLayout id="1" layoutWidth="wrap_content" layoutHeight="9"
                  FrameLayout layoutWidth="60" layoutHeight="0"
                  FrameLayout layoutWidth="200rp" layoutHeight="0"
                """
        )
        expectLowers(
            "[(text:a,width:200rp,minWidth:60,backPaddingHorizontal:10rp,backColor:FFFFFF)]",
            to: """
                FrameLayout \(Self.wrap) paddingLeft="10rp" paddingRight="10rp" background="#FFFFFF"
                  NText layoutWidth="180rp" layoutHeight="wrap_content" layoutGravity="left|v_center" \(Self.text("a"))
                  FrameLayout layoutWidth="60" layoutHeight="0"
                """
        )
    }

    @Test func aPartThatFillsNeedsNoStrut() {
        let wide = "layoutWidth=\"match_parent\" layoutHeight=\"wrap_content\""
        expectLowers(
            """
            def least = [(minWidth:60)] def fixed = [(minWidth:60,width:50)]
            { vl [least(text:a,isFill:1)] [least(text:b,isFill:1,maxWidth:90)] [fixed(text:c,isFill:1,maxWidth:90)] }
            """,
            to: """
                \(Self.column)
                  NText \(wide) layoutGravity="left" \(Self.text("a"))
                  NText \(wide) minWidth="60" maxWidth="90" layoutGravity="left" \(Self.text("b"))
                  NText \(wide) minWidth="60" maxWidth="90" layoutGravity="left" \(Self.text("c"))
                """
        )
    }

    @Test(arguments: [("fit", "20"), ("low", "4"), ("high", "1"), ("required", "0")])
    func howMuchAPartResistsIsHowLittleItGivesWay(_ word: String, _ factor: String) {
        expectRow(
            "ht",
            "[(text:a,crp:\(word))]",
            to: ["NText \(Self.wrap) layoutGravity=\"top\" flexShrink=\"\(factor)\" \(Self.text("a"))"]
        )
    }

    @Test(arguments: [
        ("maxWidth:90", "maxWidth=\"90\""), ("maxWidth:90rp", "maxWidth=\"90rp\""), ("maxWidth:0", "maxWidth=\"0\""),
    ])
    func aGreatestWidthIsThatOfTheElement(_ attributes: String, _ written: String) {
        expectLowers("[(text:a,\(attributes))]", to: "NText \(Self.wrap) \(written) \(Self.text("a"))")
    }

    @Test func aHighlightIsTheBackgroundOfThePressedElement() {
        expectLowers(
            "[(text:a,button:go,buttonHighlightColor:FF0000)]",
            to:
                "NText \(Self.wrap) pressedBackground=\"#FF0000\" flag=\"flag_clickable\" action=\"go\" \(Self.text("a"))"
        )
        expectLowers(
            "[(text:a,backPaddingHorizontal:4,button:go,buttonHighlightColor:FF0000)]",
            to: """
                FrameLayout \(Self.wrap) paddingLeft="4" paddingRight="4" pressedBackground="#FF0000" flag="flag_clickable" \
                action="go"
                  NText \(Self.wrap) layoutGravity="left|v_center" \(Self.text("a"))
                """
        )
    }

    @Test func aGreatestWidthInAnotherUnitStandsBesideTheWidth() {
        expectLowers(
            "[(text:a,width:50rp,maxWidth:90)]",
            to: "NText layoutWidth=\"50rp\" layoutHeight=\"wrap_content\" maxWidth=\"90\" \(Self.text("a"))"
        )
        expectLowers(
            "[(text:a,width:<w>,maxWidth:90)]",
            to: "NText layoutWidth=\"${w}\" layoutHeight=\"wrap_content\" maxWidth=\"90\" \(Self.text("a"))"
        )
    }

    @Test(arguments: [
        ("minWidth:60,maxWidth:50", #"minWidth="60" maxWidth="60""#, "60"),
        ("minWidth:60,maxWidth:70", #"minWidth="60" maxWidth="70""#, "60"),
        ("minWidth:60.25,maxWidth:60.5", #"minWidth="61" maxWidth="61""#, "60.25"),
        ("minWidth:50rp,maxWidth:10", #"minWidth="50rp" maxWidth="10""#, "50rp"),
        ("minWidth:60,maxWidth:70rp", #"minWidth="60" maxWidth="70rp""#, "60"),
        ("minWidth:2147483647.5,maxWidth:9", #"minWidth="2147483647" maxWidth="2147483647""#, "2147483647.5"),
    ])
    func theLeastWidthStandsBesideTheGreatestAndWins(_ attributes: String, _ limits: String, _ strut: String) {
        expectLowers(
            "[(text:a,\(attributes))]",
            to: """
                FrameLayout \(Self.wrap) \(limits)
                  NText \(Self.wrap) layoutGravity="left|v_center" \(Self.text("a"))
                  FrameLayout layoutWidth="\(strut)" layoutHeight="0"
                """
        )
    }

    @Test(arguments: [("fit", #"minWidth="60" "#, "20"), ("required", "", "0")])
    func aPartThatGivesWayHasItsLeastWidthItself(_ word: String, _ least: String, _ factor: String) {
        expectRow(
            "ht",
            "[(text:a,minWidth:60,crp:\(word))]",
            to: [
                #"FrameLayout \#(Self.wrap) \#(least)layoutGravity="top" flexShrink="\#(factor)""#,
                #"  NText \#(Self.wrap) layoutGravity="left|v_center" \#(Self.text("a"))"#,
                #"  FrameLayout layoutWidth="60" layoutHeight="0""#,
            ]
        )
    }

    @Test(arguments: [
        ("width:100,minWidth:60.25,crp:low", "100", #"minWidth="61" layoutGravity="top" flexShrink="4""#),
        ("width:20,minWidth:60,crp:low", "60", #"minWidth="60" layoutGravity="top" flexShrink="4""#),
        ("width:<w>,minWidth:60rp,crp:low", "${w}", #"minWidth="60rp" layoutGravity="top" flexShrink="4""#),
        ("width:<w>,minWidth:60,maxWidth:90", "${w}", #"minWidth="60" maxWidth="90" layoutGravity="top""#),
        ("width:100rp,minWidth:50rp,maxWidth:10", "100rp", #"minWidth="50rp" maxWidth="10" layoutGravity="top""#),
    ])
    func aWidthBesideALeastWidthIsThatOfTheSameElement(_ attributes: String, _ width: String, _ others: String) {
        expectRow(
            "ht",
            "[(text:a,\(attributes))]",
            to: [#"NText layoutWidth="\#(width)" layoutHeight="wrap_content" \#(others) \#(Self.text("a"))"#]
        )
    }

    @Test func offTheCentreTheLeastWidthIsWhereItIsNeeded() {
        expectRow(
            "hc",
            "[(text:a,width:100,minWidth:60,crp:low,partAlignment:center,alignmentMargin:3)]",
            to: [
                #"FrameLayout \#(Self.wrap) minWidth="60" layoutGravity="v_center" flexShrink="4" paddingTop="6""#,
                #"  NText layoutWidth="100" layoutHeight="wrap_content" layoutGravity="left|top" \#(Self.text("a"))"#,
            ]
        )
        expectRow(
            "vc",
            "[(text:a,width:50rp,minWidth:60,maxWidth:90,partAlignment:center,alignmentMargin:3)]",
            to: [
                #"FrameLayout \#(Self.wrap) layoutGravity="h_center" paddingLeft="6""#,
                #"  NText layoutWidth="50rp" layoutHeight="wrap_content" minWidth="60" maxWidth="90" layoutGravity="left|top" \#(Self.text("a"))"#,
            ]
        )
    }

    @Test(arguments: [Client.iOS, .android])
    func clientsWithoutAGreatestWidthNeedNoLeastOne(_ client: Client) {
        let reading = AssembleReading(
            "{ hc [(text:a,minWidth:50rp,maxWidth:10,crp:fit)] [(text:b,width:20,minWidth:9,crp:fit)] }",
            options: AssembleOptions(client: client)
        )
        #expect(reading.output.tree?.attributes.contains { $0.name == "minWidth" } == false)
    }

    @Test func aPartWithABackgroundGivesWayAsAWhole() {
        expectRow(
            "ht",
            "[(text:a,crp:low,maxWidth:90,backPaddingHorizontal:4)]",
            to: [
                "FrameLayout \(Self.wrap) maxWidth=\"90\" layoutGravity=\"top\" flexShrink=\"4\" paddingLeft=\"4\" paddingRight=\"4\"",
                "  NText \(Self.wrap) layoutGravity=\"left|v_center\" \(Self.text("a"))",
            ]
        )
    }

    @Test func aPartThatStandsAloneHasNothingToShare() {
        let reading = AssembleReading("{ hc [(text:a,crp:low)] [(text:b,crp:low,ignoreAlignment:left)] }")
        #expect(reading.places == ["1:15: W301", "1:34: W301"])
        #expect(!reading.outline.contains("flexShrink"))
    }

    @Test func whatAScreenReaderSaysIsOnTheOutermostElement() {
        expectLowers(
            "[(text:a,backPaddingHorizontal:4,accessibilityHidden:0,accessibilityGroup:<g>,button:go,accessibilityLabel:<b>,"
                + "accessibilityRole:link,accessibilityValue:1,accessibilityState:\"selected | disabled\")]",
            to: """
                FrameLayout \(Self.wrap) paddingLeft="4" paddingRight="4" flag="flag_clickable" action="go" accessibilityLabel="${b}" \
                accessibilityRole="link" accessibilityValue="1" accessibilityState="selected|disabled" \
                accessibilityGroup="${g}" accessibilityHidden="false"
                  NText \(Self.wrap) layoutGravity="left|v_center" \(Self.text("a"))
                """
        )
    }

    // MARK: The root

    @Test func aRootPartIsAsLargeAsItsContent() {
        expectLowers(
            "[a(isFill:1)]",
            to: #"NFrameLayout id="1" layoutWidth="match_parent" layoutHeight="wrap_content""#
        )
        expectLowers(
            "[{ hc [a] [b(ignoreAlignment:left)] }(isFill:1)]",
            to: """
                FrameLayout layoutWidth="match_parent" layoutHeight="wrap_content"
                  NFrameLayout id="1" \(Self.wrap) layoutGravity="left|v_center"
                  NFrameLayout id="2" \(Self.wrap) layoutGravity="right|v_center"
                """
        )
    }

    @Test func theOrderOfAttributesIsFixed() {
        let source =
            "(button:b,visibility:gone,radius:3,backBorderWidth:1,backColor:FFFFFF,backPaddingVertical:1,backPaddingHorizontal:2,height:9,width:8,padding:7)"
        #expect(
            AssembleReading("{ hc [a] [b\(source)] }").outline.hasSuffix(
                ##"NFrameLayout id="2" layoutWidth="8" layoutHeight="9" layoutGravity="v_center" layoutMarginLeft="7" paddingLeft="2" paddingTop="1" paddingRight="2" paddingBottom="1" background="#FFFFFF" borderColor="#000000" borderWidth="1" borderRadius="3" flag="flag_clickable" action="b" visibility="gone""##
            )
        )
    }
}
