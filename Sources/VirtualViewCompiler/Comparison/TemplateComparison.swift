import VirtualViewFormat

/// The differences between two versions of a template.
package struct TemplateComparison: Sendable {
    /// The old version.
    package let old: ComparedTemplate
    /// The new version.
    package let new: ComparedTemplate
    /// The differences of their nodes.
    package let nodes: NodeChanges
    /// The differences of the files as such.
    package let header: [(name: String, before: String, after: String)]

    /// Compares two versions.
    package init(_ old: ComparedTemplate, _ new: ComparedTemplate) {
        (self.old, self.new) = (old, new)
        nodes = NodeChanges(from: old.nodes, to: new.nodes)
        var header: [(name: String, before: String, after: String)] = []
        func compare(_ name: String, _ before: String, _ after: String) {
            guard !before.hasSameBytes(as: after) else { return }
            let (old, new) = Self.shortened(before, after)
            header.append((name, old, new))
        }
        compare("name", old.template.type, new.template.type)
        compare("version", "\(old.template.version)", "\(new.template.version)")
        compare("page", "\(old.template.pageID)", "\(new.template.pageID)")
        compare("dependencies", Self.dependencies(of: old.template), Self.dependencies(of: new.template))
        compare("extra", Self.extra(of: old.template), Self.extra(of: new.template))
        if let before = old.partNames, let after = new.partNames {
            compare("parts", Self.names(in: before), Self.names(in: after))
        }
        self.header = header
    }

    private static func dependencies(of template: Template) -> String {
        let pages = template.dependencies.map { "\($0)" }
        return pages.isEmpty ? "none" : pages.joined(separator: " ")
    }

    private static func names(in parts: PartNames) -> String {
        parts.entries.isEmpty ? "none" : parts.entries.map { $0.name }.joined(separator: " ")
    }

    /// Returns the extra section without what compilers derive from the rest of the file and the source.
    private static func extra(of template: Template) -> String {
        let derived = [ExtraSection.digestTag, ExtraSection.sourceMapTag, ExtraSection.partsTag]
        let others = template.extra.records.map { records in
            ExtraSection(records: records.filter { !derived.contains($0.tag) })
        }
        let bytes = (others ?? template.extra).bytes
        return bytes.isEmpty ? "none" : HexText.text(bytes)
    }

    /// Whether nothing differs.
    package var isEmpty: Bool { header.isEmpty && nodes.isEmpty }

    /// A difference as people read it.
    package struct Line: Sendable {
        /// The place: `path:line:column`, in the old version for what is gone.
        package let place: String
        /// The difference.
        package let text: String
        /// The difference as data.
        package let change: NodeChange?

        /// Makes a line.
        package init(place: String, text: String, change: NodeChange?) {
            (self.place, self.text, self.change) = (place, text, change)
        }
    }

    /// The differences, one line each.
    package func lines() -> [Line] {
        header.map { Line(place: new.path, text: "\($0.name) \($0.before) → \($0.after)", change: nil) }
            + nodes.lines.map { Line(place: place(of: $0), text: text(of: $0), change: $0) }
    }

    private func place(of change: NodeChange) -> String {
        if let node = change.new { return new.place(of: node) }
        return change.old.map { old.place(of: $0) } ?? new.path
    }

    private func text(of change: NodeChange) -> String {
        switch (change.kind, change.old, change.new) {
        case (.added, _, let node?): added(node, change)
        case (.removed, let node?, _): removed(node, change)
        case (.moved, let before?, let after?): moved(before, after)
        case (.component, let before?, let after?):
            "\(new.label(of: after)): component \(old.nodes[before].component) → \(new.nodes[after].component)"
        case (.property(let before, let after), _, let node?):
            "\(new.nodes[node].label(without: (after ?? before)?.name)): \(Self.text(before, after))"
        default: ""
        }
    }

    private func added(_ node: Int, _ change: NodeChange) -> String {
        guard !change.isAround else { return "\(new.label(of: node)) put around \(list(change.kept))" }
        let count = new.template.nodes[node].subtreeEnd - node
        return "\(new.label(of: node)) added\(parent(of: node, in: new))\(Self.others(count - 1))"
    }

    private func removed(_ node: Int, _ change: NodeChange) -> String {
        guard !change.isAround else {
            return "\(old.label(of: node)) taken away from around what is in it"
        }
        let count = old.template.nodes[node].subtreeEnd - node
        let gone = (node..<node + count).count { nodes.pairing.newPositions[$0] == nil }
        return "\(old.label(of: node)) removed\(parent(of: node, in: old))\(Self.others(gone - 1))"
    }

    private func moved(_ before: Int, _ after: Int) -> String {
        let (from, to) = (Self.parent(of: before, in: old), Self.parent(of: after, in: new))
        let isSame = from.flatMap { nodes.pairing.newPositions[$0] } == to
        let label = new.label(of: after)
        guard !isSame, let from, let to else {
            let places = (Self.number(of: before, in: old), Self.number(of: after, in: new))
            let holder = to.map { " of \(new.label(of: $0))" } ?? ""
            return "\(label) moved from place \(places.0) to place \(places.1)\(holder)"
        }
        return "\(label) moved from \(old.label(of: from)) to \(new.label(of: to))"
    }

    /// Returns nodes in a list, or a word for those that are further in.
    private func list(_ nodes: [Int]) -> String {
        let labels = nodes.prefix(3).map { new.label(of: $0) }
        if labels.isEmpty { return "what is in it" }
        return labels.joined(separator: ", ") + (nodes.count > 3 ? " and \(nodes.count - 3) more" : "")
    }

    private func parent(of node: Int, in side: ComparedTemplate) -> String {
        Self.parent(of: node, in: side).map {
            " \(side.path == old.path && side.path != new.path ? "from" : "in") \(side.label(of: $0))"
        } ?? ""
    }

    private static func others(_ count: Int) -> String {
        count > 0 ? ", with \(count.counting("node")) in it" : ""
    }

    static func parent(of node: Int, in side: ComparedTemplate) -> Int? {
        side.nodes[..<node].lastIndex { $0.depth < side.nodes[node].depth }
    }

    /// Returns the place of a node among the children of its parent, from 1.
    private static func number(of node: Int, in side: ComparedTemplate) -> Int {
        let first = (parent(of: node, in: side) ?? -1) + 1
        return side.nodes[first...node].count { $0.depth == side.nodes[node].depth }
    }

    /// Returns the difference of a value.
    private static func text(_ before: ComparedNode.Property?, _ after: ComparedNode.Property?) -> String {
        let name = after?.name ?? before?.name ?? ""
        let noun = (after ?? before)?.kind == .program ? "program " : ""
        switch (before, after) {
        case (let before?, let after?):
            let (old, new) = shortened(before.value, after.value)
            return "\(noun)\(name) \(old) → \(new)"
        case (nil, let after?): return "\(noun)\(name) \(ComparedNode.shortened(after.value)) added"
        case (let before?, nil): return "\(noun)\(name) \(ComparedNode.shortened(before.value)) removed"
        case (nil, nil): return ""
        }
    }

    /// Returns two values, without what long ones have in common at their starts.
    private static func shortened(_ before: String, _ after: String) -> (String, String) {
        let (old, new) = (VisibleText.line(before), VisibleText.line(after))
        let longest = 60
        guard old.unicodeScalars.count > longest || new.unicodeScalars.count > longest else { return (old, new) }
        let common = zip(old.unicodeScalars, new.unicodeScalars).prefix { $0 == $1 }.count
        let start = max(0, common - 12)
        func part(_ text: String) -> String {
            let scalars = text.unicodeScalars.dropFirst(start)
            let kept = String(String.UnicodeScalarView(scalars.prefix(longest)))
            return (start > 0 ? "…" : "") + kept + (scalars.count > longest ? "…" : "")
        }
        return (part(old), part(new))
    }
}
