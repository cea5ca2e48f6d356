public import VirtualViewExpressions
import VirtualViewFormat

/// A function that computed bindings call as `app.name(…)`: dates, money, plurals.
///
/// ```swift
/// registry.register(
///     BindingFunction("money") { arguments in
///         guard case .int(let cents)? = arguments.first else { return nil }
///         return .string("\(cents / 100).\(cents / 10 % 10)\(cents % 10) €")
///     }
/// )
/// ```
public struct BindingFunction: Sendable {
    /// The name, as in an expression: a letter or `_`, then letters, digits and `_`.
    public let name: String
    let body: @Sendable ([JSONValue]) -> JSONValue?

    /// Declares a function.
    ///
    /// - Parameters:
    ///   - name: The name: a letter or `_`, then letters, digits and `_`.
    ///   - body: The function's code. It gets the arguments as they are, of any number and kind, and returns `nil` for
    ///     null. It must give the same result for the same arguments, because a binding is only evaluated when data or
    ///     the environment changes. It runs on the thread that uses the tree.
    public init(_ name: String, body: @escaping @Sendable (_ arguments: [JSONValue]) -> JSONValue?) {
        self.name = name
        self.body = body
    }
}

extension NodeTree: BindingFunctionCaller {
    package func call(_ name: String, _ arguments: [JSONValue]) -> JSONValue {
        guard let function = prepared.registry.bindingFunctions[ExactText(name)] else {
            context.missingFunction = name
            return .null
        }
        return function.body(arguments) ?? .null
    }
}
