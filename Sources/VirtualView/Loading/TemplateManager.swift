import Foundation
import VirtualViewFormat

/// Loads templates and keeps them for look-ups.
///
/// A manager loads synchronously, in a task, or on its own operation queue. Asking for a template whose load is still
/// queued *promotes* it: the load is taken out of the queue and run immediately, on the calling thread. So an app
/// queues everything at launch and gets what a screen needs without waiting for the rest.
///
/// ```swift
/// let templates = TemplateManager()
/// templates.prefetch(contentsOf: urls)
/// let card = try templates.template(for: "ProductCard")
/// ```
///
/// ### Which load wins
/// The order of the requests decides, not the version in the file, so that an older version can be rolled out again.
/// Queueing a type again ends its queued load; a load that publishes ends every older one of its type; a late result
/// changes nothing. A load that fails keeps the template that was published before.
///
/// ### Threads
/// Every member may be used from any thread. Look-ups are synchronous. The manager holds its lock only briefly and
/// never while it reads a file, decodes, or calls a loader, a hook or a completion, so all of these may call the
/// manager. A loader that asks for the type that it is loading gets ``TemplateError/Code/cyclicLoad``.
///
/// A manager stays alive until its queued loads have ended. A suspended manager that is released ends them with
/// ``TemplateError/Code/cancelled``. The manager holds the completion of a load only until the load has ended.
public final class TemplateManager: Sendable {
    /// The settings of the manager.
    public let configuration: Configuration

    let state: Locked<ManagerState>
    let queue: OperationQueue

    /// Makes a manager without templates.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        state = Locked(ManagerState(configuration))
        queue = OperationQueue()
        queue.name = configuration.queueName
        queue.qualityOfService = .utility
        queue.maxConcurrentOperationCount = max(1, configuration.queueWidth)
    }

    deinit {
        // Workers hold the manager, so the loads that are queued now were suspended, and nothing can resume them.
        let error = TemplateError(.cancelled, "the manager was let go while its queue was suspended")
        change { $0.endAll(error) { _ in true } }
        for watch in state.withLock({ $0.watches }) { watch.watcher.end() }
    }
}

// MARK: - Settings

extension TemplateManager {
    /// The result of an app's own check of some bytes.
    @nonexhaustive
    public enum Verdict: Hashable, Sendable {
        /// The bytes may be loaded.
        case accepted
        /// The bytes may not be loaded, with the reason.
        case rejected(String)
    }

    /// The settings of a manager.
    public struct Configuration: Sendable {
        /// The loader for requests without their own loader.
        public var loader: any TemplateLoader
        /// The largest size of a file, in bytes; 64 MiB by default.
        public var maximumFileSize = 64 << 20
        /// The name of the operation queue, which debuggers show.
        public var queueName = "VirtualView.TemplateManager"
        /// The largest number of queued loads that run at once; at least 1.
        public var queueWidth = 1
        /// Whether a published template is removed when a new load of its type starts, instead of when it succeeds.
        ///
        /// If it is `true`, no template is available after a load that fails.
        public var removesBeforeReload = false
        /// Checks the bytes of every load and the requested type before decoding, for example a signature.
        ///
        /// It is called on the thread that runs the load, without any lock.
        public var verify: (@Sendable (_ bytes: [UInt8], _ type: String) -> Verdict)?
        /// The manifest that every load has to match at first; see ``TemplateManager/manifest``.
        public var manifest: TemplateManifest?
        /// The components that templates may use, and the classes of their nodes.
        public var registry = NodeRegistry.standard
        /// The client whose behaviour the node trees follow.
        public var client = Client.swift
        /// Limits for node trees.
        public var treeLimits = NodeTree.Limits()
        /// Notes which template is at work, for the launch after a crash; `nil`, the default, notes nothing.
        ///
        /// With a journal, each file is hashed when it is loaded, unless a manifest does so anyway.
        public var journal: TemplateJournal?
        /// How far the queue takes the templates that it loads; ``TemplateManager/Readiness/prepared`` by default.
        public var queueReadiness = Readiness.prepared
        /// The choice between a published template and a newer load, for trees and their items;
        /// ``TemplateManager/Freshness/newest`` by default.
        public var freshness = Freshness.newest
        /// Receives the report of every load once, when it ends; if the queue prepares the template, after that.
        ///
        /// It is called on the thread that ended the load, without any lock.
        public var onLoad: (@Sendable (TemplateLoadReport) -> Void)?
        /// Is called with the type of each template before it is prepared, without any lock; for tests.
        package var onPreparation: (@Sendable (String) -> Void)?

        /// Makes the default settings with a loader.
        public init(loader: any TemplateLoader = TemplateBinaryLoader()) {
            self.loader = loader
        }
    }
}

// MARK: - Looking up

extension TemplateManager {
    /// Returns the newest template of a type, and loads it immediately if its load has not ended.
    ///
    /// A load that is queued is taken out of the queue and run on this thread. A load that another thread is running is
    /// run on this thread too, and whichever finishes first ends it: the caller never waits for a thread of lower
    /// priority. If the load fails, the template that was published before is returned, if there is one.
    ///
    /// - Parameter type: The template's name, an alias, or the stem of its file.
    /// - Returns: The template.
    /// - Throws: ``TemplateError``: the error of a load that this call ran and that failed,
    ///   ``TemplateError/Code/notFound`` if there is no other template and no load that has not ended, or
    ///   ``TemplateError/Code/cyclicLoad``.
    public func template(for type: String) throws(TemplateError) -> Template {
        try find(type, .newest).template
    }

    /// Finds a template, and runs its load on this thread if the freshness demands it.
    func find(_ type: String, _ freshness: Freshness) throws(TemplateError) -> ManagerState.Published {
        let thread = ThreadIdentity.current
        var failure: TemplateError?
        var bound = UInt64.max
        while true {
            switch start({ $0.find(type, freshness, below: bound, on: thread) }) {
            case .published(let entry):
                return entry
            case .toRun(let run):
                let end = complete(run)
                switch end.outcome {
                case .success(let template):
                    return ManagerState.Published(template: template, alias: nil)
                case .failure(let error) where error.code == .superseded && !end.isOfRun:
                    // Something newer is there.
                    break
                case .failure(let error) where error.code == .cancelled && !end.isOfRun:
                    // Somebody else ended it; what was asked for since then counts.
                    failure = failure ?? error
                case .failure(let error):
                    failure = failure ?? error
                    bound = run.sequence
                }
            case .cyclic:
                throw Self.cyclicError(type)
            case .nothing:
                throw failure
                    ?? TemplateError(
                        .notFound,
                        "no template of the type '\(VisibleText.short(type))' is loaded or queued"
                    )
            }
        }
    }

    /// Returns the template that is published at this moment, without loading anything.
    ///
    /// - Parameter type: The template's name, an alias, or the stem of its file.
    /// - Returns: The template; `nil` if none is published.
    public func cachedTemplate(for type: String) -> Template? {
        state.withLock { $0.publishedEntry(type)?.template }
    }

    /// Returns the version of a published template.
    ///
    /// - Parameter type: The template's name, an alias, or the stem of its file.
    /// - Returns: The version; `nil` if none is published.
    public func version(of type: String) -> FormatVersion? {
        cachedTemplate(for: type)?.version
    }

    /// The names of all published templates, including aliases, in alphabetical order.
    ///
    /// - Complexity: O(*n* log *n*) in their number.
    public var loadedTypes: [String] {
        state.withLock { Array($0.published.keys) }.sorted()
    }
}

// MARK: - Managing

extension TemplateManager {
    /// Removes a type; a load of it that has not ended ends with ``TemplateError/Code/cancelled``.
    ///
    /// A template that has an alias stays published under its other name.
    ///
    /// - Parameter type: The template's name, an alias, or the stem of its file.
    public func remove(_ type: String) {
        change { $0.remove(type) }
    }

    /// Removes every type; loads that have not ended end with ``TemplateError/Code/cancelled``.
    public func removeAll() {
        change { $0.removeAll() }
    }

    /// Whether queued loads wait until this is `false` again, unless their templates are asked for.
    ///
    /// A load that the queue is already running continues. If the manager is released meanwhile, the waiting loads end
    /// with ``TemplateError/Code/cancelled``.
    public var isSuspended: Bool {
        get { state.withLock { $0.isSuspended } }
        set {
            change { state in
                state.isSuspended = newValue
                state.startWorkers()
            }
        }
    }

    /// The manifest that every load has to match; `nil` for none.
    ///
    /// A new manifest applies to loads that start later. Published templates stay.
    public var manifest: TemplateManifest? {
        get { state.withLock { $0.manifest } }
        set { state.withLock { $0.manifest = newValue } }
    }
}

// MARK: - Working

extension TemplateManager {
    /// Changes the state under the lock, then does the resulting work without it.
    @discardableResult
    func change<Result>(givesWay: Bool = false, _ body: (inout ManagerState) -> Result) -> Result {
        let (result, aftermath) = changeState(givesWay: givesWay, body)
        finish(aftermath)
        return result
    }

    /// Changes the state under the lock; the resulting work is still to be done.
    func changeState<Result>(
        givesWay: Bool = false,
        _ body: (inout ManagerState) -> Result
    ) -> (Result, ManagerState.Aftermath) {
        state.withLock(givesWay: givesWay) { state in
            defer { state.aftermath = ManagerState.Aftermath() }
            let result = body(&state)
            if !state.changedNames.isEmpty { state.noteChanges() }
            return (result, state.aftermath)
        }
    }

    /// Does the work that results from a change; code of the app may run.
    func finish(_ aftermath: ManagerState.Aftermath) {
        for _ in 0..<aftermath.workersToStart { queue.addOperation { self.drain() } }
        if aftermath.startsDelivery { Task { @MainActor [state] in Self.deliver(from: state) } }
        if let onLoad = configuration.onLoad {
            for report in aftermath.reports { onLoad(report) }
        }
        for watcher in aftermath.watchers { watcher.wake() }
    }

    /// Starts a run under the lock, if there is one to start; nothing follows from that but a removal before a load.
    func start<Result>(givesWay: Bool = false, _ body: (inout ManagerState) -> Result) -> Result {
        configuration.removesBeforeReload
            ? change(givesWay: givesWay, body) : state.withLock(givesWay: givesWay, body)
    }

    /// Runs queued loads until there are none: one operation serves many loads.
    ///
    /// For the lock, threads that ask for a template go first.
    private func drain() {
        let thread = ThreadIdentity.current
        while let run = start(givesWay: true, { $0.beginNext(on: thread) }) {
            complete(run, givesWay: true)
        }
    }

    /// Runs a load that was started on this thread; the queue then prepares what it published.
    ///
    /// - Returns: How the load ended, and whether the run ended it.
    @discardableResult
    func complete(_ run: TemplateRun, givesWay: Bool = false) -> ManagerState.RunEnd {
        var run = run
        let result = run.execute(configuration)
        let end = change(givesWay: givesWay) { $0.finish(run, with: result) }
        if end.isToBePrepared, case .success(let template) = end.outcome { prepareInQueue(template, run) }
        return end
    }

    /// Makes the calls for the loads that have ended so far, in order; later ones wait for the next turn.
    ///
    /// It does not need the manager, because the last loads may end together with it.
    @MainActor
    private static func deliver(from state: Locked<ManagerState>) {
        let deliveries = state.withLock { state in
            defer { state.deliveries = [] }
            return state.deliveries
        }
        for delivery in deliveries { delivery() }
    }

    /// Waits until the queue is idle; for measurements and tests, never on the main thread of an app.
    package func waitUntilQueueIsIdle() {
        queue.waitUntilAllOperationsAreFinished()
    }

    /// Waits until the results of all loads that have ended so far are delivered; for tests.
    package func waitForDeliveries() async {
        await withCheckedContinuation { continuation in
            change { $0.deliver { continuation.resume() } }
        }
    }

    static func cyclicError(_ type: String) -> TemplateError {
        let type = VisibleText.short(type)
        return TemplateError(.cyclicLoad, "the type '\(type)' was asked for while this thread is loading it")
    }
}
