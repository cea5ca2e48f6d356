import Foundation
import VirtualViewCore
import VirtualViewFormat

/// A transport whose answers are checked, whoever wrote it.
///
/// Addresses, redirects, statuses, ranges, sizes and speed are looked at here and in ``Answer``; hashes are the caller's.
struct CheckedTransport: Sendable {
    /// The largest number of redirects of one fetch.
    private static let redirects = 5

    /// Moves the bytes.
    let transport: any TemplateTransport
    /// The addresses that may be asked.
    let addresses: AllowedAddresses
    /// Gives the seconds by which the speed is measured.
    let clock: any Clock<Duration>

    /// Fetches a file or a part of it.
    ///
    /// - Parameters:
    ///   - request: What is wanted.
    ///   - url: The first address.
    ///   - receive: Takes the wanted bytes in their order, from any thread, one call after the other.
    /// - Returns: Whether the server sent the file from its beginning, whatever part was asked for.
    /// - Throws: ``DeliveryError`` unless all wanted bytes arrived; some of them may have.
    @discardableResult func fetch(
        _ request: FileRequest,
        from url: URL,
        receive: @escaping @Sendable (Answer.Piece) -> Void
    ) async throws(DeliveryError) -> Bool {
        let speed = SpeedWatch()
        let result = await withTaskGroup(of: Result<Bool, DeliveryError>.self) { group in
            group.addTask { await follow(request, from: url, speed, receive) }
            group.addTask { .failure(await speed.watch(clock)) }
            let first = await group.next() ?? .failure(.cancelledFetch)
            group.cancelAll()
            // The watch never succeeds; the fetch may have done so in the moment in which it was given up.
            if let second = await group.next(), case .success = second { return second }
            return first
        }
        return try result.get()
    }

    private func follow(
        _ request: FileRequest,
        from url: URL,
        _ speed: SpeedWatch,
        _ receive: @escaping @Sendable (Answer.Piece) -> Void
    ) async -> Result<Bool, DeliveryError> {
        do throws(DeliveryError) {
            var address = url
            for _ in 0...Self.redirects {
                try addresses.check(address)
                switch try await ask(address, request, speed, receive) {
                case .complete(let isWhole): return .success(isWhole)
                case .redirect(let location):
                    guard let next = URL(string: location, relativeTo: address)?.absoluteURL else {
                        throw DeliveryError(.refused, "the server leads to \(VisibleText.quoted(location))")
                    }
                    address = next
                }
            }
            throw DeliveryError(.refused, "there are more than \(Self.redirects) redirects")
        } catch {
            return .failure(error)
        }
    }

    /// Asks one address.
    private func ask(
        _ address: URL,
        _ request: FileRequest,
        _ speed: SpeedWatch,
        _ receive: @escaping @Sendable (Answer.Piece) -> Void
    ) async throws(DeliveryError) -> Answer.Outcome {
        guard !Task.isCancelled else { throw .cancelledFetch }
        let answer = Locked(Answer(to: request))
        let addresses = addresses
        var failure: DeliveryError?
        do {
            try await transport.fetch(TransportRequest(url: address, range: request.range)) {
                part throws(DeliveryError) in
                switch part {
                case .head(let head):
                    if head.url != address { try addresses.check(head.url) }
                    try answer.withLock { answer throws(DeliveryError) in try answer.take(head) }
                case .body(let bytes):
                    speed.count(bytes.count)
                    let piece = try answer.withLock { answer throws(DeliveryError) in try answer.take(bytes) }
                    if let piece { receive(piece) }
                }
            }
        } catch {
            // Another client may have put a text of the server into its message.
            failure = DeliveryError(error.code, VisibleText.line(error.message), at: error.place, cause: error.cause)
        }
        return try answer.withLock { answer throws(DeliveryError) in try answer.close(failure) }
    }
}
