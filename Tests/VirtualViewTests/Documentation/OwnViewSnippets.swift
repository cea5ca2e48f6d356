import Foundation
import Testing
import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewTestSupport

/// The code of `Docs/Embedding.md` on own drawing, slots and names of parts, and a form that has all of them.
@Suite struct OwnViewSnippets {
    private static let forms = Fixtures.packageRoot.appendingPathComponent("Templates/Forms")

    private static func source(_ name: String) throws -> SourceFile {
        SourceFile(path: name, bytes: [UInt8](try Data(contentsOf: forms.appendingPathComponent(name))))
    }

    /// The form of `Templates/Forms`, with a chart below it.
    private static func form() throws -> Container {
        let read = ComponentsReader.read(try source("components.json"))
        #expect(read.diagnostics.isEmpty)
        // What an app declares in Swift is what its file of components says.
        #expect(read.components.first { $0.name == "TextField" } == TextField.component)
        var registry = NodeRegistry.standard
        try registry.register(for: read.components)
        try registry.register(ChartNode.self, for: ChartNode.component)
        registry.register(BindingFunction("money") { _ in "€ 4.50" })
        let form = try source("DeliveryForm.xml")
        let xml = String(decoding: form.bytes, as: UTF8.self).replacingOccurrences(
            of: "\n</VHLayout>",
            with: "\n<Chart layoutWidth=\"-1\" layoutHeight=\"60\" values=\"${days}\"/></VHLayout>"
        )
        let compiler = TemplateCompiler(
            configuration: Configuration(components: read.components + [ChartNode.component])
        )
        let compiled = compiler.compile(SourceFile(path: "DeliveryForm.xml", text: xml))
        let bytes = try #require(compiled.bytes, "\(compiled.diagnostics.ordered)")
        let template = try PreparedTemplate(Template(decoding: bytes), registry: registry)
        #expect(template.issues.isEmpty)
        let container = Container(template.makeTree())
        let data = String(decoding: try source("DeliveryForm.json").bytes, as: UTF8.self)
        let days = data.replacingOccurrences(of: "\"fee\"", with: "\"days\": \"3,1,4\", \"fee\"")
        container.update(data: try JSONValue(json: Array(days.utf8)))
        container.layout(in: container.sizeThatFits(width: 375))
        return container
    }

    @Test func formShowsViewsAndAChart() throws {
        let form = try Self.form()
        let host = SlotViews()
        host.show(form.displayList(), of: form)
        #expect(host.fields.map(\.text) == ["Lindenstraße 9", ""])
        #expect(host.fields.map(\.frame.size.width) == [319, 319])
        // The user types; the same view shows it in the next list.
        let street = host.fields[0]
        street.onChange("Lindenstraße 10")
        #expect(form.needsDisplay && !form.needsLayout)
        host.show(form.displayList(), of: form)
        #expect(host.fields[0] === street && street.text == "Lindenstraße 10")
        let slots = form.displayList().items.compactMap { item -> String? in
            if case .slot(let slot) = item.content { slot.component } else { nil }
        }
        #expect(slots == ["Map", "TextField", "TextField", "Switch"])
        let bars = form.displayList().items.filter { item in
            if case .box = item.content { form.node(of: item) is ChartNode } else { false }
        }
        #expect(bars.map { ($0.frame.size.height * 100).rounded() / 100 } == [45, 15, 60])
        // A chart of nothing draws nothing.
        let chart = try #require(form.tree.nodes.first { $0 is ChartNode } as? ChartNode)
        for text in [nil, "", "0", "0,0", "x"] {
            chart[ChartNode.values] = text
            let items = form.displayList().items.filter { form.node(of: $0) === chart }
            #expect(items.isEmpty, "\(text ?? "nil"): \(items)")
        }
    }

    @Test func partNames() throws {
        let form = try Self.form()
        enum Templates { enum DeliveryFormParts { static let street = "street" } }
        // snippet: part-names
        let field = form.tree.node(named: Templates.DeliveryFormParts.street)
        let frame = form.frame(ofPartNamed: "map")
        // end
        #expect(field?.property(named: "value") == .string("Lindenstraße 9"))
        #expect(frame?.size.height == 140)
    }
}

// snippet: own-drawing
final class ChartNode: Node {
    static let values = ComponentProperty<String?>("values", default: nil)
    static let component = ComponentSchema(id: 1005, name: "Chart", properties: [values.schema])

    override func draw(in drawing: inout NodeDrawing) {
        let values = (self[Self.values] ?? "").split(separator: ",").compactMap { Double($0) }
        let area = drawing.content
        let width = area.size.width / Double(values.count)
        for (index, value) in values.enumerated() {
            let height = area.size.height * value / (values.max() ?? 0)
            let bar = LayoutRect(
                x: area.origin.x + Double(index) * width,
                y: area.origin.y + area.size.height - height,
                width: width - 2,
                height: height
            )
            drawing.addBox(bar, background: ARGBColor(rawValue: 0xFF2F_6BFF))
        }
    }
}
// end

/// A text field of some system.
final class TextField {
    var frame = LayoutRect.zero
    var text = ""
    var onChange: (String) -> Void = { _ in }
}

// snippet: slot-component
extension TextField {
    static let component = ComponentSchema(
        id: 1002,
        name: "TextField",
        properties: [
            PropertySchema("placeholder", .string),
            PropertySchema("value", .string),
        ],
        isSlot: true
    )
}
// end

// snippet: slot-host
/// Keeps a text field for each slot that is in the display list.
final class SlotViews {
    private(set) var fields: [TextField] = []
    // Held nodes: one that is gone leaves its place in memory to another.
    private var fieldOfNode: [ObjectIdentifier: (node: Node, field: TextField)] = [:]
    private var spare: [TextField] = []

    func show(_ list: DisplayList, of container: Container) {
        var shown: [ObjectIdentifier: (node: Node, field: TextField)] = [:]
        fields = []
        for item in list.items {
            guard case .slot(let slot) = item.content, slot.component == "TextField",
                let node = container.node(of: item)
            else { continue }
            let known = fieldOfNode.removeValue(forKey: ObjectIdentifier(node))?.field
            let field = known ?? spare.popLast() ?? TextField()
            field.frame = slot.box
            if case .string(let text)? = slot.properties["value"] { field.text = text }
            field.onChange = { [weak node] text in node?.setProperty(.string(text), named: "value") }
            shown[ObjectIdentifier(node)] = (node, field)
            fields.append(field)
        }
        // What is no longer in the list serves the next slot that comes.
        spare += fieldOfNode.values.map { $0.field }
        fieldOfNode = shown
    }
}
// end
