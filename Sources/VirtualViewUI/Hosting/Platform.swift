// The few things that UIKit and AppKit call by different names. Everything above is written once.

#if canImport(UIKit)
    import QuartzCore
    import UIKit

    /// A view of the system: `UIView` here.
    public typealias PlatformView = UIView

    extension PlatformView {
        /// The layer that shows the view.
        var surface: CALayer? { layer }

        /// The opacity of the view with everything inside.
        var opacity: CGFloat {
            get { alpha }
            set { alpha = newValue }
        }

        /// Puts a view in front of one of the subviews; behind all of them for `nil`.
        func insert(_ view: PlatformView, inFrontOf other: PlatformView?) {
            if let other { insertSubview(view, aboveSubview: other) } else { insertSubview(view, at: 0) }
        }

        /// Draws the view again with the next frame.
        func redraw() {
            setNeedsDisplay()
        }

        /// Does something while the view's appearance is the current one, for which images of the app have variants.
        func withOwnAppearance(_ body: () -> Void) {
            traitCollection.performAsCurrent(body)
        }

        /// Does something at once, also while the app animates what changes.
        static func withoutAnimation(_ body: () -> Void) {
            performWithoutAnimation(body)
        }

        /// What assistive technology is given for the view.
        var spokenParts: [Any] { [self] }
    }

    /// The context that `draw(_:)` draws into.
    @MainActor func currentContext() -> CGContext? { UIGraphicsGetCurrentContext() }

#elseif canImport(AppKit)
    import AppKit
    import QuartzCore

    /// A view of the system: `NSView` here.
    public typealias PlatformView = NSView

    extension PlatformView {
        /// The layer that shows the view.
        var surface: CALayer? { layer }

        /// The opacity of the view with everything inside.
        var opacity: CGFloat {
            get { alphaValue }
            set { alphaValue = newValue }
        }

        /// Puts a view in front of one of the subviews; behind all of them for `nil`.
        func insert(_ view: PlatformView, inFrontOf other: PlatformView?) {
            addSubview(view, positioned: other == nil ? .below : .above, relativeTo: other)
        }

        /// Draws the view again with the next frame.
        func redraw() {
            needsDisplay = true
        }

        /// Does something while the view's appearance is the current one, for which images of the app have variants.
        func withOwnAppearance(_ body: () -> Void) {
            effectiveAppearance.performAsCurrentDrawingAppearance(body)
        }

        /// Does something: AppKit animates only what is changed through an animator, unless the app asks for more.
        static func withoutAnimation(_ body: () -> Void) {
            body()
        }

        /// What assistive technology is given for the view: a plain one is none of its elements, but has some inside.
        var spokenParts: [Any] { NSAccessibility.unignoredChildren(from: [self]) }
    }

    /// The context that `draw(_:)` draws into.
    @MainActor func currentContext() -> CGContext? { NSGraphicsContext.current?.cgContext }
#endif
