import VirtualViewExpressions
import VirtualViewFormat

// Kinds that hold words.

extension ValueParser {
    /// Looks a word up, byte for byte.
    static func value(of text: Span<UInt8>, _ range: Range<Int>, in table: WordTable) -> Int32? {
        for word in table.words where ValueText.isEqual(text, range, word.name) { return word.value }
        return nil
    }

    /// Reads kind Type: one word, standing alone.
    func word(_ text: Span<UInt8>, _ table: WordTable, _ kind: ValueKind) -> ValueResult {
        let all = 0..<text.count
        if let value = Self.value(of: text, all, in: table) { return ValueResult(.int(value, .none)) }
        return ValueResult(wordProblem(text, table, kind))
    }

    /// Reads kind Enum: one word, standing alone, in any letter case.
    func enumeration(_ text: Span<UInt8>, _ table: WordTable) -> ValueResult {
        let all = 0..<text.count
        var value: Int32?
        if ValueText.isASCII(text, all) {
            // The last of two equal words counts, as it does where the table is made.
            for word in table.words where ValueText.isEqualIgnoringCase(text, all, word.name) { value = word.value }
        }
        if value == nil, !all.isEmpty {
            // Upper case can turn other letters into ASCII (`ı` is `I`), so a miss is compared again.
            let found = ValueText.string(text, all).uppercased()
            for word in table.words where word.name.uppercased().hasSameBytes(as: found) { value = word.value }
        }
        if let value { return ValueResult(.int(value, .none)) }
        return ValueResult(wordProblem(text, table, .enumeration(table)))
    }

    /// Returns the problem with a text that is not one of the words.
    private func wordProblem(_ text: Span<UInt8>, _ table: WordTable, _ kind: ValueKind) -> ValueProblem {
        let all = 0..<text.count
        guard isAdvising else { return .init(.unadvised(.unknownWord), at: all) }
        let range = ValueText.trimmed(text, all)
        if range.isEmpty { return .init(.empty(kind), at: all) }
        if let problem = bindingProblem(text, kind) { return problem }
        let found = ValueText.string(text, range)
        if range != all, Self.accepts(found, as: kind) {
            return .init(.surroundingBlanks(found), at: all, with: found)
        }
        let meant = WordAdvice.meant(by: found, in: table, kind, isText: takesBindings)
        return .init(.unknownWord(found, kind, suggestion: meant), at: range, replacing: all, with: meant)
    }
}

// MARK: - Word lists

extension ValueParser {
    /// Reads words joined by `|`: kinds Flag, Align and TextStyle.
    ///
    /// Empty pieces at the end do not count, so that `|` alone is 0; blanks around a word do not count either.
    func words(_ text: Span<UInt8>, _ table: WordTable, _ kind: ValueKind) -> ValueResult {
        let all = 0..<text.count
        if kind != .flags, Self.isBinding(text, all) { return binding(all) }
        if all.isEmpty { return ValueResult(.init(.empty(kind), at: all)) }
        var end = all.upperBound
        while end > 0, text[end - 1] == UInt8(ascii: "|") { end -= 1 }
        var value: Int32 = 0
        var start = 0
        var wrong: [Range<Int>] = []
        while start < end {
            let bar = ValueText.firstIndex(of: UInt8(ascii: "|"), in: text, start..<end) ?? end
            if let bits = Self.value(of: text, ValueText.trimmed(text, start..<bar), in: table) {
                value |= bits
            } else if wrong.count < Self.mostProblems {
                wrong.append(start..<bar)
            }
            start = bar + 1
        }
        guard !wrong.isEmpty else { return ValueResult(.int(value, .none)) }
        if let whole = listProblem(text, table, kind) { return ValueResult(whole) }
        for slot in wrong { value |= meantBits(text, slot, table, kind) }
        return ValueResult(nil, wrong.map { pieceProblem(text, $0, table, kind, beside: value) })
    }

    /// The maximum number of wrong words of one list that are reported.
    private static let mostProblems = 8

    /// Returns the value that a wrong word is meant to have, if that does not depend on the words beside it.
    private func meantBits(_ text: Span<UInt8>, _ slot: Range<Int>, _ table: WordTable, _ kind: ValueKind) -> Int32 {
        let found = ValueText.string(text, ValueText.trimmed(text, slot))
        let (alone, beside) = (
            WordAdvice.meant(by: found, in: table, kind, isText: takesBindings),
            WordAdvice.meant(by: found, in: table, kind, beside: .max, isText: takesBindings)
        )
        guard let alone, alone == beside else { return 0 }
        return alone.split(separator: "|").reduce(0) { $0 | (table.value(of: $1) ?? 0) }
    }

    /// Returns the problem with one piece of a list.
    private func pieceProblem(
        _ text: Span<UInt8>,
        _ slot: Range<Int>,
        _ table: WordTable,
        _ kind: ValueKind,
        beside others: Int32
    ) -> ValueProblem {
        let piece = ValueText.trimmed(text, slot)
        guard piece.isEmpty else {
            let found = ValueText.string(text, piece)
            let meant = WordAdvice.meant(by: found, in: table, kind, beside: others, isText: takesBindings)
            return ValueProblem(.unknownWord(found, kind, suggestion: meant), at: piece, with: meant)
        }
        if slot.upperBound < text.count {
            let bar = slot.lowerBound..<slot.upperBound + 1
            let isAll = bar.count == text.count
            return .init(.emptyPiece(kind), at: bar, with: isAll ? nil : "")
        }
        if slot.lowerBound > 0 {
            let bar = slot.lowerBound - 1..<slot.upperBound
            return .init(.emptyPiece(kind), at: bar, with: "")
        }
        return .init(.empty(kind), at: 0..<text.count)
    }

    /// Returns a problem of the list as a whole, which explains those of its pieces.
    private func listProblem(_ text: Span<UInt8>, _ table: WordTable, _ kind: ValueKind) -> ValueProblem? {
        if let problem = bindingProblem(text, kind) { return problem }
        let range = ValueText.trimmed(text, 0..<text.count)
        guard range.count <= 256 else { return nil }
        let found = ValueText.string(text, range)
        guard let meant = WordAdvice.joined(found, in: table) else { return nil }
        return .init(.unknownWord(found, kind, suggestion: meant), at: range, with: meant)
    }
}

// MARK: - Kind Color

extension ValueParser {
    /// Reads kind Color: a name, `#RRGGBB`, `#AARRGGBB` or a binding, standing alone.
    func color(_ text: Span<UInt8>) -> ValueResult {
        let all = 0..<text.count
        if Self.isBinding(text, all) { return binding(all) }
        if let argb = ColorText.argb(text) {
            return ValueResult(.int(Int32(bitPattern: argb), .none))
        }
        return ValueResult(colorProblem(text))
    }

    private func colorProblem(_ text: Span<UInt8>) -> ValueProblem {
        let all = 0..<text.count
        guard isAdvising else { return .init(.unadvised(.notAColor), at: all) }
        let range = ValueText.trimmed(text, all)
        if range.isEmpty { return .init(.empty(.color), at: all) }
        if let problem = bindingProblem(text, .color) { return problem }
        let found = ValueText.string(text, range)
        if range != all, Self.accepts(found, as: .color) {
            return .init(.surroundingBlanks(found), at: all, with: found)
        }
        if text[range.lowerBound] == UInt8(ascii: "#") { return Self.digitProblem(text, range, found) }
        let meant = found.utf8.count <= 64 ? Self.meantColor(found) : nil
        return .init(.notAColor(found, .unknown(suggestion: meant)), at: range, replacing: all, with: meant)
    }

    /// Returns the problem with the digits after a `#`.
    private static func digitProblem(_ text: Span<UInt8>, _ range: Range<Int>, _ found: String) -> ValueProblem {
        var offset = range.lowerBound + 1
        while offset < range.upperBound, text[offset].hexadecimalDigit != nil { offset += 1 }
        guard offset == range.upperBound else {
            let (scalar, length) = ValueText.scalar(text, at: offset, upTo: range.upperBound)
            return .init(.notAColor(found, .digit(String(scalar))), at: offset..<offset + length)
        }
        // In other languages each digit stands for two; of four, the first or the last is the opacity.
        let digits = found.dropFirst().map { "\($0)\($0)" }
        let readings: [String] =
            switch digits.count {
            case 4 where Set(digits).count > 1:
                ["#" + digits.joined(), "#" + digits[3] + digits[..<3].joined()]
            case 3, 4: ["#" + digits.joined()]
            default: []
            }
        let meant = readings.count == 1 ? readings[0] : nil
        return .init(.notAColor(found, .digitCount(digits.count, readings: readings)), at: range, with: meant)
    }

    private static func meantColor(_ found: String) -> String? {
        let lowercased = found.lowercased()
        let digits = lowercased.hasPrefix("0x") ? found.dropFirst(2) : found[...]
        for guess in ["#" + digits, lowercased] where accepts(guess, as: .color) {
            return guess
        }
        return NearestWord.find(lowercased, among: ColorNames.all)
    }
}

/// The names of colours as attributes spell them; the table itself is the bindings' too.
enum ColorNames {
    /// Every name.
    static var all: [String] { (ColorText.names + ColorText.exactNames).map { $0.name } }

    /// The names whose case does not count.
    static var inAnyCase: [String] { ColorText.names.map { $0.name } }
}
