import Testing
import VirtualViewFormat
import VirtualViewTestSupport

@Suite struct RoundTripTests {
    @Test func corpusIsComplete() {
        for (folder, count) in CompileCorpus.folders {
            #expect(CompileCorpus.cases(in: folder).count == count, "\(folder)")
        }
    }

    @Test(arguments: CompileCorpus.all)
    func everyFileOfTheReferenceCompilerIsReadAndWrittenUnchanged(_ item: CorpusCase) throws {
        let bytes = try item.expected
        let template = try Template(decoding: bytes)
        #expect(try TemplateBuilder(template).encoded() == bytes)
        #expect(template.type == item.type)
        #expect(template.version == FormatVersion(major: 1, minor: 0, patch: item.version))
        #expect(template.pageID == 1 && template.dependencies.isEmpty)
        #expect(readEverything(in: template) > 0)
    }

    /// The smallest files, because each is read about 255 times a byte.
    private static let smallest = CompileCorpus.all.sorted {
        ((try? $0.expected.count) ?? 0, $0.description) < ((try? $1.expected.count) ?? 0, $1.description)
    }.prefix(20)

    @Test(arguments: smallest)
    func everyTruncationAndEveryByteChangeIsRefusedOrLawful(_ item: CorpusCase) throws {
        expectTotal(try item.expected, everyValue: true)
    }

    @Test func largerFilesAreRefusedOrLawfulWhenDamaged() throws {
        let files = try CompileCorpus.all.map { try $0.expected }.sorted { $0.count < $1.count }
        for bytes in files.filter({ (300..<900).contains($0.count) }).prefix(8) { expectTotal(bytes) }
    }

    @Test func sectionsMayStandInAnyOrder() throws {
        let bytes = try #require(try CompileCorpus.cases(in: "open").first { $0.name == "expr_multi" }?.expected)
        let sections = try Template(decoding: bytes).sections
        let order: [[FileSection]] = [
            [.strings, .code, .expressions], [.expressions, .strings, .code], [.strings, .expressions, .code],
        ]
        for order in order {
            let moved = try reordered(bytes, sections, order)
            let template = try Template(decoding: moved)
            #expect(template.sections.order.filter { $0 != .extra } == order)
            #expect(try TemplateBuilder(template).encoded() == moved)
        }
    }

    /// Moves the sections of a file without dependencies, and mends the header.
    private func reordered(_ bytes: [UInt8], _ layout: SectionLayout, _ order: [FileSection]) throws -> [UInt8] {
        let headerFields: [FileSection: Int] = [.code: 11, .strings: 19, .expressions: 27]
        var moved = Array(bytes[..<47])
        for section in order {
            let field = try #require(headerFields[section])
            for (place, byte) in bigEndian(Int32(moved.count)).enumerated() { moved[field + place] = byte }
            moved += bytes[layout.range(of: section)]
        }
        return moved
    }

    @Test func strangeButValidFilesKeepTheirBytes() throws {
        // Dependencies, a page id, a higher minor version, unused and duplicate strings, an unknown component with
        // an unknown key and a missing string, two programs under one id, and an opaque extra section.
        var file = FileImage()
        file.minor = 7
        file.pageID = 513
        file.dependencies = [2, 65535]
        file.nodes = [0, 0xFF, 0xFE, 1, 0, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 1]
        file.strings = [(5, Array("one".utf8)), (5, Array("two".utf8)), (-7, [])]
        file.expressions = [(3, [1]), (3, [2, 3])]
        file.extra = [1, 2, 3]
        let bytes = file.bytes
        let template = try Template(decoding: bytes)
        #expect(try TemplateBuilder(template).encoded() == bytes)
        #expect(template.strings[StringID(rawValue: 5)] == "two", "the last of two strings with one id counts")
        #expect(template.expressions[StringID(rawValue: 3)] == [2, 3])
        #expect(template.root.componentID == 0xFFFE)
        #expect(template.dependencies == [2, 65535])
        #expect(template.extra.records == nil && template.extra.bytes == [1, 2, 3])
        let setters = Array(template.root.setters)
        #expect(setters.map(\.value) == [.int(8, .none), .string(StringID(rawValue: 0x0506_0708))])
        #expect(setters[1].text == nil && setters[1].name == nil)
        expectTotal(bytes)
    }
}
