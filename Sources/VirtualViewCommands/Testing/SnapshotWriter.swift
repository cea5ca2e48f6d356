import VirtualView
import VirtualViewFormat

/// Writes what a container shows as text: its nodes with their frames, what they draw, and what a screen reader presents.
///
/// Every node has a line of its own, and what belongs to it is below that line, so that a change of one node is a change
/// of few lines: places count from the inner edge of the parent's padding, and what is drawn from the node's own corner.
/// Lengths have three decimals at most.
struct SnapshotWriter {
    private(set) var text = ""
    /// The template and the number in it of each node, in the order of the lines.
    private(set) var origins: [(type: String, index: Int)] = []

    /// Writes the size, the nodes and the problems of a container that is laid out.
    mutating func write(_ container: Container) {
        text += "size \(Self.number(container.size.width)) x \(Self.number(container.size.height))\n"
        var drawings: [Int: [DisplayList.Item]] = [:]
        for item in container.displayList().items { drawings[item.nodeIndex, default: []].append(item) }
        let tree = container.accessibilityTree()
        var elements: [ObjectIdentifier: [AccessibilityTree.Element]] = [:]
        for (node, element) in zip(tree.nodes, tree.elements) {
            elements[ObjectIdentifier(node), default: []].append(element)
        }
        var open: [(node: Node, isGone: Bool)] = []
        var number = 0
        for node in container.tree.nodes {
            while let last = open.last, last.node !== node.parent { open.removeLast() }
            let isGone = open.last?.isGone == true || node.visibility == .gone
            let indent = String(repeating: "  ", count: min(open.count, JSONWriter.deepestIndent))
            writeNode(node, in: open.last?.node, indent, isGone: isGone)
            origins.append((node.templateType, node.templateIndex))
            if !isGone {
                for item in drawings[number] ?? [] { write(item, "\(indent)  ") }
                for element in elements[ObjectIdentifier(node)] ?? [] { write(element, "\(indent)  ") }
            }
            open.append((node, isGone))
            number += 1
        }
        var warnings: [RuntimeWarning] = []
        for warning in container.warnings where !warnings.contains(warning) { warnings.append(warning) }
        for warning in warnings { text += "! \(warning.id)  \(JSONText.quoted(warning.message))\n" }
    }

    // MARK: - Nodes

    private mutating func writeNode(_ node: Node, in parent: Node?, _ indent: String, isGone: Bool) {
        text += "\(indent)- \(VisibleText.line(node.componentName))\(Self.mark(of: node))"
        guard !isGone else {
            text += "  gone\n"
            return
        }
        var origin = node.frame.origin
        if let parent {
            origin.x -= Double(parent.paddingLeft)
            origin.y -= Double(parent.paddingTop)
        }
        field("x", origin.x)
        field("y", origin.y)
        field("width", node.frame.size.width)
        field("height", node.frame.size.height)
        let sides = [node.paddingLeft, node.paddingTop, node.paddingRight, node.paddingBottom].map { Double($0) }
        if sides.contains(where: { $0 != 0 }) {
            let isEven = sides.allSatisfy { $0 == sides[0] }
            text += "  padding \((isEven ? [sides[0]] : sides).map(Self.number).joined(separator: ","))"
        }
        if let offset = (node as? ItemContainerNode)?.scrollOffset, offset != .zero {
            text += "  scrolled \(Self.number(offset.x)),\(Self.number(offset.y))"
        }
        if let page = node as? PageNode { text += "  page \(page.currentPage)" }
        if node.isRightToLeft { text += "  rtl" }
        if node.visibility != .visible { text += "  \(node.visibility)" }
        text += "\n"
    }

    /// Returns the id of a node, or else its name if that is a plain word.
    static func mark(of node: Node) -> String {
        if node.id != 0 { return "#\(node.id)" }
        guard case .string(let name) = node.property(named: "name"), !name.isEmpty, name.utf8.allSatisfy(isPlain) else {
            return ""
        }
        return "#\(name)"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte.isASCIIWord || byte == UInt8(ascii: "-")
    }

    // MARK: - Drawings

    private mutating func write(_ item: DisplayList.Item, _ indent: String) {
        let origin = item.frame.origin
        text += indent
        switch item.content {
        case .beginGroup(let group):
            text += "group"
            if let clip = group.clip { rect("clip", clip, origin) }
            radii(group.radii)
            if group.opacity != 1 { field("opacity", group.opacity) }
            if let scrolling = group.scrolling { text += "  content \(Self.size(scrolling.contentSize))" }
        case .endGroup:
            // Where a group ends follows from the nodes.
            text.removeLast(indent.utf8.count)
            return
        case .box(let box):
            text += "box"
            if box.background != .clear { color("background", box.background) }
            if let image = box.backgroundImage { text += "  image \(JSONText.quoted(image))" }
            if box.borderWidth != 0 {
                field("border", box.borderWidth)
                color("borderColor", box.borderColor)
            }
            radii(box.radii)
        case .text(let shown): write(shown, origin)
        case .image(let image):
            text += "image  source \(JSONText.quoted(image.source))  scale \(image.scaleType)"
            rect("box", image.box, origin)
            if let destination = image.destination { rect("destination", destination, origin) }
            if image.isMirrored { text += "  mirrored" }
            radii(image.radii)
        case .line(let line):
            text += "line"
            text += "  from \(Self.point(line.start, origin))  to \(Self.point(line.end, origin))"
            field("thickness", line.width)
            color("color", line.color)
            if !line.dashes.isEmpty { text += "  dashes \(line.dashes.map(Self.number).joined(separator: ","))" }
        case .shape(let shape):
            text += "shape  kind \(shape.kind)"
            rect("box", shape.box, origin)
            color("color", shape.color)
            if let width = shape.strokeWidth { field("stroke", width) }
        case .bar(let bar):
            text += "bar"
            rect("box", bar.box, origin)
            field("fraction", bar.fraction)
            color("color", bar.color)
        case .slot(let slot):
            text += "slot"
            rect("box", slot.box, origin)
            for (name, value) in slot.properties.sorted(by: { $0.key < $1.key }) {
                text += "  \(VisibleText.line(name)) \(JSONText.quoted("\(value)"))"
            }
        }
        text += "\n"
    }

    private mutating func write(_ shown: DisplayList.Text, _ origin: LayoutPoint) {
        let lines = shown.lines.map { JSONText.quoted($0.text) }.joined(separator: ",")
        text += "text  \(lines.isEmpty ? "\"\"" : lines)"
        field("size", shown.font.size)
        if let name = shown.font.name { text += "  font \(JSONText.quoted(name))" }
        if shown.font.isBold { text += "  bold" }
        if shown.font.isItalic { text += "  italic" }
        if shown.isUnderlined { text += "  underlined" }
        if shown.isStruckThrough { text += "  struckThrough" }
        color("color", shown.color)
        text += "  at \(shown.lines.map { Self.point($0.baseline, origin) }.joined(separator: " "))"
        text += "  room \(shown.lines.map { Self.number($0.width) }.joined(separator: " "))"
    }

    // MARK: - What a screen reader presents

    private mutating func write(_ element: AccessibilityTree.Element, _ indent: String) {
        text += "\(indent)reader  role \(element.role.rawValue)"
        if let label = element.label { text += "  label \(JSONText.quoted(label))" }
        if let value = element.value { text += "  value \(JSONText.quoted(value))" }
        if let index = element.entryIndex { text += "  entry \(index)" }
        if let page = element.currentPage { text += "  page \(page)" }
        if let count = element.entryCount { text += "  of \(count)" }
        if !element.states.isEmpty { text += "  states \(element.states.map(\.rawValue).joined(separator: ","))" }
        if !element.actions.isEmpty { text += "  actions \(element.actions.map(\.rawValue).joined(separator: ","))" }
        text += "\n"
    }

    // MARK: - Values

    private mutating func field(_ name: String, _ value: Double) { text += "  \(name) \(Self.number(value))" }

    private mutating func color(_ name: String, _ value: ARGBColor) {
        text += "  \(name) #\(HexText.number(value.rawValue, width: 8))"
    }

    private mutating func rect(_ name: String, _ value: LayoutRect, _ origin: LayoutPoint) {
        text += "  \(name) \(Self.point(value.origin, origin)) \(Self.size(value.size))"
    }

    private mutating func radii(_ radii: DisplayList.CornerRadii) {
        guard !radii.isZero else { return }
        let all = [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft]
        let isEven = all.allSatisfy { $0 == all[0] }
        text += "  radius \((isEven ? [all[0]] : all).map(Self.number).joined(separator: ","))"
    }

    private static func point(_ value: LayoutPoint, _ origin: LayoutPoint) -> String {
        "\(number(value.x - origin.x)),\(number(value.y - origin.y))"
    }

    private static func size(_ value: LayoutSize) -> String { "\(number(value.width))x\(number(value.height))" }

    /// Returns a length with three decimals at most.
    static func number(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return JSONWriter.number(value) }
        return JSONWriter.number((value * 1000).rounded() / 1000)
    }
}
