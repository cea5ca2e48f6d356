import VirtualViewFormat

/// The names that Swift sources mention: string literals, and members such as `Templates.card`.
package struct SwiftNames {
    /// A constant of a file that `vvc compile --names` wrote.
    struct Constant: Hashable {
        /// `Templates`, or the type with the names of a template's parts.
        let owner: String
        let name: String
    }

    /// The literals without interpolations.
    private(set) var literals: Set<String> = []
    /// The words in literals, such as the names in a list of them.
    private(set) var words: Set<String> = []
    /// The fixed pieces of texts that are put together, with anything between them.
    private(set) var patterns: Set<[String]> = []
    /// The members, with the identifier before the point.
    private(set) var members: Set<Constant> = []
    /// The names of all members, whatever is before the point.
    private(set) var memberNames: Set<String> = []

    /// Mentions nothing yet.
    package init() {}

    /// The first line of files that `vvc` writes, which mention all names.
    private static let generated = "// Made by vvc; do not edit."

    /// Returns whether `vvc` wrote a source.
    static func isGenerated(_ bytes: [UInt8]) -> Bool { bytes.starts(with: generated.utf8) }

    /// Adds a source; not one that `vvc` wrote.
    package mutating func add(_ bytes: [UInt8]) {
        guard !Self.isGenerated(bytes) else { return }
        var scanner = Scanner(bytes: bytes)
        scanner.scan(until: nil, into: &self)
    }

    /// Returns whether a literal, or a constant for the text, is mentioned.
    func mentions(_ text: String, _ constants: [Constant]) -> Bool {
        literals.contains(text) || constants.contains { members.contains($0) }
    }

    /// Adds a text that is put together of fixed pieces and others; nothing is known of one without fixed pieces.
    private mutating func add(pieces: [String]) {
        if pieces.contains(where: { !$0.isEmpty }) { patterns.insert(pieces) }
    }

    /// Adds a literal without interpolations, which `+` may join to others.
    private mutating func add(literal text: String, isJoinedBefore: Bool, isJoinedAfter: Bool) {
        literals.insert(text)
        for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }) {
            words.insert(String(word))
        }
        if isJoinedBefore || isJoinedAfter {
            add(pieces: (isJoinedBefore ? [""] : []) + [text] + (isJoinedAfter ? [""] : []))
        }
        // Formats such as `Card%d`.
        let parts = text.split(separator: "%", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return }
        let behind = parts.dropFirst().map { part in
            part.drop { $0.isNumber || ".$-+ #".contains($0) }.drop { "lhqzt".contains($0) }.dropFirst()
        }
        add(pieces: [String(parts[0])] + behind.map(String.init))
    }

    /// Reads the constants of a file that `vvc` wrote.
    ///
    /// - Parameter text: The file.
    /// - Returns: The constants by the texts that they stand for.
    static func constants(in text: String) -> [String: [Constant]] {
        var constants: [String: [Constant]] = [:]
        var owner = ""
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split(separator: " ", maxSplits: 5).map(String.init)
            if words.count > 2, words[1] == "enum" {
                owner = words[2]
            } else if words.count > 5, words[0] == "public", words[2] == "let", words[4] == "=" {
                var names = SwiftNames()
                names.add(Array(words[5].utf8))
                guard let value = names.literals.first else { continue }
                let name = words[3].filter { $0 != "`" }
                constants[value, default: []].append(Constant(owner: owner, name: name))
            } else if line == "    }" {
                owner = "Templates"
            }
        }
        return constants
    }
}

// MARK: - Scanning

extension SwiftNames {
    /// Steps over Swift as far as it takes to tell literals from the rest; anything is accepted.
    private struct Scanner {
        let bytes: [UInt8]
        var offset = 0
        /// The identifier before the point that was read last.
        private var owner: String?
        private var last = ""
        /// Whether no `/#` is left, for which nobody looks twice.
        private var endsNoRegex = false
        /// Whether the identifiers are names of cases.
        private var isInCases = false
        /// How many interpolations are open, inside each other.
        private var nesting = 0
        private static let deepest = 64

        init(bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// Steps over a regular expression, in which a quotation mark begins no literal; returns whether one begins here.
        private mutating func skipRegex() -> Bool {
            let isExtended = bytes.has("#/", at: offset)
            guard isExtended ? !endsNoRegex : bytes[offset] == UInt8(ascii: "/") && isBeginOfValue() else {
                return false
            }
            var end = offset + (isExtended ? 2 : 1)
            while end < bytes.count, isExtended || bytes[end] != 0x0A {
                if isExtended ? bytes.has("/#", at: end) : bytes[end] == UInt8(ascii: "/") {
                    offset = end + (isExtended ? 2 : 1)
                    return true
                }
                end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
            }
            endsNoRegex = endsNoRegex || isExtended
            return false
        }

        /// Returns whether a value may begin here, and no operator that stands behind one.
        private func isBeginOfValue() -> Bool {
            guard offset + 1 < bytes.count, bytes[offset + 1] > 0x20 else { return false }
            let before = bytes[..<offset].last { $0 != 0x20 && $0 != 0x09 }
            return before.map { "=(,:[{!&|?;\n".utf8.contains($0) } ?? true
        }

        /// Reads up to the parenthesis that closes an interpolation, or to the end.
        mutating func scan(until closing: UInt8?, into names: inout SwiftNames) {
            var depth = 0
            while offset < bytes.count {
                let byte = bytes[offset]
                if bytes.has("//", at: offset) {
                    while offset < bytes.count, bytes[offset] != 0x0A { offset += 1 }
                } else if bytes.has("/*", at: offset) {
                    skipComment()
                } else if let hashes = hashesOfLiteral() {
                    readLiteral(hashes: hashes, into: &names)
                    last = ""
                } else if skipRegex() {
                    (owner, last) = (nil, "")
                } else if byte == UInt8(ascii: "#") {
                    // Those of no literal are not counted again from the next one on.
                    while offset < bytes.count, bytes[offset] == byte { offset += 1 }
                    (owner, last) = (nil, "")
                } else if Self.isIdentifier(byte) {
                    let start = offset
                    while offset < bytes.count, Self.isIdentifier(bytes[offset]) { offset += 1 }
                    last = String(decoding: bytes[start..<offset], as: UTF8.self)
                    // The name of a case may be the text of its raw value.
                    if isInCases { names.words.insert(last) }
                    isInCases = isInCases || last == "case"
                    guard let before = owner else { continue }
                    names.members.insert(Constant(owner: before, name: last))
                    names.memberNames.insert(last)
                    owner = nil
                } else {
                    offset += 1
                    if byte != UInt8(ascii: ","), byte != UInt8(ascii: "`"), byte != 0x20 { isInCases = false }
                    if byte == UInt8(ascii: ".") {
                        owner = last
                    } else if byte != UInt8(ascii: "`"), byte > 0x20 {
                        (owner, last) = (nil, "")
                    }
                    if byte == UInt8(ascii: "(") { depth += 1 }
                    if byte == UInt8(ascii: ")") {
                        if depth == 0, closing == byte { return }
                        depth -= 1
                    }
                }
            }
        }

        private static func isIdentifier(_ byte: UInt8) -> Bool {
            byte.isASCIIWord || byte >= 0x80
        }

        private mutating func skipComment() {
            var depth = 0
            repeat {
                if bytes.has("/*", at: offset) {
                    depth += 1
                    offset += 2
                } else if bytes.has("*/", at: offset) {
                    depth -= 1
                    offset += 2
                } else {
                    offset += 1
                }
            } while depth > 0 && offset < bytes.count
        }

        /// Returns the number of `#` before the quote that is next; `nil` if there is none.
        private func hashesOfLiteral() -> Int? {
            var place = offset
            while place < bytes.count, bytes[place] == UInt8(ascii: "#") { place += 1 }
            guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return nil }
            return place - offset
        }

        private func isFollowed(byHashes count: Int, at place: Int) -> Bool {
            place + count <= bytes.count && bytes[place..<place + count].allSatisfy { $0 == UInt8(ascii: "#") }
        }

        private mutating func readLiteral(hashes: Int, into names: inout SwiftNames) {
            let before = bytes[..<offset].last { $0 > 0x20 && $0 != UInt8(ascii: "=") }
            let isJoined = before == UInt8(ascii: "+")
            offset += hashes
            let isLong = bytes.has("\"\"\"", at: offset)
            let quotes = isLong ? 3 : 1
            offset += quotes
            var pieces: [[UInt8]] = [[]]
            while offset < bytes.count {
                let byte = bytes[offset]
                let ends = isLong ? bytes.has("\"\"\"", at: offset) : byte == UInt8(ascii: "\"")
                if ends, isFollowed(byHashes: hashes, at: offset + quotes) {
                    offset += quotes + hashes
                    break
                }
                if !isLong, byte == 0x0A { break }
                if byte == UInt8(ascii: "\\"), isFollowed(byHashes: hashes, at: offset + 1) {
                    offset += 1 + hashes
                    readEscape(into: &pieces, &names)
                } else {
                    pieces[pieces.count - 1].append(byte)
                    offset += 1
                }
            }
            let texts = pieces.map { String(decoding: $0, as: UTF8.self) }
            guard texts.count == 1 else { return names.add(pieces: texts) }
            let next = bytes[offset...].first { $0 > 0x20 }
            // A long literal may hold a name on each line.
            let lines = isLong ? texts[0].split(whereSeparator: \.isNewline).map(Self.trimmed) : texts
            for line in lines {
                names.add(literal: line, isJoinedBefore: isJoined, isJoinedAfter: next == UInt8(ascii: "+"))
            }
        }

        private static func trimmed(_ line: Substring) -> String {
            String(line.drop { $0 == " " || $0 == "\t" })
        }

        private mutating func readEscape(into pieces: inout [[UInt8]], _ names: inout SwiftNames) {
            guard offset < bytes.count else { return }
            let byte = bytes[offset]
            offset += 1
            switch byte {
            case UInt8(ascii: "("):
                pieces.append([])
                guard nesting < Self.deepest else {
                    // Nobody writes that; the rest of the file is not read.
                    offset = bytes.count
                    return
                }
                nesting += 1
                scan(until: UInt8(ascii: ")"), into: &names)
                nesting -= 1
            case UInt8(ascii: "u"):
                let end = bytes[offset...].firstIndex(of: UInt8(ascii: "}")) ?? bytes.count
                let digits = String(decoding: bytes[min(offset + 1, end)..<end], as: UTF8.self)
                let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
                pieces[pieces.count - 1] += Array(String(Character(scalar ?? "\u{FFFD}")).utf8)
                offset = min(end + 1, bytes.count)
            case UInt8(ascii: "n"): pieces[pieces.count - 1].append(0x0A)
            case UInt8(ascii: "t"): pieces[pieces.count - 1].append(0x09)
            default: pieces[pieces.count - 1].append(byte)
            }
        }
    }
}
