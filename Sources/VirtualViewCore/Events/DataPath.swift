/// A place in the data, as steps from the root of what the outermost tree shows.
public struct DataPath: Hashable, Sendable {
    /// One step.
    public enum Step: Hashable, Sendable {
        /// Into an object, by name.
        case key(String)
        /// Into an array, by number from 0.
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
    /// The path as a binding spells it, such as `sections[2].items[0]`.
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
