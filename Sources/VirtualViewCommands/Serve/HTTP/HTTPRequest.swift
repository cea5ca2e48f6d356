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
