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
