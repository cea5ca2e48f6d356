/// Collects what a binding reads.
///
/// The order is that in which the parser reads paths.
struct BindingReadWalk {
    /// Decides which part of a choice counts; without it all do.
    var chooser: BindingEvaluator?
    var reads: [BindingRead] = []
    /// What stands before the part that is visited, which counts only if all of that is missing; `nil` for what is no path.
    private var preferred: [BindingPath?] = [] {
        didSet { paths = nil }
    }
    /// The paths of that, which all reads behind it share, once they were needed.
    private var paths: [BindingPath]?

    /// What a value decides.
    private enum Test {
        case nothing
        /// Whether it is there: it is compared with nothing, which something empty is not.
        case presence
        /// Whether it is there and has something in it.
        case content
    }

    init(chooser: BindingEvaluator? = nil) {
        self.chooser = chooser
    }

    /// Notes a read; without data, what is read in place of something else need not be there, unless it holds that.
    private mutating func note(
        _ path: BindingPath,
        _ kind: DataKind,
        _ isOptional: Bool,
        _ test: Test = .nothing,
        fallback: JSONValue? = nil
    ) {
        let isNeedless = chooser == nil && preferred.contains { $0?.steps.starts(with: path.steps) != true }
        reads.append(
            BindingRead(
                path,
                as: kind,
                isOptional: isOptional || isNeedless,
                isCondition: test != .nothing,
                takesEmpty: test == .content,
                fallback: fallback,
                insteadOf: isNeedless && !isOptional ? preferredPaths() : []
            )
        )
    }

    /// Returns the paths of what stands before a part; none if one of them need not come from the data.
    private mutating func preferredPaths() -> [BindingPath] {
        if let paths { return paths }
        var found = preferred.compactMap { $0 }
        let isSure = found.count == preferred.count && !found.contains { $0.steps.first == .key(BindingKey("env")) }
        if !isSure { found = [] }
        paths = found
        return found
    }

    mutating func visit(_ node: BindingNode, _ kind: DataKind) { visit(node, kind, optional: false, .nothing) }

    private mutating func visit(_ node: BindingNode, _ kind: DataKind, optional: Bool, _ test: Test) {
        switch node {
        case .missing, .text, .malformed: break
        case .path(let path): note(path, kind, optional, test)
        case .fallback(let path, let fallback):
            var value: JSONValue?
            if case .text(let text) = fallback { value = .string(text) }
            note(path, kind, true, test, fallback: value)
            if chooser?.value(at: path).flatMap(BindingEvaluator.presentValue) != nil { break }
            preferred.append(path)
            visit(fallback, kind, optional: optional, test)
            preferred.removeLast()
        case .ternary(let condition, let whenTrue, let whenFalse):
            visit(condition, .boolean, optional: true, .content)
            var budget = BindingBudget()
            let chosen = chooser?.holds(condition, &budget)
            if chosen != false { visit(whenTrue, kind, optional: optional, test) }
            if chosen != true { visit(whenFalse, kind, optional: optional, test) }
        case .interpolation(let parts):
            for part in parts { visit(part, .text, optional: optional, test) }
        case .computed(let node): visit(node, kind, optional, test)
        }
    }

    // MARK: - Computed bindings

    private mutating func visit(_ node: ComputedNode, _ kind: DataKind, _ optional: Bool, _ test: Test) {
        switch node {
        case .constant: break
        case .path(let path): note(path, kind, optional, test)
        case .steps(let base, let steps): visit(steps, of: base, optional)
        case .not(let part): visitCondition(part)
        case .any(let parts), .all(let parts): for part in parts { visitCondition(part) }
        case .negative(let part): visit(part, .number, optional, .nothing)
        case .choice(let parts): visitChoice(parts, kind, optional, test)
        case .firstPresent(let parts): visitFirstPresent(parts, kind, optional, test)
        case .comparison(let comparison, let left, let right):
            let isLoose = comparison == .equal || comparison == .notEqual
            func decided(by part: ComputedNode, against other: ComputedNode) -> Test {
                if isLoose, other == .constant(.null) { return .presence }
                // A length of 0 tells that nothing is there, and so does one that is not at least 1.
                guard test != .nothing, part.isLength else { return .nothing }
                let atLeast: ComputedComparison = part == left ? .greaterOrEqual : .lessOrEqual
                let below: ComputedComparison = part == left ? .less : .greater
                let isOne = other == .constant(.int(1)) && (comparison == atLeast || comparison == below)
                return isOne || other == .constant(.int(0)) ? .content : .nothing
            }
            visit(left, right.constantKind ?? .any, optional || isLoose, decided(by: left, against: right))
            visit(right, left.constantKind ?? .any, optional || isLoose, decided(by: right, against: left))
        case .arithmetic(let first, let operations):
            let operands = [first] + operations.map { $0.operand }
            // Only `+` joins texts, and what another operator takes or gives is a number.
            let numberCount = operations.lastIndex { $0.sign != .plus }.map { $0 + 2 } ?? 0
            let isText = operands.contains { $0.constantKind == .text } || !(kind == .number || kind == .length)
            for (place, operand) in operands.enumerated() {
                visit(operand, isText && place >= numberCount ? .text : .number, optional, .nothing)
            }
        case .call(let function, let arguments):
            for (place, argument) in arguments.enumerated() {
                // What is cut out of the entries of a list are entries too.
                let argumentKind =
                    function == .slice && place == 0 && kind == .items ? kind : function.argumentKind(place)
                visit(argument, argumentKind, optional, function == .length ? test : .nothing)
            }
        case .appCall(_, let arguments): for argument in arguments { visit(argument, .any, optional, .nothing) }
        }
    }

    private mutating func visitCondition(_ node: ComputedNode) {
        visit(node, .boolean, true, .content)
    }

    private mutating func visit(_ steps: [ComputedNode.Step], of base: ComputedNode, _ optional: Bool) {
        let baseKind: DataKind =
            switch steps.first {
            case .fixed(.key): .object
            case .fixed(.index): .array
            case .computed, nil: .any
            }
        var budget = BindingBudget()
        let known = chooser.map { chooser in steps.compactMap { chooser.fixed($0, &budget) } }
        if case .path(let path) = base, let known, known.count == steps.count {
            note(BindingPath(steps: path.steps + known), .any, optional)
        } else {
            visit(base, baseKind, optional, .nothing)
        }
        for case .computed(let step) in steps { visit(step, .any, optional, .nothing) }
    }

    /// Visits conditions, each followed by its value, and the value at the end.
    private mutating func visitChoice(
        _ parts: [ComputedNode],
        _ kind: DataKind,
        _ optional: Bool,
        _ test: Test
    ) {
        if let chooser {
            var budget = BindingBudget()
            // What the conditions read may be missing.
            return visit(parts[chooser.chosen(of: parts, &budget)], kind, optional, test)
        }
        for (place, part) in parts.enumerated() {
            if place % 2 == 0, place + 1 < parts.count {
                visitCondition(part)
            } else {
                visit(part, kind, optional, test)
            }
        }
    }

    private mutating func visitFirstPresent(
        _ parts: [ComputedNode],
        _ kind: DataKind,
        _ optional: Bool,
        _ test: Test
    ) {
        let outer = preferred
        defer { preferred = outer }
        for part in parts.dropLast() {
            if case .path(let path) = part {
                var value: JSONValue?
                if case .constant(let constant)? = parts.last { value = constant }
                note(path, kind, true, test, fallback: value)
                preferred.append(path)
            } else {
                visit(part, kind, true, test)
                preferred.append(nil)
            }
            var budget = BindingBudget()
            if let chooser, BindingEvaluator.presentValue(chooser.compute(part, &budget)) != nil { return }
        }
        if let last = parts.last { visit(last, kind, optional, test) }
    }
}

extension ComputedNode {
    /// Whether it is how long something is, which tells whether anything is in it.
    fileprivate var isLength: Bool {
        if case .call(.length, _) = self { true } else { false }
    }

    /// The kind of a constant.
    fileprivate var constantKind: DataKind? {
        guard case .constant(let value) = self else { return nil }
        return switch value {
        case .string: .text
        case .int, .double: .number
        case .bool: .boolean
        case .null, .array, .object: nil
        }
    }
}

extension ComputedFunction {
    /// The kind of value that an argument has to be.
    fileprivate func argumentKind(_ place: Int) -> DataKind {
        switch self {
        case .upper, .lower, .trim, .startsWith, .endsWith, .replace: .string
        case .min, .max, .abs, .floor, .ceil, .round, .fixed: .number
        case .slice: place == 0 ? .any : .number
        case .join: place == 0 ? .array : .string
        case .length, .contains, .number, .text, .list: .any
        }
    }
}
