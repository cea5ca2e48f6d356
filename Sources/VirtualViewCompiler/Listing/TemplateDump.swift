import VirtualViewExpressions
import VirtualViewFormat

/// The common parts of all forms of `vvc dump`: names, words and listings of a decoded file.
package struct TemplateDump {
    package let template: Template
    /// The positions of nodes and programs in the sources, if the file has a source map.
    package let sourceMap: SourceMap?
    private let disassembler: Disassembler

    /// Whether long texts are cut where nodes use them, which do so too often.
    private let cutsTexts: Bool
    /// The most scalars of a text that is cut.
    private static let longestText = 1_024

    package init(_ template: Template) {
        self.template = template
        sourceMap = template.sourceMap
        cutsTexts = template.excess != nil
        disassembler = Disassembler { id in
            let id = StringID(rawValue: id)
            return template.string(for: id).map { Self.isLong($0) ? Self.cut($0, id) : $0 }
        }
    }

    private static func isLong(_ text: String) -> Bool {
        text.utf8.count > longestText && text.unicodeScalars.count > longestText
    }

    /// Returns the beginning of a text, and its id, by which the list of strings has it whole.
    private static func cut(_ text: String, _ id: StringID) -> String {
        "\(VisibleText.cut(text, to: longestText)) \(id)"
    }

    /// Returns a stored text as it is shown where it is used, and whether that is all of it.
    package func text(of id: StringID) -> (shown: String, isWhole: Bool)? {
        guard let text = template.string(for: id) else { return nil }
        return cutsTexts && Self.isLong(text) ? (Self.cut(text, id), false) : (text, true)
    }

    /// Returns a position as it is shown.
    package func text(of position: SourceMap.Position) -> String {
        "\(VisibleText.cut(position.file, to: Self.longestText)):\(position.line):\(position.column)"
    }

    /// Returns the name of a property or variable, or `#` and its key.
    package func name(of key: StringID) -> String {
        text(of: key)?.shown ?? key.description
    }

    /// Returns the element name of a node, or `#` and its number.
    package func component(of node: NodeCreater) -> String {
        node.componentName ?? "#\(node.componentID)"
    }

    /// Returns a program as lines of text.
    package func listing(of code: [UInt8]) -> [String] {
        disassembler.listing(of: code).lines
    }

    /// Returns a program as lines of text, each that begins a statement with the place of that.
    func listingWithPlaces(of entry: ExpressionTable.Entry) -> [String] {
        let lines = listing(of: entry.code)
        guard let statements = sourceMap?.statements(ofProgram: entry.id), !statements.isEmpty else { return lines }
        var places: [Int: SourceMap.Position] = [:]
        for statement in statements { places[statement.offset] = statement.position }
        var decoder = InstructionDecoder(entry.code)
        return lines.map { line in
            let place = places[decoder.offset].map { "  ; \(text(of: $0))" } ?? ""
            _ = try? decoder.next()
            return line + place
        }
    }

    /// A property of a node that runs a program.
    package struct Handler {
        package let name: StringID
        package let node: NodeCreater
    }

    /// Returns the first handler of each program that a node runs.
    ///
    /// - Complexity: O(*n*) in the number of properties.
    package func firstHandlers() -> [StringID: Handler] {
        var handlers: [StringID: Handler] = [:]
        for node in template.nodes {
            for setter in node.setters {
                guard case .expression(let id) = setter.value, handlers[id] == nil else { continue }
                handlers[id] = Handler(name: setter.key, node: node)
            }
        }
        return handlers
    }

    /// Returns a program with its id, a handler that runs it, and its place in the source if the file has a source map.
    package func nameOfProgram(_ id: StringID, runBy handler: Handler?, at offset: Int) -> String {
        let place = sourceMap?.position(inProgram: id, at: offset).map { " (\(text(of: $0)))" } ?? ""
        guard let handler else { return "event program \(id.rawValue)\(place)" }
        let (name, node) = (name(of: handler.name), handler.node)
        return "event program \(id.rawValue), '\(name)' of node \(node.index), \(component(of: node))\(place)"
    }

    /// Returns a decimal number with its point, or the word that JSON has for it.
    package static func text(of number: Float) -> String {
        number.isFinite ? "\(number)" : number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
    }
}

extension TemplateDump {
    /// Returns the file as a person reads it: words instead of numbers where the schema has them.
    package func text() -> String {
        var lines = ["\(template.type) \(template.version), page \(template.pageID)"]
        if !template.dependencies.isEmpty {
            lines.append("depends on pages " + template.dependencies.map(String.init).joined(separator: ", "))
        }
        lines.append("")
        lines += sectionLines()
        lines += stringLines()
        lines += expressionLines()
        lines += extraLines()
        lines.append("")
        lines += treeLines()
        return lines.map { VisibleText.line($0) + "\n" }.joined()
    }

    private func sectionLines() -> [String] {
        let contents: [FileSection: String] = [
            .header: "", .code: template.nodes.count.counting("node"),
            .strings: template.strings.count.counting("string"),
            .expressions: template.expressions.count.counting("program"),
            .extra: (template.extra.records?.count ?? 0).counting("record"),
        ]
        return ([.header] + template.sections.order).map { section in
            let range = template.sections.range(of: section)
            let columns = [
                Self.padded(section.rawValue, to: 12),
                Self.padded("bytes \(range.lowerBound)..<\(range.upperBound)", to: 20),
                contents[section] ?? "",
            ]
            return columns.joined().trimmedAtEnd
        }
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private func stringLines() -> [String] {
        guard template.strings.count > 0 else { return [] }
        return ["", "strings"]
            + template.strings.map { "  \(Self.padded("\($0.id.rawValue)", to: 12))\(JSONText.quoted($0.text))" }
    }

    private func expressionLines() -> [String] {
        guard template.expressions.count > 0 else { return [] }
        return ["", "expressions"]
            + template.expressions.flatMap { entry in
                ["  \(entry.id.rawValue)"] + listingWithPlaces(of: entry).map { "    \($0)" }
            }
    }

    private func extraLines() -> [String] {
        guard !template.extra.bytes.isEmpty else { return [] }
        guard let records = template.extra.records else {
            return ["", "extra", "  \(HexText.text(template.extra.bytes))"]
        }
        return ["", "extra"] + records.map { "  \($0.tag)  \(summary(of: $0))" }
    }

    /// Returns the content of a record: a source map in words, because its places are shown with the nodes and
    /// programs.
    private func summary(of record: ExtraSection.Record) -> String {
        if record.tag == ExtraSection.partsTag, let names = PartNames(payload: record.payload) {
            return names.entries.map { "\($0.node) \(JSONText.quoted($0.name))" }.joined(separator: ", ")
        }
        guard record.tag == ExtraSection.sourceMapTag, let map = SourceMap(payload: record.payload) else {
            return HexText.text(record.payload)
        }
        let counts = [map.nodeCount.counting("node"), map.programIDs.count.counting("program")]
        return (counts + map.files.map(JSONText.quoted)).joined(separator: ", ")
    }

    /// Returns the node tree, indented by two blanks for each level; below the deepest indent a node shows its level.
    func treeLines() -> [String] {
        var lines: [String] = []
        var openEnds: [Int] = []
        for node in template.nodes {
            while let end = openEnds.last, end <= node.index { openEnds.removeLast() }
            let depth = openEnds.count
            let indent = String(repeating: "  ", count: min(depth, JSONWriter.deepestIndent))
            let level = depth > JSONWriter.deepestIndent ? " (level \(depth))" : ""
            let place = sourceMap?.position(ofNode: node.index).map { "  ; \(text(of: $0))" } ?? ""
            lines.append(indent + component(of: node) + level + place)
            lines += node.setters.map { "\(indent)    \(name(of: $0.key)) = \(text(of: $0))" }
            lines += node.variables.map { "\(indent)    var \(name(of: $0.name)) = \(text(of: $0.value))" }
            openEnds.append(node.subtreeEnd)
        }
        return lines
    }

    /// Returns the value of a property as an author would write it.
    package func text(of setter: PropertySetter) -> String {
        switch setter.value {
        case .string(let id): return quotedText(of: id) ?? "missing string \(id)"
        case .expression(let id): return "program \(id.rawValue)"
        case .int, .float:
            let kind = LanguageSchema.standard.property(setter.key)?.kind
            return kind.flatMap { ValuePrinter.text(for: setter.value, kind: $0) } ?? number(setter.value)
        }
    }

    private func text(of value: UserVariable.Value) -> String {
        switch value {
        case .int(let number): "\(number)"
        case .float(let number): Self.text(of: number)
        case .string(let id): quotedText(of: id) ?? "missing string \(id)"
        }
    }

    /// Returns a stored text in quotes, as it is shown where it is used.
    func quotedText(of id: StringID) -> String? {
        text(of: id).map { JSONText.quoted($0.shown) }
    }

    /// Returns a number as it is stored, for a key without a kind that fits.
    private func number(_ value: PropertyValue) -> String {
        switch value {
        case .int(let number, let unit): "\(number)\(unit == .rp ? "rp" : "")"
        case .float(let number, let unit): "\(Self.text(of: number))\(unit == .rp ? "rp" : "")"
        case .string, .expression: ""
        }
    }
}

extension String {
    /// The text without blanks at its end.
    fileprivate var trimmedAtEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
