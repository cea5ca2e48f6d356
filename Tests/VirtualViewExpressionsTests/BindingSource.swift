import VirtualViewTestSupport

@testable import VirtualViewExpressions

/// A random tree and one of the texts that spell it.
struct BindingSource {
    let text: String
    let root: BindingNode

    init(using random: inout SeededGenerator) {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: (text, root) = Self.interpolation(using: &random)
        case 1...2: (text, root) = Self.ternary(depth: 0, using: &random)
        default: (text, root) = Self.reference(depth: 0, using: &random)
        }
    }

    private static let names = ["a", "b", "list", "user", "name", "off", "a b", "é", "0", "this"]
    private static let words = ["x", "false", "Null", "yes", "it's", "a: b?", "}", "'", "\\", "${a}", ""]

    /// Data that the names find something in.
    static func data(depth: Int = 0, using random: inout SeededGenerator) -> JSONValue {
        let scalars: [JSONValue] = [.null, true, false, 0, 1.5, "", "false", "NULL", "text", "12rp"]
        guard depth < 4, depth < 2 || Bool.random(using: &random) else {
            return scalars.randomElement(using: &random) ?? .null
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            return .array(
                (0..<Int.random(in: 0..<3, using: &random)).map { _ in data(depth: depth + 1, using: &random) }
            )
        }
        let pairs = names.filter { _ in Bool.random(using: &random) }
        return .object(BindingObject(pairs.map { ($0, data(depth: depth + 1, using: &random)) }))
    }

    // MARK: - Parts

    private static func blanks(using random: inout SeededGenerator) -> String {
        ["", "", "", " ", "\n", "\t \u{A0}"].randomElement(using: &random) ?? ""
    }

    private static func path(using random: inout SeededGenerator) -> (String, BindingPath) {
        var text = ""
        var steps: [BindingPath.Step] = []
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            if Int.random(in: 0..<4, using: &random) == 0 {
                let index = Int.random(in: 0..<3, using: &random)
                text += "[\(blanks(using: &random))\(index)\(blanks(using: &random))]" + blanks(using: &random)
                steps.append(.index(index))
            } else {
                let name = names.randomElement(using: &random) ?? "a"
                text += (steps.isEmpty ? "" : ".") + blanks(using: &random) + name + blanks(using: &random)
                steps.append(.key(BindingKey(name)))
            }
        }
        return (text, BindingPath(steps: steps))
    }

    private static func reference(depth: Int, using random: inout SeededGenerator) -> (String, BindingNode) {
        let (text, path) = path(using: &random)
        guard Int.random(in: 0..<4, using: &random) == 0 else { return ("${\(text)}", .path(path)) }
        let (fallback, node) =
            depth < 3 && Bool.random(using: &random)
            ? reference(depth: depth + 1, using: &random) : quoted(using: &random)
        return ("${\(text)?:\(blanks(using: &random))\(fallback)\(blanks(using: &random))}", .fallback(path, node))
    }

    private static func quoted(using random: inout SeededGenerator) -> (String, BindingNode) {
        let word = words.randomElement(using: &random) ?? ""
        var escaped = ""
        for character in word {
            escaped += character == "'" || character == "\\" ? "\\\(character)" : "\(character)"
        }
        return ("'\(escaped)'", .text(word))
    }

    private static func ternary(depth: Int, using random: inout SeededGenerator) -> (String, BindingNode) {
        let condition = part(depth: depth, using: &random)
        let whenTrue = part(depth: depth, using: &random)
        let whenFalse = part(depth: depth, using: &random)
        return (
            "@{\(condition.0)?\(whenTrue.0):\(whenFalse.0)}",
            .ternary(condition: condition.1, whenTrue: whenTrue.1, whenFalse: whenFalse.1)
        )
    }

    private static func part(depth: Int, using random: inout SeededGenerator) -> (String, BindingNode) {
        let (text, node): (String, BindingNode) =
            switch Int.random(in: 0..<7, using: &random) {
            case 0 where depth < 4: ternary(depth: depth + 1, using: &random)
            case 1: quoted(using: &random)
            case 2: ("plain", .text("plain"))
            case 3: ("", .missing)
            case 4: interpolation(using: &random)
            default: reference(depth: 0, using: &random)
            }
        return (blanks(using: &random) + text + blanks(using: &random), node)
    }

    private static func interpolation(using random: inout SeededGenerator) -> (String, BindingNode) {
        var text = "to "
        var parts: [BindingNode] = [.text("to ")]
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let (reference, node) = reference(depth: 0, using: &random)
            let ending = [" and", "’s, \\${x}", "!"].randomElement(using: &random) ?? "!"
            text += reference + ending
            parts += [node, .text(ending == "’s, \\${x}" ? "’s, ${x}" : ending)]
        }
        return (text, .interpolation(parts))
    }
}
