import VirtualView
import VirtualViewExpressions
import VirtualViewFormat

/// Draws a snapshot from its text alone: boxes, texts, lines and shapes, and frames for images and views of the app.
///
/// What containers clip is cut at the edges of their frames; round corners cut nothing more.
/// An earlier state of a template is there as text alone, so that its picture is drawn from that; the new state is drawn
/// beside it in the same way.
struct SnapshotSketch {
    private var lines: [String] = []

    /// Returns an `svg` element; empty if the snapshot has no size.
    static func svg(_ snapshot: Snapshot, isDark: Bool) -> String {
        let size = numbers(snapshot.size)
        guard size.count == 2 else { return "" }
        var sketch = SnapshotSketch()
        sketch.draw(snapshot.nodes())
        let (width, height) = (text(max(1, size[0])), text(max(1, size[1])))
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
            <rect width="\(width)" height="\(height)" fill="\(isDark ? "#000" : "#fff")"/>
            \(sketch.lines.joined(separator: "\n"))
            </svg>
            """
    }

    private mutating func draw(_ nodes: [Snapshot.Node]) {
        guard !nodes.isEmpty else { return }
        var open = [(number: 0, x: 0.0, y: 0.0, opacity: 1.0, clip: LayoutRect?.none)]
        while let (number, left, top, around, clip) = open.popLast() {
            let node = nodes[number]
            guard !node.isGone, clip?.isEmpty != true else { continue }
            let x = left + node.number("x")
            let y = top + node.number("y")
            let opacity = node.details.filter { $0.kind == "group" && $0.has("opacity") }.reduce(around) {
                $0 * $1.number("opacity")
            }
            if let clip { lines.append(Self.opening(of: clip)) }
            if opacity < 1 { lines.append("<g opacity=\"\(Self.text(opacity))\">") }
            for detail in node.details { draw(detail, of: node, x, y) }
            if opacity < 1 { lines.append("</g>") }
            if clip != nil { lines.append("</svg>") }
            let inset = Self.numbers(node.value("padding"))
            let scroll = Self.numbers(node.value("scrolled"))
            let isRTL = node.fields.contains { $0.name == "rtl" }
            // What is read from right to left begins at the right, and content that is wider has its left edge outside.
            let content = node.details.first { $0.kind == "group" && $0.has("content") }?.number("content") ?? 0
            let scrolled = scroll.first ?? 0
            let shift = isRTL ? min(0, node.number("width") - content) + scrolled : -scrolled
            let inner = (
                x: x + (inset.first ?? 0) + shift,
                y: y + (inset.count > 1 ? inset[1] : inset.first ?? 0) - (scroll.count > 1 ? scroll[1] : 0)
            )
            let seen = Self.clip(of: node, x, y).map { clip?.intersection($0) ?? $0 } ?? clip
            open += node.children.reversed().map { ($0, inner.x, inner.y, opacity, seen) }
        }
    }

    /// Returns where what is inside of a node is seen; `nil` if the node does not clip it.
    private static func clip(of node: Snapshot.Node, _ x: Double, _ y: Double) -> LayoutRect? {
        let text = node.details.first { $0.kind == "group" && $0.has("clip") }?.value("clip") ?? ""
        let rect = numbers(text)
        guard rect.count == 4 else { return nil }
        return LayoutRect(x: x + rect[0], y: y + rect[1], width: rect[2], height: rect[3])
    }

    /// The start of a picture in the picture, which shows its part of it and nothing else; unlike a path it needs no name.
    private static func opening(of clip: LayoutRect) -> String {
        let numbers = [clip.origin.x, clip.origin.y, clip.size.width, clip.size.height].map(text)
        let places = zip(["x", "y", "width", "height"], numbers).map { "\($0)=\"\($1)\"" }.joined(separator: " ")
        return "<svg \(places) viewBox=\"\(numbers.joined(separator: " "))\">"
    }

    private mutating func draw(_ detail: Snapshot.Detail, of node: Snapshot.Node, _ x: Double, _ y: Double) {
        switch detail.kind {
        case "box":
            let fill = Self.color(detail.value("background"))
            let border = detail.number("border")
            let stroke =
                border > 0
                ? " stroke-width=\"\(Self.text(border))\" stroke\(Self.color(detail.value("borderColor")))" : ""
            let radius = Self.numbers(detail.value("radius")).first ?? 0
            lines.append(
                rect(
                    [x, y, node.number("width"), node.number("height")],
                    "rx=\"\(Self.text(radius))\" fill\(fill)\(stroke)"
                )
            )
        case "text":
            let places = detail.value("at").split(separator: " ").map { Self.numbers(String($0)) }
            let size = Self.text(detail.number("size"))
            var weight = detail.has("bold") ? " font-weight=\"bold\"" : ""
            if detail.has("italic") { weight += " font-style=\"italic\"" }
            let rules = [("underlined", "underline"), ("struckThrough", "line-through")]
                .compactMap { detail.has($0) ? $1 : nil }
            if !rules.isEmpty { weight += " text-decoration=\"\(rules.joined(separator: " "))\"" }
            let rooms = Self.numbers(detail.value("room"))
            for (index, (line, place)) in zip(detail.texts, places).enumerated() where place.count == 2 {
                let point = "x=\"\(Self.text(x + place[0]))\" y=\"\(Self.text(y + place[1]))\""
                // Whatever fonts there are, a line is as wide as it was measured.
                let room = index < rooms.count ? rooms[index] : 0
                let length =
                    room > 0 ? " textLength=\"\(Self.text(room))\" lengthAdjust=\"spacingAndGlyphs\"" : ""
                lines.append(
                    "<text \(point)\(length) font-size=\"\(size)\"\(weight) fill\(Self.color(detail.value("color")))>"
                        + "\(MarkupText.escaped(VisibleText.line(line)))</text>"
                )
            }
        case "image", "slot":
            let box = Self.numbers(detail.value("box"))
            guard box.count == 4 else { return }
            lines.append(
                rect(
                    [x + box[0], y + box[1], box[2], box[3]],
                    "fill=\"#8884\" stroke=\"#888\" stroke-dasharray=\"3 2\""
                )
            )
        case "shape", "bar":
            let box = Self.numbers(detail.value("box"))
            guard box.count == 4 else { return }
            let width = detail.number("stroke")
            let color = Self.color(detail.value("color"))
            let paint = width > 0 ? "fill=\"none\" stroke-width=\"\(Self.text(width))\" stroke\(color)" : "fill\(color)"
            let isRound = ["circle", "oval", "ellipse"].contains { detail.value("kind").hasPrefix($0) }
            let radius = isRound ? "rx=\"\(Self.text(box[2] / 2))\" ry=\"\(Self.text(box[3] / 2))\" " : ""
            lines.append(rect([x + box[0], y + box[1], box[2], box[3]], radius + paint))
        case "line":
            let (start, end) = (Self.numbers(detail.value("from")), Self.numbers(detail.value("to")))
            guard start.count == 2, end.count == 2 else { return }
            let places = zip(["x1", "y1", "x2", "y2"], [x + start[0], y + start[1], x + end[0], y + end[1]])
            let attributes = places.map { "\($0)=\"\(Self.text($1))\"" }.joined(separator: " ")
            let paint =
                "stroke-width=\"\(Self.text(detail.number("thickness")))\" stroke\(Self.color(detail.value("color")))"
            lines.append("<line \(attributes) \(paint)/>")
        default: break
        }
    }

    private func rect(_ frame: [Double], _ attributes: String) -> String {
        let places = zip(["x", "y", "width", "height"], frame).map { "\($0)=\"\(Self.text($1))\"" }
        return "<rect \(places.joined(separator: " ")) \(attributes)/>"
    }

    /// Returns the value of a colour, and the opacity beside it: `="#123456" fill-opacity="0.5"` without the name.
    private static func color(_ text: String) -> String {
        let digits = text.drop { $0 == "#" }
        guard digits.count == 8, let value = UInt32(digits, radix: 16) else { return "=\"none\"" }
        let color = HexText.number(value & 0xFF_FFFF, width: 6)
        return "=\"#\(color)\(HexText.number(value >> 24, width: 2))\""
    }

    private static func text(_ number: Double) -> String { SnapshotWriter.number(number) }

    /// Returns the numbers of a value such as `0,14 20x8`.
    fileprivate static func numbers(_ text: String) -> [Double] {
        text.split { !"0123456789.-".contains($0) }.compactMap { Double($0) }.filter(\.isFinite)
    }
}

extension [Snapshot.Field] {
    /// The value of the field with a name; empty if there is none.
    fileprivate func value(_ name: String) -> String { first { $0.name == name }?.value ?? "" }
}

extension Snapshot.Node {
    fileprivate func value(_ name: String) -> String { fields.value(name) }
    fileprivate func number(_ name: String) -> Double { SnapshotSketch.numbers(value(name)).first ?? 0 }
}

extension Snapshot.Detail {
    fileprivate func value(_ name: String) -> String { fields.value(name) }
    fileprivate func number(_ name: String) -> Double { SnapshotSketch.numbers(value(name)).first ?? 0 }
    fileprivate func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

    /// The lines of a text.
    fileprivate var texts: [String] {
        (try? JSONValue(json: Array("[\(value(""))]".utf8)))?.elements.compactMap { $0.textValue } ?? []
    }
}
