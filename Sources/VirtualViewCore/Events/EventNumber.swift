import VirtualViewExpressions

/// A number in the form that operators use.
enum EventNumber {
    case int(Int32)
    /// Calculations take it for a decimal.
    case long(Int64)
    case float(Float)
    case double(Double)

    /// Converts a value that counts as a number.
    init?(_ value: EventValue) {
        switch value {
        case .bool(let flag): self = .int(flag ? 1 : 0)
        case .int(let number): self = .int(number)
        case .long(let number): self = .long(number)
        case .float(let number): self = .float(number)
        case .double(let number): self = .double(number)
        case .none, .string, .list, .object, .node: return nil
        }
    }

    var value: EventValue {
        switch self {
        case .int(let number): .int(number)
        case .long(let number): .long(number)
        case .float(let number): .float(number)
        case .double(let number): .double(number)
        }
    }

    /// Returns the number as a decimal of 64 bits; beside another number of 64 bits a decimal of 32 counts as what its
    /// text says.
    private func double(beside other: EventNumber) -> Double {
        switch (self, other) {
        case (.int(let number), _): Double(number)
        case (.long(let number), _): Double(number)
        case (.float(let number), .double), (.float(let number), .long): Double(decimal: number)
        case (.float(let number), _): Double(number)
        case (.double(let number), _): number
        }
    }

    /// Returns the number in the form of data, beside another one.
    private func data(beside other: EventNumber) -> JSONValue {
        switch self {
        case .int(let number): .int(Int64(number))
        case .long(let number): .int(number)
        case .float, .double: .double(double(beside: other))
        }
    }

    /// Whether a result with the number has 64 bits.
    private var isWide: Bool {
        switch self {
        case .long, .double: true
        case .int, .float: false
        }
    }

    private var isLong: Bool {
        if case .long = self { true } else { false }
    }

    private var isIntZero: Bool {
        if case .int(0) = self { true } else { false }
    }
}

// MARK: - Calculating

extension EventNumber {
    var negated: EventNumber {
        switch self {
        case .int(let number): .int(0 &- number)
        case .long(let number): .double(-Double(number))
        case .float(let number): .float(-number)
        case .double(let number): .double(-number)
        }
    }

    /// Adds, subtracts, multiplies or divides; whole numbers wrap, and division by zero is an error only for them.
    ///
    /// Two numbers are converted to the wider type of both. A whole number beside a decimal one of 32 bits keeps all its
    /// digits until the result is rounded, as it does where the compiler calculates with literals.
    static func calculate(
        _ operation: EventArithmetic,
        _ left: EventNumber,
        _ right: EventNumber
    ) throws(ProgramProblem) -> EventNumber {
        if right.isIntZero, operation == .divide || operation == .remainder {
            throw ProgramProblem(.divisionByZero, "division by zero")
        }
        switch (left, right) {
        case (.int(let first), .int(let second)): return .int(calculate(operation, first, second))
        case (.float(let first), .float(let second)): return .float(calculate(operation, first, second))
        default:
            let result = calculate(operation, left.double(beside: right), right.double(beside: left))
            return left.isWide || right.isWide ? .double(result) : .float(Float(result))
        }
    }

    private static func calculate(_ operation: EventArithmetic, _ left: Int32, _ right: Int32) -> Int32 {
        switch operation {
        case .add: left &+ right
        case .subtract: left &- right
        case .multiply: left &* right
        case .divide: left.dividedReportingOverflow(by: right).partialValue
        case .remainder: left.remainderReportingOverflow(dividingBy: right).partialValue
        }
    }

    private static func calculate<Number: BinaryFloatingPoint>(
        _ operation: EventArithmetic,
        _ left: Number,
        _ right: Number
    ) -> Number {
        switch operation {
        case .add: left + right
        case .subtract: left - right
        case .multiply: left * right
        case .divide: left / right
        case .remainder: left.truncatingRemainder(dividingBy: right)
        }
    }

    /// Compares numbers exactly, by their values; the result is `false` with NaN, except for `notEqual`.
    static func compare(_ comparison: EventComparison, _ left: EventNumber, _ right: EventNumber) -> Bool {
        // Only of these not all are decimals of 64 bits.
        guard left.isLong || right.isLong else {
            return comparison.holds(left.double(beside: right), right.double(beside: left))
        }
        let order = ComputedComparison.order(left.data(beside: right), right.data(beside: left))
        return order.map { comparison.holds($0, 0) } ?? (comparison == .notEqual)
    }
}

/// A calculation with two numbers; the raw value is its symbol.
enum EventArithmetic: String, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
}

/// A comparison of two values; the raw value is its symbol.
enum EventComparison: String, Sendable {
    case greater = ">"
    case less = "<"
    case greaterOrEqual = ">="
    case lessOrEqual = "<="
    case equal = "=="
    case notEqual = "!="

    /// Returns whether it holds for two values.
    func holds<Value: Comparable>(_ first: Value, _ second: Value) -> Bool {
        switch self {
        case .greater: first > second
        case .less: first < second
        case .greaterOrEqual: first >= second
        case .lessOrEqual: first <= second
        case .equal: first == second
        case .notEqual: first != second
        }
    }
}
