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
        case .unavailable: "Service Unavailable"
        case .versionNotSupported: "HTTP Version Not Supported"
        }
    }
}
