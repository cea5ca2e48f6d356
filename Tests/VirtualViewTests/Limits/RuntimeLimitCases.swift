import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewTestSupport

/// The lines of `Docs/Limits.md` about trees, data, layout, programs and the manager.
enum RuntimeLimitCases {
    static let all = [
        LimitCase("nodes inside each other", 1_024, "shown") { count in show(nested(count)) },
        LimitCase("nodes inside each other, one too many", 1_025, "nestingTooDeep") { count in show(nested(count)) },
        LimitCase("nodes in a row", 2_000, "shown") { count in show(row("VHLayout", count)) },
        LimitCase("nodes in a grid", 2_000, "shown") { count in show(row("GridLayout", count)) },
        LimitCase("nodes in a flex layout", 2_000, "shown") { count in show(row("FlexLayout", count)) },
        LimitCase("items of a container", 5_000, "shown") { count in show(container, items: count) },
        LimitCase("items of a container, more than the tree may have", 100_001, "too-many-items") { count in
            show("<FrameLayout>\(container)</FrameLayout>", items: count)
        },
        LimitCase("items inside each other", 100, "too-many-items") { count in
            show(container, data: chain(count))
        },
        LimitCase("characters of a text without spaces", 50_000, "shown") { count in
            show(text, data: ["t": .string(String(repeating: "x", count: count))])
        },
        LimitCase("characters of a text of short words", 50_000, "shown") { count in
            show(text, data: ["t": .string(String(repeating: "a ", count: count / 2))])
        },
        LimitCase("empty lines of a text", 20_000, "shown") { count in
            show(text, data: ["t": .string(String(repeating: "\n", count: count))])
        },
        LimitCase("flags of a text that is cut", 20_000, "shown") { count in
            let text = text.replacing("/>", with: #" ellipsize="middle"/>"#)
            return show(text, data: ["t": .string(String(repeating: "🇩🇪", count: count))])
        },
        LimitCase("marks on one character of a text", 20_000, "shown") { count in
            show(text, data: ["t": .string("e" + String(repeating: "\u{301}", count: count))])
        },
        LimitCase("ideographs of a text", 20_000, "shown") { count in
            show(text, data: ["t": .string(String(repeating: "字", count: count))])
        },
        LimitCase("bindings of one tree, updated twenty times", 1_000, "shown") { count in
            let node = #"<NText text="${t}" layoutWidth="-2" layoutHeight="-2"/>"#
            return try updated(#"<VHLayout orientation="V">"# + String(repeating: node, count: count) + "</VHLayout>")
        },
        LimitCase("statements of a program that may take 1,000 steps", 2_000, "too-many-steps") { count in
            try run("this.textColor = 1;", times: count, steps: 1_000)
        },
        LimitCase("runs of a program that fails, beside 10,000 statements in the source map", 10_000, "no-target") {
            count in try failing(count, besides: 10_000)
        },
        LimitCase("templates queued", 5_000, "loaded") { count in try queued(count) { "T\($0)" } },
        LimitCase("loads queued for one template", 5_000, "loaded") { count in try queued(count) { _ in "T" } },
        LimitCase("templates replaced, of which a stream tells", 5_000, "told") { count in try await replaced(count) },
        LimitCase("bytes of a file for a loader of 1 KiB", 1_025, "malformed") { count in
            let loader = TemplateBinaryLoader(limits: DecodingLimits(maximumFileSize: 1_024))
            do throws(TemplateError) {
                _ = try loader.load([UInt8](repeating: 0, count: count))
                return "loaded"
            } catch {
                return error.code.rawValue
            }
        },
    ]

    private static let text = #"<NText text="${t}" layoutWidth="-1" layoutHeight="-2"/>"#
    private static let container = #"<VH dataTag="${items}" layoutWidth="-1" layoutHeight="-1"/>"#

    private static func nested(_ count: Int) -> String {
        String(repeating: "<FrameLayout>", count: count) + String(repeating: "</FrameLayout>", count: count)
    }

    private static func row(_ name: String, _ count: Int) -> String {
        "<\(name)>" + String(repeating: #"<NText layoutWidth="1" layoutHeight="1"/>"#, count: count) + "</\(name)>"
    }

    private static func chain(_ count: Int) -> JSONValue {
        var value: JSONValue = ["type": "Item"]
        for _ in 0..<count { value = ["type": "Item", "items": [value]] }
        return ["items": [value]]
    }

    /// Compiles a template and prepares it.
    static func prepare(_ source: String) throws -> PreparedTemplate {
        let result = TemplateCompiler().compile(SourceFile(path: "Card.xml", text: source))
        return try PreparedTemplate(Template(decoding: result.bytes ?? []))
    }

    private static func show(_ source: String, items count: Int) -> String {
        show(source, data: ["items": .array((0..<count).map { _ in ["type": "Item"] })])
    }

    /// Makes a tree, shows data in it, lays it out and draws it.
    private static func show(_ source: String, data: JSONValue? = nil) -> String {
        do {
            let item = try prepare(data?["items"] == nil || !source.hasPrefix("<VH ") ? "<NText/>" : container)
            let prepared = try prepare(source)
            let card = Container(prepared.makeTree(source: PreparedTemplates(otherwise: item)))
            card.update(data: data)
            card.layout(in: LayoutSize(width: 300, height: 300))
            let list = card.displayList()
            guard list.items.count < 1_000_000 else { return "draws too much" }
            return card.tree.issues.first?.code.rawValue ?? "shown"
        } catch let error as TemplateError {
            return error.code.rawValue
        } catch {
            return "\(error)"
        }
    }

    private static func updated(_ source: String) throws -> String {
        let card = Container(try prepare(source).makeTree())
        for round in 0..<20 {
            card.update(data: ["t": .int(Int64(round))])
            card.layout(in: LayoutSize(width: 300, height: 300))
        }
        return card.tree.issues.first?.code.rawValue ?? "shown"
    }

    private static func run(_ statement: String, times: Int, steps: Int) throws -> String {
        let program = String(repeating: statement, count: times)
        let tree = try prepare("<NText onClick=\"${\(program)}\"/>").makeTree()
        tree.eventPrograms = EventInterpreter(limits: EventInterpreter.Limits(maximumSteps: steps))
        var code = "ran"
        tree.onEventError = { code = $0.code.rawValue }
        tree.send(.click, to: tree.root)
        return code
    }

    /// Runs a program that fails again and again; each failure tells its place in the source.
    private static func failing(_ count: Int, besides statements: Int) throws -> String {
        let others = (0..<statements / 10).map { number in
            let program = (0..<10).map { "this.tag = \(10 * number + $0)" }.joined(separator: ";")
            return "<FrameLayout onClick=\"${\(program)}\"/>"
        }
        let source = "<FrameLayout onClick=\"${this.parent.tag = 1}\">\n\(others.joined(separator: "\n"))</FrameLayout>"
        let compiler = TemplateCompiler(options: .init(embedsSourceMap: true))
        let result = compiler.compile(SourceFile(path: "Card.xml", text: source))
        let tree = try PreparedTemplate(Template(decoding: result.bytes ?? [])).makeTree()
        var codes: Set<String> = []
        tree.onEventError = { codes.insert($0.position == nil ? "has no place" : $0.code.rawValue) }
        for _ in 0..<count { tree.send(.click, to: tree.root) }
        return codes.sorted().joined(separator: ", ")
    }

    private static func queued(_ count: Int, _ type: (Int) -> String) throws -> String {
        let result = TemplateCompiler().compile(SourceFile(path: "T.xml", text: "<NText/>"))
        let manager = TemplateManager()
        for number in 0..<count {
            manager.enqueue(TemplateRequest(result.bytes ?? [], as: type(number), allowsAlias: true))
        }
        manager.waitUntilQueueIsIdle()
        for number in 0..<count where manager.cachedTemplate(for: type(number)) == nil { return "is missing" }
        return "loaded"
    }

    private static func replaced(_ count: Int) async throws -> String {
        func requests(_ version: UInt16) -> [TemplateRequest] {
            (0..<count).map { TemplateRequest(Sample.bytes("T\($0)", version: version), as: "T\($0)") }
        }
        let manager = TemplateManager()
        manager.beginReplacing(requests(1), removing: []).finish()
        manager.waitUntilQueueIsIdle()
        var reader = manager.changes().makeAsyncIterator()
        manager.beginReplacing(requests(2), removing: []).finish()
        manager.waitUntilQueueIsIdle()
        let told = await reader.next() ?? []
        return told.count(where: { $0.template?.version.patch == 2 }) == count ? "told" : "\(told.count) told"
    }
}
