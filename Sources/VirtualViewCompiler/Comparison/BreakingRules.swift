import VirtualViewExpressions
import VirtualViewFormat

/// Finds changes of templates that break apps, servers or users that rely on the old version.
///
/// The rules about frames need a layout, which the commands do; they add what they find.
package struct BreakingRules {
    /// The bounds of what may grow.
    private enum Bound {
        static let bytes = 512
        static let nodes = 8
        static let steps = 16
    }

    let comparison: TemplateComparison
    let client: Client
    private(set) var found: [Diagnostic] = []

    var old: ComparedTemplate { comparison.old }
    var new: ComparedTemplate { comparison.new }

    /// Checks the change of a template.
    ///
    /// - Parameters:
    ///   - comparison: The two versions.
    ///   - client: The client that has to load the new one.
    /// - Returns: What the rules find, without what comments silence.
    package static func check(_ comparison: TemplateComparison, for client: Client) -> [Diagnostic] {
        guard !comparison.isEmpty else { return [] }
        var rules = BreakingRules(comparison: comparison, client: client)
        rules.checkWire()
        rules.checkData()
        rules.checkActions()
        rules.checkFunctions()
        rules.checkParts()
        rules.checkAccessibility()
        rules.checkBudget()
        return rules.found
    }

    /// Returns the report about a template that is gone.
    ///
    /// - Parameters:
    ///   - type: The template.
    ///   - path: What it was searched in.
    /// - Returns: The report.
    package static func templateGone(_ type: String, from path: String) -> Diagnostic {
        Diagnostic(BreakingMessage.templateGone(type), at: SourceRange(SourceFile(path: path, bytes: []), 0..<0))
    }

    /// Returns the findings that no comment of the new source silences.
    ///
    /// Of the comments only those count that give a reason.
    ///
    /// - Parameters:
    ///   - found: The findings.
    ///   - new: The new version.
    /// - Returns: The others.
    package static func unsilenced(_ found: [Diagnostic], in new: ComparedTemplate) -> [Diagnostic] {
        guard let source = new.source, let tree = source.source.tree else { return found }
        let silence = LintSilence(source.source.file, tree)
        return found.filter { !silence.coversBreaking($0) }
    }

    /// Reports a change at a node of the new version, or at its root.
    private mutating func report(_ message: BreakingMessage, at node: Int?, _ property: String? = nil) {
        let node = node ?? 0
        let range = property.flatMap { new.range(of: $0, on: node) } ?? new.range(of: node)
        report(message, at: range)
    }

    private mutating func report(_ message: BreakingMessage, at range: SourceRange?) {
        let nowhere = SourceRange(SourceFile(path: new.path, bytes: []), 0..<0)
        found.append(Diagnostic(message, at: range ?? new.range(of: 0) ?? nowhere))
    }

    /// Returns the new position of an old node, or of the nearest node above it that is still there.
    private func successor(of node: Int) -> Int? {
        var current = Optional(node)
        while let node = current {
            if let position = comparison.nodes.pairing.newPositions[node] { return position }
            current = TemplateComparison.parent(of: node, in: old)
        }
        return nil
    }

    /// The nodes that are in both versions.
    private var pairs: [(old: Int, new: Int)] {
        comparison.nodes.pairing.newPositions.enumerated().compactMap { before, after in
            after.map { (before, $0) }
        }
    }
}

// MARK: - Wire

extension BreakingRules {
    private mutating func checkWire() {
        let used = Set(old.template.nodes.map { $0.componentID })
        var reported: Set<UInt16> = []
        for node in new.template.nodes where !used.contains(node.componentID) {
            let known = LanguageSchema.standard.component(id: node.componentID)
            guard known?.knownTo.contains(client) != true, reported.insert(node.componentID).inserted else { continue }
            let who = known == nil ? "an app" : "'\(client.name)'"
            let own = new.compiler.configuration.ownComponents.first { $0.id == node.componentID }
            report(.componentUnknown(own?.name ?? new.nodes[node.index].component, to: who), at: node.index)
        }
        checkProperties()
        if client != .swift, let node = firstComputed(in: new), firstComputed(in: old) == nil {
            report(.computed(client.name), at: node)
        }
        checkLimits()
    }

    private mutating func checkProperties() {
        func unknown(_ side: ComparedTemplate) -> [(node: Int, name: String)] {
            side.template.nodes.flatMap { node in
                node.setters.compactMap { setter in
                    guard let property = LanguageSchema.standard.property(setter.key, of: node.componentID),
                        !property.knownTo.contains(client)
                    else { return nil }
                    return (node.index, property.name)
                }
            }
        }
        var seen = Set(unknown(old).map { $0.name })
        for (node, name) in unknown(new) where seen.insert(name).inserted {
            report(.propertyUnknown(name, to: client.name), at: node, name)
        }
    }

    private func firstComputed(in side: ComparedTemplate) -> Int? {
        side.template.nodes.first { node in
            node.setters.contains { setter in
                guard let text = setter.text else { return false }
                return BindingExpression(text).root.contains { if case .computed = $0 { true } else { false } }
            }
        }?.index
    }

    private mutating func checkLimits() {
        let limits = client.limits
        func check(_ what: String, _ limit: Int, _ size: (Template) -> Int) {
            let (before, after) = (size(old.template), size(new.template))
            if after > limit, before <= limit { report(.limit(what, after, limit, client.name), at: 0) }
        }
        check("the size of the node tree", limits.nodeBytes) { $0.sections.range(of: .code).count }
        check("the length of the longest string", limits.stringBytes) { template in
            template.strings.map { $0.text.utf8.count }.max() ?? 0
        }
        check("the length of the longest event program", limits.programBytes) { template in
            template.expressions.map { $0.code.count }.max() ?? 0
        }
        check("the number of properties of one kind", limits.tableEntries) { template in
            template.nodes.map { $0.largestTable }.max() ?? 0
        }
        check("the version", limits.patchVersion) { Int($0.version.patch) }
    }
}

// MARK: - Data

extension BreakingRules {
    private mutating func checkData() {
        let (before, after) = (DataNeeds(old.dataReads), DataNeeds(new.dataReads))
        let known = before.all.reduce(into: [:]) { $0[$1.steps] = $1 }
        // What a condition tested before its parts were read, and nothing tests any more.
        var unguarded = Set(before.all.lazy.filter { $0.isTested }.map { $0.steps })
        for need in after.all where need.isTested || need.isRequired { unguarded.remove(need.steps) }
        let lengths = Set(unguarded.lazy.map { $0.count }).sorted()
        for need in after.all where need.isRequired && !unguarded.isEmpty {
            for count in lengths where count < need.steps.count {
                guard let steps = unguarded.remove(Array(need.steps[..<count])), let earlier = known[steps] else {
                    continue
                }
                report(.pathNeeded(earlier.path), at: need.range)
            }
        }
        for need in after.all {
            guard let earlier = known[need.steps] else {
                // What was read as a whole has its parts.
                if need.isRequired { report(.pathNew(need.path), at: need.range) }
                continue
            }
            if need.isRequired, !earlier.isRequired { report(.pathNeeded(need.path), at: need.range) }
            if !need.accepts(earlier) { report(.kind(need.path, earlier.kindText, need.kindText), at: need.range) }
        }
        let kept = DataPlaces(after.all)
        for need in before.all where !kept.contains(need.steps) { report(.pathRemoved(need.path), at: nil as Int?) }
    }
}

// MARK: - Actions

extension BreakingRules {
    private mutating func checkActions() {
        checkConstantActions()
        for (before, after) in pairs where old.nodes[before]["action"] != nil && new.nodes[after]["action"] == nil {
            guard old.nodes[before]["action"]?.kind == .binding else { continue }
            report(.actionLost(new.label(of: after)), at: after)
        }
        var balance: [String: Int] = [:]
        for node in old.template.nodes { for event in Self.events(of: node) { balance[event, default: 0] -= 1 } }
        for node in new.template.nodes { for event in Self.events(of: node) { balance[event, default: 0] += 1 } }
        for node in old.template.nodes {
            let position = comparison.nodes.pairing.newPositions[node.index]
            let kept = position.map { Self.events(of: new.template.nodes[$0]) } ?? []
            // An event that another node has instead has moved.
            for event in Self.events(of: node) where !kept.contains(event) && (balance[event] ?? 0) < 0 {
                report(.eventGone(old.label(of: node.index), event), at: successor(of: node.index))
            }
        }
    }

    private mutating func checkConstantActions() {
        func actions(_ side: ComparedTemplate) -> [(node: Int, action: String)] {
            side.template.nodes.flatMap { node -> [(node: Int, action: String)] in
                guard let text = node.setters[StringID(hashing: "action")]?.text, !text.isEmpty else { return [] }
                switch side.nodes[node.index]["action"]?.kind {
                case .text: return [(node.index, text)]
                case .binding:
                    // A choice between constants.
                    return BindingExpression(text).outcomes(in: nil).compactMap { outcome in
                        if case .text(let action) = outcome, !action.isEmpty { (node.index, action) } else { nil }
                    }
                default: return []
                }
            }
        }
        var kept = Set(actions(new).map { ExactText($0.action) })
        for (node, action) in actions(old) where kept.insert(ExactText(action)).inserted {
            // A node that had a choice and has no action any more is told as such.
            let position = comparison.nodes.pairing.newPositions[node]
            let isLost = position.map { new.nodes[$0]["action"] == nil } ?? false
            guard !(isLost && old.nodes[node]["action"]?.kind == .binding) else { continue }
            report(.actionGone(action), at: successor(of: node), "action")
        }
    }

    /// Returns the events that a node reports or runs programs on.
    private static func events(of node: NodeCreater) -> [String] {
        let words = ["flag_clickable", "flag_longclickable", "flag_exposure"]
        var events: [String] = []
        for setter in node.setters {
            if case .expression = setter.value { events.append(setter.name ?? "\(setter.key)") }
            guard case .int(let flags, _) = setter.value, setter.key == StringID(hashing: "flag") else { continue }
            events += words.filter { flags & (WordTable.flags.value(of: $0) ?? 0) != 0 }
        }
        return events
    }

    private mutating func checkFunctions() {
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
    private mutating func checkParts() {
        var names = Set(new.nodes.compactMap { $0.name.map(ExactText.init) })
        var ids = Set(new.nodes.compactMap { $0.id })
        for (index, node) in old.nodes.enumerated() {
            if let name = node.name, names.insert(ExactText(name)).inserted {
                report(.partGone("part \(BreakingMessage.quoted(name))"), at: successor(of: index))
            } else if let id = node.id, node.name == nil, ids.insert(id).inserted {
                report(.partGone("node with the id \(id)"), at: successor(of: index))
            }
        }
        let slots = old.compiler.configuration.ownComponents + new.compiler.configuration.ownComponents
        let isSlot = Set(slots.filter { $0.isSlot }.map { $0.id })
        var kept = Set(new.template.nodes.map { $0.componentID })
        for node in old.template.nodes where isSlot.contains(node.componentID) {
            guard kept.insert(node.componentID).inserted else { continue }
            let name = slots.first { $0.id == node.componentID }?.name ?? old.nodes[node.index].component
            report(.slotGone(name), at: successor(of: node.index))
        }
    }
}

// MARK: - Screen readers

extension BreakingRules {
    private mutating func checkAccessibility() {
        for (before, after) in pairs {
            let (mine, theirs) = (old.nodes[before], new.nodes[after])
            let names = ["accessibilityLabel", LanguageSchema.labelAlias]
            if let lost = names.first(where: { mine[$0] != nil }), !names.contains(where: { theirs[$0] != nil }) {
                report(.labelLost(new.label(of: after), lost), at: after)
            }
            let hidden = "accessibilityHidden"
            if Self.word(theirs[hidden]) == "\"true\"", Self.word(mine[hidden]) != "\"true\"" {
                report(.hidden(new.label(of: after)), at: after, hidden)
            }
            let role = "accessibilityRole"
            // A node without a role has that which the system finds, as if it said so.
            let automatic = "\"auto\""
            if Self.word(theirs[role]) ?? automatic != Self.word(mine[role]) ?? automatic {
                let earlier = mine[role]?.value ?? automatic
                report(.roleChanged(new.label(of: after), earlier, theirs[role]?.value), at: after, role)
            }
        }
    }

    /// Returns a word, in which case does not count, or a binding.
    private static func word(_ property: ComparedNode.Property?) -> String? {
        property?.kind == .binding ? property?.value : property?.value.lowercased()
    }
}

// MARK: - Sizes

extension BreakingRules {
    private mutating func checkBudget() {
        func size(_ template: Template) -> Int { template.bytes.count - template.extra.bytes.count }
        let bytes = (size(old.template), size(new.template))
        if bytes.1 - bytes.0 > Bound.bytes, 4 * bytes.1 > 5 * bytes.0 { report(.bytes(bytes.0, bytes.1), at: 0) }
        let nodes = (old.nodes.count, new.nodes.count)
        if nodes.1 - nodes.0 > Bound.nodes, 4 * nodes.1 > 5 * nodes.0 { report(.nodes(nodes.0, nodes.1), at: 0) }
        let steps = (Self.longestProgram(old.template), Self.longestProgram(new.template))
        if steps.1 - steps.0 > Bound.steps, 2 * steps.1 > 3 * steps.0 { report(.steps(steps.0, steps.1), at: 0) }
    }

    private static func longestProgram(_ template: Template) -> Int {
        template.expressions.map { entry in
            var decoder = InstructionDecoder(entry.code)
            var count = 0
            while (try? decoder.next()) != nil { count += 1 }
            return count
        }.max() ?? 0
    }
}
