/// A set of the targets that the schema knows.
public struct TargetSet: OptionSet, Hashable, Sendable {
    /// One bit a target.
    public let rawValue: UInt8

    /// Wraps a bit set.
    ///
    /// - Parameter rawValue: One bit a target.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// This package's runtime.
    public static let swift = TargetSet(rawValue: 1)
    /// The reference iOS runtime.
    public static let iOS = TargetSet(rawValue: 2)
    /// The reference Android runtime.
    public static let android = TargetSet(rawValue: 4)
    /// The newest reference compiler.
    public static let tools = TargetSet(rawValue: 8)
    /// Every target.
    public static let all: TargetSet = [.swift, .iOS, .android, .tools]
}
