// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@MainActor public protocol UIScrollViewDelegate: AnyObject {
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)
    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)
}

// In Objective-C they are optional.
extension UIScrollViewDelegate {
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {}
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
}

@MainActor open class UIScrollView: UIView {
    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        case never = 2
    }

    open weak var delegate: (any UIScrollViewDelegate)?
    open var contentSize = CGSize.zero
    open var isPagingEnabled = false
    open var isScrollEnabled = true
    open var isDirectionalLockEnabled = false
    open var scrollsToTop = true
    open var delaysContentTouches = true
    open var showsHorizontalScrollIndicator = true
    open var showsVerticalScrollIndicator = true
    open var contentInsetAdjustmentBehavior: ContentInsetAdjustmentBehavior = .never

    open var contentOffset: CGPoint {
        get { bounds.origin }
        set {
            guard newValue != bounds.origin else { return }
            bounds.origin = newValue
            delegate?.scrollViewDidScroll(self)
        }
    }

    open var isDecelerating: Bool { movesByItself }

    package var movesByItself = false
    package var animations = 0

    open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
        // This ends the movement that there is.
        movesByItself = false
        if animated { animations += 1 }
        self.contentOffset = contentOffset
        if animated { delegate?.scrollViewDidEndScrollingAnimation(self) }
    }

    open func touchesShouldCancel(in view: UIView) -> Bool { !(view is UIControl) }
}

@MainActor open class UIControl: UIView {}

@MainActor open class UISlider: UIControl {}

extension UIScrollView {
    /// A finger moves the content, which goes on by itself, and stops.
    package func drag(to places: [CGPoint]) {
        guard isScrollEnabled else { return }
        beginDrag()
        move(to: places)
        endDrag()
    }

    /// The content moves with a finger, or by itself.
    package func move(to places: [CGPoint]) {
        for place in places { contentOffset = place }
    }

    /// A finger turns to a page, which rests at a multiple of the view's own size, on a whole pixel.
    package func turn(toPage page: Int) {
        guard isPagingEnabled else { return }
        let scale = traitCollection.displayScale
        func stop(_ number: Double) -> CGPoint {
            CGPoint(x: (CGFloat(number) * bounds.width * scale).rounded() / scale, y: 0)
        }
        drag(to: [stop(Double(page) - 0.4), stop(Double(page))])
    }

    /// Whether the user can move the content along a side.
    package var canMove: (across: Bool, down: Bool) {
        (contentSize.width > bounds.width, contentSize.height > bounds.height)
    }

    package func beginDrag() {
        delegate?.scrollViewWillBeginDragging(self)
    }

    package func endDrag() {
        delegate?.scrollViewDidEndDragging(self, willDecelerate: true)
        delegate?.scrollViewDidEndDecelerating(self)
    }
}
