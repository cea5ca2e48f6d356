import Foundation
import Testing
import VirtualView
import VirtualViewTestSupport

@Suite struct PrefetchTests {
    private func files(_ names: [String], in folder: TemporaryFolder) throws -> [URL] {
        try names.map { try folder.write(Sample.bytes($0), to: "\($0).out") }
    }

    @Test func queuesEveryFile() async throws {
        let folder = try TemporaryFolder()
        let names = (1...20).map { "Card\($0)" }
        let bench = LoadingBench()
        let progress = try bench.manager.prefetch(contentsOf: files(names, in: folder))
        await bench.finish()
        #expect(progress.isFinished)
        #expect(progress.completedUnitCount == 20)
        #expect(bench.manager.loadedTypes == names.sorted())
    }

    @Test func promotesOneOfMany() async throws {
        let folder = try TemporaryFolder()
        let bench = LoadingBench(isSuspended: true)
        let progress = try bench.manager.prefetch(contentsOf: files((1...50).map { "Card\($0)" }, in: folder))
        #expect(bench.ask("Card50") == "v1")
        await bench.manager.waitForDeliveries()
        #expect(progress.completedUnitCount == 1)
        await bench.finish()
        #expect(progress.isFinished)
    }

    @Test func tellsOnceOfEachFile() async throws {
        let folder = try TemporaryFolder()
        var urls = try files(["A", "B", "C"], in: folder)
        urls.insert(folder.url.appendingPathComponent("None.out"), at: 1)
        let told = Locked<[String]>([])
        let bench = LoadingBench()
        let progress = bench.manager.prefetch(contentsOf: urls) { url, result in
            told.withLock { $0.append("\(url.lastPathComponent) \(describe(result))") }
        }
        await bench.finish()
        #expect(told.withLock { $0 } == ["A.out v1", "None.out fileMissing", "B.out v1", "C.out v1"])
        #expect(progress.isFinished)
    }

    @Test func cancelsWhatHasNotEnded() async throws {
        let gate = Gate()
        let told = Locked<[String]>([])
        let bench = LoadingBench { $0.loader = HookedLoader { if $0 == 2 { gate.pass() } } }
        let requests = (0..<5).map { TemplateRequest(Sample.bytes("Card\($0)"), as: "Card\($0)") }
        let progress = bench.manager.prefetch(requests) { index, result in
            told.withLock { $0.append("\(index) \(describe(result))") }
        }
        gate.waitUntilEntered()
        bench.enqueue("Other", 1)
        progress.cancel()
        while told.withLock({ $0.count }) < 5 { await Task.yield() }
        gate.open()
        await bench.finish()
        #expect(told.withLock { $0 } == ["0 v1"] + (1...4).map { "\($0) cancelled" })
        #expect(bench.published == ["Card0 v1", "Other v1"])
        #expect(progress.completedUnitCount == 5)
    }

    /// A prefetch is cancelled while somebody who asked runs one of its loads.
    @Test func leavesALookUpTheLoadThatItRuns() async {
        let bench = LoadingBench(isSuspended: true)
        let prefetch = Locked<Progress?>(nil)
        let loader = HookedLoader { _ in
            prefetch.withLock { $0 }?.cancel()
            // The progress tells the manager on a thread of its own, and then the other load ends.
            while bench.recorder.reports.isEmpty { sched_yield() }
        }
        let requests = ["Card", "Other"].map { TemplateRequest(Sample.bytes($0), as: $0, loader: loader) }
        let progress = bench.manager.prefetch(requests)
        prefetch.withLock { $0 = progress }
        #expect(bench.ask("Card") == "v1")
        await bench.finish()
        #expect(bench.published == ["Card v1"])
        let expected = ["Other cancelled nowhere", "Card published caller promoted"]
        #expect(bench.recorder.reports.map(\.line) == expected)
        #expect(progress.completedUnitCount == 2)
    }

    @Test func isFinishedAtOnceWhenThereIsNothingToDo() {
        let progress = TemplateManager().prefetch([])
        #expect(progress.isFinished)
        #expect(progress.fractionCompleted == 1)
    }

    @Test func queuesTheTemplatesOfAFolder() async throws {
        let folder = try TemporaryFolder()
        _ = try files(["B", "A"], in: folder)
        _ = try folder.write([1], to: "notes.txt")
        let bench = LoadingBench()
        try bench.manager.prefetch(contentsOf: folder.url)
        await bench.finish()
        #expect(bench.published == ["A v1", "B v1"])
        #expect(bench.recorder.reports.map(\.type) == ["A", "B"])
    }

    @Test func reportsAFolderThatIsMissing() throws {
        let folder = try TemporaryFolder()
        let missing = folder.url.appendingPathComponent("none")
        let error = #expect(throws: TemplateError.self) { try TemplateManager().prefetch(contentsOf: missing) }
        #expect(error?.code == .fileMissing)
        #expect(error?.path == missing.path)
        let file = try folder.write([1], to: "file")
        let other = #expect(throws: TemplateError.self) { try TemplateManager().prefetch(contentsOf: file) }
        #expect(other?.code == .fileUnreadable)
    }
}
