import VirtualViewFormat

/// Finds an order of attributes that produces the tables of a file.
///
/// A file does not keep the order of attributes. Two things in it follow from that order: strings are in the order of
/// their first use, and the entries of one hash bucket in the order in which they were set (`Docs/Format.md §4`, `§5`).
/// The order that is found keeps both where that is possible; whether it was is seen by compiling the source.
struct AttributeOrder {
    /// An attribute of a node.
    struct Candidate {
        let name: String
        let value: String
        /// The table that its value goes to.
        let table: Int
        /// The texts that are stored for it, in order.
        let texts: [String]
    }

    /// The ``Candidate/table`` of user variables.
    static let variables = 6

    private let texts: DecompiledTexts
    /// The capacities of the hash tables, which outlive a node.
    private var capacities = Array(repeating: 16, count: AttributeOrder.variables)
    /// The strings that were used so far.
    private var seen: Set<StringID> = []

    init(_ texts: DecompiledTexts) {
        self.texts = texts
    }

    /// Records the use of texts.
    mutating func intern(_ texts: [String]) {
        for text in texts { seen.insert(StringID(hashing: text)) }
    }

    /// Returns whether a text has an id already.
    func hasSeen(_ text: String) -> Bool {
        let id = StringID(hashing: text)
        return seen.contains(id) || SystemStrings.string(for: id) != nil
    }

    /// Puts the attributes of one node in order, and records what they use.
    ///
    /// - Parameters:
    ///   - candidates: The attributes in the order of the file's tables.
    ///   - counts: The number of entries that the node has in each table.
    /// - Returns: The same attributes.
    /// - Complexity: O(*n*²) in the number of attributes.
    mutating func ordered(_ candidates: [Candidate], counts: [Int]) -> [Candidate] {
        for (table, count) in counts.enumerated() {
            while capacities[table] / 4 * 3 < count { capacities[table] *= 2 }
        }
        var result: [Candidate] = []
        result.reserveCapacity(candidates.count)
        var rest = candidates.map { (candidate: $0, queue: queue(of: $0)) }
        while !rest.isEmpty {
            let candidate = rest.remove(at: nextIndex(rest)).candidate
            intern(candidate.texts)
            result.append(candidate)
        }
        return result
    }

    /// Attributes with one number keep their order: those of one hash bucket, and the user variables.
    private func queue(of candidate: Candidate) -> Int {
        guard candidate.table < Self.variables else { return candidate.table }
        let key = UInt32(bitPattern: StringID(hashing: candidate.name).rawValue)
        let bucket = Int(truncatingIfNeeded: key ^ key >> 16) & (capacities[candidate.table] - 1)
        return bucket * (Self.variables + 1) + candidate.table
    }

    /// Returns the first attribute that stores nothing new, or else the one whose first new string comes first in the
    /// file.
    private func nextIndex(_ rest: [(candidate: Candidate, queue: Int)]) -> Int {
        var best = 0
        var bestPlace = Int.max
        var queues: Set<Int> = []
        for (index, element) in rest.enumerated() where queues.insert(element.queue).inserted {
            guard let place = firstNewPlace(element.candidate) else { return index }
            if place < bestPlace { (best, bestPlace) = (index, place) }
        }
        return best
    }

    private func firstNewPlace(_ candidate: Candidate) -> Int? {
        for text in candidate.texts {
            let id = StringID(hashing: text)
            guard !seen.contains(id), let place = texts.places[id] else { continue }
            return place
        }
        return nil
    }
}
