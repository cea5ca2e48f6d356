import VirtualViewCore
import VirtualViewExpressions
import VirtualViewFormat

// What a page draws, as JSON; `Sources/Web/virtualview.d.ts` has the form.

extension DisplayList {
    /// Writes the list.
    ///
    /// - Parameters:
    ///   - json: Takes the JSON.
    ///   - nodes: The nodes, in pre-order.
    ///   - numbers: The numbers by which the page knows them.
    func write(to json: inout JSONWriter, nodes: [Node], numbers: [Int]) {
        json.object { json in
            json.value("width", size.width)
            json.value("height", size.height)
            json.array("items") { json in
                for item in items {
                    item.write(to: &json, of: nodes[item.nodeIndex], number: numbers[item.nodeIndex])
                }
            }
        }
    }
}

extension DisplayList.Item {
    fileprivate func write(to json: inout JSONWriter, of node: Node, number: Int) {
        json.beginObject()
        json.value("kind", kind)
        json.value("node", number)
        json.value("path", dataPath.description)
        json.value("index", templateIndex)
        json.value("id", Int(nodeID))
        json.rect("frame", frame)
        if isRightToLeft { json.value("rtl", true) }
        if let accessibilityText { json.value("label", accessibilityText) }
        switch content {
        case .beginGroup(let group): group.write(to: &json)
        case .box(let box): box.write(to: &json)
        case .text(let text): text.write(to: &json)
        case .image(let image): image.write(to: &json)
        case .line(let line): line.write(to: &json)
        case .shape(let shape): shape.write(to: &json)
        case .bar(let bar): bar.write(to: &json)
        case .slot(let slot):
            json.value("place", nodeIndex)
            // The picture is not read anyway, but what the page puts there is.
            if sequence(first: node, next: { $0.parent }).contains(where: { $0.isAccessibilityHidden }) {
                json.value("unread", true)
            }
            slot.write(to: &json)
        case .endGroup: break
        }
        json.endObject()
    }

    private var kind: String {
        switch content {
        case .beginGroup: "group"
        case .endGroup: "end"
        case .box: "box"
        case .text: "text"
        case .image: "image"
        case .line: "line"
        case .shape: "shape"
        case .bar: "bar"
        case .slot: "slot"
        }
    }
}

extension DisplayList.Group {
    fileprivate func write(to json: inout JSONWriter) {
        if let clip { json.rect("clip", clip) }
        json.radii(radii)
        json.value("opacity", opacity)
        guard let scrolling else { return }
        json.object("scroll") { json in
            json.value("x", scrolling.offset.x)
            json.value("y", scrolling.offset.y)
            json.value("width", scrolling.contentSize.width)
            json.value("height", scrolling.contentSize.height)
            if scrolling.isPaged { json.value("paged", true) }
            if scrolling.isLocked { json.value("locked", true) }
        }
    }
}

extension DisplayList.Box {
    fileprivate func write(to json: inout JSONWriter) {
        json.color("background", background)
        if let backgroundImage { json.value("image", backgroundImage) }
        if borderWidth > 0 {
            json.object("border") { json in
                json.color("color", borderColor)
                json.value("width", borderWidth)
            }
        }
        json.radii(radii)
    }
}

extension DisplayList.Text {
    fileprivate func write(to json: inout JSONWriter) {
        json.array("lines") { json in
            for line in lines {
                json.object { json in
                    json.value("text", line.text)
                    json.value("x", line.baseline.x)
                    json.value("y", line.baseline.y)
                    json.value("width", line.width)
                }
            }
        }
        json.object("font") { json in font.write(to: &json) }
        json.color("color", color)
        let word =
            switch alignment {
            case .center: "center"
            case .right: "right"
            case .left: "left"
            }
        json.value("align", word)
        if isUnderlined { json.value("underline", true) }
        if isStruckThrough { json.value("strike", true) }
        json.rect("box", box)
        json.value("lineHeight", lineHeight)
        json.value("lineSpacing", lineSpacing)
    }
}

extension TextFont {
    func write(to json: inout JSONWriter) {
        json.value("name", name)
        json.value("size", size)
        json.value("bold", isBold)
        json.value("italic", isItalic)
    }
}

extension DisplayList.Image {
    fileprivate func write(to json: inout JSONWriter) {
        json.value("source", source)
        let word =
            switch scaleType {
            case .matrix: "matrix"
            case .fitXY: "fitXY"
            case .fitStart: "fitStart"
            case .fitCenter: "fitCenter"
            case .fitEnd: "fitEnd"
            case .center: "center"
            case .centerCrop: "centerCrop"
            case .centerInside: "centerInside"
            }
        json.value("scale", word)
        json.rect("box", box)
        if let destination { json.rect("destination", destination) }
        if isMirrored { json.value("mirrored", true) }
        json.radii(radii)
    }
}

extension DisplayList.Line {
    fileprivate func write(to json: inout JSONWriter) {
        json.numbers("from", [start.x, start.y])
        json.numbers("to", [end.x, end.y])
        json.value("width", width)
        json.color("color", color)
        json.numbers("dashes", dashes)
    }
}

extension DisplayList.Shape {
    fileprivate func write(to json: inout JSONWriter) {
        let word =
            switch kind {
            case .circle: "circle"
            case .oval: "oval"
            case .rect: "rect"
            }
        json.value("shape", word)
        json.rect("box", box)
        json.color("color", color)
        if let strokeWidth { json.value("stroke", strokeWidth) }
    }
}

extension DisplayList.Bar {
    fileprivate func write(to json: inout JSONWriter) {
        json.rect("box", box)
        json.value("fraction", fraction)
        json.color("color", color)
    }
}

extension DisplayList.Slot {
    fileprivate func write(to json: inout JSONWriter) {
        json.value("component", component)
        json.rect("box", box)
        json.object("properties") { json in
            for name in properties.keys.sorted() {
                switch properties[name] ?? .none {
                case .none: json.value(name, nil as String?)
                case .int(let number): json.value(name, Int(number))
                case .float(let number): json.value(name, number)
                case .string(let text): json.value(name, text)
                case .data(let value): json.value(name, written: value.json)
                }
            }
        }
    }
}

// MARK: - Events and accessibility

extension NodeEvent {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.value("kind", kind.rawValue)
            json.value("id", Int(nodeID))
            json.value("template", templateType)
            json.value("action", action)
            json.value("actionParam", actionParam)
            json.value("actionValue", written: actionValue?.json ?? "null")
            json.value("dataPath", dataPath.description)
            json.value("page", pageIndex)
            if let scrollOffset { json.numbers("offset", [scrollOffset.x, scrollOffset.y]) }
        }
    }
}

extension AccessibilityTree.Element {
    func write(to json: inout JSONWriter, number: Int, place: Int) {
        json.object { json in
            json.value("node", number)
            json.value("place", place)
            json.value("path", dataPath.description)
            json.value("index", templateIndex)
            json.value("id", Int(nodeID))
            json.value("role", role.rawValue)
            json.value("label", label)
            json.value("value", value)
            json.array("states", states.map { $0.rawValue })
            json.array("actions", actions.map { $0.rawValue })
            json.rect("frame", frame)
            json.value("parent", parent)
            json.value("entry", entryIndex)
            json.value("count", entryCount)
            json.value("page", currentPage)
        }
    }
}

// MARK: - Parts

extension JSONWriter {
    mutating func rect(_ key: String, _ rect: LayoutRect) {
        numbers(key, [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height])
    }

    fileprivate mutating func radii(_ radii: DisplayList.CornerRadii) {
        guard !radii.isZero else { return }
        numbers("radii", radii.corners)
    }

    /// Writes `#AARRGGBB`.
    fileprivate mutating func color(_ key: String, _ color: ARGBColor) {
        value(key, "#" + HexText.number(color.rawValue, width: 8))
    }
}
