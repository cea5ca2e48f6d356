import VirtualView
import VirtualViewExpressions
import VirtualViewPreview

/// Shows a template again and again with other data, and compares each time with a layout of everything.
struct ScreenCheck {
    let prepared: PreparedTemplate
    let source: (any TemplateSource)?
    private var choices: RandomChoices
    private let paths: [[String]]

    init(_ prepared: PreparedTemplate, source: (any TemplateSource)?, choices: RandomChoices) {
        self.prepared = prepared
        self.source = source
        self.choices = choices
        paths = boundPaths(in: prepared.template.strings.lazy.map(\.text))
    }

    private func makeContainer() -> Container {
        let tree = prepared.makeTree(source: source)
        tree.eventPrograms = EventInterpreter(limits: EventLimits(maximumSteps: 500, maximumNesting: 2))
        return Container(root: tree, textMeasuring: FixedTextMetrics())
    }

    mutating func run(rounds: Int) {
        let container = makeContainer()
        let full = makeContainer()
        full.laysOutEverything = true
        for round in 0..<rounds {
            let data = choices.object(for: paths)
            let size = LayoutSize(
                width: choices.pick([320, 0, 75.5, 1e7, 400]),
                height: choices.pick([480, 0, 1, 1e6])
            )
            let isOther = choices.byte() & 3 == 3
            let isSized = choices.byte() & 7 == 7
            for container in [container, full] {
                if isOther { container.reuse(for: data) } else { container.update(data: data) }
                if isSized { _ = container.sizeThatFits(width: size.width) }
                container.layout(in: size)
            }
            precondition(frames(container) == frames(full), "a layout of what changed is that of everything")
            draw(container, round)
        }
        container.tree.send(.click, to: container.tree.root)
        container.layout(in: container.size)
        draw(container, rounds)
    }

    private func draw(_ container: Container, _ round: Int) {
        let list = container.displayList(culling: round & 1 == 0)
        for item in list.items { precondition(item.nodeIndex >= 0, "an item belongs to a node") }
        let picture = SVGRenderer(title: "fuzz").render(list)
        precondition(picture.hasSuffix("</svg>\n"), "a picture is whole")
        _ = container.hitTest(LayoutPoint(x: Double(choices.isEmpty ? 1 : 20), y: 10))
    }

    private func frames(_ container: Container) -> [UInt64] {
        container.tree.nodes.flatMap { node in
            let frame = container.frame(of: node)
            return [frame.origin.x, frame.origin.y, frame.size.width, frame.size.height].map(\.bitPattern)
        }
    }
}

/// Gives the template itself for every name that data has.
struct SelfSource: TemplateSource {
    let item: PreparedTemplate

    func preparedTemplate(for type: String) throws(TemplateError) -> PreparedTemplate { item }
}
