// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// A stand-in for what VirtualViewUI uses of UIKit: a tree of views that remembers what was asked of it.

@_exported import CoreGraphics
@_exported import QuartzCore

@MainActor open class UIResponder: NSObject {
    open var next: UIResponder? { nil }

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }

    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }

    // UIKit declares these for every object.
    open var accessibilityElements: [Any]?
    open var accessibilityLabel: String?
    open var accessibilityValue: String?
    open var accessibilityTraits: UIAccessibilityTraits = []
    open var accessibilityCustomActions: [UIAccessibilityCustomAction]?
    open func accessibilityActivate() -> Bool { false }
    open func accessibilityIncrement() {}
    open func accessibilityDecrement() {}
    open func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool { false }
    open func accessibilityElementDidBecomeFocused() {}
}

@MainActor open class UITouch: NSObject {
    package var place = CGPoint.zero
    package var time: TimeInterval = 0

    open var timestamp: TimeInterval { time }

    /// The place is that in the window.
    open func location(in view: UIView?) -> CGPoint { view?.convert(place, from: nil) ?? place }
}

@MainActor open class UIEvent: NSObject {}

public enum UIUserInterfaceLayoutDirection: Int, Sendable {
    case leftToRight
    case rightToLeft
}

public enum UIUserInterfaceStyle: Int, Sendable {
    case unspecified
    case light
    case dark
}

public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable {
    public var rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let unspecified = UIContentSizeCategory(rawValue: "unspecified")
    package static let large = UIContentSizeCategory(rawValue: "L")
    package static let accessibilityLarge = UIContentSizeCategory(rawValue: "AX")
}

open class UITraitCollection: NSObject {
    package nonisolated(unsafe) static var now = UITraitCollection()
    package var traits = FakeTraits()

    open class var current: UITraitCollection { now }

    open func performAsCurrent(_ actions: () -> Void) {
        let before = Self.now
        Self.now = self
        actions()
        Self.now = before
    }

    open var displayScale: CGFloat { traits.scale }
    open var userInterfaceStyle: UIUserInterfaceStyle { traits.style }
    open var preferredContentSizeCategory: UIContentSizeCategory { traits.size }
}

open class UIColor: NSObject {
    open class var systemBackground: UIColor { UIColor() }
}

open class UIFont: NSObject {
    public struct TextStyle: Hashable, Sendable {
        public static let body = TextStyle()
    }
}

open class UIFontMetrics: NSObject {
    public init(forTextStyle textStyle: UIFont.TextStyle) {}

    open func scaledValue(for value: CGFloat, compatibleWith traitCollection: UITraitCollection?) -> CGFloat {
        traitCollection?.preferredContentSizeCategory == .accessibilityLarge ? value * 1.5 : value
    }
}

public struct UILayoutPriority: RawRepresentable, Hashable, Sendable {
    public var rawValue: Float

    public init(rawValue: Float) {
        self.rawValue = rawValue
    }
}

@MainActor open class UIView: UIResponder {
    public enum ContentMode: Int, Sendable {
        case redraw = 3
    }

    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        public static var flexibleWidth: AutoresizingMask { AutoresizingMask(rawValue: 2) }
        public static var flexibleHeight: AutoresizingMask { AutoresizingMask(rawValue: 16) }
    }

    public static let noIntrinsicMetric: CGFloat = -1

    package var record = ViewRecord()

    public init(frame: CGRect) {
        super.init()
        ViewRecord.made += 1
        self.frame = frame
    }

    public required init?(coder: NSCoder) {
        return nil
    }

    open override var next: UIResponder? { superview }
    open private(set) var subviews: [UIView] = []
    open private(set) weak var superview: UIView?
    public let layer = CALayer()

    open var frame: CGRect {
        get { CGRect(origin: record.origin, size: bounds.size) }
        set {
            if ViewRecord.isAnimating, newValue != frame { record.animatedMoves += 1 }
            record.origin = newValue.origin
            guard newValue.size != bounds.size else { return }
            bounds.size = newValue.size
        }
    }

    open var bounds = CGRect.zero {
        didSet {
            guard bounds.size != oldValue.size else { return }
            setNeedsLayout()
            if contentMode == .redraw { setNeedsDisplay() }
        }
    }

    open var backgroundColor: UIColor?
    open var alpha: CGFloat = 1
    open var isOpaque = true
    open var isUserInteractionEnabled = true
    open var isMultipleTouchEnabled = false
    open var contentMode: ContentMode = .redraw
    open var autoresizingMask: AutoresizingMask = []
    open var isHidden = false

    open var clipsToBounds = false {
        didSet { layer.masksToBounds = clipsToBounds }
    }

    open var window: UIWindow? { (self as? UIWindow) ?? superview?.window }
    open var traitCollection: UITraitCollection { superview?.traitCollection ?? UITraitCollection() }

    open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
        traitCollection.traits.isRightToLeft ? .rightToLeft : .leftToRight
    }

    open func addSubview(_ view: UIView) {
        insertSubview(view, at: subviews.count)
    }

    open func insertSubview(_ view: UIView, at index: Int) {
        let old = view.window
        view.unlink()
        put(view, at: min(index, subviews.count), from: old)
    }

    private func put(_ view: UIView, at index: Int, from old: UIWindow?) {
        subviews.insert(view, at: index)
        view.superview = self
        view.record.insertions += 1
        if view.window !== old { view.tellWindow() }
    }

    open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
        let old = view.window
        view.unlink()
        put(view, at: subviews.firstIndex { $0 === siblingSubview }.map { $0 + 1 } ?? subviews.count, from: old)
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

    private func tellWindow() {
        didMoveToWindow()
        for view in subviews { view.tellWindow() }
    }

    open func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        let (here, there) = (contentOrigin, view?.contentOrigin ?? .zero)
        return rect.offsetBy(dx: there.x - here.x, dy: there.y - here.y)
    }

    open func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        convert(CGRect(origin: point, size: .zero), from: view).origin
    }

    open class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        let wasAnimating = ViewRecord.isAnimating
        ViewRecord.isAnimating = false
        actionsWithoutAnimation()
        ViewRecord.isAnimating = wasAnimating
    }

    open func setNeedsLayout() {
        record.needsLayout = true
    }

    open func setNeedsDisplay() {
        record.needsDisplay = true
    }

    package func layoutIfNeeded() {
        if record.needsLayout {
            record.needsLayout = false
            layoutSubviews()
        }
        for view in subviews { view.layoutIfNeeded() }
    }

    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        guard isUserInteractionEnabled, alpha > 0.01, bounds.contains(point) else { return nil }
        for view in subviews.reversed() {
            let inner = CGPoint(
                x: point.x - view.frame.minX + view.bounds.minX,
                y: point.y - view.frame.minY + view.bounds.minY
            )
            if let found = view.hitTest(inner, with: event) { return found }
        }
        return self
    }

    open func layoutSubviews() {}
    open func draw(_ rect: CGRect) {}
    open func didMoveToWindow() {}
    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}
    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

    open var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }

    open func invalidateIntrinsicContentSize() {
        record.intrinsicChanges += 1
    }

    open func systemLayoutSizeFitting(
        _ targetSize: CGSize,
        withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
        verticalFittingPriority: UILayoutPriority
    ) -> CGSize { targetSize }
}

@MainActor open class UIWindow: UIView {
    package var current = UITraitCollection()

    public override init(frame: CGRect) {
        super.init(frame: frame)
    }

    public init(windowScene: UIWindowScene) {
        super.init(frame: .zero)
    }

    public required init?(coder: NSCoder) {
        return nil
    }

    open var rootViewController: UIViewController? {
        didSet { if let view = rootViewController?.view { addSubview(view) } }
    }

    open override var traitCollection: UITraitCollection { current }

    open func makeKeyAndVisible() {}
}

public func UIGraphicsGetCurrentContext() -> CGContext? { ViewRecord.context }

open class UIImage: NSObject {
    package nonisolated(unsafe) static var named: [String: UIImage] = [:]
    package var pixels: CGImage?
    package var darkPixels: CGImage?
    package var points = CGSize.zero

    package init(_ pixels: CGImage, dark: CGImage, _ points: CGSize) {
        (self.pixels, darkPixels, self.points) = (pixels, dark, points)
    }

    public init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?) {
        guard let image = Self.named[name] else { return nil }
        pixels = traitCollection?.userInterfaceStyle == .dark ? image.darkPixels : image.pixels
        points = image.points
    }

    open var cgImage: CGImage? { pixels }
    open var size: CGSize { points }
}
