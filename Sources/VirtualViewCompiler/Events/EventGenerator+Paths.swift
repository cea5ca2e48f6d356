import VirtualViewFormat

// Paths that compile but that no reference client can follow.

extension EventGenerator {
    /// Warns about a path that no reference client can follow.
    ///
    /// - Parameters:
    ///   - names: Its names.
    ///   - role: The use of the path.
    ///   - isBased: Whether it continues from a value.
    ///   - isElement: Whether that value is an element.
    ///   - range: Its source.
    mutating func checkPath(
        _ names: [String],
        _ role: EventNode.PathRole,
        isBased: Bool,
        isElement: Bool,
        at range: Range<Int>
    ) {
        if isBased {
            if names.isEmpty {
                if isElement { report(.nestedIndex, at: range) }
            } else if names.count > 1 {
                report(.memberChain, at: range)
            } else if isElement, role == .value {
                report(.elementMember, at: range)
            }
            return
        }
        guard let root = names.first else { return }
        if names.count == 1 {
            report(.singleName(root, isCall: role == .call), at: range)
        } else if root == "data" {
            if names.count > 2 { report(.dataPath, at: range) }
        } else if root == "module" {
            if names.count != 3 { report(.modulePath, at: range) }
        } else if root != "this", SystemStrings.standard.contains(root) {
            report(.unusableRoot(root), at: range)
        } else {
            checkSteps(names.dropFirst().dropLast(), at: range)
        }
    }

    /// The names between the first and the last lead from view to view.
    private mutating func checkSteps(_ steps: ArraySlice<String>, at range: Range<Int>) {
        for step in steps {
            switch step {
            case "this", "parent", "ancestor", "siblings": continue
            case "children": report(.children, at: range)
            case _ where SystemStrings.standard.contains(step):
                report(.unusableStep(step), at: range)
            default: continue
            }
            return
        }
    }

    /// Records a path that is assigned to.
    mutating func checkTarget(_ target: Entry, _ node: EventNode) {
        guard !target.names.isEmpty else { return }
        if target.names.count > 1, target.names[0] == "data" {
            report(.dataWrite, at: target.range)
        }
        output.targets.append((target.names, target.range))
    }
}
