// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public enum NSBorderType: UInt, Sendable {
    case noBorder = 0
}

@MainActor open class NSScroller: NSView {
    public enum Style: Int, Sendable {
        case overlay = 1
    }
}

@MainActor open class NSClipView: NSView {
    open override var isFlipped: Bool { true }

    open func scroll(to newOrigin: NSPoint) {
        setBoundsOrigin(newOrigin)
    }
}

@MainActor open class NSScrollView: NSView {
    public enum Elasticity: Int, Sendable {
        case automatic
        case none
    }

    public nonisolated static let willStartLiveScrollNotification =
        Notification.Name("NSScrollViewWillStartLiveScrollNotification")
    public nonisolated static let didEndLiveScrollNotification =
        Notification.Name("NSScrollViewDidEndLiveScrollNotification")

    public override init(frame frameRect: NSRect) {
        super.init(frame: frameRect)
        addSubview(contentView)
    }

    public required init?(coder: NSCoder) {
        return nil
    }

    open var contentView = NSClipView(frame: .zero)

    open var documentView: NSView? {
        didSet { if let documentView { contentView.addSubview(documentView) } }
    }

    open var drawsBackground = true
    open var borderType = NSBorderType.noBorder
    open var automaticallyAdjustsContentInsets = true
    open var scrollerStyle = NSScroller.Style.overlay
    open var hasVerticalScroller = false
    open var hasHorizontalScroller = false
    open var horizontalScrollElasticity = Elasticity.automatic
    open var verticalScrollElasticity = Elasticity.automatic
    package var reflections = 0

    open func reflectScrolledClipView(_ cView: NSClipView) {
        reflections += 1
    }

    open override func setFrameSize(_ newSize: NSSize) {
        super.setFrameSize(newSize)
        contentView.frame = NSRect(origin: .zero, size: newSize)
    }

    package var wheel: [CGPoint] = []

    open override func scrollWheel(with event: NSEvent) {
        for place in wheel { contentView.setBoundsOrigin(place) }
    }
}

extension NSScrollView {
    /// Two fingers move the content, which goes on by itself, and stops.
    package func drag(to places: [CGPoint]) {
        beginDrag()
        move(to: places)
        endDrag()
    }

    /// The content moves while two fingers are on the trackpad, or by itself.
    package func move(to places: [CGPoint]) {
        let event = NSEvent()
        event.phase = NSEvent.Phase(rawValue: 4)
        wheel = places
        scrollWheel(with: event)
    }

    /// The wheel of a mouse moves the content.
    package func turnWheel(to place: CGPoint) {
        wheel = [place]
        let event = NSEvent()
        event.scrollingDeltaX = place.x - contentView.bounds.minX
        event.scrollingDeltaY = place.y - contentView.bounds.minY
        scrollWheel(with: event)
    }

    /// Two fingers turn to a page, and end somewhat before it.
    package func turn(toPage page: Int) {
        drag(to: [CGPoint(x: (CGFloat(page) - 0.1) * contentView.bounds.width, y: 0)])
    }

    /// Whether the user can move the content along a side.
    package var canMove: (across: Bool, down: Bool) {
        (horizontalScrollElasticity == .automatic, verticalScrollElasticity == .automatic)
    }

    package func beginDrag() {
        NotificationCenter.default.post(name: NSScrollView.willStartLiveScrollNotification, object: self)
    }

    package func endDrag() {
        NotificationCenter.default.post(name: NSScrollView.didEndLiveScrollNotification, object: self)
    }
}
