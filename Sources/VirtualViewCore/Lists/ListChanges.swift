public import VirtualViewExpressions

/// Changes to the entries of a list, one after the other.
///
/// An index counts the entries as they are after the changes before it.
///
/// ```swift
/// var changes = ListChanges()
/// changes.remove(at: 3)
/// changes.insert(["type": "card", "title": "New"], at: 0)
/// try feed.apply(changes)
/// ```
///
/// An entry as deep as `JSONValue.maximumDepth` is null, because no array of the data could contain it.
public struct ListChanges: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case insert(JSONValue, Int)
        case remove(Int)
        case move(from: Int, to: Int)
        case change(Int, JSONValue)
    }

    /// The changes that an app cannot make: an index is not that of an entry.
    public struct InvalidIndex: Error, Hashable, CustomStringConvertible {
        /// The number of the change, from 0.
        public let change: Int
        /// The index.
        public let index: Int
        /// The number of entries at that point.
        public let count: Int

        /// The problem in a sentence.
        public var description: String {
            "change \(change) is at index \(index), but there are \(count) entries then"
        }
    }

    private(set) var steps: [Step] = []

    /// Makes a list without changes.
    public init() {}

    /// Adds an entry before the one with an index, or at the end.
    public mutating func insert(_ entry: JSONValue, at index: Int) {
        steps.append(.insert(Self.fitting(entry), index))
    }

    /// Removes an entry.
    public mutating func remove(at index: Int) {
        steps.append(.remove(index))
    }

    /// Moves an entry, so that it has another index afterwards.
    public mutating func move(from index: Int, to newIndex: Int) {
        steps.append(.move(from: index, to: newIndex))
    }

    /// Replaces the data of an entry, which stays the same entry.
    public mutating func change(_ entry: JSONValue, at index: Int) {
        steps.append(.change(index, Self.fitting(entry)))
    }

    private static func fitting(_ entry: JSONValue) -> JSONValue {
        entry.depth < JSONValue.maximumDepth ? entry : .null
    }

    /// Checks the indices for a number of entries.
    func check(count: Int) throws(InvalidIndex) {
        var count = count
        for (number, step) in steps.enumerated() {
            func check(_ index: Int, below limit: Int) throws(InvalidIndex) {
                guard index >= 0, index < limit else {
                    throw InvalidIndex(change: number, index: index, count: count)
                }
            }
            switch step {
            case .insert(_, let index):
                try check(index, below: count + 1)
                count += 1
            case .remove(let index):
                try check(index, below: count)
                count -= 1
            case .move(let from, let to):
                try check(from, below: count)
                try check(to, below: count)
            case .change(let index, _): try check(index, below: count)
            }
        }
    }
}

extension ItemContainerNode {
    /// Changes the entries that the container shows, without comparing all of them.
    ///
    /// The data of the tree stays as it is; the next data that an app sets is compared with the changed entries. A call while
    /// data is being shown or items are made takes effect after that, unless an index is not that of an entry then.
    ///
    /// - Parameter changes: The changes.
    /// - Throws: ``ListChanges/InvalidIndex`` if an index is not that of an entry; then nothing is changed.
    /// - Complexity: O(*c* · *n* / 64) in the number of changes and of entries for a list with a ``ListWindow``, and
    ///   O(*c* · *n*) for other containers. The columns of `staggeredGrid` are found again in O(*n*).
    public final func apply(_ changes: ListChanges) throws(ListChanges.InvalidIndex) {
        try changes.check(count: entryCount)
        guard let tree, !changes.steps.isEmpty else { return }
        let make = {
            // A change that waits may come after other data.
            guard self.tree === tree, (try? changes.check(count: self.entryCount)) != nil else { return }
            self.make(changes, in: tree)
        }
        tree.change(.items(make))
    }
}
