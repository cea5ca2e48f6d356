import VirtualViewExpressions
import VirtualViewFormat

extension ComponentSchema {
    /// Reads a component of a page from the file that ``json(_:)`` writes.
    ///
    /// For which clients a component is, only the compiler asks.
    init(_ row: JSONValue) throws(PlayerError) {
        guard case .string(let name)? = row["name"], case .int(let id)? = row["id"], let id = UInt16(exactly: id) else {
            throw PlayerError("a component has a name and an id")
        }
        let row = ComponentRow(value: row, noun: "'\(name)'")
        let family = try row.place("family", among: Family.allCases.map { $0.rawValue })
        let children = try row.place("children", among: ChildRule.allCases.map { $0.rawValue })
        var properties: [PropertySchema] = []
        for property in try row.list("properties") { properties.append(try PropertySchema(property, of: name)) }
        var internedNames: [String] = []
        for name in try row.list("internedNames") {
            guard let text = name.text else { throw PlayerError("a name in 'internedNames' of \(row.noun) is no text") }
            internedNames.append(text)
        }
        self.init(
            id: id,
            name: name,
            family: family.map { Family.allCases[$0] } ?? .leaf,
            children: children.map { ChildRule.allCases[$0] },
            properties: properties,
            internedNames: internedNames,
            isSlot: try row.flag("slot") ?? false
        )
    }
}

extension PropertySchema {
    /// Reads a property of a component.
    fileprivate init(_ row: JSONValue, of component: String) throws(PlayerError) {
        guard case .string(let name)? = row["name"] else {
            throw PlayerError("a property of '\(component)' has no name")
        }
        let row = ComponentRow(value: row, noun: "'\(name)' of '\(component)'")
        let kind = try row.kind(of: name)
        let access = try row.place("events", among: EventAccess.allCases.map { $0.rawValue })
        let step = try row.place("invalidates", among: Invalidation.all.map { $0.jsonName })
        self.init(
            name,
            kind,
            default: try row.defaultValue(kind),
            isBindable: try row.flag("bindable") ?? true,
            eventAccess: access.map { EventAccess.allCases[$0] } ?? .none,
            invalidates: step.map { Invalidation.all[$0] } ?? .nothing
        )
    }
}

/// An object of a components file, and what errors call it.
private struct ComponentRow {
    let value: JSONValue
    let noun: String

    /// The elements of a member; none if it is not there.
    func list(_ member: String) throws(PlayerError) -> [JSONValue] {
        guard let value = value[member] else { return [] }
        guard case .array(let elements) = value else { throw PlayerError("'\(member)' of \(noun) is no list") }
        return elements.map { $0 }
    }

    /// What a member says, or `nil` if it is not there.
    func flag(_ member: String) throws(PlayerError) -> Bool? {
        guard let value = value[member] else { return nil }
        guard case .bool(let flag) = value else {
            throw PlayerError("'\(member)' of \(noun) is neither true nor false")
        }
        return flag
    }

    /// The place of a member's word in a list of words, or `nil` if it is not there.
    func place(_ member: String, among words: [String]) throws(PlayerError) -> Int? {
        guard let word = value[member] else { return nil }
        guard let text = word.text, let place = words.firstIndex(of: text) else {
            let found = word.text.map { "the \(member) '\($0)'" } ?? "a \(member) that is no text"
            throw PlayerError("\(noun) has \(found), not one of \(words.joined(separator: ", "))")
        }
        return place
    }

    func kind(of name: String) throws(PlayerError) -> ValueKind {
        let words = ValueKind.words.map { $0.configurationName } + ["Enum"]
        guard let place = try place("kind", among: words) else { throw PlayerError("\(noun) has no kind") }
        guard place == ValueKind.words.count else { return ValueKind.words[place] }
        guard case .object(let members)? = value["words"] else { throw PlayerError("\(noun) has no words") }
        // Objects have no order, and the language's own words have one.
        if let kind = LanguageSchema.standard.property(StringID(hashing: name))?.kind,
            case .enumeration(let known) = kind,
            known.words.count == members.count,
            known.words.allSatisfy({ members[$0.name] == .int(Int64($0.value)) })
        {
            return kind
        }
        var table: [WordTable.Word] = []
        for word in members.sortedKeys {
            guard case .int(let number)? = members[word], let number = Int32(exactly: number) else {
                throw PlayerError("the word '\(word)' of \(noun) has no number")
            }
            table.append(.init(word, number))
        }
        return .enumeration(WordTable(table))
    }

    func defaultValue(_ kind: ValueKind) throws(PlayerError) -> PropertySchema.DefaultValue {
        switch value["default"] {
        case nil, .null?: return .none
        case .string(let text)?: return .string(text)
        case .int(let number)? where kind == .float: return .float(Float(number))
        case .int(let number)?:
            if let number = Int32(exactly: number) { return .int(number) }
        case .double(let number)?:
            if Float(number).isFinite { return .float(Float(number)) }
        case .object(let members)?:
            switch members["float"]?.text {
            case "NaN": return .float(.nan)
            case "Infinity": return .float(.infinity)
            case "-Infinity": return .float(-.infinity)
            default: break
            }
        default: break
        }
        throw PlayerError("the default of \(noun) is no number of 32 bits and no text")
    }
}

extension JSONValue {
    /// The text that this is.
    fileprivate var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}
