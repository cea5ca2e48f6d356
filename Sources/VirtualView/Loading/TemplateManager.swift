import Foundation

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
        let width = max(1, configuration.queueWidth)
        self.configuration = configuration
        state = Locked(
            ManagerState(
                isMeasured: configuration.onLoad != nil,
                width: width,
                removesBeforeReload: configuration.removesBeforeReload,
                manifest: configuration.manifest
            )
        )
        queue = OperationQueue()
        queue.name = configuration.queueName
        queue.qualityOfService = .utility
        queue.maxConcurrentOperationCount = width
    }

    deinit {
        // Workers hold the manager, so the loads that are queued now were suspended, and nothing can resume them.
        let error = TemplateError(.cancelled, "the manager was let go while its queue was suspended")
        change { state, aftermath in
            state.endAll(error, &aftermath) { _ in true }
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
    /// - Throws: ``TemplateError``: ``TemplateError/Code/notFound`` if no load of the type was requested, the error of
    ///   a load that failed, or ``TemplateError/Code/cyclicLoad``.
    public func template(for type: String) throws(TemplateError) -> Template {
        let thread = ThreadIdentity.current
        var failure: TemplateError?
        var bound = UInt64.max
        while true {
            switch state.withLock({ $0.find(type, below: bound, on: thread) }) {
            case .published(let template):
                return template
            case .toRun(let run):
                switch perform(run) {
                case .success(let template):
                    return template
                case .failure(let error):
                    failure = failure ?? error
                    bound = run.load.sequence
                }
            case .cyclic:
                throw Self.cyclicError(type)
            case .nothing:
                throw failure ?? TemplateError(.notFound, "no template of the type '\(type)' is loaded or queued")
            }
        }
    }

    /// Returns the template that is published at this moment, without loading anything.
    ///
    /// - Parameter type: The template's name, an alias, or the stem of its file.
    /// - Returns: The template; `nil` if none is published.
    public func cachedTemplate(for type: String) -> Template? {
        state.withLock { $0.publishedTemplate(type) }
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

// MARK: - Loading

extension TemplateManager {
    /// Loads a template on the calling thread.
    ///
    /// - Parameter request: The request.
    /// - Returns: The template, which is now published.
    /// - Throws: ``TemplateError``; the template that was published before is still available.
    @discardableResult
    public func load(_ request: TemplateRequest) throws(TemplateError) -> Template {
        try perform(try begin(request, .caller)).get()
    }

    /// Loads a template in a task, immediately and off the caller's actor.
    ///
    /// If the task is cancelled, nothing is published and the load ends with ``TemplateError/Code/cancelled``.
    ///
    /// - Parameter request: The request.
    /// - Returns: The template, which is now published.
    /// - Throws: ``TemplateError``; the template that was published before is still available.
    @concurrent
    @discardableResult
    public func load(_ request: TemplateRequest) async throws(TemplateError) -> Template {
        // There is no suspension point between the beginning and the end, so the load stays on one thread.
        let run = try begin(request, .task)
        var brought = Self.cancelledResult(request)
        if !Task.isCancelled {
            let result = TemplateRunResult(run, configuration)
            if !Task.isCancelled { brought = result }
        }
        return try finish(run, with: brought).get()
    }

    /// Queues a load.
    ///
    /// A load of the type that is still queued ends with ``TemplateError/Code/superseded``.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - completion: Receives the result once, on the main actor, in the order in which loads end.
    /// - Returns: A handle that can cancel the load.
    @discardableResult
    public func enqueue(
        _ request: TemplateRequest,
        completion: (@MainActor @Sendable (Result<Template, TemplateError>) -> Void)? = nil
    ) -> QueuedTemplateLoad {
        let load = change { state, aftermath in
            state.enqueue(request, completion: completion, progress: nil, &aftermath)
        }
        return QueuedTemplateLoad(manager: self, load: load)
    }

    private func begin(
        _ request: TemplateRequest,
        _ place: TemplateLoadReport.Place
    ) throws(TemplateError) -> TemplateRun {
        let thread = ThreadIdentity.current
        guard let run = state.withLock({ $0.begin(request, on: thread, place) }) else {
            throw Self.cyclicError(request.type).inFile(request.path)
        }
        return run
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
        change { state, aftermath in state.remove(type, &aftermath) }
    }

    /// Removes every type; loads that have not ended end with ``TemplateError/Code/cancelled``.
    public func removeAll() {
        change { state, aftermath in state.removeAll(&aftermath) }
    }

    /// Whether queued loads wait until this is `false` again, unless their templates are asked for.
    ///
    /// A load that the queue is already running continues. If the manager is released meanwhile, the waiting loads end
    /// with ``TemplateError/Code/cancelled``.
    public var isSuspended: Bool {
        get { state.withLock { $0.isSuspended } }
        set {
            change { state, aftermath in
                state.isSuspended = newValue
                state.startWorkers(&aftermath)
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

    /// Ends a load, if it has not ended.
    @discardableResult
    func cancel(_ type: String, _ sequence: UInt64) -> Bool {
        let error = TemplateError(.cancelled, "the load of '\(type)' was cancelled")
        return change { state, aftermath in state.end(sequence, in: type.looseSpelling, error, &aftermath) }
    }

    /// Waits until the queue is idle; for measurements and tests, never on the main thread of an app.
    package func waitUntilQueueIsIdle() {
        let semaphore = DispatchSemaphore(value: 0)
        let isIdle = state.withLock { state in
            if state.workers > 0 { state.idleWaiters.append(semaphore) }
            return state.workers == 0
        }
        if !isIdle { semaphore.wait() }
    }

    /// Waits until the results of all loads that have ended so far are delivered; for tests.
    package func waitForDeliveries() async {
        await withCheckedContinuation { continuation in
            change { state, aftermath in state.deliver(.marker(continuation), &aftermath) }
        }
    }
}
