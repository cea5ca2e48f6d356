import VirtualViewExpressions

// Attribute values: finding their end and decoding them.

extension XMLScanner {
    /// A value that was read.
    struct Value {
        /// The position, without its quotes.
        var range: Range<Int>
        /// The decoded text; `nil` if the value appears verbatim in the source.
        var text: String?
        var map = PositionMap.verbatim
        var isPoisoned = false
    }

    /// Reads `="…"` if the value appears verbatim in the source and there is nothing unusual, as nearly always.
    ///
    /// - Returns: The position of the value, or `nil` without a change of the position.
    @inline(__always)
    mutating func readPlainValue() -> Range<Int>? {
        let bytes = bytes
        guard !hasInvalidUTF8, bytes[position] == UInt8(ascii: "=") else { return nil }
        let quote = bytes[position &+ 1]
        guard XMLCharacters.isQuote(quote) else { return nil }
        let start = position &+ 2
        let end = bytes.skipValue(from: start, quote: quote)
        guard bytes[end] == quote else { return nil }
        let next = bytes[end &+ 1]
        guard XMLCharacters.isSpace(next) || next == UInt8(ascii: ">") || next == UInt8(ascii: "/") else { return nil }
        position = end &+ 1
        return start..<end
    }

    /// Reads the `=` and the value of an attribute.
    ///
    /// - Parameter name: The position of the attribute's name.
    /// - Returns: The value; empty and poisoned if there is none.
    mutating func readValue(of name: Range<Int>) -> Value {
        if bytes[position] == UInt8(ascii: "="), XMLCharacters.isQuote(bytes[position + 1]) {
            position += 1
            return readQuoted(of: name)
        }
        return readLooseValue(of: name)
    }

    /// Reads a value that does not follow its name as `="…"`.
    private mutating func readLooseValue(of name: Range<Int>) -> Value {
        let next = bytes.skipSpace(from: position)
        if bytes[next] == UInt8(ascii: "=") {
            position = bytes.skipSpace(from: next + 1)
            if XMLCharacters.isQuote(bytes[position]) { return readQuoted(of: name) }
            return readUnquoted(of: name, after: next + 1)
        }
        if XMLCharacters.isQuote(bytes[next]) {
            let place = position
            let quote = bytes.text(next..<next + 1)
            let isSwapped = next == place && bytes[next + 1] == UInt8(ascii: "=")
            // The quote may be there twice.
            let end = bytes[next + 2] == bytes[next] ? next + 3 : next + 2
            let fixIt = isSwapped ? replacement(next..<end, with: "=" + quote) : insertion("=", at: place)
            report(.missingEquals(quoted(name)), at: name, fixIts: [fixIt])
            position = next
            var value = readQuoted(of: name)
            value.isPoisoned = true
            return value
        }
        report(.missingValue(quoted(name)), at: name)
        return Value(range: position..<position, isPoisoned: true)
    }

    /// Reads a value from its opening quote to its closing one.
    mutating func readQuoted(of name: Range<Int>) -> Value {
        let quote = bytes[position]
        let start = position + 1
        var end = start
        var isPlain = true
        while true {
            end = bytes.skipValue(from: end, quote: quote)
            let byte = bytes[end]
            if byte == quote { break }
            if end >= bytes.count { return readUnterminated(of: name, from: start, end: end) }
            if byte != 0x09 { isPlain = false }
            end += 1
        }
        let next = bytes[end + 1]
        if !XMLCharacters.isSpace(next), next != UInt8(ascii: ">"), next != UInt8(ascii: "/"),
            let guess = readDoubtful(of: name, start..<end)
        {
            return guess
        }
        position = end + 1
        if isPlain, !hasInvalidUTF8 { return Value(range: start..<end) }
        return decode(start..<end, of: name)
    }
}

// MARK: - Decoding

extension XMLScanner {
    /// Decodes a value with entities, line ends or odd characters.
    ///
    /// - Parameters:
    ///   - range: The position of the value, without its quotes.
    ///   - name: The position of the attribute's name.
    /// - Returns: The value. The position is not changed.
    mutating func decode(_ range: Range<Int>, of name: Range<Int>) -> Value {
        let resume = position
        defer { position = resume }
        scratch.removeAll(keepingCapacity: true)
        scratch.reserveCapacity(range.count)
        var pieces: [PositionMap.Piece] = []
        var isPoisoned = false
        var lessThans: [Int] = []
        var isComputed = true
        position = range.lowerBound
        while position < range.upperBound {
            let start = position
            let byte = bytes[start]
            var length = 1
            if !hasInvalidUTF8, byte >= 0x20, byte != UInt8(ascii: "&"), byte != UInt8(ascii: "<") {
                // Up to the next character that is decoded everything is copied at once.
                position = min(bytes.skipValue(from: start, quote: UInt8(ascii: "&")), range.upperBound)
                scratch.append(contentsOf: bytes.slice(start..<position))
                continue
            }
            switch byte {
            case UInt8(ascii: "&"):
                let entity = readEntity(end: range.upperBound)
                if entity.isPoisoned { isPoisoned = true }
                length = entity.length
                addPiece(&pieces, source: start..<start + length, decoded: entity.scalar)
            case 0x0D where bytes[start + 1] == 0x0A && start + 1 < range.upperBound:
                length = 2
                addPiece(&pieces, source: start..<start + 2, decoded: " ")
            case 0x0A, 0x0D: scratch.append(0x20)
            case UInt8(ascii: "<"):
                if lessThans.count < 16 {
                    lessThans.append(start)
                    if isComputed, !endsInComputed { isComputed = false }
                }
                scratch.append(byte)
            case 0x00...0x1F where byte != 0x09:
                if reportControl(UInt32(byte), at: start..<start + 1, of: name) { isPoisoned = true }
                scratch.append(byte)
            case 0x80... where hasInvalidUTF8:
                let (value, count) = bytes.scalar(at: start)
                length = count
                if value == nil {
                    isPoisoned = true
                    addPiece(&pieces, source: start..<start + count, decoded: "\u{FFFD}")
                } else {
                    scratch.append(contentsOf: bytes.slice(start..<start + count))
                }
            default: scratch.append(byte)
            }
            position = start + length
        }
        if let first = lessThans.first { reportLessThans(lessThans, first: first, of: name, isComputed: isComputed) }
        let text = String(decoding: scratch, as: UTF8.self)
        scratch.removeAll(keepingCapacity: true)
        return Value(range: range, text: text, map: PositionMap(pieces), isPoisoned: isPoisoned)
    }

    /// Appends a decoded character and records its source; `nil` represents source text that is kept as it is.
    private mutating func addPiece(
        _ pieces: inout [PositionMap.Piece],
        source: Range<Int>,
        decoded: Unicode.Scalar?
    ) {
        guard let decoded else {
            scratch.append(contentsOf: bytes.slice(source))
            return
        }
        let start = scratch.count
        scratch.append(contentsOf: UTF8.encode(decoded) ?? UTF8.encodedReplacementCharacter)
        pieces.append(PositionMap.Piece(decoded: start..<scratch.count, source: source))
    }

    /// Reports a control character in a value.
    ///
    /// - Returns: Whether it is an error.
    @discardableResult
    mutating func reportControl(_ code: UInt32, at range: Range<Int>, of name: Range<Int>) -> Bool {
        if code == 0 {
            report(.nulCharacter(in: quoted(name)), at: range)
            return true
        }
        report(.controlCharacter(code, in: quoted(name)), at: range)
        return false
    }

    /// Reports the raw `<` of a value once, at the first.
    ///
    /// In a computed binding the operator has a name that needs no entity.
    private mutating func reportLessThans(_ places: [Int], first: Int, of name: Range<Int>, isComputed: Bool) {
        let edits = places.map { place in
            guard isComputed else { return edit(place..<place + 1, "&lt;") }
            let isOrEqual = bytes[place + 1] == UInt8(ascii: "=")
            return wordEdit(place..<place + (isOrEqual ? 2 : 1), isOrEqual ? "le" : "lt")
        }
        let replacement = isComputed ? edits[0].text.filter { $0 != " " } : "&lt;"
        let fixIt = Diagnostic.FixIt("replace with '\(replacement)'", edits)
        report(
            .rawLessThan(quoted(name), write: replacement),
            at: first..<first + 1,
            fixIts: places.count < 16 ? [fixIt] : []
        )
    }
}

// MARK: - Computed bindings

extension XMLScanner {
    /// Whether the value that is being decoded is, so far, inside a computed binding and outside its texts.
    var endsInComputed: Bool {
        var start = 0
        while let offset = scratch[start...].indices.first(where: { scratch[$0...].starts(with: "${=".utf8) }) {
            let (brace, quote) = ComputedParser.closingBrace(scratch, offset + 3..<scratch.count)
            guard let brace else { return quote == nil }
            start = brace + 1
        }
        return false
    }

    /// Returns the edit that writes an operator as a word, with blanks around it.
    func wordEdit(_ range: Range<Int>, _ word: String) -> Diagnostic.FixIt.Edit {
        let before = bytes[range.lowerBound - 1] == UInt8(ascii: " ") ? "" : " "
        let after = bytes[range.upperBound] == UInt8(ascii: " ") ? "" : " "
        return edit(range, before + word + after)
    }
}
