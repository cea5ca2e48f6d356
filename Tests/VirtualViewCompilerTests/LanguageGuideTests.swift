import Testing
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// What editors are told about the language.
@Suite struct LanguageGuideTests {
    private let guide = LanguageGuide(Configuration())

    /// The names and the last cell of each row of a table, or another one, as plain text.
    private func rows(_ page: String, _ title: String, cell: Int? = nil) throws -> [(names: [String], note: String)] {
        let lines = try MarkdownDocument(page).sections.filter { $0.title.hasPrefix(title) }.flatMap(\.lines)
        return lines.filter { $0.hasPrefix("| `") }.compactMap { line -> (names: [String], note: String)? in
            let cells = line.replacing("\\|", with: "\u{1}").dropFirst().dropLast().split(
                separator: "|",
                omittingEmptySubsequences: false
            ).map { cell in
                let text = cell.drop { $0 == " " }
                return String(text.prefix(text.count - text.reversed().prefix { $0 == " " }.count))
                    .replacing("\u{1}", with: "|")
            }
            guard let first = cells.first, let last = cell.map({ cells[$0] }) ?? cells.last, cells.count > 2 else {
                return nil
            }
            let pieces = first.split(separator: "`", omittingEmptySubsequences: false)
            var names = pieces.indices.filter { $0 % 2 == 1 }.map { String(pieces[$0]) }
            if let base = names.first, names.contains(where: { $0.hasPrefix("…") }) {
                let stem = base.prefix(
                    base.lastIndex { $0.isUppercase }.map { base.distance(from: base.startIndex, to: $0) } ?? 0
                )
                names = names.map { $0.hasPrefix("…") ? String(stem + $0.dropFirst()) : $0 }
            }
            return (names, plain(last))
        }
    }

    /// Takes the targets of links away, and writes a bar as one.
    private func plain(_ text: String) -> String {
        var plain = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: "]"), rest[start...].hasPrefix("]("),
            let end = rest[start...].firstIndex(of: ")")
        {
            plain += rest[..<start].replacing("[", with: "")
            rest = rest[rest.index(after: end)...]
        }
        return (plain + rest).replacing("<code>&#124;</code>", with: "`|`")
    }

    private func begins(_ note: String?, with text: String) -> Bool {
        guard let note, !text.isEmpty else { return text.isEmpty }
        return note.lowercased().hasPrefix(text.lowercased())
    }

    private static let tables = [
        "All components: size and place", "All components: identity", "All components: accessibility", "Layouts",
        "FlexLayout", "Text", "Images, lines, shapes and bars", "Containers",
    ]

    @Test(arguments: tables)
    func notesOnPropertiesAreThoseOfTheManual(_ title: String) throws {
        let rows = try rows("Docs/Language.md", title)
        #expect(rows.count >= 5)
        for row in rows {
            for name in row.names {
                // Texts have a `gravity` of their own.
                if title == "Text", name == "gravity" { continue }
                let note = guide.attribute(name, of: "NText")?.note
                #expect(begins(note, with: row.note), "\(name): \(note ?? "nothing"), the manual has \(row.note)")
            }
        }
    }

    /// What has no mark is known to all clients, `°` unknown to that of iOS, `°°` known to this runtime; a FlexLayout has one mark.
    @Test func marksOfTheManualAreTheClientsThatKnowAProperty() throws {
        let lines = try MarkdownDocument("Docs/Language.md").sections
            .filter { section in Self.tables.contains { section.title.hasPrefix($0) && $0 != "FlexLayout" } }
            .flatMap(\.lines).filter { $0.hasPrefix("| `") }
        var count = 0
        for cell in lines.compactMap({ $0.split(separator: "|").first }) {
            let names = cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map { String($0.element) }
            for property in names.compactMap({ LanguageSchema.standard.property(named: $0) }) {
                let (iOS, android) = (property.knownTo.contains(.iOS), property.knownTo.contains(.android))
                #expect(property.knownTo.contains(.swift), "\(property.name)")
                #expect(iOS == !cell.contains("°"), "\(property.name)")
                #expect(!cell.contains("°°") || !android, "\(property.name)")
                count += 1
            }
        }
        #expect(count > 90)
    }

    @Test func notesOnEventsAreThoseOfTheManual() throws {
        let rows = try rows("Docs/Expressions.md", "When a program runs", cell: 2)
        let programs = guide.components.flatMap { guide.attributes(of: $0.name) }.filter { $0.isProgram }
        #expect(Set(rows.flatMap(\.names)) == Set(programs.map(\.name)))
        for row in rows {
            for name in row.names {
                #expect(begins(guide.attribute(name, of: "NText")?.note, with: "runs when \(row.note)"), "\(name)")
            }
        }
    }

    @Test func notesOnComponentsAreThoseOfTheManual() throws {
        let rows = try rows("Docs/Language.md", "Components")
        #expect(rows.count >= 15)
        for row in rows {
            for name in row.names {
                #expect(begins(guide.component(named: name)?.note, with: row.note), "\(name): \(row.note)")
            }
        }
        #expect(guide.components.count >= 30 && guide.components.allSatisfy { !$0.note.isEmpty })
    }

    @Test(arguments: [true, false])
    func notesOnAssemblesAreThoseOfTheManual(_ isOfBlock: Bool) throws {
        let rows = try rows("Docs/Assemble.md", isOfBlock ? "Attributes of an assemble" : "Attributes of a part")
        #expect(
            Set(rows.flatMap { $0.names })
                == Set(LanguageGuide.assembleAttributes(isOfBlock: isOfBlock).map { $0.name })
        )
        for row in rows {
            for name in row.names {
                let note = LanguageGuide.assembleAttribute(name, isOfBlock: isOfBlock)?.note
                #expect(begins(note, with: row.note), "\(name): \(note ?? "nothing"), the manual has \(row.note)")
            }
        }
    }

    /// What is stored as a text has the values that it means.
    @Test(arguments: [("pressedBackground", true), ("background", true), ("text", false), ("action", false)])
    func anAttributeHasTheKindThatItMeans(_ name: String, _ isColor: Bool) throws {
        let attribute = try #require(guide.attribute(name, of: "NText"))
        #expect(attribute.isColor == isColor && (attribute.kind == "Color") == isColor, "\(attribute.kind)")
    }

    @Test func outlineOfAnAssembleIsThereWhateverIsWrong() {
        let text = "def a = [(font:9)]\n{ vl(padding:4) [a(text:x, )] [b {"
        let outline = AssembleOutline(SourceFile(path: "A.asv", text: text))
        #expect(outline.definitions.map(\.name) == ["a"])
        #expect(outline.items.filter { !$0.isBlock }.map(\.name) == ["", "a", "b"])
        #expect(outline.items.filter(\.isBlock).map(\.depth) == [0, 2])
        #expect(outline.attributes.map(\.name) == ["font", "padding", "text"])
        #expect(outline.places(named: "a").count == 2)
    }

    /// Whatever of a source is written yet, what is in a thing is in its range.
    @Test(arguments: [
        "def a = [(font:9)]\n{ vl(padding:4) [a(text:x, )] [b {hc [(text:a)]}] }", "def a = { vc\n{ hc [(text:a)] } }",
        "def a = (font:9, color:<c>)\n{ vl (text:\"x\") [{vc [(text:a)] [b]}] }", "[a [b {vl [{hc}]]]",
        "{ VL [a b] (c:d) }",
        "{ vc {hc(text:a)} (text:b) [%@(text:<c>)] }", "def a { vl [a] }\n{ [(:b)] }",
    ])
    func outlineOfAHalfWrittenAssembleHoldsItsParts(_ text: String) {
        for end in 0...text.utf8.count {
            let outline = AssembleOutline(SourceFile(path: "A.asv", bytes: Array(text.utf8.prefix(end))))
            for definition in outline.definitions {
                #expect(definition.range.contains(definition.nameRange) && definition.range.upperBound <= end)
            }
            var around: [Range<Int>] = []
            for item in outline.items {
                around = Array(around.prefix(item.depth))
                let outer = around.last ?? item.definition.map { outline.definitions[$0].range } ?? 0..<end
                #expect(item.range.contains(item.nameRange) && outer.contains(item.range), "\(text.prefix(end))")
                around.append(item.range)
            }
        }
    }
}
