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
        private var isLocked = false

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

        func show(_ scrolling: DisplayList.Group.Scrolling) {
            let size = CGSize(scrolling.contentSize)
            if holder.frame.size != size { holder.frame = CGRect(origin: .zero, size: size) }
            isLocked = scrolling.isLocked
            hasVerticalScroller = !scrolling.isPaged && scrolling.contentSize.height > Double(bounds.height)
            hasHorizontalScroller = false
            let canMove = scrolling.contentSize.width > Double(bounds.width)
            horizontalScrollElasticity = canMove ? .automatic : .none
            verticalScrollElasticity = scrolling.contentSize.height > Double(bounds.height) ? .automatic : .none
        }

        func move(to place: LayoutPoint, isAnimated: Bool) {
            let point = CGPoint(place)
            guard isAnimated else {
                contentView.scroll(to: point)
                reflectScrolledClipView(contentView)
                return
            }
            NSAnimationContext.runAnimationGroup { _ in
                contentView.animator().setBoundsOrigin(point)
            }
            reflectScrolledClipView(contentView)
        }

        override func scrollWheel(with event: NSEvent) {
            if isLocked { nextResponder?.scrollWheel(with: event) } else { super.scrollWheel(with: event) }
        }

        /// Calls a closure at each notification; the centre holds the closure as long as the view lives, at most.
        private func observe(
            _ name: Notification.Name,
            of object: NSView,
            _ body: @escaping @MainActor @Sendable (ScrollerView) -> Void
        ) {
            let token = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
                [weak self] _ in
                // AppKit posts these on the main thread.
                MainActor.assumeIsolated {
                    if let self { body(self) }
                }
            }
            tokens.append(Token(token))
        }

        private var tokens: [Token] = []

        /// Ends an observation when the view goes; that may happen on any thread.
        private final class Token {
            private let token: any NSObjectProtocol

            init(_ token: any NSObjectProtocol) {
                self.token = token
            }

            deinit {
                NotificationCenter.default.removeObserver(token)
            }
        }
    }
#endif
