import VirtualViewFormat

// The reports of lowering.

extension Lowering {
    /// The number of reports after which the list drops further ones anyway.
    private static let mostKnown = 10_000

    /// Adds a diagnostic, unless it was added for another use of its fragment.
    mutating func add(_ diagnostic: Diagnostic) {
        guard !tree.files[0].isAssemble || known.count >= Self.mostKnown || known.insert(diagnostic).inserted else {
            return
        }
        diagnostics.add(diagnostic)
    }

    mutating func report(
        _ message: TemplateMessage,
        at span: SourceSpan,
        noteAt second: SourceRange? = nil,
        fixIts: [Diagnostic.FixIt] = []
    ) {
        add(Diagnostic(message, at: tree.range(span), noteAt: second, fixIts: fixIts))
    }

    mutating func report(_ problems: [ValueProblem], in attribute: SyntaxTree.Attribute) {
        for problem in problems {
            let place = { (part: Range<Int>) in tree.range(of: part, in: attribute) }
            add(problem.diagnostic(place: place) { tree.spelled($0, in: attribute) })
        }
    }

    mutating func reportUnknownComponent(_ element: SyntaxTree.Element) {
        let suggestion = spelling.component(for: element)
        var fixIts: [Diagnostic.FixIt] = []
        if let name = suggestion, NearestWord.isCertain(name, for: element.name) || element.name.hasSuffix(":" + name) {
            fixIts = [Diagnostic.FixIt("replace with '\(name)'", tree.renaming(element, to: name))]
        }
        report(.unknownComponent(element.name, suggestion: suggestion), at: element.nameSpan, fixIts: fixIts)
    }

    mutating func checkSpelling(
        of attribute: SyntaxTree.Attribute,
        on element: SyntaxTree.Element,
        _ component: Configuration.Element?
    ) {
        guard let suggestion = spelling.attribute(for: attribute, on: element, component) else { return }
        let names = ownNames ?? Set(tree.attributes(of: element).map { $0.name })
        ownNames = names
        let isCertain =
            !names.contains(suggestion) && NearestWord.isCertain(suggestion, for: attribute.name)
            && (component == nil || configuration.property(suggestion, of: component) != nil)
        report(
            .misspeltAttribute(attribute.name, on: element.name, suggestion: suggestion),
            at: attribute.nameSpan,
            fixIts: .replacing(tree.range(attribute.nameSpan), with: isCertain ? suggestion : nil)
        )
    }

    mutating func reportVariableType(_ type: String, _ attribute: SyntaxTree.Attribute) {
        let types = ["int", "float", "string"]
        let suggestion =
            types.contains(type.lowercased()) ? type.lowercased() : NearestWord.find(type.lowercased(), among: types)
        let start = Int(attribute.nameSpan.lower) + "var_".utf8.count
        let place = SourceSpan(start..<start + type.utf8.count, file: attribute.nameSpan.file)
        report(
            .variableType(type, in: attribute.name, suggestion: suggestion),
            at: place,
            fixIts: .replacing(tree.range(place), with: suggestion)
        )
    }

    mutating func reportOverfull(_ element: SyntaxTree.Element, _ what: String, at span: SourceSpan) {
        guard !isOverfull else { return }
        isOverfull = true
        report(.tooManyProperties(on: element.name, what), at: span)
    }

    /// Returns the place that stored the text with an id.
    ///
    /// Only what was stored since the last collision is looked at, so that many of them cost one pass.
    private mutating func firstUse(of id: StringID) -> SourceRange? {
        for place in texts[placeOfText.count...] { placeOfText[place.id] = place.span }
        return placeOfText[id].map { tree.range($0) }
    }

    /// Reports why a text cannot be stored, and the place of the text that it collides with.
    mutating func report(_ error: FormatError, _ text: String, at span: SourceSpan) {
        let id = StringID(hashing: text)
        switch error.code {
        case .stringCollision:
            let other = builder.text(for: id) ?? ""
            report(.idCollision(text, other, id), at: span, noteAt: firstUse(of: id))
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
    mutating func checkTarget(ofComponent element: SyntaxTree.Element, _ component: Configuration.Element) {
        guard client != .swift,
            let known = configuration.ownComponent(component) ?? LanguageSchema.standard.component(named: element.name),
            !known.knownTo.contains(client)
        else { return }
        report(.targetUnknownComponent(element.name, client), at: element.nameSpan)
    }

    mutating func checkTarget(
        _ attribute: SyntaxTree.Attribute,
        _ key: StringID,
        _ own: PropertySchema?,
        on element: SyntaxTree.Element,
        _ component: Configuration.Element
    ) {
        // A component that the client does not know has been reported as a whole.
        guard client != .swift,
            let known = configuration.ownComponent(component) ?? LanguageSchema.standard.component(id: component.id),
            known.knownTo.contains(client),
            let property = own ?? LanguageSchema.standard.property(key, of: component.id),
            !property.knownTo.contains(client)
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

/// Finds contents that a file may have but existing clients cannot read.
enum ClientLimits {
    /// The clients whose limits matter when none is named.
    private static let clients: [Client] = [.iOS, .android]
    /// The smallest of any client's limits, below which nothing has to be compared.
    static let smallest = 127

    /// Compares a size or count with the limits of clients.
    ///
    /// - Parameters:
    ///   - limit: The limit that applies.
    ///   - actual: The size or count.
    ///   - what: The name of the size or count, as the start of the message.
    ///   - client: The client that is meant; if it has limits of its own only these count, and exceeding one is an error.
    /// - Returns: The message, or `nil`. Sizes that even the format cannot hold are reported elsewhere.
    static func check(
        _ limit: (Client.Limits) -> Int,
        _ actual: Int,
        _ what: String,
        _ client: Client
    ) -> TemplateMessage? {
        guard actual > smallest, actual <= limit(.format) else { return nil }
        let isClient = clients.contains(client)
        let exceeded = (isClient ? [client] : clients).filter { actual > limit($0.limits) }
        guard let largest = exceeded.map({ limit($0.limits) }).max() else { return nil }
        return .clientLimit(what, actual, largest, exceeded, isTarget: isClient)
    }
}

/// Finds the probable meaning of unknown names of a source; each name is looked up once.
struct SpellingCheck {
    /// An attribute's name on elements of one name: elements may have attributes of their own.
    private struct Place: Hashable {
        let element: SyntaxTree.NameID
        let attribute: SyntaxTree.NameID
    }

    private let configuration: Configuration
    private var components: [SyntaxTree.NameID: String?] = [:]
    private var attributes: [Place: String?] = [:]
    /// The attributes that elements of one name have.
    private var knownAttributes: [SyntaxTree.NameID: [String]] = [:]
    private lazy var knownComponents = configuration.elementNames
    /// The attributes of elements that have none of their own: of all that are unknown, and of most others.
    private lazy var commonAttributes = configuration.attributeNames(on: nil)
    /// The names of the blocks, once one was looked for.
    private var knownBlocks: [String]?
    private var search = NearestWordSearch()

    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// Returns the component whose name is nearest to that of an unknown element.
    mutating func component(for element: SyntaxTree.Element) -> String? {
        if let known = components[element.nameID] { return known }
        let nearest = search.find(element.name, among: knownComponents)
        components[element.nameID] = .some(nearest)
        return nearest
    }

    /// Returns the attribute whose name is nearest to an unknown one.
    mutating func attribute(
        for attribute: SyntaxTree.Attribute,
        on element: SyntaxTree.Element,
        _ component: Configuration.Element?
    ) -> String? {
        let place = Place(element: element.nameID, attribute: attribute.nameID)
        if let known = attributes[place] { return known }
        let nearest = search.find(attribute.name, among: candidates(element.nameID, component))
        attributes[place] = .some(nearest)
        return nearest
    }

    /// Returns the name of a block that is nearest to one that there is not.
    mutating func block(_ name: String, among blocks: EventBlocks) -> String? {
        let known = knownBlocks ?? blocks.names
        knownBlocks = known
        return search.find(name, among: known)
    }

    private mutating func candidates(_ element: SyntaxTree.NameID, _ component: Configuration.Element?) -> [String] {
        guard let component, !component.scopedKinds.isEmpty else { return commonAttributes }
        if let known = knownAttributes[element] { return known }
        let names = configuration.attributeNames(on: component)
        knownAttributes[element] = names
        return names
    }
}
