import VirtualViewFormat

// The smallest parts of an expression: words, numbers, texts, operators.

extension ComputedParser {
    mutating func skip(_ count: Int) {
        offset += count
        skipBlanks()
    }

    mutating func skipBlanks() {
        while case let length = ExpressionText.blankLength(bytes, at: offset, limit: end), length > 0 {
            offset += length
        }
    }

    func isNext(_ text: StaticString) -> Bool {
        offset + text.utf8CodeUnitCount <= end
            && text.withUTF8Buffer { bytes[offset..<offset + $0.count].elementsEqual($0) }
    }

    /// Returns the depth of what stands inside something.
    func deeper(_ depth: Int, _ place: Int) throws(Problem) -> Int {
        guard depth < BindingExpression.maximumDepth else {
            throw Problem(problem: .tooDeep, range: place..<place + 1)
        }
        return depth + 1
    }

    mutating func close(_ bracket: UInt8, openedAt start: Int) throws(Problem) {
        guard offset < end, bytes[offset] == bracket else {
            throw offset < end
                ? unexpected(.expectedOperator) : Problem(problem: .unclosedBracket, range: start..<start + 1)
        }
        skip(1)
    }

    /// Returns the problem with what stands at the offset.
    func unexpected(_ problem: BindingProblem) -> Problem {
        guard offset < end else { return Problem(problem: problem, range: offset..<offset + 1) }
        let correction: (length: Int, operator: String)? =
            switch bytes[offset] {
            case UInt8(ascii: "=") where isNext("==="): (3, "==")
            case UInt8(ascii: "=") where isNext("=>"): (2, ">=")
            case UInt8(ascii: "=") where isNext("=<"): (2, "<=")
            case UInt8(ascii: "="): (1, "==")
            case UInt8(ascii: "&"): (1, "and")
            case UInt8(ascii: "|"): (1, "or")
            default: nil
            }
        if problem == .expectedOperator, let correction {
            let range = offset..<offset + correction.length
            let isWord = Self.operatorWords.contains(correction.operator)
            let replacement = isWord ? word(correction.operator, at: range) : correction.operator
            return Problem(
                problem: .unknownOperator,
                range: range,
                detail: correction.operator,
                replacement: replacement
            )
        }
        var length = 1
        while offset + length < end, bytes[offset + length] & 0xC0 == 0x80 { length += 1 }
        return Problem(problem: problem, range: offset..<offset + length)
    }

    /// Returns a word with the blanks that keep it from what is beside it.
    private func word(_ word: String, at range: Range<Int>) -> String {
        let before = ExpressionText.blankLength(bytes, before: range.lowerBound, limit: 0) > 0 ? "" : " "
        let after = ExpressionText.blankLength(bytes, at: range.upperBound, limit: end) > 0 ? "" : " "
        return before + word + after
    }

    // MARK: - Names

    private func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
        byte.isASCIIWord && !(isFirst && byte.decimalDigit != nil)
    }

    /// Returns the end of the name that begins at the offset; the offset itself if there is none.
    private func endOfName() -> Int {
        var position = offset
        while position < end {
            if isNameByte(bytes[position], isFirst: position == offset) {
                position += 1
            } else if bytes[position] >= 0x80,
                ExpressionText.blankLength(bytes, at: position, limit: end) == 0
            {
                position += 1
                while position < end, bytes[position] & 0xC0 == 0x80 { position += 1 }
            } else {
                break
            }
        }
        return position
    }

    /// Returns whether a text is a name, such as an expression has of a function.
    package static func isName(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return !bytes.isEmpty && Self(bytes, 0..<bytes.count).endOfName() == bytes.count
    }

    /// Steps over a name and the blanks after it.
    mutating func takeName() -> String? {
        let last = endOfName()
        guard last > offset else { return nil }
        let name = String(decoding: bytes[offset..<last], as: UTF8.self)
        skip(last - offset)
        return name
    }

    /// Returns the next name, and whether it is an operator.
    func nextWord() -> (word: String, isOperator: Bool)? {
        let last = endOfName()
        guard last > offset else { return nil }
        let word = String(decoding: bytes[offset..<last], as: UTF8.self)
        return (word, Self.operatorWords.contains(word))
    }

    private static let operatorWords = ["and", "or", "not", "lt", "le", "gt", "ge"]

    // MARK: - Operators

    /// Returns the operator at the offset that stands between two values, and its length.
    func nextInfix() -> (infix: Infix, length: Int)? {
        guard offset < end else { return nil }
        let second = offset + 1 < end ? bytes[offset + 1] : 0
        switch (bytes[offset], second) {
        case (UInt8(ascii: "|"), UInt8(ascii: "|")): return (.any, 2)
        case (UInt8(ascii: "&"), UInt8(ascii: "&")): return (.all, 2)
        case (UInt8(ascii: "="), UInt8(ascii: "=")): return isNext("===") ? nil : (.comparison(.equal), 2)
        case (UInt8(ascii: "!"), UInt8(ascii: "=")): return (.comparison(.notEqual), 2)
        case (UInt8(ascii: "<"), UInt8(ascii: "=")): return (.comparison(.lessOrEqual), 2)
        case (UInt8(ascii: ">"), UInt8(ascii: "=")): return (.comparison(.greaterOrEqual), 2)
        case (UInt8(ascii: "<"), _): return (.comparison(.less), 1)
        case (UInt8(ascii: ">"), _): return (.comparison(.greater), 1)
        case (UInt8(ascii: "?"), UInt8(ascii: ":")): return (.orElse, 2)
        case (UInt8(ascii: "+"), _): return (.arithmetic(.plus), 1)
        case (UInt8(ascii: "-"), _): return (.arithmetic(.minus), 1)
        case (UInt8(ascii: "*"), _): return (.arithmetic(.times), 1)
        case (UInt8(ascii: "/"), _): return (.arithmetic(.dividedBy), 1)
        case (UInt8(ascii: "%"), _): return (.arithmetic(.remainder), 1)
        case (UInt8(ascii: "a"), UInt8(ascii: "n")), (UInt8(ascii: "o"), UInt8(ascii: "r")),
            (UInt8(ascii: "l"), _), (UInt8(ascii: "g"), _):
            return nextWord().flatMap { word in Infix(word: word.word).map { ($0, word.word.utf8.count) } }
        default: return nil
        }
    }

    // MARK: - Numbers

    mutating func takeNumber() throws(Problem) -> JSONValue {
        let start = offset
        var position = offset
        while position < end, bytes[position].decimalDigit != nil { position += 1 }
        let hasLeadingZero = position > start + 1 && bytes[start] == UInt8(ascii: "0")
        if position + 1 < end, bytes[position] == UInt8(ascii: "."), bytes[position + 1].decimalDigit != nil {
            position += 1
            while position < end, bytes[position].decimalDigit != nil { position += 1 }
        }
        let number = DecimalNumber(bytes, at: start, limit: end)
        // An exponent is a part of the number, and no other letter may follow.
        if let number, position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position = max(position, number.end)
        }
        offset = position
        let isOpen = position < end && bytes[position] == UInt8(ascii: ".")
        if isOpen { offset += 1 }
        if isOpen || endOfName() > position {
            throw Problem(problem: .badNumber, range: start..<endOfName())
        }
        let value = number.map { number in
            number.integer.map(JSONValue.int) ?? JSONValue(calculated: number.double(in: bytes))
        }
        guard !hasLeadingZero, let value, value != .null else {
            throw Problem(problem: .badNumber, range: start..<position)
        }
        skipBlanks()
        return value
    }

    // MARK: - Texts

    mutating func takeText() throws(Problem) -> String {
        let quote = bytes[offset]
        let start = offset
        var content: [UInt8] = []
        offset += 1
        // A text that does not end has no closing brace either, so it never comes here.
        while offset < end, bytes[offset] != quote {
            if bytes[offset] == UInt8(ascii: "\\") {
                try takeEscape(into: &content)
            } else {
                content.append(bytes[offset])
                offset += 1
            }
        }
        guard offset < end else { throw Problem(problem: .unclosedQuote, range: start..<start + 1) }
        skip(1)
        return String(decoding: content, as: UTF8.self)
    }

    private mutating func takeEscape(into content: inout [UInt8]) throws(Problem) {
        let start = offset
        let next = offset + 1 < end ? bytes[offset + 1] : 0
        offset = min(offset + 2, end)
        switch next {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "\\"): content.append(next)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "u"):
            guard let scalar = takeScalar() else {
                throw Problem(problem: .badEscape, range: start..<offset)
            }
            content += Array(String(scalar).utf8)
        default:
            while offset < end, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
            throw Problem(problem: .badEscape, range: start..<offset)
        }
    }

    /// Reads `{` with one to six hexadecimal digits and `}`.
    private mutating func takeScalar() -> Unicode.Scalar? {
        guard offset < end, bytes[offset] == UInt8(ascii: "{") else { return nil }
        offset += 1
        var code: UInt32 = 0
        let first = offset
        while offset < end, offset < first + 6, let digit = bytes[offset].hexadecimalDigit {
            code = code << 4 | UInt32(digit)
            offset += 1
        }
        guard offset > first, offset < end, bytes[offset] == UInt8(ascii: "}") else { return nil }
        offset += 1
        return Unicode.Scalar(code)
    }
}
