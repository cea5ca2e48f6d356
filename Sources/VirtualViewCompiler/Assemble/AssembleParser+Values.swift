import VirtualViewFormat

// Values: quoted, bound and plain.

extension AssembleParser {
    /// Reads what follows the colon of an attribute.
    ///
    /// Comments are not recognized here, so that `//cdn/x.png` is a value.
    mutating func parseValue(of name: String, at nameSpan: SourceSpan, isForgiven: inout Bool) -> AssembleAttribute {
        position = endOfSpace(at: position)
        switch next {
        case UInt8(ascii: "\""): return parseString(of: name, at: nameSpan, isForgiven: &isForgiven)
        case UInt8(ascii: "<"): return parseBinding(of: name, at: nameSpan)
        default: return parseBare(of: name, at: nameSpan)
        }
    }

    /// Returns the remains of a value that was reported as an error.
    func broken(_ name: String, _ nameSpan: SourceSpan, from start: Int) -> AssembleAttribute {
        let whole = span(start..<max(start, lastEnd))
        return AssembleAttribute(name: name, nameSpan: nameSpan, value: .broken, valueSpan: whole, wholeSpan: whole)
    }
}

// MARK: - Text

extension AssembleParser {
    /// A value that is being decoded.
    private struct Decoding {
        var bytes: [UInt8] = []
        var pieces: [PositionMap.Piece] = []
        /// The length of ``bytes`` after white space at the end is removed.
        var trimmedLength = 0
        /// The end of the source of those bytes.
        var trimmedEnd: Int
        var isBroken = false

        /// Appends the scalar that an escape stands for.
        mutating func append(_ scalar: Unicode.Scalar, from source: Range<Int>) {
            let start = bytes.count
            bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar())
            pieces.append(PositionMap.Piece(decoded: start..<bytes.count, source: source))
            keep(upTo: source.upperBound)
        }

        /// Marks the bytes so far as more than white space at the end.
        mutating func keep(upTo end: Int) {
            trimmedLength = bytes.count
            trimmedEnd = end
        }

        var value: AssembleAttribute.Value {
            isBroken ? .broken : .text(String(decoding: bytes[..<trimmedLength], as: UTF8.self), PositionMap(pieces))
        }
    }

    /// Reads `"…"`.
    private mutating func parseString(
        of name: String,
        at nameSpan: SourceSpan,
        isForgiven: inout Bool
    ) -> AssembleAttribute {
        let start = position
        guard let end = endOfString(at: start) else {
            reports.add(.unterminatedString, at: span(start..<start + 1))
            isForgiven = cutString()
            if isForgiven { cutStringEnd = lastEnd }
            return broken(name, nameSpan, from: start)
        }
        if wrapper != nil { reports.add(.quotedInWrapper, at: span(start..<end)) }
        advance()
        var decoding = Decoding(trimmedEnd: position)
        while position < end - 1 {
            if next == UInt8(ascii: "\\") { decodeEscape(into: &decoding) } else { decodeCharacter(into: &decoding) }
        }
        decoding.keep(upTo: end - 1)
        advance()
        return AssembleAttribute(
            name: name,
            nameSpan: nameSpan,
            value: decoding.value,
            valueSpan: span(start + 1..<end - 1),
            wholeSpan: span(start..<end)
        )
    }

    /// Steps to the first `,` or `)` of the line, where a string without an end is cut.
    ///
    /// - Returns: Whether there is none, so that the string ends at the line's end.
    private mutating func cutString() -> Bool {
        while !isAtEnd, next != 0x0A, next != 0x0D {
            if next == UInt8(ascii: ",") || next == UInt8(ascii: ")") { return false }
            advance()
        }
        return true
    }

    /// Appends one character as it is.
    private mutating func decodeCharacter(into decoding: inout Decoding) {
        let first = next
        if first < 0x80 {
            if XMLCharacters.isForbidden(UInt32(first)) { refuse(UInt32(first), length: 1, in: &decoding) }
            decoding.bytes.append(first)
            advance()
            if !AssembleCharacters.isSpace(first) { decoding.keep(upTo: position) }
            return
        }
        let (value, length) = scalar(at: position)
        for offset in 0..<max(1, length) { decoding.bytes.append(bytes[position + offset]) }
        if let value, XMLCharacters.isForbidden(value) { refuse(value, length: length, in: &decoding) }
        advance(max(1, length))
        guard let value, AssembleCharacters.isSpace(value) else { return decoding.keep(upTo: position) }
    }

    private mutating func refuse(_ code: UInt32, length: Int, in decoding: inout Decoding) {
        reports.add(.forbiddenCharacter(code), at: span(position..<position + length))
        decoding.isBroken = true
    }

    /// Reads words without quotes, up to the `,`, bracket or line end that closes them.
    private mutating func parseBare(of name: String, at nameSpan: SourceSpan) -> AssembleAttribute {
        let start = position
        if let attribute = parseComputed(of: name, at: nameSpan) { return attribute }
        var decoding = Decoding(trimmedEnd: start)
        var openers: [Int] = []
        var innerDepth = 0
        scan: while !isAtEnd {
            switch next {
            case UInt8(ascii: "\\"):
                decodeEscape(into: &decoding)
                continue
            case UInt8(ascii: "$"), UInt8(ascii: "@"):
                if let broken = refuseExpression(of: name, at: nameSpan, in: start, innerDepth) { return broken }
            case UInt8(ascii: "("):
                if innerDepth == 0 { openers = [position] }
                innerDepth += 1
            case UInt8(ascii: ")"):
                if innerDepth == 0 { break scan }
                innerDepth -= 1
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), 0x0A,
                0x0D:
                if innerDepth == 0 { break scan }
            case UInt8(ascii: "<"):
                refuseInnerBinding(innerDepth)
                return broken(name, nameSpan, from: start)
            case UInt8(ascii: "%") where wrapper != nil && isAtSplice:
                refusePlaceholder(in: &decoding)
            default: break
            }
            decodeCharacter(into: &decoding)
        }
        if innerDepth > 0, let opener = openers.first { reportUnclosedInner(opener, in: &decoding) }
        lastEnd = decoding.trimmedEnd
        reportLostComma(after: name, in: start..<lastEnd)
        let place = span(start..<lastEnd)
        let value = decoding.trimmedLength == 0 && !decoding.isBroken ? .missing : decoding.value
        return AssembleAttribute(name: name, nameSpan: nameSpan, value: value, valueSpan: place, wholeSpan: place)
    }

    /// Warns where a plain text goes on with what looks like the next attribute.
    private mutating func reportLostComma(after name: String, in range: Range<Int>) {
        guard case .text? = AssembleAttributes.ofPart[name]?.type else { return }
        var wordEnd = range.lowerBound
        var depth = 0
        for offset in range where !AssembleCharacters.isSpace(bytes[offset]) {
            defer { wordEnd = offset + 1 }
            // In brackets a comma ends nothing.
            depth += bytes[offset] == UInt8(ascii: "(") ? 1 : bytes[offset] == UInt8(ascii: ")") ? -1 : 0
            guard depth == 0, wordEnd < offset, wordEnd > range.lowerBound else { continue }
            let end = endOfName(at: offset)
            guard end + 1 < range.upperBound, bytes[end] == UInt8(ascii: ":"),
                !AssembleCharacters.isSpace(bytes[end + 1]),
                AssembleAttributes.ofPart[text(offset..<end)] != nil
            else { continue }
            return reports.add(.lostComma(name, text(offset..<end)), at: span(offset..<end))
        }
    }

    private mutating func reportUnclosedInner(_ opener: Int, in decoding: inout Decoding) {
        if !isCut { reports.add(.unclosed("("), at: span(opener..<opener + 1)) }
        isCut = true
        decoding.isBroken = true
    }

    private mutating func refusePlaceholder(in decoding: inout Decoding) {
        reports.add(.placeholderInValue, at: span(position..<position + 2))
        wrapper?.used += 1
        decoding.isBroken = true
    }

    /// Reports the `<` at the position, which is inside text, and steps over the rest of the value.
    private mutating func refuseInnerBinding(_ innerDepth: Int) {
        reports.add(.bindingInsideText, at: span(position..<position + 1))
        skipBinding()
        skipValue(inner: innerDepth)
    }
}

// MARK: - Escapes

extension AssembleParser {
    /// Reads the escape at the position, which is a backslash.
    private mutating func decodeEscape(into decoding: inout Decoding) {
        let start = position
        let (value, length) = scalar(at: start + 1)
        guard let value, value != 0x0A, value != 0x0D else {
            return refuseEscape(.unfinishedEscape, length: 1, in: &decoding)
        }
        switch UInt8(exactly: value) {
        case UInt8(ascii: "u"): return decodeScalarEscape(into: &decoding)
        case UInt8(ascii: "n"): decoding.append("\n", from: start..<start + 2)
        case UInt8(ascii: "t"): decoding.append("\t", from: start..<start + 2)
        case let byte? where Self.escapable.contains(byte):
            decoding.append(Unicode.Scalar(byte), from: start..<start + 2)
        default:
            let found = XMLCharacters.isForbidden(value) ? "" : text(start + 1..<start + 1 + length)
            return refuseEscape(.unknownEscape(found), length: 1 + length, in: &decoding)
        }
        advance(2)
    }

    /// The characters that a backslash makes ordinary.
    private static let escapable: Set<UInt8> = Set("\\\",:()<>[]{} ".utf8)

    private mutating func refuseEscape(_ message: AssembleMessage, length: Int, in decoding: inout Decoding) {
        reports.add(message, at: span(position..<position + length))
        decoding.isBroken = true
        advance(length)
    }

    /// Reads `\u{…}`.
    private mutating func decodeScalarEscape(into decoding: inout Decoding) {
        let start = position
        var offset = start + 2
        guard byte(at: offset) == UInt8(ascii: "{") else {
            return refuseEscape(.badScalarEscape, length: 2, in: &decoding)
        }
        offset += 1
        let digits = offset
        var code: UInt32 = 0
        while let digit = byte(at: offset).hexadecimalDigit {
            code = min(code << 4 | UInt32(digit), 0x11_0000)
            offset += 1
        }
        let count = offset - digits
        guard byte(at: offset) == UInt8(ascii: "}"), count > 0 else {
            return refuseEscape(.badScalarEscape, length: offset - start, in: &decoding)
        }
        let length = offset + 1 - start
        guard count <= 6 else { return refuseEscape(.badScalarEscape, length: length, in: &decoding) }
        guard let scalar = Unicode.Scalar(code) else {
            return refuseEscape(.noScalar(text(digits..<offset)), length: length, in: &decoding)
        }
        guard !XMLCharacters.isForbidden(code) else {
            return refuseEscape(.forbiddenEscape(code), length: length, in: &decoding)
        }
        decoding.append(scalar, from: start..<start + length)
        advance(length)
    }
}
