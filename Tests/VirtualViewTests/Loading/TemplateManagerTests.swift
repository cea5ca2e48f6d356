import Foundation
import Testing
import VirtualView
import VirtualViewTestSupport

/// The scenarios of one load: how it ends, and that everybody is told once.
@Suite struct TemplateManagerTests {
    // MARK: - Ways to load

    @Test func loadsOnTheCallingThread() throws {
        let bench = LoadingBench()
        #expect(bench.load("Card", 3) == "v3")
        #expect(try bench.manager.template(for: "Card").type == "Card")
        #expect(bench.published == ["Card v3"])
        #expect(bench.recorder.reports.map(\.line) == ["Card published caller"])
    }

    @Test func loadsFilesUnderTheirStem() throws {
        let folder = try TemporaryFolder()
        let url = try folder.write(Sample.bytes("Card"), to: "Card.out")
        let bench = LoadingBench()
        #expect(try bench.manager.load(contentsOf: url).type == "Card")
        #expect(bench.published == ["Card v1"])
    }

    @Test func loadsInATask() async throws {
        let bench = LoadingBench()
        let template = try await bench.manager.load(Sample.bytes("Card", version: 2), as: "Card")
        #expect(template.version.patch == 2)
        #expect(bench.recorder.reports.map(\.line) == ["Card published task"])
    }

    @Test func loadsInTheQueueAndTellsOnce() async {
        let bench = LoadingBench(isSuspended: true)
        bench.enqueue("Card", 1)
        #expect(bench.published == [])
        #expect(bench.recorder.completions == [])
        await bench.finish()
        #expect(bench.published == ["Card v1"])
        #expect(bench.recorder.completions == ["Card#1 v1"])
        #expect(bench.recorder.reports.map(\.line) == ["Card published queue"])
    }

    @Test func tellsInTheOrderInWhichLoadsEnd() async {
        let bench = LoadingBench(isSuspended: true)
        for version in 1...50 { bench.enqueue("Card\(version)", UInt16(version)) }
        #expect(bench.ask("Card50") == "v50")
        await bench.finish()
        let expected = [50] + Array(1...49)
        #expect(bench.recorder.completions == expected.map { "Card\($0)#\($0) v\($0)" })
    }

    @Test func deliversCompletionsOnTheMainActor() async {
        let bench = LoadingBench()
        await withCheckedContinuation { continuation in
            bench.manager.enqueue(Sample.bytes("Card"), as: "Card") { _ in
                MainActor.assertIsolated()
                continuation.resume()
            }
        }
        #expect(bench.published == ["Card v1"])
    }

    @Test func usesTheLoaderOfTheRequestBeforeTheManagersOwn() async {
        let own = HookedLoader()
        let other = HookedLoader()
        let bench = LoadingBench { $0.loader = own }
        bench.load("Card", 1)
        bench.load("Card", 2, loader: other)
        bench.enqueue("Card", 3, loader: other)
        await bench.finish()
        #expect(own.callCount == 1)
        #expect(other.callCount == 2)
    }

    @Test func runsAsManyLoadsAtOnceAsTheQueueIsWide() async {
        let gates = [Gate(), Gate()]
        let bench = LoadingBench { $0.queueWidth = 2 }
        for (index, gate) in gates.enumerated() {
            bench.enqueue("Card\(index)", 1, loader: HookedLoader(firstCallAt: gate))
        }
        for gate in gates { gate.waitUntilEntered() }
        for gate in gates { gate.open() }
        await bench.finish()
        #expect(bench.published == ["Card0 v1", "Card1 v1"])
    }

    /// What runs when the queue is suspended goes on; its worker takes nothing more.
    @Test func startsNothingWhileItIsSuspended() async {
        let gate = Gate()
        let bench = LoadingBench()
        bench.enqueue("First", 1, loader: HookedLoader(firstCallAt: gate))
        gate.waitUntilEntered()
        bench.enqueue("Second", 1)
        bench.manager.isSuspended = true
        gate.open()
        bench.manager.waitUntilQueueIsIdle()
        #expect(bench.published == ["First v1"])
        bench.manager.isSuspended = false
        await bench.finish()
        #expect(bench.published == ["First v1", "Second v1"])
    }

    @Test func staysAliveUntilItsQueueIsEmpty() async {
        let recorder = LoadRecorder()
        var manager: TemplateManager? = TemplateManager()
        weak let observed = manager
        manager?.isSuspended = true
        manager?.enqueue(Sample.bytes("Card"), as: "Card", completion: recorder.completion("Card"))
        manager?.isSuspended = false
        manager = nil
        if let observed {
            observed.waitUntilQueueIsIdle()
            await observed.waitForDeliveries()
        }
        while recorder.completions.isEmpty { await Task.yield() }
        #expect(recorder.completions == ["Card v1"])
    }

    // MARK: - Promotion

    @Test func promotesAQueuedLoad() async {
        let bench = LoadingBench(isSuspended: true)
        bench.enqueue("First", 1)
        bench.enqueue("Card", 2)
        #expect(bench.ask("Card") == "v2")
        #expect(bench.published == ["Card v2"])
        await bench.finish()
        #expect(bench.published == ["Card v2", "First v1"])
        #expect(bench.recorder.completions == ["Card#2 v2", "First#1 v1"])
        #expect(bench.recorder.reports.map(\.line) == ["Card published caller promoted", "First published queue"])
    }

    @Test func promotesANewerQueuedLoadOverWhatIsPublished() {
        let bench = LoadingBench()
        bench.load("Card", 1)
        bench.manager.isSuspended = true
        bench.enqueue("Card", 2)
        #expect(bench.manager.cachedTemplate(for: "Card")?.version.patch == 1)
        #expect(bench.ask("Card") == "v2")
    }

    @Test func decodesForItselfWhatRunsElsewhere() async {
        let gate = Gate()
        let bench = LoadingBench()
        let loader = HookedLoader(firstCallAt: gate)
        bench.enqueue("Card", 1, loader: loader)
        gate.waitUntilEntered()
        #expect(bench.ask("Card") == "v1")
        #expect(bench.published == ["Card v1"])
        gate.open()
        await bench.finish()
        #expect(loader.callCount == 2)
        #expect(bench.recorder.completions == ["Card#1 v1"])
        #expect(bench.recorder.reports.map(\.line) == ["Card published caller promoted"])
    }

    @Test func givesEveryThreadTheTemplateThatWasPublished() throws {
        let gate = Gate()
        let bench = LoadingBench()
        let loader = HookedLoader(firstCallAt: gate)
        let side = SideThread { bench.load("Card", 1, loader: loader) }
        gate.waitUntilEntered()
        let template = try bench.manager.template(for: "Card")
        gate.open()
        #expect(side.join() == "v1")
        #expect(bench.manager.cachedTemplate(for: "Card") == template)
        #expect(bench.recorder.reports.count == 1)
    }

    @Test func findsNothingThatNobodyAskedFor() {
        let bench = LoadingBench()
        #expect(bench.ask("Card") == "notFound")
        #expect(bench.manager.cachedTemplate(for: "Card") == nil)
        #expect(bench.manager.version(of: "Card") == nil)
    }

    @Test func givesTheErrorOfAPromotedLoadThatFails() async {
        let bench = LoadingBench(isSuspended: true)
        bench.manager.enqueue([1, 2, 3], as: "Card", completion: bench.recorder.completion("Card"))
        #expect(bench.ask("Card") == "malformed")
        #expect(bench.ask("Card") == "notFound")
        await bench.finish()
        #expect(bench.recorder.completions == ["Card malformed"])
    }

    @Test func turnsToAnOlderQueuedLoadWhenANewerOneFails() async {
        let gate = Gate()
        let bench = LoadingBench(isSuspended: true)
        bench.enqueue("Card", 1)
        let broken = TemplateRequest([1], as: "Card", loader: HookedLoader(firstCallAt: gate))
        let side = SideThread { bench.load(broken) }
        gate.waitUntilEntered()
        #expect(bench.ask("Card") == "v1")
        gate.open()
        #expect(side.join() == "malformed")
        await bench.finish()
        #expect(bench.recorder.completions == ["Card#1 v1"])
    }

    // MARK: - Order

    @Test func supersedesWhatIsQueuedForTheType() async {
        let bench = LoadingBench(isSuspended: true)
        bench.enqueue("Card", 1)
        bench.enqueue("Other", 1)
        bench.enqueue("Card", 2)
        await bench.finish()
        #expect(bench.recorder.completions == ["Card#1 superseded", "Other#1 v1", "Card#2 v2"])
        #expect(bench.published == ["Card v2", "Other v1"])
        #expect(bench.recorder.reports.first?.line == "Card superseded nowhere")
    }

    @Test func rollsBackToAnOlderVersion() async {
        let bench = LoadingBench()
        bench.load("Card", 3)
        bench.load("Card", 2)
        #expect(bench.published == ["Card v2"])
        bench.enqueue("Card", 1)
        await bench.finish()
        #expect(bench.published == ["Card v1"])
    }

    @Test func dropsALateResult() {
        let gate = Gate()
        let bench = LoadingBench()
        let side = SideThread { bench.load("Card", 1, loader: HookedLoader(firstCallAt: gate)) }
        gate.waitUntilEntered()
        #expect(bench.load("Card", 2) == "v2")
        gate.open()
        #expect(side.join() == "superseded")
        #expect(bench.published == ["Card v2"])
        #expect(bench.recorder.reports.map(\.line) == ["Card published caller", "Card superseded caller"])
    }

    @Test func endsAnOlderQueuedLoadWhenANewerOnePublishes() async {
        let bench = LoadingBench(isSuspended: true)
        bench.enqueue("Card", 1)
        #expect(bench.load("Card", 2) == "v2")
        await bench.finish()
        #expect(bench.recorder.completions == ["Card#1 superseded"])
        #expect(bench.published == ["Card v2"])
    }

    @Test func leavesAnOlderQueuedLoadWhenANewerOneFails() async {
        let bench = LoadingBench(isSuspended: true)
        bench.enqueue("Card", 1)
        #expect(bench.load(TemplateRequest([], as: "Card")) == "malformed")
        await bench.finish()
        #expect(bench.recorder.completions == ["Card#1 v1"])
    }

    @Test func publishesARunningLoadBeforeTheNewerQueuedOne() async {
        let gate = Gate()
        let bench = LoadingBench()
        bench.enqueue("Card", 1, loader: HookedLoader(firstCallAt: gate))
        gate.waitUntilEntered()
        bench.enqueue("Card", 2)
        gate.open()
        await bench.finish()
        #expect(bench.recorder.completions == ["Card#1 v1", "Card#2 v2"])
        #expect(bench.published == ["Card v2"])
    }

    // MARK: - Cancelling and removing

    @Test func cancelsAQueuedLoad() async {
        let loader = HookedLoader()
        let bench = LoadingBench(isSuspended: true)
        let handle = bench.enqueue("Card", 1, loader: loader)
        #expect(handle.type == "Card")
        #expect(handle.cancel())
        #expect(!handle.cancel())
        await bench.finish()
        #expect(loader.callCount == 0)
        #expect(bench.recorder.completions == ["Card#1 cancelled"])
        #expect(bench.recorder.reports.map(\.line) == ["Card cancelled nowhere"])
        #expect(!handle.cancel())
    }

    @Test func dropsTheResultOfALoadCancelledWhileItRan() async {
        let gate = Gate()
        let bench = LoadingBench()
        let handle = bench.enqueue("Card", 1, loader: HookedLoader(firstCallAt: gate))
        gate.waitUntilEntered()
        #expect(handle.cancel())
        gate.open()
        await bench.finish()
        #expect(bench.published == [])
        #expect(bench.recorder.completions == ["Card#1 cancelled"])
        #expect(bench.recorder.reports.map(\.line) == ["Card cancelled queue"])
    }

    @Test func endsALoadWhoseTaskIsCancelled() async {
        let bench = LoadingBench()
        let loader = HookedLoader()
        let request = TemplateRequest(Sample.bytes("Card"), as: "Card", loader: loader)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await bench.loadInTask(request)
        }
        task.cancel()
        #expect(await task.value == "cancelled")
        #expect(loader.callCount == 0)
        #expect(bench.recorder.reports.map(\.line) == ["Card cancelled task"])
    }

    @Test func dropsTheResultOfALoadWhoseTaskIsCancelledMeanwhile() async {
        let bench = LoadingBench()
        let request = TemplateRequest(
            Sample.bytes("Card"),
            as: "Card",
            loader: HookedLoader { _ in withUnsafeCurrentTask { $0?.cancel() } }
        )
        let task = Task { await bench.loadInTask(request) }
        #expect(await task.value == "cancelled")
        #expect(bench.published == [])
        #expect(bench.recorder.reports.map(\.line) == ["Card cancelled task"])
    }

    /// The report of a load that is cancelled after its file was read says what was read.
    @Test func reportsWhatACancelledLoadHadRead() async {
        let bench = LoadingBench()
        let loader = HookedLoader { _ in withUnsafeCurrentTask { $0?.cancel() } }
        let request = TemplateRequest(Sample.bytes("Card"), as: "Card", loader: loader)
        _ = await Task { try? await bench.manager.load(request) }.value
        #expect(bench.recorder.reports.map(\.line) == ["Card cancelled task"])
        #expect(bench.recorder.reports.map(\.byteCount) == [Sample.bytes("Card").count])
    }

    /// A loader may fail with an error that a manager also has for other ends.
    @Test(arguments: [TemplateError.Code.superseded, .cancelled, .notFound, .rejected])
    func givesTheErrorOfALoaderWhateverItIs(_ code: TemplateError.Code) async {
        struct FailingLoader: TemplateLoader {
            let code: TemplateError.Code
            func load(_ bytes: [UInt8]) throws(TemplateError) -> Template { throw TemplateError(code, "of the loader") }
        }
        let bench = LoadingBench(isSuspended: true)
        bench.enqueue("Card", 1, loader: FailingLoader(code: code))
        let error = #expect(throws: TemplateError.self) { try bench.manager.template(for: "Card") }
        #expect(error?.message == "of the loader")
        #expect(bench.ask("Card") == "notFound")
        #expect(bench.recorder.reports.map(\.line) == ["Card \(code.rawValue) caller promoted"])
        guard case .failed? = bench.recorder.reports.first?.outcome else {
            Issue.record("the report does not say that it failed")
            return
        }
        // One that was there before stays.
        bench.load("Card", 2)
        bench.enqueue("Card", 3, loader: FailingLoader(code: code))
        #expect(bench.ask("Card") == "v2")
    }

    @Test func removesATypeWithWhatIsOnItsWay() async {
        let gate = Gate()
        let bench = LoadingBench()
        bench.load("Card", 1)
        bench.load("Other", 1)
        bench.enqueue("Card", 2, loader: HookedLoader(firstCallAt: gate))
        gate.waitUntilEntered()
        bench.enqueue("Card", 3)
        bench.manager.remove("Card")
        #expect(bench.published == ["Other v1"])
        gate.open()
        await bench.finish()
        #expect(bench.published == ["Other v1"])
        #expect(bench.recorder.completions == ["Card#2 cancelled", "Card#3 cancelled"])
        #expect(bench.ask("Card") == "notFound")
        #expect(bench.load("Card", 4) == "v4")
    }

    @Test func removesEverything() async {
        let bench = LoadingBench()
        bench.load("Card", 1)
        bench.manager.isSuspended = true
        for version in 1...5 { bench.enqueue("Queued\(version)", UInt16(version)) }
        bench.manager.removeAll()
        await bench.finish()
        #expect(bench.published == [])
        #expect(bench.recorder.completions == (1...5).map { "Queued\($0)#\($0) cancelled" })
    }

    // MARK: - Failing

    @Test func keepsTheLastGoodTemplateWhenALoadFails() async throws {
        let folder = try TemporaryFolder()
        let missing = folder.url.appendingPathComponent("Card.out")
        let bench = LoadingBench()
        bench.load("Card", 1)
        #expect(
            bench.load(TemplateRequest(Array(Sample.bytes("Card", version: 2).dropLast()), as: "Card")) == "malformed"
        )
        #expect(bench.load(TemplateRequest(contentsOf: missing)) == "fileMissing")
        bench.manager.isSuspended = true
        bench.manager.enqueue(contentsOf: missing, completion: bench.recorder.completion("Card"))
        #expect(bench.ask("Card") == "v1")
        await bench.finish()
        #expect(bench.recorder.completions == ["Card fileMissing"])
        #expect(bench.published == ["Card v1"])
    }

    @Test func removesBeforeReloadWhenToldTo() {
        let bench = LoadingBench { $0.removesBeforeReload = true }
        bench.load("Card", 1)
        #expect(bench.load("Card", 2) == "v2")
        #expect(bench.load(TemplateRequest([1], as: "Card")) == "malformed")
        #expect(bench.published == [])
        #expect(bench.ask("Card") == "notFound")
    }

    @Test func refusesFilesAboveTheLimit() throws {
        let folder = try TemporaryFolder()
        let url = try folder.write(Sample.bytes("Card"), to: "Card.out")
        let bench = LoadingBench { $0.maximumFileSize = 10 }
        #expect(bench.load(TemplateRequest(contentsOf: url)) == "fileTooLarge")
    }

    @Test func namesTheFileInEveryError() throws {
        let folder = try TemporaryFolder()
        let url = try folder.write([1, 2], to: "Card.out")
        let bench = LoadingBench()
        let error = #expect(throws: TemplateError.self) { try bench.manager.load(contentsOf: url) }
        #expect(error?.path == url.path)
        #expect(error?.offset == 0)
    }

    // MARK: - Hooks

    @Test func asksTheHookBeforeAnythingIsDecoded() async {
        let seen = Locked<[String]>([])
        let loader = HookedLoader()
        let bench = LoadingBench { configuration in
            configuration.loader = loader
            configuration.verify = { bytes, type in
                seen.withLock { $0.append("\(type) \(bytes.count)") }
                return type == "Good" ? .accepted : .rejected("no signature")
            }
        }
        bench.load("Good", 1)
        bench.enqueue("Bad", 1)
        await bench.finish()
        let size = Sample.bytes("Good").count
        #expect(seen.withLock { $0 } == ["Good \(size)", "Bad \(size - 1)"])
        #expect(bench.published == ["Good v1"])
        #expect(bench.recorder.completions == ["Bad#1 rejected"])
        #expect(loader.callCount == 1)
        let error = #expect(throws: TemplateError.self) { try bench.manager.load([1], as: "Bad") as Template }
        #expect(error?.message == "the app did not accept the bytes of 'Bad': no signature")
    }

    @Test func reportsWhatALoadTook() throws {
        let bench = LoadingBench()
        bench.load("Card", 7)
        let report = try #require(bench.recorder.reports.first)
        #expect(report.type == "Card")
        #expect(report.version == FormatVersion(patch: 7))
        #expect(report.byteCount == Sample.bytes("Card", version: 7).count)
        #expect(report.duration > .zero)
        #expect(report.place == .caller)
        #expect(!report.isPromoted)
    }

    @Test func mayBeCalledFromItsHooksAndCompletions() async {
        let manager = Locked<TemplateManager?>(nil)
        let calls = Locked(0)
        let call: @Sendable () -> Void = {
            guard let manager = manager.withLock({ $0 }) else { return }
            _ = manager.loadedTypes
            manager.remove("None")
            _ = try? manager.template(for: "None")
            calls.withLock { $0 += 1 }
        }
        let bench = LoadingBench { configuration in
            configuration.loader = HookedLoader { _ in call() }
            configuration.onLoad = { _ in call() }
            configuration.verify = { _, _ in
                call()
                return .accepted
            }
        }
        manager.withLock { $0 = bench.manager }
        bench.manager.enqueue(Sample.bytes("Card"), as: "Card") { _ in call() }
        await bench.finish()
        #expect(bench.published == ["Card v1"])
        #expect(calls.withLock { $0 } == 4)
        manager.withLock { $0 = nil }
    }

    /// The load that an asker runs is removed, and a newer one is queued.
    @Test(arguments: [false, true]) func looksForANewerLoadWhenItsOwnIsRemoved(_ isPublished: Bool) async {
        let bench = LoadingBench()
        if isPublished { bench.load("Card", 9) }
        bench.manager.isSuspended = true
        let loader = HookedLoader { _ in
            bench.manager.remove("Card")
            bench.enqueue("Card", 2)
        }
        bench.manager.enqueue(TemplateRequest(Sample.bytes("Card"), as: "Card", loader: loader))
        #expect(bench.ask("Card") == "v2")
        await bench.finish()
        #expect(bench.published == ["Card v2"])
    }

    /// The load that an asker runs is cancelled.
    @Test func aLookUpKeepsTheLoadThatItRuns() async {
        let bench = LoadingBench(isSuspended: true)
        let handle = Locked<QueuedTemplateLoad?>(nil)
        let loader = HookedLoader { _ in
            let isEnded = handle.withLock { $0 }?.cancel()
            #expect(isEnded == false)
        }
        let queued = bench.manager.enqueue(TemplateRequest(Sample.bytes("Card"), as: "Card", loader: loader))
        handle.withLock { $0 = queued }
        #expect(bench.ask("Card") == "v1")
        await bench.finish()
        #expect(bench.published == ["Card v1"])
        #expect(bench.recorder.reports.map(\.line) == ["Card published caller promoted"])
    }

    /// Somebody asks for what a task loads, and then the task is cancelled.
    @Test func aLookUpKeepsTheLoadOfATaskThatIsCancelled() async {
        let (bench, gate) = (LoadingBench(), Gate())
        let asker = Locked<SideThread<String>?>(nil)
        let loader = HookedLoader { number in
            guard number == 1 else { return gate.pass() }
            let thread = SideThread { bench.ask("Card") }
            asker.withLock { $0 = thread }
            gate.waitUntilEntered()
            withUnsafeCurrentTask { $0?.cancel() }
        }
        let request = TemplateRequest(Sample.bytes("Card"), as: "Card", loader: loader)
        let task = Task { await bench.loadInTask(request) }
        #expect(await task.value == "cancelled")
        #expect(bench.published == [])
        gate.open()
        let answer = asker.withLock { $0 }?.join()
        #expect(answer == "v1")
        #expect(bench.published == ["Card v1"])
        #expect(bench.recorder.reports.map(\.line) == ["Card published caller promoted"])
    }
}
