// Sets of words of the language. Raw values are the numbers that files store; a test compares each type with the
// schema's table of words.

/// Where something stands in the room it is given.
public struct Gravity: OptionSet, Hashable, Sendable {
    /// The number that a file stores.
    public let rawValue: Int32

    /// Wraps a number.
    ///
    /// - Parameter rawValue: The number that a file stores.
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

/// The end of a `VH2Layout` at which a child is put.
public struct PlacementDirection: OptionSet, Hashable, Sendable {
    /// The number that a file stores.
    public let rawValue: Int32

    /// Wraps a number.
    ///
    /// - Parameter rawValue: The number that a file stores.
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

/// The look of a text.
public struct TextStyle: OptionSet, Hashable, Sendable {
    /// The number that a file stores.
    public let rawValue: Int32

    /// Wraps a number.
    ///
    /// - Parameter rawValue: The number that a file stores.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Heavy letters.
    public static let bold = TextStyle(rawValue: 1)
    /// Slanted letters.
    public static let italic = TextStyle(rawValue: 2)
    /// A line below.
    public static let underline = TextStyle(rawValue: 4)
    /// A line through the middle.
    public static let strike = TextStyle(rawValue: 8)
}

/// What a node takes part in.
public struct NodeFlags: OptionSet, Hashable, Sendable {
    /// The number that a file stores.
    public let rawValue: Int32

    /// Wraps a number.
    ///
    /// - Parameter rawValue: The number that a file stores.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// `flag_draw`, which clients of today ignore.
    public static let draw = NodeFlags(rawValue: 1)
    /// `flag_event`, which clients of today ignore.
    public static let event = NodeFlags(rawValue: 2)
    /// `flag_dynamic`, which clients of today ignore.
    public static let dynamic = NodeFlags(rawValue: 4)
    /// `flag_software`, which clients of today ignore.
    public static let software = NodeFlags(rawValue: 8)
    /// Reports when it comes into view.
    public static let exposure = NodeFlags(rawValue: 16)
    /// Reports clicks.
    public static let clickable = NodeFlags(rawValue: 32)
    /// Reports long clicks.
    public static let longClickable = NodeFlags(rawValue: 64)
    /// `flag_touchable`, which clients of today ignore.
    public static let touchable = NodeFlags(rawValue: 128)
}
