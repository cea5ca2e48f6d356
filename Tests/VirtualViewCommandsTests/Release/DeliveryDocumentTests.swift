import Foundation
import Testing
import VirtualViewCommands
import VirtualViewTestSupport

/// What `Docs/Delivery.md` shows is what happens.
@Suite struct DeliveryDocumentTests {
    private let page: MarkdownDocument

    init() throws {
        page = try MarkdownDocument("Docs/Delivery.md")
    }

    private func lines(below heading: String) throws -> String {
        try #require(page.sections.first { $0.title == heading }).lines.joined(separator: "\n")
    }

    @Test func exampleIsTheFixture() throws {
        let block = try #require(page.blocks.first { $0.info == "json example www/latest.json" })
        let served = String(decoding: try Fixtures.bytes("Release/www/latest.json"), as: UTF8.self)
        var isText = false
        let compact = block.text.filter { character in
            if character == "\"" { isText.toggle() }
            return isText || !character.isWhitespace
        }
        #expect(compact + "\n" == served)
    }

    @Test func signedBytesAreThoseThatAreShown() throws {
        let served = try Fixtures.bytes("Release/www/latest.json")
        let text = String(decoding: served, as: UTF8.self)
        let signed = try #require(text.components(separatedBy: #","signatures":"#).first)
        let content = signed.dropFirst(#"{"signed":"#.count)
        let domain = Array("VirtualView/1/latest/example/test\0".utf8)
        let message = domain + Array(content.utf8)
        let section = try lines(below: "latest.json")
        #expect(section.contains("the \(domain.count) bytes of"))
        #expect(section.contains("the \(content.utf8.count) bytes between"))
        let rows = try #require(page.blocks.first { $0.info == "hex example" }).text.split(separator: "\n")
        var shown: [UInt8] = []
        for row in rows {
            #expect(row.hasPrefix(String(format: "%04x  ", shown.count)))
            shown += row.dropFirst(6).prefix(47).split(separator: " ").compactMap { UInt8($0, radix: 16) }
        }
        #expect(shown.count == 64 && message.starts(with: shown))
    }

    /// The tables name every member of the fixture's files, in any of which they stand.
    @Test(arguments: [
        ("latest.json", "latest.json"), ("Release files", "releases/3-"), ("Root files", "root/2.json"),
    ])
    func membersAreListed(_ heading: String, _ file: String) throws {
        let folder = Fixtures.url("Release/www")
        let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let name = try #require(all.first { $0.hasPrefix(file) })
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appendingPathComponent(name)))
        let signed = try #require((json as? [String: Any])?["signed"] as? [String: Any])
        let listed = page.tableRows(in: heading).flatMap { $0[0].components(separatedBy: ", ") }
        #expect(Set(listed) == Set(signed.keys))
    }

    /// The blocks are run one after the other in one folder, as an operator runs them.
    @Test(
        .enabled(
            if: ReleaseWorkspace.canSign && Tool.exists,
            "needs openssl with Ed25519, and the vvc that is built with the tests"
        )
    )
    func walkThroughRunsAsItStands() throws {
        let space = try Workspace()
        try FileManager.default.copyItem(
            at: Fixtures.templates,
            to: URL(fileURLWithPath: space.path("Templates"))
        )
        let blocks = page.blocks.filter { $0.language == "sh" }
        #expect(blocks.count >= 13)
        let script = blocks.map { "echo '--- line \($0.line)'\n\($0.text)\n" }.joined()
        try space.write("walk.sh", "set -eu\n" + script)
        let (text, status) = try Shell(folder: space.folder).run("sh walk.sh")
        #expect(status == 0, "\(text)")
        #expect(text.contains("/latest.json: ok\n"))
        #expect(text.contains("disabled TagItem@1.0.1: crashes with long labels"))
        #expect(space.files("www/root") == ["1.json", "2.json", "3.json", "4.json"])
        #expect(space.files("www/releases").count == 5)
        // The app got one release, of which nothing is missing.
        #expect(space.files("App/Release/releases").count == 1)
        let templates = Set(space.files("App/Release/blobs"))
        let release = try #require(space.files("App/Release/releases").first)
        let hashes = String(decoding: try space.bytes("App/Release/releases/\(release)"), as: UTF8.self)
            .matches(of: /"sha256":"([0-9a-f]{64})"/).map { String($0.1) }
        // The last is that of the pack.
        #expect(templates.count > 40 && templates.isSubset(of: hashes) && Set(hashes).count == templates.count + 1)
    }
}
