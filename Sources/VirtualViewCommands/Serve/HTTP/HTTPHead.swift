import VirtualViewFormat

/// The request line and the headers of a request, in the part that has been read.
struct HTTPHead: Sendable {
    /// The reason why a head is refused.
    struct Problem: Error {
        let status: HTTPStatus
    }

    /// The response that the client expects before it sends the body.
    enum Expectation {
        case none, goAhead, unknown
    }

    private(set) var headers: [HTTPRequest.Header] = []
    private var method = ""
    private var target: RequestTarget?
    private var minorVersion = 1

    /// Returns whether a byte may be the first of a request, or of the empty line before one.
    static func mayStartRequest(_ byte: UInt8) -> Bool {
        isTokenByte(byte) || byte == UInt8(ascii: "\r")
    }

    /// Reads `METHOD target HTTP/1.1`; returns the status of a problem.
    mutating func readRequestLine(_ line: ArraySlice<UInt8>) -> HTTPStatus? {
        let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, Self.isToken(parts[0]) else { return .badRequest }
        let version = Array(parts[2])
        guard version.count == 8, version.starts(with: Array("HTTP/".utf8)), version[6] == UInt8(ascii: "."),
            version[5].decimalDigit != nil, version[7].decimalDigit != nil
        else { return .badRequest }
        guard version[5] == UInt8(ascii: "1") else { return .versionNotSupported }
        minorVersion = version[7] == UInt8(ascii: "0") ? 0 : 1
        method = String(decoding: parts[0], as: UTF8.self)
        // `OPTIONS *` is about the server as a whole; the method is refused whatever the path is.
        let bytes = parts[1].elementsEqual([UInt8(ascii: "*")]) && method == "OPTIONS" ? [UInt8(ascii: "/")] : parts[1]
        target = RequestTarget(bytes)
        return target == nil ? .badRequest : nil
    }

    /// Reads `Name: value`; returns the status of a problem.
    mutating func readHeader(_ line: ArraySlice<UInt8>) -> HTTPStatus? {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), Self.isToken(line[..<colon]) else {
            return .badRequest
        }
        let value = Self.trimmed(line[line.index(after: colon)...])
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == UInt8(ascii: "\t") }) else { return .badRequest }
        headers.append(
            HTTPRequest.Header(
                name: String(decoding: line[..<colon], as: UTF8.self).lowercased(),
                value: String(decoding: value, as: UTF8.self)
            )
        )
        return nil
    }

    /// Returns the length of the body that the headers announce; a head must also name its host once.
    func bodyLength(limit: Int) -> Result<Int, Problem> {
        let hosts = values("host").count
        guard hosts == 1 || hosts == 0 && minorVersion == 0 else { return .failure(Problem(status: .badRequest)) }
        let lengths = Set(values("content-length"))
        guard values("transfer-encoding").isEmpty else {
            // Requests with both headers are a way of request smuggling.
            return .failure(Problem(status: lengths.isEmpty ? .lengthRequired : .badRequest))
        }
        guard let text = lengths.first else { return .success(0) }
        guard lengths.count == 1, !text.isEmpty, text.utf8.allSatisfy({ $0.decimalDigit != nil }) else {
            return .failure(Problem(status: .badRequest))
        }
        guard let length = Int(text), length <= limit else { return .failure(Problem(status: .contentTooLarge)) }
        return .success(length)
    }

    var expectation: Expectation {
        let wishes = values("expect")
        guard let wish = wishes.first, minorVersion >= 1 else { return .none }
        return wishes.count == 1 && wish.lowercased() == "100-continue" ? .goAhead : .unknown
    }

    func request(body: [UInt8]) -> HTTPRequest {
        HTTPRequest(
            method: method,
            target: target ?? RequestTarget.root,
            minorVersion: minorVersion,
            headers: headers,
            body: body
        )
    }

    private func values(_ name: String) -> [String] {
        headers.filter { $0.name == name }.map(\.value)
    }
}

// MARK: - Characters (RFC 9110 §5.6)

extension HTTPHead {
    private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(isTokenByte)
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^")...UInt8(ascii: "`"), UInt8(ascii: "|"),
            UInt8(ascii: "~"):
            true
        default: byte.isASCIILetter || byte.decimalDigit != nil
        }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }),
            let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return bytes[first...last]
    }
}

/// A request that has arrived completely.
package struct HTTPRequest: Hashable, Sendable {
    /// One line of the head.
    package struct Header: Hashable, Sendable {
        /// The name in lower case.
        package let name: String
        /// The value without the blanks around it.
        package let value: String
    }

    /// The method, as it was sent.
    package let method: String
    /// The path and query of the request.
    package let target: RequestTarget
    /// The minor version: 0 or 1 of HTTP/1.
    package let minorVersion: Int
    /// The headers in their order.
    package let headers: [Header]
    /// The body; empty if there is none.
    package let body: [UInt8]

    /// Returns the values of a header.
    ///
    /// - Parameter name: The name in lower case.
    /// - Returns: The values in their order.
    package func values(of name: String) -> [String] {
        headers.filter { $0.name == name }.map(\.value)
    }

    /// The name of the server that the client means: from the target where that has one, otherwise the header.
    package var host: String? {
        target.authority ?? values(of: "host").first
    }

    /// Whether the client wants to send further requests on the connection.
    package var keepsConnection: Bool {
        let wishes = values(of: "connection").joined(separator: ",").lowercased().split(separator: ",")
            .map { word in String(word.filter { $0 != " " && $0 != "\t" }) }
        if wishes.contains("close") { return false }
        return minorVersion >= 1 || wishes.contains("keep-alive")
    }
}

/// The limits of a request's size.
package struct HTTPLimits: Hashable, Sendable {
    /// The maximum number of bytes of the request line, its line end included.
    package var requestLine = 8 << 10
    /// The maximum number of bytes of the request line and the headers, their line ends included.
    package var head = 16 << 10
    /// The maximum number of headers.
    package var headerCount = 100
    /// The maximum number of bytes of a body.
    package var body = 64 << 10

    /// The limits that suit a browser.
    package init() {}
}
