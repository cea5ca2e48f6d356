import Foundation
import Testing

@testable import VirtualView

/// What becomes of loads when managers are let go, and of what loads hold when they have ended.
@Suite struct ManagerReleaseTests {
    /// How a load comes to its end while its handle is kept.
    enum Ending: CaseIterable {
        case published, failed, cancelled, superseded, removed, promoted, joined
    }

    @Test(arguments: Ending.allCases)
    func letsGoOfWhatItHeldOnceItWasTold(_ ending: Ending) async {
        let gate = Gate()
        let bench = LoadingBench { $0.loader = HookedLoader { if ending == .joined, $0 == 1 { gate.pass() } } }
        bench.manager.isSuspended = true
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
