/// A client or compiler for which templates are made: what it knows, what it can read and how it behaves.
///
/// Compiling and linting for a target reports what that client cannot read, does not know or treats differently.
/// Layout and bindings can behave as a target whose ``isSimulated`` is true.
public struct Target: Hashable, Sendable {
    /// The name on the command line, such as `ios-1.2`.
    public let name: String
    /// One sentence that says what the target is.
    public let summary: String
    /// The target's bit in the sets of the schema.
    public let set: TargetSet
    /// The strings it has built in.
    public let systemStrings: SystemStrings
    /// The largest things that it can read.
    public let limits: Limits
    /// How its layout and bindings differ from the plain rules.
    public let quirks: Quirks
    /// Whether layout and bindings can be run as this target does, quirks included.
    public let isSimulated: Bool
    /// Whether it runs event programs.
    public let runsEvents: Bool
    /// Whether it understands this package's additions to data bindings: text around bindings, and defaults.
    public let hasBindingExtensions: Bool
    /// What else an author should know, one sentence each.
    public let notes: [String]
}

// MARK: - The targets

extension Target {
    /// This package's runtime.
    public static let swift = Target(
        name: "swift",
        summary: "this package's runtime",
        set: .swift,
        systemStrings: .standard,
        limits: .format,
        quirks: [.vhFullSizeChildren],
        isSimulated: true,
        runsEvents: true,
        hasBindingExtensions: true,
        notes: []
    )

    /// The reference iOS runtime, version 1.2.
    public static let iOS = Target(
        name: "ios-1.2",
        summary: "the reference iOS runtime, version 1.2",
        set: .iOS,
        systemStrings: .standard,
        limits: .iOS,
        quirks: [
            .gridRowCount, .gridCentreOffset, .gridItemHeightLost, .iifTruth, .pathFallThrough, .coercion,
            .bindingGrammar, .zeroFixedSideBecomesMax, .ratioWrapIsMatch, .wrapSumIncludesMatchParent,
            .ratioPaddingShift, .lineMidFullThickness, .dataTagOrder, .emptyPageCrash, .vhFullSizeChildren,
            .shorthandsIgnored, .plainUnknownComponents, .pageTurnsBack,
        ],
        isSimulated: true,
        runsEvents: false,
        hasBindingExtensions: false,
        notes: [
            "event programs are not run",
            "'lineHeight', 'padding' and 'layoutMargin' are not built in, so a file that uses them as values must store them",
        ]
    )

    /// The reference Android runtime, version 1.4.
    public static let android = Target(
        name: "android-1.4",
        summary: "the reference Android runtime, version 1.4",
        set: .android,
        systemStrings: .standard,
        limits: .android,
        quirks: [],
        isSimulated: false,
        runsEvents: true,
        hasBindingExtensions: false,
        notes: [
            "only version 1.0 of the format is read",
            "the keys of strings must be unique among all templates that one process loads",
            "a node without a class for its id makes the whole template fail",
            "'onLongClick' is compiled and never run",
            "a missing value leaves the property as it is",
        ]
    )

    /// The newest reference compiler, with 160 built-in strings.
    public static let tools = Target(
        name: "tools-2021",
        summary: "the newest reference compiler, with 160 built-in strings",
        set: .tools,
        systemStrings: .extended,
        limits: .format,
        quirks: [],
        isSimulated: false,
        runsEvents: false,
        hasBindingExtensions: false,
        notes: ["clients with the list of 157 strings show nothing for 'lineHeight', 'padding' and 'layoutMargin'"]
    )

    /// All targets, the default one first.
    public static let all: [Target] = [.swift, .iOS, .android, .tools]

    /// Finds a target by its name.
    ///
    /// - Parameter name: The name, case included.
    /// - Returns: The target, or `nil` when there is none of that name.
    public static func named(_ name: some StringProtocol) -> Target? {
        all.first { $0.name == name }
    }
}
