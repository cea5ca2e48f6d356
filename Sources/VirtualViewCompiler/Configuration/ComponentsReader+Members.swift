import VirtualViewFormat

extension ComponentsReader {
    /// The members of an object.
    struct Members {
        let members: [JSONNode.Member]
        let range: SourceRange
        let noun: String

        subscript(_ name: String) -> JSONNode? {
            members.first { $0.name.text == name }?.value
        }

        func required(_ name: String, _ reader: inout ComponentsReader) -> JSONNode? {
            if let node = self[name] { return node }
            reader.report(.missingMember(name, noun), at: SourceRange(range.file, range.offsets.prefix(1)))
            return nil
        }
    }

    mutating func object(_ node: JSONNode, _ noun: String, _ known: [String]) -> Members? {
        guard case .object(let members) = node.content else {
            report(.wrongType(noun, "an object", node.content.noun), at: node.range)
            return nil
        }
        for member in members where !known.contains(member.name.text) {
            let nearest = NearestWord.find(member.name.text, among: known)
            report(.unknownMember(member.name.text, noun, suggestion: nearest), at: member.name.range, with: nearest)
        }
        return Members(members: members, range: node.range, noun: noun)
    }

    mutating func array(_ node: JSONNode, _ name: String) -> [JSONNode]? {
        if case .array(let elements) = node.content { return elements }
        report(.wrongType(name, "an array", node.content.noun), at: node.range)
        return nil
    }

    mutating func string(_ node: JSONNode, _ name: String) -> DecodedText? {
        if case .string(let text) = node.content { return text }
        report(.wrongType(name, "a string", node.content.noun), at: node.range)
        return nil
    }

    mutating func strings(_ node: JSONNode, _ name: String) -> [DecodedText] {
        array(node, name)?.compactMap { string($0, name) } ?? []
    }

    mutating func bool(_ node: JSONNode, _ name: String) -> Bool? {
        if case .bool(let value) = node.content { return value }
        report(.wrongType(name, "a boolean", node.content.noun), at: node.range)
        return nil
    }

    mutating func wholeNumber(_ node: JSONNode, _ name: String) -> Int32? {
        guard case .number(let text) = node.content else {
            report(.wrongType(name, "a whole number", node.content.noun), at: node.range)
            return nil
        }
        if let value = Int32(text) { return value }
        report(.badNumber(name), at: node.range)
        return nil
    }

    mutating func word<Value>(
        _ node: JSONNode,
        _ name: String,
        _ all: [Value],
        _ jsonName: (Value) -> String
    ) -> Value? {
        guard let text = string(node, name) else { return nil }
        if let value = all.first(where: { jsonName($0) == text.text }) { return value }
        reportUnknownWord(text, name, all.map(jsonName))
        return nil
    }

    mutating func reportUnknownWord(_ text: DecodedText, _ name: String, _ known: [String]) {
        let nearest = NearestWord.find(text.text, among: known)
        report(.unknownWord(text.text, name, known, suggestion: nearest), at: text.range, with: nearest)
    }

    var errorCount: Int { diagnostics.count }

    /// Reports an error; the fix-it replaces the text at its place.
    mutating func report(
        _ message: ComponentsMessage,
        at range: SourceRange,
        noteAt second: SourceRange? = nil,
        with text: String? = nil
    ) {
        let fixIts = text.map { [Diagnostic.FixIt("replace with '\($0)'", [.init(range, with: $0)])] }
        diagnostics.append(Diagnostic(message, at: range, noteAt: second, fixIts: fixIts ?? []))
    }
}
