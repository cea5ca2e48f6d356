import VirtualViewCore

/// How often each point of a picture is painted, without regard to what covers what.
///
/// A point counts where its middle is. A line of text counts with the room of its letters, an image and a slot with their
/// rectangles, and a dashed line as a solid one.
package struct PaintCount {
    /// The columns of points.
    package let columns: Int
    /// The rows of points.
    package let rows: Int
    /// The numbers, row by row.
    package private(set) var numbers: [Int32]
    /// Whether something at the end is not counted, because the picture has more than is counted.
    package private(set) var isCut = false
    private var rowsLeft = 1 << 24

    private static let maximumPoints = 4 << 20

    /// Counts what a list paints.
    ///
    /// - Parameter list: The list.
    /// - Complexity: O(*n* · *h* + *p*) in the number of items, their heights, and the points of the picture.
    package init(_ list: DisplayList) {
        func side(_ length: Double) -> Int { length.isFinite ? Int(min(max(length, 0), 1e6).rounded(.up)) : 0 }
        columns = side(list.size.width)
        let all = side(list.size.height)
        rows = columns == 0 ? 0 : min(all, Self.maximumPoints / columns)
        isCut = rows < all && columns > 0
        numbers = Array(repeating: 0, count: rows * columns)
        guard !numbers.isEmpty else { return }
        // What begins and what ends in a column, with one column more for what ends at the edge.
        var steps = [Int32](repeating: 0, count: rows * (columns + 1))
        var groups: [(clips: [Region], isSeen: Bool)] = [([], true)]
        for item in list.items {
            let group = groups[groups.count - 1]
            switch item.content {
            case .beginGroup(let inner):
                let clip = inner.clip.map { Region.box($0, inner.radii) }
                groups.append((group.clips + [clip].compactMap(\.self), group.isSeen && inner.opacity > 0))
            case .endGroup:
                if groups.count > 1 { groups.removeLast() }
            default:
                guard group.isSeen else { continue }
                for region in Region.regions(of: item) { add(region, group.clips, &steps) }
            }
        }
        for row in 0..<rows {
            var count: Int32 = 0
            for column in 0..<columns {
                count += steps[row * (columns + 1) + column]
                numbers[row * columns + column] = count
            }
        }
    }

    /// Whether nothing is painted.
    package var isBlank: Bool { numbers.allSatisfy { $0 == 0 } }

    /// How often a point is painted on average.
    package var average: Double {
        numbers.isEmpty ? 0 : Double(numbers.reduce(0) { $0 + Int($1) }) / Double(numbers.count)
    }

    private mutating func add(_ region: Region, _ clips: [Region], _ steps: inout [Int32]) {
        let first = max(0, Self.cell(region.top))
        let end = min(rows, Self.cell(region.bottom))
        guard first < end else { return }
        guard rowsLeft >= end - first else {
            isCut = true
            return
        }
        rowsLeft -= end - first
        for row in first..<end {
            let middle = Double(row) + 0.5
            var spans = region.spans(at: middle)
            for clip in clips {
                guard let outer = clip.spans(at: middle).first else {
                    spans = []
                    break
                }
                spans = spans.map { (max($0.0, outer.0), min($0.1, outer.1)) }
            }
            for (left, right) in spans {
                let begin = max(0, Self.cell(left))
                let end = min(columns, Self.cell(right))
                guard begin < end else { continue }
                steps[row * (columns + 1) + begin] += 1
                steps[row * (columns + 1) + end] -= 1
            }
        }
    }

    /// Returns the first column or row whose middle is at a place or after it.
    private static func cell(_ place: Double) -> Int {
        guard place.isFinite else { return 0 }
        return Int((min(max(place, -1e7), 1e7) - 0.5).rounded(.up))
    }
}

/// A part of a picture that something paints.
private enum Region {
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
        default: return []
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
