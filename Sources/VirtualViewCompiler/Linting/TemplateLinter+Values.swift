import VirtualViewExpressions
import VirtualViewFormat

// Values that compile, as the reference compiler stores any of their kind, and that do nothing.

extension TemplateLinter {
    mutating func checkValues(_ node: LintTree.Node) {
        for attribute in lint.tree.attributes(of: node.element) {
            let key = StringID(hashing: attribute.name)
            guard let property = LanguageSchema.standard.property(key, of: node.configured?.id ?? 0),
                property.knownTo.contains(client)
            else { continue }
            let tree = lint.tree
            let isBound = lint.isBound(attribute, on: node)
            let found =
                isBound ? constantProblems(attribute, of: node, property) : problems(attribute, of: node, property)
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

// MARK: - Constants in bindings

extension TemplateLinter {
    /// Finds words and colours that data would not be right with, in parts that sample data need not choose.
    private func constantProblems(
        _ attribute: SyntaxTree.Attribute,
        of node: LintTree.Node,
        _ property: PropertySchema
    ) -> [LintProblem] {
        guard configuration.kind(of: attribute.name, on: node.configured) == property.kind else { return [] }
        let kind = property.meaning ?? property.kind
        var constants: [String] = []
        for text in BindingExpression(attribute.value).constants {
            var issues: [BindingCoercion.Issue] = []
            _ = BindingCoercion(client).coerce(.string(text), to: kind, default: .string(nil), issues: &issues)
            // Somebody who writes an empty text wants nothing.
            if !issues.isEmpty, !text.isEmpty, !constants.contains(text) { constants.append(text) }
            if constants.count == Self.mostConstants { break }
        }
        return constants.flatMap { constant in
            let place = Self.place(of: constant, in: attribute.value)
            return ValueParser().parseText(constant, as: kind).problems.map { problem in
                let message = LintMessage.unfit(problem.message)
                guard let place else { return LintProblem(message, at: 0..<attribute.value.utf8.count) }
                func moved(_ range: Range<Int>) -> Range<Int> {
                    place + range.lowerBound..<place + range.upperBound
                }
                return LintProblem(
                    message,
                    at: moved(problem.range),
                    fixIt: problem.fixIt,
                    edits: problem.edits.map { .init(moved($0.range), with: $0.text) }
                )
            }
        }
    }

    /// The maximum number of constants of one binding that are reported.
    private static let mostConstants = 8

    /// Returns where a binding has a constant; `nil` if that is not certain.
    private static func place(of constant: String, in binding: String) -> Int? {
        guard constant.utf8.count <= 64 else { return nil }
        let bytes = Array(binding.utf8)
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
