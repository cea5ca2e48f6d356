import Foundation
import Testing
import VirtualView
import VirtualViewFormat
import VirtualViewTestSupport

/// The code of `Docs/Embedding.md` on the journal: what stands between the markers is what the page shows.
@Suite struct JournalSnippets {
    private let files: TemporaryFolder
    private let folder: URL

    init() throws {
        files = try TemporaryFolder()
        folder = files.url
    }

    /// Leaves the files of two launches that died while a card was drawn.
    private func dieTwice() throws {
        let url = folder.appendingPathComponent("app.journal")
        for _ in 0..<2 {
            let journal = try TemplateJournal(at: url)
            journal.isInForeground = true
            let template = journal.record("Card", hash: SHA256.digest(of: Sample.bytes("Card")))
            let outer = journal.enter(.draw, host: template.number, item: 0)
            let left = try Data(contentsOf: url)
            journal.leave(to: outer)
            try left.write(to: url)
        }
    }

    @Test func namesWhatDied() throws {
        try dieTwice()
        // snippet: journal
        let journal = try TemplateJournal(at: folder.appendingPathComponent("app.journal"))
        for flight in journal.lastLaunch.flights {
            print("died in", flight.phase, "of", flight.host.type, flight.item?.type ?? "", flight.innermost.sha256)
        }
        let suspects = journal.suspects()

        var configuration = TemplateManager.Configuration()
        configuration.journal = journal
        configuration.verify = { bytes, type in
            suspects.contains { $0.isFile(bytes) } ? .rejected("the app died of \(type)") : .accepted
        }
        let templates = TemplateManager(configuration: configuration)
        // end
        #expect(suspects.map(\.type) == ["Card"])
        #expect(throws: TemplateError.self) { try templates.load(Sample.bytes("Card"), as: "Card") as Template }
        #expect(try templates.load(Sample.bytes("Banner"), as: "Banner").type == "Banner")
        #expect(try templates.load(Sample.bytes("Card", version: 2), as: "Card").type == "Card")
        // snippet: journal-host
        journal.isInForeground = true
        // … later, when the screens of the launch are shown and used
        journal.markHealthy()
        // end
        #expect(journal.suspects(after: 1).isEmpty && journal.isInForeground)
    }
}
