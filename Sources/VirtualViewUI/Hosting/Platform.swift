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

        /// Puts a view at a place among the subviews, from back to front.
        func insert(_ view: PlatformView, at index: Int) {
            insertSubview(view, at: index)
        }

        /// Draws the view again with the next frame.
        func redraw() {
            setNeedsDisplay()
        }

        /// Does something while the view's appearance is the current one, for which images of the app have variants.
        func withOwnAppearance(_ body: () -> Void) {
            traitCollection.performAsCurrent(body)
        }
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

        /// Puts a view at a place among the subviews, from back to front.
        func insert(_ view: PlatformView, at index: Int) {
            if subviews.indices.contains(index) {
                addSubview(view, positioned: .below, relativeTo: subviews[index])
            } else {
                addSubview(view)
            }
        }

        /// Draws the view again with the next frame.
        func redraw() {
            needsDisplay = true
        }

        /// Does something while the view's appearance is the current one, for which images of the app have variants.
        func withOwnAppearance(_ body: () -> Void) {
            effectiveAppearance.performAsCurrentDrawingAppearance(body)
        }
    }

    /// The context that `draw(_:)` draws into.
    @MainActor func currentContext() -> CGContext? { NSGraphicsContext.current?.cgContext }
#endif
