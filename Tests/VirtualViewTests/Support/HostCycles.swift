import Foundation
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewTestSupport
import VirtualViewWebCompiler
import VirtualViewWebPlayer

@testable import VirtualView
@testable import VirtualViewCore

/// Cycles of lists, data models, what hosts use, journals, and pages.
@MainActor
enum HostCycles {
    static func all() throws -> [ObjectCycle] {
        try lists() + models() + hosts() + records() + pages()
    }

    private static let size = LayoutSize(width: 300, height: 400)

    private static func bytes(_ xml: String, _ name: String = "Card") -> [UInt8] {
        TemplateCompiler().compile(SourceFile(path: "\(name).xml", text: xml)).bytes ?? []
    }

    private static func prepare(_ xml: String) throws -> PreparedTemplate {
        try PreparedTemplate(Template(decoding: bytes(xml)))
    }

    // MARK: - Lists

    private static func entries(_ count: Int, _ number: Int) -> JSONValue {
        let entries = (0..<count).map { index -> JSONValue in
            let item = (index + number) % (count + 3)
            return ["type": "Item", "key": .int(Int64(item)), "t": .string("Item \(item) of \(number)"), "h": 40]
        }
        return ["items": .array(BindingArray(entries))]
    }

    private static func lists() throws -> [ObjectCycle] {
        let item = try prepare(#"<NText text="${t}" layoutWidth="-1" layoutHeight="${h}"/>"#)
        let source = PreparedTemplates(otherwise: item)
        func container(_ attributes: String) throws -> () -> Container {
            let list = #"<Scroller dataTag="${items}" layoutWidth="-1" layoutHeight="-1" \#(attributes)/>"#
            let prepared = try prepare(list)
            return { Container(prepared.makeTree(source: source)) }
        }
        func use(_ container: Container, _ number: Int) throws {
            guard let list = container.tree.root as? ItemContainerNode else { return }
            container.update(data: entries(60, number))
            container.layout(in: size)
            container.scroll(list, to: LayoutPoint(x: 0, y: 1_000))
            container.layout(in: size)
            var changes = ListChanges()
            changes.insert(["type": "Item", "t": .string("new \(number)"), "h": 30], at: 0)
            changes.move(from: 5, to: 20)
            changes.remove(at: 10)
            try list.apply(changes)
            container.prepareItemsAhead(10)
            container.layout(in: size)
            _ = container.displayList()
        }
        let kinds = [
            ("a list", ""), ("a list with keys", "itemKey=\"key\""),
            ("a list in two columns", "mode=\"staggeredGrid\""),
        ]
        return try kinds.flatMap { name, attributes in
            let make = try container(attributes)
            let kept = make()
            return [
                ObjectCycle("\(name)") { try use(make(), $0) }, ObjectCycle("\(name) that stays") { try use(kept, $0) },
            ]
        }
    }

    // MARK: - Data models

    private static func models() throws -> [ObjectCycle] {
        let prepared = try prepare(#"<NText text="${a} ${b.c}" layoutWidth="-1" layoutHeight="-2"/>"#)
        func use(_ model: DataModel, _ number: Int) {
            let containers = (0..<3).map { _ in Container(prepared.makeTree()) }
            var told = 0
            let observations = ["a", "b.c"].map { model.observe($0) { _ in told += 1 } }
            for container in containers { container.model = model }
            model["a"] = .string("text \(number)")
            model.change { model["b"] = ["c": .int(Int64(number))] }
            model["list[0]"] = .int(Int64(number))
            for container in containers { container.layout(in: size) }
            model.flush()
            containers[0].model = nil
            observations[0].cancel()
        }
        let kept = DataModel(["list": []])
        return [
            ObjectCycle("a data model") { use(DataModel(["list": []]), $0) },
            ObjectCycle("a data model that stays") { use(kept, $0) },
        ]
    }

    // MARK: - Hosts

    private static let screen = """
        <VHLayout orientation="V" layoutWidth="-1" layoutHeight="-1">
        <NText text="${t}" layoutWidth="-1" layoutHeight="40" flag="flag_clickable|flag_longclickable|flag_exposure"/>
        <NImage src="${image}" layoutWidth="40" layoutHeight="40" background="#FF0000"/></VHLayout>
        """

    private static func data(_ number: Int) -> JSONValue {
        ["t": .string("text \(number)"), "image": .string("\(number).png"), "a": .int(Int64(number))]
    }

    private static func hosts() throws -> [ObjectCycle] {
        let prepared = try prepare(screen)
        let versions = [prepared, try prepare(screen.replacingOccurrences(of: "40", with: "50"))]
        func container() -> Container { Container(prepared.makeTree(source: PreparedTemplates(["Card": prepared]))) }
        let (touched, followed, viewed) = (container(), container(), container())
        touched.layout(in: size)
        var time = 0.0
        var views = ViewReconciler()
        var images = ImageRequests()
        let work = IdleWork(capacity: 8)
        let cache = RenderedItemCache(capacity: 8)
        let renderer = ItemRenderer(PreparedTemplates(otherwise: prepared))
        return [
            ObjectCycle("touches") { number in
                touched.reuse(for: data(number))
                for wait in [0.1, 1.0] {
                    touched.touch(.began, finger: number % 3, at: LayoutPoint(x: 5, y: 5), time: time)
                    touched.advance(to: time + wait)
                    touched.touch(.ended, finger: number % 3, at: LayoutPoint(x: 5, y: 5), time: time + wait)
                    time += 2
                }
                touched.exposeNodes()
                _ = touched.accessibilityTree()
            },
            ObjectCycle("views and images of a host") { number in
                viewed.update(data: data(number))
                viewed.tree.root.paddingTop = Float(number % 7)
                viewed.layout(in: size)
                let list = viewed.displayList()
                _ = views.update(to: number.isMultiple(of: 3) ? DisplayList(size: size) : list, scale: 2) {
                    viewed.node(of: $0)
                }
                _ = views.trimSpares()
                for request in images.show(list.imageSources).started {
                    _ = images.finish(request.number, isHere: true)
                }
            },
            ObjectCycle("a screen that shows another version of itself") { number in
                followed.update(data: data(number))
                _ = try followed.follow(PreparedTemplates(["Card": versions[(number + 1) % 2]]))
                followed.layout(in: size)
                _ = followed.displayList()
            },
            ObjectCycle("idle work") { number in
                for piece in 0..<10 { work.add("\(number) \(piece)", priority: piece % 3) { false } }
                if number.isMultiple(of: 2) { while work.count > 0 { work.run { 0 } } }
            },
            ObjectCycle("items made for a cache") { number in
                _ = try cache.item("Item", data: data(number), width: 300, from: renderer)
            },
        ]
    }

    // MARK: - Journals

    private static func records() throws -> [ObjectCycle] {
        let folder = try TemporaryFolder()
        let place = folder.url.appendingPathComponent("one.journal")
        let kept = try TemplateJournal(at: folder.url.appendingPathComponent("kept.journal"))
        let file = bytes(screen)
        func use(_ journal: TemplateJournal, _ number: Int) {
            journal.isInForeground = number.isMultiple(of: 2)
            let files = (0..<5).map { journal.record("Card\(number) \($0)", hash: Array(repeating: 7, count: 32)) }
            for file in files {
                let outer = journal.enter(.draw, host: files[0].number, item: file.number)
                journal.leave(to: outer)
            }
        }
        return [
            ObjectCycle("a journal") { number in
                let journal = try TemplateJournal(at: place)
                use(journal, number)
                if number % 50 == 49 { journal.markHealthy() }
                withExtendedLifetime(folder) {}
            },
            ObjectCycle("a journal that stays") { use(kept, $0) },
            ObjectCycle("a manager with a journal") { number in
                var configuration = TemplateManager.Configuration()
                configuration.journal = kept
                let manager = TemplateManager(configuration: configuration)
                manager.isSuspended = true
                manager.enqueue(TemplateRequest(file, as: "Card\(number)", allowsAlias: true))
                let container = Container(try manager.makeNodeTree(of: "Card\(number)"))
                container.update(data: data(number))
                container.layout(in: size)
                _ = container.displayList()
            },
        ]
    }

    // MARK: - Pages

    private static func pages() throws -> [ObjectCycle] {
        let player = Player()
        let compiler = PageCompiler()
        let file = bytes(screen)
        return [
            ObjectCycle("views of a page") { number in
                _ = player.add(file)
                let answer = player.open(Array(#"{"template":"Card"}"#.utf8))
                guard let view = Int32(answer.dropFirst(8).dropLast()) else { return }
                _ = player.withView(view) { $0.update(Array(data(number).json.utf8)) }
                _ = player.withView(view) { $0.layout(width: 300, height: 400) }
                _ = player.withView(view) { $0.displayList(culling: true) + $0.accessibilityElements() }
                _ = player.view(view)?.touch(0, 0, 5, 5, 1)
                _ = player.view(view)?.touch(2, 0, 5, 5, 1.1)
                _ = player.withView(view) { $0.takeNews() }
                player.close(view)
            },
            ObjectCycle("sources that a page compiles") { number in
                let request: JSONValue = ["path": "Card.xml", "text": .string("<NText text=\"\(number)\" x=\"1\"/>")]
                _ = compiler.compile(Array(request.json.utf8))
            },
        ]
    }
}
