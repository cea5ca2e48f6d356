import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

// Where something comes from.

extension LanguageServer {
    func definition(_ place: Place) -> JSONValue {
        let found: [SourceRange] =
            switch place.document.kind {
            case .xml: defineXML(place)
            case .assemble: defineAssemble(place)
            case .data: defineData(place)
            case .project: defineProject(place)
            case .other: []
            }
        return locations(found, place.document)
    }

    /// Returns locations of the protocol.
    func locations(_ found: [SourceRange], _ document: OpenDocument) -> JSONValue {
        var counters = Counters(self, document)
        return .array(found.map { counters.location($0) })
    }

    private func defineXML(_ place: Place) -> [SourceRange] {
        let cursor = XMLCursor(place.document.text.bytes, at: place.offset)
        switch cursor.place {
        case .elementName(let range), .endName(let range):
            return declaration(of: cursor.text(range), for: place.document).map { [$0] } ?? []
        case .attributeValue(let attribute):
            guard let value = attribute.value, let element = cursor.element else { return [] }
            if let steps = path(in: value, place, isAssemble: false) {
                return SampleData(of: place.document, workspace).find(steps).map { $0.range }
            }
            let compiler = compiler(of: place.document)
            let known = LanguageGuide(compiler.configuration).attribute(
                cursor.text(attribute.name),
                of: cursor.text(element)
            )
            guard known?.isProgram == true else { return [] }
            return compiler.options.blocks.place(of: cursor.text(value)).map { [$0] } ?? []
        default: return []
        }
    }

    private func defineAssemble(_ place: Place) -> [SourceRange] {
        let source = place.document.source
        let cursor = AssembleCursor(source.bytes, at: place.offset)
        switch cursor.place {
        case .partName(let range):
            let name = cursor.text(range)
            let definitions = AssembleOutline(source).definitions.filter { $0.name == name }
            if !definitions.isEmpty { return definitions.map { SourceRange(source, $0.nameRange) } }
            let arguments = compiler(of: place.document).options.assemble.arguments
            return arguments[name].map { [SourceRange($0, 0..<0)] } ?? []
        case .attributeValue(_, let value, _):
            guard let steps = path(in: value, place, isAssemble: true) else { return [] }
            return SampleData(of: place.document, workspace).find(steps).map { $0.range }
        default: return []
        }
    }

    private func defineData(_ place: Place) -> [SourceRange] {
        let bytes = place.document.text.bytes
        guard let range = DataCursor.type(in: bytes, at: place.offset) else { return referData(place, false) }
        return define(template: String(decoding: bytes[range], as: UTF8.self), place)
    }

    /// Returns the source of a template that data names.
    func define(template name: String, _ place: Place) -> [SourceRange] {
        guard let path = source(ofTemplate: name, around: place.document), let file = workspace.source(at: path) else {
            return []
        }
        return [SourceRange(file, 0..<0)]
    }

    /// Returns the file that a text of the project file names.
    private func defineProject(_ place: Place) -> [SourceRange] {
        let source = place.document.source
        guard let node = JSONNode.read(source).node, let way = node.way(to: place.offset) else { return [] }
        var text: String?
        node.visit(way.steps) { if case .string(let found) = $0.content { text = found.text } }
        guard let text, !text.isEmpty, !text.utf8.contains(0) else { return [] }
        let path = text.hasPrefix("/") ? text : Path.join(Path.folder(of: place.document.path), text)
        guard FileSystem.kind(of: path) == .file else { return [] }
        return [SourceRange(SourceFile(path: Path.normalized(path), bytes: []), 0..<0)]
    }

    // MARK: - What others ask too

    /// Returns the path of the data at a place, up to the step at it; `nil` if there is none.
    func path(in value: Range<Int>, _ place: Place, isAssemble: Bool) -> [String]? {
        let bytes = place.document.text.bytes
        guard let binding = BindingCursor(bytes, in: value, at: place.offset, isAssemble: isAssemble),
            !binding.range.isEmpty
        else { return nil }
        return binding.base + [binding.steps[binding.current].text]
    }

    /// Returns where an own component is declared.
    func declaration(of component: String, for document: OpenDocument) -> SourceRange? {
        let project = workspace.project(of: document)
        guard project.compiler?.configuration.ownComponents.contains(where: { $0.name == component }) == true else {
            return nil
        }
        for (path, _) in project.stamps where Path.fileExtension(of: path) == "json" {
            guard Path.name(of: path) != ProjectFile.name, let node = workspace.json(at: path) else { continue }
            var found: SourceRange?
            node.visitMembers { member in
                if found == nil, member.name.text == "name", case .string(let text) = member.value.content,
                    text.text == component
                {
                    found = text.range
                }
            }
            if let found { return found }
        }
        return nil
    }

    /// Returns the source of a template: the nearest file of that name.
    func source(ofTemplate name: String, around document: OpenDocument) -> String? {
        let folder = Path.folder(of: document.path)
        for ending in ["xml", "asv"] {
            let path = Path.join(folder, "\(name).\(ending)")
            if !name.isEmpty, !name.contains("/"), FileSystem.kind(of: path) == .file { return path }
        }
        return workspace.files(around: document, endings: CompileInput.extensions).first { Path.stem(of: $0) == name }
    }
}

extension JSONNode {
    /// Calls a function with the value at the end of a way.
    func visit(_ steps: [String], _ visit: (JSONNode) -> Void) {
        var node = self
        for step in steps {
            switch node.content {
            case .object(let members):
                guard let member = members.first(where: { $0.name.text == step }) else { return }
                node = member.value
            case .array(let elements):
                guard let index = Int(step), elements.indices.contains(index) else { return }
                node = elements[index]
            default: return
            }
        }
        visit(node)
    }
}
