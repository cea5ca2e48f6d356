#if canImport(UIKit)
    import CoreGraphics
    import Foundation
    import UIKit
    import VirtualView

    /// Shows a template: what it looks like, its touches, lists, pages, images, and what VoiceOver says.
    ///
    /// ```swift
    /// let card = try TemplateView("ProductCard", from: templates)
    /// card.show(product)
    /// stack.addArrangedSubview(card)
    /// ```
    ///
    /// The view follows the appearance, the content size, the direction and the scale of the screen. It is experimental,
    /// and outside of what 1.0 promises.
    public final class TemplateView: UIView, HostingView {
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

        /// Makes a view for a tree of nodes.
        ///
        /// - Parameters:
        ///   - tree: The nodes, which belong to the view from now on.
        ///   - images: Loads the images; ``URLImageLoader/shared`` if `nil`.
        public init(_ tree: sending NodeTree, images: (any ImageLoading)? = nil) {
            host = TemplateHost(tree, images: images ?? URLImageLoader.shared)
            super.init(frame: .zero)
            host.view = self
            isOpaque = false
            isMultipleTouchEnabled = true
        }

        /// Views with templates are not made from nibs.
        @available(*, unavailable)
        public required init?(coder: NSCoder) {
            return nil
        }

        /// Shows changes of ``container`` with the next frame.
        public func setNeedsUpdate() {
            setNeedsLayout()
        }

        // MARK: - Layout

        /// Lays the template out in the view's bounds and shows it.
        public override func layoutSubviews() {
            super.layoutSubviews()
            followTraits()
            host.update(in: bounds.size)
        }

        /// Returns the size that the template needs.
        ///
        /// - Parameter size: The available size; only the width counts.
        /// - Returns: The size in points.
        public override func sizeThatFits(_ size: CGSize) -> CGSize {
            self.size(forWidth: size.width)
        }

        /// The height that the template needs for the view's width; none for a template that fills the height that it gets.
        public override var intrinsicContentSize: CGSize {
            let height = ownHeight(forWidth: bounds.width)
            toldHeight = height
            return CGSize(width: UIView.noIntrinsicMetric, height: height)
        }

        /// Returns the size for cells that size themselves.
        ///
        /// - Parameters:
        ///   - targetSize: The available size.
        ///   - horizontalFittingPriority: Not used.
        ///   - verticalFittingPriority: Not used.
        /// - Returns: The target's width, and the height that the template needs.
        public override func systemLayoutSizeFitting(
            _ targetSize: CGSize,
            withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
            verticalFittingPriority: UILayoutPriority
        ) -> CGSize {
            CGSize(width: targetSize.width, height: size(forWidth: targetSize.width).height)
        }

        // MARK: - Surroundings

        /// Follows the window's screen.
        public override func didMoveToWindow() {
            super.didMoveToWindow()
            followTraits()
            host.windowDidChange()
        }

        /// Follows the appearance, the content size and the direction.
        ///
        /// - Parameter previousTraitCollection: The traits before.
        public override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
            super.traitCollectionDidChange(previousTraitCollection)
            followTraits()
        }

        var partOnScreen: CGRect? {
            guard window != nil else { return nil }
            var part = bounds
            var next: UIView? = self
            while let view = next {
                guard !view.isHidden, view.alpha > 0 else { return nil }
                if view.clipsToBounds || view is UIWindow { part = part.intersection(convert(view.bounds, from: view)) }
                next = view.superview
            }
            return part.isEmpty ? nil : part
        }

        // MARK: - Touches

        /// Finds the view for a finger: a node in front of a view of the app gets its own.
        ///
        /// - Parameters:
        ///   - point: The place.
        ///   - event: The event.
        /// - Returns: The view; `nil` if the finger is beside this one.
        public override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
            host.target(super.hitTest(point, with: event), at: point)
        }

        /// Passes fingers on to the template.
        ///
        /// - Parameters:
        ///   - touches: The fingers.
        ///   - event: The event.
        public override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            if !host.touch(.began, touches) { super.touchesBegan(touches, with: event) }
        }

        /// Passes fingers on to the template.
        ///
        /// - Parameters:
        ///   - touches: The fingers.
        ///   - event: The event.
        public override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            if !host.touch(.moved, touches) { super.touchesMoved(touches, with: event) }
        }

        /// Passes fingers on to the template.
        ///
        /// - Parameters:
        ///   - touches: The fingers.
        ///   - event: The event.
        public override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            if !host.touch(.ended, touches) { super.touchesEnded(touches, with: event) }
        }

        /// Passes fingers on to the template.
        ///
        /// - Parameters:
        ///   - touches: The fingers.
        ///   - event: The event.
        public override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
            if !host.touch(.cancelled, touches) { super.touchesCancelled(touches, with: event) }
        }

        // MARK: - Accessibility

        /// The elements that VoiceOver presents, in reading order.
        public override var accessibilityElements: [Any]? {
            get {
                let shown = shownElements ?? makeElements()
                shownElements = shown
                return shown
            }
            set {}
        }

        func elementsDidChange(isHeard: Bool) {
            shownElements = nil
            if isHeard, UIAccessibility.isVoiceOverRunning {
                UIAccessibility.post(notification: .layoutChanged, argument: nil)
            }
        }

        private func makeElements() -> [Any] {
            let (spoken, tree) = host.spoken
            let shown = elements.show(spoken, of: tree) {
                TemplateElement(accessibilityContainer: self)
            } show: {
                $0.show($1, of: tree, in: host)
            }
            return host.withSlotViews(shown, of: spoken.map { tree.nodes[$0.element] })
        }
    }

    extension TemplateHost {
        /// Passes on fingers; returns whether something takes one of them.
        @discardableResult
        func touch(_ phase: Container.TouchPhase, _ touches: Set<UITouch>) -> Bool {
            guard let view else { return false }
            var isTaken = false
            for touch in touches {
                let place = touch.location(in: view)
                if self.touch(phase, ObjectIdentifier(touch), at: place, time: touch.timestamp) { isTaken = true }
            }
            return isTaken
        }
    }
#endif
