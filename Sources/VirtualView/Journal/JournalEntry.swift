import VirtualViewFormat

/// The name and the hash of a file as an entry of a journal holds them.
///
///     +------------+--------+---------------+-----------+-------+
///     | generation | length | 32 bytes hash | 32 bytes  | check |
///     |  32 bits   | 32     |               | of name   |       |
///     +------------+--------+---------------+-----------+-------+
///     0                     1               5           9      10 words
struct JournalEntry: Hashable, Sendable {
    /// The words of length, hash and name, without a generation.
    let content: [UInt64]

    /// Describes a file.
    ///
    /// - Parameters:
    ///   - type: The template's name; one of more than 32 bytes is cut, and ends with an ellipsis.
    ///   - hash: The 32 bytes of the file's SHA-256.
    init(type: String, hash: [UInt8]) {
        let name = Self.shortened(type)
        var words = [UInt64(name.count)]
        for bytes in [hash, name] {
            for start in stride(from: 0, to: 32, by: 8) {
                words.append(
                    (start..<start + 8).reduce(0) { $0 << 8 | UInt64($1 < bytes.count ? bytes[$1] : 0) }
                )
            }
        }
        content = words
    }

    /// Describes a file that a launch left behind; `nil` if its hash is none.
    init?(_ file: LaunchRecord.File) {
        guard let hash = HexText.bytes(file.sha256), hash.count == 32 else { return nil }
        self.init(type: file.type, hash: hash)
    }

    /// Returns the words of the entry at a place.
    ///
    /// - Parameters:
    ///   - place: The number of the entry.
    ///   - generation: How often the entry was written.
    /// - Returns: The words; the check is the last one.
    func words(at place: Int, generation: UInt32) -> [UInt64] {
        var words = content
        words[0] |= UInt64(generation) << 32
        words.append(CheckedWord.check(words, salt: UInt64(place)))
        return words
    }

    /// Reads the entry at a place.
    ///
    /// - Parameters:
    ///   - place: The number of the entry.
    ///   - words: The words of the journal.
    /// - Returns: The file and the entry's generation; `nil` if it is not what was written.
    static func read(_ place: Int, in words: [UInt64]) -> (file: LaunchRecord.File, generation: UInt32)? {
        let start = JournalLayout.word(ofEntry: place)
        let entry = words[start..<start + JournalLayout.entryWords]
        guard entry[start + 9] == CheckedWord.check(entry.dropLast(), salt: UInt64(place)) else { return nil }
        let length = Int(entry[start] & 0xFFFF_FFFF)
        let bytes = bytes(of: entry[(start + 1)..<(start + 9)])
        guard length <= JournalLayout.nameSize, bytes[(32 + length)...].allSatisfy({ $0 == 0 }) else { return nil }
        let name = bytes[32..<32 + length]
        let type = String(decoding: name, as: UTF8.self)
        // What was not UTF-8 would be spelled in another way.
        guard type.utf8.elementsEqual(name) else { return nil }
        return (LaunchRecord.File(type: type, sha256: HexText.text(bytes[..<32])), UInt32(entry[start] >> 32))
    }

    /// The template's name, as far as it is kept.
    var name: String {
        String(decoding: Self.bytes(of: content[5...]).prefix(Int(content[0] & 0xFFFF_FFFF)), as: UTF8.self)
    }

    private static func bytes(of words: ArraySlice<UInt64>) -> [UInt8] {
        words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) } }
    }

    /// Returns the bytes of a name, cut between characters if it is too long.
    private static func shortened(_ type: String) -> [UInt8] {
        let bytes = Array(type.utf8)
        guard bytes.count > JournalLayout.nameSize else { return bytes }
        let ellipsis = Array("…".utf8)
        var end = JournalLayout.nameSize - ellipsis.count
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return bytes[..<end] + ellipsis
    }
}
