import VirtualViewExpressions
import VirtualViewFormat

// Values that compile, as the reference compiler stores any of their kind, and that do nothing.

extension TemplateLinter {
    mutating func checkValues(_ node: LintTree.Node) {
        for attribute in lint.tree.attributes(of: node.element) {
            guard let property = configuration.property(attribute.name, of: node.configured),
                property.knownTo.contains(client)
            else { continue }
            let tree = lint.tree
            let found: [LintProblem]
            if let path = boundPath(attribute, of: node) {
                found = [LintProblem(.boundPath(attribute.value, path), at: 0..<attribute.value.utf8.count)]
            } else if lint.isBound(attribute, on: node) {
                found = constantProblems(attribute, of: node, property)
            } else {
                found = problems(attribute, of: node, property)
                if !found.isEmpty { show(nil, of: attribute) }
            }
            for problem in found {
                let diagnostic = problem.diagnostic(
                    place: { tree.range(of: $0, in: attribute) },
                    spelled: { tree.spelled($0, in: attribute) }
                )
                report(problem.message, at: attribute.span(of: problem.range), fixIts: diagnostic.fixIts)
            }
        }
    }

    private func problems(
        _ attribute: SyntaxTree.Attribute,
        of node: LintTree.Node,
        _ property: PropertySchema
    ) -> [LintProblem] {
        if let problem = listProblem(attribute, of: node, property) { return [problem] }
        if let form = property.textForm {
            guard configuration.kind(of: attribute.name, on: node.configured) == .string else { return [] }
            return TextFormCheck(attribute.value).problems(form)
        }
        guard let number = lint.length(attribute.name, of: node)?.value else { return [] }
        let message: LintMessage
        switch property.range {
        case .positive where number <= 0: message = .notAboveZero(attribute.value)
        // To other clients, a negative number may mean something.
        case .notNegative where number < 0 && client == .swift: message = .negative(attribute.value)
        default: return []
        }
        return [LintProblem(message, at: 0..<attribute.value.utf8.count)]
    }
}

// MARK: - Lists

extension TemplateLinter {
    /// Returns the problem with a value that a list of the language cannot use.
    private func listProblem(
        _ attribute: SyntaxTree.Attribute,
        of node: LintTree.Node,
        _ property: PropertySchema
    ) -> LintProblem? {
        let found = attribute.value
        // The compiler reports an empty text.
        guard property.builtInName == .dataTag, !found.isEmpty, client == .swift, node.component != nil else {
            return nil
        }
        let meant = Self.plainPath(found.hasPrefix("$") ? String(found.dropFirst()) : found).map { "${\($0)}" }
        return LintProblem(.notABinding(found, suggestion: meant), at: 0..<found.utf8.count, with: meant)
    }

    /// Returns the path in a binding that stands where a path in each entry of a list is expected; `nil` if the data
    /// around the list has what the binding reads, which may be such a path.
    func boundPath(_ attribute: SyntaxTree.Attribute, of node: LintTree.Node) -> String? {
        guard attribute.value.hasPrefix("${"), attribute.value.hasSuffix("}"), client == .swift,
            node.component != nil, case .path? = configuration.property(attribute.name, of: node.configured)?.textForm
        else { return nil }
        // The app's values are not known here.
        guard let text = Self.plainPath(String(attribute.value.dropFirst(2).dropLast())), let path = DataPath(text),
            let data, data.value[path] == nil, text != "env", !text.hasPrefix("env."), !text.hasPrefix("env[")
        else { return nil }
        return text
    }

    /// Returns a text that is nothing but a path; `nil` for any other: what has other characters is more than a path.
    private static func plainPath(_ text: String) -> String? {
        let isPlain = text.utf8.allSatisfy { $0.isASCIIWord || ".-[]".utf8.contains($0) }
        return isPlain && DataPath(text) != nil ? text : nil
    }
}

// MARK: - Constants in bindings

extension TemplateLinter {
    /// Finds words and colours that data would not be right with, in parts that sample data need not choose.
    private mutating func constantProblems(
        _ attribute: SyntaxTree.Attribute,
        of node: LintTree.Node,
        _ property: PropertySchema
    ) -> [LintProblem] {
        guard configuration.kind(of: attribute.name, on: node.configured) == property.kind else { return [] }
        var wrong: [String] = []
        var found: [LintProblem] = []
        // Somebody who writes an empty text wants nothing.
        for text in BindingExpression(attribute.value).constants where !text.isEmpty && !wrong.contains(text) {
            let problems = problems(ofConstant: text, property, in: attribute)
            if problems.isEmpty { continue }
            wrong.append(text)
            found += Self.moved(problems, from: text, to: attribute.value)
            if wrong.count == Self.mostConstants { break }
        }
        return found
    }

    /// The maximum number of constants of one binding, and of words of one constant, that are reported.
    private static let mostConstants = 8

    private mutating func problems(
        ofConstant text: String,
        _ property: PropertySchema,
        in attribute: SyntaxTree.Attribute
    ) -> [LintProblem] {
        if let form = property.textForm { return TextFormCheck(text).problems(form) }
        let kind = property.meaning ?? property.kind
        var issues: [BindingCoercion.Issue] = []
        // A client that says nothing of colours and gravities reads no more words than ours.
        let reader = kind == .color || kind == .gravity ? Client.swift : client
        _ = BindingCoercion(reader).coerce(.string(text), to: kind, default: .string(nil), issues: &issues)
        for issue in issues.prefix(Self.mostConstants) { show(issue.message, of: attribute) }
        let words = issues.prefix(Self.mostConstants).compactMap { issue in
            if case .unknownWord(let word) = issue { word } else { nil }
        }
        if let number = words == ["true"] ? "1" : words == ["false"] ? "0" : nil, Self.numbers.contains(kind) {
            // Sources have these words, and a truth value of the data counts, but a text with its name does not.
            let message = LintMessage.unfit(.unknownWord(text, .enumeration(Self.truths), suggestion: number))
            return [LintProblem(message, at: 0..<text.utf8.count, with: number)]
        }
        guard !issues.isEmpty || Self.hasOtherUnit(text, kind), kind != .visibility else {
            return words.map { unknownVisibility($0) }
        }
        let advice = ValueParser().parseText(text, as: kind).problems.map { problem in
            LintProblem(
                .unfit(problem.message),
                at: problem.range,
                fixIt: problem.fixIt,
                edits: problem.edits.map { .init($0.range, with: $0.text) }
            )
        }
        if words.isEmpty { return advice }
        // Data have words that sources do not, such as `center`, and nothing beside a `|` does no harm.
        let bytes = Array(text.utf8)
        func piece(_ problem: LintProblem) -> String { String(decoding: bytes[problem.range], as: UTF8.self) }
        let fitting = advice.filter { words.contains(piece($0)) }
        let others = words.filter { word in !fitting.contains { piece($0) == word } }
        return fitting
            + others.map { LintProblem(.unfit(.unknownWord($0, kind, suggestion: nil)), at: 0..<bytes.count) }
    }

    private static let numbers: [ValueKind] = [.int, .float, .number, .size]
    private static let truths: WordTable = ["1": 1, "0": 0]

    /// Returns whether a unit stands behind a number, such as `px`, which data are read without.
    private static func hasOtherUnit(_ text: String, _ kind: ValueKind) -> Bool {
        guard numbers.contains(kind), let last = text.utf8.last,
            let first = text.utf8.first(where: { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "+") }),
            first.decimalDigit != nil || first == UInt8(ascii: ".")
        else { return false }
        return (last.isASCIILetter || last == UInt8(ascii: "%")) && !text.utf8.suffix(2).elementsEqual("rp".utf8)
    }

    /// Returns the problem with a word for which data, unlike sources, cannot have a number.
    private func unknownVisibility(_ word: String) -> LintProblem {
        let table = WordTable.visibilities
        let meant = WordAdvice.meant(by: word, in: table, .visibility, isText: true)
        let message = LintMessage.unfit(.unknownWord(word, .enumeration(table), suggestion: meant))
        // Android shows what has an unknown word.
        return LintProblem(message, at: 0..<word.utf8.count, with: client == .android ? nil : meant)
    }

    /// Returns the problems of a constant as those of the binding that it stands in.
    private static func moved(_ problems: [LintProblem], from constant: String, to binding: String) -> [LintProblem] {
        let place = place(of: constant, in: binding)
        return problems.map { problem in
            guard let place else { return LintProblem(problem.message, at: 0..<binding.utf8.count) }
            func moved(_ range: Range<Int>) -> Range<Int> {
                place + range.lowerBound..<place + range.upperBound
            }
            return LintProblem(
                problem.message,
                at: moved(problem.range),
                fixIt: problem.fixIt,
                edits: problem.edits.map { .init(moved($0.range), with: $0.text) }
            )
        }
    }

    /// Returns where a binding has a constant; `nil` if that is not certain.
    private static func place(of constant: String, in binding: String) -> Int? {
        let bytes = Array(binding.utf8)
        // A constant with an escape is spelled otherwise, and a path may have its spelling.
        let isPlain = !bytes.contains(UInt8(ascii: "\\")) && !constant.utf8.contains(UInt8(ascii: "'"))
        guard isPlain, constant.utf8.count <= 64 else { return nil }
        let places = bytes.indices.lazy.filter { bytes[$0...].starts(with: constant.utf8) }.prefix(2)
        return places.count == 1 ? places.first : nil
    }
}

/// A problem with the decoded value of an attribute that a rule finds.
private typealias LintProblem = TextProblem<LintMessageID>

/// Compares a text with the form that layout and drawing read.
private struct TextFormCheck {
    private let bytes: [UInt8]

    /// The maximum number of wrong pieces of one text that are reported.
    private static let mostProblems = 8

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    private var all: Range<Int> { 0..<bytes.count }

    /// Returns the problems of the text; none if it is of the form.
    func problems(_ form: PropertySchema.TextForm) -> [LintProblem] {
        switch form {
        case .word(let table): word(table)
        case .styleWord(let table): styleWord(table)
        case .styleWords(let table): styleWords(table)
        case .basis: basis()
        case .dashes: dashes()
        case .path: DataPath(text(all)) == nil ? [LintProblem(.notAPath(text(all)), at: all)] : []
        }
    }

    // MARK: - Words

    private func word(_ table: WordTable) -> [LintProblem] {
        let found = text(all)
        return table.words.contains { $0.name == found } ? [] : [unknownWord(all, table)]
    }

    private func styleWord(_ table: WordTable) -> [LintProblem] {
        let words = pieces(separatedBy: " ")
        guard words.count == 1 else { return [unknownWord(all, table)] }
        return isStyleWord(words[0], table) ? [] : [unknownWord(words[0], table)]
    }

    private func styleWords(_ table: WordTable) -> [LintProblem] {
        let words = pieces(separatedBy: PropertySchema.TextForm.styleSeparators)
        guard !words.isEmpty else { return [unknownWord(all, table)] }
        return words.filter { !isStyleWord($0, table) }.prefix(Self.mostProblems).map { piece in
            unknownWord(piece, table, WordAdvice.flow(text(piece), in: table))
        }
    }

    /// Returns whether a piece is a word in any case, in which `-` and `_` have the same spelling.
    private func isStyleWord(_ piece: Range<Int>, _ table: WordTable) -> Bool {
        let word = text(piece).lowercased().map { $0 == "_" ? "-" : $0 }
        return table.words.contains { Array($0.name) == word }
    }

    private func unknownWord(_ piece: Range<Int>, _ table: WordTable, _ flow: String? = nil) -> LintProblem {
        let found = text(piece)
        let kind = ValueKind.enumeration(table)
        let meant = flow ?? WordAdvice.meant(by: found, in: table, kind, isText: true)
        return LintProblem(.unfit(.unknownWord(found, kind, suggestion: meant)), at: piece, with: meant)
    }

    // MARK: - Lengths

    private func basis() -> [LintProblem] {
        let words = pieces(separatedBy: " ")
        if words.count == 1, isBasis(text(words[0])) { return [] }
        // A part whose sign stands apart; what two numbers mean is not certain.
        let joined = words.map(text).joined()
        let meant = words.count == 2 && text(words[1]) == "%" && isBasis(joined) ? joined : nil
        return [
            LintProblem(.notABasis(text(all), suggestion: meant), at: all, with: meant)
        ]
    }

    private func isBasis(_ word: String) -> Bool {
        // Clients take `-` for `_`, so that there is no number with one.
        guard !word.utf8.contains(UInt8(ascii: "-")) else { return false }
        return word.lowercased() == "auto" || Self.length(word.hasSuffix("%") ? String(word.dropLast()) : word) != nil
    }

    private func dashes() -> [LintProblem] {
        let lengths = pieces(separatedBy: ",").map { trimmed($0, " []") }.filter { !$0.isEmpty }
        let wrong = lengths.filter { Self.length(text($0)) == nil }
        if wrong.isEmpty, !lengths.contains(where: { Self.length(text($0)) != 0 }) {
            return [LintProblem(.noDash(text(all)), at: all)]
        }
        return wrong.prefix(Self.mostProblems).map { LintProblem(.notADash(text($0)), at: $0) }
    }

    /// Returns a number that can be a length.
    private static func length(_ text: String) -> Double? {
        guard let number = Double(text), number >= 0, number.isFinite else { return nil }
        return number
    }

    // MARK: - Pieces

    private func text(_ piece: Range<Int>) -> String {
        String(decoding: bytes[piece], as: UTF8.self)
    }

    /// Returns the places of the pieces that are not empty.
    private func pieces(separatedBy separators: String) -> [Range<Int>] {
        bytes.split { separators.utf8.contains($0) }.map { $0.startIndex..<$0.endIndex }
    }

    private func trimmed(_ piece: Range<Int>, _ characters: String) -> Range<Int> {
        var (lower, upper) = (piece.lowerBound, piece.upperBound)
        while lower < upper, characters.utf8.contains(bytes[lower]) { lower += 1 }
        while lower < upper, characters.utf8.contains(bytes[upper - 1]) { upper -= 1 }
        return lower..<upper
    }
}
