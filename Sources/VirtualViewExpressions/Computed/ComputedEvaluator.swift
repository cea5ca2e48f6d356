import VirtualViewFormat

/// What evaluates the functions that an app declares.
package protocol BindingFunctionCaller: AnyObject {
    /// Returns the result of a function of the app; null without such a function.
    func call(_ name: String, _ arguments: [JSONValue]) -> JSONValue
}

// Computed bindings: a value that is missing counts as null, and what does not fit gives null.
extension BindingEvaluator {
    /// Returns the value of a computed binding as a property gets it; `nil` if it is null.
    func result(of node: ComputedNode, _ budget: inout BindingBudget) -> JSONValue? {
        switch compute(node, &budget) {
        case .null: nil
        case .double(let number): JSONValue(calculated: DecimalNumber.roundedTo15Digits(number))
        case let value: value
        }
    }

    func compute(_ node: ComputedNode, _ budget: inout BindingBudget) -> JSONValue {
        switch node {
        case .constant(let value): value
        case .path(let path): value(at: path) ?? .null
        default: combine(node, &budget)
        }
    }

    /// Computes what has parts; most parts have none, and need less of the stack.
    @inline(never)
    private func combine(_ node: ComputedNode, _ budget: inout BindingBudget) -> JSONValue {
        switch node {
        case .constant, .path: .null
        case .steps(let base, let steps): follow(steps, from: compute(base, &budget), &budget)
        case .not(let part): .bool(!isPresent(part, &budget))
        case .negative(let part): Self.negative(compute(part, &budget))
        case .any(let parts): .bool(parts.contains { isPresent($0, &budget) })
        case .all(let parts): .bool(parts.allSatisfy { isPresent($0, &budget) })
        case .choice(let parts): compute(parts[chosen(of: parts, &budget)], &budget)
        case .firstPresent(let parts): firstPresent(of: parts, &budget)
        case .comparison(let comparison, let left, let right):
            comparison.compare(compute(left, &budget), compute(right, &budget))
        case .arithmetic(let first, let operations): calculate(first, operations, &budget)
        case .call(let function, let arguments): call(function, arguments, &budget)
        case .appCall(let name, let arguments):
            functions?.call(name, arguments.map { compute($0, &budget) }) ?? .null
        }
    }

    /// Returns the index of the part of a choice that the data chooses.
    func chosen(of parts: [ComputedNode], _ budget: inout BindingBudget) -> Int {
        var place = 0
        while place + 1 < parts.count {
            if isPresent(parts[place], &budget) { return place + 1 }
            place += 2
        }
        return place
    }

    /// Returns whether a condition is true: null, false, 0, and empty texts, lists and objects are not.
    func isPresent(_ node: ComputedNode, _ budget: inout BindingBudget) -> Bool {
        switch compute(node, &budget) {
        case .null: false
        case .bool(let flag): flag
        case .int(let number): number != 0
        case .double(let number): number != 0
        case .string(let text): !text.isEmpty
        case .array(let elements): !elements.isEmpty
        case .object(let object): !object.isEmpty
        }
    }

    private func firstPresent(of parts: [ComputedNode], _ budget: inout BindingBudget) -> JSONValue {
        for part in parts.dropLast() {
            if let value = Self.presentValue(compute(part, &budget)) { return value }
        }
        return parts.last.map { compute($0, &budget) } ?? .null
    }

    private func follow(_ steps: [ComputedNode.Step], from value: JSONValue, _ budget: inout BindingBudget) -> JSONValue
    {
        var current = value
        for step in steps {
            guard let step = fixed(step, &budget), let next = Self.step(step, from: current) else { return .null }
            current = next
        }
        return current
    }

    /// Returns the step that a computed one is with this data.
    func fixed(_ step: ComputedNode.Step, _ budget: inout BindingBudget) -> BindingPath.Step? {
        switch step {
        case .fixed(let step): return step
        case .computed(let node):
            let value = compute(node, &budget)
            if case .string(let name) = value { return .key(BindingKey(name)) }
            return value.wholeNumber.map(BindingPath.Step.index)
        }
    }
}

// MARK: - Comparing

extension ComputedComparison {
    fileprivate func compare(_ left: JSONValue, _ right: JSONValue) -> JSONValue {
        switch self {
        case .equal: .bool(left == right)
        case .notEqual: .bool(left != right)
        case .less: Self.order(left, right).map { .bool($0 < 0) } ?? .null
        case .lessOrEqual: Self.order(left, right).map { .bool($0 <= 0) } ?? .null
        case .greater: Self.order(left, right).map { .bool($0 > 0) } ?? .null
        case .greaterOrEqual: Self.order(left, right).map { .bool($0 >= 0) } ?? .null
        }
    }

    /// Returns a number below, above or equal to 0 as the left side is less, greater or equal; `nil` without an order.
    package static func order(_ left: JSONValue, _ right: JSONValue) -> Int? {
        switch (left, right) {
        case (.int(let first), .int(let second)): first < second ? -1 : first > second ? 1 : 0
        case (.int(let first), .double(let second)): order(first, second)
        case (.double(let first), .int(let second)): order(second, first).map { -$0 }
        case (.string(let first), .string(let second)):
            // UTF-8 keeps the order of code points.
            String.inByteOrder(first, second) ? -1 : String.inByteOrder(second, first) ? 1 : 0
        default:
            left.decimal.flatMap { first in
                // What is not a number has no order.
                right.decimal.flatMap { second in
                    first < second ? -1 : first > second ? 1 : first == second ? 0 : nil
                }
            }
        }
    }

    /// Compares exactly, as `==` does: a whole number need not be a decimal.
    private static func order(_ whole: Int64, _ decimal: Double) -> Int? {
        if let other = Int64(whole: decimal) { return whole < other ? -1 : whole > other ? 1 : 0 }
        return decimal.isNaN ? nil : Double(whole) > decimal ? 1 : -1
    }
}

// MARK: - Calculating

extension BindingEvaluator {
    private static func negative(_ value: JSONValue) -> JSONValue {
        switch value {
        case .int(let number) where number != .min: .int(-number)
        case .int, .double: value.decimal.map { JSONValue(calculated: -$0) } ?? .null
        default: .null
        }
    }

    private func calculate(
        _ first: ComputedNode,
        _ operations: [ComputedNode.Operation],
        _ budget: inout BindingBudget
    ) -> JSONValue {
        var value = compute(first, &budget)
        // The bytes of the text so far, each of which is taken from the budget once.
        var known = 0
        // An operation that is read in its place is not copied.
        for place in operations.indices {
            let operand = compute(operations[place].operand, &budget)
            let sign = operations[place].sign
            if sign == .plus, value.isText || operand.isText {
                guard !budget.isSpent else { return .null }
                // The text so far is added to in its place, so a long sum takes linear time.
                guard var text = BoundedText(value) else { return budget.take(nil) }
                value = .null
                guard text.append(operand) else { return budget.take(nil) }
                guard budget.take(text.size - known) else { return .null }
                known = text.size
                value = text.value
            } else {
                value = sign.calculate(value, operand)
                known = 0
            }
        }
        return value
    }
}

extension ComputedArithmetic {
    fileprivate func calculate(_ left: JSONValue, _ right: JSONValue) -> JSONValue {
        guard let first = left.decimal, let second = right.decimal else { return .null }
        switch self {
        case .plus: return JSONValue(calculated: first + second)
        case .minus: return JSONValue(calculated: first - second)
        case .times: return JSONValue(calculated: first * second)
        case .dividedBy: return second == 0 ? .null : JSONValue(calculated: first / second)
        case .remainder: return second == 0 ? .null : JSONValue(calculated: first.remainder(after: second))
        }
    }
}
