// What a host of any system passes on: touches and time.

extension Container {
    /// What a finger does.
    @nonexhaustive
    public enum TouchPhase: Hashable, Sendable {
        /// It goes down.
        case began
        /// It moves.
        case moved
        /// It goes up.
        case ended
        /// It has become something else, such as scrolling, or the system took it away.
        case cancelled
    }

    /// Tracks a finger: the touched node is drawn as pressed and gets its clicks and long clicks.
    ///
    /// - A finger that goes up where it went down clicks the node that ``hitTest(_:)`` finds there.
    /// - A finger that moves more than 10 points presses no more, and neither does one whose node is scrolled, goes away,
    ///   or shows the data of another entry. A node that no longer takes clicks when the finger goes up gets none.
    /// - A node that takes long clicks gets one after 0.5 seconds, and then no click.
    /// - One finger counts at a time: others do nothing if they go down while it is on a node that it pressed.
    /// - A press shows at once; inside content that scrolls after 0.1 seconds. That of a tap shows for at least 0.06
    ///   seconds (`pressedBackground` and `pressedAlpha` in `Docs/Language.md`).
    ///
    /// The touch and all that is due until then are handled when this returns. Draw again if ``needsDisplay`` says so.
    ///
    /// - Parameters:
    ///   - phase: What the finger does.
    ///   - finger: The number of the finger, from when it goes down until it goes up.
    ///   - point: Its place in the container, in points.
    ///   - time: The time in seconds on any clock, from 0; it is never taken back.
    /// - Returns: The time at which to call ``advance(to:)``; `nil` if nothing will be due.
    /// - Complexity: O(*n*) in the number of nodes for a finger that goes down, else O(*d*) in the node's depth.
    @discardableResult
    public func touch(_ phase: TouchPhase, finger: Int = 0, at point: LayoutPoint, time: Double) -> Double? {
        deliver?()
        let context = tree.context
        let outer = context.enter(.event)
        defer { context.leave(to: outer) }
        let now = clock.advance(to: time)
        passTime(to: now)
        switch phase {
        case .began:
            tree.context.withTouch { $0.fingers.insert(finger) }
            guard !tree.context.touch.isDown || tree.context.touch.finger == finger else { break }
            tree.context.withTouch { $0.cancel() }
            guard let node = hitTest(point) else { break }
            tree.context.withTouch { $0.begin(finger, on: node, at: point, time: now) }
        case .moved, .ended, .cancelled:
            if phase != .moved { tree.context.withTouch { $0.fingers.remove(finger) } }
            guard tree.context.touch.isDown, tree.context.touch.finger == finger else { break }
            follow(phase, at: point, time: now)
        }
        return advance(to: now)
    }

    /// Does what is due by a time: presses that show or end, long clicks, and pages that turn by themselves.
    ///
    /// Call it at the time that the last call of this or ``touch(_:finger:at:time:)`` returned, and after a layout or
    /// drawing, because other pages may turn then.
    ///
    /// - Parameter time: The time in seconds on the clock of the touches.
    /// - Returns: The time at which to call this again; `nil` if nothing will be due.
    /// - Complexity: O(*p*) in the number of pages that were laid out, if nothing is due.
    @discardableResult
    public func advance(to time: Double) -> Double? {
        deliver?()
        let context = tree.context
        let outer = context.enter(.event)
        defer { context.leave(to: outer) }
        let now = clock.advance(to: time)
        passTime(to: now)
        let turn = turnDuePages(at: now)
        guard let touch = tree.context.touch.deadline else { return turn }
        return min(touch, turn ?? touch)
    }

    /// Does what is due in the touch.
    private func passTime(to now: Double) {
        while let effect = tree.context.withTouch({ $0.next(by: now) }) {
            guard effect == .longClick, let node = tree.context.touch.node else { continue }
            if canSend(.longClick, to: node) {
                send(.longClick, to: node)
            } else {
                tree.context.withTouch { $0.cancel() }
            }
        }
    }

    private func follow(_ phase: TouchPhase, at point: LayoutPoint, time: Double) {
        switch phase {
        case .moved: tree.context.withTouch { $0.move(to: point) }
        case .ended:
            tree.context.withTouch { $0.move(to: point) }
            let node = tree.context.withTouch { $0.end(at: time) }
            guard let node else { return }
            if canSend(.click, to: node) { send(.click, to: node) } else { tree.context.withTouch { $0.cancel() } }
        case .began, .cancelled: tree.context.withTouch { $0.cancel() }
        }
    }

    /// Whether a node is still in the tree and visible, and still takes the event.
    private func canSend(_ kind: NodeEvent.Kind, to node: Node) -> Bool {
        node.accepts(kind) && node.isInside(tree.root) && !isHidden(node)
    }
}

/// The latest time that a host told.
struct HostClock {
    private var now = 0.0

    /// Returns a time that is not before the latest one; what is no time is the latest one.
    mutating func advance(to time: Double) -> Double {
        if time.isFinite, time > now { now = time }
        return now
    }
}
