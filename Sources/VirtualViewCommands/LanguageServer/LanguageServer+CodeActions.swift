import VirtualViewCompiler
import VirtualViewExpressions

// The fix-its of diagnostics.

extension LanguageServer {
    func codeActions(_ params: JSONValue) throws(RPCError) -> JSONValue {
        let document = try document(params)
        let range = try document.text.offsets(params["range"], abilities.encoding)
        let only = params.at("context", "only")?.elements.compactMap { $0.textValue } ?? []
        guard only.isEmpty || only.contains("quickfix") || only.contains("") else { return [] }
        var counters = Counters(self, document)
        var actions: [JSONValue] = []
        for diagnostic in fixable(document) {
            let place = diagnostic.range
            guard place.file.path == document.path, place.offsets.lowerBound <= range.upperBound,
                range.lowerBound <= place.offsets.upperBound
            else { continue }
            let told = json(diagnostic, &counters)
            for (index, fixIt) in diagnostic.fixIts.enumerated() {
                actions.append(
                    [
                        "title": .string(fixIt.message), "kind": "quickfix", "diagnostics": [told],
                        "isPreferred": .bool(index == 0), "edit": ["changes": changes(of: fixIt, &counters)],
                    ]
                )
            }
        }
        return .array(actions)
    }

    private func fixable(_ document: OpenDocument) -> [Diagnostic] {
        let all =
            document.kind == .project
            ? document.readProject().problems : workspace.analysis(of: document)?.diagnostics ?? []
        return all.filter { !$0.fixIts.isEmpty }
    }

    private func changes(of fixIt: Diagnostic.FixIt, _ counters: inout Counters) -> JSONValue {
        var edits: [String: [JSONValue]] = [:]
        for edit in fixIt.edits {
            edits[counters.uri(of: edit.range.file), default: []].append(
                ["range": counters.range(edit.range), "newText": .string(edit.text)]
            )
        }
        return .object(BindingObject(edits.map { ($0.key, JSONValue.array($0.value)) }))
    }
}
