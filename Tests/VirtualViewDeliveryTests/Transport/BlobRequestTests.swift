import Foundation
import Testing
import VirtualViewDelivery

/// The requests that are sent for blobs, when nothing goes wrong.
@Suite(.timeLimit(.minutes(10))) struct BlobRequestTests {
    /// Blobs of 5000 bytes are too large to be fetched only because they stand between others.
    private static let large = SampleBlobs(sizes: Array(repeating: 5000, count: 8), piece: 700)
    private static let small = SampleBlobs(sizes: Array(repeating: 1000, count: 10), piece: 700)

    /// Fetches blobs by their numbers, and returns the requests as text: `pack`, `pack 0-99`, `3`, `3 0-99`.
    private func requests(
        _ sample: SampleBlobs,
        _ numbers: [Int],
        kept: [Int: Int] = [:],
        hasPack: Bool = true
    ) async -> [String] {
        let scripted = Scripted { request, _ in sample.mirror.answer(request) }
        for (number, count) in kept {
            let name = sample.blobs[number].sha256
            scripted.partials.keep(Array((sample.contents[name] ?? []).prefix(count)), of: name)
        }
        let error = await scripted.fetch(numbers.map { sample.blobs[$0] }, hasPack ? sample.pack : nil)
        #expect(error == nil)
        #expect(Set(scripted.delivered.map(\.name)) == Set(numbers.map { sample.blobs[$0].sha256 }))
        #expect(scripted.delivered.count == Set(numbers).count)
        #expect(scripted.delivered.allSatisfy { sample.contents[$0.name] == $0.bytes })
        #expect(scripted.partials.all.isEmpty)
        return scripted.transport.requests.map { request in
            let name = request.url.lastPathComponent
            let number = sample.blobs.firstIndex { $0.sha256 == name }
            let range = request.range.map { " \($0.lowerBound)-\($0.upperBound - 1)" } ?? ""
            return (number.map { "\($0)" } ?? "pack") + range
        }
    }

    @Test func fetchesAllFromThePackInOneRequest() async {
        #expect(await requests(Self.large, Array(0..<8)) == ["pack"])
        #expect(await requests(Self.small, Array(0..<10)) == ["pack"])
        // The order and the number of times in which they are wanted do not matter.
        #expect(await requests(Self.small, [3, 9, 0, 1, 1, 2, 4, 8, 7, 6, 5, 9]) == ["pack"])
        #expect(await requests(SampleBlobs(sizes: [0, 5, 0, 5, 0]), Array(0..<5).filter { $0 % 2 == 1 }) == ["pack"])
    }

    @Test func fetchesALoneBlobByItsName() async {
        #expect(await requests(Self.large, [3]) == ["3"])
        #expect(await requests(Self.large, [0, 2, 7]) == ["0", "2", "7"])
        #expect(await requests(SampleBlobs(sizes: [40]), [0]) == ["0"])
    }

    @Test func fetchesNeighboursInOneRange() async {
        #expect(await requests(Self.large, [2, 3]) == ["pack 10000-19999"])
        #expect(await requests(Self.large, [7, 0, 1, 5, 4]) == ["pack 0-9999", "pack 20000-29999", "7"])
    }

    @Test func fetchesWhatStandsInASmallGap() async {
        // Four unwanted blobs of 1000 bytes are no more than 4096 bytes, five are.
        #expect(await requests(Self.small, [0, 5]) == ["pack 0-5999"])
        #expect(await requests(Self.small, [0, 6]) == ["0", "6"])
        #expect(await requests(Self.small, [0, 4, 9]) == ["pack"])
        #expect(await requests(Self.small, [1, 5, 9]) == ["pack 1000-9999"])
        #expect(await requests(SampleBlobs(sizes: [9, 4_096, 9, 9], piece: 700), [0, 2]) == ["pack 0-4113"])
        #expect(await requests(SampleBlobs(sizes: [9, 4_097, 9, 9], piece: 700), [0, 2]) == ["0", "2"])
    }

    @Test func fetchesOnlyWhatIsMissingOfABlob() async {
        #expect(await requests(Self.large, [3], kept: [3: 1234]) == ["3 1234-4999"])
        #expect(await requests(Self.large, [2, 3], kept: [2: 1]) == ["pack 10001-19999"])
        #expect(await requests(Self.large, [2, 3], kept: [3: 1000]) == ["pack 10000-19999"])
        #expect(await requests(Self.large, [2, 3], kept: [3: 4999]) == ["2", "3 4999-4999"])
        #expect(await requests(Self.large, Array(0..<8), kept: [0: 4000]) == ["pack 4000-39999"])
    }

    @Test func fetchesNothingThatIsThere() async {
        #expect(await requests(Self.large, [3], kept: [3: 5000]) == [])
        #expect(await requests(Self.large, [2, 3], kept: [3: 5000]) == ["2"])
        #expect(await requests(Self.large, []) == [])
        #expect(await requests(SampleBlobs(sizes: [3, 0, 3]), [1]) == [])
    }

    @Test func fetchesEachByItsNameWithoutAPack() async {
        #expect(await requests(Self.large, [1, 2, 5], hasPack: false).sorted() == ["1", "2", "5"])
    }

    @Test func refusesBlobsThatNoReleaseCanHave() async {
        let name = Self.small.blobs[0].sha256
        let blobs = [
            ReleaseFile.Blob(sha256: "", size: 1, offset: 0),
            ReleaseFile.Blob(sha256: "../../latest.json", size: 1, offset: 0),
            ReleaseFile.Blob(sha256: name.uppercased(), size: 1, offset: 0),
            ReleaseFile.Blob(sha256: String(name.dropLast()), size: 1, offset: 0),
            ReleaseFile.Blob(sha256: name + "00", size: 1, offset: 0),
            ReleaseFile.Blob(sha256: name, size: -1, offset: 0),
            ReleaseFile.Blob(sha256: name, size: 1, offset: -1),
            ReleaseFile.Blob(sha256: name, size: 10_001, offset: 0),
            ReleaseFile.Blob(sha256: name, size: 1, offset: 10_000),
            ReleaseFile.Blob(sha256: name, size: .max, offset: 1),
            ReleaseFile.Blob(sha256: name, size: 1, offset: .max),
        ]
        for blob in blobs {
            let scripted = Scripted { request, _ in Self.small.mirror.answer(request) }
            #expect(await scripted.fetch([Self.small.blobs[1], blob], Self.small.pack)?.code == .malformed)
            #expect(scripted.transport.requests.isEmpty)
        }
    }

    @Test func reportsAnEmptyBlobWithAnotherName() async {
        let scripted = Scripted { _, _ in [] }
        let blob = ReleaseFile.Blob(sha256: Self.small.blobs[0].sha256, size: 0, offset: 0)
        #expect(await scripted.fetch([blob], nil)?.code == .mismatch)
        #expect(scripted.transport.requests.isEmpty)
    }

    /// Places that overlap or that are wrong cost requests; the names decide what is right.
    @Test func survivesBlobsThatOverlapInThePack() async {
        let sample = SampleBlobs(sizes: [10, 20, 30])
        let moved = sample.blobs.map {
            ReleaseFile.Blob(sha256: $0.sha256, size: $0.size, offset: max(0, $0.offset - 5))
        }
        let scripted = Scripted { request, _ in sample.mirror.answer(request) }
        #expect(await scripted.fetch(moved, sample.pack) == nil)
        #expect(scripted.delivered.count == 3)
        #expect(scripted.delivered.allSatisfy { sample.contents[$0.name] == $0.bytes })
        #expect(scripted.transport.requests.count == 3)
    }
}
