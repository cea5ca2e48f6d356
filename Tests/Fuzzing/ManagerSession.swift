import Foundation
import VirtualView

/// A manager, its model, and what both are asked to do.
final class ManagerSession: Sendable {
    /// What a thread is in the middle of.
    enum Activity {
        case load
        case ask(String, below: Int, failure: String?)
        case answered(String)
        case running(Int)
    }

    struct State {
        var choices: RandomChoices
        var model: ManagerModel
        var manager: TemplateManager?
        /// What the app's closures hold; the session holds it until its end.
        var token: Token? = Token()
        var handles: [(id: Int, handle: QueuedTemplateLoad)] = []
        var groups: [(progress: Progress, ids: [Int])] = []
        var onMain: [Activity] = []
        var onWorker: [Activity] = []
        /// How many loaders and hooks of the app run inside each other.
        var depth = 0
        /// How many of those are hooks: loads have ended then that nobody has reported yet.
        var hooks = 0
        var isWorking = false
        /// Whether hooks call the manager.
        var isTalkative = true
    }

    final class Token: Sendable {}

    let state: Locked<State>
    let told = Locked<[String]>([])
    let reports = Locked<[String]>([])
    static let types = ["A", "B", "a-b", "a_b"]

    init(_ choices: RandomChoices) {
        var choices = choices
        let removes = choices.byte() & 3 == 0
        state = Locked(State(choices: choices, model: ManagerModel(removesBeforeReload: removes)))
        var configuration = TemplateManager.Configuration()
        configuration.removesBeforeReload = removes
        // What the queue prepares is told later, which only the interleaved tests know.
        configuration.queueReadiness = .decoded
        configuration.onLoad = { self.note($0) }
        let manager = TemplateManager(configuration: configuration)
        manager.isSuspended = true
        state.withLock { $0.manager = manager }
    }

    var goesOn: Bool {
        state.withLock { !$0.choices.isEmpty && $0.model.requests.count < 60 }
    }

    func choose(_ count: Int) -> Int {
        state.withLock { $0.choices.byte() % count }
    }

    var someType: String { Self.types[choose(Self.types.count)] }
}

// MARK: - Comparing

extension ManagerSession {
    func check(_ manager: TemplateManager) {
        let published = manager.loadedTypes.map { "\($0) v\(manager.version(of: $0)?.patch ?? 0)" }.sorted()
        let expected = state.withLock { $0.model.publishedLines }
        precondition(published == expected, "published \(published), expected \(expected)")
    }

    func expect(_ result: String, _ expected: String) {
        precondition(result == expected, "got \(result), expected \(expected)")
    }

    /// Lets the manager go, with whatever is queued, and looks at what everybody was told.
    func end() {
        if choose(2) == 0, let manager = state.withLock({ $0.manager }) { work(manager) }
        weak let (manager, token) = state.withLock { ($0.manager, $0.token) }
        letGo()
        let (groups, handles) = state.withLock { ($0.groups, $0.handles) }
        let (completions, expected) = state.withLock { ($0.model.completions, $0.model.reports.sorted()) }
        wait("everybody is told") {
            self.told.withLock { $0.count } >= completions.count && groups.allSatisfy(\.progress.isFinished)
                && self.reports.withLock { $0.count } >= expected.count && manager == nil && token == nil
        }
        let told = told.withLock { $0 }
        precondition(told == completions, "told \(told), expected \(completions)")
        let reports = reports.withLock { $0.sorted() }
        precondition(reports == expected, "reported \(reports), expected \(expected)")
        for (progress, ids) in groups {
            precondition(progress.completedUnitCount == ids.count, "a progress counts each load once")
        }
        precondition(!handles.contains { $0.handle.cancel() }, "every load has ended")
    }

    /// Lets the manager go outside of the lock, because its hook is called.
    func letGo() {
        let manager = state.withLock { state in
            state.model.removeAll()
            state.token = nil
            defer { state.manager = nil }
            return state.manager
        }
        precondition(manager != nil, "a manager is let go once")
    }

    /// Lets the main actor work until something is so.
    func wait(_ what: String, _ isSo: () -> Bool) {
        let deadline = Date(timeIntervalSinceNow: 8)
        while !isSo() {
            precondition(Date() < deadline, "it never comes to that: \(what)")
            if Thread.isMainThread {
                _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
            } else {
                sched_yield()
            }
        }
    }
}
