import VirtualViewFormat

/// The texts of a file that a source can give back under the same ids.
struct DecompiledTexts {
    private static let longest = 65_535

    private let template: Template
    /// Whether the file leaves out strings that only the longest list of built-in ones has.
    let leavesOutExtendedStrings: Bool
    /// The place of each stored string.
    let places: [StringID: Int]

    init(_ template: Template) {
        self.template = template
        var places: [StringID: Int] = [:]
        for (index, entry) in template.strings.enumerated() where places[entry.id] == nil { places[entry.id] = index }
        self.places = places
        func isLeftOut(_ id: StringID) -> Bool {
            places[id] == nil && SystemStrings.extended.contains(id) && !SystemStrings.standard.contains(id)
        }
        leavesOutExtendedStrings = template.nodes.contains { node in
            node.setters.contains { setter in
                if case .string(let id) = setter.value, isLeftOut(id) { return true }
                return isLeftOut(setter.key)
            }
                || node.variables.contains { variable in
                    if case .string(let id) = variable.value, isLeftOut(id) { return true }
                    return isLeftOut(variable.name)
                }
        }
    }

    /// Returns the text of an id, if storing that text produces this id again.
    func text(_ id: StringID) -> String? {
        guard id.rawValue != 0, let text = template.string(for: id), StringID(hashing: text) == id,
            text.utf8.count <= Self.longest
        else { return nil }
        if let system = SystemStrings.string(for: id), !system.utf8.elementsEqual(text.utf8) { return nil }
        return text
    }
}
