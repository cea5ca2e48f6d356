/// Writes random event programs that are right.
package struct EventSource {
    /// Where the chances come from.
    package var random: SeededGenerator

    /// Starts with a generator.
    package init(random: SeededGenerator) {
        self.random = random
    }

    /// A program of a few statements.
    package mutating func program() -> String {
        (0..<Int.random(in: 1...6, using: &random)).map { _ in statement(depth: 2) }.joined(separator: blank())
    }

    private mutating func pick<T>(_ values: [T]) -> T {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func blank() -> String {
        pick(["", "", " ", "\t", "\n", "  "])
    }

    private mutating func statement(depth: Int) -> String {
        switch Int.random(in: 0..<8, using: &random) {
        case 0 where depth > 0: ifStatement(depth: depth - 1)
        case 1: call(depth: 1) + ";"
        case 2: "\(target())\(blank())\(pick(["+=", "-=", "*=", "/=", "%="]))\(blank())\(value(depth: 2));"
        case 3: "\(target())=\(target())=\(value(depth: 2)) ;"
        case 4: "\(target())=\(text());;"
        case 5: "(\(target()))=(\(value(depth: 1)));"
        case 6: "module.util.make().\(name())=\(value(depth: 1));"
        default: "\(target())\(blank())=\(blank())\(value(depth: 3));"
        }
    }

    private mutating func ifStatement(depth: Int) -> String {
        var text = "if\(blank())(\(condition()))\(block(depth))"
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            text += "\(pick(["elseif", "else if"]))(\(condition()))\(block(depth))"
        }
        return Bool.random(using: &random) ? text + "else" + block(depth) : text
    }

    private mutating func block(_ depth: Int) -> String {
        let statements = (0..<Int.random(in: 0...3, using: &random)).map { _ in statement(depth: depth) }
        return "{\(blank())\(statements.joined())}"
    }

    private mutating func condition() -> String {
        "\(target())\(pick(["==", "!=", ">", "<", ">=", "<="]))\(value(depth: 1))"
    }

    private mutating func name() -> String {
        pick(["a", "b1", "_c", "text", "textColor", "tag", "title", "curPos", "if", "x"])
    }

    private mutating func target() -> String {
        pick(["this", "this.parent", "this.siblings", "this.title", "header", "data"]) + "." + name()
    }

    /// A value that is no literal, in parentheses where an operator may follow.
    private mutating func value(depth: Int) -> String {
        guard depth > 0 else { return pick([target(), literal(), target()]) }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return literal()
        case 1: return call(depth: depth - 1)
        case 2: return "data.list[\(value(depth: depth - 1))]"
        case 3: return "(data.list[\(value(depth: 0))].\(name()))"
        case 4: return "\(pick(["-", "!", "!!", "- -"]))\(target())"
        case 5:
            let parts = (target(), value(depth: depth - 1), value(depth: depth - 1))
            return "(\(parts.0)?(\(parts.1)):\(parts.2))"
        case 6: return "(\(text())+\(target()))"
        case 7: return "(\(target())\(operation())\(literal()))"
        default: return "(\(operand(depth))\(operation())\(operand(depth))\(operation())\(operand(depth)))"
        }
    }

    private mutating func operand(_ depth: Int) -> String {
        depth > 1 && Bool.random(using: &random) ? "(\(target())-\(value(depth: depth - 1)))" : target()
    }

    private mutating func operation() -> String {
        pick(["+", "-", "*", "/", "%", "==", "!=", ">", "<", ">=", "<=", "&&", "||", " + ", " - "])
    }

    private mutating func call(depth: Int) -> String {
        let path = pick(["this.\(name())", "module.util.\(name())", "data.get", "this.title.\(name())"])
        let count = Int.random(in: 0...3, using: &random)
        let arguments = (0..<count).map { _ in depth > 0 ? value(depth: depth - 1) : literal() }
        return "\(path)(\(arguments.joined(separator: ",")))"
    }

    private mutating func literal() -> String {
        pick(["0x1F", "1", "42", "2.5", "7.", "#102030", "#10203040", "2147483647", "-3"])
    }

    private mutating func text() -> String {
        pick(["'a'", "'it\\'s'", "'\\\\'", "'测😀'", "'a;b'", "'x'+1", "'p'+1.5", "'a'+'b'", "'{}()'"])
    }
}
