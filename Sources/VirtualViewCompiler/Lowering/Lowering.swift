import VirtualViewExpressions
import VirtualViewFormat

/// Turns a syntax tree into the nodes and strings of a template.
///
/// The order in which texts are interned is part of the format's promise of identical bytes (`Docs/Format.md §5`): the
/// names that a component interns when it opens, then for each attribute its name, unless it has an id already, and its
/// value. A problem in one place does not keep the rest from being checked.
struct Lowering {
    let tree: SyntaxTree
    let configuration: Configuration
    let client: Client
    let options: TemplateCompiler.Options
    private let values: ValueParser
    private var bindings: BindingCheck
    var builder: TemplateBuilder
    var diagnostics: DiagnosticList
    /// What was reported so far about an assemble source: a fragment is there as often as it is used.
    var known: Set<Diagnostic> = []
    var spelling: SpellingCheck
    /// The keys of names that were stored; storing one again changes nothing.
    private var keys: [StringID?]
    /// The names of all user variables, once a program has needed them.
    var variableNames: Set<String>?
    /// The programs of the file, with the places of their statements.
    var programs: [ProgramPlaces] = []
    /// The places that store the texts first, in the order in which the builder has these.
    var texts: [TextPlace] = []
    /// The first of ``texts`` by their ids, as far as collisions needed them.
    var placeOfText: [StringID: SourceSpan] = [:]
    /// The statements of instructions about nodes, by the nodes' indices in document order.
    private let nodeRecords: [Int: [InstructionRecords.Node]]
    /// Whether elements become nodes; false below a second root.
    private var isBuilding = true
    /// Whether the open node has been reported to have too many entries.
    var isOverfull = false
    /// The names of the element's attributes, once a misspelt one asks for them.
    var ownNames: Set<String>?

    init(
        _ tree: SyntaxTree,
        configuration: Configuration,
        options: TemplateCompiler.Options,
        builder: TemplateBuilder,
        diagnostics: DiagnosticList,
        nodeRecords: [Int: [InstructionRecords.Node]]
    ) {
        self.tree = tree
        self.nodeRecords = nodeRecords
        self.configuration = configuration
        self.client = options.client
        self.options = options
        self.values = ValueParser(isLenient: options.isLenient)
        self.bindings = BindingCheck(client: options.client)
        self.spelling = SpellingCheck(configuration)
        self.builder = builder
        self.diagnostics = diagnostics
        keys = Array(repeating: nil, count: tree.names.count)
    }

    /// Lowers the root and everything below it; the builder is complete only when no error was added.
    consuming func run() -> (
        builder: TemplateBuilder, diagnostics: DiagnosticList, programs: [ProgramPlaces], texts: [TextPlace]
    ) {
        var openEnds: [Int] = []
        // A second root has been reported by the front end; it is checked like the first and not built.
        let firstEnd = tree.elements.isEmpty ? 0 : Int(tree.elements[0].subtreeEnd)
        for index in tree.elements.indices {
            let element = tree.elements[index]
            while let end = openEnds.last, end <= index {
                closeNode()
                openEnds.removeLast()
            }
            isBuilding = index < firstEnd
            lower(element)
            if isBuilding, let records = nodeRecords[index] { apply(records, to: element) }
            openEnds.append(Int(element.subtreeEnd))
        }
        for _ in openEnds { closeNode() }
        for diagnostic in bindings.commonDiagnostics(limit: diagnostics.limit) { add(diagnostic) }
        return (builder, diagnostics, programs, texts)
    }

    private mutating func closeNode() {
        // The builder is balanced as long as it is used at all.
        if isBuilding { try? builder.closeNode() }
    }

    private mutating func lower(_ element: SyntaxTree.Element) {
        let component = configuration.element(named: element.name)
        if let component {
            checkTarget(ofComponent: element, component)
            checkLimit({ $0.componentID }, Int(component.id), "the component's id", at: element.nameSpan)
        } else if !element.isPoisoned {
            reportUnknownComponent(element)
        }
        if isBuilding { try? builder.openNode(component: component?.id ?? 0) }
        isOverfull = false
        ownNames = nil
        for name in component?.internedNames ?? [] { _ = intern(name, at: element.nameSpan) }
        for attribute in tree.attributes(of: element) where !attribute.isPoisoned {
            lower(attribute, on: element, component)
        }
    }
}

// MARK: - Attributes

extension Lowering {
    private mutating func lower(
        _ attribute: SyntaxTree.Attribute,
        on element: SyntaxTree.Element,
        _ component: Configuration.Element?
    ) {
        let known = keys[Int(attribute.nameID)]
        // A name that is stored already is an ordinary attribute even where it looks like a variable's.
        if known == nil, attribute.name.declaresVariable, !builder.contains(attribute.name) {
            return lowerVariable(attribute, on: element)
        }
        guard let key = known ?? internName(of: attribute) else { return }
        let kind = configuration.knownKind(of: attribute.name, on: component)
        if kind == nil { checkSpelling(of: attribute, on: element, component) }
        // What the app says about a property of its own.
        let own = component.flatMap { configuration.ownProperty(key, of: $0) }
        if kind == .expression {
            guard let program = lowerProgram(attribute, own, on: element, component) else { return }
            return set(program, for: key, at: attribute, on: element)
        }
        if let component { checkTarget(attribute, key, own, on: element, component) }
        let result = values.parse(attribute.value, as: kind ?? .string)
        report(result.problems, in: attribute)
        guard let value = result.value else { return }
        if case .string = value, result.problems.isEmpty {
            if own?.isBindable == false, isBinding(attribute.value, kind ?? .string) {
                let all = 0..<attribute.value.utf8.count
                return report([ValueProblem(.bindingNotAllowed(on: attribute.name), at: all)], in: attribute)
            }
            // What is wrong with the whole value explains what is wrong with a binding in it.
            let isMeaningful = kind != .string || checkMeaning(attribute, key, component)
            if isMeaningful { checkBinding(attribute, kind ?? .string) }
        }
        guard let stored = stored(value, attribute) else { return }
        set(stored, for: key, at: attribute, on: element)
    }

    private mutating func stored(_ value: LoweredValue, _ attribute: SyntaxTree.Attribute) -> PropertyValue? {
        switch value {
        case .int(let number, let unit): .int(number, unit)
        case .float(let number, let unit): .float(number, unit)
        case .string: intern(attribute.value, at: attribute.valueSpan).map(PropertyValue.string)
        case .expression: nil
        }
    }

    /// Returns whether a value that is stored as a text is a binding, as every such value of a kind without texts is.
    private func isBinding(_ text: String, _ kind: ValueKind) -> Bool {
        kind != .string || BindingExpression(text).kind != .text
    }

    private mutating func checkBinding(_ attribute: SyntaxTree.Attribute, _ kind: ValueKind) {
        for issue in bindings.issues(in: attribute.value, kind: kind) {
            let place = { (range: Range<Int>) in tree.range(of: range, in: attribute) }
            let found = bindings.diagnostic(for: issue, place: place) { tree.spelled($0, in: attribute) }
            if let found { add(found) }
        }
    }

    /// Checks a value that the file holds as a text; `--lenient` stores any text, as the reference compiler does.
    ///
    /// - Returns: Whether nothing is wrong with it.
    private mutating func checkMeaning(
        _ attribute: SyntaxTree.Attribute,
        _ key: StringID,
        _ component: Configuration.Element?
    ) -> Bool {
        guard !options.isLenient,
            let property = LanguageSchema.standard.property(key, of: component?.id ?? 0)
        else { return true }
        let problems = problems(of: attribute.value, as: property)
        report(problems, in: attribute)
        return problems.isEmpty
    }

    private func problems(of text: String, as property: PropertySchema) -> [ValueProblem] {
        if let words = property.listedWords { return values.parseList(text, of: words).problems }
        guard let kind = property.meaning else { return [] }
        let result = values.parseText(text, as: kind)
        guard case .float(let number, _)? = result.value, number < 0, property.range == .notNegative else {
            return result.problems
        }
        return result.problems + [ValueProblem(.negative(text), at: 0..<text.utf8.count)]
    }

    private mutating func set(
        _ value: PropertyValue,
        for key: StringID,
        at attribute: SyntaxTree.Attribute,
        on element: SyntaxTree.Element
    ) {
        guard isBuilding else { return }
        set(value, for: key, of: element, at: attribute.nameSpan)
    }

    private mutating func set(
        _ value: PropertyValue,
        for key: StringID,
        of element: SyntaxTree.Element,
        at span: SourceSpan
    ) {
        do throws(FormatError) {
            try builder.set(value, for: key)
        } catch {
            reportOverfull(element, "properties of one kind", at: span)
        }
    }

    private mutating func add(_ variable: UserVariable, to element: SyntaxTree.Element, at span: SourceSpan) {
        do throws(FormatError) {
            try builder.add(variable)
        } catch {
            reportOverfull(element, "user variables", at: span)
        }
    }

    private mutating func lowerVariable(_ attribute: SyntaxTree.Attribute, on element: SyntaxTree.Element) {
        let parts = attribute.name.unicodeScalars.split(separator: "_", omittingEmptySubsequences: false)
            .map { Substring($0) }
        guard parts.count == 3, !parts[2].isEmpty else {
            report(.variableForm(attribute.name), at: attribute.nameSpan)
            return
        }
        let kinds: [Substring: ValueKind] = ["int": .int, "float": .float, "string": .string]
        guard let kind = kinds[parts[1]] else { return reportVariableType(String(parts[1]), attribute) }
        let result = values.parseVariable(attribute.value, as: kind)
        report(result.problems, in: attribute)
        guard let value = result.value else { return }
        if kind == .string, isBinding(attribute.value, kind) {
            report([ValueProblem(.variableText, at: 0..<attribute.value.utf8.count)], in: attribute)
        }
        // A text is interned before the variable's name.
        let stored: UserVariable.Value
        switch value {
        case .int(let number, _): stored = .int(number)
        case .float(let number, _): stored = .float(number)
        case .string, .expression:
            guard let id = intern(attribute.value, at: attribute.valueSpan) else { return }
            stored = .string(id)
        }
        guard let name = intern(name: String(parts[2]), at: attribute.nameSpan) else { return }
        if isBuilding { add(UserVariable(name: name, value: stored), to: element, at: attribute.nameSpan) }
    }

    /// Returns the key of an attribute's name, and remembers it if a second use reports nothing new.
    private mutating func internName(of attribute: SyntaxTree.Attribute) -> StringID? {
        let key = intern(name: attribute.name, at: attribute.nameSpan)
        if attribute.name.utf8.count <= ClientLimits.smallest { keys[Int(attribute.nameID)] = key }
        return key
    }

    /// Returns the id of a name by which clients find properties, or reports why it cannot be stored.
    ///
    /// Clients see only the id, so the id of an attribute must not belong to a different name.
    mutating func intern(name: String, at span: SourceSpan) -> StringID? {
        let id = StringID(hashing: name)
        if let attribute = configuration.clientAttribute(id), ExactText(attribute) != ExactText(name) {
            report(.attributeCollision(name, attribute, id), at: span)
            return nil
        }
        return intern(name, at: span)
    }

    /// Returns the id of a text, or reports why it cannot be stored.
    mutating func intern(_ text: String, at span: SourceSpan) -> StringID? {
        checkLimit({ $0.stringBytes }, text.utf8.count, "the text's size in bytes", at: span)
        do throws(FormatError) {
            let count = builder.stringCount
            let id = try builder.intern(text)
            if builder.stringCount > count { texts.append(TextPlace(id: id, span: span)) }
            return id
        } catch {
            report(error, text, at: span)
            return nil
        }
    }
}

extension Lowering {
    /// Adds to the open node what instructions contain for it.
    ///
    /// - Parameters:
    ///   - records: The statements, in their order.
    ///   - element: The node's element.
    mutating func apply(_ records: [InstructionRecords.Node], to element: SyntaxTree.Element) {
        for record in records {
            switch record.content {
            case .tables(let bytes):
                guard !builder.setTables(verbatim: bytes) else { continue }
                diagnostics.add(.badTables, at: tree.range(record.span))
            case .property(let name, let value):
                guard let key = id(of: name, at: record.span), let stored = stored(value, at: record.span) else {
                    continue
                }
                set(stored, for: key, of: element, at: record.span)
            case .variable(let name, let value):
                guard let stored = storedVariable(value, at: record.span), let id = id(of: name, at: record.span) else {
                    continue
                }
                add(UserVariable(name: id, value: stored), to: element, at: record.span)
            }
        }
    }

    private mutating func id(of text: InstructionRecords.Text, at span: SourceSpan) -> StringID? {
        switch text {
        case .text(let text): intern(text, at: span)
        case .id(let id): id
        }
    }

    private mutating func stored(_ value: InstructionRecords.Value, at span: SourceSpan) -> PropertyValue? {
        switch value {
        case .int(let number, let unit): .int(number, unit)
        case .float(let number, let unit): .float(number, unit)
        case .string(let text): id(of: text, at: span).map(PropertyValue.string)
        case .program(let id): .expression(id)
        }
    }

    private mutating func storedVariable(
        _ value: InstructionRecords.Value,
        at span: SourceSpan
    ) -> UserVariable.Value? {
        switch value {
        case .int(let number, _): .int(number)
        case .float(let number, _): .float(number)
        case .string(let text): id(of: text, at: span).map(UserVariable.Value.string)
        case .program: nil
        }
    }
}
