import VirtualViewFormat

/// Reads the name of a value kind, such as `Number`, `Align` or `Enum<a:1,b:2>`.
struct KindParser {
    private(set) var diagnostics: [Diagnostic] = []
    private let source: DecodedText

    private static let enumOpening = "Enum<"

    init(_ source: DecodedText) {
        self.source = source
    }

    /// Reads the kind.
    ///
    /// - Returns: The kind, or `nil` if the text is not a kind, which is reported.
    mutating func parse() -> ValueKind? {
        let text = source.text
        let trimmed = text[...].trimmedLikeJava
        if trimmed.utf8.count < text.utf8.count, !trimmed.isEmpty {
            let place = blanks(around: trimmed)
            report(.blanks(String(trimmed)), at: place, replacing: place, with: "")
        }
        return kind(trimmed)
    }

    /// Returns the position of the blanks after a text, or else of those before it.
    private func blanks(around trimmed: Substring) -> SourceRange {
        let whole = source.range.offsets
        let part = source.range(of: trimmed).offsets
        let blanks =
            part.upperBound < whole.upperBound ? part.upperBound..<whole.upperBound : whole.lowerBound..<part.lowerBound
        return SourceRange(source.file, blanks)
    }

    private mutating func kind(_ text: Substring) -> ValueKind? {
        if text.hasBytes(Self.enumOpening), text.utf8.last == UInt8(ascii: ">") {
            return enumeration(Substring(text.utf8.dropFirst(Self.enumOpening.utf8.count).dropLast()))
        }
        if let kind = ValueKind.words.first(where: { $0.configurationName.utf8.elementsEqual(text.utf8) }) {
            return kind
        }
        if text == "Enum" {
            report(.enumWithoutWords, at: source.range)
            return nil
        }
        let suggestion = Self.meant(by: String(text))
        report(
            .unknownKind(String(text), suggestion: suggestion),
            at: source.range,
            replacing: source.range,
            with: suggestion
        )
        return nil
    }

    /// Returns the kind that was meant by another word.
    private static func meant(by word: String) -> String? {
        let known = ValueKind.words.map { $0.configurationName }
        guard word.utf8.count <= 64 else { return nil }
        let lowercased = word.lowercased()
        if let name = known.first(where: { $0.lowercased() == lowercased }) { return name }
        return switch lowercased {
        case "boolean": "Bool"
        case "double": "Float"
        case "event", "expression": "Expr"
        case "flags": "Flag"
        case "gravity", "alignment": "Align"
        case "integer", "long": "Int"
        case "size", "dimension", "widthheight": "LayoutWidthHeight"
        case "text": "String"
        default: NearestWord.find(word, among: known)
        }
    }
}

// MARK: - Enumerations

extension KindParser {
    /// Reads `a:1,b:2`.
    private mutating func enumeration(_ list: Substring) -> ValueKind? {
        var pieces = list.pieces(between: ",")
        while pieces.last?.isEmpty == true { pieces.removeLast() }
        guard !pieces.isEmpty else {
            report(.enumWithoutWords, at: source.range)
            return nil
        }
        var words: [WordTable.Word] = []
        var places: [ExactText: Int] = [:]
        var isRight = true
        for piece in pieces {
            guard let word = word(piece) else {
                isRight = false
                continue
            }
            let name = ExactText(word.name.uppercased())
            if let earlier = places[name] {
                report(.duplicateWord(word.name), at: source.range(of: piece))
                words[earlier] = word
            } else {
                places[name] = words.count
                words.append(word)
            }
        }
        return isRight ? .enumeration(WordTable(words.filter { !$0.name.isEmpty })) : nil
    }

    /// Reads `a:1`.
    private mutating func word(_ piece: Substring) -> WordTable.Word? {
        let range = source.range(of: piece)
        let parts = piece.pieces(between: ":")
        guard let name = parts.first, parts.count > 1, !parts[1].isEmpty else {
            report(.enumNumber(String(piece)), at: range)
            return nil
        }
        let number = parts[1]
        let trimmed = name.trimmedLikeJava
        if name.isEmpty {
            report(.emptyWord, at: range)
        } else if trimmed.utf8.count < name.utf8.count {
            let place = source.range(of: name)
            report(.blankInName(String(name)), at: place, replacing: place, with: String(trimmed))
        }
        if parts.count > 2 {
            report(.extraText(String(piece)), at: range)
        }
        switch IntLiteral.parse(number) {
        case .value(let value):
            return WordTable.Word(String(name), value)
        case .blanks(let trimmed):
            let place = source.range(of: number)
            report(.blanks(trimmed), at: place, replacing: place, with: trimmed)
        case .outOfRange, .malformed:
            report(.enumNumber(String(piece)), at: source.range(of: number))
        }
        return nil
    }

    private mutating func report(
        _ message: ConfigurationMessage,
        at range: SourceRange,
        replacing replaced: SourceRange? = nil,
        with text: String? = nil
    ) {
        diagnostics.append(Diagnostic(message, at: range, replacing: replaced, with: text))
    }
}
