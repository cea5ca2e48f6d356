import VirtualViewFormat

/// A parsed binding, the same for every client.
///
/// The parser never nests nodes deeper than ``BindingExpression/maximumDepth``, so recursion over a tree is safe.
package indirect enum BindingNode: Hashable, Sendable {
    /// An empty part: always missing.
    case missing
    /// A constant text.
    case text(String)
    /// A path in the data.
    case path(BindingPath)
    /// A path in the data, and its default if the value is missing, null or empty.
    case fallback(BindingPath, BindingNode)
    /// A condition and its two parts.
    case ternary(condition: BindingNode, whenTrue: BindingNode, whenFalse: BindingNode)
    /// Texts and values that are joined to one text.
    case interpolation([BindingNode])
    /// What is calculated from data.
    case computed(ComputedNode)
    /// A computed binding that is malformed: always missing.
    case malformed
}

extension BindingNode {
    /// Whether the result can depend on the data.
    var readsData: Bool {
        contains { (node: BindingNode) -> Bool in
            switch node {
            case .path, .fallback, .computed: true
            case .missing, .text, .malformed, .ternary, .interpolation: false
            }
        }
    }

    /// Whether a part of it is a malformed computed binding.
    package var isMalformed: Bool {
        contains { if case .malformed = $0 { true } else { false } }
    }

    /// Whether a part of it calls a function of the app.
    package var callsApp: Bool {
        contains { if case .computed(let node) = $0 { node.callsApp } else { false } }
    }

    /// Calls a closure with every path that the result can depend on; one with computed steps ends before the first.
    package func visitPaths(_ visit: (BindingPath) -> Void) {
        _ = contains { (node: BindingNode) -> Bool in
            switch node {
            case .path(let path), .fallback(let path, _): visit(path)
            case .computed(let node):
                _ = node.readsPath { path -> Bool in
                    visit(path)
                    return false
                }
            case .missing, .text, .malformed, .ternary, .interpolation: break
            }
            return false
        }
    }

    /// Returns whether it, or a part of it, fulfils a condition.
    package func contains(where isWanted: (BindingNode) -> Bool) -> Bool {
        if isWanted(self) { return true }
        switch self {
        case .missing, .text, .path, .computed, .malformed: return false
        case .fallback(_, let fallback): return fallback.contains(where: isWanted)
        case .ternary(let condition, let whenTrue, let whenFalse):
            return condition.contains(where: isWanted) || whenTrue.contains(where: isWanted)
                || whenFalse.contains(where: isWanted)
        case .interpolation(let parts): return parts.contains { $0.contains(where: isWanted) }
        }
    }
}

/// The steps from the data's root to a value.
package struct BindingPath: Hashable, Sendable {
    /// One step.
    package enum Step: Hashable, Sendable {
        /// A step into an object, by name.
        case key(BindingKey)
        /// A step into an array, by position from 0.
        case index(Int)
    }

    /// The steps; a path without any is the root, which only results from a broken index in the reference's grammar.
    package let steps: [Step]

    /// Makes a path.
    package init(steps: [Step]) {
        self.steps = steps
    }
}

/// Evaluates parsed bindings over one root.
struct BindingEvaluator {
    let data: JSONValue?
    /// An object in which a path starts if the data does not have its first name.
    var environment: JSONValue?
    /// What evaluates the functions that an app declares.
    var functions: (any BindingFunctionCaller)?
    let quirks: Quirks

    /// Returns the value of a node; `nil` if missing.
    func value(of node: BindingNode, _ budget: inout BindingBudget) -> JSONValue? {
        switch node {
        case .missing, .malformed: nil
        case .text(let text): .string(text)
        case .computed(let node): result(of: node, &budget)
        case .path(let path): value(at: path)
        case .fallback(let path, let fallback):
            value(at: path).flatMap(Self.presentValue) ?? value(of: fallback, &budget)
        case .ternary(let condition, let whenTrue, let whenFalse):
            chosen(condition: condition, whenTrue: whenTrue, whenFalse: whenFalse, &budget).flatMap {
                value(of: $0, &budget)
            }
        case .interpolation(let parts): joined(parts, &budget)
        }
    }

    /// Returns the part of a choice that the data chooses; on some clients none without data.
    private func chosen(
        condition: BindingNode,
        whenTrue: BindingNode,
        whenFalse: BindingNode,
        _ budget: inout BindingBudget
    ) -> BindingNode? {
        if quirks.contains(.iifTruth), data?.isContainer != true {
            return nil
        }
        return holds(condition, &budget) ? whenTrue : whenFalse
    }

    /// Returns the texts of parts as one; `nil` if that is too long.
    private func joined(_ parts: [BindingNode], _ budget: inout BindingBudget) -> JSONValue? {
        var text = BoundedText()
        for part in parts {
            guard text.append(shown: value(of: part, &budget) ?? .null) else { return nil }
        }
        return text.value
    }

    /// Returns the value itself, or `nil` if a default replaces it.
    static func presentValue(_ value: JSONValue) -> JSONValue? {
        switch value {
        case .null: nil
        case .string(let text): text.isEmpty ? nil : value
        default: value
        }
    }
}

// MARK: - Paths

extension BindingEvaluator {
    func value(at path: BindingPath) -> JSONValue? {
        // Most paths are a name, which needs neither a loop nor a look at the environment.
        if environment == nil, path.steps.count == 1, case .key(let key) = path.steps[0] {
            guard case .object(let object)? = data else { return nil }
            return object[key]
        }
        return follow(path)
    }

    /// Returns what stands at the end of several steps, or of one that may begin in the environment.
    @inline(never)
    private func follow(_ path: BindingPath) -> JSONValue? {
        guard var current = root(of: path) else { return nil }
        let last = path.steps.count - 1
        for index in path.steps.indices {
            if let next = Self.step(path.steps[index], from: current) {
                current = next
            } else if index == last || !quirks.contains(.pathFallThrough) {
                return nil
            }
        }
        return current
    }

    /// Returns the start of a path: the data, or the environment for a name that only the environment has.
    private func root(of path: BindingPath) -> JSONValue? {
        beginsInEnvironment(path) ? environment : data
    }

    /// Returns whether only the environment has the first name of a path.
    private func beginsInEnvironment(_ path: BindingPath) -> Bool {
        guard let environment, let first = path.steps.first else { return false }
        return Self.step(first, from: environment) != nil && data.flatMap { Self.step(first, from: $0) } == nil
    }

    static func step(_ step: BindingPath.Step, from value: JSONValue) -> JSONValue? {
        switch (step, value) {
        case (.key(let key), .object(let object)): object[key]
        case (.index(let index), .array(let elements)):
            elements.indices.contains(index) ? elements[index] : nil
        default: nil
        }
    }
}

// MARK: - Sources

extension BindingEvaluator {
    /// Returns the path whose value a node has as its own; `nil` if the value is made of others, or is not of the data.
    func source(of node: BindingNode) -> BindingPath? {
        var budget = BindingBudget()
        guard let path = path(of: node, &budget), !beginsInEnvironment(path) else { return nil }
        return path
    }

    private func path(of node: BindingNode, _ budget: inout BindingBudget) -> BindingPath? {
        switch node {
        case .path(let path): path
        case .fallback(let path, let fallback):
            value(at: path).flatMap(Self.presentValue) == nil ? self.path(of: fallback, &budget) : path
        case .ternary(let condition, let whenTrue, let whenFalse):
            chosen(condition: condition, whenTrue: whenTrue, whenFalse: whenFalse, &budget).flatMap {
                path(of: $0, &budget)
            }
        case .computed(let node): path(of: node, &budget)
        case .missing, .text, .interpolation, .malformed: nil
        }
    }

    private func path(of node: ComputedNode, _ budget: inout BindingBudget) -> BindingPath? {
        switch node {
        case .path(let path): path
        case .choice(let parts): path(of: parts[chosen(of: parts, &budget)], &budget)
        case .firstPresent(let parts): path(ofFirstPresent: parts, &budget)
        case .steps(let base, let steps):
            path(of: base, &budget).flatMap { start in
                let names = steps.compactMap { fixed($0, &budget) }
                return names.count == steps.count ? BindingPath(steps: start.steps + names) : nil
            }
        case .constant, .not, .negative, .any, .all, .comparison, .arithmetic, .call, .appCall: nil
        }
    }

    private func path(ofFirstPresent parts: [ComputedNode], _ budget: inout BindingBudget) -> BindingPath? {
        for part in parts.dropLast() {
            let before = budget
            guard Self.presentValue(compute(part, &budget)) != nil else { continue }
            // What the part makes is made once for its value.
            budget = before
            return path(of: part, &budget)
        }
        return parts.last.flatMap { path(of: $0, &budget) }
    }
}

// MARK: - Truth

extension BindingEvaluator {
    /// Returns whether a condition is true; a calculated one is so by the rule of calculations.
    func holds(_ condition: BindingNode, _ budget: inout BindingBudget) -> Bool {
        if case .computed(let node) = condition {
            isPresent(node, &budget)
        } else {
            isTrue(value(of: condition, &budget))
        }
    }

    /// Returns whether a condition that is not calculated is true.
    func isTrue(_ value: JSONValue?) -> Bool {
        quirks.contains(.iifTruth) ? value != nil && value != .string("false") : Self.isTrue(value)
    }

    /// Returns whether a value is true by our own rule.
    ///
    /// Missing values, null, `false`, empty texts, arrays and objects, and the texts `false` and `null` in any case are
    /// false.
    private static func isTrue(_ value: JSONValue?) -> Bool {
        switch value {
        case nil, .null: false
        case .bool(let flag): flag
        case .int, .double: true
        case .string(let text):
            !(text.isEmpty || BindingCoercion.equalsIgnoringCase(text, "false")
                || BindingCoercion.equalsIgnoringCase(text, "null"))
        case .array(let elements): !elements.isEmpty
        case .object(let object): !object.isEmpty
        }
    }
}
