#if canImport(AppKit) && !canImport(UIKit)
    import AppKit
    import Foundation
    import VirtualView

    /// A container that scrolls, with the inertia of the system; pages come to rest at the nearest one.
    final class ScrollerView: NSScrollView {
        /// The view that moves.
        let holder = PieceView(frame: .zero)
        /// Receives each movement by the user, and whether it is over.
        var onScroll: (_ isAtRest: Bool) -> Void = { _ in }
        /// Receives whether the user moves the content.
        var onDrag: (_ isDragged: Bool) -> Void = { _ in }
        /// Whether a button of the mouse went down in it, and is not up.
        private(set) var isPressed = false
        private var isLocked = false
        /// Whether the present movement of the fingers or the wheel is for what is around this view.
        private var passesOn = false
        private var observations: [Observation] = []
        /// Says when the wheel of a mouse is at rest.
        private var rest: Timer?

        override init(frame: NSRect) {
            super.init(frame: frame)
            drawsBackground = false
            borderType = .noBorder
            automaticallyAdjustsContentInsets = false
            scrollerStyle = .overlay
            documentView = holder
            contentView.postsBoundsChangedNotifications = true
            observe(NSView.boundsDidChangeNotification, of: contentView) { $0.onScroll(false) }
            observe(NSScrollView.willStartLiveScrollNotification, of: self) { $0.onDrag(true) }
            observe(NSScrollView.didEndLiveScrollNotification, of: self) {
                $0.onDrag(false)
                $0.onScroll(true)
            }
        }

        @available(*, unavailable)
        required init?(coder: NSCoder) {
            return nil
        }

        /// The place in the content that is at the upper left corner.
        var place: LayoutPoint { LayoutPoint(contentView.bounds.origin) }

        /// Follows a group of a display list.
        ///
        /// - Parameters:
        ///   - scrolling: Its scrolling.
        ///   - view: Its size, whether that is on whole pixels or not.
        func show(_ scrolling: DisplayList.Group.Scrolling, in view: LayoutSize) {
            frame = superview?.bounds ?? .zero
            // The content ends where it does in a view that is not on pixels, so that it can be moved as far.
            var size = CGSize(scrolling.contentSize)
            size.width += frame.width - CGSize(view).width
            size.height += frame.height - CGSize(view).height
            if holder.frame.size != size { holder.frame = CGRect(origin: .zero, size: size) }
            isLocked = scrolling.isLocked
            let (isWider, isHigher) = (
                scrolling.contentSize.width > view.width, scrolling.contentSize.height > view.height
            )
            hasVerticalScroller = !scrolling.isPaged && isHigher
            hasHorizontalScroller = false
            horizontalScrollElasticity = isWider ? .automatic : .none
            verticalScrollElasticity = isHigher ? .automatic : .none
        }

        /// Moves the content.
        ///
        /// - Parameters:
        ///   - place: The place.
        ///   - isAnimated: Whether the way there is seen.
        ///   - keepsSpeed: Not used: the events of a trackpad go on from wherever the content is.
        func move(to place: LayoutPoint, isAnimated: Bool, keepsSpeed: Bool) {
            let point = CGPoint(place)
            guard isAnimated else {
                contentView.scroll(to: point)
                reflectScrolledClipView(contentView)
                return
            }
            // On the way it is not at rest, whatever the wheel did before.
            rest?.invalidate()
            NSAnimationContext.runAnimationGroup { _ in
                contentView.animator().setBoundsOrigin(point)
            }
            reflectScrolledClipView(contentView)
        }

        // The mouse is for the view around, which does not hear that it is up if this one is gone by then.

        override func mouseDown(with event: NSEvent) {
            isPressed = true
            super.mouseDown(with: event)
            // A view around this one may have followed the mouse until it was up.
            if NSEvent.pressedMouseButtons & 1 == 0 { isPressed = false }
        }

        override func mouseUp(with event: NSEvent) {
            isPressed = false
            super.mouseUp(with: event)
        }

        override func scrollWheel(with event: NSEvent) {
            noteDirection(of: event)
            guard !isLocked, !passesOn else {
                nextResponder?.scrollWheel(with: event)
                return
            }
            super.scrollWheel(with: event)
            // A trackpad says when a movement ends, a wheel does not.
            if event.phase.isEmpty, event.momentumPhase.isEmpty { awaitRest() }
        }

        /// Notes where a movement goes that begins: what this view cannot follow is for those around it.
        private func noteDirection(of event: NSEvent) {
            let (across, down) = (abs(event.scrollingDeltaX), abs(event.scrollingDeltaY))
            // Fingers that only rest, or move between, have no direction.
            if event.phase.contains(.mayBegin) || (event.phase.contains(.began) && across == down) {
                passesOn = false
            } else if event.phase.contains(.began) || (event.phase.isEmpty && event.momentumPhase.isEmpty),
                across != down
            {
                passesOn = (across > down ? horizontalScrollElasticity : verticalScrollElasticity) == .none
            }
        }

        /// Ends a movement when nothing more is heard of it for a moment.
        private func awaitRest() {
            rest?.invalidate()
            let timer = Timer(timeInterval: 0.15, repeats: false) { [weak self] _ in
                // The timer is one of the main run loop.
                MainActor.assumeIsolated { self?.onScroll(true) }
            }
            RunLoop.main.add(timer, forMode: .common)
            rest = timer
        }

        /// Calls a closure at each notification; AppKit posts these on the main thread.
        private func observe(
            _ name: Notification.Name,
            of object: NSView,
            _ body: @escaping @MainActor @Sendable (ScrollerView) -> Void
        ) {
            observations.append(
                Observation(of: name, from: object, queue: nil) { [weak self] in
                    if let self { body(self) }
                }
            )
        }
    }
#endif
