// Parts: where they stand, how large they are, and what the host and the user can do with them.

extension AssembleLowering {
    /// Lowers a part at its place.
    mutating func lower(_ part: ResolvedPart, at place: Place) {
        keep(part.comments)
        var attributes = outerAttributes(of: part)
        attributes[.layoutGravity] = place.gravity
        if let gap = place.gap, !gap.isZero {
            attributes[place.axis == .horizontal ? .layoutMarginLeft : .layoutMarginTop] = gap.written
        }
        if place.sharesLength, let resistance = part.properties[.crp], reports.knows(.flexShrink) {
            let factor = Self.shrinkFactors[resistance.written.text] ?? "0"
            attributes[.flexShrink] = AssembledValue(factor, causedBy: resistance)
            // What is inside does not keep an element that gives way from being narrower.
            if factor != "0" { attributes[.minWidth] = part.wholeMinimum }
        }
        let extent = self.extent(of: part, at: place)
        guard let axis = place.axis, let margin = part.properties[.alignmentMargin], !margin.isZero,
            let alignment = part.alignment(across: axis), let edge = alignment.edge
        else { return lowerContent(of: part, attributes, extent) }
        if let key = Self.marginKey(of: edge) {
            attributes[key] = margin.written
            lowerContent(of: part, attributes, extent)
        } else {
            lowerOffset(of: part, attributes, extent, margin, across: axis)
        }
    }

    /// The `flexShrink` for each word of `crp`: the less a part resists, the more it gives way.
    private static let shrinkFactors = ["fit": "20", "low": "4", "high": "1", "required": "0"]

    /// Returns the margin that moves a part away from an edge; `nil` for the centre.
    private static func marginKey(of edge: AssembleEdge) -> AssembledKey? {
        switch edge {
        case .left: .layoutMarginLeft
        case .top: .layoutMarginTop
        case .right: .layoutMarginRight
        case .bottom: .layoutMarginBottom
        case .center: nil
        }
    }

    /// Returns the attributes of a part's outermost element, which do not depend on its content.
    private mutating func outerAttributes(of part: ResolvedPart) -> AssembledAttributes {
        var attributes = AssembledAttributes()
        if let name = part.name {
            attributes[.id] = AssembledValue(String(id(of: name.text)), causedBy: name.span)
        }
        if let button = part.properties[.button] {
            attributes[.flag] = AssembledValue("flag_clickable", causedBy: button.nameSpan)
            if !button.written.text.isEmpty { attributes[.action] = button.written }
        }
        if let visibility = part.properties[.visibility] { attributes[.visibility] = visibility.written }
        attributes[.accessibilityLabel] = part.properties[.accessibilityLabel]?.written
        attributes[.accessibilityRole] = part.properties[.accessibilityRole]?.written
        attributes[.accessibilityValue] = part.properties[.accessibilityValue]?.written
        attributes[.accessibilityState] = part.properties[.accessibilityState]?.written
        attributes[.accessibilityGroup] = part.properties[.accessibilityGroup].map(Self.truth)
        attributes[.accessibilityHidden] = part.properties[.accessibilityHidden].map(Self.truth)
        return attributes
    }

    /// Returns a truth value as templates write it.
    private static func truth(_ property: AssembleProperty) -> AssembledValue {
        property.isBound ? property.written : AssembledValue(property.isTrue ? "true" : "false", causedBy: property)
    }

    /// Returns the sizes of a part.
    private func extent(of part: ResolvedPart, at place: Place) -> Extent {
        var size = Extent(both: .wrap(part.opener))
        if let width = part.clampedWidth { size.horizontal = .fixed(width.written) }
        if let height = part.properties[.height] { size.vertical = .fixed(height.written) }
        let isFill = part.properties[.isFill].flatMap { $0.isTrue ? $0 : nil }
        if let cause = isFill ?? place.extended {
            let axis = place.axis?.crossing ?? .horizontal
            size[axis] = .fill(causedBy: cause.nameSpan, cause.written.valueSpan, isDefinite: place.isDefinite[axis])
        }
        return size
    }
}

// MARK: - Off the centre

extension AssembleLowering {
    /// Lowers a part that is not at the centre.
    ///
    /// Clients disagree about margins of centred children, so the part is placed in an element with padding on one
    /// side: twice the distance moves the part's centre by the distance. A distance that data fill in cannot be
    /// doubled, so there are two such elements.
    private mutating func lowerOffset(
        of part: ResolvedPart,
        _ attributes: AssembledAttributes,
        _ extent: Extent,
        _ margin: AssembleProperty,
        across axis: AssembleAxis
    ) {
        var outer = attributes
        var inner = AssembledAttributes()
        // A place for the host keeps its number, wherever it stands.
        if case .slot = part.content {
            inner[.id] = outer[.id]
            outer[.id] = nil
        }
        inner[.layoutGravity] = AssembledValue("left|top", causedBy: margin)
        var size = Extent(both: .wrap(part.opener))
        if case .fill = extent[axis.crossing] { size[axis.crossing] = extent[axis.crossing] }
        var padding = AssembledAttributes()
        padding.setSizes(size)
        if let number = margin.number {
            let twice = AssembledValue(number.magnitude.doubled.description, causedBy: margin)
            padding[Self.paddingKey(axis, isNegative: number.isNegative)] = twice
        } else {
            padding[Self.paddingKey(axis, isNegative: false)] = margin.written
        }
        outer.merge(padding)
        let origin = Origin(part, name: margin.nameSpan)
        element(.frame, outer, from: origin) { lowering in
            guard margin.isBound else { return lowering.lowerContent(of: part, inner, extent) }
            padding[.layoutGravity] = AssembledValue("left|top", causedBy: margin)
            lowering.element(.frame, padding, from: origin) { $0.lowerContent(of: part, inner, extent) }
        }
    }

    private static func paddingKey(_ axis: AssembleAxis, isNegative: Bool) -> AssembledKey {
        switch (axis, isNegative) {
        case (.horizontal, false): .paddingTop
        case (.horizontal, true): .paddingBottom
        case (.vertical, false): .paddingLeft
        case (.vertical, true): .paddingRight
        }
    }
}

// MARK: - Texts and images

extension AssembleLowering {
    /// Returns the attributes of a text's own element.
    func textAttributes(of part: ResolvedPart) -> AssembledAttributes {
        let properties = part.properties
        var attributes = AssembledAttributes()
        let cause = (properties[.text] ?? properties[.font])?.nameSpan ?? part.opener
        attributes[.text] = properties[.text]?.written
        attributes[.textSize] = properties[.font]?.written ?? AssembledValue("17", causedBy: cause)
        attributes[.textColor] =
            properties[.color]?.written ?? AssembledValue("#000000", causedBy: cause)
        attributes[.textStyle] = properties[.textStyle]?.written
        attributes[.maxLines] = properties[.maxLines]?.written
        if attributes[.maxLines] == nil {
            attributes[.lines] = properties[.lines]?.written ?? AssembledValue("1", causedBy: cause)
        }
        attributes[.ellipsize] = properties[.ellipsize]?.written
        return attributes
    }

    /// Returns the attributes of an image's own element.
    func imageAttributes(of part: ResolvedPart, _ image: AssembleProperty, scaleType: String) -> AssembledAttributes {
        var attributes = AssembledAttributes()
        attributes[.src] = image.written
        attributes[.scaleType] =
            part.properties[.scaleType]?.written
            ?? AssembledValue(scaleType, causedBy: image.nameSpan)
        attributes[.ratio] = part.properties[.ratio]?.written
        return attributes
    }

    /// Returns the sizes of an image, or else those of its file; warns if one remains unknown.
    mutating func imageSize(
        of part: ResolvedPart,
        _ image: AssembleProperty,
        _ size: Extent
    ) -> Extent {
        let hasOneSide = size.horizontal.isWrap != size.vertical.isWrap
        if !size.horizontal.isWrap, !size.vertical.isWrap { return size }
        if hasOneSide, part.properties[.ratio] != nil { return size }
        guard image.kind != .imageUrl, case .text = image.value, let asset = assets[image.written.text] else {
            if !part.isDamaged { reports.add(.imageWithoutSize, at: part.opener) }
            return size
        }
        var size = size
        if size.horizontal.isWrap { size.horizontal = .fixed(AssembledValue(asset.width, causedBy: image)) }
        if size.vertical.isWrap { size.vertical = .fixed(AssembledValue(asset.height, causedBy: image)) }
        return size
    }
}
