import Foundation

// MARK: - Working

extension TemplateManager {
    /// Changes the state under the lock, then does the resulting work without it.
    @discardableResult
    func change<Result>(
        givesWay: Bool = false,
        _ body: (inout ManagerState, inout ManagerAftermath) -> Result
    ) -> Result {
        var aftermath = ManagerAftermath()
        let result = state.withLock(givesWay: givesWay) { body(&$0, &aftermath) }
        for _ in 0..<aftermath.workersToStart { queue.addOperation { self.drain() } }
        if aftermath.startsDelivery { Task { @MainActor [state] in Self.deliver(from: state) } }
        if let onLoad = configuration.onLoad {
            for report in aftermath.reports { onLoad(report) }
        }
        return result
    }

    /// Runs queued loads until there are none: one operation serves many loads.
    ///
    /// For the lock, threads that ask for a template go first. Before it ends, the operation looks a few more times,
    /// because an app that queues one load after another would otherwise start an operation for each.
    private func drain() {
        let thread = ThreadIdentity.current
        // A hook may ask for the next queued load, so that one must not be running on this thread yet.
        let takesNextAtOnce = configuration.onLoad == nil
        var next: TemplateRun?
        var tries = 0
        while tries <= 16 {
            let isLastTry = tries == 16
            next = next ?? state.withLock(givesWay: true) { $0.beginNext(on: thread, leavesIfNone: isLastTry) }
            if let run = next {
                let brought = TemplateRunResult(run, configuration)
                next = change(givesWay: true) { state, aftermath in
                    _ = state.finish(run, with: brought, &aftermath)
                    return takesNextAtOnce ? state.beginNext(on: thread, leavesIfNone: false) : nil
                }
                tries = 0
            } else {
                tries += 1
                if !isLastTry { sched_yield() }
            }
        }
        let waiters = state.withLock { $0.takeIdleWaiters() }
        for waiter in waiters { waiter.signal() }
    }

    /// Runs a load that was started on this thread.
    func perform(_ run: TemplateRun) -> Result<Template, TemplateError> {
        finish(run, with: TemplateRunResult(run, configuration))
    }

    func finish(_ run: TemplateRun, with brought: TemplateRunResult) -> Result<Template, TemplateError> {
        change { state, aftermath in state.finish(run, with: brought, &aftermath) }
    }

    /// Delivers the results of the loads that have ended so far to the main actor, in order; later results wait for the
    /// next turn.
    ///
    /// It does not need the manager, because the last loads may end together with it.
    @MainActor
    private static func deliver(from state: Locked<ManagerState>) {
        let deliveries = state.withLock { state in
            let deliveries = state.deliveries
            state.deliveries = []
            return deliveries
        }
        for delivery in deliveries {
            switch delivery {
            case .completion(let completion, let result): completion(result)
            case .progress(let progress): progress.completedUnitCount += 1
            case .marker(let continuation): continuation.resume()
            }
        }
        let isDone = state.withLock { state in
            state.isDelivering = !state.deliveries.isEmpty
            return !state.isDelivering
        }
        if !isDone { Task { @MainActor in deliver(from: state) } }
    }

    static func cyclicError(_ type: String) -> TemplateError {
        TemplateError(.cyclicLoad, "the type '\(type)' was asked for while this thread is loading it")
    }

    static func cancelledResult(_ request: TemplateRequest) -> TemplateRunResult {
        let error = TemplateError(.cancelled, "the load of '\(request.type)' was cancelled", path: request.path)
        return TemplateRunResult(byteCount: 0, type: "", result: .failure(error))
    }
}
