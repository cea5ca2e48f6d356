import Testing
import VirtualViewCompiler

@Suite struct XMLReaderTests {
    private func text(_ span: SourceSpan, of tree: SyntaxTree) -> String {
        String(decoding: tree.files[Int(span.file)].bytes[span.offsets], as: UTF8.self)
    }

    // MARK: - Values

    @Test(arguments: [
        ("plain", "plain"),
        ("", ""),
        ("  kept  ", "  kept  "),
        ("a\nb", "a b"),
        ("a\rb", "a b"),
        ("a\r\nb", "a b"),
        ("a\r\n\r\nb\n\rc", "a  b  c"),
        ("a\tb", "a\tb"),
        ("&amp;&lt;&gt;&quot;&apos;", "&<>\"'"),
        ("&amp;amp;", "&amp;"),
        ("&#10;&#13;&#9;&#32;", "\n\r\t "),
        ("&#x41;&#x4f60;&#128512;", "A你😀"),
        ("&#xD83D;&#xDE00;!", "😀!"),
        ("&#55357;&#56832;", "😀"),
        ("&#x10FFFF;", "\u{10FFFF}"),
        ("&#000065;", "A"),
        ("it's > here", "it's > here"),
        ("你好，世界", "你好，世界"),
        ("${a.b ? c : d}", "${a.b ? c : d}"),
    ])
    func decodesValue(source: String, value: String) throws {
        let (tree, found) = readTree("<A text=\"\(source)\"/>")
        #expect(found == [])
        let attribute = try #require(tree.attributes.first)
        #expect(Array(attribute.value.utf8) == Array(value.utf8))
        #expect(text(attribute.valueSpan, of: tree) == source)
        #expect(!attribute.isPoisoned)
    }

    @Test func singleQuotesHoldDoubleOnes() throws {
        let (tree, found) = readTree("<A text='say \"hi\"'/>")
        #expect(found == [])
        #expect(tree.attributes.first?.value == "say \"hi\"")
    }

    @Test func placesInDecodedValuesLeadBackToTheSource() throws {
        let (tree, _) = readTree("<A text=\"ab&lt;c\r\nd&#128512;e\"/>")
        let attribute = try #require(tree.attributes.first)
        #expect(attribute.value == "ab<c d😀e")
        func source(_ range: Range<Int>) -> String { text(attribute.span(of: range), of: tree) }
        #expect(source(0..<2) == "ab")
        #expect(source(1..<3) == "b&lt;")
        #expect(source(2..<3) == "&lt;")
        #expect(source(3..<4) == "c")
        #expect(source(4..<5) == "\r\n")
        #expect(source(5..<6) == "d")
        #expect(source(6..<10) == "&#128512;")
        #expect(source(7..<8) == "&#128512;")
        #expect(source(10..<11) == "e")
        #expect(source(0..<11) == "ab&lt;c\r\nd&#128512;e")
        #expect(attribute.span(of: 11..<11) == attribute.valueSpan.end)
        #expect(attribute.span(of: 0..<1_000_000).upper == attribute.valueSpan.upper)
    }

    // MARK: - The tree

    @Test func treeIsInDocumentOrderWithEveryPlace() {
        let (tree, found) = readTree("<A a=\"1\">\n  <B/>\n  <C c='2' a=\"3\"><D></D></C >\n</A>\n")
        #expect(found == [])
        #expect(tree.elements.map(\.name) == ["A", "B", "C", "D"])
        #expect(tree.elements.map(\.depth) == [0, 1, 1, 2])
        #expect(tree.elements.map(\.subtreeEnd) == [4, 2, 4, 4])
        #expect(tree.elements.map { text($0.nameSpan, of: tree) } == ["A", "B", "C", "D"])
        #expect(
            tree.elements.map { text($0.openTag, of: tree) } == ["<A a=\"1\">", "<B/>", "<C c='2' a=\"3\">", "<D>"]
        )
        #expect(tree.elements.map { text($0.endNameSpan, of: tree) } == ["A", "", "C", "D"])
        #expect(text(tree.elements[2].span, of: tree) == "<C c='2' a=\"3\"><D></D></C >")
        #expect(tree.elements[0].span.upper == UInt32(tree.files[0].bytes.count - 1))
        #expect(Array(tree.children(of: 0)) == [1, 2])
        #expect(Array(tree.children(of: 2)) == [3])
        #expect(Array(tree.children(of: 3)) == [])
        #expect(tree.attributes(of: tree.elements[2]).map(\.name) == ["c", "a"])
        #expect(tree.attributes(of: tree.elements[2]).map(\.value) == ["2", "3"])
        #expect(tree.attributes(of: tree.elements[1]).isEmpty)
        #expect(tree.names == ["A", "a", "B", "C", "c", "D"])
        #expect(tree.attributes.map(\.nameID) == [1, 4, 1])
    }

    @Test func duplicateAttributesAreAllKept() {
        let (tree, _) = readTree("<A a=\"1\" a=\"2\" b=\"3\" a=\"4\"/>")
        #expect(tree.attributes.map(\.value) == ["1", "2", "3", "4"])
    }

    @Test func prefixedNamesArePlainNames() {
        let (tree, found) = readTree("<v:A xmlns:v=\"urn:x\" android:id=\"1\" xmlns=\"y\" _a-b.c=\"2\"/>")
        #expect(found == [])
        #expect(tree.names == ["v:A", "xmlns:v", "android:id", "xmlns", "_a-b.c"])
    }

    @Test func namesMayBeChinese() {
        let (tree, found) = readTree("<卡片 标题=\"x\" é·=\"y\"/>")
        #expect(found == [])
        #expect(tree.names == ["卡片", "标题", "é·"])
    }

    @Test func namesAreComparedByteForByte() {
        let (tree, found) = readTree("<A \u{E9}=\"1\" e\u{301}=\"2\"/>")
        #expect(found == [])
        #expect(tree.names.count == 3)
    }

    @Test func manyNamesKeepTheirNumbers() {
        let names = (0..<3000).map { "name\($0)_\(String(repeating: "x", count: $0 % 40))" }
        let (tree, found) = readTree("<A \(names.map { "\($0)=\"1\"" }.joined(separator: " "))/>")
        #expect(found == [])
        #expect(Array(tree.names.dropFirst()) == names)
        #expect(tree.attributes.map(\.name) == names)
    }

    @Test func renamingCoversBothTags() {
        let (tree, _) = readTree("<A></A>")
        let (single, _) = readTree("<A/>")
        #expect(tree.renaming(tree.elements[0], to: "B").map(\.range.offsets) == [1..<2, 5..<6])
        #expect(single.renaming(single.elements[0], to: "B").map(\.range.offsets) == [1..<2])
    }

    @Test func attributesWithErrorsArePoisoned() {
        let (tree, _) = readTree("<A a=\"&no;\" b=1 c=\"ok\" 1d=\"x\" e/>")
        #expect(tree.attributes.map(\.isPoisoned) == [true, true, false, true, true])
        #expect(tree.attributes.map(\.value) == ["&no;", "1", "ok", "x", ""])
    }

    // MARK: - Around the elements

    @Test func instructionsBeforeTheRootAreKept() throws {
        let (tree, found) = readTree("<?xml version=\"1.0\"?><?php no?><?vvc  type=\"X\" \n?><?vvc?><?vvcx y?><A/>")
        #expect(found == [])
        #expect(tree.instructions.map(\.text) == ["type=\"X\"", ""])
        let first = try #require(tree.instructions.first)
        #expect(text(first.textSpan, of: tree) == "type=\"X\"")
        #expect(text(first.span, of: tree) == "<?vvc  type=\"X\" \n?>")
    }

    @Test(arguments: [
        "<!DOCTYPE A>",
        "<!DOCTYPE A SYSTEM \"a>b.dtd\">",
        "<!DOCTYPE A PUBLIC '-//X' \"u\">",
        "<!DOCTYPE A [ <!ENTITY e \"]>\"> <!-- ]> --> <?x ]> ?> <!ELEMENT A ANY> ]>",
        "<!DOCTYPE A [ <!ENTITY a \"&a;&a;\"> ] >",
        "<!-- <A> -->", "<?x <A> ?>", "<!---->", "<!-- a - b -->", "<!-- x --->", " \r\n\t",
    ])
    func stepsOverProlog(_ prolog: String) {
        let (tree, found) = readTree(prolog + "<A/>")
        #expect(found == [])
        #expect(tree.elements.map(\.name) == ["A"])
        #expect(tree.elements[0].openTag.lower == UInt32(prolog.utf8.count))
    }

    @Test func nestingCostsNoStack() {
        let depth = 200_000
        let open = String(repeating: "<A>", count: depth)
        let (tree, found) = readTree(open + String(repeating: "</A>", count: depth))
        #expect(found == [])
        #expect(tree.elements.count == depth)
        #expect(tree.elements[depth - 1].depth == Int32(depth - 1))
        let unclosed = readTree(open).found
        #expect(unclosed.map(\.id) == ["xml.unclosed-element"])
        #expect(unclosed.first.map { $0.notes.count } == 8)
    }

    // MARK: - Encodings

    @Test func invalidUTF8IsReportedAtTheByte() {
        let bytes =
            Array("<A text=\"a".utf8) + [0xC4, 0xE3, 0xBA] + Array("b\" id=\"".utf8) + [0xFF, 0x22, 0x2F, 0x3E]
        let (tree, found) = readTree(SourceFile(path: "test.xml", bytes: bytes))
        #expect(found.map(\.message) == ["invalid UTF-8: 0xC4 0xE3 0xBA", "invalid UTF-8: 0xFF"])
        #expect(found.map(\.range.offsets) == [10..<13, 20..<21])
        #expect(tree.attributes.map(\.isPoisoned) == [true, true])
        #expect(tree.attributes.first?.value == "a\u{FFFD}\u{FFFD}b")
        #expect(tree.attributes.first?.span(of: 7..<8).offsets == 13..<14)
    }

    @Test func declaredEncodingExplainsInvalidUTF8() {
        let bytes = Array("<?xml version=\"1.0\" encoding=\"GBK\"?><A t=\"".utf8) + [0xC4, 0xE3, 0x22, 0x2F, 0x3E]
        let found = readXML(SourceFile(path: "test.xml", bytes: bytes))
        #expect(found.map(\.id) == ["xml.invalid-utf8"])
        #expect(found.first?.notes.map(\.message) == ["encoding 'GBK' declared here; save the source as UTF-8"])
    }

    @Test(
        arguments: [
            [0xFF, 0xFE, 0x3C, 0x00], [0xFE, 0xFF, 0x00, 0x3C], [0x3C, 0x00, 0x41, 0x00], [0x00, 0x3C, 0x00, 0x41],
            [0xFF, 0xFE, 0x00, 0x00],
        ] as [[UInt8]]
    )
    func otherEncodingIsOneProblem(_ bytes: [UInt8]) {
        #expect(readTree(SourceFile(path: "test.xml", bytes: bytes)).found.map(\.id) == ["xml.unsupported-encoding"])
    }

    @Test func tooLargeSourceIsNotRead() {
        let (tree, found) = readTree(SourceFile(path: "test.xml", text: "<A/>"), options: .init(maximumSize: 3))
        #expect(found.map(\.message) == ["the source has 4 bytes; at most 3 are read"])
        #expect(tree.elements.isEmpty)
    }

    // MARK: - Many problems

    @Test func reportsAreLimited() {
        let (_, found) = readTree("<A>" + String(repeating: "<B a=\"&x;\"/>", count: 5000) + "</A>")
        #expect(found.count == 1001)
        #expect(found.last?.id == "diagnostics.limit")
        #expect(found.last?.message == "too many problems; 4000 more are not shown")
        #expect(found.last?.severity == .error)
    }

    @Test func longNamesAreCutInMessages() {
        let name = String(repeating: "n", count: 100_000)
        let (_, found) = readTree("<\(name)>")
        #expect(found.count == 1)
        #expect(found.allSatisfy { $0.message.utf8.count < 300 })
    }

    @Test func idsAreSortedAndWellFormed() {
        let ids = XMLMessageID.allCases.map(\.rawValue)
        #expect(ids == ids.sorted())
        #expect(Set(ids).count == ids.count)
        #expect(
            ids.allSatisfy {
                $0.hasPrefix("xml.") && $0.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "." || $0 == "-" }
            }
        )
    }
}
