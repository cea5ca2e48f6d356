import Foundation
import VirtualView
import VirtualViewTestSupport

/// Writes down what a manager tells, so that a test can compare it.
final class LoadRecorder: Sendable {
    private let lines = Locked<[String]>([])
    private let made = Locked<[TemplateLoadReport]>([])

    /// A completion that writes down `NAME vVERSION` or `NAME CODE`.
    func completion(_ name: String) -> @MainActor @Sendable (Result<Template, TemplateError>) -> Void {
        { result in self.lines.withLock { $0.append("\(name) \(describe(result))") } }
    }

    /// What the completions were told, in order.
    var completions: [String] {
        lines.withLock { $0 }
    }

    /// The reports, in order.
    var reports: [TemplateLoadReport] {
        made.withLock { $0 }
    }

    func report(_ report: TemplateLoadReport) {
        made.withLock { $0.append(report) }
    }
}

extension TemplateLoadReport {
    /// `TYPE OUTCOME PLACE[ promoted]`.
    var line: String {
        let ending =
            switch outcome {
            case .published: "published"
            case .failed(let error): error.code.rawValue
            case .superseded: "superseded"
            case .cancelled: "cancelled"
            @unknown default: "?"
            }
        return "\(type) \(ending) \(place?.rawValue ?? "nowhere")\(isPromoted ? " promoted" : "")"
    }
}

/// A point at which a thread waits until the test lets it go on.
final class Gate: Sendable {
    private let entered = DispatchSemaphore(value: 0)
    private let opened = DispatchSemaphore(value: 0)

    /// Says that a thread is here, and waits.
    func pass() {
        entered.signal()
        opened.wait()
    }

    /// Waits until a thread is at the gate.
    func waitUntilEntered() {
        entered.wait()
    }

    /// Lets one thread go on.
    func open() {
        opened.signal()
    }
}

/// Loads compiled templates after calling a closure with the number of the call, counted from 1.
final class HookedLoader: TemplateLoader {
    private let calls = Locked(0)
    private let hook: @Sendable (Int) -> Void

    init(_ hook: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.hook = hook
    }

    /// Waits at a gate in its first call only.
    convenience init(firstCallAt gate: Gate) {
        self.init { if $0 == 1 { gate.pass() } }
    }

    var callCount: Int {
        calls.withLock { $0 }
    }

    func load(_ bytes: [UInt8]) throws(TemplateError) -> Template {
        let number = calls.withLock { count in
            count += 1
            return count
        }
        hook(number)
        return try TemplateBinaryLoader().load(bytes)
    }
}

/// A manager, and what it told.
struct LoadingBench: Sendable {
    let recorder = LoadRecorder()
    let manager: TemplateManager

    init(isSuspended: Bool = false, _ adjust: (inout TemplateManager.Configuration) -> Void = { _ in }) {
        var configuration = TemplateManager.Configuration()
        let recorder = recorder
        configuration.onLoad = { recorder.report($0) }
        adjust(&configuration)
        manager = TemplateManager(configuration: configuration)
        manager.isSuspended = isSuspended
    }

    /// Queues a sample, whose completion is named after it.
    @discardableResult
    func enqueue(
        _ type: String,
        _ version: UInt16,
        as name: String? = nil,
        allowsAlias: Bool = false,
        loader: (any TemplateLoader)? = nil
    ) -> QueuedTemplateLoad {
        let bytes = Sample.bytes(type, version: version)
        let request = TemplateRequest(bytes, as: name ?? type, allowsAlias: allowsAlias, loader: loader)
        return manager.enqueue(request, completion: recorder.completion("\(name ?? type)#\(version)"))
    }

    /// Loads a sample on this thread, also from an `async` test.
    @discardableResult
    func load(
        _ type: String,
        _ version: UInt16,
        as name: String? = nil,
        allowsAlias: Bool = false,
        loader: (any TemplateLoader)? = nil
    ) -> String {
        let bytes = Sample.bytes(type, version: version)
        return load(TemplateRequest(bytes, as: name ?? type, allowsAlias: allowsAlias, loader: loader))
    }

    /// Loads on this thread and describes the end.
    @discardableResult
    func load(_ request: TemplateRequest) -> String {
        describe(Result { () throws(TemplateError) in try manager.load(request) })
    }

    /// Loads in the task that calls it; returns the type, or the code of the error.
    func loadInTask(_ request: TemplateRequest) async -> String {
        do throws(TemplateError) {
            return try await manager.load(request).type
        } catch {
            return error.code.rawValue
        }
    }

    /// Asks for a template and describes what comes.
    @discardableResult
    func ask(_ type: String) -> String {
        describe(Result { () throws(TemplateError) in try manager.template(for: type) })
    }

    /// The published types with their versions.
    var published: [String] {
        manager.loadedTypes.map { "\($0) v\(manager.version(of: $0)?.patch ?? 0)" }
    }

    /// Lets the queue work until nothing is left, and everybody be told.
    func finish() async {
        manager.isSuspended = false
        manager.waitUntilQueueIsIdle()
        await manager.waitForDeliveries()
    }
}

/// Runs a closure on a thread of its own; the result can be waited for.
final class SideThread<Value: Sendable>: Sendable {
    private let value = Locked<Value?>(nil)
    private let done = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable () -> Value) {
        Thread.detachNewThread { [self] in
            let result = body()
            value.withLock { $0 = result }
            done.signal()
        }
    }

    /// Waits for the thread's result; call once.
    func join() -> Value? {
        done.wait()
        return value.withLock { $0 }
    }
}

/// Something that closures hold, for tests that look whether they are let go.
final class Held: Sendable {}

/// Lets other threads and the main actor work until something is so, or until it is clear that it never will be.
func eventually(isolation: isolated (any Actor)? = #isolation, _ isSo: () -> Bool) async {
    for _ in 0..<100_000 where !isSo() {
        sched_yield()
        await Task.yield()
    }
}
