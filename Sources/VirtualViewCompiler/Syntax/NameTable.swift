import VirtualViewFormat

/// Assigns a small number to each distinct name of a source.
///
/// The names of the language are in a table that is made once for the process; a source only notes which of them it
/// uses. Other names go to a table of the source's own. With a dictionary of texts instead, reading a source takes
/// three times the instructions: 9.9 million in place of 3.2 in the row `read` of `.ci/bench-guard.txt`.
struct NameTable {
    /// The names of the language.
    private final class Vocabulary: Sendable {
        let names: [String]
        let slots: NameSlots
        let seed: UInt64

        init() {
            let components = LanguageSchema.standard.components.map { $0.name }
            let properties = LanguageSchema.standard.properties.map { $0.name }
            let seed = NameKey.processSeed
            var names: [String] = []
            var slots = NameSlots()
            for name in SystemStrings.extended.strings + components + properties {
                var name = name
                let isNew = name.withUTF8 { bytes in
                    let key = NameKey(bytes, seed: seed)
                    guard slots.number(of: key) == nil else { return false }
                    slots.add(key)
                    return true
                }
                if isNew { names.append(name) }
            }
            self.seed = seed
            self.names = names
            self.slots = slots
        }
    }

    private static let sharedVocabulary = Vocabulary()

    private let vocabulary = Self.sharedVocabulary
    /// The names in order of first use.
    private(set) var names: [String] = []
    /// For each name of the vocabulary its number plus one, 0 when it was not used yet.
    private var places: [UInt32]
    /// The other names.
    private var others = NameSlots()
    /// The numbers of the other names.
    private var otherIDs: [SyntaxTree.NameID] = []

    /// Creates an empty table.
    init() {
        places = [UInt32](repeating: 0, count: vocabulary.names.count)
        names.reserveCapacity(40)
    }

    /// Finds or adds a name.
    ///
    /// - Parameter bytes: Valid UTF-8, or what should be shown as if repaired.
    /// - Returns: The name's number.
    @inline(__always)
    mutating func intern(_ bytes: UnsafeBufferPointer<UInt8>) -> SyntaxTree.NameID {
        let key = NameKey(bytes, seed: vocabulary.seed)
        guard let known = vocabulary.slots.number(of: key) else { return internOther(bytes) }
        let place = places[Int(known)]
        return place == 0 ? useKnown(Int(known)) : place &- 1
    }

    /// Assigns the next number to a name of the vocabulary.
    @inline(never)
    private mutating func useKnown(_ known: Int) -> SyntaxTree.NameID {
        let number = UInt32(truncatingIfNeeded: names.count)
        names.append(vocabulary.names[known])
        places[known] = number + 1
        return number
    }

    @inline(never)
    private mutating func internOther(_ bytes: UnsafeBufferPointer<UInt8>) -> SyntaxTree.NameID {
        let key = NameKey(bytes, seed: vocabulary.seed)
        if let number = others.number(of: key) { return otherIDs[Int(number)] }
        let number = UInt32(truncatingIfNeeded: names.count)
        others.add(key)
        otherIDs.append(number)
        names.append(String(decoding: bytes, as: UTF8.self))
        return number
    }
}
