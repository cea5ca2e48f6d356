/// An element as the accessibility interfaces of systems have it: a flat list, in which an element has a label, traits, a
/// frame and actions, and contains no other one.
package struct SpokenElement: Hashable, Sendable {
    /// What a system says of an element, or does with it.
    package struct Traits: OptionSet, Hashable, Sendable {
        package let rawValue: UInt16

        package init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        package static let text = Traits(rawValue: 1)
        package static let button = Traits(rawValue: 2)
        package static let header = Traits(rawValue: 4)
        package static let image = Traits(rawValue: 8)
        package static let link = Traits(rawValue: 16)
        package static let progress = Traits(rawValue: 32)
        /// The user goes to the next and to the one before.
        package static let adjustable = Traits(rawValue: 64)
        package static let selected = Traits(rawValue: 128)
        package static let disabled = Traits(rawValue: 256)
    }

    /// Something that a user can do beside activating the element.
    package struct Action: Hashable, Sendable {
        /// What a system calls it.
        package var name: String
        /// The index of the element that it is done with.
        package var element: Int
        /// What is done.
        package var action: AccessibilityTree.Element.Action
    }

    /// The words that a host says itself.
    package struct Words: Hashable, Sendable {
        package var longClick: String
        package var page: String
        package var items: String
        package var expanded: String

        package init(longClick: String, page: String, items: String, expanded: String) {
            self.longClick = longClick
            self.page = page
            self.items = items
            self.expanded = expanded
        }
    }

    /// The index of the element in the tree.
    package var element: Int
    /// What the element is called.
    package var label: String
    /// Its value.
    package var value: String?
    /// What it is.
    package var traits: SpokenElement.Traits
    /// Its frame in the container.
    package var frame: LayoutRect
    /// Whether the element takes a click.
    package var isClickable: Bool
    /// What else it offers.
    package var actions: [SpokenElement.Action]
}

extension AccessibilityTree {
    /// Returns the elements for a system that knows no elements inside of others.
    ///
    /// What is inside of a button or a group becomes actions of that. A list is there only if something can be done with
    /// it; pages and sliders are elements with which the user goes on and back. What has neither words nor actions is
    /// left out.
    ///
    /// - Parameter words: The words of the host.
    /// - Returns: The elements in reading order.
    /// - Complexity: O(*n*) in the number of elements.
    package func spokenElements(_ words: SpokenElement.Words) -> [SpokenElement] {
        var spoken: [SpokenElement] = []
        // The place of an element in the result, or of the one that it is inside of.
        var places: [Int?] = []
        for (index, element) in elements.enumerated() {
            if let parent = element.parent, !elements[parent].contains, let place = places[parent] {
                spoken[place].actions += element.innerActions(index, words)
                places.append(place)
                continue
            }
            let own = SpokenElement(element, index, words)
            guard !own.label.isEmpty || own.isClickable || !own.actions.isEmpty || own.traits.contains(.adjustable)
            else {
                places.append(nil)
                continue
            }
            places.append(spoken.count)
            spoken.append(own)
        }
        return spoken
    }
}

extension SpokenElement {
    fileprivate init(_ element: AccessibilityTree.Element, _ index: Int, _ words: Words) {
        self.element = index
        frame = element.frame
        traits = Traits(element)
        isClickable = element.actions.contains(.click)
        actions =
            element.actions.contains(.longClick)
            ? [Action(name: words.longClick, element: index, action: .longClick)] : []
        label = element.label ?? ""
        var values = element.value.map { [$0] } ?? []
        if element.contains {
            if label.isEmpty, traits.contains(.adjustable) { label = element.role == .pages ? words.page : words.items }
            if let page = element.currentPage, let count = element.entryCount {
                values.append("\(page + 1) / \(count)")
            }
        } else if label.isEmpty, !values.isEmpty {
            label = values.removeFirst()
        }
        if element.states.contains(.expanded) { values.append(words.expanded) }
        value = values.isEmpty ? nil : values.joined(separator: ", ")
    }
}

extension SpokenElement.Traits {
    fileprivate init(_ element: AccessibilityTree.Element) {
        switch element.role {
        case .text: self = .text
        case .button: self = .button
        case .header: self = .header
        case .image: self = .image
        case .link: self = .link
        case .progress: self = .progress
        case .none, .list, .pages: self = []
        }
        if element.actions.contains(.increment) || element.actions.contains(.decrement) { insert(.adjustable) }
        // What is only said is a text.
        if isEmpty { insert(element.actions.contains(.click) ? .button : .text) }
        if element.states.contains(.selected) { insert(.selected) }
        if element.states.contains(.disabled) { insert(.disabled) }
    }
}

extension AccessibilityTree.Element {
    /// Whether the elements inside are elements of their own.
    fileprivate var contains: Bool { role == .list || role == .pages }

    /// Returns what the element around this one offers for it.
    fileprivate func innerActions(_ index: Int, _ words: SpokenElement.Words) -> [SpokenElement.Action] {
        let name = label ?? value ?? ""
        guard !name.isEmpty else { return [] }
        return actions.compactMap { action in
            switch action {
            case .click: SpokenElement.Action(name: name, element: index, action: action)
            case .longClick:
                SpokenElement.Action(name: "\(words.longClick): \(name)", element: index, action: action)
            case .increment, .decrement: nil
            }
        }
    }
}
