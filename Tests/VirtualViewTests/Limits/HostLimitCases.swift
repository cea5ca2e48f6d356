import Foundation
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport
import VirtualViewWebPlayer

@testable import VirtualView
@testable import VirtualViewCore

/// The lines of `Docs/Limits.md` about data models, what hosts use, and journals.
enum HostLimitCases {
    static let all = models + hosts + records

    // MARK: - Data models

    private static let models = [
        LimitCase("names that a data model gets one by one", 20_000, "told") { count in
            let model = DataModel()
            for number in 0..<count { model[DataPath([.key("n\(number)")])] = 1 }
            return told(by: model, [.key("n\(count - 1)")])
        },
        LimitCase("entries that a data model gets one by one", 50_000, "told") { count in
            let model = DataModel(["list": []])
            for number in 0..<count { model[entry(number)] = 1 }
            return told(by: model, [.key("list"), .index(count - 1)])
        },
        LimitCase("entries of a data model, of which each becomes less deep", 5_000, "told") { count in
            let model = DataModel(["list": .array(BindingArray((0..<count).map { _ in ["name": "a"] }))])
            for number in 0..<count { model[entry(number)] = 1 }
            return told(by: model, [.key("list"), .index(count - 1)])
        },
        LimitCase("changes of a data model before it is delivered", 100_000, "told") { count in
            let model = DataModel(["a": 0, "b": 0])
            for number in 0..<count { model[number.isMultiple(of: 2) ? "a" : "b"] = .int(Int64(number)) }
            return told(by: model, [.key("a")])
        },
        LimitCase("observers of one place of a data model", 20_000, "told") { count in
            observed(count) { _ in "a" }
        },
        LimitCase("observers of a data model, each of another place", 20_000, "told") { count in
            observed(count) { DataPath([.key("list"), .index($0)]) }
        },
        LimitCase("containers of a data model, changed twenty times", 500, "told") { count in
            let prepared = try prepare(#"<NText text="${a}" layoutWidth="-1" layoutHeight="-2"/>"#)
            let model = DataModel(["a": 0])
            let containers = (0..<count).map { _ in Container(prepared.makeTree()) }
            for container in containers { container.model = model }
            for number in 1...20 {
                model["a"] = .int(Int64(number))
                for container in containers { container.layout(in: LayoutSize(width: 100, height: 100)) }
            }
            let texts = Set(containers.map { ($0.tree.root as? TextNode)?.text })
            for container in containers { container.model = nil }
            return texts == ["20"] ? "told" : "\(texts)"
        },
        LimitCase("rounds of changes of which each causes the next", 33, "endless") { count in
            let model = DataModel(["a": 0])
            let observation = model.observe("a") { value in
                if case .int(let number)? = value, number < count { model["a"] = .int(number + 1) }
            }
            defer { observation.cancel() }
            model["a"] = 1
            model.flush()
            return model.issues.first?.code.rawValue ?? "told"
        },
        LimitCase("names in one path of a data model", 50_000, "too-deep") { count in
            let model = DataModel()
            model[DataPath(Array(repeating: .key("a"), count: count))] = 1
            return model.issues.first?.code.rawValue ?? "told"
        },
        LimitCase("changes that a data model refuses, each of another place", 20_000, "64 told") { count in
            let model = DataModel(["list": []])
            var told = 0
            model.onIssue = { _ in told += 1 }
            for number in 1...count { model[entry(number)] = 1 }
            return "\(told) told"
        },
        LimitCase("objects of an app inside each other, one too many", 257, "too-deep") { count in
            do throws(DataBridgeError) {
                _ = try JSONValue(jsonObject: (0..<count - 1).reduce([] as [Any]) { inner, _ in [inner] })
                return "told"
            } catch {
                return error.code.rawValue
            }
        },
    ]

    private static func entry(_ number: Int) -> DataPath { DataPath([.key("list"), .index(number)]) }

    /// Whether an observer is told of the last change.
    private static func told(by model: DataModel, _ path: [DataPath.Step]) -> String {
        var told = 0
        let observation = model.observe(DataPath(path)) { _ in told += 1 }
        model[DataPath(path)] = -1
        model.flush()
        observation.cancel()
        return told == 2 && model.issues.isEmpty ? "told" : "told \(told) times, \(model.issues)"
    }

    /// Observes places of a model, changes the last of them, changes all, and ends the observations.
    private static func observed(_ count: Int, _ path: (Int) -> DataPath) -> String {
        let zeros: JSONValue = .array(BindingArray(Array(repeating: 0, count: count)))
        let model = DataModel(["a": 0, "list": zeros])
        var told = 0
        let observations = (0..<count).map { model.observe(path($0)) { _ in told += 1 } }
        model[path(count - 1)] = 1
        model.flush()
        let single = told - count
        told = 0
        model.data = ["a": 2, "list": .array(BindingArray(Array(repeating: 2, count: count)))]
        model.flush()
        for observation in observations { observation.cancel() }
        model.data = nil
        model.flush()
        let isRight = told == count && (single == 1 || single == count)
        return isRight ? "told" : "told \(single) and \(told) times"
    }

    // MARK: - Hosts

    private static let hosts = [
        LimitCase("touches", 20_000, "clicked") { count in
            let container = try screen(#"<NText text="a" flag="flag_clickable" layoutWidth="-1" layoutHeight="-1"/>"#)
            var clicks = 0
            container.onEvent = { clicks += $0.kind == .click ? 1 : 0 }
            for number in 0..<count {
                let time = Double(number)
                container.touch(.began, at: LayoutPoint(x: 5, y: 5), time: time)
                container.touch(.moved, at: LayoutPoint(x: 6, y: 5), time: time + 0.1)
                container.touch(.ended, at: LayoutPoint(x: 6, y: 5), time: time + 0.2)
            }
            return clicks == count ? "clicked" : "clicked \(clicks) times"
        },
        LimitCase("nodes that are exposed, looked at twenty times", 1_000, "exposed") { count in
            let container = try screen(row(count, #"flag="flag_exposure""#))
            let area = LayoutRect(size: LayoutSize(width: 1e6, height: 1e6))
            let events = (0..<20).map { _ in container.exposeNodes(in: area).count }
            return events == [count] + Array(repeating: 0, count: 19) ? "exposed" : "\(events)"
        },
        LimitCase("nodes of which a host makes views, moved and shown again", 1_000, "shown") { count in
            let container = try screen(row(count, "background=\"#FF0000\""))
            var views = ViewReconciler()
            var steps: [Int] = []
            for shift in [0, 10, 0] {
                container.tree.root.paddingTop = Float(shift)
                container.layout(in: LayoutSize(width: 300, height: 1e6))
                let list = container.displayList(culling: false)
                steps.append(views.update(to: list, scale: 2) { container.node(of: $0) }.steps.count)
            }
            let last = views.update(to: DisplayList(size: .zero, items: []), scale: 2) { _ in nil }
            let dropped = views.trimSpares()
            // A box and a text each, of which 16 wait for others.
            let isRight = steps.allSatisfy { $0 == 2 * count } && last.detached.count == 2 * count
            let isLimited = dropped.count == 2 * (count - 16)
            return isRight && isLimited ? "shown" : "\(steps), \(last.detached.count), \(dropped.count)"
        },
        LimitCase("elements of assistive software", 1_000, "spoken") { count in
            let tree = try screen(row(count, "")).accessibilityTree()
            return tree.elements.count == count ? "spoken" : "\(tree.elements.count)"
        },
        LimitCase("images that a host loads, then others", 20_000, "asked for") { count in
            var requests = ImageRequests()
            let first = requests.show((0..<count).map { "a\($0).png" })
            for request in first.started.prefix(count / 2) { _ = requests.finish(request.number, isHere: true) }
            let second = requests.show((0..<count).map { "b\($0).png" })
            return first.started.count == count && second.cancelled.count == count - count / 2
                && second.started.count == count ? "asked for" : "\(second)"
        },
        LimitCase("pieces of idle work, of which 64 wait", 20_000, "64 left") { count in
            let work = IdleWork()
            for number in 0..<count { work.add("\(number)", priority: number % 7) { false } }
            let left = work.count
            while work.count > 0 { work.run { 0 } }
            return "\(left) left"
        },
        LimitCase("items made for a cache of 512", 4_000, "512 left") { count in
            let renderer = ItemRenderer(PreparedTemplates(otherwise: try prepare("<NText text=\"${t}\"/>")))
            let cache = RenderedItemCache()
            for number in 0..<count {
                _ = try cache.item("Item", data: ["t": .int(Int64(number))], width: 100, from: renderer)
            }
            return "\(cache.count) left"
        },
        LimitCase("nodes of a screen that shows another version of itself", 1_000, "followed") { count in
            let (old, new) = (try prepare(row(count, "")), try prepare(row(count + 1, "")))
            let container = Container(old.makeTree(source: PreparedTemplates(["Card": old])))
            container.layout(in: LayoutSize(width: 300, height: 300))
            let isOther = try container.follow(PreparedTemplates(["Card": new]))
            container.layout(in: LayoutSize(width: 300, height: 300))
            return isOther && container.tree.nodes.reduce(0) { count, _ in count + 1 } == count + 2
                ? "followed" : "is the same"
        },
        LimitCase("views that a page opens and closes", 1_000, "opened") { count in
            let player = Player()
            let source = #"<NText text="${t}" layoutWidth="-1" layoutHeight="-2"/>"#
            _ = player.add(compiled(source))
            var open: [Int32] = []
            for _ in 0..<count {
                let answer = player.open(Array(#"{"template":"Card","data":{"t":"a"}}"#.utf8))
                guard let number = Int32(answer.dropFirst(8).dropLast()) else { return answer }
                _ = player.withView(number) { $0.layout(width: 100, height: .nan) }
                open.append(number)
            }
            for number in open { player.close(number) }
            return open.allSatisfy { player.view($0) == nil } ? "opened" : "is still there"
        },
    ]

    private static func row(_ count: Int, _ attributes: String) -> String {
        let text = #"<NText text="a" layoutWidth="100" layoutHeight="20" \#(attributes)/>"#
        return #"<VHLayout orientation="V" layoutWidth="-1" layoutHeight="-2">"#
            + String(repeating: text, count: count) + "</VHLayout>"
    }

    private static func compiled(_ source: String) -> [UInt8] {
        TemplateCompiler().compile(SourceFile(path: "Card.xml", text: source)).bytes ?? []
    }

    private static func prepare(_ source: String) throws -> PreparedTemplate {
        try PreparedTemplate(Template(decoding: compiled(source)))
    }

    private static func screen(_ source: String) throws -> Container {
        let container = Container(try prepare(source).makeTree())
        container.layout(in: LayoutSize(width: 300, height: 1e6))
        return container
    }

    // MARK: - What is kept of launches

    private static let records = [
        LimitCase("launches that die in another template each", 200, "16 suspects") { count in
            try died(count) { "Card\($0)" }
        },
        LimitCase("launches that die in one template", 200, "1 suspect") { count in try died(count) { _ in "Card" } },
        LimitCase("bytes of a journal, one more than a page", 4_097, "unknown") { count in
            LaunchRecord(reading: [UInt8](repeating: 1, count: count)).isUnknown ? "unknown" : "is a record"
        },
        LimitCase("templates that a journal records", 50_000, "recorded") { count in
            let folder = try TemporaryFolder()
            let journal = try TemplateJournal(at: folder.url.appendingPathComponent("app.journal"))
            let hash = [UInt8](repeating: 7, count: 32)
            let files = (0..<count).map { journal.record("Card\($0)", hash: hash) }
            for file in files { journal.leave(to: journal.enter(.draw, host: file.number, item: 0)) }
            return Set(files.map(\.number)).count == count && journal.lastLaunch.isUnknown ? "recorded" : "is missing"
        },
        LimitCase("reports of stalls, of which a file keeps 100", 10_000, "100 left") { count in
            var kept = KeptReports([], at: Date(timeIntervalSince1970: 0))
            for number in 0..<count {
                _ = kept.add(
                    StallReport(
                        number: number,
                        date: Date(timeIntervalSince1970: 0),
                        seconds: 3,
                        goesOn: false,
                        shares: []
                    )
                )
            }
            return "\(kept.takeUnwritten()?.count ?? 0) left"
        },
        LimitCase("entries of a manifest", 20_000, "reads") { count in
            try manifest((0..<count).map { "T\($0)" })
        },
        LimitCase("entries of a manifest, the last of which comes again", 20_000, "invalidManifest") { count in
            try manifest((0..<count).map { "T\($0)" } + ["T\(count - 1)"])
        },
    ]

    private static func died(_ count: Int, _ type: (Int) -> String) throws -> String {
        let url = try TemporaryFolder()
        let file = url.url.appendingPathComponent("app.journal")
        for number in 0..<count {
            let journal = try TemplateJournal(at: file)
            journal.isInForeground = true
            let name = journal.record(type(number), hash: SHA256.digest(of: Array(type(number).utf8)))
            let outer = journal.enter(.draw, host: name.number, item: 0)
            let left = try Data(contentsOf: file)
            journal.leave(to: outer)
            try left.write(to: file)
        }
        let suspects = try TemplateJournal(at: file).suspects(after: 1).count
        return "\(suspects) suspect\(suspects == 1 ? "" : "s")"
    }

    private static func manifest(_ types: [String]) throws -> String {
        let hash = String(repeating: "0", count: 64)
        let rows = types.map { type -> JSONValue in
            ["type": .string(type), "version": "1.0.0", "size": 100, "sha256": .string(hash)]
        }
        do throws(TemplateError) {
            let manifest = try TemplateManifest(decoding: Data(JSONValue.array(BindingArray(rows)).json.utf8))
            return manifest[types[types.count - 1]] == nil ? "has no last entry" : "reads"
        } catch {
            return error.code.rawValue
        }
    }
}
