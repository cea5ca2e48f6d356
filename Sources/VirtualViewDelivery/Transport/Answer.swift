import VirtualViewFormat

/// What is wanted of one file.
struct FileRequest: Sendable {
    /// What is known of a file's size.
    enum Size: Sendable {
        /// A signed file says it.
        case exactly(Int)
        /// There is a limit.
        case atMost(Int)

        /// The size from which on the file is too large.
        var limit: Int {
            switch self {
            case .exactly(let size), .atMost(let size): size
            }
        }
    }

    /// The size of the whole file in bytes.
    let size: Size
    /// The positions of the wanted bytes; `nil` for all.
    let range: Range<Int>?

    /// The position of the first wanted byte.
    var start: Int { range?.lowerBound ?? 0 }
    /// The position behind the last byte that is kept.
    var end: Int { range?.upperBound ?? size.limit }
}

/// The check of one answer, part by part, as it comes.
///
/// It keeps no bytes. What it lets through are bytes of the wanted range, in their order, and never more of them.
struct Answer: Sendable {
    /// Bytes of the wanted range.
    struct Piece: Sendable {
        /// The position of the first byte in the file.
        let position: Int
        let bytes: [UInt8]
    }

    /// What came of an answer.
    enum Outcome: Sendable {
        /// All wanted bytes were let through: of the whole file, perhaps, though a part was asked for.
        case complete(isWhole: Bool)
        /// The file is elsewhere: at this reference, as the server wrote it.
        case redirect(String)
    }

    private enum Stage {
        case waiting
        /// The number of bytes of the body, which nobody needs.
        case redirecting(to: String, ignored: Int)
        /// The position of the next byte in the file, and the one at which the body ends if the server says it.
        case body(position: Int, announcedEnd: Int?)
        case closed
    }

    /// The largest body of a redirect that is read and thrown away, so that its connection can be used again.
    private static let ignoredLimit = 16 << 10

    private let request: FileRequest
    private var stage = Stage.waiting
    private var isWhole = false
    private var failure: DeliveryError?

    /// Waits for the answer to a request.
    init(to request: FileRequest) {
        self.request = request
    }
}

// MARK: - Taking parts

extension Answer {
    /// Takes the head.
    ///
    /// - Throws: ``DeliveryError`` if this is no answer to the request, or one that is too large.
    mutating func take(_ head: TransportHead) throws(DeliveryError) {
        do throws(DeliveryError) {
            guard case .waiting = stage else { throw DeliveryError(.refused, "the answer has a second head") }
            stage = try begin(head)
        } catch {
            failure = failure ?? error
            throw error
        }
    }

    /// Takes bytes of the body.
    ///
    /// - Returns: Those that are wanted, or `nil` if there are none among them.
    /// - Throws: ``DeliveryError`` if there are more than there may be, or no more are needed.
    mutating func take(_ bytes: [UInt8]) throws(DeliveryError) -> Piece? {
        do {
            return try advance(bytes)
        } catch {
            failure = failure ?? error
            throw error
        }
    }

    private mutating func begin(_ head: TransportHead) throws(DeliveryError) -> Stage {
        switch head.status {
        case 200:
            isWhole = true
            return try body(head, from: 0, limit: request.size.limit)
        case 206:
            guard let range = request.range else {
                throw DeliveryError(.refused, "the server answers with a part of the file; the whole was asked for")
            }
            try check(head.contentRange, is: range)
            return try body(head, from: range.lowerBound, limit: range.count)
        case 301, 302, 303, 307, 308:
            guard let location = head.location else {
                throw DeliveryError(.refused, "the server answered \(head.status) without saying where the file is")
            }
            return .redirecting(to: location, ignored: 0)
        case 404, 410:
            throw DeliveryError(.missing, "the server has no such file (\(head.status))")
        case 408, 429, 500...599:
            var error = DeliveryError(.refused, "the server answered \(head.status); this may pass")
            // A server may answer each request for a part so with 500, but not with these.
            error.mayPass = [408, 429, 502, 503, 504].contains(head.status)
            throw error
        default:
            throw DeliveryError(.refused, "the server answered \(head.status)")
        }
    }

    private func body(_ head: TransportHead, from start: Int, limit: Int) throws(DeliveryError) -> Stage {
        guard let length = head.contentLength, length >= 0 else { return .body(position: start, announcedEnd: nil) }
        guard length <= limit else {
            throw DeliveryError(.tooLarge, "the server announces \(length) bytes, the limit is \(limit)")
        }
        return .body(position: start, announcedEnd: start + length)
    }

    private func check(_ header: String?, is range: Range<Int>) throws(DeliveryError) {
        guard let header, let given = ContentRange(header), given.range == range else {
            throw DeliveryError(
                .refused,
                "the server answers with the range \(VisibleText.quoted(header ?? "")), "
                    + "'bytes \(range.lowerBound)-\(range.upperBound - 1)' was asked for"
            )
        }
        if case .exactly(let size) = request.size, let given = given.size, given != size {
            throw DeliveryError(.refused, "the server's file has \(given) bytes, not \(size)")
        }
    }

    private mutating func advance(_ bytes: [UInt8]) throws(DeliveryError) -> Piece? {
        switch stage {
        case .waiting:
            throw DeliveryError(.refused, "the answer has no head")
        case .closed:
            throw .cancelledFetch
        case .redirecting(let location, let ignored):
            guard bytes.count <= Self.ignoredLimit - ignored else {
                throw DeliveryError(.refused, "the body of a redirect is not needed")
            }
            stage = .redirecting(to: location, ignored: ignored + bytes.count)
            return nil
        case .body(let position, let announcedEnd):
            let room = request.end - position
            if bytes.count > room {
                if case .atMost(let limit) = request.size {
                    throw DeliveryError(.tooLarge, "the server sends more than \(limit) bytes")
                }
                // The last wanted bytes are let through; the next piece, if there is one, ends the request.
                guard room > 0 else { throw DeliveryError(.tooLarge, "the server sends more than is wanted") }
            }
            let end = position + min(bytes.count, room)
            stage = .body(position: end, announcedEnd: announcedEnd)
            let start = max(position, request.start)
            guard start < end else { return nil }
            if start == position, bytes.count == end - position { return Piece(position: start, bytes: bytes) }
            return Piece(position: start, bytes: Array(bytes[start - position..<end - position]))
        }
    }
}

// MARK: - Ending

extension Answer {
    /// Ends the answer; nothing is let through afterwards.
    ///
    /// - Parameter error: The transport's error, if it had one. It does not matter once all wanted bytes are there.
    /// - Returns: What came of the answer.
    /// - Throws: ``DeliveryError`` if not all wanted bytes were let through: why the first refused part was refused, or
    ///   the transport's error, or that the body ended early.
    mutating func close(_ error: DeliveryError?) throws(DeliveryError) -> Outcome {
        defer { stage = .closed }
        if case .redirecting(let location, _) = stage { return .redirect(location) }
        if isComplete(endedWell: error == nil) { return .complete(isWhole: isWhole) }
        throw failure ?? error ?? DeliveryError(.unreachable, "the answer ended early\(progress)")
    }

    private func isComplete(endedWell: Bool) -> Bool {
        guard case .body(let position, let announcedEnd) = stage else { return false }
        if case .exactly = request.size { return position >= request.end }
        guard failure == nil else { return false }
        return announcedEnd.map { position >= $0 } ?? endedWell
    }

    private var progress: String {
        guard case .body(let position, let announcedEnd) = stage else { return "" }
        switch request.size {
        case .exactly: return ", at byte \(position) of \(request.end)"
        case .atMost: return announcedEnd.map { ", at byte \(position) of \($0)" } ?? ""
        }
    }
}
