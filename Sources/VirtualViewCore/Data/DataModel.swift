public import VirtualViewExpressions

/// Data that changes while it is shown: each change reaches only what reads it.
///
/// A model holds the data of a screen, or of a part of it. Containers show it (``Container/model``), and the app observes
/// values in it. What changed is delivered together, once a turn; a value that is equal again is not told at all.
///
/// ```swift
/// let cart = DataModel(["count": 2, "items": []])
/// container.model = cart                      // shows it, and everything that follows
/// cart["count"] = 3                           // shown by the container's next layout
/// let badge = cart.observe("count") { show($0) }   // called with 3 at once, then when it is another number
/// ```
///
/// A model has one owner and is used in one place at a time, like a container.
public final class DataModel {
    /// Does something at a later time, or at once.
    public typealias Schedule = (@escaping () -> Void) -> Void

    /// The first 64 problems that changes had, each reported once for a place.
    public private(set) var issues: [DataModelIssue] = []
    /// Receives each problem, the first time; after 64 problems no more.
    public var onIssue: ((DataModelIssue) -> Void)?

    private var content: JSONValue?
    private let schedule: Schedule?
    /// The places of what changed since the last delivery.
    private var waiting: [DataPath] = []
    /// The number of waiting places at which those that are there twice are removed.
    private var waitingLimit = DataModel.leastWaitingLimit
    private var isScheduled = false
    private var isDelivering = false
    private var openChanges = 0
    private var viewers: [Viewer] = []
    /// The number of times that a container came or went.
    private var viewerTurns = 0
    /// The containers that the delivery in progress has not reached.
    private var unreached: Set<ObjectIdentifier> = []
    private var observers = DataObservers()

    private static let leastWaitingLimit = 64

    /// A container that shows the model.
    private struct Viewer {
        /// Tells the container, also when it is gone.
        let id: ObjectIdentifier
        unowned(unsafe) let container: Container
    }

    /// Makes a model.
    ///
    /// - Parameters:
    ///   - data: The first data; `nil` for none.
    ///   - schedule: Decides when to deliver at the latest: it is called with the delivery when a first change waits. The
    ///     containers deliver too: each layout, display list, touch and event of one does first. ``Container/onModelChange``
    ///     tells a host that there is something to show: after the delivery, and without a schedule when a first change
    ///     waits.
    public init(_ data: JSONValue? = nil, schedule: Schedule? = nil) {
        content = data
        self.schedule = schedule
    }
}

// MARK: - Data

extension DataModel {
    /// The whole data, with all changes; `nil` if there is none.
    public var data: JSONValue? {
        get { content }
        set { self[DataPath()] = newValue }
    }

    /// The value at a place; `nil` if there is none.
    ///
    /// Objects that are missing on the way are made, and an array may get the element after its last; an element that is
    /// set to `nil` becomes null. A place that the data cannot have, such as one in a text, is reported to ``onIssue`` and
    /// nothing changes. Keep a path that is used often: reading its text takes longer than the change.
    ///
    /// - Parameter path: The place.
    /// - Complexity: O(*d*) in the number of steps, as far as nobody else holds the arrays and objects on the way; these are
    ///   copied. A name that is added or removed moves the entries of its object: set one with many new names as a whole.
    public subscript(path: DataPath) -> JSONValue? {
        get { content?[path] }
        set {
            let old = self[path]
            guard !old.isSame(as: newValue) else { return }
            // An element that is set to nothing is null, which it may be already.
            if newValue == nil, old == .null, case .index? = path.prepared.last { return }
            if let problem = JSONValue.put(newValue, at: path, in: &content) {
                return report(DataModelIssue.Code(problem), at: path)
            }
            noteChange(at: path)
        }
    }

    /// Makes several changes and asks for their delivery once, at the end.
    ///
    /// - Parameter body: Makes the changes.
    /// - Throws: The error of the closure; the changes made until then stay.
    public func change<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
        openChanges += 1
        defer {
            openChanges -= 1
            askForDelivery()
        }
        try body()
    }

    private func noteChange(at path: DataPath) {
        if waiting.last != path { waiting.append(path) }
        if waiting.count > waitingLimit {
            var known: Set<DataPath> = []
            waiting.removeAll { !known.insert($0).inserted }
            waitingLimit = max(Self.leastWaitingLimit, 2 * waiting.count)
        }
        askForDelivery()
    }

    private func askForDelivery() {
        guard !isScheduled, !isDelivering, openChanges == 0, hasWaitingChanges else { return }
        guard let schedule else { return tellViewers() }
        isScheduled = true
        schedule { [self] in flush() }
    }

    private func tellViewers() {
        guard !isScheduled, hasWaitingChanges else { return }
        isScheduled = true
        forEachViewer { $0.onModelChange?() }
    }

    private func report(_ code: DataModelIssue.Code, at path: DataPath) {
        let issue = DataModelIssue(code: code, path: path)
        guard issues.count < DataModelIssue.limit, !issues.contains(issue) else { return }
        issues.append(issue)
        onIssue?(issue)
    }
}

// MARK: - Observing

extension DataModel {
    /// Observes the value at a place.
    ///
    /// - Parameters:
    ///   - path: The place.
    ///   - body: Is called with the value at once, and after that with each other value that a delivery has for it.
    /// - Returns: The observation, which ends when it is cancelled or released; it holds the model.
    public func observe(_ path: DataPath, _ body: @escaping (JSONValue?) -> Void) -> DataObservation {
        let value = self[path]
        let number = observers.add(path, value, body)
        body(value)
        return DataObservation(number, of: self)
    }

    /// Ends an observation.
    func end(_ number: Int) {
        // What the observer holds may end other observations when it is released, so that happens here.
        let observer = observers.remove(number)
        withExtendedLifetime(observer) {}
    }
}

// MARK: - Delivery

extension DataModel {
    /// Whether changes wait for their delivery.
    public var hasWaitingChanges: Bool { !waiting.isEmpty }

    /// Whether the model has changes that a container does not show yet.
    func isAhead(of container: Container) -> Bool {
        hasWaitingChanges || unreached.contains(ObjectIdentifier(container))
    }

    /// How much is kept besides the data, for tests.
    var sizes: String { "\(waiting.count) changes, \(viewers.count) containers, \(observers.sizes)" }

    /// Delivers the changes that wait: first to the containers, then to the observers of what changed.
    ///
    /// What these change is delivered after that, in further rounds. If there is no end after 32 of them, this is reported as
    /// ``DataModelIssue/Code/endless`` and the rest waits for the next delivery. A call from within a delivery does nothing.
    public func flush() {
        guard !isDelivering else { return }
        // Within `change`, no container was told yet that there is something to show.
        if openChanges > 0, schedule == nil { tellViewers() }
        isScheduled = false
        isDelivering = true
        defer { isDelivering = false }
        for _ in 0..<DataChanges.maximumRounds {
            guard hasWaitingChanges else { return }
            var paths: [DataPath] = []
            swap(&paths, &waiting)
            waitingLimit = Self.leastWaitingLimit
            deliver(paths)
            // With a schedule, no host was told before.
            if schedule != nil { forEachViewer { if $0.needsLayout || $0.needsDisplay { $0.onModelChange?() } } }
            // The next changes get the room of these.
            guard waiting.isEmpty, paths.count <= Self.leastWaitingLimit else { continue }
            paths.removeAll(keepingCapacity: true)
            swap(&paths, &waiting)
        }
        if let path = waiting.first { report(.endless, at: path) }
    }

    private func deliver(_ paths: [DataPath]) {
        // One alone is reached at once.
        if viewers.count > 1 { unreached = Set(viewers.map { $0.id }) }
        forEachViewer { container in
            unreached.remove(ObjectIdentifier(container))
            let parts = DataParts(data: content, paths: paths) { tree, data, paths in tree.show(data, changedAt: paths)
            }
            container.tree.change(.parts(parts))
        }
        unreached = []
        for number in observers.readers(of: paths) {
            guard let observer = observers[number] else { continue }
            let value = self[observer.path]
            guard !value.isSame(as: observer.value) else { continue }
            observers.note(value, for: number)
            observer.body(value)
        }
    }

    /// Calls a closure with each container, unless a call before has let it go.
    private func forEachViewer(_ body: (Container) -> Void) {
        let turns = viewerTurns
        for viewer in viewers where viewerTurns == turns || viewers.contains(where: { $0.id == viewer.id }) {
            body(viewer.container)
        }
    }

    /// Lets a container show the model from now on.
    func attach(_ container: Container) {
        viewerTurns += 1
        viewers.append(Viewer(id: ObjectIdentifier(container), container: container))
    }

    /// Lets a container go.
    func detach(_ container: Container) {
        viewerTurns += 1
        viewers.removeAll { $0.id == ObjectIdentifier(container) }
    }
}
