import VirtualView
import VirtualViewFormat
import VirtualViewPreview

extension TemplatePreview {
    /// Returns why the first picture has nothing to see; `nil` if there is something.
    ///
    /// - Parameter dataName: The name of the file in which the data would be.
    /// - Returns: A sentence.
    func blankHint(dataName: String) -> String? {
        let container = makeContainer(width: options.widths.first ?? 375, options.setting)
        let list = container.displayList()
        guard PaintCount(list).isBlank else { return nil }
        if data == nil, usesData { return "No data: there is no \(dataName) beside the template." }
        let root = container.tree.root
        if root.visibility != .visible { return "The root \(root.componentName) is \(Self.word(for: root))." }
        if list.size.width <= 0 || list.size.height <= 0 {
            let (width, height) = (JSONWriter.number(list.size.width), JSONWriter.number(list.size.height))
            return "The template measures \(width) × \(height): it has no size."
        }
        var count = 0
        var hidden = 0
        for node in container.tree.nodes where node !== root {
            count += 1
            var next: Node? = node
            while let above = next, above.visibility == .visible { next = above.parent }
            if next != nil { hidden += 1 }
        }
        if count == 0 { return "The root \(root.componentName) has no nodes inside, and paints nothing itself." }
        if hidden == count {
            return "All \(count == 1 ? "of it, 1 node," : "\(count) nodes") inside the root are gone or invisible."
        }
        return "Nothing is painted: there is no text, no image and no color."
    }

    private static func word(for node: Node) -> String {
        node.visibility == .gone ? "gone" : "invisible"
    }

    /// Whether the template reads data.
    private var usesData: Bool {
        template.template.nodes.contains { node in
            node.setters.contains { setter in setter.text.map { $0.contains("${") || $0.contains("@{") } ?? false }
        }
    }
}
