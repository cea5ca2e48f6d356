/// A number in the form that calculations use.
enum EventNumber {
    case int(Int32)
    case float(Float)
    case double(Double)

    /// Converts a value that counts as a number.
    init?(_ value: EventValue) {
        switch value {
        case .bool(let flag): self = .int(flag ? 1 : 0)
        case .int(let number): self = .int(number)
        case .long(let number): self = .double(Double(number))
        case .float(let number): self = .float(number)
        case .double(let number): self = .double(number)
        case .none, .string, .list, .object, .node: return nil
        }
    }

    var value: EventValue {
        switch self {
        case .int(let number): .int(number)
        case .float(let number): .float(number)
        case .double(let number): .double(number)
        }
    }

    /// Two numbers converted to the wider type of both.
    private enum Pair {
        case ints(Int32, Int32)
        case floats(Float, Float)
        case doubles(Double, Double)
    }

    private static func pair(_ left: EventNumber, _ right: EventNumber) -> Pair {
        switch (left, right) {
        case (.int(let first), .int(let second)): .ints(first, second)
        case (.int(let first), .float(let second)): .floats(Float(first), second)
        case (.float(let first), .int(let second)): .floats(first, Float(second))
        case (.float(let first), .float(let second)): .floats(first, second)
        case (.double(let first), _): .doubles(first, right.double(beside: left))
        case (_, .double(let second)): .doubles(left.double(beside: right), second)
        }
    }

    /// Returns the number with 64 bits; beside a decimal of 64 bits one of 32 counts as what its text says.
    private func double(beside other: EventNumber) -> Double {
        switch (self, other) {
        case (.int(let number), _): Double(number)
        case (.float(let number), .double): Double(decimal: number)
        case (.float(let number), _): Double(number)
        case (.double(let number), _): number
        }
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
        case .float(let number): .float(-number)
        case .double(let number): .double(-number)
        }
    }

    /// Adds, subtracts, multiplies or divides; whole numbers wrap, and division by zero is an error only for them.
    static func calculate(
        _ operation: EventArithmetic,
        _ left: EventNumber,
        _ right: EventNumber
    ) throws(ProgramProblem) -> EventNumber {
        if right.isIntZero, operation == .divide || operation == .remainder {
            throw ProgramProblem(.divisionByZero, "division by zero")
        }
        switch pair(left, right) {
        case .ints(let first, let second): return .int(calculate(operation, first, second))
        case .floats(let first, let second): return .float(calculate(operation, first, second))
        case .doubles(let first, let second): return .double(calculate(operation, first, second))
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

    /// Compares numbers by their values; the result is `false` with NaN, except for `notEqual`.
    static func compare(_ comparison: EventComparison, _ left: EventNumber, _ right: EventNumber) -> Bool {
        // A double can represent every whole number of 32 bits and every float.
        comparison.holds(left.double(beside: right), right.double(beside: left))
    }
}

/// A calculation with two numbers.
enum EventArithmetic: Sendable {
    case add, subtract, multiply, divide, remainder

    var symbol: String {
        switch self {
        case .add: "+"
        case .subtract: "-"
        case .multiply: "*"
        case .divide: "/"
        case .remainder: "%"
        }
    }
}

/// A comparison of two values.
enum EventComparison: Sendable {
    case greater, less, greaterOrEqual, lessOrEqual, equal, notEqual

    var symbol: String {
        switch self {
        case .greater: ">"
        case .less: "<"
        case .greaterOrEqual: ">="
        case .lessOrEqual: "<="
        case .equal: "=="
        case .notEqual: "!="
        }
    }

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
