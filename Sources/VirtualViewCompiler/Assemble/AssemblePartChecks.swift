/// Checks a part after fragments were inserted.
struct AssemblePartChecks {
    let part: ResolvedPart
    /// The axis of the assemble around it; `nil` for the root.
    let axis: AssembleAxis?

    /// Reports what is wrong with the part; a damaged part is not judged as a whole.
    func report(into reports: inout AssembleReports) {
        reportIdleWords(into: &reports)
        guard !part.isDamaged else { return }
        reportContent(into: &reports)
        if let margin = part.properties[.alignmentMargin], part.properties[.partAlignment] == nil {
            reports.add(.marginWithoutAlignment, at: margin.nameSpan)
        }
        if let maximum = part.properties[.maxWidth], AssembleWidth(part).clampedMaximum == nil {
            reports.add(.droppedMaximum, at: maximum.nameSpan)
        }
    }

    private func reportContent(into reports: inout AssembleReports) {
        let text = part.properties[.text]
        let image = part.properties.all.first { $0.kind.isImage }
        if let block = part.block, let content = Self.earlier(text, image) {
            reports.add(.conflictingBlock(content.name), at: content.nameSpan, noteAt: block.opener)
        } else if let text, let image, let first = Self.earlier(text, image) {
            let second = first.kind == .text ? image : text
            reports.add(.conflictingContent(first.name, second.name), at: first.nameSpan, noteAt: second.nameSpan)
        } else if isEmpty {
            reports.add(.emptyPart, at: part.opener)
        }
    }

    private static func earlier(_ lhs: AssembleProperty?, _ rhs: AssembleProperty?) -> AssembleProperty? {
        guard let lhs, let rhs else { return lhs ?? rhs }
        return (lhs.nameSpan.file, lhs.nameSpan.lower) <= (rhs.nameSpan.file, rhs.nameSpan.lower) ? lhs : rhs
    }

    private var isEmpty: Bool {
        guard case .empty = part.content else { return false }
        let sizes = [part.properties[.width], part.properties[.height], part.properties[.minWidth]]
        return part.background == nil && part.frame == nil && sizes.allSatisfy { $0 == nil }
    }

    /// Reports alignment words that do not apply to the axis they would act on.
    private func reportIdleWords(into reports: inout AssembleReports) {
        guard let axis else { return }
        let (direction, start) = axis == .horizontal ? ("a row", "left") : ("a column", "top")
        if let property = part.properties[.partAlignment], let edge = property.edge, !edge.lies(along: axis.crossing) {
            let sides = axis == .horizontal ? "'center', 'top' or 'bottom'" : "'center', 'left' or 'right'"
            reports.add(
                .wordAlongWrongAxis(property.name, edge.rawValue, expected: "\(sides) in \(direction)"),
                at: property.nameSpan
            )
        }
        if let property = part.properties[.ignoreAlignment], let edge = property.edge, edge.rawValue != start {
            reports.add(
                .wordAlongWrongAxis(property.name, edge.rawValue, expected: "'\(start)' in \(direction)"),
                at: property.nameSpan
            )
        }
    }
}

/// The width of a part between its least and its greatest.
struct AssembleWidth {
    /// The width that the part asks for.
    let width: AssembleProperty?
    private let minimum: AssembleProperty?
    private let maximum: AssembleProperty?

    init(_ part: ResolvedPart) {
        width = part.properties[.width]
        minimum = part.properties[.minWidth]
        maximum = part.properties[.maxWidth]
    }

    /// The smaller of the width and `maxWidth`, when both are known in one unit.
    var clampedMaximum: AssembleProperty? {
        guard let width, let number = width.number, let maximum, let most = maximum.number,
            let isLess = most.isLess(than: number)
        else { return nil }
        return isLess ? maximum : width
    }

    /// The width after both bounds that could be applied to it.
    var clamped: AssembleProperty? {
        let upper = clampedMaximum ?? width
        guard let minimum, let least = minimum.number, let number = upper?.number,
            let isLess = number.isLess(than: least)
        else { return upper }
        return isLess ? minimum : upper
    }

    /// The least width where it was not applied already: the part needs something that wide inside it.
    var strut: AssembleProperty? {
        guard let minimum, let least = minimum.number, !least.isZero else { return nil }
        guard let number = (clampedMaximum ?? width)?.number, number.isLess(than: least) != nil else { return minimum }
        return nil
    }
}
