import VirtualViewExpressions

/// Changes of what trees show, one after the other.
///
/// While bindings are applied, some nodes show the new data and some the old. Code of the app that runs then (a component
/// that learns of a value, an `onBeforeDataLoad`) may ask for further changes; they wait until all nodes agree again.
struct DataChanges {
    /// What is to change.
    enum Kind {
        /// Other data of the same thing.
        case update(JSONValue?)
        /// The data of something else.
        case reuse(JSONValue?)
        /// No data, as when the tree was made.
        case reset
        /// Other entries of the same data, in containers.
        case entries
        /// The environment, which the context has already.
        case environment
    }

    /// A change that waits for its turn.
    fileprivate struct Waiting {
        let tree: NodeTree
        var kind: Kind
        /// Whether other entries are to be shown as well, which data that is shown already would not bring about.
        var showsOtherEntries = false
    }

    /// How often changes may lead to further ones before those are dropped.
    static let maximumRounds = 32

    /// Whether bindings are being applied.
    fileprivate var isApplying = false
    /// The changes that wait.
    private var waiting: [Waiting] = []
    /// Where the changes of trees stand among those that wait.
    private var places: [ObjectIdentifier: Int] = [:]
    /// The outermost tree, when its environment was set meanwhile.
    private var waitingEnvironment: NodeTree?

    /// Whether a change waits.
    fileprivate var isWaiting: Bool {
        !waiting.isEmpty || waitingEnvironment != nil
    }
    /// The trees with handlers for data that show other data, outer ones first.
    fileprivate var changed: [(tree: NodeTree, isItem: Bool)] = []

    /// Adds a change to those that wait; the last data for a tree takes the place of what came before it.
    fileprivate mutating func wait(for kind: Kind, of tree: NodeTree) {
        if case .environment = kind {
            waitingEnvironment = tree
            return
        }
        guard let place = places[ObjectIdentifier(tree)] else {
            places[ObjectIdentifier(tree)] = waiting.count
            waiting.append(Waiting(tree: tree, kind: kind))
            return
        }
        switch (waiting[place].kind, kind) {
        case (.reuse, .update(let data)), (.reset, .update(let data)): waiting[place].kind = .reuse(data)
        case (_, .entries): waiting[place].showsOtherEntries = true
        case (.entries, _):
            waiting[place].kind = kind
            waiting[place].showsOtherEntries = true
        default: waiting[place].kind = kind
        }
    }

    /// Takes the changes that wait; that of the environment comes first.
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

extension NodeTree {
    /// Changes what the tree shows, at once or as soon as all nodes agree about the change that is under way.
    func change(_ kind: DataChanges.Kind) {
        guard !context.changes.isApplying else {
            context.changes.wait(for: kind, of: self)
            return
        }
        apply(kind)
        finishChanges()
        if context.changes.isWaiting { applyWaitingChanges() }
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
        switch kind {
        case .update(let data): show(data)
        case .reuse(let data): showOther(data)
        case .reset: removeData()
        case .entries: showOtherEntries()
        case .environment: environmentDidChange()
        }
    }

    /// Notes that the tree shows other data, for its handlers.
    func noteChange() {
        guard prepared.handlesData else { return }
        context.changes.changed.append((self, container != nil))
    }

    /// Runs the handlers of the trees that show other data, now that all of them do.
    private func finishChanges() {
        guard !context.changes.changed.isEmpty else { return }
        let changed = context.changes.changed
        context.changes.changed = []
        for handler in [DataHandler.set, .after] {
            // A program may have led to the end of an item.
            for (tree, isItem) in changed where !isItem || tree.container != nil {
                tree.runPrograms(of: handler)
            }
        }
    }
}

/// The handlers around a change of data.
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
    /// Runs the programs of a handler in pre-order; those of items are left to their own trees.
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
