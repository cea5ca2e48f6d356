import Foundation
import Testing
import VirtualViewExpressions

@testable import VirtualView
@testable import VirtualViewCore

/// Every kind of object that an app holds is made, used and let go, and then gone, with all that its closures held.
@MainActor
@Suite struct LeakTests {
    /// What the app keeps when it lets everything else go: nothing of it keeps a manager, a tree or a closure.
    enum Kept: CaseIterable {
        case nothing, loads, aTemplate
    }

    @Test(arguments: [false, true], Kept.allCases)
    func nothingIsLeftOfWhatAnAppLetsGo(isSuspended: Bool, _ kept: Kept) async throws {
        let watch = Watch()
        let rest = try await LeakApp(watch).run(isSuspended: isSuspended, keeping: kept)
        await eventually { watch.left.isEmpty }
        #expect(watch.left == [], "kept: \(rest.count) objects")
        #expect(watch.count > 40)
    }
}

/// Objects that must be gone in the end.
@MainActor
private final class Watch {
    private struct Entry {
        let what: String
        weak var object: AnyObject?
    }

    private var entries: [Entry] = []

    var count: Int { entries.count }
    var left: [String] { entries.filter { $0.object != nil }.map(\.what) }

    @discardableResult
    func add<Object: AnyObject>(_ what: String, _ object: Object) -> Object {
        entries.append(Entry(what: what, object: object))
        return object
    }

    /// Something for a closure or an object of the app's to hold.
    func held(by what: String) -> Held {
        add("what \(what) holds", Held())
    }
}

// MARK: - The app

/// Makes one of everything, uses it, and lets it go.
@MainActor
private struct LeakApp {
    private let watch: Watch

    init(_ watch: Watch) {
        self.watch = watch
    }

    private static let sources = [
        "Screen": """
        <VHLayout orientation="V" layoutWidth="match_parent" layoutHeight="match_parent" var_int_count="1"
            onSetData="${this.tag = data.title}">
        <NText id="1" text="${title}" layoutWidth="match_parent" layoutHeight="20" flag="flag_clickable"
            onClick="${app.note(1); this.missing.text = 1}"/>
        <NImage id="2" src="${image}" layoutWidth="wrap_content" layoutHeight="wrap_content"/>
        <Grid id="3" colCount="2" itemHeight="20" dataTag="${items}" layoutWidth="match_parent"
            layoutHeight="wrap_content"/>
        <Page id="4" dataTag="${items}" layoutWidth="100" layoutHeight="50" canSlide="true"
            onPageFlip="${app.note(2)}"/>
        <Scroller id="5" dataTag="${items}" layoutWidth="100" layoutHeight="50" onScroll="${app.note(3)}"/>
        </VHLayout>
        """,
        "Item": #"<NText id="9" text="${title}" layoutWidth="80" layoutHeight="40" onSetData="${app.note(4)}"/>"#,
    ]

    /// - Returns: What is kept.
    func run(isSuspended: Bool, keeping kept: LeakTests.Kept) async throws -> [Any] {
        var configuration = TemplateManager.Configuration(loader: HeldLoader(held: watch.held(by: "the loader")))
        configuration.onLoad = { [held = watch.held(by: "onLoad")] _ in _ = held }
        configuration.verify = { [held = watch.held(by: "verify")] _, _ in
            _ = held
            return .accepted
        }
        configuration.registry.register(HeldModule(held: watch.held(by: "a module")))
        let manager = watch.add("the manager", TemplateManager(configuration: configuration))
        manager.isSuspended = isSuspended

        var rest: [Any] = []
        let (handles, progress) = try queue(on: manager)
        _ = try? await manager.load([1, 2, 3], as: "Broken")
        let prepared = watch.add("a template", try manager.preparedTemplate(for: "Screen"))
        try show(manager)
        switch kept {
        case .nothing: break
        case .loads: rest = [handles, progress]
        case .aTemplate: rest = [try manager.template(for: "Item")]
        }
        withExtendedLifetime(prepared) {}
        return rest
    }

    /// Queues everything, in each of the ways; some of it is still queued when the app is done.
    private func queue(on manager: TemplateManager) throws -> ([QueuedTemplateLoad], Progress) {
        var requests: [TemplateRequest] = []
        var bytes: [UInt8] = []
        for (type, source) in Self.sources.sorted(by: { $0.key < $1.key }) {
            let loader = watch.add("a request's loader", HookedLoader())
            bytes = try LayoutSource.bytes(source)
            requests.append(TemplateRequest(bytes, as: type, allowsAlias: true, loader: loader))
        }
        for type in ["Queued", "Cancelled", "Superseded", "Superseded"] {
            requests.append(TemplateRequest(bytes, as: type, allowsAlias: true))
        }
        let progress = manager.prefetch(requests) { [held = watch.held(by: "onEach")] _, _ in _ = held }
        let handles = requests.map { request in
            // A load that never ends keeps its completion, so one that is held back must not keep its manager.
            let own = manager.isSuspended ? nil : manager
            return manager.enqueue(request) { [held = watch.held(by: "a completion")] _ in _ = (held, own) }
        }
        handles[3].cancel()
        manager.prefetch(Array(requests.suffix(2))).cancel()
        return (handles, progress)
    }

    private func show(_ manager: TemplateManager) throws {
        let tree = watch.add("a tree", try manager.makeNodeTree(of: "Screen"))
        let container = Container(
            tree,
            textMeasuring: watch.add("the text measuring", BuiltInTextMetrics()),
            imageMeasuring: watch.add("the image measuring", FixedImages(width: 30, height: 20))
        )
        watch.add("a container", container)
        tree.eventPrograms = EventInterpreter { [held = watch.held(by: "sourcePosition")] _, _ in
            _ = held
            return nil
        }
        tree.onIssue = { [held = watch.held(by: "onIssue")] _ in _ = held }
        tree.onEventError = { [held = watch.held(by: "onEventError"), unowned tree] _ in _ = (held, tree.issues) }
        container.onEvent = { [held = watch.held(by: "onEvent"), unowned container] _ in _ = (held, container.size) }
        container.onLayoutIssue = { [held = watch.held(by: "onLayoutIssue")] _ in _ = held }
        tree.setEventNode(tree.root, named: "header")
        use(container)
    }

    private func use(_ container: Container) {
        let size = LayoutSize(width: 320, height: 400)
        container.update(data: Self.data(5))
        container.layout(in: size)
        for node in container.tree.nodes {
            watch.add("a node", node)
            container.send(.click, to: node)
            if let page = node as? PageNode { container.turn(page, to: 2) }
            if let list = node as? ItemContainerNode { container.scroll(list, to: LayoutPoint(x: 30, y: 30)) }
        }
        container.environment.textScale = 1.5
        container.imageDidArrive("tea.png")
        container.reuse(for: Self.data(2))
        container.layout(in: size)
        #expect(!container.displayList().items.isEmpty)
        #expect(!container.tree.issues.isEmpty)
    }

    private static func data(_ count: Int) -> JSONValue {
        [
            "title": "Tea", "image": "tea.png",
            "items": .array((0..<count).map { ["type": $0 == 1 ? "None" : "Item", "title": .int(Int64($0))] }),
        ]
    }
}

// MARK: - What the app brings

private struct HeldLoader: TemplateLoader {
    let held: Held

    func load(_ bytes: [UInt8]) throws(TemplateError) -> Template {
        try TemplateBinaryLoader().load(bytes)
    }
}

private struct HeldModule: EventModule {
    let held: Held
    let name = "app"

    var functions: [EventFunction] {
        [EventFunction("note", [.int]) { [held] _ in _ = held }]
    }
}
