import VirtualViewFormat

extension BindingExpression {
    /// Finds what a client reads differently from this package.
    ///
    /// Our own extensions, which that client would show literally or cannot find, are errors. Constructs that it only
    /// evaluates differently are warnings. `Docs/Expressions.md` lists the ids.
    ///
    /// - Parameters:
    ///   - text: The text of an attribute.
    ///   - client: The client.
    ///   - kind: What the property takes, when known: adds what the client makes of the value.
    /// - Returns: The differences in the order of the text; none for a text without a binding,
    ///   and for a client that has our rules.
    /// - Complexity: That of parsing the text.
    public static func portabilityIssues(
        in text: String,
        for client: Client,
        kind: ValueKind? = nil
    ) -> [BindingIssue] {
        guard client == .iOS || client == .android else { return [] }
        var parser = BindingParser(text, client: .swift)
        parser.collectsIssues = true
        let root = parser.parse()
        let whole = 0..<text.utf8.count
        var found: [(Portability, Range<Int>)] = parser.constructs.compactMap { construct in
            Portability(construct.kind, client).map { ($0, construct.range) }
        }
        if root.readsData, let kind, let difference = Portability(kind, client) {
            found.append((difference, whole))
        }
        var seen: Set<Portability> = []
        return
            found
            .sorted { ($0.1.lowerBound, $0.0.rawValue) < ($1.1.lowerBound, $1.0.rawValue) }
            .filter { seen.insert($0.0).inserted }
            .map { BindingIssue(id: $0.0.rawValue, severity: $0.0.severity, message: $0.0.message, range: $0.1) }
    }
}
