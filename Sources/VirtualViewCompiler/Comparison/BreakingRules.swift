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
        rules.checkEnvironment()
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
    mutating func report(_ message: BreakingMessage, at node: Int?, _ property: String? = nil) {
        let node = node ?? 0
        let range = property.flatMap { new.range(of: $0, on: node) } ?? new.range(of: node)
        report(message, at: range)
    }

    mutating func report(_ message: BreakingMessage, at range: SourceRange?) {
        let nowhere = SourceRange(SourceFile(path: new.path, bytes: []), 0..<0)
        found.append(Diagnostic(message, at: range ?? new.range(of: 0) ?? nowhere))
    }

    /// Returns the new position of an old node, or of the nearest node above it that is still there.
    func successor(of node: Int) -> Int? {
        var current = Optional(node)
        while let node = current {
            if let position = comparison.nodes.pairing.newPositions[node] { return position }
            current = TemplateComparison.parent(of: node, in: old)
        }
        return nil
    }

    /// The nodes that are in both versions.
    var pairs: [(old: Int, new: Int)] {
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
        checkBindings()
        checkLimits()
    }

    /// Finds kinds of bindings that the client shows as they are written, and that it had not to show before.
    private mutating func checkBindings() {
        func found(_ side: ComparedTemplate) -> [(node: Int, property: String?, issue: BindingIssue)] {
            side.template.nodes.flatMap { node in
                node.setters.flatMap { setter in
                    (setter.text.map { BindingExpression.portabilityIssues(in: $0, for: client) } ?? [])
                        .filter { $0.severity == .error }.map { (node.index, setter.name, $0) }
                }
            }
        }
        // Computed bindings have a rule of their own.
        var known = Set(found(old).map { $0.issue.id })
        for (node, property, issue) in found(new)
        where !issue.id.hasSuffix("-computed") && known.insert(issue.id).inserted {
            report(.binding(issue.message), at: node, property)
        }
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
        check("the size of the node tree", limits.nodeBytes) { template in
            // The name, which comes first in the section, has a limit of its own.
            template.sections.code.upperBound - template.root.byteOffset
        }
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
    /// Finds values of the app that must be there and that were not read before.
    private mutating func checkEnvironment() {
        let before = DataNeeds(old.dataReads, ofEnvironment: true).all
        let after = DataNeeds(new.dataReads, ofEnvironment: true).all
        let known = Set(before.map { $0.steps })
        let earlierPlaces = DataPlaces(before)
        let guards = DataPlaces(after.filter { $0.isTested && earlierPlaces.need(in: $0.steps) == nil })
        for need in after where need.isRequired && !known.contains(need.steps) && !guards.hasWhole(of: need.steps) {
            guard need.steps.count > 1, case .key(let name) = need.steps[1] else { continue }
            if !ProjectFile.environmentNames.contains(name.text) { report(.valueNew(need.path), at: need.range) }
        }
    }

    private mutating func checkData() {
        let (before, after) = (DataNeeds(old.dataReads), DataNeeds(new.dataReads))
        let known = before.all.reduce(into: [:]) { $0[$1.steps] = $1 }
        // What a condition tested before its parts were read, and nothing tests any more.
        let stillGuarded = Set(after.all.lazy.filter { $0.isTested || $0.isRequired }.map { $0.steps })
        var unguarded = DataPlaces(before.all.filter { $0.isTested && !stillGuarded.contains($0.steps) })
        for need in after.all where need.isRequired {
            for earlier in unguarded.removeWholes(of: need.steps) {
                report(.pathNeeded(earlier.path), at: need.range)
            }
        }
        let earlierPlaces = DataPlaces(before.all)
        // What a condition tests, and data of today do not have, may be missing with all that is in it.
        let guards = DataPlaces(after.all.filter { $0.isTested && earlierPlaces.need(in: $0.steps) == nil })
        var missing: [DataNeeds.Need] = []
        for need in after.all {
            // In place of others it is needed if those were not read before.
            let replaces =
                !need.isTested && !need.insteadOf.isEmpty
                && need.insteadOf.joined().allSatisfy { known[$0.steps] == nil }
            let isNeeded = need.isRequired || replaces
            guard let earlier = known[need.steps] else {
                if isNeeded, !guards.hasWhole(of: need.steps) {
                    missing.append(need)
                    report(.pathNew(need.path), at: need.range)
                }
                continue
            }
            if isNeeded, !earlier.isRequired { report(.pathNeeded(need.path), at: need.range) }
            if !need.accepts(earlier) { report(.kind(need.path, earlier.kindText, need.kindText), at: need.range) }
        }
        checkKept(before, DataPlaces(after.all), missing: DataPlaces(missing))
    }

    /// Finds what nothing reads any more, and single values of which only parts are read.
    private mutating func checkKept(_ before: DataNeeds, _ after: DataPlaces, missing: DataPlaces) {
        for need in before.all {
            guard let kept = after.need(in: need.steps) else {
                report(.pathRemoved(need.path), at: nil as Int?)
                continue
            }
            // A part that must be there says enough.
            guard kept.steps.count > need.steps.count, need.isSingle, missing.need(in: need.steps) == nil else {
                continue
            }
            let kind: DataKind = if case .key = kept.steps[need.steps.count] { .object } else { .array }
            report(.kind(need.path, need.kindText, kind.rawValue), at: kept.range)
        }
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
