import Foundation
import Testing
import VirtualViewCommands
import VirtualViewFormat
import VirtualViewTestSupport

/// The names of parts in files, and what commands show of them.
@Suite struct PartNamesCommandTests {
    private let space: Workspace

    init() throws {
        space = try Workspace()
        try space.write("in/Row.asv", "{ ht(padding:4) [icon (width:20, height:10)] [(text:Hello)] [end (text:x)] }")
        try space.write(
            "in/Card.xml",
            """
            <FrameLayout layoutWidth="9" layoutHeight="9"><NText name="title" text="a"/><NText name="${bound}"/>
            <NText name="a&quot;b"/><NText name="default"/><NText name="Title"/></FrameLayout>
            """
        )
    }

    private func compile(_ arguments: String...) throws {
        let result = space.vvc(["compile", "@/in", "-o", "@/b"] + arguments)
        #expect(result.code == .success, "\(result)")
    }

    @Test func filesWithoutTheOptionKeepTheirBytes() throws {
        try compile()
        let plain = try space.bytes("b/Row.out")
        let card = try space.bytes("b/Card.out")
        try compile("--embed", "parts")
        let named = try space.bytes("b/Row.out")
        #expect(named.count > plain.count)
        #expect(try space.bytes("b/Card.out") == card)
        let (first, second) = (try Template(decoding: plain), try Template(decoding: named))
        #expect(first.extra.bytes.isEmpty && second.extra.records?.map(\.tag) == [ExtraSection.partsTag])
        #expect(second.nodes.map(\.componentID) == first.nodes.map(\.componentID))
        var builder = TemplateBuilder(second)
        builder.extra = ExtraSection()
        #expect(try builder.encoded() == plain)
        // With others, each is a record, and the digest is about all before.
        try compile("--embed", "parts,source-map,digest")
        let all = try Template(decoding: try space.bytes("b/Row.out"))
        #expect(all.sourceMap != nil && all.partNames?.entries.map(\.name) == ["icon", "end"])
        #expect(all.isDigestValid == true)
    }

    @Test func dumpShowsThem() throws {
        try compile("--embed", "parts")
        let text = space.vvc("dump", "@/b/Row.out").out
        #expect(text.contains("PART  ") && text.contains("\"icon\"") && text.contains("\"end\""), "\(text)")
        let hex = space.vvc("dump", "--hex", "@/b/Row.out").out
        #expect(hex.contains("name count 2") && hex.contains("\"icon\""), "\(hex)")
        let json = space.vvc("dump", "--json", "@/b/Row.out").out
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let parts = object?["parts"] as? [[String: Any]]
        #expect(parts?.compactMap { $0["name"] as? String } == ["icon", "end"])
        #expect(parts?.compactMap { $0["node"] as? Int }.count == 2)
    }

    @Test func decompilingKeepsThem() throws {
        try compile("--embed", "parts")
        let result = space.vvc("decompile", "@/b/Row.out", "-o", "@/again/Row.xml")
        #expect(result.code == .success, "\(result)")
        #expect(space.vvc("compile", "@/again/Row.xml", "-o", "@/again").code == .success)
        #expect(try space.bytes("again/Row.out") == space.bytes("b/Row.out"))
    }

    @Test func verifyWarnsOfNamesThatCannotBeRead() throws {
        try compile()
        var builder = TemplateBuilder(try Template(decoding: try space.bytes("b/Row.out")))
        builder.extra = ExtraSection(records: [.init(tag: ExtraSection.partsTag, payload: [1])])
        try Data(try builder.encoded()).write(to: URL(fileURLWithPath: space.path("b/Row.out")))
        let result = space.vvc("verify", "@/b/Row.out")
        #expect(result.code == .success && (result.out + result.error).contains("badPartNames"), "\(result)")
    }

    @Test func namesOfPartsAreConstants() throws {
        try compile("--embed", "parts", "--names", "@/Names.swift")
        try expectSnapshot(
            String(decoding: try space.bytes("Names.swift"), as: UTF8.self),
            named: "PartNames.swift.txt"
        )
        // Names that no file has cannot be found.
        try compile("--names", "@/Names.swift")
        let text = String(decoding: try space.bytes("Names.swift"), as: UTF8.self)
        #expect(!text.contains("RowParts") && text.contains("enum CardParts"))
    }
}
