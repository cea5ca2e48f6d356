import VirtualViewFormat

// What screen readers make of a template, for the client that tells them.

extension TemplateLinter {
    mutating func checkAccessibility() {
        guard client == .swift else { return }
        var isHidden = [Bool](repeating: false, count: lint.nodes.count)
        var isSpokenFor = isHidden
        for node in lint.nodes {
            if let parent = node.parent {
                isSpokenFor[node.index] = isSpokenFor[parent] || speaksSurely(lint.nodes[parent])
            }
            isHidden[node.index] =
                lint.number("accessibilityHidden", of: node) == 1 || (node.parent.map { isHidden[$0] } ?? false)
            checkAttributes(node, isHidden: isHidden[node.index], isSpokenFor: isSpokenFor[node.index])
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
    private mutating func checkAttributes(_ node: LintTree.Node, isHidden: Bool, isSpokenFor: Bool) {
        var names = ["accessibilityState", "accessibilityValue"]
        let reason: LintMessage.UnreadReason
        if isHidden {
            reason = .isHidden
            names += ["accessibilityLabel", "accessibilityRole", "accessibilityGroup"]
        } else if isSpokenFor, let component = node.component, component.children != .fromData, !takesClicks(node) {
            reason = .isSpokenFor
            // A value is read behind the label to which it belongs.
            if hasLabel(node) { names.removeLast() }
        } else if !isElement(node) {
            reason = .isNoElement
        } else {
            return
        }
        for case let attribute? in names.map({ node[$0] }) {
            report(.unreadAttribute(attribute.name, node.name, reason), at: attribute.nameSpan)
        }
    }

    /// Returns whether an element speaks for everything in it, whatever the data are.
    private func speaksSurely(_ node: LintTree.Node) -> Bool {
        guard node.component?.children == .any else { return false }
        return lint.number("accessibilityGroup", of: node) == 1
            || (takesTouches(node) && node["accessibilityRole"] == nil)
    }

    private func hasLabel(_ node: LintTree.Node) -> Bool {
        node["accessibilityLabel"] != nil || node[LanguageSchema.labelAlias] != nil
    }

    private func takesClicks(_ node: LintTree.Node) -> Bool {
        takesTouches(node) && lint.role(of: node) != "none"
    }

    /// Returns whether an element itself has something to say, or gets it from data or from the app.
    private func hasWords(_ node: LintTree.Node) -> Bool {
        guard let component = node.component, component.children != .fromData else { return true }
        return node["text"] != nil || hasLabel(node)
            || component.name == "TotalContainer" || component.name == "VirtualContainer"
    }

    /// Returns whether a screen reader may present an element by itself.
    private func isElement(_ node: LintTree.Node) -> Bool {
        guard let component = node.component, component.children != .fromData else { return true }
        let role = lint.role(of: node)
        return node.isText || component.name == "VirtualTime" || takesClicks(node)
            || (role != nil && role != "auto" && role != "none")
            || hasLabel(node)
            || (node["accessibilityGroup"] != nil && lint.number("accessibilityGroup", of: node) != 0)
    }
}
