/// Makes the results of bindings fit for properties (`Docs/Expressions.md`, "Applying a value").
public struct BindingCoercion: Hashable, Sendable {
    /// What went wrong with a value; it is worth telling once.
    @nonexhaustive
    public enum Issue: Hashable, Sendable {
        /// A word that the property does not know.
        case unknownWord(String)
        /// A text that is no colour.
        case unknownColor(String)
    }

    /// Whose rules to apply values by.
    public let dialect: BindingDialect

    /// Chooses the rules.
    ///
    /// - Parameter dialect: Whose rules to apply values by.
    public init(_ dialect: BindingDialect = .swift) {
        self.dialect = dialect
    }

    /// Makes a value fit for a property.
    ///
    /// - Parameters:
    ///   - value: The result of a binding; `nil` when missing.
    ///   - kind: What the property takes.
    ///   - standard: The property's default, used for numbers and words that the value does not give.
    ///   - issues: Receives words and colours that are unknown.
    /// - Returns: The value to store.
    public func coerce(
        _ value: BindingValue?,
        to kind: CoercionKind,
        default standard: CoercedValue,
        issues: inout [Issue]
    ) -> CoercedValue {
        if dialect.quirks.contains(.coercesText) {
            return coerceByText(value, to: kind)
        }
        switch kind {
        case .int: return number(value)?.asInt ?? standard
        case .float: return number(value)?.asFloat ?? standard
        case .size: return size(value) ?? standard
        case .string: return .string(Self.text(of: value))
        case .bool: return .bool(flag(value))
        case .visibility: return .visibility(visibility(value))
        case .words(let words): return words.combination(in: value, issues: &issues) ?? standard
        case .color: return .color(color(value, issues: &issues))
        case .object: return .object(value == .null ? nil : value)
        }
    }

    /// Makes a value fit for a property.
    ///
    /// - Parameters:
    ///   - value: The result of a binding; `nil` when missing.
    ///   - kind: What the property takes.
    ///   - standard: The property's default, used for numbers and words that the value does not give.
    /// - Returns: The value to store.
    public func coerce(_ value: BindingValue?, to kind: CoercionKind, default standard: CoercedValue) -> CoercedValue {
        var issues: [Issue] = []
        return coerce(value, to: kind, default: standard, issues: &issues)
    }
}

extension BindingCoercion.Issue {
    /// The stable id, listed in `Docs/Expressions.md`.
    public var id: String {
        switch self {
        case .unknownWord: "binding.unknown-word"
        case .unknownColor: "binding.unknown-color"
        }
    }

    /// What a person is told: lower case, one line, no full stop.
    public var message: String {
        switch self {
        case .unknownWord(let word): "the data holds the unknown word '\(word)'"
        case .unknownColor(let text): "the data holds '\(text)', which is no colour"
        }
    }
}

// MARK: - Our own rules

extension BindingCoercion {
    /// The text of a value: what a `string` property and an interpolation show; `nil` for missing and null.
    static func text(of value: BindingValue?) -> String? {
        switch value {
        case nil, .null: nil
        case .bool(let flag): flag ? "true" : "false"
        case .int(let integer): String(integer)
        case .double(let number): BindingJSONWriter.text(of: number)
        case .string(let text): text
        case .array, .object: value?.json
        }
    }

    /// ASCII letters in any case, all else byte by byte.
    static func equalsIgnoringCase(_ first: some StringProtocol, _ second: some StringProtocol) -> Bool {
        func folded(_ byte: UInt8) -> UInt8 {
            0x41...0x5A ~= byte ? byte | 0x20 : byte
        }
        return first.utf8.elementsEqual(second.utf8) { folded($0) == folded($1) }
    }

    private func number(_ value: BindingValue?) -> CoercedNumber? {
        switch value {
        case nil, .null, .array, .object: nil
        case .bool(let flag): CoercedNumber(value: flag ? 1 : 0, unit: .plain)
        case .int(let integer): CoercedNumber(value: Double(integer), unit: .plain)
        case .double(let number): CoercedNumber(value: number, unit: .plain)
        case .string(let text): CoercedNumber(text)
        }
    }

    private func size(_ value: BindingValue?) -> CoercedValue? {
        switch value {
        case .string("match_parent"): .matchParent
        case .string("wrap_content"): .wrapContent
        default: number(value)?.asSize
        }
    }

    private func flag(_ value: BindingValue?) -> Bool {
        switch value {
        case nil, .null, .array, .object: false
        case .bool(let flag): flag
        case .int(let integer): integer != 0
        case .double(let number): number != 0
        case .string(let text): Self.equalsIgnoringCase(text, "true")
        }
    }

    private func visibility(_ value: BindingValue?) -> CoercedValue.Visibility {
        switch value {
        case .bool(true), .string("visible"): .visible
        case .string("invisible"): .invisible
        default: .gone
        }
    }

    private func color(_ value: BindingValue?, issues: inout [Issue]) -> UInt32 {
        guard let text = Self.text(of: value) else { return 0 }
        if case .string = value, let color = ColorText.argb(text.utf8) {
            return color
        }
        issues.append(.unknownColor(text))
        return 0
    }
}

extension CoercionWords {
    /// The numbers of the words in a value, or `nil` when there is none that is known.
    func combination(in value: BindingValue?, issues: inout [BindingCoercion.Issue]) -> CoercedValue? {
        guard let text = BindingCoercion.text(of: value) else { return nil }
        var combined: Int32?
        for piece in text.split(separator: "|") {
            let word = Substring(piece.trimmingWhiteSpace)
            guard !word.isEmpty else { continue }
            if let number = self.value(of: word) {
                combined = combines ? (combined ?? 0) | number : combined ?? number
            } else {
                issues.append(.unknownWord(String(word)))
            }
        }
        return combined.map(CoercedValue.words)
    }
}

extension Substring {
    /// The text without Unicode white space at its ends.
    fileprivate var trimmingWhiteSpace: Substring {
        let rest = drop { $0.isWhitespace }
        guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return rest[...last]
    }
}
