import VirtualViewExpressions

/// Calculates with literals while a program is compiled.
enum EventFolding {
    /// The result of an operation.
    enum Result: Hashable {
        case value(EventOperand)
        /// Texts do not have the operation.
        case textOperator
        case divisionByZero
        /// The same between numbers of which one has a decimal point; the code would hold this.
        case decimalDivisionByZero(Float)
        /// The code would hold 0 in place of 1.
        case literalLogic
        /// The code would hold 0 in place of this.
        case floatRemainder(Float)
        /// An empty text became the word `null` in this text.
        case emptyText(String)
    }

    /// Calculates a two-operand operation on literals.
    static func fold(_ opcode: Opcode, _ left: EventOperand, _ right: EventOperand) -> Result {
        switch (left, right) {
        case (.int(let lhs), .int(let rhs)): return ints(opcode, lhs, rhs)
        case (.string, _), (_, .string): return texts(opcode, left, right)
        default:
            guard let lhs = left.number, let rhs = right.number else { return .textOperator }
            return floats(opcode, lhs, rhs)
        }
    }

    private static func ints(_ opcode: Opcode, _ lhs: Int32, _ rhs: Int32) -> Result {
        switch opcode {
        case .add: .value(.int(lhs &+ rhs))
        case .subtract: .value(.int(lhs &- rhs))
        case .multiply: .value(.int(lhs &* rhs))
        case .divide: rhs == 0 ? .divisionByZero : .value(.int(lhs.dividedReportingOverflow(by: rhs).partialValue))
        case .remainder:
            rhs == 0 ? .divisionByZero : .value(.int(lhs.remainderReportingOverflow(dividingBy: rhs).partialValue))
        case .and, .or: logic(opcode, lhs != 0, rhs != 0, zero: .int(0))
        default: .value(.int(compare(opcode, Double(lhs), Double(rhs)) ? 1 : 0))
        }
    }

    /// Calculates with numbers of which one has a decimal point: the result has one too, even that of a comparison.
    private static func floats(_ opcode: Opcode, _ lhs: Double, _ rhs: Double) -> Result {
        switch opcode {
        case .add: return .value(.float(Float(lhs + rhs)))
        case .subtract: return .value(.float(Float(lhs - rhs)))
        case .multiply: return .value(.float(Float(lhs * rhs)))
        case .divide:
            let result = Float(lhs / rhs)
            return rhs == 0 ? .decimalDivisionByZero(result) : .value(.float(result))
        case .remainder:
            if rhs == 0 { return .decimalDivisionByZero(0) }
            let result = Float(lhs.truncatingRemainder(dividingBy: rhs))
            return result == 0 ? .value(.float(0)) : .floatRemainder(result)
        case .and, .or: return logic(opcode, lhs != 0, rhs != 0, zero: .float(0))
        default: return .value(.float(compare(opcode, lhs, rhs) ? 1 : 0))
        }
    }

    private static func logic(_ opcode: Opcode, _ lhs: Bool, _ rhs: Bool, zero: EventOperand) -> Result {
        (opcode == .and ? lhs && rhs : lhs || rhs) ? .literalLogic : .value(zero)
    }

    private static func compare(_ opcode: Opcode, _ lhs: Double, _ rhs: Double) -> Bool {
        switch opcode {
        case .greater: lhs > rhs
        case .less: lhs < rhs
        case .greaterOrEqual: lhs >= rhs
        case .lessOrEqual: lhs <= rhs
        case .notEqual: lhs != rhs
        default: lhs == rhs
        }
    }

    private static func texts(_ opcode: Opcode, _ left: EventOperand, _ right: EventOperand) -> Result {
        if opcode == .equal, case .string(let lhs) = left, case .string(let rhs) = right {
            return .value(.int(lhs.utf16.elementsEqual(rhs.utf16) ? 1 : 0))
        }
        guard opcode == .add else { return .textOperator }
        let joined = text(left) + text(right)
        return left == .string("") || right == .string("") ? .emptyText(joined) : .value(.string(joined))
    }

    /// Returns the text of a literal when it is joined to a text.
    private static func text(_ operand: EventOperand) -> String {
        switch operand {
        case .int(let value): "\(value)"
        case .float(let value): SixDecimals.text(Double(value))
        case .string(let text): text.isEmpty ? "null" : text
        case .invalid, .path, .register: ""
        }
    }
}

/// Prints numbers as the reference compiler does when it joins them to a text: with six decimals.
enum SixDecimals {
    /// Returns a number with six decimals.
    ///
    /// The shortest digits that stand for the number are rounded half up to six places; beyond those digits there are
    /// zeros. C's `%f` works from the exact value instead and differs for halves and for large numbers.
    static func text(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        let sign = value.sign == .minus ? "-" : ""
        if value.isInfinite { return sign + "Infinity" }
        var (digits, point) = shortest(value.magnitude)
        // Digits that are kept: all before the point and six after it.
        let kept = point + 6
        if kept < 0 {
            digits = []
        } else if kept < digits.count {
            let roundsUp = digits[kept] >= 5
            digits.removeSubrange(kept...)
            if roundsUp { increment(&digits, &point) }
        }
        return sign + layOut(digits, point)
    }

    /// Returns the shortest decimal digits of a number: its value is 0.d₁d₂d₃… × 10^`point`.
    private static func shortest(_ value: Double) -> (digits: [UInt8], point: Int) {
        let parts = "\(value)".split(separator: "e")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let number = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let whole = number[0].utf8.map { $0 &- UInt8(ascii: "0") }
        let fraction = number.count > 1 ? number[1].utf8.map { $0 &- UInt8(ascii: "0") } : []
        var digits = whole + fraction
        var point = whole.count + exponent
        while let first = digits.first, first == 0 {
            digits.removeFirst()
            point -= 1
        }
        while let last = digits.last, last == 0 { digits.removeLast() }
        return digits.isEmpty ? ([], 0) : (digits, point)
    }

    /// Adds one at the last digit.
    private static func increment(_ digits: inout [UInt8], _ point: inout Int) {
        var place = digits.count - 1
        while place >= 0, digits[place] == 9 {
            digits[place] = 0
            place -= 1
        }
        if place >= 0 {
            digits[place] += 1
        } else {
            digits.insert(1, at: 0)
            point += 1
        }
    }

    private static func layOut(_ digits: [UInt8], _ point: Int) -> String {
        func digit(_ place: Int) -> Character {
            let value = digits.indices.contains(place) ? digits[place] : 0
            return Character(UnicodeScalar(UInt8(ascii: "0") + value))
        }
        let whole = point > 0 ? String((0..<point).map(digit)) : "0"
        return whole + "." + String((point..<point + 6).map(digit))
    }
}
