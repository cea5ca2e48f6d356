import Foundation

/// A client of HTTP that fetches the files of a release.
///
/// ``URLSessionTransport`` is the one that comes with the package; an app may bring its own. A transport moves bytes and
/// decides nothing: which addresses are allowed, where a redirect leads, how large and how slow an answer may be, and
/// whether its bytes are the right ones is checked by the caller, in `receive`.
///
/// A transport
/// - sends a GET request, with `Accept-Encoding: identity`, and without cookies, credentials or a cache of its own;
/// - follows no redirect: it gives the head of the redirect, and may leave out its body;
/// - calls `receive` from any thread, but one call after the other, and never after `fetch` has returned;
/// - ends the request when `receive` throws, and when the task is cancelled.
public protocol TemplateTransport: Sendable {
    /// Fetches one address: gives the head once, then the body in pieces.
    ///
    /// - Parameters:
    ///   - request: The address, and the part of the file.
    ///   - receive: Takes the parts of the answer in their order. When it throws, the request ends and the error is
    ///     thrown.
    /// - Throws: What `receive` throws; ``DeliveryError`` with the code ``DeliveryError/Code/unreachable`` if the answer
    ///   does not come or ends early, and ``DeliveryError/Code/cancelled`` if the task is cancelled.
    func fetch(
        _ request: TransportRequest,
        receive: @escaping @Sendable (TransportPart) throws(DeliveryError) -> Void
    ) async throws(DeliveryError)
}

/// What a transport is asked for.
public struct TransportRequest: Hashable, Sendable {
    /// The address, which has been checked.
    public let url: URL
    /// The positions of the bytes that are wanted, of which there is one at least; `nil` for the whole file.
    public let range: Range<Int>?

    /// Makes a request.
    public init(url: URL, range: Range<Int>? = nil) {
        self.url = url
        self.range = range
    }

    /// The value of the header `Range`, such as `bytes=0-99`; `nil` for the whole file.
    public var rangeHeader: String? {
        range.map { "bytes=\($0.lowerBound)-\($0.upperBound - 1)" }
    }
}

/// A part of an answer.
public enum TransportPart: Sendable {
    /// The status and the headers, which come first.
    case head(TransportHead)
    /// The next bytes of the body.
    case body([UInt8])
}

/// What an answer begins with.
public struct TransportHead: Hashable, Sendable {
    /// The address that answered: that of the request, unless the transport followed a redirect by itself.
    public let url: URL
    /// The status of HTTP, such as 200.
    public let status: Int
    /// The header `Content-Length` in bytes, if there is one.
    public let contentLength: Int?
    /// The header `Content-Range`, if there is one.
    public let contentRange: String?
    /// The header `Location`, if there is one.
    public let location: String?

    /// Makes a head.
    public init(
        url: URL,
        status: Int,
        contentLength: Int? = nil,
        contentRange: String? = nil,
        location: String? = nil
    ) {
        self.url = url
        self.status = status
        self.contentLength = contentLength
        self.contentRange = contentRange
        self.location = location
    }
}
