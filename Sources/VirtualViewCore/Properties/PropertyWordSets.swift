// The sets of words of the language as Swift types. Raw values are the bits that files store; a test compares each type
// with the schema's table of words.

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

extension Node {
    /// The end of a `VH2Layout` at which a child is placed.
    public struct PlacementDirection: OptionSet, Hashable, Sendable {
        /// The number that a file stores.
        public let rawValue: Int32

        /// Makes a set from the number that a file stores.
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// The left end.
        public static let left = Node.PlacementDirection(rawValue: 1)
        /// The upper end.
        public static let top = Node.PlacementDirection(rawValue: 2)
        /// The right end.
        public static let right = Node.PlacementDirection(rawValue: 4)
        /// The lower end.
        public static let bottom = Node.PlacementDirection(rawValue: 8)
    }
}

extension TextNode {
    /// The style of a text.
    public struct Style: OptionSet, Hashable, Sendable {
        /// The number that a file stores.
        public let rawValue: Int32

        /// Makes a set from the number that a file stores.
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// Bold letters.
        public static let bold = TextNode.Style(rawValue: 1)
        /// Italic letters.
        public static let italic = TextNode.Style(rawValue: 2)
        /// A line under the letters.
        public static let underline = TextNode.Style(rawValue: 4)
        /// A line through the letters.
        public static let strike = TextNode.Style(rawValue: 8)
    }
}

extension Node {
    /// The kinds of events that a node takes part in.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The number that a file stores.
        public let rawValue: Int32

        /// Makes a set from the number that a file stores.
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// `flag_draw`, which current clients ignore.
        public static let draw = Node.Flags(rawValue: 1)
        /// `flag_event`, which current clients ignore.
        public static let event = Node.Flags(rawValue: 2)
        /// `flag_dynamic`, which current clients ignore.
        public static let dynamic = Node.Flags(rawValue: 4)
        /// `flag_software`, which current clients ignore.
        public static let software = Node.Flags(rawValue: 8)
        /// The node reports when it comes into view.
        public static let exposure = Node.Flags(rawValue: 16)
        /// The node reports clicks.
        public static let clickable = Node.Flags(rawValue: 32)
        /// The node reports long clicks.
        public static let longClickable = Node.Flags(rawValue: 64)
        /// `flag_touchable`, which current clients ignore.
        public static let touchable = Node.Flags(rawValue: 128)
    }
}
