#if canImport(AppKit) && !canImport(UIKit)
    import AppKit
    import Foundation
    import VirtualView

    /// Shows a template: what it looks like, its clicks, lists, pages, images, and what VoiceOver says.
    ///
    /// ```swift
    /// let card = try TemplateView("ProductCard", from: templates)
    /// card.show(product)
    /// stack.addArrangedSubview(card)
    /// ```
    ///
    /// The view follows the appearance, the direction and the scale of the screen. It is experimental, and outside of what
    /// 1.0 promises.
    public final class TemplateView: NSView, HostingView {
        let host: TemplateHost
        /// The width in points that is 750 `rp`; `nil` for that of the window.
        public var screenWidth: Double? {
            didSet { screenWidthDidChange(from: oldValue) }
        }
        private var elements = ElementObjects<TemplateElement>()
        private var shownElements: [Any]?
        /// The height that Auto Layout was told; `nil` if it did not ask.
        var toldHeight: CGFloat?
        /// The view around this one that was asked in its place: that of a cell, or of SwiftUI.
        weak var asking: PlatformView?
        /// What it was offered, and the size that it was told; `nil` if nobody asked.
        var told: (width: CGFloat, height: CGFloat?, size: CGSize)?
        /// What the mouse is known by among fingers.
        private let mouse = NSObject()
        /// What tells of another width of the window.
        private var resizing: Observation?

        /// Makes a view for a tree of nodes.
        ///
        /// - Parameters:
        ///   - tree: The nodes, which belong to the view from now on.
        ///   - images: Loads the images; ``URLImageLoader/shared`` if `nil`.
        public init(_ tree: sending NodeTree, images: (any ImageLoading)? = nil) {
            host = TemplateHost(tree, images: images ?? URLImageLoader.shared)
            super.init(frame: .zero)
            host.view = self
            wantsLayer = true
        }

        /// Views with templates are not made from nibs.
        @available(*, unavailable)
        public required init?(coder: NSCoder) {
            return nil
        }

        /// Shows changes of ``container`` with the next frame.
        public func setNeedsUpdate() {
            needsLayout = true
        }

        // MARK: - Layout

        /// Whether y grows downwards, as it does in templates.
        public override var isFlipped: Bool { true }

        /// Lays the template out in the view's bounds and shows it.
        public override func layout() {
            super.layout()
            followTraits()
            host.update(in: bounds.size)
        }

        /// Lays out again in another size.
        ///
        /// - Parameter newSize: The size.
        public override func setFrameSize(_ newSize: NSSize) {
            super.setFrameSize(newSize)
            setNeedsUpdate()
        }

        /// The height that the template needs for the view's width; none for a template that fills the height that it gets.
        public override var intrinsicContentSize: NSSize {
            let height = ownHeight(forWidth: bounds.width)
            toldHeight = height
            return NSSize(width: NSView.noIntrinsicMetric, height: height)
        }

        // MARK: - Surroundings

        /// Follows the window's screen.
        public override func viewDidMoveToWindow() {
            super.viewDidMoveToWindow()
            resizing = window.map { window in
                Observation(of: NSWindow.didResizeNotification, from: window, queue: nil) { [weak self] in
                    self?.followTraits()
                }
            }
            followTraits()
            host.windowDidChange()
        }

        /// Follows the appearance.
        public override func viewDidChangeEffectiveAppearance() {
            super.viewDidChangeEffectiveAppearance()
            followTraits()
        }

        /// Follows the scale of the screen.
        public override func viewDidChangeBackingProperties() {
            super.viewDidChangeBackingProperties()
            followTraits()
        }

        var partOnScreen: CGRect? {
            guard window != nil else { return nil }
            let part = visibleRect
            return part.isEmpty ? nil : part
        }

        // MARK: - The mouse

        /// Finds the view for the mouse: a node in front of a view of the app gets its own clicks.
        ///
        /// - Parameter point: The place in the view around this one.
        /// - Returns: The view; `nil` if the place is beside this one.
        public override func hitTest(_ point: NSPoint) -> NSView? {
            host.target(super.hitTest(point), at: convert(point, from: superview))
        }

        /// Presses what is under the mouse.
        ///
        /// - Parameter event: The event.
        public override func mouseDown(with event: NSEvent) {
            guard !touch(.began, event) else { return }
            super.mouseDown(with: event)
            // A view around this one may have followed the mouse until it was up.
            if NSEvent.pressedMouseButtons & 1 == 0 { _ = touch(.cancelled, event) }
        }

        /// Follows the mouse.
        ///
        /// - Parameter event: The event.
        public override func mouseDragged(with event: NSEvent) {
            if !touch(.moved, event) { super.mouseDragged(with: event) }
        }

        /// Clicks what is under the mouse.
        ///
        /// - Parameter event: The event.
        public override func mouseUp(with event: NSEvent) {
            if !touch(.ended, event) { super.mouseUp(with: event) }
        }

        private func touch(_ phase: Container.TouchPhase, _ event: NSEvent) -> Bool {
            let place = convert(event.locationInWindow, from: nil)
            return host.touch(phase, ObjectIdentifier(mouse), at: place, time: event.timestamp)
        }

        // MARK: - Accessibility

        /// Returns that the view is no element itself: its parts are.
        ///
        /// - Returns: Always `false`.
        public override func isAccessibilityElement() -> Bool { false }

        /// Returns the elements that VoiceOver presents, in reading order.
        ///
        /// - Returns: The elements.
        public override func accessibilityChildren() -> [Any]? {
            let shown = shownElements ?? makeElements()
            shownElements = shown
            return shown
        }

        func elementsDidChange(isHeard: Bool) {
            shownElements = nil
            if isHeard, NSWorkspace.shared.isVoiceOverEnabled {
                NSAccessibility.post(element: self, notification: .layoutChanged)
            }
        }

        private func makeElements() -> [Any] {
            let (spoken, tree) = host.spoken
            let shown = elements.show(spoken, of: tree) {
                TemplateElement()
            } show: {
                $0.show($1, of: tree, in: self)
            }
            return host.withSlotViews(shown, of: spoken.map { tree.nodes[$0.element] })
        }
    }
#endif
