import Foundation
import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// The rules of `vvc lint`.
@Suite struct LintTests {
    /// The findings of a source as `line:column id`.
    func lint(
        _ source: String,
        _ client: Client = .swift,
        sample: String? = nil,
        path: String = "Card.xml"
    ) -> [String] {
        let file = SourceFile(path: path, text: source)
        let sample = sample.map { SourceFile(path: "Card.json", text: $0) }
        return LintExamples.diagnostics(of: file, client: client, sample: sample).map { diagnostic in
            let position = LineIndex(diagnostic.range.file).position(of: diagnostic.range.offsets.lowerBound)
            return "\(position.line):\(position.column) \(diagnostic.id)"
        }
    }

    /// Expects one finding, at the mark `^` of the source.
    func expectFinding(
        _ id: String?,
        _ marked: String,
        _ client: Client = .swift,
        sample: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let before = marked.prefix { $0 != "^" }.split(separator: "\n", omittingEmptySubsequences: false)
        let source = marked.replacingOccurrences(of: "^", with: "")
        let expected = id.map { ["\(before.count):\((before.last?.unicodeScalars.count ?? 0) + 1) \($0)"] } ?? []
        #expect(lint(source, client, sample: sample) == expected, sourceLocation: sourceLocation)
    }

    // MARK: - The examples of the page

    @Test(arguments: LintExamples.all)
    func exampleIsFoundOrClean(_ example: MarkdownDocument.Block) {
        let found = LintExamples.diagnostics(of: example)
        let id = example.headings.last ?? ""
        #expect(found.map(\.id) == (example.options.contains("right") ? [] : [id]), "\(found)")
        #expect(found.allSatisfy { $0.severity == .warning })
    }

    @Test(
        arguments: LintExamples.all.filter { !$0.options.contains("right") && $0.headings.last != "lint.unknown-rule" }
    )
    func commentSilencesTheExample(_ example: MarkdownDocument.Block) {
        // What is wrong with the data is not in the source.
        guard let id = example.headings.last, id != "lint.bad-data" else { return }
        let isAssemble = example.language == "assemble"
        let comment = isAssemble ? "// vvc-ignore-file \(id): why" : "<!-- vvc-ignore-file \(id): why -->"
        #expect(LintExamples.diagnostics(of: example, after: comment + "\n").isEmpty)
    }

    @Test func everyRuleHasAWrongAndARightExample() {
        let wrong = LintExamples.all.filter { !$0.options.contains("right") }.compactMap(\.headings.last)
        let right = LintExamples.all.filter { $0.options.contains("right") }.compactMap(\.headings.last)
        let ids = LintMessageID.allCases.map(\.rawValue).filter { !LintExamples.ofRuntime.contains($0) }
        #expect(wrong == ids && right == ids)
    }

    // MARK: - The samples

    @Test(arguments: Fixtures.templateNames)
    func sampleTemplateIsClean(_ name: String) throws {
        let folder = Fixtures.templates
        func read(_ name: String) throws -> SourceFile {
            SourceFile(path: name, bytes: [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))))
        }
        let sample = try read(String(name.dropLast(4)) + ".json")
        #expect(LintExamples.diagnostics(of: try read(name), sample: sample).isEmpty)
    }

    // MARK: - Places

    static let size = #"layoutWidth="10" layoutHeight="10""#
    private static let small = #"layoutWidth="1" layoutHeight="1""#

    /// A frame with a text that is outside of what the frame says is its width.
    private static func frame(_ attributes: String) -> String {
        "<FrameLayout layoutWidth=\"10\" layoutHeight=\"40\" \(attributes)>"
            + "<NText layoutWidth=\"60\" layoutHeight=\"20\" layoutMarginLeft=\"100\" text=\"a\"/></FrameLayout>"
    }

    @Test(arguments: [
        ("<!-- ^vvc-ignore --><NText \(size) text=\"a\"/>", "lint.unknown-rule"),
        ("<!--^vvc-ignore-file: all--><NText \(size) text=\"a\"/>", "lint.unknown-rule"),
        // What only other clients have, or nobody any more.
        ("<NText \(size) text=\"a\" ^size=\"20\"/>", "lint.unknown-property"),
        ("<NText \(size) text=\"a\" ^dataUrl=\"b\"/>", "lint.unknown-property"),
        ("<!-- vvc-ignore ^value.not-a-color --><NText \(size) text=\"a\"/>", "lint.unknown-rule"),
        ("<^NText/>", "lint.missing-size"), ("<NText layoutWidth=\"^0rp\" layoutHeight=\"1\"/>", "lint.zero-size"),
        ("<NText \(size) visibility=\"^gone\"/>", "lint.gone-for-ever"),
        (
            "<NText \(size) visibility=\"^gone\" text=\"a\" onSetData=\"${this.text = 'b'}\"/>",
            "lint.gone-for-ever"
        ),
        // A FlexLayout gives sizes along its main axis alone.
        ("<FlexLayout \(size)><^NText flexGrow=\"1\" text=\"a\"/></FlexLayout>", "lint.missing-size"),
        (
            "<FlexLayout \(size) alignItems=\"center\"><^NText layoutWidth=\"1\" text=\"a\"/></FlexLayout>",
            "lint.missing-size"
        ),
        (
            "<FlexLayout \(size) alignItems=\"stretch\"><^NText layoutWidth=\"1\" text=\"a\"/></FlexLayout>",
            "lint.missing-size"
        ),
        (
            "<FlexLayout \(size)><^NText flexGrow=\"0\" layoutHeight=\"1\" text=\"a\"/></FlexLayout>",
            "lint.missing-size"
        ),
        (
            "<FlexLayout \(size) flexDirection=\"column-reverse\"><^NText flexBasis=\"5\" layoutHeight=\"1\" "
                + "text=\"a\"/></FlexLayout>", "lint.missing-size"
        ),
        (
            "<FlexLayout \(size) flexDirection=\"column\" flexFlow=\"row_reverse wrap\"><^NText flexGrow=\"1\" "
                + "layoutWidth=\"1\" text=\"a\"/></FlexLayout>", "lint.missing-size"
        ),
        (
            "<FlexLayout \(size)><NText flexGrow=\"1\" layoutHeight=\"^0\" text=\"a\"/></FlexLayout>",
            "lint.zero-size"
        ),
        (
            "<FlexLayout \(size) alignItems=\"center\"><NImage layoutWidth=\"9\" layoutHeight=\"^wrap_content\"/>"
                + "</FlexLayout>", "lint.image-size"
        ),
        ("<NText ^id=\"3\" \(size)/>", "lint.unused-id"),
        ("<NImage layoutWidth=\"^wrap_content\" layoutHeight=\"9\"/>", "lint.image-size"),
        ("<FrameLayout \(size)><^VText \(size) layoutMarginTop=\"-10\"/></FrameLayout>", "lint.outside"),
        (
            "<FrameLayout \(size)><^VText \(size) layoutGravity=\"right\" layoutMarginRight=\"10\"/></FrameLayout>",
            "lint.outside"
        ),
        ("<VHLayout \(size)><VText \(size)/><^VText \(size)/></VHLayout>", "lint.outside"),
        ("<VHLayout \(size) gravity=\"left|bottom\"><VText \(size)/><^VText \(size)/></VHLayout>", "lint.outside"),
        // One that the margins of those before it alone push outside, at either side and in either direction.
        (
            "<VHLayout \(size)><VText \(small) layoutMarginLeft=\"9\"/><^VText \(small)/></VHLayout>",
            "lint.outside"
        ),
        (
            "<VHLayout \(size)><VText \(small) layoutMarginRight=\"9\"/><^VText \(small)/></VHLayout>",
            "lint.outside"
        ),
        (
            "<VHLayout \(size) orientation=\"V\"><VText \(small) layoutMarginBottom=\"9\"/><^VText \(small)/></VHLayout>",
            "lint.outside"
        ),
        ("<VHLayout \(size)><^VText \(small) layoutMarginLeft=\"10\"/></VHLayout>", "lint.outside"),
        ("<Grid \(size)><^NText \(size)/><NText \(size)/></Grid>", "lint.ignored-children"),
        ("<VImage \(size)><^NLine \(size)/><NLine \(size)/></VImage>", "lint.ignored-children"),
        (
            "<VHLayout orientation=\"V\" layoutWidth=\"9\" layoutHeight=\"99\"><NLine \(size)/>\n"
                + "<NLine layoutWidth=\"9\" layoutHeight=\"^match_parent\"/></VHLayout>",
            "lint.match-parent-on-main-axis"
        ),
        (
            "<VH2Layout \(size)><NLine \(small) layoutDirection=\"right\"/>\n"
                + "<NLine layoutWidth=\"^match_parent\" layoutHeight=\"1\"/></VH2Layout>",
            "lint.match-parent-on-main-axis"
        ),
        (
            "<NRatioLayout \(size)><NLine \(small)/><NLine layoutWidth=\"^match_parent\" layoutHeight=\"1\"/>"
                + "<NLine layoutWidth=\"match_parent\" layoutHeight=\"1\" layoutRatio=\"1\"/></NRatioLayout>",
            "lint.match-parent-on-main-axis"
        ),
        ("<NText \(size) minHeight=\"9\" maxHeight=\"^8.5\"/>", "lint.limits-crossed"),
        ("<FrameLayout \(size)><NText \(size) ^pressedAlpha=\"0.5\"/></FrameLayout>", "lint.ignored-press"),
        ("<FrameLayout \(size)><NText \(size) ^flexShrink=\"1\"/></FrameLayout>", "lint.ignored-shrink"),
        ("<^NImage \(size) flag=\"flag_clickable\" action=\"a\"/>", "lint.unlabelled-button"),
        ("<^VGraph type=\"circle\" \(size) flag=\"flag_longclickable\" action=\"a\"/>", "lint.unlabelled-button"),
        (
            "<^FrameLayout \(size) flag=\"flag_clickable\" action=\"a\"><NText \(size) text=\"a\" flag=\"flag_clickable\" action=\"a\"/></FrameLayout>",
            "lint.unlabelled-button"
        ),
        (
            "<^FrameLayout \(size) flag=\"flag_clickable\" action=\"a\"><NText \(size) text=\"a\" accessibilityHidden=\"true\"/>"
                + "</FrameLayout>",
            "lint.unlabelled-button"
        ),
        ("<NImage \(size) ^accessibilityState=\"selected\"/>", "lint.unread-attribute"),
        ("<FrameLayout \(size) ^accessibilityValue=\"${v}\"/>", "lint.unread-attribute"),
        ("<NText \(size) accessibilityHidden=\"true\" ^accessibilityLabel=\"a\"/>", "lint.unread-attribute"),
        (
            "<FrameLayout \(size) accessibilityHidden=\"true\"><NText \(size) text=\"a\" ^accessibilityRole=\"link\"/>"
                + "</FrameLayout>",
            "lint.unread-attribute"
        ),
        (
            "<FrameLayout \(size) flag=\"flag_clickable\" action=\"a\"><NText \(size) text=\"a\" "
                + "^accessibilityState=\"selected\"/></FrameLayout>",
            "lint.unread-attribute"
        ),
        (
            "<FrameLayout \(size) accessibilityGroup=\"true\"><FrameLayout \(size)><NText \(size) text=\"a\" "
                + "^accessibilityValue=\"b\"/></FrameLayout></FrameLayout>",
            "lint.unread-attribute"
        ),
    ])
    func findingPointsToTheCause(_ source: String, _ id: String) {
        expectFinding(id, source)
    }

    @Test(arguments: [
        "<NImage \(size) flag=\"flag_clickable\" action=\"a\" accessibilityLabel=\"${l}\"/>",
        "<NImage \(size) flag=\"flag_clickable\" action=\"a\" accessibilityRole=\"none\"/>",
        "<NImage \(size) flag=\"flag_clickable\" action=\"a\" accessibilityHidden=\"true\"/>",
        "<NImage \(size) flag=\"flag_exposure\"/>",
        "<NText \(size) flag=\"flag_clickable\" action=\"a\" text=\"${t}\" accessibilityState=\"${s}\"/>",
        "<FrameLayout \(size) flag=\"flag_clickable\" action=\"a\"/>",
        "<FrameLayout \(size) flag=\"flag_clickable\" action=\"a\"><NText \(size) text=\"a\"/></FrameLayout>",
        "<FrameLayout \(size) flag=\"flag_clickable\" action=\"a\"><Scroller \(size) dataTag=\"${a}\"/></FrameLayout>",
        "<Scroller \(size) dataTag=\"${a}\" accessibilityValue=\"a\"/>",
        "<FrameLayout \(size) accessibilityGroup=\"true\" accessibilityState=\"expanded\"/>",
        "<FrameLayout \(size) accessibilityHidden=\"${h}\"><NText \(size) text=\"a\" accessibilityLabel=\"b\"/></FrameLayout>",
        // An element of its own in a button, a value behind its label, and a button that may be none.
        "<FrameLayout \(size) flag=\"flag_clickable\" action=\"a\" accessibilityLabel=\"b\"><NText \(size) text=\"a\" "
            + "flag=\"flag_clickable\" action=\"a\" accessibilityState=\"selected\"/></FrameLayout>",
        "<FrameLayout \(size) flag=\"flag_clickable\" action=\"a\"><NText \(size) text=\"a\" accessibilityLabel=\"b\" "
            + "accessibilityValue=\"c\"/></FrameLayout>",
        "<FrameLayout \(size) flag=\"flag_clickable\" action=\"a\" accessibilityRole=\"${r}\"><NText \(size) text=\"a\" "
            + "accessibilityState=\"selected\"/></FrameLayout>",
    ])
    func whatAScreenReaderCanSayIsFine(_ source: String) {
        #expect(lint(source) == [])
    }

    @Test(arguments: [
        "<NText \(size) text=\"a\" class=\"b\" uuid=\"3\" tag=\"c\"/>",
        "<Page \(size) dataTag=\"${a}\" layoutOrientation=\"reverse\"/>",
    ])
    func whatThisRuntimeKnowsIsFine(_ source: String) {
        expectFinding(nil, source)
    }

    @Test func anAttributeInAButtonBelongsToTheButton() {
        let source =
            "<FrameLayout \(Self.size) flag=\"flag_clickable\" action=\"a\"><NText \(Self.size) text=\"a\" "
            + "accessibilityState=\"selected\"/></FrameLayout>"
        let message =
            "the button or group around 'NText' speaks for it, so 'accessibilityState' does nothing; the attribute "
            + "belongs there"
        let found = LintExamples.diagnostics(of: SourceFile(path: "Card.xml", text: source))
        #expect(found.map(\.message) == [message])
    }

    @Test func otherClientsHaveNoScreenReaderRules() {
        let source = "<NImage layoutWidth=\"9\" layoutHeight=\"9\" flag=\"flag_clickable\" action=\"a\"/>"
        #expect(lint(source, .iOS) == [])
    }

    @Test(arguments: [
        ("<NText/>", "'NText' has neither 'layoutWidth' nor 'layoutHeight', so both sides are 0"),
        ("<NText layoutHeight=\"1\"/>", "'NText' has no 'layoutWidth', so that side is 0"),
        ("<VLine layoutWidth=\"1\"/>", "'VLine' has no 'layoutHeight', so that side is 0"),
    ])
    func missingSidesAreNamed(_ source: String, _ message: String) {
        let found = LintExamples.diagnostics(of: SourceFile(path: "Card.xml", text: source), client: .swift)
        #expect(found.map(\.message) == [message])
    }

    @Test(arguments: [
        // Two containers that have children of their own.
        "<VirtualContainer><NText \(size)/></VirtualContainer>", "<TotalContainer><NText \(size)/></TotalContainer>",
        // What gives a side otherwise.
        "<NText layoutWidth=\"1\" autoDimDirection=\"X\" autoDimX=\"2\" autoDimY=\"1\"/>",
        "<RatioLayout \(size)><NText layoutRatio=\"1\" layoutHeight=\"1\"/></RatioLayout>",
        "<FlexLayout \(size)><NText flexGrow=\"1\" layoutHeight=\"1\" text=\"a\"/></FlexLayout>",
        "<FlexLayout \(size) flexFlow=\"wrap column\"><NText flexBasis=\"1\" layoutWidth=\"1\" text=\"a\"/></FlexLayout>",
        "<FlexLayout \(size) flexFlow=\"${f}\"><NText flexGrow=\"1\" text=\"a\"/></FlexLayout>",
        "<FlexLayout \(size) alignItems=\"stretch\"><NImage layoutWidth=\"9\" layoutHeight=\"wrap_content\"/></FlexLayout>",
        "<NText layoutWidth=\"${w}\" layoutHeight=\"${h}\"/>", "<NText layoutWidth=\"1\" minHeight=\"3\"/>",
        "<NImage layoutWidth=\"wrap_content\" layoutHeight=\"9\" ratio=\"2\"/>",
        // One that is gone now and shown later, and an alternative of another.
        "<NText id=\"3\" \(size) visibility=\"gone\" action=\"a\"/>",
        // What programs show by a path without a name.
        "<VHLayout layoutWidth=\"100\" layoutHeight=\"40\"><NText \(size) text=\"a\" flag=\"flag_clickable\" "
            + "onClick=\"${this.siblings.visibility = 1}\"/><NText \(size) text=\"b\" visibility=\"gone\"/></VHLayout>",
        "<NText \(size) text=\"${t}\" visibility=\"gone\" onSetData=\"${this.visibility = 1}\"/>",
        "<VHLayout layoutWidth=\"100\" layoutHeight=\"9\"><NText layoutWidth=\"match_parent\" layoutHeight=\"1\" "
            + "visibility=\"${a}\"/><NText \(size) visibility=\"${b}\"/></VHLayout>",
        // Across the row, and alone in it.
        "<VHLayout \(size)><NText layoutWidth=\"1\" layoutHeight=\"match_parent\"/><NText layoutWidth=\"1\" layoutHeight=\"1\"/></VHLayout>",
        "<VHLayout \(size)><NText layoutWidth=\"match_parent\" layoutHeight=\"1\"/></VHLayout>",
        // One that gives way to its siblings, and one that is not as wide as it says.
        "<VHLayout \(size)><NText layoutWidth=\"match_parent\" layoutHeight=\"1\" flexShrink=\"1\"/><NText \(small)/></VHLayout>",
        "<VHLayout \(size)><NText layoutWidth=\"20\" layoutHeight=\"1\" maxWidth=\"5\"/><NText \(small)/></VHLayout>",
        "<NText \(size) minWidth=\"9\" maxWidth=\"8rp\"/>",
        "<FlexLayout \(size)><NText \(size) flexShrink=\"1\"/></FlexLayout>",
        // Parents that are as large as those around them make them.
        "<RatioLayout orientation=\"H\" layoutWidth=\"300\" layoutHeight=\"40\">\(frame("layoutRatio=\"1\""))</RatioLayout>",
        "<FlexLayout layoutWidth=\"300\" layoutHeight=\"40\">\(frame("flexGrow=\"1\""))</FlexLayout>",
        "<FlexLayout layoutWidth=\"300\" layoutHeight=\"40\">\(frame("flexBasis=\"200\""))</FlexLayout>",
        // Margins that leave just enough room.
        "<VHLayout \(size)><VText \(small) layoutMarginLeft=\"4\" layoutMarginRight=\"4\"/><VText \(small)/></VHLayout>",
        // Places that nobody knows here.
        "<VHLayout \(size)><NText layoutWidth=\"wrap_content\" layoutHeight=\"1\"/><NText \(size)/></VHLayout>",
        "<FrameLayout \(size)><NText \(size) layoutMarginLeft=\"20rp\"/></FrameLayout>",
        "<FrameLayout \(size)><NText \(size) layoutGravity=\"${g}\" layoutMarginLeft=\"20\"/></FrameLayout>",
    ])
    func exceptionIsNotReported(_ source: String) {
        #expect(lint(source) == [])
    }

    @Test func aChildThatIsOutsideInTwoWaysIsOneFinding() {
        expectFinding(
            "lint.outside",
            "<FrameLayout \(Self.size)><^NText \(Self.size) layoutMarginLeft=\"10\" layoutMarginTop=\"10\"/></FrameLayout>"
        )
    }

    /// Nothing is outside because of what the client ignores.
    @Test(arguments: [
        "<FrameLayout \(size)><NText \(size) ^layoutMargin=\"10\" text=\"a\"/></FrameLayout>",
        "<FrameLayout \(size) ^padding=\"10\"><NText \(size) text=\"a\"/></FrameLayout>",
    ])
    func ignoredShorthandsMoveNothing(_ marked: String) {
        let all = "layoutWidth=\"match_parent\" layoutHeight=\"match_parent\""
        expectFinding("lint.shorthand", "<FrameLayout \(all)>\(marked)</FrameLayout>", .iOS)
        #expect(lint(marked.replacingOccurrences(of: "^", with: "")).map { $0.hasSuffix("lint.outside") } == [true])
    }

    // MARK: - Values

    @Test(arguments: [
        ("<NText \(size) alignSelf=\"^centre\"/>", "'centre'; expected 'auto', 'flex-start'", "center"),
        ("<NText \(size) alignSelf=\"^flex start\"/>", "unknown word 'flex start'", "flex-start"),
        ("<NText \(size) alignSelf=\" ^strech \"/>", "unknown word 'strech'", " stretch "),
        ("<NText \(size) flexBasis=\"^50 %\"/>", "did you mean '50%'?", "50%"),
        ("<NText \(size) flexBasis=\"^50px\"/>", "'50px' is no length; expected 'auto', points such as '120'", nil),
        ("<NText \(size) flexBasis=\"^-5\"/>", "'-5' is no length", nil),
        ("<NText \(size) flexBasis=\"^1 2\"/>", "'1 2' is no length", nil),
        ("<FlexLayout \(size) flexFlow=\"row ^nonsense\"/>", "unknown word 'nonsense'; expected 'row'", nil),
        ("<FlexLayout \(size) flexFlow=\"^colum wrap\"/>", "unknown word 'colum'", "column wrap"),
        ("<FlexLayout \(size) flexFlow=\"^row-wrap\"/>", "did you mean 'row wrap'?", "row wrap"),
        ("<FlexLayout \(size) flexFlow=\"^rowwrap\"/>", "did you mean 'row wrap'?", "row wrap"),
        ("<FlexLayout \(size) flexFlow=\"^column_wrap-reverse\"/>", "unknown word", "column wrap-reverse"),
        ("<FlexLayout \(size) flexFlow=\"^1\"/>", "unknown word '1'", nil),
        ("<NText \(size) alignSelf=\"^2\"/>", "unknown word '2'", nil),
        ("<NText \(size) flexBasis=\"^1e-1\"/>", "'1e-1' is no length", nil),
        ("<Slider \(size) dataTag=\"${a}\" anchor=\"^start\"/>", "unknown word 'start'; expected 'end'", nil),
        ("<Scroller \(size) dataTag=\"${a}\" anchor=\"^End\"/>", "did you mean 'end'?", "end"),
        ("<NLine \(size) dashEffect=\"^a\"/>", "'a' is no length; expected lengths in points such as '4,2'", nil),
        ("<VLine \(size) dashEffect=\"[4, ^2 1]\"/>", "'2 1' is no length", nil),
        ("<NLine \(size) dashEffect=\"^0,0\"/>", "'0,0' has no length above 0", nil),
        ("<NText \(size) textSize=\"^-3\"/>", "'-3' is not above 0, so it does nothing", nil),
        ("<NText \(size) textSize=\"^0rp\"/>", "'0rp' is not above 0", nil),
        ("<Scroller \(size) itemKey=\"^post..id\"/>", "'post..id' is no path", nil),
        ("<Grid \(size) colCount=\"^0\"/>", "'0' is not above 0", nil),
        ("<NText \(size) borderWidth=\"^-1\"/>", "'-1' is negative, so it does nothing", nil),
        ("<NText \(size) borderTopLeftRadius=\"^-1rp\"/>", "'-1rp' is negative", nil),
        ("<NText \(size) lines=\"^-1\"/>", "'-1' is negative", nil),
    ])
    func valuesThatDoNothingAreFound(_ marked: String, _ message: String, _ corrected: String?) {
        expectFinding("lint.unfit-value", marked)
        let source = marked.replacingOccurrences(of: "^", with: "")
        let found = LintExamples.diagnostics(of: SourceFile(path: "Card.xml", text: source))
        #expect(found.first?.message.contains(message) == true, "\(found.map(\.message))")
        expectFix(found, of: source, corrected)
        guard corrected != nil else { return }
        // A file holds the text as it stands, as before.
        #expect(TemplateCompiler().compile(SourceFile(path: "Card.xml", text: source)).diagnostics.isEmpty)
    }

    @Test(arguments: [
        "<NText \(size) alignSelf=\"center\"/>", "<NText \(size) alignSelf=\" FLEX_END \"/>",
        "<NText \(size) alignSelf=\"auto\"/>", "<NText \(size) alignSelf=\"start\"/>",
        "<NText \(size) alignSelf=\"${a}\" flexBasis=\"${b}\"/>", "<NText \(size) flexBasis=\"Auto\"/>",
        "<NText \(size) flexBasis=\"12.5\"/>", "<NText \(size) flexBasis=\" 50% \"/>",
        "<NText \(size) flexBasis=\"${part}%\"/>", "<FlexLayout \(size) flexFlow=\"column-reverse\"/>",
        "<FlexLayout \(size) flexFlow=\"WRAP row_reverse\"/>", "<FlexLayout \(size) flexFlow=\"row ${wrap}\"/>",
        "<Slider \(size) dataTag=\"${a}\" anchor=\"end\"/>", "<Scroller \(size) dataTag=\"${a}\" anchor=\"${b}\"/>",
        "<NLine \(size) dashEffect=\"4,2\"/>", "<NLine \(size) dashEffect=\"[4.5, 0]\"/>",
        "<NLine \(size) dashEffect=\"${a}\"/>", "<NText \(size) textSize=\"${a}\" borderWidth=\"${b}\"/>",
        "<NText \(size) textSize=\"0.5rp\" borderWidth=\"0\" lines=\"0\" order=\"-1\"/>",
    ])
    func valuesThatDoSomethingAreFine(_ source: String) {
        #expect(lint(source) == [])
    }

    /// A constant in a binding, and what the fix-it makes of the binding.
    @Test(
        arguments: [
            ("textColor=\"@{${a} ? red : ^grren}\"", "@{${a} ? red : green}"),
            ("gravity=\"@{${a} ? left : ^rihgt}\"", "@{${a} ? left : right}"),
            ("gravity=\"${a ?: left|^bottm}\"", "${a ?: left|bottom}"),
            (
                "visibility=\"@{${a} ? '^hidden' : @{${b} ? gone : visible}}\"",
                "@{${a} ? 'invisible' : @{${b} ? gone : visible}}"
            ),
            ("visibility=\"${= a ? '^Visible' : 'gone'}\"", "${= a ? 'visible' : 'gone'}"),
            ("textStyle=\"@{${a} ? ^heavy : bold}\"", nil),
            ("accessibilityRole=\"@{${a} ? ^buton : link}\"", "@{${a} ? button : link}"),
            // Data have words that sources do not, and may have nothing beside a bar.
            ("gravity=\"@{${a} ? center|^righ : left}\"", "@{${a} ? center|right : left}"),
            ("gravity=\"@{${a} ? |^rihgt : left||top}\"", "@{${a} ? |right : left||top}"),
            ("accessibilityRole=\"@{${a} ? ^button|foo : link}\"", nil),
            ("visibility=\"@{${a} ? ^1 : gone}\"", nil),
            // A path that is spelled like the constant with an escape is another thing.
            ("textColor=\"^${= a ? 'gr\\u{72}en' : grren}\"", nil),
            ("alignSelf=\"@{${a} ? ^centre : auto}\"", "@{${a} ? center : auto}"),
            ("flexBasis=\"@{${a} ? auto : ^50px}\"", nil),
            ("textSize=\"@{${a} ? ^large : 12}\"", nil), ("lines=\"@{${a} ? 1 : ^none}\"", nil),
            ("textSize=\"@{${a} ? 14 : ^12rpx}\"", "@{${a} ? 14 : 12rp}"),
            ("maxWidth=\"@{${a} ? ^50% : 40}\"", nil), ("lines=\"@{${a} ? ^true : 2}\"", "@{${a} ? 1 : 2}"),
            // Which of two is the constant is not certain.
            ("textColor=\"^${grren ?: grren}\"", nil), ("textColor=\"^@{${a} ? grren : grren}\"", nil),
        ] as [(String, String?)]
    )
    func aConstantThatThePropertyDoesNotKnowIsFound(_ marked: String, _ corrected: String?) {
        for sample in [nil, #"{"a": true, "b": "", "grren": "red"}"#, #"{"a": "", "b": true, "grren": "red"}"#] {
            expectFinding("lint.unfit-value", "<NText \(Self.size) \(marked)/>", sample: sample)
        }
        let source = "<NText \(Self.size) \(marked)/>".replacingOccurrences(of: "^", with: "")
        expectFix(LintExamples.diagnostics(of: SourceFile(path: "Card.xml", text: source)), of: source, corrected)
    }

    /// Compares the value that the first fix-it makes, of which nothing is reported; `nil` if there is none.
    func expectFix(_ found: [Diagnostic], of source: String, _ corrected: String?) {
        let edits = found.first?.fixIts.first?.edits ?? []
        #expect(edits.isEmpty == (corrected == nil), "\(source): \(found)")
        guard let corrected, !edits.isEmpty else { return }
        let fixed = String(decoding: applying(edits, to: Array(source.utf8)), as: UTF8.self)
        #expect(fixed.contains("=\"\(corrected)\"") && lint(fixed) == [], "\(fixed)")
    }

    @Test func noNumberIsAVisibilityOfData() {
        let source = SourceFile(path: "Card.xml", text: "<NText \(Self.size) visibility=\"@{${a} ? 3 : gone}\"/>")
        let found = LintExamples.diagnostics(of: source).map(\.message)
        #expect(found == ["unknown word '3'; expected 'invisible', 'visible' or 'gone'"])
    }

    @Test(arguments: [
        "text=\"@{${a} ? red : grren}\"", "textColor=\"@{${a} ? red : ''}\"", "textColor=\"@{${a} ? red : }\"",
        "textColor=\"@{${a} ? #80FF0000 : transparent}\"", "textColor=\"${= a ? b : c}\"",
        "gravity=\"@{${a} ? left|top : center}\"", "gravity=\"${= a ? 'right' : b ?: ' left | top '}\"",
        "visibility=\"@{${a} ? visible : gone}\"", "visibility=\"${= a ? true : false}\"",
        "layoutWidth=\"@{${a} ? match_parent : 12rp}\"", "textSize=\"@{${a} ? 12.5 : 20}\"",
        "layoutWidth=\"@{${a} ? wrap_content : '12 rp'}\"", "textSize=\"@{${a} ? '' : 1e1}\"",
        "gravity=\"@{${a} ? |left : left||right}\"", "alignSelf=\"@{${a} ? FLEX_END : auto}\"",
        "flexBasis=\"@{${a} ? 50% : auto}\"", "alignSelf=\"@{${a} ? '' : ${b}}\"",
        "accessibilityRole=\"@{${a} ? Button : link}\"", "tag=\"@{${a} ? b : c}\"",
    ])
    func aConstantThatAPropertyKnowsIsFine(_ attribute: String) {
        let size = attribute.hasPrefix("layoutWidth") ? "layoutHeight=\"9\"" : Self.size
        #expect(lint("<NText \(size) \(attribute)/>") == [])
    }

    @Test func onlyValuesThatTheTargetReadsAreChecked() {
        let unknown = ["template.target-unknown-attribute"]
        func ids(_ attributes: String, _ client: Client) -> [String] {
            lint("<NText \(Self.size) \(attributes)/>", client).map { String($0.split(separator: " ")[1]) }
        }
        #expect(ids("alignSelf=\"centre\"", .android) == unknown)
        #expect(ids("textSize=\"-3\"", .android) == ["lint.unfit-value"])
        #expect(ids("lineSpaceExtra=\"-1\"", .android) == [] && ids("lineSpaceExtra=\"-1\"", .swift).count == 1)
        // An attribute of the same name that an app declares with a kind of its own is the app's.
        let file = SourceFile(path: "config.properties", text: "alignSelf=Enum<centre:1>\n")
        let compiler = TemplateCompiler(configuration: Configuration().applying(file).configuration)
        let source = SourceFile(path: "Card.xml", text: "<NText \(Self.size) alignSelf=\"centre\"/>")
        #expect(TemplateLinter.lint(compiler.compile(source), compiledBy: compiler).ordered.map(\.id) == [])
    }

    @Test(arguments: [
        ("a+b", true), ("a*2", true), ("a.b[0]/c", true), ("a<b", true), ("!a", true), ("a+b+c", true),
        ("a", false), ("a-b", false), ("+a", false), ("a+", false), ("a++b", false), ("!", false), ("a+b+", false),
    ])
    func aPathThatIsACalculationIsFound(_ path: String, _ isFound: Bool) {
        let found = lint("<NText \(Self.size) text=\"${\(path.replacing("<", with: "&lt;"))}\"/>")
        #expect(found.contains { $0.hasSuffix(" lint.path-operator") } == isFound, "\(found)")
    }

    /// What is escaped, quoted or a default is a text.
    @Test(
        arguments: [
            ("\\${a+b}", false), ("\\${a+b} ${c}", false), ("@{${c} ? '${a+b}' : x}", false), ("${c ?: a+b}", false),
            ("${ a+b }", true), ("@{${c} ? ${a+b} : x}", true), ("${a+b ?: c}", true),
        ]
    )
    func aCalculationIsOnlyFoundInAPath(_ text: String, _ isFound: Bool) {
        let found = lint("<NText \(Self.size) text=\"\(text)\"/>")
        #expect(found.contains { $0.hasSuffix(" lint.path-operator") } == isFound, "\(found)")
    }

    @Test func aLengthOfAnAssembleIsFoundAtItsPlace() {
        #expect(lint("{ hc [(text:a,font:0)] }", path: "Card.asv") == ["1:20 lint.unfit-value"])
    }

    // MARK: - Clients

    @Test(arguments: [
        ("<NText \(size) ellipsize=\"^none\"/>", Client.iOS, "lint.target-unknown-word"),
        ("<NText \(size) flag=\"^flag_draw\"/>", .iOS, "lint.target-unknown-word"),
        ("<Grid colCount=\"^3\" \(size)/>", .iOS, "lint.grid-rows"), ("<Grid \(size)/>", .iOS, ""),
        ("<NFrameLayout \(size) ^layoutMargin=\"4\"/>", .iOS, "lint.shorthand"),
        ("<NText \(size) layoutMargin=\"4\"/>", .android, ""),
        ("<VHLayout \(size) gravity=\"right\"><NText \(size)/></VHLayout>", .android, ""),
        ("<VHLayout \(size) gravity=\"^v_center\"><NText \(size)/></VHLayout>", .android, "lint.container-gravity"),
        (
            "<VHLayout \(size) gravity=\"^bottom\"><NText \(size) layoutGravity=\"bottom\"/></VHLayout>", .android,
            "lint.container-gravity"
        ),
        ("<NImage layoutWidth=\"wrap_content\" layoutHeight=\"9\"/>", .android, ""),
        ("<NText \(size) ^minHeight=\"3\"/>", .android, "lint.ignored-minimum"),
        ("<FrameLayout \(size) minHeight=\"3\"/>", .android, ""),
        ("<FlexLayout \(size)><NText \(size) minHeight=\"3\"/></FlexLayout>", .android, ""),
        ("<^FlexLayout \(size)/>", .iOS, "template.target-unknown-component"),
    ])
    func clientHasItsOwnRules(_ source: String, _ client: Client, _ id: String) {
        expectFinding(id.isEmpty ? nil : id, source, client)
    }

    @Test func bindingsThatAClientDoesNotUnderstandAreFound() {
        let found = lint("<NText \(Self.size) text=\"a ${b}\"/>", .iOS)
        #expect(found.count == 1 && found[0].contains(" binding.ios-"))
    }

    @Test func declaredComponentsSayWhichChildrenTheyTake() {
        let components = [
            ComponentSchema(id: 1001, name: "Badge"), ComponentSchema(id: 1002, name: "Shelf", family: .layout),
            ComponentSchema(id: 1003, name: "Feed", family: .container),
        ]
        func lint(_ parent: String, config: String = "") -> [String] {
            let file = SourceFile(path: "config.properties", text: config)
            let configuration = Configuration(components: components).applying(file).configuration
            let compiler = TemplateCompiler(configuration: configuration)
            let source = SourceFile(path: "Card.xml", text: "<\(parent) \(Self.size)><VText \(Self.size)/></\(parent)>")
            return TemplateLinter.lint(compiler.compile(source), compiledBy: compiler).ordered.map(\.message)
        }
        #expect(lint("Badge") == ["'Badge' takes no children, so this 'VText' is never shown"])
        #expect(lint("Feed") == ["'Feed' makes its children from data, so this 'VText' is never shown"])
        #expect(lint("Shelf").isEmpty)
        // Nobody says what the element of a configuration takes, unless it is a known one by another name.
        #expect(lint("Meter", config: "VIEW_ID_Meter=1004").isEmpty)
        #expect(lint("Badge", config: "VIEW_ID_Badge=1005").isEmpty)
        #expect(
            lint("Label", config: "VIEW_ID_Label=7") == ["'Label' takes no children, so this 'VText' is never shown"]
        )
    }

    @Test func shorthandHasAFixIt() throws {
        let source = #"<NText layoutWidth="1" layoutHeight="1" padding='4rp' paddingTop="2"/>"#
        let found = LintExamples.diagnostics(of: SourceFile(path: "Card.xml", text: source), client: .iOS)
        let edits = try #require(found.first?.fixIts.first?.edits)
        let corrected = String(decoding: applying(edits, to: Array(source.utf8)), as: UTF8.self)
        #expect(corrected.contains(#" paddingLeft="4rp" paddingRight="4rp" paddingBottom="4rp" paddingTop="2"/>"#))
        #expect(lint(corrected, .iOS).isEmpty)
    }

    @Test(arguments: ["flag_exposure", "flag_exposure|"])
    func aMissingFlagIsAddedBehindTheOthers(_ flags: String) throws {
        let source = "<NText \(Self.size) text=\"a\" flag=\"\(flags)\" onClick=\"${this.text = 'b'}\"/>"
        let found = LintExamples.diagnostics(of: SourceFile(path: "Card.xml", text: source))
        #expect(found.map(\.id) == ["lint.unreached-handler"])
        let edits = try #require(found.first?.fixIts.first?.edits)
        let corrected = String(decoding: applying(edits, to: Array(source.utf8)), as: UTF8.self)
        #expect(corrected.contains(#"flag="flag_exposure|flag_clickable""#) && lint(corrected) == [], "\(corrected)")
    }

    /// What the compiler says of a shorthand is said once; what it says of other attributes stays.
    @Test func otherUnknownAttributesAreReportedBesideAShorthand() {
        let source = #"<NText layoutWidth="1" layoutHeight="1" padding="4" typeface="bold"/>"#
        #expect(lint(source, .iOS) == ["1:41 lint.shorthand", "1:53 template.target-unknown-attribute"])
    }

    // MARK: - Data

    @Test(arguments: [
        ("${a.b[1].c}", #"{"a":{"b":[1,{"c":2}]}}"#, true), ("${a.b[2].c}", #"{"a":{"b":[1,{"c":2}]}}"#, false),
        ("@{${x} ? ${y} : none}", #"{"y":1}"#, true), ("@{${x} ? ${y} : none}", #"{"x":true}"#, false),
        ("${x ?: 'none'}", "{}", true), ("${x}", #"{"x":null}"#, true), ("a ${x} b ${y}", #"{"x":1}"#, false),
        ("plain", "{}", true),
    ])
    func bindingsAreComparedWithTheSample(_ text: String, _ sample: String, _ isClean: Bool) {
        let source = "<NText \(Self.size) text=\"^\(text)\"/>"
        expectFinding(isClean ? nil : "lint.missing-data", source, sample: sample)
        expectFinding(nil, source)
    }

    @Test(arguments: [
        ("@{${n} ? a : b}", #"{"n":0}"#, false), ("@{${n} ? a : b}", #"{"n":2.5}"#, false),
        ("@{${n} ? a : b}", #"{"n":"0"}"#, true), ("@{${= n} ? a : b}", #"{"n":0}"#, true),
        ("@{${x} ? a : @{${a.n} ? b : c}}", #"{"x":true,"a":{"n":1}}"#, false), ("${n}", #"{"n":0}"#, true),
        ("${= n ? 'a' : 'b'}", #"{"n":0}"#, true), ("@{${n ?: 1} ? a : b}", #"{"n":0}"#, false),
        ("@{${n ?: x} ? a : b}", #"{"n":"q"}"#, true),
    ])
    func aNumberIsNoCondition(_ text: String, _ sample: String, _ isClean: Bool) {
        let source = "<NText \(Self.size) text=\"^\(text)\"/>"
        expectFinding(isClean ? nil : "lint.number-condition", source, sample: sample)
    }

    @Test(arguments: [
        ("${= a + b}", #"{"a":1}"#, false), ("${= a ?: b}", #"{"b":1}"#, true), ("${= a == null}", "{}", true),
        ("${= a ? b : c}", #"{"c":1}"#, true), ("${= a ? b : c}", #"{"a":1}"#, false), ("${= !a}", "{}", true),
        ("${= upper(a.b)}", #"{"a":{}}"#, false), ("${= ['a+b']}", "{}", false), ("${= ['a+b']}", #"{"a+b":1}"#, true),
        ("a ${= ['a.b']}", #"{"a.b":1}"#, true),
    ])
    func computedBindingsAreComparedWithTheSample(_ text: String, _ sample: String, _ isClean: Bool) {
        let source = "<NText \(Self.size) text=\"^\(text)\"/>"
        expectFinding(isClean ? nil : "lint.missing-data", source, sample: sample)
    }

    @Test(arguments: [
        ("width", "layoutWidth"), ("opacity", "alpha"), ("fontSize", "textSize"), ("textAlign", "gravity"),
    ])
    func anAttributeOfOtherLanguagesIsKnown(_ name: String, _ meant: String) {
        let source = SourceFile(path: "Card.xml", text: "<NText \(Self.size) text=\"a\" \(name)=\"a\"/>")
        let found = LintExamples.diagnostics(of: source)
        #expect(found.map(\.message) == ["'NText' has no '\(name)', so it does nothing; did you mean '\(meant)'?"])
    }

    @Test func aKnownImageHasASize() {
        let both = "layoutWidth=\"^wrap_content\" layoutHeight=\"wrap_content\""
        expectFinding("lint.image-size", "<NImage \(both) src=\"bell\"/>")
        var options = TemplateCompiler.Options()
        options.assemble.assets["bell"] = AssembleAssetSize("20x20")
        let compiler = TemplateCompiler(options: options)
        for (source, count) in [("src=\"bell\"", 0), ("src=\"ball\"", 1), ("", 1)] {
            let text = "<NImage \(both.replacingOccurrences(of: "^", with: "")) \(source)/>"
            let template = compiler.compile(SourceFile(path: "Card.xml", text: text))
            let found = TemplateLinter.lint(template, compiledBy: compiler).ordered
            #expect(found.count { $0.id == "lint.image-size" } == count)
        }
        // The compiler says it about a source of the assemble language.
        #expect(lint("{hc[(image:a.png)]}", path: "Card.asv").map { String($0.suffix(4)) } == ["W303"])
    }

    /// A size may be written as the number that its word stands for.
    @Test(
        arguments: [
            ("lint.image-size", #"<NImage layoutWidth="-1" layoutHeight="^-2" src="a"/>"#),
            (
                "lint.match-parent-on-main-axis",
                #"<VHLayout orientation="H" layoutWidth="-1" layoutHeight="20"><NText layoutWidth="^-1" layoutHeight="20" text="a"/>"#
                    + #"<NText layoutWidth="20" layoutHeight="20" text="b"/></VHLayout>"#
            ), ("lint.zero-size", #"<NText layoutWidth="^-5" layoutHeight="20" text="a"/>"#),
            ("lint.zero-size", #"<NText layoutWidth="^-20rp" layoutHeight="20" text="a"/>"#),
            (nil, #"<NText layoutWidth="-1" layoutHeight="-2" text="a"/>"#),
            (nil, #"<NText layoutWidth="-1.0" layoutHeight="-2.0" text="a"/>"#),
            (
                nil,
                #"<NLine layoutWidth="9" layoutHeight="9" action="a" flag="flag_clickable" accessibilityRole="None"/>"#
            ),
        ] as [(String?, String)]
    )
    func numbersAreTheWordsThatTheyStandFor(_ id: String?, _ source: String) {
        expectFinding(id, source)
    }

    @Test(arguments: [("${a+b}", 1), ("${3d*b}", 0), ("${a/b.5}", 0)])
    func aPathIsMadeACalculationIfItIsOne(_ text: String, _ count: Int) {
        let source = "<NText \(Self.size) text=\"\(text)\"/>"
        let found = LintExamples.diagnostics(of: SourceFile(path: "Card.xml", text: source))
        #expect(found.map(\.id) == ["lint.path-operator"] && found.first?.fixIts.count == count, "\(found)")
    }

    @Test func visibilityFromTheSampleIsLookedAt() {
        let source = "<NText \(Self.size) visibility=\"^${shown}\"/>"
        expectFinding("lint.boolean-visibility", source, .iOS, sample: #"{"shown":true}"#)
        expectFinding(nil, source, .iOS, sample: #"{"shown":"visible"}"#)
        expectFinding(nil, source, sample: #"{"shown":true}"#)
        expectFinding(nil, source, .iOS)
    }

    @Test func brokenSampleIsReportedInItsOwnFile() {
        #expect(lint("<NText \(Self.size)/>", sample: "{\n]") == ["2:1 lint.bad-data"])
    }

    @Test func twoEncodingsOfALetterAreTwoNames() {
        func source(_ name: String) -> String {
            let texts = ["\u{E9}", name].map { "<NText \(Self.size) name=\"\($0)\" text=\"a\"/>" }
            return "<VHLayout \(Self.size) orientation=\"V\">\(texts.joined())</VHLayout>"
        }
        let id = "lint.duplicate-name"
        #expect(lint(source("\u{E9}")).contains { $0.hasSuffix(id) })
        #expect(!lint(source("e\u{301}")).contains { $0.hasSuffix(id) })
    }

    // MARK: - Comments

    @Test(arguments: [
        ("<!-- vvc-ignore lint.missing-size -->\n<NText/>", []),
        ("<!--vvc-ignore lint.zero-size,lint.missing-size: why-->\n<!-- more -->\n<NText\n\n/>", []),
        ("<!-- vvc-ignore lint.zero-size -->\n<NText/>", ["2:2 lint.missing-size"]),
        ("<!-- about vvc-ignore lint.missing-size -->\n<NText/>", ["2:2 lint.missing-size"]),
        ("<!-- vvc-ignore: lint.missing-size -->\n<NText/>", ["1:6 lint.unknown-rule", "2:2 lint.missing-size"]),
        ("<!-- vvc-ignored lint.missing-size -->\n<NText/>", ["2:2 lint.missing-size"]),
        (
            "<!-- vvc-ignore lint.missing-size -->\n<FrameLayout \(size)><NText/></FrameLayout>",
            ["2:50 lint.missing-size"]
        ),
        ("<FrameLayout \(size)><NText/></FrameLayout>\n<!-- vvc-ignore-file lint.missing-size -->", []),
        ("<NText/>\n<!-- vvc-ignore lint.missing-size -->", ["1:2 lint.missing-size"]),
        ("<!-- vvc-ignore template.misspelt-attribute -->\n<NText \(size) textColour=\"red\"/>", []),
        // Ids of the compiler's warnings count too; other words are for readers.
        (
            "<!-- vvc-ignore template.misspelt-atribute, lnt.missing-size value.not-a-colour, breaking.new W999 -->\n"
                + "<NText \(size)/>",
            [17, 45, 62, 82, 95].map { "1:\($0) lint.unknown-rule" }
        ),
        (
            "<!-- vvc-ignore binding.ios-words binding.unclosed breaking.data-new W116 event.blank-piece e.g. Card.xml why -->\n"
                + "<NText \(size)/>", []
        ),
        ("<!-- vvc-ignore value.empty-string -->\n<NText \(size) text=\"\"/>", ["2:49 value.empty-string"]),
    ])
    func commentSilencesWhatFollows(_ source: String, _ expected: [String]) {
        #expect(lint(source) == expected)
    }

    @Test func lineCommentSilencesTheNextLine() {
        let definition = "def a = [(text:a, fontSize:12)]\n{ hc [(text:b, fontSize:12)] }"
        #expect(lint(definition, path: "Card.asv") == ["1:5 lint.unused-definition"])
        for comment in [
            "// vvc-ignore lint.unused-definition: later\n// more\n", "/* vvc-ignore lint.unused-definition */ ",
            "/*vvc-ignore lint.unused-definition*/",
        ] {
            #expect(lint(comment + definition, path: "Card.asv").isEmpty, "\(comment)")
        }
        #expect(lint("// vvc-ignore lint.zero-size\n" + definition, path: "Card.asv").count == 1)
    }

    /// Wherever its line begins, a comment behind code is about that line and the next one.
    @Test(arguments: 0..<6) func aCommentBehindCodeSilencesItsLine(_ length: Int) {
        let line = "[(text:a,width:0)]"
        let blanks = String(repeating: " ", count: length)
        let text = "{ hc \(blanks)\(line)\n\(line) // vvc-ignore lint.zero-size\n\(line)\n\(line) }"
        #expect(lint(text, path: "Card.asv").map { $0.prefix(2) } == ["1:", "4:"], "\(text)")
    }

    @Test(arguments: [
        // A block comment of several lines, and comments between it and what it is about.
        ("/* vvc-ignore lint.zero-size\n why */\n{ hc [(text:a,width:0)] }", true),
        ("/* vvc-ignore lint.zero-size */ \n/* more\n and more */\n\n// more\n{ hc [(text:a,width:0)] }", true),
        ("/* vvc-ignore-file\n lint.zero-size */ { hc [(text:a,width:0)] }", true),
        ("{ hc [(text:a,width:0)] } // vvc-ignore lint.zero-size", true),
        ("{ hc /* vvc-ignore lint.zero-size */ /* a */\n[(text:a,width:0)] }", true),
        ("// vvc-ignore lint.zero-size\n{ hc\n[(text:a,width:0)] }", false),
        ("/* vvc-ignore lint.zero-size */ {\n hc\n[(text:a,width:0)] }", false),
        // In the text of the old wrapper, and behind quotes that open no string.
        ("ASS(@\"// vvc-ignore lint.zero-size\n{ hc [(text:a,width:0)] }\")", true),
        ("{ hc [(text:a\\\"b,width:0)] } // vvc-ignore lint.zero-size", true),
        ("/* vvc-ignore lint.zero-size */ { hc [(text:\"\\\"a\",width:0)] }", true),
        // What begins no comment, since it stands in a value.
        ("{ hc [(text:1/*2)]\n// vvc-ignore lint.zero-size\n[(text:a,width:0)] }", true),
        ("{ hc [(text://a)] // vvc-ignore lint.zero-size\n[(text:a,width:0)] }", true),
        // No comments.
        ("{ hc [(text:\"// vvc-ignore-file lint.zero-size\",width:0)] }", false),
        ("{ hc [(text:\"a\\\"// vvc-ignore lint.zero-size\",width:0)] }", false),
        ("// about vvc-ignore lint.zero-size\n{ hc [(text:a,width:0)] }", false),
        ("// see // vvc-ignore lint.zero-size\n{ hc [(text:a,width:0)] }", false),
    ])
    func commentInAnAssembleSourceSilencesItsLinesAndTheNext(_ source: String, _ isSilent: Bool) {
        #expect(
            lint(source, path: "Card.asv").map { $0.split(separator: " ")[1] } == (isSilent ? [] : ["lint.zero-size"])
        )
    }

    @Test(arguments: [
        #"<NText layoutHeight="1" text="&lt;!-- vvc-ignore-file lint.missing-size -->"/>"#,
        #"<NText layoutHeight="1" text='"' action="a > <!-- vvc-ignore-file lint.missing-size -->"/>"#,
        #"<?note <!-- vvc-ignore-file lint.missing-size --> ?><NText layoutHeight="1" text="a"/>"#,
        #"<FrameLayout layoutWidth="1" layoutHeight="1"><![CDATA[<!-- vvc-ignore-file lint.missing-size -->]]><NText layoutHeight="1" text="a"/></FrameLayout>"#,
    ])
    func whatLooksLikeACommentSilencesNothing(_ source: String) {
        #expect(lint(source).contains { $0.hasSuffix(" lint.missing-size") })
    }

    @Test func manyCommentsCostNoMoreThanTheirSize() {
        // With a search from each comment to the next line of code this would take minutes.
        let comments = String(repeating: "// vvc-ignore lint.zero-size\n", count: 30_000)
        #expect(lint(comments + "{ hc [(text:a,width:0)] }", path: "Card.asv").isEmpty)
        let inOneLine = String(repeating: "/* vvc-ignore lint.zero-size */", count: 30_000)
        #expect(lint(inOneLine + "{ hc [(text:a,width:0)] }", path: "Card.asv").isEmpty)
        let markup = String(repeating: "<!-- vvc-ignore lint.zero-sise -->", count: 30_000)
        let unclosed = String(repeating: "<!-- vvc-ignore ", count: 30_000)
        for source in [markup + "<NText \(Self.size)/>", "<NText \(Self.size)/><!--" + unclosed + "-->"] {
            let found = LintExamples.diagnostics(of: SourceFile(path: "Card.xml", text: source))
            #expect(found.count == (source.contains("zero-sise") ? 1000 : 1))
        }
    }

    @Test func manyUnclosedBindingsCostNoMoreThanTheirSize() {
        // With a search for the end of each of them this would take many times as long.
        let text = "<NText \(Self.small) text=\"\(String(repeating: "${", count: 32_000))\"/>"
        let texts = String(repeating: text, count: 25)
        let found = lint("<FrameLayout \(Self.size)>\(texts)</FrameLayout>")
        #expect(!found.isEmpty && !found.contains { $0.hasSuffix(" lint.path-operator") })
    }

    @Test func errorsLeaveNothingToLookAt() {
        #expect(lint("<NText textColor=\"gren\"/>") == ["1:19 value.not-a-color"])
    }
}
