import Foundation
import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@testable import VirtualViewCompiler

/// What formatting changes, and what it never does.
@Suite struct SourceFormatterTests {
    private func format(_ text: String, _ path: String = "Card.xml") -> String? {
        let file = SourceFile(path: path, text: text)
        FormattingLaws.check(file)
        return SourceFormatter.format(file).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func aSourceThatWouldBeTooLongStaysAsItIs() {
        let deep = { (inner: String) in
            "{ vc " + String(repeating: "[{ vc ", count: 20) + inner + "[(text:a)]" + String(repeating: "}]", count: 20)
                + "}\n"
        }
        let source = deep(String(repeating: "// a\n", count: 20_000))
        #expect(format(source, "Card.asv") == source)
        let short = deep("// a\n")
        #expect(format(short, "Card.asv") != short)
    }

    // MARK: XML

    @Test func elementsHaveLinesAndAreIndented() {
        let text = format(
            "<VHLayout orientation=\"V\"><FrameLayout><NText  text = 'a'></NText></FrameLayout></VHLayout>"
        )
        #expect(
            text == """
                <VHLayout orientation="V">
                    <FrameLayout>
                        <NText text='a'/>
                    </FrameLayout>
                </VHLayout>

                """
        )
    }

    @Test func attributesKeepTheirOrderAndTheLinesOfTheirAuthor() {
        let text = format(
            """
            <NText layoutWidth="1"   layoutHeight="2"
              text="a"

                    textSize="3"
              />
            """
        )
        #expect(
            text == """
                <NText
                    layoutWidth="1" layoutHeight="2"
                    text="a"

                    textSize="3"/>

                """
        )
    }

    @Test func aTagThatDoesNotFitIsBrokenAtOneHundredAndTwentyColumns() {
        let value = String(repeating: "w", count: 100)
        #expect(format("<NText text=\"\(value)\"/>") == "<NText text=\"\(value)\"/>\n")
        let two = "<NText\n    text=\"\(value)\"\n    name=\"\(value)\" id=\"1\"/>\n"
        #expect(format("<NText text=\"\(value)\" name=\"\(value)\" id=\"1\"/>") == two)
    }

    @Test func commentsStayWhereTheyAreAndMoveAsOne() {
        let text = format(
            """
            <!-- first
                 second -->
            <VHLayout> <!-- behind -->


            <!-- above
              | below -->
              <NText/><!-- next --><NText/>
            </VHLayout>
            """
        )
        #expect(
            text == """
                <!-- first
                     second -->
                <VHLayout> <!-- behind -->
                    <!-- above
                      | below -->
                    <NText/>
                    <!-- next -->
                    <NText/>
                </VHLayout>

                """
        )
    }

    @Test func oneBlankLineStaysBetweenGroups() {
        let text = format("\n\n<VHLayout>\n\n<NText/>\n\n\n\n<NText/>\n<NText/>\n\n</VHLayout>\n\n\n")
        #expect(text == "<VHLayout>\n    <NText/>\n\n    <NText/>\n    <NText/>\n</VHLayout>\n")
    }

    @Test func valuesEntitiesAndSectionsAreVerbatim() {
        let text = format("<NText text=\"a&#10;b &amp;  c\"   name='\"'  ><![CDATA[ a  b ]]>  some   text &lt;</NText>")
        #expect(
            text == """
                <NText text="a&#10;b &amp;  c" name='"'>
                    <![CDATA[ a  b ]]>
                    some   text &lt;
                </NText>

                """
        )
        #expect(format("<NText id=\"1\" text=\"a\n  b\"/>") == "<NText\n    id=\"1\"\n    text=\"a\n  b\"/>\n")
    }

    @Test func lineEndsAndTheByteOrderMarkStay() {
        #expect(
            format("\u{FEFF}<VHLayout>\r\n<NText/></VHLayout>")
                == "\u{FEFF}<VHLayout>\r\n    <NText/>\r\n</VHLayout>\r\n"
        )
        #expect(format("<VHLayout>\n<NText/>\r\n\n</VHLayout>") == "<VHLayout>\n    <NText/>\n</VHLayout>\n")
    }

    @Test func deepNestingCostsNoMoreThanItsLength() throws {
        let depth = 3000
        let source = String(repeating: "<VHLayout>", count: depth) + String(repeating: "</VHLayout>", count: depth)
        let text = try #require(format(source))
        #expect(text.utf8.count < source.utf8.count + 2 * depth * 161)
    }

    // MARK: The assemble language

    @Test func bracketsAreOnOneLineIfTheyWere() {
        #expect(format("[ ( text : a ,font:1 ) ]", "Card.asv") == "[(text:a, font:1)]\n")
        #expect(
            format("def a=[(font:1)]{hc(padding:1)[a(text:x)],[a]}", "Card.asv") == """
                def a = [(font:1)]
                { hc(padding:1) [a(text:x)], [a] }

                """
        )
    }

    @Test func brokenBracketsAreIndented() {
        let text = format(
            """
            // head
            [{vl(padding:1)
            [(text:a,
             font:1)] // behind

            [a(text:b)] [c] } (isFill:1)]
            """,
            "Card.asv"
        )
        #expect(
            text == """
                // head
                [
                    {
                        vl(padding:1)
                        [(
                            text:a,
                            font:1
                        )] // behind

                        [a(text:b)] [c]
                    }
                    (isFill:1)
                ]

                """
        )
    }

    @Test func whatDoesNotFitIsBroken() {
        let value = String(repeating: "w", count: 80)
        let text = format("{ hc [(text:\(value), font:1)] [(text:\(value), color:000000)] }", "Card.asv")
        #expect(
            text == """
                {
                    hc
                    [(text:\(value), font:1)]
                    [(text:\(value), color:000000)]
                }

                """
        )
        let attributes = (1...12).map { "backPaddingHorizontal:\($0)" }.joined(separator: ", ")
        #expect(format("[a(text:a, \(attributes))]", "Card.asv")?.hasPrefix("[a(\n    text:a, backPadding") == true)
    }

    /// Whatever the lengths, a line of attributes takes as many as fit, and no more.
    @Test func brokenLinesAreFull() throws {
        for length in 0..<60 {
            let first = String(repeating: "w", count: length)
            let attributes = (1...14).map { "backPaddingTop:\($0)" }.joined(separator: ", ")
            let text = try #require(format("[a(text:\(first), \(attributes), font:1)]", "Card.asv"))
            let lines = text.split(separator: "\n").dropFirst().dropLast()
            #expect(lines.count > 1)
            for (line, next) in zip(lines, lines.dropFirst()) {
                let follower = next.drop { $0 == " " }.prefix { $0 != " " }
                #expect(line.count <= 120 && line.count + 1 + follower.count > 120, "\(length): \(line)")
            }
            #expect(lines.allSatisfy { $0.count <= 120 }, "\(length)")
        }
    }

    /// Whatever the lengths, a line of parts takes as many as fit, and no more.
    @Test func brokenLinesOfPartsAreFull() throws {
        for length in 0..<90 {
            let (first, last) = (String(repeating: "w", count: length % 60), String(repeating: "v", count: length))
            let parts = (1...14).map { "[(text:\($0), font:\($0))]" }.joined(separator: " ")
            let text = try #require(format("{\nhc\n[(text:\(first)x)] \(parts) [(text:\(last)x)]\n}", "Card.asv"))
            let lines = text.split(separator: "\n").dropFirst(2).dropLast()
            #expect(lines.count > 1)
            for (line, next) in zip(lines, lines.dropFirst()) {
                let follower = next.drop { $0 == " " }.prefix { $0 != "]" }.count + 1
                #expect(line.count <= 120 && line.count + 1 + follower > 120, "\(length): \(line)")
            }
        }
    }

    @Test func theLineThatACommentSilencesIsNotBroken() {
        let line = "[(text:\(String(repeating: "w", count: 120)), font:1)]"
        let source = "{\n    hc\n    // vvc-ignore lint.zero-size\n    \(line)\n}\n"
        #expect(format(source, "Card.asv") == source)
    }

    @Test func whatFollowsACommentOfALineIsOnTheNextOne() {
        let text = format("{ hc [(text:a)] // one\n[(text:b)] /* two\nlines */ [(text:c)] /* x */ [b] }", "Card.asv")
        #expect(
            text == """
                {
                    hc
                    [(text:a)] // one
                    [(text:b)] /* two
                    lines */
                    [(text:c)] /* x */ [b]
                }

                """
        )
    }

    @Test func bracketsWithACommentThatEndsALineAreBroken() {
        let text = format(
            "{ hc [(text:\"a\" // c\n, font:12)] [(text:\"b\" // c\n)] [a // d\n(font:1)] [(text:a, /* x\n y */ font:13)] }",
            "Card.asv"
        )
        #expect(
            text == """
                {
                    hc
                    [(
                        text:"a" // c
                        , font:12
                    )]
                    [(
                        text:"b" // c
                    )]
                    [
                        a // d
                        (font:1)
                    ]
                    [(
                        text:a, /* x
                         y */
                        font:13
                    )]
                }

                """
        )
    }

    /// There is nothing to break in the line of its name; what was broken stays as it is.
    @Test func aPartWithALongNameStaysAsItIs() {
        let name = String(repeating: "x", count: 130)
        let source = "{\n    hc\n    [\(name)(\n        text:a,\n        font:12\n    )]\n}\n"
        #expect(format(source, "Card.asv") == source)
    }

    @Test func theOldWrapperIsLeftAlone() {
        let source = "ASS(@\"[(text:a,  font:1)]\")"
        #expect(format(source, "Card.asv") == source)
    }

    // MARK: Errors

    @Test(arguments: [("<NText", "Card.xml"), ("", "Card.xml"), ("{ hc [", "Card.asv")])
    func aSourceWithErrorsIsNotFormatted(_ source: (text: String, path: String)) {
        var diagnostics = DiagnosticList()
        let file = SourceFile(path: source.path, text: source.text)
        #expect(SourceFormatter.format(file, into: &diagnostics) == nil && diagnostics.hasErrors)
    }
}

/// The laws on every source that there is, and on sources whose white space is random.
@Suite struct FormattingLawTests {
    /// Every source in the repository, and the snippets of the pages.
    private static let sources: [SourceFile] = {
        var sources: [SourceFile] = []
        for folder in ["Templates", "Tests", "Sources", "Docs"] {
            let root = Fixtures.packageRoot.appendingPathComponent(folder)
            let walk = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
            while let url = walk?.nextObject() as? URL {
                guard ["xml", "asv", "md"].contains(url.pathExtension), let data = try? Data(contentsOf: url) else {
                    continue
                }
                if url.pathExtension == "md" {
                    sources += snippets(of: String(decoding: data, as: UTF8.self), url.lastPathComponent)
                } else {
                    sources.append(SourceFile(path: url.lastPathComponent, bytes: Array(data)))
                }
            }
        }
        return sources.sorted { $0.path < $1.path }
    }()

    private static func snippets(of page: String, _ name: String) -> [SourceFile] {
        var found: [SourceFile] = []
        var language: Substring?
        var text = ""
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            let mark = line.drop { $0 == " " }
            guard mark.hasPrefix("```") else {
                text += line + "\n"
                continue
            }
            if let language, language == "xml" || language == "asv" {
                found.append(SourceFile(path: "\(name).\(found.count).\(language)", text: text))
            }
            language = language == nil ? mark.dropFirst(3) : nil
            text = ""
        }
        return found
    }

    @Test func holdOnEverySource() {
        #expect(Self.sources.count > 300)
        for source in Self.sources { FormattingLaws.check(source) }
    }

    /// What is converted or decompiled needs no formatting after it.
    @Test func nothingThatIsPrintedChanges() throws {
        var printed: [(path: String, text: String)] = []
        for file in Self.sources {
            guard let bytes = TemplateCompiler().compile(file).bytes else { continue }
            if let output = Decompiler(try Template(decoding: bytes)).run() {
                printed.append((file.path, output.source))
            }
            guard file.isAssemble else { continue }
            let output = AssembleReading(file).output
            printed.append((file.path, XMLPrinter().print(try #require(output.tree), comments: output.comments)))
        }
        #expect(printed.count > 300)
        for (path, text) in printed {
            let formatted = SourceFormatter.format(SourceFile(path: "\(path).xml", text: text))
            #expect(formatted.map { String(decoding: $0, as: UTF8.self) } == text, "\(path)")
        }
    }

    @Test func namesOfAnyLengthAndCommentsOfSeveralLinesArePrintedAsTheyAreFormatted() throws {
        let long = String(repeating: "a", count: 130)
        let file = SourceFile(path: "long.xml", text: "<NText \(long)='1' text='2'><\(long)/></NText>")
        let tree = readTree(file).tree
        let text = XMLPrinter().print(tree, comments: [0: ["one\n\n  two\nthree"], 1: [long + "\n" + long]])
        let formatted = SourceFormatter.format(SourceFile(path: "long.xml", text: text))
        #expect(formatted.map { String(decoding: $0, as: UTF8.self) } == text)
    }

    @Test func templatesOfThePackageAreFormatted() throws {
        let folder = Fixtures.templates
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        for name in names where name.hasSuffix(".xml") || name.hasSuffix(".asv") {
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
            #expect(SourceFormatter.format(SourceFile(path: name, bytes: bytes)) == bytes, "\(name)")
        }
    }

    @Test func holdOnRandomSources() throws {
        let small = Self.sources.filter { $0.bytes.count < 1500 && SourceFormatter.format($0) != nil }
        for seed in RandomTests.seeds(400) {
            var generator = SeededGenerator(seed: seed)
            let source = try #require(small.randomElement(using: &generator))
            let mutated = Self.mutate(source, &generator)
            guard FormattingLaws.holds(mutated) else {
                Issue.record("VV_SEED=\(seed) \(source.path):\n\(String(decoding: mutated.bytes, as: UTF8.self))")
                return
            }
        }
    }

    /// Changes white space, and now and then something else.
    private static func mutate(_ source: SourceFile, _ generator: inout SeededGenerator) -> SourceFile {
        let spaces =
            source.isAssemble
            ? [" ", "", "\n", "\n\n\n", "\t", "\r\n", " // a\n", "\n/* b */ ", "\n    /* c\n  d */\n", "\u{3000}"]
            : [
                " ", "", "\n", "\n\n\n", "\t", "\r\n", "<!-- a -->", "\n  <!-- b\n   c -->\n", " t ",
                "<![CDATA[ d\n]]>",
            ]
        let rate = Int.random(in: 1...40, using: &generator)
        var bytes: [UInt8] = Bool.random(using: &generator) ? [] : [0xEF, 0xBB, 0xBF]
        for byte in source.bytes {
            let isPlace = [0x20, 0x0A, 0x3E, 0x2C, 0x28, 0x5B, 0x7B].contains(byte)
            guard isPlace, Int.random(in: 0..<rate, using: &generator) == 0 else {
                bytes.append(byte)
                continue
            }
            if byte != 0x20, byte != 0x0A { bytes.append(byte) }
            bytes += Array((spaces.randomElement(using: &generator) ?? "").utf8)
        }
        return SourceFile(path: source.path, bytes: bytes)
    }
}

/// What holds for every source.
private enum FormattingLaws {
    private static let compiler = TemplateCompiler()

    static func check(_ source: SourceFile, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(holds(source), "\(source.path)", sourceLocation: sourceLocation)
    }

    /// Returns whether the laws hold: formatting twice is formatting once, and the source says what it said.
    static func holds(_ source: SourceFile) -> Bool {
        guard let bytes = SourceFormatter.format(source) else { return compiler.compile(source).diagnostics.hasErrors }
        let formatted = SourceFile(path: source.path, bytes: bytes)
        guard SourceFormatter.format(formatted) == bytes else { return false }
        let (before, after) = (compiler.compile(source), compiler.compile(formatted))
        return before.bytes == after.bytes
            && before.diagnostics.ordered.map(\.id) == after.diagnostics.ordered.map(\.id)
            && comments(source) == comments(formatted) && words(source) == words(formatted)
            && texts(source) == texts(formatted) && groups(source) == groups(formatted)
    }

    private static func comments(_ source: SourceFile) -> [[Substring]] {
        let comments =
            source.isAssemble
            ? tokens(source).filter { $0.isComment }.map(\.range) : LintComments.find(in: source).map(\.whole)
        return comments.map { String(decoding: source.bytes[$0], as: UTF8.self).split { $0.isWhitespace } }
    }

    /// What stands between tags as it is written: texts, entities, CDATA sections and instructions.
    private static func texts(_ source: SourceFile) -> [ArraySlice<UInt8>] {
        pieces(source).filter { if case .verbatim = $0.kind { true } else { false } }.map { source.bytes[$0.range] }
    }

    private static func pieces(_ source: SourceFile) -> [XMLPieces.Piece] {
        guard !source.isAssemble else { return [] }
        let tree = readTree(source).tree
        return source.bytes.withUnsafeBufferPointer { XMLPieces.read(SourceBytes($0), tree)?.pieces ?? [] }
    }

    /// The numbers of the pieces, of the comments and of the attributes that a blank line is before, without those at the
    /// start of what a tag holds; blank lines alone are looked for, and not what the formatter makes of them.
    private static func groups(_ source: SourceFile) -> [Int] {
        guard !source.isAssemble else { return assembleGroups(source) }
        var groups: [Int] = []
        var isAtStart = true
        var last = 0
        for (index, piece) in pieces(source).enumerated() {
            let space = source.bytes[last..<piece.range.lowerBound]
            let isEnd = if case .endTag = piece.kind { true } else { false }
            if !isAtStart, !isEnd, hasBlankLine(space) { groups.append(index) }
            // A comment behind a start tag belongs to it.
            let isComment = if case .comment = piece.kind { true } else { false }
            if case .startTag(false) = piece.kind {
                isAtStart = true
            } else if !(isAtStart && isComment && index > 0 && !space.contains(0x0A)) {
                isAtStart = false
            }
            last = piece.range.upperBound
        }
        return groups
    }

    /// The numbers of the tokens of an assemble source that begin a group, and that a blank line is before.
    private static func assembleGroups(_ source: SourceFile) -> [Int] {
        let tokens = tokens(source)
        let ends: [AssembleTokens.Token.Kind] = [.closer, .comma, .lineComment, .blockComment]
        let starts: [AssembleTokens.Token.Kind] = [.opener, .word, .definition, .lineComment, .blockComment]
        return tokens.indices.dropFirst().filter { index in
            let (before, token) = (tokens[index - 1], tokens[index])
            return ends.contains(before.kind) && starts.contains(token.kind)
                && hasBlankLine(source.bytes[before.range.upperBound..<token.range.lowerBound])
        }
    }

    private static func hasBlankLine(_ space: ArraySlice<UInt8>) -> Bool {
        // CR LF is one end of a line.
        let ends = String(decoding: space, as: UTF8.self).count { $0.isNewline }
        return ends > 1
    }

    private static func tokens(_ source: SourceFile) -> [AssembleTokens.Token] {
        var diagnostics = DiagnosticList()
        let document = AssembleFrontEnd.document(of: source, into: &diagnostics)
        return source.bytes.withUnsafeBufferPointer { AssembleTokens.read(SourceBytes($0), document)?.tokens ?? [] }
    }

    /// The values with their quotes, as they are written.
    private static func words(_ source: SourceFile) -> [ArraySlice<UInt8>] {
        if source.isAssemble { return tokens(source).filter { !$0.isComment }.map { source.bytes[$0.range] } }
        let tree = readTree(source).tree
        return tree.attributes.map { source.bytes[Int($0.valueSpan.lower) - 1...Int($0.valueSpan.upper)] }
    }
}
