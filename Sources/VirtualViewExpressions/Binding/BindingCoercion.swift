import VirtualViewFormat

/// Makes the results of bindings fit for properties (`Docs/Expressions.md`, "Applying a value").
package struct BindingCoercion: Hashable, Sendable {
    /// A problem with a value, which should be reported once.
    package enum Issue: Hashable, Sendable {
        /// A word that the property does not know.
        case unknownWord(String)
        /// A text that is not a colour.
        case unknownColor(String)
    }

    private let quirks: Quirks

    /// Chooses the rules.
    ///
    /// - Parameter client: Whose rules to apply values by; one that is not simulated counts as `Client.swift`.
    package init(_ client: Client = .swift) {
        quirks = client.quirks
    }

    /// Makes a value fit for a property.
    ///
    /// - Parameters:
    ///   - value: The result of a binding; `nil` when missing.
    ///   - kind: What the property takes; `nil` for any data, as it is.
    ///   - standard: The property's default, used for numbers and words that the value does not give.
    ///   - issues: Receives words and colours that are unknown.
    /// - Returns: The value to store.
    package func coerce(
        _ value: JSONValue?,
        to kind: ValueKind?,
        default standard: CoercedValue,
        issues: inout [Issue]
    ) -> CoercedValue {
        if quirks.contains(.coercion) {
            return coerceByText(value, to: kind)
        }
        switch kind {
        case .int: return number(value)?.asInt ?? unknown(value, standard, &issues)
        case .number, .float: return number(value)?.asFloat ?? unknown(value, standard, &issues)
        case .size: return size(value) ?? unknown(value, standard, &issues)
        case .string, .expression: return .string(Self.text(of: value))
        case .bool: return .int(flag(value) ? 1 : 0, .none)
        case .visibility:
            let number = visibility(value)
            let result = CoercedValue.int(number, .none)
            return number == 2 && value != .string("gone") ? unknown(value, result, &issues) : result
        case .color: return .int(Int32(bitPattern: color(value, issues: &issues)), .none)
        case .flags, .gravity, .textStyle, .type, .dataMode, .enumeration:
            return Self.combination(of: kind, in: value, issues: &issues) ?? standard
        case nil: return .data(value == .null ? nil : value)
        }
    }

    /// Makes a value fit for a property.
    ///
    /// - Parameters:
    ///   - value: The result of a binding; `nil` when missing.
    ///   - kind: What the property takes; `nil` for any data, as it is.
    ///   - standard: The property's default, used for numbers and words that the value does not give.
    /// - Returns: The value to store.
    package func coerce(_ value: JSONValue?, to kind: ValueKind?, default standard: CoercedValue) -> CoercedValue {
        var issues: [Issue] = []
        return coerce(value, to: kind, default: standard, issues: &issues)
    }
}

extension BindingCoercion {
    /// The kinds by the names of `vvc eval --as`, in the order in which a usage text lists them; `nil` is any data.
    package static let kinds: [(name: String, kind: ValueKind?)] = [
        ("int", .int), ("float", .float), ("size", .size), ("string", .string), ("bool", .bool),
        ("visibility", .visibility), ("gravity", .gravity), ("color", .color), ("textStyle", .textStyle),
        ("object", nil),
    ]
}

extension BindingCoercion.Issue {
    /// The stable id, listed in `Docs/Expressions.md`.
    package var id: String {
        switch self {
        case .unknownWord: "binding.unknown-word"
        case .unknownColor: "binding.unknown-color"
        }
    }

    /// The message for people: lower case, one line, no full stop; a long word is cut, for a value may have any length.
    package var message: String {
        switch self {
        case .unknownWord(let word): "the data holds the unknown word '\(VisibleText.short(word))'"
        case .unknownColor(let text): "the data holds '\(VisibleText.short(text))', which is no color"
        }
    }
}

// MARK: - Our own rules

extension BindingCoercion {
    /// Returns the text that a `string` property and an interpolation show for a value; `nil` for missing and null, and for
    /// lists and objects whose JSON would be longer than texts may be.
    package static func text(of value: JSONValue?) -> String? {
        switch value {
        case nil, .null: nil
        case .bool(let flag): flag ? "true" : "false"
        case .int(let integer): String(integer)
        case .double(let number): JSONValue.text(of: number)
        case .string(let text): text
        case .array, .object: value.flatMap(BoundedText.json(of:))
        }
    }

    /// Compares ASCII letters in any case, and everything else byte by byte.
    static func equalsIgnoringCase(_ first: some StringProtocol, _ second: some StringProtocol) -> Bool {
        first.utf8.elementsEqual(second.utf8) { $0.asciiLowercased == $1.asciiLowercased }
    }

    private func number(_ value: JSONValue?) -> CoercedNumber? {
        switch value {
        case nil, .null, .array, .object: nil
        case .bool(let flag): CoercedNumber(flag ? 1 : 0)
        case .int(let integer): CoercedNumber(Double(integer))
        case .double(let number): CoercedNumber(number)
        case .string(let text): CoercedNumber(text)
        }
    }

    /// Returns what counts in place of a value that is not understood; a text tells nothing only if it is empty.
    private func unknown(_ value: JSONValue?, _ standard: CoercedValue, _ issues: inout [Issue]) -> CoercedValue {
        if case .string(let word)? = value, !word.isEmpty { issues.append(.unknownWord(word)) }
        return standard
    }

    private func size(_ value: JSONValue?) -> CoercedValue? {
        switch value {
        case .string("match_parent"): .float(-1, .none)
        case .string("wrap_content"): .float(-2, .none)
        default: number(value)?.asFloat
        }
    }

    private func flag(_ value: JSONValue?) -> Bool {
        switch value {
        case nil, .null, .array, .object: false
        case .bool(let flag): flag
        case .int(let integer): integer != 0
        case .double(let number): number != 0
        case .string(let text): Self.equalsIgnoringCase(text, "true")
        }
    }

    /// The numbers of `WordTable.visibilities`; looking them up there would take longer than all else.
    func visibility(_ value: JSONValue?) -> Int32 {
        switch value {
        case .string("visible"): 1
        case .bool(true): quirks.contains(.coercion) ? 2 : 1
        case .string("invisible"): 0
        default: 2
        }
    }

    private func color(_ value: JSONValue?, issues: inout [Issue]) -> UInt32 {
        guard let text = Self.text(of: value) else { return 0 }
        if case .string = value, let color = ColorText.argb(text.utf8) {
            return color
        }
        // An empty text says nothing, as everywhere.
        if !text.isEmpty { issues.append(.unknownColor(text)) }
        return 0
    }
}

extension BindingCoercion {
    /// The numbers of the words in a value, or `nil` when there is none that is known.
    ///
    /// Flags, gravities and styles are combined bit by bit; of other words the first one counts, whatever its case. A text
    /// of more than a kibibyte has none.
    static func combination(of kind: ValueKind?, in value: JSONValue?, issues: inout [Issue]) -> CoercedValue? {
        guard let text = text(of: value) else { return nil }
        guard text.utf8.count <= 1_024 else {
            issues.append(.unknownWord(text))
            return nil
        }
        let (words, combines) = words(of: kind)
        var combined: Int32?
        for piece in text.split(separator: "|") {
            let word = Substring(piece.trimmingWhiteSpace)
            guard !word.isEmpty else { continue }
            if let number = words.first(where: { combines ? $0.name == word : equalsIgnoringCase($0.name, word) })?
                .value
            {
                combined = combines ? (combined ?? 0) | number : combined ?? number
            } else {
                issues.append(.unknownWord(String(word)))
            }
        }
        return combined.map { .int($0, .none) }
    }

    /// Data may also say `center`.
    private static let gravityWords = WordTable.gravity.words + [.init("center", 36)]

    private static func words(of kind: ValueKind?) -> (words: [WordTable.Word], combines: Bool) {
        switch kind {
        case .flags: (WordTable.flags.words, true)
        case .gravity: (gravityWords, true)
        case .textStyle: (WordTable.textStyle.words, true)
        case .type: (WordTable.variableTypes.words, false)
        case .dataMode: (WordTable.dataModes.words, false)
        case .enumeration(let table): (table.words, false)
        case .string, .number, .int, .float, .bool, .color, .size, .visibility, .expression, nil: ([], false)
        }
    }
}

extension Substring {
    /// The text without Unicode white space at its ends.
    fileprivate var trimmingWhiteSpace: Substring {
        let rest = drop { $0.isSpace }
        guard let last = rest.lastIndex(where: { !$0.isSpace }) else { return "" }
        return rest[...last]
    }
}

// What the reference iOS client does: every value goes by way of its text, and nothing is left at its default.
extension BindingCoercion {
    func coerceByText(_ value: JSONValue?, to kind: ValueKind?) -> CoercedValue {
        switch kind {
        // Only the words of gravities are read there.
        case .int, .textStyle: .int(Self.leadingInteger(value), .none)
        case .number, .float, .size: Self.leadingNumber(value).asFloat ?? .float(0, .none)
        case .string, .expression: .string(Self.foundationText(of: value))
        case .bool: .int(value == .string("true") ? 1 : 0, .none)
        case .visibility: .int(visibility(value), .none)
        case .gravity: Self.gravity(value)
        case .color: Self.color(value)
        case .flags, .type, .dataMode, .enumeration, nil: .data(value)
        }
    }

    /// Returns the text that Foundation gives for an object of a parsed JSON text.
    ///
    /// For arrays and objects, whose text there is a listing that no property can use, it returns compact JSON.
    static func foundationText(of value: JSONValue?) -> String? {
        switch value {
        case .null?: "<null>"
        case .bool(let flag)?: flag ? "1" : "0"
        default: text(of: value)
        }
    }

    private static func leadingInteger(_ value: JSONValue?) -> Int32 {
        let bytes = Array((foundationText(of: value) ?? "").utf8)
        return Int32(clamping: LeadingInteger.value(bytes, 0..<bytes.count))
    }

    private static func leadingNumber(_ value: JSONValue?) -> CoercedNumber {
        let number = CoercedNumber(foundationText(of: value) ?? "")
        // The unit is not known there: `100rp` is 100 points.
        return CoercedNumber(number?.value ?? 0)
    }

    private static func gravity(_ value: JSONValue?) -> CoercedValue {
        var ignored: [Issue] = []
        return combination(of: .gravity, in: value, issues: &ignored) ?? .int(0, .none)
    }

    /// Reads `#RRGGBB` and `#AARRGGBB`, also with `0x` or nothing instead of `#`; names are not known.
    private static func color(_ value: JSONValue?) -> CoercedValue {
        let text = foundationText(of: value) ?? ""
        let digits =
            if text.hasPrefix("#") {
                text.dropFirst()
            } else if text.hasPrefix("0x") || text.hasPrefix("0X") {
                text.dropFirst(2)
            } else {
                text[...]
            }
        return ColorText.hexadecimal(digits.utf8).map { .int(Int32(bitPattern: $0), .none) } ?? .noColor
    }
}

// MARK: - Property names

extension BindingCoercion {
    /// Returns the kind of value that the reference iOS client uses for a property, by its name.
    ///
    /// - Parameter name: The property's name, for example `layoutWidth`.
    /// - Returns: The kind; `nil`, which is any data, for every name without a rule of its own.
    package static func kindOnIOS(ofProperty name: String) -> ValueKind? {
        iOSKinds[name]
    }

    private static let iOSKinds: [String: ValueKind] = {
        var kinds: [String: ValueKind] = [
            "visibility": .visibility, "gravity": .gravity, "layoutGravity": .gravity, "layoutWidth": .size,
            "layoutHeight": .size,
        ]
        let rows: [(ValueKind, [String])] = [
            (
                .int,
                [
                    "autoSwitchTime", "colCount", "ellipsize", "id", "layoutDirection", "lines", "maxLines",
                    "scaleType", "stayTime", "style", "textStyle",
                ]
            ),
            (
                .float,
                [
                    "autoDimX", "autoDimY", "borderBottomLeftRadius", "borderBottomRightRadius", "borderRadius",
                    "borderTopLeftRadius", "borderTopRightRadius", "borderWidth", "itemHeight",
                    "itemHorizontalMargin", "itemMargin", "itemVerticalMargin", "itemWidth", "layoutMarginBottom",
                    "layoutMarginLeft", "layoutMarginRight", "layoutMarginTop", "layoutRatio", "lineHeight",
                    "lineSpaceExtra", "lineSpaceMultiplier", "paddingBottom", "paddingLeft", "paddingRight",
                    "paddingTop", "paintWidth", "ratio", "textSize",
                ]
            ),
            (.string, ["action", "ck", "class", "dashEffect", "src", "text"]),
            (.color, ["background", "borderColor", "color", "textColor"]),
            (.bool, ["autoSwitch", "canSlide", "inMainThread"]),
        ]
        for (kind, names) in rows {
            for name in names {
                kinds[name] = kind
            }
        }
        return kinds
    }()
}
