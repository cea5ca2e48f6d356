/// A small HTTP/1.1 server: one thread for all connections, a limit on their number, and a deadline for everything.
///
/// It belongs to the thread that makes it, and so does the site that it serves: no locks are needed. Pages and pictures are
/// made elsewhere (``HTTPWorkshop``), and the slowest connection is closed first when there is no room, so that nobody
/// keeps others out. Clicks are answered here: the container that they change belongs to this thread.
final class HTTPServer {
    private let listener: ListeningSocket
    private let site: any HTTPSite
    private let limits: ServerLimits
    private let hosts: HostCheck
    private let stop: ServerStop
    private let workshop: HTTPWorkshop
    private var connections: [Connection] = []
    /// The number of connections that wait for events, and of those that wait for an answer.
    ///
    /// While connections are served, the list does not tell, for it has them as they were before.
    private var streamCount = 0
    private var waitingCount = 0
    /// The handlers of the answers that are being made, by their keys.
    private var pending: [String: (HTTPResponse) -> Void] = [:]
    /// The time at which connections are accepted again after the system had no room.
    private var acceptsAgain = MonotonicTime.now
    private var nextHeartbeat: MonotonicTime
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)

    init(
        _ listener: ListeningSocket,
        site: any HTTPSite,
        hosts: HostCheck,
        limits: ServerLimits,
        workshop: HTTPWorkshop,
        stop: ServerStop
    ) {
        self.listener = listener
        self.site = site
        self.hosts = hosts
        self.limits = limits
        self.stop = stop
        self.workshop = workshop
        nextHeartbeat = .now + limits.heartbeat
    }

    deinit {
        buffer.deallocate()
    }

    /// Serves until it is stopped; then every connection and the port are closed.
    func run() {
        defer {
            for index in connections.indices {
                _ = connections[index].output.flush(to: connections[index].socket)
                connections[index].socket.end()
            }
            connections = []
            workshop.end()
            close(listener.descriptor)
        }
        while true {
            var waits = waitList()
            let ready = poll(&waits, nfds_t(waits.count), timeout())
            if ready < 0, errno != EINTR, errno != EAGAIN { return }
            if ready > 0, waits[0].revents != 0 { return }
            var open: [Connection] = []
            open.reserveCapacity(connections.count)
            for (index, wait) in waits.dropFirst(3).enumerated() {
                // One connection at a time leaves the list, so that its storage is not shared.
                var connection = connections[index]
                if serve(&connection, ready > 0 ? Int32(wait.revents) : 0) {
                    open.append(connection)
                } else {
                    end(connection)
                }
            }
            connections = open
            if ready > 0, waits[2].revents != 0 { deliver() }
            if ready > 0, waits[1].revents != 0 { takeConnections() }
            work()
        }
    }
}

// MARK: - Waiting

extension HTTPServer {
    private func waitList() -> [pollfd] {
        var waits = [pollfd(fd: stop.waitingDescriptor, events: Int16(POLLIN), revents: 0)]
        waits.append(pollfd(fd: acceptsAgain <= .now ? listener.descriptor : -1, events: Int16(POLLIN), revents: 0))
        waits.append(pollfd(fd: workshop.waitingDescriptor, events: Int16(POLLIN), revents: 0))
        for connection in connections {
            var events: Int32 = 0
            switch connection.stage {
            case .reading, .lingering: events = Int32(POLLIN)
            case .waiting, .writing: events = 0
            case .streaming: events = Int32(POLLIN)
            }
            if !connection.output.isEmpty { events |= Int32(POLLOUT) }
            waits.append(pollfd(fd: connection.socket.descriptor, events: Int16(events), revents: 0))
        }
        return waits
    }

    /// Returns the milliseconds until something is due.
    private func timeout() -> Int32 {
        let now = MonotonicTime.now
        var next = min(site.nextWork, nextHeartbeat)
        for connection in connections { next = min(next, connection.deadline) }
        if acceptsAgain > now { next = min(next, acceptsAgain) }
        return Int32(max(0, min(60_000, next - now)))
    }

    private func takeConnections() {
        while true {
            switch listener.accept() {
            case .none: return
            case .exhausted:
                acceptsAgain = .now + 100
                return
            case .connection(let socket):
                var connection = Connection(socket, limits: limits)
                guard makeRoom() else {
                    // Nothing is kept for it: it gets as many bytes as the system accepts at once.
                    refuse(&connection, .unavailable, "there are too many connections")
                    _ = connection.output.flush(to: socket)
                    socket.end()
                    continue
                }
                connections.append(connection)
            }
        }
    }

    /// Closes a connection if the limit is reached; returns whether there is room for another.
    private func makeRoom() -> Bool {
        guard connections.count >= limits.connections else { return true }
        let candidates = connections.indices.compactMap { index in connections[index].precedence.map { (index, $0) } }
        guard let first = candidates.min(by: { $0.1 < $1.1 }) else { return false }
        connections.remove(at: first.0).socket.end()
        return true
    }

    /// Sends answers that were made elsewhere to the connections that wait for them.
    private func deliver() {
        for (key, response) in workshop.takeFinished() {
            pending.removeValue(forKey: key)?(response)
            for index in connections.indices where connections[index].stage == .waiting(key: key) {
                var connection = connections[index]
                waitingCount -= 1
                write(response, &connection, keepsConnection: connection.keepsConnection)
                // A connection that is gone by now is noticed at its next turn.
                if !send(&connection) { connection.deadline = .now }
                connections[index] = connection
            }
        }
    }

    /// Lets the site do its work, and informs the connections that wait for it.
    private func work() {
        let now = MonotonicTime.now
        let isHeartbeat = nextHeartbeat <= now
        if isHeartbeat { nextHeartbeat = now + limits.heartbeat }
        let events = site.nextWork <= now ? site.work() : []
        guard isHeartbeat || !events.isEmpty else { return }
        connections.removeAll { connection in
            guard case .streaming = connection.stage, connection.output.count > limits.streamBacklog else {
                return false
            }
            // It has not taken what was sent before; how much comes at once is not its fault.
            end(connection)
            return true
        }
        for index in connections.indices {
            guard case .streaming(let topic) = connections[index].stage else { continue }
            for event in events where topic == nil || topic == event.topic { push(event.encoded, at: index) }
            // A comment: the client sees that the server lives, and the server whether the client does.
            if isHeartbeat, events.isEmpty { push(Array(":\n\n".utf8), at: index) }
        }
    }

    /// Queues bytes for a connection that waits for events.
    private func push(_ bytes: [UInt8], at index: Int) {
        if connections[index].output.isEmpty { connections[index].deadline = .now + limits.responseTime }
        connections[index].output.append(bytes)
    }
}

// MARK: - One connection

extension HTTPServer {
    /// Closes a connection, which gives up its place.
    private func end(_ connection: Connection) {
        switch connection.stage {
        case .streaming: streamCount -= 1
        case .waiting: waitingCount -= 1
        case .reading, .writing, .lingering: break
        }
        connection.socket.end()
    }

    /// Continues with a connection; returns whether it stays.
    private func serve(_ connection: inout Connection, _ events: Int32) -> Bool {
        if events & Int32(POLLNVAL) != 0 { return false }
        if events & Int32(POLLERR | POLLHUP) != 0, events & Int32(POLLIN) == 0 { return false }
        if events & Int32(POLLIN) != 0, !receive(&connection) { return false }
        if events & Int32(POLLOUT) != 0, !send(&connection) { return false }
        return connection.deadline > .now || expire(&connection)
    }

    /// Reads available bytes up to the size of the buffer, so that no connection blocks the others.
    private func receive(_ connection: inout Connection) -> Bool {
        switch connection.socket.receive(into: buffer) {
        case .wouldBlock: return true
        case .ended: return false
        case .moved(let count):
            guard connection.stage == .reading else { return true }
            connection.parser.append(UnsafeRawBufferPointer(buffer)[..<count])
            return advance(&connection)
        }
    }

    /// Answers the requests that have arrived.
    private func advance(_ connection: inout Connection) -> Bool {
        while connection.stage == .reading {
            switch connection.parser.next() {
            case .incomplete:
                return true
            case .awaitsGoAhead:
                connection.output.append(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
                guard connection.output.flush(to: connection.socket) else { return false }
            case .failure(let status):
                refuse(&connection, status)
            case .request(let request):
                answer(request, &connection)
            }
            guard connection.stage == .reading || send(&connection) else { return false }
        }
        return true
    }

    /// Sends as many bytes as the system accepts; after the whole answer the next request can be read.
    private func send(_ connection: inout Connection) -> Bool {
        guard connection.output.flush(to: connection.socket) else { return false }
        guard connection.output.isEmpty else { return true }
        switch connection.stage {
        case .reading, .waiting, .lingering:
            return true
        case .streaming:
            connection.deadline = .now + Self.farAway
            return true
        case .writing:
            if connection.keepsConnection {
                connection.stage = .reading
                connection.deadline = .now + limits.requestTime
                return advance(&connection)
            }
            connection.socket.endSending()
            connection.stage = .lingering
            connection.deadline = .now + limits.lingerTime
            return true
        }
    }

    /// Ends a connection that took too long; returns whether it stays for the answer.
    private func expire(_ connection: inout Connection) -> Bool {
        guard connection.stage == .reading, !connection.parser.isIdle else { return false }
        refuse(&connection, .requestTimeout)
        return send(&connection)
    }

    private func answer(_ request: HTTPRequest, _ connection: inout Connection) {
        connection.requestCount += 1
        connection.isHead = request.method == "HEAD"
        let keepsConnection = request.keepsConnection && connection.requestCount < limits.requestsPerConnection
        if let host = request.host, !hosts.allows(host) {
            return refuse(&connection, .forbidden, "this server is not '\(host.prefix(100))'")
        }
        switch site.answer(request) {
        case .response(let response):
            write(response, &connection, keepsConnection: keepsConnection)
        case .events(let topic, let first):
            guard streamCount < limits.streams else {
                return refuse(&connection, .unavailable, "too many pages wait for changes")
            }
            stream(topic, first, &connection)
        case .later(let task):
            guard waitingCount < limits.waiting else {
                return refuse(&connection, .unavailable, "too many wait for pages")
            }
            waitingCount += 1
            connection.stage = .waiting(key: task.work.key)
            connection.deadline = .now + Self.farAway
            connection.keepsConnection = keepsConnection
            guard pending.updateValue(task.finish, forKey: task.work.key) == nil else { return }
            workshop.start(task.work)
        }
    }

    private func stream(_ topic: String?, _ first: [ServerEvent], _ connection: inout Connection) {
        let response = HTTPResponse(.success, .events, [])
        streamCount += 1
        connection.stage = .streaming(topic: topic)
        connection.output.append(response.head(keepsConnection: false))
        // Browsers connect again after this time if the server was gone.
        connection.output.append(Array("retry: 500\n\n".utf8))
        for event in first { connection.output.append(event.encoded) }
        connection.deadline = .now + limits.responseTime
    }

    private func write(_ response: HTTPResponse, _ connection: inout Connection, keepsConnection: Bool = false) {
        connection.keepsConnection = keepsConnection
        connection.stage = .writing
        connection.deadline = .now + limits.responseTime
        connection.output.append(response.head(keepsConnection: keepsConnection))
        if !connection.isHead { connection.output.append(response.body) }
        // What comes next may be refused before anybody knows what it is for.
        connection.isHead = false
    }

    private func refuse(_ connection: inout Connection, _ status: HTTPStatus, _ detail: String = "") {
        write(.problem(status, detail), &connection)
    }

    /// More milliseconds than a server runs.
    private static let farAway = 1 << 50
}
