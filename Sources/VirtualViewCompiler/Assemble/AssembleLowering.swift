import VirtualViewFormat

/// Turns a resolved assemble source into ordinary elements.
///
/// Everything becomes `VHLayout`, `FrameLayout`, `NText`, `NImage` and, for places that the host fills, `NFrameLayout`:
/// components that every client has. `Docs/Assemble.md` lists what becomes what. Assembles are in `+Blocks`, parts in
/// `+Parts`, and the elements around a part's content in `+Boxes`.
struct AssembleLowering {
    /// The content of a source.
    enum Root {
        case block(ResolvedBlock)
        case part(ResolvedPart)
    }

    /// The sizes of images by name.
    let assets: [String: AssembleAssetSize]
    var reports: AssembleReports
    private var builder: SyntaxTreeBuilder
    /// The numbers of the attribute names, once they were used.
    private var keyIDs: [AssembledKey: SyntaxTree.NameID] = [:]
    private var elementCount = 0
    /// The ids of named parts by name.
    private var idOfName: [ExactText: Int] = [:]
    /// The named parts in the order of their ids.
    private(set) var names: [AssembleNamedPart] = []
    /// The comments before elements, by the element's index.
    private(set) var comments: [Int: [String]] = [:]
    /// The comments that were kept, so that a fragment's comments appear once.
    private var keptComments: Set<SourceSpan> = []

    init(assets: [String: AssembleAssetSize], reports: AssembleReports) {
        self.assets = assets
        self.reports = reports
        let files = reports.files
        builder = SyntaxTreeBuilder(file: files[0])
        for file in files.dropFirst() { _ = builder.addFile(file) }
    }

    /// Lowers a source.
    mutating func lower(_ root: Root) {
        switch root {
        case .block(let block): lowerRoot(block)
        case .part(let part): lower(part, at: .root)
        }
    }

    /// Returns the finished tree.
    consuming func finish(at end: SourceSpan) -> SyntaxTree { builder.finish(at: end) }
}

// MARK: - Elements

extension AssembleLowering {
    /// The places in the source that an element comes from.
    struct Origin {
        /// The place that the element's name comes from.
        let name: SourceSpan
        let opener: SourceSpan
        let closer: SourceSpan

        init(_ part: ResolvedPart, name: SourceSpan?) {
            self.name = name ?? part.opener
            opener = part.opener
            closer = part.closer
        }

        init(_ block: ResolvedBlock, name: SourceSpan? = nil) {
            self.name = name ?? block.headSpan
            opener = block.opener
            closer = block.closer
        }
    }

    /// The sizes of an element.
    typealias Extent = AssembledAxes<AssembledSize>

    /// The components that the lowering uses.
    enum Component: String {
        case frame = "FrameLayout"
        case image = "NImage"
        case slot = "NFrameLayout"
        case stack = "VHLayout"
        case text = "NText"
    }

    /// Writes an element around what `content` writes.
    mutating func element(
        _ component: Component,
        _ attributes: AssembledAttributes,
        from origin: Origin,
        content: (inout AssembleLowering) -> Void = { _ in }
    ) {
        let openTag = origin.opener.file == origin.name.file ? origin.opener : origin.name
        builder.openElement(builder.nameID(component.rawValue), at: origin.name, openTag: openTag)
        elementCount += 1
        for (key, value) in attributes.ordered {
            builder.addAttribute(
                nameID(key),
                at: value.nameSpan,
                value: value.text,
                at: value.valueSpan,
                map: value.map
            )
        }
        content(&self)
        builder.closeElement(at: origin.closer)
    }

    private mutating func nameID(_ key: AssembledKey) -> SyntaxTree.NameID {
        if let id = keyIDs[key] { return id }
        let id = builder.nameID(key.rawValue)
        keyIDs[key] = id
        return id
    }

    /// Puts comments before the element that comes next.
    mutating func keep(_ found: [AssembleComment]) {
        for comment in found where keptComments.insert(comment.span).inserted {
            comments[elementCount, default: []].append(comment.text)
        }
    }

    /// Returns the id of a named part: the same for the same name.
    mutating func id(of name: String) -> Int {
        if let id = idOfName[ExactText(name)] { return id }
        let id = names.count + 1
        idOfName[ExactText(name)] = id
        names.append(AssembleNamedPart(name: name, id: id))
        return id
    }
}

// MARK: - Attributes

/// The attributes that the lowering writes, in the order in which every element has them.
///
/// The order is fixed, so that the same source always gives the same bytes; `Docs/Assemble.md` lists it.
enum AssembledKey: String, CaseIterable {
    case id
    case orientation
    case layoutWidth
    case layoutHeight
    case minWidth
    case maxWidth
    case layoutGravity
    case layoutMarginLeft
    case layoutMarginTop
    case layoutMarginRight
    case layoutMarginBottom
    case flexShrink
    case paddingLeft
    case paddingTop
    case paddingRight
    case paddingBottom
    case background
    case borderColor
    case borderWidth
    case borderRadius
    case pressedBackground
    case flag
    case action
    case visibility
    case accessibilityLabel
    case accessibilityRole
    case accessibilityValue
    case accessibilityState
    case accessibilityGroup
    case accessibilityHidden
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
}

/// A value with the place in the source that caused it.
struct AssembledValue {
    let text: String
    let nameSpan: SourceSpan
    let valueSpan: SourceSpan
    let map: PositionMap

    init(_ text: String, nameSpan: SourceSpan, valueSpan: SourceSpan, map: PositionMap? = nil) {
        self.text = text
        self.nameSpan = nameSpan
        self.valueSpan = valueSpan
        self.map = map ?? .opaque(valueSpan, decodedLength: text.utf8.count)
    }

    /// A value that an attribute of the source caused.
    init(_ text: String, causedBy property: AssembleProperty) {
        self.init(text, nameSpan: property.nameSpan, valueSpan: property.written.valueSpan)
    }

    /// A value that something else in the source caused.
    init(_ text: String, causedBy span: SourceSpan) {
        self.init(text, nameSpan: span, valueSpan: span)
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

    /// Sets both sizes, which every element must have: a template's default is 0.
    mutating func setSizes(_ size: AssembleLowering.Extent) {
        self[.layoutWidth] = size.horizontal.value
        self[.layoutHeight] = size.vertical.value
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
    /// The size of the parent, which does or does not depend on its own content.
    case fill(AssembledValue, isDefinite: Bool)
    /// A given size.
    case fixed(AssembledValue)

    static func fill(causedBy span: SourceSpan) -> AssembledSize {
        .fill(causedBy: span, span, isDefinite: true)
    }

    static func fill(causedBy name: SourceSpan, _ value: SourceSpan, isDefinite: Bool) -> AssembledSize {
        .fill(AssembledValue("match_parent", nameSpan: name, valueSpan: value), isDefinite: isDefinite)
    }

    var value: AssembledValue {
        switch self {
        case .wrap(let span): AssembledValue("wrap_content", causedBy: span)
        case .fill(let value, _), .fixed(let value): value
        }
    }

    /// Whether it is as its content.
    var isWrap: Bool {
        if case .wrap = self { true } else { false }
    }

    /// Whether it is known without the content.
    var isDefinite: Bool {
        switch self {
        case .wrap: false
        case .fill(_, let isDefinite): isDefinite
        case .fixed: true
        }
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

extension AssembledAxes {
    init(both value: Value) { self.init(horizontal: value, vertical: value) }
}

extension AssembledAxes<AssembledSize> {
    /// On which axes the size is known without the content.
    var isDefinite: AssembledAxes<Bool> {
        AssembledAxes<Bool>(horizontal: horizontal.isDefinite, vertical: vertical.isDefinite)
    }
}
