import VirtualViewExpressions
import VirtualViewFormat

/// One version of a template for comparisons, with the places of its source.
package struct ComparedTemplate: Sendable {
    /// The path that places are printed with.
    package let path: String
    /// The file.
    package let template: Template
    /// The result of compiling the source; `nil` for a file that was compiled elsewhere.
    package let source: CompiledTemplate?
    /// The compiler that made it, or that is for the file.
    package let compiler: TemplateCompiler
    /// The nodes in pre-order.
    package let nodes: [ComparedNode]
    private let sourceMap: SourceMap?
    /// The names of an assemble source's parts; `nil` for a file that does not have them.
    let partNames: PartNames?

    /// Describes a file.
    ///
    /// - Parameters:
    ///   - path: Its path.
    ///   - template: Its content.
    ///   - source: The result of compiling its source.
    ///   - compiler: The compiler that made it.
    /// - Complexity: O(*n* log *n*) in the size of the file.
    package init(
        path: String,
        _ template: Template,
        source: CompiledTemplate? = nil,
        compiler: TemplateCompiler = TemplateCompiler()
    ) {
        (self.path, self.template, self.source, self.compiler) = (path, template, source, compiler)
        sourceMap = source?.sourceMap ?? template.sourceMap
        let dump = TemplateDump(template)
        partNames = source?.source.partNames ?? template.partNames
        let names = partNames ?? PartNames([])
        var depths: [Int] = []
        var open: [Int] = []
        for node in template.nodes {
            while let end = open.last, end <= node.index { open.removeLast() }
            depths.append(open.count)
            open.append(node.subtreeEnd)
        }
        var listings: [StringID: String] = [:]
        nodes = template.nodes.map { node in
            let partName = names.name(ofNode: node.index)
            return ComparedNode(node, dump, &listings, depth: depths[node.index], partName: partName)
        }
    }

    /// The paths that it reads from the data.
    package var dataReads: DataReads {
        guard let tree = source?.source.tree, !hasMore(than: tree) else {
            return DataReads(template, compiledBy: compiler)
        }
        return DataReads(tree, compiledBy: compiler)
    }

    /// Returns whether nodes have properties that no attribute of the source shows: those of instructions, and those
    /// whose names look like a variable's.
    private func hasMore(than tree: SyntaxTree) -> Bool {
        var ignored = DiagnosticList()
        if !CompilerInstruction(tree, isLenient: true, into: &ignored).records.nodes.isEmpty { return true }
        return template.nodes.contains { node in
            tree.elements.indices.contains(node.index)
                && tree.attributes(of: tree.elements[node.index]).contains { attribute in
                    attribute.name.declaresVariable
                        && node.setters[StringID(hashing: attribute.name)] != nil
                }
        }
    }

    /// Returns the place of a node: `path:line:column`, for a file with a source map `path (source:line:column)`, and
    /// the path alone for one without.
    package func place(of node: Int) -> String {
        guard let position = sourceMap?.position(ofNode: node) else { return path }
        guard let file = source?.source.file else { return "\(path) (\(position))" }
        // A node of a fragment is in another file.
        return "\(position.file == file.name ? path : position.file):\(position.line):\(position.column)"
    }

    /// Returns the place of a node in its source.
    package func range(of node: Int) -> SourceRange? {
        guard let tree = source?.source.tree, tree.elements.indices.contains(node) else { return nil }
        return tree.range(tree.elements[node].nameSpan)
    }

    /// Returns the place of an attribute's name in its source, or else that of its node.
    package func range(of property: String, on node: Int) -> SourceRange? {
        guard let tree = source?.source.tree, tree.elements.indices.contains(node) else { return nil }
        let element = tree.elements[node]
        let attribute = tree.attributes(of: element).last { $0.name == property }
        return tree.range(attribute?.nameSpan ?? element.nameSpan)
    }

    /// Returns what people call a node: its component with its id, name or content.
    package func label(of node: Int) -> String {
        nodes[node].label
    }
}

extension ComparedNode {
    /// What people call the node: its component with its id, name or content.
    package var label: String { label(without: nil) }

    /// Returns what people call the node, but not by a value that is said in any case.
    func label(without said: String?) -> String {
        var label = component
        if let id { label += " #\(id)" }
        if let name { return label + " " + MessageText.quoted(name) }
        for property in ["text", "src", "action", "dataTag"] {
            guard let value = self[property]?.value, value.utf8.count > 2 else { continue }
            return property == said ? label : label + " " + Self.shortened(value)
        }
        return label
    }

    /// Returns a value on one line that is not too long; quotes stay.
    static func shortened(_ value: String) -> String {
        let longest = 60
        let text = VisibleText.line(value)
        guard text.unicodeScalars.count > longest else { return text }
        let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest)))
        return start + (text.hasPrefix("\"") ? "…\"" : "…")
    }

    // Several nodes may run one program, which is listed once.
    fileprivate init(
        _ node: NodeCreater,
        _ dump: TemplateDump,
        _ listings: inout [StringID: String],
        depth: Int,
        partName: String?
    ) {
        var id: String?
        var name = partName
        var properties: [Property] = []
        for setter in node.setters {
            let key = dump.name(of: setter.key)
            switch setter.value {
            case .expression(let program):
                let code = dump.template.expressions[program]
                let text =
                    listings[program] ?? code.map { dump.listing(of: $0).joined(separator: " ; ") }
                    ?? "missing program \(program)"
                listings[program] = text
                properties.append(Property(key, text, .program))
            case .string:
                let text = setter.text ?? ""
                let isBinding = BindingExpression(text).readsData
                if key == "name", !isBinding, !text.isEmpty { name = text }
                properties.append(Property(key, dump.text(of: setter), isBinding ? .binding : .text))
            case .int(let number, _):
                // Parts of an assemble source are numbered; a number is not what a part is.
                if key == "id", number != 0, partName == nil { id = "\(number)" }
                properties.append(Property(key, dump.text(of: setter)))
            case .float:
                properties.append(Property(key, dump.text(of: setter)))
            }
        }
        for variable in node.variables {
            let value =
                switch variable.value {
                case .int(let number): "\(number)"
                case .float(let number): TemplateDump.text(of: number)
                case .string(let text): dump.quotedText(of: text) ?? "missing string"
                }
            properties.append(Property("var " + dump.name(of: variable.name), value))
        }
        self.init(dump.component(of: node), depth: depth, id: id, name: name, properties: properties)
    }
}
