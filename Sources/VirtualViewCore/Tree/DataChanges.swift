import VirtualViewExpressions

/// A queue of changes to the data that trees show.
///
/// While bindings are applied, some nodes show the new data and some the old. App code that runs then (an own component
/// with a new value, an `onBeforeDataLoad`) may request further changes and layouts; they wait until all nodes are
/// consistent again. Changes are made in the order in which they were requested, whoever requests one meanwhile.
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

        /// The change that has the effect of this one and a later one.
        func followed(by later: Kind) -> Waiting {
            var both = self
            switch (kind, later) {
            case (.reuse, .update(let data)), (.reset, .update(let data)): both.kind = .reuse(data)
            case (.reuse, .parts(let parts)), (.reset, .parts(let parts)): both.kind = .reuse(parts.data)
            case (.update, .parts(let parts)): both.kind = .update(parts.data)
            case (.parts(let first), .parts(var parts)):
                parts.paths = first.paths + parts.paths
                both.kind = .parts(parts)
            case (_, .entries): both.showsOtherEntries = true
            case (.entries, _):
                both.kind = later
                both.showsOtherEntries = true
            default: both.kind = later
            }
            return both
        }
    }

    /// The number of rounds in which changes may lead to further ones before those are dropped.
    static let maximumRounds = 32

    /// Whether bindings are being applied.
    fileprivate(set) var isApplying = false
    /// The waiting changes, after those that were taken already; `nil` for one that is part of a later one.
    private var waiting: [Waiting?] = []
    private var takenCount = 0
    /// The indices of the waiting changes that a later one for the same tree may become part of.
    private var places: [ObjectIdentifier: Int] = [:]
    /// The outermost tree, if its environment was set meanwhile.
    private var waitingEnvironment: NodeTree?
    /// Lays out when the changes are complete, if somebody asked for that meanwhile.
    var waitingLayout: (() -> Void)?

    fileprivate var isEnvironmentWaiting: Bool { waitingEnvironment != nil }
    /// The number of changes that wait, for a round.
    var waitingCount: Int {
        waiting.count - takenCount + (waitingEnvironment == nil ? 0 : 1)
    }
    /// The trees with data handlers whose data changed, outer ones first.
    fileprivate var changed: [NodeTree] = []

    /// Takes the trees whose data changed, which are to be released when nobody changes the list: their nodes may ask for
    /// changes when they go.
    fileprivate mutating func takeChanged() -> [NodeTree] {
        let trees = changed
        changed = []
        return trees
    }

    /// Adds a waiting change; the newest data for a tree replaces older data.
    fileprivate mutating func wait(for kind: Kind, of tree: NodeTree) {
        switch kind {
        case .environment: waitingEnvironment = tree
        case .items:
            waiting.append(Waiting(tree: tree, kind: kind))
            // Data that comes later is not shown before: it may be what these items are to be replaced by.
            places = [:]
        default:
            var change = Waiting(tree: tree, kind: kind)
            if let place = places[ObjectIdentifier(tree)], let earlier = waiting[place] {
                change = earlier.followed(by: kind)
                waiting[place] = nil
                if place == waiting.count - 1 { waiting.removeLast() }
            }
            places[ObjectIdentifier(tree)] = waiting.count
            waiting.append(change)
        }
    }

    /// Takes the first waiting change; that of the environment comes before all others.
    fileprivate mutating func takeFirst() -> Waiting? {
        if let tree = waitingEnvironment {
            waitingEnvironment = nil
            return Waiting(tree: tree, kind: .environment)
        }
        while takenCount < waiting.count {
            let next = waiting[takenCount]
            waiting[takenCount] = nil
            takenCount += 1
            guard let next else { continue }
            if places[ObjectIdentifier(next.tree)] == takenCount - 1 { places[ObjectIdentifier(next.tree)] = nil }
            return next
        }
        return nil
    }

    /// Drops the changes that still wait, and the room of those that were taken.
    ///
    /// - Returns: What was dropped, which is to be released as what ``takeChanged()`` returns.
    fileprivate mutating func forgetWaiting() -> [Waiting?] {
        let dropped = waiting + [waitingEnvironment.map { Waiting(tree: $0, kind: .environment) }]
        waiting = []
        takenCount = 0
        places = [:]
        waitingEnvironment = nil
        return dropped
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
        if context.changes.waitingCount > 0 {
            // A program of one of several changes asks for this one: the others are older.
            context.changes.wait(for: kind, of: self)
        } else {
            apply(kind)
            finishChanges()
        }
        completeChanges()
    }

    /// Makes items of lists, immediately even if a callback of a change asks for it.
    func makingItems(_ body: () -> Void) {
        guard !context.changes.isApplying else { return body() }
        measuringItems(body)
        finishChanges()
        completeChanges()
    }

    /// Makes items of lists to measure them; what callbacks ask for waits for the end of the measuring.
    func measuringItems(_ body: () -> Void) {
        guard !context.changes.isApplying else { return body() }
        withoutActuallyEscaping(body) { apply(.items($0)) }
    }

    /// Makes what was asked for meanwhile.
    func completeChanges() {
        applyWaitingChanges()
        // One that cannot be made now, within another one, waits on.
        context.changes.waitingLayout?()
    }

    /// Makes the waiting changes one by one, as the programs of each may ask for others.
    private func applyWaitingChanges() {
        guard context.changes.waitingCount > 0 else { return }
        for _ in 0..<DataChanges.maximumRounds {
            for _ in 0..<context.changes.waitingCount {
                guard let change = context.changes.takeFirst() else { break }
                change.tree.apply(change.kind)
                if change.showsOtherEntries { change.tree.apply(.entries) }
                change.tree.finishChanges()
            }
            guard context.changes.waitingCount > 0 else { return forgetWaitingChanges() }
        }
        // To set the environment again would change nothing, as it is known already.
        if context.changes.isEnvironmentWaiting, let change = context.changes.takeFirst() {
            change.tree.apply(change.kind)
        }
        forgetWaitingChanges()
        context.report(.eventLoop, at: root, property: nil, "changes of data lead to changes of data without end")
    }

    private func forgetWaitingChanges() {
        let dropped = context.changes.forgetWaiting()
        withExtendedLifetime(dropped) {}
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
        guard prepared.handlesData, context.changes.changed.last !== self else { return }
        context.changes.changed.append(self)
    }

    /// Whether neither the tree nor an item that it stands in waits to show an entry, or is gone.
    fileprivate var isShown: Bool { !outermost.isItem }

    /// Runs the handlers of the trees with new data, after all nodes show it.
    private func finishChanges() {
        guard !context.changes.changed.isEmpty else { return }
        let changed = context.changes.takeChanged()
        var trees: [NodeTree] = []
        var known: Set<ObjectIdentifier> = []
        for tree in changed where known.insert(ObjectIdentifier(tree)).inserted {
            if tree.isShown {
                trees.append(tree)
            } else {
                // It was only measured: when it is shown, also an equal entry is another one.
                tree.hasData = false
            }
        }
        for handler in [DataHandler.set, .after] {
            // A program may have removed an item.
            for tree in trees where tree.isShown { tree.runPrograms(of: handler) }
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
