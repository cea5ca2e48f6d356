import VirtualViewExpressions

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
        guard XMLEntities.names.contains(text) else {
            let range = start..<start + 1
            report(.unescapedAmpersand, at: range, fixIts: [replacement(range, with: "&amp;")])
            return Entity(scalar: nil, length: 1, isPoisoned: true)
        }
        let range = start..<name.upperBound
        report(.unterminatedEntity("&" + text), at: range, fixIts: [insertion(";", at: range.upperBound)])
        return Entity(scalar: nil, length: range.count, isPoisoned: true)
    }

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
