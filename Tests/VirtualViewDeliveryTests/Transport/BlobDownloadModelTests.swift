import Foundation
import Testing
import VirtualViewCore
import VirtualViewDelivery
import VirtualViewTestSupport

/// Random packs, wishes and faults, against a model that counts requests the slow way.
@Suite(.timeLimit(.minutes(10))) struct BlobDownloadModelTests {
    /// The number of runs of wanted bytes in the pack, of which those with small gaps between them are one.
    private static func runs(_ wanted: [ReleaseFile.Blob], _ kept: [String: [UInt8]], _ pack: ReleaseFile.Pack) -> Int {
        var isWanted = [Bool](repeating: false, count: pack.size)
        for blob in wanted {
            let first = blob.offset + (kept[blob.sha256]?.count ?? 0)
            for place in first..<max(first, blob.offset + blob.size) { isWanted[place] = true }
        }
        var runs = 0
        var gap = Int.max
        for place in isWanted {
            if !place {
                gap = gap == .max ? .max : gap + 1
            } else {
                if gap > 4096 { runs += 1 }
                gap = 0
            }
        }
        return runs
    }

    private static func fault(_ generator: inout SeededGenerator, _ size: Int) -> Mirror.Fault? {
        let place = Int.random(in: 0...max(1, size), using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1, 2: return .end(after: place)
        case 3: return .wrong(at: place)
        case 4: return .whole
        case 5: return .status([404, 410, 416, 500, 503, 302].randomElement(using: &generator) ?? 500)
        default: return nil
        }
    }

    @Test func retriesDeliverEachWantedBlobOnceAndRight() async {
        let seed = RandomTests.seed
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<RandomTests.count(60) {
            let count = Int.random(in: 1...20, using: &generator)
            let sizes = (0..<count).map { _ in
                Int.random(in: 0..<4, using: &generator) == 0
                    ? Int.random(in: 4000...9000, using: &generator) : Int.random(in: 0...300, using: &generator)
            }
            // Two blobs of no bytes would be one.
            let sample = SampleBlobs(
                sizes.enumerated().map { number, size in
                    let own = [UInt8(number)]
                    return own + (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
                },
                piece: Int.random(in: 1...2000, using: &generator)
            )
            await check(sample, &generator, seed)
        }
    }

    private func check(_ sample: SampleBlobs, _ generator: inout SeededGenerator, _ seed: UInt64) async {
        let all = sample.blobs.filter { _ in Int.random(in: 0..<3, using: &generator) > 0 }.shuffled(using: &generator)
        let pack = Int.random(in: 0..<8, using: &generator) == 0 ? nil : sample.pack
        let partials = PartialFiles.inMemory()
        var delivered: [String: [UInt8]] = [:]
        for attempt in 0..<8 {
            let wanted = all.filter { delivered[$0.sha256] == nil }
            let faults: [Mirror.Fault?] = (0..<100).map { _ in
                // The last attempt has to succeed.
                attempt == 7 ? nil : Self.fault(&generator, sample.pack.size)
            }
            let kept = partials.all
            let isWithoutPack = Locked(false)
            let wrong = Locked(0)
            let scripted = Scripted(partials: partials) { request, number in
                let fault = faults[number % faults.count]
                let isPack = request.url.lastPathComponent == sample.pack.path
                if case .wrong = fault { wrong.withLock { $0 += 1 } }
                switch fault {
                case .status where isPack, .whole where isPack && request.range != nil:
                    isWithoutPack.withLock { $0 = true }
                default: break
                }
                return sample.mirror.answer(request, fault)
            }
            let error = await scripted.fetch(wanted, pack)
            for (name, bytes) in scripted.delivered {
                #expect(delivered[name] == nil && sample.contents[name] == bytes, "VV_SEED=\(seed)")
                delivered[name] = bytes
            }
            // No more requests than runs, and one for each wrong blob; by names if there is no pack.
            let runs = pack.map { Self.runs(wanted, kept, $0) } ?? wanted.count
            let byName = isWithoutPack.withLock { $0 } ? wanted.count : 0
            let poisoned = kept.count { name, bytes in
                sample.contents[name].map { Array($0.prefix(bytes.count)) != bytes } ?? true
            }
            let bound = runs + byName + wrong.withLock { $0 } + poisoned
            #expect(scripted.transport.requests.count <= bound, "VV_SEED=\(seed)")
            if attempt == 7 { #expect(error == nil, "VV_SEED=\(seed)") }
            if attempt == 7 || error == nil && wrong.withLock({ $0 }) + byName + poisoned == 0 {
                #expect(error != nil || poisoned > 0 || scripted.transport.requests.count == runs, "VV_SEED=\(seed)")
            }
            #expect(scripted.transport.mostActive <= 1)
            if error == nil { break }
        }
        #expect(Set(delivered.keys) == Set(all.map(\.sha256)), "VV_SEED=\(seed)")
        #expect(partials.all.isEmpty, "VV_SEED=\(seed)")
    }
}
