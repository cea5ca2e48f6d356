import VirtualViewExpressions
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
    /// Whether a binding may stand in place of a value of any kind.
    private(set) var takesBindings = false

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

    /// Reads a value that the file holds as a text: every kind may have a binding there.
    ///
    /// Apps read the text by the rules for data, so what means something else to them is an error.
    func parseText(_ text: String, as kind: ValueKind) -> ValueResult {
        var parser = self
        parser.takesBindings = true
        var text = text
        let isBinding = text.withUTF8 { Self.isBinding($0.span, 0..<$0.count) }
        if isBinding, !kind.acceptsBinding { return ValueResult(.string) }
        let result = parser.parse(text, as: kind)
        guard result.problems.isEmpty, let value = result.value, !Self.isRead(text, as: value, kind) else {
            return result
        }
        return ValueResult(Self.unreadProblem(text, value, kind))
    }

    /// Reads a list of words that the file holds as a text, or a binding for one.
    func parseList(_ text: String, of words: WordTable) -> ValueResult {
        var parser = self
        parser.takesBindings = true
        var text = text
        return text.withUTF8 { bytes in
            let span = bytes.span
            return Self.isBinding(span, 0..<span.count)
                ? ValueResult(.string) : parser.words(span, words, .enumeration(words))
        }
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
    func binding(_ range: Range<Int>) -> ValueResult {
        guard range.count == 3 else { return ValueResult(.string) }
        return ValueResult(.string, [.init(.emptyBinding(isStored: isLenient), at: range)])
    }

    /// Returns the problem with a text that begins as a binding does in a kind that accepts none, or that does not end
    /// as one.
    func bindingProblem(_ text: Span<UInt8>, _ kind: ValueKind) -> ValueProblem? {
        let all = 0..<text.count
        let range = ValueText.trimmed(text, all)
        guard Self.startsBinding(text, range) else { return nil }
        guard takesBindings || kind.acceptsBinding else { return .init(.bindingNotAllowed(kind), at: range) }
        guard Self.isBinding(text, range) else { return .init(.unclosedBinding, at: range) }
        // A binding that is right but for the blanks around it.
        let found = ValueText.string(text, range)
        return .init(.surroundingBlanks(found), at: all, with: found)
    }
}

// MARK: - Values that files hold as texts

extension ValueParser {
    /// Returns whether apps, which read a text by the rules for data, find the value that it has here.
    private static func isRead(_ text: String, as value: LoweredValue, _ kind: ValueKind) -> Bool {
        switch (value, BindingCoercion().coerce(.string(text), to: kind, default: .string(nil))) {
        case (.string, _): true
        case (.int(let number, _), .int(let read, _)): number == read
        // Numbers of data have 64 bits first, so the last bit may differ.
        case (.float(let number, let unit), .float(let read, let readUnit)):
            unit == readUnit && abs(number - read) <= number.ulp
        default: false
        }
    }

    /// Returns the problem with a text that apps do not read as it is meant.
    private static func unreadProblem(_ text: String, _ value: LoweredValue, _ kind: ValueKind) -> ValueProblem {
        let all = 0..<text.utf8.count
        switch (value, kind) {
        case (.float(let number, let unit), _):
            let meant = ValuePrinter.shortest(number) + (unit == .rp ? "rp" : "")
            return .init(.notANumber(text, kind, nil, suggestion: meant), at: all, with: meant)
        case (.int(let number, _), .enumeration(let words)):
            let meant = words.name(of: number)
            return .init(.unknownWord(text, kind, suggestion: meant), at: all, with: meant)
        default: return .init(.unknownWord(text, kind, suggestion: nil), at: all)
        }
    }
}

// MARK: - Booleans

extension ValueParser {
    private func bool(_ text: Span<UInt8>) -> ValueResult {
        let all = 0..<text.count
        if ValueText.isEqualIgnoringCase(text, all, "true") { return ValueResult(.int(1, .none)) }
        if ValueText.isEqualIgnoringCase(text, all, "false") { return ValueResult(.int(0, .none)) }
        let problem = boolProblem(text)
        return ValueResult(isLenient ? .int(0, .none) : nil, [problem])
    }

    private func boolProblem(_ text: Span<UInt8>) -> ValueProblem {
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
        return .init(.notABoolean(found, isStored: isLenient), at: all, with: meant)
    }
}

/// Looks at the UTF-8 bytes of a value.
///
/// Offsets count bytes from the start of the whole value, even for a part of it.
enum ValueText {
    /// Returns the part left when what Java's `trim` strips is gone: bytes up to U+0020 at both ends, nothing else.
    static func trimmed(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var (lower, upper) = (range.lowerBound, range.upperBound)
        while lower < upper, text[lower] <= 0x20 { lower += 1 }
        while lower < upper, text[upper - 1] <= 0x20 { upper -= 1 }
        return lower..<upper
    }

    /// Returns whether a part is exactly a word.
    static func isEqual(_ text: Span<UInt8>, _ range: Range<Int>, _ word: String) -> Bool {
        guard range.count == word.utf8.count else { return false }
        var offset = range.lowerBound
        for byte in word.utf8 {
            guard text[offset] == byte else { return false }
            offset += 1
        }
        return true
    }

    /// Returns whether a part is a word when the case of ASCII letters does not count.
    static func isEqualIgnoringCase(_ text: Span<UInt8>, _ range: Range<Int>, _ word: String) -> Bool {
        guard range.count == word.utf8.count else { return false }
        var offset = range.lowerBound
        for byte in word.utf8 {
            guard text[offset].asciiLowercased == byte.asciiLowercased else { return false }
            offset += 1
        }
        return true
    }

    /// Returns the part as a string.
    static func string(_ text: Span<UInt8>, _ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        for offset in range { bytes.append(text[offset]) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns whether a part holds ASCII alone.
    static func isASCII(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        for offset in range where text[offset] >= 0x80 { return false }
        return true
    }

    /// Returns the place of a byte in a part.
    static func firstIndex(of byte: UInt8, in text: Span<UInt8>, _ range: Range<Int>) -> Int? {
        for offset in range where text[offset] == byte { return offset }
        return nil
    }

    /// Returns the scalar at an offset and its length; U+FFFD with length 1 where the bytes are not UTF-8.
    static func scalar(_ text: Span<UInt8>, at offset: Int, upTo end: Int) -> (scalar: Unicode.Scalar, length: Int) {
        let (scalar, length) = UTF8Sequence.decode { offset + $0 < end ? text[offset + $0] : 0 }
        guard let scalar else { return ("\u{FFFD}", 1) }
        return (scalar, length)
    }
}
