import Foundation
import Testing
import VirtualViewCommands
import VirtualViewFormat
import VirtualViewTestSupport

/// `vvc dump` in its three forms.
@Suite struct DumpCommandTests {
    private let workspace = Workspace.fresh()

    /// A template with an entry in every table but that of programs.
    private static let card = """
        <?vvc name="Card" version="7"?>
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="120rp" layoutMarginTop="1.5" paddingTop="0.5rp"
            gravity="h_center|v_center" background="#80FF0000" visibility="gone">
            <NText text="标题 &quot;quoted&quot;&#10;second line" lines="2" action="${link}" lineSpaceExtra="NaN" custom="text"/>
            <FrameLayout var_int_count="-3" var_float_rate="0.1" var_string_note="text">
                <NImage src="a.png" scaleType="center_crop" ratio="1.777"/>
            </FrameLayout>
        </VHLayout>
        """

    private func writeCard() throws {
        try workspace.write("Card.xml", Self.card)
        let result = workspace.vvc("compile", "@/Card.xml", "-o", "@", "--lenient", "--embed", "digest")
        #expect(result.code == .success, "\(result.error)")
    }

    @Test(arguments: [([], "card.txt"), (["--json"], "card.json"), (["--hex"], "card.hex")])
    func showsATemplateWithEverything(_ options: [String], _ name: String) throws {
        try writeCard()
        let result = workspace.vvc(["dump", "@/Card.out"] + options)
        #expect(result.code == .success && result.error.isEmpty)
        try expectSnapshot(result.out, named: name)
    }

    @Test(arguments: [([], "programs.txt"), (["--json"], "programs.json"), (["--hex"], "programs.hex")])
    func showsEventPrograms(_ options: [String], _ name: String) throws {
        try workspace.write("expr.out", Fixtures.bytes("Compile/open/expr_ifelse.out"))
        let result = workspace.vvc(["dump"] + options + ["@/expr.out"])
        #expect(result.code == .success)
        try expectSnapshot(result.out, named: name)
    }

    @Test(arguments: [([], "unknown.txt"), (["--json"], "unknown.json"), (["--hex"], "unknown.hex")])
    func showsWhatItDoesNotKnow(_ options: [String], _ name: String) throws {
        var image = FileImage()
        // Component 999 with a key and a string value that nobody has.
        image.nodes = [0, 3, 0xE7, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 1]
        // A program of an unknown opcode.
        image.expressions = [(9, [0xFF, 0xFF])]
        try workspace.write("T.out", image.bytes)
        let result = workspace.vvc(["dump", "@/T.out"] + options)
        #expect(result.code == .success)
        try expectSnapshot(result.out, named: name)
    }

    @Test(arguments: [([], "sources.txt"), (["--json"], "sources.json"), (["--hex"], "sources.hex")])
    func showsWhereThingsStandInTheSource(_ options: [String], _ name: String) throws {
        try workspace.write("Card.xml", Fixtures.bytes("SourceMaps/Card.xml"))
        let compiled = workspace.vvc("compile", "@/Card.xml", "-o", "@", "--embed", "source-map,digest")
        #expect(compiled.code == .success, "\(compiled.error)")
        #expect(try workspace.bytes("Card.out") == Fixtures.bytes("SourceMaps/Card.out"))
        let result = workspace.vvc(["dump", "@/Card.out"] + options)
        #expect(result.code == .success)
        try expectSnapshot(result.out, named: name)
    }

    @Test func jsonHasTheDocumentedMembers() throws {
        try writeCard()
        let text = workspace.vvc("dump", "@/Card.out", "--json").out
        let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "type", "version", "pageId", "dependencies", "sections", "strings", "expressions", "extra", "root",
            ]
        )
        let root = try #require(object["root"] as? [String: Any])
        #expect(Set(root.keys) == ["component", "componentId", "properties", "variables", "children"])
        let text2 = try #require((root["children"] as? [[String: Any]])?.first?["properties"] as? [[String: Any]])
        let spacing = try #require(text2.first { $0["key"] as? String == "lineSpaceExtra" })
        #expect(spacing["value"] as? String == "NaN" && spacing["kind"] as? String == "float")
    }

    @Test func everyByteIsInTheHexadecimalForm() throws {
        try writeCard()
        let rows = workspace.vvc("dump", "@/Card.out", "--hex").out.split(separator: "\n").filter { !$0.hasPrefix(";") }
        var bytes: [UInt8] = []
        for row in rows {
            #expect(Int(row.prefix(6), radix: 16) == bytes.count)
            bytes += row.dropFirst(8).prefix(47).split(separator: " ").compactMap { UInt8($0, radix: 16) }
        }
        #expect(try bytes == workspace.bytes("Card.out"))
    }

    @Test func deepTreeTakesTextInProportion() throws {
        var builder = TemplateBuilder(type: "Deep")
        for _ in 0..<5957 { try builder.openNode(component: 1) }
        for _ in 0..<5957 { try builder.closeNode() }
        let bytes = try builder.encoded()
        try workspace.write("Deep.out", bytes)
        for option in ["--json", "--hex"] {
            let result = workspace.vvc("dump", "@/Deep.out", option)
            #expect(result.code == .success && result.out.utf8.count < 200 * bytes.count, "\(option)")
        }
        let text = workspace.vvc("dump", "@/Deep.out").out
        #expect(text.contains("(level 5956)") && text.utf8.count < 30 * bytes.count)
    }

    @Test func damagedFileIsReportedAsVerifyDoes() throws {
        try workspace.write("T.out", FileImage().bytes.dropLast(5))
        let dump = workspace.vvc("dump", "@/T.out")
        let verify = workspace.vvc("verify", "@/T.out")
        #expect(dump.code == .inputErrors && dump.out.isEmpty)
        #expect(dump.error == verify.out && dump.error.hasPrefix("@/T.out: error: sectionOutOfBounds at byte "))
    }

    @Test(arguments: ["<NText text=\"a\"/>", "", "{ hc }"])
    func sourceIsNamedAsWhatItIs(_ source: String) throws {
        for path in ["@/Card.xml", "@/Card.asv"] {
            try workspace.write(String(path.dropFirst(2)), source)
            for command in ["dump", "verify", "decompile"] {
                let result = workspace.vvc(command, path)
                #expect(result.code == .inputErrors)
                let text = result.out + result.error
                #expect(text.contains("this is a source; compile it first with 'vvc compile'"), "\(text)")
            }
        }
        // A binary by such a name is one.
        try workspace.write("T.xml", FileImage().bytes)
        #expect(workspace.vvc("dump", "@/T.xml").code == .success)
    }

    @Test func missingAndHugeFilesCannotBeRead() throws {
        let missing = workspace.vvc("dump", "@/gone.out")
        #expect(missing.code == .cannotRead)
        #expect(missing.error == "vvc: error: cannot read '@/gone.out': no such file or directory\n")
        let folder = workspace.vvc("dump", "@")
        #expect(folder.code == .cannotRead && folder.error == "vvc: error: cannot read '@': is a folder\n")
        let path = try workspace.write("huge.out", [UInt8]())
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: 64 << 20 | 1)
        try handle.close()
        let huge = workspace.vvc("dump", "@/huge.out")
        #expect(
            huge.code == .cannotRead && huge.error.contains("the file has 67108865 bytes, but the limit is 67108864")
        )
    }

    @Test func formsExcludeEachOther() {
        let result = workspace.vvc("dump", "@/x.out", "--json", "--hex")
        #expect(result.code == .usage && result.firstError == "vvc: error: '--json' and '--hex' exclude each other")
    }
}
