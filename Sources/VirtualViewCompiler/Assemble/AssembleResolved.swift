// An assemble source with inserted fragments and typed attributes: the input of the lowering.

/// An assemble with its parts.
struct ResolvedBlock {
    /// The opening brace.
    let opener: SourceSpan
    let closer: SourceSpan
    let axis: AssembleAxis
    /// The side at which parts stand across the axis.
    let alignment: AssembleEdge
    /// The two letters.
    let headSpan: SourceSpan
    var padding: AssembleProperty?
    /// The index of the part that spans the assemble across its axis, counted from 0, and the attribute that requests
    /// it.
    var extended: (index: Int, property: AssembleProperty)?
    var parts: [ResolvedPart] = []
    /// The index of the part before which the chain is broken, and the attribute that breaks it.
    var gap: (index: Int, property: AssembleProperty)?
    /// Whether an error in it was reported.
    var isDamaged: Bool
    let comments: [AssembleComment]
}

/// A part with its content and attributes.
struct ResolvedPart {
    /// The opening bracket at the place of use.
    let opener: SourceSpan
    let closer: SourceSpan
    /// The name under which hosts find the part.
    var name: (text: String, span: SourceSpan)?
    var block: ResolvedBlock?
    var properties = AssembleProperties()
    var comments: [AssembleComment]

    /// Whether an error in it was reported, so that its consequences are not reported.
    var isDamaged: Bool {
        get { properties.isDamaged }
        set { properties.isDamaged = newValue }
    }
}

extension ResolvedPart {
    /// The content of a part.
    enum Content {
        case block(ResolvedBlock)
        case text
        case image(AssembleProperty)
        /// A place that the host fills.
        case slot
        /// A background or a size alone.
        case empty

        var isText: Bool {
            if case .text = self { true } else { false }
        }

        var isImage: Bool {
            if case .image = self { true } else { false }
        }

        /// What it is, in messages.
        var name: String {
            switch self {
            case .block: "an assemble"
            case .text: "a text"
            case .image: "an image"
            case .slot: "a place that the app fills"
            case .empty: "a part without content"
            }
        }
    }

    /// Returns whether something stands in the part, not in a fragment that it uses.
    func contains(_ span: SourceSpan) -> Bool {
        span.file == opener.file && span.lower >= opener.lower && span.upper <= closer.upper
    }

    /// The content of the part; without errors there is at most one.
    var content: Content {
        if let block { return .block(block) }
        if let image = properties.image { return .image(image) }
        if properties[.text] != nil { return .text }
        if name != nil { return properties[.font] != nil ? .text : .slot }
        return .empty
    }

    /// The attributes that draw a background around the content or keep it away from its edge.
    var background: AssembleProperty? {
        properties[.backColor] ?? properties[.backPaddingHorizontal] ?? properties[.backPaddingVertical]
    }

    /// The border's width and the corners' radius where they are not 0: what is drawn without a background too.
    var frame: AssembleProperty? {
        properties[.backBorderWidth]?.unlessZero ?? properties[.radius]?.unlessZero
    }

    /// Returns the side at which the part is placed across an axis, if the part has an attribute for it.
    func alignment(across axis: AssembleAxis) -> AssembleProperty? {
        properties[.partAlignment].flatMap { $0.edge?.lies(along: axis.crossing) == true ? $0 : nil }
    }
}

// MARK: - Widths

extension ResolvedPart {
    /// The smaller of the width and `maxWidth`, when both are known in one unit.
    var clampedMaximum: AssembleProperty? {
        guard let width = properties[.width], let number = width.number, let maximum = properties[.maxWidth],
            let most = maximum.number, let isLess = most.isLess(than: number)
        else { return nil }
        return isLess ? maximum : width
    }

    /// The width after both bounds that could be applied to it.
    var clampedWidth: AssembleProperty? {
        let upper = clampedMaximum ?? properties[.width]
        guard let minimum = properties[.minWidth], let least = minimum.number, let number = upper?.number,
            let isLess = number.isLess(than: least)
        else { return upper }
        return isLess ? minimum : upper
    }

    /// The least width as an attribute, which is a whole number.
    var wholeMinimum: AssembledValue? {
        guard let minimum = properties[.minWidth], let least = minimum.number, !least.isZero else { return nil }
        return AssembledValue(least.roundedUp.description, causedBy: minimum)
    }

    /// Returns the greatest width where it was not applied already: at least the least one, which wins.
    ///
    /// - Parameter isFilling: Whether the part is as wide as its place, so that a width of its own does nothing.
    /// - Returns: The width as an attribute; `nil` if there is none to write.
    func looseMaximum(isFilling: Bool) -> AssembledValue? {
        guard isFilling || clampedMaximum == nil, let maximum = properties[.maxWidth] else { return nil }
        guard let least = properties[.minWidth]?.number?.roundedUp, maximum.number?.isLess(than: least) == true else {
            return maximum.written
        }
        return wholeMinimum
    }

    /// The least width where it was not applied already: the part needs something that wide inside it.
    var strutWidth: AssembleProperty? {
        guard let minimum = properties[.minWidth], let least = minimum.number, !least.isZero else { return nil }
        guard let number = (clampedMaximum ?? properties[.width])?.number, number.isLess(than: least) != nil else {
            return minimum
        }
        return nil
    }
}

// MARK: - Checks of whole parts

extension AssembleReports {
    /// Reports what is wrong with a part after fragments were inserted; a damaged part is not judged as a whole.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - axis: The axis of the assemble around it; `nil` for the root.
    mutating func check(_ part: ResolvedPart, in axis: AssembleAxis?) {
        if let axis { checkWords(of: part, in: axis) }
        guard !part.isDamaged else { return }
        checkContent(of: part, in: axis)
        if let axis { checkMargin(of: part, in: axis) }
        if let margin = part.properties[.alignmentMargin], part.properties[.partAlignment] == nil {
            add(.marginWithoutAlignment, at: margin.nameSpan)
        }
        if let maximum = part.properties[.maxWidth], part.clampedMaximum == nil, !knows(.maxWidth) {
            add(.droppedMaximum, at: maximum.nameSpan)
        }
        if let resistance = part.properties[.crp], axis == .vertical, knows(.flexShrink) {
            add(.resistanceInColumn, at: resistance.nameSpan)
        }
    }

    private mutating func checkContent(of part: ResolvedPart, in axis: AssembleAxis?) {
        let text = part.properties[.text]
        let image = part.properties.all.first { $0.kind.isImage }
        if let block = part.block, let content = Self.earlier(text, image) {
            add(.conflictingBlock(content.name), at: content.nameSpan, noteAt: block.opener)
        } else if let text, let image, let first = Self.earlier(text, image) {
            let second = first.kind == .text ? image : text
            add(.conflictingContent(first.name, second.name), at: first.nameSpan, noteAt: second.nameSpan)
        } else if Self.isEmpty(part) {
            add(.emptyPart, at: part.opener)
        } else {
            checkEffects(of: part, in: axis)
        }
    }

    /// Reports attributes that do nothing for what the part is.
    ///
    /// Those of a fragment are for all of its uses, so only what stands in the part itself is judged.
    private mutating func checkEffects(of part: ResolvedPart, in axis: AssembleAxis?) {
        let content = part.content
        let replaced = Self.replacedKinds(of: part, in: axis)
        for property in part.properties.all where part.contains(property.nameSpan) {
            let kind = property.kind
            if kind.isOfText && !content.isText || kind.isOfImage && !content.isImage {
                add(.idleAttribute(property.name, of: content.name), at: property.nameSpan)
            } else if axis == nil, kind.isOfPlace, kind != .crp || knows(.flexShrink) {
                add(.idleAttribute(property.name, of: "the part that is the whole source"), at: property.nameSpan)
            } else if kind == .backBorderColor, part.properties[.backBorderWidth] == nil {
                add(.idleAttribute(property.name, without: "backBorderWidth"), at: property.nameSpan)
            } else if replaced.contains(kind) {
                add(.idleAttribute(property.name, beside: "isFill"), at: property.nameSpan)
            }
        }
    }

    /// Returns the sizes that `isFill` takes the place of.
    private static func replacedKinds(of part: ResolvedPart, in axis: AssembleAxis?) -> [AssembleAttributeKind] {
        guard part.properties[.isFill]?.isTrue == true else { return [] }
        if axis == .horizontal { return [.height] }
        return part.properties[.maxWidth] == nil ? [.width, .minWidth] : [.width]
    }

    /// Reports gaps before parts that none precedes in their group.
    mutating func checkGaps(of block: ResolvedBlock) {
        guard !block.isDamaged else { return }
        for (index, part) in block.parts.enumerated() where index == 0 || index == block.gap?.index {
            guard let gap = part.properties[.padding], part.contains(gap.nameSpan), !part.isDamaged else { continue }
            add(.idleAttribute(gap.name, of: "the first part of its group"), at: gap.nameSpan)
        }
    }

    /// Reports how much parts of a pulled-apart row resist that have no neighbours to give way instead.
    mutating func checkResistance(of block: ResolvedBlock) {
        guard let gap = block.gap?.index, block.axis == .horizontal, !block.isDamaged, knows(.flexShrink) else {
            return
        }
        for group in [0..<gap, gap..<block.parts.count] where group.count == 1 {
            let part = block.parts[group.lowerBound]
            // Another use of a fragment may have neighbours.
            guard let resistance = part.properties[.crp], part.contains(resistance.nameSpan), !part.isDamaged else {
                continue
            }
            add(.resistanceAlone, at: resistance.nameSpan)
        }
    }

    /// Reports a margin from the centre that is too large: the lowering doubles it.
    private mutating func checkMargin(of part: ResolvedPart, in axis: AssembleAxis) {
        guard let margin = part.properties[.alignmentMargin], margin.number?.canBeDoubled == false,
            part.alignment(across: axis)?.edge == .center
        else { return }
        let expected = "a number of at most \(Int32.max / 2) beside 'partAlignment:center'"
        add(.badNumber(margin.name, margin.written.text, expected: expected), at: margin.wholeSpan)
    }

    private static func earlier(_ lhs: AssembleProperty?, _ rhs: AssembleProperty?) -> AssembleProperty? {
        guard let lhs, let rhs else { return lhs ?? rhs }
        return (lhs.nameSpan.file, lhs.nameSpan.lower) <= (rhs.nameSpan.file, rhs.nameSpan.lower) ? lhs : rhs
    }

    private static func isEmpty(_ part: ResolvedPart) -> Bool {
        guard case .empty = part.content else { return false }
        let sizes = [part.properties[.width], part.properties[.height], part.properties[.minWidth]]
        return part.background == nil && part.frame == nil && sizes.allSatisfy { $0 == nil }
    }

    /// Reports alignment words that do not apply to the axis they would act on.
    private mutating func checkWords(of part: ResolvedPart, in axis: AssembleAxis) {
        let (direction, start) = axis == .horizontal ? ("a row", "left") : ("a column", "top")
        if let property = part.properties[.partAlignment], let edge = property.edge, !edge.lies(along: axis.crossing) {
            let sides = axis == .horizontal ? "'center', 'top' or 'bottom'" : "'center', 'left' or 'right'"
            add(
                .wordAlongWrongAxis(property.name, edge.rawValue, expected: "\(sides) in \(direction)"),
                at: property.nameSpan
            )
        }
        if let property = part.properties[.ignoreAlignment], let edge = property.edge, edge.rawValue != start {
            add(
                .wordAlongWrongAxis(property.name, edge.rawValue, expected: "'\(start)' in \(direction)"),
                at: property.nameSpan
            )
        }
    }
}
