import VirtualViewCompiler

/// What is different between two snapshots, node by node.
struct SnapshotDifference {
    /// A node that changed, came or went.
    struct Change: Hashable {
        /// The component and the id.
        var name: String
        /// The number of the node in the new snapshot; `nil` for one that went.
        var number: Int?
        /// What changed: `padding 8 → 12`.
        var text: String
    }

    /// The changes that others follow from, in the order of the nodes.
    private(set) var changes: [Change] = []
    /// The number of nodes that only moved or changed their size with others.
    private(set) var followerCount = 0

    private let old: [Snapshot.Node]
    private let new: [Snapshot.Node]
    /// The old node that each new one was; `nil` for those that came.
    private var origins: [Int?] = []
    private var added: Set<Int> = []
    private var removed: [Int] = []

    /// Compares two snapshots.
    ///
    /// - Complexity: that of a ``NodePairing``.
    init(_ old: Snapshot, _ new: Snapshot) {
        self.old = old.nodes()
        self.new = new.nodes()
        match()
        report()
        let (before, after) = (old.issues, new.issues)
        let (known, present) = (Set(before), Set(after))
        for issue in after where !known.contains(issue) {
            changes.append(Change(name: "problem", text: "new: \(issue)"))
        }
        for issue in before where !present.contains(issue) {
            changes.append(Change(name: "problem", text: "gone: \(issue)"))
        }
        if changes.isEmpty, old.size != new.size {
            changes.append(Change(name: "container", text: "\(old.size) → \(new.size)"))
        }
    }

    // MARK: - Matching

    private mutating func match() {
        let pairing = NodePairing(from: old.map(\.compared), to: new.map(\.compared))
        origins = pairing.oldPositions
        let come = origins.indices.filter { origins[$0] == nil }
        let gone = pairing.newPositions.indices.filter { pairing.newPositions[$0] == nil }
        // What came or went with the node around it is not said again.
        added = Set(come).subtracting(come.flatMap { new[$0].children })
        let inner = Set(gone.flatMap { old[$0].children })
        removed = gone.filter { !inner.contains($0) }
    }

    // MARK: - Reporting

    /// What happened to a node: something that may follow from others, or something that is its own.
    private enum Effect: Int, Comparable {
        case none, moved, resized, relabelled, changed

        static func < (lhs: Effect, rhs: Effect) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    fileprivate static let places: Set<String> = ["x", "y"]
    fileprivate static let sizes: Set<String> = ["width", "height"]
    /// The fields of what is drawn that follow from the size of the node.
    fileprivate static let derived: Set<String> = ["clip", "box", "destination", "at", "room", "from", "to", "content"]

    private mutating func report() {
        var effects = [Effect](repeating: .none, count: new.count)
        var texts: [Int: String] = [:]
        for (number, origin) in origins.enumerated() {
            guard let origin else { continue }
            let (effect, text) = Self.compare(old[origin], new[number])
            effects[number] = effect
            if effect != .none { texts[number] = text }
        }
        let relatives = Relatives(new, effects)
        let hasCause = effects.contains(.changed) || !added.isEmpty || !removed.isEmpty
        for number in removed { changes.append(Change(name: old[number].name, text: "is gone")) }
        for number in new.indices {
            if added.contains(number) {
                changes.append(Change(name: new[number].name, number: number, text: "is new"))
                continue
            }
            guard effects[number] != .none, let text = texts[number] else { continue }
            if effects[number] == .changed || (!hasCause && isCause(number, effects, relatives)) {
                changes.append(Change(name: new[number].name, number: number, text: text))
            } else {
                followerCount += 1
            }
        }
    }

    /// Whether a change of place or size follows from none of its relatives'.
    ///
    /// A node gets larger with its children, and moves with those before it.
    private func isCause(_ number: Int, _ effects: [Effect], _ relatives: Relatives) -> Bool {
        if effects[number] == .relabelled { return true }
        if effects[number] == .resized {
            guard !relatives.hasResizedChild[number] else { return false }
            // A child that moved by as much as the node grew made it grow.
            return relatives.firstMovedChild[number].map { !hasPushed($0, number) } ?? true
        }
        guard let parent = relatives.parents[number] else { return true }
        if relatives.hasResizedChild[parent] { return false }
        guard relatives.firstMovedChild[parent] == number else { return false }
        return effects[parent] != .resized || hasPushed(number, parent)
    }

    /// What happened around and in each node.
    private struct Relatives {
        var parents: [Int?]
        var hasResizedChild: [Bool]
        var firstMovedChild: [Int?]

        init(_ nodes: [Snapshot.Node], _ effects: [Effect]) {
            parents = Array(repeating: nil, count: nodes.count)
            for (number, node) in nodes.enumerated() {
                for child in node.children { parents[child] = number }
            }
            hasResizedChild = nodes.map { $0.children.contains { effects[$0] == .resized } }
            firstMovedChild = nodes.map { $0.children.first { effects[$0] == .moved } }
        }
    }

    /// Whether a node moved by as much as the one around it grew.
    private func hasPushed(_ number: Int, _ parent: Int) -> Bool {
        [("x", "width"), ("y", "height")].contains { place, size in
            let distance = change(of: place, at: number)
            return distance != 0 && abs(distance - change(of: size, at: parent)) < 0.0015
        }
    }

    /// The difference of a number of a node.
    private func change(of name: String, at number: Int) -> Double {
        guard let origin = origins[number] else { return 0 }
        func value(_ node: Snapshot.Node) -> Double {
            node.fields.first { $0.name == name }.flatMap { Double($0.value) } ?? 0
        }
        return value(new[number]) - value(old[origin])
    }

    private static func compare(_ old: Snapshot.Node, _ new: Snapshot.Node) -> (Effect, String) {
        // What else a node has goes and comes with it.
        if old.isGone != new.isGone { return (.changed, new.isGone ? "now gone" : "no longer gone") }
        var effect = Effect.none
        var texts: [String] = []
        func note(_ other: Effect, _ text: String) {
            // The place and the size follow from what else changed in the node itself.
            if other == .changed, effect < .changed { texts = [] }
            effect = max(effect, other)
            if other == .changed || effect < .changed { texts.append(text) }
        }
        if old.name != new.name { note(.changed, "\(old.name) → \(new.name)") }
        for text in differences(old.fields, new.fields) {
            note(places.contains(text.name) ? .moved : sizes.contains(text.name) ? .resized : .changed, text.text)
        }
        let kinds = new.details.map(\.kind).difference(from: old.details.map(\.kind))
        for removal in kinds.removals { note(.changed, "\(removal.element) is gone") }
        for insertion in kinds.insertions { note(.changed, "\(insertion.element) is new") }
        if kinds.isEmpty {
            for (before, after) in zip(old.details, new.details) {
                for text in differences(before.fields, after.fields) {
                    if derived.contains(text.name) || text.isBroken {
                        effect = max(effect, .moved)
                        continue
                    }
                    // What a node says may be what nodes in it say.
                    note(text.name == "label" ? .relabelled : .changed, "\(after.kind) \(text.text)")
                }
            }
        }
        if texts.isEmpty, effect != .none { texts.append("what is drawn moved inside of it") }
        return (effect, texts.joined(separator: ", "))
    }

    /// Returns the fields that differ, by their names.
    private static func differences(
        _ old: [Snapshot.Field],
        _ new: [Snapshot.Field]
    ) -> [(name: String, text: String, isBroken: Bool)] {
        guard old != new else { return [] }
        var found: [(name: String, text: String, isBroken: Bool)] = []
        for field in new {
            let before = old.first { $0.name == field.name }
            guard before != field else { continue }
            let name = field.name.isEmpty ? "" : "\(field.name) "
            if let before {
                let isBroken = field.name.isEmpty && isSameText(letters(before.value), letters(field.value))
                found.append((field.name, "\(name)\(before.value) → \(field.value)", isBroken))
            } else {
                let text = field.value.isEmpty ? "now \(field.name)" : "\(name)none → \(field.value)"
                found.append((field.name, text, false))
            }
        }
        for field in old where !new.contains(where: { $0.name == field.name }) {
            let text = field.value.isEmpty ? "no longer \(field.name)" : "\(field.text) → none"
            found.append((field.name, text, false))
        }
        return found
    }

    /// Whether texts differ at most in where they are cut to fit.
    private static func isSameText(_ old: [UInt8], _ new: [UInt8]) -> Bool {
        let cut = Array("…\"".utf8)
        let isOldCut = old.suffix(cut.count).elementsEqual(cut)
        let isNewCut = new.suffix(cut.count).elementsEqual(cut)
        guard isOldCut || isNewCut else { return old == new }
        let before = old.dropLast(isOldCut ? cut.count : 1)
        let after = new.dropLast(isNewCut ? cut.count : 1)
        return before.count < after.count
            ? isOldCut && after.starts(with: before)
            : (isNewCut || before.count == after.count) && before.starts(with: after)
    }

    /// Returns a text without where its lines end.
    private static func letters(_ lines: String) -> [UInt8] {
        let end = Array("\",\"".utf8)
        var rest = Array(lines.utf8)[...]
        var letters: [UInt8] = []
        while let byte = rest.first {
            if rest.starts(with: end) {
                rest = rest.dropFirst(end.count)
            } else {
                rest = rest.dropFirst()
                if byte != 0x20 { letters.append(byte) }
            }
        }
        return letters
    }
}

extension CollectionDifference.Change {
    /// What came or went.
    fileprivate var element: ChangeElement {
        switch self {
        case .insert(_, let element, _), .remove(_, let element, _): element
        }
    }
}

extension Snapshot.Node {
    /// The node as comparisons see it: what it is, without its place.
    fileprivate var compared: ComparedNode {
        let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let dependent = SnapshotDifference.places.union(SnapshotDifference.sizes).union(SnapshotDifference.derived)
        var properties: [ComparedNode.Property] = []
        for field in fields where !dependent.contains(field.name) { properties.append(.init(field.name, field.value)) }
        for detail in details {
            for field in detail.fields where !dependent.contains(field.name) {
                properties.append(.init("\(detail.kind) \(field.name)", field.value))
            }
        }
        return ComparedNode(
            parts[0],
            depth: depth,
            id: parts.count > 1 ? parts[1] : nil,
            properties: properties
        )
    }
}
