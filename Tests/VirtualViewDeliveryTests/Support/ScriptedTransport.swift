import Foundation
import VirtualViewCore
import VirtualViewFormat

@testable import VirtualViewDelivery

/// A transport whose answers a test writes.
final class ScriptedTransport: TemplateTransport {
    /// What happens next in an answer.
    enum Step: Sendable {
        /// A part is received.
        case part(TransportPart)
        /// Other code runs.
        case run(@Sendable () async -> Void)
        /// Nothing happens until the task is cancelled.
        case hang
        /// The transport fails.
        case fail(DeliveryError)

        static func head(
            _ url: URL,
            _ status: Int,
            length: Int? = nil,
            range: String? = nil,
            location: String? = nil
        ) -> Step {
            .part(
                .head(
                    TransportHead(
                        url: url,
                        status: status,
                        contentLength: length,
                        contentRange: range,
                        location: location
                    )
                )
            )
        }

        static func body(_ bytes: [UInt8]) -> Step {
            .part(.body(bytes))
        }
    }

    /// The requests and bytes so far.
    struct Record: Sendable {
        var requests: [TransportRequest] = []
        /// The bytes of bodies that were received without an error.
        var bytes = 0
        /// The number of requests that are being answered.
        var active = 0
        var mostActive = 0
    }

    private let record = Locked(Record())
    private let answer: @Sendable (TransportRequest, Int) -> [Step]

    /// Takes what makes the steps of an answer, from a request and the number of those before it.
    init(_ answer: @escaping @Sendable (TransportRequest, Int) -> [Step]) {
        self.answer = answer
    }

    var requests: [TransportRequest] { record.withLock { $0.requests } }
    var bytes: Int { record.withLock { $0.bytes } }
    var active: Int { record.withLock { $0.active } }
    var mostActive: Int { record.withLock { $0.mostActive } }

    func fetch(
        _ request: TransportRequest,
        receive: @escaping @Sendable (TransportPart) throws(DeliveryError) -> Void
    ) async throws(DeliveryError) {
        let number = record.withLock { record in
            record.requests.append(request)
            record.active += 1
            record.mostActive = max(record.mostActive, record.active)
            return record.requests.count - 1
        }
        defer { record.withLock { $0.active -= 1 } }
        for step in answer(request, number) {
            guard !Task.isCancelled else { throw DeliveryError(.cancelled, "cancelled") }
            switch step {
            case .part(let part):
                let count = if case .body(let bytes) = part { bytes.count } else { 0 }
                // Whoever waits for the last bytes goes on while this still receives them.
                record.withLock { $0.bytes += count }
                do throws(DeliveryError) {
                    try receive(part)
                } catch {
                    record.withLock { $0.bytes -= count }
                    throw error
                }
            case .run(let code): await code()
            case .hang: try? await Task.sleep(for: .seconds(3600))
            case .fail(let error): throw error
            }
        }
        guard !Task.isCancelled else { throw DeliveryError(.cancelled, "cancelled") }
    }
}

/// A server in memory, and what can go wrong with it.
struct Mirror: Sendable {
    /// What goes wrong with one answer.
    enum Fault: Sendable {
        /// The body ends after some bytes.
        case end(after: Int)
        /// Another status comes, without a body.
        case status(Int)
        /// The whole file comes, whatever range was asked for.
        case whole
        /// The byte at this place of the body is another one.
        case wrong(at: Int)
    }

    static let base = address("https://cdn.example/app")

    /// The bytes of the files by their paths.
    var files: [String: [UInt8]]
    /// The number of bytes of a piece.
    var piece = 7

    /// Returns the steps of an answer.
    func answer(_ request: TransportRequest, _ fault: Fault? = nil) -> [ScriptedTransport.Step] {
        let path = String(request.url.path.dropFirst(Self.base.path.count + 1))
        guard let file = files[path] else { return [.head(request.url, 404)] }
        if case .status(let status) = fault { return [.head(request.url, status)] }
        var range = request.range
        if case .whole = fault { range = nil }
        guard (range?.upperBound ?? 0) <= file.count else { return [.head(request.url, 416)] }
        var body = Array(range.map { file[$0] } ?? file[...])
        let head = ScriptedTransport.Step.head(
            request.url,
            range == nil ? 200 : 206,
            length: body.count,
            range: range.map { "bytes \($0.lowerBound)-\($0.upperBound - 1)/\(file.count)" }
        )
        switch fault {
        case .end(let count): body = Array(body.prefix(count))
        case .wrong(let place) where body.indices.contains(place): body[place] ^= 0x55
        default: break
        }
        return [head]
            + stride(from: 0, to: body.count, by: piece).map { .body(Array(body[$0..<min($0 + piece, body.count)])) }
    }
}

/// Blobs in a pack, with the mirror that has them.
struct SampleBlobs: Sendable {
    let blobs: [ReleaseFile.Blob]
    let contents: [String: [UInt8]]
    let pack: ReleaseFile.Pack
    let mirror: Mirror

    /// Makes blobs of these contents one after the other.
    init(_ contents: [[UInt8]], piece: Int = 7) {
        var blobs: [ReleaseFile.Blob] = []
        var files: [String: [UInt8]] = [:]
        var bytes: [UInt8] = []
        for content in contents {
            let name = ContentHash.of(content)
            blobs.append(ReleaseFile.Blob(sha256: name, size: content.count, offset: bytes.count))
            files["blobs/\(name)"] = content
            bytes += content
        }
        pack = ReleaseFile.Pack(sha256: ContentHash.of(bytes), size: bytes.count)
        files[pack.path] = bytes
        self.blobs = blobs
        self.contents = Dictionary(zip(blobs.map(\.sha256), contents)) { first, _ in first }
        mirror = Mirror(files: files, piece: piece)
    }

    /// Makes blobs of these sizes, each with other bytes.
    init(sizes: [Int], piece: Int = 7) {
        self.init(
            sizes.enumerated().map { number, size in (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) } },
            piece: piece
        )
    }
}

extension PartialFiles {
    /// Beginnings of blobs in memory.
    static func inMemory() -> PartialFiles {
        PartialFiles(files: ModelFiles(on: ModelDisk()))
    }

    var all: [String: [UInt8]] {
        let names = (try? files.names(in: StoreFolder.partialFolder)) ?? []
        return Dictionary(uniqueKeysWithValues: names.map { ($0, partial(of: $0)) })
    }
}

/// Downloads with a scripted transport, and what they delivered.
struct Scripted: Sendable {
    let transport: ScriptedTransport
    let partials: PartialFiles
    let fetches = SharedFetches()
    let downloads: Downloads
    private let received = Locked<[(String, [UInt8])]>([])

    /// Makes downloads whose clock stands still unless it is moved: a test that has to wait for others is not a slow server.
    init(
        partials: PartialFiles = .inMemory(),
        clock: any Clock<Duration> = ManualClock(),
        hosts: [String] = ["cdn.example"],
        base: URL = Mirror.base,
        _ answer: @escaping @Sendable (TransportRequest, Int) -> [ScriptedTransport.Step]
    ) {
        transport = ScriptedTransport(answer)
        self.partials = partials
        downloads = Downloads(
            from: base,
            through: transport,
            allowing: AllowedAddresses(hosts: hosts),
            partials: partials,
            fetches: fetches,
            clock: clock
        )
    }

    /// The blobs that were handed over, in their order.
    var delivered: [(name: String, bytes: [UInt8])] { received.withLock { $0 } }

    /// Waits for the end of all fetches, which comes a moment after what they tell of themselves.
    func waitForEnd() async {
        while fetches.count > 0 { await Task.yield() }
    }

    /// Fetches blobs, and returns the error if there is one.
    func fetch(_ wanted: [ReleaseFile.Blob], _ pack: ReleaseFile.Pack?) async -> DeliveryError? {
        do throws(DeliveryError) {
            try await downloads.blobs(wanted, pack: pack) { name, bytes in
                received.withLock { $0.append((name, bytes)) }
            }
            return nil
        } catch {
            return error
        }
    }
}

/// An address that a test has written.
func address(_ text: String) -> URL {
    URL(string: text) ?? URL(fileURLWithPath: text)
}

/// The error of some code.
func failure(of code: () async throws(DeliveryError) -> Void) async -> DeliveryError? {
    do {
        try await code()
        return nil
    } catch {
        return error
    }
}
