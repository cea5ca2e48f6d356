import VirtualViewFormat

// What texts may be, of all that is put together from literals.

extension SwiftNames {
    /// Returns whether each of some texts may be put together, or reached by another name of a type.
    func mayMention(_ texts: [(text: String, constants: [Constant])]) -> [Bool] {
        let patterns = Patterns(self.patterns)
        let embedded = textsInLiterals(Set(texts.map(\.text)))
        return texts.map { text, constants in
            constants.contains { memberNames.contains($0.name) } || words.contains(text) || embedded.contains(text)
                || patterns.match(text)
        }
    }

    /// Returns the texts that are more than a word, and that a literal has with no letter or digit beside them.
    private func textsInLiterals(_ texts: Set<String>) -> Set<String> {
        func isOther(_ character: Character?) -> Bool { character.map { !$0.isLetter && !$0.isNumber } ?? true }
        func isApart(_ range: Range<String.Index>, in literal: String) -> Bool {
            isOther(literal[..<range.lowerBound].last) && isOther(literal[range.upperBound...].first)
        }
        let texts = texts.filter { text in
            text.utf8.contains { $0 < 0x80 && !$0.isASCIIWord && $0 != UInt8(ascii: "-") }
        }
        // The same text may have other bytes if it has accents.
        let (ascii, others) = (texts.filter(\.isASCII), texts.filter { !$0.isASCII })
        var found = others.filter { text in
            literals.contains { literal in literal.ranges(of: text).contains { isApart($0, in: literal) } }
        }
        let names = Array(ascii)
        let search = NameSearch(names)
        for literal in ascii.isEmpty ? [] : literals {
            search.forEachPlace(in: literal) { number, end in
                let name = names[number]
                let upper = literal.utf8.index(literal.startIndex, offsetBy: end)
                let lower = literal.utf8.index(upper, offsetBy: -name.utf8.count)
                if !found.contains(name), isApart(lower..<upper, in: literal) { found.insert(name) }
            }
        }
        return found
    }

    /// The texts that are put together, by the piece of each that the fewest have.
    private struct Patterns {
        private let search: NameSearch
        /// The texts of each piece.
        private let byPiece: [[[String]]]
        /// Those whose pieces may have other bytes.
        private let others: [[String]]

        init(_ patterns: Set<[String]>) {
            func keys(_ pieces: [String]) -> Set<String> { Set(pieces.filter { !$0.isEmpty && $0.isASCII }) }
            var counts: [String: Int] = [:]
            for pieces in patterns { for key in keys(pieces) { counts[key, default: 0] += 1 } }
            var groups: [String: [[String]]] = [:]
            var others: [[String]] = []
            for pieces in patterns {
                if let key = keys(pieces).min(by: { counts[$0, default: 0] < counts[$1, default: 0] }) {
                    groups[key, default: []].append(pieces)
                } else {
                    others.append(pieces)
                }
            }
            let names = Array(groups.keys)
            search = NameSearch(names)
            byPiece = names.map { groups[$0] ?? [] }
            self.others = others
        }

        /// Returns whether one of them may be a text.
        func match(_ text: String) -> Bool {
            if others.contains(where: { SwiftNames.has(text.utf8[...], $0) }) { return true }
            var candidates: Set<Int> = []
            search.forEachPlace(in: text) { piece, _ in candidates.insert(piece) }
            return candidates.contains { byPiece[$0].contains { SwiftNames.has(text.utf8[...], $0) } }
        }
    }

    /// Returns whether a text begins with the first of some pieces, ends with the last, and has the others between them
    /// in order.
    private static func has(_ text: Substring.UTF8View, _ pieces: [String]) -> Bool {
        guard let first = pieces.first, let last = pieces.last, text.starts(with: first.utf8) else { return false }
        var rest = text.dropFirst(first.utf8.count)
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let range = Substring(rest).firstRange(of: piece) else { return false }
            rest = rest[range.upperBound...]
        }
        return rest.count >= last.utf8.count && rest.suffix(last.utf8.count).elementsEqual(last.utf8)
    }
}

extension String {
    /// Whether it has no bytes but those of ASCII, which spell it in one way.
    fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
