/// A parsed computed binding, without its `${=` and `}`.
///
/// The parser limits the nesting of parentheses, calls and indices to ``BindingExpression/maximumDepth``, and keeps what
/// is only long in lists, so recursion over a tree is safe.
///
/// Only what has a part of its own is behind a reference: most parts are paths and constants, and reading one of those
/// then counts one reference less.
package enum ComputedNode: Hashable, Sendable {
    /// A number, text or word.
    case constant(JSONValue)
    /// A path that is known when parsing; one without steps is the data itself.
    case path(BindingPath)
    /// Steps from a value.
    indirect case steps(ComputedNode, [Step])
    /// `!`.
    indirect case not(ComputedNode)
    /// `-` before a number.
    indirect case negative(ComputedNode)
    /// Conditions of which one must be true.
    case any([ComputedNode])
    /// Conditions that must all be true.
    case all([ComputedNode])
    /// Conditions, each followed by its value, and at the end the value if none is true.
    case choice([ComputedNode])
    /// Values of which the first counts that is neither null nor an empty text.
    case firstPresent([ComputedNode])
    indirect case comparison(ComputedComparison, ComputedNode, ComputedNode)
    /// A value and what is done with it, in that order.
    indirect case arithmetic(ComputedNode, [Operation])
    case call(ComputedFunction, [ComputedNode])
    /// A function of the app.
    case appCall(String, [ComputedNode])

    /// A step into an object or an array.
    package enum Step: Hashable, Sendable {
        case fixed(BindingPath.Step)
        case computed(ComputedNode)
    }

    /// An operator and its right side.
    package struct Operation: Hashable, Sendable {
        let sign: ComputedArithmetic
        let operand: ComputedNode
    }
}

/// The operators that compare two values.
package enum ComputedComparison: Hashable, Sendable {
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
}

/// The operators that calculate.
package enum ComputedArithmetic: Hashable, Sendable {
    case plus, minus, times, dividedBy, remainder
}

/// The functions of the language.
package enum ComputedFunction: String, CaseIterable, Hashable, Sendable {
    case length, upper, lower, trim, contains, startsWith, endsWith, slice, join, replace
    case min, max, abs, round, fixed, floor, ceil, number, text, list

    /// The numbers of arguments with which it may be called.
    var argumentCounts: ClosedRange<Int> {
        switch self {
        case .length, .upper, .lower, .trim, .abs, .floor, .ceil, .number, .text: 1...1
        case .contains, .startsWith, .endsWith, .join, .fixed: 2...2
        case .replace: 3...3
        case .slice: 2...3
        case .round: 1...2
        case .min, .max: 1...Int.max
        case .list: 0...Int.max
        }
    }

    /// Whether the result is a new text or list, which counts against what a binding may make.
    var makesValue: Bool {
        switch self {
        case .upper, .lower, .trim, .slice, .join, .replace, .fixed, .text, .list: true
        case .length, .contains, .startsWith, .endsWith, .min, .max, .abs, .round, .floor, .ceil, .number: false
        }
    }
}

// MARK: - What is read

extension ComputedNode {
    var isConstant: Bool {
        if case .constant = self { true } else { false }
    }

    /// The parts of which the value is made.
    private var parts: [ComputedNode] {
        switch self {
        case .constant, .path: []
        case .steps(let base, let steps):
            steps.reduce(into: [base]) { parts, step in
                if case .computed(let node) = step { parts.append(node) }
            }
        case .not(let part), .negative(let part): [part]
        case .any(let parts), .all(let parts), .choice(let parts), .firstPresent(let parts), .call(_, let parts),
            .appCall(_, let parts):
            parts
        case .comparison(_, let left, let right): [left, right]
        case .arithmetic(let first, let operations): [first] + operations.map { $0.operand }
        }
    }

    /// Calls a closure with it and every part of it.
    func visitAll(_ visit: (ComputedNode) -> Void) {
        visit(self)
        for part in parts { part.visitAll(visit) }
    }

    /// Returns whether one of the paths in it fulfils a condition.
    package func readsPath(where condition: (BindingPath) -> Bool) -> Bool {
        if case .path(let path) = self { condition(path) } else { parts.contains { $0.readsPath(where: condition) } }
    }

    /// Whether it calls a function of the app.
    var callsApp: Bool {
        if case .appCall = self { true } else { parts.contains { $0.callsApp } }
    }

    /// Calls a closure with the parts of which one is the result.
    func visitResults(_ visit: (ComputedNode) -> Void) {
        switch self {
        case .choice(let parts):
            for place in stride(from: 1, to: parts.count, by: 2) { parts[place].visitResults(visit) }
            parts.last?.visitResults(visit)
        case .firstPresent(let parts): for part in parts { part.visitResults(visit) }
        default: visit(self)
        }
    }
}
