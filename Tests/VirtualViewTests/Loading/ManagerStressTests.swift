import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore

/// Many threads at once; most useful under the thread sanitizer.
@Suite(.serialized) struct ManagerStressTests {
    private static let types = (0..<1_000).map { "Card\($0)" }

    @Test func givesEightThreadsEveryTemplateWhileTheQueueIsBusy() async {
        let bench = LoadingBench()
        let requests = Self.types.map { TemplateRequest(Sample.bytes($0), as: $0) }
        let progress = bench.manager.prefetch(requests)
        let seed = RandomTests.seed
        let threads = (0..<8).map { number in
            SideThread { [manager = bench.manager] in
                var random = SeededGenerator(seed: seed &+ UInt64(number))
                return Self.types.shuffled(using: &random).filter { (try? manager.template(for: $0).type) != $0 }
            }
        }
        for thread in threads { #expect(thread.join() == [], "seed \(seed)") }
        await bench.finish()
        #expect(bench.manager.loadedTypes == Self.types.sorted())
        #expect(bench.recorder.reports.count == Self.types.count)
        #expect(progress.isFinished)
    }

    @Test func endsEveryLoadOnceWhateverEightThreadsDo() async {
        let bench = LoadingBench { $0.queueWidth = 2 }
        let seed = RandomTests.seed
        let count = RandomTests.count(200)
        let samples = (0..<40).map { (type: "Card\($0)", bytes: Sample.bytes("Card\($0)")) }
        let threads = (0..<8).map { number in
            SideThread {
                var random = SeededGenerator(seed: seed &+ UInt64(number))
                return Self.act(on: bench, samples, count, thread: number, &random)
            }
        }
        var queued = 0
        var loaded = 0
        for thread in threads {
            guard let counts = thread.join() else { continue }
            queued += counts.queued
            loaded += counts.loaded
        }
        await bench.finish()
        #expect(bench.recorder.completions.count == queued, "seed \(seed)")
        #expect(Set(bench.recorder.completions.map { $0.split(separator: " ")[0] }).count == queued, "seed \(seed)")
        #expect(bench.recorder.reports.count == queued + loaded, "seed \(seed)")
        bench.manager.state.withLock { state in
            #expect(state.slots.isEmpty)
            #expect(state.pending.count == 0)
            #expect(state.workers == 0)
        }
    }

    private static func act(
        on bench: LoadingBench,
        _ samples: [(type: String, bytes: [UInt8])],
        _ count: Int,
        thread: Int,
        _ random: inout SeededGenerator
    ) -> (queued: Int, loaded: Int) {
        var queued = 0
        var loaded = 0
        for number in 0..<count {
            let sample = samples[Int.random(in: 0..<samples.count, using: &random)]
            switch Int.random(in: 0..<20, using: &random) {
            case 0..<6:
                queued += 1
                let name = "\(thread)-\(number)"
                let handle = bench.manager.enqueue(
                    sample.bytes,
                    as: sample.type,
                    completion: bench.recorder.completion(name)
                )
                if Int.random(in: 0..<4, using: &random) == 0 { handle.cancel() }
            case 6..<9:
                loaded += 1
                bench.load(TemplateRequest(sample.bytes, as: sample.type))
            case 9..<16: bench.ask(sample.type)
            case 16: bench.manager.remove(sample.type)
            case 17: bench.manager.isSuspended = Bool.random(using: &random)
            default: _ = bench.manager.loadedTypes
            }
        }
        return (queued, loaded)
    }
}
