import VirtualViewExpressions
import VirtualViewFormat

// What a node does, by which apps find it, and what screen readers say of it.

// MARK: - Actions

extension BreakingRules {
    mutating func checkActions() {
        for (before, after) in pairs where old.nodes[before]["action"] != nil && new.nodes[after]["action"] == nil {
            guard old.nodes[before]["action"]?.kind == .binding, Self.mayActFor(old.template.nodes[before]) else {
                continue
            }
            report(.actionLost(new.label(of: after)), at: after)
        }
        var balance: [String: Int] = [:]
        for node in old.template.nodes { for event in Self.events(of: node) { balance[event, default: 0] -= 1 } }
        for node in new.template.nodes { for event in Self.events(of: node) { balance[event, default: 0] += 1 } }
        var lost: Set<Int> = []
        for node in old.template.nodes {
            let position = comparison.nodes.pairing.newPositions[node.index]
            let kept = position.map { Self.events(of: new.template.nodes[$0]) } ?? []
            // An event that another node has instead has moved.
            for event in Self.events(of: node) where !kept.contains(event) && (balance[event] ?? 0) < 0 {
                report(.eventGone(old.label(of: node.index), event), at: successor(of: node.index))
                lost.insert(node.index)
            }
        }
        checkActionValues(lost)
        checkActionParameters()
    }

    /// Finds actions that no node may report any more.
    ///
    /// - Parameter lost: The nodes that lost an event, of which that was told.
    private mutating func checkActionValues(_ lost: Set<Int>) {
        let side = new
        var kept = Set(side.template.nodes.flatMap { node in Self.actions(of: node, in: side).map { $0.value } })
        var told: Set<ExactText> = []
        for node in old.template.nodes {
            for action in Self.actions(of: node, in: old) where kept.insert(action.value).inserted {
                // A node that had a binding and has no action any more is told as such.
                let position = comparison.nodes.pairing.newPositions[node.index]
                let isLost = position.map { new.nodes[$0]["action"] == nil } ?? false
                guard !(isLost && old.nodes[node.index]["action"]?.kind == .binding) else { continue }
                // One that lost its events alone is told as such, too.
                let after = position.flatMap { new.nodes[$0]["action"]?.value }
                if lost.contains(node.index), let after,
                    old.nodes[node.index]["action"]?.value.hasSameBytes(as: after) == true
                {
                    continue
                }
                guard told.insert(ExactText(action.text)).inserted else { continue }
                report(.actionGone(action.text), at: successor(of: node.index), "action")
            }
        }
    }

    /// Finds actions that go on without what apps got with them.
    private mutating func checkActionParameters() {
        for (before, after) in pairs {
            let (mine, theirs) = (old.template.nodes[before], new.template.nodes[after])
            guard Self.mayActFor(mine), Self.mayActFor(theirs), let action = Self.text("action", of: mine),
                Self.text("action", of: theirs)?.hasSameBytes(as: action) == true,
                Self.text("actionParam", of: mine) != nil, Self.text("actionParam", of: theirs) == nil
            else { continue }
            report(.parameterLost(new.label(of: after)), at: after, "action")
        }
    }

    /// What an action may be.
    private struct Action {
        enum Value: Hashable {
            case constant(ExactText)
            /// What a binding makes of the data.
            case bound(BindingNode)
        }

        let value: Value
        /// What it is called.
        let text: String
    }

    /// Returns what a node may report as its action: of a choice each of its results.
    private static func actions(of node: NodeCreater, in side: ComparedTemplate) -> [Action] {
        guard let text = Self.text("action", of: node), mayActFor(node) else { return [] }
        guard side.nodes[node.index]["action"]?.kind == .binding else {
            return [Action(value: .constant(ExactText(text)), text: text)]
        }
        var actions: [Action] = []
        for result in BindingExpression(text).results {
            switch result {
            case .text(let constant), .computed(.constant(.string(let constant))):
                guard !constant.isEmpty else { continue }
                actions.append(Action(value: .constant(ExactText(constant)), text: constant))
            case .computed(.constant): continue
            case .path(let path), .computed(.path(let path)):
                actions.append(Action(value: .bound(.path(path)), text: "${\(path)}"))
            default: actions.append(Action(value: .bound(result), text: text))
            }
        }
        return actions
    }

    /// Returns the text of a property; `nil` if there is nothing in it.
    private static func text(_ property: String, of node: NodeCreater) -> String? {
        guard let text = node.setters[StringID(hashing: property)]?.text, !text.isEmpty else { return nil }
        return text
    }

    /// Returns whether a node may report something with its action: by its flags, as what shows items or is of an app, or by a
    /// program.
    private static func mayActFor(_ node: NodeCreater) -> Bool {
        let component = LanguageSchema.standard.component(id: node.componentID)
        if component == nil || component?.children == .fromData { return true }
        if node.setters.contains(where: { if case .expression = $0.value { true } else { false } }) { return true }
        return switch node.setters[StringID(hashing: "flag")]?.value {
        case .int(let flags, _): flags & actingFlags != 0
        case nil: false
        default: true
        }
    }

    private static let touches = ["flag_clickable", "flag_longclickable"]
    private static let flags = touches + ["flag_exposure"]
    private static let actingFlags = flags.reduce(0) { $0 | (WordTable.flags.value(of: $1) ?? 0) }

    /// Returns the events that a node reports or runs programs on.
    private static func events(of node: NodeCreater) -> [String] {
        var events: [String] = []
        for setter in node.setters {
            if case .expression = setter.value { events.append(setter.name ?? "\(setter.key)") }
            guard case .int(let flags, _) = setter.value, setter.key == StringID(hashing: "flag") else { continue }
            events += self.flags.filter { flags & (WordTable.flags.value(of: $0) ?? 0) != 0 }
        }
        return events
    }

    mutating func checkFunctions() {
        let (before, after) = (FunctionCalls(old.template), FunctionCalls(new.template))
        let (known, used) = (before.counts, after.counts)
        var reported: Set<FunctionCalls.Call> = []
        for call in after.all {
            let key = FunctionCalls.Call(
                function: call.function,
                argumentCount: call.argumentCount,
                node: 0,
                property: ""
            )
            guard reported.insert(key).inserted else { continue }
            if let counts = known[call.function] {
                guard !counts.contains(call.argumentCount) else { continue }
                report(.arguments(call.function, counts, call.argumentCount), at: call.node, call.property)
            } else {
                report(.functionNew(call.function), at: call.node, call.property)
            }
        }
        var gone: Set<String> = []
        for call in before.all where used[call.function] == nil && gone.insert(call.function).inserted {
            report(.functionGone(call.function), at: successor(of: call.node), call.property)
        }
    }
}

// MARK: - Parts

extension BreakingRules {
    mutating func checkParts() {
        var names = Set(new.nodes.compactMap { $0.name.map(ExactText.init) })
        // A file without the names of its parts has them by their ids, and beside it so has a source.
        let hasNames = old.partNames != nil
        var ids = Set(new.nodes.compactMap { $0.id ?? (hasNames ? nil : $0["id"]?.value) })
        let isNamed = new.partNames != nil || old.template.partNames != nil
        for (index, node) in old.nodes.enumerated() {
            let isNumbered = !isNamed && old.partNames?.name(ofNode: index) != nil
            if !isNumbered, let name = node.name, names.insert(ExactText(name)).inserted {
                report(.partGone("part \(BreakingMessage.quoted(name))"), at: successor(of: index))
            }
            if let id = node.id ?? (isNumbered ? node["id"]?.value : nil), ids.insert(id).inserted {
                report(.partGone("node with the id \(id)"), at: successor(of: index))
            }
        }
        checkPartIDs()
        let slots = old.compiler.configuration.ownComponents + new.compiler.configuration.ownComponents
        let isSlot = Set(slots.filter { $0.isSlot }.map { $0.id })
        var kept = Set(new.template.nodes.map { $0.componentID })
        for node in old.template.nodes where isSlot.contains(node.componentID) {
            guard kept.insert(node.componentID).inserted else { continue }
            let name = slots.first { $0.id == node.componentID }?.name ?? old.nodes[node.index].component
            report(.slotGone(name), at: successor(of: node.index))
        }
    }

    /// Finds the first part that has another id than before: those behind it have others for the same reason.
    private mutating func checkPartIDs() {
        // With the names in the old file nobody needs the ids.
        guard old.template.partNames == nil, let earlier = old.partNames, let later = new.partNames else { return }
        for (before, after) in pairs {
            guard let name = earlier.name(ofNode: before), later.name(ofNode: after)?.hasSameBytes(as: name) == true,
                let was = old.nodes[before]["id"]?.value, let now = new.nodes[after]["id"]?.value, was != now
            else { continue }
            return report(.partMoved(name, was, now), at: after)
        }
    }
}

// MARK: - Screen readers

extension BreakingRules {
    mutating func checkAccessibility() {
        // What hides a node, or one around it.
        let (hadHidden, hides) = (Self.hiding(in: old), Self.hiding(in: new))
        var reported: Set<Int> = []
        for (before, after) in pairs {
            let (mine, theirs) = (old.nodes[before], new.nodes[after])
            if let lost = Self.labels.first(where: { mine[$0] != nil }),
                !Self.labels.contains(where: { theirs[$0] != nil }),
                !isSaid(mine[lost], inside: after, hides)
            {
                report(.labelLost(new.label(of: after), lost), at: after)
            }
            if let hiding = hides[after], hadHidden[before] == nil, reported.insert(hiding).inserted {
                report(.hidden(new.label(of: hiding)), at: hiding, Self.hidden)
            }
            // One that only takes touches, or no longer does, loses no role.
            let (said, says) = (Self.word(mine[Self.role]), Self.word(theirs[Self.role]))
            if said ?? Self.automatic != says ?? Self.automatic,
                Self.presentedRole(of: before, in: old) != Self.presentedRole(of: after, in: new)
            {
                let earlier = mine[Self.role]?.value ?? Self.automatic
                report(.roleChanged(new.label(of: after), earlier, theirs[Self.role]?.value), at: after, Self.role)
            }
        }
    }

    /// Returns whether a node's text or a part of it is a label, which screen readers say then as the node's, as a part of
    /// that or by itself.
    private func isSaid(_ label: ComparedNode.Property?, inside node: Int, _ hides: [Int?]) -> Bool {
        (node..<new.template.nodes[node].subtreeEnd).contains { part in
            let properties = Self.labels + ["text"]
            guard hides[part] == nil, let said = properties.first(where: { new.nodes[part][$0] != nil }) else {
                return false
            }
            return new.nodes[part][said]?.value == label?.value
        }
    }

    private static let labels = ["accessibilityLabel", LanguageSchema.labelAlias]
    private static let hidden = "accessibilityHidden"
    private static let role = "accessibilityRole"
    private static let automatic = "\"auto\""

    /// Returns the role of a node: one without has that which is found for it; what takes touches is a button, but a list
    /// stays one.
    private static func presentedRole(of node: Int, in side: ComparedTemplate) -> String {
        let said = word(side.nodes[node][role]) ?? automatic
        let isTouched = events(of: side.template.nodes[node]).contains { touches.contains($0) }
        let component = LanguageSchema.standard.component(id: side.template.nodes[node].componentID)
        return said == automatic && isTouched && component?.children != .fromData ? "\"button\"" : said
    }

    /// Returns for each node the outermost of itself and those around it that hides what is in it from screen readers.
    private static func hiding(in side: ComparedTemplate) -> [Int?] {
        var current: Int?
        var end = 0
        return side.nodes.indices.map { index in
            if index >= end { current = nil }
            if current == nil, word(side.nodes[index][hidden]) == "\"true\"" {
                current = index
                end = side.template.nodes[index].subtreeEnd
            }
            return current
        }
    }

    /// Returns a word, in which case does not count, or a binding.
    private static func word(_ property: ComparedNode.Property?) -> String? {
        property?.kind == .binding ? property?.value : property?.value.lowercased()
    }
}
