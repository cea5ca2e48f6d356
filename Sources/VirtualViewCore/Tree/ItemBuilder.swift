import VirtualViewExpressions
import VirtualViewFormat

/// Makes the items of a container from data, and reuses existing ones.
struct ItemBuilder {
    /// What comes of making an item.
    enum Outcome {
        case made(NodeTree)
        /// There is no template of the type, or its nodes would be too deep.
        case leftOut
        /// The tree has as many nodes as it may have.
        case noRoom
    }

    private let container: ItemContainerNode
    private let tree: NodeTree
    private var old: [NodeTree]
    private var isUsed: [Bool]
    /// The unused old items of each type, last first; made only if one is taken for another entry.
    private var unused: [String: [Int]]?
    private let containerDepth: Int
    private let nodeDepth: Int

    init(_ container: ItemContainerNode, in tree: NodeTree) {
        self.container = container
        self.tree = tree
        // A list with a window keeps its items itself.
        old = container.list == nil ? container.items : []
        isUsed = Array(repeating: false, count: old.count)
        nodeDepth = container.depth + 1
        var depth = 1
        var outer = tree.container
        while let current = outer {
            depth += 1
            outer = current.tree?.container
        }
        containerDepth = depth
    }

    /// Returns the items for some entries.
    ///
    /// - Parameters:
    ///   - shown: The indices of the entries.
    ///   - entries: All entries.
    ///   - kept: Old items that show the same entries as before, by the new indices of these, in order; `nil` if that is
    ///     not known.
    /// - Returns: The items, in the order in which they are shown.
    mutating func items(
        for shown: [Int],
        of entries: BindingArray,
        keeping kept: [Int: [NodeTree]]?
    ) -> [NodeTree] {
        let hasOldOrder = tree.prepared.resolver.quirks.contains(.dataTagOrder)
        let stays = staying(for: shown, of: entries, kept ?? (hasOldOrder ? [:] : Self.byEntry(old)))
        let identities = Set(stays.compactMap { $0.map(ObjectIdentifier.init) })
        for index in old.indices where identities.contains(ObjectIdentifier(old[index])) { isUsed[index] = true }
        var inDataOrder: [NodeTree] = []
        inDataOrder.reserveCapacity(shown.count)
        var added: [NodeTree] = []
        var full: Set<String> = []
        for (place, index) in shown.enumerated() {
            guard case .string(let type)? = entries[index]["type"] else { continue }
            let item: NodeTree
            if let same = stays[place] {
                item = same
            } else if let place = takeOld(of: type) {
                item = old[place]
            } else if full.contains(type) {
                continue
            } else {
                let outcome = makeItem(of: type)
                // What has no room gets none later either.
                if case .noRoom = outcome { full.insert(type) }
                guard case .made(let made) = outcome else { continue }
                item = made
                added.append(made)
            }
            let isAtItsPlace = kept == nil && item.entryIndex == index
            item.entryIndex = index
            if isAtItsPlace {
                item.showOther(entries[index])
            } else if stays[place] != nil {
                item.show(entries[index])
            } else {
                item.startOver(with: entries[index])
            }
            inDataOrder.append(item)
        }
        guard hasOldOrder else { return inDataOrder }
        return old.indices.filter { isUsed[$0] }.map { old[$0] } + added
    }

    /// Returns items by the indices of their entries; a `Page` has two of some, of which the copy comes last.
    static func byEntry(_ items: [NodeTree]) -> [Int: [NodeTree]] {
        var items = items[...]
        // The copy of the last page is the first item: of one page there is another copy at the end.
        if let first = items.first,
            items.count(where: { $0.entryIndex == first.entryIndex }) > (first.entryIndex == 0 ? 2 : 1)
        {
            items = items.dropFirst() + [first]
        }
        return Dictionary(grouping: items) { $0.entryIndex }
    }

    /// Returns the items that stay with their entries, for each entry that is shown.
    private func staying(
        for shown: [Int],
        of entries: BindingArray,
        _ itemsByEntry: [Int: [NodeTree]]
    ) -> [NodeTree?] {
        var rest = itemsByEntry
        return shown.enumerated().map { place, index in
            // A `Page` begins with a copy of its last page, which leaves the item of the page to that.
            let isCopy = place == 0 && shown.count > entries.count
            guard let items = rest[index], items.count > (isCopy ? 1 : 0),
                let same = isCopy ? items.last : items.first, entries[index]["type"] == .string(same.requestedType)
            else { return nil }
            rest[index]?.remove(at: isCopy ? items.count - 1 : 0)
            return same
        }
    }

    /// Returns the first unused old item of a type.
    private mutating func takeOld(of type: String) -> Int? {
        if unused == nil {
            var lists: [String: [Int]] = [:]
            for index in old.indices.reversed() where !isUsed[index] {
                lists[old[index].requestedType, default: []].append(index)
            }
            unused = lists
        }
        guard let found = unused?[type]?.popLast() else { return nil }
        isUsed[found] = true
        return found
    }

    /// Lets go of the old items that no entry has, or has taken so far.
    private mutating func releaseUnused() {
        guard isUsed.contains(false) else { return }
        old = old.indices.filter { isUsed[$0] }.map { old[$0] }
        isUsed = Array(repeating: true, count: old.count)
        unused = [:]
        container.show(old)
    }

    /// The number of missing types that are told one by one.
    private static let mostReportedTypes = 100

    /// Makes an item that shows nothing yet.
    mutating func makeItem(of type: String) -> Outcome {
        let context = tree.context
        let limits = context.limits
        guard let source = context.source else {
            context.missingTypes.insert(type)
            context.report(.unknownTemplate, at: container, property: "dataTag", "there is no source of templates")
            return .leftOut
        }
        let prepared: PreparedTemplate
        do {
            prepared = try source.preparedTemplate(for: type)
        } catch {
            context.missingTypes.insert(type)
            let detail = context.missingTypes.count <= Self.mostReportedTypes ? type : nil
            context.report(
                .unknownTemplate,
                at: container,
                property: "dataTag",
                detail: detail,
                "'\(VisibleText.short(type))': \(error.message)"
            )
            return .leftOut
        }
        if prepared.nodeCount > limits.maximumNodeCount - context.nodeCount {
            // What goes or waits makes room.
            container.list?.emptyPool()
            releaseUnused()
        }
        let isTooDeep =
            containerDepth > limits.maximumContainerDepth || nodeDepth + prepared.depth > limits.maximumDepth
        guard !isTooDeep, prepared.nodeCount <= limits.maximumNodeCount - context.nodeCount else {
            context.report(.tooManyItems, at: container, property: "dataTag", "items beyond the limits are left out")
            return isTooDeep ? .leftOut : .noRoom
        }
        let item = NodeTree(prepared, context: context, requestedType: type, isItem: true)
        // The item is attached before it shows its data, because its own containers count their depth.
        item.container = container
        item.root.parentLink = container
        return .made(item)
    }
}
