import VirtualViewExpressions
import VirtualViewFormat

/// What a template reads from its data, as a JSON Schema: the server's side of the rules about data.
package struct DataContract {
    /// A place in the data with the places in it.
    private final class Place {
        var need: DataNeeds.Need?
        var members: [ExactText: Place] = [:]
        var elements: [Int: Place] = [:]
        /// Whether elements are read that are not described.
        var hasMoreElements = false
        /// Whether it is the name of a template, by which an entry becomes an item of a container.
        var isTypeName = false
        /// The largest index of such an element in which something must be there.
        var lastRequired: Int?

        /// Whether a container makes items from its entries.
        var feedsItems: Bool { need?.kinds.contains(.items) == true }

        /// Whether it must be there, where what it is in is there: an entry and its template's name, or what is needed.
        var isRequired: Bool { isTypeName || members.values.contains { $0.isTypeName } || isNeeded }

        /// Whether the template needs it, or something in it.
        var isNeeded: Bool {
            if need?.isRequired == true { return true }
            return need?.isTested != true && need?.fallback == nil && holdsNeeded
        }

        private var holdsNeeded: Bool {
            members.values.contains { $0.isNeeded } || elements.values.contains { $0.isNeeded } || lastRequired != nil
        }
    }

    private let type: String
    private let root = Place()

    /// The most steps of a path that are described; what is deeper is anything.
    private static let deepest = 64
    /// The most places of an array that are described one by one.
    private static let mostElements = 1_000

    /// Puts the needs of a template together.
    ///
    /// - Parameters:
    ///   - type: The template's name.
    ///   - needs: What it needs.
    package init(of type: String, _ needs: DataNeeds) {
        self.type = type
        for need in needs.all {
            var place = root
            var isDescribed = true
            steps: for step in need.steps.prefix(Self.deepest) {
                switch step {
                case .key(let key):
                    let next = place.members[ExactText(key.text)] ?? Place()
                    place.members[ExactText(key.text)] = next
                    place = next
                case .index(let index):
                    guard (0..<Self.mostElements).contains(index) else {
                        place.hasMoreElements = true
                        if need.isRequired { place.lastRequired = max(place.lastRequired ?? 0, index) }
                        isDescribed = false
                        break steps
                    }
                    let next = place.elements[index] ?? Place()
                    place.elements[index] = next
                    place = next
                }
            }
            if isDescribed, need.steps.count <= Self.deepest { place.need = need }
        }
        Self.nameTypes(in: root)
    }

    /// Notes that the described entries of containers name their templates.
    private static func nameTypes(in place: Place) {
        if place.feedsItems, let last = place.elements.keys.max() {
            for index in 0...last {
                let entry = place.elements[index] ?? Place()
                let name = entry.members[ExactText("type")] ?? Place()
                name.isTypeName = true
                entry.members[ExactText("type")] = name
                place.elements[index] = entry
            }
        }
        for member in place.members.values { nameTypes(in: member) }
        for element in place.elements.values { nameTypes(in: element) }
    }

    /// The schema: JSON Schema, draft 2020-12.
    package func json() -> String {
        JSONWriter.visible(isPretty: true) { json in
            json.value("$schema", "https://json-schema.org/draft/2020-12/schema")
            json.value("title", type)
            write(root, &json, isRoot: true)
        } + "\n"
    }

    private func write(_ place: Place, _ json: inout JSONWriter, isRoot: Bool = false) {
        let kinds = place.need?.kinds ?? []
        let mayBeMissing = !isRoot && !place.isRequired
        let isList = place.members.isEmpty && (!place.elements.isEmpty || place.hasMoreElements)
        if !place.members.isEmpty || (isRoot && !isList) {
            // What is read as a whole too may be something else, if nothing in it has to be there.
            let isObject = isRoot || place.members.values.contains { $0.isRequired }
            let others = isObject ? [] : Self.types(of: kinds.filter { $0 != .object })
            writeType(["object"] + others, mayBeMissing, &json)
            let names = place.members.keys.map { $0.text }.sorted(by: String.inByteOrder)
            json.object("properties") { json in
                for name in names {
                    json.object(name) { json in
                        if let member = place.members[ExactText(name)] { write(member, &json) }
                    }
                }
            }
            let required = names.filter { place.members[ExactText($0)]?.isRequired == true }
            if !required.isEmpty {
                writeDemand(of: place, unless: "maxProperties", &json) { json in
                    json.array("required", required)
                }
            }
        } else if isList {
            writeType(["array"], mayBeMissing, &json)
            writeElements(place, &json)
            if place.feedsItems { writeItems(&json) }
        } else {
            writeType(place.isTypeName ? ["string"] : Self.types(of: kinds), mayBeMissing, &json)
            if place.feedsItems { writeItems(&json) }
        }
        if kinds.contains(.color) { json.value("format", "color") }
        if !place.isRequired, let fallback = place.need?.fallback { json.value("default", written: fallback.json) }
    }

    private func writeType(_ types: [String], _ mayBeMissing: Bool, _ json: inout JSONWriter) {
        guard !types.isEmpty else { return }
        let all = types + (mayBeMissing ? ["null"] : [])
        guard all.count > 1 else { return json.value("type", all[0]) }
        json.array("type", all)
    }

    private func writeElements(_ place: Place, _ json: inout JSONWriter) {
        if let last = place.elements.keys.max() {
            json.array("prefixItems") { json in
                for index in 0...last {
                    json.object { json in if let element = place.elements[index] { write(element, &json) } }
                }
            }
        }
        let needed = place.lastRequired ?? place.elements.filter { $0.value.isNeeded }.keys.max()
        if let needed {
            writeDemand(of: place, unless: "maxItems", &json) { json in
                json.value("minItems", needed == .max ? needed : needed + 1)
            }
        }
    }

    /// Writes what must be in a place; where a condition tests the place, it may be empty, which counts as false.
    private func writeDemand(
        of place: Place,
        unless limit: String,
        _ json: inout JSONWriter,
        _ demand: (inout JSONWriter) -> Void
    ) {
        guard place.need?.takesEmpty == true else { return demand(&json) }
        json.array("anyOf") { json in
            json.object { json in json.value(limit, written: "0") }
            json.object { json in demand(&json) }
        }
    }

    /// Describes the entries that a container makes items from; what they have to have is in the contracts of theirs.
    private func writeItems(_ json: inout JSONWriter) {
        json.object("items") { json in
            json.value("type", "object")
            json.object("properties") { json in
                json.object("type") { json in json.value("type", "string") }
            }
            json.array("required") { json in json.value(nil, "type") }
        }
    }

    /// Returns the types of values that fit several kinds at once; none for any value.
    private static func types(of kinds: [DataKind]) -> [String] {
        var types: [String]?
        for kind in kinds {
            let allowed: [String] =
                switch kind {
                case .text: ["string", "number", "boolean"]
                case .string: ["string"]
                case .number: ["number"]
                case .quantity: ["number", "boolean"]
                case .length: ["number", "string"]
                case .boolean: ["boolean", "number", "string"]
                case .color: ["string", "number"]
                case .array, .items: ["array"]
                case .object: ["object"]
                case .any: []
                }
            types = types?.filter { allowed.contains($0) } ?? allowed
        }
        return types ?? []
    }
}
