/// One press of a node, from the moment the finger goes down until nothing of it is seen: a state machine.
///
/// Time comes from outside, in seconds. What is due at a time is done before what happens at that time, so that the
/// same touches at the same times have the same effects, however often the time is told.
struct Press {
    /// What follows from a touch or from the passing of time.
    enum Effect: Hashable {
        /// The node is drawn as pressed.
        case show
        /// The node is drawn as it is otherwise.
        case hide
        /// The user held the node.
        case longClick
        /// The user tapped the node.
        case click
    }

    /// What the node and its surroundings ask for.
    struct Traits: Hashable {
        /// Whether the node takes clicks.
        let takesClick: Bool
        /// Whether a touch that is held is a long click.
        let takesLongClick: Bool
        /// Whether the node is in something that scrolls, so that a touch may be the start of that.
        let isScrolled: Bool
    }

    private enum State {
        /// The finger is down and may still click.
        case down
        /// The long click was sent; no click comes after it.
        case held
        /// The finger is up, after a click.
        case up
        /// Nothing is left.
        case over
    }

    /// The distance in points beyond which a finger moves instead of pressing.
    static let slop = 10.0
    /// The time after which a press shows where things scroll.
    static let showDelay = 0.1
    /// The time for which the press of a tap shows at least.
    static let leastShown = 0.06
    /// The time after which a press is a long click.
    static let longTime = 0.5

    private let traits: Traits
    private let start: LayoutPoint
    private let showTime: Double
    private let longClickTime: Double
    private var state = State.down
    private var shownSince: Double?

    /// Makes the press of a finger that goes down; what follows at once is due at the same time.
    init(at point: LayoutPoint, time: Double, _ traits: Traits) {
        self.traits = traits
        start = point
        showTime = traits.isScrolled ? time + Self.showDelay : time
        longClickTime = time + Self.longTime
    }

    /// Whether the finger is down and has not become something else.
    var isDown: Bool { state == .down || state == .held }

    /// Whether nothing of the press is left.
    var isOver: Bool { state == .over }

    /// Whether the node is drawn as pressed.
    var isShown: Bool { shownSince != nil }

    /// The time at which something is due; `nil` if nothing will be.
    var deadline: Double? {
        switch state {
        case .down where !isShown: traits.takesLongClick ? min(showTime, longClickTime) : showTime
        case .down: traits.takesLongClick ? longClickTime : nil
        case .up: shownSince.map { $0 + Self.leastShown }
        case .held, .over: nil
        }
    }

    /// Does the first thing that is due by a time; returns `nil` if there is nothing.
    mutating func next(by time: Double) -> Effect? {
        guard let due = deadline, due <= time else { return nil }
        if state == .up { return cancel() }
        if !isShown {
            shownSince = due
            return .show
        }
        state = .held
        return .longClick
    }

    /// The finger moved.
    mutating func move(to point: LayoutPoint) -> Effect? {
        let (x, y) = (point.x - start.x, point.y - start.y)
        // A place that is no number is far away.
        let isNear = x * x + y * y <= Self.slop * Self.slop
        return isNear || !isDown ? nil : cancel()
    }

    /// The finger went up: returns what follows, in order.
    mutating func end(at time: Double) -> (Effect?, Effect?) {
        guard state == .down, traits.takesClick else { return (isDown ? cancel() : nil, nil) }
        state = .up
        if isShown { return (nil, .click) }
        shownSince = time
        return (.show, .click)
    }

    /// The touch has become something else, such as scrolling.
    mutating func cancel() -> Effect? {
        let wasShown = isShown
        state = .over
        shownSince = nil
        return wasShown ? .hide : nil
    }
}
