/// The press of a tree that a finger makes, and the node that it presses.
struct TouchTracker {
    /// The fingers that are down, whatever they are on.
    var fingers: Set<Int> = []
    /// The finger that presses, as the host numbers it.
    private(set) var finger = 0
    private(set) var node: Node?
    private var press: Press?

    /// Whether a finger is down on a node that it pressed, and has not become something else.
    var isDown: Bool { press?.isDown ?? false }

    /// The node that is drawn as pressed, with what it contains.
    var pressedNode: Node? { press?.isShown == true ? node : nil }

    /// The time at which something is due.
    var deadline: Double? { press?.deadline }

    /// Starts the press of a node; the last one was cancelled.
    mutating func begin(_ finger: Int, on node: Node, at point: LayoutPoint, time: Double) {
        let traits = Press.Traits(
            takesClick: node.accepts(.click),
            takesLongClick: node.accepts(.longClick),
            isScrolled: node.isInScrolledContent
        )
        self.finger = finger
        self.node = node
        press = Press(at: point, time: time, traits)
    }

    /// Does the first thing that is due by a time.
    ///
    /// - Returns: The event to send, or that there may be more to do; `nil` if nothing is due.
    mutating func next(by time: Double) -> Press.Effect? {
        guard let effect = press?.next(by: time) else { return nil }
        show(effect)
        return effect
    }

    mutating func move(to point: LayoutPoint) {
        show(press?.move(to: point))
    }

    /// Ends the touch of the finger; returns the node to click.
    mutating func end(at time: Double) -> Node? {
        guard let effects = press?.end(at: time) else { return nil }
        let node = node
        show(effects.0)
        return effects.1 == .click ? node : nil
    }

    mutating func cancel() {
        show(press?.cancel())
    }

    /// Cancels the press of a node that is, or is below, another one.
    mutating func cancel(below root: Node) {
        if let node, node.isInside(root) { cancel() }
    }

    private mutating func show(_ effect: Press.Effect?) {
        if effect == .show || effect == .hide { node?.invalidate(.drawing) }
        guard let press, press.isOver else { return }
        self.press = nil
        node = nil
    }
}

extension Node {
    /// Whether a touch of the node may be the start of scrolling.
    fileprivate var isInScrolledContent: Bool {
        var node: Node? = self
        while let current = node {
            if let container = current as? ItemContainerNode, container.canBeScrolled { return true }
            node = current.parentLink
        }
        return false
    }

    /// Whether the node is another one or below it.
    package final func isInside(_ root: Node) -> Bool {
        var node: Node? = self
        while let current = node {
            if current === root { return true }
            node = current.parentLink
        }
        return false
    }
}

extension ItemContainerNode {
    /// Whether the user can scroll the content.
    fileprivate var canBeScrolled: Bool {
        switch self {
        case let page as PageNode: page.canSlide && page.pageCount > 1
        case is ScrollerNode, is SliderNode:
            contentSize.width > frame.size.width || contentSize.height > frame.size.height
        default: false
        }
    }
}
