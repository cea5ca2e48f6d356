import VirtualViewFormat

// What screen readers make of a template, for the client that tells them.

extension TemplateLinter {
    mutating func checkAccessibility() {
        guard client == .swift else { return }
        var isHidden = [Bool](repeating: false, count: lint.nodes.count)
        for node in lint.nodes {
            isHidden[node.index] =
                lint.number("accessibilityHidden", of: node) == 1 || (node.parent.map { isHidden[$0] } ?? false)
            checkAttributes(node, isHidden: isHidden[node.index])
        }
        // Whether there is anything to say about an element, from those inside outwards.
        var speaks = lint.nodes.map(hasWords)
        for node in lint.nodes.reversed() where speaks[node.index] && !isHidden[node.index] {
            if let parent = node.parent, !takesClicks(node) { speaks[parent] = true }
        }
        for node in lint.nodes where !speaks[node.index] && !isHidden[node.index] && takesClicks(node) {
            // The app may fill an empty box.
            guard !node.children.isEmpty || node.layout == nil else { continue }
            report(.unlabelledButton(node.name), at: node.element.nameSpan)
        }
    }

    /// Finds attributes that nothing reads.
    private mutating func checkAttributes(_ node: LintTree.Node, isHidden: Bool) {
        let names = ["accessibilityLabel", "accessibilityRole", "accessibilityValue", "accessibilityState"]
        if isHidden {
            for case let attribute? in (names + ["accessibilityGroup"]).map({ node[$0] }) {
                report(.unreadAttribute(attribute.name, node.name, isHidden: true), at: attribute.nameSpan)
            }
        } else if !isElement(node) {
            for case let attribute? in names.suffix(2).map({ node[$0] }) {
                report(.unreadAttribute(attribute.name, node.name, isHidden: false), at: attribute.nameSpan)
            }
        }
    }

    private func takesClicks(_ node: LintTree.Node) -> Bool {
        takesTouches(node) && !lint.isWord("none", "accessibilityRole", of: node)
    }

    /// Returns whether an element itself has something to say, or gets it from data or from the app.
    private func hasWords(_ node: LintTree.Node) -> Bool {
        guard let component = node.component, component.children != .fromData else { return true }
        return node["text"] != nil || node["accessibilityLabel"] != nil || node[LanguageSchema.labelAlias] != nil
            || component.name == "TotalContainer" || component.name == "VirtualContainer"
    }

    /// Returns whether a screen reader may present an element by itself.
    private func isElement(_ node: LintTree.Node) -> Bool {
        guard let component = node.component, component.children != .fromData else { return true }
        let role = node["accessibilityRole"]?.value
        return node.isText || component.name == "VirtualTime" || takesClicks(node)
            || (role != nil && role != "auto" && role != "none")
            || node["accessibilityLabel"] != nil || node[LanguageSchema.labelAlias] != nil
            || (node["accessibilityGroup"] != nil && lint.number("accessibilityGroup", of: node) != 0)
    }
}
