import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore

/// Random interleavings of several threads, compared with a simple model after every step.
///
/// The threads stop wherever the manager calls a loader, so a step is what runs between two such points, and a seed
/// gives the same interleaving each time.
@Suite(.serialized) struct ManagerInterleavingTests {
    @Test func behavesLikeTheModel() async throws {
        let seed = RandomTests.seed
        let count = RandomTests.count(1_000)
        let samples = try InterleavingSamples()
        for start in stride(from: 0, to: count, by: 250) {
            let numbers = start..<min(count, start + 250)
            let cases = await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    let threads = (0..<3).map { _ in StepThread() }
                    let cases = numbers.map { number in
                        var interleaving = Interleaving(seed: seed &+ UInt64(number), threads, samples)
                        interleaving.run()
                        return interleaving
                    }
                    for thread in threads { thread.stop() }
                    continuation.resume(returning: cases)
                }
            }
            for interleaving in cases {
                await interleaving.bench.manager.waitForDeliveries()
                let problems = interleaving.problems + interleaving.finalProblems
                #expect(problems.isEmpty, "seed \(interleaving.seed): \(problems.prefix(3))\n\(interleaving.log)")
            }
        }
        print("interleavings: \(count), first seed \(seed)")
    }
}

/// The files that requests name, made when they are first needed.
private final class InterleavingSamples: Sendable {
    private let folder: URL
    private let bytes = Locked<[String: [UInt8]]>([:])

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("vv-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func bytes(_ type: String, _ version: Int) -> [UInt8] {
        bytes.withLock { cache in
            let key = "\(type) \(version)"
            if let known = cache[key] { return known }
            let made = Sample.bytes(type, version: UInt16(version))
            cache[key] = made
            return made
        }
    }

    func file(stem: String, _ type: String, _ version: Int) -> URL {
        let place = folder.appendingPathComponent("\(version)-\(type)")
        let url = place.appendingPathComponent("\(stem).out")
        if !FileManager.default.fileExists(atPath: url.path) {
            try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try? Data(bytes(type, version)).write(to: url)
        }
        return url
    }
}

/// One random run: a manager, its model, and three threads.
private struct Interleaving: Sendable {
    /// What a thread is in the middle of.
    enum Activity: Sendable {
        case load(Int)
        case work(Int)
        case ask(String, Int, failure: String?)
    }

    static let types = ["A", "B", "a-b", "a_b"]

    let seed: UInt64
    let bench: LoadingBench
    private(set) var problems: [String] = []
    private(set) var log: [String] = []

    private let threads: [StepThread]
    private let samples: InterleavingSamples
    private var random: SeededGenerator
    private var model: ManagerModel
    private var activities: [Activity?]
    private var results: [Locked<String?>]
    private var handles: [Int: QueuedTemplateLoad] = [:]

    init(seed: UInt64, _ threads: [StepThread], _ samples: InterleavingSamples) {
        self.seed = seed
        self.threads = threads
        self.samples = samples
        random = SeededGenerator(seed: seed)
        let removes = Int.random(in: 0..<4, using: &random) == 0
        model = ManagerModel(removesBeforeReload: removes)
        bench = LoadingBench { configuration in
            configuration.loader = PausingLoader()
            configuration.removesBeforeReload = removes
        }
        bench.manager.isSuspended = true
        activities = threads.map { _ in nil }
        results = threads.map { _ in Locked(nil) }
    }

    /// What does not agree once everything has been told.
    var finalProblems: [String] {
        let told = bench.recorder.completions
        return told == model.completions ? [] : ["told \(told), expected \(model.completions)"]
    }

    mutating func run() {
        for _ in 0..<Int.random(in: 5...30, using: &random) where problems.isEmpty { step() }
        while problems.isEmpty, let thread = activities.firstIndex(where: { $0 != nil }) { resume(thread) }
        while problems.isEmpty, model.requests.contains(where: \.isQueued) {
            startWork(0)
            while problems.isEmpty, activities[0] != nil { resume(0) }
        }
        if !problems.isEmpty { unwind() }
    }

    private mutating func step() {
        let idle = activities.indices.filter { activities[$0] == nil }.randomElement(using: &random)
        let paused = activities.indices.filter { activities[$0] != nil }.randomElement(using: &random)
        let type = Self.types.randomElement(using: &random) ?? "A"
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<5: enqueue(type)
        case 5..<7: if let idle { startLoad(type, idle) }
        case 7..<10: if let idle { startAsk(type, idle) }
        case 10..<12: if let idle { startWork(idle) }
        case 12..<17: if let paused { resume(paused) }
        case 17: cancelOne()
        case 18: remove(type)
        default: if Int.random(in: 0..<4, using: &random) == 0 { removeAll() }
        }
        check()
    }

    // MARK: - Steps

    private mutating func makeRequest(_ type: String, isQueued: Bool) -> TemplateRequest {
        let id = model.requests.count + 1
        let kind = Int.random(in: 0..<10, using: &random)
        let other = Self.types.randomElement(using: &random) ?? "A"
        let isLoose = kind == 0
        let isBroken = kind == 1
        let allowsAlias = kind == 2 || kind == 3
        let typeInFile = (2...4).contains(kind) || isLoose && other != "B" ? other : type
        model.add(
            ManagerModel.Request(
                id: id,
                type: type,
                isLoose: isLoose,
                typeInFile: typeInFile,
                isBroken: isBroken,
                allowsAlias: allowsAlias,
                isQueued: isQueued,
                outcome: nil,
                hasCompletion: isQueued
            )
        )
        if isLoose { return TemplateRequest(contentsOf: samples.file(stem: type, typeInFile, id)) }
        let bytes = isBroken ? [1, 2, 3] : samples.bytes(typeInFile, id)
        return TemplateRequest(bytes, as: type, allowsAlias: allowsAlias)
    }

    private mutating func enqueue(_ type: String) {
        let request = makeRequest(type, isQueued: true)
        let id = model.requests.count
        log.append("enqueue \(id) \(type)")
        handles[id] = bench.manager.enqueue(request, completion: bench.recorder.completion("\(id)"))
    }

    private mutating func startLoad(_ type: String, _ thread: Int) {
        let request = makeRequest(type, isQueued: false)
        let id = model.requests.count
        log.append("\(thread): load \(id) \(type)")
        activities[thread] = .load(id)
        let (bench, result) = (bench, results[thread])
        threads[thread].start {
            let ending = bench.load(request)
            result.withLock { $0 = ending }
        }
    }

    private mutating func startAsk(_ type: String, _ thread: Int) {
        log.append("\(thread): ask \(type)")
        let (bench, result) = (bench, results[thread])
        threads[thread].start {
            let ending = bench.ask(type)
            result.withLock { $0 = ending }
        }
        continueAsk(type, below: Int.max, failure: nil, thread)
    }

    private mutating func startWork(_ thread: Int) {
        guard let id = model.takeOldest() else { return }
        log.append("\(thread): work \(id)")
        activities[thread] = .work(id)
        let (manager, result) = (bench.manager, results[thread])
        threads[thread].start {
            let run = manager.state.withLock { state in
                state.isSuspended = false
                defer { state.isSuspended = true }
                return state.beginNext(on: .current)
            }
            let ending = run.map { describe(manager.perform($0)) } ?? "nothing"
            result.withLock { $0 = ending }
        }
    }

    private mutating func resume(_ thread: Int) {
        guard let activity = activities[thread] else { return }
        log.append("\(thread): goes on")
        threads[thread].resume()
        activities[thread] = nil
        switch activity {
        case .load(let id), .work(let id):
            expectResult(model.finish(id), thread)
        case .ask(let type, let id, let failure):
            let outcome = model.finish(id)
            if outcome.hasPrefix("v") {
                expectResult(outcome, thread)
            } else {
                continueAsk(type, below: id, failure: failure ?? outcome, thread)
            }
        }
        check()
    }

    private mutating func continueAsk(_ type: String, below bound: Int, failure: String?, _ thread: Int) {
        switch model.find(type, below: bound) {
        case .run(let id): activities[thread] = .ask(type, id, failure: failure)
        case .answer(let answer): expectResult(answer, thread)
        case .nothing: expectResult(failure ?? "notFound", thread)
        }
    }

    private mutating func cancelOne() {
        guard let id = handles.keys.sorted().randomElement(using: &random) else { return }
        log.append("cancel \(id)")
        let expected = model.cancel(id)
        if handles[id]?.cancel() != expected { problems.append("cancelling \(id) should say \(expected)") }
    }

    private mutating func remove(_ type: String) {
        log.append("remove \(type)")
        model.remove(type)
        bench.manager.remove(type)
    }

    private mutating func removeAll() {
        log.append("remove all")
        model.removeAll()
        bench.manager.removeAll()
    }

    // MARK: - Comparing

    private mutating func expectResult(_ expected: String, _ thread: Int) {
        let result = results[thread].withLock { value in
            defer { value = nil }
            return value
        }
        if result != expected { problems.append("thread \(thread) got \(result ?? "nothing"), expected \(expected)") }
    }

    private mutating func check() {
        for (index, thread) in threads.enumerated() where thread.isPaused != (activities[index] != nil) {
            problems.append("thread \(index) is \(thread.isPaused ? "paused" : "idle")")
        }
        let published = bench.published.sorted()
        if published != model.publishedLines {
            problems.append("published \(published), expected \(model.publishedLines)")
        }
        let reports = bench.recorder.reports.map { $0.line.split(separator: " ").prefix(2).joined(separator: " ") }
        if reports != model.reports { problems.append("reported \(reports), expected \(model.reports)") }
        let waiting = bench.manager.state.withLock { $0.pending.count }
        let queued = model.requests.filter(\.isQueued).count
        if waiting != queued { problems.append("\(waiting) loads wait, expected \(queued)") }
    }

    /// Lets the threads go after a problem, so that the next run finds them idle.
    private func unwind() {
        for thread in threads {
            while thread.isPaused { thread.resume() }
        }
    }
}
