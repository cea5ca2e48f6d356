/// The rules for reading the text of an attribute, and the values of a property of that kind.
///
/// The names in `config.properties` (`Number`, `Align`, `Enum<…>` …) are the `configurationName`s of these kinds
/// (`Docs/Language.md`, "Value kinds").
@nonexhaustive
public enum ValueKind: Hashable, Sendable {
    /// Any text, stored unchanged.
    case string
    /// An integer or a decimal number, with an optional `rp` unit, or `true`/`false`.
    case number
    /// An integer with an optional `rp` unit, or `true`/`false`.
    case int
    /// A decimal number with an optional `rp` unit.
    case float
    /// `true` or `false`.
    case bool
    /// A colour: a name, `#RRGGBB` or `#AARRGGBB`.
    case color
    /// Words of `WordTable.flags` joined by `|`.
    case flags
    /// Words of `WordTable.gravity` joined by `|`.
    case gravity
    /// Words of `WordTable.textStyle` joined by `|`.
    case textStyle
    /// One word of `WordTable.variableTypes`.
    case type
    /// `match_parent`, `wrap_content` or a number.
    case size
    /// `invisible`, `visible`, `gone` or their numbers.
    case visibility
    /// `set`, `append` or their numbers.
    case dataMode
    /// One of the given words, in any case.
    case enumeration(WordTable)
    /// An event program in `${…}`.
    case expression
}

extension ValueKind {
    /// All kinds that consist of a single word.
    package static let words: [ValueKind] = [
        .string, .number, .int, .float, .bool, .color, .flags, .gravity, .textStyle, .type, .size, .visibility,
        .dataMode, .expression,
    ]

    /// The name of the kind in `config.properties`; for an enumeration the word before its `<`.
    public var configurationName: String {
        switch self {
        case .string: "String"
        case .number: "Number"
        case .int: "Int"
        case .float: "Float"
        case .bool: "Bool"
        case .color: "Color"
        case .flags: "Flag"
        case .gravity: "Align"
        case .textStyle: "TextStyle"
        case .type: "Type"
        case .size: "LayoutWidthHeight"
        case .visibility: "Visibility"
        case .dataMode: "DataMode"
        case .enumeration: "Enum"
        case .expression: "Expr"
        }
    }
}

extension ValueKind {
    /// Whether an attribute of this kind may have a data binding.
    ///
    /// The compiler stores a binding as a text. For words, flags, `true`/`false` and event programs it refuses or loses
    /// bindings.
    public var acceptsBinding: Bool {
        switch self {
        case .string, .number, .int, .float, .color, .gravity, .textStyle, .size, .visibility: true
        case .bool, .flags, .type, .dataMode, .enumeration, .expression: false
        }
    }
}

/// An ordered list of words and the numbers that are stored for them.
public struct WordTable: Hashable, Sendable {
    /// A word of the language and the number that a file stores for it.
    public struct Word: Hashable, Sendable {
        /// The word as authors write it.
        public let name: String
        /// The number stored in the file.
        public let value: Int32

        /// Makes a word.
        public init(_ name: String, _ value: Int32) {
            self.name = name
            self.value = value
        }
    }

    /// The words in the order in which messages list them.
    public let words: [Word]

    /// Makes a table.
    public init(_ words: [Word]) {
        self.words = words
    }

    /// Looks a word up; upper and lower case count.
    ///
    /// - Parameter name: The word.
    /// - Returns: Its number, or `nil` if the table does not have it.
    /// - Complexity: O(*n*) in the number of words.
    public func value(of name: some StringProtocol) -> Int32? {
        words.first { $0.name == name }?.value
    }

    /// Looks a word up in any case, as the compiler does for the words of ``ValueKind/enumeration(_:)``.
    ///
    /// - Parameter name: The word.
    /// - Returns: Its number, the last one if several words differ only in case, or `nil`.
    /// - Complexity: O(*n*) in the length of all words.
    public func value(ignoringCaseOf name: some StringProtocol) -> Int32? {
        let upper = name.uppercased()
        return words.last { $0.name.uppercased() == upper }?.value
    }

    /// Finds the word for a number.
    ///
    /// - Parameter value: The number stored in a file.
    /// - Returns: The first word with that number, or `nil`.
    /// - Complexity: O(*n*) in the number of words.
    public func name(of value: Int32) -> String? {
        words.first { $0.value == value }?.name
    }
}

extension WordTable: ExpressibleByDictionaryLiteral {
    /// Makes a table from a literal, keeping its order.
    ///
    /// - Parameter elements: Words and their numbers.
    public init(dictionaryLiteral elements: (String, Int32)...) {
        self.init(elements.map { Word($0.0, $0.1) })
    }
}

extension WordTable {
    /// The words of `flag`.
    public static let flags: WordTable = [
        "flag_draw": 1, "flag_event": 2, "flag_dynamic": 4, "flag_software": 8, "flag_exposure": 16,
        "flag_clickable": 32, "flag_longclickable": 64, "flag_touchable": 128,
    ]
    /// The words of `gravity` and `layoutGravity`.
    public static let gravity: WordTable = [
        "left": 1, "right": 2, "h_center": 4, "top": 8, "bottom": 16, "v_center": 32,
    ]
    /// The words of `textStyle`.
    public static let textStyle: WordTable = ["bold": 1, "italic": 2, "underline": 4, "strike": 8]
    /// The words of `type`: those of a graph, which is drawn, and those of a variable.
    public static let variableTypes: WordTable = [
        "circle": 1, "rect": 2, "oval": 3, "int": 1, "float": 2, "string": 3,
    ]
    /// The words of `layoutWidth` and `layoutHeight`.
    public static let sizes: WordTable = ["match_parent": -1, "wrap_content": -2]
    /// The words of `visibility`.
    public static let visibilities: WordTable = ["invisible": 0, "visible": 1, "gone": 2]
    /// The words of `dataMode`.
    public static let dataModes: WordTable = ["set": 1, "append": 2]
}
