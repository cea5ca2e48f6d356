// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// What the stand-in remembers, and how a program plays the system.

package struct ViewRecord {
    /// The number of views that were ever made.
    @MainActor package static var made = 0
    /// Whether an app animates what changes.
    @MainActor package static var isAnimating = false
    /// The context of the view that draws.
    package nonisolated(unsafe) static var context: CGContext?

    package var origin = CGPoint.zero
    package var needsLayout = true
    package var needsDisplay = true
    package var insertions = 0
    package var draws = 0
    package var intrinsicChanges = 0
    package var animatedMoves = 0
    package var calls: [DrawingCall] = []
}

package struct FakeTraits {
    package var scale: CGFloat = 0
    package var style = UIUserInterfaceStyle.unspecified
    package var size = UIContentSizeCategory.unspecified
    package var isRightToLeft = false
}

extension UIView {
    package var originInWindow: CGPoint {
        guard let superview else { return .zero }
        let outer = superview.originInWindow
        let scrolled = superview.bounds.origin
        return CGPoint(x: outer.x + frame.minX - scrolled.x, y: outer.y + frame.minY - scrolled.y)
    }

    /// Where the coordinates of the view itself begin in the window.
    package var contentOrigin: CGPoint {
        CGPoint(x: originInWindow.x - bounds.minX, y: originInWindow.y - bounds.minY)
    }

    /// Draws what asked for it, as the system does before a frame.
    package func displayIfNeeded() {
        if record.needsDisplay {
            record.needsDisplay = false
            record.draws += 1
            let context = CGContext()
            ViewRecord.context = context
            draw(bounds)
            ViewRecord.context = nil
            precondition(context.stack.isEmpty, "a graphics state was saved and not restored")
            record.calls = context.calls
        }
        for view in subviews { view.displayIfNeeded() }
    }

    /// Tells everything below that the traits changed.
    package func spreadTraits(_ previous: UITraitCollection?) {
        traitCollectionDidChange(previous)
        for view in subviews { view.spreadTraits(previous) }
    }

    /// The view that gets the touches at a point of the window.
    package func hit(_ point: CGPoint) -> UIView? {
        let origin = originInWindow
        return hitTest(CGPoint(x: point.x - origin.x + bounds.minX, y: point.y - origin.y + bounds.minY), with: nil)
    }
}

extension UIWindow {
    /// One frame: layout and drawing.
    package func frameDidCome() {
        for _ in 0..<8 { layoutIfNeeded() }
        displayIfNeeded()
    }
}
