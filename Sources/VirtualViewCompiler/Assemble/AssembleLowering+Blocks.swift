// Assembles: rows, columns, and the two groups of a pulled-apart one.

extension AssembleLowering {
    /// The position of a part and the requirements that follow from it.
    struct Place {
        /// The axis of the assemble around it; `nil` for the root.
        var axis: AssembleAxis?
        /// The `layoutGravity`; `nil` for the root.
        var gravity: AssembledValue?
        /// The gap before the part.
        var gap: AssembleProperty?
        /// The property that makes the part span the assemble across its axis, unless the part itself asks for that.
        var extended: AssembleProperty?
        /// Whether the part stands in a row, which shares its width out.
        var sharesLength = false
        /// On which axes the size around the part does not depend on the part.
        var isDefinite: AssembledAxes<Bool>

        /// The place of a part that is the whole template.
        static var root: Place {
            Place(axis: nil, gravity: nil, isDefinite: AssembledAxes(horizontal: true, vertical: false))
        }
    }

    /// Lowers an assemble that is the whole template.
    mutating func lowerRoot(_ block: ResolvedBlock) {
        let isTall = block.axis == .vertical && block.gap != nil
        let whole = AssembledSize.fill(causedBy: block.opener)
        lower(block, AssembledAttributes(), Extent(horizontal: whole, vertical: isTall ? whole : .wrap(block.opener)))
    }

    /// Lowers an assemble to one element.
    ///
    /// - Parameters:
    ///   - block: The assemble.
    ///   - attributes: The attributes of the element besides its sizes and orientation.
    ///   - extent: Its sizes.
    mutating func lower(_ block: ResolvedBlock, _ attributes: AssembledAttributes, _ extent: Extent) {
        keep(block.comments)
        var attributes = attributes
        var extent = extent
        guard let gap = block.gap else {
            attributes.setSizes(extent)
            attributes[.orientation] = orientation(of: block)
            let everything = block.parts.indices
            return element(.stack, attributes, from: Origin(block)) { lowering in
                lowering.lowerParts(everything, of: block, extent.isDefinite)
            }
        }
        if !extent[block.axis].isDefinite { assumeFill(of: block, &extent) }
        attributes.setSizes(extent)
        let name = gap.property.nameSpan
        element(.frame, attributes, from: Origin(block, name: name)) { lowering in
            lowering.lowerGroup(0..<gap.index, of: block, isLast: false, extent.isDefinite)
            lowering.lowerGroup(gap.index..<block.parts.count, of: block, isLast: true, extent.isDefinite)
        }
    }

    /// Gives a pulled-apart assemble the size of its parent, because no better size is known.
    private mutating func assumeFill(of block: ResolvedBlock, _ extent: inout Extent) {
        if !block.isDamaged {
            let size = block.axis == .horizontal ? "width" : "height"
            reports.add(.indefiniteAxis(size), at: block.opener, noteAt: block.gap?.property.nameSpan)
        }
        if case .fill(let value, _) = extent[block.axis] {
            extent[block.axis] = .fill(value, isDefinite: true)
        } else {
            extent[block.axis] = .fill(causedBy: block.gap?.property.nameSpan ?? block.opener)
        }
    }

    private func orientation(of block: ResolvedBlock) -> AssembledValue {
        AssembledValue(block.axis == .horizontal ? "H" : "V", causedBy: block.headSpan)
    }
}

// MARK: - Parts in a row

extension AssembleLowering {
    /// Lowers parts that follow each other.
    private mutating func lowerParts(
        _ indices: Range<Int>,
        of block: ResolvedBlock,
        _ isDefinite: AssembledAxes<Bool>
    ) {
        for index in indices {
            var place = self.place(of: index, in: block, isDefinite)
            let edge = alignment(of: index, in: block)
            place.gravity = AssembledValue(
                gravityWord(edge.value, across: block.axis),
                nameSpan: edge.span,
                valueSpan: edge.span
            )
            place.sharesLength = block.axis == .horizontal
            if index > indices.lowerBound { place.gap = block.parts[index].properties[.padding] ?? block.padding }
            lower(block.parts[index], at: place)
        }
    }

    /// Returns the place of a part, without its gravity and gap.
    private func place(of index: Int, in block: ResolvedBlock, _ isDefinite: AssembledAxes<Bool>) -> Place {
        var extended: AssembleProperty?
        if let cause = block.extended, cause.index == index, isDefinite[block.axis.crossing] {
            extended = cause.property
        }
        var inner = isDefinite
        // Parts share the axis of the assemble; none of them has it for itself.
        inner[block.axis] = false
        return Place(axis: block.axis, gravity: nil, gap: nil, extended: extended, isDefinite: inner)
    }

    /// Returns the side of a part across the axis, and the place that determines it.
    private func alignment(of index: Int, in block: ResolvedBlock) -> (value: AssembleEdge, span: SourceSpan) {
        if let property = block.parts[index].alignment(across: block.axis), let edge = property.edge {
            return (edge, property.written.valueSpan)
        }
        return (block.alignment, block.headSpan)
    }

    /// Returns a side across an axis as a word of `layoutGravity`.
    func gravityWord(_ edge: AssembleEdge, across axis: AssembleAxis) -> String {
        guard edge == .center else { return edge.rawValue }
        return axis == .horizontal ? "v_center" : "h_center"
    }
}

// MARK: - Groups

extension AssembleLowering {
    /// Lowers the parts on one side of a break.
    private mutating func lowerGroup(
        _ indices: Range<Int>,
        of block: ResolvedBlock,
        isLast: Bool,
        _ isDefinite: AssembledAxes<Bool>
    ) {
        guard let first = indices.first else { return }
        let gap = block.gap?.property.nameSpan ?? block.headSpan
        let side: AssembleEdge =
            switch (block.axis, isLast) {
            case (.horizontal, false): .left
            case (.horizontal, true): .right
            case (.vertical, false): .top
            case (.vertical, true): .bottom
            }
        let cause = isLast ? gap : block.headSpan
        guard indices.count > 1 else {
            var place = self.place(of: first, in: block, isDefinite)
            let cross = alignment(of: first, in: block).value
            place.gravity = AssembledValue(gravity(side, cross, along: block.axis), causedBy: cause)
            return lower(block.parts[first], at: place)
        }
        let cross = commonAlignment(of: indices, in: block)
        let isUniform = cross != nil && !spansAcross(indices, of: block, isDefinite)
        var attributes = AssembledAttributes()
        attributes[.orientation] = orientation(of: block)
        var size = Extent(both: .wrap(cause))
        if !isUniform {
            size[block.axis.crossing] = .fill(causedBy: cause)
            reportIndefiniteCross(of: block, isDefinite)
        }
        attributes.setSizes(size)
        attributes[.layoutGravity] = AssembledValue(
            gravity(side, cross ?? block.alignment, along: block.axis),
            causedBy: cause
        )
        var inner = isDefinite
        inner[block.axis.crossing] = !isUniform && isDefinite[block.axis.crossing]
        element(.stack, attributes, from: Origin(block)) { lowering in
            lowering.lowerParts(indices, of: block, inner)
        }
    }

    private mutating func reportIndefiniteCross(of block: ResolvedBlock, _ isDefinite: AssembledAxes<Bool>) {
        guard !isDefinite[block.axis.crossing], !block.isDamaged else { return }
        reports.add(.indefiniteCross(block.axis == .horizontal ? "height" : "width"), at: block.opener)
    }

    /// Returns the side at which all parts of a group stand; `nil` if they differ.
    private func commonAlignment(of indices: Range<Int>, in block: ResolvedBlock) -> AssembleEdge? {
        let first = alignment(of: indices.lowerBound, in: block).value
        return indices.allSatisfy { alignment(of: $0, in: block).value == first } ? first : nil
    }

    /// Returns whether a pulled-apart assemble has a group whose parts are at different sides.
    func hasMixedGroup(_ block: ResolvedBlock) -> Bool {
        guard let gap = block.gap else { return false }
        return [0..<gap.index, gap.index..<block.parts.count].contains { group in
            group.count > 1 && commonAlignment(of: group, in: block) == nil
        }
    }

    /// Returns whether a part of a group is as high as the row, or as wide as the column.
    func spansAcross(_ indices: Range<Int>, of block: ResolvedBlock, _ isDefinite: AssembledAxes<Bool>) -> Bool {
        if let extended = block.extended, indices.contains(extended.index), isDefinite[block.axis.crossing] {
            return true
        }
        return block.parts[indices].contains { $0.properties[.isFill]?.isTrue == true }
    }

    /// Returns a `layoutGravity` for both axes, the horizontal word first.
    private func gravity(_ main: AssembleEdge, _ cross: AssembleEdge, along axis: AssembleAxis) -> String {
        let crossWord = gravityWord(cross, across: axis)
        return axis == .horizontal ? "\(main.rawValue)|\(crossWord)" : "\(crossWord)|\(main.rawValue)"
    }
}
