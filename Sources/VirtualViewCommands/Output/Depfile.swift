/// The dependencies of outputs on inputs, in the syntax that Make and Ninja read.
struct Depfile {
    private var rules: [String: Set<String>] = [:]

    /// Records that a file is made from others.
    mutating func add(_ output: String, from inputs: some Sequence<String>) {
        rules[output, default: []].formUnion(inputs)
    }

    /// The rules, one for each output, and one without sources for each input.
    ///
    /// The latter keep Make content when an input is deleted later. Everything is sorted, so that the order of inputs
    /// does not matter.
    var text: String {
        var text = ""
        for output in rules.keys.sorted(by: Self.precedes) {
            let inputs = (rules[output] ?? []).sorted(by: Self.precedes)
            text += "\(Self.escaped(output)):"
            for input in inputs { text += " \\\n  \(Self.escaped(input))" }
            text += "\n"
        }
        let inputs = rules.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        for input in inputs.sorted(by: Self.precedes) { text += "\(Self.escaped(input)):\n" }
        return text
    }

    private static func precedes(_ lhs: String, _ rhs: String) -> Bool {
        lhs.utf8.lexicographicallyPrecedes(rhs.utf8)
    }

    /// Returns a path with what would end or change it escaped; a backslash before a blank is doubled.
    private static func escaped(_ path: String) -> String {
        var escaped = ""
        var backslashes = 0
        for scalar in path.unicodeScalars {
            switch scalar {
            case " ", "\t": escaped += String(repeating: "\\", count: backslashes + 1)
            case "#": escaped += "\\"
            case "$": escaped += "$"
            default: break
            }
            backslashes = scalar == "\\" ? backslashes + 1 : 0
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
