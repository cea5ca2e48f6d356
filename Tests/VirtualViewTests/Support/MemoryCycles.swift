import Foundation
import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions

@testable import VirtualView
@testable import VirtualViewCore

/// Ways to load templates, show them and forget them.
///
/// Everything that a cycle makes is let go at its end. What is a class is watched by weak references, which have to be
/// `nil` then, and one manager serves most cycles, which has to be as empty then as it was.
@MainActor
final class MemoryCycles {
    /// What a cycle does.
    enum Kind {
        // On one thread: the queue is suspended.
        case promoted, loadedAtOnce, malformed, cancelled, superseded, removedWhileQueued
        // With the threads of queues and tasks.
        case queued, prefetchedAndCancelled, loadedInATask, ownManager

        static let onOneThread: [Kind] = [
            .promoted, .loadedAtOnce, .malformed, .cancelled, .superseded, .removedWhileQueued,
        ]
        static let onManyThreads: [Kind] = [.queued, .prefetchedAndCancelled, .loadedInATask, .ownManager]
    }

    private let kinds: [Kind]
    private let manager: TemplateManager
    private let files: [String: [UInt8]]
    private var watched: [Watched] = []
    /// What may live until the queues have nothing to do.
    private var late: [Watched] = []

    private struct Watched {
        let what: String
        weak var object: AnyObject?
    }

    /// Prepares cycles of some kinds, which take turns.
    init(_ kinds: [Kind]) throws {
        self.kinds = kinds
        files = try Self.sources.mapValues { source in
            let result = TemplateCompiler().compile(SourceFile(path: "Card.xml", text: source))
            return try #require(result.bytes, "\(result.diagnostics)")
        }
        manager = Self.makeManager()
        manager.isSuspended = kinds == Kind.onOneThread
    }

    private static func makeManager() -> TemplateManager {
        var configuration = TemplateManager.Configuration()
        configuration.onLoad = { _ in }
        return TemplateManager(configuration: configuration)
    }

    /// Templates with texts, pictures, a list of items, handlers that run and one that fails.
    private static let sources = [
        "Card": """
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="wrap_content" flag="flag_clickable"
            id="1" onClick="${this.title.text = data.title + ' ' + data.count; this.badge.visibility = 1}"
            setData="${this.tag = data.title}">
        <NText name="title" text="${title}" layoutWidth="match_parent" layoutHeight="wrap_content"/>
        <NImage name="badge" src="${image}" layoutWidth="40" layoutHeight="40" background="#FF0000"/>
        </VHLayout>
        """,
        "List": """
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent" var_int_count="1">
        <Grid colCount="2" itemHeight="20" dataTag="${items}" layoutWidth="match_parent"
            layoutHeight="wrap_content"/>
        <RatioLayout layoutWidth="match_parent" layoutHeight="20">
        <NLine layoutRatio="1" layoutHeight="1" color="#00FF00"/></RatioLayout></VHLayout>
        """,
        "Item": """
        <NText text="@{${hot} ? ${title} : none}" flag="flag_clickable" onClick="${this.missing.text = 1}"
            layoutWidth="match_parent" layoutHeight="match_parent" borderRadius="4"/>
        """,
    ]
}

// MARK: - Cycles

extension MemoryCycles {
    /// Runs one cycle.
    ///
    /// - Parameter number: Its number, from which everything that differs between cycles is made: names and texts too,
    ///   so that what is kept for each of them is seen.
    func run(_ number: Int) async {
        let kind = kinds[number % kinds.count]
        let isList = number / kinds.count % 2 == 1
        await act(kind, number, isList ? "List" : "Card")
        checkThatAllIsGone("\(kind), cycle \(number)")
    }

    private func act(_ kind: Kind, _ number: Int, _ file: String) async {
        // An app's name for the template; the file has another.
        let type = "\(file)\(number)"
        let request = request(file, as: type)
        let item = self.request("Item", as: "Item")
        switch kind {
        case .promoted:
            manager.prefetch([item, request])
            show(type, number, manager)
            expectEnd(nil) { () throws(TemplateError) in try manager.template(for: "Item") }
        case .loadedAtOnce:
            expectEnd(nil) { () throws(TemplateError) in try manager.load(item) }
            expectEnd(nil) { () throws(TemplateError) in try manager.load(request) }
            // The same once more, in place of the first.
            expectEnd(nil) { () throws(TemplateError) in try manager.load(request) }
            show(type, number, manager)
        case .malformed:
            let broken = TemplateRequest(brokenBytes(file, number), as: type, allowsAlias: true)
            expectEnd(.malformed) { () throws(TemplateError) in try manager.load(broken) }
            manager.enqueue(broken) { result in #expect((try? result.get()) == nil) }
            expectEnd(.malformed) { () throws(TemplateError) in try manager.template(for: type) }
        case .cancelled:
            manager.enqueue(request) { result in #expect((try? result.get()) == nil) }.cancel()
        case .superseded:
            manager.enqueue(request) { result in #expect((try? result.get()) == nil) }
            manager.enqueue(request)
            expectEnd(nil) { () throws(TemplateError) in try manager.template(for: type) }
        case .removedWhileQueued:
            manager.enqueue(request) { result in #expect((try? result.get()) == nil) }
            manager.remove(type)
        case .queued:
            let types = Self.types(of: type)
            for type in types {
                manager.enqueue(self.request(file, as: type)) { result in #expect((try? result.get()) != nil) }
            }
            manager.enqueue(item)
            manager.waitUntilQueueIsIdle()
            for type in types { show(type, number, manager) }
        case .prefetchedAndCancelled:
            // A progress tells of its end on another thread; the loads that it has not reached by then are run.
            manager.prefetch(Self.types(of: type).map { self.request(file, as: $0) }).cancel()
        case .loadedInATask:
            let tasks = Self.types(of: type).map { type in
                Task { [manager, request = self.request(file, as: type)] in _ = try await manager.load(request) }
            }
            if number % 2 == 0 { tasks.first?.cancel() }
            for task in tasks { _ = await task.result }
        case .ownManager:
            actWithOwnManager(Self.types(of: type).map { self.request(file, as: $0) }, number)
        }
        await forget(type)
    }

    /// How many templates a cycle handles at once when other threads load them.
    static let groupSize = 10

    private static func types(of type: String) -> [String] {
        (0..<groupSize).map { "\(type).\($0)" }
    }

    /// A manager that is let go while its queue is still busy.
    private func actWithOwnManager(_ requests: [TemplateRequest], _ number: Int) {
        let own = Self.makeManager()
        late.append(Watched(what: "a manager", object: own))
        own.prefetch([request("Item", as: "Item")] + requests) { _, _ in }
        for request in requests.suffix(2) { show(request.type, number, own) }
    }

    /// Makes nodes, shows data, lays out, draws, touches; everything is let go at the end.
    private func show(_ type: String, _ number: Int, _ manager: TemplateManager) {
        guard let prepared = try? manager.preparedTemplate(for: type),
            let tree = try? manager.makeNodeTree(of: type, environment: ScreenEnvironment(width: 320))
        else {
            Issue.record("'\(type)' cannot be shown")
            return
        }
        let card = Container(tree, textMeasuring: BuiltInTextMetrics())
        var events = 0
        card.onEvent = { event in events += event.kind == .click ? 1 : 0 }
        card.onLayoutIssue = { [unowned card] _ in card.onLayoutIssue = nil }
        tree.setEventNode(tree.root, named: "header")
        card.update(data: data(number))
        card.layout(in: LayoutSize(width: 320, height: 200))
        #expect(!card.displayList().items.isEmpty)
        card.send(.click, at: LayoutPoint(x: 5, y: 5))
        card.layout(in: card.sizeThatFits(width: 300))
        card.reuse(for: data(number + 1))
        card.layout(in: LayoutSize(width: 320, height: 200))
        #expect(!card.displayList().items.isEmpty)
        #expect(events == 1)
        watched.append(Watched(what: "a container", object: card))
        watched.append(Watched(what: "a tree", object: tree))
        for node in tree.nodes { watched.append(Watched(what: "a node", object: node)) }
        // A manager that is let go keeps what it prepared until its queue has ended.
        late.append(Watched(what: "what was prepared", object: prepared))
    }

    private func data(_ number: Int) -> JSONValue {
        [
            "title": .string("Title number \(number)"), "count": .int(Int64(number)),
            "image": .string("https://example.com/\(number).png"),
            "items": .array(
                (0..<3).map { ["type": "Item", "title": .string("Item \($0) of \(number)"), "hot": .bool($0 == 0)] }
            ),
        ]
    }

    private func request(_ file: String, as type: String) -> TemplateRequest {
        TemplateRequest(files[file] ?? [], as: type, allowsAlias: true)
    }

    /// A file that is cut off, each time elsewhere.
    private func brokenBytes(_ file: String, _ number: Int) -> [UInt8] {
        let bytes = files[file] ?? []
        return Array(bytes.prefix(number % bytes.count))
    }

    private func expectEnd(_ code: TemplateError.Code?, _ body: () throws(TemplateError) -> Template) {
        do throws(TemplateError) {
            _ = try body()
            #expect(code == nil)
        } catch {
            #expect(error.code == code)
        }
    }
}

// MARK: - Looking for what is left

extension MemoryCycles {
    /// Lets the manager forget what a cycle loaded, and everybody be told of it.
    private func forget(_ type: String) async {
        manager.waitUntilQueueIsIdle()
        await manager.waitForDeliveries()
        for name in [type, "Item", "Card"] + Self.types(of: type) { manager.remove(name) }
    }

    private func checkThatAllIsGone(_ cycle: String) {
        for entry in watched where entry.object != nil { Issue.record("\(entry.what) is still there: \(cycle)") }
        watched.removeAll(keepingCapacity: true)
        late.removeAll { $0.object == nil }
        manager.state.withLock { state in
            #expect(state.published.isEmpty, "\(cycle)")
            #expect(state.slots.isEmpty, "\(cycle)")
            #expect(state.pending.count == 0, "\(cycle)")
            #expect(state.deliveries.isEmpty, "\(cycle)")
        }
    }

    /// Waits until every manager that was let go has ended, with what it held.
    func settle() async {
        manager.waitUntilQueueIsIdle()
        // An operation that has ended holds its manager until its thread has left it.
        for _ in 0..<1_000_000 {
            late.removeAll { $0.object == nil }
            if late.isEmpty { break }
            sched_yield()
            await Task.yield()
        }
    }

    func checkThatNothingIsLeft() {
        for entry in late where entry.object != nil { Issue.record("\(entry.what) is still there") }
        manager.state.withLock { state in
            #expect(state.spellings.isEmpty)
            #expect(state.workers == 0)
        }
        #expect(manager.loadedTypes.isEmpty)
    }
}
