import VirtualViewFormat

/// Guesses the number that was meant by a text that is not a number.
///
/// Each guess is read again: only a text that the kind accepts without a problem is suggested.
struct NumberAdvice {
    /// The longest text that is worth guessing about, in UTF-8 bytes.
    private static let longestText = 64

    /// Units of other languages.
    private static let otherUnits: Set<String> = [
        "%", "ch", "cm", "dip", "dp", "em", "ex", "fr", "in", "mm", "pt", "px", "rem", "rpx", "sp", "vh", "vmax",
        "vmin", "vw",
    ]

    private let text: String
    private let kind: ValueKind
    private let lowercased: String

    /// Prepares for a text without the blanks around it.
    init(_ text: String, _ kind: ValueKind) {
        self.text = text
        self.kind = kind
        self.lowercased = text.utf8.count <= Self.longestText ? text.lowercased() : ""
    }

    /// Returns the problem with its fix-it.
    ///
    /// - Parameters:
    ///   - range: The position of the text in the value.
    ///   - all: The whole value.
    /// - Returns: The problem.
    func problem(at range: Range<Int>, of all: Range<Int>) -> ValueProblem {
        guard !lowercased.isEmpty else { return .init(.notANumber(text, kind, nil, suggestion: nil), at: range) }
        if let word = wordProblem(at: all) { return word }
        for (fault, guess) in guesses where isRight(guess) {
            return .init(.notANumber(text, kind, fault, suggestion: guess), at: range, with: guess)
        }
        if let unit = unitProblem(at: range) { return unit }
        if let fraction = fractionProblem(at: range) { return fraction }
        return .init(.notANumber(text, kind, nil, suggestion: nil), at: range)
    }

    private func isRight(_ guess: String) -> Bool {
        ValueParser.accepts(guess, as: kind)
    }

    // MARK: - Guesses

    private var guesses: [(NumberFault, String)] {
        var guesses: [(NumberFault, String)] = []
        if lowercased != text { guesses.append((.letterCase, lowercased)) }
        if let body = withoutUnit, body.last?.isSpace == true {
            guesses.append((.blankBeforeUnit, String(body.filter { !$0.isSpace }) + "rp"))
        }
        if text.hasPrefix("."), text.utf8.dropFirst().first?.decimalDigit != nil {
            guesses.append((.leadingPoint, "0" + text))
        }
        if let guess = withPoint { guesses.append((.decimalComma, guess)) }
        if let index = text.firstIndex(where: { $0 == "e" || $0 == "E" }), !text.contains(".") {
            guesses.append((.exponentWithoutPoint, text[..<index] + ".0" + text[index...]))
        }
        if let guess = decimalDigits { guesses.append((.hexadecimal, guess)) }
        if let guess = whole { guesses.append((.fraction, guess)) }
        if text.contains("_") { guesses.append((.grouping, String(text.filter { $0 != "_" }))) }
        if let last = lowercased.last, last == "f" || last == "d" { guesses.append((.suffix, String(text.dropLast()))) }
        return guesses
    }

    /// The text before `rp`; `nil` if it does not end so.
    private var withoutUnit: Substring? {
        text.hasSuffix("rp") ? text.dropLast(2) : nil
    }

    /// The text with a point for its comma: `1.5` for `1,5`.
    ///
    /// A comma before three digits may group them, so that nothing is certain.
    private var withPoint: String? {
        guard text.count(where: { $0 == "," }) == 1, !text.contains("."), let comma = text.firstIndex(of: ",")
        else { return nil }
        let digits = text[comma...].utf8.dropFirst().prefix { $0.decimalDigit != nil }.count
        return digits == 3 ? nil : String(text.map { $0 == "," ? "." : $0 })
    }

    /// `5.0` as `5`, for a kind that takes whole numbers alone.
    private var whole: String? {
        guard kind == .int || kind == .dataMode else { return nil }
        let body = withoutUnit
        guard let value = Double(body ?? text[...]), let whole = Int32(exactly: value)
        else { return nil }
        return String(whole) + (body == nil ? "" : "rp")
    }

    /// `0x1F` as `31`.
    private var decimalDigits: String? {
        guard lowercased.hasPrefix("0x"), let value = Int32(lowercased.dropFirst(2), radix: 16) else { return nil }
        return String(value)
    }

    // MARK: - Other problems

    /// Returns the problem with a word if the kind has words.
    private func wordProblem(at all: Range<Int>) -> ValueProblem? {
        let table: WordTable? =
            switch kind {
            case .size: .sizes
            case .visibility: .visibilities
            case .dataMode: .dataModes
            default: nil
            }
        guard let table else { return nil }
        if table.words.contains(where: { $0.name == text }) {
            return .init(.surroundingBlanks(text), at: all, with: text)
        }
        guard let first = text.unicodeScalars.first, first.isLetter else { return nil }
        if lowercased == "true" || lowercased == "false" { return nil }
        let meant = WordAdvice.meant(by: text, in: table, kind)
        return .init(.unknownWord(text, kind, suggestion: meant), at: all, with: meant)
    }

    /// Returns a number with another unit than `rp`.
    private func unitProblem(at range: Range<Int>) -> ValueProblem? {
        let unit = String(String.UnicodeScalarView(text.unicodeScalars.reversed().prefix { isUnit($0) }.reversed()))
        let number = String(text.dropLast(unit.count)).filter { !$0.isSpace }
        guard Self.otherUnits.contains(unit.lowercased()), isRight(number) else { return nil }
        let suggestion: String? =
            switch unit.lowercased() {
            case "dp", "dip", "pt", "sp": number
            case "rpx": number + "rp"
            default: nil
            }
        return .init(.unknownUnit(unit, suggestion: suggestion), at: range, with: suggestion)
    }

    private func isUnit(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "%" || scalar.isLetter
    }

    /// Returns a decimal number where a whole one is needed, with nothing certain to write instead.
    private func fractionProblem(at range: Range<Int>) -> ValueProblem? {
        guard kind == .int || kind == .dataMode, ValueParser.accepts(text, as: .float) else { return nil }
        return .init(.notANumber(text, kind, .fraction, suggestion: nil), at: range)
    }
}
