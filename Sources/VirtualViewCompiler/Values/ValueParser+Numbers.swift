import VirtualViewFormat

// Kinds that hold numbers.

extension ValueParser {
    /// Reads kind Number or Int.
    func number(_ text: Span<UInt8>, _ kind: ValueKind) -> ValueResult {
        let all = 0..<text.count
        let range = ValueText.trimmed(text, all)
        if ValueText.isEqual(text, range, "true") { return ValueResult(.int(1, .none)) }
        if ValueText.isEqual(text, range, "false") { return ValueResult(.int(0, .none)) }
        let (body, unit) = Self.unit(text, range)
        if Self.isBinding(text, body) {
            return kind == .dataMode ? ValueResult(.init(.bindingNotAllowed(kind), at: range)) : binding(body)
        }
        // A point makes a decimal number, unless it comes first.
        if kind != .int, kind != .dataMode,
            let point = ValueText.firstIndex(of: UInt8(ascii: "."), in: text, body), point > body.lowerBound
        {
            return decimal(text, body, unit, kind)
        }
        switch IntLiteral.parse(text, body) {
        case .value(let value):
            return ValueResult(.int(value, unit))
        case .outOfRange:
            return ValueResult(.init(.outOfRange(ValueText.string(text, range), kind), at: range))
        case .blanks, .malformed:
            return ValueResult(numberProblem(text, kind))
        }
    }

    /// Reads kind Float.
    func float(_ text: Span<UInt8>) -> ValueResult {
        let (body, unit) = Self.unit(text, ValueText.trimmed(text, 0..<text.count))
        if Self.isBinding(text, body) { return binding(body) }
        return decimal(text, body, unit, .float)
    }

    /// Reads kind LayoutWidthHeight.
    func size(_ text: Span<UInt8>) -> ValueResult {
        if let value = Self.value(of: text, 0..<text.count, in: .sizes) { return ValueResult(.int(value, .none)) }
        let result = number(text, .size)
        if case .int(-2 ... -1, .rp) = result.value { return Self.scaled(result, text, .size) }
        return result
    }

    /// Reads kind Visibility.
    func visibility(_ text: Span<UInt8>) -> ValueResult {
        let all = 0..<text.count
        if let value = Self.value(of: text, all, in: .visibilities) { return ValueResult(.int(value, .none)) }
        let result = number(text, .visibility)
        if case .float = result.value {
            return ValueResult(
                result.value,
                result.problems + [.init(.decimalVisibility(ValueText.string(text, all)), at: all)]
            )
        }
        let range = ValueText.trimmed(text, all)
        if ValueText.isEqual(text, range, "false") {
            return ValueResult(result.value, [.init(.falseVisibility, at: range)])
        }
        return Self.limited(result, text, .visibility, 0...2)
    }

    /// Reads kind DataMode.
    func dataMode(_ text: Span<UInt8>) -> ValueResult {
        if let value = Self.value(of: text, 0..<text.count, in: .dataModes) { return ValueResult(.int(value, .none)) }
        return Self.limited(number(text, .dataMode), text, .dataMode, 1...2)
    }

    /// Checks a number that stands for a word.
    private static func limited(
        _ result: ValueResult,
        _ text: Span<UInt8>,
        _ kind: ValueKind,
        _ limits: ClosedRange<Int32>
    ) -> ValueResult {
        guard case .int(let value, let unit) = result.value else { return result }
        let range = ValueText.trimmed(text, 0..<text.count)
        guard limits.contains(value) else {
            return ValueResult(.init(.outOfRange(ValueText.string(text, range), kind), at: range))
        }
        return unit == .rp ? scaled(result, text, kind) : result
    }

    /// Adds to a number that stands for a word that it is scaled.
    private static func scaled(_ result: ValueResult, _ text: Span<UInt8>, _ kind: ValueKind) -> ValueResult {
        let range = ValueText.trimmed(text, 0..<text.count)
        let suffix = range.upperBound - 2..<range.upperBound
        let problem = ValueProblem(.scaledWord(kind), at: range, replacing: suffix, with: "")
        return ValueResult(result.value, [problem])
    }

    /// Splits the unit from a number.
    static func unit(_ text: Span<UInt8>, _ range: Range<Int>) -> (body: Range<Int>, unit: LengthUnit) {
        guard range.count >= 2, text[range.upperBound - 2] == UInt8(ascii: "r"),
            text[range.upperBound - 1] == UInt8(ascii: "p")
        else { return (range, .none) }
        return (range.lowerBound..<range.upperBound - 2, .rp)
    }

    /// Reads a decimal number.
    private func decimal(
        _ text: Span<UInt8>,
        _ body: Range<Int>,
        _ unit: LengthUnit,
        _ kind: ValueKind
    ) -> ValueResult {
        let all = 0..<text.count
        switch FloatLiteral.parse(text, body) {
        case .value(let value):
            return ValueResult(.float(value, unit))
        case .underflow(let value):
            let found = ValueText.string(text, body)
            return ValueResult(.float(value, unit), [.init(.underflow(found), at: all)])
        case .overflow(let value), .infinity(let value):
            return notFinite(value, text, unit)
        case .notANumber:
            return notFinite(.nan, text, unit)
        case .malformed:
            return ValueResult(numberProblem(text, kind))
        }
    }

    private func notFinite(_ value: Float, _ text: Span<UInt8>, _ unit: LengthUnit) -> ValueResult {
        let range = ValueText.trimmed(text, 0..<text.count)
        let message = ValueMessage.notFinite(ValueText.string(text, range), isStored: isLenient)
        return ValueResult(.float(value, unit), [.init(message, at: range)])
    }

    /// Returns the problem with a text that is not a number.
    private func numberProblem(_ text: Span<UInt8>, _ kind: ValueKind) -> ValueProblem {
        let all = 0..<text.count
        guard isAdvising else { return .init(.unadvised(.notANumber), at: all) }
        let range = ValueText.trimmed(text, all)
        if range.isEmpty { return .init(.empty(kind), at: all) }
        if let problem = bindingProblem(text, kind) { return problem }
        return NumberAdvice(ValueText.string(text, range), kind).problem(at: range, of: all)
    }
}

// MARK: - User variables

extension ValueParser {
    /// Reads the value of a user variable.
    ///
    /// A whole number must stand alone, a decimal number may have blanks around it; neither takes a unit or a binding.
    ///
    /// - Parameters:
    ///   - text: The decoded text of the attribute.
    ///   - kind: `.int`, `.float` or `.string`.
    /// - Returns: The meaning of the text, and its problems.
    package func parseVariable(_ text: String, as kind: ValueKind) -> ValueResult {
        var text = text
        return text.withUTF8 { variable($0.span, kind) }
    }

    private func variable(_ text: Span<UInt8>, _ kind: ValueKind) -> ValueResult {
        let all = 0..<text.count
        let range = ValueText.trimmed(text, all)
        if kind == .string { return parse(text, as: .string) }
        if range.isEmpty { return ValueResult(.init(.emptyVariable(kind), at: all)) }
        if Self.startsBinding(text, range) { return ValueResult(.init(.bindingInVariable(kind), at: range)) }
        if kind == .float {
            guard FloatLiteral.parse(text, all) == .malformed else { return decimal(text, all, .none, .float) }
            return ValueResult(.init(.notAVariable(ValueText.string(text, range), kind), at: range))
        }
        switch IntLiteral.parse(text, all) {
        case .value(let value):
            return ValueResult(.int(value, .none))
        case .outOfRange:
            return ValueResult(.init(.outOfRange(ValueText.string(text, all), .int), at: all))
        case .blanks(let found):
            return ValueResult(.init(.surroundingBlanks(found), at: all, with: found))
        case .malformed:
            return ValueResult(.init(.notAVariable(ValueText.string(text, range), kind), at: range))
        }
    }
}
