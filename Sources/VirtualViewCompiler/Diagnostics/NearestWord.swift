import VirtualViewFormat

/// Finds the words that were probably meant, as long as that is little work.
///
/// A source with so many names that nobody knows is wrong in a different way.
struct NearestWordSearch {
    /// The number of words that may still be compared.
    private var rest = 1_000_000

    /// Returns what ``NearestWord`` finds; `nil` once too many words were compared.
    mutating func find(_ word: String, among words: [String]) -> String? {
        guard rest > 0 else { return nil }
        rest -= words.count
        return NearestWord.find(word, among: words)
    }
}

/// Finds the word that was probably meant.
package enum NearestWord {
    /// Finds the known word that is nearest to a misspelt one.
    ///
    /// The distance counts insertions, deletions, replacements and swaps of neighbours, each as one, in Unicode
    /// scalars; a word that differs in letter case alone is at distance 1. A suggestion is at most 2 away, at most 1
    /// from a word of four letters, and there is none for a shorter word. Among equally near words the first in byte
    /// order wins, so the answer does not depend on the order of `words`.
    ///
    /// - Parameters:
    ///   - word: The word as it was written.
    ///   - words: The words that are known; one equal to `word` is passed over.
    /// - Returns: The nearest word, or `nil` if none is near enough.
    /// - Complexity: O(*n* · *m*) in the number of words and their length; a long `word` costs nothing.
    package static func find(_ word: String, among words: some Sequence<String>) -> String? {
        let letters = word.unicodeScalars.map { $0.value }
        guard letters.count >= 4 else { return nil }
        let limit = letters.count < 5 ? 1 : 2
        var best: (word: String, distance: Int)?
        for candidate in words {
            let bound = min(limit, best?.distance ?? limit)
            guard let distance = distance(letters, candidate, atMost: bound), distance > 0 else { continue }
            if let best, distance == best.distance, !String.inByteOrder(candidate, best.word) { continue }
            best = (candidate, distance)
        }
        return best?.word
    }

    /// Returns whether a word that was found for another is certain to be meant: of a short word, two letters that
    /// differ may well make another word.
    package static func isCertain(_ nearest: String, for word: String) -> Bool {
        let letters = word.unicodeScalars.map { $0.value }
        return letters.count >= 8 || distance(letters, nearest, atMost: 1) != nil
    }

    /// Returns the distance between two words, or `nil` if it is over `limit`.
    private static func distance(_ word: [UInt32], _ candidate: String, atMost limit: Int) -> Int? {
        // A scalar is at most four bytes, so the byte count alone rules out most words.
        let bytes = candidate.utf8.count
        guard bytes >= word.count - limit, bytes <= (word.count + limit) * 4 else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: bytes) { buffer in
            var count = 0
            for scalar in candidate.unicodeScalars {
                buffer[count] = scalar.value
                count += 1
            }
            guard abs(count - word.count) <= limit else { return nil }
            let other = UnsafeBufferPointer(rebasing: buffer[..<count])
            let distance = word.withUnsafeBufferPointer { edits(from: $0, to: other, atMost: limit) }
            if let distance, distance <= 1 { return distance }
            return differsInCaseAlone(word, other) ? 1 : distance
        }
    }

    private static func differsInCaseAlone(_ lhs: [UInt32], _ rhs: UnsafeBufferPointer<UInt32>) -> Bool {
        lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { lowercased($0) == lowercased($1) }
    }

    private static func lowercased(_ scalar: UInt32) -> UInt32 {
        (0x41...0x5A).contains(scalar) ? scalar + 0x20 : scalar
    }

    /// Damerau's distance (optimal string alignment), computed only near the diagonal.
    private static func edits(
        from word: UnsafeBufferPointer<UInt32>,
        to other: UnsafeBufferPointer<UInt32>,
        atMost limit: Int
    ) -> Int? {
        let width = other.count + 1
        let far = limit + 1
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: width * 3) { rows in
            rows.initialize(repeating: far)
            var (before, previous, current) = (0, width, 2 * width)
            for column in 0...min(other.count, limit) { rows[previous + column] = column }
            for row in 1...word.count {
                let first = max(1, row - limit)
                let last = min(other.count, row + limit)
                rows[current + first - 1] = first == 1 ? row : far
                var least = rows[current + first - 1]
                var column = first
                while column <= last {
                    let cost = word[row - 1] == other[column - 1] ? 0 : 1
                    var value = rows[previous + column - 1] + cost
                    value = min(value, rows[previous + column] + 1, rows[current + column - 1] + 1)
                    if row > 1, column > 1, word[row - 1] == other[column - 2], word[row - 2] == other[column - 1] {
                        value = min(value, rows[before + column - 2] + 1)
                    }
                    rows[current + column] = min(value, far)
                    least = min(least, value)
                    column += 1
                }
                if last < other.count { rows[current + last + 1] = far }
                guard least <= limit else { return nil }
                (before, previous, current) = (previous, current, before)
            }
            let distance = rows[previous + other.count]
            return distance <= limit ? distance : nil
        }
    }
}
