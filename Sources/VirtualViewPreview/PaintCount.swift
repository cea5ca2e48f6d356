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
    private var rowsLeft = 1 << 24

    private static let maximumPoints = 4 << 20

    /// Counts what a list paints.
    ///
    /// - Parameter list: The list.
    /// - Complexity: O(*n* · *h* + *p*) in the number of items, their heights, and the points of the picture.
    package init(_ list: DisplayList) {
        func side(_ length: Double) -> Int { length.isFinite ? Int(min(max(length, 0), 1e6).rounded(.up)) : 0 }
        columns = side(list.size.width)
        rows = columns == 0 ? 0 : min(side(list.size.height), Self.maximumPoints / columns)
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
        guard rowsLeft >= end - first else { return }
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
