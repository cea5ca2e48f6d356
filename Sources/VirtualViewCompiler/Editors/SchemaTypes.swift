import VirtualViewFormat

/// The values that each kind accepts, as XSD 1.0 can express them: the counterpart of ``ValueParser``.
///
/// A pattern accepts everything that the compiler accepts. It also accepts what no regular expression can refuse:
/// numbers of more than 32 bits, bindings with mistakes, words of other scripts whose capitals are those of a known
/// word.
enum SchemaTypes {
    /// The values that a kind accepts.
    struct Values {
        /// The words, which editors offer.
        var words: [String] = []
        /// The regular expressions, of which one must match the whole value.
        var patterns: [String] = []
    }

    static func values(of kind: ValueKind) -> Values {
        switch kind {
        case .string: Values()
        case .expression: Values()
        case .number: Values(words: ["true", "false"], patterns: [number])
        case .int: Values(words: ["true", "false"], patterns: [blanked("true|false|\(int)(rp)?|\(binding)(rp)?")])
        case .float: Values(patterns: [blanked("(\(float))\(blanks)(rp)?|\(binding)(rp)?")])
        case .bool: Values(words: ["true", "false"], patterns: ["true", "false"].map(anyASCIICase))
        case .color: color
        case .flags: Values(words: words(.flags), patterns: list(.flags))
        case .gravity: Values(words: words(.gravity), patterns: list(.gravity) + [binding])
        case .textStyle: Values(words: words(.textStyle), patterns: list(.textStyle) + [binding])
        case .type: Values(words: words(.variableTypes))
        case .size: Values(words: words(.sizes), patterns: [number])
        case .visibility:
            Values(words: words(.visibilities), patterns: [limited("0-2"), pointed, blanked("\(binding)(rp)?")])
        case .dataMode: Values(words: words(.dataModes), patterns: [limited("12", excluding: "false")])
        case .enumeration(let table):
            Values(words: words(table), patterns: table.words.map { anyCase($0.name) })
        @unknown default: Values()
        }
    }
}

// MARK: - Numbers

extension SchemaTypes {
    /// The characters that Java's `trim` removes and XML can hold.
    private static let blanks = #"\s*"#
    static let binding = #"[$@]\{[\s\S]+\}"#
    private static let int = #"[+\-]?\p{Nd}+"#
    private static let exponent = #"([eE][+\-]?[0-9]+)?[fFdD]?"#
    private static let binaryExponent = #"[pP][+\-]?[0-9]+[fFdD]?"#
    private static let float =
        #"[+\-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)"# + exponent
        + #"|[+\-]?0[xX]([0-9A-Fa-f]+(\.[0-9A-Fa-f]*)?|\.[0-9A-Fa-f]+)"# + binaryExponent
    /// A decimal number in the kinds where the point makes it one; it must not stand first.
    private static let pointedFloat =
        #"([+\-]?[0-9]+\.[0-9]*|[+\-]\.[0-9]+)"# + exponent
        + #"|[+\-]?0[xX]([0-9A-Fa-f]+\.[0-9A-Fa-f]*|\.[0-9A-Fa-f]+)"# + binaryExponent
    private static let pointed = blanked("(\(pointedFloat))\(blanks)(rp)?")
    private static let number = blanked("true|false|\(int)(rp)?|(\(pointedFloat))\(blanks)(rp)?|\(binding)(rp)?")

    private static func blanked(_ pattern: String) -> String {
        "\(blanks)(\(pattern))\(blanks)"
    }

    /// Returns a number of which only the last digit may not be zero.
    ///
    /// Digits of other scripts are numbers too, but they are not worth a list.
    private static func limited(_ digits: String, excluding word: String = "") -> String {
        let zero = digits.hasPrefix("0") ? "|-0+" : ""
        let booleans = word == "false" ? "true" : "true|false"
        let other = #"|[+\-]?\p{Nd}*[\p{Nd}-[0-9]]\p{Nd}*"#
        return blanked(#"\#(booleans)|(\+?0*[\#(digits)]\#(zero)\#(other))(rp)?"#)
    }
}

// MARK: - Words

extension SchemaTypes {
    private static func words(_ table: WordTable) -> [String] {
        var seen: Set<ExactText> = []
        return table.words.map { $0.name }.filter { seen.insert(ExactText($0)).inserted }
    }

    private static func alternatives(_ table: WordTable) -> [String] {
        words(table).map(literal)
    }

    /// Words joined by bars.
    ///
    /// Blanks around a word do not count, and neither do bars at the end.
    private static func list(_ table: WordTable) -> [String] {
        let piece = blanked(alternatives(table).joined(separator: "|"))
        return [#"\|+"#, #"\#(piece)(\|\#(piece))*\|*"#]
    }

    private static let color = Values(
        words: ColorNames.all,
        patterns: ["#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?", binding] + ColorNames.inAnyCase.map(anyASCIICase)
    )

    private static func literal(_ text: String) -> String {
        text.unicodeScalars.map(literal).joined()
    }

    private static func literal(_ scalar: Unicode.Scalar) -> String {
        // Only these may have a backslash.
        #"\|.?*+(){}-[]^"#.unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar)
    }

    /// Returns a word in any case of ASCII letters.
    private static func anyASCIICase(_ word: String) -> String {
        word.map { "[\($0.uppercased())\($0.lowercased())]" }.joined()
    }

    /// Returns a word in any letter case.
    private static func anyCase(_ word: String) -> String {
        word.unicodeScalars.map { scalar in
            let properties = scalar.properties
            var letters = [scalar]
            for mapping in [properties.uppercaseMapping, properties.lowercaseMapping] {
                let mapped = Array(mapping.unicodeScalars)
                if mapped.count == 1, !letters.contains(mapped[0]) { letters.append(mapped[0]) }
            }
            // Two letters that are not of ASCII have capitals that are.
            if letters.contains("I") { letters.append("\u{131}") }
            if letters.contains("S") { letters.append("\u{17F}") }
            return letters.count == 1 ? literal(scalar) : "[\(letters.map(literal).joined())]"
        }.joined()
    }
}

// MARK: - Notes

extension SchemaTypes {
    /// Returns one sentence on the values of a kind.
    static func note(on kind: ValueKind) -> String {
        switch kind {
        case .string: "A text, perhaps with a binding."
        case .number: "A number, perhaps in rp, or a binding."
        case .int: "A whole number, perhaps in rp, or a binding."
        case .float: "A decimal number, perhaps in rp, or a binding."
        case .bool: "true or false."
        case .color: "A name, #RRGGBB, #AARRGGBB or a binding."
        case .flags: "Words joined by |."
        case .gravity, .textStyle: "Words joined by |, or a binding."
        case .type: "A word."
        case .size: "A word, a number, perhaps in rp, or a binding."
        case .visibility: "A word, its number or a binding."
        case .dataMode: "A word or its number."
        case .enumeration: "A word in any letter case."
        case .expression: "An event program, or the name of one."
        @unknown default: "A value."
        }
    }

    /// Returns the default of a property as a source would have it; `nil` if it has none.
    static func text(of property: PropertySchema) -> String? {
        switch property.defaultValue {
        case .int(let value): ValuePrinter.text(for: .int(value, .none), kind: property.kind) ?? "\(value)"
        case .float(let value): "\(value)"
        case .string(let value): value.isEmpty ? nil : value
        case .none: nil
        @unknown default: nil
        }
    }
}
