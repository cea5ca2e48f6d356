import Foundation

/// A connection to a server on this machine.
final class LoopbackConnection {
    private let descriptor: Int32
    private var received: [UInt8] = []

    init(port: Int) throws {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port).bigEndian)
        address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
        }
        // Nothing takes this long; a row that hangs would say nothing.
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        guard result == 0 else { throw BenchmarkError("cannot connect to the server") }
    }

    deinit {
        close(descriptor)
    }

    /// Asks for something, on a connection of its own, and reads the answer to its end.
    static func get(_ path: String, port: Int) throws -> String {
        let connection = try LoopbackConnection(port: port)
        try connection.ask(path)
        while try connection.fill() {}
        let text = String(decoding: connection.received, as: UTF8.self)
        guard text.hasPrefix("HTTP/1.1 200 ") else { throw BenchmarkError("the server does not give '\(path)'") }
        return text
    }

    /// Asks for something.
    func ask(_ path: String) throws {
        let bytes = Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        guard send(descriptor, bytes, bytes.count, 0) == bytes.count else {
            throw BenchmarkError("the server takes no request")
        }
    }

    /// Waits for the next line that begins with a word.
    func line(startingWith word: String) throws -> String {
        while true {
            while let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: received[..<end], as: UTF8.self)
                received.removeFirst(end + 1)
                if line.hasPrefix(word) { return line }
            }
            guard try fill() else { throw BenchmarkError("the server says nothing more") }
        }
    }

    private func fill() throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count >= 0 else { throw BenchmarkError("the server does not answer") }
        received += chunk.prefix(count)
        return count > 0
    }
}
