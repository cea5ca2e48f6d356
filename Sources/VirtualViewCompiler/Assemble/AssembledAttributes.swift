/// The attributes that the lowering writes, in the order in which every element has them.
///
/// The order is fixed, so that the same source always gives the same bytes; `Docs/Assemble.md` lists it.
enum AssembledKey: String, CaseIterable {
    case id
    case orientation
    case layoutWidth
    case layoutHeight
    case layoutGravity
    case layoutMarginLeft
    case layoutMarginTop
    case layoutMarginRight
    case layoutMarginBottom
    case paddingLeft
    case paddingTop
    case paddingRight
    case paddingBottom
    case background
    case borderColor
    case borderWidth
    case borderRadius
    case flag
    case action
    case visibility
    case text
    case textSize
    case textColor
    case textStyle
    case lines
    case maxLines
    case ellipsize
    case src
    case scaleType
    case ratio

    /// The attribute's name in templates.
    var name: String { rawValue }
}

/// A value with the place in the source that caused it.
struct AssembledValue {
    let text: String
    let nameSpan: SourceSpan
    let valueSpan: SourceSpan
    let map: PositionMap

    /// The value of an attribute of the source.
    init(_ property: AssembleProperty) {
        text = property.template
        nameSpan = property.nameSpan
        valueSpan = property.valueSpan
        map = property.map
    }

    /// A value that an attribute of the source caused.
    init(_ text: String, causedBy property: AssembleProperty) {
        self.init(text, nameSpan: property.nameSpan, valueSpan: property.valueSpan)
    }

    /// Creates a value from something else in the source.
    init(_ text: String, causedBy span: SourceSpan) {
        self.init(text, nameSpan: span, valueSpan: span)
    }

    init(_ text: String, nameSpan: SourceSpan, valueSpan: SourceSpan) {
        self.text = text
        self.nameSpan = nameSpan
        self.valueSpan = valueSpan
        map = .opaque(valueSpan, decodedLength: text.utf8.count)
    }
}

/// The attributes of one element that is being lowered.
struct AssembledAttributes {
    private var entries: [(key: AssembledKey, value: AssembledValue)] = []

    subscript(key: AssembledKey) -> AssembledValue? {
        get { entries.first { $0.key == key }?.value }
        set {
            entries.removeAll { $0.key == key }
            if let newValue { entries.append((key, newValue)) }
        }
    }

    /// Adds attributes; those of `other` win.
    mutating func merge(_ other: AssembledAttributes) {
        for entry in other.entries { self[entry.key] = entry.value }
    }

    /// The attributes in their fixed order.
    var ordered: [(key: AssembledKey, value: AssembledValue)] {
        AssembledKey.allCases.compactMap { key in self[key].map { (key, $0) } }
    }
}

/// The width or height of an element.
enum AssembledSize {
    /// The size of the content, because some place of the source asks for nothing else.
    case wrap(SourceSpan)
    /// The size of the parent.
    case fill(AssembledValue)
    /// A given size.
    case fixed(AssembledValue)

    static func fill(causedBy property: AssembleProperty) -> AssembledSize {
        .fill(AssembledValue("match_parent", causedBy: property))
    }

    static func fill(causedBy span: SourceSpan) -> AssembledSize {
        .fill(AssembledValue("match_parent", causedBy: span))
    }

    var value: AssembledValue {
        switch self {
        case .wrap(let span): AssembledValue("wrap_content", causedBy: span)
        case .fill(let value), .fixed(let value): value
        }
    }

    /// Whether it is as its content.
    var isWrap: Bool {
        if case .wrap = self { true } else { false }
    }
}

/// A pair of values, one for each axis.
struct AssembledAxes<Value> {
    var horizontal: Value
    var vertical: Value

    subscript(axis: AssembleAxis) -> Value {
        get { axis == .horizontal ? horizontal : vertical }
        set { if axis == .horizontal { horizontal = newValue } else { vertical = newValue } }
    }
}
