import Foundation
import VirtualView

// MARK: - Steps

extension ManagerSession {
    func step() {
        guard let manager = state.withLock({ $0.manager }) else { return }
        switch choose(17) {
        case 0...3: enqueue(manager)
        case 4: prefetch(manager)
        case 5: load(manager)
        case 6, 7, 8: ask(manager)
        case 9: cancelOne()
        case 10: cancelGroup()
        case 11: remove(manager)
        case 12: if choose(4) == 0 { removeAll(manager) }
        case 13: replace(manager)
        default: work(manager)
        }
        check(manager)
    }

    /// Some steps inside a loader or a hook.
    func nest(_ hook: Bool) {
        let isTooDeep = state.withLock { state in
            state.depth += 1
            if hook { state.hooks += 1 }
            return state.depth > 3 || !state.isTalkative
        }
        if !isTooDeep, goesOn {
            for _ in 0..<choose(3) where goesOn { step() }
        }
        state.withLock { state in
            state.depth -= 1
            if hook { state.hooks -= 1 }
        }
    }

    private func enqueue(_ manager: TemplateManager) {
        let (request, entry) = makeRequest(isQueued: true)
        state.withLock { $0.model.add(entry) }
        let handle = manager.enqueue(request, completion: completion(entry.id))
        state.withLock { $0.handles.append((entry.id, handle)) }
    }

    private func prefetch(_ manager: TemplateManager) {
        var requests: [TemplateRequest] = []
        var ids: [Int] = []
        for _ in 0...choose(4) {
            let (request, entry) = makeRequest(isQueued: true)
            state.withLock { $0.model.add(entry) }
            requests.append(request)
            ids.append(entry.id)
        }
        let completions = ids.map(completion)
        let progress = manager.prefetch(requests) { completions[$0]($1) }
        state.withLock { $0.groups.append((progress, ids)) }
    }

    /// A release takes the place of another one.
    private func replace(_ manager: TemplateManager) {
        var requests: [TemplateRequest] = []
        var entries: [ManagerModel.Request] = []
        let first = state.withLock { $0.model.requests.count } + 1
        for number in 0..<choose(4) {
            let (request, entry) = makeRequest(id: first + number, isQueued: true, hasCompletion: false)
            requests.append(request)
            entries.append(entry)
        }
        let removed = (0..<choose(3)).map { _ in someType }
        state.withLock { [entries] in $0.model.replace(entries, removing: removed) }
        let progress = manager.replace(requests, removing: removed)
        if !requests.isEmpty { state.withLock { [ids = entries.map(\.id)] in $0.groups.append((progress, ids)) } }
    }

    private func completion(_ id: Int) -> @MainActor @Sendable (Result<Template, TemplateError>) -> Void {
        let token = state.withLock { $0.token }
        return { [told] result in
            precondition(token != nil)
            told.withLock { $0.append("\(id) \(describe(result))") }
        }
    }

    private func load(_ manager: TemplateManager) {
        let (request, entry) = makeRequest(isQueued: false)
        guard !isCyclic(entry.type, isLoose: entry.isLoose) else {
            return expect(describe { () throws(TemplateError) in try manager.load(request) }, "cyclicLoad")
        }
        state.withLock { $0.model.add(entry) }
        change { $0.append(.load) }
        let result = describe { () throws(TemplateError) in try manager.load(request) }
        change { _ = $0.popLast() }
        expect(result, state.withLock { $0.model.requests[entry.id - 1].outcome } ?? "no end")
    }

    private func ask(_ manager: TemplateManager) {
        let type = someType
        change { $0.append(.ask(type, below: Int.max, failure: nil)) }
        let result = describe { () throws(TemplateError) in try manager.template(for: type) }
        switch change({ $0.popLast() }) {
        case .answered(let outcome)?: expect(result, outcome)
        case .ask(_, let bound, let failure)?:
            guard !isCyclic(type) else { return expect(result, "cyclicLoad") }
            switch state.withLock({ $0.model.find(type, below: bound) }) {
            case .answer(let answer): expect(result, answer)
            case .nothing: expect(result, failure ?? "notFound")
            case .run(let id): preconditionFailure("load \(id) was not run for '\(type)', which gave \(result)")
            }
        default: preconditionFailure("activities are mixed up")
        }
    }

    private func cancelOne() {
        let count = state.withLock { $0.handles.count }
        guard count > 0 else { return }
        let index = choose(count)
        let (handle, isEnded) = state.withLock { ($0.handles[index].handle, $0.model.cancel($0.handles[index].id)) }
        precondition(handle.cancel() == isEnded, "a handle says whether it ended its load")
    }

    /// Cancels a prefetch; its progress tells the manager on a thread of its own.
    private func cancelGroup() {
        let count = state.withLock { $0.hooks == 0 ? $0.groups.count : 0 }
        guard count > 0 else { return }
        let index = choose(count)
        let (progress, reported) = state.withLock { state in
            for id in state.groups[index].ids { _ = state.model.cancel(id) }
            state.isTalkative = false
            return (state.groups[index].progress, state.model.reports.count)
        }
        progress.cancel()
        wait("the prefetch is cancelled") { self.reports.withLock { $0.count } >= reported }
        state.withLock { $0.isTalkative = true }
    }

    private func remove(_ manager: TemplateManager) {
        let type = someType
        state.withLock { $0.model.remove(type) }
        manager.remove(type)
    }

    private func removeAll(_ manager: TemplateManager) {
        state.withLock { $0.model.removeAll() }
        manager.removeAll()
    }

    /// Lets the queue work until nothing is queued.
    func work(_ manager: TemplateManager) {
        guard Thread.isMainThread, state.withLock({ !$0.isWorking }) else { return }
        state.withLock { $0.isWorking = true }
        manager.isSuspended = false
        manager.waitUntilQueueIsIdle()
        manager.isSuspended = true
        state.withLock { state in
            state.isWorking = false
            precondition(!state.model.requests.contains(where: \.isQueued), "the queue leaves nothing")
        }
    }
}

private func describe(_ body: () throws(TemplateError) -> Template) -> String {
    describe(Result(catching: body))
}
