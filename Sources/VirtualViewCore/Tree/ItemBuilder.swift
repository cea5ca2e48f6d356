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
    private let old: [NodeTree]
    private var isUsed: [Bool]
    /// The unused old items of each type, last first; made only if the types are not in the order of the data.
    private var unused: [String: [Int]]?
    private let containerDepth: Int
    private let nodeDepth: Int

    init(_ container: ItemContainerNode, in tree: NodeTree) {
        self.container = container
        self.tree = tree
        old = container.items
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
        var kept = kept
        if let kept {
            let identities = Set(kept.values.joined().map(ObjectIdentifier.init))
            for index in old.indices where identities.contains(ObjectIdentifier(old[index])) { isUsed[index] = true }
        }
        var inDataOrder: [NodeTree] = []
        inDataOrder.reserveCapacity(shown.count)
        var added: [NodeTree] = []
        for (place, index) in shown.enumerated() {
            guard case .string(let type)? = entries[index]["type"] else { continue }
            // A `Page` begins with a copy of its last page, which leaves the item of the page to that.
            let isCopy = place == 0 && shown.count > entries.count
            if let items = kept?[index], items.count > (isCopy ? 1 : 0), let same = isCopy ? items.last : items.first,
                same.requestedType == type
            {
                kept?[index]?.remove(at: isCopy ? items.count - 1 : 0)
                same.entryIndex = index
                same.show(entries[index])
                inDataOrder.append(same)
                continue
            }
            let item: NodeTree
            var isSameEntry = false
            if let place = takeOld(of: type, near: inDataOrder.count) {
                item = old[place]
                isSameEntry = kept == nil && item.entryIndex == index
            } else if case .made(let made) = makeItem(of: type) {
                item = made
                added.append(made)
            } else {
                continue
            }
            item.entryIndex = index
            if isSameEntry { item.showOther(entries[index]) } else { item.startOver(with: entries[index]) }
            inDataOrder.append(item)
        }
        guard tree.prepared.resolver.quirks.contains(.dataTagOrder) else { return inDataOrder }
        return old.indices.filter { isUsed[$0] }.map { old[$0] } + added
    }

    /// Returns the first unused old item of a type.
    private mutating func takeOld(of type: String, near place: Int) -> Int? {
        // As long as the types come in the order of the old items, the first unused one is at this position.
        if unused == nil, place < old.count, !isUsed[place], old[place].requestedType == type {
            isUsed[place] = true
            return place
        }
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

    /// The number of missing types that are told one by one.
    private static let mostReportedTypes = 100

    /// Makes an item that shows nothing yet.
    func makeItem(of type: String) -> Outcome {
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
        if prepared.nodeCount > limits.maximumNodeCount - context.nodeCount { container.list?.emptyPool() }
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
