// The elements around a part's content: background, padding, border, and a minimum width.

extension AssembleLowering {
    /// The relation between a part's content and its background.
    private struct Box {
        /// Whether anything is drawn or kept free around the content.
        let isDrawn: Bool
        /// Whether the content is only centred: there is a background, but no padding that ties the content to it.
        let isCentred: Bool
        let attributes: AssembledAttributes
        /// The width of an invisible element that keeps the part from being narrower.
        let strut: AssembledValue?
        /// The width that the part asks for beside its strut, without the padding.
        let innerWidth: AssembledValue?

        /// Finds the relation for a part of a size, of which the outermost element may have the least width itself.
        init(_ part: ResolvedPart, _ extent: Extent, isBounded: Bool) {
            let properties = part.properties
            let horizontal = properties[.backPaddingHorizontal]?.unlessZero
            let vertical = properties[.backPaddingVertical]?.unlessZero
            isDrawn = part.background != nil || part.frame != nil
            isCentred = part.background != nil && horizontal == nil && vertical == nil
            var attributes = AssembledAttributes()
            attributes[.background] = properties[.backColor]?.written
            attributes[.paddingLeft] = horizontal?.written
            attributes[.paddingRight] = horizontal?.written
            attributes[.paddingTop] = vertical?.written
            attributes[.paddingBottom] = vertical?.written
            if let width = properties[.backBorderWidth], !width.isZero {
                attributes[.borderWidth] = width.written
                attributes[.borderColor] =
                    properties[.backBorderColor]?.written
                    ?? AssembledValue("#000000", causedBy: width)
            }
            if let radius = properties[.radius], !radius.isZero { attributes[.borderRadius] = radius.written }
            self.attributes = attributes
            switch extent.horizontal {
            case .fill: strut = nil
            // The element has both widths, and the client compares them.
            case .fixed where isBounded: strut = nil
            default: strut = part.strutWidth.flatMap { Self.inside($0, horizontal) }
            }
            if strut != nil, case .fixed = extent.horizontal {
                innerWidth = part.clampedWidth.flatMap { Self.inside($0, horizontal) }
            } else {
                innerWidth = nil
            }
        }

        /// Returns what a padding leaves of a width, of which it is a part; `nil` if that is nothing.
        private static func inside(_ width: AssembleProperty, _ padding: AssembleProperty?) -> AssembledValue? {
            // A padding that is not known here, or in another unit, cannot be taken off.
            guard let padding, let number = padding.number, let rest = width.number?.subtracting(number.doubled) else {
                return width.written
            }
            guard !rest.isNegative, !rest.isZero else { return nil }
            return AssembledValue(rest.description, causedBy: width)
        }
    }

    /// Lowers what a part shows, with everything around it.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - attributes: The attributes of its outermost element besides sizes and background.
    ///   - extent: The sizes of its outermost element.
    mutating func lowerContent(of part: ResolvedPart, _ attributes: AssembledAttributes, _ extent: Extent) {
        if part.frame != nil, part.background == nil, !part.isDamaged {
            reports.add(.frameWithoutBackground, at: part.opener)
        }
        var outer = attributes
        let isFilling = if case .fill = extent.horizontal { true } else { false }
        if reports.knows(.maxWidth), let maximum = part.looseMaximum(isFilling: isFilling) {
            outer[.minWidth] = part.wholeMinimum
            outer[.maxWidth] = maximum
        }
        let box = Box(part, extent, isBounded: outer[.minWidth] != nil)
        outer.merge(box.attributes)
        if reports.knows(.pressedBackground) {
            outer[.pressedBackground] = part.properties[.buttonHighlightColor]?.written
        }
        // The strut widens an element that is as wide as its content, so a width of the part goes inside.
        var size = extent
        if box.strut != nil { size.horizontal = .wrap(part.opener) }
        switch part.content {
        case .block(let block) where box.strut == nil && !box.isCentred:
            lower(block, outer, extent)
        case .block(let block):
            outer.setSizes(size)
            let inner = innerAttributes(of: block, box)
            let innerExtent = self.innerExtent(of: block, extent, box)
            element(.frame, outer, from: boxOrigin(of: part)) { lowering in
                lowering.lower(block, inner, innerExtent)
                lowering.lowerStrut(box.strut, of: part)
            }
        case .text, .image:
            guard box.isDrawn || box.strut != nil else {
                return lowerLeaf(of: part, outer, extent, isCentred: false)
            }
            outer.setSizes(size)
            let (inner, innerSize) = leafInBox(of: part, box, extent, size)
            element(.frame, outer, from: boxOrigin(of: part)) { lowering in
                lowering.lowerLeaf(of: part, inner, innerSize, isCentred: box.isCentred)
                lowering.lowerStrut(box.strut, of: part)
            }
        case .slot:
            outer.setSizes(size)
            element(.slot, outer, from: Origin(part, name: part.name?.span)) { $0.lowerStruts(box, of: part) }
        case .empty:
            outer.setSizes(size)
            element(.frame, outer, from: boxOrigin(of: part)) { $0.lowerStruts(box, of: part) }
        }
    }

    private func boxOrigin(of part: ResolvedPart) -> Origin {
        Origin(part, name: (part.background ?? part.frame ?? part.properties[.minWidth])?.nameSpan)
    }

    /// Writes what keeps a part without content as wide as it asks for.
    private mutating func lowerStruts(_ box: Box, of part: ResolvedPart) {
        lowerStrut(box.strut, of: part)
        lowerStrut(box.innerWidth, of: part)
    }

    private mutating func lowerStrut(_ width: AssembledValue?, of part: ResolvedPart) {
        guard let width else { return }
        var attributes = AssembledAttributes()
        attributes[.layoutWidth] = width
        attributes[.layoutHeight] = AssembledValue("0", nameSpan: width.nameSpan, valueSpan: width.valueSpan)
        element(.frame, attributes, from: Origin(part, name: width.nameSpan))
    }
}

// MARK: - Texts and images

extension AssembleLowering {
    /// Writes the element of a text or an image.
    private mutating func lowerLeaf(
        of part: ResolvedPart,
        _ attributes: AssembledAttributes,
        _ size: Extent,
        isCentred: Bool
    ) {
        var attributes = attributes
        guard case .image(let image) = part.content else {
            attributes.setSizes(size)
            attributes.merge(textAttributes(of: part))
            let cause = (part.properties[.text] ?? part.properties[.font])?.nameSpan
            return element(.text, attributes, from: Origin(part, name: cause))
        }
        attributes.setSizes(imageSize(of: part, image, size))
        attributes.merge(
            imageAttributes(
                of: part,
                image,
                scaleType: isCentred && !size.horizontal.isWrap && !size.vertical.isWrap ? "center" : "fit_xy"
            )
        )
        element(.image, attributes, from: Origin(part, name: image.nameSpan))
    }

    /// Returns the attributes and sizes of a text or an image inside its box.
    private func leafInBox(
        of part: ResolvedPart,
        _ box: Box,
        _ extent: Extent,
        _ size: Extent
    ) -> (AssembledAttributes, Extent) {
        let cause = (part.background ?? part.frame)?.nameSpan ?? part.opener
        let isImage = if case .image = part.content { true } else { false }
        var inner = Extent(both: .wrap(part.opener))
        if box.isCentred {
            // One side of an image may follow from the other.
            let hasBothSides = !size.horizontal.isWrap && !size.vertical.isWrap
            if isImage, hasBothSides || part.properties[.ratio] != nil {
                for axis in [AssembleAxis.horizontal, .vertical] where !size[axis].isWrap {
                    inner[axis] = .fill(causedBy: cause)
                }
            }
        } else {
            if !size.horizontal.isWrap { inner.horizontal = .fill(causedBy: cause) }
            if isImage, !size.vertical.isWrap { inner.vertical = .fill(causedBy: cause) }
        }
        if box.strut != nil, inner.horizontal.isWrap {
            inner.horizontal = box.innerWidth.map { .fixed($0) } ?? extent.horizontal
        }
        var attributes = AssembledAttributes()
        attributes[.layoutGravity] = AssembledValue(
            box.isCentred ? "h_center|v_center" : "left|v_center",
            causedBy: cause
        )
        return (attributes, inner)
    }
}

// MARK: - Assembles

extension AssembleLowering {
    /// Returns the attributes of an assemble inside its part's box.
    private func innerAttributes(of block: ResolvedBlock, _ box: Box) -> AssembledAttributes {
        var attributes = AssembledAttributes()
        var words = ("h_center", "v_center")
        if !box.isCentred {
            let word = gravityWord(block.alignment, across: block.axis)
            words = block.axis == .horizontal ? ("left", word) : (word, "top")
        }
        attributes[.layoutGravity] = AssembledValue("\(words.0)|\(words.1)", causedBy: block.headSpan)
        return attributes
    }

    /// Returns the sizes of an assemble inside its part's box: as its content, unless it needs the box's size.
    private func innerExtent(of block: ResolvedBlock, _ extent: Extent, _ box: Box) -> Extent {
        var isDefinite = extent.isDefinite
        if box.strut != nil { isDefinite.horizontal = false }
        var inner = Extent(both: .wrap(block.opener))
        for axis in [AssembleAxis.horizontal, .vertical]
        where isDefinite[axis] && needsSize(of: block, along: axis, isDefinite) {
            inner[axis] = .fill(causedBy: block.opener)
        }
        if let width = box.innerWidth { inner.horizontal = .fixed(width) }
        return inner
    }

    /// Returns whether an assemble needs to know how large it is along an axis.
    private func needsSize(of block: ResolvedBlock, along axis: AssembleAxis, _ isDefinite: AssembledAxes<Bool>) -> Bool
    {
        if axis == block.axis { return block.gap != nil }
        return spansAcross(block.parts.indices, of: block, isDefinite) || hasMixedGroup(block)
    }
}
