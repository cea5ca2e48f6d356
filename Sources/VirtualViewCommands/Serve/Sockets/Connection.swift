/// A connection with its stage and deadline.
struct Connection {
    /// The stage of a connection.
    enum Stage: Equatable {
        /// A request is to come.
        case reading
        /// An answer is being made: the one of this key.
        case waiting(key: String)
        /// An answer is being sent.
        case writing
        /// Events are sent as they come; those of one topic, or all.
        case streaming(topic: String?)
        /// The answer is sent; what the client still sends is thrown away, for it would not get the answer otherwise.
        case lingering
    }

    let socket: Socket
    var parser: HTTPRequestParser
    var stage = Stage.reading
    /// The time at which the connection is closed, whatever its stage is.
    var deadline: MonotonicTime
    /// The number of requests that have been answered.
    var requestCount = 0
    /// Whether further requests are read after this answer.
    var keepsConnection = false
    /// Whether the request is for the head of the answer alone.
    var isHead = false
    /// The bytes that are still to be sent; each piece shares its storage with its maker.
    var output = OutputQueue()

    init(_ socket: Socket, limits: ServerLimits) {
        self.socket = socket
        parser = HTTPRequestParser(limits: limits.request)
        deadline = .now + limits.requestTime
    }
}

extension Connection {
    /// How soon a connection makes room for a new one, smallest first; `nil` for one that has a claim on its place, because
    /// it waits for an answer or for events.
    var precedence: (Int, MonotonicTime)? {
        switch stage {
        // It has its answer.
        case .lingering: (0, deadline)
        // It is idle, or its request is slow: one that means it is read in a moment.
        case .reading: (1, deadline)
        case .writing: (2, deadline)
        case .waiting, .streaming: nil
        }
    }
}

/// Bytes on their way, in order.
struct OutputQueue {
    private var pieces: [ArraySlice<UInt8>] = []
    /// The number of bytes.
    private(set) var count = 0

    var isEmpty: Bool { pieces.isEmpty }

    mutating func append(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        pieces.append(bytes[...])
        count += bytes.count
    }

    /// Sends as much as goes.
    ///
    /// - Returns: Whether the connection still exists.
    mutating func flush(to socket: Socket) -> Bool {
        while let piece = pieces.first {
            switch socket.send(piece) {
            case .moved(let moved):
                count -= moved
                if moved == piece.count { pieces.removeFirst() } else { pieces[0] = piece.dropFirst(moved) }
            case .wouldBlock: return true
            case .ended: return false
            }
        }
        return true
    }
}

/// The limits of a server.
package struct ServerLimits: Hashable, Sendable {
    /// The limits of a request's size.
    package var request = HTTPLimits()
    /// The maximum number of connections; a further one replaces the one that has been idle or slow for
    /// longest.
    package var connections = 256
    /// The maximum number of connections that wait for an answer that is being made.
    package var waiting = 64
    /// The maximum number of answers that are made at a time.
    package var workers = 8
    /// The maximum number of connections that wait for events.
    package var streams = 64
    /// The maximum number of requests on one connection.
    package var requestsPerConnection = 100
    /// The time for a request to arrive, from the first moment on, in milliseconds.
    package var requestTime = 10_000
    /// The time for an answer to be taken, in milliseconds.
    package var responseTime = 30_000
    /// The time for which the rest of a refused request is read and thrown away, in milliseconds.
    package var lingerTime = 2000
    /// The time between two signs of life to a connection that waits for events, in milliseconds.
    package var heartbeat = 15_000
    /// The number of bytes from earlier events that may still wait for a connection when others come.
    package var streamBacklog = 256 << 10

    /// The limits that suit a browser or two and some phones.
    package init() {}
}
