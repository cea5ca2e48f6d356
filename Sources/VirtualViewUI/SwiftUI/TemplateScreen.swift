#if canImport(SwiftUI) && (canImport(UIKit) || canImport(AppKit))
    import CoreGraphics
    import SwiftUI
    import VirtualView

    #if canImport(UIKit)
        /// What SwiftUI calls a view of the system.
        public typealias TemplateScreenRepresentable = UIViewRepresentable
    #else
        /// What SwiftUI calls a view of the system.
        public typealias TemplateScreenRepresentable = NSViewRepresentable
    #endif

    /// Shows a template in SwiftUI.
    ///
    /// ```swift
    /// TemplateScreen("ProductCard", data: product, from: templates) { event in
    ///     if event.kind == .click { router.open(event.action) }
    /// }
    /// ```
    ///
    /// It is as wide and as high as the template needs: one whose root has `layoutWidth="match_parent"` is as wide as it may
    /// be. It is experimental, and outside of what 1.0 promises.
    public struct TemplateScreen: TemplateScreenRepresentable {
        private let type: String
        private let data: JSONValue?
        private let templates: TemplateManager
        private let release: AnyHashable?
        private let images: (any ImageLoading)?
        private weak var slotViews: (any SlotViewProviding)?
        private let onEvent: ((NodeEvent) -> Void)?
        private let configure: (@MainActor (TemplateView) -> Void)?

        /// Makes a view.
        ///
        /// - Parameters:
        ///   - type: The template's name; a view without such a template is empty.
        ///   - data: The data; `nil` for none.
        ///   - templates: The manager that has the template.
        ///   - release: Tells the templates of the manager from later ones: when it changes, an open screen shows the
        ///     versions that the manager has then.
        ///   - images: Loads the images; ``URLImageLoader/shared`` if `nil`.
        ///   - slotViews: Provides the app's own views for slots; the view does not keep it alive.
        ///   - onEvent: Receives the events of the nodes.
        ///   - configure: Sets what else the view has, such as its ``TemplateView/words`` or a model; called with each update
        ///     of SwiftUI, after the data and before anything is seen.
        public init(
            _ type: String,
            data: JSONValue?,
            from templates: TemplateManager,
            release: AnyHashable? = nil,
            images: (any ImageLoading)? = nil,
            slotViews: (any SlotViewProviding)? = nil,
            onEvent: ((NodeEvent) -> Void)? = nil,
            configure: (@MainActor (TemplateView) -> Void)? = nil
        ) {
            self.type = type
            self.data = data
            self.templates = templates
            self.release = release
            self.images = images
            self.slotViews = slotViews
            self.onEvent = onEvent
            self.configure = configure
        }

        #if canImport(UIKit)
            /// Makes the view of the system.
            ///
            /// - Parameter context: Not used.
            /// - Returns: The view.
            public func makeUIView(context: Context) -> TemplateScreenView { TemplateScreenView() }

            /// Shows other data.
            ///
            /// - Parameters:
            ///   - uiView: The view.
            ///   - context: Not used.
            public func updateUIView(_ uiView: TemplateScreenView, context: Context) { update(uiView) }

            /// Returns the size of the template.
            ///
            /// - Parameters:
            ///   - proposal: The size that SwiftUI offers.
            ///   - uiView: The view.
            ///   - context: Not used.
            /// - Returns: The size; `nil` if no width is offered.
            public func sizeThatFits(
                _ proposal: ProposedViewSize,
                uiView: TemplateScreenView,
                context: Context
            ) -> CGSize? {
                size(proposal, uiView)
            }
        #else
            /// Makes the view of the system.
            ///
            /// - Parameter context: Not used.
            /// - Returns: The view.
            public func makeNSView(context: Context) -> TemplateScreenView { TemplateScreenView() }

            /// Shows other data.
            ///
            /// - Parameters:
            ///   - nsView: The view.
            ///   - context: Not used.
            public func updateNSView(_ nsView: TemplateScreenView, context: Context) { update(nsView) }

            /// Returns the size of the template.
            ///
            /// - Parameters:
            ///   - proposal: The size that SwiftUI offers.
            ///   - nsView: The view.
            ///   - context: Not used.
            /// - Returns: The size; `nil` if no width is offered.
            public func sizeThatFits(
                _ proposal: ProposedViewSize,
                nsView: TemplateScreenView,
                context: Context
            ) -> CGSize? {
                size(proposal, nsView)
            }
        #endif

        func update(_ view: TemplateScreenView) {
            view.show(type, data, templates, release, images)
            view.templateView?.slotViews = slotViews
            view.templateView?.onEvent = onEvent
            view.templateView?.configure(configure)
        }

        func size(_ proposal: ProposedViewSize, _ view: TemplateScreenView) -> CGSize? {
            guard let width = proposal.width, width.isFinite else { return nil }
            guard let templateView = view.templateView else { return .zero }
            var size = templateView.size(forWidth: width, height: proposal.height, askedBy: view)
            // SwiftUI rounds to pixels, and a text that gets less than it needs breaks.
            let scale = max(1, CGFloat(templateView.container.environment.scale))
            size.width = min(width, (size.width * scale - 1e-6).rounded(.up) / scale)
            return size
        }
    }
#endif
