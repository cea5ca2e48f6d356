/// A client or compiler for which templates are made: what it knows, what it can read and how it behaves.
///
/// Compiling and linting for a client reports what it cannot read, does not know or treats differently. Layout and
/// bindings can behave as a client whose ``isSimulated`` is true.
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

    /// One sentence that says what the client is.
    public var summary: String {
        switch self {
        case .swift: "this package's runtime"
        case .iOS: "the reference iOS runtime, version 1.2"
        case .android: "the reference Android runtime, version 1.4"
        case .tools: "the newest reference compiler, with 160 built-in strings"
        }
    }

    /// The strings it has built in.
    public var systemStrings: SystemStrings {
        self == .tools ? .extended : .standard
    }

    /// The largest things that it can read.
    public var limits: Limits {
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
                .ratioPaddingShift, .lineMidFullThickness, .dataTagOrder, .emptyPageCrash, .vhFullSizeChildren,
                .shorthandsIgnored, .plainUnknownComponents, .pageTurnsBack,
            ]
        case .android, .tools: []
        }
    }

    /// Whether layout and bindings can be run as this client does, quirks included.
    public var isSimulated: Bool {
        self == .swift || self == .iOS
    }

    /// Whether it runs event programs.
    public var runsEvents: Bool {
        self == .swift || self == .android
    }

    /// Whether it understands this package's additions to data bindings: text around bindings, and defaults.
    public var hasBindingExtensions: Bool {
        self == .swift
    }

    /// What else an author should know, one sentence each.
    public var notes: [String] {
        switch self {
        case .swift: []
        case .iOS:
            [
                "event programs are not run",
                "'lineHeight', 'padding' and 'layoutMargin' are not built in, so a file that uses them as values must store them",
            ]
        case .android:
            [
                "only version 1.0 of the format is read",
                "the keys of strings must be unique among all templates that one process loads",
                "a node without a class for its id makes the whole template fail",
                "'onLongClick' is compiled and never run",
                "a missing value leaves the property as it is",
            ]
        case .tools:
            ["clients with the list of 157 strings show nothing for 'lineHeight', 'padding' and 'layoutMargin'"]
        }
    }
}
