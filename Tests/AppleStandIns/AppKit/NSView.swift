// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// A stand-in for what VirtualViewUI uses of AppKit: a tree of views that remembers what was asked of it.

@_exported import CoreGraphics
@_exported import QuartzCore

public typealias NSRect = CGRect
public typealias NSSize = CGSize
public typealias NSPoint = CGPoint

@MainActor open class NSResponder: NSObject {
    open var nextResponder: NSResponder? {
        get { nil }
        set {}
    }

    open func mouseDown(with event: NSEvent) { nextResponder?.mouseDown(with: event) }
    open func mouseDragged(with event: NSEvent) { nextResponder?.mouseDragged(with: event) }
    open func mouseUp(with event: NSEvent) { nextResponder?.mouseUp(with: event) }
    open func scrollWheel(with event: NSEvent) { nextResponder?.scrollWheel(with: event) }
}

open class NSEvent: NSObject {
    public struct Phase: OptionSet, Sendable {
        public let rawValue: UInt

        public static let began = Phase(rawValue: 1)
        public static let mayBegin = Phase(rawValue: 32)

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }
    }

    package nonisolated(unsafe) static var buttons = 0
    package var place = CGPoint.zero
    package var time: TimeInterval = 0

    open class var pressedMouseButtons: Int { buttons }
    open package(set) var phase = NSEvent.Phase()
    open package(set) var momentumPhase = NSEvent.Phase()
    open package(set) var scrollingDeltaX: CGFloat = 0
    open package(set) var scrollingDeltaY: CGFloat = 0
    open var locationInWindow: NSPoint { place }
    open var timestamp: TimeInterval { time }
}

public enum NSUserInterfaceLayoutDirection: Int, Sendable {
    case leftToRight
    case rightToLeft
}

open class NSAppearance: NSObject {
    public struct Name: Hashable, Sendable {
        package let name: String

        public static let aqua = Name(name: "aqua")
        public static let darkAqua = Name(name: "darkAqua")
    }

    package nonisolated(unsafe) static var now = NSAppearance()
    package var name = Name.aqua

    package override init() {
        super.init()
    }

    public init?(named name: NSAppearance.Name) {
        self.name = name
    }

    open func performAsCurrentDrawingAppearance(_ block: () -> Void) {
        let before = Self.now
        Self.now = self
        block()
        Self.now = before
    }

    open func bestMatch(from appearances: [NSAppearance.Name]) -> NSAppearance.Name? {
        appearances.first { $0 == name }
    }
}

@MainActor open class NSView: NSResponder {
    public enum LayerContentsRedrawPolicy: Int, Sendable {
        case onSetNeedsDisplay = 1
    }

    public static let noIntrinsicMetric: CGFloat = -1
    public nonisolated static let boundsDidChangeNotification = Notification.Name("NSViewBoundsDidChangeNotification")

    package var record = ViewRecord()

    public init(frame frameRect: NSRect) {
        super.init()
        ViewRecord.made += 1
        frame = frameRect
    }

    public required init?(coder: NSCoder) {
        return nil
    }

    open override var nextResponder: NSResponder? {
        get { superview }
        set {}
    }

    open private(set) var subviews: [NSView] = []
    package private(set) weak var superview: NSView?
    open private(set) var layer: CALayer?

    open var wantsLayer = false {
        didSet { if wantsLayer, layer == nil { layer = CALayer() } }
    }

    open var layerContentsRedrawPolicy = LayerContentsRedrawPolicy.onSetNeedsDisplay
    open var wantsUpdateLayer: Bool { false }
    open func updateLayer() {}

    open var frame: NSRect {
        get { NSRect(origin: record.origin, size: record.size) }
        set {
            record.origin = newValue.origin
            if newValue.size != record.size { setFrameSize(newValue.size) }
        }
    }

    open func setFrameSize(_ newSize: NSSize) {
        record.size = newSize
        needsLayout = true
        needsDisplay = true
    }

    open func hitTest(_ point: NSPoint) -> NSView? {
        guard frame.contains(point) else { return nil }
        let inner = NSPoint(x: point.x - frame.minX + bounds.minX, y: point.y - frame.minY + bounds.minY)
        for view in subviews.reversed() { if let found = view.hitTest(inner) { return found } }
        return self
    }

    open var bounds: NSRect { NSRect(origin: record.boundsOrigin, size: record.size) }

    open func setBoundsOrigin(_ newOrigin: NSPoint) {
        guard newOrigin != record.boundsOrigin else { return }
        record.boundsOrigin = newOrigin
        if postsBoundsChangedNotifications {
            NotificationCenter.default.post(name: NSView.boundsDidChangeNotification, object: self)
        }
    }

    open var postsBoundsChangedNotifications = false
    open var alphaValue: CGFloat = 1
    open var isHidden = false

    open var clipsToBounds = false {
        didSet { layer?.masksToBounds = clipsToBounds }
    }

    open var isFlipped: Bool { false }
    open var needsLayout = true
    open var needsDisplay = true
    open var window: NSWindow? { superview?.window ?? record.window }
    open var effectiveAppearance: NSAppearance { window?.appearanceNow ?? NSAppearance() }

    open var userInterfaceLayoutDirection: NSUserInterfaceLayoutDirection {
        window?.isRightToLeft == true ? .rightToLeft : .leftToRight
    }

    open var visibleRect: NSRect {
        guard let window else { return .zero }
        let origin = originInWindow
        let part = NSRect(origin: origin, size: bounds.size).intersection(NSRect(origin: .zero, size: window.size))
        return part.isNull ? .zero : part.offsetBy(dx: -origin.x, dy: -origin.y)
    }

    open func addSubview(_ view: NSView) {
        addSubview(view, positioned: .above, relativeTo: nil)
    }

    open func addSubview(_ view: NSView, positioned place: NSWindow.OrderingMode, relativeTo otherView: NSView?) {
        let old = view.window
        view.unlink()
        let other = subviews.firstIndex { $0 === otherView }
        switch place {
        case .below: put(view, at: other ?? 0, from: old)
        case .above: put(view, at: other.map { $0 + 1 } ?? subviews.count, from: old)
        }
    }

    private func put(_ view: NSView, at index: Int, from old: NSWindow?) {
        subviews.insert(view, at: index)
        view.superview = self
        view.record.insertions += 1
        if view.window !== old { view.tellWindow() }
    }

    open func removeFromSuperview() {
        let old = window
        unlink()
        if old != nil { tellWindow() }
    }

    private func unlink() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }

    package func tellWindow() {
        viewDidMoveToWindow()
        for view in subviews { view.tellWindow() }
    }

    open func convert(_ point: NSPoint, from view: NSView?) -> NSPoint {
        let (here, there) = (originInWindow, view?.originInWindow ?? .zero)
        return NSPoint(x: point.x + there.x - here.x, y: point.y + there.y - here.y)
    }

    open var appearance: NSAppearance?

    open func layoutSubtreeIfNeeded() {
        layOutIfNeeded()
    }

    open func displayIfNeeded() {
        drawIfNeeded()
    }

    open func layout() {}
    open func draw(_ dirtyRect: NSRect) {}
    open func viewDidMoveToWindow() {}
    open func viewDidChangeEffectiveAppearance() {}
    open func viewDidChangeBackingProperties() {}
    open var intrinsicContentSize: NSSize { NSSize(width: NSView.noIntrinsicMetric, height: NSView.noIntrinsicMetric) }

    open func invalidateIntrinsicContentSize() {
        record.intrinsicChanges += 1
    }

    open func animator() -> Self {
        record.animations += 1
        return self
    }

    open func isAccessibilityElement() -> Bool { false }
    open func accessibilityChildren() -> [Any]? { nil }
}

@MainActor open class NSApplication: NSResponder {
    private static let instance = NSApplication()

    open class var shared: NSApplication { instance }
}

@MainActor open class NSWindow: NSResponder {
    public enum OrderingMode: Int, Sendable {
        case above = 1
        case below = -1
    }

    public struct StyleMask: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static var borderless: NSWindow.StyleMask { [] }
    }

    public enum BackingStoreType: UInt, Sendable {
        case buffered = 2
    }

    package override init() {
        super.init()
    }

    public init(
        contentRect: NSRect,
        styleMask style: NSWindow.StyleMask,
        backing backingStoreType: NSWindow.BackingStoreType,
        defer flag: Bool
    ) {
        size = contentRect.size
    }

    public nonisolated static let didResizeNotification = NSNotification.Name("NSWindowDidResizeNotification")

    package var scale: CGFloat = 2
    package var size = CGSize.zero {
        didSet { NotificationCenter.default.post(name: NSWindow.didResizeNotification, object: self) }
    }
    package var appearanceNow = NSAppearance()
    package var isRightToLeft = false

    open var backingScaleFactor: CGFloat { scale }
    open var contentLayoutRect: NSRect { NSRect(origin: .zero, size: size) }

    open var contentView: NSView? {
        didSet {
            oldValue?.record.window = nil
            oldValue?.tellWindow()
            contentView?.record.window = self
            contentView?.tellWindow()
        }
    }
}

open class NSGraphicsContext: NSObject {
    @MainActor package static var now: NSGraphicsContext?
    package let context = CGContext()

    @MainActor open class var current: NSGraphicsContext? { now }
    open var cgContext: CGContext { context }
}

open class NSAnimationContext: NSObject {
    open class func runAnimationGroup(
        _ changes: (NSAnimationContext) -> Void,
        completionHandler: (@Sendable () -> Void)? = nil
    ) {
        changes(NSAnimationContext())
    }
}

open class NSImage: NSObject {
    @MainActor package static var named: [String: NSImage] = [:]
    package let pixels: CGImage?
    package let darkPixels: CGImage?
    package var points: CGSize

    package init(_ pixels: CGImage, dark: CGImage, _ points: CGSize) {
        (self.pixels, darkPixels, self.points) = (pixels, dark, points)
    }

    @MainActor public init?(named name: String) {
        guard let image = Self.named[name] else { return nil }
        (pixels, darkPixels, points) = (image.pixels, image.darkPixels, image.points)
    }

    open var size: NSSize {
        get { points }
        set { points = newValue }
    }

    open func cgImage(
        forProposedRect proposedDestRect: UnsafeMutablePointer<NSRect>?,
        context referenceContext: NSGraphicsContext?,
        hints: [NSImageRep.HintKey: Any]?
    ) -> CGImage? { NSAppearance.now.name == .darkAqua ? darkPixels : pixels }
}

open class NSImageRep: NSObject {
    public struct HintKey: Hashable, Sendable {}
}

open class NSWorkspace: NSObject {
    public nonisolated static let accessibilityDisplayOptionsDidChangeNotification =
        NSNotification.Name("NSWorkspaceAccessibilityDisplayOptionsDidChangeNotification")

    package nonisolated(unsafe) static let instance = NSWorkspace()
    fileprivate var handlers: [NSKeyValueObservation.Handler] = []
    package var isOn = false {
        didSet { for handler in handlers { handler.call?() } }
    }
    package var reduces = false {
        didSet {
            let name = NSWorkspace.accessibilityDisplayOptionsDidChangeNotification
            notificationCenter.post(name: name, object: self)
        }
    }

    open private(set) var notificationCenter = NotificationCenter()
    open class var shared: NSWorkspace { instance }
    open var isVoiceOverEnabled: Bool { isOn }
    open var accessibilityDisplayShouldReduceMotion: Bool { reduces }
}

extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
    public static let paragraphStyle = NSAttributedString.Key(rawValue: "NSParagraphStyle")
}

// Foundation has these for every object of Objective-C. Here there is one property that can be observed.

public class NSKeyValueObservation: NSObject {
    fileprivate final class Handler {
        var call: (() -> Void)?
    }

    fileprivate let handler = Handler()

    deinit {
        handler.call = nil
    }
}

public struct NSKeyValueObservedChange<Value> {}

public struct NSKeyValueObservingOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }
}

extension NSWorkspace {
    public func observe<Value>(
        _ keyPath: KeyPath<NSWorkspace, Value>,
        options: NSKeyValueObservingOptions = [],
        changeHandler: @escaping @Sendable (NSWorkspace, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
        let observation = NSKeyValueObservation()
        if keyPath == \NSWorkspace.isVoiceOverEnabled {
            observation.handler.call = { changeHandler(.shared, NSKeyValueObservedChange()) }
            handlers.append(observation.handler)
        }
        return observation
    }
}
