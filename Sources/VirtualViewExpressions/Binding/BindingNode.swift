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
}

extension BindingNode {
    /// Whether the result can depend on the data.
    var readsData: Bool {
        switch self {
        case .missing, .text: false
        case .path, .fallback: true
        case .ternary(let condition, let whenTrue, let whenFalse):
            condition.readsData || whenTrue.readsData || whenFalse.readsData
        case .interpolation(let parts): parts.contains { $0.readsData }
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
}
