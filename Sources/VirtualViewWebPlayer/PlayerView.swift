import VirtualViewCore
import VirtualViewExpressions
import VirtualViewFormat

/// One template on a page, and what happened in it since the page last asked.
package final class PlayerView {
    package let container: Container
    let images = KnownImages()
    /// The templates of the player.
    private let added: PlayerTemplates
    /// Those of them that the view shows.
    private let templates: PlayerTemplates
    private var events: [NodeEvent] = []
    private var issues: [String] = []
    /// The last number that a node got.
    private var lastNumber: Int32 = 0

    init(
        _ template: PreparedTemplate,
        _ source: PlayerTemplates,
        in player: Player,
        _ options: JSONValue
    ) throws(PlayerError) {
        let isHost = try options.setting("metrics", "one of host, built-in") {
            $0 == "host" ? true : $0 == "built-in" ? false : nil
        }
        let texts: any TextMeasuring
        if isHost == true, let system = player.texts {
            texts = system
        } else {
            texts = BuiltInTextMetrics()
        }
        added = source
        templates = PlayerTemplates(of: source)
        container = Container(
            template.makeTree(source: templates),
            textMeasuring: texts,
            imageMeasuring: images
        )
        if options["window"] == false { container.listWindow = nil }
        // A page does not say when a turn is over.
        container.layoutThreshold = nil
        // The view owns the container, which therefore must not own the view.
        unowned(unsafe) let view = self
        container.onEvent = { view.events.append($0) }
        container.onLayoutIssue = { view.issues.append($0.description) }
        container.tree.onIssue = { view.issues.append($0.description) }
        issues = container.tree.issues.map { $0.description }
    }
}

// MARK: - Environment and data

extension PlayerView {
    /// Changes the environment: `width`, `scale`, `textScale`, `appearance`, `direction`, `locale`, `values`, and
    /// `turnsPages`; what is not there stays as it is.
    func configure(_ options: JSONValue) throws(PlayerError) {
        guard case .object = options else { throw PlayerError("the settings are no object") }
        func aboveZero(_ value: JSONValue) -> Double? { value.decimal.flatMap { $0 > 0 ? $0 : nil } }
        var new = container.environment
        new.width = try options.setting("width", "a number above 0", aboveZero) ?? new.width
        new.scale = try options.setting("scale", "a number above 0", aboveZero) ?? new.scale
        new.textScale = try options.setting("textScale", "a number above 0", aboveZero) ?? new.textScale
        new.appearance =
            try options.setting("appearance", "one of light, dark") {
                $0 == "light" ? .light : $0 == "dark" ? .dark : nil
            } ?? new.appearance
        new.layoutDirection =
            try options.setting("direction", "one of ltr, rtl") {
                $0 == "ltr" ? .leftToRight : $0 == "rtl" ? .rightToLeft : nil
            } ?? new.layoutDirection
        new.locale =
            try options.setting("locale", "a text") {
                if case .string(let locale) = $0 { locale } else { nil }
            } ?? new.locale
        new.values =
            try options.setting("values", "an object") {
                if case .object(let values) = $0 { values } else { nil }
            } ?? new.values
        container.turnsPages =
            try options.setting("turnsPages", "true or false") {
                if case .bool(let turnsPages) = $0 { turnsPages } else { nil }
            } ?? container.turnsPages
        if !new.isSame(as: container.environment) { container.environment = new }
    }

    /// Changes the environment; see ``configure(_:)``.
    package func configure(_ json: [UInt8]) -> String {
        reply { () throws(PlayerError) in try configure(try PlayerError.read(json)) }
    }

    /// Shows data; none at all for an empty text.
    package func update(_ json: [UInt8]) -> String {
        reply { () throws(PlayerError) in
            container.update(data: json.isEmpty ? nil : try PlayerError.read(json))
        }
    }

    /// Shows the versions of the templates that were added since; tells whether any was another.
    package func follow() -> String {
        let before = templates.known
        templates.known = added.known
        do throws(TemplateError) {
            let isOther = try container.follow(templates)
            return JSONWriter.object { $0.value("changed", isOther) }
        } catch {
            templates.known = before
            return JSONWriter.failure(error.code.rawValue, error.message, at: error.offset)
        }
    }

    /// Gives every node its frame; without a height the view is as high as its content.
    package func layout(width: Double, height: Double) -> String {
        let width = width.isFinite ? max(0, width) : 0
        let height = height.isFinite ? max(0, height) : container.sizeThatFits(width: width).height
        container.layout(in: LayoutSize(width: width, height: height))
        return JSONWriter.object { json in
            json.value("width", container.size.width)
            json.value("height", container.size.height)
        }
    }
}

// MARK: - The user's actions

extension PlayerView {
    /// Tracks a finger; returns when ``advance(to:)`` is due, or -1.
    package func touch(_ phase: Int32, _ finger: Int32, _ x: Double, _ y: Double, _ time: Double) -> Double {
        let phases: [Container.TouchPhase] = [.began, .moved, .ended, .cancelled]
        guard phases.indices.contains(Int(phase)) else { return -1 }
        let point = LayoutPoint(x: x, y: y)
        return container.touch(phases[Int(phase)], finger: Int(finger), at: point, time: time) ?? -1
    }

    package func advance(to time: Double) -> Double { container.advance(to: time) ?? -1 }

    /// Scrolls the container that has a number.
    package func scroll(_ node: Int32, to x: Double, _ y: Double) {
        guard let list = self.node(node) as? ItemContainerNode else { return }
        container.scroll(list, to: LayoutPoint(x: x, y: y))
    }

    package func turn(_ node: Int32, to page: Int32) {
        guard let pages = self.node(node) as? PageNode else { return }
        container.turn(pages, to: Int(page))
    }

    package func expose(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
        container.exposeNodes(in: LayoutRect(x: x, y: y, width: width, height: height))
    }

    /// Does what a user of a screen reader does with the element of a node, if there still is one.
    package func perform(_ number: Int32, _ action: Int32) -> Bool {
        let actions: [AccessibilityTree.Element.Action] = [.click, .longClick, .increment, .decrement]
        guard number > 0, actions.indices.contains(Int(action)),
            let node = container.accessibilityTree().nodes.first(where: { $0.hostNumber == number })
        else { return false }
        return container.perform(actions[Int(action)], on: node)
    }

    private func node(_ number: Int32) -> Node? {
        number > 0 ? container.tree.nodes.first { $0.hostNumber == number } : nil
    }

    /// Returns the number of a node, which no other has.
    private func number(of node: Node) -> Int {
        Int(node.hostNumber(after: &lastNumber))
    }
}

// MARK: - What the page is told

extension PlayerView {
    package func displayList(culling: Bool) -> String {
        var json = JSONWriter(isPretty: false, escapes: .needed)
        let list = container.displayList(culling: culling)
        let nodes = Array(container.tree.nodes)
        list.write(to: &json, nodes: nodes, numbers: nodes.map(number))
        return json.text
    }

    package func accessibilityElements() -> String {
        let tree = container.accessibilityTree()
        let places = container.tree.places(of: tree.nodes)
        return JSONWriter.object { json in
            json.array("elements") { json in
                for (index, element) in tree.elements.enumerated() {
                    element.write(to: &json, number: number(of: tree.nodes[index]), place: places[index])
                }
            }
        }
    }

    /// Takes the events and problems since the last call.
    package func takeNews() -> String {
        let (events, issues) = (events, issues)
        (self.events, self.issues) = ([], [])
        return JSONWriter.object { json in
            json.array("events") { json in
                for event in events { event.write(to: &json) }
            }
            json.array("issues", issues)
            json.value("needsLayout", container.needsLayout)
            json.value("needsDisplay", container.needsDisplay)
        }
    }

    /// Returns the nodes in pre-order.
    package func nodeTree() -> String {
        JSONWriter.object { json in
            json.array("nodes") { json in
                let root = container.tree.root.depth
                for node in container.tree.nodes {
                    json.object { json in
                        json.value("component", node.componentName)
                        json.value("id", Int(node.id))
                        json.value("name", node.name)
                        json.value("depth", node.depth - root)
                        json.rect("frame", container.frame(of: node))
                        json.value("hidden", container.isHidden(node))
                    }
                }
            }
        }
    }
}

extension JSONValue {
    /// Returns what a setting says; `nil` if there is none.
    fileprivate func setting<Value>(
        _ name: String,
        _ kind: String,
        _ read: (JSONValue) -> Value?
    ) throws(PlayerError) -> Value? {
        guard let value = self[name] else { return nil }
        guard let setting = read(value) else { throw PlayerError("'\(name)' is not \(kind)") }
        return setting
    }
}
