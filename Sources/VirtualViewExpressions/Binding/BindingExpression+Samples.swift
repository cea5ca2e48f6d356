// What a binding makes of sample data, for tools that look at templates before any app does.

extension BindingExpression {
    /// A result that the binding may have.
    package enum Outcome: Hashable, Sendable {
        /// A constant text.
        case text(String)
        /// A value of the sample data.
        case value(JSONValue)
    }

    /// Returns the paths that the binding reads and that the data does not have.
    ///
    /// Conditions and bindings with a default may read missing values. Of a choice only the part that the data chooses
    /// is checked.
    ///
    /// - Parameter data: The sample data.
    /// - Returns: The paths, as in `user.names[0]`.
    package func missingPaths(in data: JSONValue) -> [String] {
        var missing: [String] = []
        Self.collect(root, BindingEvaluator(data: data, quirks: quirks)) { missing.append($0.description) }
        return missing
    }

    /// Returns the known results that the binding may have.
    ///
    /// - Parameter data: The sample data, if there is any.
    /// - Returns: The constants in it, and the values of its paths.
    package func outcomes(in data: JSONValue?) -> [Outcome] {
        var outcomes: [Outcome] = []
        let evaluator = BindingEvaluator(data: data, quirks: quirks)
        Self.visitOutcomes(root) { node in
            switch node {
            case .text(let text): outcomes.append(.text(text))
            case .path: if let value = evaluator.value(of: node) { outcomes.append(.value(value)) }
            default: break
            }
        }
        return outcomes
    }

    private static func collect(_ node: BindingNode, _ evaluator: BindingEvaluator, _ report: (BindingPath) -> Void) {
        switch node {
        case .missing, .text: break
        case .path(let path): if evaluator.value(of: node) == nil { report(path) }
        case .fallback(let path, let fallback):
            if evaluator.value(of: .path(path)) == nil { collect(fallback, evaluator, report) }
        case .ternary(let condition, let whenTrue, let whenFalse):
            collect(evaluator.isTrue(evaluator.value(of: condition)) ? whenTrue : whenFalse, evaluator, report)
        case .interpolation(let parts): for part in parts { collect(part, evaluator, report) }
        }
    }

    private static func visitOutcomes(_ node: BindingNode, _ visit: (BindingNode) -> Void) {
        switch node {
        case .missing, .interpolation: break
        case .text, .path: visit(node)
        case .fallback(let path, let fallback):
            visit(.path(path))
            visitOutcomes(fallback, visit)
        case .ternary(_, let whenTrue, let whenFalse):
            visitOutcomes(whenTrue, visit)
            visitOutcomes(whenFalse, visit)
        }
    }
}

extension BindingPath: CustomStringConvertible {
    /// The path as authors write it.
    package var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .key(let key): text += (text.isEmpty ? "" : ".") + key.text
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }
}
