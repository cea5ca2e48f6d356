import VirtualView
import VirtualViewFormat

// What a screen reader presents, as text and as JSON.

extension [AccessibilityTree.Element] {
    /// Returns one line for each element, indented by what contains it.
    func listing() -> String {
        var depths: [Int] = []
        var text = ""
        for element in self {
            let depth = element.parent.map { depths[$0] + 1 } ?? 0
            depths.append(depth)
            text += String(repeating: "  ", count: Swift.min(depth, JSONWriter.deepestIndent)) + element.line + "\n"
        }
        return text
    }
}

extension AccessibilityTree.Element {
    fileprivate var line: String {
        var text = role.rawValue
        if nodeID != 0 { text += " #\(nodeID)" }
        if let label { text += " \(JSONText.quoted(label))" }
        if let value { text += " value \(JSONText.quoted(value))" }
        text += "  \(frame.text)"
        if let entryIndex { text += " entry \(entryIndex)" }
        if let currentPage { text += " page \(currentPage)" }
        if let entryCount { text += " of \(entryCount)" }
        for state in states { text += " \(state.rawValue)" }
        if !actions.isEmpty { text += " (\(actions.map(\.rawValue).joined(separator: ", ")))" }
        return text
    }

    func write(to json: inout JSONWriter) {
        json.startLine()
        json.object { json in
            json.value("role", role.rawValue)
            json.value("id", Int(nodeID))
            json.value("label", label)
            json.value("value", value)
            json.array("states", states.map { $0.rawValue })
            json.array("actions", actions.map { $0.rawValue })
            frame.writeMembers(to: &json)
            json.value("parent", parent)
            json.value("entryIndex", entryIndex)
            json.value("entryCount", entryCount)
            json.value("currentPage", currentPage)
        }
    }
}
