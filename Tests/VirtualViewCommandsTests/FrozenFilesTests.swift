import Foundation
import Testing
import VirtualView
import VirtualViewCommands
import VirtualViewCompiler
import VirtualViewFormat
import VirtualViewTestSupport

/// The files under `Tests/Fixtures/Frozen` load for ever, and are never made again.
@Suite struct FrozenFilesTests {
    /// The SHA-256 of each file.
    ///
    /// A new file is a new line; a line never changes.
    private static let digests = [
        "custom-components": "f4e6b47d4804163c602fec6beae6c693d001b61653090b7b5ceebc2717434866",
        "damaged-program": "a4a615642b92166f9ce1bdef346f90bfde4eff82dcb9d33a3cc6a8b81e245aeb",
        "deep-tree": "d6c924c2fc56d591a3c0ad5223135f509659af5fa119e10cc17659a1b0e775bb",
        "digest-and-source-map": "4a940f5e5095aa1c99e5e8b0f5689225170a16cc022836d45d7104fd2a5cfe10",
        "event-programs": "d1dc85a28736a0894f261ac526959995c0b09a6f8fd643e9424f4b80b8771766",
        "every-value-kind": "989bae00d3c24b63be8a281831816cab5b5765c1fa40fb2b878b263af7342f43",
        "foreign-extra-bytes": "56f22f635bbbfd7672450b8ea5680bbe014a892ec49e33ba77e5aca8c0d920ca",
        "foreign-extra-records": "cfefb6fa903b525b1e00c45bd86f4bf5488e9a93d143c94f776c12a10c08ee7f",
        "full-tables": "56f2834d5afdc33153f8c1a4e7694d441bd77dee763e0f5e8aee9d890fb4013a",
        "instructions": "7fca681660d9dbb4fc32ed6545caaf6fd83758830a4ad177f60e52b11960a419",
        "long-string": "78771436ae87380970e357f043ff650627379f75d4ce3aac6d1540351d2b9ba5",
        "nameless": "2f70a9f3882611e391ac047c3ff15152afa7261171d4fb3c5db4f10f2ceee24d",
        "pages-and-versions": "835e8af929dd0c29a90ffdf820254f9c7fb44dba394d8e6983ddca7000381dbe",
        "part-names": "9cabb5ff3594ee11ca132a5ae58789d363b50ab6b8c06eb5ca8afa5dafbac2b5",
        "repeated-entries": "d49701d9f215f183475352584481672ec4a4b9881adda82d172a27a36723b0c7",
        "section-order": "272a997299b2c2f5819a3958018d6f13c39a14dc5a7cb7888178c9e48e786080",
        "strings-157": "055756efe0360a46cc0d20f960b5646325eaba4c05e708d28709e89bdef76761",
        "strings-160": "665a22433a94975f176339124461e3c3e31535316e9f545d2110a64c7a87f555",
        "unknown-components": "5973d5b5133bb2981ee9db8de4f28cec38257710542f8b3d6aa1ea35e63f5444",
        "user-variables": "940f14ec9e55dcdacd4c296f0c56a4dd7a41af636822250287aa0fa92e4c895c",
        "words-and-colors": "7d529f77e3df3fbc17728697a6ff1e350e984c9716483cc9f54d8a63d98178f6",
    ]

    private static let names = digests.keys.sorted()

    private func bytes(_ name: String) throws -> [UInt8] {
        try Fixtures.bytes("Frozen/\(name).out")
    }

    @Test(arguments: names)
    func fileIsAsItWas(_ name: String) throws {
        let digest = HexText.text(SHA256.digest(of: try bytes(name)))
        #expect(digest == Self.digests[name], "a frozen file was changed; take it back")
    }

    @Test func everyFileIsFrozenAndExplained() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Fixtures.url("Frozen").path).sorted()
        let expected = Self.names.flatMap { [$0 + ".json", $0 + ".out"] } + ["Formats", "README.md"]
        #expect(files == expected.sorted())
        let page = try String(contentsOf: Fixtures.url("Frozen/README.md"), encoding: .utf8)
        for name in Self.names { #expect(page.contains("| `\(name)` |"), "\(name)") }
    }

    @Test(arguments: names)
    func fileLoadsAndIsWrittenUnchanged(_ name: String) throws {
        let bytes = try bytes(name)
        let template = try TemplateBinaryLoader().load(bytes)
        #expect(try TemplateBuilder(template).encoded() == bytes)
        if !template.type.isEmpty {
            let source = try #require(Decompiler(template).run()).source
            #expect(TemplateCompiler().compile(SourceFile(path: "again.xml", text: source)).bytes == bytes)
        }
    }

    @Test(arguments: names)
    func fileMeansWhatItMeant(_ name: String) throws {
        let workspace = try Workspace()
        try workspace.write("\(name).out", bytes(name))
        let result = workspace.vvc("dump", "--json", "@/\(name).out")
        #expect(result.code == .success && result.error.isEmpty)
        let expected = try String(contentsOf: Fixtures.url("Frozen/\(name).json"), encoding: .utf8)
        #expect(result.out == expected)
    }

    @Test func partsHaveTheNamesThatTheyHad() throws {
        let template = try PreparedTemplate(try TemplateBinaryLoader().load(try bytes("part-names")))
        let tree = template.makeTree()
        let numbers = ["avatar", "Größe", "footer", "title"].map { name in
            tree.node(named: name).flatMap { node in Array(tree.nodes).firstIndex { $0 === node } }
        }
        #expect(numbers == [1, 2, 4, nil])
    }

    @Test(arguments: names)
    func fileBecomesNodes(_ name: String) throws {
        var registry = NodeRegistry.standard
        registry.unknownComponents = .placeholder
        let template = try TemplateBinaryLoader().load(try bytes(name))
        let container = Container(try PreparedTemplate(template, registry: registry).makeTree())
        container.update(data: ["title": "Tea"])
        container.layout(in: LayoutSize(width: 300, height: 300))
        #expect(container.tree.nodes.reduce(0) { count, _ in count + 1 } == template.nodes.count)
    }
}
