import Foundation

/// Everything that a manager shares between threads, and the rules by which it changes.
///
/// ### Invariants
/// - A load ends once: it is *live* (queued or running) until then. Ending it delivers its completion and its report.
/// - Of related loads, at most one is queued: queueing a newer one ends the older one as superseded.
/// - When a load publishes, every older related load that is still live ends as superseded, so a late result finds
///   itself ended and changes nothing.
/// - A slot exists only while something of its types is queued or running.
///
/// Loads are *related* when they are of the same type. Types are compared as they are spelled, except that a file's
/// stem is of every type with the same loose spelling; a slot holds what shares one loose spelling.
struct ManagerState: Sendable {
    /// A template that can be looked up.
    struct Published {
        let template: Template
        /// The alias that was asked for, when the template was loaded under one.
        let alias: String?
        /// The same, made ready at its first instantiation.
        var prepared: PreparedTemplate?
    }

    /// A load that is queued, or one thread's attempt at one.
    struct InFlight {
        enum Stage {
            case queued(PendingList<TemplateLoad>.Position)
            case running(TemplateAttempt)
            /// Ended while this thread still runs it.
            case ended(TemplateAttempt, TemplateOutcome)
        }

        let load: TemplateLoad
        var stage: Stage
        /// Whom to tell of the end; the first of a load's entries has it until the load ends.
        var completion: TemplateLoad.Completion?
        /// The progress of the prefetch that the load belongs to; kept in the same way.
        var progress: Progress?
    }

    /// Whether somebody measures loads.
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
    /// Who waits until no worker is left.
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
    /// What somebody who asks for a template finds.
    enum Finding {
        case published(Template)
        case toRun(TemplateRun)
        case cyclic
        case nothing
    }

    /// Finds the newest that there is of a type: a live load, which the caller then has to run, or else what is
    /// published.
    ///
    /// Only loads whose place in the order is below `bound` count; the bound falls with each load that fails.
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

    /// What is published under a name, or under the name that a file's stem stood for.
    func publishedTemplate(_ type: String) -> Template? {
        if let entry = published[type] { return entry.template }
        guard type.hasLooseSpellings else { return nil }
        return published[publishedName(type)]?.template
    }

    /// The name under which a type is published, whatever way it is spelled.
    func publishedName(_ type: String) -> String {
        published[type] == nil ? spellings[type.looseSpelling] ?? type : type
    }

    /// What was prepared of a published template.
    func preparedTemplate(_ type: String) -> PreparedTemplate? {
        published[publishedName(type)]?.prepared
    }

    /// Keeps what was prepared, unless another template has been published meanwhile.
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
    /// Adds a request to the queue; older ones of the type that are still queued end as superseded.
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

    /// Makes room for requests before there is much to move: a table that grows in the middle of many loads would keep
    /// whoever asks for a template waiting.
    mutating func makeRoom(for count: Int) {
        published.reserveCapacity(published.count + count)
        slots.reserveCapacity(slots.count + count)
        deliveries.reserveCapacity(deliveries.count + count)
    }

    /// Starts a request at once; `nil` when the thread is already loading that type.
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

    /// Takes the load that has waited longest; when there is none, the worker leaves if it says so.
    mutating func beginNext(on thread: ThreadIdentity, leavesIfNone: Bool) -> TemplateRun? {
        guard !isSuspended, let load = pending.popFirst() else {
            if leavesIfNone { workers -= 1 }
            return nil
        }
        let run = makeRun(load, on: thread, .queue, isPromoted: false)
        withEntry(of: load) { $0.stage = .running(run.attempt) }
        return run
    }

    /// Whom to tell that no worker is left, if that is so.
    mutating func takeIdleWaiters() -> [DispatchSemaphore] {
        guard workers == 0 else { return [] }
        let waiters = idleWaiters
        idleWaiters = []
        return waiters
    }

    /// Lets workers start for what is queued, as far as the width allows.
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

    /// Forgets what a load is about to replace; an alias does not replace what came from elsewhere.
    private mutating func removePublished(before request: TemplateRequest) {
        let name = publishedName(request.type)
        guard let entry = published[name], !request.allowsAlias || entry.alias == request.type else { return }
        published[name] = nil
    }
}
