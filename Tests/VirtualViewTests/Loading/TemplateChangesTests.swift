import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore

/// Streams of changes: what a reader gets, and when a stream ends.
@Suite struct TemplateChangesTests {
    private let templates = TemplateManager()

    private func load(_ type: String, _ version: UInt16) throws {
        try templates.load(Sample.bytes(type, version: version), as: type)
    }

    /// The changes that a reader gets when nothing more happens.
    private func read(_ stream: AsyncStream<TemplateChange>, _ count: Int) async -> [String] {
        var lines: [String] = []
        var reader = stream.makeAsyncIterator()
        while lines.count < count, let change = await reader.next() { lines.append(Self.line(change)) }
        return lines
    }

    private static func line(_ change: TemplateChange) -> String {
        "\(change.type) \(change.template.map { "v\($0.version.patch)" } ?? "removed")"
    }

    @Test func aSlowReaderGetsTheNewestState() async throws {
        let stream = templates.changes(of: "A")
        for version in 1...5 { try load("A", UInt16(version)) }
        try load("B", 9)
        #expect(await read(stream, 1) == ["A v5"])
        try load("A", 6)
        templates.remove("A")
        #expect(await read(stream, 1) == ["A removed"])
        try load("A", 7)
        #expect(await read(stream, 1) == ["A v7"])
    }

    @Test func whatLeadsBackToWhatTheReaderKnowsIsNoChange() async throws {
        try load("A", 1)
        let stream = templates.changes(of: "A")
        try load("A", 1)
        templates.removeAll()
        try load("A", 1)
        try load("A", 2)
        try load("A", 1)
        try load("A", 3)
        #expect(await read(stream, 1) == ["A v3"])
    }

    @Test func aliasesAndSpellingsCountAsInLookUps() async throws {
        let folder = try TemporaryFolder()
        let streams = ["my-card", "my_card", "Home"].map { templates.changes(of: $0) }
        let file = try folder.write(Sample.bytes("my-card", version: 2), to: "my_card.out")
        try await templates.load(contentsOf: file)
        try await templates.load(TemplateRequest(Sample.bytes("Card", version: 3), as: "Home", allowsAlias: true))
        var lines: [String] = []
        for stream in streams { lines += await read(stream, 1) }
        #expect(lines == ["my-card v2", "my_card v2", "Home v3"])
    }

    @Test func allTypesComeTogether() async throws {
        try load("C", 1)
        var reader = templates.changes().makeAsyncIterator()
        try load("B", 1)
        try load("A", 1)
        try load("B", 2)
        templates.remove("C")
        #expect(await reader.next()?.map(Self.line) == ["A v1", "B v2", "C removed"])
        try load("C", 2)
        #expect(await reader.next()?.map(Self.line) == ["C v2"])
    }

    @Test(arguments: [false, true])
    func aReloadIsNoRemoval(fails: Bool) async throws {
        var configuration = TemplateManager.Configuration()
        configuration.removesBeforeReload = true
        let templates = TemplateManager(configuration: configuration)
        try await templates.load(Sample.bytes("A", version: 1), as: "A")
        let stream = templates.changes(of: "A")
        _ = try? await templates.load(fails ? [1, 2, 3] : Sample.bytes("A", version: 2), as: "A") as Template
        #expect(await read(stream, 1) == [fails ? "A removed" : "A v2"])
    }

    /// The name of the file is another spelling of that of its template.
    @Test(arguments: [false, true])
    func aReloadOfAFileIsNoRemoval(fails: Bool) async throws {
        var configuration = TemplateManager.Configuration()
        configuration.removesBeforeReload = true
        let templates = TemplateManager(configuration: configuration)
        let folder = try TemporaryFolder()
        let file = try folder.write(Sample.bytes("my-card", version: 1), to: "my_card.out")
        try await templates.load(contentsOf: file)
        var reader = templates.changes().makeAsyncIterator()
        _ = try folder.write(fails ? [1, 2, 3] : Sample.bytes("my-card", version: 2), to: "my_card.out")
        _ = try? await templates.load(contentsOf: file) as Template
        #expect(await reader.next()?.map(Self.line) == [fails ? "my-card removed" : "my-card v2"])
    }

    // MARK: - Releases

    @Test func aReleaseTakesThePlaceOfAnotherAtOnce() async throws {
        for type in ["A", "B", "C"] { try load(type, 1) }
        try await templates.load(Sample.bytes("Own", version: 1), as: "Own")
        templates.enqueue(Sample.bytes("A", version: 1), as: "A")
        var reader = templates.changes().makeAsyncIterator()
        templates.isSuspended = true
        let progress = templates.replace(
            ["A", "B", "D"].map { TemplateRequest(Sample.bytes($0, version: 2), as: $0) },
            removing: ["C"]
        )
        for type in ["A", "B", "C", "D"] { #expect(templates.cachedTemplate(for: type) == nil) }
        #expect(try templates.makeNodeTree(of: "A", freshness: .published).templateVersion.patch == 2)
        #expect(try templates.template(for: "D").version.patch == 2)
        #expect(throws: TemplateError.self) { try templates.template(for: "C") }
        #expect(templates.cachedTemplate(for: "Own") != nil)
        // Those that are still being loaded are not gone.
        #expect(await reader.next()?.map(Self.line) == ["A v2", "C removed", "D v2"])
        templates.isSuspended = false
        templates.waitUntilQueueIsIdle()
        #expect(await reader.next()?.map(Self.line) == ["B v2"])
        await templates.waitForDeliveries()
        #expect(progress.isFinished)
        #expect(templates.replace([]).isFinished)
    }

    @Test func aScreenSeesNoTemplatesOfTwoReleases() throws {
        let screen =
            "<Grid colCount=\"1\" itemHeight=\"20\" dataTag=\"${items}\" layoutWidth=\"-1\" layoutHeight=\"-1\"/>"
        func release(_ number: Int) throws -> [TemplateRequest] {
            let row = "<NText text=\"row \(number)\" layoutWidth=\"-1\" layoutHeight=\"20\" maxLines=\"\(number)\"/>"
            let root = screen.replacing("itemHeight=\"20\"", with: "itemHeight=\"\(20 + number)\"")
            return [
                TemplateRequest(try LayoutSource.bytes(root, named: "Screen"), as: "Screen"),
                TemplateRequest(try LayoutSource.bytes(row, named: "Row"), as: "Row"),
            ]
        }
        let releases = try (0..<20).map(release)
        templates.replace(releases[0])
        let container = Container(try templates.makeNodeTree(of: "Screen"), textMeasuring: FixedTextMetrics())
        container.update(data: ["items": [["type": "Row"], ["type": "Row"]]])
        for (number, requests) in releases.enumerated().dropFirst() {
            templates.replace(requests)
            #expect(try container.follow(templates))
            container.layout(in: LayoutSize(width: 100, height: 300))
            #expect(container.displayList().texts == ["row \(number)", "row \(number)"])
            let grid = try #require(container.tree.root as? GridNode)
            #expect(grid.itemHeight == Float(20 + number))
        }
    }

    // MARK: - Ends

    @Test func aStreamEndsWithTheManagerAndDoesNotKeepIt() async throws {
        let stream: AsyncStream<TemplateChange>
        weak var watched: TemplateManager?
        do {
            let templates = TemplateManager()
            watched = templates
            stream = templates.changes(of: "A")
            try await templates.load(Sample.bytes("A", version: 1), as: "A")
        }
        #expect(watched == nil)
        #expect(await read(stream, 5) == ["A v1"])
    }

    @Test func aManagerForgetsStreamsThatNobodyReads() async throws {
        do {
            let streams = (0..<10).map { _ in templates.changes(of: "A") }
            #expect(templates.state.withLock { $0.watches.count } == 10)
            withExtendedLifetime(streams) {}
        }
        #expect(templates.state.withLock { $0.watches.count } == 0)
        let stream = templates.changes()
        let reader = Task {
            var count = 0
            for await _ in stream { count += 1 }
            return count
        }
        try load("A", 1)
        reader.cancel()
        #expect(await reader.value <= 1)
        await eventually { templates.state.withLock { $0.watches.isEmpty } }
        #expect(templates.state.withLock { $0.watches.isEmpty })
    }

    @Test func manyPublishersAndReadersEndWithTheNewestState() async throws {
        let types = ["A", "B", "C"]
        let templates = templates
        let readers = (0..<12).map { number in
            let stream = templates.changes(of: types[number % 3])
            return Task {
                var last: TemplateChange?
                // A reader that is told the last version has seen what there is to see.
                for await change in stream {
                    last = change
                    if change.template?.version.patch == 999 { break }
                    if number % 4 == 3 { break }
                }
                return last
            }
        }
        readers[0].cancel()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for round in 0..<25 {
                        let type = types[(number + round) % 3]
                        let version = UInt16(number * 25 + round + 1)
                        if round % 5 == 4 {
                            templates.remove(type)
                        } else if round % 5 == 3 {
                            templates.replace([TemplateRequest(Sample.bytes(type, version: version), as: type)])
                        } else {
                            _ = try? await templates.load(Sample.bytes(type, version: version), as: type)
                        }
                    }
                }
            }
        }
        templates.waitUntilQueueIsIdle()
        for type in types { try await templates.load(Sample.bytes(type, version: 999), as: type) }
        for (number, reader) in readers.enumerated() {
            let last = await reader.value
            if number == 0 || number % 4 == 3 { continue }
            #expect(last.map(Self.line) == "\(types[number % 3]) v999")
        }
    }
}
