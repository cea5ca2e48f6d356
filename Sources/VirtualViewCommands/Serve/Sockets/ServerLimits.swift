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
    /// The maximum number of bytes that wait for a connection that does not take its events.
    package var streamBacklog = 256 << 10

    /// The limits that suit a browser or two and some phones.
    package init() {}
}
