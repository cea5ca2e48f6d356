import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore

/// What becomes of loads when managers are let go, and of what loads hold when they have ended.
@Suite struct ManagerReleaseTests {
    // MARK: - Completions

    @Test(arguments: [false, true])
    func endsWhatIsQueuedWhenASuspendedManagerIsLetGo(keepsHandles: Bool) async {
        var bench: LoadingBench? = LoadingBench()
        let recorder = bench?.recorder ?? LoadRecorder()
        bench?.manager.isSuspended = true
        var handles = (1...20).compactMap { bench?.enqueue("Card\($0)", 1) }
        if !keepsHandles { handles = [] }
        weak let manager = bench?.manager
        bench = nil
        #expect(manager == nil)
        await eventually { recorder.completions.count >= 20 }
        #expect(recorder.completions == (1...20).map { "Card\($0)#1 cancelled" })
        #expect(recorder.reports.map(\.line) == (1...20).map { "Card\($0) cancelled nowhere" })
        #expect(handles.map { $0.cancel() } == handles.map { _ in false })
    }

    @Test func runsToTheEndWhatWasStartedBeforeASuspendedManagerIsLetGo() async {
        let gate = Gate()
        var bench: LoadingBench? = LoadingBench { $0.loader = HookedLoader(firstCallAt: gate) }
        let recorder = bench?.recorder ?? LoadRecorder()
        for type in ["A", "B", "C"] { bench?.enqueue(type, 1) }
        gate.waitUntilEntered()
        bench?.manager.isSuspended = true
        bench = nil
        gate.open()
        await eventually { recorder.completions.count >= 3 }
        #expect(recorder.completions == ["A#1 v1", "B#1 cancelled", "C#1 cancelled"])
    }

    /// A prefetch that is held back is cancelled by its progress, whether its manager is still there or not.
    @Test(arguments: [false, true])
    func endsASuspendedPrefetchOnce(keepsManager: Bool) async {
        let told = Locked<[String]>([])
        var manager: TemplateManager? = TemplateManager()
        manager?.isSuspended = true
        let requests = (0..<40).map { TemplateRequest(Sample.bytes("Card\($0)"), as: "Card\($0)") }
        let progress = manager?.prefetch(requests) { index, result in
            told.withLock { $0.append("\(index) \(describe(result))") }
        }
        if !keepsManager { manager = nil }
        progress?.cancel()
        await eventually { told.withLock { $0.count } >= 40 && progress?.isFinished == true }
        await manager?.waitForDeliveries()
        #expect(told.withLock { $0 } == (0..<40).map { "\($0) cancelled" })
        #expect(progress?.completedUnitCount == 40)
    }

    @Test func cancelsAPrefetchInsideACancelledProgress() async {
        let bench = LoadingBench(isSuspended: true)
        let requests = (0..<1_000).map { TemplateRequest([], as: "Card\($0)") }
        func prefetchInsideACancelledProgress() -> Progress {
            let parent = Progress(totalUnitCount: 1)
            parent.cancel()
            parent.becomeCurrent(withPendingUnitCount: 1)
            defer { parent.resignCurrent() }
            return bench.manager.prefetch(requests)
        }
        let progress = prefetchInsideACancelledProgress()
        // Two threads may end the loads, each some of them: only a load's own report has an order, and the thread that
        // ends the last one may still be reporting when the progress is finished.
        await eventually { progress.isFinished && bench.recorder.reports.count >= requests.count }
        #expect(progress.isFinished)
        #expect(bench.recorder.reports.map(\.line).sorted() == requests.map { "\($0.type) cancelled nowhere" }.sorted())
    }

    // MARK: - What a load holds

    /// How a load comes to its end while its handle is kept.
    enum Ending: CaseIterable {
        case published, failed, cancelled, superseded, removed, promoted, joined
    }

    @Test(arguments: Ending.allCases)
    func letsGoOfWhatItHeldOnceItWasTold(_ ending: Ending) async {
        let gate = Gate()
        let bench = LoadingBench(isSuspended: true) {
            $0.loader = HookedLoader { if ending == .joined, $0 == 1 { gate.pass() } }
        }
        let told = Locked<[String]>([])
        var token: Held? = Held()
        var loader: HookedLoader? = ending == .joined ? nil : HookedLoader()
        weak let (watchedHeld, watchedLoader) = (token, loader)
        let bytes = ending == .failed ? [1, 2, 3] : Sample.bytes("Card")
        let handle = bench.manager.enqueue(TemplateRequest(bytes, as: "Card", loader: loader)) { [token] result in
            told.withLock { $0.append("\(describe(result))\(token == nil ? "?" : "")") }
        }
        (token, loader) = (nil, nil)
        switch ending {
        case .published, .failed: bench.manager.isSuspended = false
        case .cancelled: handle.cancel()
        case .superseded: bench.enqueue("Card", 2)
        case .removed: bench.manager.remove("Card")
        case .promoted: bench.ask("Card")
        case .joined:
            // The queue is still running the load when somebody else has ended it.
            bench.manager.isSuspended = false
            gate.waitUntilEntered()
            bench.ask("Card")
        }
        if ending != .joined { bench.manager.waitUntilQueueIsIdle() }
        await bench.manager.waitForDeliveries()
        #expect(told.withLock { $0.count } == 1)
        await eventually { watchedHeld == nil }
        #expect(watchedHeld == nil, "the completion is still there")
        if ending == .joined { gate.open() }
        await bench.finish()
        await eventually { watchedLoader == nil }
        #expect(watchedLoader == nil, "the request is still there")
        #expect(!handle.cancel())
        #expect(handle.type == "Card")
    }

    @Test func letsGoOfACompletionWhileALoaderIsStillWorking() async {
        let gate = Gate()
        let bench = LoadingBench { $0.loader = HookedLoader(firstCallAt: gate) }
        var token: Held? = Held()
        weak let watched = token
        let handle = bench.manager.enqueue(Sample.bytes("Card"), as: "Card") { [token] _ in _ = token }
        token = nil
        gate.waitUntilEntered()
        #expect(handle.cancel())
        await bench.manager.waitForDeliveries()
        await eventually { watched == nil }
        #expect(watched == nil)
        gate.open()
        await bench.finish()
    }

    @Test func letsGoOfAPrefetchWhoseProgressIsKept() async {
        let bench = LoadingBench()
        var token: Held? = Held()
        weak let watched = token
        let requests = (0..<40).map { TemplateRequest(Sample.bytes("Card\($0)"), as: "Card\($0)") }
        let progress = bench.manager.prefetch(requests) { [token] _, _ in _ = token }
        token = nil
        await bench.finish()
        await eventually { watched == nil }
        #expect(watched == nil)
        #expect(progress.isFinished)
    }

    /// A screen that keeps its manager and its load, and that the load's completion keeps: whoever lets it go lets all go.
    @MainActor
    @Test(arguments: [false, true])
    func letsGoOfAScreenThatKeepsItsLoad(cancels: Bool) async {
        final class Screen {
            let manager = TemplateManager()
            var load: QueuedTemplateLoad?
            var isReady = false
        }
        var screen: Screen? = Screen()
        weak let (watchedScreen, watchedManager) = (screen, screen?.manager)
        if let screen {
            screen.manager.isSuspended = true
            screen.load = screen.manager.enqueue(Sample.bytes("Card"), as: "Card") { _ in screen.isReady = true }
            if cancels { screen.load?.cancel() } else { screen.manager.isSuspended = false }
            screen.manager.waitUntilQueueIsIdle()
            await screen.manager.waitForDeliveries()
            #expect(screen.isReady)
        }
        screen = nil
        await eventually { watchedScreen == nil && watchedManager == nil }
        #expect(watchedScreen == nil)
        #expect(watchedManager == nil)
    }
}
