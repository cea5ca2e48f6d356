/// A place in the data, as steps from the root of the data of the outermost tree.
public struct DataPath: Hashable, Sendable {
    /// One step.
    public enum Step: Hashable, Sendable {
        /// A step into an object, by name.
        case key(String)
        /// A step into an array, by index from 0.
        case index(Int)
    }

    /// The steps; none for the root itself.
    public var steps: [Step]

    /// Makes a path.
    ///
    /// - Parameter steps: The steps from the root.
    public init(_ steps: [Step] = []) {
        self.steps = steps
    }
}

extension DataPath: CustomStringConvertible {
    /// The path in the form of a binding, such as `sections[2].items[0]`.
    public var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .key(let name): text += text.isEmpty ? name : ".\(name)"
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }
}
