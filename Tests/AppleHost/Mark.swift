import CoreGraphics
import CoreText
import Foundation
import QuartzCore
import VirtualView

@testable import VirtualViewUI

/// One thing on the screen: what it is, and where, in the coordinates of the template.
struct Mark: CustomStringConvertible {
    let name: String
    let numbers: [Double]
    /// How far it may be from where the display list says: boxes and clips are on pixels.
    var tolerance = 0.004

    var description: String { "\(name) \(numbers.map { String(format: "%.2f", $0) }.joined(separator: " "))" }

    func isLike(_ other: Mark) -> Bool {
        guard name == other.name, numbers.count == other.numbers.count else { return false }
        return zip(numbers, other.numbers).allSatisfy { abs($0 - $1) <= max(tolerance, other.tolerance) }
    }

    static func color(_ parts: [CGFloat]) -> String {
        "#" + parts.map { String(format: "%02X", Int(($0 * 255).rounded())) }.joined()
    }

    static func color(_ color: ARGBColor) -> String {
        self.color([color.red, color.green, color.blue, color.alpha].map { CGFloat($0) / 255 })
    }

    /// The edges: each is rounded to a pixel of its own.
    static func numbers(_ rect: CGRect) -> [Double] { [rect.minX, rect.minY, rect.maxX, rect.maxY].map { Double($0) } }

    static func radii(_ radii: DisplayList.CornerRadii) -> [Double] {
        [radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft]
    }
}

// MARK: - What the display list says

extension Mark {
    /// What a host has to put on the screen for a list; images are there if `hasImages`.
    static func wanted(by list: DisplayList, scale: Double, hasImages: Bool) -> [Mark] {
        let pixel = 0.5 / scale + 0.004
        var marks: [Mark] = []
        for item in list.items {
            let frame = numbers(CGRect(item.frame))
            switch item.content {
            case .beginGroup(let group):
                let clip = group.clip.map { numbers(CGRect($0)) + radii(group.radii) } ?? []
                marks.append(Mark(name: "group \(group.opacity)", numbers: clip, tolerance: pixel))
            case .endGroup: marks.append(Mark(name: "end", numbers: []))
            case .box(let box):
                let corners = radii(box.radii)
                let isDrawn = box.backgroundImage != nil || Set(corners).count > 1
                let slack = isDrawn ? 0.004 : pixel
                if box.background.alpha > 0 {
                    marks.append(
                        Mark(name: "fill \(color(box.background))", numbers: frame + corners, tolerance: slack)
                    )
                }
                if let source = box.backgroundImage, hasImages {
                    marks.append(Mark(name: "image \(source)", numbers: frame + frame + corners))
                }
                if box.borderWidth > 0 {
                    let numbers = frame + corners + [box.borderWidth]
                    marks.append(Mark(name: "border \(color(box.borderColor))", numbers: numbers, tolerance: slack))
                }
            case .text(let text): marks += wanted(by: text)
            case .image(let image):
                guard hasImages else { break }
                let place = image.destination ?? image.box
                let name = "image \(image.source)\(image.isMirrored ? " mirrored" : "")"
                let numbers = numbers(CGRect(place)) + numbers(CGRect(image.box)) + radii(image.radii)
                marks.append(Mark(name: name, numbers: numbers))
            case .line(let line):
                let ends = [line.start.x, line.start.y, line.end.x, line.end.y, line.width] + line.dashes
                marks.append(Mark(name: "line \(color(line.color))", numbers: ends))
            case .shape(let shape):
                let kind = shape.kind == .rect ? "rect" : "ellipse"
                let paint = color(shape.color)
                if let width = shape.strokeWidth {
                    let box = CGRect(shape.box).insetBy(dx: CGFloat(width / 2), dy: CGFloat(width / 2))
                    marks.append(Mark(name: "outline \(kind) \(paint)", numbers: numbers(box) + [width]))
                } else {
                    marks.append(Mark(name: "\(kind) \(paint)", numbers: numbers(CGRect(shape.box))))
                }
            case .bar(let bar):
                marks.append(Mark(name: "rect \(color(bar.color))", numbers: numbers(CGRect(bar.box))))
            case .slot(let slot):
                marks.append(Mark(name: "slot \(slot.component)", numbers: numbers(CGRect(slot.box)), tolerance: pixel))
            @unknown default: break
            }
        }
        return marks
    }

    private static func wanted(by text: DisplayList.Text) -> [Mark] {
        var font = "\(text.font.name ?? "system") \(CGFloat(text.font.size))"
        if text.font.isBold { font += " bold" }
        if text.font.isItalic { font += " italic" }
        return text.lines.flatMap { line -> [Mark] in
            let name = "text '\(line.text)' \(font) \(color(text.color))"
            var marks = [Mark(name: name, numbers: [line.baseline.x, line.baseline.y])]
            for (isOn, share) in [(text.isStruckThrough, -0.3), (text.isUnderlined, 0.1)] where isOn {
                let y = line.baseline.y + text.font.size * share
                let rule = [line.baseline.x, y, line.baseline.x + line.width, y + max(1, text.font.size / 15)]
                marks.append(Mark(name: "rect \(color(text.color))", numbers: rule))
            }
            return marks
        }
    }
}

// MARK: - What the views show

extension Mark {
    /// What is on the screen inside of a view, from back to front.
    @MainActor static func shown(in view: TemplateView, slots: [ObjectIdentifier: String] = [:]) -> [Mark] {
        view.subviews.flatMap { shown($0, at: .zero, slots) }
    }

    @MainActor private static func shown(
        _ view: PlatformView,
        at origin: CGPoint,
        _ slots: [ObjectIdentifier: String]
    ) -> [Mark] {
        let place = CGRect(
            x: origin.x + view.frame.minX,
            y: origin.y + view.frame.minY,
            width: view.frame.width,
            height: view.frame.height
        )
        if let name = slots[ObjectIdentifier(view)] { return [Mark(name: "slot \(name)", numbers: numbers(place))] }
        switch view {
        case let view as GroupView: return group(view, place, slots)
        case let view as FillView: return fill(view, place)
        case is DrawnView: return view.picture.calls.flatMap { marks($0, at: place.origin) }
        default: return view.isHostFlipped ? [] : [Mark(name: "a view that is upside down", numbers: [])]
        }
    }

    @MainActor private static func group(
        _ view: GroupView,
        _ place: CGRect,
        _ slots: [ObjectIdentifier: String]
    ) -> [Mark] {
        guard let layer = view.surface else { return [Mark(name: "a group without a layer", numbers: [])] }
        var clip: [Double] = []
        if layer.masksToBounds {
            let radii: [Double]
            if let mask = layer.mask as? CAShapeLayer, let path = mask.path {
                radii = outline(of: path.elements).radii
            } else {
                radii = [Double](repeating: Double(layer.cornerRadius), count: 4)
            }
            clip = numbers(place) + radii
        }
        var inner = place.origin
        var children = view.subviews
        if let scroller = view.scroller {
            inner.x -= CGFloat(scroller.place.x)
            inner.y -= CGFloat(scroller.place.y)
            children = scroller.holder.subviews
        }
        let marks = children.flatMap { shown($0, at: inner, slots) }
        return [Mark(name: "group \(Double(view.opacity))", numbers: clip)] + marks + [Mark(name: "end", numbers: [])]
    }

    @MainActor private static func fill(_ view: FillView, _ place: CGRect) -> [Mark] {
        guard let layer = view.surface else { return [Mark(name: "a box without a layer", numbers: [])] }
        let corners = [Double](repeating: Double(layer.cornerRadius), count: 4)
        var marks: [Mark] = []
        if let fill = layer.backgroundColor, (fill.parts.last ?? 0) > 0 {
            marks.append(Mark(name: "fill \(color(fill.parts))", numbers: numbers(place) + corners))
        }
        if layer.borderWidth > 0, let border = layer.borderColor {
            let numbers = numbers(place) + corners + [Double(layer.borderWidth)]
            marks.append(Mark(name: "border \(color(border.parts))", numbers: numbers))
        }
        return marks
    }

    /// The rectangle and the corners of an outline.
    private static func outline(of path: [PathElement]) -> (rect: CGRect, radii: [Double]) {
        if case .rect(let rect, let radius)? = path.first {
            return (rect, [Double](repeating: Double(radius), count: 4))
        }
        var corners: [CGPoint] = []
        var radii: [Double] = []
        for case .arc(let corner, _, let radius) in path.prefix(while: { $0 != .close }) {
            corners.append(corner)
            radii.append(Double(radius))
        }
        guard corners.count == 4 else { return (.null, []) }
        // The arcs are those at the upper right, lower right, lower left and upper left.
        let rect = CGRect(
            x: corners[3].x,
            y: corners[3].y,
            width: corners[1].x - corners[3].x,
            height: corners[1].y - corners[3].y
        )
        return (rect, [radii[3], radii[0], radii[1], radii[2]])
    }

    /// The second of two outlines, between which a border is.
    private static func innerRect(of path: [PathElement]) -> CGRect? {
        let last = path.dropFirst().lastIndex {
            switch $0 {
            case .rect, .move: true
            default: false
            }
        }
        return last.map { outline(of: Array(path[$0...])).rect }
    }

    private static func marks(_ call: DrawingCall, at origin: CGPoint) -> [Mark] {
        func moved(_ rect: CGRect) -> [Double] { numbers(rect.offsetBy(dx: origin.x, dy: origin.y)) }
        switch call.kind {
        case .text(let text, let font, let place, let fill, let isUpright, _):
            let name = "text '\(text)' \(font) \(color(fill))\(isUpright ? "" : " upside down")"
            return [Mark(name: name, numbers: [Double(place.x + origin.x), Double(place.y + origin.y)])]
        case .image(let source, let rect, let isMirrored, let isUpright):
            let clip = call.clips.last.map { outline(of: $0) } ?? (.null, [])
            let name = "image \(source)\(isMirrored ? " mirrored" : "")\(isUpright ? "" : " upside down")"
            return [Mark(name: name, numbers: moved(rect) + moved(clip.rect) + clip.radii)]
        case .fill(let path, let fill):
            if case .ellipse(let rect)? = path.first {
                return [Mark(name: "ellipse \(color(fill))", numbers: moved(rect))]
            }
            let (rect, radii) = outline(of: path)
            guard let inner = innerRect(of: path) else {
                return [Mark(name: "path \(color(fill))", numbers: moved(rect) + radii)]
            }
            let width = Double(inner.minX - rect.minX)
            return [Mark(name: "border \(color(fill))", numbers: moved(rect) + radii + [width])]
        case .stroke(let path, let paint, let width, let dashes):
            if case .ellipse(let rect)? = path.first {
                return [Mark(name: "outline ellipse \(color(paint))", numbers: moved(rect) + [Double(width)])]
            }
            if path.count == 2, case .move(let start) = path[0], case .line(let end) = path[1] {
                let ends = [start.x + origin.x, start.y + origin.y, end.x + origin.x, end.y + origin.y, width] + dashes
                return [Mark(name: "line \(color(paint))", numbers: ends.map { Double($0) })]
            }
            let (rect, radii) = outline(of: path)
            return [Mark(name: "stroke \(color(paint))", numbers: moved(rect) + radii + [Double(width)])]
        }
    }
}

extension Mark {
    /// Compares what is shown with what is wanted; returns the first difference.
    static func difference(_ shown: [Mark], _ wanted: [Mark]) -> String? {
        for (index, pair) in zip(shown.map { $0.named() }, wanted.map { $0.named() }).enumerated() {
            guard pair.0.isLike(pair.1) else { return "\(index): shows \(pair.0), the list says \(pair.1)" }
        }
        guard shown.count != wanted.count else { return nil }
        let (longer, name) = shown.count > wanted.count ? (shown, "shows") : (wanted, "does not show")
        return "\(name) \(longer[min(shown.count, wanted.count)])"
    }

    /// The same mark in one way of saying it: a filled path may be that of a box, a shape or a rule.
    private func named() -> Mark {
        let parts = name.split(separator: " ", maxSplits: 1)
        switch parts.first {
        case "rect": return Mark(name: "fill \(parts[1])", numbers: numbers + [0, 0, 0, 0], tolerance: tolerance)
        case "path": return Mark(name: "fill \(parts[1])", numbers: numbers, tolerance: tolerance)
        case "outline" where name.hasPrefix("outline rect "):
            let corners = numbers[0..<4] + [0, 0, 0, 0]
            return Mark(name: "stroke \(name.dropFirst("outline rect ".count))", numbers: corners + [numbers[4]])
                .named()
        case "stroke" where numbers.count == 9:
            // A line around the middle of a border's width is the border.
            let half = numbers[8] / 2
            let edges = [numbers[0] - half, numbers[1] - half, numbers[2] + half, numbers[3] + half]
            let radii = numbers[4..<8].map { $0 > 0 ? $0 + half : 0 }
            return Mark(name: "border \(parts[1])", numbers: edges + radii + [numbers[8]], tolerance: tolerance)
        default: return self
        }
    }
}
