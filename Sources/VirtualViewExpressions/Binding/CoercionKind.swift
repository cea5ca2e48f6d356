/// What a property takes, as far as applying a value to it is concerned.
@nonexhaustive
public enum CoercionKind: Hashable, Sendable {
    /// A whole number, with an optional `rp`.
    case int
    /// A number, with an optional `rp`.
    case float
    /// A number, with an optional `rp`, or `match_parent` or `wrap_content`.
    case size
    /// A text.
    case string
    /// Yes or no.
    case bool
    /// `visible`, `invisible` or `gone`.
    case visibility
    /// Words that stand for numbers.
    case words(CoercionWords)
    /// A colour.
    case color
    /// Any value, as it is.
    case object
}

extension CoercionKind {
    /// Words of `gravity` and `layoutGravity`.
    public static let gravity = CoercionKind.words(.gravity)
    /// Words of `textStyle`.
    public static let textStyle = CoercionKind.words(.textStyle)

    /// The kind with a name of `vvc eval --as`.
    ///
    /// - Parameter name: `int`, `float`, `size`, `string`, `bool`, `visibility`, `gravity`, `color`, `textStyle` or
    ///   `object`.
    public init?(named name: String) {
        guard let kind = Self.named.first(where: { $0.name == name })?.kind else { return nil }
        self = kind
    }

    /// The names that ``init(named:)`` knows, in the order in which a usage text lists them.
    public static var names: [String] {
        named.map { $0.name }
    }

    private static let named: [(name: String, kind: CoercionKind)] = [
        ("int", .int), ("float", .float), ("size", .size), ("string", .string), ("bool", .bool),
        ("visibility", .visibility), ("gravity", .gravity), ("color", .color), ("textStyle", .textStyle),
        ("object", .object),
    ]
}

/// The words that a property takes and the numbers they stand for.
public struct CoercionWords: Hashable, Sendable {
    /// How a client without our rules for words reads such a property.
    @nonexhaustive
    public enum ReferenceReading: Hashable, Sendable {
        /// As words, unknown ones left out.
        case words
        /// As a number.
        case int
        /// Not at all.
        case ignored
    }

    /// One word.
    public struct Word: Hashable, Sendable {
        /// The word as authors write it.
        public let name: String
        /// Its number.
        public let value: Int32

        /// Pairs a word with its number.
        ///
        /// - Parameters:
        ///   - name: The word as authors write it.
        ///   - value: Its number.
        public init(_ name: String, _ value: Int32) {
            self.name = name
            self.value = value
        }
    }

    /// The words.
    public let words: [Word]
    /// Whether several words joined by `|` are combined bit by bit; else the first known word counts.
    public let combines: Bool
    /// Whether the case of ASCII letters is ignored.
    public let ignoresCase: Bool
    /// How the reference iOS client reads such a property.
    public let onIOS: ReferenceReading

    /// Makes a list of words.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - combines: Whether several words joined by `|` are combined bit by bit.
    ///   - ignoresCase: Whether the case of ASCII letters is ignored.
    ///   - onIOS: How the reference iOS client reads such a property.
    public init(
        _ words: [Word],
        combines: Bool = true,
        ignoresCase: Bool = false,
        onIOS: ReferenceReading = .ignored
    ) {
        self.words = words
        self.combines = combines
        self.ignoresCase = ignoresCase
        self.onIOS = onIOS
    }

    /// The words of `gravity` and `layoutGravity`; data may also say `center`.
    public static let gravity = CoercionWords(
        [
            Word("left", 1), Word("right", 2), Word("h_center", 4), Word("top", 8), Word("bottom", 16),
            Word("v_center", 32), Word("center", 36),
        ],
        onIOS: .words
    )
    /// The words of `textStyle`.
    public static let textStyle = CoercionWords(
        [Word("bold", 1), Word("italic", 2), Word("underline", 4), Word("strike", 8)],
        onIOS: .int
    )

    func value(of name: Substring) -> Int32? {
        words.first { word in
            ignoresCase ? BindingCoercion.equalsIgnoringCase(name, word.name) : name == word.name
        }?.value
    }
}
