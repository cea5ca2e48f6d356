// Sets of words of the language. Raw values are the numbers that files store; a test compares each type with the
// schema's table of words.

/// The position of something in the space around it.
public struct Gravity: OptionSet, Hashable, Sendable {
    /// The number that a file stores.
    public let rawValue: Int32

    /// Makes a set from the number that a file stores.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// At the left.
    public static let left = Gravity(rawValue: 1)
    /// At the right.
    public static let right = Gravity(rawValue: 2)
    /// In the middle between left and right.
    public static let horizontalCenter = Gravity(rawValue: 4)
    /// At the top.
    public static let top = Gravity(rawValue: 8)
    /// At the bottom.
    public static let bottom = Gravity(rawValue: 16)
    /// In the middle between top and bottom.
    public static let verticalCenter = Gravity(rawValue: 32)
}

/// The end of a `VH2Layout` at which a child is placed.
public struct PlacementDirection: OptionSet, Hashable, Sendable {
    /// The number that a file stores.
    public let rawValue: Int32

    /// Makes a set from the number that a file stores.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The left end.
    public static let left = PlacementDirection(rawValue: 1)
    /// The upper end.
    public static let top = PlacementDirection(rawValue: 2)
    /// The right end.
    public static let right = PlacementDirection(rawValue: 4)
    /// The lower end.
    public static let bottom = PlacementDirection(rawValue: 8)
}

/// The style of a text.
public struct TextStyle: OptionSet, Hashable, Sendable {
    /// The number that a file stores.
    public let rawValue: Int32

    /// Makes a set from the number that a file stores.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Bold letters.
    public static let bold = TextStyle(rawValue: 1)
    /// Italic letters.
    public static let italic = TextStyle(rawValue: 2)
    /// A line under the letters.
    public static let underline = TextStyle(rawValue: 4)
    /// A line through the letters.
    public static let strike = TextStyle(rawValue: 8)
}

/// The kinds of events that a node takes part in.
public struct NodeFlags: OptionSet, Hashable, Sendable {
    /// The number that a file stores.
    public let rawValue: Int32

    /// Makes a set from the number that a file stores.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// `flag_draw`, which current clients ignore.
    public static let draw = NodeFlags(rawValue: 1)
    /// `flag_event`, which current clients ignore.
    public static let event = NodeFlags(rawValue: 2)
    /// `flag_dynamic`, which current clients ignore.
    public static let dynamic = NodeFlags(rawValue: 4)
    /// `flag_software`, which current clients ignore.
    public static let software = NodeFlags(rawValue: 8)
    /// The node reports when it comes into view.
    public static let exposure = NodeFlags(rawValue: 16)
    /// The node reports clicks.
    public static let clickable = NodeFlags(rawValue: 32)
    /// The node reports long clicks.
    public static let longClickable = NodeFlags(rawValue: 64)
    /// `flag_touchable`, which current clients ignore.
    public static let touchable = NodeFlags(rawValue: 128)
}
