/// A set of clients: who knows a component or property.
public struct ClientSet: OptionSet, Hashable, Sendable {
    /// One bit a client.
    public let rawValue: UInt8

    /// Wraps a bit set.
    ///
    /// - Parameter rawValue: One bit a client.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The set with one client.
    ///
    /// - Parameter client: The client.
    public init(_ client: Client) {
        switch client {
        case .swift: self = .swift
        case .iOS: self = .iOS
        case .android: self = .android
        case .tools: self = .tools
        }
    }

    /// This package's runtime.
    public static let swift = ClientSet(rawValue: 1)
    /// The reference iOS runtime.
    public static let iOS = ClientSet(rawValue: 2)
    /// The reference Android runtime.
    public static let android = ClientSet(rawValue: 4)
    /// The newest reference compiler.
    public static let tools = ClientSet(rawValue: 8)
    /// Every client.
    public static let all: ClientSet = [.swift, .iOS, .android, .tools]

    /// Whether a client is in the set.
    ///
    /// - Parameter client: The client.
    /// - Returns: Whether it is.
    package func contains(_ client: Client) -> Bool {
        contains(ClientSet(client))
    }

    /// The names of the clients in the set, in the order of ``Client/allCases``.
    package var names: [String] {
        Client.allCases.filter { contains($0) }.map { $0.name }
    }
}
