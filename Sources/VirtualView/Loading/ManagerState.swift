import Foundation

/// The state that a manager shares between threads, and the rules by which it changes.
///
/// ### Invariants
/// - A load ends once: it is *live* (queued or running) until then. Its completion and its report are delivered once,
///   when it ends; those of a load that the queue published follow when the queue has prepared the template.
/// - A load that a caller is running, who waits for the template, is not cancelled: it ends with that run, as superseded,
///   or because its type is removed or replaced.
/// - At most one of several related loads is queued: queueing a newer one ends the older one as superseded.
/// - When a load publishes, every older related load that is still live ends as superseded, so a late result belongs to
///   a load that has ended, and changes nothing.
/// - A slot exists only while a load of its types is queued or running.
/// - A template is published before it is prepared, and preparing it never changes what is published. It is prepared
///   without the lock, by the queue and by everyone who asks meanwhile; nobody waits. The first result is kept with the
///   template that it was made of, under all of its names, and never replaced; if that template is no longer published,
///   nothing is kept.
///
/// Loads are *related* if they have the same type. Types are compared exactly, except that a file's stem matches every
/// type with the same loose spelling; a slot holds all loads that share a loose spelling.
struct ManagerState: Sendable {
    /// A published template.
    struct Published {
        let template: Template
        /// The requested alias, if the template was loaded under one.
        let alias: String?
        /// The prepared form of the template, made by the queue or at its first instantiation.
        var prepared: PreparedTemplate?
    }

    /// The work to do when the manager's lock is free, because it runs other code or takes time.
    struct Aftermath {
        var reports: [TemplateLoadReport] = []
        /// What ended or is replaced; kept so that nothing it holds is deallocated under the lock.
        var ended: [TemplateRequest] = []
        var replaced: [Published] = []
        var workersToStart = 0
        var startsDelivery = false
        /// The streams that have something new for their readers.
        var watchers: [TemplateWatcher] = []
    }

    /// Whether the app measures loads.
    let isMeasured: Bool
    let width: Int
    let removesBeforeReload: Bool
    /// Whether the queue prepares the templates that it publishes.
    let preparesInQueue: Bool

    /// The published templates by their names and aliases.
    private(set) var published: [String: Published] = [:]
    /// The name in the file for the loose spelling of a stem.
    var spellings: [String: String] = [:]
    /// The loads that are live or that a thread still runs, by the loose spelling of their type, the oldest first.
    var slots: [String: [TemplateLoad]] = [:]
    /// The loads whose templates the queue is preparing, in the order in which they ended.
    var preparing: [PreparingLoad] = []
    /// The queued loads of all slots.
    var pending = PendingList()
    var sequence: UInt64 = 0
    var workers = 0
    var isSuspended = false
    var manifest: TemplateManifest?
    /// The calls to make on the main actor, in this order.
    var deliveries: [@MainActor @Sendable () -> Void] = []
    var aftermath = Aftermath()
    /// The streams of changes, and what each was told.
    var watches: [Watch] = []
    /// The names for which a look-up may give something else since the streams were told.
    var changedNames: Set<String> = []

    init(_ configuration: TemplateManager.Configuration) {
        isMeasured = configuration.onLoad != nil
        width = max(1, configuration.queueWidth)
        removesBeforeReload = configuration.removesBeforeReload
        preparesInQueue = configuration.queueReadiness != .decoded
        manifest = configuration.manifest
    }
}

// MARK: - Looking up

extension ManagerState {
    /// The result of looking for a template.
    enum Finding {
        case published(Published)
        case toRun(TemplateRun)
        case cyclic
        case nothing
    }

    /// Finds the newest state of a type: a live load, which the caller then has to run, or else the published template.
    ///
    /// If a published template is fresh enough, it comes before any load. Only loads with a sequence number below `bound`
    /// count; the bound falls with each load that fails.
    mutating func find(
        _ type: String,
        _ freshness: TemplateManager.Freshness,
        below bound: UInt64,
        on thread: ThreadIdentity
    ) -> Finding {
        if freshness == .published, let entry = publishedEntry(type) { return .published(entry) }
        if !slots.isEmpty, let slot = slots[type.looseSpelling] {
            if isRunning(type, in: slot, on: thread) { return .cyclic }
            let newest = slot.last { $0.isLive && $0.sequence < bound && $0.isOf(type: type) }
            if let newest, let run = promote(newest, on: thread) { return .toRun(run) }
        }
        return publishedEntry(type).map(Finding.published) ?? .nothing
    }

    /// Returns what is published under a name, or under the name that a file's stem stands for.
    func publishedEntry(_ type: String) -> Published? {
        if let entry = published[type] { return entry }
        guard type.hasLooseSpellings else { return nil }
        return published[publishedName(type)]
    }

    /// Returns the name under which a type is published, for any spelling of it.
    func publishedName(_ type: String) -> String {
        published[type] == nil ? spellings[type.looseSpelling] ?? type : type
    }

    /// Returns the prepared form of a template, if it is kept.
    func preparedTemplate(_ type: String, of template: Template) -> PreparedTemplate? {
        guard let entry = publishedEntry(type), entry.template == template else { return nil }
        return entry.prepared
    }

    /// Keeps a prepared template, unless another thread was faster or another template has been published meanwhile.
    ///
    /// - Returns: The prepared template that is kept, or else the given one.
    mutating func keep(_ prepared: PreparedTemplate, for type: String) -> PreparedTemplate {
        let template = prepared.template
        if let first = preparedTemplate(type, of: template) { return first }
        // A template with an alias is published under two names.
        let names = [publishedName(type), template.type]
        for name in names + names.compactMap({ published[$0]?.alias })
        where published[name]?.prepared == nil && published[name]?.template == template {
            published[name]?.prepared = prepared
        }
        return prepared
    }

    /// Publishes a template under a name, or removes what is published there.
    mutating func setPublished(_ entry: Published?, for name: String) {
        if let old = published[name] { aftermath.replaced.append(old) }
        published[name] = entry
        if !watches.isEmpty { changedNames.insert(name) }
    }

    private func isRunning(
        _ type: String,
        isLoose: Bool = false,
        in slot: [TemplateLoad],
        on thread: ThreadIdentity
    ) -> Bool {
        slot.contains { $0.isOf(type: type, isLoose: isLoose) && $0.isRunning(on: thread) }
    }
}

// MARK: - Starting

extension ManagerState {
    /// Adds a request to the queue; older queued loads of the type end as superseded.
    ///
    /// - Returns: The sequence number of the load.
    mutating func enqueue(
        _ request: TemplateRequest,
        completion: TemplateLoad.Completion?,
        progress: Progress?
    ) -> UInt64 {
        supersede(request.looseType) { $0.isQueued && $0.isRelated(to: request) }
        let load = add(request, completion, progress)
        pending.append(load.sequence, key: request.looseType)
        startWorkers()
        return load.sequence
    }

    /// Starts a request at once; returns `nil` if the thread is already loading that type.
    mutating func begin(
        _ request: TemplateRequest,
        on thread: ThreadIdentity,
        _ place: TemplateLoadReport.Place
    ) -> TemplateRun? {
        let slot = slots[request.looseType] ?? []
        if isRunning(request.type, isLoose: request.isTypeLoose, in: slot, on: thread) { return nil }
        return start(add(request, nil, nil).sequence, request.looseType, on: thread, place)
    }

    /// Takes the load that has waited longest; if there is none, the worker leaves.
    mutating func beginNext(on thread: ThreadIdentity) -> TemplateRun? {
        guard !isSuspended, let next = pending.popFirst() else {
            workers -= 1
            return nil
        }
        return start(next.sequence, next.key, on: thread, .queue)
    }

    /// Starts workers for the queued loads, up to the width of the queue.
    mutating func startWorkers() {
        guard !isSuspended else { return }
        let count = min(width - workers, pending.count)
        guard count > 0 else { return }
        workers += count
        aftermath.workersToStart += count
    }

    /// Takes a queued load out of the queue, or joins one that runs on another thread.
    private mutating func promote(_ load: TemplateLoad, on thread: ThreadIdentity) -> TemplateRun? {
        if load.isQueued { pending.remove(load.sequence) }
        return start(load.sequence, load.request.looseType, on: thread, .caller, isPromoted: true)
    }

    private mutating func add(
        _ request: TemplateRequest,
        _ completion: TemplateLoad.Completion?,
        _ progress: Progress?
    ) -> TemplateLoad {
        sequence += 1
        let load = TemplateLoad(request: request, sequence: sequence, completion: completion, progress: progress)
        slots[request.looseType, default: []].append(load)
        return load
    }

    /// Adds a thread's run to a load; `nil` only if there is no such load.
    private mutating func start(
        _ sequence: UInt64,
        _ key: String,
        on thread: ThreadIdentity,
        _ place: TemplateLoadReport.Place,
        isPromoted: Bool = false
    ) -> TemplateRun? {
        let (manifest, isMeasured) = (manifest, isMeasured)
        func addRun(to slot: inout [TemplateLoad]) -> TemplateRun? {
            guard let index = slot.firstIndex(where: { $0.sequence == sequence }) else { return nil }
            let run = TemplateRun(
                slot[index],
                on: thread,
                place,
                isPromoted: isPromoted,
                manifest: manifest,
                isMeasured: isMeasured
            )
            slot[index].runs.append(run)
            return run
        }
        guard let run = addRun(to: &slots[key, default: []]) else { return nil }
        if removesBeforeReload { removePublished(before: run.request) }
        return run
    }

    /// Removes the template that a load is about to replace; an alias does not replace a template from another source.
    private mutating func removePublished(before request: TemplateRequest) {
        let name = publishedName(request.type)
        guard let entry = published[name], !request.allowsAlias || entry.alias == request.type else { return }
        setPublished(nil, for: name)
    }
}
