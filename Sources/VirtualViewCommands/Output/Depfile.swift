import VirtualViewFormat

/// The dependencies of outputs on inputs, in the syntax that Make and Ninja read.
struct Depfile {
    private var rules: [ExactText: Set<ExactText>] = [:]

    /// Records that a file is made from others.
    mutating func add(_ output: String, from inputs: some Sequence<String>) {
        rules[ExactText(output), default: []].formUnion(inputs.map(ExactText.init))
    }

    /// The rules, one for each output, and one without sources for each input.
    ///
    /// The latter keep Make content when an input is deleted later. Everything is sorted, so that the order of inputs
    /// does not matter.
    var text: String {
        var text = ""
        for (output, inputs) in rules.sorted(by: { String.inByteOrder($0.key.text, $1.key.text) }) {
            text += "\(Self.escaped(output.text)):"
            for input in Self.sorted(inputs) { text += " \\\n  \(Self.escaped(input))" }
            text += "\n"
        }
        let inputs = rules.values.reduce(into: Set<ExactText>()) { $0.formUnion($1) }
        for input in Self.sorted(inputs) { text += "\(Self.escaped(input)):\n" }
        return text
    }

    private static func sorted(_ paths: Set<ExactText>) -> [String] {
        paths.map(\.text).sorted(by: String.inByteOrder)
    }

    /// Returns a path with what would end or change it escaped; a backslash in front of that is doubled.
    private static func escaped(_ path: String) -> String {
        var escaped = ""
        var backslashes = 0
        for scalar in path.unicodeScalars {
            switch scalar {
            case " ", "\t", ":", "#": escaped += String(repeating: "\\", count: backslashes + 1)
            case "$": escaped += "$"
            default: break
            }
            backslashes = scalar == "\\" ? backslashes + 1 : 0
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }
}
