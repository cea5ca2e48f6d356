import VirtualViewFormat

/// Reads the value language: what the text of an attribute means, given the kind of the attribute.
///
/// The text is the decoded value of the attribute. The grammar of every kind is in `Docs/Language.md`, "Value kinds".
/// Nothing is allocated for a value that is right, except for a decimal number of many digits.
package struct ValueParser: Hashable, Sendable {
    /// Whether some errors are warnings, with what the reference compiler stores: a boolean that is neither `true` nor
    /// `false` is 0, NaN and infinities are stored, and so is the text of an empty binding.
    package var isLenient: Bool
    /// Whether an error looks for what was meant.
    let isAdvising: Bool

    /// Creates a parser.
    package init(isLenient: Bool = false) {
        self.isLenient = isLenient
        self.isAdvising = true
    }

    private init(isAdvising: Bool) {
        self.isLenient = false
        self.isAdvising = isAdvising
    }

    /// Returns whether a kind accepts a text without a problem.
    ///
    /// Advice is checked by this, which must not ask for advice itself.
    static func accepts(_ text: String, as kind: ValueKind) -> Bool {
        let result = ValueParser(isAdvising: false).parse(text, as: kind)
        return result.value != nil && result.problems.isEmpty
    }

    /// Reads a value.
    ///
    /// - Parameters:
    ///   - text: The decoded text of the attribute, of any length.
    ///   - kind: The kind of the attribute.
    /// - Returns: The meaning of the text, and its problems.
    /// - Complexity: O(*n*) in the length of the text.
    package func parse(_ text: String, as kind: ValueKind) -> ValueResult {
        var text = text
        return text.withUTF8 { parse($0.span, as: kind) }
    }

    /// Reads a value given as UTF-8.
    package func parse(_ text: Span<UInt8>, as kind: ValueKind) -> ValueResult {
        let all = 0..<text.count
        return switch kind {
        case .string: all.isEmpty ? ValueResult(.init(.emptyString, at: all)) : ValueResult(.string)
        case .number, .int: number(text, kind)
        case .float: float(text)
        case .bool: bool(text)
        case .color: color(text)
        case .flags: words(text, .flags, kind)
        case .gravity: words(text, .gravity, kind)
        case .textStyle: words(text, .textStyle, kind)
        case .type: word(text, .variableTypes, kind)
        case .size: size(text)
        case .visibility: visibility(text)
        case .dataMode: dataMode(text)
        case .enumeration(let table): enumeration(text, table)
        // Event programs are a language of their own.
        case .expression: ValueResult(.expression)
        }
    }
}

// MARK: - Data bindings

extension ValueParser {
    /// Returns whether a part is a data binding: `${…}` or `@{…}`, with or without an expression.
    static func isBinding(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        startsBinding(text, range) && range.count >= 3 && text[range.upperBound - 1] == UInt8(ascii: "}")
    }

    /// Returns whether a part begins as a data binding does.
    static func startsBinding(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        range.count >= 2 && text[range.lowerBound + 1] == UInt8(ascii: "{")
            && (text[range.lowerBound] == UInt8(ascii: "$") || text[range.lowerBound] == UInt8(ascii: "@"))
    }

    /// Returns the result for a data binding, which is stored as text.
    func binding(_ text: Span<UInt8>, _ range: Range<Int>) -> ValueResult {
        guard range.count == 3 else { return ValueResult(.string) }
        return ValueResult(.string, [.init(.emptyBinding(isStored: isLenient), at: range)])
    }

    /// Returns the problem with a text that begins as a binding does in a kind that accepts none, or that does not end
    /// as one.
    static func bindingProblem(_ text: Span<UInt8>, _ kind: ValueKind) -> ValueProblem? {
        let all = 0..<text.count
        let range = ValueText.trimmed(text, all)
        guard startsBinding(text, range) else { return nil }
        switch kind {
        case .bool, .flags, .type, .dataMode, .enumeration: return .init(.bindingNotAllowed(kind), at: range)
        default: break
        }
        guard isBinding(text, range) else { return .init(.unclosedBinding, at: range) }
        // A binding that is right but for the blanks around it.
        let found = ValueText.string(text, range)
        return .init(.surroundingBlanks(found), at: all, replacement: .init(all, with: found))
    }
}

// MARK: - Booleans

extension ValueParser {
    private func bool(_ text: Span<UInt8>) -> ValueResult {
        let all = 0..<text.count
        if ValueText.isEqualIgnoringCase(text, all, "true") { return ValueResult(.int(1, .none)) }
        if ValueText.isEqualIgnoringCase(text, all, "false") { return ValueResult(.int(0, .none)) }
        let problem = Self.boolProblem(text, isLenient: isLenient)
        return ValueResult(isLenient ? .int(0, .none) : nil, [problem])
    }

    private static func boolProblem(_ text: Span<UInt8>, isLenient: Bool) -> ValueProblem {
        let all = 0..<text.count
        if !isLenient {
            if let problem = bindingProblem(text, .bool) { return problem }
            if ValueText.trimmed(text, all).isEmpty { return .init(.empty(.bool), at: all) }
        }
        let found = ValueText.string(text, all)
        let word = ValueText.string(text, ValueText.trimmed(text, all)).lowercased()
        let meant: String? =
            switch word {
            case "true", "1", "yes", "on", "y", "t": "true"
            case "false", "0", "no", "off", "n", "f": "false"
            default: NearestWord.find(word, among: ["false", "true"])
            }
        return .init(
            .notABoolean(found, isStored: isLenient),
            at: all,
            replacement: meant.map { .init(all, with: $0) }
        )
    }
}
