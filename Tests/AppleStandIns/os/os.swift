// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// A stand-in for what VirtualView uses of the system's log: intervals for Instruments, which nobody records here.

public struct OSSignpostID: Sendable {
    public init(_ value: UInt64) {}
}

public final class OSSignpostIntervalState: Sendable {
    public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState {
        OSSignpostIntervalState()
    }
}

public struct OSLogPrivacy: Sendable {
    public static let `public` = OSLogPrivacy()
}

public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {}

    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String,
        privacy: OSLogPrivacy
    ) {}
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {}

    public init(stringInterpolation: OSLogInterpolation) {}
}

public struct OSSignposter: Sendable {
    public var isEnabled: Bool { false }

    public init(subsystem: String, category: String) {}

    public func beginInterval(_ name: StaticString, id: OSSignpostID, _ message: OSLogMessage)
        -> OSSignpostIntervalState
    {
        OSSignpostIntervalState()
    }

    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}
}
