import VirtualViewCore
import VirtualViewFormat

/// A picture under construction: the elements of one or more display lists.
struct SVGDrawing {
    let renderer: SVGRenderer
    var lines: [String] = []
    /// The images written so far, with the id and place of the first occurrence of each.
    var writtenImages: [ImageKey: WrittenImage] = [:]
    var imageByteCount = 0
    private var clipCount = 0

    /// The key of an image in one form; later images with the same key refer to the first.
    struct ImageKey: Hashable {
        let source: String
        /// Whether the source is a component instead.
        let isSlot: Bool
        /// The size; `nil` if the image can be shown in any other one.
        var size: LayoutSize?
        let fitting: String
    }

    /// The first occurrence of an image.
    struct WrittenImage {
        let id: String
        let rect: LayoutRect
    }

    init(_ renderer: SVGRenderer) {
        self.renderer = renderer
    }

    /// Draws a list, clipped to its size.
    mutating func draw(_ list: DisplayList) {
        let bounds = RoundedRect(rect: LayoutRect(size: list.size), radii: .zero)
        if let canvas = renderer.canvas {
            var element = bounds.element
            element.paint("fill", canvas)
            lines.append(element.text)
        }
        lines.append("<g clip-path=\"\(clip(bounds))\">")
        var open = 0
        for item in list.items {
            switch item.content {
            case .beginGroup(let group):
                open += 1
                lines.append(element(of: group, item).opening)
            case .endGroup:
                // A list that was built by hand may end groups that it never began.
                guard open > 0 else { continue }
                open -= 1
                lines.append("</g>")
            case .box(let box): draw(box, item)
            case .text(let text): draw(text, item)
            case .image(let image): draw(image, item)
            case .line(let line): draw(line, item)
            case .shape(let shape): draw(shape, item)
            case .bar(let bar):
                var element = RoundedRect(rect: bar.box, radii: .zero).element
                element.paint("fill", bar.color)
                add(element, item)
            case .slot(let slot): draw(slot, item)
            }
        }
        for _ in 0..<open { lines.append("</g>") }
        lines.append("</g>")
    }

    /// Outlines rectangles in front of everything.
    mutating func outline(_ rects: [LayoutRect]) {
        for rect in rects {
            // Inset by half a point, so that the line is sharp and completely inside the picture.
            let shape = RoundedRect(rect: rect, radii: .zero).inset(by: 0.5)
            var element = shape.element
            if shape.rect.isEmpty {
                // A rectangle without an area is not drawn at all; of a path without one, the line is.
                element = SVGElement("path")
                element.set("d", shape.path)
            }
            element.paint("fill", ARGBColor(rawValue: 0x142F_6BFF))
            element.paint("stroke", ARGBColor(rawValue: 0xFF2F_6BFF))
            lines.append(element.text)
        }
    }

    /// Adds an element for a node.
    mutating func add(_ element: SVGElement, _ item: DisplayList.Item) {
        var element = element
        element.set("data-node", "\(item.nodeIndex)")
        lines.append(element.text)
    }

    private mutating func element(of group: DisplayList.Group, _ item: DisplayList.Item) -> SVGElement {
        var element = SVGElement("g")
        element.set("data-node", "\(item.nodeIndex)")
        if group.opacity < 1 { element.set("opacity", group.opacity) }
        if let rect = group.clip { element.set("clip-path", clip(RoundedRect(rect: rect, radii: group.radii))) }
        if let scrolling = group.scrolling {
            let numbers = [
                scrolling.offset.x, scrolling.offset.y, scrolling.contentSize.width, scrolling.contentSize.height,
            ]
            element.set(
                scrolling.isPaged ? "data-page" : "data-scroll",
                numbers.map(SVGText.number).joined(separator: " ")
            )
            if item.isRightToLeft { element.set("data-direction", "rtl") }
        }
        return element
    }

    /// Defines a clip.
    mutating func clip(_ shape: RoundedRect) -> String {
        clipCount += 1
        let id = "\(renderer.idPrefix)-clip\(clipCount)"
        lines.append("<clipPath id=\"\(id)\">\(shape.element.text)</clipPath>")
        return "url(#\(id))"
    }
}

// MARK: - Boxes, lines, shapes

extension SVGDrawing {
    private mutating func draw(_ box: DisplayList.Box, _ item: DisplayList.Item) {
        let shape = RoundedRect(rect: item.frame, radii: box.radii)
        if box.background.opacity > 0 {
            var element = shape.element
            element.paint("fill", box.background)
            add(element, item)
        }
        if let source = box.backgroundImage {
            drawImage(source, in: shape, ImageFitting(item.frame), item)
        }
        guard box.borderWidth > 0, box.borderColor.opacity > 0 else { return }
        var element: SVGElement
        if box.radii.corners.contains(where: { $0 > 0 && $0 < box.borderWidth / 2 }) {
            // The middle of such a border has a sharp corner, and so would a stroke around it.
            element = SVGElement("path")
            element.set("d", shape.path + shape.inset(by: box.borderWidth).path)
            element.set("fill-rule", "evenodd")
            element.paint("fill", box.borderColor)
        } else {
            element = shape.inset(by: box.borderWidth / 2).element
            element.set("fill", "none")
            element.paint("stroke", box.borderColor)
            element.set("stroke-width", box.borderWidth)
        }
        add(element, item)
    }

    private mutating func draw(_ line: DisplayList.Line, _ item: DisplayList.Item) {
        var element = SVGElement("line")
        element.set("x1", line.start.x)
        element.set("y1", line.start.y)
        element.set("x2", line.end.x)
        element.set("y2", line.end.y)
        element.paint("stroke", line.color)
        element.set("stroke-width", line.width)
        if !line.dashes.isEmpty {
            element.set("stroke-dasharray", line.dashes.map { SVGText.number(max(0, $0)) }.joined(separator: " "))
        }
        add(element, item)
    }

    private mutating func draw(_ shape: DisplayList.Shape, _ item: DisplayList.Item) {
        var box = shape.box
        if let width = shape.strokeWidth {
            box = RoundedRect(rect: box, radii: .zero).inset(by: width / 2).rect
        }
        var element: SVGElement
        if shape.kind == .rect {
            element = RoundedRect(rect: box, radii: .zero).element
        } else {
            element = SVGElement("ellipse")
            element.set("cx", box.origin.x + box.size.width / 2)
            element.set("cy", box.origin.y + box.size.height / 2)
            element.set("rx", max(0, box.size.width / 2))
            element.set("ry", max(0, box.size.height / 2))
        }
        if let width = shape.strokeWidth {
            element.set("fill", "none")
            element.paint("stroke", shape.color)
            element.set("stroke-width", width)
        } else {
            element.paint("fill", shape.color)
        }
        add(element, item)
    }

    private mutating func draw(_ text: DisplayList.Text, _ item: DisplayList.Item) {
        let isRightToLeft = text.isRightToLeft(otherwise: item.isRightToLeft)
        for line in text.lines where line.text.contains(where: { !$0.isWhitespace }) {
            var element = SVGElement("text")
            element.set("data-node", "\(item.nodeIndex)")
            // The anchor is at the alignment edge, so that a viewer without `textLength` still centres or right-aligns
            // the line.
            let (start, end) = isRightToLeft ? ("end", "start") : ("start", "end")
            var anchor = start
            switch text.alignment {
            case .center:
                element.set("x", line.baseline.x + line.width / 2)
                anchor = "middle"
            case .right:
                element.set("x", line.baseline.x + line.width)
                anchor = end
            default:
                element.set("x", line.baseline.x)
            }
            if anchor != "start" { element.set("text-anchor", anchor) }
            if isRightToLeft { element.set("direction", "rtl") }
            element.set("y", line.baseline.y)
            element.setTextLength(line.width)
            element.set("font-size", text.font.size)
            if let name = text.font.name, !name.isEmpty {
                element.set("font-family", SVGFont.families(preferring: [name] + renderer.fonts))
            }
            if text.font.isBold { element.set("font-weight", "bold") }
            if text.font.isItalic { element.set("font-style", "italic") }
            let rules = [text.isUnderlined ? "underline" : nil, text.isStruckThrough ? "line-through" : nil]
                .compactMap(\.self)
            if !rules.isEmpty { element.set("text-decoration", rules.joined(separator: " ")) }
            element.paint("fill", text.color)
            lines.append(element.text(around: SVGText.escaped(line.text)))
        }
    }
}
