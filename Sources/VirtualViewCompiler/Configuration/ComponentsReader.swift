import VirtualViewFormat

/// Reads an app's own components from the file that `ComponentSchema.json(_:)` writes.
///
/// All problems are reported in one run; a component with an error is left out.
public struct ComponentsReader {
    var diagnostics: [Diagnostic] = []
    private let schema: LanguageSchema
    private var ids: [UInt16: SourceRange] = [:]
    private var names: [ExactText: SourceRange] = [:]

    /// The first id that an app may give.
    private static let firstID: Int32 = 1000

    private init(_ schema: LanguageSchema) {
        self.schema = schema
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - file: The file; its format is described at `ComponentSchema.json(_:)`.
    ///   - schema: The components that exist already; their ids and names cannot be used again.
    /// - Returns: The valid components, and everything that is wrong with the file, both in file order.
    /// - Complexity: O(*n*) in the size of the file.
    public static func read(
        _ file: SourceFile,
        extending schema: LanguageSchema = .standard
    ) -> (components: [ComponentSchema], diagnostics: [Diagnostic]) {
        let (node, problems) = JSONNode.read(file)
        var reader = ComponentsReader(schema)
        reader.diagnostics = problems
        let components = node.map { reader.readFile($0) } ?? []
        return (components, reader.diagnostics.inFileOrder())
    }
}

// MARK: - The file

extension ComponentsReader {
    private mutating func readFile(_ node: JSONNode) -> [ComponentSchema] {
        guard let file = object(node, "the file", ["version", "components"]) else { return [] }
        if let version = file.required("version", &self) {
            if case .number("1") = version.content {} else { report(.unknownVersion, at: version.range) }
        }
        guard let list = file.required("components", &self), let elements = array(list, "components") else { return [] }
        return elements.compactMap { readComponent($0) }
    }

    private mutating func readComponent(_ node: JSONNode) -> ComponentSchema? {
        let errors = errorCount
        let known = ["id", "name", "family", "children", "internedNames", "targets", "slot", "properties"]
        guard let component = object(node, "a component", known) else { return nil }
        let id = component.required("id", &self).flatMap { readID($0) }
        let name = component.required("name", &self).flatMap { readComponentName($0) }
        let family = component["family"].flatMap { word($0, "family", ComponentSchema.Family.allCases) { $0.rawValue } }
        let children = component["children"].flatMap {
            word($0, "children", ComponentSchema.ChildRule.allCases) { $0.rawValue }
        }
        let interned = component["internedNames"].map { strings($0, "internedNames").map { $0.text } }
        let targets = component["targets"].map { readTargets($0) }
        let isSlot = component["slot"].flatMap { bool($0, "slot") }
        let properties = component["properties"].map { readProperties($0) }
        guard let id, let name, errors == errorCount else { return nil }
        return ComponentSchema(
            id: id,
            name: name,
            family: family ?? .leaf,
            children: children,
            properties: properties ?? [],
            internedNames: interned?.filter { !$0.isEmpty } ?? [],
            knownTo: targets ?? .all,
            isSlot: isSlot ?? false
        )
    }

    private mutating func readID(_ node: JSONNode) -> UInt16? {
        guard let number = wholeNumber(node, "id") else { return nil }
        guard number >= Self.firstID, let id = UInt16(exactly: number) else {
            report(.idOutOfRange(number), at: node.range)
            return nil
        }
        if let other = schema.component(id: id) {
            report(.takenID(id, other.name), at: node.range)
            return nil
        }
        if let first = ids[id] {
            report(.duplicateID(id), at: node.range, noteAt: first)
            return nil
        }
        ids[id] = node.range
        return id
    }

    private mutating func readComponentName(_ node: JSONNode) -> String? {
        if case .string(let text) = node.content, schema.component(named: text.text) != nil {
            report(.takenName(text.text), at: node.range)
            return nil
        }
        var known = names
        names = [:]
        defer { names = known }
        return readName(node, among: &known)
    }

    /// Reads a name that must be new.
    private mutating func readName(_ node: JSONNode, among names: inout [ExactText: SourceRange]) -> String? {
        guard let text = string(node, "name") else { return nil }
        guard XMLCharacters.isName(text.text) else {
            report(.badName(text.text), at: node.range)
            return nil
        }
        if let first = names[ExactText(text.text)] {
            report(.duplicateName(text.text), at: node.range, noteAt: first)
            return nil
        }
        names[ExactText(text.text)] = node.range
        return text.text
    }

    private mutating func readTargets(_ node: JSONNode) -> ClientSet {
        var set: ClientSet = []
        for text in strings(node, "targets") {
            if let client = Client(rawValue: text.text) {
                set.formUnion(ClientSet(client))
            } else {
                reportUnknownWord(text, "targets", ClientSet.all.names)
            }
        }
        return set
    }
}

// MARK: - Properties

extension ComponentsReader {
    private mutating func readProperties(_ node: JSONNode) -> [PropertySchema] {
        var names = PropertyNames()
        return array(node, "properties")?.compactMap { readProperty($0, &names) } ?? []
    }

    /// The names of a component's properties so far.
    private struct PropertyNames {
        var places: [ExactText: SourceRange] = [:]
        var texts: [StringID: String] = [:]
    }

    /// Reads a name under which templates can set a property: there, names are told apart by their ids.
    private mutating func readPropertyName(_ node: JSONNode, _ names: inout PropertyNames) -> String? {
        guard let name = readName(node, among: &names.places) else { return nil }
        guard !name.declaresVariable else {
            report(.variableName(name), at: node.range)
            return nil
        }
        let id = StringID(hashing: name)
        let (builtIn, first) = (schema.property(id)?.name ?? SystemStrings.string(for: id), names.texts[id])
        if let other = builtIn ?? first, !other.hasSameBytes(as: name) {
            let place = builtIn == nil ? names.places[ExactText(other)] : nil
            report(.nameCollision(name, other, id), at: node.range, noteAt: place)
            return nil
        }
        names.texts[id] = name
        return name
    }

    private mutating func readProperty(_ node: JSONNode, _ names: inout PropertyNames) -> PropertySchema? {
        let known = ["name", "kind", "words", "default", "bindable", "events", "invalidates", "targets"]
        guard let property = object(node, "a property", known) else { return nil }
        let name = property.required("name", &self).flatMap { readPropertyName($0, &names) }
        let kind = property.required("kind", &self).flatMap { readKind($0, property) }
        let value = property["default"].map { readDefault($0, kind) }
        let isBindable = property["bindable"].flatMap { bool($0, "bindable") }
        let events = property["events"].flatMap {
            word($0, "events", PropertySchema.EventAccess.allCases) { $0.rawValue }
        }
        let step = property["invalidates"].flatMap {
            word($0, "invalidates", PropertySchema.Invalidation.all) { $0.jsonName }
        }
        let targets = property["targets"].map { readTargets($0) }
        guard let name, let kind else { return nil }
        return PropertySchema(
            name,
            kind,
            default: value ?? .none,
            isBindable: isBindable ?? true,
            eventAccess: events ?? .none,
            invalidates: step ?? .nothing,
            knownTo: targets ?? .all
        )
    }

    private mutating func readKind(_ node: JSONNode, _ property: Members) -> ValueKind? {
        guard let text = string(node, "kind") else { return nil }
        if text.text == "Enum" {
            return property.required("words", &self).flatMap { readWords($0) }.map { .enumeration($0) }
        }
        if let words = property["words"] { report(.wordsWithoutEnum, at: words.range) }
        if let kind = ValueKind.words.first(where: { $0.configurationName == text.text }) { return kind }
        reportUnknownWord(text, "kind", ValueKind.words.map { $0.configurationName } + ["Enum"])
        return nil
    }

    private mutating func readWords(_ node: JSONNode) -> WordTable? {
        guard case .object(let members) = node.content else {
            report(.wrongType("words", "an object", node.content.noun), at: node.range)
            return nil
        }
        if members.isEmpty { report(.noWords, at: node.range) }
        var words: [WordTable.Word] = []
        var places: [ExactText: SourceRange] = [:]
        for member in members {
            let name = ExactText(member.name.text.uppercased())
            if let first = places[name] {
                report(.duplicateName(member.name.text), at: member.name.range, noteAt: first)
            } else if member.name.text.isEmpty {
                report(.badName(""), at: member.value.range)
            }
            places[name] = member.name.range
            guard let value = wholeNumber(member.value, "words") else { continue }
            words.append(.init(member.name.text, value))
        }
        return WordTable(words)
    }

    private mutating func readDefault(_ node: JSONNode, _ kind: ValueKind?) -> PropertySchema.DefaultValue {
        switch node.content {
        case .null:
            return .none
        case .string(let text):
            return .string(text.text)
        case .number(let text):
            if kind != .float, text.utf8.allSatisfy({ $0.decimalDigit != nil || $0 == UInt8(ascii: "-") }) {
                return wholeNumber(node, "default").map { .int($0) } ?? .none
            }
            if let value = Float(text), value.isFinite { return .float(value) }
            report(.badNumber("default", isWhole: false), at: node.range)
            return .none
        case .object(let members):
            if members.count == 1, members[0].name.text == "float", case .string(let text) = members[0].value.content {
                switch text.text {
                case "NaN": return .float(.nan)
                case "Infinity": return .float(.infinity)
                case "-Infinity": return .float(-.infinity)
                default: break
                }
            }
            fallthrough
        case .bool, .array:
            report(.wrongType("default", "a number or a string", node.content.noun), at: node.range)
            return .none
        }
    }
}

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
        report(.badNumber(name, isWhole: true), at: node.range)
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
        diagnostics.append(Diagnostic(message, at: range, noteAt: second, fixIts: .replacing(range, with: text)))
    }
}
