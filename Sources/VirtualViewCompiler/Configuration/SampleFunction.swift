import VirtualViewExpressions
import VirtualViewFormat

/// The sample results of a function that an app gives its bindings, for tools that show templates without the app.
package struct SampleFunction: Sendable {
    /// The results for some arguments.
    package internal(set) var results: [[JSONValue]: JSONValue] = [:]
    /// The result for all others; `nil` for null.
    package internal(set) var fallback: JSONValue?

    /// Returns the result for arguments; `nil` for null.
    package func result(for arguments: [JSONValue]) -> JSONValue? {
        results[arguments] ?? fallback
    }

    /// All results, those for some arguments in the order of these.
    package var allResults: [JSONValue] { ordered.map { $0.result } + (fallback.map { [$0] } ?? []) }

    private var ordered: [(arguments: String, result: JSONValue)] {
        results.map { (arguments: JSONValue.array(BindingArray($0.key)).json, result: $0.value) }
            .sorted { $0.arguments < $1.arguments }
    }

    /// The function as in a project file.
    package var json: String {
        JSONWriter.object { json in
            json.object("results") { json in
                for (arguments, result) in ordered { json.value(arguments, written: result.exactJSON) }
            }
            if let fallback { json.value("default", written: fallback.exactJSON) }
        }
    }
}

/// The functions of a project file, for bindings that are evaluated without a tree.
package final class SampleFunctions: BindingFunctionCaller {
    private let functions: [String: SampleFunction]

    /// Takes the functions of a project file.
    package init(_ functions: [String: SampleFunction]) {
        self.functions = functions
    }

    package func call(_ name: String, _ arguments: [JSONValue]) -> JSONValue {
        functions[name]?.result(for: arguments) ?? .null
    }
}
