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
        var groups: [(clip: Clip, isSeen: Bool)] = [(Clip(rows: 0..<rows, columns: nil), true)]
        for item in list.items {
            let group = groups[groups.count - 1]
            switch item.content {
            case .beginGroup(let inner):
                var clip: Clip? = group.clip
                if group.isSeen, let rect = inner.clip { clip = cut(group.clip, .box(rect, inner.radii)) }
                groups.append((clip ?? group.clip, group.isSeen && clip != nil && inner.opacity > 0))
            case .endGroup:
                if groups.count > 1 { groups.removeLast() }
            default:
                guard group.isSeen else { continue }
                for region in Region.regions(of: item) { add(region, group.clip, &steps) }
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

    /// The rows in which a group is seen, and the columns of each; `nil` for all columns.
    private struct Clip {
        let rows: Range<Int>
        let columns: [(begin: Int32, end: Int32)]?
    }

    /// Returns the part of a clip that is inside another one; `nil` if there is none.
    private mutating func cut(_ outer: Clip, _ clip: Region) -> Clip? {
        guard let rows = rows(of: clip, in: outer) else { return nil }
        let columns = rows.map { row in
            let span = spans(of: clip, row, in: outer).first ?? (0, 0)
            return (begin: Int32(span.begin), end: Int32(span.end))
        }
        return Clip(rows: rows, columns: columns)
    }

    private mutating func add(_ region: Region, _ clip: Clip, _ steps: inout [Int32]) {
        guard let rows = rows(of: region, in: clip) else { return }
        for row in rows {
            for span in spans(of: region, row, in: clip) where span.begin < span.end {
                steps[row * (columns + 1) + span.begin] += 1
                steps[row * (columns + 1) + span.end] -= 1
            }
        }
    }

    /// Returns the rows of a region that are inside a clip; `nil` if there are none, or too many were asked for.
    private mutating func rows(of region: Region, in clip: Clip) -> Range<Int>? {
        let first = max(clip.rows.lowerBound, Self.cell(region.top))
        let end = min(clip.rows.upperBound, Self.cell(region.bottom))
        guard first < end, rowsLeft >= end - first else { return nil }
        rowsLeft -= end - first
        return first..<end
    }

    /// Returns the columns of a region in a row of a clip, which may be none.
    private func spans(of region: Region, _ row: Int, in clip: Clip) -> [(begin: Int, end: Int)] {
        let outer = clip.columns.map { $0[row - clip.rows.lowerBound] } ?? (begin: 0, end: Int32(columns))
        return region.spans(at: Double(row) + 0.5).map { left, right in
            (max(Int(outer.begin), Self.cell(left)), min(Int(outer.end), Self.cell(right)))
        }
    }

    /// Returns the first column or row whose middle is at a place or after it.
    private static func cell(_ place: Double) -> Int {
        guard place.isFinite else { return 0 }
        return Int((min(max(place, -1e7), 1e7) - 0.5).rounded(.up))
    }
}
