public import VirtualViewExpressions

/// What a container shows, for those who do not see it: a host makes its system's accessibility elements from this.
///
/// The elements stand in reading order. An element that contains others, such as a list, stands before them.
///
/// Like a container, a tree has one owner; its ``elements`` are values.
public struct AccessibilityTree {
    /// The elements in reading order.
    public let elements: [AccessibilityTree.Element]
    /// The node of each element, which identifies it while the container lives.
    public let nodes: [Node]
}

extension AccessibilityTree {
    /// One element: a text, a button, a list.
    public struct Element: Hashable, Sendable {
        /// What an element is.
        @nonexhaustive
        public enum Role: String, Hashable, Sendable, CaseIterable {
            /// Nothing in particular.
            case none
            /// A text.
            case text
            /// Something to press.
            case button
            /// The title of what follows.
            case header
            /// A picture.
            case image
            /// Something to press that leads elsewhere.
            case link
            /// A progress bar.
            case progress
            /// A list; its entries are the elements inside.
            case list
            /// Pages, of which one is shown; its elements are inside.
            case pages
        }

        /// A state that an element is in.
        @nonexhaustive
        public enum State: String, Hashable, Sendable, CaseIterable {
            /// The element is chosen.
            case selected
            /// The element can be used at other times only.
            case disabled
            /// What belongs to the element is shown.
            case expanded
        }

        /// Something that a user can do with an element.
        @nonexhaustive
        public enum Action: String, Hashable, Sendable, CaseIterable {
            /// A click.
            case click
            /// A long click.
            case longClick
            /// The next page, or the next item of a slider.
            case increment
            /// The page before, or the item before.
            case decrement
        }

        /// The path of the data that the node's tree shows, in the data of the outermost tree.
        public let dataPath: DataPath
        /// The number of the node in its template, in pre-order; with ``dataPath`` it identifies the element in items
        /// that are made elsewhere.
        public let templateIndex: Int
        /// The node's id; 0 for none.
        public let nodeID: Int32
        /// The index of the list, the pages or the group that the element belongs to; `nil` for none.
        ///
        /// What belongs to an element of another role are its inner actions: a host offers them with that element.
        public internal(set) var parent: Int?
        /// What the element is.
        public let role: AccessibilityTree.Element.Role
        /// What the element is called; `nil` if nothing says it.
        public internal(set) var label: String?
        /// The value, such as `62%`.
        public let value: String?
        /// The states.
        public let states: [AccessibilityTree.Element.State]
        /// What a user can do with the element; see ``Container/perform(_:on:)``.
        public let actions: [AccessibilityTree.Element.Action]
        /// The node's frame in the container as it is seen, with everything scrolled; parts or all of it may be outside
        /// of the visible part of a list.
        public let frame: LayoutRect
        /// The entry of the list that the element belongs to, or the page, from 0.
        public let entryIndex: Int?
        /// The number of entries of a list, or of pages; elements of those that are not live are not in the tree.
        public let entryCount: Int?
        /// The page that pages show, from 0.
        public let currentPage: Int?
    }
}

extension Container {
    /// Returns what a screen reader presents, in reading order.
    ///
    /// Lay out first. Nodes that are not shown are left out, and so is what ``Node/isAccessibilityHidden`` hides; of
    /// pages there is the current one, and of lists what is live. The tree is outdated when ``needsDisplay`` is.
    ///
    /// - Returns: The elements and their nodes.
    /// - Complexity: O(*n*) in the number of nodes and the length of their texts.
    public func accessibilityTree() -> AccessibilityTree {
        var walk = AccessibilityWalk(self)
        return walk.run()
    }

    /// Does what a user of a screen reader does with an element.
    ///
    /// A click or a long click sends the event. Pages turn, and a slider moves by one item, which sends the events that
    /// those have.
    ///
    /// - Parameters:
    ///   - action: The action, one of the element's.
    ///   - node: The element's node.
    /// - Returns: Whether there was anything to do; there is nothing for a node that is gone or hidden.
    @discardableResult
    public func perform(_ action: AccessibilityTree.Element.Action, on node: Node) -> Bool {
        deliver?()
        // The nodes of an entry that is gone wait for another one.
        guard node.isInside(tree.root), !isHidden(node), node.accessibilityActions.contains(action) else {
            return false
        }
        switch action {
        case .click: send(.click, to: node)
        case .longClick: send(.longClick, to: node)
        case .increment, .decrement:
            let isForward = action == .increment
            if let page = node as? PageNode {
                turn(page, to: page.currentPage + (isForward ? 1 : -1))
            } else if let slider = node as? SliderNode {
                guard let offset = slider.offset(ofNextItem: isForward) else { return false }
                scroll(slider, to: offset)
            }
        }
        return true
    }
}

extension RenderedItem {
    /// Returns the part that takes the clicks of an element of the item.
    ///
    /// - Parameter element: One of ``accessibilityElements``.
    /// - Returns: The part; `nil` if the element takes no clicks or is scrolled out of sight.
    /// - Complexity: O(*n*) in the number of parts that take touches.
    public func touchArea(of element: AccessibilityTree.Element) -> TouchArea? {
        // Two containers may show the same data.
        touchAreas.first {
            $0.templateIndex == element.templateIndex && $0.dataPath == element.dataPath
                && !$0.frame.intersection(element.frame).isEmpty
        }
    }
}
