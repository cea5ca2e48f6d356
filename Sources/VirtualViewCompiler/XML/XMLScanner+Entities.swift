import VirtualViewFormat

// Entities, in values and in text.

extension XMLScanner {
    /// An entity that was read.
    struct Entity {
        /// The scalar that it stands for; `nil` if its source text is kept as it is.
        var scalar: Unicode.Scalar?
        /// The number of bytes that it takes in the source.
        var length: Int
        /// Whether it is an error.
        var isPoisoned = false
    }

    /// Reads the entity at the position, without moving it.
    ///
    /// - Parameter end: The latest offset at which the value or text can end.
    /// - Returns: The entity; a lone `&` is one of length 1.
    mutating func readEntity(end: Int) -> Entity {
        let start = position
        if bytes[start + 1] == UInt8(ascii: "#"), start + 1 < end { return readNumeric(start, end: end) }
        let name = start + 1..<entityNameEnd(from: start + 1, end: end)
        guard bytes[name.upperBound] == UInt8(ascii: ";"), name.upperBound < end, !name.isEmpty else {
            return readUnterminatedEntity(start, name: name)
        }
        let length = name.count + 2
        for (known, byte) in XMLEntities.predefined
        where known.utf8CodeUnitCount == name.count && bytes.has(known, at: name.lowerBound) {
            return Entity(scalar: Unicode.Scalar(byte), length: length)
        }
        reportUnknownEntity(start..<start + length, name: bytes.text(name))
        return Entity(scalar: nil, length: length, isPoisoned: true)
    }

    /// Returns the end of an entity's name; a longer text than 64 bytes is not a name.
    private func entityNameEnd(from start: Int, end: Int) -> Int {
        var offset = start
        while offset < min(end, start + 64), XMLCharacters.isNamePart(bytes[offset]) || bytes[offset] >= 0x80 {
            offset += 1
        }
        return offset
    }

    private mutating func readUnterminatedEntity(_ start: Int, name: Range<Int>) -> Entity {
        let text = bytes.text(name)
        // In an address, it is the name of a parameter.
        let isParameter =
            bytes[name.upperBound] == UInt8(ascii: "=") && !XMLCharacters.isSpace(bytes[start - 1]) && !mayBeComputed
        guard XMLEntities.names.contains(text), !isParameter else {
            let operatorEnd = endOfAnd(start)
            let range = start..<(operatorEnd > start && mayBeComputed ? operatorEnd : start + 1)
            if range.count > 1 {
                report(.rawAnd, at: range, fixIts: [Diagnostic.FixIt("replace with 'and'", [wordEdit(range, "and")])])
            } else {
                report(.unescapedAmpersand, at: range, fixIts: [replacement(range, with: "&amp;")])
            }
            return Entity(scalar: nil, length: range.count, isPoisoned: true)
        }
        let range = start..<name.upperBound
        report(.unterminatedEntity("&" + text), at: range, fixIts: [insertion(";", at: range.upperBound)])
        return Entity(scalar: nil, length: range.count, isPoisoned: true)
    }

    /// Returns the end of a `&&` of which the second sign may be escaped; the start itself for anything else.
    private func endOfAnd(_ start: Int) -> Int {
        guard bytes[start + 1] == UInt8(ascii: "&"), bytes[start + 2] != UInt8(ascii: "#") else { return start }
        if bytes.has("amp;", at: start + 2) { return start + 6 }
        let end = entityNameEnd(from: start + 2, end: bytes.count)
        return end > start + 2 && bytes[end] == UInt8(ascii: ";") ? start : start + 2
    }

    /// Whether a computed binding may go on here; looking back from every one of many signs would take too long.
    private var mayBeComputed: Bool { mayGuess && scratch.count < 4_096 && endsInComputed }

    private mutating func reportUnknownEntity(_ range: Range<Int>, name: String) {
        var suggestion: String?
        if let code = XMLEntities.html[name] {
            suggestion = "&#\(code);"
        } else if XMLEntities.names.contains(name.lowercased()) {
            suggestion = "&\(name.lowercased());"
        } else if mayGuess, let near = NearestWord.find(name, among: XMLEntities.names) {
            suggestion = "&\(near);"
        }
        report(
            .unknownEntity("&\(MessageText.shortened(name));", suggestion: suggestion),
            at: range,
            noteAt: doctype,
            fixIts: suggestion.map { [replacement(range, with: $0)] } ?? []
        )
    }
}

// MARK: - Numeric entities

extension XMLScanner {
    /// A numeric entity's code and length, before its meaning is checked.
    private struct Numeric {
        /// The code, held at a value above every character's; `nil` if the digits are missing or wrong.
        var code: UInt32?
        var length: Int
        var isTerminated: Bool
    }

    private func scanNumeric(_ start: Int, end: Int) -> Numeric {
        var offset = start + 2
        let isHexadecimal = bytes[offset] == UInt8(ascii: "x")
        if isHexadecimal { offset += 1 }
        let digits = offset
        var code: UInt32 = 0
        while offset < end, let digit = Self.digit(bytes[offset], isHexadecimal: isHexadecimal) {
            code = min(code * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
            offset += 1
        }
        let hasDigits = offset > digits
        // Anything else before the ';' belongs to the wrong entity.
        var tail = offset
        while tail < min(end, start + 64), XMLCharacters.isNamePart(bytes[tail]) { tail += 1 }
        if tail < end, bytes[tail] == UInt8(ascii: ";") {
            return Numeric(code: hasDigits && tail == offset ? code : nil, length: tail + 1 - start, isTerminated: true)
        }
        return Numeric(code: hasDigits ? code : nil, length: offset - start, isTerminated: false)
    }

    private static func digit(_ byte: UInt8, isHexadecimal: Bool) -> UInt32? {
        (isHexadecimal ? byte.hexadecimalDigit : byte.decimalDigit).map(UInt32.init)
    }

    private mutating func readNumeric(_ start: Int, end: Int) -> Entity {
        let entity = scanNumeric(start, end: end)
        let range = start..<start + entity.length
        guard entity.isTerminated else {
            let text = quoted(range)
            if entity.code == nil {
                report(
                    .unescapedAmpersand,
                    at: start..<start + 1,
                    fixIts: [replacement(start..<start + 1, with: "&amp;")]
                )
            } else {
                report(.unterminatedEntity(text), at: range, fixIts: [insertion(";", at: range.upperBound)])
            }
            return Entity(scalar: nil, length: entity.length, isPoisoned: true)
        }
        if let code = entity.code, code != 0, let scalar = Unicode.Scalar(code) {
            return Entity(scalar: scalar, length: entity.length)
        }
        if let code = entity.code, (0xD800...0xDFFF).contains(code) {
            return readSurrogate(code, range, end: end)
        }
        reportInvalidNumeric(range)
        return Entity(scalar: "\u{FFFD}", length: entity.length, isPoisoned: true)
    }

    /// Joins two entities that name the halves of one character, as older tools write it.
    private mutating func readSurrogate(_ code: UInt32, _ range: Range<Int>, end: Int) -> Entity {
        let next = range.upperBound
        if code < 0xDC00, next + 1 < end, bytes.has("&#", at: next) {
            let second = scanNumeric(next, end: end)
            if second.isTerminated, let low = second.code, (0xDC00...0xDFFF).contains(low) {
                let scalar = Unicode.Scalar(0x1_0000 + (code - 0xD800) << 10 + (low - 0xDC00))
                return Entity(scalar: scalar, length: range.count + second.length)
            }
        }
        report(.loneSurrogate(quoted(range)), at: range)
        return Entity(scalar: "\u{FFFD}", length: range.count, isPoisoned: true)
    }

    private mutating func reportInvalidNumeric(_ range: Range<Int>) {
        let text = quoted(range)
        if bytes[range.lowerBound + 2] == UInt8(ascii: "X") {
            let small = "&#x" + bytes.text(range.lowerBound + 3..<range.upperBound)
            let digits = range.lowerBound + 3..<range.upperBound - 1
            if !digits.isEmpty, digits.allSatisfy({ Self.digit(bytes[$0], isHexadecimal: true) != nil }) {
                let fixIt = replacement(range, with: small)
                return report(
                    .uppercaseHexadecimal(text, expected: MessageText.shortened(small)),
                    at: range,
                    fixIts: [fixIt]
                )
            }
        }
        report(.invalidCharacterReference(text), at: range)
    }
}

/// The entities that XML knows, and those of HTML that people write by habit.
enum XMLEntities {
    /// The five entities that need no declaration.
    static let predefined: [(name: StaticString, scalar: UInt8)] = [
        ("amp", UInt8(ascii: "&")), ("lt", UInt8(ascii: "<")), ("gt", UInt8(ascii: ">")),
        ("quot", UInt8(ascii: "\"")), ("apos", UInt8(ascii: "'")),
    ]

    /// The names of ``predefined``.
    static let names = ["amp", "apos", "gt", "lt", "quot"]

    /// Code points of HTML entities, to suggest the numeric form.
    static let html: [String: UInt32] = [
        "bull": 0x2022, "cent": 0xA2, "copy": 0xA9, "darr": 0x2193, "deg": 0xB0, "divide": 0xF7, "emsp": 0x2003,
        "ensp": 0x2002, "euro": 0x20AC, "frac12": 0xBD, "frac14": 0xBC, "ge": 0x2265, "harr": 0x2194, "hearts": 0x2665,
        "hellip": 0x2026, "iexcl": 0xA1, "infin": 0x221E, "iquest": 0xBF, "laquo": 0xAB, "larr": 0x2190,
        "ldquo": 0x201C, "le": 0x2264, "lsquo": 0x2018, "mdash": 0x2014, "middot": 0xB7, "minus": 0x2212,
        "nbsp": 0xA0, "ndash": 0x2013, "ne": 0x2260, "para": 0xB6, "permil": 0x2030, "plusmn": 0xB1, "pound": 0xA3,
        "raquo": 0xBB, "rarr": 0x2192, "rdquo": 0x201D, "reg": 0xAE, "rsquo": 0x2019, "sect": 0xA7, "shy": 0xAD,
        "thinsp": 0x2009, "times": 0xD7, "trade": 0x2122, "uarr": 0x2191, "yen": 0xA5, "zwj": 0x200D, "zwnj": 0x200C,
    ]
}
