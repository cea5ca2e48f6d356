import Foundation

/// The state that a manager shares between threads, and the rules by which it changes.
///
/// ### Invariants
/// - A load ends once: it is *live* (queued or running) until then. Ending it delivers its completion and its report.
/// - At most one of several related loads is queued: queueing a newer one ends the older one as superseded.
/// - When a load publishes, every older related load that is still live ends as superseded, so a late result belongs to
///   a load that has ended, and changes nothing.
/// - A slot exists only while a load of its types is queued or running.
///
/// Loads are *related* if they have the same type. Types are compared exactly, except that a file's stem matches every
/// type with the same loose spelling; a slot holds all loads that share a loose spelling.
struct ManagerState: Sendable {
    /// A published template.
    struct Published {
        let template: Template
        /// The requested alias, if the template was loaded under one.
        let alias: String?
        /// The prepared form of the template, made at its first instantiation.
        var prepared: PreparedTemplate?
    }

    /// A load that is queued, or one thread's attempt at one.
    struct InFlight {
        enum Stage {
            case queued(PendingList<TemplateLoad>.Position)
            case running(TemplateAttempt)
            /// The load ended while this thread still runs it.
            case ended(TemplateAttempt, TemplateOutcome)
        }

        let load: TemplateLoad
        var stage: Stage
        /// The completion; the first of a load's entries keeps it until the load ends.
        var completion: TemplateLoad.Completion?
        /// The progress of the prefetch that the load belongs to; kept in the same way as the completion.
        var progress: Progress?
    }

    /// Whether the app measures loads.
    let isMeasured: Bool
    let width: Int
    let removesBeforeReload: Bool

    var published: [String: Published] = [:]
    /// The name in the file for the loose spelling of a stem.
    var spellings: [String: String] = [:]
    var slots: [String: [InFlight]] = [:]
    var pending = PendingList<TemplateLoad>()
    var sequence: UInt64 = 0
    var workers = 0
    var isSuspended = false
    var manifest: TemplateManifest?
    var deliveries: [TemplateDelivery] = []
    var isDelivering = false
    /// The threads that wait until no worker is left.
    var idleWaiters: [DispatchSemaphore] = []

    init(isMeasured: Bool, width: Int, removesBeforeReload: Bool, manifest: TemplateManifest?) {
        self.isMeasured = isMeasured
        self.width = width
        self.removesBeforeReload = removesBeforeReload
        self.manifest = manifest
    }
}

// MARK: - Looking up

extension ManagerState {
    /// The result of looking for a template.
    enum Finding {
        case published(Template)
        case toRun(TemplateRun)
        case cyclic
        case nothing
    }

    /// Finds the newest state of a type: a live load, which the caller then has to run, or else the published template.
    ///
    /// Only loads with a sequence number below `bound` count; the bound falls with each load that fails.
    mutating func find(_ type: String, below bound: UInt64, on thread: ThreadIdentity) -> Finding {
        let key = slots.isEmpty ? type : type.looseSpelling
        if let slot = slots[key] {
            if isRunning(type, in: slot, on: thread) { return .cyclic }
            if let index = newestLive(type, in: slot, below: bound) {
                return .toRun(claim(index, key, on: thread))
            }
        }
        return publishedTemplate(type).map(Finding.published) ?? .nothing
    }

    /// Returns the template that is published under a name, or under the name that a file's stem stands for.
    func publishedTemplate(_ type: String) -> Template? {
        if let entry = published[type] { return entry.template }
        guard type.hasLooseSpellings else { return nil }
        return published[publishedName(type)]?.template
    }

    /// Returns the name under which a type is published, for any spelling of it.
    func publishedName(_ type: String) -> String {
        published[type] == nil ? spellings[type.looseSpelling] ?? type : type
    }

    /// Returns the prepared form of a published template.
    func preparedTemplate(_ type: String) -> PreparedTemplate? {
        published[publishedName(type)]?.prepared
    }

    /// Keeps a prepared template, unless another template has been published meanwhile.
    mutating func keep(_ prepared: PreparedTemplate, for type: String) {
        let name = publishedName(type)
        guard published[name]?.template == prepared.template else { return }
        published[name]?.prepared = prepared
    }

    private func newestLive(_ type: String, in slot: [InFlight], below bound: UInt64) -> Int? {
        var newest: Int?
        for (index, entry) in slot.enumerated() where entry.load.isOf(type: type) && entry.load.sequence < bound {
            if case .ended = entry.stage { continue }
            if let newest, slot[newest].load.sequence >= entry.load.sequence { continue }
            newest = index
        }
        return newest
    }

    private func isRunning(
        _ type: String,
        isLoose: Bool = false,
        in slot: [InFlight],
        on thread: ThreadIdentity
    ) -> Bool {
        slot.contains { $0.attempt?.thread == thread && $0.load.isOf(type: type, isLoose: isLoose) }
    }
}

// MARK: - Starting

extension ManagerState {
    /// Adds a request to the queue; older queued loads of the type end as superseded.
    mutating func enqueue(
        _ request: TemplateRequest,
        completion: TemplateLoad.Completion?,
        progress: Progress?,
        _ aftermath: inout ManagerAftermath
    ) -> TemplateLoad {
        let key = request.type.looseSpelling
        let load = makeLoad(request, key)
        supersedeQueued(like: request, key, &aftermath)
        let entry = InFlight(
            load: load,
            stage: .queued(pending.append(load)),
            completion: completion,
            progress: progress
        )
        slots[key, default: []].append(entry)
        startWorkers(&aftermath)
        return load
    }

    /// Reserves capacity for many requests, so that a table does not grow in the middle of many loads while other
    /// threads wait for a template.
    mutating func makeRoom(for count: Int) {
        published.reserveCapacity(published.count + count)
        slots.reserveCapacity(slots.count + count)
        deliveries.reserveCapacity(deliveries.count + count)
    }

    /// Starts a request at once; returns `nil` if the thread is already loading that type.
    mutating func begin(
        _ request: TemplateRequest,
        on thread: ThreadIdentity,
        _ place: TemplateLoadReport.Place
    ) -> TemplateRun? {
        let key = request.type.looseSpelling
        let isLoose = request.isTypeLoose
        if let slot = slots[key], isRunning(request.type, isLoose: isLoose, in: slot, on: thread) { return nil }
        let load = makeLoad(request, key)
        let run = makeRun(load, on: thread, place, isPromoted: false)
        slots[key, default: []].append(InFlight(load: load, stage: .running(run.attempt)))
        return run
    }

    /// Takes the load that has waited longest; if there is none and `leavesIfNone` is set, the worker leaves.
    mutating func beginNext(on thread: ThreadIdentity, leavesIfNone: Bool) -> TemplateRun? {
        guard !isSuspended, let load = pending.popFirst() else {
            if leavesIfNone { workers -= 1 }
            return nil
        }
        let run = makeRun(load, on: thread, .queue, isPromoted: false)
        withEntry(of: load) { $0.stage = .running(run.attempt) }
        return run
    }

    /// Returns the threads to wake up if no worker is left.
    mutating func takeIdleWaiters() -> [DispatchSemaphore] {
        guard workers == 0 else { return [] }
        let waiters = idleWaiters
        idleWaiters = []
        return waiters
    }

    /// Starts workers for the queued loads, up to the width of the queue.
    mutating func startWorkers(_ aftermath: inout ManagerAftermath) {
        guard !isSuspended else { return }
        let count = min(width - workers, pending.count)
        guard count > 0 else { return }
        workers += count
        aftermath.workersToStart += count
    }

    /// Takes a queued load out of the queue, or joins one that runs on another thread.
    private mutating func claim(_ index: Int, _ key: String, on thread: ThreadIdentity) -> TemplateRun {
        let entry = slots[key, default: []][index]
        let run = makeRun(entry.load, on: thread, .caller, isPromoted: true)
        if case .queued(let position) = entry.stage {
            pending.remove(at: position)
            slots[key]?[index].stage = .running(run.attempt)
        } else {
            slots[key]?.append(InFlight(load: entry.load, stage: .running(run.attempt)))
        }
        return run
    }

    private mutating func makeLoad(_ request: TemplateRequest, _ key: String) -> TemplateLoad {
        sequence += 1
        return TemplateLoad(request, key: key, sequence: sequence)
    }

    /// Changes the entry of a queued load in place.
    private mutating func withEntry(of load: TemplateLoad, _ body: (inout InFlight) -> Void) {
        func change(_ slot: inout [InFlight]) {
            guard let index = slot.firstIndex(where: { $0.load === load }) else { return }
            body(&slot[index])
        }
        change(&slots[load.key, default: []])
    }

    private mutating func makeRun(
        _ load: TemplateLoad,
        on thread: ThreadIdentity,
        _ place: TemplateLoadReport.Place,
        isPromoted: Bool
    ) -> TemplateRun {
        if removesBeforeReload { removePublished(before: load.request) }
        let attempt = TemplateAttempt(
            thread: thread,
            place: place,
            isPromoted: isPromoted,
            start: isMeasured ? .now : nil
        )
        return TemplateRun(load: load, attempt: attempt, manifest: manifest)
    }

    /// Removes the template that a load is about to replace; an alias does not replace a template from another source.
    private mutating func removePublished(before request: TemplateRequest) {
        let name = publishedName(request.type)
        guard let entry = published[name], !request.allowsAlias || entry.alias == request.type else { return }
        published[name] = nil
    }
}
