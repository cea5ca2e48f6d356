/// A client or compiler for which templates are made: what it knows, what it can read and how it behaves.
///
/// Compiling and linting for a client reports what it cannot read, does not know or treats differently. Layout and
/// bindings can behave as a client whose `isSimulated` is true.
@nonexhaustive
public enum Client: String, Hashable, Sendable, CaseIterable {
    /// This package's runtime.
    case swift
    /// The reference iOS runtime, version 1.2.
    case iOS = "ios-1.2"
    /// The reference Android runtime, version 1.4.
    case android = "android-1.4"
    /// The newest reference compiler, with 160 built-in strings.
    case tools = "tools-2021"
}

extension Client {
    /// The name on the command line, such as `ios-1.2`.
    public var name: String { rawValue }

    /// The strings it has built in.
    package var systemStrings: SystemStrings {
        self == .tools ? .extended : .standard
    }

    /// The largest things that it can read.
    package var limits: Limits {
        switch self {
        case .swift, .tools: .format
        case .iOS: .iOS
        case .android: .android
        }
    }

    /// How its layout and bindings differ from the plain rules.
    public var quirks: Quirks {
        switch self {
        case .swift: [.vhFullSizeChildren]
        case .iOS:
            [
                .gridRowCount, .gridCentreOffset, .gridItemHeightLost, .iifTruth, .pathFallThrough, .coercion,
                .bindingGrammar, .zeroFixedSideBecomesMax, .ratioWrapIsMatch, .wrapSumIncludesMatchParent,
                .ratioPaddingShift, .lineMidFullThickness, .dataTagOrder, .vhFullSizeChildren,
                .shorthandsIgnored, .plainUnknownComponents, .pageTurnsBack, .boundsIgnored,
                .neverMirrors, .exclusiveTextStyles, .maxLinesCapsLines,
            ]
        case .android, .tools: []
        }
    }

    /// Whether layout and bindings can be run as this client does, quirks included.
    public var isSimulated: Bool {
        self == .swift || self == .iOS
    }
}

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

extension Client {
    /// The largest sizes and numbers that a client can read (`Docs/Format.md §10`).
    package struct Limits: Hashable, Sendable {
        /// The most bytes of one string in the file.
        package let stringBytes: Int
        /// The most bytes of the template's name.
        package let nameBytes: Int
        /// The most bytes of the node tree.
        package let nodeBytes: Int
        /// The most bytes of one event program.
        package let programBytes: Int
        /// The most entries in one property table of a node.
        package let tableEntries: Int
        /// The largest version of the template itself, which is the third number in the file.
        package let patchVersion: Int
        /// The largest id of a component.
        package let componentID: Int

        /// The limits of the format's fields.
        package static let format = Limits(
            stringBytes: 65_535,
            nameBytes: 65_535,
            nodeBytes: 65_535,
            programBytes: 65_535,
            tableEntries: 255,
            patchVersion: 65_535,
            componentID: 65_535
        )

        /// The limits of the reference iOS runtime, which reads signed sizes and unsigned counts.
        ///
        /// It skips event programs.
        package static let iOS = Limits(
            stringBytes: 32_767,
            nameBytes: 32_767,
            nodeBytes: 32_767,
            programBytes: 65_535,
            tableEntries: 255,
            patchVersion: 32_767,
            componentID: 32_767
        )

        /// The limits of the reference Android runtime, which reads signed sizes and counts.
        package static let android = Limits(
            stringBytes: 32_767,
            nameBytes: 32_767,
            nodeBytes: 32_767,
            programBytes: 32_767,
            tableEntries: 127,
            patchVersion: 32_767,
            componentID: 32_767
        )
    }
}
