import Foundation
import Testing
import VirtualViewCore
import VirtualViewDelivery

/// Several tasks that want the same.
@Suite(.timeLimit(.minutes(10))) struct SharedFetchesTests {
    private static let sample = SampleBlobs(sizes: [5000, 5000, 5000, 5000], piece: 5000)

    /// A gate that a test opens.
    private final class Gate: Sendable {
        private let isOpen = Locked(false)
        func open() { isOpen.withLock { $0 = true } }
        func pass() async {
            while !isOpen.withLock({ $0 }), !Task.isCancelled { await Task.yield() }
        }
        /// The step of an answer that waits here.
        var step: ScriptedTransport.Step { .run { await self.pass() } }
    }

    private func eventually(_ condition: () -> Bool) async {
        while !condition() { await Task.yield() }
    }

    /// Fetches some blobs by their numbers in a task of its own.
    private func start(_ scripted: Scripted, _ numbers: [Int]) -> Task<(DeliveryError?, Set<String>), Never> {
        Task {
            let names = Locked<Set<String>>([])
            let error = await failure { () throws(DeliveryError) in
                try await scripted.downloads.blobs(numbers.map { Self.sample.blobs[$0] }, pack: nil) { name, bytes in
                    #expect(Self.sample.contents[name] == bytes)
                    names.withLock { _ = $0.insert(name) }
                }
            }
            return (error, names.withLock { $0 })
        }
    }

    private func expectAll(_ numbers: [Int], of task: Task<(DeliveryError?, Set<String>), Never>) async {
        let (error, delivered) = await task.value
        #expect(error == nil)
        #expect(delivered == names(numbers))
    }

    private func names(_ numbers: [Int]) -> Set<String> {
        Set(numbers.map { Self.sample.blobs[$0].sha256 })
    }

    @Test func fetchesAFileOnceForAllWhoAsk() async {
        let gate = Gate()
        let scripted = Scripted { request, _ in [.head(request.url, 200), gate.step, .body([1, 2, 3])] }
        let results = await withTaskGroup(of: [UInt8]?.self) { group in
            for _ in 0..<20 {
                group.addTask { try? await scripted.downloads.file("latest.json", maximumSize: 10) }
            }
            group.addTask {
                await eventually { scripted.transport.requests.count > 0 }
                for _ in 0..<100 { await Task.yield() }
                gate.open()
                return nil
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 == [1, 2, 3] } == 20)
        #expect(scripted.transport.requests.count == 1)
        // Nothing is kept: the next one asks again.
        #expect((try? await scripted.downloads.file("latest.json", maximumSize: 10)) == [1, 2, 3])
        #expect(scripted.transport.requests.count == 2)
    }

    @Test func fetchesEachBlobOnceForOverlappingWishes() async {
        let gate = Gate()
        let scripted = Scripted { request, _ in [gate.step] + Self.sample.mirror.answer(request) }
        let first = start(scripted, [0, 1])
        await eventually { scripted.transport.requests.count == 1 }
        let second = start(scripted, [1, 2])
        await eventually { scripted.transport.requests.count == 2 }
        let third = start(scripted, [0, 1, 2])
        for _ in 0..<100 { await Task.yield() }
        gate.open()
        await expectAll([0, 1], of: first)
        await expectAll([1, 2], of: second)
        await expectAll([0, 1, 2], of: third)
        #expect(scripted.transport.requests.count == 3)
        #expect(Set(scripted.transport.requests.map(\.url.lastPathComponent)) == names([0, 1, 2]))
    }

    @Test func sharesAFailure() async {
        let gate = Gate()
        let scripted = Scripted { request, _ in [gate.step, .head(request.url, 500)] }
        let tasks = (0..<5).map { _ in start(scripted, [0, 1]) }
        await eventually { scripted.transport.requests.count == 1 }
        for _ in 0..<100 { await Task.yield() }
        gate.open()
        for task in tasks { #expect(await task.value.0?.code == .refused) }
        #expect(scripted.transport.requests.count == 1)
        await scripted.waitForEnd()
    }

    @Test func aCancelledWaiterDoesNotCancelTheOthers() async {
        let gate = Gate()
        let scripted = Scripted { request, _ in [gate.step] + Self.sample.mirror.answer(request) }
        let first = start(scripted, [0, 1])
        await eventually { scripted.transport.requests.count == 1 }
        let second = start(scripted, [0])
        for _ in 0..<200 { await Task.yield() }
        first.cancel()
        #expect(await first.value.0?.code == .cancelled)
        #expect(scripted.transport.active == 1)
        gate.open()
        let (error, delivered) = await second.value
        #expect(error == nil && delivered == names([0]))
    }

    @Test func theLastCancellationEndsTheRequest() async {
        let scripted = Scripted { request, _ in [.head(request.url, 200), .hang] }
        let tasks = (0..<5).map { _ in start(scripted, [0, 1]) }
        await eventually { scripted.transport.requests.count == 1 }
        for _ in 0..<200 { await Task.yield() }
        for task in tasks {
            #expect(scripted.transport.active == 1)
            task.cancel()
            #expect(await task.value.0?.code == .cancelled)
        }
        #expect(scripted.transport.active == 0)
        #expect(scripted.fetches.count == 0)
        #expect(scripted.transport.requests.count == 1)
    }

    /// A transport that is slow to end must not be asked for the same thing before it has ended.
    @Test func asksAgainOnlyAfterACancelledRequestHasEnded() async {
        let gate = Gate()
        let isCancelled = Locked(false)
        let scripted = Scripted { request, number in
            guard number == 0 else { return Self.sample.mirror.answer(request) }
            return [
                .run {
                    while !Task.isCancelled { await Task.yield() }
                    isCancelled.withLock { $0 = true }
                    await Task.detached { await gate.pass() }.value
                }
            ]
        }
        let first = start(scripted, [0])
        await eventually { scripted.transport.requests.count == 1 }
        first.cancel()
        await eventually { isCancelled.withLock { $0 } }
        let second = start(scripted, [0])
        for _ in 0..<200 { await Task.yield() }
        #expect(scripted.transport.requests.count == 1)
        gate.open()
        #expect(await first.value.0?.code == .cancelled)
        await expectAll([0], of: second)
        #expect(scripted.transport.requests.count == 2)
        #expect(scripted.transport.mostActive == 1)
    }

    @Test func storesOfTheSameFetchesShareAcrossServers() async {
        let gate = Gate()
        let scripted = Scripted { request, _ in [gate.step] + Self.sample.mirror.answer(request) }
        let other = ScriptedTransport { _, _ in [] }
        let downloads = Downloads(
            from: address("https://two.example/"),
            through: other,
            allowing: AllowedAddresses(hosts: ["two.example"]),
            partials: scripted.partials,
            fetches: scripted.fetches,
            clock: ManualClock()
        )
        let first = start(scripted, [0])
        await eventually { scripted.transport.requests.count == 1 }
        let second = Task {
            await failure { () throws(DeliveryError) in
                try await downloads.blobs([Self.sample.blobs[0]], pack: nil) { _, _ in }
            }
        }
        for _ in 0..<200 { await Task.yield() }
        gate.open()
        await expectAll([0], of: first)
        #expect(await second.value?.code == nil)
        #expect(other.requests.isEmpty)
    }

    @Test func manyTasksComeAndGo() async {
        let scripted = Scripted { request, _ in
            [.run { for _ in 0..<5 { await Task.yield() } }] + Self.sample.mirror.answer(request)
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let task = start(scripted, [number % 4, (number / 4) % 4])
                    for _ in 0..<number % 7 { await Task.yield() }
                    if number % 3 == 0 { task.cancel() }
                    let (error, delivered) = await task.value
                    #expect(error == nil || error?.code == .cancelled && number % 3 == 0)
                    #expect(error != nil || delivered == names([number % 4, (number / 4) % 4]))
                }
            }
        }
        await scripted.waitForEnd()
        #expect(scripted.transport.active == 0)
    }
}
