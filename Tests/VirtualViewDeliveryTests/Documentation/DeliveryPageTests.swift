import Foundation
import Testing
import VirtualViewDelivery
import VirtualViewFormat
import VirtualViewTestSupport

/// What Docs/Delivery.md says about tests and codes is so.
@Suite struct DeliveryPageTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Fixtures.packageRoot.appendingPathComponent(path), encoding: .utf8)
    }

    private static func section(_ heading: String) throws -> String {
        let page = try text("Docs/Delivery.md")
        let start = try #require(page.range(of: "\n## \(heading)\n")?.upperBound)
        let end = page.range(of: "\n## ", range: start..<page.endIndex)?.lowerBound ?? page.endIndex
        return String(page[start..<end])
    }

    @Test func everyThreatHasItsTests() throws {
        let root = Fixtures.packageRoot.appendingPathComponent("Tests/VirtualViewDeliveryTests")
        let files =
            FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        let sources = try files.filter { $0.pathExtension == "swift" }.map {
            try String(contentsOf: $0, encoding: .utf8)
        }
        let rows = try Self.section("What stops an attacker").split(separator: "\n").filter { $0.hasPrefix("| ") }
            .dropFirst()
        #expect(rows.count >= 16)
        for row in rows {
            let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(cells.count == 3, "\(row)")
            let names = cells[2].components(separatedBy: ", ").map { $0.trimmingCharacters(in: ["`"]) }
            #expect(!names.isEmpty && names.allSatisfy { !$0.isEmpty })
            for name in names {
                #expect(
                    sources.contains { $0.contains("func \(name)(") },
                    "there is no test '\(name)' for: \(cells[0])"
                )
            }
        }
    }

    @Test func listsEveryCodeInItsOrder() throws {
        let rows = try Self.section("What a client checks").split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.map { $0.split(separator: "`")[1] } == DeliveryError.Code.allCases.map { $0.rawValue[...] })
    }

    /// Else no death would count.
    @Test func theAppOfThePageIsInTheForeground() async throws {
        var bench = StoreBench()
        bench.workshop.validity = 3_000 * 86400
        bench.publish(1)
        let (support, own) = (try TemporaryFolder(), try bench.embed())
        bench.publish(2)
        let templates = TemplateManager()
        templates.enqueue(StoreBench.templates(1)[0].bytes, as: "Card")
        let card = Container(try templates.makeNodeTree(of: "Card"))
        let (root, server) = (bench.workshop.pinned, bench.server)
        let store = try await DeliverySnippets.start(support.url, root, own.url, MemoryServer.address, server, card) {
            Issue.record($0)
        }
        #expect(store.current?.number == 2 && card.tree.templateVersion.patch == 2)
        let journal = try TemplateJournal(at: support.url.appendingPathComponent("app.journal"))
        #expect(journal.lastLaunch.wasInForeground)
    }
}
