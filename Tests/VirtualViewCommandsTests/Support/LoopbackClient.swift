import Foundation
import VirtualViewExpressions

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A bare connection to this machine, for what a proper HTTP client would never send.
///
/// Reading waits, but not for ever.
final class LoopbackClient {
    /// An answer.
    struct Response {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    struct CannotConnect: Error {}

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isOpen = true

    init(port: Int) throws {
        #if canImport(Glibc)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = in_addr_t(UInt32(0x7F00_0001).bigEndian)
        var time = timeval(tv_sec: 90, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Self.connect(descriptor, $0, length) }
        }
        // What throws here is complete already, so its end closes the socket.
        guard result == 0 else { throw CannotConnect() }
    }

    deinit {
        Self.close(descriptor)
    }

    /// Sends a text; gives whether the other side took it.
    @discardableResult
    func send(_ text: String) -> Bool {
        send(Array(text.utf8))
    }

    /// Sends bytes; gives whether the other side took them.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Self.send(descriptor, $0) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends as much as goes without waiting.
    func sendAtOnce(_ bytes: [UInt8]) {
        let flags = fcntl(descriptor, F_GETFL)
        _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
        send(bytes)
        _ = fcntl(descriptor, F_SETFL, flags)
    }

    /// Tells the other side that nothing more is sent; reading is still possible.
    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Reads an answer; `nil` when the connection ends before it is complete.
    func response(isHead: Bool = false) -> Response? {
        guard let head = read(through: "\r\n\r\n") else { return nil }
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count == 3, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(
                in: .whitespaces
            )
        }
        if status == 100 { return response(isHead: isHead) }
        guard let length = headers["content-length"].flatMap({ Int($0) }), !isHead else {
            return Response(status: status, headers: headers, body: [])
        }
        while buffer.count < length { guard fill() else { return nil } }
        let body = Array(buffer.prefix(length))
        buffer.removeFirst(length)
        return Response(status: status, headers: headers, body: body)
    }

    /// The next event of a stream, as data; `nil` when the connection ends or nothing comes.
    func event() -> JSONValue? {
        // Signs of life come for ever.
        let end = Date().addingTimeInterval(90)
        while Date() < end, let block = read(through: "\n\n") {
            guard let data = block.split(separator: "\n").last(where: { $0.hasPrefix("data: ") }) else { continue }
            return try? JSONValue(json: Array(data.utf8.dropFirst(6)))
        }
        return nil
    }

    /// Everything until the connection ends, or nothing comes for long.
    func rest() -> [UInt8] {
        while fill() {}
        defer { buffer = [] }
        return buffer
    }

    /// Whether the connection has ended, after waiting for that.
    var hasEnded: Bool {
        while fill() {}
        return !isOpen
    }

    private func read(through end: String) -> String? {
        let mark = Array(end.utf8)
        var searched = 0
        while true {
            if buffer.count >= mark.count {
                for start in searched...(buffer.count - mark.count) where buffer[start...].starts(with: mark) {
                    let text = String(decoding: buffer[..<start], as: UTF8.self)
                    buffer.removeFirst(start + mark.count)
                    return text
                }
                searched = buffer.count - mark.count + 1
            }
            guard fill() else { return nil }
        }
    }

    /// Waits for more bytes; gives whether some came.
    private func fill() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        let count = chunk.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
        // An end that the other side forced is one too.
        if count == 0 || count < 0 && errno == ECONNRESET { isOpen = false }
        guard count > 0 else { return false }
        buffer += chunk.prefix(count)
        return true
    }

    private static func close(_ descriptor: Int32) {
        #if canImport(Glibc)
            _ = Glibc.close(descriptor)
        #elseif canImport(Musl)
            _ = Musl.close(descriptor)
        #else
            _ = Darwin.close(descriptor)
        #endif
    }

    private static func connect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
        #if canImport(Glibc)
            Glibc.connect(descriptor, address, length)
        #elseif canImport(Musl)
            Musl.connect(descriptor, address, length)
        #else
            Darwin.connect(descriptor, address, length)
        #endif
    }

    private static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Darwin)
            Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
        #elseif canImport(Musl)
            Musl.send(descriptor, bytes.baseAddress, bytes.count, MSG_NOSIGNAL)
        #else
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
    }
}
