import VirtualViewFormat

/// The differences between our rules and those of the reference clients; the one table of ids and messages.
enum Portability: String, CaseIterable {
    case androidBlanks = "binding.android-blanks"
    case androidComputed = "binding.android-computed"
    case androidDefault = "binding.android-default"
    case androidEscape = "binding.android-escape"
    case androidInterpolation = "binding.android-interpolation"
    case androidNesting = "binding.android-nesting"
    case androidNumericKey = "binding.android-numeric-key"
    case androidOuterBlanks = "binding.android-outer-blanks"
    case androidQuotes = "binding.android-quotes"
    case androidSecondIndex = "binding.android-second-index"
    case androidSeparator = "binding.android-separator"
    case androidSteps = "binding.android-steps"
    case androidThis = "binding.android-this"
    case androidVisibility = "binding.android-visibility"
    case iOSBlanks = "binding.ios-blanks"
    case iOSBool = "binding.ios-bool"
    case iOSComputed = "binding.ios-computed"
    case iOSDefault = "binding.ios-default"
    case iOSEmptyPart = "binding.ios-empty-part"
    case iOSEscape = "binding.ios-escape"
    case iOSFallThrough = "binding.ios-fall-through"
    case iOSInterpolation = "binding.ios-interpolation"
    case iOSLineEnd = "binding.ios-line-end"
    case iOSNesting = "binding.ios-nesting"
    case iOSQuotes = "binding.ios-quotes"
    case iOSRoot = "binding.ios-root"
    case iOSSeparator = "binding.ios-separator"
    case iOSTruth = "binding.ios-truth"
    case iOSUnits = "binding.ios-units"
    case iOSWords = "binding.ios-words"

    /// What a construct means for a client, or `nil` when it reads it as we do.
    init?(_ kind: BindingConstruct.Kind, _ client: Client) {
        let difference: Portability? =
            switch client {
            case .iOS: Self.onIOS(kind)
            case .android: Self.onAndroid(kind)
            default: nil
            }
        guard let difference else { return nil }
        self = difference
    }

    /// What a client makes of every value for a kind of property.
    init?(_ kind: ValueKind, _ client: Client) {
        switch (client, kind) {
        case (.iOS, .bool): self = .iOSBool
        case (.iOS, .number), (.iOS, .float), (.iOS, .size), (.iOS, .int): self = .iOSUnits
        case (.iOS, .flags), (.iOS, .textStyle), (.iOS, .type), (.iOS, .dataMode), (.iOS, .enumeration):
            self = .iOSWords
        case (.android, .visibility): self = .androidVisibility
        default: return nil
        }
    }

    private static func onIOS(_ kind: BindingConstruct.Kind) -> Portability? {
        switch kind {
        case .computed: .iOSComputed
        case .interpolation: .iOSInterpolation
        case .escape: .iOSEscape
        case .fallback: .iOSDefault
        case .quote: .iOSQuotes
        // The false part runs to the end there, so it may hold anything.
        case .nested(.whenFalse), .separator(_, .whenFalse), .separator(UInt8(ascii: "?"), .whenTrue): nil
        case .nested: .iOSNesting
        case .separator: .iOSSeparator
        case .emptyPart: .iOSEmptyPart
        case .constantCondition(let text):
            // Only the text `false` is false there; we have more such texts.
            BindingEvaluator(data: nil, quirks: []).isTrue(.string(text)) == (text != "false") ? .iOSRoot : .iOSTruth
        case .condition: .iOSTruth
        case .lineEnd: .iOSLineEnd
        case .blanksInPath: .iOSBlanks
        case .steps: .iOSFallThrough
        case .outerBlanks, .blanksAtPathEnds, .blanksInIndex, .secondIndex, .numericKey, .thisKey: nil
        }
    }

    private static func onAndroid(_ kind: BindingConstruct.Kind) -> Portability? {
        switch kind {
        case .computed: .androidComputed
        case .interpolation: .androidInterpolation
        case .escape: .androidEscape
        case .fallback: .androidDefault
        case .quote: .androidQuotes
        case .nested: .androidNesting
        // The first `?` ends the condition there, and the next `:` the true part; later ones are deleted.
        case .separator(UInt8(ascii: ":"), .condition): nil
        case .separator: .androidSeparator
        case .outerBlanks: .androidOuterBlanks
        case .blanksAtPathEnds, .blanksInPath, .blanksInIndex: .androidBlanks
        case .secondIndex: .androidSecondIndex
        case .numericKey: .androidNumericKey
        case .thisKey: .androidThis
        case .steps: .androidSteps
        case .emptyPart, .constantCondition, .condition, .lineEnd: nil
        }
    }

    /// The severity; a binding that the client would show literally, or never find, is an error.
    var severity: BindingIssue.Severity {
        switch self {
        case .androidComputed, .androidDefault, .androidEscape, .androidInterpolation, .androidNesting,
            .androidOuterBlanks,
            .androidQuotes, .androidSeparator, .iOSComputed, .iOSDefault, .iOSEscape, .iOSInterpolation, .iOSLineEnd,
            .iOSNesting,
            .iOSQuotes, .iOSSeparator:
            .error
        case .androidBlanks, .androidNumericKey, .androidSecondIndex, .androidSteps, .androidThis, .androidVisibility,
            .iOSBlanks, .iOSBool, .iOSEmptyPart, .iOSFallThrough, .iOSRoot, .iOSTruth, .iOSUnits, .iOSWords:
            .warning
        }
    }

    /// Whether it applies to every path of several steps, so that one report is enough.
    fileprivate var concernsEveryPath: Bool {
        self == .androidSteps || self == .iOSFallThrough
    }

    /// The message for people.
    var message: String {
        switch self {
        case .androidBlanks: "android-1.4 takes the blanks for part of the name, and fails on blanks in an index"
        case .androidComputed: "android-1.4 has no computed bindings and finds nothing here"
        case .androidDefault: "android-1.4 has no '?:' default and finds nothing here"
        case .androidEscape: "android-1.4 shows the '\\' of '\\${'"
        case .androidInterpolation: "android-1.4 has no bindings inside a text and shows them as they are written"
        case .androidNesting: "android-1.4 has no choice inside a choice and shows it without its '?' and ':'"
        case .androidNumericKey: "android-1.4 takes a name of digits for an index"
        case .androidOuterBlanks: "android-1.4 takes a binding with blanks around it for a plain text"
        case .androidQuotes: "android-1.4 shows the quotes"
        case .androidSecondIndex: "android-1.4 stops at the second index and gives what the first one found"
        case .androidSeparator: "android-1.4 deletes '?' and ':' from the parts of a choice"
        case .androidSteps: "android-1.4 stops at a step that does not fit and gives the value found so far"
        case .androidThis: "android-1.4 takes 'this' for the value itself"
        case .androidVisibility: "android-1.4 takes every unknown word for visible"
        case .iOSBlanks: "ios-1.2 takes blanks inside a path for part of a name, or stops at them"
        case .iOSBool: "ios-1.2 takes only the text 'true' for yes; JSON true is no"
        case .iOSComputed: "ios-1.2 has no computed bindings and finds nothing here"
        case .iOSDefault: "ios-1.2 has no '?:' default and looks for a name with all of it"
        case .iOSEmptyPart: "ios-1.2 takes an empty part for an empty text, and an empty condition for true"
        case .iOSEscape: "ios-1.2 shows the '\\' of '\\${'"
        case .iOSFallThrough: "ios-1.2 skips a step that finds nothing, so a later name may be found further up"
        case .iOSInterpolation: "ios-1.2 has no bindings inside a text and shows them as they are written"
        case .iOSLineEnd: "ios-1.2 does not trim line ends"
        case .iOSNesting: "ios-1.2 allows a choice inside a choice in the false part only"
        case .iOSQuotes: "ios-1.2 shows the quotes"
        case .iOSRoot: "ios-1.2 evaluates a choice to nothing unless the data is an object or an array"
        case .iOSSeparator: "ios-1.2 splits a choice at its first '?' and first ':', wherever they stand"
        case .iOSTruth: "ios-1.2 takes everything for true but what is missing and the text 'false'"
        case .iOSUnits: "ios-1.2 applies what is missing or no number as 0, and ignores the unit 'rp'"
        case .iOSWords: "ios-1.2 does not read words from the data for this property"
        }
    }
}

extension Client {
    /// Whether it reads `${= … }`.
    package var hasComputedBindings: Bool { Portability(.computed, self) == nil }
}

extension BindingIssue {
    /// Returns the issue without the advice to write what a client does not read.
    package func advice(for client: Client) -> BindingIssue {
        let message: String
        switch BindingProblem(rawValue: id) {
        case .operatorInPath where !client.hasComputedBindings: message = BindingProblem.operatorInText
        case .bareChoice where client != .swift: message = BindingProblem.choiceInText
        default: return self
        }
        return BindingIssue(id: id, severity: severity, message: message, range: range)
    }

    /// Whether it is a difference that applies to every path of several steps.
    package var concernsEveryPath: Bool {
        Portability(rawValue: id)?.concernsEveryPath ?? false
    }
}

extension BindingExpression {
    /// Finds what a client reads differently from this package.
    ///
    /// Our own extensions, which that client would show literally or cannot find, are errors. Constructs that it only
    /// evaluates differently are warnings. `Docs/Expressions.md` lists the ids.
    ///
    /// - Parameters:
    ///   - text: The text of an attribute.
    ///   - client: The client.
    ///   - kind: What the property takes, when known: adds what the client makes of the value.
    /// - Returns: The differences in the order of the text; none for a text without a binding,
    ///   and for a client that has our rules.
    /// - Complexity: That of parsing the text.
    public static func portabilityIssues(
        in text: String,
        for client: Client,
        kind: ValueKind? = nil
    ) -> [BindingIssue] {
        guard client == .iOS || client == .android else { return [] }
        var parser = BindingParser(text, client: .swift)
        parser.collectsIssues = true
        let root = parser.parse()
        let whole = 0..<text.utf8.count
        var found: [(Portability, Range<Int>)] = parser.constructs.compactMap { construct in
            Portability(construct.kind, client).map { ($0, construct.range) }
        }
        if root.readsData, let kind, let difference = Portability(kind, client) {
            found.append((difference, whole))
        }
        var seen: Set<Portability> = []
        return
            found
            .sorted { ($0.1.lowerBound, $0.0.rawValue) < ($1.1.lowerBound, $1.0.rawValue) }
            .filter { seen.insert($0.0).inserted }
            .map { BindingIssue(id: $0.0.rawValue, severity: $0.0.severity, message: $0.0.message, range: $0.1) }
    }
}
