#if canImport(UIKit)
    import UIKit
    import VirtualView

    /// A container that scrolls, with the inertia and the pages of the system.
    final class ScrollerView: UIScrollView, UIScrollViewDelegate {
        /// The view that moves.
        let holder = PieceView(frame: .zero)
        /// Receives each movement by the user, and whether it is over.
        var onScroll: (_ isAtRest: Bool) -> Void = { _ in }
        /// Receives whether a finger moves the content.
        var onDrag: (_ isDragged: Bool) -> Void = { _ in }
        /// Returns whether something in front of the content takes the fingers at a place in ``outer``.
        var isCovered: (_ point: CGPoint) -> Bool = { _ in false }
        /// The view that all pieces are inside of.
        weak var outer: UIView?
        /// Whether the finger that comes down next stops the content, which moves by itself.
        private var stopsContent = false
        /// The fingers that stopped the content, which is all that they do.
        private var stoppingTouches: Set<UITouch> = []

        override init(frame: CGRect) {
            super.init(frame: frame)
            delegate = self
            contentInsetAdjustmentBehavior = .never
            isDirectionalLockEnabled = true
            scrollsToTop = false
            // A press shows after its own delay; a scroll cancels it.
            delaysContentTouches = false
            // The group around it does, on whole pixels.
            clipsToBounds = false
            holder.isUserInteractionEnabled = true
            addSubview(holder)
        }

        @available(*, unavailable)
        required init?(coder: NSCoder) {
            return nil
        }

        /// The place in the content that is at the upper left corner.
        var place: LayoutPoint { LayoutPoint(contentOffset) }

        /// Follows a group of a display list.
        ///
        /// - Parameters:
        ///   - scrolling: Its scrolling.
        ///   - view: Its size, whether that is on whole pixels or not: pages rest at multiples of it.
        func show(_ scrolling: DisplayList.Group.Scrolling, in view: LayoutSize) {
            let size = CGSize(scrolling.contentSize)
            frame = CGRect(LayoutRect(size: view))
            if contentSize != size {
                contentSize = size
                holder.frame = CGRect(origin: .zero, size: size)
            }
            isPagingEnabled = scrolling.isPaged
            isScrollEnabled = !scrolling.isLocked
            showsHorizontalScrollIndicator = false
            showsVerticalScrollIndicator = !scrolling.isPaged
        }

        /// Moves the content.
        ///
        /// - Parameters:
        ///   - place: The place.
        ///   - isAnimated: Whether the way there is seen.
        ///   - keepsSpeed: Whether content that moves by itself goes on from there.
        func move(to place: LayoutPoint, isAnimated: Bool, keepsSpeed: Bool) {
            if keepsSpeed {
                contentOffset = CGPoint(place)
            } else {
                // This ends whatever movement there is.
                setContentOffset(CGPoint(place), animated: isAnimated)
            }
        }

        // MARK: - What the system tells

        func scrollViewDidScroll(_ scrollView: UIScrollView) {
            onScroll(false)
        }

        func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
            onDrag(true)
        }

        func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
            onDrag(false)
            if !decelerate { onScroll(true) }
        }

        func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
            onScroll(true)
        }

        func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
            onScroll(true)
        }

        // A scroll view keeps touches to itself, but what it shows takes them. They go straight to the view that knows that,
        // and passes on the others: this one may be gone before they end.

        override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
            let found = super.hitTest(point, with: event)
            // What is drawn in front of the content has no view that takes fingers, and must not scroll it. Without any view
            // here the finger would be for what lies behind.
            if found === self, let outer, isCovered(outer.convert(point, from: self)) {
                // Not those of a template around this one, which knows nothing of what is in front here.
                let around = sequence(first: self as UIView, next: \.superview).prefix { $0 !== outer }
                return around.dropFirst().first { $0 is Self } ?? outer
            }
            // When the finger is down, the content stands.
            stopsContent = found != nil && isDecelerating
            return found
        }

        override func touchesShouldCancel(in view: UIView) -> Bool {
            // UIKit lets every control keep its finger, so that a list full of them would not scroll.
            !(view is UISlider)
        }

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            if sequence(first: self as UIView, next: \.superview).contains(where: {
                ($0 as? Self)?.stopsContent ?? false
            }) {
                stoppingTouches.formUnion(touches)
            } else {
                outer?.touchesBegan(touches, with: event)
            }
        }

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            let others = touches.subtracting(stoppingTouches)
            if !others.isEmpty { outer?.touchesMoved(others, with: event) }
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            let others = withoutStopping(touches)
            if !others.isEmpty { outer?.touchesEnded(others, with: event) }
        }

        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
            let others = withoutStopping(touches)
            if !others.isEmpty { outer?.touchesCancelled(others, with: event) }
        }

        /// Forgets fingers that are up; returns those that did not stop the content.
        private func withoutStopping(_ touches: Set<UITouch>) -> Set<UITouch> {
            let others = touches.subtracting(stoppingTouches)
            stoppingTouches.subtract(touches)
            return others
        }
    }
#endif
