import VirtualViewExpressions
import VirtualViewFormat

// Handlers: attributes whose value is an event program.

extension Lowering {
    /// Compiles the program of an attribute, stores it and returns the value that refers to it.
    ///
    /// - Parameters:
    ///   - attribute: The attribute.
    ///   - own: What the app says about it, if it is a property of its own.
    ///   - element: The element that has it.
    ///   - component: The component of the element; `nil` for one that is not known.
    /// - Returns: The value; `nil` if there is an error.
    mutating func lowerProgram(
        _ attribute: SyntaxTree.Attribute,
        _ own: PropertySchema?,
        on element: SyntaxTree.Element,
        _ component: Configuration.Element?
    ) -> PropertyValue? {
        checkTarget(ofHandler: attribute, own)
        let key: String
        var isBlock = false
        let result: EventProgramCompiler.Result
        if let compiled = EventProgramCompiler.compile(attribute.value, isLenient: options.isLenient) {
            key = attribute.value
            result = compiled
            for problem in result.problems(for: client) {
                let place = { (range: Range<Int>) in tree.range(of: range, in: attribute) }
                add(problem.diagnostic(place: place) { tree.spelled($0, in: attribute) })
            }
            checkVariables(result, attribute, on: element, component)
        } else {
            guard let block = block(named: attribute) else { return nil }
            isBlock = true
            key = block.name
            result = block.result
        }
        for (text, range) in result.strings {
            let span = isBlock ? attribute.valueSpan : attribute.span(of: range)
            _ = intern(name: text, at: span)
        }
        guard let code = result.code else { return nil }
        checkLimit({ $0.programBytes }, code.count, "the event program's size in bytes", at: attribute.valueSpan)
        let value = store(code, key, attribute)
        if case .expression(let id)? = value {
            let statements = result.statements.map { statement in
                let range = statement.place..<statement.place + 1
                let place = isBlock ? nil : tree.range(of: range, in: attribute)
                return ProgramPlaces.Statement(offset: statement.offset, place: place ?? blockPlace(key, range))
            }
            programs.append(ProgramPlaces(id: id, statements: statements))
        }
        return value
    }

    /// Returns a place in the file of a named block.
    private func blockPlace(_ name: String, _ range: Range<Int>) -> SourceRange? {
        options.blocks[name].map { SourceRange($0.place.file, range) }
    }

    private mutating func store(_ code: [UInt8], _ key: String, _ attribute: SyntaxTree.Attribute) -> PropertyValue? {
        let id = StringID(hashing: key)
        do throws(FormatError) {
            try builder.addExpression(code, id: id)
            return .expression(id)
        } catch {
            let range = tree.range(attribute.valueSpan)
            add(Diagnostic(EventMessage.idCollision(id.rawValue), at: range))
            return nil
        }
    }

    // MARK: Blocks

    private mutating func block(named attribute: SyntaxTree.Attribute) -> EventBlocks.Block? {
        let bytes = Array(attribute.value.utf8)
        let range = bytes.withUnsafeBufferPointer { ValueText.trimmed($0.span, 0..<bytes.count) }
        let name = String(decoding: bytes[range], as: UTF8.self)
        if let block = options.blocks[name] { return block }
        let problem = formProblem(bytes, name, range)
        let place = { (range: Range<Int>) in tree.range(of: range, in: attribute) }
        add(problem.diagnostic(place: place))
        return nil
    }

    /// Returns the reason why a text is neither a program nor the name of a block.
    private mutating func formProblem(_ bytes: [UInt8], _ name: String, _ range: Range<Int>) -> EventProblem {
        let count = bytes.count
        if name.isEmpty { return EventProblem(.emptyProgram, at: 0..<count) }
        if name.utf8.starts(with: "@{".utf8) {
            return EventProblem(.bindingForm, at: range)
        }
        if name.utf8.starts(with: "${".utf8) {
            guard name.utf8.last == UInt8(ascii: "}") else { return Self.endProblem(bytes, range) }
            let blanks = [0..<range.lowerBound, range.upperBound..<count].filter { !$0.isEmpty }
            return EventProblem(
                .surroundingBlanks,
                at: blanks.first ?? 0..<count,
                fixIt: "remove the blanks",
                edits: blanks.map { .init($0, with: "") }
            )
        }
        let suggestion = spelling.block(name, among: options.blocks)
        return EventProblem(
            .unknownBlock(name, suggestion: suggestion, hasBlocks: !options.blocks.isEmpty),
            at: range,
            fixIt: suggestion.map { "replace with '\($0)'" } ?? "",
            edits: suggestion.map { [.init(range, with: $0)] } ?? []
        )
    }

    /// Returns the problem with a program that does not end with its brace.
    private static func endProblem(_ bytes: [UInt8], _ range: Range<Int>) -> EventProblem {
        var lexer = EventLexer(bytes, range.lowerBound + 2..<range.upperBound, isLenient: true)
        var depth = 1
        for token in lexer.tokenize() {
            if token.symbol == .openBrace { depth += 1 }
            if token.symbol == .closeBrace { depth -= 1 }
            guard depth == 0 else { continue }
            let end = token.range.upperBound
            let start = bytes[end...].firstIndex { $0 > 0x20 } ?? end
            let isSeparator = bytes[start...].allSatisfy { $0 == UInt8(ascii: ";") || $0 <= 0x20 }
            // Neither blanks before the program nor behind it may stay.
            let others = [0..<range.lowerBound, end..<bytes.count].filter { !$0.isEmpty }
            return EventProblem(
                .textAfterProgram,
                at: start..<range.upperBound,
                fixIt: isSeparator ? "remove ';'" : "",
                edits: isSeparator ? others.map { .init($0, with: "") } : []
            )
        }
        return EventProblem(
            .unclosedProgram,
            at: range,
            fixIt: "insert '}'",
            edits: [.init(inserting: "}", at: range.upperBound)]
        )
    }

    // MARK: Clients

    private mutating func checkTarget(ofHandler attribute: SyntaxTree.Attribute, _ own: PropertySchema?) {
        // The Android runtime compiles this handler and has no place for it.
        let isForgotten =
            client == .android && attribute.name == "onLongClick"
            || client != .swift && own?.knownTo.contains(client) == false
        guard client == .iOS || isForgotten else { return }
        add(
            Diagnostic(
                EventMessage.targetIgnores(attribute.name, client.name),
                at: tree.range(attribute.nameSpan)
            )
        )
    }

    /// Warns about user variables that a program writes, which only this package's runtime does.
    private mutating func checkVariables(
        _ result: EventProgramCompiler.Result,
        _ attribute: SyntaxTree.Attribute,
        on element: SyntaxTree.Element,
        _ component: Configuration.Element?
    ) {
        if client == .swift || result.targets.isEmpty { return }
        let all = variableNames ?? Set(tree.attributes.compactMap { $0.variable })
        variableNames = all
        if all.isEmpty { return }
        let own = Set(tree.attributes(of: element).compactMap { $0.variable })
        for (names, range, _) in result.targets where names.count > 1 && names[0] != "data" && names[0] != "module" {
            guard let name = names.last else { continue }
            // `this.name` is a variable of this element, unless it is a property; a longer path may end at any.
            let isOwn = names.count == 2 && names[0] == "this"
            let isVariable =
                isOwn
                ? own.contains(name) && configuration.property(name, of: component) == nil : all.contains(name)
            guard isVariable else { continue }
            add(
                Diagnostic(EventMessage.variableWrite(name), at: tree.range(of: range, in: attribute))
            )
        }
    }
}

extension SyntaxTree.Attribute {
    /// The name of the user variable that it declares.
    var variable: String? {
        guard name.declaresVariable else { return nil }
        let parts = name.unicodeScalars.split(separator: "_", omittingEmptySubsequences: false)
        return parts.count == 3 ? String(parts[2]) : nil
    }
}

extension SyntaxTree {
    /// Writes a text as it must stand in the source of an attribute.
    func spelled(_ text: String, in attribute: Attribute) -> String {
        let file = files[Int(attribute.valueSpan.file)]
        let start = Int(attribute.valueSpan.lower)
        let quote = file.bytes.indices.contains(start - 1) ? file.bytes[start - 1] : 0
        let isQuoted = quote == UInt8(ascii: "\"")
        if file.isAssemble {
            // A computed binding without quotes stands as it is.
            if !isQuoted, file.bytes[start...].starts(with: "${=".utf8) { return text }
            let special = (isQuoted ? "\"\\" : "\"\\,()<>[]{}").unicodeScalars
            return text.unicodeScalars.reduce(into: "") { spelling, character in
                if special.contains(character) || character == "\n" { spelling += "\\" }
                spelling.unicodeScalars.append(character == "\n" ? "n" : character)
            }
        }
        var spelling = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": spelling += "&amp;"
            case "<": spelling += "&lt;"
            case "'" where quote == UInt8(ascii: "'"): spelling += "&apos;"
            case "\"" where isQuoted: spelling += "&quot;"
            case "\n", "\r": spelling += "&#\(character.value);"
            default: spelling.unicodeScalars.append(character)
            }
        }
        return spelling
    }
}

/// Checks the data bindings of a template for malformed ones and for those that a client reads differently.
///
/// A binding is stored as its author wrote it, so nothing here changes the file. With our own runtime as the target a
/// malformed binding is a warning, because it shows its own text; with a client as the target what that client would
/// show literally is an error (`Docs/Expressions.md`).
struct BindingCheck {
    private let client: Client
    /// The findings that apply to many values alike.
    private var common: [CommonFinding] = []

    init(client: Client) {
        self.client = client
    }

    /// Checks the text of an attribute.
    ///
    /// - Parameters:
    ///   - text: The decoded text.
    ///   - kind: The kind of the attribute.
    /// - Returns: The findings; empty for a text that holds no binding.
    func issues(in text: String, kind: ValueKind) -> [BindingIssue] {
        guard Self.mayHoldBinding(text) else { return [] }
        var issues: [BindingIssue] = []
        _ = BindingExpression(text, issues: &issues)
        issues = issues.map { $0.advice(for: client) }
        issues += BindingExpression.portabilityIssues(in: text, for: client, kind: kind)
        return issues
    }

    /// Handles a finding in a text.
    ///
    /// - Parameters:
    ///   - issue: The finding.
    ///   - place: Finds the source of a part of the text.
    ///   - spelled: Writes a text as the source must spell it.
    /// - Returns: The diagnostic to report; `nil` for a finding that ``commonDiagnostics(limit:)`` reports.
    mutating func diagnostic(
        for issue: BindingIssue,
        place: (Range<Int>) -> SourceRange,
        spelled: (String) -> String
    ) -> Diagnostic? {
        let range = place(issue.range)
        guard issue.concernsEveryPath else { return issue.diagnostic(at: range, fixIts: issue.fixIts(place, spelled)) }
        // The files of a template come one after the other.
        if let index = common.lastIndex(where: { $0.issue.id == issue.id && $0.range.file == range.file }) {
            common[index].others.append(range)
        } else {
            common.append(CommonFinding(issue: issue, range: range))
        }
        return nil
    }

    /// Returns the diagnostics for findings that apply to many texts, once for each file, after all texts were checked.
    ///
    /// - Parameter limit: The maximum number of places that are named.
    /// - Returns: The diagnostics, each at the first place, with notes at the others.
    func commonDiagnostics(limit: Int) -> [Diagnostic] {
        common.map { finding in
            let count = finding.others.count
            let rest = count == 0 ? "" : " (and in \(count.counting("more value")))"
            return finding.issue.diagnostic(
                at: finding.range,
                saying: finding.issue.message + rest,
                notes: finding.others.prefix(max(0, limit - 1)).map { .init("also here", at: $0) }
            )
        }
    }

    /// Returns whether `${` or `@{` stands anywhere: most texts are plain.
    private static func mayHoldBinding(_ text: String) -> Bool {
        var last: UInt8 = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "{"), last == UInt8(ascii: "$") || last == UInt8(ascii: "@") { return true }
            last = byte
        }
        return false
    }
}

/// A difference and the values that it applies to.
private struct CommonFinding {
    let issue: BindingIssue
    let range: SourceRange
    var others: [SourceRange] = []
}

extension BindingIssue {
    fileprivate func diagnostic(
        at place: SourceRange,
        saying text: String? = nil,
        notes: [Diagnostic.Note] = [],
        fixIts: [Diagnostic.FixIt] = []
    ) -> Diagnostic {
        Diagnostic(
            severity == .error ? .error : .warning,
            id: id,
            text ?? message,
            at: place,
            notes: notes,
            fixIts: fixIts
        )
    }

    /// Returns the correction of the text as one of its source.
    fileprivate func fixIts(
        _ place: (Range<Int>) -> SourceRange,
        _ spelled: (String) -> String = { $0 }
    ) -> [Diagnostic.FixIt] {
        guard let correction else { return [] }
        let message =
            correction.range.isEmpty
            ? "insert \(MessageText.quoted(correction.text))" : "replace with \(MessageText.quoted(correction.text))"
        return [Diagnostic.FixIt(message, [.init(place(correction.range), with: spelled(correction.text))])]
    }

    /// Returns the finding in a text that is a source of its own.
    ///
    /// - Parameter source: The text.
    /// - Returns: The diagnostic.
    package func diagnostic(in source: SourceFile) -> Diagnostic {
        diagnostic(at: SourceRange(source, range), fixIts: fixIts { SourceRange(source, $0) })
    }
}
