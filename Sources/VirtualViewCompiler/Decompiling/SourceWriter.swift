import VirtualViewExpressions
import VirtualViewFormat

/// Writes a template as XML, with a plan of what is given by bytes.
struct SourceWriter {
    private let template: Template
    private let plan: DecompilationPlan
    private let configuration = Configuration()
    private let texts: DecompiledTexts
    private let disassembler: Disassembler
    /// The components that have no element in the language, by their ids.
    private let strangers: [UInt16: String]

    init(_ template: Template, _ plan: DecompilationPlan) {
        self.template = template
        self.plan = plan
        texts = DecompiledTexts(template)
        disassembler = Disassembler { template.string(for: StringID(rawValue: $0)).map { VisibleText.cut($0) } }
        var strangers: [UInt16: String] = [:]
        for node in template.nodes {
            // A component that interns names by itself would add strings to a list of strings.
            let interns = LanguageSchema.standard.component(id: node.componentID)?.internedNames.isEmpty == false
            if node.componentName == nil || plan.isVerbatim && interns {
                strangers[node.componentID] = "Component\(node.componentID)"
            }
        }
        self.strangers = strangers
    }

    /// Returns the text, and the heads of instructions besides `name` and `version`.
    func write() -> (text: String, instructions: Set<String>) {
        var tree = SyntaxTreeBuilder(file: SourceFile(path: "", bytes: []))
        var instructions = InstructionList()
        var comments: [Int: [String]] = [:]
        writeHeader(&instructions)
        let fromSource = programsFromSource()
        var order = AttributeOrder(texts)
        var openEnds: [Int] = []
        var nodeRecords = InstructionList()
        for node in template.nodes {
            while let end = openEnds.last, end <= node.index {
                tree.closeElement(at: Self.nowhere)
                openEnds.removeLast()
            }
            let name = strangers[node.componentID] ?? node.componentName ?? ""
            tree.openElement(tree.nameID(name), at: Self.nowhere, openTag: Self.nowhere)
            openEnds.append(node.subtreeEnd)
            order.intern(configuration.element(named: name)?.internedNames ?? [])
            if plan.verbatimNodes.contains(node.index) {
                nodeRecords.add("node", ("node", "\(node.index)"), ("tables", HexText.text(node.tableBytes)))
                comments[node.index] = ["The properties of this \(name) are in the instruction for node \(node.index)."]
                continue
            }
            let lines = write(node, named: name, fromSource, &order, &tree, &nodeRecords)
            if !lines.isEmpty { comments[node.index] = [lines.joined(separator: "\n")] }
        }
        for entry in template.expressions where !fromSource.contains(entry.id) {
            instructions.add("program", ("program", "\(entry.id.rawValue)"), ("code", HexText.text(entry.code)))
        }
        for text in (instructions.texts + nodeRecords.texts) {
            tree.addInstruction(.init(text: text, textSpan: Self.nowhere, span: Self.nowhere))
        }
        let text = XMLPrinter().print(tree.finish(at: Self.nowhere), comments: comments)
        return (text, instructions.kinds.union(nodeRecords.kinds))
    }

    private static let nowhere = SourceSpan(0..<0)
}

// MARK: - The whole file

extension SourceWriter {
    private func writeHeader(_ instructions: inout InstructionList) {
        var items = [("name", template.type), ("version", "\(template.version.patch)")]
        if template.version.minor != 0 { items.append(("format", "1.\(template.version.minor)")) }
        if template.pageID != 1 { items.append(("page", "\(template.pageID)")) }
        if !template.dependencies.isEmpty {
            items.append(("dependencies", template.dependencies.map(String.init).joined(separator: " ")))
        }
        if texts.leavesOutExtendedStrings { items.append(("target", Client.tools.name)) }
        let order = template.sections.order
        if order != [.code, .strings, .expressions, .extra] {
            items.append(("sections", order.map { $0.rawValue }.joined(separator: " ")))
        }
        var extra = template.extra.bytes
        if let others = extraWithoutDigest() {
            items.append(("embed", "digest"))
            extra = others
        }
        if !extra.isEmpty { items.append(("extra", HexText.text(extra))) }
        instructions.add(items)
        for (id, name) in strangers.sorted(by: { $0.key < $1.key }) {
            instructions.add("component", ("component", name), ("id", "\(id)"))
        }
        guard plan.listsStrings else { return }
        for entry in template.strings {
            let id = entry.id == StringID(hashing: entry.text) ? [] : [("id", "\(entry.id.rawValue)")]
            instructions.add([("string", entry.text)] + id, kind: "string")
        }
    }

    /// Returns the extra section without a digest; `nil` if the digest is not one that the compiler writes.
    private func extraWithoutDigest() -> [UInt8]? {
        guard template.isDigestValid == true, let records = template.extra.records else { return nil }
        var builder = TemplateBuilder(template)
        builder.extra = ExtraSection(records: records.filter { $0.tag != ExtraSection.digestTag })
        builder.embedsDigest = true
        return (try? builder.encoded()) == template.bytes ? builder.extra.bytes : nil
    }

    /// Returns the event programs whose text the file has, and which are used.
    private func programsFromSource() -> Set<StringID> {
        guard !plan.listsPrograms else { return [] }
        var used: Set<StringID> = []
        for node in template.nodes {
            for setter in node.setters {
                if case .expression(let id) = setter.value, texts.text(id) != nil { used.insert(id) }
            }
        }
        return used
    }
}

// MARK: - Nodes

extension SourceWriter {
    /// Writes the properties and variables of a node.
    ///
    /// - Returns: The text of a comment about the node.
    private func write(
        _ node: NodeCreater,
        named name: String,
        _ fromSource: Set<StringID>,
        _ order: inout AttributeOrder,
        _ tree: inout SyntaxTreeBuilder,
        _ records: inout InstructionList
    ) -> [String] {
        let element = configuration.element(named: name)
        var names: Set<ExactText> = []
        var attributes: [AttributeOrder.Candidate] = []
        var comment: [String] = []
        for setter in node.setters {
            if case .expression(let id) = setter.value, !fromSource.contains(id) {
                comment += listing(of: id, under: setter.key)
            }
            let isRefused = plan.refusedKeys[node.index]?.contains(setter.key) ?? false
            let candidate = isRefused ? nil : attribute(for: setter, element, fromSource)
            if let candidate, names.insert(ExactText(candidate.name)).inserted {
                attributes.append(candidate)
            } else {
                records.add("node", ("node", "\(node.index)"), key(setter.key, "key"), value(setter.value))
            }
        }
        for variable in node.variables {
            if let candidate = self.variable(variable, order), names.insert(ExactText(candidate.name)).inserted {
                attributes.append(candidate)
            } else {
                let stored = key(variable.name, "variable")
                records.add("node", ("node", "\(node.index)"), stored, value(PropertyValue(variable.value)))
            }
        }
        var counts = Array(repeating: 0, count: AttributeOrder.variables)
        for setter in node.setters { counts[setter.value.table] += 1 }
        for attribute in order.ordered(attributes, counts: counts) {
            tree.addAttribute(
                tree.nameID(attribute.name),
                at: Self.nowhere,
                value: attribute.value,
                at: Self.nowhere
            )
        }
        return comment
    }

    /// Returns the attribute that is read as a property, if there is one.
    private func attribute(
        for setter: PropertySetter,
        _ element: Configuration.Element?,
        _ fromSource: Set<StringID>
    ) -> AttributeOrder.Candidate? {
        guard let name = texts.text(setter.key), Self.isAttributeName(name), !name.declaresVariable else {
            return nil
        }
        let kind = configuration.kind(of: name, on: element)
        let text: String
        let expected: LoweredValue
        switch setter.value {
        case .int(let number, let unit):
            guard let printed = ValuePrinter.text(for: setter.value, kind: kind) else { return nil }
            (text, expected) = (printed, .int(number, unit))
        case .float(let number, let unit):
            guard let printed = ValuePrinter.text(for: setter.value, kind: kind) else { return nil }
            (text, expected) = (printed, .float(number, unit))
        case .string(let id):
            guard let stored = texts.text(id), Self.canStand(stored) else { return nil }
            (text, expected) = (stored, .string)
        case .expression(let id):
            guard fromSource.contains(id), kind == .expression, let stored = texts.text(id), Self.canStand(stored)
            else {
                return nil
            }
            return AttributeOrder.Candidate(name: name, value: stored, table: setter.value.table, texts: [name])
        }
        let result = ValueParser().parse(text, as: kind)
        guard result.value == expected else { return nil }
        if case .float(let number, _) = setter.value, case .float(let read, _)? = result.value,
            number.bitPattern != read.bitPattern
        {
            return nil
        }
        let interned = expected == .string ? [name, text] : [name]
        return AttributeOrder.Candidate(name: name, value: text, table: setter.value.table, texts: interned)
    }

    /// Returns the attribute that is read as a variable, if there is one.
    private func variable(_ variable: UserVariable, _ order: AttributeOrder) -> AttributeOrder.Candidate? {
        guard let name = texts.text(variable.name), !name.isEmpty, !name.unicodeScalars.contains("_") else {
            return nil
        }
        let kind: ValueKind
        let text: String
        switch variable.value {
        case .int(let number): (kind, text) = (.int, "\(number)")
        case .float(let number): (kind, text) = (.float, ValuePrinter.shortest(number))
        case .string(let id):
            guard let stored = texts.text(id), Self.canStand(stored) else { return nil }
            (kind, text) = (.string, stored)
        }
        let attribute = "var_\(kind == .int ? "int" : kind == .float ? "float" : "string")_\(name)"
        guard Self.isAttributeName(attribute), !order.hasSeen(attribute) else { return nil }
        guard let read = ValueParser().parseVariable(text, as: kind).value else { return nil }
        switch (variable.value, read) {
        case (.int(let number), .int(let back, _)) where number == back: break
        case (.float(let number), .float(let back, _)) where number.bitPattern == back.bitPattern: break
        case (.string, .string): break
        default: return nil
        }
        // A text is interned before the variable's name.
        let interned = kind == .string ? [text, name] : [name]
        return AttributeOrder.Candidate(name: attribute, value: text, table: AttributeOrder.variables, texts: interned)
    }

    /// Returns whether a name can be an attribute's that is the same on a terminal, which shows signs for some characters.
    private static func isAttributeName(_ name: String) -> Bool {
        XMLCharacters.isName(name) && !name.unicodeScalars.contains(where: VisibleText.acts)
    }

    private func listing(of id: StringID, under key: StringID) -> [String] {
        guard let code = template.expressions[id] else { return [] }
        let name = texts.text(key) ?? key.description
        return ["\(name), event program \(id.rawValue):"]
            + disassembler.listing(of: code, atMost: 100).lines.map { "  \($0)" }
    }
}

// MARK: - Items

extension SourceWriter {
    /// Returns a name as an item, or its id when the file does not have it.
    private func key(_ id: StringID, _ item: String) -> (String, String) {
        texts.text(id).map { (item, $0) } ?? ("\(item)ID", "\(id.rawValue)")
    }

    private func value(_ value: PropertyValue) -> (String, String) {
        switch value {
        case .int(let number, let unit): ("int", "\(number)\(unit == .rp ? "rp" : "")")
        case .float(let number, let unit): ("float", "\(InstructionRecords.text(number))\(unit == .rp ? "rp" : "")")
        case .string(let id): texts.text(id).map { ("text", $0) } ?? ("textID", "\(id.rawValue)")
        case .expression(let id): ("program", "\(id.rawValue)")
        }
    }

    /// Returns whether XML has an entity for every character of a text.
    private static func canStand(_ text: String) -> Bool {
        !text.unicodeScalars.contains { XMLCharacters.isForbidden($0.value) }
    }
}

extension PropertyValue {
    /// The number of the table that holds the value.
    fileprivate var table: Int {
        switch self {
        case .int(_, .none): 0
        case .int(_, .rp): 1
        case .float(_, .none): 2
        case .float(_, .rp): 3
        case .string: 4
        case .expression: 5
        }
    }

    fileprivate init(_ value: UserVariable.Value) {
        switch value {
        case .int(let number): self = .int(number, .none)
        case .float(let number): self = .float(number, .none)
        case .string(let id): self = .string(id)
        }
    }
}
