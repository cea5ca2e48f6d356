import Foundation

// What can go wrong in a line.
extension Source {
    func mistakes(in line: Int) -> [Mistake] {
        guard let start = starts[line] else { return [] }
        let code = self.code[line]
        let statement = statement(at: line)
        var result = operators(in: code, from: start)
        for index in start..<code.count where isWord(code, at: index) {
            let end = code[index...].firstIndex { !$0.isWord } ?? code.count
            let word = String(decoding: code[index..<end], as: UTF8.self)
            result += constants(word, index..<end, in: code) + sides(word, index..<end, in: code, statement)
            if end < code.count, code[end] == 0x28 { result += swaps(index..<end, in: line, statement) }
        }
        if let statement { result.append(Mistake(kind: .dropped, range: statement, text: "", form: .drop)) }
        return result
    }

    private func operators(in code: [UInt8], from start: Int) -> [Mistake] {
        var result: [Mistake] = []
        let comparable = "<T: Comparable>(a: T, b: T) -> Bool"
        let equatable = "<T: Equatable>(a: T, b: T) -> Bool"
        let additive = "<T: AdditiveArithmetic>(a: T, b: T) -> T"
        let fixed = "<T: FixedWidthInteger>(a: T, b: T) -> T"
        let bool = "(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool"
        let table: [(String, String, Kind, String, String)] = [
            ("<", "<=", .comparison, "Comparison", comparable), ("<=", "<", .comparison, "Comparison", comparable),
            (">", ">=", .comparison, "Comparison", comparable), (">=", ">", .comparison, "Comparison", comparable),
            ("==", "!=", .comparison, "Comparison", equatable), ("!=", "==", .comparison, "Comparison", equatable),
            ("&&", "||", .comparison, "LogicalConjunction", bool),
            ("||", "&&", .comparison, "LogicalDisjunction", bool),
            ("+", "-", .sign, "Addition", additive), ("-", "+", .sign, "Addition", additive),
            ("&+", "&-", .sign, "Addition", fixed), ("&-", "&+", .sign, "Addition", fixed),
            ("+=", "-=", .sign, "Assignment", "<T: AdditiveArithmetic>(a: inout T, b: T)"),
            ("-=", "+=", .sign, "Assignment", "<T: AdditiveArithmetic>(a: inout T, b: T)"),
        ]
        for index in start..<max(start, code.count - 2) where code[index] == 0x20 {
            for (old, new, kind, precedence, signature) in table where code.has(" \(old) ", at: index) {
                let isLazy = precedence.hasPrefix("Logical")
                let form = Mistake.Form.infix(
                    precedence: "\(precedence)Precedence",
                    signature: signature,
                    mistaken: isLazy ? "try a \(new) b()" : "a \(new) b",
                    right: isLazy ? "try a \(old) b()" : "a \(old) b"
                )
                result.append(Mistake(kind: kind, range: index + 1..<index + 1 + old.utf8.count, text: new, form: form))
            }
        }
        for index in start..<max(start, code.count - 1) {
            let before = index == 0 ? 0x20 : code[index - 1]
            guard [0x20, 0x28, 0x5B].contains(before), code[index + 1].isWord || code[index + 1] == 0x28 else {
                continue
            }
            if code[index] == 0x21 {
                let form = Mistake.Form.prefix(signature: "(a: Bool) -> Bool", mistaken: "a", right: "!a")
                result.append(Mistake(kind: .comparison, range: index..<index + 1, text: "", form: form))
            } else if code[index] == 0x2D, !code[index + 1].isDigit {
                let form = Mistake.Form.prefix(signature: "<T: SignedNumeric>(a: T) -> T", mistaken: "a", right: "-a")
                result.append(Mistake(kind: .sign, range: index..<index + 1, text: "", form: form))
            }
        }
        return result
    }

    private func constants(_ word: String, _ range: Range<Int>, in code: [UInt8]) -> [Mistake] {
        var new: String?
        if word == "true" { new = "false" }
        if word == "false" { new = "true" }
        let isFraction =
            code.has(".", at: range.upperBound) && range.upperBound + 1 < code.count
            && code[range.upperBound + 1].isDigit
        if word.utf8.allSatisfy(\.isDigit), !isFraction, !code.has(".", at: range.lowerBound - 1),
            let number = Int(word)
        {
            new = "\(number + 1)"
        }
        if word.hasPrefix("0x") { new = "\(word) + 1" }
        return new.map { [Mistake(kind: .constant, range: range, text: $0, form: .value)] } ?? []
    }

    private static let pairs = [
        "left right", "top bottom", "width height", "horizontal vertical", "min max", "minimum maximum", "first last",
        "lower upper", "leading trailing", "x y", "before after", "prefix suffix", "row column",
    ].map { $0.split(separator: " ").map(String.init) }

    /// The other side in place of one, in a name that is used here.
    private func sides(_ word: String, _ range: Range<Int>, in code: [UInt8], _ statement: Range<Int>?) -> [Mistake] {
        guard word.first?.isLowercase == true, !code.has(":", at: range.upperBound) else { return [] }
        let before = String(decoding: code[..<range.lowerBound], as: UTF8.self)
        if before.contains(/(\b(let|var|for|case|func)|\\|@|#) ?\.?$/) { return [] }
        var result: [Mistake] = []
        for pair in Self.pairs {
            for (old, new) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                let name: String
                if word.hasPrefix(old), word.dropFirst(old.count).first?.isLowercase != true,
                    old.count > 1 || word == old
                {
                    name = new + word.dropFirst(old.count)
                } else if let place = word.range(of: old.capitalized),
                    place.upperBound == word.endIndex || !word[place.upperBound].isLowercase
                {
                    name = word.replacingCharacters(in: place, with: new.capitalized)
                } else {
                    continue
                }
                result += other(name, range, in: code, of: .side, statement)
            }
        }
        return result
    }

    /// A name or a call in place of another: the whole statement, or the chain of members that it ends.
    private func other(
        _ text: String,
        _ range: Range<Int>,
        in code: [UInt8],
        of kind: Kind,
        _ statement: Range<Int>?
    ) -> [Mistake] {
        func replaced(_ outer: Range<Int>) -> String {
            String(
                decoding: code[outer.lowerBound..<range.lowerBound] + Array(text.utf8)
                    + code[range.upperBound..<outer.upperBound],
                as: UTF8.self
            )
        }
        // The text of literals is not in the code, so a part with one cannot be written from it.
        func isWhole(_ outer: Range<Int>) -> Bool { !String(decoding: code[outer], as: UTF8.self).contains("__") }
        if let statement, statement.lowerBound <= range.lowerBound, isWhole(statement) {
            return [Mistake(kind: kind, range: statement, text: replaced(statement), form: .statement)]
        }
        guard let lower = chainStart(code, range.lowerBound) else { return [] }
        var upper = range.upperBound
        while upper < code.count, code[upper] == 0x28 || code[upper] == 0x5B {
            guard let end = code.closing(upper) else { return [] }
            upper = end + 1
        }
        guard isWhole(lower..<upper) else { return [] }
        return [Mistake(kind: kind, range: lower..<upper, text: replaced(lower..<upper), form: .value)]
    }

    /// Two neighbouring arguments of a call, each with the label of the other's place.
    private func swaps(_ name: Range<Int>, in line: Int, _ statement: Range<Int>?) -> [Mistake] {
        let code = self.code[line]
        let word = String(decoding: code[name], as: UTF8.self)
        guard let end = code.closing(name.upperBound),
            !["if", "guard", "while", "switch", "return", "in", "min", "max"].contains(word)
        else { return [] }
        let list = name.upperBound + 1..<end
        let text = String(decoding: code[list], as: UTF8.self)
        guard !text.contains("__"), !text.contains("let "), !text.contains("{"), !text.contains("&") else { return [] }
        var values: [Range<Int>] = []
        for argument in code.parts(of: list) {
            let part = String(decoding: code[argument], as: UTF8.self)
            let label = part.prefixMatch(of: /\ *(?:[A-Za-z_]+: )?/)?.0.utf8.count ?? 0
            values.append(argument.lowerBound + label..<argument.upperBound)
        }
        var result: [Mistake] = []
        for (first, second) in zip(values, values.dropFirst()) where code[first] != code[second] {
            let between = code[first.upperBound..<second.lowerBound]
            let swapped = String(decoding: code[second] + between + code[first], as: UTF8.self)
            let range = first.lowerBound..<second.upperBound
            let call = name.lowerBound..<end + 1
            let text = String(
                decoding: code[call.lowerBound..<range.lowerBound] + Array(swapped.utf8)
                    + code[range.upperBound..<call.upperBound],
                as: UTF8.self
            )
            result += other(text, call, in: code, of: .swapped, statement)
        }
        return result
    }

    /// A statement that is one line, or is all that an `if` of one line does.
    private func statement(at line: Int) -> Range<Int>? {
        let code = self.code[line]
        guard let first = code.firstIndex(where: { $0 != 0x20 }), starts[line] == 0 else { return nil }
        let text = trimmed(code)
        if text.hasPrefix("if "), text.hasSuffix(" }"), let open = code.last("{ "), !text.contains(" else ") {
            let end = code.lastIndex(of: 0x7D) ?? code.count
            return Self.isStatement(String(decoding: code[open..<end - 1], as: UTF8.self)) ? open..<end - 1 : nil
        }
        let previous = trimmed(self.code[..<line].last { !$0.allSatisfy { $0 == 0x20 } } ?? [])
        let next = trimmed(self.code[(line + 1)...].first { !$0.allSatisfy { $0 == 0x20 } } ?? [])
        guard previous.contains(/([{}:)\]\w]|\bin)$/),
            !previous.contains(/^(guard|if|while|let|var|return)[^{]*$/) || previous.contains(/[)\w\]]$/),
            !next.contains(/^[.,)\]?:&|<>=+*\/-]/), Self.isStatement(text)
        else { return nil }
        return first..<(code.lastIndex { $0 != 0x20 } ?? 0) + 1
    }

    private static func isStatement(_ text: String) -> Bool {
        if ["continue", "break"].contains(text) { return true }
        if text.hasPrefix("return"), !text.hasSuffix("{"), !text.hasSuffix("("), !text.hasSuffix("[") {
            return isBalanced(text)
        }
        guard text.contains(/^(try |_ = )?[a-zA-Z_$]/),
            !text.contains(
                /^(let|var|if|guard|for|while|switch|case|default|else|repeat|do|throw|defer|func|super|some|any)\b/
            ),
            !text.contains(/^\w+:/), isBalanced(text)
        else { return false }
        return text.contains(/^[^ ]+ (&?[-+*\/%|&^]|<<|>>)?= .*[\w)\]}]$/)
            || text.contains(/^(try )?[\w.$?!]+(\[.*\])?[\w.$?!]*\(.*\)$/)
    }

    private static func isBalanced(_ text: String) -> Bool {
        var depth = 0
        for byte in text.utf8 {
            if [0x28, 0x5B, 0x7B].contains(byte) { depth += 1 }
            if [0x29, 0x5D, 0x7D].contains(byte) { depth -= 1 }
            if depth < 0 { return false }
        }
        return depth == 0
    }

    /// Where the chain of members begins that a name is in; `nil` where it is written to or is a path.
    private func chainStart(_ code: [UInt8], _ name: Int) -> Int? {
        var start = name
        while start > 0, code[start - 1] == 0x2E {
            start -= 1
            while start > 0, code[start - 1] == 0x3F || code[start - 1] == 0x21 { start -= 1 }
            while start > 0, code[start - 1] == 0x29 || code[start - 1] == 0x5D {
                guard let open = code.opening(start - 1) else { return nil }
                start = open
            }
            while start > 0, code[start - 1].isWord { start -= 1 }
            if start > 0, code[start - 1] == 0x7D { return nil }
        }
        if start > 0, [0x26, 0x5C, 0x40, 0x23].contains(code[start - 1]) { return nil }
        return start
    }

    private func isWord(_ code: [UInt8], at index: Int) -> Bool {
        code[index].isWord && (index == 0 || !code[index - 1].isWord)
    }
}
