import Foundation

/// A server of HTTP for this machine alone: one request on a connection, and a thread for each.
package final class LoopbackServer: Sendable {
    /// Answers a request on a thread of its own; the connection is closed when it returns.
    package typealias Handler = @Sendable (Request, Connection) -> Void

    /// The port on 127.0.0.1.
    package let port: UInt16
    private let socket: Int32
    private let threads = DispatchSemaphore(value: 64)

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for one that is free.
    ///   - handler: What answers.
    /// - Throws: `POSIXError`, for example if the port is taken.
    package init(port: UInt16 = 0, handler: @escaping Handler) throws {
        #if canImport(Darwin)
            socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
        #else
            socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var yes: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = socket
        let failed = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) != 0 || listen(socket, 64) != 0 || getsockname(socket, $0, &length) != 0
            }
        }
        if failed {
            let code = errno
            close(socket)
            throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
        }
        self.port = UInt16(bigEndian: address.sin_port)
        let threads = threads
        Thread.detachNewThread {
            while true {
                let connection = accept(socket, nil, nil)
                if connection < 0 {
                    if errno == EINTR || errno == ECONNABORTED { continue }
                    // Nobody else closes it: its number may be that of another socket at once.
                    close(socket)
                    return
                }
                threads.wait()
                Thread.detachNewThread {
                    defer { threads.signal() }
                    let connection = Connection(connection)
                    if let request = connection.readRequest() { handler(request, connection) }
                }
            }
        }
    }

    /// The address of the server, without a slash at its end.
    package var address: String { "http://127.0.0.1:\(port)" }

    /// Stops listening; answers that have begun go on.
    package func stop() { shutdown(socket, Int32(SHUT_RDWR)) }
}

/// A request.
package struct Request: Sendable {
    /// The method, such as `GET`.
    package let method: String
    /// The path without the query.
    package let path: String
    /// The headers by their names in lower case.
    package let headers: [String: String]
    /// The body.
    package let body: [UInt8]

    /// Reads the text in front of the body; `nil` if it is no request.
    fileprivate init?(head: String, body: [UInt8]) {
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
        method = String(words[0])
        path = String(words[1].prefix { $0 != "?" })
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers[line[..<colon].lowercased()] = value
        }
        self.headers = headers
        self.body = body
    }
}

/// A connection to a client; it is closed when it goes away.
package final class Connection {
    private let socket: Int32

    fileprivate init(_ socket: Int32) {
        self.socket = socket
        var yes: Int32 = 1
        #if canImport(Darwin)
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        // A client that neither sends nor takes anything does not hold a thread for ever.
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(socket, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    deinit { close(socket) }

    /// Sends bytes; returns whether the client takes more.
    @discardableResult
    package func send(_ bytes: some Sequence<UInt8>) -> Bool {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, flags) }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }

    /// Sends a text; returns whether the client takes more.
    @discardableResult
    package func send(_ text: String) -> Bool { send(text.utf8) }

    /// Sends a whole response.
    package func respond(_ status: Int, _ headers: [(String, String)] = [], _ body: some Collection<UInt8> = []) {
        var head = "HTTP/1.1 \(status) \(status < 400 ? "OK" : "Failed")\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        head += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        send(Array(head.utf8) + body)
    }

    /// Lets the connection end with an error on the client's side.
    package func breakOff() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    }

    /// Reads a request of at most 64 KiB; `nil` if there is none.
    fileprivate func readRequest() -> Request? {
        var bytes: [UInt8] = []
        var wanted: Int?
        var head = ""
        while wanted.map({ bytes.count < $0 }) ?? true {
            var piece = [UInt8](repeating: 0, count: 4096)
            let count = recv(socket, &piece, piece.count, 0)
            guard count > 0, bytes.count + count <= 64 << 10 else { return nil }
            bytes += piece.prefix(count)
            guard wanted == nil, let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
            head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
            bytes.removeSubrange(..<end.upperBound)
            wanted = Request(head: head, body: [])?.headers["content-length"].map { Int($0) ?? 0 } ?? 0
        }
        return Request(head: head, body: bytes)
    }
}
