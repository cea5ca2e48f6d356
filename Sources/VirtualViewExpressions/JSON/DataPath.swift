import VirtualViewFormat

/// A place in data, as steps from its root; bindings write it as `user.names[0]`.
public struct DataPath: Hashable, Sendable {
    /// One step.
    public enum Step: Hashable, Sendable {
        /// A step into an object, by name.
        case key(String)
        /// A step into an array, by index from 0.
        case index(Int)
    }

    /// The steps in the form in which data is read.
    package let prepared: [BindingPath.Step]

    /// Makes a path of steps in the form in which data is read.
    package init(prepared: [BindingPath.Step]) {
        self.prepared = prepared
    }

    /// Makes a path.
    ///
    /// - Parameter steps: The steps from the root; none for the root itself.
    public init(_ steps: [Step] = []) {
        prepared = steps.map { step in
            switch step {
            case .key(let name): .key(BindingKey(name))
            case .index(let index): .index(index)
            }
        }
    }

    /// The steps; none for the root itself.
    ///
    /// - Complexity: O(*n*) in their number.
    public var steps: [Step] {
        prepared.map { step in
            switch step {
            case .key(let key): .key(key.text)
            case .index(let index): .index(index)
            }
        }
    }

    /// Reads a path.
    ///
    /// The result is `nil` for what is not a path alone, such as one with a default.
    ///
    /// - Parameter text: The path without `${` and `}` (`Docs/Expressions.md`, "Look-up"); empty for the data itself.
    public init?(_ text: String) {
        // Most paths are a name, which needs no parser.
        guard !text.utf8.allSatisfy({ $0.isASCIIWord }) else {
            prepared = text.isEmpty ? [] : [.key(BindingKey(text))]
            return
        }
        guard case .path(let path) = BindingExpression("${\(text)}").root else { return nil }
        prepared = path.steps
    }

    /// Returns whether the value here is, or has in it, the value at another path.
    package func isPrefix(of other: DataPath) -> Bool {
        prepared.count <= other.prepared.count && other.prepared.starts(with: prepared)
    }
}

extension DataPath: CustomStringConvertible {
    /// The path in the form of a binding, such as `sections[2].items[0]`.
    ///
    /// A name that only computed bindings can read stands in brackets, as there: `['a.b']`.
    public var description: String {
        BindingPath(steps: prepared).description
    }
}

extension DataPath: ExpressibleByStringLiteral {
    /// Reads a path that is written in a program.
    ///
    /// - Precondition: It is a path; use the initializer without a label for text from elsewhere.
    /// - Parameter text: The path.
    public init(stringLiteral text: String) {
        guard let path = DataPath(text) else { preconditionFailure("not a path of data") }
        self = path
    }
}

extension JSONValue {
    /// The value at a place; `nil` if there is none.
    ///
    /// - Parameter path: The place.
    /// - Complexity: O(log *k*) for a step into an object of *k* entries.
    public subscript(path: DataPath) -> JSONValue? {
        var value = self
        for step in path.prepared {
            guard let next = BindingEvaluator.step(step, from: value) else { return nil }
            value = next
        }
        return value
    }
}
