import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// Real processes that die, with a store and a journal on a real disk.
@Suite struct CrashLoopTests {
    #if os(macOS) || os(Linux)
        /// A folder with an installed release, and the server's files of the next one.
        private func device() async throws -> (bench: StoreBench, folder: TemporaryFolder) {
            var bench = StoreBench(publishing: 1)
            let folder = try TemporaryFolder()
            let store = try Self.open(folder.url, bench.workshop, journal: nil)
            try await bench.update(store)
            try bench.use(store)
            store.markHealthy()
            bench.publish(2)
            return (bench, folder)
        }

        private static func open(
            _ folder: URL,
            _ workshop: Workshop,
            journal: TemplateJournal?,
            build: String = "1",
            files: (any StoreFiles)? = nil
        ) throws -> TemplateStore {
            var configuration = TemplateStore.Configuration(build: build, journal: journal)
            configuration.files = files
            let now = workshop.time.seconds + 60
            configuration.now = { now }
            let place = folder.appendingPathComponent("store")
            return try TemplateStore(at: place, root: workshop.pinned, configuration: configuration)
        }

        // MARK: - A crash loop

        /// What an app does at its start: open the journal and the store, and show the card.
        @MainActor
        static func launch(_ path: String) throws -> TemplateRelease? {
            let folder = URL(fileURLWithPath: path)
            let journal = try TemplateJournal(at: folder.appendingPathComponent("app.journal"))
            journal.isInForeground = true
            var workshop = Workshop()
            workshop.publish(1, StoreBench.templates(1))
            let store = try open(folder, workshop, journal: journal)
            var configuration = TemplateManager.Configuration()
            configuration.journal = journal
            let manager = TemplateManager(configuration: configuration)
            try store.activate(in: manager)
            let card = Container(try manager.makeNodeTree(of: "Card"), textMeasuring: TextsThatTrap(word: "card 2"))
            card.layout(in: card.sizeThatFits(width: 300))
            return store.current
        }

        @Test func theThirdStartServesTheReleaseBefore() async throws {
            let (bench, folder) = try await device()
            let store = try Self.open(folder.url, bench.workshop, journal: nil)
            #expect(try await bench.update(store) == .installed(2))
            let card = try #require(store.current?.manifest["Card"])
            for _ in 0..<2 {
                await #expect(processExitsWith: .failure) { [path = folder.url.path as String] in
                    _ = try await CrashLoopTests.launch(path)
                    // Whoever comes here did not crash.
                    exit(EXIT_SUCCESS)
                }
            }
            let current = try await Self.launch(folder.url.path)
            #expect(current?.number == 1)
            let healed = try Self.open(folder.url, bench.workshop, journal: nil)
            #expect(healed.current?.number == 1)
            let release = try #require(healed.setbacks.first { $0.release == 2 })
            #expect(release.why.contains("'Card'"))
            let template = try #require(healed.setbacks.first { $0.type == "Card" })
            #expect(template.sha256 == card.sha256)
            #expect(try await bench.update(healed) == .notChosen)
            // The next build of the app tries it again.
            let next = try Self.open(folder.url, bench.workshop, journal: nil, build: "2").current
            #expect(next?.number == 2 && next?.withheld == [:])
        }

        // MARK: - Kills

        static func update(_ path: String, dyingAfter count: Int) async throws {
            let folder = URL(fileURLWithPath: path)
            var bench = StoreBench(publishing: 1)
            bench.publish(2)
            let files = DyingFiles(in: folder.appendingPathComponent("store"), dyingAfter: count)
            let store = try open(folder, bench.workshop, journal: nil, files: files)
            try await bench.update(store)
        }

        @Test func aProcessThatIsKilledAtAnyStepLeavesAWholeRelease() async throws {
            let (_, first) = try await device()
            let counting = DyingFiles(in: first.url.appendingPathComponent("store"), dyingAfter: 1000)
            var bench = StoreBench(publishing: 1)
            bench.publish(2)
            try await bench.update(try Self.open(first.url, bench.workshop, journal: nil, files: counting))
            let steps = 1000 - counting.left
            #expect(steps >= 9)
            for step in 0..<steps {
                let (bench, folder) = try await device()
                await #expect(processExitsWith: .failure) { [path = folder.url.path as String, step = step as Int] in
                    try await CrashLoopTests.update(path, dyingAfter: step)
                    exit(EXIT_SUCCESS)
                }
                let store = try Self.open(folder.url, bench.workshop, journal: nil)
                let number = try #require(store.current?.number, "step \(step)")
                #expect([1, 2].contains(number))
                let manager = TemplateManager()
                try store.activate(in: manager)
                for template in StoreBench.templates(number) {
                    #expect(try manager.template(for: template.type) == template, "step \(step)")
                }
                try await bench.update(store)
                #expect(store.current?.number == 2, "step \(step)")
            }
        }
    #endif
}

/// Metrics that stop the process at a text.
private final class TextsThatTrap: TextMeasuring {
    private let metrics = BuiltInTextMetrics()
    private let word: String

    init(word: String) {
        self.word = word
    }

    func lineHeight(of font: TextFont) -> Double { metrics.lineHeight(of: font) }
    func ascent(of font: TextFont) -> Double { metrics.ascent(of: font) }

    func measure(_ text: String, in font: TextFont, within limits: TextLimits) -> LayoutSize {
        precondition(text != word, "the template is wrong")
        return metrics.measure(text, in: font, within: limits)
    }

    func lines(
        of text: String,
        in font: TextFont,
        width: Double,
        maximumCount count: Int,
        ellipsis: TextNode.Ellipsis
    ) -> [TextLine] {
        metrics.lines(of: text, in: font, width: width, maximumCount: count, ellipsis: ellipsis)
    }
}
