/// The meaning of an attribute of the assemble language; several names may have the same meaning.
enum AssembleAttributeKind: String, CaseIterable {
    case accessibilityGroup
    case accessibilityHidden
    case accessibilityLabel
    case accessibilityRole
    case accessibilityState
    case accessibilityValue
    case alignmentMargin
    case backBorderColor
    case backBorderWidth
    case backColor
    case backPaddingHorizontal
    case backPaddingVertical
    case button
    case buttonHighlightColor
    case color
    case crp
    case ellipsize
    case extendWith
    case font
    case height
    case ignoreAlignment
    case image
    case imageName
    case imageUrl
    case isFill
    case lines
    case maxLines
    case maxWidth
    case minWidth
    case padding
    case partAlignment
    case radius
    case ratio
    case scaleType
    case text
    case textStyle
    case visibility
    case width

    /// Whether it names an image.
    var isImage: Bool { self == .image || self == .imageName || self == .imageUrl }

    /// Whether it says how a text looks.
    var isOfText: Bool {
        switch self {
        case .color, .ellipsize, .font, .lines, .maxLines, .textStyle: true
        default: false
        }
    }

    /// Whether it says how an image lies in its place.
    var isOfImage: Bool { self == .ratio || self == .scaleType }

    /// Whether it says where a part stands among others.
    var isOfPlace: Bool {
        switch self {
        case .crp, .ignoreAlignment, .padding, .partAlignment: true
        default: false
        }
    }
}

/// The rule for one attribute name of the language.
struct AssembleAttributeRule {
    /// The type of an attribute's value.
    enum ValueType {
        /// Any text.
        case text
        /// A decimal number, perhaps in `rp`.
        case number(AssembleNumber.Sign)
        /// A decimal number above 0, without a unit.
        case factor
        /// A whole number from 0.
        case count
        /// A whole number.
        case index
        case boolean
        case color
        /// One word of a list.
        case word([String])
        /// Several words of a list, joined by `|`.
        case words([String])
    }

    let kind: AssembleAttributeKind
    let type: ValueType
    let isBindable: Bool
}

/// The attributes of the assemble language, by name.
enum AssembleAttributes {
    /// The construct that an attribute belongs to.
    enum Owner {
        case block
        case part

        /// The owner's name in messages.
        var name: String { self == .block ? "an assemble" : "a part" }
    }

    /// The attributes of an assemble.
    static let ofBlock: [String: AssembleAttributeRule] = [
        "extendWith": rule(.extendWith, .index, bound: false),
        "padding": rule(.padding, .number(.any), bound: true),
    ]

    /// The attributes of a part.
    static let ofPart: [String: AssembleAttributeRule] = [
        "accessibilityGroup": rule(.accessibilityGroup, .boolean, bound: true),
        "accessibilityHidden": rule(.accessibilityHidden, .boolean, bound: true),
        "accessibilityLabel": rule(.accessibilityLabel, .text, bound: true),
        "accessibilityRole": rule(
            .accessibilityRole,
            .word(["auto", "button", "header", "image", "link", "none"]),
            bound: true
        ),
        "accessibilityState": rule(.accessibilityState, .words(["selected", "disabled", "expanded"]), bound: true),
        "accessibilityValue": rule(.accessibilityValue, .text, bound: true),
        "alignmentMargin": rule(.alignmentMargin, .number(.any), bound: true),
        "backBorderColor": rule(.backBorderColor, .color, bound: true),
        "backBorderWidth": rule(.backBorderWidth, .number(.notNegative), bound: true),
        "backColor": rule(.backColor, .color, bound: true),
        "backColorHexString": rule(.backColor, .color, bound: true),
        "backBorderRadius": rule(.radius, .number(.notNegative), bound: true),
        "backPaddingHorizontal": rule(.backPaddingHorizontal, .number(.notNegative), bound: true),
        "backPaddingVertical": rule(.backPaddingVertical, .number(.notNegative), bound: true),
        "button": rule(.button, .text, bound: true),
        "buttonHighlightColor": rule(.buttonHighlightColor, .color, bound: false),
        "color": rule(.color, .color, bound: true),
        "colorHexString": rule(.color, .color, bound: true),
        "crp": rule(.crp, .word(["fit", "low", "high", "required"]), bound: false),
        "ellipsize": rule(.ellipsize, .word(["none", "start", "middle", "end", "marquee"]), bound: false),
        "font": rule(.font, .number(.notNegative), bound: true),
        "fontSize": rule(.font, .number(.notNegative), bound: true),
        "height": rule(.height, .number(.notNegative), bound: true),
        "ignoreAlignment": rule(.ignoreAlignment, .word(edges), bound: false),
        "image": rule(.image, .text, bound: true),
        "imageName": rule(.imageName, .text, bound: true),
        "imageUrl": rule(.imageUrl, .text, bound: true),
        "isFill": rule(.isFill, .boolean, bound: false),
        "lines": rule(.lines, .count, bound: false),
        "maxLines": rule(.maxLines, .count, bound: false),
        "maxWidth": rule(.maxWidth, .number(.notNegative), bound: false),
        "minWidth": rule(.minWidth, .number(.notNegative), bound: false),
        "padding": rule(.padding, .number(.any), bound: true),
        "partAlignment": rule(.partAlignment, .word(edges), bound: false),
        "radius": rule(.radius, .number(.notNegative), bound: true),
        "ratio": rule(.ratio, .factor, bound: false),
        "scaleType": rule(.scaleType, .word(scaleTypes), bound: false),
        "text": rule(.text, .text, bound: true),
        "textStyle": rule(.textStyle, .words(["bold", "italic", "underline", "strike"]), bound: false),
        "visibility": rule(.visibility, .word(["visible", "invisible", "gone"]), bound: true),
        "width": rule(.width, .number(.notNegative), bound: true),
    ]

    /// Names that people who know XML templates, or the original's documentation, write for an attribute.
    private static let foreignNames: [String: String] = [
        "action": "button", "background": "backColor", "borderColor": "backBorderColor",
        "borderRadius": "radius", "borderWidth": "backBorderWidth", "extendWithEqualTo": "extendWith",
        "layoutHeight": "height", "layoutWidth": "width", "src": "imageUrl", "textColor": "color", "textSize": "font",
    ]

    private static let edges = ["center", "left", "right", "top", "bottom"]
    private static let scaleTypes = [
        "matrix", "fit_xy", "fit_start", "fit_center", "fit_end", "center", "center_crop", "center_inside",
    ]

    private static func rule(
        _ kind: AssembleAttributeKind,
        _ type: AssembleAttributeRule.ValueType,
        bound: Bool
    ) -> AssembleAttributeRule {
        AssembleAttributeRule(kind: kind, type: type, isBindable: bound)
    }

    /// Returns the attributes of an owner.
    static func of(_ owner: Owner) -> [String: AssembleAttributeRule] { owner == .block ? ofBlock : ofPart }

    /// Returns the name that was probably meant by an unknown one.
    static func suggestion(for name: String, of owner: Owner) -> String? {
        if let known = foreignNames[name], of(owner)[known] != nil { return known }
        return NearestWord.find(name, among: of(owner).keys)
    }
}

/// An attribute whose value has its type.
struct AssembleProperty {
    /// A typed value.
    enum Value {
        /// A text, a word or words.
        case text(String)
        case number(AssembleNumber)
        case index(Int32)
        case boolean(Bool)
        case edge(AssembleEdge)
        /// A `${…}` or `@{…}` that data fill in.
        case bound
        /// No value; only `button` has a meaning without one.
        case none
    }

    let kind: AssembleAttributeKind
    /// The name as it was written.
    let name: String
    let value: Value
    /// The value as a template writes it.
    let written: AssembledValue
    /// The position of the value, with quotes.
    let wholeSpan: SourceSpan

    var nameSpan: SourceSpan { written.nameSpan }

    /// Whether data fill in the value.
    var isBound: Bool {
        if case .bound = value { true } else { false }
    }

    /// The value as a number known at compile time.
    var number: AssembleNumber? {
        if case .number(let number) = value { number } else { nil }
    }

    /// Whether the value is the number 0, written out.
    var isZero: Bool { number?.isZero ?? false }

    var edge: AssembleEdge? {
        if case .edge(let edge) = value { edge } else { nil }
    }

    var isTrue: Bool {
        if case .boolean(true) = value { true } else { false }
    }

    /// The property, unless it is the number 0.
    var unlessZero: AssembleProperty? { isZero ? nil : self }
}

/// The typed attributes of one assemble or part, at most one of each kind.
struct AssembleProperties {
    private(set) var all: [AssembleProperty] = []
    /// Whether an error in them was reported, so that its consequences are not reported.
    var isDamaged = false

    subscript(kind: AssembleAttributeKind) -> AssembleProperty? {
        all.first { $0.kind == kind }
    }

    /// Adds a property in place of one of its kind.
    mutating func set(_ property: AssembleProperty) {
        if let index = all.firstIndex(where: { $0.kind == property.kind }) {
            all[index] = property
        } else {
            all.append(property)
        }
    }

    /// Adds properties that win over those that are there; an image wins over any image, and `lines` over `maxLines`.
    mutating func override(with other: AssembleProperties) {
        if other.image != nil { all.removeAll { $0.kind.isImage } }
        if other[.lines] != nil { all.removeAll { $0.kind == .maxLines } }
        for property in other.all { set(property) }
        if other.isDamaged { isDamaged = true }
    }

    /// The property that names the image, if there is one: a place on the network before an image, before a name.
    var image: AssembleProperty? { self[.imageUrl] ?? self[.image] ?? self[.imageName] }
}
