// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// What the stand-in remembers, and how a program plays the system.

package struct ViewRecord {
    /// The number of views that were ever made.
    @MainActor package static var made = 0

    package var origin = CGPoint.zero
    package var size = CGSize.zero
    package var boundsOrigin = CGPoint.zero
    package weak var window: NSWindow?
    package var insertions = 0
    package var draws = 0
    package var intrinsicChanges = 0
    package var animations = 0
    package var calls: [DrawingCall] = []
}

extension NSView {
    package var originInWindow: CGPoint {
        guard let superview else { return .zero }
        let outer = superview.originInWindow
        let scrolled = superview.bounds.origin
        return CGPoint(x: outer.x + frame.minX - scrolled.x, y: outer.y + frame.minY - scrolled.y)
    }

    /// Lays out what asked for it.
    package func layOutIfNeeded() {
        if needsLayout {
            needsLayout = false
            layout()
        }
        for view in subviews { view.layOutIfNeeded() }
    }

    /// Draws what asked for it, as the system does before a frame.
    package func drawIfNeeded() {
        if needsDisplay {
            needsDisplay = false
            record.draws += 1
            if wantsUpdateLayer {
                updateLayer()
            } else {
                let context = NSGraphicsContext()
                NSGraphicsContext.now = context
                draw(bounds)
                NSGraphicsContext.now = nil
                precondition(context.context.stack.isEmpty, "a graphics state was saved and not restored")
                record.calls = context.context.calls
            }
        }
        for view in subviews { view.drawIfNeeded() }
    }

    /// The view that gets the mouse at a point of the window.
    package func hit(_ point: CGPoint) -> NSView? {
        let origin = originInWindow
        return hitTest(CGPoint(x: point.x - origin.x + frame.minX, y: point.y - origin.y + frame.minY))
    }

    package func spreadTraits() {
        viewDidChangeEffectiveAppearance()
        viewDidChangeBackingProperties()
        for view in subviews { view.spreadTraits() }
    }
}

extension NSWindow {
    /// One frame: layout and drawing.
    package func frameDidCome() {
        for _ in 0..<8 { contentView?.layOutIfNeeded() }
        contentView?.drawIfNeeded()
    }
}
