import VirtualView
import VirtualViewExpressions
import VirtualViewFormat

/// The frames of a template's nodes, to be written as text or JSON.
struct LayoutReport {
    let size: LayoutSize
    /// The size that a container reports that never was laid out.
    let estimated: LayoutSize
    let frames: [Frame]
    /// What a screen reader presents, if that is asked for instead of the frames.
    let elements: [AccessibilityTree.Element]?
    let hits: [Hit]
    let warnings: [RuntimeWarning]

    /// A node, where it is and whether it is drawn.
    struct Frame {
        let depth: Int
        let component: String
        let family: String
        let id: Int
        let rect: LayoutRect
        let visibility: String
        let isHidden: Bool
        /// Whether nothing shows of it because of its opacity or of one above.
        let isTransparent: Bool
        /// The node's place in its template.
        let origin: (type: String, index: Int)
    }

    /// A point and the node that receives touches there.
    struct Hit {
        let point: LayoutPoint
        let event: NodeEvent?
    }

    init(
        _ template: PreparedTemplate,
        _ source: PreparedTemplates,
        _ request: LayoutCommand,
        width: Double,
        images: any ImageMeasuring,
        _ environment: ScreenEnvironment,
        _ updates: [JSONValue]
    ) {
        func makeContainer() -> Container {
            let tree = template.makeTree(environment: environment, source: source)
            let container = Container(tree, textMeasuring: request.metrics.metrics, imageMeasuring: images)
            // A report shows every item.
            container.listWindow = nil
            return container
        }
        let container = makeContainer()
        if updates.isEmpty { container.layOut(width: width, height: request.height) }
        for data in updates {
            container.update(data: data)
            container.layOut(width: width, height: request.height)
        }
        let fresh = makeContainer()
        if let data = updates.last { fresh.update(data: data) }
        size = container.size
        estimated = fresh.sizeThatFits(width: size.width, height: size.height)
        frames = Self.frames(of: container)
        elements = request.showsAccessibility ? container.accessibilityTree().elements : nil
        hits = request.hits.map { point in
            Hit(point: point, event: container.hitTest(point).map { container.tree.event(.click, on: $0) })
        }
        warnings = container.warnings
    }

    /// Returns every node in pre-order; what is gone, and everything below it, has no frame.
    static func frames(of container: Container) -> [Frame] {
        var frames: [Frame] = []
        var open: [(node: Node, origin: LayoutPoint, isGone: Bool, isHidden: Bool, isTransparent: Bool)] = []
        for node in container.tree.nodes {
            while let last = open.last, last.node !== node.parent { open.removeLast() }
            let above = open.last
            let isGone = above?.isGone == true || node.visibility == .gone
            let isHidden = above?.isHidden == true || node.visibility != .visible
            let isTransparent = above?.isTransparent == true || node.alpha <= 0
            var origin = node.frame.origin
            if let above {
                let content = above.node.contentOrigin
                origin.x += above.origin.x + content.x
                origin.y += above.origin.y + content.y
            }
            frames.append(
                Frame(
                    depth: open.count,
                    component: node.componentName,
                    family: node.familyName,
                    id: Int(node.id),
                    rect: isGone ? .zero : LayoutRect(origin: origin, size: node.frame.size),
                    visibility: "\(node.visibility)",
                    isHidden: isHidden,
                    isTransparent: isTransparent,
                    origin: (node.templateType, node.templateIndex)
                )
            )
            open.append((node, origin, isGone, isHidden, isTransparent))
        }
        return frames
    }
}

// MARK: - Text

extension LayoutReport {
    /// Returns one line for each node, indented by its depth.
    func text() -> String {
        var text = "\(JSONWriter.number(size.width)) x \(JSONWriter.number(size.height))"
        text += ", estimated \(JSONWriter.number(estimated.width)) x \(JSONWriter.number(estimated.height))\n"
        if let elements { text += elements.listing() }
        for frame in elements == nil ? frames : [] {
            text += String(repeating: "  ", count: min(frame.depth, JSONWriter.deepestIndent))
            text += VisibleText.line(frame.component)
            if frame.id != 0 { text += " #\(frame.id)" }
            text += "  \(frame.rect.text)"
            if frame.visibility != "visible" {
                text += " \(frame.visibility)"
            } else if frame.isHidden {
                text += " hidden"
            }
            text += "\n"
        }
        for hit in hits {
            text += "hit \(JSONWriter.number(hit.point.x)),\(JSONWriter.number(hit.point.y)): "
            text +=
                hit.event.map { "#\($0.nodeID)\($0.action.map { " action \(JSONText.quoted($0))" } ?? "")" } ?? "none"
            text += "\n"
        }
        return text
    }
}

// MARK: - JSON

extension LayoutReport {
    /// Returns one object, with a line for each node.
    func json() -> String {
        JSONWriter.visible { json in
            json.value("width", size.width)
            json.value("height", size.height)
            json.numbers("estimated", [estimated.width, estimated.height])
            json.startLine()
            if let elements {
                json.array("elements") { json in
                    for element in elements { element.write(to: &json) }
                }
            } else {
                json.array("frames") { json in
                    for frame in frames { frame.write(to: &json) }
                }
            }
            guard !hits.isEmpty else { return }
            json.startLine()
            json.array("hits") { json in
                for hit in hits { hit.write(to: &json) }
            }
        } + "\n"
    }
}

extension LayoutReport.Frame {
    fileprivate func write(to json: inout JSONWriter) {
        json.startLine()
        json.object { json in
            json.value("depth", depth)
            json.value("component", component)
            json.value("family", family)
            json.value("id", id)
            rect.writeMembers(to: &json)
            json.value("visibility", visibility)
            json.value("hidden", isHidden)
        }
    }
}

extension LayoutReport.Hit {
    fileprivate func write(to json: inout JSONWriter) {
        json.startLine()
        json.object { json in
            json.value("x", point.x)
            json.value("y", point.y)
            json.value("id", event.map { Int($0.nodeID) })
            json.value("action", event?.action)
            json.value("actionValue", written: event?.actionValue?.json ?? "null")
        }
    }
}

extension Container {
    /// Lays out at a width.
    ///
    /// - Parameters:
    ///   - width: The width in points.
    ///   - height: The height in points; `nil` for the one that fits.
    ///   - screen: The height of the screen, which what fills or scrolls it gets in place of the one that fits; `nil` for a
    ///     screen that is as high as it needs to be.
    func layOut(width: Double, height: Double? = nil, screen: Double? = nil) {
        layout(in: LayoutSize(width: width, height: height ?? fittingHeight(width: width, screen: screen)))
    }

    private func fittingHeight(width: Double, screen: Double?) -> Double {
        let own = sizeThatFits(width: width).height
        guard let screen, own != screen else { return own }
        let isFilling = sizeThatFits(width: width, height: screen).height == screen
        // A card around something that scrolls stays as high as it needs to be.
        let isFixed = tree.root is ItemContainerNode || tree.root.layoutHeight == -1
        return isFilling && (own < screen || isFixed) ? screen : own
    }
}
