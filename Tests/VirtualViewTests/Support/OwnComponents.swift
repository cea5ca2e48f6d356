import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// Components of an app that tests register, and containers with them.
enum OwnComponents {
    /// A text field: a view of the host.
    static let field = ComponentSchema(
        id: 1_201,
        name: "Field",
        properties: [
            PropertySchema("placeholder", .string, default: .string("Type here")),
            PropertySchema("value", .string, default: .string("")),
            PropertySchema("maximum", .int, default: .int(80)),
        ],
        isSlot: true
    )
    /// A view of the host with children in front of it.
    static let map = ComponentSchema(id: 1_202, name: "Map", family: .layout, isSlot: true)
    /// What ``ProbeDrawingNode`` is for.
    static let probe = ComponentSchema(
        id: 1_203,
        name: "Probe",
        properties: [PropertySchema("tint", .color, default: .int(-1), invalidates: .drawing)]
    )
    /// What ``MeasuredNode`` is for.
    static let measured = ComponentSchema(id: 1_204, name: "Measured")

    static func prepare(_ xml: String) throws -> PreparedTemplate {
        var registry = NodeRegistry.standard
        try registry.register(for: field)
        try registry.register(for: map)
        try registry.register(ProbeDrawingNode.self, for: probe)
        try registry.register(MeasuredNode.self, for: measured)
        registry.use(LoudTextNode.self, forComponentNamed: "VText")
        let compiler = TemplateCompiler(configuration: Configuration(components: [field, map, probe, measured]))
        let compiled = compiler.compile(SourceFile(path: "Test.xml", text: xml))
        let bytes = try #require(compiled.bytes, "\(compiled.diagnostics.ordered)")
        return try PreparedTemplate(Template(decoding: bytes), registry: registry)
    }

    static func container(_ xml: String, data: JSONValue? = nil) throws -> Container {
        let container = Container(try prepare(xml).makeTree(), textMeasuring: FixedTextMetrics())
        if let data { container.update(data: data) }
        container.layout(in: LayoutSize(width: 100, height: 100))
        return container
    }
}

/// Has content of a size.
final class MeasuredNode: Node {
    override func measureContent(in room: LayoutSize) -> LayoutSize? { LayoutSize(width: 30, height: 20) }
}

/// Draws what a test says.
final class ProbeDrawingNode: Node {
    var body: (inout NodeDrawing) -> Void = { $0.addShape(.rect, in: LayoutRect(size: $0.size), color: .black) }
    private(set) var drawings = 0

    override func draw(in drawing: inout NodeDrawing) {
        drawings += 1
        body(&drawing)
    }
}

/// A text with a line below it.
final class LoudTextNode: TextNode {
    override func draw(in drawing: inout NodeDrawing) {
        let end = LayoutPoint(x: drawing.size.width, y: drawing.size.height)
        drawing.addLine(from: LayoutPoint(x: 0, y: drawing.size.height), to: end, color: textColor)
    }
}
