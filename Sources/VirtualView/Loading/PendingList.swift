/// A queue that allows removal from the middle; every operation is O(1).
///
/// The elements are linked inside one array and free cells are reused, so the list is as large as the highest number of
/// elements that waited at once.
struct PendingList<Element: Sendable>: Sendable {
    /// The position of an element until it is removed.
    typealias Position = Int

    private struct Cell {
        var element: Element?
        var previous: Position
        var next: Position
    }

    private static var none: Position { -1 }

    private var cells: [Cell] = []
    private var first = Self.none
    private var last = Self.none
    private var firstFree = Self.none
    /// The number of waiting elements.
    private(set) var count = 0

    /// Adds an element at the end.
    mutating func append(_ element: Element) -> Position {
        let cell = Cell(element: element, previous: last, next: Self.none)
        let position: Position
        if firstFree == Self.none {
            position = cells.count
            cells.append(cell)
        } else {
            position = firstFree
            firstFree = cells[position].next
            cells[position] = cell
        }
        if last == Self.none { first = position } else { cells[last].next = position }
        last = position
        count += 1
        return position
    }

    /// Removes an element at any position.
    @discardableResult
    mutating func remove(at position: Position) -> Element? {
        guard let element = cells[position].element else { return nil }
        let (previous, next) = (cells[position].previous, cells[position].next)
        if previous == Self.none { first = next } else { cells[previous].next = next }
        if next == Self.none { last = previous } else { cells[next].previous = previous }
        cells[position] = Cell(element: nil, previous: Self.none, next: firstFree)
        firstFree = position
        count -= 1
        return element
    }

    /// Removes the element that has waited longest.
    mutating func popFirst() -> Element? {
        first == Self.none ? nil : remove(at: first)
    }
}
