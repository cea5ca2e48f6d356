// What a source of its own accord would not give, for sources that were made from a file (`Docs/Language.md`).

extension TemplateBuilder {
    /// Sets the order of the sections; missing ones follow in the usual order.
    package mutating func setSectionOrder(_ order: [FileSection]) {
        let known = sectionOrder
        sectionOrder = order.filter { known.contains($0) }
        sectionOrder += known.filter { !order.contains($0) }
    }

    /// Appends an event program, even if there is an equal one.
    package mutating func appendExpression(verbatim code: [UInt8], id: StringID) {
        expressionPlaces[id] = expressions.count
        expressions.append(ExpressionTable.Entry(id: id, code: code))
    }

    /// Inserts strings before the stored ones; equal ones are stored once.
    ///
    /// - Parameter entries: The strings.
    /// - Returns: The first stored text whose id stands for another text now; `nil` if all keep theirs.
    @discardableResult
    package mutating func prependStrings(verbatim entries: [(id: StringID, text: String)]) -> String? {
        strings.prepend(verbatim: entries.map { StringInterner.Entry(id: $0.id, text: $0.text) })
    }

    /// Replaces the tables of the open node by those of a file.
    ///
    /// - Parameter tables: The bytes after the node's component id.
    /// - Returns: Whether they have the form of tables.
    package mutating func setTables(verbatim tables: [UInt8]) -> Bool {
        precondition(pending.isOpen, "a node is open and has no children yet")
        guard NodeTables.areComplete(tables) else { return false }
        pending.verbatimTables = tables
        return true
    }
}

extension NodeTables {
    /// Returns whether bytes are exactly the tables of a node.
    fileprivate static func areComplete(_ bytes: [UInt8]) -> Bool {
        var cursor = 0
        for _ in 0..<count {
            guard cursor < bytes.count else { return false }
            cursor += 1 + Int(bytes[cursor]) * entrySize
        }
        guard cursor < bytes.count else { return false }
        let variables = cursor + 1
        let end = variables + Int(bytes[cursor]) * variableSize
        guard end == bytes.count else { return false }
        return stride(from: variables, to: end, by: variableSize).allSatisfy { variableTypes.contains(bytes[$0]) }
    }
}

extension NodeCreater {
    /// The bytes of the node's tables in the file.
    package var tableBytes: [UInt8] {
        let start = storage.offset(ofNode: index) + 2
        var end = start
        for _ in 0..<NodeTables.count { end += 1 + Int(storage.uint8(at: end)) * NodeTables.entrySize }
        end += 1 + Int(storage.uint8(at: end)) * NodeTables.variableSize
        return Array(storage.bytes[start..<end])
    }
}
