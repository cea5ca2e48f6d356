import VirtualViewExpressions
import VirtualViewFormat

/// Finds templates that compile but will not work.
///
/// Each rule has an id, an example of a problem and one of its correction in `Docs/Diagnostics.md`. A comment
/// `vvc-ignore` with ids silences rules for the element that follows (``LintSilence``).
package struct TemplateLinter {
    let configuration: Configuration
    let client: Client
    let blocks: EventBlocks
    /// The images whose sizes the project or the command line gives, by their names.
    let assets: [String: AssembleAssetSize]
    private(set) var lint: LintTree
    /// The template's sample data, and the name of the file that it is in.
    private(set) var data: (value: JSONValue, name: String)?
    /// The values that the project gives bindings as `env`; `nil` if they are not known.
    private var values: BindingObject?
    private var found = DiagnosticList()
    /// What was reported so far: a fragment of an assemble source is there as often as it is used.
    private var known: Set<Diagnostic> = []
    /// The problems with data that the source alone shows, by the places of their values; `nil` is every problem.
    private var shown: [SourceRange: Set<String?>] = [:]
    /// The reports of the compiler about names and paths that rules would repeat.
    private var reported: [SourceRange] = []
    /// Whether an event program may set the visibility of a node, by whatever path.
    lazy var setsVisibility = mayProgramsSet(["visibility"])
    /// Whether an event program may take away what covers something.
    lazy var mayUncover = mayProgramsSet(["visibility", "alpha", "background"])

    /// Checks a template.
    ///
    /// - Parameters:
    ///   - template: The result of compiling its source.
    ///   - compiler: The compiler that made it.
    ///   - sample: The sample data beside it.
    ///   - values: The values that the project gives bindings as `env`; `nil` if they are not known.
    ///   - issues: What the runtime finds when it shows the template with the data.
    /// - Returns: The findings, together with the compiler's reports; in a source with errors no rule is tried.
    package static func lint(
        _ template: CompiledTemplate,
        compiledBy compiler: TemplateCompiler,
        sample: SourceFile? = nil,
        values: BindingObject? = nil,
        issues: [Diagnostic] = []
    ) -> DiagnosticList {
        guard let tree = template.source.tree, !template.diagnostics.hasErrors else { return template.diagnostics }
        var linter = TemplateLinter(tree, compiler)
        if let sample { linter.read(sample) }
        linter.values = values
        let compiled = linter.withoutNames(template.diagnostics.ordered)
        linter.reported = compiled.filter { Self.repeatedIDs.contains($0.id) }.map { $0.range }
        linter.check(template.source)
        for issue in issues where !linter.isShown(issue) { linter.add(issue) }
        let silence = LintSilence(template.source.file, tree)
        var result = DiagnosticList(warningsAreErrors: compiler.options.warningsAreErrors)
        result.addFile(template.source.file)
        let covered = linter.found.ordered
        let once = compiled.filter { linter.known.insert($0).inserted }
        for diagnostic in once + covered + silence.diagnostics {
            if silence.covers(diagnostic) || Self.isRepeated(diagnostic, covered) { continue }
            guard diagnostic.severity == .warning, let severity = compiler.options.severities[diagnostic.id] else {
                result.add(diagnostic)
                continue
            }
            if let diagnostic = severity.applied(to: diagnostic) { result.add(diagnostic) }
        }
        return result
    }

    /// The ids of everything that is reported as a warning, and of what breaks others, for projects that change their
    /// severity.
    static let ruleIDs = ids(of: [.warning, .warningOrError])

    /// The ids of everything that comments silence: also of what `--lenient` makes a warning, and of bindings.
    static let silencedIDs = Set(ids(of: [.warning, .warningOrError, .errorUnlessLenient]) + BindingIssue.ids)

    /// The ids of errors, which nothing silences.
    static let errorIDs = Set(ids(of: [.error]))

    private static func ids(of severities: Set<MessageSeverity>) -> [String] {
        func warnings<ID: MessageID>(_: ID.Type) -> [String] {
            ID.allCases.filter { severities.contains($0.severity) }.map { $0.rawValue }
        }
        return
            (warnings(LintMessageID.self) + warnings(TemplateMessageID.self) + warnings(ValueMessageID.self)
            + warnings(XMLMessageID.self) + warnings(InstructionMessageID.self) + warnings(EventMessageID.self)
            + warnings(AssembleMessageID.self) + BreakingMessageID.allCases.map { $0.rawValue }).sorted()
    }

    private init(_ tree: SyntaxTree, _ compiler: TemplateCompiler) {
        configuration = compiler.configuration
        client = compiler.options.client
        blocks = compiler.options.blocks
        assets = compiler.options.assemble.assets
        lint = LintTree(tree, compiler.configuration)
    }

    /// The reports of the compiler that say what a rule would say.
    private static let repeatedIDs: Set<String> = [
        TemplateMessageID.misspeltAttribute.rawValue, AssembleMessageID.imageWithoutSize.rawValue, operatorInPath,
    ]

    private static let operatorInPath = "binding.operator-in-path"

    /// Returns whether the compiler reported a name or value, or something in it.
    func isReported(_ span: SourceSpan) -> Bool {
        let range = lint.tree.range(span)
        return reported.contains { $0.file == range.file && range.offsets.contains($0.offsets.lowerBound) }
    }

    /// Returns whether others repeat a diagnostic: about a shorthand, the compiler reports only that the target does
    /// not know it.
    private static func isRepeated(_ diagnostic: Diagnostic, _ others: [Diagnostic]) -> Bool {
        diagnostic.id == TemplateMessageID.targetUnknownAttribute.rawValue
            && others.contains { $0.id == LintMessageID.shorthand.rawValue && $0.range == diagnostic.range }
    }

    /// Returns whether an event program mentions one of some properties.
    private func mayProgramsSet(_ names: [String]) -> Bool {
        lint.nodes.contains { node in
            lint.tree.attributes(of: node.element).contains { attribute in
                guard configuration.kind(of: attribute.name, on: node.configured) == .expression else { return false }
                let words = attribute.value.utf8.split { !$0.isASCIIWord }
                // The name of a named program does not say what is in it.
                return !attribute.value.utf8.contains(UInt8(ascii: "{"))
                    || words.contains { word in names.contains { word.elementsEqual($0.utf8) } }
            }
        }
    }

    private mutating func read(_ sample: SourceFile) {
        do throws(BindingDataError) {
            data = (try JSONValue(json: sample.bytes), sample.path)
        } catch {
            let range = SourceRange(sample, error.offset..<error.offset)
            add(Diagnostic(LintMessage.badData(error.message), at: range))
        }
    }

    /// Returns whether a path leads into the environment, to a value that there is, or that nobody knows.
    func isOfEnvironment(_ path: DataPath) -> Bool {
        let steps = path.steps
        guard let data, data.value["env"] == nil, steps.count > 1, steps[0] == .key("env"),
            case .key(let name) = steps[1]
        else { return false }
        guard !ProjectFile.environmentNames.contains(name), let values else { return true }
        return JSONValue.object(values)[DataPath(Array(steps.dropFirst()))] != nil
    }

    private mutating func check(_ source: ParsedSource) {
        checkIdentity(isAssemble: source.file.isAssemble)
        checkNames()
        for definition in source.unusedDefinitions {
            add(Diagnostic(LintMessage.unusedDefinition(definition.name), at: definition.range))
        }
        checkAccessibility()
        for node in lint.nodes {
            checkChildren(node)
            checkSizes(node)
            checkPlaces(node)
            checkPress(node)
            checkProperties(node)
            checkPrograms(node)
            checkValues(node)
            checkClicks(node, isAssemble: source.file.isAssemble)
            checkBackgrounds(node)
            checkPaths(node)
            checkClient(node)
            checkData(node)
        }
    }

    mutating func report(
        _ message: LintMessage,
        at span: SourceSpan,
        noteAt second: SourceSpan? = nil,
        fixIts: [Diagnostic.FixIt] = []
    ) {
        let second = second.map { lint.tree.range($0) }
        add(Diagnostic(message, at: lint.tree.range(span), noteAt: second, fixIts: fixIts))
    }

    private mutating func add(_ diagnostic: Diagnostic) {
        if known.insert(diagnostic).inserted { found.add(diagnostic) }
    }

    /// Notes that the source alone shows a problem that data may have; `nil` is every problem.
    mutating func show(_ problem: String?, of attribute: SyntaxTree.Attribute) {
        shown[lint.tree.range(attribute.valueSpan), default: []].insert(problem)
    }

    /// Returns whether the source alone shows what the runtime finds with the data.
    private func isShown(_ issue: Diagnostic) -> Bool {
        shown[issue.range]?.contains { $0.map { issue.message.hasSuffix($0) } ?? true } == true
    }

    /// Returns the compiler's reports without operators that are a part of a name in the sample data.
    private func withoutNames(_ reports: [Diagnostic]) -> [Diagnostic] {
        guard let data, reports.contains(where: { $0.id == Self.operatorInPath }) else { return reports }
        let names = lint.nodes.flatMap { node in
            lint.tree.attributes(of: node.element).filter { lint.isBound($0, on: node) }.flatMap { attribute in
                BindingExpression.reads(in: attribute.value, as: .any)
                    .filter { data.value[DataPath(prepared: $0.path.steps)] != nil }
                    .compactMap { read in read.range.map { lint.tree.range(of: $0, in: attribute) } }
            }
        }
        return reports.filter { report in
            report.id != Self.operatorInPath
                || !names.contains {
                    $0.file == report.range.file && $0.offsets.contains(report.range.offsets.lowerBound)
                }
        }
    }
}

// MARK: - Touches

extension TemplateLinter {
    /// Reports what shows that a node is pressed, where neither it nor what it stands in can be.
    private mutating func checkPress(_ node: LintTree.Node) {
        for name in ["pressedBackground", "pressedAlpha"] {
            guard let attribute = node[name], !canBePressed(node) else { continue }
            report(.ignoredPress(name), at: attribute.nameSpan)
        }
    }

    private func canBePressed(_ node: LintTree.Node) -> Bool {
        var current: LintTree.Node? = node
        while let node = current {
            if takesTouches(node) { return true }
            current = node.parent.map { lint.nodes[$0] }
        }
        return false
    }

    /// Returns whether an element takes clicks or long clicks.
    func takesTouches(_ node: LintTree.Node) -> Bool {
        let clicks =
            (WordTable.flags.value(of: "flag_clickable") ?? 0)
            | (WordTable.flags.value(of: "flag_longclickable") ?? 0)
        return (lint.number("flag", of: node) ?? 0) & clicks != 0
    }
}

// MARK: - Ids

extension TemplateLinter {
    private mutating func checkIdentity(isAssemble: Bool) {
        var first: [Int32: SyntaxTree.Attribute] = [:]
        for node in lint.nodes {
            guard let attribute = node["id"], let id = lint.number("id", of: node) else { continue }
            if id != 0, let earlier = first[id] {
                report(.duplicateID(attribute.value), at: attribute.valueSpan, noteAt: earlier.valueSpan)
                continue
            }
            first[id] = attribute
            // The ids of an assemble source are those of its named parts, which an app looks up by name.
            if !isAssemble, !isUseful(node) { report(.unusedID(node.name), at: attribute.nameSpan) }
        }
    }

    private mutating func checkNames() {
        var first: [ExactText: SyntaxTree.Attribute] = [:]
        for node in lint.nodes {
            guard let attribute = node["name"], !attribute.value.isEmpty, !lint.isBound(attribute, on: node) else {
                continue
            }
            if let earlier = first[ExactText(attribute.value)] {
                report(.duplicateName(attribute.value), at: attribute.valueSpan, noteAt: earlier.valueSpan)
            } else {
                first[ExactText(attribute.value)] = attribute
            }
        }
    }

    /// Returns whether there is a reason to find a node by its id: it does or shows something that differs from time to
    /// time.
    private func isUseful(_ node: LintTree.Node) -> Bool {
        guard node.component != nil else { return true }
        let events: Int32 = 2 | 16 | 32 | 64 | 128
        if let flags = lint.number("flag", of: node), flags & events != 0 { return true }
        return lint.tree.attributes(of: node.element).contains { attribute in
            attribute.name == "action" || attribute.name.declaresVariable
                || lint.isBound(attribute, on: node)
                || configuration.kind(of: attribute.name, on: node.configured) == .expression
        }
    }
}
