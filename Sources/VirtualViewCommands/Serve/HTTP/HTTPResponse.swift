/// An answer.
struct HTTPResponse: Sendable {
    let status: HTTPStatus
    let contentType: ContentType
    /// The headers in addition to those that every response has.
    var headers: [(name: String, value: String)] = []
    let body: [UInt8]

    /// The kinds of content there are.
    enum ContentType: String, Sendable {
        case html = "text/html; charset=utf-8"
        case png = "image/png"
        case svg = "image/svg+xml; charset=utf-8"
        case json = "application/json; charset=utf-8"
        case script = "text/javascript; charset=utf-8"
        case text = "text/plain; charset=utf-8"
        case binary = "application/octet-stream"
        case events = "text/event-stream; charset=utf-8"
    }

    init(_ status: HTTPStatus, _ contentType: ContentType, _ body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.body = body
    }

    init(_ status: HTTPStatus, _ contentType: ContentType, _ text: String) {
        self.init(status, contentType, Array(text.utf8))
    }

    /// Returns a problem as a line of text.
    static func problem(_ status: HTTPStatus, _ detail: String = "") -> HTTPResponse {
        let end = detail.isEmpty ? "" : ": \(detail)"
        return HTTPResponse(status, .text, "\(status.rawValue) \(status.reason)\(end)\n")
    }

    /// There is something, but for these methods only.
    static func notAllowed(_ methods: String) -> HTTPResponse {
        var response = problem(.methodNotAllowed, "expected \(methods)")
        response.headers.append(("Allow", methods))
        return response
    }

    /// Returns the same thing at another place of this server.
    static func moved(to path: String) -> HTTPResponse {
        var response = HTTPResponse(.movedPermanently, .text, "see \(path)\n")
        response.headers.append(("Location", path))
        return response
    }
}

extension HTTPResponse {
    /// Returns the status line and the headers, up to the body.
    ///
    /// - Parameter keepsConnection: Whether further requests are read.
    /// - Returns: The bytes, with the empty line at the end.
    func head(keepsConnection: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(status.rawValue) \(status.reason)\r\n"
        text += "Date: \(Self.date(time(nil)))\r\nContent-Type: \(contentType.rawValue)\r\n"
        // Nobody knows how long a stream of events will be.
        if contentType != .events { text += "Content-Length: \(body.count)\r\n" }
        // Responses must not be cached, so that the newest state is always shown.
        text += "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
        text += "Cross-Origin-Resource-Policy: same-origin\r\n"
        for header in headers { text += "\(header.name): \(header.value)\r\n" }
        text += "Connection: \(keepsConnection ? "keep-alive" : "close")\r\n\r\n"
        return Array(text.utf8)
    }

    /// Returns a time as HTTP writes it (RFC 9110 §5.6.7).
    static func date(_ seconds: time_t) -> String {
        var seconds = seconds
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let day = days[Int(parts.tm_wday) % 7]
        let month = months[Int(parts.tm_mon) % 12]
        return "\(day), \(two(parts.tm_mday)) \(month) \(Int(parts.tm_year) + 1900) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }
}

/// The status of a response.
package enum HTTPStatus: Int, Sendable, CaseIterable {
    /// The status between a request's headers and its body.
    case goOn = 100
    /// The answer follows.
    case success = 200
    /// The same thing is at another address, for good.
    case movedPermanently = 308
    /// The request is not HTTP, or asks for what cannot be a path.
    case badRequest = 400
    /// The request comes from a page or a name that is not this server's.
    case forbidden = 403
    /// Nothing of that name exists.
    case notFound = 404
    /// There is something of that name, but not for this method.
    case methodNotAllowed = 405
    /// The request did not arrive in time.
    case requestTimeout = 408
    /// The request has a body of unknown length.
    case lengthRequired = 411
    /// The body is too large.
    case contentTooLarge = 413
    /// The request line is too long.
    case targetTooLong = 414
    /// The request expects what this server does not do.
    case expectationFailed = 417
    /// The headers are too large.
    case headersTooLarge = 431
    /// There is no program on this machine that would make it.
    case notImplemented = 501
    /// The server has reached its limit of connections.
    case unavailable = 503
    /// Another major version of HTTP.
    case versionNotSupported = 505

    /// The words after the number in a status line.
    package var reason: String {
        switch self {
        case .goOn: "Continue"
        case .success: "OK"
        case .movedPermanently: "Permanent Redirect"
        case .badRequest: "Bad Request"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .requestTimeout: "Request Timeout"
        case .lengthRequired: "Length Required"
        case .contentTooLarge: "Content Too Large"
        case .targetTooLong: "URI Too Long"
        case .expectationFailed: "Expectation Failed"
        case .headersTooLarge: "Request Header Fields Too Large"
        case .notImplemented: "Not Implemented"
        case .unavailable: "Service Unavailable"
        case .versionNotSupported: "HTTP Version Not Supported"
        }
    }
}
