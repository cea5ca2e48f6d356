/// The description of a command, apart from its options.
struct CommandSpecification: Sendable {
    let name: String
    /// The effect, on one line.
    let summary: String
    /// The positional arguments as the help shows them; empty if there are none.
    let operands: String
    /// The number of positional arguments.
    let operandCount: ClosedRange<Int>
    /// A complete call, and what it does.
    let example: (call: String, effect: String)
}

/// Formats two columns, the first as wide as needed.
enum HelpTable {
    static func text(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { row in
            "  \(row.0)\(String(repeating: " ", count: width - row.0.count))  \(row.1)"
        }.joined(separator: "\n")
    }
}
