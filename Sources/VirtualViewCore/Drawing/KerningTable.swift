/// The kerning of pairs of ASCII characters: the distance to add to their widths, negative for most pairs.
///
/// Other pairs of characters have no kerning.
struct KerningTable {
    private static let first: UInt32 = 0x20
    private static let count: UInt32 = 95

    /// The distance of each pair in thousandths of the font size, row by row.
    private let distances: [Int16]

    /// The kerning of letters of regular weight.
    static let regular = KerningTable(
        TextWidths.regularPairStarts,
        TextWidths.regularPairSeconds,
        TextWidths.regularPairDistances
    )
    /// The kerning of bold letters.
    static let bold = KerningTable(
        TextWidths.boldPairStarts,
        TextWidths.boldPairSeconds,
        TextWidths.boldPairDistances
    )

    private init(_ starts: [UInt16], _ seconds: [UInt8], _ values: [Int16]) {
        let count = Int(Self.count)
        var distances = [Int16](repeating: 0, count: count * count)
        for row in 0..<count {
            for place in Int(starts[row])..<Int(starts[row + 1]) {
                distances[row * count + Int(seconds[place]) - Int(Self.first)] = values[place]
            }
        }
        self.distances = distances
    }

    @inline(__always)
    func distance(between first: Unicode.Scalar, and second: Unicode.Scalar) -> Int16 {
        let row = first.value &- Self.first
        let column = second.value &- Self.first
        guard row < Self.count, column < Self.count else { return 0 }
        return distances[Int(row * Self.count + column)]
    }
}
