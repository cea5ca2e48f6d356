import VirtualViewCompiler
import VirtualViewExpressions

// What stands at a place.

extension LanguageServer {
    func hover(_ place: Place) -> JSONValue {
        let found: (text: String, range: Range<Int>)? =
            switch place.document.kind {
            case .xml: hoverXML(place)
            case .assemble: hoverAssemble(place)
            case .data: hoverData(place)
            case .project, .other: nil
            }
        guard let found else { return .null }
        var counter = counter(place.document.text)
        let kind = abilities.hasMarkdown ? "markdown" : "plaintext"
        return [
            "contents": ["kind": .string(kind), "value": .string(found.text)], "range": counter.range(found.range),
        ]
    }

    private func hoverXML(_ place: Place) -> (text: String, range: Range<Int>)? {
        let cursor = XMLCursor(place.document.text.bytes, at: place.offset)
        let compiler = compiler(of: place.document)
        let guide = LanguageGuide(compiler.configuration)
        switch cursor.place {
        case .elementName(let range), .endName(let range):
            return guide.component(named: cursor.text(range)).map {
                (text($0.name, nil, $0.note, $0.clients), range)
            }
        case .attributeName(let attribute):
            return guide.attribute(attribute, in: cursor).map {
                (text($0.name, $0.kind, $0.note, $0.clients), attribute.name)
            }
        case .attributeValue(let attribute):
            guard let value = attribute.value else { return nil }
            let known = guide.attribute(attribute, in: cursor)
            if let found = hoverPath(in: value, of: known, place, isAssemble: false) { return found }
            return known.flatMap { hoverValue(value, of: $0, place, compiler) }
        case .content, .attributes, .other: return nil
        }
    }

    private func hoverAssemble(_ place: Place) -> (text: String, range: Range<Int>)? {
        let cursor = AssembleCursor(place.document.text.bytes, at: place.offset)
        switch cursor.place {
        case .head(let range):
            return LanguageGuide.assembleHeads.first { $0.word == cursor.text(range) }.map { ($0.note, range) }
        case .partName(let range):
            let name = cursor.text(range)
            let outline = AssembleOutline(place.document.source)
            guard let definition = outline.definitions.first(where: { $0.name == name }) else { return nil }
            let text = place.document.text
            let first = text.contents(ofLine: text.line(at: definition.range.lowerBound))
            return (code(cursor.text(first.lowerBound..<max(first.upperBound, definition.range.upperBound))), range)
        case .attributeName(let range, let isOfBlock):
            return LanguageGuide.assembleAttribute(cursor.text(range), isOfBlock: isOfBlock).map {
                (text($0.name, $0.kind, $0.note, $0.clients), range)
            }
        case .attributeValue(let name, let value, let isOfBlock):
            let known = LanguageGuide.assembleAttribute(cursor.text(name), isOfBlock: isOfBlock)
            if let found = hoverPath(in: value, of: known, place, isAssemble: true) { return found }
            return known.map { (text($0.name, $0.kind, $0.note, $0.clients), value) }
        case .top, .other: return nil
        }
    }

    private func hoverValue(
        _ value: Range<Int>,
        of attribute: LanguageGuide.Attribute,
        _ place: Place,
        _ compiler: TemplateCompiler
    ) -> (text: String, range: Range<Int>)? {
        let written = String(decoding: place.document.text.bytes[value], as: UTF8.self)
        if attribute.isProgram, let block = compiler.options.blocks.place(of: written) {
            let program = Self.program(at: block)
            return ("Block of \(Path.name(of: block.file.path)):\n\n\(code(program))", value)
        }
        return (text(attribute.name, attribute.kind, attribute.note, attribute.clients), value)
    }

    /// Returns the text of a block, up to the brace that closes it.
    private static func program(at block: SourceRange) -> String {
        let bytes = block.file.bytes
        var end = block.offsets.upperBound
        var depth = 0
        var isText = false
        while end < bytes.count {
            let byte = bytes[end]
            end += 1
            if byte == UInt8(ascii: "'") { isText.toggle() }
            if isText {
                if byte == UInt8(ascii: "\\") { end += 1 }
                continue
            }
            if byte == UInt8(ascii: "{") { depth += 1 }
            guard byte == UInt8(ascii: "}") else { continue }
            depth -= 1
            if depth <= 0 { break }
        }
        return "block " + String(decoding: bytes[block.offsets.lowerBound..<min(end, bytes.count)], as: UTF8.self)
    }

    /// Returns the sample values of the path at a place.
    private func hoverPath(
        in value: Range<Int>,
        of attribute: LanguageGuide.Attribute?,
        _ place: Place,
        isAssemble: Bool
    ) -> (text: String, range: Range<Int>)? {
        guard let binding = binding(in: value, of: attribute, place, isAssemble: isAssemble) else { return nil }
        let found = SampleData(of: place.document, workspace).find(binding.path)
        guard !found.isEmpty else { return nil }
        let lines = found.map { "\(Path.name(of: $0.range.file.path)): \(code($0.value.shortText, isInline: true))" }
        return (lines.joined(separator: "\n\n"), binding.range)
    }

    private func hoverData(_ place: Place) -> (text: String, range: Range<Int>)? {
        guard let range = DataCursor.type(in: place.document.text.bytes, at: place.offset) else { return nil }
        let name = String(decoding: place.document.text.bytes[range], as: UTF8.self)
        guard let path = source(ofTemplate: name, around: place.document) else { return nil }
        return ("The template in \(Path.name(of: path)).", range)
    }

    // MARK: - Writing

    private func text(_ name: String, _ kind: String?, _ note: String, _ clients: [String]) -> String {
        let title = abilities.hasMarkdown ? "**\(name)**" : name
        let known = clients.isEmpty ? "" : "\n\nKnown to \(clients.joined(separator: ", "))."
        return "\(title)\(kind.map { " · \($0)" } ?? "")\n\n\(note)\(known)"
    }

    private func code(_ text: String, isInline: Bool = false) -> String {
        guard abilities.hasMarkdown else { return text }
        // The fence must be longer than any in the text.
        let runs = text.utf8.split(whereSeparator: { (byte: UInt8) in byte != UInt8(ascii: "`") })
        let ticks = runs.map { $0.count }.max() ?? 0
        let fence = String(repeating: "`", count: isInline ? ticks + 1 : max(3, ticks + 1))
        let pad = isInline && ticks > 0 ? " " : ""
        return isInline ? fence + pad + text + pad + fence : "\(fence)\n\(text)\n\(fence)"
    }
}
