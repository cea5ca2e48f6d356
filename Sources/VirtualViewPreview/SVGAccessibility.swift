import VirtualViewCore

// What a screen reader presents of a picture: elements without a look in front of the drawing, with ARIA's roles.

extension SVGDrawing {
    /// A group that is open: an element, or the entry of a list.
    private enum Open: Equatable {
        case element(Int)
        case entry(Int?, of: Int)
    }

    /// Describes elements; those that belong to another stand in its group.
    mutating func describe(_ elements: [AccessibilityTree.Element]) {
        var open: [Open] = []
        for (index, element) in elements.enumerated() {
            let parent = element.parent.flatMap { elements.indices.contains($0) ? $0 : nil }
            let isEntry = parent.map { elements[$0].role == .list } ?? false
            while let last = open.last, last != parent.map(Open.element),
                !isEntry || last != parent.map({ .entry(element.entryIndex, of: $0) })
            {
                open.removeLast()
                lines.append("</g>")
            }
            if isEntry, let parent, open.last == .element(parent) {
                lines.append(entry(element.entryIndex, of: elements[parent]).opening)
                open.append(.entry(element.entryIndex, of: parent))
            }
            lines.append(group(element).opening)
            var shape = SVGElement("rect")
            shape.set(element.frame)
            shape.set("fill", "none")
            lines.append(shape.text)
            open.append(.element(index))
        }
        for _ in open { lines.append("</g>") }
    }

    private func entry(_ index: Int?, of list: AccessibilityTree.Element) -> SVGElement {
        var group = SVGElement("g")
        group.set("role", "listitem")
        if let index, let count = list.entryCount {
            group.set("aria-posinset", "\(index + 1)")
            group.set("aria-setsize", "\(count)")
        }
        return group
    }

    private func group(_ element: AccessibilityTree.Element) -> SVGElement {
        var group = SVGElement("g")
        group.set("role", element.role.ariaRole)
        if element.role == .header { group.set("aria-level", "2") }
        if element.role == .pages { group.set("aria-roledescription", "carousel") }
        let isBar = element.role == .progress
        let label = [element.label, isBar ? nil : element.value].compactMap { $0 }.joined(separator: ", ")
        if !label.isEmpty { group.set("aria-label", label) }
        if isBar, let value = element.value { group.set("aria-valuetext", value) }
        for state in element.states { group.set("aria-\(state.rawValue)", "true") }
        return group
    }
}

extension AccessibilityTree.Element.Role {
    /// The name of the role in ARIA.
    fileprivate var ariaRole: String {
        switch self {
        case .button: "button"
        case .header: "heading"
        case .image: "img"
        case .link: "link"
        case .list: "list"
        case .progress: "progressbar"
        case .none, .text, .pages: "group"
        }
    }
}
