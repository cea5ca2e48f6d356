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

    /// Returns locations of the protocol; without those that are gone since the data there was last well formed.
    func locations(_ found: [SourceRange], _ document: OpenDocument) -> JSONValue {
        var counters = Counters(self, document)
        return .array(found.compactMap { workspace.current($0) }.map { counters.location($0) })
    }

    private func defineXML(_ place: Place) -> [SourceRange] {
        let cursor = XMLCursor(place.document.text.bytes, at: place.offset)
        switch cursor.place {
        case .elementName(let range), .endName(let range):
            return declaration(of: cursor.text(range), for: place.document).map { [$0] } ?? []
        case .attributeValue(let attribute):
            guard let value = attribute.value else { return [] }
            let compiler = compiler(of: place.document)
            let known = LanguageGuide(compiler.configuration).attribute(attribute, in: cursor)
            if let binding = binding(in: value, of: known, place, isAssemble: false) {
                return SampleData(of: place.document, workspace).find(binding.path).map { $0.range }
            }
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
        case .attributeValue(let name, let value, let isOfBlock):
            let known = LanguageGuide.assembleAttribute(cursor.text(name), isOfBlock: isOfBlock)
            guard let binding = binding(in: value, of: known, place, isAssemble: true) else { return [] }
            return SampleData(of: place.document, workspace).find(binding.path).map { $0.range }
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
        guard let node = JSONNode.read(source).node, let way = node.way(to: place.offset),
            case .string(let found)? = node.find(way.steps)?.value.content
        else { return [] }
        let text = found.text
        guard !text.isEmpty, !text.utf8.contains(0) else { return [] }
        let path = text.hasPrefix("/") ? text : Path.join(Path.folder(of: place.document.path), text)
        guard FileSystem.kind(of: path) == .file else { return [] }
        return [SourceRange(SourceFile(path: Path.normalized(path), bytes: []), 0..<0)]
    }

    // MARK: - What others ask too

    /// Returns where a place is in a path of the data; `nil` if there is none, or no step at the place.
    func binding(
        in value: Range<Int>,
        of attribute: LanguageGuide.Attribute?,
        _ place: Place,
        isAssemble: Bool
    ) -> BindingCursor? {
        let binding = BindingCursor(
            place.document.text.bytes,
            in: value,
            at: place.offset,
            isAssemble: isAssemble,
            isProgram: attribute?.isProgram == true
        )
        return binding.flatMap { $0.range.isEmpty ? nil : $0 }
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

    /// Returns the source of a template: the nearest file with it.
    func source(ofTemplate name: String, around document: OpenDocument) -> String? {
        let folder = Path.folder(of: document.path)
        let beside = ["xml", "asv"].map { Path.join(folder, "\(name).\($0)") }.filter { path in
            !name.isEmpty && !name.contains("/") && FileSystem.kind(of: path) == .file
        }
        let isIt = { (path: String) in self.templateName(at: path, for: document) == name }
        return beside.first(where: isIt)
            ?? workspace.files(around: document, endings: CompileInput.extensions).first(where: isIt)
    }

    /// Returns the name of the template in a file: that of its instructions, or else of the file.
    func templateName(at path: String, for document: OpenDocument) -> String {
        guard Path.fileExtension(of: path) == "xml", let source = workspace.source(at: path),
            SourceFile.mayNameItself(source.bytes)
        else { return Path.stem(of: path) }
        return compiler(of: document).compile(source).type
    }
}

extension SourceFile {
    /// Whether bytes of XML have an instruction, which may name the template.
    fileprivate static func mayNameItself(_ bytes: [UInt8]) -> Bool {
        let start = Array("<?vvc".utf8)
        return bytes.indices.contains { bytes[$0] == start[0] && bytes[$0...].starts(with: start) }
    }
}
