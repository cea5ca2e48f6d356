import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

// What may be written at a place.

extension LanguageServer {
    func completion(_ place: Place) -> JSONValue {
        let text = place.document.text
        let line = text.contents(ofLine: text.line(at: place.offset))
        var list = CompletionList(counter(text), abilities, line: line)
        switch place.document.kind {
        case .xml: completeXML(place, &list)
        case .assemble: completeAssemble(place, &list)
        case .data: completeData(place, &list)
        case .project, .other: break
        }
        return ["isIncomplete": false, "items": .array(list.items)]
    }

    /// The compiler of a document: that of its last look, so that nothing is compiled for a list of names.
    func compiler(of document: OpenDocument) -> TemplateCompiler {
        workspace.project(of: document).compiler ?? TemplateCompiler()
    }

    // MARK: - XML

    private func completeXML(_ place: Place, _ list: inout CompletionList) {
        let cursor = XMLCursor(place.document.text.bytes, at: place.offset)
        let compiler = compiler(of: place.document)
        let guide = LanguageGuide(compiler.configuration)
        switch cursor.place {
        case .elementName(let range):
            for component in guide.components {
                list.add(component.name, .component, range, note: component.note, clients: component.clients)
            }
        case .endName(let range):
            if let name = cursor.open.last { list.add(cursor.text(name), .component, range) }
        case .attributes:
            complete(attributeAt: place.offset..<place.offset, nil, cursor, guide, &list)
        case .attributeName(let attribute):
            complete(attributeAt: attribute.name, attribute, cursor, guide, &list)
        case .attributeValue(let attribute):
            guard let value = attribute.value else { break }
            if let known = guide.attribute(attribute, in: cursor) {
                complete(value, of: known, place, compiler, isAssemble: false, &list)
            } else {
                completePath(in: value, of: nil, place, isAssemble: false, &list)
            }
        case .content, .other: break
        }
    }

    private func complete(
        attributeAt range: Range<Int>,
        _ attribute: XMLCursor.Attribute?,
        _ cursor: XMLCursor,
        _ guide: LanguageGuide,
        _ list: inout CompletionList
    ) {
        let given = Set(cursor.attributes.filter { $0.name != attribute?.name }.map { cursor.text($0.name) })
        let hasSign = attribute?.hasSign ?? false
        let element = cursor.element.map { cursor.text($0) } ?? ""
        for known in guide.attributes(of: element) where !given.contains(known.name) {
            list.add(
                known.name,
                .attribute,
                range,
                inserting: hasSign ? nil : (before: "\(known.name)=\"", after: "\""),
                detail: known.kind,
                note: known.note,
                clients: known.clients
            )
        }
    }

    // MARK: - The assemble language

    private func completeAssemble(_ place: Place, _ list: inout CompletionList) {
        let cursor = AssembleCursor(place.document.text.bytes, at: place.offset)
        switch cursor.place {
        case .head(let range):
            for head in LanguageGuide.assembleHeads { list.add(head.word, .word, range, note: head.note) }
        case .partName(let range):
            let compiler = compiler(of: place.document)
            var names = AssembleOutline(place.document.source).definitions.map { $0.name }
            names += compiler.options.assemble.arguments.keys.sorted().filter { !names.contains($0) }
            for name in names { list.add(name, .definition, range, note: "A fragment.") }
        case .attributeName(let range, let isOfBlock):
            let given = Set(cursor.given)
            let current = cursor.text(range)
            for known in LanguageGuide.assembleAttributes(isOfBlock: isOfBlock)
            where known.name == current || !given.contains(known.name) {
                let hasColon = given.contains(current)
                list.add(
                    known.name,
                    .attribute,
                    range,
                    inserting: hasColon ? nil : (before: "\(known.name):", after: ""),
                    detail: known.kind,
                    note: known.note
                )
            }
        case .attributeValue(let name, let value, let isOfBlock):
            let name = cursor.text(name)
            guard let known = LanguageGuide.assembleAttribute(name, isOfBlock: isOfBlock) else { break }
            complete(value, of: known, place, compiler(of: place.document), isAssemble: true, &list)
        case .top:
            let bytes = place.document.text.bytes
            var start = place.offset
            while start > 0, bytes[start - 1].isASCIIWord { start -= 1 }
            list.add("def", .word, start..<place.offset, note: "Defines a fragment.")
        case .other: break
        }
    }

    // MARK: - Values

    private func complete(
        _ value: Range<Int>,
        of attribute: LanguageGuide.Attribute,
        _ place: Place,
        _ compiler: TemplateCompiler,
        isAssemble: Bool,
        _ list: inout CompletionList
    ) {
        let bytes = place.document.text.bytes
        if completePath(in: value, of: attribute, place, isAssemble: isAssemble, &list) { return }
        if attribute.isProgram {
            guard !bytes[value].contains(UInt8(ascii: "{")) else { return }
            for name in compiler.options.blocks.names {
                list.add(name, .definition, value, note: "A block: an event program with a name.")
            }
            return
        }
        var range = value
        var used: Set<String> = []
        // Each word of several is one of its own.
        let pieces = bytes[value].split(omittingEmptySubsequences: false) { attribute.separators.utf8.contains($0) }
        for piece in pieces {
            var word = piece
            if !attribute.separators.isEmpty {
                // Blanks around one of several words stay.
                while let byte = word.first, XMLCharacters.isSpace(byte), word.startIndex != place.offset {
                    word.removeFirst()
                }
                while let byte = word.last, XMLCharacters.isSpace(byte), word.endIndex != place.offset {
                    word.removeLast()
                }
            }
            if piece.startIndex <= place.offset, place.offset <= piece.endIndex {
                range = word.startIndex..<word.endIndex
            } else {
                used.insert(String(decoding: word, as: UTF8.self))
            }
        }
        // The words of a choice, and the texts of a calculation, stand between its signs.
        let isInBinding =
            BindingCursor.isInChoice(bytes, value, place.offset)
            || BindingCursor.isInBraces(bytes[value.lowerBound..<place.offset])
        if isInBinding {
            (range, used) = (place.offset..<place.offset, [])
            while range.lowerBound > value.lowerBound, bytes[range.lowerBound - 1].isASCIIWord {
                range = range.lowerBound - 1..<range.upperBound
            }
            while range.upperBound < value.upperBound, bytes[range.upperBound].isASCIIWord {
                range = range.lowerBound..<range.upperBound + 1
            }
            if range.lowerBound > value.lowerBound, bytes[range.lowerBound - 1] == UInt8(ascii: "#") {
                range = range.lowerBound - 1..<range.upperBound
            }
        }
        // Editors compare an item with what it replaces.
        let hasSign = bytes[range].first == UInt8(ascii: "#")
        for word in attribute.words where !used.contains(word) {
            guard attribute.isColor, let color = ColorText.argb(word.utf8).map(ValuePrinter.color) else {
                list.add(word, .word, range)
                continue
            }
            // The assemble language knows no names of colours; those of a binding are the runtime's.
            let written = isAssemble && !isInBinding ? String(color.dropFirst()) : word
            list.add(word, .color, range, inserting: (written, ""), detail: color, filter: hasSign ? "#\(word)" : nil)
        }
        guard attribute.takesBinding, value.isEmpty else { return }
        let (start, end) = isAssemble && !BindingCursor.isQuoted(bytes, value) ? ("<", ">") : ("${", "}")
        for step in SampleData(of: place.document, workspace).names(after: []) {
            guard let name = written(step.name, in: value, bytes, isAssemble: isAssemble) else { continue }
            list.add(start + step.name + end, .data, range, inserting: (start + name + end, ""), detail: step.kind)
        }
    }

    /// Returns a name of the data as a step of a path in the source; `nil` for a name that cannot be one.
    private func written(
        _ name: String,
        in value: Range<Int>,
        _ bytes: [UInt8],
        isAssemble: Bool,
        isComputed: Bool = false,
        isProgram: Bool = false
    ) -> String? {
        if isProgram {
            let letters = name.utf8
            guard letters.allSatisfy({ $0.isASCIIWord }), letters.first?.decimalDigit == nil else { return nil }
            return name.isEmpty ? nil : name
        }
        let reads = BindingExpression("${\(isComputed ? "= " : "")\(name)}").reads(as: .any)
        guard reads.count == 1, reads[0].path.steps == [.key(BindingKey(name))] else { return nil }
        if isAssemble, !BindingCursor.isQuoted(bytes, value), value.isEmpty || bytes[value].first == UInt8(ascii: "<") {
            return AssembleCharacters.isName(name) ? name : nil
        }
        let special = (isAssemble ? "\"\\,()<>[]{}" : "").unicodeScalars
        guard !name.unicodeScalars.contains(where: { $0.value < 0x20 || special.contains($0) }) else { return nil }
        if isAssemble { return name }
        let escaped = XMLPrinter.escaped(name)
        let isSingleQuoted = value.lowerBound > 0 && bytes[value.lowerBound - 1] == UInt8(ascii: "'")
        return isSingleQuoted
            ? escaped.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "&apos;") : escaped
    }

    /// Offers what may follow in a path; returns whether the place is in one.
    @discardableResult
    private func completePath(
        in value: Range<Int>,
        of attribute: LanguageGuide.Attribute?,
        _ place: Place,
        isAssemble: Bool,
        _ list: inout CompletionList
    ) -> Bool {
        let bytes = place.document.text.bytes
        let isProgram = attribute?.isProgram == true
        let binding = BindingCursor(bytes, in: value, at: place.offset, isAssemble: isAssemble, isProgram: isProgram)
        guard let binding else { return false }
        for step in SampleData(of: place.document, workspace).names(after: binding.base) {
            let name = written(
                step.name,
                in: value,
                bytes,
                isAssemble: isAssemble,
                isComputed: binding.isComputed,
                isProgram: isProgram
            )
            guard let name else { continue }
            list.add(step.name, .data, binding.range, inserting: (name, ""), detail: step.kind)
        }
        if binding.isComputed, binding.base.isEmpty {
            let isCalled =
                binding.range.upperBound < bytes.count && bytes[binding.range.upperBound] == UInt8(ascii: "(")
            for function in ComputedFunction.allCases {
                let call = isCalled ? nil : (before: "\(function.rawValue)(", after: ")")
                list.add(function.rawValue, .function, binding.range, inserting: call)
            }
        }
        return true
    }

    // MARK: - Data

    /// Offers the names of templates for the `type` of an item.
    private func completeData(_ place: Place, _ list: inout CompletionList) {
        guard let range = DataCursor.type(in: place.document.text.bytes, at: place.offset) else { return }
        var seen: Set<String> = []
        for path in workspace.files(around: place.document, endings: CompileInput.extensions) {
            let name = templateName(at: path, for: place.document)
            if seen.insert(name).inserted { list.add(name, .template, range, detail: Path.name(of: path)) }
        }
    }
}

/// Finds the template that an item of half-written data names.
enum DataCursor {
    /// Returns the place of a text that is the value of a member `type`; `nil` if the offset is in no such text.
    static func type(in bytes: [UInt8], at offset: Int) -> Range<Int>? {
        func isEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D }
        var lower = min(offset, bytes.count)
        while lower > 0, !isEnd(bytes[lower - 1]) { lower -= 1 }
        guard lower > 0, bytes[lower - 1] == UInt8(ascii: "\"") else { return nil }
        var upper = offset
        while upper < bytes.count, !isEnd(bytes[upper]) { upper += 1 }
        let before = bytes[max(0, lower - 64)..<lower - 1].filter { !XMLCharacters.isSpace($0) }
        return before.suffix(7).elementsEqual("\"type\":".utf8) ? lower..<upper : nil
    }
}

/// The items of a completion.
struct CompletionList {
    /// What an item is, as the protocol counts it.
    enum Kind: Int64 {
        case function = 3
        case data = 5
        case component = 7
        case template = 9
        case attribute = 10
        case word = 12
        case color = 16
        case definition = 18
    }

    private(set) var items: [JSONValue] = []
    private var counter: PositionCounter
    private let abilities: LanguageServer.ClientAbilities
    /// The line of the cursor, which an edit may not leave.
    private let line: Range<Int>

    init(_ counter: PositionCounter, _ abilities: LanguageServer.ClientAbilities, line: Range<Int>) {
        self.counter = counter
        self.abilities = abilities
        self.line = line
    }

    /// Adds an item.
    ///
    /// - Parameters:
    ///   - label: What is shown, and written unless something else is.
    ///   - kind: What it is.
    ///   - range: What is replaced; only the part on the line of the cursor is.
    ///   - text: What is written before and behind the place at which writing goes on.
    ///   - detail: A word about it.
    ///   - note: What it is, as sentences.
    ///   - clients: The clients that know it; empty for all.
    ///   - filter: What an editor compares with the text that is replaced, if that is not what is shown.
    mutating func add(
        _ label: String,
        _ kind: Kind,
        _ range: Range<Int>,
        inserting text: (before: String, after: String)? = nil,
        detail: String? = nil,
        note: String? = nil,
        clients: [String] = [],
        filter: String? = nil
    ) {
        let isSnippet = abilities.hasSnippets && !(text?.after.isEmpty ?? true)
        let written = text.map { $0.before + (isSnippet ? "$1" : "") + $0.after } ?? label
        var members: [(String, JSONValue)] = [
            ("label", .string(label)), ("kind", .int(kind.rawValue)),
            ("textEdit", ["range": counter.range(range.clamped(to: line)), "newText": .string(written)]),
        ]
        if let filter { members.append(("filterText", .string(filter))) }
        if isSnippet { members.append(("insertTextFormat", 2)) }
        if let detail { members.append(("detail", .string(detail))) }
        if let note {
            let known = clients.isEmpty ? "" : "\nKnown to \(clients.joined(separator: ", "))."
            let kind = abilities.hasMarkdownInLists ? "markdown" : "plaintext"
            members.append(("documentation", ["kind": .string(kind), "value": .string(note + known)]))
        }
        items.append(.object(BindingObject(members)))
    }
}
