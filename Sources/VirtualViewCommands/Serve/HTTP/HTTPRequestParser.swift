/// Reads requests from the bytes of a connection, however they are split.
///
/// What is read does not depend on the pieces. After a failure nothing more is read: the connection is to be closed.
/// The grammar is that of RFC 9112, without what only proxies need: a line ends with CR LF, headers are not folded, and
/// a body declares its length.
package struct HTTPRequestParser: Sendable {
    /// The result of parsing the bytes so far.
    package enum Outcome: Hashable, Sendable {
        /// The request has not arrived as a whole.
        case incomplete
        /// The client waits for permission to send the body; returned once for a request.
        case awaitsGoAhead
        /// A request.
        case request(HTTPRequest)
        /// The bytes are not a request, or the request is too large.
        case failure(HTTPStatus)
    }

    private enum Stage {
        case requestLine
        case headers
        case body(length: Int)
        case failed(HTTPStatus)
    }

    private let limits: HTTPLimits
    private var buffer: [UInt8] = []
    /// The start of the line that is being read.
    private var lineStart = 0
    /// The offset up to which that line has been searched for its end.
    private var searched = 0
    private var stage = Stage.requestLine
    private var head = HTTPHead()
    private var mustGoAhead = false

    /// Creates a parser for a connection.
    package init(limits: HTTPLimits = HTTPLimits()) {
        self.limits = limits
    }

    /// Whether nothing of a further request has arrived.
    package var isIdle: Bool {
        if case .requestLine = stage { return buffer.isEmpty }
        return false
    }

    /// Appends bytes that have arrived.
    ///
    /// - Parameter bytes: The bytes.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        if case .failed = stage { return }
        buffer.append(contentsOf: bytes)
    }

    /// Reads on.
    ///
    /// - Returns: The next request, or the reason why there is none.
    /// - Complexity: O(*n*) in the number of bytes that have arrived since the last call and those of the request.
    package mutating func next() -> Outcome {
        while true {
            switch stage {
            case .failed(let status):
                return .failure(status)
            case .body(let length):
                guard buffer.count - lineStart >= length else {
                    guard mustGoAhead else { return .incomplete }
                    mustGoAhead = false
                    return .awaitsGoAhead
                }
                return .request(finish(bodyLength: length))
            case .requestLine, .headers:
                guard let line = nextLine() else {
                    if case .failed = stage { continue }
                    return .incomplete
                }
                if let status = read(line) { fail(status) }
            }
        }
    }

    /// Returns the next line without its end; `nil` if it is not complete or not right.
    private mutating func nextLine() -> ArraySlice<UInt8>? {
        let isFirst = if case .requestLine = stage { true } else { false }
        if isFirst, lineStart < buffer.count, !HTTPHead.mayStartRequest(buffer[lineStart]) {
            fail(.badRequest)
            return nil
        }
        let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n"))
        let next = end.map { $0 + 1 } ?? buffer.count
        // The limit that comes first counts, so that it does not matter how much has arrived at once.
        let lineLimit = isFirst ? lineStart + limits.requestLine : Int.max
        guard next <= min(lineLimit, limits.head) else {
            fail(lineLimit <= limits.head ? .targetTooLong : .headersTooLarge)
            return nil
        }
        searched = next
        guard let end else { return nil }
        guard end > lineStart, buffer[end - 1] == UInt8(ascii: "\r") else {
            fail(.badRequest)
            return nil
        }
        defer { lineStart = next }
        return buffer[lineStart..<end - 1]
    }

    /// Reads a line; returns the status of a problem.
    private mutating func read(_ line: ArraySlice<UInt8>) -> HTTPStatus? {
        if case .requestLine = stage {
            // An empty line before a request is to be ignored (RFC 9112 §2.2).
            if line.isEmpty { return nil }
            stage = .headers
            return head.readRequestLine(line)
        }
        guard line.isEmpty else {
            guard head.headers.count < limits.headerCount else { return .headersTooLarge }
            return head.readHeader(line)
        }
        return endHead()
    }

    private mutating func endHead() -> HTTPStatus? {
        let length: Int
        switch head.bodyLength(limit: limits.body) {
        case .success(let count): length = count
        case .failure(let problem): return problem.status
        }
        switch head.expectation {
        case .none: mustGoAhead = false
        case .goAhead: mustGoAhead = true
        case .unknown: return .expectationFailed
        }
        stage = .body(length: length)
        return nil
    }

    private mutating func finish(bodyLength: Int) -> HTTPRequest {
        let end = lineStart + bodyLength
        let request = head.request(body: Array(buffer[lineStart..<end]))
        buffer.removeFirst(end)
        lineStart = 0
        searched = 0
        head = HTTPHead()
        stage = .requestLine
        return request
    }

    private mutating func fail(_ status: HTTPStatus) {
        stage = .failed(status)
        buffer = []
    }
}
