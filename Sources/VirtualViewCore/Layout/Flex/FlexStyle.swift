/// The settings of a `FlexLayout` in the form that layout uses.
struct FlexStyle {
    var isVertical = false
    /// Whether the main axis is filled from its end.
    var isReversed = false
    var wraps = false
    /// Whether lines follow each other against the cross axis.
    var wrapsReversed = false
    var justifyContent = FlexLayoutNode.JustifyContent.flexStart
    var alignItems = FlexLayoutNode.AlignItems.flexStart
    var alignContent = FlexLayoutNode.AlignContent.flexStart
    /// Whether children may be a part of the length; not where it follows from theirs.
    var countsParts = true

    init() {}

    init(_ node: FlexLayoutNode) {
        set(node.flexDirection)
        set(node.flexWrap)
        // The shorthand sets only the properties that it names.
        for word in FlexWords.split(node.flexFlow) {
            if let direction = FlexWords.directions[word] { set(direction) }
            if let wrap = FlexWords.wraps[word] { set(wrap) }
        }
        justifyContent = node.justifyContent
        alignItems = node.alignItems
        alignContent = node.alignContent
        countsParts = !isVertical || !node.isAsHighAsContent
    }

    private mutating func set(_ direction: FlexLayoutNode.Direction) {
        isVertical = direction == .column || direction == .columnReverse
        isReversed = direction == .rowReverse || direction == .columnReverse
    }

    private mutating func set(_ wrap: FlexLayoutNode.Wrap) {
        wraps = wrap != .noWrap
        wrapsReversed = wrap == .wrapReverse
    }
}

extension Node {
    /// Whether nothing but the content can say how high the node is: a host gives the root its height, a `FlexLayout` or a
    /// share its child, and a list of equal items each of them.
    fileprivate var isAsHighAsContent: Bool {
        let layout = properties.layout
        guard Double(layout.layoutHeight) == LayoutBox.wrap, layout.autoDimDirection == .none else { return false }
        guard layout.layoutRatio <= 0, let parentLink else { return false }
        return !(parentLink is FlexLayoutNode || parentLink is VHNode || parentLink is SliderNode)
    }
}

/// The settings of a child of a `FlexLayout` in the form that layout uses.
struct FlexItemStyle {
    /// The length before free space is distributed.
    enum Basis {
        /// The node's own size.
        case auto
        case points(Double)
        /// A fraction of the line.
        case share(Double)
    }

    var grow = 0.0
    var order: Int32 = 1
    var basis = Basis.auto
    /// `nil` for the parent's setting.
    var alignSelf: FlexLayoutNode.AlignItems?

    init() {}

    init(_ node: Node) {
        let layout = node.properties.layout
        grow = Self.factor(layout.flexGrow)
        order = layout.order
        basis = Self.basis(node.flexBasis)
        alignSelf = FlexWords.split(node.alignSelf).first.flatMap { FlexWords.alignments[$0] }
    }

    private static func factor(_ value: Float) -> Double {
        value > 0 && value.isFinite ? Double(value) : 0
    }

    private static func basis(_ text: String?) -> Basis {
        guard let word = FlexWords.split(text).first else { return .auto }
        if word.hasSuffix("%") {
            guard let share = Double(word.dropLast()), share >= 0, share.isFinite else { return .auto }
            return .share(share / 100)
        }
        guard let points = Double(word), points >= 0, points.isFinite else { return .auto }
        return .points(points)
    }
}

/// The words of flex properties whose values are texts.
enum FlexWords {
    static let directions: [String: FlexLayoutNode.Direction] = [
        "row": .row, "row_reverse": .rowReverse, "column": .column, "column_reverse": .columnReverse,
    ]
    static let wraps: [String: FlexLayoutNode.Wrap] = ["nowrap": .noWrap, "wrap": .wrap, "wrap_reverse": .wrapReverse]
    static let alignments: [String: FlexLayoutNode.AlignItems] = [
        "flex_start": .flexStart, "flex_end": .flexEnd, "center": .center, "baseline": .baseline, "stretch": .stretch,
        "start": .flexStart, "end": .flexEnd,
    ]

    /// Returns the words of a text, in which `-` and `_` have the same spelling.
    static func split(_ text: String?) -> [String] {
        guard let text else { return [] }
        let bytes = text.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0.asciiLowercased }
        return bytes.split { " ,|".utf8.contains($0) }.map { String(decoding: $0, as: UTF8.self) }
    }
}
