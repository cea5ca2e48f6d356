import VirtualViewCompiler
import VirtualViewExpressions

// The outline of a document.

extension LanguageServer {
    /// One entry of an outline.
    private struct Symbol {
        let name: String
        let detail: String
        /// What it is, as the protocol counts it.
        let kind: Int64
        let range: Range<Int>
        let selection: Range<Int>
        let depth: Int
    }

    /// The deepest level that is nested; what is deeper stands beside it, for data is not deep without bounds.
    private static let deepestLevel = 100

    func symbols(_ document: OpenDocument) -> JSONValue {
        let symbols: [Symbol] =
            switch document.kind {
            case .xml: elements(of: document)
            case .assemble: parts(of: document)
            case .data, .project, .other: []
            }
        var counter = counter(document.text)
        guard abilities.hasSymbolTree else {
            return .array(
                symbols.map { symbol in
                    [
                        "name": .string(symbol.name), "kind": .int(symbol.kind),
                        "location": ["uri": .string(document.uri), "range": counter.range(symbol.range)],
                    ]
                }
            )
        }
        var index = 0
        return .array(nest(symbols, &index, depth: 0, &counter))
    }

    private func nest(
        _ symbols: [Symbol],
        _ index: inout Int,
        depth: Int,
        _ counter: inout PositionCounter
    ) -> [JSONValue] {
        var level: [JSONValue] = []
        while index < symbols.count, symbols[index].depth >= depth {
            let symbol = symbols[index]
            index += 1
            var members: [(String, JSONValue)] = [
                ("name", .string(symbol.name)), ("kind", .int(symbol.kind)), ("range", counter.range(symbol.range)),
                ("selectionRange", counter.range(symbol.selection)),
            ]
            if !symbol.detail.isEmpty { members.append(("detail", .string(symbol.detail))) }
            if depth < Self.deepestLevel {
                let children = nest(symbols, &index, depth: depth + 1, &counter)
                if !children.isEmpty { members.append(("children", .array(children))) }
            }
            level.append(.object(BindingObject(members)))
        }
        return level
    }

    private func elements(of document: OpenDocument) -> [Symbol] {
        guard let elements = document.elements(workspace.analysis(of: document)) else { return [] }
        let tree = elements.tree
        // The numbers of shown elements around those of each depth.
        var depths = [0]
        return tree.elements.compactMap { element in
            depths.removeLast(max(0, depths.count - Int(element.depth) - 1))
            let depth = depths[depths.count - 1]
            let selection = elements.place(of: element.nameSpan.offsets)
            // What was removed since is not shown, but what is in it may be.
            let isShown = !selection.isEmpty || element.nameSpan.isEmpty
            depths.append(isShown ? depth + 1 : depth)
            guard isShown else { return nil }
            let attributes = tree.attributes(of: element)
            let told = ["name", "id", "text", "src", "dataTag"].lazy.compactMap { name in
                attributes.first { $0.name == name }?.value
            }.first
            return Symbol(
                name: element.name.isEmpty ? "?" : element.name,
                detail: told ?? "",
                kind: element.endNameSpan.isEmpty ? 8 : 5,
                range: elements.place(of: element.span.offsets),
                selection: selection,
                depth: depth
            )
        }
    }

    private func parts(of document: OpenDocument) -> [Symbol] {
        let source = document.source
        let outline = AssembleOutline(source)
        func symbol(_ item: AssembleOutline.Item, deeper: Int) -> Symbol {
            let name = item.name.isEmpty ? "part" : item.name
            return Symbol(
                name: name,
                detail: item.isBlock ? "assemble" : "",
                kind: item.isBlock ? 5 : 8,
                range: item.range,
                selection: item.nameRange,
                depth: item.depth + deeper
            )
        }
        let items = Dictionary(grouping: outline.items) { $0.definition }
        var symbols: [Symbol] = []
        for (index, definition) in outline.definitions.enumerated() {
            symbols.append(
                Symbol(
                    name: definition.name,
                    detail: "def",
                    kind: 12,
                    range: definition.range,
                    selection: definition.nameRange,
                    depth: 0
                )
            )
            symbols += (items[index] ?? []).map { symbol($0, deeper: 1) }
        }
        return symbols + (items[nil] ?? []).map { symbol($0, deeper: 0) }
    }
}
