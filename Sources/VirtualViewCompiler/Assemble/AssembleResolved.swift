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
    /// Whether an error in it was reported, so that its consequences are not reported.
    var isDamaged: Bool
    var comments: [AssembleComment]
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
        let width = properties[.backBorderWidth].flatMap { $0.isZero ? nil : $0 }
        let radius = properties[.radius].flatMap { $0.isZero ? nil : $0 }
        return width ?? radius
    }

    /// Returns the side at which the part is placed across an axis, if the part has an attribute for it.
    func alignment(across axis: AssembleAxis) -> AssembleProperty? {
        guard let property = properties[.partAlignment], let edge = property.edge, edge.lies(along: axis.crossing)
        else {
            return nil
        }
        return property
    }
}
