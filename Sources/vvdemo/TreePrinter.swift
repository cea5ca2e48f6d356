import VirtualView

/// Prints a template's tree through the public interface alone, as an app would walk it.
struct TreePrinter {
    private let template: Template

    init(_ template: Template) {
        self.template = template
    }

    var text: String {
        var lines: [String] = []
        var levels: [(node: NodeCreater, depth: Int)] = [(template.root, 0)]
        while let (node, depth) = levels.popLast() {
            let indent = String(repeating: "  ", count: depth)
            let setters = node.setters.map { "\($0.name ?? $0.key.description)=\(text(of: $0))" }
            lines.append("\(indent)\(node.componentName ?? "#\(node.componentID)") \(setters.joined(separator: " "))")
            levels += node.children.reversed().map { ($0, depth + 1) }
        }
        return lines.joined(separator: "\n")
    }

    private func text(of setter: PropertySetter) -> String {
        switch setter.value {
        case .int(let number, let unit): "\(number)\(unit == .rp ? "rp" : "")"
        case .float(let number, let unit): "\(number)\(unit == .rp ? "rp" : "")"
        case .string: "\"\(setter.text ?? "?")\""
        case .expression(let id): "program \(id.rawValue)"
        }
    }
}
