import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

// Where something is used.

extension LanguageServer {
    func references(_ place: Place, isDeclarationIncluded: Bool) -> JSONValue {
        let found: [SourceRange] =
            switch place.document.kind {
            case .xml: referXML(place, isDeclarationIncluded)
            case .assemble: referAssemble(place, isDeclarationIncluded)
            case .data: referData(place, isDeclarationIncluded)
            case .project, .other: []
            }
        return locations(found, place.document)
    }

    private func referXML(_ place: Place, _ isDeclarationIncluded: Bool) -> [SourceRange] {
        let cursor = XMLCursor(place.document.text.bytes, at: place.offset)
        switch cursor.place {
        case .elementName(let range), .endName(let range):
            let name = cursor.text(range)
            var found: [SourceRange] = []
            if cursor.open.isEmpty {
                if isDeclarationIncluded { found = [SourceRange(place.document.source, range)] }
                found += uses(ofTemplateIn: place.document)
            }
            guard let declaration = declaration(of: name, for: place.document) else { return found }
            if isDeclarationIncluded { found.append(declaration) }
            let compiler = compiler(of: place.document)
            let known = Set(found)
            return found + uses(ofComponent: name, compiler, around: place.document).filter { !known.contains($0) }
        case .attributeValue(let attribute):
            guard let value = attribute.value else { return [] }
            let compiler = compiler(of: place.document)
            let name = cursor.text(value)
            let known = LanguageGuide(compiler.configuration).attribute(attribute, in: cursor)
            if let binding = binding(in: value, of: known, place, isAssemble: false) {
                return uses(of: binding.path, in: place.document, isDeclarationIncluded)
            }
            guard known?.isProgram == true, let block = compiler.options.blocks.place(of: name) else { return [] }
            return (isDeclarationIncluded ? [block] : []) + uses(ofBlock: name, compiler, around: place.document)
        default: return []
        }
    }

    private func referAssemble(_ place: Place, _ isDeclarationIncluded: Bool) -> [SourceRange] {
        let source = place.document.source
        let outline = AssembleOutline(source)
        func places(of name: String) -> [SourceRange] {
            let definitions = Set(outline.definitions.map { $0.nameRange })
            return outline.places(named: name).filter { isDeclarationIncluded || !definitions.contains($0) }.map {
                SourceRange(source, $0)
            }
        }
        let definition = outline.definitions.first {
            $0.nameRange.contains(place.offset) || $0.nameRange.upperBound == place.offset
        }
        if let definition { return places(of: definition.name) }
        let root = outline.items.first { $0.isBlock && $0.depth == 0 && $0.definition == nil }
        if let name = root?.nameRange, name.contains(place.offset) || name.upperBound == place.offset {
            return (isDeclarationIncluded ? [SourceRange(source, name)] : []) + uses(ofTemplateIn: place.document)
        }
        let cursor = AssembleCursor(source.bytes, at: place.offset)
        switch cursor.place {
        case .partName(let range) where !range.isEmpty: return places(of: cursor.text(range))
        case .attributeValue(let name, let value, let isOfBlock):
            let known = LanguageGuide.assembleAttribute(cursor.text(name), isOfBlock: isOfBlock)
            guard let binding = binding(in: value, of: known, place, isAssemble: true) else { return [] }
            return uses(of: binding.path, in: place.document, isDeclarationIncluded)
        default: return []
        }
    }

    /// Returns where a template reads the data at a place, or what names the template that the data there names.
    func referData(_ place: Place, _ isDeclarationIncluded: Bool) -> [SourceRange] {
        let source = place.document.source
        if let range = DataCursor.type(in: source.bytes, at: place.offset) {
            let name = String(decoding: source.bytes[range], as: UTF8.self)
            return (isDeclarationIncluded ? define(template: name, place) : [])
                + uses(ofTemplate: name, around: place.document)
        }
        guard SampleFile.hasData(source.path),
            let way = way(to: place), !way.steps.isEmpty,
            let path = workspace.template(ofSample: source.path), let template = template(at: path)
        else { return [] }
        return uses(of: way.steps, in: template, false) + (isDeclarationIncluded ? [way.range] : [])
    }

    /// Returns the way to a place in sample data: while they are not well formed, in the last ones that were.
    private func way(to place: Place) -> (steps: [String], range: SourceRange)? {
        guard let node = workspace.json(at: place.document.path) else { return nil }
        let offset = workspace.openDocument(at: place.document.path)?.lastJSON?.shift.original(place.offset)
        return offset.flatMap { node.way(to: $0) }
    }

    // MARK: - Paths

    /// Returns where a template reads a value of the data, or what is in it.
    private func uses(of steps: [String], in document: OpenDocument, _ isDeclarationIncluded: Bool) -> [SourceRange] {
        var found: [SourceRange] = []
        if isDeclarationIncluded { found = SampleData(of: document, workspace).find(steps).map { $0.range } }
        guard let analysis = workspace.analysis(of: document), let tree = analysis.tree else { return found }
        var seen = Set(found)
        for use in DataReads(tree, compiledBy: analysis.compiler).reads {
            guard let range = use.range else { continue }
            let path = use.read.path.steps.map { step in
                switch step {
                case .key(let key): key.text
                case .index(let index): "\(index)"
                }
            }
            // A definition that is used several times is one place.
            if path.starts(with: steps), seen.insert(range).inserted { found.append(range) }
        }
        return found
    }

    /// Returns a template as an open document, whether or not it is one.
    private func template(at path: String) -> OpenDocument? {
        if let open = workspace.openDocument(at: path) { return open }
        guard let file = workspace.source(at: path) else { return nil }
        return OpenDocument(
            DocumentURI.uri(of: path),
            text: String(decoding: file.bytes, as: UTF8.self),
            version: nil,
            language: nil
        )
    }

    // MARK: - Names

    private func uses(ofTemplateIn document: OpenDocument) -> [SourceRange] {
        uses(ofTemplate: templateName(at: document.path, for: document), around: document)
    }

    /// Returns where sample data names a template.
    private func uses(ofTemplate name: String, around document: OpenDocument) -> [SourceRange] {
        var found: [SourceRange] = []
        for path in workspace.files(around: document, endings: ["json"]) {
            workspace.json(at: path, with: name)?.visitMembers { member in
                guard member.name.text == "type", case .string(let text) = member.value.content, text.text == name
                else { return }
                found.append(text.range)
            }
        }
        return found
    }

    /// Returns where the handlers of a project name an event program.
    private func uses(ofBlock name: String, _ compiler: TemplateCompiler, around document: OpenDocument)
        -> [SourceRange]
    {
        var found: [SourceRange] = []
        visitElements(compiler, around: document) { tree, element in
            let configured = compiler.configuration.element(named: element.name)
            for attribute in tree.attributes(of: element)
            where attribute.value == name
                && compiler.configuration.kind(of: attribute.name, on: configured) == .expression
            {
                found.append(tree.range(attribute.valueSpan))
            }
        }
        return found
    }

    /// Returns where the templates of a project have a component.
    private func uses(ofComponent name: String, _ compiler: TemplateCompiler, around document: OpenDocument)
        -> [SourceRange]
    {
        var found: [SourceRange] = []
        visitElements(compiler, around: document) { tree, element in
            if element.name == name { found.append(tree.range(element.nameSpan)) }
        }
        return found
    }

    /// Calls a function with every element of the templates around a document.
    private func visitElements(
        _ compiler: TemplateCompiler,
        around document: OpenDocument,
        _ visit: (SyntaxTree, SyntaxTree.Element) -> Void
    ) {
        for path in workspace.files(around: document, endings: ["xml"]) {
            guard let file = workspace.source(at: path) else { continue }
            var diagnostics = DiagnosticList()
            guard let tree = compiler.read(file, into: &diagnostics).tree else { continue }
            for element in tree.elements { visit(tree, element) }
        }
    }
}
