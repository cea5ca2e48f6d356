import Foundation
import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewTestSupport

/// A node's frame as the fixtures write it.
struct FrameRecord: Equatable {
    var depth: Int
    var family: String
    var id: Int
    var rect: LayoutRect
    var visibility: String
    var isHidden: Bool

    init(_ value: JSONValue) {
        depth = value.whole("depth")
        family = value.string("family") ?? ""
        id = value.whole("id")
        rect = LayoutRect(
            x: value.number("x"),
            y: value.number("y"),
            width: value.number("width"),
            height: value.number("height")
        )
        visibility = value.string("visibility") ?? ""
        isHidden = value["hidden"] == .bool(true)
    }

    init(_ node: Node, in container: Container) {
        depth = node.depth
        family = node.familyName
        id = Int(node.id)
        rect = container.frame(of: node)
        visibility = "\(node.visibility)"
        isHidden = container.isHidden(node)
    }

    func isNear(_ other: FrameRecord) -> Bool {
        depth == other.depth && family == other.family && id == other.id && visibility == other.visibility
            && isHidden == other.isHidden && rect.isNear(other.rect)
    }
}

/// One run of a fixture: what goes in and what the reference runtime made of it.
struct LayoutRun: CustomStringConvertible, Sendable {
    let value: JSONValue

    var description: String {
        "\(template) \(size.width)x\(size.height) \(value["data"].map { "\($0)" } ?? "")"
    }

    var template: String { value.string("template") ?? "" }
    var size: LayoutSize { LayoutSize(width: value.number("width"), height: value.number("height")) }
    var companions: [String] { value.list("with").compactMap(\.text) }
    var quirks: [String] { value.list("quirks").compactMap(\.text) }

    /// The quirks that the frames show.
    ///
    /// `VhNested` has a `match_parent` child in a row that wraps, as
    /// `VhWrapMainMatch` has in a column, but its fixture does not say so.
    var allQuirks: [String] {
        template == "VhNested" ? ["wrap-sum-includes-match-parent"] : quirks
    }

    var frames: [FrameRecord] { value.list("frames").map(FrameRecord.init) }

    /// Every run of a folder of fixtures.
    static func all(in folder: String) -> [LayoutRun] {
        let url = Fixtures.url("Layout/\(folder)")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path).sorted()) ?? []
        return names.flatMap { name -> [LayoutRun] in
            guard let bytes = try? Fixtures.bytes("Layout/\(folder)/\(name)"),
                case .array(let runs)? = try? JSONValue(json: bytes)
            else { return [] }
            return runs.map(LayoutRun.init)
        }
    }

    /// A container of the run's template, without data.
    func makeContainer(client: Client) throws -> Container {
        let templates = try FixtureTemplates(names: companions, client: client)
        let tree = try FixtureTemplates.prepare(template, client).makeTree(source: templates)
        return Container(tree, textMeasuring: FixedTextMetrics())
    }
}

/// The compiled templates of `Tests/Fixtures/Layout/templates`.
final class FixtureTemplates: TemplateSource {
    private let templates: [String: PreparedTemplate]

    init(names: [String], client: Client) throws {
        templates = try Dictionary(uniqueKeysWithValues: names.map { ($0, try Self.prepare($0, client)) })
    }

    func preparedTemplate(for type: String) throws(TemplateError) -> PreparedTemplate {
        guard let template = templates[type] else { throw TemplateError(.notFound, "no template '\(type)'") }
        return template
    }

    static func prepare(_ name: String, _ client: Client) throws -> PreparedTemplate {
        let bytes = try Fixtures.bytes("Layout/templates/\(name).xml")
        return try LayoutSource.prepare(SourceFile(path: "\(name).xml", bytes: bytes), client)
    }
}

extension PreparedTemplates {
    /// One template for every name.
    convenience init(_ xml: String) throws {
        self.init(otherwise: try LayoutSource.prepare(xml))
    }
}

/// Templates written into tests.
enum LayoutSource {
    static func bytes(_ xml: String, named name: String = "Test") throws -> [UInt8] {
        try #require(TemplateCompiler().compile(SourceFile(path: "\(name).xml", text: xml)).bytes)
    }

    /// Lays out a template on a thread with the stack of an app's background thread, and gives the root's width.
    static func onSmallStack(_ bytes: [UInt8]) throws -> Double {
        let template = try PreparedTemplate(Template(decoding: bytes))
        return SmallStack.run(bytes: 512 << 10, unoptimized: 6 << 20) {
            let container = Container(template.makeTree(), textMeasuring: FixedTextMetrics())
            _ = container.sizeThatFits(width: 300)
            container.layout(in: LayoutSize(width: 300, height: 300))
            _ = container.displayList()
            _ = container.accessibilityTree()
            _ = container.hitTest(LayoutPoint(x: 1, y: 1))
            return container.tree.root.frame.size.width
        }
    }

    static func prepare(_ file: SourceFile, _ client: Client = .swift) throws -> PreparedTemplate {
        let compiled = TemplateCompiler().compile(file)
        let errors = compiled.diagnostics.ordered.filter { $0.severity == .error }
        let bytes = try #require(compiled.bytes, "\(file.path): \(errors)")
        return try PreparedTemplate(Template(decoding: bytes), client: client)
    }

    static func prepare(_ xml: String) throws -> PreparedTemplate {
        try prepare(SourceFile(path: "Test.xml", text: xml))
    }

    static func container(_ xml: String, client: Client = .swift, data: JSONValue? = nil) throws -> Container {
        let tree = try prepare(SourceFile(path: "Test.xml", text: xml), client).makeTree()
        let container = Container(tree, textMeasuring: FixedTextMetrics())
        if let data { container.update(data: data) }
        return container
    }
}

extension Container {
    /// Every node's frame, in pre-order.
    var records: [FrameRecord] {
        tree.nodes.map { FrameRecord($0, in: self) }
    }

    /// The frame of the node with an id.
    func frame(id: Int32) -> LayoutRect {
        tree.node(withID: id).map(frame(of:)) ?? LayoutRect(x: -9_999, y: 0, width: 0, height: 0)
    }
}

extension LayoutRect {
    func isNear(_ other: LayoutRect) -> Bool {
        func near(_ first: Double, _ second: Double) -> Bool { abs(first - second) <= 1e-6 }
        return near(origin.x, other.origin.x) && near(origin.y, other.origin.y) && near(size.width, other.size.width)
            && near(size.height, other.size.height)
    }
}

extension JSONValue {
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    func string(_ key: String) -> String? { self[key]?.text }

    func number(_ key: String) -> Double {
        self[key]?.number ?? .nan
    }

    var number: Double { decimal ?? .nan }

    func whole(_ key: String) -> Int {
        if case .int(let number)? = self[key] { Int(number) } else { Int.min }
    }

    func list(_ key: String) -> [JSONValue] {
        if case .array(let values)? = self[key] { Array(values) } else { [] }
    }

    /// The value behind a key; `nil` for null and for none.
    func present(_ key: String) -> JSONValue? {
        self[key] == .null ? nil : self[key]
    }
}
