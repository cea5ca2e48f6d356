#if canImport(UIKit) || canImport(AppKit)
    import CoreGraphics
    import VirtualView

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    // What a view of either system does with its template.

    extension TemplateView {
        /// The nodes that are shown, with their layout.
        ///
        /// Change it as you like, on the main actor, and call ``setNeedsUpdate()`` afterwards. Only its `onEvent`,
        /// `onModelChange` and `turnsPages` belong to the view, which has its own ``onEvent`` and ``turnsPages``.
        public var container: Container { host.container }

        /// Receives each event of the nodes, after the template's programs.
        public var onEvent: ((NodeEvent) -> Void)? {
            get { host.onEvent }
            set { host.onEvent = newValue }
        }

        /// Provides the app's own views for slots, and another one makes all of them anew; the view does not keep it alive.
        public var slotViews: (any SlotViewProviding)? {
            get { host.slots }
            set { host.slots = newValue }
        }

        /// What is drawn until an image is loaded, and if it cannot be.
        public var imagePlaceholder: LoadedImage? {
            get { host.images.placeholder }
            set { host.draw(placeholder: newValue) }
        }

        /// The words that the view says to assistive technology by itself.
        public var words: TemplateWords {
            get { host.words }
            set {
                host.words = newValue
                setNeedsUpdate()
            }
        }

        /// Whether pages with `autoSwitch` turn; they never do while VoiceOver is on, or if the user asked for less motion.
        public var turnsPages: Bool {
            get { host.turnsPages }
            set {
                host.turnsPages = newValue
                setNeedsUpdate()
            }
        }

        /// Makes a view for a template.
        ///
        /// - Parameters:
        ///   - type: The template's name.
        ///   - templates: The manager that has it.
        ///   - images: Loads the images; ``URLImageLoader/shared`` if `nil`.
        /// - Throws: ``TemplateError`` if there is no such template.
        public convenience init(
            _ type: String,
            from templates: TemplateManager,
            images: (any ImageLoading)? = nil
        ) throws(TemplateError) {
            self.init(try templates.makeNodeTree(of: type), images: images)
        }

        /// Shows data.
        ///
        /// - Parameter data: The data; `nil` for none.
        public func show(_ data: JSONValue?) {
            host.show(data)
        }

        /// Shows the data of another entry, as a cell does: at its start, and without what the last one still loads.
        ///
        /// - Parameter data: The data; `nil` for none.
        public func reuse(for data: JSONValue?) {
            host.reuse(for: data)
        }

        /// Shows the versions of the templates that a manager has now; see `Container.follow(_:)` for what is kept.
        ///
        /// - Parameter templates: The manager.
        /// - Returns: Whether other versions are shown; `false` if nothing is another.
        /// - Throws: ``TemplateError`` if a template in use is not available; then everything stays as it is.
        @discardableResult
        public func follow(_ templates: TemplateManager) throws(TemplateError) -> Bool {
            try host.follow(templates)
        }

        /// Returns the size that the template needs.
        ///
        /// - Parameter width: The largest width in points.
        /// - Returns: The size in points.
        public func size(forWidth width: CGFloat) -> CGSize {
            guard width.isFinite, width >= 0 else { return .zero }
            followTraits()
            return CGSize(host.fittingSize(forWidth: Double(width)))
        }

        /// Lets an app set what it likes, and shows that.
        func configure(_ body: (@MainActor (TemplateView) -> Void)?) {
            guard let body else { return }
            body(self)
            if container.needsDisplay { setNeedsUpdate() }
        }

        func screenWidthDidChange(from oldWidth: Double?) {
            // Without a window nothing else says the width.
            if screenWidth == nil, oldWidth != nil, window == nil { host.forgetWidth() }
            followTraits()
        }

        /// Follows the screen, the appearance, the direction and the user's settings.
        func followTraits() {
            host.setEnvironment(host.container.environment.following(self, width: screenWidth))
        }

        /// Returns the size for a view around this one, which hears from now on when it is another one.
        ///
        /// - Parameters:
        ///   - width: The offered width, which is a number.
        ///   - height: The offered height; `nil` for none.
        ///   - outer: The view around this one.
        /// - Returns: The size in points.
        func size(forWidth width: CGFloat, height: CGFloat?, askedBy outer: PlatformView) -> CGSize {
            guard width.isFinite, width >= 0 else { return .zero }
            followTraits()
            let size = host.size(forWidth: width, height: height)
            asking = outer
            // SwiftUI also asks how small and how large the view may be, before it offers what it gives; and measuring a list
            // without a limit again takes long.
            if width > 0, height?.isFinite ?? !host.fillsHeight { told = (width, height, size) }
            return size
        }

        /// The height that the template needs for a width; none for a template that fills the height that it gets.
        func ownHeight(forWidth width: CGFloat) -> CGFloat {
            guard width > 0 else { return PlatformView.noIntrinsicMetric }
            return host.ownHeight(forWidth: Double(width)).map { CGFloat($0) } ?? PlatformView.noIntrinsicMetric
        }

        /// Tells who knows another size than the template needs now.
        func tellSize() {
            if let told {
                // Not for the width of the view, which is that of the template as it was.
                let size = host.size(forWidth: told.width, height: told.height)
                guard size != told.size else { return }
                self.told?.size = size
                asking?.invalidateIntrinsicContentSize()
            } else if let toldHeight {
                let height = ownHeight(forWidth: bounds.width)
                guard height != toldHeight else { return }
                self.toldHeight = height
                invalidateIntrinsicContentSize()
            }
        }
    }

    extension PlatformView {
        /// Reports the nodes that the user sees, in all templates inside of the view, as the event `exposure`.
        ///
        /// A ``TemplateView`` does so by itself when it shows something else. Call it when something around it was
        /// scrolled, for that or for the ``TemplateView`` itself.
        ///
        /// - Complexity: O(*n*) in the number of views around the templates, plus that of `Container.exposeNodes(in:)`.
        public func exposeVisibleNodes() {
            guard let view = self as? TemplateView else {
                for view in subviews { view.exposeVisibleNodes() }
                return
            }
            view.host.exposeNodes()
            if view.container.needsDisplay { view.setNeedsUpdate() }
        }
    }
#endif
