import VirtualViewExpressions

/// An expression that is made by chance, can be written down, and has a value that is found the slow way.
///
/// The fuzz target for computed bindings uses it too, so it is written without the package for tests.
indirect enum ComputedModel {
    case number(String, Double)
    case text(String)
    case word(String, JSONValue)
    case path([String])
    case index(ComputedModel, ComputedModel)
    case prefix(String, ComputedModel)
    case infix(String, ComputedModel, ComputedModel)
    case choice(ComputedModel, ComputedModel, ComputedModel)
    case call(String, [ComputedModel])

    static let data: JSONValue = [
        "n": 0, "count": 3, "price": 4.5, "third": 0.3333333333333333, "tiny": 1.25e-9, "huge": 1.7e300,
        "big": 9_007_199_254_740_992, "id": 9_007_199_254_740_993, "name": "Mira", "empty": "", "on": true,
        "off": false,
        "nothing": null, "tags": ["hot", "new"], "user": ["name": "Añá", "age": 41, "tags": []],
        "items": [["t": "one", "p": 1], ["t": "two", "p": 2.675]], "数": 5, "s10": "10", "s9": " 9 ",
    ]
    private static let null = JSONValue.null

    private static let functions: [(name: String, counts: ClosedRange<Int>)] = [
        ("length", 1...1), ("upper", 1...1), ("lower", 1...1), ("trim", 1...1), ("contains", 2...2),
        ("startsWith", 2...2), ("endsWith", 2...2), ("slice", 2...3), ("join", 2...2), ("replace", 3...3),
        ("min", 1...3), ("max", 1...3), ("abs", 1...1), ("round", 1...2), ("fixed", 2...2), ("floor", 1...1),
        ("ceil", 1...1), ("number", 1...1), ("text", 1...1), ("list", 0...3),
    ]

    /// Makes an expression.
    ///
    /// - Parameters:
    ///   - depth: How many expressions may stand inside each other.
    ///   - pick: Returns one number of a range.
    init(depth: Int, pick: (ClosedRange<Int>) -> Int) {
        func part() -> ComputedModel { ComputedModel(depth: depth - 1, pick: pick) }
        switch depth > 0 ? pick(0...11) : pick(0...4) {
        case 0:
            let texts = [
                "0", "1", "2", "7", "10", "0.5", "2.5", "2.675", "1e3", "0.1", "0.2", "9007199254740991", "1.005",
            ]
            let text = texts[pick(0...texts.count - 1)]
            self = .number(text, Double(text) ?? 0)
        case 1:
            let texts = [
                "", "a", "b", "Mira", "i", "name", " x ", "it's", "\"", "\\", "\n", "12", "4.50", "}", "{", "日本", "1",
            ]
            self = .text(texts[pick(0...texts.count - 1)])
        case 2:
            let words: [(String, JSONValue)] = [("true", true), ("false", false), ("null", .null)]
            let (name, value) = words[pick(0...2)]
            self = .word(name, value)
        case 3, 4:
            let paths = [
                ["n"], ["count"], ["price"], ["third"], ["tiny"], ["huge"], ["big"], ["id"], ["name"], ["empty"],
                ["on"],
                ["off"], ["nothing"], ["tags"], ["user"], ["items"], ["数"], ["s10"], ["s9"], ["missing"],
                ["user", "name"], ["user", "age"], ["user", "tags"], ["user", "or"], ["name", "length"],
            ]
            self = .path(paths[pick(0...paths.count - 1)])
        case 5: self = .index(part(), part())
        case 6: self = .prefix(["!", "-"][pick(0...1)], part())
        case 7, 8, 9:
            let signs = ["||", "&&", "==", "!=", "<", "<=", ">", ">=", "?:", "+", "+", "-", "*", "/", "%"]
            self = .infix(signs[pick(0...signs.count - 1)], part(), part())
        case 10: self = .choice(part(), part(), part())
        default:
            let (name, counts) = Self.functions[pick(0...Self.functions.count - 1)]
            self = .call(name, (0..<pick(counts)).map { _ in part() })
        }
    }
}

// MARK: - Writing

extension ComputedModel {
    /// Writes the expression, with blanks, brackets and spellings made by chance.
    func text(_ pick: (ClosedRange<Int>) -> Int) -> String {
        func blank() -> String { ["", " ", "  ", "\t"][pick(0...3)] }
        func inner(_ part: ComputedModel, _ rank: Int) -> String {
            let text = part.text(pick)
            return part.rank < rank || pick(0...9) == 0 ? "(" + blank() + text + blank() + ")" : text
        }
        switch self {
        case .number(let text, _): return text
        case .text(let text): return Self.quoted(text, pick)
        case .word(let word, _): return word
        case .path(let names): return names.joined(separator: blank() + "." + blank())
        case .index(let base, let index):
            return inner(base, 10) + blank() + "[" + blank() + index.text(pick) + blank() + "]"
        case .prefix(let sign, let part):
            let word = sign == "!" && pick(0...1) == 0
            return (word ? "not " : sign + blank()) + inner(part, 8)
        case .infix(let sign, let left, let right):
            let words = ["||": "or", "&&": "and", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"]
            let isChain = !["==", "!=", "<", "<=", ">", ">="].contains(sign)
            let leftRank = sign == "?:" ? rank + 1 : isChain ? rank : rank + 1
            let rightRank = sign == "?:" ? rank : rank + 1
            let written =
                words[sign].map { pick(0...1) == 0 ? " \($0) " : blank() + sign + blank() } ?? blank() + sign + blank()
            return inner(left, leftRank) + written + inner(right, rightRank)
        case .choice(let condition, let first, let second):
            return inner(condition, 1) + blank() + "? " + first.text(pick) + blank() + ":" + blank() + second.text(pick)
        case .call(let name, let arguments):
            return name + blank() + "(" + arguments.map { blank() + $0.text(pick) }.joined(separator: blank() + ",")
                + blank() + ")"
        }
    }

    private var rank: Int {
        switch self {
        case .choice: 0
        case .infix("||", _, _): 1
        case .infix("&&", _, _): 2
        case .infix("==", _, _), .infix("!=", _, _): 3
        case .infix("<", _, _), .infix("<=", _, _), .infix(">", _, _), .infix(">=", _, _): 4
        case .infix("?:", _, _): 5
        case .infix("+", _, _), .infix("-", _, _): 6
        case .infix: 7
        case .prefix: 8
        // A step after a number would be read as its fraction.
        case .number: 9
        default: 10
        }
    }

    private static func quoted(_ text: String, _ pick: (ClosedRange<Int>) -> Int) -> String {
        let quote = pick(0...1) == 0 ? "'" : "\""
        var written = quote
        for scalar in text.unicodeScalars {
            if String(scalar) == quote || scalar == "\\" {
                written += "\\" + String(scalar)
            } else if scalar == "\n" {
                written += "\\n"
            } else if pick(0...9) == 0 {
                written += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                written.unicodeScalars.append(scalar)
            }
        }
        return written + quote
    }
}
