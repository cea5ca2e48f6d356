import Foundation
import Testing
import VirtualViewCore
import VirtualViewDelivery

/// What becomes of blobs when something goes wrong.
@Suite(.timeLimit(.minutes(10))) struct BlobDownloadTests {
    private static let sample = SampleBlobs(sizes: [13, 9, 0, 1, 22], piece: 5)
    private static let wanted = sample.blobs.filter { $0.size > 0 }

    private func expectAll(_ delivered: [(name: String, bytes: [UInt8])]) {
        #expect(delivered.count == Self.wanted.count)
        #expect(Set(delivered.map(\.name)) == Set(Self.wanted.map(\.sha256)))
        #expect(delivered.allSatisfy { Self.sample.contents[$0.name] == $0.bytes })
    }

    // MARK: - Ends and resumption

    @Test(arguments: 0..<45)
    func resumesAfterAnEndAtAnyByte(_ place: Int) async {
        let first = Scripted { request, _ in Self.sample.mirror.answer(request, .end(after: place)) }
        let error = await first.fetch(Self.wanted, Self.sample.pack)
        #expect(error?.code == .unreachable)
        #expect(error?.place == Self.sample.pack.path)
        #expect(first.transport.bytes == place)
        let before = Self.wanted.filter { $0.offset + $0.size <= place }
        #expect(first.delivered.map(\.name) == before.map(\.sha256))

        let second = Scripted(partials: first.partials) { request, _ in Self.sample.mirror.answer(request) }
        #expect(await second.fetch(Self.wanted.filter { !before.contains($0) }, Self.sample.pack) == nil)
        expectAll(first.delivered + second.delivered)
        #expect(second.transport.requests.count == 1)
        #expect(second.transport.bytes == 45 - place)
        #expect(second.partials.all.isEmpty)
    }

    /// Ends a request at any byte when the second attempt ends at any later byte.
    @Test func resumesWhatWasResumed() async {
        let sample = SampleBlobs(sizes: [30], piece: 4)
        for first in 0..<30 {
            for second in 0..<30 - first {
                let scripted = Scripted { request, number in
                    sample.mirror.answer(request, number < 2 ? .end(after: number == 0 ? first : second) : nil)
                }
                #expect(await scripted.fetch(sample.blobs, nil)?.code == .unreachable)
                #expect(await scripted.fetch(sample.blobs, nil)?.code == .unreachable)
                #expect(scripted.partials.all.values.first?.count ?? 0 == first + second)
                #expect(await scripted.fetch(sample.blobs, nil) == nil)
                #expect(scripted.transport.bytes == 30)
                #expect(scripted.delivered.map(\.bytes) == Array(sample.contents.values))
            }
        }
    }

    @Test func takesTheWholeFileInsteadOfARange() async {
        let scripted = Scripted { request, number in
            Self.sample.mirror.answer(request, number == 0 ? .end(after: 17) : .whole)
        }
        #expect(await scripted.fetch(Self.wanted, Self.sample.pack)?.code == .unreachable)
        let left = Array(Self.wanted.dropFirst())
        #expect(await scripted.fetch(left, Self.sample.pack) == nil)
        expectAll(scripted.delivered)
        #expect(scripted.transport.requests.map(\.range) == [nil, 17..<45])
        #expect(scripted.transport.bytes == 17 + 45)
    }

    /// Of the whole file no more is read than up to the last byte that is wanted.
    @Test func stopsBehindTheLastWantedByte() async {
        let sample = SampleBlobs(sizes: [10, 10, 5000], piece: 10)
        let scripted = Scripted { request, _ in sample.mirror.answer(request, .whole) }
        #expect(await scripted.fetch(Array(sample.blobs.prefix(2)), sample.pack) == nil)
        #expect(scripted.delivered.count == 2)
        #expect(scripted.transport.bytes == 20)
    }

    /// Whoever sends the whole pack in place of a part would do so for each part.
    @Test func asksForThePackOnceIfItsPartsComeAsTheWhole() async {
        let sample = SampleBlobs(sizes: Array(repeating: 5000, count: 8), piece: 1000)
        let wanted = [0, 1, 3, 4, 6, 7].map { sample.blobs[$0] }
        let scripted = Scripted { request, _ in sample.mirror.answer(request, .whole) }
        #expect(await scripted.fetch(wanted, sample.pack) == nil)
        #expect(scripted.delivered.map(\.name) == wanted.map(\.sha256))
        let names = scripted.transport.requests.map(\.url.lastPathComponent)
        #expect(names == [sample.pack.path] + wanted.dropFirst(2).map(\.sha256))
        #expect(scripted.transport.bytes == 30_000)
    }

    @Test func takesNoMoreThanTheSizeOfABlob() async {
        let sample = SampleBlobs(sizes: [10])
        let scripted = Scripted { request, _ in
            [.head(request.url, 200)] + Array(repeating: .body(sample.contents.values.first ?? []), count: 100)
        }
        #expect(await scripted.fetch(sample.blobs, nil) == nil)
        #expect(scripted.delivered.map(\.bytes) == Array(sample.contents.values))
        #expect(scripted.transport.bytes == 10)
    }

    // MARK: - Answers that are none

    /// The answer to a range of 10 to 19 of a pack of 30 bytes, or to the whole, and the error.
    private typealias Answer = @Sendable (URL) -> [ScriptedTransport.Step]

    private static let refused: [(answer: Answer, code: DeliveryError.Code)] = [
        ({ [.head($0, 206)] }, .refused),
        ({ [.head($0, 206, range: "bytes 0-19/30")] }, .refused),
        ({ [.head($0, 206, range: "bytes 10-29/30")] }, .refused),
        ({ [.head($0, 206, range: "bytes 10-18/30")] }, .refused),
        ({ [.head($0, 206, range: "bytes 11-19/30")] }, .refused),
        ({ [.head($0, 206, range: "bytes 10-19/31")] }, .refused),
        ({ [.head($0, 206, range: "bytes 10-19/20")] }, .refused),
        ({ [.head($0, 206, range: "bytes 10-19")] }, .refused),
        ({ [.head($0, 206, range: "items 10-19/30")] }, .refused),
        ({ [.head($0, 206, length: 11, range: "bytes 10-19/30")] }, .tooLarge),
        ({ [.head($0, 206, length: 9, range: "bytes 10-19/30")] }, .unreachable),
        ({ [.head($0, 200, length: 31)] }, .tooLarge),
        ({ [.head($0, 200, length: 0)] }, .unreachable),
        ({ [.head($0, 416, range: "bytes */30")] }, .refused),
        ({ [.head($0, 416)] }, .refused),
        ({ [.head($0, 500)] }, .refused),
        ({ [.head($0, 302)] }, .refused),
        ({ [.head($0, 304)] }, .refused),
        ({ [.head($0, 302, location: "http://cdn.example/")] }, .notAllowed),
        ({ _ in [.fail(DeliveryError(.unreachable, "no network"))] }, .unreachable),
        ({ _ in [] }, .unreachable),
        ({ _ in [.body([1])] }, .refused),
    ]

    @Test func refusesAnswersThatAreNotToTheRequest() async {
        let sample = SampleBlobs(sizes: [10, 5, 5, 10])
        for (number, (answer, code)) in Self.refused.enumerated() {
            let scripted = Scripted { request, number in number == 0 ? answer(request.url) : [.head(request.url, 404)] }
            let error = await scripted.fetch([sample.blobs[1], sample.blobs[2]], sample.pack)
            // What the server says about the pack says nothing about the blobs in it.
            let isAboutTheFile = code == .refused || code == .tooLarge
            #expect(error?.code == (isAboutTheFile ? .missing : code), "\(number): \(String(describing: error))")
            // Whether another blob is asked for before the first error ends the fetch is a matter of time.
            let requests = scripted.transport.requests.map(\.range)
            #expect(isAboutTheFile ? requests.starts(with: [10..<20, nil]) : requests == [10..<20])
            #expect(scripted.delivered.isEmpty)
            #expect(scripted.partials.all.isEmpty)
        }
    }

    /// Each blob from its own file would be many requests to a server that has too many.
    @Test(arguments: [408, 429, 502, 503, 504])
    func aPackThatMayComeLaterIsNotDoneWithout(_ status: Int) async {
        let scripted = Scripted { request, number in
            Self.sample.mirror.answer(request, number == 0 ? .status(status) : nil)
        }
        let error = await scripted.fetch(Self.wanted, Self.sample.pack)
        #expect(error?.code == .refused && error?.mayPass == true)
        #expect(await scripted.fetch(Self.wanted, Self.sample.pack) == nil)
        expectAll(scripted.delivered)
        #expect(
            scripted.transport.requests.map(\.url.lastPathComponent) == [Self.sample.pack.path, Self.sample.pack.path]
        )
    }

    @Test func takesARangeOfAFileOfUnknownSize() async {
        let sample = SampleBlobs(sizes: [10, 5, 5, 10])
        let scripted = Scripted { request, _ in
            [.head(request.url, 206, length: 10, range: "bytes 10-19/*")]
                + [.body(Array((sample.mirror.files[sample.pack.path] ?? [])[10..<20]))]
        }
        #expect(await scripted.fetch([sample.blobs[1], sample.blobs[2]], sample.pack) == nil)
        #expect(scripted.delivered.count == 2)
    }

    /// A server that refuses a range once must not do so for ever: what was kept is dropped.
    ///
    /// An answer that may pass says nothing about what was kept.
    @Test func startsAnewAfterARefusedResumption() async {
        let sample = SampleBlobs(sizes: [30])
        for (status, isKept) in [(416, false), (400, false), (408, true), (429, true), (500, false), (503, true)] {
            let fault = Mirror.Fault.status(status)
            let scripted = Scripted { request, number in
                sample.mirror.answer(request, number == 0 ? .end(after: 3) : number == 1 ? fault : nil)
            }
            #expect(await scripted.fetch(sample.blobs, nil)?.code == .unreachable)
            #expect(scripted.partials.all.count == 1)
            #expect(await scripted.fetch(sample.blobs, nil)?.code == .refused)
            #expect(scripted.partials.all.isEmpty == !isKept, "\(status)")
            #expect(await scripted.fetch(sample.blobs, nil) == nil)
            #expect(scripted.delivered.map(\.bytes) == Array(sample.contents.values))
            #expect(scripted.partials.all.isEmpty)
        }
    }

    // MARK: - Missing files

    @Test func fetchesBlobsByTheirNamesIfThePackIsMissing() async {
        var mirror = Self.sample.mirror
        mirror.files[Self.sample.pack.path] = nil
        let answers = mirror
        let scripted = Scripted { request, _ in answers.answer(request) }
        #expect(await scripted.fetch(Self.wanted, Self.sample.pack) == nil)
        expectAll(scripted.delivered)
        #expect(scripted.transport.requests.count == 1 + Self.wanted.count)
    }

    /// A pack whose server has it cut short ends the first attempt like a lost connection; the next one knows better.
    @Test(arguments: [-1, -20, -44, 1, 3])
    func fetchesBlobsByTheirNamesIfThePackIsNotThatOfTheRelease(_ change: Int) async {
        var mirror = Self.sample.mirror
        let pack = mirror.files[Self.sample.pack.path] ?? []
        mirror.files[Self.sample.pack.path] = change < 0 ? pack.dropLast(-change) : pack + pack.prefix(change)
        let answers = mirror
        let scripted = Scripted { request, _ in answers.answer(request) }
        if change < 0 {
            #expect(await scripted.fetch(Self.wanted, Self.sample.pack)?.code == .unreachable)
        }
        let arrived = Set(scripted.delivered.map(\.name))
        #expect(await scripted.fetch(Self.wanted.filter { !arrived.contains($0.sha256) }, Self.sample.pack) == nil)
        expectAll(scripted.delivered)
        #expect(scripted.partials.all.isEmpty)
    }

    /// Such as a page about an error; it may be long enough for some of the blobs.
    @Test(arguments: [(1, 3), (20, 1), (44, 1)])
    func fetchesBlobsByTheirNamesIfAnotherFileIsInThePlaceOfThePack(_ length: Int, _ attempts: Int) async {
        var mirror = Self.sample.mirror
        mirror.files[Self.sample.pack.path] = Array(repeating: 0x3C, count: length)
        let answers = mirror
        let scripted = Scripted { request, _ in answers.answer(request) }
        for _ in 0..<attempts {
            let arrived = Set(scripted.delivered.map(\.name))
            if await scripted.fetch(Self.wanted.filter { !arrived.contains($0.sha256) }, Self.sample.pack) == nil {
                break
            }
        }
        expectAll(scripted.delivered)
    }

    @Test func namesTheBlobThatIsMissing() async {
        let sample = SampleBlobs(sizes: [5000, 5000, 5000, 5000, 5000])
        var mirror = sample.mirror
        mirror.files[sample.blobs[2].path] = nil
        let answers = mirror
        let scripted = Scripted { request, _ in answers.answer(request) }
        let error = await scripted.fetch([sample.blobs[0], sample.blobs[2], sample.blobs[4]], sample.pack)
        #expect(error?.code == .missing)
        #expect(error?.place == sample.blobs[2].path)
        #expect(scripted.delivered.map(\.name) == [sample.blobs[0].sha256])
    }

    // MARK: - Wrong bytes

    @Test(arguments: 0..<45)
    func fetchesABlobWithWrongBytesOnceByItsName(_ place: Int) async {
        let scripted = Scripted { request, number in
            Self.sample.mirror.answer(request, number == 0 ? .wrong(at: place) : nil)
        }
        #expect(await scripted.fetch(Self.wanted, Self.sample.pack) == nil)
        expectAll(scripted.delivered)
        let blob = Self.wanted.first { ($0.offset..<$0.offset + $0.size).contains(place) }
        #expect(scripted.transport.requests.map(\.url.lastPathComponent) == [Self.sample.pack.path, blob?.sha256])
        // The others did not wait for it.
        #expect(scripted.delivered.last?.name == blob?.sha256)
    }

    @Test func givesUpAfterTheSecondAttempt() async {
        let sample = SampleBlobs(sizes: [10, 10], piece: 3)
        let scripted = Scripted { request, _ in sample.mirror.answer(request, .wrong(at: 4)) }
        let error = await scripted.fetch(sample.blobs, sample.pack)
        #expect(error?.code == .mismatch)
        #expect(error?.place == sample.blobs[0].path)
        #expect(scripted.transport.requests.count == 2)
        #expect(scripted.delivered.map(\.name) == [sample.blobs[1].sha256])
    }

    @Test func triesALoneBlobWithWrongBytesOnce() async {
        let sample = SampleBlobs(sizes: [10])
        let scripted = Scripted { request, _ in sample.mirror.answer(request, .wrong(at: 0)) }
        #expect(await scripted.fetch(sample.blobs, nil)?.code == .mismatch)
        #expect(scripted.transport.requests.count == 1)
        #expect(scripted.partials.all.isEmpty)
    }

    @Test func dropsAWrongBeginningAndFetchesTheWhole() async {
        let sample = SampleBlobs(sizes: [10, 10], piece: 3)
        for pack in [sample.pack, nil] {
            for kept in 1...9 {
                let scripted = Scripted { request, _ in sample.mirror.answer(request) }
                scripted.partials.keep(Array(repeating: 0xEE, count: kept), of: sample.blobs[1].sha256)
                #expect(await scripted.fetch([sample.blobs[1]], pack) == nil)
                #expect(scripted.transport.requests.map(\.range) == [kept..<10, nil])
                #expect(scripted.delivered.map(\.bytes) == [sample.contents[sample.blobs[1].sha256]])
                #expect(scripted.partials.all.isEmpty)
            }
        }
    }

    @Test func dropsABeginningOfAllBytesOrMore() async {
        let sample = SampleBlobs(sizes: [10], piece: 3)
        for kept in [10, 11, 5000] {
            let scripted = Scripted { request, _ in sample.mirror.answer(request) }
            scripted.partials.keep(Array(repeating: 0xEE, count: kept), of: sample.blobs[0].sha256)
            #expect(await scripted.fetch(sample.blobs, nil) == nil)
            #expect(scripted.transport.requests.map(\.range) == [nil])
            #expect(scripted.partials.all.isEmpty)
        }
    }

    // MARK: - Streaming and cancellation

    @Test func handsBlobsOverWhileOthersAreStillFetched() async {
        let sample = SampleBlobs(sizes: [10, 10, 10], piece: 10)
        let delivered = Locked<[String]>([])
        let scripted = Scripted { request, _ in
            let steps = sample.mirror.answer(request)
            // The second blob is not sent before the first one was handed over, and so on.
            return steps.prefix(2)
                + (1...2).flatMap { count -> [ScriptedTransport.Step] in
                    [
                        .run {
                            while !Task.isCancelled, delivered.withLock({ $0.count }) < count { await Task.yield() }
                        },
                        steps[count + 1],
                    ]
                }
        }
        let error = await failure { () throws(DeliveryError) in
            try await scripted.downloads.blobs(sample.blobs, pack: sample.pack) { name, _ in
                delivered.withLock { $0.append(name) }
            }
        }
        #expect(error == nil)
        #expect(delivered.withLock { $0 } == sample.blobs.map(\.sha256))
    }

    @Test(arguments: 0...10)
    func cancellationAtAnyPieceLeavesWhatCanBeResumed(_ place: Int) async {
        let task = Locked<Task<DeliveryError?, Never>?>(nil)
        let scripted = Scripted { request, number in
            var steps = Self.sample.mirror.answer(request)
            guard number == 0 else { return steps }
            steps.insert(contentsOf: [.run { task.withLock { $0?.cancel() } }, .hang], at: min(place, steps.count))
            return steps
        }
        let gate = Locked(false)
        let fetch = Task {
            while !gate.withLock({ $0 }) { await Task.yield() }
            return await scripted.fetch(Self.wanted, Self.sample.pack)
        }
        task.withLock { $0 = fetch }
        gate.withLock { $0 = true }
        let error = await fetch.value
        // After the last byte, the blobs may have been handed over before the cancellation was noticed.
        #expect(error?.code == .cancelled || place == 10 && error == nil)
        #expect(scripted.transport.active == 0 || place == 10)
        #expect(scripted.fetches.count == 0 || place == 10)

        let names = Set(scripted.delivered.map(\.name))
        let left = Self.wanted.filter { !names.contains($0.sha256) }
        #expect(await scripted.fetch(left, Self.sample.pack) == nil)
        expectAll(scripted.delivered)
    }

    @Test func asksNothingInACancelledTask() async {
        let scripted = Scripted { request, _ in Self.sample.mirror.answer(request) }
        let fetch = Task {
            while !Task.isCancelled { await Task.yield() }
            return await scripted.fetch(Self.wanted, Self.sample.pack)
        }
        fetch.cancel()
        #expect(await fetch.value?.code == .cancelled)
        #expect(scripted.delivered.isEmpty)
        #expect(scripted.transport.active == 0)
        #expect(scripted.fetches.count == 0)
    }

    @Test func anErrorOfTheReceiverEndsTheRequest() async {
        let scripted = Scripted { request, _ in Self.sample.mirror.answer(request) + [.hang] }
        let error = await failure { () throws(DeliveryError) in
            try await scripted.downloads.blobs(Self.wanted, pack: Self.sample.pack) { _, _ throws(DeliveryError) in
                throw DeliveryError(.storeFull, "no space left")
            }
        }
        #expect(error?.code == .storeFull)
    }
}
