import VirtualViewCore

/// A part of a picture that something paints.
enum Region {
    case box(LayoutRect, DisplayList.CornerRadii)
    case ellipse(LayoutRect)
    /// Four corners, around.
    case corners([LayoutPoint])
    /// The first without the second.
    indirect case ring(Region, Region)

    static func rect(_ rect: LayoutRect) -> Region { .box(rect, .zero) }

    /// Returns what an item paints.
    static func regions(of item: DisplayList.Item) -> [Region] {
        switch item.content {
        case .box(let box):
            let shape = RoundedRect(rect: item.frame, radii: box.radii)
            var regions: [Region] = []
            if box.background.opacity > 0 { regions.append(.box(shape.rect, shape.radii)) }
            if box.backgroundImage != nil { regions.append(.box(shape.rect, shape.radii)) }
            if box.borderWidth > 0, box.borderColor.opacity > 0 {
                let inner = shape.inset(by: box.borderWidth)
                regions.append(.ring(.box(shape.rect, shape.radii), .box(inner.rect, inner.radii)))
            }
            return regions
        case .text(let text):
            guard text.color.opacity > 0 else { return [] }
            return text.lines.filter { $0.text.contains { !$0.isWhitespace } }.map { line in
                let size = text.font.size
                let top = line.baseline.y - 0.905 * size
                return .rect(LayoutRect(x: line.baseline.x, y: top, width: line.width, height: 1.117 * size))
            }
        case .image(let image): return [.box(image.box, image.radii)]
        case .line(let line): return line.color.opacity > 0 ? [.line(line)] : []
        case .shape(let shape): return shape.color.opacity > 0 ? [.shape(shape)] : []
        case .bar(let bar): return bar.color.opacity > 0 ? [.rect(bar.box)] : []
        case .slot(let slot): return [.rect(slot.box)]
        case .beginGroup, .endGroup: return []
        }
    }

    private static func line(_ line: DisplayList.Line) -> Region {
        let (dx, dy) = (line.end.x - line.start.x, line.end.y - line.start.y)
        let length = (dx * dx + dy * dy).squareRoot()
        guard length > 0 else { return .corners([]) }
        let (x, y) = (-dy / length * line.width / 2, dx / length * line.width / 2)
        return .corners([
            LayoutPoint(x: line.start.x + x, y: line.start.y + y), LayoutPoint(x: line.end.x + x, y: line.end.y + y),
            LayoutPoint(x: line.end.x - x, y: line.end.y - y), LayoutPoint(x: line.start.x - x, y: line.start.y - y),
        ])
    }

    private static func shape(_ shape: DisplayList.Shape) -> Region {
        func region(_ rect: LayoutRect) -> Region { shape.kind == .rect ? .rect(rect) : .ellipse(rect) }
        guard let width = shape.strokeWidth else { return region(shape.box) }
        return .ring(region(shape.box), region(RoundedRect(rect: shape.box, radii: .zero).inset(by: width).rect))
    }

    var top: Double { edges.0 }
    var bottom: Double { edges.1 }

    private var edges: (Double, Double) {
        switch self {
        case .box(let rect, _), .ellipse(let rect): (rect.origin.y, rect.origin.y + rect.size.height)
        case .corners(let corners): (corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0)
        case .ring(let outer, _): outer.edges
        }
    }

    /// Returns the painted parts of a row, from left to right.
    func spans(at y: Double) -> [(Double, Double)] {
        switch self {
        case .box(let rect, let radii): Self.span(rect, radii, y).map { [$0] } ?? []
        case .ellipse(let rect): Self.span(ellipse: rect, y).map { [$0] } ?? []
        case .corners(let corners): Self.span(corners, y).map { [$0] } ?? []
        case .ring(let outer, let inner): Self.cut(outer.spans(at: y), inner.spans(at: y))
        }
    }

    private static func cut(_ outer: [(Double, Double)], _ inner: [(Double, Double)]) -> [(Double, Double)] {
        guard let outer = outer.first else { return [] }
        guard let inner = inner.first, inner.0 < inner.1 else { return [outer] }
        return [(outer.0, inner.0), (inner.1, outer.1)]
    }

    private static func span(_ rect: LayoutRect, _ radii: DisplayList.CornerRadii, _ y: Double) -> (Double, Double)? {
        let (top, bottom) = (rect.origin.y, rect.origin.y + rect.size.height)
        guard y >= top, y < bottom, rect.size.width > 0 else { return nil }
        let most = min(rect.size.width, rect.size.height) / 2
        func inset(_ upper: Double, _ lower: Double) -> Double {
            let (upper, lower) = (min(max(upper, 0), most), min(max(lower, 0), most))
            if y < top + upper { return upper - (upper * upper - (top + upper - y) * (top + upper - y)).squareRoot() }
            if y > bottom - lower {
                return lower - (lower * lower - (y - bottom + lower) * (y - bottom + lower)).squareRoot()
            }
            return 0
        }
        return (
            rect.origin.x + inset(radii.topLeft, radii.bottomLeft),
            rect.origin.x + rect.size.width - inset(radii.topRight, radii.bottomRight)
        )
    }

    private static func span(ellipse rect: LayoutRect, _ y: Double) -> (Double, Double)? {
        let (rx, ry) = (rect.size.width / 2, rect.size.height / 2)
        guard rx > 0, ry > 0 else { return nil }
        let part = (y - rect.origin.y - ry) / ry
        guard abs(part) < 1 else { return nil }
        let half = rx * (1 - part * part).squareRoot()
        return (rect.origin.x + rx - half, rect.origin.x + rx + half)
    }

    private static func span(_ corners: [LayoutPoint], _ y: Double) -> (Double, Double)? {
        var places: [Double] = []
        for (index, corner) in corners.enumerated() {
            let next = corners[(index + 1) % corners.count]
            guard corner.y <= y && y < next.y || next.y <= y && y < corner.y else { continue }
            places.append(corner.x + (next.x - corner.x) * (y - corner.y) / (next.y - corner.y))
        }
        guard let left = places.min(), let right = places.max() else { return nil }
        return (left, right)
    }
}
