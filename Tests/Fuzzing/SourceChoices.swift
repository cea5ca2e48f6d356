import VirtualViewFormat

/// Pieces of sources that the bytes of an input choose: mostly right ones, so that a fuzzer gets behind the readers.
extension RandomChoices {
    /// Whether one of some cases comes true; never once all bytes are used up.
    mutating func oneIn(_ count: Int) -> Bool {
        byte() % count == count - 1
    }

    /// A name, for data, variables and programs.
    mutating func name() -> String {
        pick(["a", "b", "item", "title", "list", "type", "c1", "a_b", "名", "true", "null", "this", "data"])
    }

    /// A number as sources write it.
    mutating func numeral() -> String {
        switch byte() % 8 {
        case 0, 1, 2: "\(byte())"
        case 3: "\(byte())rp"
        case 4: "-\(byte() % 9)"
        case 5: "\(byte() % 99).\(byte())" + pick(["", "rp", "e3", "e-7"])
        case 6: pick(["true", "false", "0", "1", "-1", "-2", "750rp", "0.5"])
        default:
            pick([
                "2147483647", "-2147483648", "2147483648", "16777217", "1.5e3", "1e39", "0.1e-45", ".5", "1.", "0x10",
                "12dp", "50%", "+3", "- 1", " 7 ", "1_000", "９", "1rp rp", "--2", "65536",
            ])
        }
    }

    /// A colour as sources write it.
    mutating func color() -> String {
        switch byte() % 4 {
        case 0: "#" + hexadecimal(3)
        case 1: "#" + hexadecimal(4)
        case 2: pick(["black", "white", "transparent", "ltgray", "Red", "grey", "aqua", "teal"])
        default: pick(["#FFF", "#12345", "#GGGGGG", "123456", "#", "reddish", "#80FF00FF0"])
        }
    }

    private mutating func hexadecimal(_ count: Int) -> String {
        (0..<count).map { _ in
            let digits = String(byte(), radix: 16, uppercase: true)
            return digits.utf8.count < 2 ? "0" + digits : digits
        }.joined()
    }

    /// One or several words of a table, perhaps one that is none.
    mutating func words(of table: WordTable, several: Bool) -> String {
        guard !table.words.isEmpty else { return "" }
        var result = pick(table.words).name
        guard several else { return oneIn(16) ? result.uppercased() : result }
        for _ in 0..<byte() % 3 { result += pick(["|", " | ", "|"]) + pick(table.words).name }
        return oneIn(16) ? result + "|" : result
    }

    /// A text for readers.
    mutating func words() -> String {
        pick([
            "a", "Hello", "some words", "<b>x</b>", "a & b", "\"quoted\"", "it's", "漢字", "e\u{301}", "👨‍👩‍👧", "\u{200F}",
            "//host/a.png", "star", "\\n", "${", "}", "%@", "\u{85}", "\t", "${a",
        ])
    }

    /// A data binding.
    mutating func binding(depth: Int = 0) -> String {
        switch byte() % 8 {
        case 0, 1, 2: return "${\(path())}"
        case 3 where depth < 4:
            let condition = binding(depth: depth + 1)
            let first = branch(depth: depth + 1)
            return "@{\(condition) ? \(first) : \(branch(depth: depth + 1))}"
        case 4: return "${= \(expression(depth: 1))}"
        case 5 where depth < 4: return "\(words()) \(binding(depth: depth + 1))"
        case 6: return "${\(path())}"
        default:
            return pick(["${}", "${.a}", "${a..b}", "${a[}", "@{a?b}", "@{${a}?b:c", "${a}${b}", "${ a }", "${a[-1]}"])
        }
    }

    private mutating func branch(depth: Int) -> String {
        switch byte() % 4 {
        case 0: binding(depth: depth)
        case 1: numeral()
        case 2: pick(["visible", "gone", "match_parent", "left|top", "", " ", "''", "'a'", "a:b"])
        default: color()
        }
    }

    /// A path into data.
    mutating func path() -> String {
        var result = name()
        for _ in 0..<byte() % 4 { result += oneIn(3) ? "[\(byte() % 12)]" : "." + name() }
        return result
    }

    /// An event program.
    mutating func program(depth: Int = 0) -> String {
        (0..<byte() % 4 + 1).map { _ in statement(depth: depth) }.joined(separator: pick([";", "; ", ";\n", " "]))
    }

    private mutating func statement(depth: Int) -> String {
        switch byte() % 8 {
        case 0, 1, 2:
            let target = target()
            return target + pick(["=", " = ", "+=", "-=", "*=", "/=", "%="]) + expression(depth: depth)
        case 3 where depth < 3:
            var text = "if (\(expression(depth: depth))) { \(program(depth: depth + 1)) }"
            if oneIn(2) { text += pick([" else { ", " else if (this.a) { "]) + program(depth: depth + 1) + " }" }
            return text
        case 4:
            return target() + "(" + (0..<byte() % 3).map { _ in expression(depth: depth + 1) }.joined(separator: ",")
                + ")"
        case 5: return expression(depth: depth)
        case 6:
            return pick([
                "// c\n", "/* c */", "block a { this.text = 'x' }", "a", "", "{", "}", "while (1) {}", "for (;;) {}",
            ])
        default: return target() + " = " + expression(depth: depth)
        }
    }

    private mutating func target() -> String {
        let root = pick(["this.", "this.parent.", "siblings.", "ancestor.", "data.", "module.util.", "title.", ""])
        let member = pick([
            "text", "textColor", "textSize", "alpha", "visibility", "curPos", "layoutWidth", "nosuch", "run",
        ])
        return root + member + (oneIn(8) ? "[\(expression(depth: 3))]" : "")
    }

    private mutating func expression(depth: Int) -> String {
        guard depth < 4 else { return numeral() }
        switch byte() % 10 {
        case 0: return "\(byte())"
        case 1: return target()
        case 2: return "data.\(path())"
        case 3: return "'\(pick(["", "a", "x y", "\\'", "漢", "5"]))'"
        case 4, 5:
            let left = expression(depth: depth + 1)
            let sign = pick(["+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&&", "||"])
            return left + sign + expression(depth: depth + 1)
        case 6:
            let condition = expression(depth: depth + 1)
            let first = expression(depth: depth + 1)
            return "\(condition) ? \(first) : \(expression(depth: depth + 1))"
        case 7: return pick(["-", "!", "(", "- -"]) + expression(depth: depth + 1) + pick(["", "", ")"])
        case 8: return color()
        default: return pick(["1.5", "2.5/0", "2147483647+1", "0x1F", "null", "true", "1e3", "#FF8800", "5 % 0"])
        }
    }
}

/// Small damages to a source, which were chosen before it was written.
struct SourceDamages {
    private let all: [(place: Int, kind: Int, size: Int)]
    private let pieces: [String]

    /// Chooses none mostly, since a reader that finds a mistake stops what comes after it.
    init(_ choices: inout RandomChoices, pieces: [String]) {
        let count = max(0, choices.byte() % 8 - 4)
        all = (0..<count).map { _ in (choices.byte() << 8 | choices.byte(), choices.byte(), choices.byte()) }
        self.pieces = pieces
    }

    /// The source with the damages.
    func applied(to source: [UInt8]) -> [UInt8] {
        var bytes = source
        for (place, kind, size) in all {
            let start = place % (bytes.count + 1)
            let end = min(start + size % 16 + 1, bytes.count)
            switch kind % 6 {
            case 0: bytes.removeSubrange(start..<end)
            case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
            case 2: bytes.insert(contentsOf: pieces[size % pieces.count].utf8, at: start)
            case 3: bytes.insert(UInt8(size), at: start)
            case 4: for index in start..<min(start + 1, bytes.count) { bytes[index] = UInt8(size) }
            default: bytes.removeSubrange(end...)
            }
        }
        return bytes
    }
}

/// A number that stands for an input, to choose what is checked: each check on some inputs, and always on the same ones.
func digest(_ bytes: [UInt8]) -> Int {
    Int(truncatingIfNeeded: bytes.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } >> 20)
}
