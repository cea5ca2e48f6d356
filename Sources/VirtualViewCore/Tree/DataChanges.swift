import VirtualViewExpressions

/// A queue of changes to the data that trees show.
///
/// While bindings are applied, some nodes show the new data and some the old. App code that runs then (an own component
/// with a new value, an `onBeforeDataLoad`) may request further changes; they wait until all nodes are consistent
/// again.
struct DataChanges {
    /// The kind of change.
    enum Kind {
        /// New data for the same entry.
        case update(JSONValue?)
        /// The same data with other values at some places.
        case parts(DataParts)
        /// The data of another entry.
        case reuse(JSONValue?)
        /// No data, as at the start.
        case reset
        /// Other entries of the same data, in containers.
        case entries
        /// A new environment, which the context already has.
        case environment
        /// Items of lists, which show data when they are made.
        case items(() -> Void)
    }

    /// A waiting change.
    fileprivate struct Waiting {
        let tree: NodeTree
        var kind: Kind
        /// Whether other entries are to be shown too, which the same data alone would not cause.
        var showsOtherEntries = false
    }

    /// The number of rounds in which changes may lead to further ones before those are dropped.
    static let maximumRounds = 32

    /// Whether bindings are being applied.
    fileprivate(set) var isApplying = false
    /// The waiting changes.
    private var waiting: [Waiting] = []
    /// The indices of trees in the waiting changes.
    private var places: [ObjectIdentifier: Int] = [:]
    /// The outermost tree, if its environment was set meanwhile.
    private var waitingEnvironment: NodeTree?

    fileprivate var isEnvironmentWaiting: Bool { waitingEnvironment != nil }
    /// Whether a change waits.
    fileprivate var isWaiting: Bool {
        !waiting.isEmpty || waitingEnvironment != nil
    }
    /// The trees with data handlers whose data changed, outer ones first.
    fileprivate var changed: [(tree: NodeTree, isItem: Bool)] = []

    /// Adds a waiting change; the newest data for a tree replaces older data.
    fileprivate mutating func wait(for kind: Kind, of tree: NodeTree) {
        if case .environment = kind {
            waitingEnvironment = tree
            return
        }
        if case .items = kind {
            waiting.append(Waiting(tree: tree, kind: kind))
            return
        }
        guard let place = places[ObjectIdentifier(tree)] else {
            places[ObjectIdentifier(tree)] = waiting.count
            waiting.append(Waiting(tree: tree, kind: kind))
            return
        }
        switch (waiting[place].kind, kind) {
        case (.reuse, .update(let data)), (.reset, .update(let data)): waiting[place].kind = .reuse(data)
        case (.reuse, .parts(let parts)), (.reset, .parts(let parts)): waiting[place].kind = .reuse(parts.data)
        case (.update, .parts(let parts)): waiting[place].kind = .update(parts.data)
        case (.parts(let first), .parts(var parts)):
            parts.paths = first.paths + parts.paths
            waiting[place].kind = .parts(parts)
        case (_, .entries): waiting[place].showsOtherEntries = true
        case (.entries, _):
            waiting[place].kind = kind
            waiting[place].showsOtherEntries = true
        default: waiting[place].kind = kind
        }
    }

    /// Takes the waiting changes; that of the environment comes first.
    fileprivate mutating func takeWaiting() -> [Waiting] {
        let first = waitingEnvironment.map { [Waiting(tree: $0, kind: .environment)] } ?? []
        defer {
            waiting = []
            places = [:]
            waitingEnvironment = nil
        }
        return first + waiting
    }
}

/// Data that is the same but for some values.
struct DataParts {
    let data: JSONValue?
    /// The places of the values.
    var paths: [DataPath]
    /// Shows it; who never has such data has nothing of the code for it.
    let show: (NodeTree, JSONValue?, [DataPath]) -> Void
}

extension NodeTree {
    /// Changes the data of the tree, immediately or after the current change is complete.
    func change(_ kind: DataChanges.Kind) {
        guard !context.changes.isApplying else {
            context.changes.wait(for: kind, of: self)
            return
        }
        apply(kind)
        finishChanges()
        if context.changes.isWaiting { applyWaitingChanges() }
    }

    /// Makes items of lists, immediately even if a callback of a change asks for it.
    func makingItems(_ body: () -> Void) {
        guard !context.changes.isApplying else { return body() }
        withoutActuallyEscaping(body) { change(.items($0)) }
    }

    private func applyWaitingChanges() {
        for _ in 0..<DataChanges.maximumRounds {
            let waiting = context.changes.takeWaiting()
            guard !waiting.isEmpty else { return }
            for change in waiting {
                change.tree.apply(change.kind)
                if change.showsOtherEntries { change.tree.apply(.entries) }
                change.tree.finishChanges()
            }
        }
        guard context.changes.isWaiting else { return }
        _ = context.changes.takeWaiting()
        context.report(.eventLoop, at: root, property: nil, "changes of data lead to changes of data without end")
    }

    private func apply(_ kind: DataChanges.Kind) {
        let context = context
        context.changes.isApplying = true
        defer { context.changes.isApplying = false }
        // A layout that makes items stays one.
        if case .items(let make) = kind { return make() }
        let outer = context.enter(.bind, item: itemNumber)
        defer { context.leave(to: outer) }
        switch kind {
        case .update(let data):
            show(data)
            hasOwnData = container != nil
        case .parts(let parts): parts.show(self, parts.data, parts.paths)
        case .reuse(let data):
            startOver(with: data)
            hasOwnData = container != nil
        case .reset: removeData()
        case .entries: showOtherEntries()
        case .environment:
            environmentDidChange(hasOtherLengths: context.hasOtherLengths)
            if !context.changes.isEnvironmentWaiting { context.hasOtherLengths = false }
        case .items: break
        }
    }

    /// Marks the tree's data as changed, for its handlers.
    func noteChange() {
        guard prepared.handlesData else { return }
        context.changes.changed.append((self, container != nil))
    }

    /// Runs the handlers of the trees with new data, after all nodes show it.
    private func finishChanges() {
        guard !context.changes.changed.isEmpty else { return }
        let changed = context.changes.changed
        context.changes.changed = []
        for handler in [DataHandler.set, .after] {
            // A program may have removed an item.
            for (tree, isItem) in changed where !isItem || tree.container != nil {
                tree.runPrograms(of: handler)
            }
        }
    }
}

/// The handlers that run before and after a change of data.
enum DataHandler: String, CaseIterable {
    case before = "onBeforeDataLoad"
    case set = "onSetData"
    case after = "onAfterDataLoad"
}

extension NodePrototype {
    /// Whether the node has a handler for data.
    var handlesData: Bool {
        handlers.contains { DataHandler(rawValue: $0.name) != nil }
    }
}

extension NodeTree {
    /// Runs the programs of a handler in pre-order; those of items are run by their own trees.
    func runPrograms(of handler: DataHandler) {
        guard prepared.handlesData, let runner = context.programs else { return }
        var programs: [(node: Node, program: EventProgram)] = []
        var node: Node? = root
        while let current = node {
            if let program = current.eventProgram(for: handler.rawValue) { programs.append((current, program)) }
            node = current.nextOwn(below: root)
        }
        for (node, program) in programs {
            context.deliver(at: node, handler.rawValue) { runner.run(program, on: node, for: nil) }
        }
    }
}
