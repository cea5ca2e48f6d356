/// The two columns of a staggered list: each item goes into the shorter one.
struct StaggeredColumns {
    /// The lengths of the columns so far; they are equal in a list of one column, whose items take both.
    private var lengths: (Double, Double)
    /// Whether the columns have an item.
    private var isFilled = (false, false)
    private let gap: Double

    init(firstSpace: Double, gap: Double) {
        lengths = (firstSpace, firstSpace)
        self.gap = gap
    }

    /// Where the next item of each column starts.
    private var starts: (Double, Double) {
        (lengths.0 + (isFilled.0 ? gap : 0), lengths.1 + (isFilled.1 ? gap : 0))
    }

    var longest: Double { max(lengths.0, lengths.1) }

    /// Adds an item as wide as both columns, and returns its position.
    mutating func addAcross(_ length: Double) -> Double {
        let start = max(starts.0, starts.1)
        lengths = (start + length, start + length)
        isFilled = (true, true)
        return start
    }

    /// Adds an item to the shorter column, and returns its position and column.
    mutating func addToShorter(_ length: Double) -> (start: Double, column: Int) {
        if lengths.0 <= lengths.1 {
            let start = starts.0
            lengths.0 = start + length
            isFilled.0 = true
            return (start, 0)
        }
        let start = starts.1
        lengths.1 = start + length
        isFilled.1 = true
        return (start, 1)
    }

    /// Adds items of which only the whole extent is known, gaps included, so that the columns end evenly if they can.
    mutating func addEvenly(_ extent: Double) {
        guard extent > 0 else { return }
        let (first, second) = (starts.0 - gap, starts.1 - gap)
        let even = (first + second + extent) / 2
        lengths =
            even >= max(first, second)
            ? (even, even) : (first < second ? (first + extent, second) : (first, second + extent))
        isFilled = (true, true)
    }
}
