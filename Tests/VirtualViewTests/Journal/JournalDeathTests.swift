import Foundation
import Testing
import VirtualView
import VirtualViewTestSupport

/// Processes that die at work: the next launch is told in which phase, of which template, and in which item.
@Suite struct JournalDeathTests {
    #if os(macOS) || os(Linux)
        /// How a process ends, and where.
        struct Death: Codable, CustomStringConvertible {
            enum Way: String, Codable, CaseIterable {
                case trap, kill, hang, exit
            }

            var way = Way.kill
            let moment: JournalScene.Moment
            /// The template on the screen; `nil` for the manager's queue.
            let host: String?

            var description: String { "\(way.rawValue) in \(moment), \(host.map { "\($0) shown" } ?? "in the queue")" }
        }

        private static let phases: [TemplatePhase] = [.load, .prepare, .create, .bind, .layout, .draw, .event]

        private static let deaths: [Death] =
            Death.Way.allCases.flatMap { way in
                phases.map { Death(way: way, moment: .init($0, in: "Host"), host: "Host") }
                    + [
                        Death(way: way, moment: .init(.draw, in: "Item"), host: "Host"),
                        Death(way: way, moment: .init(.load, in: "Item"), host: nil),
                        Death(way: way, moment: .init(.prepare, in: "Host"), host: nil),
                    ]
            }
            + [.create, .bind, .layout, .event].map { Death(moment: .init($0, in: "Item"), host: "Host") }
            + [.create, .bind, .layout, .draw].map { Death(moment: .init($0, in: "Item"), host: "ListHost") }

        @Test(arguments: deaths) func namesWhatWasAtWork(_ death: Death) async throws {
            let folder = try TemporaryFolder()
            let url = folder.url.appendingPathComponent("app.journal")
            let (id, path) = (UUID(), url.path)
            let expected: ExitTest.Condition = death.way == .exit ? .success : .failure
            await #expect(processExitsWith: expected) {
                [id = id as UUID, path = path as String, death = death as Death] in
                try await JournalDeathTests.die(death, at: path, id)
                // Whoever comes here was not stopped, which is wrong for either expectation.
                kill(getpid(), death.way == .exit ? SIGKILL : SIGCONT)
                exit(death.way == .exit ? EXIT_FAILURE : EXIT_SUCCESS)
            }
            let journal = try TemplateJournal(at: url)
            let record = journal.lastLaunch
            #expect(record.launchID == id)
            #expect(record.wasInForeground)
            let flight = try #require(record.flights.first)
            #expect(record.flights.count == 1)
            #expect(flight.phase.rawValue == death.moment.phase)
            let isItem = death.moment.type == "Item" && death.host != nil
            let host = isItem ? death.host ?? "" : death.moment.type
            #expect(flight.host == (try JournalScene.file(host)))
            #expect(flight.item == (isItem ? try JournalScene.file("Item") : nil))
            if death.host == nil { #expect(!flight.isOnMainThread) }
            #expect(journal.suspects(after: 1).contains { $0.file == flight.innermost && $0.phase == flight.phase })
            #expect(journal.suspects().isEmpty)
        }

        /// What the process that dies does.
        @MainActor
        static func die(_ death: Death, at path: String, _ id: UUID) async throws {
            let journal = try TemplateJournal(at: URL(fileURLWithPath: path), launchID: id)
            journal.isInForeground = true
            let way = death.way
            JournalScene.trap.withLock { $0 = (death.moment, { end(way) }) }
            let scene = try JournalScene(journal)
            if let host = death.host { try scene.show(host) } else { try scene.loadInQueue() }
        }

        private static func end(_ way: Death.Way) {
            switch way {
            case .trap: preconditionFailure("the process ends here")
            case .kill: kill(getpid(), SIGKILL)
            case .exit: exit(EXIT_SUCCESS)
            case .hang:
                Thread.detachNewThread {
                    usleep(10_000)
                    kill(getpid(), SIGKILL)
                }
                while true { sleep(1) }
            }
        }

        @Test func namesTheTemplatesOfBothThreads() async throws {
            let folder = try TemporaryFolder()
            let url = folder.url.appendingPathComponent("app.journal")
            await #expect(processExitsWith: .failure) { [path = url.path as String] in
                try await JournalDeathTests.dieInTwoThreads(at: path)
            }
            let record = try TemplateJournal(at: url).lastLaunch
            #expect(Set(record.flights.map(\.phase)) == [.load, .draw])
            #expect(
                Set(record.flights.map(\.innermost)) == [try JournalScene.file("Host"), try JournalScene.file("Item")]
            )
            let drawn = try #require(record.flights.first { $0.phase == .draw })
            #expect(record.blamedFiles == Array([drawn.innermost, drawn.host].prefix(drawn.item == nil ? 1 : 2)))
        }

        /// Draws an item while the queue loads the host of another one.
        @MainActor
        static func dieInTwoThreads(at path: String) async throws {
            let journal = try TemplateJournal(at: URL(fileURLWithPath: path))
            journal.isInForeground = true
            let (screen, other) = (try JournalScene(journal), try JournalScene(journal))
            let gate = Gate()
            let bytes = try JournalScene.bytes("Host")
            JournalScene.trap.withLock {
                $0 = (
                    .init(.draw, in: "Item"),
                    {
                        other.manager.enqueue(TemplateRequest(bytes, as: "Host", loader: GateLoader(gate: gate)))
                        gate.waitUntilEntered()
                        kill(getpid(), SIGKILL)
                    }
                )
            }
            try screen.show("Host")
        }
    #endif

    @Test func noJournalMeansNoNumbers() throws {
        let scene = try JournalScene(nil)
        try scene.show("Host")
        #expect(try scene.manager.preparedTemplate(for: "Host").nodeCount == 3)
    }
}

/// A loader that waits for ever.
private struct GateLoader: TemplateLoader {
    let gate: Gate

    func load(_ bytes: [UInt8]) throws(TemplateError) -> Template {
        gate.pass()
        return try TemplateBinaryLoader().load(bytes)
    }
}
