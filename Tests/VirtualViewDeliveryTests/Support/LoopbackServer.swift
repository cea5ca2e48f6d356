import Foundation
import VirtualViewCore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A small HTTP server on this machine, which does what a test says: one thread for each connection.
final class LoopbackServer: Sendable {
    /// A request as it came.
    struct Request: Sendable {
        let path: String
        /// The headers by their names in lower case.
        let headers: [String: String]

        /// The positions of the bytes that are asked for.
        var range: Range<Int>? {
            guard let ends = headers["range"]?.replacing("bytes=", with: "").split(separator: "-"), ends.count == 2,
                let first = Int(ends[0]), let last = Int(ends[1])
            else { return nil }
            return first..<last + 1
        }
    }

    /// What the server does next.
    enum Step: Sendable {
        case send([UInt8])
        /// Sends the same bytes until the client is gone, with a millisecond between them: on Linux, a session that
        /// always has something to read is slow to notice that its task was cancelled.
        case sendForEver([UInt8])
        /// Waits until the client is gone or the server ends.
        case hang
        /// Closes the connection.
        case close
    }

    /// What has happened so far.
    struct Record: Sendable {
        var requests: [Request] = []
        var sentBytes = 0
        var connections = 0
        var open: Set<Int32> = []
        var hasEnded = false
    }

    private let listener: Int32
    private let port: Int
    private let record = Locked(Record())
    private let answer: @Sendable (Request) -> [Step]

    /// Listens at a free port.
    init(_ answer: @escaping @Sendable (Request) -> [Step]) throws {
        self.answer = answer
        #if canImport(Glibc)
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
        Thread.detachNewThread { self.accept() }
    }

    /// The requests so far.
    var requests: [Request] { record.withLock { $0.requests } }
    /// The number of bytes that were sent so far.
    var sentBytes: Int { record.withLock { $0.sentBytes } }
    /// The number of connections so far.
    var connections: Int { record.withLock { $0.connections } }
    /// The number of connections that are open.
    var openConnections: Int { record.withLock { $0.open.count } }

    /// The address of the server.
    func url(host: String = "127.0.0.1") -> URL {
        address("http://\(host):\(port)/app")
    }

    /// Ends the server and all connections.
    func end() {
        record.withLock { record in
            record.hasEnded = true
            for connection in record.open { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    private func accept() {
        while !record.withLock({ $0.hasEnded }) {
            var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 20) == 1 else { continue }
            let connection = SystemCall.accept(listener)
            guard connection >= 0 else { continue }
            #if canImport(Darwin)
                var yes: Int32 = 1
                setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
            #endif
            record.withLock { record in
                record.connections += 1
                record.open.insert(connection)
            }
            Thread.detachNewThread { self.serve(connection) }
        }
        close(listener)
    }

    private func serve(_ connection: Int32) {
        var bytes: [UInt8] = []
        while let request = next(connection, &bytes) {
            record.withLock { $0.requests.append(request) }
            guard answer(request).allSatisfy({ perform($0, connection) }) else { break }
        }
        record.withLock { record in
            record.open.remove(connection)
            close(connection)
        }
    }

    /// Reads the next request; `nil` when the client is gone.
    private func next(_ connection: Int32, _ bytes: inout [UInt8]) -> Request? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let place = bytes.indices.dropLast(3).first(where: { Array(bytes[$0..<$0 + 4]) == end }) {
                let lines = String(decoding: bytes[..<place], as: UTF8.self).components(separatedBy: "\r\n")
                bytes.removeFirst(place + 4)
                var headers: [String: String] = [:]
                for line in lines.dropFirst() {
                    guard let colon = line.firstIndex(of: ":") else { continue }
                    let value = line[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
                    headers[line[..<colon].lowercased()] = value
                }
                return Request(path: lines[0].components(separatedBy: " ").dropFirst().first ?? "", headers: headers)
            }
            guard let more = SystemCall.receive(connection), bytes.count < 1 << 16 else { return nil }
            bytes += more
        }
    }

    /// Does a step, and returns whether the connection goes on.
    private func perform(_ step: Step, _ connection: Int32) -> Bool {
        switch step {
        case .send(let bytes): return send(bytes, connection)
        case .sendForEver(let bytes):
            while send(bytes, connection) { usleep(1000) }
            return false
        case .hang:
            while SystemCall.receive(connection) != nil {}
            return false
        case .close: return false
        }
    }

    private func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = SystemCall.send(connection, rest)
            guard count > 0 else { return false }
            record.withLock { $0.sentBytes += count }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

extension LoopbackServer.Step {
    /// Returns a step that sends a head.
    static func head(_ status: Int, _ headers: [String: String]) -> Self {
        let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
        return .send(Array("HTTP/1.1 \(status) Status\r\n\(lines)\r\n".utf8))
    }

    /// Returns the steps that send a file, or the part that is asked for.
    static func file(_ bytes: [UInt8], _ request: LoopbackServer.Request, hasRanges: Bool = true) -> [Self] {
        guard hasRanges, let range = request.range else {
            return [.head(200, ["Content-Length": "\(bytes.count)"]), .send(bytes)]
        }
        guard range.upperBound <= bytes.count else { return [.head(416, ["Content-Length": "0"])] }
        return [
            .head(
                206,
                [
                    "Content-Length": "\(range.count)",
                    "Content-Range": "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)",
                ]
            ),
            .send(Array(bytes[range])),
        ]
    }
}

/// The system's calls whose names are taken inside the server.
private enum SystemCall {
    static func accept(_ listener: Int32) -> Int32 {
        #if canImport(Glibc)
            Glibc.accept(listener, nil, nil)
        #elseif canImport(Musl)
            Musl.accept(listener, nil, nil)
        #else
            Darwin.accept(listener, nil, nil)
        #endif
    }

    static func send(_ connection: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { buffer in
            #if canImport(Glibc)
                Glibc.send(connection, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            #elseif canImport(Musl)
                Musl.send(connection, buffer.baseAddress, buffer.count, MSG_NOSIGNAL)
            #else
                Darwin.send(connection, buffer.baseAddress, buffer.count, 0)
            #endif
        }
    }

    /// Waits for bytes; `nil` when the other side is gone.
    static func receive(_ connection: Int32) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(connection, &buffer, buffer.count, 0)
        return count > 0 ? Array(buffer.prefix(count)) : nil
    }
}
