/// The description of one property of the language.
public struct PropertySchema: Hashable, Sendable {
    /// Whether an event program may use a property; the raw value is the word in a components file.
    @nonexhaustive
    public enum EventAccess: String, Hashable, Sendable, CaseIterable {
        /// Event programs cannot see it.
        case none
        /// Event programs may read it.
        case read
        /// Event programs may read and write it.
        case readWrite
    }

    /// The work that is necessary when a property changes.
    @nonexhaustive
    public enum Invalidation: Int, Comparable, Sendable {
        /// Nothing that is shown depends on it.
        case nothing
        /// The node is drawn again.
        case drawing
        /// The node's children are placed again.
        case childLayout
        /// The node's own size, and with it its place, may change.
        case ownSize

        /// Orders by the amount of work.
        public static func < (lhs: Invalidation, rhs: Invalidation) -> Bool {
            lhs.rawValue < rhs.rawValue
        }
    }

    /// The value of a property that a template does not set.
    @nonexhaustive
    public enum DefaultValue: Hashable, Sendable {
        /// A number, a set of flags, a word or a colour (ARGB).
        case int(Int32)
        /// A decimal number.
        case float(Float)
        /// A text.
        case string(String)
        /// No value.
        case none

        /// Tells whether two values are the same; what is no number (NaN) is the same as itself.
        public static func == (lhs: DefaultValue, rhs: DefaultValue) -> Bool {
            switch (lhs, rhs) {
            case (.int(let lhs), .int(let rhs)): lhs == rhs
            case (.float(let lhs), .float(let rhs)): lhs == rhs || lhs.bitPattern == rhs.bitPattern
            case (.string(let lhs), .string(let rhs)): lhs == rhs
            case (.none, .none): true
            default: false
            }
        }
    }

    /// The attribute's name.
    public let name: String
    /// The key under which files store it.
    public let key: StringID
    /// The rules for reading its text.
    public let kind: ValueKind
    /// The value in a template that does not set it.
    public let defaultValue: DefaultValue
    /// The element names of the components that have it; `nil` if all have it.
    public private(set) var components: [String]?
    /// Whether it may have a data binding.
    public let isBindable: Bool
    /// Whether an event program may use it.
    public let eventAccess: EventAccess
    /// The work that a change of it requires.
    public let invalidation: Invalidation
    /// The clients that know it.
    public let knownTo: ClientSet
    /// The name, if it is one of the language's.
    package let builtInName: PropertyName?
    /// The values that a node accepts, if not all of the kind.
    package private(set) var range = ValueRange.any
    /// The property that becomes 0 when this one is set.
    package private(set) var resetProperty: PropertyName?
    /// The kind of the value that a file holds as a text, because the reference compiler does not know the property.
    ///
    /// It is `nil` for all other properties.
    package private(set) var meaning: ValueKind?
    /// The words of which a text is a list, joined by `|`; `nil` for all other properties.
    package private(set) var listedWords: WordTable?
    /// The form of a text that nodes hold as it is; `nil` for all other properties.
    package private(set) var textForm: TextForm?

    /// The forms of texts that nodes hold as they are.
    ///
    /// Layout and drawing read them; a text of another form does nothing.
    package enum TextForm: Hashable, Sendable {
        /// One word, exactly as it is.
        case word(WordTable)
        /// One word as in CSS, in any case.
        case styleWord(WordTable)
        /// Words as in CSS, separated by blanks, commas or bars.
        case styleWords(WordTable)
        /// `auto`, points, or a part such as `50%`.
        case basis
        /// Lengths in points, separated by commas, of which one is above 0.
        case dashes
        /// The path of a value in data.
        case path

        /// What the words of ``styleWords(_:)`` may be separated by.
        package static let styleSeparators = " ,|"
    }

    /// The values of a property that a node accepts.
    ///
    /// Other values do nothing.
    package enum ValueRange: Hashable, Sendable {
        /// All of the kind.
        case any
        /// Numbers greater than 0.
        case positive
        /// Numbers that are not less than 0.
        case notNegative
        /// The words of the kind.
        case words
        /// 0, and 1 for every other number.
        case truth
    }

    /// Declares a property.
    public init(
        _ name: String,
        _ kind: ValueKind,
        default defaultValue: DefaultValue = .none,
        components: [String]? = nil,
        isBindable: Bool = true,
        eventAccess: EventAccess = .none,
        invalidates invalidation: Invalidation = .nothing,
        knownTo: ClientSet = .all
    ) {
        self.name = name
        self.key = StringID(hashing: name)
        self.kind = kind
        self.defaultValue = defaultValue
        self.components = components
        self.isBindable = isBindable
        self.eventAccess = eventAccess
        self.invalidation = invalidation
        self.knownTo = knownTo
        builtInName = PropertyName(rawValue: name)
    }

    /// Returns the property with a limit to its values.
    func accepting(_ range: ValueRange) -> PropertySchema {
        var limited = self
        limited.range = range
        return limited
    }

    /// Returns the property as one whose text has a meaning: a number, a colour, a word, or true and false.
    func meaning(_ kind: ValueKind) -> PropertySchema {
        var typed = self
        typed.meaning = kind
        switch kind {
        case .enumeration: typed.range = .words
        case .bool: typed.range = .truth
        default: break
        }
        return typed
    }

    /// Returns the property as one whose text is a list of words.
    package func listing(_ words: WordTable) -> PropertySchema {
        var listing = self
        listing.listedWords = words
        return listing
    }

    /// Returns the property as one whose text has a form.
    package func written(_ form: TextForm) -> PropertySchema {
        var written = self
        written.textForm = form
        return written
    }

    /// Returns the property as one that resets another when it is set.
    func resetting(_ other: PropertyName) -> PropertySchema {
        var resetting = self
        resetting.resetProperty = other
        return resetting
    }

    /// Returns the property with another list of components.
    func belonging(to components: [String]) -> PropertySchema {
        var other = self
        other.components = components
        return other
    }
}
