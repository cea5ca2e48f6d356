import Foundation

@testable import VirtualViewCore
@testable import VirtualViewDelivery
@testable import VirtualViewRelease

/// A server in memory with the files of a workshop, which counts requests, and may fail.
final class MemoryServer: TemplateTransport {
    struct State: Sendable {
        var files: [String: [UInt8]] = [:]
        var requests: [TransportRequest] = []
        /// The number of requests that still succeed; `nil` for all.
        ///
        /// Then each body ends early.
        var countdown: Int?
        var servedBytes = 0
    }

    static let address = URL(string: "https://cdn.example/shop/") ?? URL(fileURLWithPath: "/")

    let state = Locked(State())

    init(_ workshop: Workshop) {
        state.withLock { $0.files = workshop.files }
    }

    func serve(_ workshop: Workshop) {
        state.withLock { $0.files = workshop.files }
    }

    func fail(after countdown: Int?) {
        state.withLock { $0.countdown = countdown }
    }

    /// Takes the paths of the requests since the last call, with `@` and the range if there is one.
    func takePaths() -> [String] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests.map { request in
                let path = request.url.absoluteString.dropFirst(Self.address.absoluteString.count)
                return request.range.map { "\(path)@\($0)" } ?? String(path)
            }
        }
    }

    func fetch(
        _ request: TransportRequest,
        receive: @escaping @Sendable (TransportPart) throws(DeliveryError) -> Void
    ) async throws(DeliveryError) {
        let (file, isFailing) = state.withLock { state -> ([UInt8]?, Bool) in
            state.requests.append(request)
            if let countdown = state.countdown { state.countdown = countdown - 1 }
            let path = String(request.url.absoluteString.dropFirst(Self.address.absoluteString.count))
            return (state.files[path], state.countdown.map { $0 < 0 } ?? false)
        }
        guard let file else {
            try receive(.head(TransportHead(url: request.url, status: 404)))
            return
        }
        let range = request.range.map { $0.clamped(to: 0..<file.count) }
        let body = range.map { Array(file[$0]) } ?? file
        try receive(
            .head(
                TransportHead(
                    url: request.url,
                    status: range == nil ? 200 : 206,
                    contentLength: body.count,
                    contentRange: range.map { "bytes \($0.lowerBound)-\($0.upperBound - 1)/\(file.count)" }
                )
            )
        )
        // Not at the end of a blob, so that the beginning of one is left.
        let sent = isFailing ? Array(body.dropLast(10)) : body
        state.withLock { $0.servedBytes += sent.count }
        for start in stride(from: 0, to: sent.count, by: 100) {
            try receive(.body(Array(sent[start..<min(start + 100, sent.count)])))
        }
        if isFailing { throw DeliveryError(.unreachable, "the connection ended early") }
    }
}
