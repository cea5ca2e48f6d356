import VirtualViewFormat

extension Lowering {
    /// Adds to the open node what instructions contain for it.
    ///
    /// - Parameters:
    ///   - records: The statements, in their order.
    ///   - element: The node's element.
    mutating func apply(_ records: [InstructionRecords.Node], to element: SyntaxTree.Element) {
        for record in records {
            switch record.content {
            case .tables(let bytes):
                guard !builder.setTables(verbatim: bytes) else { continue }
                diagnostics.add(.badTables, at: tree.range(record.span))
            case .property(let name, let value):
                guard let key = id(of: name, at: record.span), let stored = stored(value, at: record.span) else {
                    continue
                }
                do throws(FormatError) {
                    try builder.set(stored, for: key)
                } catch {
                    reportOverfull(element, "properties of one kind", at: record.span)
                }
            case .variable(let name, let value):
                guard let stored = storedVariable(value, at: record.span), let id = id(of: name, at: record.span) else {
                    continue
                }
                do throws(FormatError) {
                    try builder.add(UserVariable(name: id, value: stored))
                } catch {
                    reportOverfull(element, "user variables", at: record.span)
                }
            }
        }
    }

    private mutating func id(of text: InstructionRecords.Text, at span: SourceSpan) -> StringID? {
        switch text {
        case .text(let text): intern(text, at: span)
        case .id(let id): id
        }
    }

    private mutating func stored(_ value: InstructionRecords.Value, at span: SourceSpan) -> PropertyValue? {
        switch value {
        case .int(let number, let unit): .int(number, unit)
        case .float(let number, let unit): .float(number, unit)
        case .string(let text): id(of: text, at: span).map(PropertyValue.string)
        case .program(let id): .expression(id)
        }
    }

    private mutating func storedVariable(
        _ value: InstructionRecords.Value,
        at span: SourceSpan
    ) -> UserVariable.Value? {
        switch value {
        case .int(let number, _): .int(number)
        case .float(let number, _): .float(number)
        case .string(let text): id(of: text, at: span).map(UserVariable.Value.string)
        case .program: nil
        }
    }
}
