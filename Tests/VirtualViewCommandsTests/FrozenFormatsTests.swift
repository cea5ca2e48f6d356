import Foundation
import Testing
import VirtualView
import VirtualViewCommands
import VirtualViewFormat
import VirtualViewRelease
import VirtualViewTestSupport

@testable import VirtualViewCompiler

/// What else one version writes and every later one reads, under `Tests/Fixtures/Frozen/Formats`.
///
/// `FrozenDeliveryTests` has what is read on devices, and `Tests/Web/node.test.mjs` the link.
@Suite struct FrozenFormatsTests {
    /// The SHA-256 of each file; of a folder, that of its paths and their digests, as `sha256sum` prints them.
    ///
    /// A new one is a new line; a line never changes.
    private static let digests = [
        "Names": "5e413ed4b78ddd3f83a6da33f4d9dcf45ed67360aea2e205f9da3a8fe6bbb1f8",
        "Outputs": "f41285a93e0c42081191045fe97a8d7de8ce592cf6f7c3d208232ca92dd7b30c",
        "Release": "f6b9835cd70a7576ad5a3409a973a750d0fa28f8face6353023ad6cb1451ae16",
        "Snapshots": "151878914ebac1603ef7b9d29b5874ae08a0622c623ec56906ba41c912183c2c",
        "Sources": "5663ee237b05b496ed9146eab2f899cad6ff02375e43546347ba453995868cc7",
        "Store": "dad16c82f7b5e4532055d869f84db402d5da99d5b45af6d7ef6107c12d2b2ed3",
        "Store-2": "92dafcec65c7a4fd68e911167b09e90cfdfb8176d12641cedc734bae61ebff66",
        "Store-3": "3dd4fee8e16166ee5bdfb1e905ab537ffb67fb76cdfac953f4d008b655157309",
        "Store-4": "a8bd81e28e3e895686d75def94cb66853f3fc780a55b1a54c00a6027b9816301",
        "app.journal": "5c5d711f3407c90860d48ff3675c82f5c84a11984676119e0bd40c9283608770",
        "components.json": "2a407ff3ff9cd3fbf9d3b87ce0b824f7d091422b9aacf264ce2b4a30a746dc4f",
        "draft.json": "8877d38bcdf1d06d716b2b11f538ccbce9a2c73df78b02323595fe916f97058d",
        "link.json": "624ebc82f36ff789ba0a9652ac3bd1180af1224d0ff651e563ed37dc4d964fd9",
        "manifest.json": "33a98f3d48cd0b39168d3bf72c49fc9c773d8f097a0a425e6d4abf171f2a3898",
        "project.json": "9aac6350b57c56eb7354a4f50607861bff45f81facbd522d11c44b735e3f04c6",
        "project-2.json": "d5946cad472678a265e2a18fd471f23cdaeef123343f7a78d0e9dcf64292352c",
        "project-3.json": "5a64bbb46dabf0002777d1af336c7fa5329c4daf61661cbd9ab6186ae5a2c7e3",
        "stall-report.json": "98063163f994b2ce6e01f3560d0dec34528cfd707d43833b4f6e93ff44be4881",
    ]

    private let space: Workspace

    init() throws {
        space = try Workspace()
        let place = URL(fileURLWithPath: space.path("Formats"))
        try FileManager.default.copyItem(at: Fixtures.url("Frozen/Formats"), to: place)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try space.bytes("Formats/\(name)"), as: UTF8.self)
    }

    @Test(arguments: digests.keys.sorted())
    func formatIsAsItWas(_ name: String) throws {
        func digest(_ path: String) throws -> String {
            HexText.text(SHA256.digest(of: try space.bytes("Formats/\(path)")))
        }
        let lines = try space.files("Formats/\(name)").map { "\(try digest("\(name)/\($0)"))  \($0)\n" }
        let found =
            lines.isEmpty ? try digest(name) : HexText.text(SHA256.digest(of: Array(lines.joined().utf8)))
        #expect(found == Self.digests[name], "something frozen was changed; take it back")
    }

    @Test func everyFormatIsFrozenAndExplained() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Fixtures.url("Frozen/Formats").path)
        #expect(Set(names) == Set(Self.digests.keys))
        let page = String(decoding: try Fixtures.bytes("Frozen/README.md"), as: UTF8.self)
        for name in names { #expect(page.contains("`Formats/\(name)`"), "\(name)") }
    }

    // MARK: - Releases

    @Test func aServedFolderIsVerifiedAndCompared() {
        let (www, root) = ("@/Formats/Release", "@/Formats/Release/root/1.json")
        let options = ["--root", root, "--date", "2026-11-05T09:00:00Z"]
        let verified = space.vvc(["release", "--verify", www] + options)
        #expect(verified.code == .success && verified.error.isEmpty, "\(verified)")
        let state = "number 5, stable 3, candidate 4 for 50 %, disabled Banner, Rule@1.0.1"
        #expect(verified.out.contains(state), "\(verified)")
        let compared = space.vvc("diff", "\(www)#1", "\(www)#3")
        #expect(compared.out.contains(#"text "${title}, card 1" → "${title}, card 3""#), "\(compared)")
    }

    @Test func aDraftKeepsItsSignatures() throws {
        let root = try ReleaseTrust(pinned: space.bytes("Formats/Release/root/2.json")).root
        let draft = try SignedFileDraft(reading: space.bytes("Formats/draft.json"), under: root)
        #expect(draft.path == "root/3.json" && draft.app == "frozen" && draft.channel == "test")
        // Of the old root keys, and of the new ones.
        #expect(draft.shares.map { [$0.valid, $0.keys, $0.threshold] } == [[1, 3, 2], [1, 3, 2]])
    }

    // MARK: - What authors keep

    @Test func snapshotsPass() throws {
        let result = space.vvc("test", "@/Formats/Snapshots")
        let all = "2 templates, 15 snapshots, 2 tests with steps: all as expected\n"
        #expect(result.code == .success && result.error.isEmpty && result.out == all, "\(result)")
    }

    @Test func aProjectFileMeansWhatItMeant() throws {
        let (project, diagnostics) = ProjectFile.read(SourceFile(path: "vvc.json", text: try text("project.json")))
        #expect(diagnostics.isEmpty)
        #expect(project.templates.map(\.text) == ["Templates", "More/Card.xml"])
        #expect(project.config?.text == "Design/config.properties")
        #expect(project.components.map(\.text) == ["Design/one.json", "Design/two.json"])
        #expect(project.blocks.map(\.text) == ["Design/handlers.txt"])
        #expect(project.client?.name == "ios-1.2")
        #expect(project.slots.map { [$0.name.text, $0.path.text] } == [["Map", "Design/map.png"]])
        #expect(
            project.functions.mapValues(\.json) == [
                "today": #"{"results":{},"default":"23 November"}"#,
                "money": #"{"results":{"[450,\"EUR\"]":"€ 4.50"},"default":"€ 0.00"}"#,
            ]
        )
        let lint: [String: RuleSeverity] = [
            "lint.missing-data": .error, "lint.unused-id": .off, "lint.zero-size": .warning,
        ]
        #expect(project.lint == lint)
        #expect(project.env == ["currency": "EUR", "limits": ["items": 3]])
        #expect(project.widths == [375, 320.5])
        #expect(project.images.mapValues { [$0.width, $0.height] } == ["arrow": ["12", "14"]])
        #expect(project.fonts == ["Inter", "sans-serif"])
        #expect(project.tests.widths == [360] && project.tests.textScales == [1, 1.3])
        #expect(project.tests.appearances == ["dark", "light"] && project.tests.directions == ["rtl", "ltr"])
        #expect(project.tests.hasAllCombinations && project.tests.snapshots == "Expected")
        #expect(project.compatibility.clients.map(\.name) == ["swift", "android-1.4"])
        #expect(project.compatibility.since?.text == ".git#tag=1.0")
    }

    @Test func aHeightOfTestsMeansWhatItMeant() throws {
        let (project, diagnostics) = ProjectFile.read(SourceFile(path: "vvc.json", text: try text("project-2.json")))
        #expect(diagnostics.isEmpty && project.tests.height == 812)
    }

    @Test func fragmentsOfAProjectMeanWhatTheyMeant() throws {
        let (project, diagnostics) = ProjectFile.read(SourceFile(path: "vvc.json", text: try text("project-3.json")))
        #expect(diagnostics.isEmpty)
        #expect(project.fragments.map { [$0.name.text, $0.path.text] } == [["muted", "Design/Muted.asv"]])
    }

    /// A new member needs a new file, `project-4.json`.
    @Test func everyMemberOfAProjectFileIsFrozen() throws {
        func names(_ members: [ProjectMember]) -> Set<String> {
            members.reduce(into: []) { result, member in
                result.insert(member.name)
                if case .object(let inner) = member.shape { result.formUnion(names(inner)) }
            }
        }
        let files = try space.files("Formats").filter { $0.hasPrefix("project") }.map(text).joined()
        for name in names(ProjectFile.members) { #expect(files.contains("\"\(name)\": "), "\(name)") }
    }

    @Test func componentsAreReadAndWrittenUnchanged() throws {
        let text = try text("components.json")
        let (components, diagnostics) = ComponentsReader.read(SourceFile(path: "components.json", text: text))
        #expect(diagnostics.isEmpty && ComponentSchema.json(components) == text)
    }

    /// Everything is compiled after another `vvc`, but what that wrote is known.
    @Test func aRecordOfOutputsNamesWhatMayBeRemoved() throws {
        let sources = "@/Formats/Outputs/Sources"
        try space.write("Formats/Outputs/build/Mine.out", "not of vvc")
        let result = space.vvc("compile", sources, "-o", "@/Formats/Outputs/build", "--incremental", "--prune")
        #expect(result.code == .success && result.error == "3 compiled, 1 removed\n", "\(result)")
        #expect(
            space.files("Formats/Outputs/build")
                == [".vvc-outputs.json", "Mine.out", "One.out", "Three.out", "Two.out"]
        )
    }

    @Test func sourcesOfAListBecomeTheFilesThatTheyBecame() throws {
        let (list, blocks) = ("@/Formats/Sources/templatelist.properties", "@/Formats/Sources/handlers.txt")
        let result = space.vvc("compile", "--list", list, "--blocks", blocks, "-o", "@/build")
        #expect(result.code == .success && result.error.isEmpty, "\(result)")
        for path in ["android/out/OrderStatus.out", "iphone/out/Plain.out", "out/sale_card.out"] {
            let name = try #require(path.split(separator: "/").last)
            let expected = try space.bytes("Formats/Sources/Expected/\(name)")
            #expect(try space.bytes("build/\(path)") == expected, "\(name)")
        }
    }

    @Test func decompiledSourcesBecomeTheFilesThatTheyWere() throws {
        let files = space.files("Formats/Sources/Decompiled")
        #expect(files.count == 17)
        for file in files {
            let source = SourceFile(path: file, text: try text("Sources/Decompiled/\(file)"))
            let expected = try Fixtures.bytes("Frozen/\(file.dropLast(4)).out")
            #expect(TemplateCompiler().compile(source).bytes == expected, "\(file)")
        }
    }

    /// Every instruction that a decompiled source may have is in one of the files.
    @Test func everyInstructionIsFrozen() throws {
        let sources = try space.files("Formats/Sources/Decompiled").map { try text("Sources/Decompiled/\($0)") }
            .joined()
        let items = try MarkdownDocument("Docs/Language.md").tableRows(in: "Name and version").flatMap { row in
            row.joined(separator: " ").matches(of: /([A-Za-z]+)="/).map { String($0.1) }
        }
        #expect(items.count > 20)
        for item in Set(items) { #expect(sources.contains(" \(item)=\""), "\(item)") }
    }

    @Test func aFileOfNamesIsThatOfAnApp() {
        let options = ["--blocks", "@/Formats/Sources/handlers.txt", "--sources", "@/Formats/Names/App"]
        let names = "@/Formats/Names/names.txt"
        let result = space.vvc(["unused", "@/Formats/Sources/template", "--names", names] + options)
        #expect(
            result.out == """
                @/Formats/Sources/template/sale-card.xml: likely: nothing names the template 'ignored by the list'
                @/Formats/Sources/handlers.txt:5:7: certain: nothing names the block 'close'
                @/Formats/Sources/template/Order.asv: certain: nothing names the part 'footer'

                """,
            "\(result)"
        )
    }

    // MARK: - What apps keep

    @Test func aManifestListsWhatItListed() throws {
        let manifest = try TemplateManifest(contentsOf: Fixtures.url("Frozen/Formats/manifest.json"))
        let entries = manifest.entries.map { "\($0.type) \($0.version) \($0.size) \($0.sha256.prefix(8))" }
        #expect(
            entries == [
                "One 1.0.1 111 d106d62c", "Page 1.0.1 1488 00503091", "Row 1.0.1 206 c567fcec",
                "Three 1.0.1 178 1dcddb42", "Two 1.0.1 93 5a46a65e",
            ]
        )
    }

    @Test func aReportOfAStallSaysWhatItSaid() throws {
        let bytes = try space.bytes("Formats/stall-report.json")
        let report = try JSONDecoder().decode(StallReport.self, from: Data(bytes))
        #expect(report.number == 2 && report.date == Date(timeIntervalSinceReferenceDate: 800_000_000.5))
        #expect("\(report)" == "Card 1.0.7: bind 180 ms, Row: load 20 ms of 260 ms, and it goes on")
    }
}
