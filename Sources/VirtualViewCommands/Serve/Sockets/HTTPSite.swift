/// The content that a server serves.
protocol HTTPSite: AnyObject {
    /// Answers a request.
    func answer(_ request: HTTPRequest) -> HTTPAnswer

    /// Does the regular work of the site.
    ///
    /// - Returns: The events for the connections that wait for them.
    func work() -> [ServerEvent]

    /// The time of the next work.
    var nextWork: MonotonicTime { get }
}

/// The answer to a request.
enum HTTPAnswer {
    case response(HTTPResponse)
    /// The connection gets events: first the given ones, then later ones, of one topic or of all.
    case events(topic: String?, first: [ServerEvent])
    /// The answer takes time, so it is made on another thread.
    case later(HTTPTask)
}

/// An answer that is still to be made.
struct HTTPTask {
    /// The part that is made on another thread.
    struct Work: Sendable {
        /// The name of the result: requests with the same key wait for it together.
        let key: String
        let make: @Sendable () -> HTTPResponse
    }

    let work: Work
    /// Called with the answer on the server's own thread, once.
    let finish: (HTTPResponse) -> Void
}

/// An event that connections receive.
struct ServerEvent: Sendable {
    /// The subject of the event.
    let topic: String
    /// The content, on one line.
    let data: String

    /// The event as it is sent (`text/event-stream` of the HTML standard).
    var encoded: [UInt8] {
        Array("data: \(data)\n\n".utf8)
    }
}
