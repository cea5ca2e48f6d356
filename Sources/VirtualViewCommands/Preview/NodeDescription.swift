import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat
import VirtualViewPreview

/// Describes the properties that a template sets on live nodes, and their places.
struct NodeDescription {
    private let input: TemplateInput
    private var dumps: [String: TemplateDump] = [:]

    init(_ input: TemplateInput) {
        self.input = input
    }

    /// Returns a node's properties and its place in the source.
    mutating func describe(_ node: Node) -> (properties: [PreviewNode.Property], source: SourceMap.Position?) {
        let type = node.templateType
        let index = node.templateIndex
        let source = input.sourceMaps[type]?.position(ofNode: index)
        guard let dump = dump(of: type), dump.template.nodes.indices.contains(index) else { return ([], source) }
        let properties = dump.template.nodes[index].setters.map { setter in
            let text = dump.text(of: setter)
            let name = dump.name(of: setter.key)
            return PreviewNode.Property(name: name, text: text, value: Self.value(of: setter, name, text, node))
        }
        return (Array(properties), source)
    }

    private mutating func dump(of type: String) -> TemplateDump? {
        if let dump = dumps[type] { return dump }
        guard let template = input.template(of: type) else { return nil }
        let dump = TemplateDump(template)
        dumps[type] = dump
        return dump
    }

    /// Returns the value of a binding or a length in `rp` with the data and the screen; `nil` if it is as written.
    private static func value(of setter: PropertySetter, _ name: String, _ text: String, _ node: Node) -> String? {
        let isBinding = setter.text.map { $0.contains("${") || $0.contains("@{") } ?? false
        guard isBinding || text.hasSuffix("rp"), let value = node.property(named: name) else { return nil }
        let kind = LanguageSchema.standard.property(setter.key)?.kind
        let shown: String
        switch value {
        case .int(let number):
            shown = kind.flatMap { ValuePrinter.text(for: .int(number, .none), kind: $0) } ?? "\(number)"
        case .float(let number): shown = number.isFinite ? ValuePrinter.shortest(number) : "\(number)"
        case .string(let text): shown = JSONText.quoted(PreviewRoom.value(text))
        case .data(let value): shown = PreviewRoom.value(value.json)
        default: shown = "nothing"
        }
        return shown
    }
}
