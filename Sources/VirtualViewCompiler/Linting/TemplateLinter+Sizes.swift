import VirtualViewFormat

extension TemplateLinter {
    /// The components that show nothing and need no size.
    private static let sizeless: Set<String> = ["Var", "VirtualContainer", "TotalContainer"]

    mutating func checkSizes(_ node: LintTree.Node) {
        guard !Self.sizeless.contains(node.name), !lint.isGone(node) else { return }
        var missing: [String] = []
        for axis in LintTree.Axis.allCases where !lint.isGivenOtherwise(axis, of: node) {
            guard let attribute = node[axis.size] else {
                missing.append(axis.size)
                continue
            }
            if let length = lint.length(axis.size, of: node), length.value <= 0, !isStrut(node),
                !WordTable.sizes.words.contains(where: { lint.isWord($0.name, axis, of: node) })
            {
                report(.zeroSize(node.name, axis.size), at: attribute.valueSpan)
            }
        }
        if !missing.isEmpty { report(.missingSize(node.name, missing), at: node.element.nameSpan) }
        checkImage(node)
        checkLimits(node)
    }

    /// Finds limits that contradict each other, and a share in what is too little where nothing is shared.
    private mutating func checkLimits(_ node: LintTree.Node) {
        for axis in LintTree.Axis.allCases {
            guard let least = lint.length(axis.minimum, of: node), let most = lint.length(axis.maximum, of: node),
                least.unit == most.unit, least.value > most.value, let attribute = node[axis.maximum]
            else { continue }
            report(.limitsCrossed(axis.minimum, axis.maximum), at: attribute.valueSpan)
        }
        guard let attribute = node["flexShrink"], let parent = node.parent.map({ lint.nodes[$0] }),
            parent.component != nil, parent.layout == nil || parent.layout == .frame || parent.layout == .grid
        else { return }
        report(.ignoredShrink(parent.name), at: attribute.nameSpan)
    }

    /// Returns whether an empty layout without a visible background or border reserves space along one axis.
    private func isStrut(_ node: LintTree.Node) -> Bool {
        node.layout != nil && node.children.isEmpty && node["background"] == nil && node["borderWidth"] == nil
            && LintTree.Axis.allCases.contains { lint.length($0.size, of: node).map { $0.value > 0 } ?? false }
    }

    /// Checks that an image has sizes: it is as large as its attributes say, and one side may follow from the other by
    /// `ratio`.
    private mutating func checkImage(_ node: LintTree.Node) {
        // An app knows the sizes of its own images.
        guard node.isImage, client != .android, node["src"].flatMap({ assets[$0.value] }) == nil else { return }
        let wrapped = LintTree.Axis.allCases.filter { axis in
            lint.isWord("wrap_content", axis, of: node) && !lint.isGivenOtherwise(axis, of: node)
        }
        // With a ratio one side follows from the other.
        guard wrapped.count == 2 || node["ratio"] == nil, let attribute = wrapped.first.flatMap({ node[$0.size] }),
            !isReported(attribute.valueSpan)
        else { return }
        report(.imageSize(node.name, wrapped.map { $0.size }), at: attribute.valueSpan)
    }
}

// MARK: - Places

extension TemplateLinter {
    /// Finds the first of the children that are never shown.
    mutating func checkChildren(_ node: LintTree.Node) {
        guard let first = node.children.first, let rule = node.component?.children ?? node.configured?.children,
            rule != .any
        else { return }
        let child = lint.nodes[first]
        report(.ignoredChildren(child.name, of: node.name, areFromData: rule == .fromData), at: child.element.nameSpan)
    }

    mutating func checkPlaces(_ node: LintTree.Node) {
        if lint.isGone(node), node["id"] == nil, node["name"] == nil, let attribute = node["visibility"],
            !setsVisibility
        {
            report(.goneForEver(node.name), at: attribute.valueSpan)
        }
        if node.layout == .row || node.layout == .row2 || node.layout == .ratio { checkRow(node) }
        var outside: Set<Int> = []
        for axis in LintTree.Axis.allCases { checkOutside(node, axis, &outside) }
    }

    private mutating func checkRow(_ row: LintTree.Node) {
        guard client.quirks.contains(.vhFullSizeChildren) else { return }
        let children = row.children.map { lint.nodes[$0] }.filter { !lint.isGone($0) }
        guard children.count > 1, client != .swift || children.allSatisfy({ $0["flexShrink"] == nil }) else { return }
        for child in children {
            guard let attribute = child[row.mainAxis.size], lint.isWord("match_parent", row.mainAxis, of: child),
                row.layout != .ratio || child["layoutRatio"] == nil
            else { continue }
            // Children whose visibility is bound may be alternatives of each other.
            let isAlternative =
                child["visibility"] != nil
                && children.allSatisfy { $0.index == child.index || $0["visibility"] != nil }
            if !isAlternative { report(.matchParentOnMainAxis(row.name), at: attribute.valueSpan) }
        }
    }

    /// Finds children that are placed where their parent does not reach.
    ///
    /// - Parameters:
    ///   - parent: The parent.
    ///   - axis: The axis along which children are placed.
    ///   - found: The children that were found, along whichever axis.
    private mutating func checkOutside(_ parent: LintTree.Node, _ axis: LintTree.Axis, _ found: inout Set<Int>) {
        guard let layout = parent.layout, layout == .frame || layout == .row, !parent.children.isEmpty,
            let size = lint.fixedSize(axis, of: parent)
        else { return }
        let isMain = layout == .row && parent.mainAxis == axis
        // `checkShorthands` reports that this client ignores them.
        let hasShorthands = client != .iOS
        func sides(_ node: LintTree.Node, _ name: String) -> (Double, Double)? {
            let shorthand = hasShorthands ? name : nil
            guard let leading = lint.length(name + axis.leading, orOf: shorthand, of: node, in: size.unit),
                let trailing = lint.length(name + axis.trailing, orOf: shorthand, of: node, in: size.unit)
            else { return nil }
            return (leading, trailing)
        }
        guard let padding = sides(parent, "padding") else { return }
        if isMain, startsElsewhere(parent, axis) { return }
        var cursor = padding.0
        for index in parent.children {
            let child = lint.nodes[index]
            if lint.isGone(child) { continue }
            guard let margins = sides(child, "layoutMargin"), let own = lint.fixedSize(axis, of: child),
                own.unit == size.unit
            else {
                if isMain { return }
                continue
            }
            let start =
                isMain ? cursor + margins.0 : place(child, in: parent, axis, size.value, own.value, padding, margins)
            guard let start else { continue }
            if start >= size.value || start + own.value <= 0, found.insert(index).inserted {
                report(.outside(child.name, parent.name), at: child.element.nameSpan)
            }
            guard isMain else { continue }
            // One that may be gone leaves the place of the next ones open.
            if child["visibility"] != nil { return }
            cursor += margins.0 + own.value + margins.1
        }
    }

    /// Returns whether a row does not begin at its leading edge.
    private func startsElsewhere(_ row: LintTree.Node, _ axis: LintTree.Axis) -> Bool {
        guard row["gravity"] != nil else { return false }
        guard let gravity = lint.number("gravity", of: row) else { return true }
        return gravity & (axis.centreBit | axis.trailingBit) != 0
    }

    /// Returns the position of a child of fixed size across its parent; `nil` if that depends on data.
    private func place(
        _ child: LintTree.Node,
        in parent: LintTree.Node,
        _ axis: LintTree.Axis,
        _ size: Double,
        _ own: Double,
        _ padding: (Double, Double),
        _ margins: (Double, Double)
    ) -> Double? {
        let owner = child["layoutGravity"] != nil ? child : parent
        let name = child["layoutGravity"] != nil ? "layoutGravity" : "gravity"
        var gravity: Int32 = 9
        if owner[name] != nil {
            guard let number = lint.number(name, of: owner) else { return nil }
            gravity = number
        }
        if gravity & axis.centreBit != 0 {
            return (size + padding.0 + margins.0 - margins.1 - padding.1) / 2 - own / 2
        }
        if gravity & axis.trailingBit != 0 { return size - padding.1 - margins.1 - own }
        return padding.0 + margins.0
    }
}
