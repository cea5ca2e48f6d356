import VirtualViewFormat

/// Finds contents that a file may have but existing clients cannot read.
enum ClientLimits {
    /// The clients whose limits matter when none is named.
    private static let clients: [Client] = [.iOS, .android]
    /// The smallest of any client's limits, below which nothing has to be compared.
    static let smallest = 127

    /// Compares a size or count with the limits of clients.
    ///
    /// - Parameters:
    ///   - limit: The limit that applies.
    ///   - actual: The size or count.
    ///   - what: The name of the size or count, as the start of the message.
    ///   - client: The client that is meant; if it has limits of its own only these count, and exceeding one is an error.
    /// - Returns: The message, or `nil`. Sizes that even the format cannot hold are reported elsewhere.
    static func check(
        _ limit: (Client.Limits) -> Int,
        _ actual: Int,
        _ what: String,
        _ client: Client
    ) -> TemplateMessage? {
        guard actual > smallest, actual <= limit(.format) else { return nil }
        let isClient = clients.contains(client)
        let exceeded = (isClient ? [client] : clients).filter { actual > limit($0.limits) }
        guard let largest = exceeded.map({ limit($0.limits) }).max() else { return nil }
        return .clientLimit(what, actual, largest, exceeded, isTarget: isClient)
    }
}
