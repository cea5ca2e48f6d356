import VirtualViewFormat

// The reports of lowering.

extension Lowering {
    mutating func report(
        _ message: TemplateMessage,
        at span: SourceSpan,
        noteAt second: SourceRange? = nil,
        fixIts: [Diagnostic.FixIt] = []
    ) {
        diagnostics.add(Diagnostic(message, at: tree.range(span), noteAt: second, fixIts: fixIts))
    }

    mutating func report(_ problems: [ValueProblem], in attribute: SyntaxTree.Attribute) {
        for problem in problems {
            diagnostics.add(problem.diagnostic { tree.range(of: $0, in: attribute) })
        }
    }

    mutating func reportUnknownComponent(_ element: SyntaxTree.Element) {
        let suggestion = spelling.component(for: element)
        let fixIts = suggestion.map { name in
            [Diagnostic.FixIt("replace with '\(name)'", tree.renaming(element, to: name))]
        }
        report(
            .unknownComponent(element.name, suggestion: suggestion),
            at: element.nameSpan,
            fixIts: fixIts ?? []
        )
    }

    mutating func checkSpelling(
        of attribute: SyntaxTree.Attribute,
        on element: SyntaxTree.Element,
        _ component: Configuration.Element?
    ) {
        guard let suggestion = spelling.attribute(for: attribute, on: element, component) else { return }
        report(
            .misspeltAttribute(attribute.name, on: element.name, suggestion: suggestion),
            at: attribute.nameSpan,
            fixIts: [
                .init("replace with '\(suggestion)'", [.init(tree.range(attribute.nameSpan), with: suggestion)])
            ]
        )
    }

    mutating func reportVariableType(_ type: String, _ attribute: SyntaxTree.Attribute) {
        let types = ["int", "float", "string"]
        let suggestion =
            types.contains(type.lowercased()) ? type.lowercased() : NearestWord.find(type.lowercased(), among: types)
        let start = Int(attribute.nameSpan.lower) + "var_".utf8.count
        let place = SourceSpan(start..<start + type.utf8.count, file: attribute.nameSpan.file)
        let fixIts = suggestion.map { [Diagnostic.FixIt("replace with '\($0)'", [.init(tree.range(place), with: $0)])] }
        report(
            .variableType(type, in: attribute.name, suggestion: suggestion),
            at: place,
            fixIts: fixIts ?? []
        )
    }

    mutating func reportOverfull(_ element: SyntaxTree.Element, _ what: String, at span: SourceSpan) {
        guard !isOverfull else { return }
        isOverfull = true
        report(.tooManyProperties(on: element.name, what), at: span)
    }

    /// Reports why a text cannot be stored, and the place of the text that it collides with.
    mutating func report(_ error: FormatError, _ text: String, at span: SourceSpan) {
        let id = StringID(hashing: text)
        switch error.code {
        case .stringCollision:
            let other = builder.text(for: id) ?? ""
            report(.idCollision(text, other, id), at: span, noteAt: tree.firstUse(of: other, before: span))
        case .systemStringCollision:
            let system = SystemStrings.string(for: id) ?? ""
            report(.systemStringCollision(text, system, id), at: span)
        case .zeroStringID:
            report(.zeroID(text), at: span)
        default:
            report(.stringTooLong(text.utf8.count), at: span)
        }
    }
}

// MARK: - Targets

extension Lowering {
    mutating func checkTarget(ofComponent element: SyntaxTree.Element) {
        guard client != .swift, let component = LanguageSchema.standard.component(named: element.name),
            !component.knownTo.contains(client)
        else { return }
        report(.targetUnknownComponent(element.name, client), at: element.nameSpan)
    }

    mutating func checkTarget(
        _ attribute: SyntaxTree.Attribute,
        _ key: StringID,
        on element: SyntaxTree.Element,
        _ component: Configuration.Element
    ) {
        // A component that the client does not know has been reported as a whole.
        guard client != .swift, let property = LanguageSchema.standard.property(key, of: component.id),
            !property.knownTo.contains(client),
            LanguageSchema.standard.component(id: component.id)?.knownTo.contains(client) == true
        else { return }
        report(.targetUnknownAttribute(attribute.name, on: element.name, client), at: attribute.nameSpan)
    }

    mutating func checkLimit(
        _ limit: (Client.Limits) -> Int,
        _ actual: Int,
        _ what: String,
        at span: SourceSpan
    ) {
        guard actual > ClientLimits.smallest,
            let message = ClientLimits.check(limit, actual, what, client)
        else { return }
        report(message, at: span)
    }
}
