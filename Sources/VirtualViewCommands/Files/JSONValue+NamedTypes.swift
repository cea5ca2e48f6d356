import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

extension JSONValue {
    /// The names under `type` of every object: the templates that containers may ask for.
    var namedTypes: [String] {
        var names: [String] = []
        var seen: Set<String> = []
        var open = [self]
        while let value = open.popLast() {
            switch value {
            case .array(let elements): open += elements.reversed()
            case .object(let object):
                if case .string(let name)? = value["type"], seen.insert(name).inserted { names.append(name) }
                open += object.sortedKeys.reversed().compactMap { object[$0] }
            default: break
            }
        }
        return names
    }

    /// Returns what bindings read besides data, in the same order each time; it may name templates too.
    ///
    /// - Parameters:
    ///   - values: The app's values, which bindings read as `env`.
    ///   - functions: Sample results of its functions.
    /// - Returns: The values.
    static func ofApp(_ values: BindingObject, _ functions: [String: SampleFunction]) -> [JSONValue] {
        let sorted = functions.sorted { String.inByteOrder($0.key, $1.key) }
        return [.object(values)] + sorted.flatMap { $0.value.allResults }
    }
}
