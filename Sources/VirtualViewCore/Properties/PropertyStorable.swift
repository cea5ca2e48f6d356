public import VirtualViewExpressions

/// A Swift type that a property of a node may have: `Int32`, `Float`, `Bool`, `String?`, ``ARGBColor``, and the
/// language's words and sets of words.
public protocol PropertyStorable: Hashable, Sendable {
    /// The usual kind of such a property, by which the text in a source is read.
    static var valueKind: ValueKind { get }
    /// The value that stands for a stored one of another type.
    static var zero: Self { get }
    /// Converts a stored value; fails if it is of another type.
    ///
    /// - Parameter nodeValue: The stored value.
    init?(nodeValue: NodeValue)
    /// The stored form.
    var nodeValue: NodeValue { get }
}

extension Float: PropertyStorable {
    /// A decimal number.
    public static var valueKind: ValueKind { .number }

    /// Converts a number; infinity and NaN do not fit, so that layout never gets them.
    ///
    /// - Parameter nodeValue: The stored value.
    public init?(nodeValue: NodeValue) {
        switch nodeValue {
        case .float(let number) where number.isFinite: self = number
        case .int(let number): self = Float(number)
        default: return nil
        }
    }

    /// The stored form.
    public var nodeValue: NodeValue { .float(self) }
}

extension Int32: PropertyStorable {
    /// A whole number.
    public static var valueKind: ValueKind { .int }

    /// Converts a whole number.
    ///
    /// - Parameter nodeValue: The stored value.
    public init?(nodeValue: NodeValue) {
        guard case .int(let number) = nodeValue else { return nil }
        self = number
    }

    /// The stored form.
    public var nodeValue: NodeValue { .int(self) }
}

extension Bool: PropertyStorable {
    /// `true` or `false`.
    public static var valueKind: ValueKind { .bool }
    /// `false`.
    public static var zero: Bool { false }

    /// Converts a whole number: 0 is `false`.
    ///
    /// - Parameter nodeValue: The stored value.
    public init?(nodeValue: NodeValue) {
        guard case .int(let number) = nodeValue else { return nil }
        self = number != 0
    }

    /// The stored form: 1 or 0.
    public var nodeValue: NodeValue { .int(self ? 1 : 0) }
}

extension String?: PropertyStorable {
    /// A text.
    public static var valueKind: ValueKind { .string }
    /// No text.
    public static var zero: String? { nil }

    /// Converts a text, or its absence.
    ///
    /// - Parameter nodeValue: The stored value.
    public init?(nodeValue: NodeValue) {
        switch nodeValue {
        case .string(let text): self = text
        case .none: self = nil
        default: return nil
        }
    }

    /// The stored form.
    public var nodeValue: NodeValue { map(NodeValue.string) ?? .none }
}

extension ARGBColor: PropertyStorable {
    /// A colour.
    public static var valueKind: ValueKind { .color }
    /// A fully transparent colour.
    public static var zero: ARGBColor { .clear }

    /// Converts a colour's number.
    ///
    /// - Parameter nodeValue: The stored value.
    public init?(nodeValue: NodeValue) {
        guard case .int(let number) = nodeValue else { return nil }
        self.init(stored: number)
    }

    /// The stored form.
    public var nodeValue: NodeValue { .int(stored) }
}

// MARK: - Numbers

/// A type whose values are stored as a number.
protocol NumberStorable: PropertyStorable {
    /// Converts the stored bits; fails if no value has them.
    init?(bits: UInt32)
}

extension Float: NumberStorable {
    init?(bits: UInt32) { self.init(bitPattern: bits) }
}

extension Int32: NumberStorable {
    init?(bits: UInt32) { self.init(bitPattern: bits) }
}

extension Bool: NumberStorable {
    init?(bits: UInt32) { self = bits != 0 }
}

extension ARGBColor: NumberStorable {
    init?(bits: UInt32) { self.init(rawValue: bits) }
}

extension NumberStorable where Self: RawRepresentable, RawValue == Int32 {
    @inline(__always)
    init?(bits: UInt32) { self.init(rawValue: Int32(bitPattern: bits)) }
}

// MARK: - Words

extension PropertyStorable where Self: RawRepresentable, RawValue == Int32 {
    /// A whole number.
    public static var valueKind: ValueKind { .int }

    /// Converts a word's number.
    ///
    /// - Parameter nodeValue: The stored value.
    public init?(nodeValue: NodeValue) {
        guard case .int(let number) = nodeValue else { return nil }
        self.init(rawValue: number)
    }

    /// The stored form.
    public var nodeValue: NodeValue { .int(rawValue) }
}

extension PropertyStorable where Self: CaseIterable {
    /// The first word.
    public static var zero: Self { allCases[allCases.startIndex] }
}

extension PropertyStorable where Self: OptionSet {
    /// The empty set.
    public static var zero: Self { [] }
}

extension Node.Visibility: NumberStorable {}
extension Node.AccessibilityRole: NumberStorable {}
extension Node.ReadingDirection: NumberStorable {}
extension Orientation: NumberStorable {}
extension Node.DimensionAxis: NumberStorable {}
extension TextNode.Ellipsis: NumberStorable {}
extension ImageNode.ScaleType: NumberStorable {}
extension FlexLayoutNode.Direction: NumberStorable {}
extension FlexLayoutNode.Wrap: NumberStorable {}
extension FlexLayoutNode.JustifyContent: NumberStorable {}
extension FlexLayoutNode.AlignItems: NumberStorable {}
extension FlexLayoutNode.AlignContent: NumberStorable {}
extension ScrollerNode.Mode: NumberStorable {}
extension LineNode.Style: NumberStorable {}
extension GraphNode.PaintStyle: NumberStorable {}
extension GraphNode.Shape: NumberStorable {}
extension PageNode.AnimatorStyle: NumberStorable {}
extension PageNode.Direction: NumberStorable {}
extension ItemContainerNode.DataMode: NumberStorable {}
extension Gravity: NumberStorable {}
extension Node.PlacementDirection: NumberStorable {}
extension TextNode.Style: NumberStorable {}
extension Node.Flags: NumberStorable {}

/// The value of a node's property of any type.
///
/// Colours, words and flags are numbers here, as in a file.
@nonexhaustive
public enum NodeValue: Hashable, Sendable {
    /// No value, for example no text.
    case none
    /// A whole number, a colour (ARGB), a word, a set of flags, or 1 and 0 for true and false.
    case int(Int32)
    /// A decimal number.
    case float(Float)
    /// A text.
    case string(String)
    /// A piece of the data, for properties that the runtime itself does not use.
    case data(JSONValue)
}

extension NodeValue {
    /// Returns whether two values are equal; texts are compared by their bytes, as those of the data are.
    public static func == (lhs: NodeValue, rhs: NodeValue) -> Bool {
        switch (lhs, rhs) {
        case (.none, .none): true
        case (.int(let first), .int(let second)): first == second
        case (.float(let first), .float(let second)): first == second
        case (.string(let first), .string(let second)): first.hasSameBytes(as: second)
        case (.data(let first), .data(let second)): first == second
        default: false
        }
    }

    /// Returns whether both are the same value, so that whatever reads them does the same; `==` compares numbers by what
    /// they count.
    func isSame(as other: NodeValue) -> Bool {
        switch (self, other) {
        case (.float(let own), .float(let others)): own.bitPattern == others.bitPattern
        case (.data(let own), .data(let others)): own.isSame(as: others)
        default: self == other
        }
    }
}

extension NodeValue {
    /// Converts a default of the schema.
    init(_ defaultValue: PropertySchema.DefaultValue) {
        switch defaultValue {
        case .int(let number): self = .int(number)
        case .float(let number): self = .float(number)
        case .string(let text): self = .string(text)
        case .none: self = .none
        }
    }
}
