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
}
