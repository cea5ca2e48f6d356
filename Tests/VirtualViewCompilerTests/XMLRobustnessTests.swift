import Foundation
import Testing
import VirtualViewCompiler
import VirtualViewTestSupport

/// Real templates, whole and damaged.
@Suite struct XMLRobustnessTests {
    /// All XML files of the compile fixtures, in order of their paths.
    static let corpus: [SourceFile] = {
        let folder = Fixtures.url("Compile")
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".xml") }.sorted().compactMap { path in
            (try? Fixtures.bytes("Compile/\(path)")).map { SourceFile(path: path, bytes: $0) }
        }
    }()

    /// Twenty of them, for what is done at every byte.
    static let sample = corpus.enumerated().filter { $0.offset % 7 == 0 }.map(\.element)

    @Test func corpusHasNoErrorsWhenLenient() {
        #expect(Self.corpus.count == 140)
        let errors = Self.corpus.flatMap(readLenientXML).filter { $0.severity == .error }
        #expect(errors.map { "\($0.range.file.path): \($0.message)" } == [])
    }

    @Test func corpusErrorsAreDuplicateAttributes() {
        let errors = Self.corpus.flatMap(readXML).filter { $0.severity == .error }
        #expect(Set(errors.map(\.id)) == ["xml.duplicate-attribute"])
        #expect(
            Set(errors.map(\.range.file.path)) == [
                "multi-expr/override.xml", "open/xml_dup_attr.xml", "open/xml_dup_tables.xml",
            ]
        )
    }

    @Test func everyTruncationGivesDiagnosticsOnly() {
        for file in Self.sample {
            for length in 0..<file.bytes.count {
                expectSound(SourceFile(path: file.path, bytes: Array(file.bytes[..<length])))
            }
        }
    }

    @Test func everySingleByteChangeGivesDiagnosticsOnly() {
        let replacements: [UInt8] = [0x22, 0x26, 0x3C, 0xFF]
        for file in Self.sample {
            var bytes = file.bytes
            for offset in bytes.indices {
                let original = bytes[offset]
                for replacement in replacements where replacement != original {
                    bytes[offset] = replacement
                    expectSound(SourceFile(path: file.path, bytes: bytes))
                }
                bytes[offset] = original
            }
        }
    }

    @Test func randomDamageGivesDiagnosticsOnly() {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["VV_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
        let count = environment["VV_COUNT"].flatMap(Int.init) ?? 1000
        print("seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "<", ">", "/", "\"", "'", "=", "&", ";", "<A", "</", "<!--", "-->", "<![CDATA[", "]]>", "<?vvc", "?>",
            "<!DOCTYPE A [", "&#xD83D;", "&amp;", " ", "\r\n", "\u{FEFF}", "“", "a=\"", "\u{0}",
        ].map { Array($0.utf8) }
        for _ in 0..<count {
            var bytes = Self.corpus[Int.random(in: 0..<Self.corpus.count, using: &generator)].bytes
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let start = Int.random(in: 0...bytes.count, using: &generator)
                let end = min(bytes.count, start + Int.random(in: 0...8, using: &generator))
                let piece = pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                bytes.replaceSubrange(start..<end, with: piece)
            }
            let file = SourceFile(path: "seed \(seed)", bytes: bytes)
            let found = expectSound(file)
            #expect(isWellFormed(readTree(file).tree), "seed \(seed)")
            var formatter = DiagnosticFormatter()
            #expect(formatter.format(found).isEmpty == found.isEmpty, "seed \(seed)")
        }
    }

    /// Whether a tree's indices and places are consistent.
    private func isWellFormed(_ tree: SyntaxTree) -> Bool {
        var attribute: Int32 = 0
        for (index, element) in tree.elements.enumerated() {
            guard element.subtreeEnd > index, Int(element.subtreeEnd) <= tree.elements.count else { return false }
            guard element.attributeIndices.lowerBound == attribute else { return false }
            attribute = element.attributeIndices.upperBound
            guard Int(element.span.upper) <= tree.files[0].bytes.count else { return false }
            guard element.span.lower <= element.nameSpan.lower else { return false }
            for child in tree.children(of: index) where tree.elements[child].depth != element.depth + 1 { return false }
        }
        return Int(attribute) == tree.attributes.count
            && tree.attributes.allSatisfy { !$0.name.isEmpty && Int($0.valueSpan.upper) <= tree.files[0].bytes.count }
    }
}
