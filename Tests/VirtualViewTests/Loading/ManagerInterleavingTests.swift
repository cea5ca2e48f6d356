import Foundation
import Testing
import VirtualViewTestSupport

@testable import VirtualView
@testable import VirtualViewCore

/// Random interleavings of several threads, compared with a simple model after every step.
///
/// The threads stop wherever the manager calls a loader or prepares a template, so a step is what runs between two such
/// points, and a seed gives the same interleaving each time.
@Suite(.serialized) struct ManagerInterleavingTests {
    @Test func behavesLikeTheModel() async throws {
        let seed = RandomTests.seed
        let count = RandomTests.count(400)
        let samples = InterleavingSamples()
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
                let problems =
                    await interleaving.problems + interleaving.finalProblems
                    + interleaving.streamProblems()
                #expect(problems.isEmpty, "seed \(interleaving.seed): \(problems.prefix(3))\n\(interleaving.log)")
            }
        }
        print("interleavings: \(count), first seed \(seed)")
    }
}

/// The files that requests name, made when they are first needed.
private final class InterleavingSamples: Sendable {
    private let folder = TemporaryFolder.fresh()
    private let bytes = Locked<[String: [UInt8]]>([:])

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
        let place = folder.url.appendingPathComponent("\(version)-\(type)")
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
        /// The queue prepares what it published.
        case prepare(Int)
        case ask(Question, Int, below: Int, failure: String?)
        /// Somebody who asked prepares the answer.
        case prepareAnswer(Question, Int)
    }

    /// What somebody asks for.
    struct Question: Sendable {
        let type: String
        /// The freshness of a tree; `nil` for the template alone.
        let freshness: TemplateManager.Freshness?

        var description: String { "\(type) \(freshness.map { "for a tree, \($0)" } ?? "alone")" }
    }

    static let types = ["A", "B", "a-b", "a_b"]
    private static let readinesses: [TemplateManager.Readiness] = [.decoded, .prepared, .resolved(width: 390)]
    private static let freshnesses: [TemplateManager.Freshness?] = [nil, .newest, .published]

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
    /// The streams of changes, whose readers come at the end.
    private let streams: [AsyncStream<TemplateChange>]
    private let allChanges: AsyncStream<[TemplateChange]>

    init(seed: UInt64, _ threads: [StepThread], _ samples: InterleavingSamples) {
        self.seed = seed
        self.threads = threads
        self.samples = samples
        random = SeededGenerator(seed: seed)
        let removes = Int.random(in: 0..<4, using: &random) == 0
        let readiness = Self.readinesses.randomElement(using: &random) ?? .prepared
        model = ManagerModel(removesBeforeReload: removes, preparesInQueue: readiness != .decoded)
        bench = LoadingBench { configuration in
            configuration.loader = PausingLoader()
            configuration.removesBeforeReload = removes
            configuration.queueReadiness = readiness
            configuration.onPreparation = { _ in StepThread.current?.pause() }
        }
        bench.manager.isSuspended = true
        let manager = bench.manager
        streams = Self.types.map { manager.changes(of: $0) }
        allChanges = manager.changes()
        activities = threads.map { _ in nil }
        results = threads.map { _ in Locked(nil) }
    }

    /// What does not agree once everything has been told.
    var finalProblems: [String] {
        let told = bench.recorder.completions
        return told == model.completions ? [] : ["told \(told), expected \(model.completions)"]
    }

    /// What readers that come at the end do not get.
    func streamProblems() async -> [String] {
        guard problems.isEmpty else { return [] }
        var result: [String] = []
        for (type, stream) in zip(Self.types, streams) {
            guard let id = model.told.lookUps[type] else { continue }
            var reader = stream.makeAsyncIterator()
            let change = await reader.next()
            if change?.type != type || change?.template?.version.patch != UInt16(id) {
                result.append("a reader of '\(type)' got \(change?.template?.version.patch ?? 0), expected \(id)")
            }
        }
        guard !model.told.names.isEmpty else { return result }
        var reader = allChanges.makeAsyncIterator()
        let read = await reader.next() ?? []
        let got = read.map { "\($0.type) v\($0.template?.version.patch ?? 0)" }
        let expected = model.told.names.sorted { $0.key < $1.key }.map { "\($0.key) v\($0.value)" }
        if got != expected { result.append("a reader of all got \(got), expected \(expected)") }
        return result
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
        switch Int.random(in: 0..<21, using: &random) {
        case 0..<5: enqueue(type)
        case 5..<7: if let idle { startLoad(type, idle) }
        case 7..<10: if let idle { startAsk(type, idle) }
        case 10..<12: if let idle { startWork(idle) }
        case 12..<17: if let paused { resume(paused) }
        case 17: cancelOne()
        case 18: remove(type)
        case 19: replace()
        default: if Int.random(in: 0..<4, using: &random) == 0 { removeAll() }
        }
        check()
    }

    // MARK: - Steps

    private mutating func makeRequest(_ type: String, isQueued: Bool) -> TemplateRequest {
        let (request, entry) = makeRequest(type, id: model.requests.count + 1, isQueued: isQueued, tells: isQueued)
        model.add(entry)
        return request
    }

    private mutating func makeRequest(
        _ type: String,
        id: Int,
        isQueued: Bool,
        tells: Bool
    ) -> (TemplateRequest, ManagerModel.Request) {
        let kind = Int.random(in: 0..<10, using: &random)
        let other = Self.types.randomElement(using: &random) ?? "A"
        let isLoose = kind == 0
        let isBroken = kind == 1
        let allowsAlias = kind == 2 || kind == 3
        let typeInFile = (2...4).contains(kind) || isLoose && other != "B" ? other : type
        let entry = ManagerModel.Request(
            id: id,
            type: type,
            isLoose: isLoose,
            typeInFile: typeInFile,
            isBroken: isBroken,
            allowsAlias: allowsAlias,
            isQueued: isQueued,
            outcome: nil,
            hasCompletion: tells
        )
        if isLoose { return (TemplateRequest(contentsOf: samples.file(stem: type, typeInFile, id)), entry) }
        let bytes = isBroken ? [1, 2, 3] : samples.bytes(typeInFile, id)
        return (TemplateRequest(bytes, as: type, allowsAlias: allowsAlias), entry)
    }

    /// A release takes the place of another one.
    private mutating func replace() {
        var requests: [TemplateRequest] = []
        var entries: [ManagerModel.Request] = []
        let first = model.requests.count + 1
        for number in 0..<Int.random(in: 0...3, using: &random) {
            let type = Self.types.randomElement(using: &random) ?? "A"
            let (request, entry) = makeRequest(type, id: first + number, isQueued: true, tells: false)
            requests.append(request)
            entries.append(entry)
        }
        let removed = (0..<Int.random(in: 0...2, using: &random)).map { _ in
            Self.types.randomElement(using: &random) ?? "A"
        }
        log.append("replace by \(entries.map { "\($0.id) \($0.type)" }), removing \(removed)")
        model.replace(entries, removing: removed)
        bench.manager.replace(requests, removing: removed)
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
        let freshness = Self.freshnesses.randomElement(using: &random) ?? nil
        let question = Question(type: type, freshness: freshness)
        log.append("\(thread): ask \(question.description)")
        let (bench, result) = (bench, results[thread])
        threads[thread].start {
            let ending = freshness.map { bench.prepare(type, $0) } ?? bench.ask(type)
            result.withLock { $0 = ending }
        }
        continueAsk(question, below: Int.max, failure: nil, thread)
    }

    private mutating func startWork(_ thread: Int) {
        guard let id = model.takeOldest() else { return }
        log.append("\(thread): work \(id)")
        activities[thread] = .work(id)
        let (manager, result) = (bench.manager, results[thread])
        threads[thread].start {
            let run = manager.start { state in
                state.isSuspended = false
                defer { state.isSuspended = true }
                return state.beginNext(on: .current)
            }
            let ending = run.map { describe(manager.complete($0).outcome) } ?? "nothing"
            result.withLock { $0 = ending }
        }
    }

    private mutating func resume(_ thread: Int) {
        guard let activity = activities[thread] else { return }
        log.append("\(thread): goes on")
        threads[thread].resume()
        activities[thread] = nil
        switch activity {
        case .load(let id):
            expectResult(model.finish(id), thread)
        case .work(let id):
            let outcome = model.finish(id, inQueue: true)
            if model.preparing.contains(id) { activities[thread] = .prepare(id) } else { expectResult(outcome, thread) }
        case .prepare(let id):
            model.finishPreparing(id)
            expectResult("v\(id)", thread)
        case .ask(let question, let id, let bound, let failure):
            let outcome = model.finish(id)
            if outcome.hasPrefix("v") {
                answer(question, outcome, thread)
            } else if outcome == "superseded" {
                continueAsk(question, below: bound, failure: failure, thread)
            } else if outcome == "cancelled" {
                continueAsk(question, below: bound, failure: failure ?? outcome, thread)
            } else {
                continueAsk(question, below: id, failure: failure ?? outcome, thread)
            }
        case .prepareAnswer(let question, let id):
            model.keep(id, as: question.type)
            expectResult("v\(id)", thread)
        }
        check()
    }

    private mutating func continueAsk(_ question: Question, below bound: Int, failure: String?, _ thread: Int) {
        switch model.find(question.type, below: bound, takesPublished: question.freshness == .published) {
        case .run(let id): activities[thread] = .ask(question, id, below: bound, failure: failure)
        case .answer(let outcome): answer(question, outcome, thread)
        case .nothing: expectResult(failure ?? "notFound", thread)
        }
    }

    /// Whoever wants a tree prepares the template, unless that has been done.
    private mutating func answer(_ question: Question, _ outcome: String, _ thread: Int) {
        if question.freshness != nil, let id = Int(outcome.dropFirst()), !model.isPrepared(id, as: question.type) {
            activities[thread] = .prepareAnswer(question, id)
        } else {
            expectResult(outcome, thread)
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
        let prepared = bench.preparedTypes
        if prepared != model.preparedTypes {
            problems.append("prepared \(prepared), expected \(model.preparedTypes)")
        }
        let reports = bench.recorder.reports.map { $0.line.split(separator: " ").prefix(2).joined(separator: " ") }
        if reports != model.reports { problems.append("reported \(reports), expected \(model.reports)") }
        let watches = bench.manager.state.withLock { $0.watches }
        for watch in watches {
            let told = watch.known.mapValues { Int($0.version.patch) }
            let names = model.told.lookUps.filter { $0.key == watch.type }
            let expected = watch.type == nil ? model.told.names : names
            if told != expected { problems.append("told streams \(told), expected \(expected)") }
        }
        if watches.count != Self.types.count + 1 { problems.append("a stream has ended") }
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

extension LoadingBench {
    /// Asks for a template that is prepared and describes what comes.
    fileprivate func prepare(_ type: String, _ freshness: TemplateManager.Freshness) -> String {
        describe(Result { () throws(TemplateError) in try manager.preparedTemplate(for: type, freshness).template })
    }

    fileprivate var preparedTypes: [String] {
        manager.state.withLock { $0.published.filter { $0.value.prepared != nil }.keys.sorted() }
    }
}
