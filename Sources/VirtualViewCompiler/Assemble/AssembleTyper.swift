import VirtualViewFormat

/// Reads an attribute's value as its type asks.
struct AssembleTyper {
    let rule: AssembleAttributeRule
    let attribute: AssembleAttribute

    /// The result of typing an attribute.
    enum Outcome {
        case property(AssembleProperty)
        /// An error or warning that leaves the attribute without a value.
        case refused(AssembleMessage, at: SourceSpan, replacement: String?)
        /// A warning in addition to a value.
        case warned(AssembleProperty, AssembleMessage, replacement: String)
    }

    /// Reads the value.
    ///
    /// - Returns: The outcome; `nil` if the value was reported as an error before.
    func read() -> Outcome? {
        switch attribute.value {
        case .broken: return nil
        case .missing:
            guard rule.kind == .button else {
                return .refused(.missingValue(attribute.name), at: attribute.nameSpan, replacement: nil)
            }
            return .property(property(.none, template: ""))
        case .binding(let text, let map):
            return bound(text, map)
        case .text(let text, let map):
            if Self.isExpression(text) { return bound(text, map) }
            return typed(text, map)
        }
    }

    /// Returns whether the clients take a text for an expression.
    private static func isExpression(_ text: String) -> Bool {
        (text.hasPrefix("${") || text.hasPrefix("@{")) && text.hasSuffix("}")
    }

    private func bound(_ text: String, _ map: PositionMap) -> Outcome {
        guard rule.isBindable else {
            return .refused(.notBindable(attribute.name), at: attribute.wholeSpan, replacement: nil)
        }
        return .property(property(.bound, template: text, map: map))
    }

    private func property(
        _ value: AssembleProperty.Value,
        template: String,
        map: PositionMap? = nil
    ) -> AssembleProperty {
        AssembleProperty(
            kind: rule.kind,
            name: attribute.name,
            value: value,
            written: AssembledValue(
                template,
                nameSpan: attribute.nameSpan,
                valueSpan: attribute.valueSpan,
                map: map
            ),
            wholeSpan: attribute.wholeSpan
        )
    }

    private func refused(_ message: AssembleMessage, replacement: String? = nil) -> Outcome {
        .refused(message, at: attribute.wholeSpan, replacement: replacement)
    }
}

// MARK: - Types

extension AssembleTyper {
    private func typed(_ text: String, _ map: PositionMap) -> Outcome {
        switch rule.type {
        case .text: return .property(property(.text(text), template: text, map: map))
        case .number(let sign): return number(text, map, sign)
        case .factor: return factor(text, map)
        case .count: return whole(text, map, expected: "a whole number of at least 0", from: 0)
        case .index: return whole(text, map, expected: "the number of a part", from: .min)
        case .boolean: return boolean(text)
        case .color: return color(text)
        case .word(let words): return word(text, map, words)
        case .words(let words): return wordList(text, map, words)
        }
    }

    private func badNumber(_ text: String, _ expected: String, replacement: String? = nil) -> Outcome {
        refused(.badNumber(attribute.name, text, expected: expected), replacement: replacement)
    }

    private func number(_ text: String, _ map: PositionMap, _ sign: AssembleNumber.Sign) -> Outcome {
        switch Result(catching: { () throws(AssembleNumber.Problem) in try AssembleNumber(text) }) {
        case .success(let number):
            if sign == .notNegative, number.isNegative { return badNumber(text, "a number of at least 0") }
            return .property(property(.number(number), template: text, map: map))
        case .failure(.malformed): return badNumber(text, "a number, perhaps in 'rp'")
        case .failure(.tooLarge): return badNumber(text, "a number of at most \(Int32.max)")
        }
    }

    private func factor(_ text: String, _ map: PositionMap) -> Outcome {
        guard let number = try? AssembleNumber(text), number.unit == .point, !number.isNegative, !number.isZero else {
            return badNumber(text, "a number above 0")
        }
        return .property(property(.number(number), template: text, map: map))
    }

    private func whole(_ text: String, _ map: PositionMap, expected: String, from least: Int32) -> Outcome {
        let digits = text.utf8.drop { $0 == UInt8(ascii: "-") }
        guard !digits.isEmpty, digits.allSatisfy({ $0.decimalDigit != nil }), let value = Int32(text),
            value >= least
        else { return badNumber(text, expected) }
        return .property(property(.index(value), template: text, map: map))
    }

    private func boolean(_ text: String) -> Outcome {
        switch text {
        case "1", "true", "yes": return .property(property(.boolean(true), template: "1"))
        case "0", "false", "no": return .property(property(.boolean(false), template: "0"))
        default:
            let lower = text.lowercased()
            let isKnown = ["true", "yes", "false", "no"].contains(lower)
            return badNumber(text, "1, true, yes, 0, false or no", replacement: isKnown ? lower : nil)
        }
    }

    private func color(_ text: String) -> Outcome {
        let digits = Array(text.utf8.drop { $0 == UInt8(ascii: "#") })
        guard text.utf8.count - digits.count <= 1, digits.allSatisfy({ $0.hexadecimalDigit != nil }) else {
            return refused(.badColor(attribute.name, text))
        }
        switch digits.count {
        case 6, 8:
            let template = "#" + String(decoding: digits, as: UTF8.self).uppercased()
            return .property(property(.text(template), template: template))
        case 3:
            let expanded = String(decoding: digits.flatMap { [$0, $0] }, as: UTF8.self)
            let template = "#" + expanded.uppercased()
            let written = (text.utf8.count > 3 ? "#" : "") + expanded
            return .warned(
                property(.text(template), template: template),
                .shortColor(text, expanded: written),
                replacement: written
            )
        default: return refused(.badColor(attribute.name, text))
        }
    }

    private func word(_ text: String, _ map: PositionMap, _ words: [String]) -> Outcome {
        guard words.contains(text) else { return badWord(text, words, expected: "one of \(Self.listed(words))") }
        let value = AssembleEdge(rawValue: text).map(AssembleProperty.Value.edge) ?? .text(text)
        return .property(property(value, template: text, map: map))
    }

    private func wordList(_ text: String, _ map: PositionMap, _ words: [String]) -> Outcome {
        let pieces = text.split(separator: "|", omittingEmptySubsequences: false).map { piece in
            let scalars = piece.unicodeScalars.drop { $0.isSpace }
            return String(scalars.reversed().drop { $0.isSpace }.reversed().map(Character.init))
        }
        guard pieces.allSatisfy(words.contains) else {
            return badWord(text, words, expected: "\(Self.listed(words)), or some of them with '|' between")
        }
        let template = pieces.joined(separator: "|")
        return .property(property(.text(template), template: template, map: template == text ? map : nil))
    }

    private func badWord(_ text: String, _ words: [String], expected: String) -> Outcome {
        let suggestion = NearestWord.find(text, among: words)
        return refused(
            .badWord(attribute.name, text, expected: expected, suggestion: suggestion),
            replacement: suggestion
        )
    }

    private static func listed(_ words: [String]) -> String { words.joined(separator: ", ") }
}

// MARK: - Numbers

/// A decimal number with its unit, exact enough to add and double at compile time.
struct AssembleNumber: Hashable {
    /// The numbers that an attribute accepts.
    enum Sign {
        case any
        case notNegative
    }

    /// The unit of a number.
    enum Unit: String {
        /// Points, or density-independent pixels.
        case point = ""
        /// Parts of the screen's width: 750 are the whole of it.
        case rp = "rp"
    }

    /// The value in billionths.
    private let scaled: Int64
    /// The unit of the value.
    let unit: Unit

    private static let scale: Int64 = 1_000_000_000
    private static let fractionDigits = 9

    private init(scaled: Int64, unit: Unit) {
        self.scaled = scaled
        self.unit = unit
    }

    /// The reason why a text is not a number.
    enum Problem: Error {
        case malformed
        case tooLarge
    }

    /// Reads a number: digits, perhaps with `-` before them, a fraction and the unit `rp`.
    ///
    /// - Parameter text: The text, without white space around it.
    /// - Throws: The problem with it.
    init(_ text: String) throws(Problem) {
        var digits = text.utf8[...]
        var unit = Unit.point
        if text.hasSuffix("rp") {
            unit = .rp
            digits = digits.dropLast(2)
        }
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits = digits.dropFirst() }
        let parts = digits.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let isDecimal = parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.decimalDigit != nil } }
        guard isDecimal, let whole = parts.first else { throw .malformed }
        var value: Int64 = 0
        for digit in whole {
            value = value * 10 + Int64(digit - 0x30)
            guard value <= Int64(Int32.max) else { throw .tooLarge }
        }
        // Digits after the ninth place are far below the precision of a file.
        var fraction = parts.count > 1 ? Array(parts[1].prefix(Self.fractionDigits)) : []
        fraction += Array(repeating: 0x30, count: Self.fractionDigits - fraction.count)
        for digit in fraction { value = value * 10 + Int64(digit - 0x30) }
        self.init(scaled: isNegative ? -value : value, unit: unit)
    }

    var isZero: Bool { scaled == 0 }
    var isNegative: Bool { scaled < 0 }
    /// The number without its sign.
    var magnitude: AssembleNumber { AssembleNumber(scaled: abs(scaled), unit: unit) }
    /// Whether twice the number is small enough for a template.
    var canBeDoubled: Bool { scaled.magnitude <= UInt64(Int32.max) * UInt64(Self.scale) / 2 }
    /// The number, or else the next greater whole one if there is one that a template can hold.
    var roundedUp: AssembleNumber {
        let whole = scaled / Self.scale + (scaled % Self.scale > 0 ? 1 : 0)
        return AssembleNumber(scaled: min(whole, Int64(Int32.max)) * Self.scale, unit: unit)
    }
    /// Twice the number.
    var doubled: AssembleNumber { AssembleNumber(scaled: scaled * 2, unit: unit) }

    /// Returns the number minus another one; `nil` if their units differ.
    func subtracting(_ other: AssembleNumber) -> AssembleNumber? {
        guard unit == other.unit || other.isZero else { return nil }
        return AssembleNumber(scaled: scaled - other.scaled, unit: unit)
    }

    /// Returns whether the number is less than another one; `nil` if their units differ.
    func isLess(than other: AssembleNumber) -> Bool? {
        unit == other.unit ? scaled < other.scaled : nil
    }
}

extension AssembleNumber: CustomStringConvertible {
    /// The number as a template writes it, with no more digits than needed.
    var description: String {
        let magnitude = scaled.magnitude
        var text = String(magnitude / UInt64(Self.scale))
        let fraction = magnitude % UInt64(Self.scale)
        if fraction != 0 {
            let digits = String(fraction)
            var places = String(repeating: "0", count: Self.fractionDigits - digits.count) + digits
            while places.hasSuffix("0") { places.removeLast() }
            text += "." + places
        }
        return (scaled < 0 ? "-" : "") + text + unit.rawValue
    }
}
