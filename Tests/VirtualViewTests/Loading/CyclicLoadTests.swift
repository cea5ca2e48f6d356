import Foundation
import Testing
import VirtualView

/// Loaders that ask the manager that calls them.
@Suite struct CyclicLoadTests {
    /// A loader that asks for another template first, and gives that error when it gets one.
    private struct AskingLoader: TemplateLoader {
        let bench: Locked<LoadingBench?>
        /// What to ask for while the type of the key is loaded.
        let questions: [String: String]

        func load(_ bytes: [UInt8]) throws(TemplateError) -> Template {
            let template = try TemplateBinaryLoader().load(bytes)
            if let question = questions[template.type] {
                _ = try bench.withLock({ $0 })?.manager.template(for: question)
            }
            return template
        }
    }

    private func makeBench(_ questions: [String: String]) -> LoadingBench {
        let box = Locked<LoadingBench?>(nil)
        let bench = LoadingBench { configuration in
            configuration.loader = AskingLoader(bench: box, questions: questions)
        }
        box.withLock { $0 = bench }
        return bench
    }

    @Test func refusesALoaderThatAsksForWhatItLoads() async {
        let bench = makeBench(["Card": "Card"])
        #expect(bench.load("Card", 1) == "cyclicLoad")
        bench.enqueue("Card", 2)
        await bench.finish()
        #expect(bench.recorder.completions == ["Card#2 cyclicLoad"])
        bench.manager.isSuspended = true
        bench.enqueue("Card", 3)
        #expect(bench.ask("Card") == "cyclicLoad")
        #expect(bench.published == [])
    }

    @Test func refusesACircleOfLoaders() async {
        let bench = makeBench(["A": "B", "B": "C", "C": "A"])
        bench.manager.isSuspended = true
        for type in ["A", "B", "C"] { bench.enqueue(type, 1) }
        #expect(bench.ask("A") == "cyclicLoad")
        await bench.finish()
        #expect(bench.recorder.completions == ["C#1 cyclicLoad", "B#1 cyclicLoad", "A#1 cyclicLoad"])
        #expect(bench.published == [])
    }

    @Test func promotesWhatALoaderAsksFor() async {
        let bench = makeBench(["A": "B", "B": "C"])
        bench.manager.isSuspended = true
        for type in ["A", "B", "C"] { bench.enqueue(type, 1) }
        #expect(bench.ask("A") == "v1")
        await bench.finish()
        #expect(bench.recorder.completions == ["C#1 v1", "B#1 v1", "A#1 v1"])
    }

    @Test func refusesALoadOfTheSameTypeFromItsLoader() {
        let box = Locked<LoadingBench?>(nil)
        let inner = Locked<[String]>([])
        let bench = LoadingBench { configuration in
            configuration.loader = HookedLoader { _ in
                guard let bench = box.withLock({ $0 }) else { return }
                let result = bench.load("Card", 2)
                inner.withLock { $0.append(result) }
            }
        }
        box.withLock { $0 = bench }
        #expect(bench.load("Card", 1) == "v1")
        #expect(inner.withLock { $0 } == ["cyclicLoad"])
    }

    @Test func endsWhenTwoThreadsAskForEachOthersType() async {
        let gates = ["A": Gate(), "B": Gate()]
        let box = Locked<LoadingBench?>(nil)
        let bench = LoadingBench { configuration in
            configuration.queueWidth = 2
        }
        box.withLock { $0 = bench }
        for (type, other) in [("A", "B"), ("B", "A")] {
            let gate = gates[type]
            bench.enqueue(
                type,
                1,
                loader: HookedLoader { call in
                    if call == 1 { gate?.pass() }
                    _ = box.withLock({ $0 })?.ask(other)
                }
            )
        }
        for gate in gates.values { gate.waitUntilEntered() }
        for gate in gates.values { gate.open() }
        await bench.finish()
        #expect(bench.recorder.completions.sorted() == ["A#1 v1", "B#1 v1"])
        #expect(bench.published == ["A v1", "B v1"])
        box.withLock { $0 = nil }
    }

    @Test func letsALoaderReadWhatIsPublished() {
        let box = Locked<LoadingBench?>(nil)
        let seen = Locked<[UInt16?]>([])
        let bench = LoadingBench { configuration in
            configuration.loader = HookedLoader { _ in
                let version = box.withLock({ $0 })?.manager.version(of: "Card")?.patch
                seen.withLock { $0.append(version) }
            }
        }
        box.withLock { $0 = bench }
        bench.load("Card", 1)
        bench.load("Card", 2)
        #expect(seen.withLock { $0 } == [nil, 1])
        box.withLock { $0 = nil }
    }
}
