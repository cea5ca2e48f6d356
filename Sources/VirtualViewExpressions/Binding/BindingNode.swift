/// A parsed binding, the same for every client.
///
/// The parser never nests nodes deeper than ``BindingExpression/maximumDepth``, so that walking a tree by recursion is
/// safe.
package indirect enum BindingNode: Hashable, Sendable {
    /// An empty part: always missing.
    case missing
    /// A constant text.
    case text(String)
    /// A place in the data.
    case path(BindingPath)
    /// A place in the data, and what stands in when it is missing, null or empty.
    case fallback(BindingPath, BindingNode)
    /// A condition and what follows from it.
    case ternary(condition: BindingNode, whenTrue: BindingNode, whenFalse: BindingNode)
    /// Texts and values joined to one text.
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
        /// Into an object, by name.
        case key(BindingKey)
        /// Into an array, by place from 0.
        case index(Int)
    }

    /// The steps; without any the path is the root itself, which only a broken index in the reference's grammar gives.
    package let steps: [Step]
}
